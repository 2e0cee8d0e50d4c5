"""Compare a record with a replay by the current code: `python -m tests.programs.golden.show FILE`."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.kernel import registry
from engine.kernel.position import Move, Position, begin_game, compute_digest, play_move, resolve_situation
from engine.kernel.record import GameRecord, format_move, parse_record
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult, restore_options
from engine.kernel.text import IllegalMoveError, translate_to_english, write_plain_text
from render.kit.scene import Scene, load_painter

PLAYER_NAMES = ("Ana", "Ben", "Cléo", "Dai")


def replay_record(record: GameRecord) -> tuple[list[Move], Position[Any], str]:
    """Replay a record as far as its moves can be played.

    Return the moves with today's digests, the position reached, and the reason for stopping there.
    """
    game = registry.load_game(record.game)
    position = build_first_position(game, record)
    told: list[Move] = []
    for move in record.moves:
        try:
            position = play_move(game, position, record.seed, move.seat, move.words).position
        except IllegalMoveError as no:
            return told, position, str(no)
        told.append(Move(move.seat, move.words, compute_digest(position, record.seed)))
    return told, position, ""


def build_first_position(game: AnyGame, record: GameRecord) -> Position[Any]:
    """Build the position that the record begins with."""
    return begin_game(game, record.seat_count, restore_options(game.settings, record.options), record.seed).position


def describe_ending(result: GameResult | None) -> str:
    """Describe a game's end, as the line "; ends: …" of a record does."""
    return (
        "goes on"
        if result is None
        else f"{', '.join(str(seat) for seat in result.winners) or 'nobody'}: {write_plain_text(result.reason)}"
    )


def describe_board(game: AnyGame, position: Position[Any], seed: str, seats: int) -> str:
    """Describe the table in words, as a spectator sees it."""
    here = resolve_situation(game, position, seed)
    reason = here.result.reason if here.result else None
    scene = Scene(game.build_view(here.state, None), PLAYER_NAMES[:seats], tuple(here.questions), end_reason=reason)
    return load_painter(game.slug).describe_board(scene, translate_to_english)


def describe_difference(record: GameRecord) -> str:
    """Describe the first difference of a record and its replay.

    Return the expected and actual moves around it, with the board before it; empty when they are the same.
    """
    told, _, why = replay_record(record)
    expected, actual = ([format_move(move) for move in moves] for moves in (record.moves, told))
    if expected == actual:
        return ""
    at = next((n for n, (one, other) in enumerate(zip(expected, actual, strict=False)) if one != other), len(actual))
    game = registry.load_game(record.game)
    position = build_first_position(game, record)
    for move in told[:at]:
        position = play_move(game, position, record.seed, move.seat, move.words).position
    changes = difflib.unified_diff(expected, actual, "expected", "actual", lineterm="", n=2)
    return "\n".join(
        [
            f"Move {at + 1}, “{expected[at]}”, is the first that differs. {why}".strip(),
            "The board before it:",
            describe_board(game, position, record.seed, record.seat_count),
            "",
            *changes,
        ]
    )


def main(arguments: Sequence[str]) -> int:
    """Show each file: expected, actual, difference. The exit code is 1 if there is a difference."""
    code = 0
    for name in arguments:
        record = parse_record(Path(name).read_text("utf-8"))
        told, position, _ = replay_record(record)
        found = describe_difference(record)
        result = resolve_situation(registry.load_game(record.game), position, record.seed).result
        head = f"{name}: {len(record.moves)} moves expected, {len(told)} played, ends: {describe_ending(result)}"
        lines = [head, found or "No difference.", ""]
        sys.stdout.write("\n".join(lines))
        code |= bool(found)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
