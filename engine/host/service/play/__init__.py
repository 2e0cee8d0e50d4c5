"""A table from its lobby to its last move."""
