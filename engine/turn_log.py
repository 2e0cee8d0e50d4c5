"""The newest turns of a game: who took them, and the table each of them began with, so that what has happened can be shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, cast, runtime_checkable

import msgspec

from engine.kernel.position import GameRun, Move, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat

MAX_TURNS = 12
"""Turns that are kept: more than three rounds of four."""
MAX_TRAIL_PLACES = 24
"""Places that are kept of each piece."""
OFF_BOARD = ""
"""The place of a piece that is off the board for a while."""

PieceTrails = Mapping[str, tuple[str, ...]]
"""Where each piece has stood, oldest first, by the piece's own word; each stay once."""

ViewFunction = Callable[[Any], Any]
"""What a spectator sees of a state."""


@runtime_checkable
class TrailGame(Protocol):
    """A game whose pieces leave trails."""

    def map_piece_places(self, view: Any) -> Mapping[str, str]:  # noqa: ANN401 - each game has its own views
        """Where pieces stand, by words of the game's own; a piece that is nowhere is left out."""
        ...


class TurnStart(msgspec.Struct, frozen=True):
    """A turn: the seat that moved first in it, the state just before, and where everybody could see the pieces until then,
    which is found when it is joined to the turns before. It ends where the next one begins."""

    seat: Seat
    state: Any
    trails: PieceTrails = {}


def find_turn_start(run: GameRun[Any], seat: Seat, position: Position[Any] | None = None) -> TurnStart | None:
    """The turn that a move of this seat would begin; None in the middle of one. `position` is the position, if that is at hand."""
    if run.answers:
        return None
    return TurnStart(seat, (position or run.position).base)


def build_trails(game: AnyGame, state: Any, view_function: ViewFunction | None = None) -> PieceTrails:  # noqa: ANN401 - each game has its own states
    """Where a spectator sees the pieces that leave trails, as trails of one place each."""
    if not _has_trails(type(game)):
        return {}
    view = view_function(state) if view_function is not None else game.build_view(state, None)
    return {piece: (place,) for piece, place in cast("TrailGame", game).map_piece_places(view).items()}


@cache
def _has_trails(game_type: type[AnyGame]) -> bool:
    """Whether the pieces of a kind of game leave trails. To ask a protocol takes as long as a look at the game."""
    return issubclass(game_type, TrailGame)


def join_turns(
    game: AnyGame,
    new_turns: Iterable[TurnStart | None],
    known_turns: Sequence[TurnStart] = (),
    view_function: ViewFunction | None = None,
) -> tuple[TurnStart, ...]:
    """The newest turns, oldest first, what a seat does in a row being one turn; `known_turns` are those of before, joined already.
    `view_function` is for who has some views at hand."""
    found = list(known_turns)
    for turn in new_turns:
        if turn is None:
            continue
        here = build_trails(game, turn.state, view_function)
        been = _extend_trails(found[-1].trails, here) if found else here
        if found and found[-1].seat == turn.seat:
            found[-1] = msgspec.structs.replace(found[-1], trails=been)
        else:
            found.append(msgspec.structs.replace(turn, trails=been))
    return tuple(found[-MAX_TURNS:])


def _extend_trails(old_trails: PieceTrails, new_places: PieceTrails) -> PieceTrails:
    """Trails with the places where the pieces are next."""
    after = dict(old_trails)
    for piece in (*old_trails, *(piece for piece in new_places if piece not in old_trails)):
        stays, (place,) = old_trails.get(piece, ()), new_places.get(piece, (OFF_BOARD,))
        if stays[-1:] != (place,):
            after[piece] = (*stays, place)[-MAX_TRAIL_PLACES:]
    return after


def newest_trails(turns: Sequence[TurnStart]) -> PieceTrails:
    """Where the pieces have stood up to the beginning of the newest turn."""
    return turns[-1].trails if turns else {}


def replay_turns(game: AnyGame, origin: Position[Any], seed: str, log: Sequence[Move]) -> tuple[TurnStart, ...]:
    """The newest turns of a log played from an origin. Raises Illegal where it no longer plays."""
    run: GameRun[Any] = GameRun(game, origin, seed)
    turns: list[TurnStart | None] = []
    for move in log:
        turns.append(find_turn_start(run, move.seat))
        run.play(move.seat, move.words)
    return join_turns(game, turns)


def list_turns_since(
    turns: Sequence[TurnStart], viewer: Seat | None, waiting_seats: Collection[Seat], seat_count: int
) -> tuple[TurnStart, ...]:
    """The turns that a viewer should be shown: those after the viewer's own last one, at most one for each seat.

    The turn that is under way counts as one to show. For a spectator it is those after the last turn of whoever is to move or,
    at the end, of who made the last move.
    """
    if not turns:
        return ()
    eyes = {viewer} if viewer is not None else set(waiting_seats) or {turns[-1].seat}
    last = max((n for n, turn in enumerate(turns[:-1]) if turn.seat in eyes), default=-1)
    return tuple(turns[last + 1 :][-seat_count:])
