"""A random game with everything that is worth looking at on the way, and the games that the suite plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from typing import Any

from engine.commands import Step, random_play
from engine.kernel.dice import Dice
from engine.kernel.position import Now, Played, Position, now, start
from engine.kernel.registry import AnyGame
from engine.kernel.script import Setting, settle
from engine.kernel.text import Refusal, Seat

DEFAULT_GAMES = 3
"""Games with the default settings, for each number of seats; one for every other row of settings."""
BOUND = 2_000
"""Moves within which every random game must be over."""


@dataclass(frozen=True)
class Case:
    """One game to play: the suite's unit. `options` holds what differs from the defaults."""

    seats: int
    options: Mapping[str, str]
    seed: str

    def __str__(self) -> str:
        return "-".join([f"{self.seats}p", *(f"{name}:{value}" for name, value in self.options.items()), self.seed])


@dataclass(frozen=True)
class Moment:
    """A position with what it means, and the move that was made there."""

    at: int
    position: Position[Any]
    here: Now[Any]
    step: Step


@dataclass(frozen=True)
class Journey:
    """A random game from its opening to `last`; `luck` is for the checks, so that they never draw from the game's own dice."""

    game: AnyGame
    case: Case
    opening: Played[Any]
    moments: Sequence[Moment]
    last: Position[Any]
    luck: Dice
    _label: Iterator[int] = field(default_factory=count)

    def afresh(self) -> Journey:
        """The same game for another check, whose luck does not depend on what was checked before."""
        return replace(self, _label=count())

    @property
    def povs(self) -> tuple[Seat | None, ...]:
        """Every point of view: a spectator's and each seat's."""
        return (None, *range(self.case.seats))

    def some(self, n: int) -> list[Moment]:
        """About n moments, evenly spread over the game."""
        return list(self.moments[:: max(1, len(self.moments) // n)])

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, another one at each call."""
        return self.luck.below(n, 0, str(next(self._label)))

    def shuffle(self, items: list[Any]) -> list[Any]:
        """A random order, another one at each call."""
        return self.luck.shuffled(items, 0, str(next(self._label)))

    def where(self, moment: Moment) -> str:
        """What a failing check says first: the moment in words."""
        made = [
            f"{before.step.seat} {' '.join(before.step.words)}"
            for before in self.moments[max(0, moment.at - 3) : moment.at]
        ]
        asked = ", ".join(str(seat) for seat in moment.here.ask)
        return f"\n{self.game.slug} {self.case}, after move {moment.at} ({'; '.join(made)}), waiting for {asked}:\n"


def journey(game: AnyGame, case: Case) -> Journey:
    """Play the case's random game, for at most BOUND moves."""
    opening = start(game, case.seats, settle(game.settings, case.options), case.seed)
    moments: list[Moment] = []
    position = opening.position
    for step in islice(random_play(game, position, case.seed), BOUND):
        moments.append(Moment(len(moments), position, now(game, position, case.seed), step))
        position = step.played.position
    return Journey(game, case, opening, moments, position, Dice(f"{case.seed}/checks"))


def rows(settings: Sequence[Setting]) -> list[dict[str, str]]:
    """Combinations in which every value occurs: each alone among defaults, and the last values together."""
    alone = [{setting.name: value} for setting in settings for value in list(setting.values)[1:]]
    last = {setting.name: list(setting.values)[-1] for setting in settings if len(setting.values) > 1}
    return [*alone, *([last] if len(last) > 1 else [])]


def cases(game: AnyGame) -> list[Case]:
    """The defaults with every number of seats, and every row of settings with one number of seats that it is for."""
    plain = [Case(seats, {}, f"conform-{seats}-{k}") for seats in game.seats for k in range(DEFAULT_GAMES)]
    return [*plain, *(_fitting(game, n, row) for n, row in enumerate(rows(game.settings)))]


def _fitting(game: AnyGame, n: int, row: dict[str, str]) -> Case:
    """A setting may be for some numbers of seats only: then `setup` refuses the others."""
    counts = list(game.seats)
    refusals: list[str] = []
    for k in range(len(counts)):
        case = Case(counts[(n + k) % len(counts)], row, f"conform-{n}")
        try:
            start(game, case.seats, settle(game.settings, row), case.seed)
        except Refusal as no:
            refusals.append(str(no))
        else:
            return case
    raise AssertionError(f"{game.slug} takes {row} with no number of players: {refusals}")


Check = Callable[[Journey], None]
