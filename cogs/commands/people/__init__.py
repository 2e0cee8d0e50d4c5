"""A person's and a server's own settings and data."""
