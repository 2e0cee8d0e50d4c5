"""The recorded games of tests/golden: one for every way a game can end. A game without any has one that is played at random."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from engine.commands import transcript
from engine.kernel import registry
from engine.kernel.record import Record, dump, parse

GOLDEN = Path(__file__).parent / "golden"
RANDOM = "random"
"""The name of the game that is played where none is recorded."""


@cache
def record_names(slug: str) -> tuple[str, ...]:
    """Return the names of a game's records, in order."""
    return tuple(sorted(file.stem for file in (GOLDEN / slug).glob("*.record"))) or (RANDOM,)


@cache
def recorded(slug: str, name: str) -> bytes:
    """Return the record of a game, as a player would send it."""
    file = GOLDEN / slug / f"{name}.record"
    if name == RANDOM and not file.is_file():
        game = registry.load(slug)
        return "\n".join(transcript(slug, game.seats[-1], RANDOM, {})).encode()
    return file.read_bytes()


def records(slug: str) -> list[Record]:
    """Return the records of a game."""
    return [parse(recorded(slug, name).decode()) for name in record_names(slug)]


def cut(record: bytes, moves: int) -> bytes:
    """Return the same game up to a move, or up to so many from its end when `moves` is negative."""
    whole = parse(record.decode())
    return dump(msgspec.structs.replace(whole, moves=whole.moves[:moves])).encode()
