"""Marks of the last turns: arrows, trails, and where they may run."""
