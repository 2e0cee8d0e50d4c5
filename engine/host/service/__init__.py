"""What can be done with tables: one file a feature."""
