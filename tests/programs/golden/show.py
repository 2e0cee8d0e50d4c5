"""What a record says and what happens today: `python -m tests.programs.golden.show FILE`."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.kernel import registry
from engine.kernel.position import Move, Position, digest, now, play, start
from engine.kernel.record import Record, line, parse
from engine.kernel.registry import AnyGame
from engine.kernel.script import Result, restored
from engine.kernel.text import Illegal, english, plain
from render.kit.scene import Scene, painter

NAMES = ("Ana", "Ben", "Cléo", "Dai")


def retold(record: Record) -> tuple[list[Move], Position[Any], str]:
    """The record's moves with today's digests as far as they can be played, the position reached, and why it stops there."""
    game = registry.load(record.game)
    position = first(game, record)
    told: list[Move] = []
    for move in record.moves:
        try:
            position = play(game, position, record.seed, move.seat, move.words).position
        except Illegal as no:
            return told, position, str(no)
        told.append(Move(move.seat, move.words, digest(position, record.seed)))
    return told, position, ""


def first(game: AnyGame, record: Record) -> Position[Any]:
    """The position that the record begins with."""
    return start(game, record.seats, restored(game.settings, record.options), record.seed).position


def ending(result: Result | None) -> str:
    """How a game ends, as the line "; ends: …" of a record says it."""
    return (
        "goes on"
        if result is None
        else f"{', '.join(str(seat) for seat in result.winners) or 'nobody'}: {plain(result.reason)}"
    )


def board(game: AnyGame, position: Position[Any], seed: str, seats: int) -> str:
    """The table in words, as a spectator sees it."""
    here = now(game, position, seed)
    reason = here.result.reason if here.result else None
    scene = Scene(game.view(here.state, None), NAMES[:seats], tuple(here.ask), reason=reason)
    return painter(game.slug).alt(scene, english)


def difference(record: Record) -> str:
    """Expected and actual moves around the first that differs, with the board before it; empty when all is the same."""
    told, _, why = retold(record)
    expected, actual = ([line(move) for move in moves] for moves in (record.moves, told))
    if expected == actual:
        return ""
    at = next((n for n, (one, other) in enumerate(zip(expected, actual, strict=False)) if one != other), len(actual))
    game = registry.load(record.game)
    position = first(game, record)
    for move in told[:at]:
        position = play(game, position, record.seed, move.seat, move.words).position
    changes = difflib.unified_diff(expected, actual, "expected", "actual", lineterm="", n=2)
    return "\n".join(
        [
            f"Move {at + 1}, “{expected[at]}”, is the first that differs. {why}".strip(),
            "The board before it:",
            board(game, position, record.seed, record.seats),
            "",
            *changes,
        ]
    )


def main(arguments: Sequence[str]) -> int:
    """Show each file: expected, actual, difference. Exit code 1 when there is one."""
    code = 0
    for name in arguments:
        record = parse(Path(name).read_text("utf-8"))
        told, position, _ = retold(record)
        found = difference(record)
        result = now(registry.load(record.game), position, record.seed).result
        head = f"{name}: {len(record.moves)} moves expected, {len(told)} played, ends: {ending(result)}"
        lines = [head, found or "No difference.", ""]
        sys.stdout.write("\n".join(lines))
        code |= bool(found)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
