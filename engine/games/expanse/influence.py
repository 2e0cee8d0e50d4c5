"""Effects on influence: place, remove, replace, swap, trim. The UN chooses among its own whatever happens to it (E14.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.games.expanse import pieces
from engine.games.expanse.board import find_seat
from engine.games.expanse.events import Place, Remove, Replace, Swap, Trim
from engine.games.expanse.pieces import InfluenceKind
from engine.games.expanse.state import Base
from engine.games.expanse.steps import Continuation, OptionMaker, Step, WorkingCopy, ask_seat, ask_unless_forced
from engine.kernel.menu import Option, Word
from engine.kernel.text import Seat, Text, say

_KIND_OPTIONS: Final = {"cube": Option("cube", say("A cube")), "diplomat": Option("diplomat", say("A Diplomat"))}
_ASK_BASE: Final = say("On which base do you place influence?")
_ASK_ORIGIN: Final = say("You have no influence left beside the map. From which base do you take it?")
_ASK_REMOVE_FROM: Final = say("From which base do you remove influence?")
_ASK_OWNER: Final = say("Whose influence?")
_ASK_IMMUNE_CHOICE: Final = say("You choose which of your influence is removed. From which base?")
_ASK_KIND: Final = say("Which do you remove?")
_ASK_SWAP: Final = say("Which influence changes places?")
_ASK_SWAP_WITH: Final = say("With which influence on another base?")
_ASK_OWN_SWAP: Final = say("Your influence is swapped: you choose which. On which base?")


def list_bases(work: WorkingCopy, where: str) -> tuple[Base, ...]:
    """The bases that a place word means now."""
    board, seats = work.board, work.state.seats
    if where == "there":
        if work.base:
            return (work.base,)
        return board.list_bases(work.orbital, seats) if work.orbital else ()
    if where == "sector-there":
        return board.list_bases(board.sector_by_orbital[board.orbital_by_base[work.base]], seats) if work.base else ()
    return board.list_bases(where, seats)


# ---------------------------------------------------------------- place
def place_influence(effect: Place, work: WorkingCopy, then: Continuation, placed_later: int = 0) -> Step:
    """Put influence on bases (E6.2); on so many more by the effects that follow."""
    bases = list_bases(work, effect.where)
    if effect.each:
        return _place_on_all(work, bases, then)
    return _place_on_some(effect, bases, work, effect.n, (), then, placed_later)


def _place_on_all(work: WorkingCopy, bases: tuple[Base, ...], then: Continuation) -> Step:
    if not bases:
        return then(work)
    return _place_and_remember(work, bases[0], lambda after: _place_on_all(after, bases[1:], then), len(bases) - 1)


def _place_on_some(
    effect: Place,
    bases: tuple[Base, ...],
    work: WorkingCopy,
    remaining: int,
    taken: tuple[Base, ...],
    then: Continuation,
    placed_later: int,
) -> Step:
    board = work.board
    if effect.per == "base":
        free = [base for base in bases if base not in taken]
    elif effect.per == "sector":
        done = {board.sector_by_orbital[board.orbital_by_base[base]] for base in taken}
        free = [base for base in bases if board.sector_by_orbital[board.orbital_by_base[base]] not in done]
    else:
        free = list(bases)
    if not remaining or not free:
        return then(work)
    if effect.upto:
        free.append("stop")

    def go(word: Word) -> Step:
        if word == "stop":
            return then(work)
        return _place_and_remember(
            work,
            word,
            lambda after: _place_on_some(effect, bases, after, remaining - 1, (*taken, word), then, placed_later),
        )

    return (ask_unless_forced if len(bases) == 1 else ask_seat)(
        work, work.seat, _ASK_BASE, free, board.base_option, go, remaining - 1 + placed_later
    )


def _place_and_remember(work: WorkingCopy, base: Base, then: Continuation, max_repeats: int = 0) -> Step:
    """One influence onto a base by an Event, which remembers it; `max_repeats`: so many more follow without another question."""
    before = work.log

    def remember(after: WorkingCopy) -> Step:
        if after.log != before:
            after.placed = {**work.placed, base: work.placed.get(base, 0) + 1}
        return then(after)

    return place_on_base(work, base, remember, max_repeats)


def place_on_base(work: WorkingCopy, base: Base, then: Continuation, max_repeats: int = 0) -> Step:
    """One influence onto a base; without any beside the map, from another base (E5.3).

    What the same Event has just placed stays where it is as long as something else could be moved: else the Event would not
    be carried out as completely as possible (E6.1).
    """
    side = work.actor
    if side.supply:
        return then(pieces.put_cube(work, base))
    board = work.board
    starts = [start for start in board.bases if start in side.cubes and start != base]
    settled = [start for start in starts if side.cubes[start] > work.placed.get(start, 0)]
    if not starts:
        return then(work.set_place(base=base))
    return ask_seat(
        work,
        work.seat,
        _ASK_ORIGIN,
        settled or starts,
        board.origin_option,
        lambda start: then(pieces.shift_cube(work, work.seat, start, base)),
        max_repeats,
        is_interchangeable=True,
    )


# ---------------------------------------------------------------- remove
def remove_influence(effect: Remove, work: WorkingCopy, then: Continuation) -> Step:
    """Take influence from bases (E6.3)."""
    board = work.board
    if effect.control and board.find_controller(work.state, effect.control) != work.faction:
        return then(work)
    bases = list_bases(work, effect.where)
    alone = len(bases) == 1
    if effect.present:
        bases = tuple(base for base in bases if base in work.actor.cubes or base in work.actor.diplomats)
    if effect.whose == "each":
        return _remove_one_each(work, bases, then)
    if effect.each:
        return _remove_from_each(work, effect, bases, then)
    return InfluenceRemoval(effect, bases, then, has_single_base=alone).ask_next(work, effect.n)


def _remove_from_each(work: WorkingCopy, effect: Remove, bases: tuple[Base, ...], then: Continuation) -> Step:
    if not bases:
        return then(work)
    rest = bases[1:]
    return InfluenceRemoval(
        effect, bases[:1], lambda after: _remove_from_each(after, effect, rest, then), has_single_base=True
    ).ask_next(work, 1, ())


class InfluenceRemoval:
    """Taking influence one after the other, within the limits of an effect.

    An immune faction's own choice comes last: the actor says how many of its influence go (`owed`), and then it says which,
    in one answer, so that nobody waits more often than needed. `has_single_base`: the effect leaves no choice of base.
    """

    __slots__ = ("bases", "effect", "has_single_base", "then")

    def __init__(
        self, effect: Remove, bases: tuple[Base, ...], then: Continuation, *, has_single_base: bool = False
    ) -> None:
        self.effect = effect
        self.bases = bases
        self.then = then
        self.has_single_base = has_single_base

    def ask_next(self, work: WorkingCopy, remaining: int, taken: tuple[Base, ...] = (), owed: int = 0) -> Step:
        """The actor's next pick: a base and whose, or on a single base only whose."""
        immune, seats = _find_immune_seat(work), _list_seats(work, self.effect.whose == "opponent")
        others = [seat for seat in seats if seat != immune]
        open_to = (
            [base for base in self.bases if not taken or self._is_within_limits(work, base, taken)] if remaining else []
        )
        if owed:
            open_to = [base for base in open_to if self._count_removable(work, immune, (*taken, base)) >= owed]
        if self.has_single_base:
            words = self._list_owners(work, others, self.bases[0]) if open_to else []
        else:
            held = _list_held_bases(work, others)
            words = [base for base in open_to if base in held]
        if remaining and immune in seats and self._count_removable(work, immune, taken) > owed:
            words.append(work.state.sides[immune].faction)
        if not words:
            return self._ask_immune_faction(work, immune, owed, taken, self.then)
        if self.effect.upto:
            words.append("stop")

        def go(word: Word) -> Step:
            if word == "stop":
                return self._ask_immune_faction(work, immune, owed, taken, self.then)
            if immune >= 0 and word == work.state.sides[immune].faction:
                return self._add_owed(work, immune, remaining, taken, owed)
            if self.has_single_base:
                return self._remove_from_owner(work, remaining, taken, owed, self.bases[0], word)
            return ask_unless_forced(
                work,
                work.seat,
                _ASK_OWNER,
                self._list_owners(work, others, word),
                work.board.faction_option,
                lambda owner: self._remove_from_owner(work, remaining, taken, owed, word, owner),
            )

        if self.has_single_base:
            shown = _wrap_option_maker(work, immune, work.board.faction_option)
            return ask_unless_forced(work, work.seat, _ASK_OWNER, words, shown, go, remaining - 1)
        return ask_seat(
            work,
            work.seat,
            _ASK_REMOVE_FROM,
            words,
            _wrap_option_maker(work, immune, work.board.base_option),
            go,
            remaining - 1,
        )

    def _list_owners(self, work: WorkingCopy, seats: list[Seat], base: Base) -> list[Word]:
        sides = work.state.sides
        return [sides[seat].faction for seat in seats if _has_influence(work, seat, base)]

    def _remove_from_owner(
        self, work: WorkingCopy, remaining: int, taken: tuple[Base, ...], owed: int, base: Base, owner: Word
    ) -> Step:
        seat = find_seat(work.state, owner)
        return take_influence(
            work, seat, base, work.seat, lambda after: self.ask_next(after, remaining - 1, (*taken, base), owed)
        )

    def _add_owed(self, work: WorkingCopy, immune: Seat, remaining: int, taken: tuple[Base, ...], owed: int) -> Step:
        """One more of the immune faction's influence is to go. Where one resource is asked for it must say at once."""
        if self.effect.per != "resource":
            return self.ask_next(work, remaining - 1, taken, owed + 1)
        return self._ask_immune_faction(
            work, immune, 1, taken, lambda after: self.ask_next(after, remaining - 1, (*taken, after.base))
        )

    def _ask_immune_faction(
        self, work: WorkingCopy, immune: Seat, n: int, taken: tuple[Base, ...], then: Continuation
    ) -> Step:
        """The immune faction says which of its influence go."""
        held = [
            base
            for base in self.bases
            if n and self._is_within_limits(work, base, taken) and _has_influence(work, immune, base)
        ]
        if not held:
            return then(work)
        return ask_unless_forced(
            work,
            immune,
            _ASK_IMMUNE_CHOICE,
            held,
            work.board.base_option,
            lambda base: take_influence(
                work,
                immune,
                base,
                immune,
                lambda after: self._ask_immune_faction(after, immune, n - 1, (*taken, base), then),
            ),
        )

    def _count_removable(self, work: WorkingCopy, immune: Seat, taken: tuple[Base, ...]) -> int:
        """How many of the immune faction's influence could go within the limits."""
        side = work.state.sides[immune]
        held = [
            base
            for base in self.bases
            if _has_influence(work, immune, base) and self._is_within_limits(work, base, taken)
        ]
        if self.effect.per == "band":
            return len({_find_band(work, base) for base in held})
        if self.effect.per:
            return len(held)
        return sum(side.cubes.get(base, 0) + side.diplomats.get(base, 0) for base in held)

    def _is_within_limits(self, work: WorkingCopy, base: Base, taken: tuple[Base, ...]) -> bool:
        match self.effect.per:
            case "base":
                return base not in taken
            case "band":
                return _find_band(work, base) not in {_find_band(work, one) for one in taken}
            case "resource":
                resource = work.board.resource_by_base
                return base not in taken and all(resource[one] == resource[base] for one in taken)
            case _:
                return True


