"""The newest turns of a game: who took them, and the table each of them began with, so that what has happened can be shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from engine.kernel.position import Move, Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat

KEPT = 12
"""Turns that are kept: more than three rounds of four."""


class Begun(msgspec.Struct, frozen=True):
    """A turn: the seat that moved first in it, and the state just before. It ends where the next one begins."""

    seat: Seat
    state: Any


def begun(run: Run[Any], seat: Seat) -> Begun | None:
    """The turn that a move of this seat would begin; None in the middle of one."""
    return None if run.answers else Begun(seat, run.position.base)


def joined(turns: Iterable[Begun | None]) -> tuple[Begun, ...]:
    """The newest turns, oldest first, what a seat does in a row being one turn."""
    found: list[Begun] = []
    for turn in turns:
        if turn is not None and (not found or found[-1].seat != turn.seat):
            found.append(turn)
    return tuple(found[-KEPT:])


def replayed(game: AnyGame, origin: Position[Any], seed: str, log: Sequence[Move]) -> tuple[Begun, ...]:
    """The newest turns of a log played from an origin. Raises Illegal where it no longer plays."""
    run: Run[Any] = Run(game, origin, seed)
    turns: list[Begun | None] = []
    for move in log:
        turns.append(begun(run, move.seat))
        run.play(move.seat, move.words)
    return joined(turns)


def since(turns: Sequence[Begun], viewer: Seat | None, waiting: Collection[Seat], seats: int) -> tuple[Begun, ...]:
    """The turns that a viewer should be shown: those after the viewer's own last one, at most one for each seat.

    The turn that is under way counts as one to show. For a spectator it is those after the last turn of whoever is to move or,
    at the end, of who made the last move.
    """
    if not turns:
        return ()
    eyes = {viewer} if viewer is not None else set(waiting) or {turns[-1].seat}
    last = max((n for n, turn in enumerate(turns[:-1]) if turn.seat in eyes), default=-1)
    return tuple(turns[last + 1 :][-seats:])
