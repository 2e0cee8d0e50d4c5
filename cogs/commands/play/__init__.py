"""Sitting down, moving, looking, taking back."""