def take_influence(work: WorkingCopy, seat: Seat, base: Base, chooser: Seat, then: Continuation) -> Step:
    """One influence of a seat from a base; where Diplomats and cubes lie there, `chooser` says which."""
    if not _has_influence(work, seat, base):
        return then(work)
    return _choose_kind(work, seat, base, chooser, lambda kind: then(pieces.take_cube(work, seat, base, kind)))


def _remove_one_each(work: WorkingCopy, bases: tuple[Base, ...], then: Continuation) -> Step:
    """Of every player one influence on a base that the actor chooses."""
    seats = range(len(work.state.sides))
    held = [base for base in bases if any(_has_influence(work, seat, base) for seat in seats)] or bases
    shown = work.board.base_option
    return ask_seat(
        work, work.seat, _ASK_REMOVE_FROM, held, shown, lambda base: take_one_each(work, base, tuple(seats), then)
    )


def take_one_each(work: WorkingCopy, base: Base, seats: tuple[Seat, ...], then: Continuation) -> Step:
    """One influence on a base of each of these seats, which choose by themselves where there are two kinds."""
    if not seats:
        return then(work.set_place(base=base))
    return take_influence(work, seats[0], base, seats[0], lambda after: take_one_each(after, base, seats[1:], then))


def take_from_base(work: WorkingCopy, base: Base, n: int, then: Continuation) -> Step:
    """`n` influence from one base, the actor says whose; all that lies there if it is not more."""
    sides = work.state.sides
    held = [
        (seat, kind)
        for seat, side in enumerate(sides)
        for kind, cubes in (("cube", side.cubes), ("diplomat", side.diplomats))
        for _ in range(cubes.get(base, 0))
    ]
    if len(held) > n:
        return InfluenceRemoval(Remove(where=base, n=n), (base,), then, has_single_base=True).ask_next(work, n)
    for seat, kind in held:
        work = pieces.take_cube(work, seat, base, "cube" if kind == "cube" else "diplomat")
    return then(work)


