"""The newest turns of a game: who took them, and the table each of them began with, so that what has happened can be shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, cast, runtime_checkable

import msgspec

from engine.kernel.position import Move, Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat

KEPT = 12
"""Turns that are kept: more than three rounds of four."""
STAYS = 24
"""Places that are kept of each piece."""
NOWHERE = ""
"""The place of a piece that is off the board for a while."""

Trails = Mapping[str, tuple[str, ...]]
"""Where each piece has stood, oldest first, by the piece's own word; each stay once."""

Look = Callable[[Any], Any]
"""What a spectator sees of a state."""


@runtime_checkable
class Roaming(Protocol):
    """A game whose pieces leave trails."""

    def places(self, view: Any) -> Mapping[str, str]:  # noqa: ANN401 - each game has its own views
        """Where pieces stand, by words of the game's own; a piece that is nowhere is left out."""
        ...


class Begun(msgspec.Struct, frozen=True):
    """A turn: the seat that moved first in it, the state just before, and where everybody could see the pieces until then,
    which is found when it is joined to the turns before. It ends where the next one begins."""

    seat: Seat
    state: Any
    been: Trails = {}


def begun(run: Run[Any], seat: Seat, at: Position[Any] | None = None) -> Begun | None:
    """The turn that a move of this seat would begin; None in the middle of one. `at` is the position, if that is at hand."""
    if run.answers:
        return None
    return Begun(seat, (at or run.position).base)


def stays(game: AnyGame, state: Any, look: Look | None = None) -> Trails:  # noqa: ANN401 - each game has its own states
    """Where a spectator sees the pieces that leave trails, as trails of one place each."""
    if not _roams(type(game)):
        return {}
    view = look(state) if look is not None else game.view(state, None)
    return {piece: (place,) for piece, place in cast("Roaming", game).places(view).items()}


@cache
def _roams(kind: type[AnyGame]) -> bool:
    """Whether the pieces of a kind of game leave trails. To ask a protocol takes as long as a look at the game."""
    return issubclass(kind, Roaming)


def joined(
    game: AnyGame, new: Iterable[Begun | None], known: Sequence[Begun] = (), look: Look | None = None
) -> tuple[Begun, ...]:
    """The newest turns, oldest first, what a seat does in a row being one turn; `known` are those of before, joined already.
    `look` is for who has some views at hand."""
    found = list(known)
    for turn in new:
        if turn is None:
            continue
        here = stays(game, turn.state, look)
        been = _gone_on(found[-1].been, here) if found else here
        if found and found[-1].seat == turn.seat:
            found[-1] = msgspec.structs.replace(found[-1], been=been)
        else:
            found.append(msgspec.structs.replace(turn, been=been))
    return tuple(found[-KEPT:])


def _gone_on(been: Trails, here: Trails) -> Trails:
    """Trails with the places where the pieces are next."""
    after = dict(been)
    for piece in (*been, *(piece for piece in here if piece not in been)):
        stays, (place,) = been.get(piece, ()), here.get(piece, (NOWHERE,))
        if stays[-1:] != (place,):
            after[piece] = (*stays, place)[-STAYS:]
    return after


def trails(turns: Sequence[Begun]) -> Trails:
    """Where the pieces have stood up to the beginning of the newest turn."""
    return turns[-1].been if turns else {}


def replayed(game: AnyGame, origin: Position[Any], seed: str, log: Sequence[Move]) -> tuple[Begun, ...]:
    """The newest turns of a log played from an origin. Raises Illegal where it no longer plays."""
    run: Run[Any] = Run(game, origin, seed)
    turns: list[Begun | None] = []
    for move in log:
        turns.append(begun(run, move.seat))
        run.play(move.seat, move.words)
    return joined(game, turns)


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
