"""The operations on tables, one module for each feature."""
