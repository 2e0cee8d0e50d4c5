"""A question of a seat as plain data, to be thought about elsewhere: with what the seat may know, and nothing else.

Neither the table's seed nor its true position is in it. Where a turn begins, all that the seat cannot know is dealt afresh. In the
middle of a turn the script has to be run again up to the question, which takes what was rolled in it: those rolls come along, and
what was shuffled or lies hidden is dealt afresh as far as it is hidden still. What has been shown in this turn stays where it lay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Optional, TypeVar

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.freeze import copied
from engine.kernel.position import Position, Run, decode, encode
from engine.kernel.registry import AnyGame
from engine.kernel.text import Illegal, Seat, plain

T = TypeVar("T")
TRIES = 8
"""How often a turn is dealt afresh to find one in which the seat has seen and heard the same."""


class Question(msgspec.Struct, frozen=True):
    """A position that looks to `seat` like the table's, as JSON, and what has been rolled in its turn: numbers by "tick/label", of
    a shuffle the order in which things came to lie."""

    seat: Seat
    position: str
    rolls: dict[str, tuple[int, ...]] = {}


class Rolled(Dice):
    """Dice that know what was rolled in a turn, and nothing else. Raises KeyError for any other roll."""

    __slots__ = ("_rolls",)

    def __init__(self, rolls: dict[str, tuple[int, ...]]) -> None:
        super().__init__("")
        self._rolls = rolls

    def below(self, n: int, tick: int, label: str) -> int:  # noqa: ARG002
        """What was rolled."""
        return self._rolls[f"{tick}/{label}"][0]

    def shuffled(self, items: Sequence[T], tick: int, label: str) -> list[T]:
        """The items in the order in which they came to lie."""
        return [items[n] for n in self._rolls[f"{tick}/{label}"]]


class Recording(Dice):
    """A table's dice, and what they have rolled: of a shuffle also the things themselves, as they lay before."""

    __slots__ = ("rolls", "things")

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.rolls: dict[str, tuple[int, ...]] = {}
        self.things: dict[str, tuple[bytes, ...]] = {}

    def below(self, n: int, tick: int, label: str) -> int:
        """A roll."""
        rolled = super().below(n, tick, label)
        self.rolls[f"{tick}/{label}"] = (rolled,)
        return rolled

    def shuffled(self, items: Sequence[T], tick: int, label: str) -> list[T]:
        """A shuffle."""
        order = Dice.shuffled(Dice(self.seed), range(len(items)), tick, label)
        self.rolls[f"{tick}/{label}"] = tuple(order)
        self.things[f"{tick}/{label}"] = tuple(map(_key, items))
        return [items[n] for n in order]


def question(game: AnyGame, position: Position[Any], seed: str, seat: Seat, dice: Dice) -> Question | None:
    """The question that a seat owes an answer to, dealt afresh with these dice; None where no other dealing was found that fits
    what the seat has seen in this turn, so that nothing may be told of it. Raises Illegal where the seat owes none."""
    here: Run[Any] = Run(game, position, seed)
    here.menu(seat)
    known = position.answers[: here.asked - position.tick]  # what others have answered already is theirs
    if not known:
        base = game.resample(position.base, seat, _Fresh(dice, position.moves, 0).shuffle)
        return Question(seat, encode(Position(base, position.tick)).decode())
    told = Recording(seed)
    there: Run[Any] = Run(game, Position(position.base, position.tick), told)
    heard = [_heard(there, who, words, seat) for who, words in known]
    hidden = _hidden(game, there.state, seat)
    view, asked = game.view(there.state, seat), there.ask.keys()
    for n in range(TRIES):
        fresh = _Fresh(dice, position.moves, n)
        base = copied(position.base)
        before = _hidden(game, base, seat)
        free = {thing for thing, many in before.items() if hidden[thing] >= many}
        game.deal_afresh(base, seat, partial(fresh.among, free=free))
        rolls = {**told.rolls}
        for label, things in told.things.items():
            order = told.rolls[label]
            open_to_deal = {thing for thing, many in Counter(things).items() if hidden[thing] >= many}
            rolls[label] = tuple(fresh.among(order, open_to_deal, [things[at] for at in order]))
        again: Run[Any] = Run(game, Position(base, position.tick), Rolled(rolls))
        try:
            same = [_heard(again, who, words, seat) for who, words in known] == heard
        except (Illegal, KeyError):
            continue
        if same and game.view(again.state, seat) == view and again.ask.keys() == asked:
            return Question(seat, encode(again.position).decode(), rolls)
    return None


def position_of(game: AnyGame, asked: Question) -> tuple[Position[Any], Dice]:
    """The position of a question, and the dice to bring it to life with."""
    return decode(game, asked.position), Rolled(asked.rolls)


class _Fresh:
    """Deals with keyed dice, the same for the same (moves, n)."""

    def __init__(self, dice: Dice, moves: int, n: int) -> None:
        self._dice, self._moves, self._n, self._dealt = dice, moves, n, 0

    def shuffle(self, pool: list[T]) -> list[T]:
        """All of them in another order."""
        self._dealt += 1
        return self._dice.shuffled(pool, self._moves, f"afresh {self._n} {self._dealt} shuffle")

    def among(self, pool: Sequence[T], free: Iterable[bytes], things: Optional[Sequence[bytes]] = None) -> list[T]:
        """Those that are free among their own places; the others stay where they are. `things` says what each of them is."""
        kinds, free = things or [_key(one) for one in pool], frozenset(free)
        places = [n for n, kind in enumerate(kinds) if kind in free]
        dealt = list(pool)
        for place, one in zip(places, self.shuffle([pool[n] for n in places]), strict=True):
            dealt[place] = one
        return dealt


def _hidden(game: AnyGame, state: Any, seat: Seat) -> Counter[bytes]:  # noqa: ANN401 - each game has its own state
    """All that the seat cannot know, and how many there are of each."""
    found: Counter[bytes] = Counter()

    def look(pool: list[Any]) -> list[Any]:
        found.update(map(_key, pool))
        return list(pool)

    game.deal_afresh(copied(state), seat, look)
    return found


def _key(one: object) -> bytes:
    return msgspec.json.encode(one)


def _heard(run: Run[Any], who: Seat, words: tuple[str, ...], seat: Seat) -> list[str]:
    return [plain(event.text) for event in run.play(who, words).events if event.to is None or seat in event.to]
