"""Pairs of tables that look the same to a seat, with different hidden information.

The hidden information is exchanged by the tests' own lists (`tests/games/hidden_places.py`), not by `Game.resample_hidden`, which
these pairs test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import msgspec

from engine.commands import choose_random_move
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, sample_move
from engine.kernel.position import GameRun, Position, begin_game
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options
from engine.kernel.text import IllegalMoveError, Seat, write_plain_text
from tests.games.hidden_places import exchange_hidden

MAX_EXCHANGES = 12
"""How often one moment is exchanged to find a deal that fits the answers of the turn."""


class EquivalentTables(msgspec.Struct, frozen=True):
    """A seat's question at two tables that it cannot tell apart, each a position and a seed."""

    seat: Seat
    table: tuple[Position[Any], str]
    other_table: tuple[Position[Any], str]

    @property
    def tables(self) -> tuple[tuple[Position[Any], str], tuple[Position[Any], str]]:
        """Both tables."""
        return self.table, self.other_table

    @property
    def are_different(self) -> bool:
        """Whether the hidden information or a pending answer differs."""
        return msgspec.json.encode(self.table[0]) != msgspec.json.encode(self.other_table[0])


def generate_equivalent_tables(
    game: AnyGame, seat_count: int, seed: str, max_questions: int, options: Mapping[str, str] | None = None
) -> Iterator[EquivalentTables]:
    """Yield the questions of a random game, each with an equivalent table if one was found."""
    position = begin_game(game, seat_count, complete_options(game.settings, options or {}), seed).position
    dice = Dice(f"{seed}/exchange")
    for _ in range(max_questions):
        run: GameRun[Any] = GameRun(game, position, seed)
        if not run.questions:
            return
        for seat in run.situation.questions:
            other_table = _find_other_table(game, position, seed, seat, dice)
            if other_table is not None:
                yield EquivalentTables(seat, (position, seed), other_table)
        seat, words = choose_random_move(run.situation, dice, position.move_count)
        position = run.play(seat, words).position


def _find_other_table(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, dice: Dice
) -> tuple[Position[Any], str] | None:
    for attempt in range(MAX_EXCHANGES):
        shuffles = count()

        def shuffle(pool: list[Any], attempt: int = attempt, shuffles: Iterator[int] = shuffles) -> list[Any]:
            return dice.shuffle(pool, position.move_count, f"{seat} {attempt} {next(shuffles)} shuffle")

        base = exchange_hidden(game, position.base, seat, shuffle)
        if not position.answers:
            return Position(base, position.tick), f"{seed}-other"
        other = _replay_turn(game, position, base, seed, seat, dice)
        if other is not None:
            return other, seed
    return None


def _replay_turn(
    game: AnyGame, position: Position[Any], base: Any, seed: str, seat: Seat, dice: Dice
) -> Position[Any] | None:
    """Replay the turn from another start, with other pending answers of the other seats. Return None if the seat can notice it."""
    here: GameRun[Any] = GameRun(game, Position(position.base, position.tick), seed)
    there: GameRun[Any] = GameRun(game, Position(base, position.tick), seed)
    asked_at_move = GameRun(game, position, seed).asked_at_move
    for index, (mover, words) in enumerate(position.answers):
        other_words = words
        try:
            if position.tick + index >= asked_at_move:
                other_words = _sample_answer(there.build_menu(mover), dice, position.move_count, f"{seat} {index}")
            if play_and_listen(here, mover, words, seat) != play_and_listen(there, mover, other_words, seat):
                return None
        except IllegalMoveError:
            return None
    if here.questions.keys() != there.questions.keys():
        return None
    return there.position if game.build_view(here.state, seat) == game.build_view(there.state, seat) else None


def _sample_answer(menu: Menu, dice: Dice, tick: int, label: str) -> Words:
    rolls = count()
    return sample_move(menu, lambda n: dice.roll_below(n, tick, f"{label} {next(rolls)} answer"))


def play_and_listen(run: GameRun[Any], mover: Seat, words: Words, seat: Seat) -> list[str]:
    """Play a move and return what the seat is told of it."""
    events = run.play(mover, words).events
    return [write_plain_text(event.text) for event in events if event.to is None or seat in event.to]
