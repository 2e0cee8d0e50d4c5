"""Pairs of tables that look the same to a seat, with different hidden information."""

from __future__ import annotations

from collections.abc import Iterator
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

TRIES = 6
"""How often one moment is resampled to find a deal that fits the answers of the turn."""


class Twins(msgspec.Struct, frozen=True):
    """A seat's question at two tables that it cannot tell apart. `exchanged` is set if the tables differ."""

    seat: Seat
    one: tuple[Position[Any], str]
    other: tuple[Position[Any], str]
    exchanged: bool


def twins(game: AnyGame, seats: int, seed: str, options: dict[str, str], most: int) -> Iterator[Twins]:
    """Yield at most `most` questions of a random game, each with an equivalent table if one was found."""
    position = begin_game(game, seats, complete_options(game.settings, options), seed).position
    dice = Dice(f"{seed}/twins")
    for _ in range(most):
        run: GameRun[Any] = GameRun(game, position, seed)
        if not run.questions:
            return
        for seat in run.situation.questions:
            other = _twin(game, position, seed, seat, dice)
            if other is not None:
                changed = msgspec.json.encode(other[0]) != msgspec.json.encode(position)
                yield Twins(seat, (position, seed), other, changed)
        seat, words = choose_random_move(run.situation, dice, position.move_count)
        position = run.play(seat, words).position


def _twin(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, dice: Dice
) -> tuple[Position[Any], str] | None:
    for n in range(TRIES):
        deals = iter(range(1000))

        def shuffle(pool: list[Any], n: int = n, deals: Iterator[int] = deals) -> list[Any]:
            return dice.shuffle(pool, position.move_count, f"{seat} {n} {next(deals)} shuffle")

        base = game.resample_state(position.base, seat, shuffle)
        if not position.answers:
            return Position(base, position.tick), f"{seed}-other"
        other = _replayed(game, position, base, seed, seat, dice)
        if other is not None:
            return other, seed
    return None


def _replayed(
    game: AnyGame, position: Position[Any], base: Any, seed: str, seat: Seat, dice: Dice
) -> Position[Any] | None:
    """Replay the turn from another start with resampled answers of the other seats. Return None if the seat can notice it."""
    here: GameRun[Any] = GameRun(game, Position(position.base, position.tick), seed)
    there: GameRun[Any] = GameRun(game, Position(base, position.tick), seed)
    asked: GameRun[Any] = GameRun(game, position, seed)
    lot = count()
    for n, (who, words) in enumerate(position.answers):
        pending = position.tick + n >= asked.asked_at_move
        try:
            mine = _heard(here, who, words, seat)
            other = (
                _another(there.build_menu(who), dice, position.move_count, f"{seat} {next(lot)}") if pending else words
            )
            theirs = _heard(there, who, other, seat)
        except IllegalMoveError:
            return None
        if mine != theirs:
            return None
    same = (
        game.build_view(here.state, seat) == game.build_view(there.state, seat)
        and here.questions.keys() == there.questions.keys()
    )
    return there.position if same else None


def _another(menu: Menu, dice: Dice, tick: int, label: str) -> Words:
    drawn = count()
    return sample_move(menu, lambda n: dice.roll_below(n, tick, f"{label} {next(drawn)} answer"))


def _heard(run: GameRun[Any], who: Seat, words: Words, seat: Seat) -> list[str]:
    return [
        write_plain_text(event.text) for event in run.play(who, words).events if event.to is None or seat in event.to
    ]
