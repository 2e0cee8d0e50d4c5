"""Effects on influence: place, remove, replace, swap, trim. The UN chooses among its own whatever happens to it (E14.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.games.expanse import pieces
from engine.games.expanse.board import seat_of
from engine.games.expanse.events import Place, Remove, Replace, Swap, Trim
from engine.games.expanse.pieces import Kind
from engine.games.expanse.state import Base
from engine.games.expanse.steps import Shown, Step, Then, Work, ask, single
from engine.kernel.menu import Option, Word
from engine.kernel.text import Seat, Text, say

_KINDS: Final = {"cube": Option("cube", say("A cube")), "diplomat": Option("diplomat", say("A Diplomat"))}
_WHERE: Final = say("On which base do you place influence?")
_FROM: Final = say("You have no influence left beside the map. From which base do you take it?")
_TAKE: Final = say("From which base do you remove influence?")
_WHOSE: Final = say("Whose influence?")
_OWN: Final = say("You choose which of your influence is removed. From which base?")
_KIND: Final = say("Which do you remove?")
_SWAP: Final = say("Which influence changes places?")
_WITH: Final = say("With which influence on another base?")
_MINE: Final = say("Your influence is swapped: you choose which. On which base?")


def bases_of(work: Work, where: str) -> tuple[Base, ...]:
    """The bases that a place word means now."""
    board, seats = work.board, work.state.seats
    if where == "there":
        if work.base:
            return (work.base,)
        return board.places(work.orbital, seats) if work.orbital else ()
    if where == "sector-there":
        return board.places(board.sector[board.orbital[work.base]], seats) if work.base else ()
    return board.places(where, seats)


# ---------------------------------------------------------------- place
def place(effect: Place, work: Work, then: Then, ahead: int = 0) -> Step:
    """Put influence on bases (E6.2); on so many more by the effects that follow."""
    bases = bases_of(work, effect.where)
    if effect.each:
        return _place_all(work, bases, then)
    return _place_some(effect, bases, work, effect.n, (), then, ahead)


def _place_all(work: Work, bases: tuple[Base, ...], then: Then) -> Step:
    if not bases:
        return then(work)
    return _put(work, bases[0], lambda after: _place_all(after, bases[1:], then), len(bases) - 1)


def _place_some(
    effect: Place,
    bases: tuple[Base, ...],
    work: Work,
    left: int,
    taken: tuple[Base, ...],
    then: Then,
    ahead: int,
) -> Step:
    board = work.board
    if effect.per == "base":
        free = [base for base in bases if base not in taken]
    elif effect.per == "sector":
        done = {board.sector[board.orbital[base]] for base in taken}
        free = [base for base in bases if board.sector[board.orbital[base]] not in done]
    else:
        free = list(bases)
    if not left or not free:
        return then(work)
    if effect.upto:
        free.append("stop")

    def go(word: Word) -> Step:
        if word == "stop":
            return then(work)
        return _put(work, word, lambda after: _place_some(effect, bases, after, left - 1, (*taken, word), then, ahead))

    return (single if len(bases) == 1 else ask)(work, work.seat, _WHERE, free, board.base_option, go, left - 1 + ahead)


def _put(work: Work, base: Base, then: Then, again: int = 0) -> Step:
    """One influence onto a base by an Event, which remembers it; `again`: so many more follow without another question."""
    before = work.log

    def remember(after: Work) -> Step:
        if after.log != before:
            after.placed = {**work.placed, base: work.placed.get(base, 0) + 1}
        return then(after)

    return place_at(work, base, remember, again)


def place_at(work: Work, base: Base, then: Then, again: int = 0) -> Step:
    """One influence onto a base; without any beside the map, from another base (E5.3).

    What the same Event has just placed stays where it is as long as something else could be moved: else the Event would not
    be carried out as completely as possible (E6.1).
    """
    side = work.me
    if side.supply:
        return then(pieces.put_cube(work, base))
    board = work.board
    starts = [start for start in board.bases if start in side.cubes and start != base]
    settled = [start for start in starts if side.cubes[start] > work.placed.get(start, 0)]
    if not starts:
        return then(work.there(base=base))
    return ask(
        work,
        work.seat,
        _FROM,
        settled or starts,
        board.taken_option,
        lambda start: then(pieces.shift_cube(work, work.seat, start, base)),
        again,
        alike=True,
    )


# ---------------------------------------------------------------- remove
def remove(effect: Remove, work: Work, then: Then) -> Step:
    """Take influence from bases (E6.3)."""
    board = work.board
    if effect.control and board.controller(work.state, effect.control) != work.faction:
        return then(work)
    bases = bases_of(work, effect.where)
    alone = len(bases) == 1
    if effect.present:
        bases = tuple(base for base in bases if base in work.me.cubes or base in work.me.diplomats)
    if effect.whose == "each":
        return _remove_of_each(work, bases, then)
    if effect.each:
        return _remove_all(work, effect, bases, then)
    return Removal(effect, bases, then, alone=alone).next(work, effect.n)


def _remove_all(work: Work, effect: Remove, bases: tuple[Base, ...], then: Then) -> Step:
    if not bases:
        return then(work)
    rest = bases[1:]
    return Removal(effect, bases[:1], lambda after: _remove_all(after, effect, rest, then), alone=True).next(
        work, 1, ()
    )


class Removal:
    """Taking influence one after the other, within the limits of an effect.

    An immune faction's own choice comes last: the actor says how many of its influence go (`owed`), and then it says which,
    in one answer, so that nobody waits more often than needed. `alone`: the effect leaves no choice of base.
    """

    __slots__ = ("alone", "bases", "effect", "then")

    def __init__(self, effect: Remove, bases: tuple[Base, ...], then: Then, *, alone: bool = False) -> None:
        self.effect = effect
        self.bases = bases
        self.then = then
        self.alone = alone

    def next(self, work: Work, left: int, taken: tuple[Base, ...] = (), owed: int = 0) -> Step:
        """The actor's next pick: a base and whose, or on a single base only whose."""
        immune, seats = _immune(work), _seats(work, self.effect.whose == "opponent")
        others = [seat for seat in seats if seat != immune]
        open_to = [base for base in self.bases if not taken or self._fits(work, base, taken)] if left else []
        if owed:
            open_to = [base for base in open_to if self._room(work, immune, (*taken, base)) >= owed]
        if self.alone:
            words = self._owners(work, others, self.bases[0]) if open_to else []
        else:
            held = _held(work, others)
            words = [base for base in open_to if base in held]
        if left and immune in seats and self._room(work, immune, taken) > owed:
            words.append(work.state.sides[immune].faction)
        if not words:
            return self._own(work, immune, owed, taken, self.then)
        if self.effect.upto:
            words.append("stop")

        def go(word: Word) -> Step:
            if word == "stop":
                return self._own(work, immune, owed, taken, self.then)
            if immune >= 0 and word == work.state.sides[immune].faction:
                return self._owe(work, immune, left, taken, owed)
            if self.alone:
                return self._of(work, left, taken, owed, self.bases[0], word)
            return single(
                work,
                work.seat,
                _WHOSE,
                self._owners(work, others, word),
                work.board.faction_option,
                lambda owner: self._of(work, left, taken, owed, word, owner),
            )

        if self.alone:
            shown = _shown(work, immune, work.board.faction_option)
            return single(work, work.seat, _WHOSE, words, shown, go, left - 1)
        return ask(work, work.seat, _TAKE, words, _shown(work, immune, work.board.base_option), go, left - 1)

    def _owners(self, work: Work, seats: list[Seat], base: Base) -> list[Word]:
        sides = work.state.sides
        return [sides[seat].faction for seat in seats if _has(work, seat, base)]

    def _of(self, work: Work, left: int, taken: tuple[Base, ...], owed: int, base: Base, owner: Word) -> Step:
        seat = seat_of(work.state, owner)
        return take(work, seat, base, work.seat, lambda after: self.next(after, left - 1, (*taken, base), owed))

    def _owe(self, work: Work, immune: Seat, left: int, taken: tuple[Base, ...], owed: int) -> Step:
        """One more of the immune faction's influence is to go. Where one resource is asked for it must say at once."""
        if self.effect.per != "resource":
            return self.next(work, left - 1, taken, owed + 1)
        return self._own(work, immune, 1, taken, lambda after: self.next(after, left - 1, (*taken, after.base)))

    def _own(self, work: Work, immune: Seat, n: int, taken: tuple[Base, ...], then: Then) -> Step:
        """The immune faction says which of its influence go."""
        held = [base for base in self.bases if n and self._fits(work, base, taken) and _has(work, immune, base)]
        if not held:
            return then(work)
        return single(
            work,
            immune,
            _OWN,
            held,
            work.board.base_option,
            lambda base: take(
                work, immune, base, immune, lambda after: self._own(after, immune, n - 1, (*taken, base), then)
            ),
        )

    def _room(self, work: Work, immune: Seat, taken: tuple[Base, ...]) -> int:
        """How many of the immune faction's influence could go within the limits."""
        side = work.state.sides[immune]
        held = [base for base in self.bases if _has(work, immune, base) and self._fits(work, base, taken)]
        if self.effect.per == "band":
            return len({_band(work, base) for base in held})
        if self.effect.per:
            return len(held)
        return sum(side.cubes.get(base, 0) + side.diplomats.get(base, 0) for base in held)

    def _fits(self, work: Work, base: Base, taken: tuple[Base, ...]) -> bool:
        match self.effect.per:
            case "base":
                return base not in taken
            case "band":
                return _band(work, base) not in {_band(work, one) for one in taken}
            case "resource":
                resource = work.board.resource
                return base not in taken and all(resource[one] == resource[base] for one in taken)
            case _:
                return True


