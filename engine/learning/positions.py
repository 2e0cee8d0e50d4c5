"""Build the positions that lessons, puzzles and examples of rules describe, deal real ones afresh, and play moves in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.event import Event
from engine.kernel.lesson import PositionSource
from engine.kernel.menu import Words, find_forced_move
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options
from engine.kernel.text import IllegalMoveError, Seat

MAX_DEALS = 8
"""Deals of the unknown cards that are tried, until one fits the answers of this turn."""


def build_position(game: AnyGame, source: PositionSource) -> Position[Any]:
    """Build the position that `source` describes.

    Raises IllegalMoveError for a move that is not possible, and msgspec.ValidationError for a layout that does not fit the state.
    """
    options = complete_options(game.settings, source.options)
    opening = begin_game(game, source.seats, options, source.seed).position
    run: GameRun[Any] = GameRun(game, opening, source.seed)
    for line in source.moves:
        seat, words = parse_line(line)
        run.play(seat, words)
    if not source.layout:
        return run.position
    if run.answers:
        raise ValueError(f"a layout needs a position between two turns, not after {source.moves[-1]!r}")
    state = msgspec.to_builtins(run.position.base)
    for path, value in source.layout.items():
        _lay_value(state, path, value)
    return Position(msgspec.convert(state, game.state_type), run.tick)


def deal_afresh(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, dice: Dice, shuffle_tick: int
) -> GameRun[Any] | None:
    """Return a run that looks to the seat like the game does now, with all that it cannot know dealt again, and with these dice.

    Answers of others to the open question are left out. `shuffle_tick` and the dice determine the deal. Return None if no deal
    was found that fits the answers of this turn, since something was turned up in it.
    """
    table: GameRun[Any] = GameRun(game, position, seed)
    known = game.build_view(table.state, seat)
    answers = position.answers[: table.asked_at_move - position.tick]
    for deal in range(MAX_DEALS):
        labels = count()

        def shuffle(things: list[Any], deal: int = deal, labels: Iterator[int] = labels) -> list[Any]:
            return list(dice.shuffle(things, shuffle_tick, f"deal-{deal}-{next(labels)}-"))

        base = game.resample_state(position.base, seat, shuffle)
        try:
            run: GameRun[Any] = GameRun(game, Position(base, position.tick, answers), dice.seed)
        except IllegalMoveError:
            continue
        if run.questions.keys() == table.questions.keys() and game.build_view(run.state, seat) == known:
            return run
    return None


def play_moves(run: GameRun[Any], seat: Seat, moves: Sequence[Words]) -> list[Event]:
    """Play moves of a seat, and after each the answers that leave it no choice. Return the events.

    Raises IllegalMoveError for a move that is not offered.
    """
    events: list[Event] = []
    for move in moves:
        words: Words | None = move
        while words is not None:
            events += run.play(seat, words).events
            words = find_forced_answer(run, seat)
    return events


def parse_line(line: str) -> tuple[Seat, Words]:
    """Parse a line of a record: a seat and the words of its move."""
    seat, *words = line.split()
    return int(seat), tuple(words)


def find_forced_answer(run: GameRun[Any], seat: Seat) -> Words | None:
    """Return the only move of a seat, None if it has a choice or owes no answer."""
    if seat not in run.situation.questions:
        return None
    return find_forced_move(run.build_menu(seat))


def _lay_value(state: Any, path: str, value: Any) -> None:  # noqa: ANN401 - the state as plain data
    *parents, last = path.split(".")
    place = state
    for part in parents:
        place = place[_parse_key(place, part)]
    place[_parse_key(place, last)] = value


def _parse_key(place: Any, part: str) -> str | int:  # noqa: ANN401 - a list or a dictionary
    return int(part) if isinstance(place, list) else part
