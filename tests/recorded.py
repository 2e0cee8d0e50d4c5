"""The recorded games of tests/golden: one for every way a game can end."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.kernel.record import dump, parse

GOLDEN = Path(__file__).parent / "golden"


def recorded(slug: str, name: str) -> bytes:
    """The record of a game, as a player would send it."""
    return (GOLDEN / slug / f"{name}.record").read_bytes()


def cut(record: bytes, moves: int) -> bytes:
    """The same game up to a move, or up to so many from its end when `moves` is negative."""
    whole = parse(record.decode())
    return dump(msgspec.structs.replace(whole, moves=whole.moves[:moves])).encode()
