"""Overwinter's engine: the kernel, the games, and the host that keeps their tables. It does not know Discord."""

__version__ = "0.2.0"
"""The version of the program, which `bot.py --version`, /admin health, the log and pyproject.toml show."""
