"""Effects that take influence from bases: remove and trim, and who chooses which influence goes.

The UN chooses among its own influence when another player acts (E14.1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.games.expanse import pieces
from engine.games.expanse.board import find_seat
from engine.games.expanse.events import Remove, Trim
from engine.games.expanse.picks import ASK_REMOVED
from engine.games.expanse.pieces import InfluenceKind
from engine.games.expanse.state import Base
from engine.games.expanse.steps import (
    Continuation,
    OptionMaker,
    Step,
    WorkingCopy,
    ask_seat,
    ask_unless_forced,
    list_bases,
)
from engine.kernel.menu import Option, Word
from engine.kernel.text import Seat, say

_KIND_OPTIONS: Final = {"cube": Option("cube", say("A cube")), "diplomat": Option("diplomat", say("A Diplomat"))}
ASK_OWNER: Final = say("Whose influence?")
_ASK_IMMUNE_CHOICE: Final = say("You choose which of your influence is removed. From which base?")
_ASK_KIND: Final = say("Which do you remove?")


# ---------------------------------------------------------------- owners
def has_influence(work: WorkingCopy, seat: Seat, base: Base) -> bool:
    """Return whether a seat has a cube or a Diplomat on a base."""
    side = work.state.sides[seat]
    return base in side.cubes or base in side.diplomats


def list_owners(work: WorkingCopy, seats: Sequence[Seat], base: Base) -> list[Word]:
    """List the factions of these seats that have influence on a base."""
    return [work.state.sides[seat].faction for seat in seats if has_influence(work, seat, base)]


def _list_held_bases(work: WorkingCopy, seats: Sequence[Seat]) -> set[Base]:
    """Return the bases on which any of these seats has influence."""
    held = set[Base]()
    for seat in seats:
        side = work.state.sides[seat]
        held.update(side.cubes, side.diplomats)
    return held


def find_immune_seat(work: WorkingCopy) -> Seat:
    """Return the other seat that chooses among its own influence, -1 if there is none (E14.1)."""
    immune = work.board.find_immune_factions(work.state)
    for seat, side in enumerate(work.state.sides):
        if side.faction in immune and seat != work.seat:
            return seat
    return -1


def wrap_option_maker(work: WorkingCopy, immune: Seat, make_option: OptionMaker) -> OptionMaker:
    """Let an option maker also show the word of the immune faction, which means any influence of its own."""
    if immune < 0:
        return make_option
    option = work.board.immune_options[work.state.sides[immune].faction]
    return lambda word: option if word == option.word else make_option(word)


def choose_kind(
    work: WorkingCopy, seat: Seat, base: Base, chooser: Seat, on_choice: Callable[[InfluenceKind], Step]
) -> Step:
    """Ask `chooser` for a cube or a Diplomat of a seat if it has both on a base (E15.3)."""
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


# ---------------------------------------------------------------- remove
def remove_influence(effect: Remove, work: WorkingCopy, on_done: Continuation) -> Step:
    """Take influence from bases (E6.3)."""
    board, actor = work.board, work.actor
    if effect.control and board.find_controller(work.state, effect.control) != work.faction:
        return on_done(work)
    bases = list_bases(work, effect.where)
    has_single_base = len(bases) == 1
    if effect.present:
        bases = tuple(base for base in bases if base in actor.cubes or base in actor.diplomats)
    if effect.whose == "each":
        return _remove_one_each(work, bases, on_done)
    if effect.each:
        return _remove_from_each(work, effect, bases, on_done)
    return InfluenceRemoval(effect, bases, on_done, has_single_base=has_single_base).ask_next(work, effect.n)


def _remove_from_each(work: WorkingCopy, effect: Remove, bases: tuple[Base, ...], on_done: Continuation) -> Step:
    """Take one influence from every base, one base after the other."""
    if not bases:
        return on_done(work)
    rest = bases[1:]
    return InfluenceRemoval(
        effect, bases[:1], lambda after: _remove_from_each(after, effect, rest, on_done), has_single_base=True
    ).ask_next(work, 1, ())


class InfluenceRemoval:
    """The removal of influence, one after the other, within the limits of an effect.

    The immune faction chooses last. The actor first says how many of its influence go (`owed`); then the faction says which,
    in one answer, so that nobody waits more often than needed. `has_single_base`: the effect leaves no choice of base.
    """

    __slots__ = ("bases", "effect", "has_single_base", "on_done")

    def __init__(
        self, effect: Remove, bases: tuple[Base, ...], on_done: Continuation, *, has_single_base: bool = False
    ) -> None:
        self.effect = effect
        self.bases = bases
        self.on_done = on_done
        self.has_single_base = has_single_base

    def ask_next(self, work: WorkingCopy, remaining: int, taken: tuple[Base, ...] = (), owed: int = 0) -> Step:
        """Ask the actor for the next influence: a base and its owner, or only the owner on a single base."""
        immune = find_immune_seat(work)
        others = [seat for seat in self._list_seats(work) if seat != immune]
        words = self._list_words(work, immune, others, remaining, taken, owed)
        if not words:
            return self._ask_immune_faction(work, immune, owed, taken, self.on_done)
        if self.effect.upto:
            words.append("stop")

        def choose_base(word: Word) -> Step:
            if word == "stop":
                return self._ask_immune_faction(work, immune, owed, taken, self.on_done)
            if immune >= 0 and word == work.state.sides[immune].faction:
                return self._add_owed(work, immune, remaining, taken, owed)
            if self.has_single_base:
                return self._remove_from_owner(work, remaining, taken, owed, self.bases[0], word)
            return ask_unless_forced(
                work,
                work.seat,
                ASK_OWNER,
                list_owners(work, others, word),
                work.board.faction_option,
                lambda owner: self._remove_from_owner(work, remaining, taken, owed, word, owner),
            )

        if self.has_single_base:
            make_option = wrap_option_maker(work, immune, work.board.faction_option)
            return ask_unless_forced(work, work.seat, ASK_OWNER, words, make_option, choose_base, remaining - 1)
        make_option = wrap_option_maker(work, immune, work.board.base_option)
        return ask_seat(work, work.seat, ASK_REMOVED, words, make_option, choose_base, remaining - 1)

    def _list_seats(self, work: WorkingCopy) -> list[Seat]:
        """List the seats whose influence the effect may take."""
        seats = list(range(len(work.state.sides)))
        if self.effect.whose == "opponent":
            seats.remove(work.seat)
        return seats

    def _list_words(
        self,
        work: WorkingCopy,
        immune: Seat,
        others: list[Seat],
        remaining: int,
        taken: tuple[Base, ...],
        owed: int,
    ) -> list[Word]:
        """List the answers of the actor: bases, or owners on a single base, and the immune faction."""
        if not remaining:
            return []
        open_bases = self.bases
        if taken:
            open_bases = tuple(base for base in open_bases if self._is_within_limits(work, base, taken))
        if owed:
            open_bases = tuple(
                base for base in open_bases if self._count_removable(work, immune, (*taken, base)) >= owed
            )
        words: list[Word] = []
        if not self.has_single_base:
            held = _list_held_bases(work, others)
            words += [base for base in open_bases if base in held]
        elif open_bases:
            words += list_owners(work, others, self.bases[0])
        if immune >= 0 and self._count_removable(work, immune, taken) > owed:
            words.append(work.state.sides[immune].faction)
        return words

    def _remove_from_owner(
        self, work: WorkingCopy, remaining: int, taken: tuple[Base, ...], owed: int, base: Base, owner: Word
    ) -> Step:
        seat = find_seat(work.state, owner)
        return take_influence(
            work, seat, base, work.seat, lambda after: self.ask_next(after, remaining - 1, (*taken, base), owed)
        )

    def _add_owed(self, work: WorkingCopy, immune: Seat, remaining: int, taken: tuple[Base, ...], owed: int) -> Step:
        """Note one more influence that the immune faction loses.

        If all removals must be on bases with one resource, the faction chooses at once.
        """
        if self.effect.per != "resource":
            return self.ask_next(work, remaining - 1, taken, owed + 1)
        return self._ask_immune_faction(
            work, immune, 1, taken, lambda after: self.ask_next(after, remaining - 1, (*taken, after.base))
        )

    def _ask_immune_faction(
        self, work: WorkingCopy, immune: Seat, n: int, taken: tuple[Base, ...], on_done: Continuation
    ) -> Step:
        """Ask the immune faction which `n` of its influence go."""
        held = self._list_removable_bases(work, immune, taken) if n else []
        if not held:
            return on_done(work)
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
                lambda after: self._ask_immune_faction(after, immune, n - 1, (*taken, base), on_done),
            ),
        )

    def _list_removable_bases(self, work: WorkingCopy, immune: Seat, taken: tuple[Base, ...]) -> list[Base]:
        """List the bases within the limits on which the immune faction has influence."""
        return [
            base
            for base in self.bases
            if has_influence(work, immune, base) and self._is_within_limits(work, base, taken)
        ]

    def _count_removable(self, work: WorkingCopy, immune: Seat, taken: tuple[Base, ...]) -> int:
        """Count the influence that the immune faction could lose within the limits."""
        side = work.state.sides[immune]
        held = self._list_removable_bases(work, immune, taken)
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
                band = _find_band(work, base)
                return all(_find_band(work, other) != band for other in taken)
            case "resource":
                resources = work.board.resource_by_base
                return base not in taken and all(resources[other] == resources[base] for other in taken)
            case _:
                return True


def _find_band(work: WorkingCopy, base: Base) -> str:
    return work.board.band_by_orbital[work.board.orbital_by_base[base]]


def take_influence(work: WorkingCopy, seat: Seat, base: Base, chooser: Seat, on_done: Continuation) -> Step:
    """Take one influence of a seat from a base; `chooser` says which if cubes and Diplomats lie there."""
    if not has_influence(work, seat, base):
        return on_done(work)
    return choose_kind(work, seat, base, chooser, lambda kind: on_done(pieces.take_cube(work, seat, base, kind)))


def _remove_one_each(work: WorkingCopy, bases: tuple[Base, ...], on_done: Continuation) -> Step:
    """Take one influence of every player from a base that the actor chooses."""
    seats = tuple(range(len(work.state.sides)))
    held = _list_held_bases(work, seats)
    words = [base for base in bases if base in held] or bases
    return ask_seat(
        work,
        work.seat,
        ASK_REMOVED,
        words,
        work.board.base_option,
        lambda base: take_one_each(work, base, seats, on_done),
    )


def take_one_each(work: WorkingCopy, base: Base, seats: tuple[Seat, ...], on_done: Continuation) -> Step:
    """Take one influence of each of these seats from a base; each seat chooses between cube and Diplomat."""
    if not seats:
        return on_done(work.set_place(base=base))
    return take_influence(work, seats[0], base, seats[0], lambda after: take_one_each(after, base, seats[1:], on_done))


def take_from_base(work: WorkingCopy, base: Base, n: int, on_done: Continuation) -> Step:
    """Take `n` influence from a base, all of it if there is no more; else the actor chooses the owners."""
    total = 0
    for side in work.state.sides:
        total += side.cubes.get(base, 0) + side.diplomats.get(base, 0)
    if total > n:
        return InfluenceRemoval(Remove(where=base, n=n), (base,), on_done, has_single_base=True).ask_next(work, n)
    for seat, side in enumerate(work.state.sides):
        for _ in range(side.cubes.get(base, 0)):
            work = pieces.take_cube(work, seat, base, "cube")
        for _ in range(side.diplomats.get(base, 0)):
            work = pieces.take_cube(work, seat, base, "diplomat")
    return on_done(work)


# ---------------------------------------------------------------- trim
def trim_influence(effect: Trim, work: WorkingCopy, on_done: Continuation) -> Step:
    """Take one influence from every player with at least that much on a base, base by base."""
    large: list[tuple[Seat, Base]] = []
    for base in work.board.bases:
        for seat, side in enumerate(work.state.sides):
            if not has_influence(work, seat, base):
                continue
            if work.board.count_influence(work.state, side, base) >= effect.least:
                large.append((seat, base))
    return _trim_next(work, tuple(large), on_done)


def _trim_next(work: WorkingCopy, large: tuple[tuple[Seat, Base], ...], on_done: Continuation) -> Step:
    if not large:
        return on_done(work)
    seat, base = large[0]
    return take_influence(work, seat, base, seat, lambda after: _trim_next(after, large[1:], on_done))
