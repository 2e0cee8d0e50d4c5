"""How an Event or the spending of Action Points is put together: step by step on a copy of the table.

An effect is a function of a `Work` and of what comes after it. It returns the next `Step`: a choice that somebody has to make,
with the table as it would be by then; a pause, where something hidden has to be looked at; or the end. Steps that one seat
takes after each other are one move, since nothing is learnt between them; the next seat's step begins another.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Union

import msgspec

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.state import Base, Fleets, Orbital, Side, State
from engine.kernel.event import Effects
from engine.kernel.menu import Lazy, Menu, Option, Word
from engine.kernel.text import Seat, Text


class Work:
    """A table in the middle of a move: the state so far, who acts, what is to be told, and what the effect before has touched.

    `base` and `orbital` are what "there" means to the next effect, `moved` the fleets that have moved in this Event, by Orbital,
    `placed` how many cubes it has put on which base.
    Never changed: `fork` makes a new one whose state, with the sides named, may be.
    """

    __slots__ = ("base", "board", "log", "moved", "orbital", "placed", "seat", "state")

    def __init__(self, board: Board, state: State, seat: Seat) -> None:
        self.board = board
        self.state = state
        self.seat = seat
        self.log: tuple[Text, ...] = ()
        self.base: Base = ""
        self.orbital: Orbital = ""
        self.moved: dict[Orbital, Fleets] = {}
        self.placed: dict[Base, int] = {}

    @property
    def me(self) -> Side:
        """The side that acts."""
        return self.state.sides[self.seat]

    @property
    def faction(self) -> Faction:
        """The faction that acts."""
        return self.state.sides[self.seat].faction

    def fork(self, *seats: Seat) -> Work:
        """A copy whose state may be changed, and in it the sides of these seats. Other lists in it are replaced, not changed."""
        new = self._twin()
        new.state = state = copy(self.state)
        state.sides = sides = state.sides[:]
        for seat in seats:
            sides[seat] = side = copy(sides[seat])
            side.cubes, side.fleets, side.diplomats = dict(side.cubes), dict(side.fleets), dict(side.diplomats)
        return new

    def says(self, *texts: Text) -> Work:
        """The same table with more to tell; for a fork only, which is changed."""
        self.log += texts
        return self

    def there(self, *, base: Base = "", orbital: Orbital = "") -> Work:
        """The same table, where "there" means something else."""
        new = self._twin()
        new.base, new.orbital = base, orbital
        return new

    def _twin(self) -> Work:
        new = Work(self.board, self.state, self.seat)
        new.log, new.moved, new.placed = self.log, self.moved, self.placed
        new.base, new.orbital = self.base, self.orbital
        return new


class Choice:
    """Somebody has to choose; `work` is the table by then, `go` makes the step behind a word, once. `again`: so many more times
    the same may be asked after it. `alike`: it does not matter which time an answer is given, if it is asked more than once."""

    __slots__ = ("_go", "_made", "_menu", "again", "alike", "options", "prompt", "seat", "work")

    def __init__(
        self,
        work: Work,
        seat: Seat,
        prompt: Text,
        options: tuple[Option, ...],
        go: Callable[[Word], Step],
        again: int = 0,
        *,
        alike: bool = False,
    ) -> None:
        self.work = work
        self.seat = seat
        self.prompt = prompt
        self.options = options
        self.again = again
        self.alike = alike
        self._go = go
        self._made: dict[Word, Step] = {}
        self._menu: Menu | None = None

    def go(self, word: Word) -> Step:
        """What comes after this word."""
        made = self._made.get(word)
        if made is None:
            made = self._made[word] = self._go(word)
        return made

    def menu(self, names: tuple[str, ...], depth: int = 0, *, apart: bool = False) -> Menu:
        """This choice and all the seat's own choices behind it as one move; `names` are the menus' names, level by level.
        `apart`: something was done since the choice before.

        A command has 25 parameters at most: what is longer goes on in another move.
        """
        if self._menu is None:
            deeper = depth + 1

            def then(word: Word) -> Menu | None:
                step = self.go(word)
                if isinstance(step, Choice) and step.seat == self.seat and deeper < len(names):
                    return step.menu(names, deeper, apart=len(step.work.log) > len(self.work.log))
                return None

            words = [option.word for option in self.options if option.why_not is None]
            options = Lazy(words, lambda: self.options)
            draft = (lambda: self.work.state) if depth else None
            self._menu = Menu(
                names[depth],
                self.prompt,
                options,
                then,
                draft=draft,
                apart=apart,
                again=self.again,
                alike=self.alike,
            )
        return self._menu


class Pause(msgspec.Struct, frozen=True):
    """The move ends here; what follows is found only when it is played, since it depends on what lies hidden."""

    work: Work
    go: Callable[[Work, Effects], Step]


class Done(msgspec.Struct, frozen=True):
    """Nothing is left to choose."""

    work: Work


Step = Union[Choice, Pause, Done]
Then = Callable[[Work], Step]


def single(
    work: Work, seat: Seat, prompt: Text, options: list[Option], go: Callable[[Word], Step], again: int = 0
) -> Step:
    """A choice among what may all be chosen, or what follows at once where there is only one thing."""
    if len(options) == 1:
        return go(options[0].word)
    return Choice(work, seat, prompt, tuple(options), go, again)


def ask(
    work: Work, seat: Seat, prompt: Text, options: list[Option], go: Callable[[Word], Step], again: int = 0
) -> Step:
    """A choice, also where there is only one thing to choose: the word belongs into the move."""
    return Choice(work, seat, prompt, tuple(options), go, again)
