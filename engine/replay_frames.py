"""A whole game as everybody could see it: the table at its beginning, after each turn, and as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.kernel.position import GameRun, Move, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError


def iterate_public_views(game: AnyGame, origin: Position[Any], seed: str, log: Sequence[Move]) -> Iterator[Any]:
    """What a spectator saw at each of these moments, oldest first; at least one.

    Use each view before asking for the next. It ends early where the log no longer plays.
    """
    run: GameRun[Any] = GameRun(game, origin, seed)
    yield game.build_view(run.state, None)
    shown = origin.move_count
    for move in log:
        try:
            run.play(move.seat, move.words)
        except IllegalMoveError:
            return
        if not run.answers:
            shown = run.tick
            yield game.build_view(run.state, None)
    if shown < run.tick + len(run.answers):
        yield game.build_view(run.state, None)
