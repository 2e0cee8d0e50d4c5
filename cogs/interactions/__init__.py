"""Handling interactions: limits, custom ids, dispatch, permissions, errors, metrics."""
