"""Data of tables, players and settings, without services."""
