"""Effects that put fleets into Orbitals: choose an Orbital, move, build, bring and rebuild."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from engine.games.expanse import pieces
from engine.games.expanse.board import STOP_OPTION
from engine.games.expanse.events import Bring, Build, ChooseOrbital, Move, Rebuild
from engine.games.expanse.fleet_removal import list_opponents, list_targets
from engine.games.expanse.state import Fleets, Orbital
from engine.games.expanse.steps import Continuation, Step, WorkingCopy, ask_seat, ask_unless_forced, list_orbitals
from engine.kernel.menu import Option, Word
from engine.kernel.text import Seat, SeatMention, Text, count, say

_ASK_ORBITAL: Final = say("Which Orbital do you choose?")
_ASK_MOVE_FROM: Final = say("From which Orbital do you move?")
_ASK_GROUP: Final = say("Which fleets move?")
_ASK_MOVE_TO: Final = say("Where do they go?")
_ASK_FLEET_KIND: Final = say("Which fleet do you build?")
_ASK_BUILD_AT: Final = say("In which Orbital do you build?")
_ASK_BRING_FROM: Final = say("Where does your fleet come from?")
_OFF_MAP_OPTION: Final = Option("off", say("From beside the map"))


# ---------------------------------------------------------------- choose an Orbital
def choose_orbital(effect: ChooseOrbital, work: WorkingCopy, on_done: Continuation) -> Step:
    """Ask for the Orbital of the effects that follow.

    Orbitals where an opponent has something to lose come alone, if there are any.
    """
    orbitals = list_orbitals(work, effect.where)
    if not orbitals:
        return on_done(work.set_place())
    words = [orbital for orbital in orbitals if _is_opposed(work, orbital)] or orbitals
    return ask_seat(
        work,
        work.seat,
        _ASK_ORBITAL,
        words,
        work.board.orbital_option,
        lambda orbital: on_done(work.set_place(orbital=orbital)),
    )


def _is_opposed(work: WorkingCopy, orbital: Orbital) -> bool:
    """Return whether an opponent has a fleet to lose in an Orbital, or influence on an attached base."""
    opponents = list_opponents(work)
    if list_targets(work, orbital, opponents):
        return True
    for seat in opponents:
        side = work.state.sides[seat]
        if any(base in side.cubes or base in side.diplomats for base in work.board.bases_by_orbital[orbital]):
            return True
    return False


# ---------------------------------------------------------------- move
def move_fleets(effect: Move, work: WorkingCopy, on_done: Continuation) -> Step:
    """Move groups of fleets; no fleet moves twice (E6.6)."""
    return _move_next_group(effect, work, effect.n, on_done)


def _move_next_group(effect: Move, work: WorkingCopy, remaining: int, on_done: Continuation) -> Step:
    movable = _find_movable_fleets(effect, work) if remaining else {}
    if not movable:
        return on_done(work)
    words = [orbital for orbital in work.board.orbitals if orbital in movable]
    if effect.upto:
        words.append("stop")

    def choose_start(start: Word) -> Step:
        if start == "stop":
            return on_done(work)
        return choose_group(
            work,
            movable[start],
            lambda fleets: _choose_destination(effect, work, start, fleets, remaining, on_done),
            is_single=effect.single,
        )

    return ask_seat(work, work.seat, _ASK_MOVE_FROM, words, work.board.start_option, choose_start, remaining - 1)


def _find_movable_fleets(effect: Move, work: WorkingCopy) -> dict[Orbital, Fleets]:
    """Map each Orbital to the actor's fleets that the effect may still move."""
    movable: dict[Orbital, Fleets] = {}
    for orbital, fleets in work.actor.fleets.items():
        fresh = pieces.subtract_fleets(fleets, work.moved.get(orbital, ""))
        if effect.piece:
            fresh = effect.piece if effect.piece in fresh else ""
        elif effect.lost:
            fresh = fresh.replace("r", "")
        if fresh:
            movable[orbital] = fresh
    return movable


def choose_group(
    work: WorkingCopy, fleets: Fleets, on_choice: Callable[[Word], Step], *, is_single: bool = False
) -> Step:
    """Ask which of these fleets go together; `is_single` allows one fleet only."""
    groups = pieces.list_groups(fleets)
    if is_single:
        groups = tuple(group for group in groups if len(group) == 1)
    return ask_unless_forced(work, work.seat, _ASK_GROUP, groups, build_group_option, on_choice)


def _choose_destination(
    effect: Move, work: WorkingCopy, start: Orbital, fleets: Fleets, remaining: int, on_done: Continuation
) -> Step:
    board = work.board
    ends = board.list_orbitals_within(start, effect.bands)
    if effect.stay:
        ends = (start, *ends)

    def move(end: Word) -> Step:
        after = pieces.move_fleets(work, start, fleets, end)
        if effect.lost:
            after = pieces.remove_fleet(after, work.seat, end, fleets)
        return _move_next_group(effect, after, remaining - 1, on_done)

    def make_option(end: Word) -> Option:
        option = board.orbital_option(end)
        if end != start:
            return option
        return Option(end, say("Stay at {place}", place=option.label), spot=option.spot)

    return ask_seat(work, work.seat, _ASK_MOVE_TO, ends, make_option, move)


