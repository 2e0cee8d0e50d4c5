"""The newest turns of a game: who took each, the state before it, and where the pieces have been."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, cast, runtime_checkable

import msgspec

from engine.kernel.position import GameRun, Move, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat

MAX_TURNS = 12
"""The number of turns that are kept: three rounds of four players."""
MAX_TRAIL_PLACES = 24
"""The number of places that are kept for each piece."""
OFF_BOARD = ""
"""The place of a piece that is temporarily off the board."""

PieceTrails = Mapping[str, tuple[str, ...]]
"""The places of each piece, oldest first, by the piece's own word. Each stay appears once."""

ViewFunction = Callable[[Any], Any]
"""Returns the spectator's view of a state."""


@runtime_checkable
class TrailGame(Protocol):
    """A game whose pieces leave trails."""

    def map_piece_places(self, view: Any) -> Mapping[str, str]:  # noqa: ANN401 - each game has its own views
        """Return where the pieces are, by words of the game. A piece that is nowhere is left out."""
        ...


class TurnStart(msgspec.Struct, frozen=True):
    """The start of a turn: the seat that moves first in it, the state before it, and the trails of the pieces until then.

    `join_turns` fills in the trails. A turn ends where the next one begins.
    """

    seat: Seat
    state: Any
    trails: PieceTrails = {}


def find_turn_start(run: GameRun[Any], seat: Seat, position: Position[Any] | None = None) -> TurnStart | None:
    """Return the turn that a move of this seat would begin, None in the middle of a turn.

    `position` is the run's current position, if the caller has it.
    """
    if run.answers:
        return None
    return TurnStart(seat, (position or run.position).base)


def build_trails(game: AnyGame, state: Any, view_function: ViewFunction | None = None) -> PieceTrails:  # noqa: ANN401 - each game has its own states
    """Return trails of one place each, for the pieces that a spectator sees in this state."""
    if not _has_trails(type(game)):
        return {}
    view = view_function(state) if view_function is not None else game.build_view(state, None)
    trails = {}
    for piece, place in cast("TrailGame", game).map_piece_places(view).items():
        trails[piece] = (place,)
    return trails


@cache
def _has_trails(game_type: type[AnyGame]) -> bool:
    """Return whether the pieces of a game leave trails. The check of a protocol is slow, so it is cached."""
    return issubclass(game_type, TrailGame)


def join_turns(
    game: AnyGame,
    new_turns: Iterable[TurnStart | None],
    known_turns: Sequence[TurnStart] = (),
    view_function: ViewFunction | None = None,
) -> tuple[TurnStart, ...]:
    """Append new turns to `known_turns`, and return the newest turns, oldest first.

    Consecutive turns of one seat become one turn. `known_turns` is an earlier result of this function.
    `view_function` may return cached views.
    """
    turns = list(known_turns)
    for turn in new_turns:
        if turn is None:
            continue
        trails = build_trails(game, turn.state, view_function)
        if turns:
            trails = _extend_trails(turns[-1].trails, trails)
        if turns and turns[-1].seat == turn.seat:
            turns[-1] = msgspec.structs.replace(turns[-1], trails=trails)
        else:
            turns.append(msgspec.structs.replace(turn, trails=trails))
    return tuple(turns[-MAX_TURNS:])


def _extend_trails(old_trails: PieceTrails, new_places: PieceTrails) -> PieceTrails:
    """Append the new places of the pieces to their trails."""
    trails = dict(old_trails)
    for piece in dict.fromkeys((*old_trails, *new_places)):
        places = old_trails.get(piece, ())
        (place,) = new_places.get(piece, (OFF_BOARD,))
        if places[-1:] != (place,):
            trails[piece] = (*places, place)[-MAX_TRAIL_PLACES:]
    return trails


def find_newest_trails(turns: Sequence[TurnStart]) -> PieceTrails:
    """Return where the pieces have been up to the beginning of the newest turn."""
    if turns:
        return turns[-1].trails
    return {}


def replay_turns(game: AnyGame, origin: Position[Any], seed: str, log: Sequence[Move]) -> tuple[TurnStart, ...]:
    """Replay a log from an origin, and return its newest turns.

    Raises:
        IllegalMoveError: The log no longer plays.
    """
    run: GameRun[Any] = GameRun(game, origin, seed)
    turns: list[TurnStart | None] = []
    for move in log:
        turns.append(find_turn_start(run, move.seat))
        run.play(move.seat, move.words)
    return join_turns(game, turns)


def list_turns_since(
    turns: Sequence[TurnStart], viewer: Seat | None, waiting_seats: Collection[Seat], seat_count: int
) -> tuple[TurnStart, ...]:
    """Return the turns to show to a viewer: those after the viewer's own last turn, at most one for each seat.

    The current turn counts as one to show. A spectator is shown the turns after the last one of the seats that are
    to move, or at the end after the one of the seat that moved last.
    """
    if not turns:
        return ()
    viewing_seats = set(waiting_seats) or {turns[-1].seat}
    if viewer is not None:
        viewing_seats = {viewer}
    last_own = max((index for index, turn in enumerate(turns[:-1]) if turn.seat in viewing_seats), default=-1)
    return tuple(turns[last_own + 1 :][-seat_count:])
