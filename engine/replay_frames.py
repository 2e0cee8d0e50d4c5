"""A whole game as a spectator saw it: the table at its beginning, after each turn, and at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.kernel.position import GameRun, Move, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError


def iterate_public_views(game: AnyGame, origin: Position[Any], seed: str, log: Sequence[Move]) -> Iterator[Any]:
    """Yield the spectator's view at each of these moments, oldest first; at least one.

    Use each view before you ask for the next one. The iteration ends early if the log no longer plays.
    """
    run: GameRun[Any] = GameRun(game, origin, seed)
    yield game.build_view(run.state, None)
    shown_moves = origin.move_count
    for move in log:
        try:
            run.play(move.seat, move.words)
        except IllegalMoveError:
            return
        if not run.answers:
            shown_moves = run.tick
            yield game.build_view(run.state, None)
    if shown_moves < run.tick + len(run.answers):
        yield game.build_view(run.state, None)
