"""Languages, command names and the formatting of texts."""
