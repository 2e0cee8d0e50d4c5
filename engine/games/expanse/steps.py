"""The steps of an Event or of spending Action Points, on a copy of the state.

An effect is a function of a `WorkingCopy` and a continuation. It returns the next `Step`: a choice with the state at that point,
a pause before something hidden is revealed, or the end. Successive steps of one seat are one move, since it learns nothing new
between them; a step of another seat begins another move. `list_bases` and `list_orbitals` read the place words of Events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Optional, Union, final

import msgspec
from msgspec.structs import replace

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.picks import build_pick_lists
from engine.games.expanse.state import Base, FactionState, Fleets, Orbital, State
from engine.kernel.event import Effects
from engine.kernel.menu import LazyOptions, Menu, Option, PickLists, Word, Words
from engine.kernel.text import Seat, Text


class WorkingCopy(msgspec.Struct, eq=False, gc=False):
    """The state in the middle of a move, with the acting seat and its side (`actor`).

    `log` are the texts to announce. `base` and `orbital` are the places that "there" means to the next effect. `moved` are the
    fleets that this Event has moved, by Orbital; `placed` is the number of cubes it has put on each base.

    A working copy is immutable by convention. `fork` returns one whose state may be changed.
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
        """The acting faction."""
        return self.actor.faction

    def fork(self, seat: Seat | None = None) -> WorkingCopy:
        """Return a copy whose state, and in it the side of this seat, may be changed.

        Lists and dictionaries in them are shared: replace them, do not change them.
        """
        state = replace(self.state)
        if seat is None:
            return replace(self, state=state)
        state.sides = sides = state.sides.copy()
        sides[seat] = replace(sides[seat])
        return replace(self, state=state, actor=sides[self.seat])

    def add_texts(self, *texts: Text) -> WorkingCopy:
        """Add texts to the log in place and return the same object; only for a fork."""
        self.log += texts
        return self

    def set_place(self, *, base: Base = "", orbital: Orbital = "") -> WorkingCopy:
        """Return a copy in which "there" means this place."""
        return replace(self, base=base, orbital=orbital)


def create_working_copy(board: Board, state: State, seat: Seat) -> WorkingCopy:
    """Create a working copy for a seat that is about to act."""
    return WorkingCopy(board, state, seat, state.sides[seat])


# ---------------------------------------------------------------- choices
MenuNames = tuple[str, Optional["MenuNames"]]
"""The names of the menus of a move, level by level: a name, and the names behind it."""


OptionMaker = Callable[[Word], Option]
"""A function that creates the option of a word."""


@final
class Choice(LazyOptions, kw_only=True, eq=False):
    """A choice of a seat; `work` is the state at that point, `next_step` returns the step behind a word.

    A choice is also the options of its own menu. The seat can choose among `words`. `build_options` lists the options, with
    those that cannot be chosen; if all can be chosen, `make_option` creates the option of each word instead.

    `max_repeats` is how often the same question may follow this one. `has_lists`: its answers are listed with those to later
    questions although it is not repeated. `later_names` are the names of the menus behind this one. `explored` keeps the steps
    and menus behind the words that have been visited.
    """

    work: WorkingCopy
    seat: Seat
    prompt: Text
    next_step: Callable[[Word], Step]
    max_repeats: int = 0
    has_lists: bool = False
    make_option: Optional[OptionMaker] = None
    later_names: Optional[MenuNames] = None
    explored: dict[Word, tuple[Step, Optional[Menu]]] = msgspec.field(default_factory=dict)

    def list_options(self) -> tuple[Option, ...]:
        """List the options of the menu; they are created once."""
        if not self.built_options:
            if self.make_option is None:
                self.built_options = tuple(self.build_options())
            else:
                self.built_options = tuple(map(self.make_option, self.words))
        return self.built_options

    def build_menu(self, names: MenuNames) -> Menu:
        """Build the menu of this choice and the seat's own choices behind it, as one move.

        A command has at most 25 parameters; a longer series of choices continues in another move. A choice keeps the menus
        behind it and not its own menu, since a reference cycle would stay in memory until the next garbage collection.
        """
        name, self.later_names = names
        return Menu(
            name,
            self.prompt,
            self,
            self.find_next_menu,
            build_pick_lists=self.pick_lister,
        )

    @property
    def pick_lister(self) -> Callable[[Menu], PickLists] | None:
        """The function that builds the pick lists of this choice's menu, None if it is answered once."""
        if not self.max_repeats and not self.has_lists:
            return None
        return partial(build_pick_lists, max_picks=self.max_repeats + 1)

    def find_next_menu(self, word: Word) -> Menu | None:
        """Return the menu behind a word, None if the move is complete."""
        known = self.explored.get(word)
        if known is not None:
            return known[1]
        step, below, names = self.next_step(word), None, self.later_names
        if names is not None and type(step) is Choice and step.seat == self.seat:
            name, step.later_names = names
            is_repeated = self.max_repeats > 0 and step.prompt is self.prompt
            has_changed = step.work.state.sides is not self.work.state.sides
            below = Menu(
                name,
                step.prompt,
                step,
                step.find_next_menu,
                preview_state=step.preview_state,
                starts_screen=has_changed or is_repeated,
                build_pick_lists=step.pick_lister,
            )
        self.explored[word] = step, below
        return below

    def preview_state(self) -> State:
        """Return the state at the time of this choice."""
        return self.work.state


