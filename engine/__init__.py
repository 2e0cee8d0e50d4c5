"""Overwinter's engine: the kernel, the games and the host that keeps their tables. Nothing here knows Discord."""

__version__ = "0.2.0"
"""The version of the whole program: `bot.py --version`, /admin health, the first line of the log, pyproject.toml."""