# ---------------------------------------------------------------- replace
def replace_influence(effect: Replace, work: WorkingCopy, then: Continuation) -> Step:
    """An opponent's influence goes, one of the actor's comes."""
    before = work.log

    def put(after: WorkingCopy) -> Step:
        return place_on_base(after, after.base, then) if after.log != before else then(after)

    return remove_influence(Remove(where=effect.where, whose="opponent", present=effect.present), work, put)


# ---------------------------------------------------------------- swap
PickHandler = Callable[[Seat, Base, InfluenceKind], Step]


def swap_influence(_effect: Swap, work: WorkingCopy, then: Continuation) -> Step:
    """Two influence of two different players change places; nothing happens where there are no two on different bases."""
    immune, board = _find_immune_seat(work), work.board
    seats = [seat for seat in range(len(work.state.sides)) if seat != immune]

    def first(seat: Seat, base: Base, kind: InfluenceKind) -> Step:
        others = [other for other in seats if other != seat]

        def second(other: Seat, end: Base, other_kind: InfluenceKind) -> Step:
            half = pieces.shift_cube(work, seat, base, end, kind)
            return then(pieces.shift_cube(half, other, end, base, other_kind))

        ends = [end for end in board.bases if end != base]
        theirs = _find_holders(work, others, ends)
        if immune < 0 or not _find_holders(work, [immune], ends):
            return _ask_pick(work, theirs, _ASK_SWAP_WITH, second)

        def go(word: Word) -> Step:
            if word in theirs:
                return _ask_pick_at(work, theirs[word], word, second)
            return _ask_own_pick(work, immune, ends, second)

        words = [*theirs, work.state.sides[immune].faction]
        return ask_seat(work, work.seat, _ASK_SWAP_WITH, words, _wrap_option_maker(work, immune, board.base_option), go)

    starts = {
        base: partnered
        for base, holders in _find_holders(work, seats, board.bases).items()
        if (partnered := [seat for seat in holders if _has_partner(work, seat, base)])
    }
    return _ask_pick(work, starts, _ASK_SWAP, first) if starts else then(work)


