"""The life of a table from its lobby to its last move."""