@final
class MovePause(msgspec.Struct, frozen=True):
    """The end of a move before something hidden is revealed; `resume` then returns the next step."""

    work: WorkingCopy
    resume: Callable[[WorkingCopy, Effects], Step]


@final
class MoveEnd(msgspec.Struct, frozen=True, gc=False):
    """The end of a move after which nothing is left to choose."""

    work: WorkingCopy


Step = Union[Choice, MovePause, MoveEnd]
Continuation = Callable[[WorkingCopy], Step]


def follow_words(step: Step, words: Words) -> Step:
    """Return the step behind these words."""
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
    """Ask a seat to choose one of the words; a single word is chosen at once."""
    if len(words) == 1:
        return on_choice(words[0])
    return ask_seat(work, seat, prompt, words, make_option, on_choice, max_repeats)


def ask_seat(
    work: WorkingCopy,
    seat: Seat,
    prompt: Text,
    words: Sequence[Word],
    make_option: OptionMaker,
    on_choice: Callable[[Word], Step],
    max_repeats: int = 0,
    *,
    has_lists: bool = False,
) -> Step:
    """Ask a seat to choose one of the words; a single word is asked for too, since it is part of the move."""
    return Choice(
        words,
        work=work,
        seat=seat,
        prompt=prompt,
        next_step=on_choice,
        max_repeats=max_repeats,
        has_lists=has_lists,
        make_option=make_option,
    )


def list_bases(work: WorkingCopy, where: str) -> tuple[Base, ...]:
    """List the bases that a place word means now."""
    board, seats = work.board, work.state.seats
    if where == "there":
        if work.base:
            return (work.base,)
        return board.list_bases(work.orbital, seats) if work.orbital else ()
    if where == "sector-there":
        if not work.base:
            return ()
        return board.list_bases(board.sector_by_orbital[board.orbital_by_base[work.base]], seats)
    return board.list_bases(where, seats)


def list_orbitals(work: WorkingCopy, where: str) -> tuple[Orbital, ...]:
    """List the Orbitals that a place word means now."""
    board, fleets = work.board, work.actor.fleets
    match where:
        case "any":
            return board.orbitals
        case "there":
            return (work.orbital,) if work.orbital else ()
        case "fleet":
            return tuple(orbital for orbital in board.orbitals if orbital in fleets)
        case "control":
            controllers = board.map_controllers(work.state)
            return tuple(orbital for orbital in board.orbitals if controllers.get(orbital) == work.faction)
        case "rocinante":
            return tuple(orbital for orbital in board.orbitals if "r" in fleets.get(orbital, ""))
        case _:
            return board.list_orbitals(where)
