"""Painters: a view becomes a picture and its text."""