def _has_partner(work: WorkingCopy, seat: Seat, base: Base) -> bool:
    return any(
        any(other != base for other in (*side.cubes, *side.diplomats))
        for n, side in enumerate(work.state.sides)
        if n != seat
    )


def _find_holders(work: WorkingCopy, seats: Sequence[Seat], bases: Sequence[Base]) -> dict[Base, list[Seat]]:
    """Who of these seats has influence on these bases; bases with nobody are left out."""
    found = {base: [seat for seat in seats if _has_influence(work, seat, base)] for base in bases}
    return {base: holders for base, holders in found.items() if holders}


def _ask_pick(work: WorkingCopy, holders: dict[Base, list[Seat]], prompt: Text, on_choice: PickHandler) -> Step:
    """One influence of one of these seats on one of these bases, chosen by the actor."""
    shown = work.board.base_option
    return ask_seat(
        work, work.seat, prompt, [*holders], shown, lambda base: _ask_pick_at(work, holders[base], base, on_choice)
    )


def _ask_pick_at(work: WorkingCopy, seats: Sequence[Seat], base: Base, on_choice: PickHandler) -> Step:
    owners = [work.state.sides[seat].faction for seat in seats]

    def kind(faction: Word) -> Step:
        seat = find_seat(work.state, faction)
        return _choose_kind(work, seat, base, work.seat, lambda kind: on_choice(seat, base, kind))

    return ask_unless_forced(work, work.seat, _ASK_OWNER, owners, work.board.faction_option, kind)


