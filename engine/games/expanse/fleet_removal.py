"""Effects that remove fleets, and Theresa Yao's trade of own fleets for opposing ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.expanse import pieces
from engine.games.expanse.board import NONE_OPTION, STOP_OPTION, find_seat
from engine.games.expanse.events import RemoveFleet, Trade
from engine.games.expanse.state import Orbital
from engine.games.expanse.steps import (
    Continuation,
    OptionMaker,
    Step,
    WorkingCopy,
    ask_seat,
    ask_unless_forced,
    list_orbitals,
)
from engine.kernel.menu import Option, Word
from engine.kernel.text import Seat, say

_ASK_REMOVE_AT: Final = say("In which Orbital is a fleet removed?")
_ASK_REMOVED_FLEET: Final = say("Which fleet is removed?")
_ASK_TRADED_FLEET: Final = say(
    "Which of your fleets do you remove as well? Each lets you remove one opposing fleet more."
)
_END_OPTIONS: Final = {"stop": STOP_OPTION, "none": NONE_OPTION}


# ---------------------------------------------------------------- targets
def list_targets(work: WorkingCopy, orbital: Orbital, seats: Sequence[Seat]) -> list[Word]:
    """List the fleets of these seats that can be removed in an Orbital, as words such as "opa-f"."""
    sides, words = work.state.sides, list[Word]()
    for seat in seats:
        held = sides[seat].fleets.get(orbital)
        if held is not None:
            words += work.board.list_targets(sides[seat].faction, held)
    return words


def build_target_option(work: WorkingCopy) -> OptionMaker:
    """Return an option maker for the words of `list_targets`."""

    def make_option(word: Word) -> Option:
        if word in _END_OPTIONS:
            return _END_OPTIONS[word]
        faction, _, letter = word.partition("-")
        name = work.board.faction_option(faction).label
        label = say("{faction}: {fleet}", faction=name, fleet=pieces.name_fleets(letter))
        return Option(word, label, spot=f"faction-{faction}")

    return make_option


def remove_target(work: WorkingCopy, orbital: Orbital, word: Word) -> WorkingCopy:
    """Remove the fleet that a word of `list_targets` names."""
    faction, _, letter = word.partition("-")
    return pieces.remove_fleet(work, find_seat(work.state, faction), orbital, letter)


def list_opponents(work: WorkingCopy) -> list[Seat]:
    """List all seats except the actor's."""
    return [seat for seat in range(len(work.state.sides)) if seat != work.seat]


# ---------------------------------------------------------------- remove
def remove_fleets(effect: RemoveFleet, work: WorkingCopy, on_done: Continuation) -> Step:
    """Take fleets off the map (E6.5)."""
    orbitals = list_orbitals(work, effect.where)
    if effect.whose == "each":
        return _remove_one_each(effect, work, orbitals, on_done)
    seats = list_opponents(work) if effect.whose == "opponent" else list(range(len(work.state.sides)))
    n = effect.n
    if effect.friends and orbitals:
        n = len(work.actor.fleets.get(orbitals[0], ""))
    return _remove_next(effect, work, orbitals, seats, n, on_done)


def _remove_next(
    effect: RemoveFleet,
    work: WorkingCopy,
    orbitals: tuple[Orbital, ...],
    seats: list[Seat],
    remaining: int,
    on_done: Continuation,
) -> Step:
    """Ask for an Orbital and a fleet there until none remain to be removed."""
    if len(orbitals) == 1 and effect.where not in ("any", "fleet", "control"):
        return _remove_at(effect, work, orbitals, seats, remaining, on_done)
    words = [orbital for orbital in orbitals if list_targets(work, orbital, seats)]
    if not remaining or not words:
        return on_done(work)
    if effect.upto:
        words.append("stop")

    def choose_orbital(orbital: Word) -> Step:
        if orbital == "stop":
            return on_done(work)

        def remove(word: Word) -> Step:
            after = remove_target(work, orbital, word)
            return _remove_next(effect, after, orbitals, seats, remaining - 1, on_done)

        targets = list_targets(work, orbital, seats)
        return ask_unless_forced(work, work.seat, _ASK_REMOVED_FLEET, targets, build_target_option(work), remove)

    return ask_seat(work, work.seat, _ASK_REMOVE_AT, words, work.board.orbital_option, choose_orbital, remaining - 1)