def take(work: Work, seat: Seat, base: Base, by: Seat, then: Then) -> Step:
    """One influence of a seat from a base; where Diplomats and cubes lie there, `by` says which."""
    if not _has(work, seat, base):
        return then(work)
    return _kind(work, seat, base, by, lambda kind: then(pieces.take_cube(work, seat, base, kind)))


def _remove_of_each(work: Work, bases: tuple[Base, ...], then: Then) -> Step:
    """Of every player one influence on a base that the actor chooses."""
    seats = range(len(work.state.sides))
    held = [base for base in bases if any(_has(work, seat, base) for seat in seats)] or bases
    shown = work.board.base_option
    return ask(work, work.seat, _TAKE, held, shown, lambda base: take_of(work, base, tuple(seats), then))


def take_of(work: Work, base: Base, seats: tuple[Seat, ...], then: Then) -> Step:
    """One influence on a base of each of these seats, which choose by themselves where there are two kinds."""
    if not seats:
        return then(work.there(base=base))
    return take(work, seats[0], base, seats[0], lambda after: take_of(after, base, seats[1:], then))


def take_from(work: Work, base: Base, n: int, then: Then) -> Step:
    """`n` influence from one base, the actor says whose; all that lies there if it is not more."""
    sides = work.state.sides
    held = [
        (seat, kind)
        for seat, side in enumerate(sides)
        for kind, cubes in (("cube", side.cubes), ("diplomat", side.diplomats))
        for _ in range(cubes.get(base, 0))
    ]
    if len(held) > n:
        return Removal(Remove(where=base, n=n), (base,), then, alone=True).next(work, n)
    for seat, kind in held:
        work = pieces.take_cube(work, seat, base, "cube" if kind == "cube" else "diplomat")
    return then(work)


