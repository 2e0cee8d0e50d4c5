"""How an Event or the spending of Action Points is put together: step by step on a copy of the table.

An effect is a function of a `Work` and of what comes after it. It returns the next `Step`: a choice that somebody has to make,
with the table as it would be by then; a pause, where something hidden has to be looked at; or the end. Steps that one seat
takes after each other are one move, since nothing is learnt between them; the next seat's step begins another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import partial
from typing import Union

import msgspec

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.state import Base, Fleets, Orbital, Side, State
from engine.kernel.event import Effects
from engine.kernel.menu import Lazy, Menu, Option, Word
from engine.kernel.text import Seat, Text


class Work(msgspec.Struct, eq=False):
    """A table in the middle of a move: the state so far, who acts, what is to be told, and what the effect before has touched.

    `base` and `orbital` are what "there" means to the next effect, `moved` the fleets that have moved in this Event, by Orbital,
    `placed` how many cubes it has put on which base.
    Never changed: `fork` makes a new one whose state, with the sides named, may be.
    """

    board: Board
    state: State
    seat: Seat
    log: tuple[Text, ...] = ()
    base: Base = ""
    orbital: Orbital = ""
    moved: dict[Orbital, Fleets] = {}
    placed: dict[Base, int] = {}

    @property
    def me(self) -> Side:
        """The side that acts."""
        return self.state.sides[self.seat]

    @property
    def faction(self) -> Faction:
        """The faction that acts."""
        return self.state.sides[self.seat].faction

    def fork(self, *seats: Seat) -> Work:
        """A copy whose state may be changed, and in it the sides of these seats. Lists and dictionaries in them are replaced, not
        changed."""
        new = copy(self)
        new.state = state = copy(self.state)
        state.sides = sides = state.sides[:]
        for seat in seats:
            sides[seat] = copy(sides[seat])
        return new

    def says(self, *texts: Text) -> Work:
        """The same table with more to tell; for a fork only, which is changed."""
        self.log += texts
        return self

    def there(self, *, base: Base = "", orbital: Orbital = "") -> Work:
        """The same table, where "there" means something else."""
        new = copy(self)
        new.base, new.orbital = base, orbital
        return new


class Choice(Lazy):
    """Somebody has to choose; `work` is the table by then, `go` makes the step behind a word, once. `again`: so many more times
    the same may be asked after it. `alike`: it does not matter which time an answer is given, if it is asked more than once.

    It is itself the options of its menu: `words` can be chosen, `make` says how they and those that cannot be are shown.
    """

    __slots__ = ("_depth", "_go", "_names", "_steps", "again", "alike", "prompt", "seat", "work")

    def __init__(
        self,
        work: Work,
        seat: Seat,
        prompt: Text,
        words: Sequence[Word],
        make: Callable[[], Iterable[Option]],
        go: Callable[[Word], Step],
        again: int = 0,
        *,
        alike: bool = False,
    ) -> None:
        self.words, self._make = words, make
        self.work = work
        self.seat = seat
        self.prompt = prompt
        self.again = again
        self.alike = alike
        self._go = go
        self._steps: dict[Word, Step] = {}

    def go(self, word: Word) -> Step:
        """What comes after this word."""
        step = self._steps.get(word)
        if step is None:
            step = self._steps[word] = self._go(word)
        return step

    def menu(self, names: tuple[str, ...], depth: int = 0, *, apart: bool = False) -> Menu:
        """This choice and all the seat's own choices behind it as one move; `names` are the menus' names, level by level.
        `apart`: something was done since the choice before.

        A command has 25 parameters at most: what is longer goes on in another move. A menu knows its choice and not the other
        way round: in a ring they would lie about until the garbage is collected.
        """
        self._names, self._depth = names, depth
        draft = self._draft if depth else None
        again, alike = self.again, self.alike
        return Menu(names[depth], self.prompt, self, self._then, draft=draft, apart=apart, again=again, alike=alike)

    def _then(self, word: Word) -> Menu | None:
        step, deeper = self.go(word), self._depth + 1
        if isinstance(step, Choice) and step.seat == self.seat and deeper < len(self._names):
            return step.menu(self._names, deeper, apart=len(step.work.log) > len(self.work.log))
        return None

    def _draft(self) -> State:
        return self.work.state


class Pause(msgspec.Struct, frozen=True):
    """The move ends here; what follows is found only when it is played, since it depends on what lies hidden."""

    work: Work
    go: Callable[[Work, Effects], Step]


class Done(msgspec.Struct, frozen=True):
    """Nothing is left to choose."""

    work: Work


Step = Union[Choice, Pause, Done]
Then = Callable[[Work], Step]
Shown = Callable[[Word], Option]
"""How a word is shown."""


def single(
    work: Work,
    seat: Seat,
    prompt: Text,
    words: Sequence[Word],
    shown: Shown,
    go: Callable[[Word], Step],
    again: int = 0,
) -> Step:
    """A choice among what may all be chosen, or what follows at once where there is only one thing."""
    if len(words) == 1:
        return go(words[0])
    return Choice(work, seat, prompt, words, partial(map, shown, words), go, again)


def ask(
    work: Work,
    seat: Seat,
    prompt: Text,
    words: Sequence[Word],
    shown: Shown,
    go: Callable[[Word], Step],
    again: int = 0,
    *,
    alike: bool = False,
) -> Step:
    """A choice, also where there is only one thing to choose: the word belongs into the move."""
    return Choice(work, seat, prompt, words, partial(map, shown, words), go, again, alike=alike)
