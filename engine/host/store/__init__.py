"""The database: everything that speaks SQL."""
