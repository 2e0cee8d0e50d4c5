"""How an Event or the spending of Action Points is put together: step by step on a copy of the table.

An effect is a function of a `Work` and of what comes after it. It returns the next `Step`: a choice that somebody has to make,
with the table as it would be by then; a pause, where something hidden has to be looked at; or the end. Steps that one seat
takes after each other are one move, since nothing is learnt between them; the next seat's step begins another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Optional, Union, final

import msgspec
from msgspec.structs import replace

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.state import Base, Fleets, Orbital, Side, State
from engine.kernel.event import Effects
from engine.kernel.menu import Lazy, Menu, Option, Word, Words
from engine.kernel.text import Seat, Text


class Work(msgspec.Struct, eq=False, gc=False):
    """A table in the middle of a move: the state so far, who acts (`me` is the side), what is to be told, and what the effect
    before has touched.

    `base` and `orbital` are what "there" means to the next effect, `moved` the fleets that have moved in this Event, by Orbital,
    `placed` how many cubes it has put on which base.
    Never changed: `fork` makes a new one whose state, with the side named, may be.
    """

    board: Board
    state: State
    seat: Seat
    me: Side
    log: tuple[Text, ...] = ()
    base: Base = ""
    orbital: Orbital = ""
    moved: dict[Orbital, Fleets] = {}
    placed: dict[Base, int] = {}

    @property
    def faction(self) -> Faction:
        """The faction that acts."""
        return self.me.faction

    def fork(self, seat: Seat | None = None) -> Work:
        """A copy whose state may be changed, and in it the side of this seat. Lists and dictionaries in them are replaced, not
        changed."""
        state = replace(self.state)
        if seat is None:
            return replace(self, state=state)
        state.sides = sides = state.sides.copy()
        sides[seat] = replace(sides[seat])
        return replace(self, state=state, me=sides[self.seat])

    def says(self, *texts: Text) -> Work:
        """The same table with more to tell; for a fork only, which is changed."""
        self.log += texts
        return self

    def there(self, *, base: Base = "", orbital: Orbital = "") -> Work:
        """The same table, where "there" means something else."""
        return replace(self, base=base, orbital=orbital)


def begin(board: Board, state: State, seat: Seat) -> Work:
    """A table on which this seat is about to act."""
    return Work(board, state, seat, state.sides[seat])


Names = tuple[str, Optional["Names"]]
"""What the menus of a move are called, level by level: a name, and those behind it."""


Shown = Callable[[Word], Option]
"""How a word is shown."""


@final
class Choice(Lazy, kw_only=True, eq=False):
    """Somebody has to choose; `work` is the table by then, `next` makes the step behind a word. `again`: so many more times the
    same may be asked after it. `alike`: it does not matter which time an answer is given, if it is asked more than once.

    It is itself the options of its menu: `words` can be chosen, `make` says how they and those that cannot be are shown, or
    `shown` how each of them is, where all can be chosen.
    `rest` are the names of the menus behind this one's. `behind` its words are the steps and menus that have been looked at.
    """

    work: Work
    seat: Seat
    prompt: Text
    next: Callable[[Word], Step]
    again: int = 0
    alike: bool = False
    shown: Optional[Shown] = None
    rest: Optional[Names] = None
    behind: dict[Word, tuple[Step, Optional[Menu]]] = msgspec.field(default_factory=dict)

    def all(self) -> tuple[Option, ...]:
        """The options."""
        if not self.made:
            self.made = tuple(self.make() if self.shown is None else map(self.shown, self.words))
        return self.made

    def menu(self, names: Names) -> Menu:
        """This choice and all the seat's own choices behind it as one move.

        A command has 25 parameters at most: what is longer goes on in another move. A choice keeps the menus behind it and not
        its own: in a ring they would lie about until the garbage is collected.
        """
        name, self.rest = names
        return Menu(name, self.prompt, self, self.then, again=self.again, alike=self.alike)

    def then(self, word: Word) -> Menu | None:
        """The menu behind a word, None where the move is complete."""
        found = self.behind.get(word)
        if found is not None:
            return found[1]
        step, below, rest = self.next(word), None, self.rest
        if rest is not None and type(step) is Choice and step.seat == self.seat:
            name, step.rest = rest
            # Something was done since this choice, or this is asked again.
            apart = step.work.log is not self.work.log or (self.again > 0 and step.prompt is self.prompt)
            below = Menu(
                name, step.prompt, step, step.then, draft=step.draft, apart=apart, again=step.again, alike=step.alike
            )
        self.behind[word] = step, below
        return below

    def draft(self) -> State:
        """The table as it would be by then."""
        return self.work.state


@final
class Pause(msgspec.Struct, frozen=True):
    """The move ends here; what follows is found only when it is played, since it depends on what lies hidden."""

    work: Work
    go: Callable[[Work, Effects], Step]


@final
class Done(msgspec.Struct, frozen=True, gc=False):
    """Nothing is left to choose."""

    work: Work


Step = Union[Choice, Pause, Done]
Then = Callable[[Work], Step]


def follow(step: Step, words: Words) -> Step:
    """The step behind these words."""
    for word in words:
        if type(step) is Choice:
            known = step.behind.get(word)
            step = step.next(word) if known is None else known[0]
    return step


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
    return Choice(words, work=work, seat=seat, prompt=prompt, next=go, again=again, shown=shown)


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
    return Choice(words, work=work, seat=seat, prompt=prompt, next=go, again=again, alike=alike, shown=shown)
