"""Effects that put influence on bases or move it between them: place, replace and swap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.games.expanse import pieces
from engine.games.expanse.board import find_seat
from engine.games.expanse.events import Place, Remove, Replace, Swap
from engine.games.expanse.influence_removal import (
    ASK_OWNER,
    choose_kind,
    find_immune_seat,
    has_influence,
    list_owners,
    remove_influence,
    wrap_option_maker,
)
from engine.games.expanse.picks import ASK_ORIGIN
from engine.games.expanse.pieces import InfluenceKind
from engine.games.expanse.state import Base
from engine.games.expanse.steps import Continuation, Step, WorkingCopy, ask_seat, ask_unless_forced, list_bases
from engine.kernel.menu import Word
from engine.kernel.text import Seat, Text, say

_ASK_BASE: Final = say("On which base do you place influence?")
_ASK_SWAP: Final = say("Which influence changes places?")
_ASK_SWAP_WITH: Final = say("With which influence on another base?")
_ASK_OWN_SWAP: Final = say("Your influence is swapped: you choose which. On which base?")


# ---------------------------------------------------------------- place
def place_influence(effect: Place, work: WorkingCopy, on_done: Continuation, placed_later: int = 0) -> Step:
    """Put influence on bases (E6.2); the effects that follow at once place `placed_later` more."""
    bases = list_bases(work, effect.where)
    if effect.each:
        return _place_on_all(work, bases, on_done)
    return _place_on_some(effect, bases, work, effect.n, (), on_done, placed_later)


def _place_on_all(work: WorkingCopy, bases: tuple[Base, ...], on_done: Continuation) -> Step:
    if not bases:
        return on_done(work)
    return _place_and_remember(work, bases[0], lambda after: _place_on_all(after, bases[1:], on_done), len(bases) - 1)


def _place_on_some(
    effect: Place,
    bases: tuple[Base, ...],
    work: WorkingCopy,
    remaining: int,
    taken: tuple[Base, ...],
    on_done: Continuation,
    placed_later: int,
) -> Step:
    """Ask for the next base until none remain to be placed; `taken` are the bases so far."""
    words: list[Word] = _list_open_bases(effect, bases, work, taken)
    if not remaining or not words:
        return on_done(work)
    if effect.upto:
        words.append("stop")

    def choose_base(word: Word) -> Step:
        if word == "stop":
            return on_done(work)
        return _place_and_remember(
            work,
            word,
            lambda after: _place_on_some(effect, bases, after, remaining - 1, (*taken, word), on_done, placed_later),
        )

    ask = ask_unless_forced if len(bases) == 1 else ask_seat
    return ask(work, work.seat, _ASK_BASE, words, work.board.base_option, choose_base, remaining - 1 + placed_later)


def _list_open_bases(effect: Place, bases: tuple[Base, ...], work: WorkingCopy, taken: tuple[Base, ...]) -> list[Base]:
    """List the bases where the effect may place one more."""
    if effect.per == "base":
        return [base for base in bases if base not in taken]
    if effect.per == "sector":
        used = {_find_sector(work, base) for base in taken}
        return [base for base in bases if _find_sector(work, base) not in used]
    return list(bases)


def _find_sector(work: WorkingCopy, base: Base) -> str:
    return work.board.sector_by_orbital[work.board.orbital_by_base[base]]


def _place_and_remember(work: WorkingCopy, base: Base, on_done: Continuation, max_repeats: int = 0) -> Step:
    """Put one influence of an Event on a base and count it in `placed`.

    `max_repeats` is how often the same question may follow without another one in between.
    """
    before = work.log

    def remember(after: WorkingCopy) -> Step:
        if after.log != before:
            after.placed = {**work.placed, base: work.placed.get(base, 0) + 1}
        return on_done(after)

    return place_on_base(work, base, remember, max_repeats)


def place_on_base(work: WorkingCopy, base: Base, on_done: Continuation, max_repeats: int = 0) -> Step:
    """Put one influence on a base; take it from another base if none is left off the map (E5.3).

    Influence that the same Event has just placed stays as long as other influence could be moved: else the Event would not be
    carried out as completely as possible (E6.1).
    """
    side = work.actor
    if side.supply:
        return on_done(pieces.put_cube(work, base))
    board = work.board
    starts = [start for start in board.bases if start in side.cubes and start != base]
    settled = [start for start in starts if side.cubes[start] > work.placed.get(start, 0)]
    if not starts:
        return on_done(work.set_place(base=base))
    return ask_seat(
        work,
        work.seat,
        ASK_ORIGIN,
        settled or starts,
        board.origin_option,
        lambda start: on_done(pieces.shift_cube(work, work.seat, start, base)),
        max_repeats,
        has_lists=True,
    )


# ---------------------------------------------------------------- replace
def replace_influence(effect: Replace, work: WorkingCopy, on_done: Continuation) -> Step:
    """Take an opponent's influence and put one of the actor's in its place."""
    before = work.log

    def place(after: WorkingCopy) -> Step:
        if after.log == before:
            return on_done(after)
        return place_on_base(after, after.base, on_done)

    return remove_influence(Remove(where=effect.where, whose="opponent", present=effect.present), work, place)


# ---------------------------------------------------------------- swap
PickHandler = Callable[[Seat, Base, InfluenceKind], Step]


def swap_influence(_effect: Swap, work: WorkingCopy, on_done: Continuation) -> Step:
    """Let two influence of different players on different bases change places, if there are two."""
    immune, board = find_immune_seat(work), work.board
    seats = [seat for seat in range(len(work.state.sides)) if seat != immune]

    def choose_partner(seat: Seat, base: Base, kind: InfluenceKind) -> Step:
        others = [other for other in seats if other != seat]

        def swap(other: Seat, end: Base, other_kind: InfluenceKind) -> Step:
            moved = pieces.shift_cube(work, seat, base, end, kind)
            return on_done(pieces.shift_cube(moved, other, end, base, other_kind))

        return _ask_partner(work, immune, others, base, swap)

    starts: dict[Base, list[Seat]] = {}
    for base, holders in _find_holders(work, seats, board.bases).items():
        partnered = [seat for seat in holders if _has_partner(work, seat, base)]
        if partnered:
            starts[base] = partnered
    return _ask_pick(work, starts, _ASK_SWAP, choose_partner) if starts else on_done(work)


def _ask_partner(work: WorkingCopy, immune: Seat, others: Sequence[Seat], base: Base, on_choice: PickHandler) -> Step:
    """Ask for the influence of another seat, on another base, that swaps with the first."""
    ends = [end for end in work.board.bases if end != base]
    partners = _find_holders(work, others, ends)
    if immune < 0 or not _find_holders(work, [immune], ends):
        return _ask_pick(work, partners, _ASK_SWAP_WITH, on_choice)

    def choose_base(word: Word) -> Step:
        if word in partners:
            return _ask_pick_at(work, partners[word], word, on_choice)
        return _ask_own_pick(work, immune, ends, on_choice)

    words = [*partners, work.state.sides[immune].faction]
    make_option = wrap_option_maker(work, immune, work.board.base_option)
    return ask_seat(work, work.seat, _ASK_SWAP_WITH, words, make_option, choose_base)


def _has_partner(work: WorkingCopy, seat: Seat, base: Base) -> bool:
    """Return whether another seat has influence on another base."""
    for other_seat, side in enumerate(work.state.sides):
        if other_seat != seat and any(other != base for other in (*side.cubes, *side.diplomats)):
            return True
    return False


def _find_holders(work: WorkingCopy, seats: Sequence[Seat], bases: Sequence[Base]) -> dict[Base, list[Seat]]:
    """Map each of these bases to the seats with influence there; leave out bases without any."""
    found: dict[Base, list[Seat]] = {}
    for base in bases:
        holders = [seat for seat in seats if has_influence(work, seat, base)]
        if holders:
            found[base] = holders
    return found


def _ask_pick(work: WorkingCopy, holders: dict[Base, list[Seat]], prompt: Text, on_choice: PickHandler) -> Step:
    """Ask the actor for one influence of these seats on one of these bases."""
    return ask_seat(
        work,
        work.seat,
        prompt,
        [*holders],
        work.board.base_option,
        lambda base: _ask_pick_at(work, holders[base], base, on_choice),
    )


def _ask_pick_at(work: WorkingCopy, seats: Sequence[Seat], base: Base, on_choice: PickHandler) -> Step:
    """Ask the actor for one influence of these seats on a base."""

    def choose_owner(faction: Word) -> Step:
        seat = find_seat(work.state, faction)
        return choose_kind(work, seat, base, work.seat, lambda kind: on_choice(seat, base, kind))

    owners = list_owners(work, seats, base)
    return ask_unless_forced(work, work.seat, ASK_OWNER, owners, work.board.faction_option, choose_owner)


def _ask_own_pick(work: WorkingCopy, seat: Seat, bases: Sequence[Base], on_choice: PickHandler) -> Step:
    """Ask a seat for one of its own influence on one of these bases."""
    return ask_unless_forced(
        work,
        seat,
        _ASK_OWN_SWAP,
        [base for base in bases if has_influence(work, seat, base)],
        work.board.base_option,
        lambda base: choose_kind(work, seat, base, seat, lambda kind: on_choice(seat, base, kind)),
    )
