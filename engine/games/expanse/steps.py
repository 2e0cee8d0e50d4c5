"""How an Event or the spending of Action Points is put together: step by step on a copy of the table.

An effect is a function of a `WorkingCopy` and of what comes after it. It returns the next `Step`: a choice that
somebody has to make,
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
from engine.games.expanse.state import Base, FactionState, Fleets, Orbital, State
from engine.kernel.event import Effects
from engine.kernel.menu import LazyOptions, Menu, Option, Word, Words
from engine.kernel.text import Seat, Text


class WorkingCopy(msgspec.Struct, eq=False, gc=False):
    """A table in the middle of a move: the state so far, who acts (`actor` is the side), what is to be told, and what the effect
    before has touched.

    `base` and `orbital` are what "there" means to the next effect, `moved` the fleets that have moved in this Event, by Orbital,
    `placed` how many cubes it has put on which base.
    Never changed: `fork` makes a new one whose state, with the side named, may be.
    """

    board: Board
    state: State
    seat: Seat
    actor: FactionState
    log: tuple[Text, ...] = ()
    base: Base = ""
    orbital: Orbital = ""
    moved: dict[Orbital, Fleets] = {}
    placed: dict[Base, int] = {}

    @property
    def faction(self) -> Faction:
        """The faction that acts."""
        return self.actor.faction

    def fork(self, seat: Seat | None = None) -> WorkingCopy:
        """A copy whose state may be changed, and in it the side of this seat. Lists and dictionaries in them are replaced, not
        changed."""
        state = replace(self.state)
        if seat is None:
            return replace(self, state=state)
        state.sides = sides = state.sides.copy()
        sides[seat] = replace(sides[seat])
        return replace(self, state=state, actor=sides[self.seat])

    def add_texts(self, *texts: Text) -> WorkingCopy:
        """The same table with more to tell; for a fork only, which is changed."""
        self.log += texts
        return self

    def set_place(self, *, base: Base = "", orbital: Orbital = "") -> WorkingCopy:
        """The same table, where "there" means something else."""
        return replace(self, base=base, orbital=orbital)


def create_working_copy(board: Board, state: State, seat: Seat) -> WorkingCopy:
    """A table on which this seat is about to act."""
    return WorkingCopy(board, state, seat, state.sides[seat])


MenuNames = tuple[str, Optional["MenuNames"]]
"""What the menus of a move are called, level by level: a name, and those behind it."""


OptionMaker = Callable[[Word], Option]
"""How a word is shown."""


@final
class Choice(LazyOptions, kw_only=True, eq=False):
    """Somebody has to choose; `work` is the table by then, `next_step` makes the step behind a word. `max_repeats`: so
    many more times the
    same may be asked after it. `is_interchangeable`: it does not matter which time an answer is given, if it is asked
    more than once.

    It is itself the options of its menu: `words` can be chosen, `build_options` says how they and those that cannot be
    are shown, or
    `make_option` how each of them is, where all can be chosen.
    `later_names` are the names of the menus behind this one's. `explored` its words are the steps and menus that have
    been looked at.
    """

    work: WorkingCopy
    seat: Seat
    prompt: Text
    next_step: Callable[[Word], Step]
    max_repeats: int = 0
    is_interchangeable: bool = False
    make_option: Optional[OptionMaker] = None
    later_names: Optional[MenuNames] = None
    explored: dict[Word, tuple[Step, Optional[Menu]]] = msgspec.field(default_factory=dict)

    def list_options(self) -> tuple[Option, ...]:
        """The options."""
        if not self.built_options:
            self.built_options = tuple(
                self.build_options() if self.make_option is None else map(self.make_option, self.words)
            )
        return self.built_options

    def build_menu(self, names: MenuNames) -> Menu:
        """This choice and all the seat's own choices behind it as one move.

        A command has 25 parameters at most: what is longer goes on in another move. A choice keeps the menus behind it and not
        its own: in a ring they would lie about until the garbage is collected.
        """
        name, self.later_names = names
        return Menu(
            name,
            self.prompt,
            self,
            self.find_next_menu,
            max_repeats=self.max_repeats,
            is_interchangeable=self.is_interchangeable,
        )

    def find_next_menu(self, word: Word) -> Menu | None:
        """The menu behind a word, None where the move is complete."""
        found = self.explored.get(word)
        if found is not None:
            return found[1]
        step, below, rest = self.next_step(word), None, self.later_names
        if rest is not None and type(step) is Choice and step.seat == self.seat:
            name, step.later_names = rest
            # Something was done since this choice, or this is asked again.
            apart = step.work.log is not self.work.log or (self.max_repeats > 0 and step.prompt is self.prompt)
            below = Menu(
                name,
                step.prompt,
                step,
                step.find_next_menu,
                preview_state=step.preview_state,
                starts_new_list=apart,
                max_repeats=step.max_repeats,
                is_interchangeable=step.is_interchangeable,
            )
        self.explored[word] = step, below
        return below

    def preview_state(self) -> State:
        """The table as it would be by then."""
        return self.work.state


@final
class MovePause(msgspec.Struct, frozen=True):
    """The move ends here; what follows is found only when it is played, since it depends on what lies hidden."""

    work: WorkingCopy
    resume: Callable[[WorkingCopy, Effects], Step]


@final
class MoveEnd(msgspec.Struct, frozen=True, gc=False):
    """Nothing is left to choose."""

    work: WorkingCopy


Step = Union[Choice, MovePause, MoveEnd]
Continuation = Callable[[WorkingCopy], Step]


def follow_words(step: Step, words: Words) -> Step:
    """The step behind these words."""
    for word in words:
        if type(step) is Choice:
            known = step.explored.get(word)
            step = step.next_step(word) if known is None else known[0]
    return step


def ask_unless_forced(
    work: WorkingCopy,
    seat: Seat,
    prompt: Text,
    words: Sequence[Word],
    make_option: OptionMaker,
    on_choice: Callable[[Word], Step],
    max_repeats: int = 0,
) -> Step:
    """A choice among what may all be chosen, or what follows at once where there is only one thing."""
    if len(words) == 1:
        return on_choice(words[0])
    return Choice(
        words,
        work=work,
        seat=seat,
        prompt=prompt,
        next_step=on_choice,
        max_repeats=max_repeats,
        make_option=make_option,
    )


def ask_seat(
    work: WorkingCopy,
    seat: Seat,
    prompt: Text,
    words: Sequence[Word],
    make_option: OptionMaker,
    on_choice: Callable[[Word], Step],
    max_repeats: int = 0,
    *,
    is_interchangeable: bool = False,
) -> Step:
    """A choice, also where there is only one thing to choose: the word belongs into the move."""
    return Choice(
        words,
        work=work,
        seat=seat,
        prompt=prompt,
        next_step=on_choice,
        max_repeats=max_repeats,
        is_interchangeable=is_interchangeable,
        make_option=make_option,
    )
