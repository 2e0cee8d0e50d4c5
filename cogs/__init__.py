"""Discord only."""