def _ask_own_pick(work: WorkingCopy, seat: Seat, bases: Sequence[Base], on_choice: PickHandler) -> Step:
    """One of a seat's own influence on one of these bases, chosen by itself."""
    return ask_unless_forced(
        work,
        seat,
        _ASK_OWN_SWAP,
        [base for base in bases if _has_influence(work, seat, base)],
        work.board.base_option,
        lambda base: _choose_kind(work, seat, base, seat, lambda kind: on_choice(seat, base, kind)),
    )


def _choose_kind(
    work: WorkingCopy, seat: Seat, base: Base, chooser: Seat, on_choice: Callable[[InfluenceKind], Step]
) -> Step:
    side = work.state.sides[seat]
    if base not in side.diplomats:
        return on_choice("cube")
    if base not in side.cubes:
        return on_choice("diplomat")
    return ask_seat(
        work,
        chooser,
        _ASK_KIND,
        [*_KIND_OPTIONS],
        _KIND_OPTIONS.__getitem__,
        lambda word: on_choice("diplomat" if word == "diplomat" else "cube"),
    )


# ---------------------------------------------------------------- trim
def trim_influence(effect: Trim, work: WorkingCopy, then: Continuation) -> Step:
    """Whoever has that much influence on a base removes one of it."""
    many = tuple(
        (seat, base)
        for base in work.board.bases
        for seat, side in enumerate(work.state.sides)
        if (base in side.cubes or base in side.diplomats)
        and work.board.count_influence(work.state, side, base) >= effect.least
    )
    return _trim_next(work, many, then)


def _trim_next(work: WorkingCopy, many: tuple[tuple[Seat, Base], ...], then: Continuation) -> Step:
    if not many:
        return then(work)
    seat, base = many[0]
    return take_influence(work, seat, base, seat, lambda after: _trim_next(after, many[1:], then))


# ---------------------------------------------------------------- whose
def _has_influence(work: WorkingCopy, seat: Seat, base: Base) -> bool:
    side = work.state.sides[seat]
    return base in side.cubes or base in side.diplomats


def _list_held_bases(work: WorkingCopy, seats: Sequence[Seat]) -> set[Base]:
    """The bases on which any of these seats has influence."""
    sides, found = work.state.sides, set[Base]()
    for seat in seats:
        found.update(sides[seat].cubes, sides[seat].diplomats)
    return found


def _list_seats(work: WorkingCopy, only_opponents: bool) -> list[Seat]:
    return [seat for seat in range(len(work.state.sides)) if not (only_opponents and seat == work.seat)]


def _find_immune_seat(work: WorkingCopy) -> Seat:
    """The seat that chooses among its own influence whatever the actor does; -1 when nobody else does (E14.1)."""
    immune = work.board.find_immune_factions(work.state)
    for seat, side in enumerate(work.state.sides):
        if side.faction in immune and seat != work.seat:
            return seat
    return -1


def _wrap_option_maker(work: WorkingCopy, immune: Seat, make_option: OptionMaker) -> OptionMaker:
    """How words are shown among which the immune faction stands for any influence of its own."""
    if immune < 0:
        return make_option
    option = work.board.immune_options[work.state.sides[immune].faction]
    return lambda word: option if word == option.word else make_option(word)


def _find_band(work: WorkingCopy, base: Base) -> str:
    return work.board.band_by_orbital[work.board.orbital_by_base[base]]
