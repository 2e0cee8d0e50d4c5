"""Requests to computer players and their replies: plain data for a worker process or a thread.

A `MoveRequest` and a `HintRequest` hold a `SeatQuestion`, which contains no more than the seat may know. An
`AnalysisRequest` is about a finished game, which has no secrets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Optional, Union

import msgspec

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import decode_position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players.analysis.game_analysis import FIRST_LOOK, Moment, StudyDepth
from engine.players.analysis.move_analysis import analyse_moves
from engine.players.computer_levels import Budget, choose_move
from engine.players.hints import Hint, find_hints
from engine.players.question import SeatQuestion, restore_position


class UnansweredError(Exception):
    """Raised when no worker could answer a request. The message says why, for the log."""


class MoveRequest(msgspec.Struct, frozen=True, tag="move"):
    """A request to choose a move as a computer player of this level.

    `components` are the table's, as JSON. `max_playouts` and `time_limit_s` are fields of `Budget`.
    """

    game: str
    components: str
    level: str
    question: SeatQuestion
    dice: str
    max_playouts: Optional[int] = None
    time_limit_s: float = 30.0


class HintRequest(msgspec.Struct, frozen=True, tag="hint"):
    """A request to find the moves that a captain prefers. The fields are as in `MoveRequest`."""

    game: str
    components: str
    question: SeatQuestion
    dice: str
    max_playouts: Optional[int] = None
    time_limit_s: float = 30.0


class AnalysisRequest(msgspec.Struct, frozen=True, tag="analysis"):
    """A request to analyse some moves of a finished game.

    `position` is the one before the moves, as JSON.
    """

    game: str
    components: str
    position: str
    seed: str
    seats: int
    moves: tuple[tuple[Seat, Words], ...]
    dice: str
    depth: StudyDepth = FIRST_LOOK
    max_playouts: Optional[int] = None
    time_limit_s: float = 30.0


Request = Union[MoveRequest, HintRequest, AnalysisRequest]
REQUEST_PRIORITY: tuple[type[msgspec.Struct], ...] = (MoveRequest, HintRequest, AnalysisRequest)
"""The kinds of requests, the most urgent first."""


class Reply(msgspec.Struct, frozen=True):
    """The result of a request: a move, hints or moments. If it failed, `failure` says why."""

    words: Words = ()
    failure: str = ""
    moments: tuple[Moment, ...] = ()
    hints: tuple[Hint, ...] = ()


def answer_request(request: Request) -> Reply:
    """Answer a request. The same request gets the same reply, unless its time limit is reached."""
    if isinstance(request, MoveRequest):
        return Reply(words=choose_requested_move(request))
    if isinstance(request, HintRequest):
        return Reply(hints=find_requested_hints(request))
    return Reply(moments=analyse_requested_moves(request))


def choose_requested_move(request: MoveRequest) -> Words:
    """Choose the move that a `MoveRequest` asks for."""
    game = _load_game(request.game, request.components)
    position, dice = restore_position(game, request.question)
    budget = Budget(request.max_playouts, request.time_limit_s)
    return choose_move(request.level, game, position, dice, request.question.seat, Dice(request.dice), budget)


def find_requested_hints(request: HintRequest) -> tuple[Hint, ...]:
    """Find the hints that a `HintRequest` asks for."""
    game = _load_game(request.game, request.components)
    position, dice = restore_position(game, request.question)
    budget = Budget(request.max_playouts, request.time_limit_s)
    return find_hints(game, position, dice, request.question.seat, Dice(request.dice), budget)


def analyse_requested_moves(request: AnalysisRequest) -> tuple[Moment, ...]:
    """Analyse the moves that an `AnalysisRequest` names."""
    game = _load_game(request.game, request.components)
    position = decode_position(game, request.position)
    budget = Budget(request.max_playouts, request.time_limit_s)
    return analyse_moves(
        game, position, request.seed, request.seats, request.moves, Dice(request.dice), request.depth, budget
    )


@lru_cache(maxsize=16)
def _load_game(slug: str, components: str) -> AnyGame:
    return registry.reload_game(slug, components.encode())
