"""The recorded games of tests/golden, one for every way a game can end. A game without records has a random one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engine.commands import write_transcript
from engine.kernel import registry
from engine.kernel.menu import Menu
from engine.kernel.position import GameRun, begin_game
from engine.kernel.record import GameRecord, format_record, parse_record
from engine.kernel.text import Seat

GOLDEN_FOLDER = Path(__file__).parent / "golden"
RANDOM = "random"
"""The name and seed of the random game of a game without records."""


@cache
def list_record_names(slug: str) -> tuple[str, ...]:
    """Return the names of a game's records, in order."""
    return tuple(sorted(file.stem for file in (GOLDEN_FOLDER / slug).glob("*.record"))) or (RANDOM,)


@cache
def read_record(slug: str, name: str) -> bytes:
    """Return the record of a game, as a player would send it."""
    file = GOLDEN_FOLDER / slug / f"{name}.record"
    if name == RANDOM and not file.is_file():
        game = registry.load_game(slug)
        return "\n".join(write_transcript(slug, game.seat_counts[-1], RANDOM, {})).encode()
    return file.read_bytes()


def load_records(slug: str) -> list[GameRecord]:
    """Return the records of a game."""
    return [parse_record(read_record(slug, name).decode()) for name in list_record_names(slug)]


def cut_record(record: bytes, move_count: int) -> bytes:
    """Return the same game up to a move. A negative `move_count` counts from the end."""
    whole = parse_record(record.decode())
    return format_record(msgspec.structs.replace(whole, moves=whole.moves[:move_count])).encode()


def list_decisions(slug: str, interval: int) -> Iterator[tuple[GameRun[Any], Seat, Menu, int]]:
    """List decisions of all records of a game."""
    game = registry.load_game(slug)
    for n, record in enumerate(load_records(slug)):
        run = GameRun(game, begin_game(game, record.seat_count, record.options, record.seed).position, record.seed)
        for index, move in enumerate(record.moves):
            if index % interval == n % interval:
                yield run, move.seat, run.build_menu(move.seat), record.seat_count
            run.play(move.seat, move.words)