# ---------------------------------------------------------------- replace
def replace(effect: Replace, work: Work, then: Then) -> Step:
    """An opponent's influence goes, one of the actor's comes."""
    before = work.log

    def put(after: Work) -> Step:
        return place_at(after, after.base, then) if after.log != before else then(after)

    return remove(Remove(where=effect.where, whose="opponent", present=effect.present), work, put)


# ---------------------------------------------------------------- swap
Picked = Callable[[Seat, Base, Kind], Step]


def swap(_effect: Swap, work: Work, then: Then) -> Step:
    """Two influence of two different players change places; nothing happens where there are no two on different bases."""
    immune, board = _immune(work), work.board
    seats = [seat for seat in range(len(work.state.sides)) if seat != immune]

    def first(seat: Seat, base: Base, kind: Kind) -> Step:
        others = [other for other in seats if other != seat]

        def second(other: Seat, end: Base, other_kind: Kind) -> Step:
            half = pieces.shift_cube(work, seat, base, end, kind)
            return then(pieces.shift_cube(half, other, end, base, other_kind))

        ends = [end for end in board.bases if end != base]
        theirs = _holders(work, others, ends)
        if immune < 0 or not _holders(work, [immune], ends):
            return _pick(work, theirs, _WITH, second)

        def go(word: Word) -> Step:
            if word in theirs:
                return _pick_at(work, theirs[word], word, second)
            return _pick_own(work, immune, ends, second)

        words = [*theirs, work.state.sides[immune].faction]
        return ask(work, work.seat, _WITH, words, _shown(work, immune, board.base_option), go)

    starts = {
        base: partnered
        for base, holders in _holders(work, seats, board.bases).items()
        if (partnered := [seat for seat in holders if _partnered(work, seat, base)])
    }
    return _pick(work, starts, _SWAP, first) if starts else then(work)


