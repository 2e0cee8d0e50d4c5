"""The two databases that implement the store: SQLite and PostgreSQL."""