def _remove_at(
    effect: RemoveFleet,
    work: WorkingCopy,
    orbitals: tuple[Orbital, ...],
    seats: list[Seat],
    remaining: int,
    on_done: Continuation,
) -> Step:
    """Ask for the fleet only: the effect names a single Orbital."""
    words = list_targets(work, orbitals[0], seats)
    if not remaining or not words:
        return on_done(work)
    if effect.upto:
        words.append("stop")

    def remove(word: Word) -> Step:
        if word == "stop":
            return on_done(work)
        after = remove_target(work, orbitals[0], word)
        return _remove_at(effect, after, orbitals, seats, remaining - 1, on_done)

    return ask_unless_forced(
        work, work.seat, _ASK_REMOVED_FLEET, words, build_target_option(work), remove, remaining - 1
    )


def _remove_one_each(
    effect: RemoveFleet, work: WorkingCopy, orbitals: tuple[Orbital, ...], on_done: Continuation
) -> Step:
    """Remove one fleet of every player in an Orbital that the actor chooses."""
    seats = list(range(len(work.state.sides)))
    words = [orbital for orbital in orbitals if list_targets(work, orbital, seats)]
    if not words:
        return on_done(work)
    return ask_seat(
        work,
        work.seat,
        _ASK_REMOVE_AT,
        words,
        work.board.orbital_option,
        lambda orbital: _remove_from_seats(effect, work, orbital, seats, on_done),
    )


def _remove_from_seats(
    effect: RemoveFleet, work: WorkingCopy, orbital: Orbital, seats: list[Seat], on_done: Continuation
) -> Step:
    if not seats:
        return on_done(work)
    words = list_targets(work, orbital, seats[:1])
    if not words:
        return _remove_from_seats(effect, work, orbital, seats[1:], on_done)
    if effect.upto:
        words.append("none")

    def remove(word: Word) -> Step:
        after = work if word == "none" else remove_target(work, orbital, word)
        return _remove_from_seats(effect, after, orbital, seats[1:], on_done)

    return ask_unless_forced(work, work.seat, _ASK_REMOVED_FLEET, words, build_target_option(work), remove)


# ---------------------------------------------------------------- Theresa Yao
def trade_fleets(_effect: Trade, work: WorkingCopy, on_done: Continuation) -> Step:
    """Remove some of the actor's fleets in an Orbital, then one opposing fleet more than that (E16.7)."""
    opponents = list_opponents(work)
    words = [orbital for orbital in work.board.orbitals if list_targets(work, orbital, opponents)]
    if not words:
        return on_done(work)
    return ask_seat(
        work,
        work.seat,
        _ASK_REMOVE_AT,
        words,
        work.board.orbital_option,
        lambda orbital: _give_fleets(work, orbital, 1, on_done),
    )


def _give_fleets(work: WorkingCopy, orbital: Orbital, n: int, on_done: Continuation) -> Step:
    """Ask for the actor's own fleets, one by one; after "stop" `n` opposing fleets go."""

    def give(word: Word) -> Step:
        if word != "stop":
            return _give_fleets(remove_target(work, orbital, word), orbital, n + 1, on_done)
        effect = RemoveFleet(where="there", n=n, whose="opponent")
        return _remove_next(effect, work, (orbital,), list_opponents(work), n, on_done)

    words = [*list_targets(work, orbital, [work.seat]), "stop"]
    return ask_seat(work, work.seat, _ASK_TRADED_FLEET, words, build_target_option(work), give)