def _partnered(work: Work, seat: Seat, base: Base) -> bool:
    return any(
        any(other != base for other in (*side.cubes, *side.diplomats))
        for n, side in enumerate(work.state.sides)
        if n != seat
    )


def _holders(work: Work, seats: Sequence[Seat], bases: Sequence[Base]) -> dict[Base, list[Seat]]:
    """Who of these seats has influence on these bases; bases with nobody are left out."""
    found = {base: [seat for seat in seats if _has(work, seat, base)] for base in bases}
    return {base: holders for base, holders in found.items() if holders}


def _pick(work: Work, holders: dict[Base, list[Seat]], prompt: Text, go: Picked) -> Step:
    """One influence of one of these seats on one of these bases, chosen by the actor."""
    shown = work.board.base_option
    return ask(work, work.seat, prompt, [*holders], shown, lambda base: _pick_at(work, holders[base], base, go))


def _pick_at(work: Work, seats: Sequence[Seat], base: Base, go: Picked) -> Step:
    owners = [work.state.sides[seat].faction for seat in seats]

    def kind(faction: Word) -> Step:
        seat = seat_of(work.state, faction)
        return _kind(work, seat, base, work.seat, lambda kind: go(seat, base, kind))

    return single(work, work.seat, _WHOSE, owners, work.board.faction_option, kind)


def _pick_own(work: Work, seat: Seat, bases: Sequence[Base], go: Picked) -> Step:
    """One of a seat's own influence on one of these bases, chosen by itself."""
    return single(
        work,
        seat,
        _MINE,
        [base for base in bases if _has(work, seat, base)],
        work.board.base_option,
        lambda base: _kind(work, seat, base, seat, lambda kind: go(seat, base, kind)),
    )


def _kind(work: Work, seat: Seat, base: Base, by: Seat, go: Callable[[Kind], Step]) -> Step:
    side = work.state.sides[seat]
    if base not in side.diplomats:
        return go("cube")
    if base not in side.cubes:
        return go("diplomat")
    return ask(
        work, by, _KIND, [*_KINDS], _KINDS.__getitem__, lambda word: go("diplomat" if word == "diplomat" else "cube")
    )


# ---------------------------------------------------------------- trim
def trim(effect: Trim, work: Work, then: Then) -> Step:
    """Whoever has that much influence on a base removes one of it."""
    many = tuple(
        (seat, base)
        for base in work.board.bases
        for seat, side in enumerate(work.state.sides)
        if (base in side.cubes or base in side.diplomats)
        and work.board.influence(work.state, side, base) >= effect.least
    )
    return _trim(work, many, then)


def _trim(work: Work, many: tuple[tuple[Seat, Base], ...], then: Then) -> Step:
    if not many:
        return then(work)
    seat, base = many[0]
    return take(work, seat, base, seat, lambda after: _trim(after, many[1:], then))


# ---------------------------------------------------------------- whose
def _has(work: Work, seat: Seat, base: Base) -> bool:
    side = work.state.sides[seat]
    return base in side.cubes or base in side.diplomats


def _held(work: Work, seats: Sequence[Seat]) -> set[Base]:
    """The bases on which any of these seats has influence."""
    sides, found = work.state.sides, set[Base]()
    for seat in seats:
        found.update(sides[seat].cubes, sides[seat].diplomats)
    return found


def _seats(work: Work, opponents: bool) -> list[Seat]:
    return [seat for seat in range(len(work.state.sides)) if not (opponents and seat == work.seat)]


def _immune(work: Work) -> Seat:
    """The seat that chooses among its own influence whatever the actor does; -1 when nobody else does (E14.1)."""
    immune = work.board.immune(work.state)
    for seat, side in enumerate(work.state.sides):
        if side.faction in immune and seat != work.seat:
            return seat
    return -1


def _shown(work: Work, immune: Seat, others: Shown) -> Shown:
    """How words are shown among which the immune faction stands for any influence of its own."""
    if immune < 0:
        return others
    option = work.board.immune_options[work.state.sides[immune].faction]
    return lambda word: option if word == option.word else others(word)


def _band(work: Work, base: Base) -> str:
    return work.board.band[work.board.orbital[base]]
