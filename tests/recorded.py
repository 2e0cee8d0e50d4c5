"""The recorded games of tests/golden: one for every way a game can end."""

from __future__ import annotations

from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"


def recorded(slug: str, name: str) -> bytes:
    """The record of a game, as a player would send it."""
    return (GOLDEN / slug / f"{name}.record").read_bytes()