# ---------------------------------------------------------------- build
def build_fleets(effect: Build, work: WorkingCopy, on_done: Continuation) -> Step:
    """Put fleets from outside the map into Orbitals (E6.7)."""
    return _build_next(effect, work, effect.n, on_done)


def _build_next(effect: Build, work: WorkingCopy, remaining: int, on_done: Continuation) -> Step:
    off = work.actor.off if effect.scrap else work.actor.off.replace("s", "")
    if not remaining or not off:
        return on_done(work)
    words = _list_kinds(off)
    if effect.upto:
        words.append("stop")
    places = list_orbitals(work, effect.where)

    def choose_kind(letter: Word) -> Step:
        if letter == "stop":
            return on_done(work)

        def build(orbital: Word) -> Step:
            after = pieces.build_fleet(work, work.seat, letter, orbital)
            return _build_next(effect, after, remaining - 1, on_done)

        return ask_unless_forced(work, work.seat, _ASK_BUILD_AT, places, work.board.orbital_option, build)

    return ask_unless_forced(work, work.seat, _ASK_FLEET_KIND, words, build_kind_option, choose_kind, remaining - 1)


def _list_kinds(fleets: Fleets) -> list[Word]:
    """List the letters of these fleets, each once."""
    return list(dict.fromkeys(fleets))


@cache
def build_kind_option(letter: str) -> Option:
    """Return the option of one fleet of a kind, or of "stop"."""
    return STOP_OPTION if letter == "stop" else Option(letter, pieces.name_fleets(letter))


def _label_group(fleets: Fleets) -> Text:
    """Return the name of a group of fleets in as few words as a label has room for."""
    plain = fleets.replace("r", "")
    if not plain or plain == fleets:
        return pieces.name_fleets(fleets)
    return say("{fleets}, Rocinante", fleets=pieces.name_fleets(plain))


@cache
def build_group_option(fleets: Fleets) -> Option:
    """Return the option of a group of fleets."""
    return Option(fleets, _label_group(fleets))


def list_buildable_fleets(work: WorkingCopy, seat: Seat) -> Fleets:
    """Return the fleets off the map that a BUILD may bring.

    Scrap Ships are among them once Scrap Yard is in force (E5.5, E14.10).
    """
    side = work.state.sides[seat]
    if "s" not in side.off or work.board.find_power(work.state, side.faction, "scrap-yard"):
        return side.off
    return side.off.replace("s", "")


# ---------------------------------------------------------------- bring and rebuild
def bring_fleet(_effect: Bring, work: WorkingCopy, on_done: Continuation) -> Step:
    """Bring one of the actor's fleets into the Orbital of the effect before, from another Orbital or off the map."""
    end, board = work.orbital, work.board
    if not end:
        return on_done(work)
    off = list_buildable_fleets(work, work.seat)
    words = [orbital for orbital in board.orbitals if orbital in work.actor.fleets and orbital != end]
    if off:
        words.insert(0, "off")
    if not words:
        return on_done(work)

    def choose_start(start: Word) -> Step:
        if start == "off":
            return ask_unless_forced(
                work,
                work.seat,
                _ASK_FLEET_KIND,
                _list_kinds(off),
                build_kind_option,
                lambda letter: on_done(pieces.build_fleet(work, work.seat, letter, end)),
            )
        return ask_unless_forced(
            work,
            work.seat,
            _ASK_GROUP,
            _list_kinds(work.actor.fleets[start]),
            build_kind_option,
            lambda letter: on_done(pieces.move_fleets(work, start, letter, end)),
        )

    return ask_seat(
        work,
        work.seat,
        _ASK_BRING_FROM,
        words,
        lambda word: _OFF_MAP_OPTION if word == "off" else board.orbital_option(word),
        choose_start,
    )


def rebuild_fleets(effect: Rebuild, work: WorkingCopy, on_done: Continuation) -> Step:
    """Build every player's fleets at home; the actor gains CP for each opponent who rebuilds any (E16.9)."""
    gained = 0
    for seat, side in enumerate(work.state.sides):
        off = list_buildable_fleets(work, seat)
        for letter in off:
            work = pieces.build_fleet(work, seat, letter, work.board.components.factions[side.faction].home)
        if off and seat != work.seat:
            gained += effect.cp
    if gained:
        work = work.fork(work.seat)
        work.actor.cp += gained
        work.actor.gained += gained
        work = work.add_texts(
            count("{seat} gains {n} CP.", "{seat} gains {n} CP.", gained, seat=SeatMention(work.seat))
        )
    return on_done(work)
