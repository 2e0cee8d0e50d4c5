"""Presses, modals and commands: limits, custom ids, dispatch, errors, metrics."""
