"""Pairs of tables that look the same to a seat, though everything hidden from it lies otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from engine.commands import choose
from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, sample
from engine.kernel.position import Position, Run, start
from engine.kernel.registry import AnyGame
from engine.kernel.script import settle
from engine.kernel.text import Illegal, Seat, plain

TRIES = 6
"""How often one moment is dealt afresh to find one that fits what was answered in the turn."""


class Twins(msgspec.Struct, frozen=True):
    """A seat's question at two tables that it cannot tell apart. `exchanged`: whether they differ at all."""

    seat: Seat
    one: tuple[Position[Any], str]
    other: tuple[Position[Any], str]
    exchanged: bool


def twins(game: AnyGame, seats: int, seed: str, options: dict[str, str], most: int) -> Iterator[Twins]:
    """The questions of a random game, so many at most, each with a twin where one was found."""
    position = start(game, seats, settle(game.settings, options), seed).position
    dice = Dice(f"{seed}/twins")
    for _ in range(most):
        run: Run[Any] = Run(game, position, seed)
        if not run.ask:
            return
        for seat in run.now.ask:
            other = _twin(game, position, seed, seat, dice)
            if other is not None:
                changed = msgspec.json.encode(other[0]) != msgspec.json.encode(position)
                yield Twins(seat, (position, seed), other, changed)
        seat, words = choose(run.now, dice, position.moves)
        position = run.play(seat, words).position


def _twin(
    game: AnyGame, position: Position[Any], seed: str, seat: Seat, dice: Dice
) -> tuple[Position[Any], str] | None:
    for n in range(TRIES):
        deals = iter(range(1000))

        def shuffle(pool: list[Any], n: int = n, deals: Iterator[int] = deals) -> list[Any]:
            return dice.shuffled(pool, position.moves, f"{seat} {n} {next(deals)} shuffle")

        base = game.resample(position.base, seat, shuffle)
        if not position.answers:
            return Position(base, position.tick), f"{seed}-other"
        other = _replayed(game, position, base, seed, seat, dice)
        if other is not None:
            return other, seed
    return None


def _replayed(
    game: AnyGame, position: Position[Any], base: Any, seed: str, seat: Seat, dice: Dice
) -> Position[Any] | None:
    """The same turn from another start, with other answers of others to the present question; None where the seat notices."""
    here: Run[Any] = Run(game, Position(position.base, position.tick), seed)
    there: Run[Any] = Run(game, Position(base, position.tick), seed)
    asked: Run[Any] = Run(game, position, seed)
    lot = count()
    for n, (who, words) in enumerate(position.answers):
        pending = position.tick + n >= asked.asked
        try:
            mine = _heard(here, who, words, seat)
            other = _another(there.menu(who), dice, position.moves, f"{seat} {next(lot)}") if pending else words
            theirs = _heard(there, who, other, seat)
        except Illegal:
            return None
        if mine != theirs:
            return None
    same = game.view(here.state, seat) == game.view(there.state, seat) and here.ask.keys() == there.ask.keys()
    return there.position if same else None


def _another(menu: Menu, dice: Dice, tick: int, label: str) -> Words:
    drawn = count()
    return sample(menu, lambda n: dice.below(n, tick, f"{label} {next(drawn)} answer"))


def _heard(run: Run[Any], who: Seat, words: Words, seat: Seat) -> list[str]:
    return [plain(event.text) for event in run.play(who, words).events if event.to is None or seat in event.to]
