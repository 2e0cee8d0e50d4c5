"""Painters: a view becomes a picture and its alt text. One package per game, and what they share in `kit`."""
