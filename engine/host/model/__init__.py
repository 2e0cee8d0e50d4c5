"""What the host knows of tables and people, as plain data."""
