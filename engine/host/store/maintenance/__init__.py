"""Maintenance of a whole store: copies to another store, and reading every game for a replay."""
