"""Effects on fleets: remove, move, build, bring, rebuild, and Theresa Yao's trade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from engine.games.expanse import pieces
from engine.games.expanse.board import NONE_OPTION, STOP_OPTION, find_seat
from engine.games.expanse.events import Bring, Build, ChooseOrbital, Move, Rebuild, RemoveFleet, Trade
from engine.games.expanse.state import Fleets, Orbital
from engine.games.expanse.steps import Continuation, OptionMaker, Step, WorkingCopy, ask_seat, ask_unless_forced
from engine.kernel.menu import Option, Word
from engine.kernel.text import Seat, SeatMention, count, say

_ASK_REMOVE_AT: Final = say("In which Orbital is a fleet removed?")
_ASK_REMOVED_FLEET: Final = say("Which fleet is removed?")
_ASK_ORBITAL: Final = say("Which Orbital do you choose?")
_ASK_MOVE_FROM: Final = say("From which Orbital do you move?")
_ASK_GROUP: Final = say("Which fleets move?")
_ASK_MOVE_TO: Final = say("Where do they go?")
_ASK_FLEET_KIND: Final = say("Which fleet do you build?")
_ASK_BUILD_AT: Final = say("In which Orbital do you build?")
_ASK_BRING_FROM: Final = say("Where does your fleet come from?")
_END_OPTIONS: Final = {"stop": STOP_OPTION, "none": NONE_OPTION}
_OFF_MAP_OPTION: Final = Option("off", say("From beside the map"))
_ASK_TRADED_FLEET: Final = say(
    "Which of your fleets do you remove as well? Each lets you remove one opposing fleet more."
)


# ---------------------------------------------------------------- places
def list_orbitals(work: WorkingCopy, where: str) -> tuple[Orbital, ...]:
    """The Orbitals that a place word means now."""
    board, state = work.board, work.state
    match where:
        case "any":
            return board.orbitals
        case "there":
            return (work.orbital,) if work.orbital else ()
        case "fleet":
            return tuple(orbital for orbital in board.orbitals if orbital in work.actor.fleets)
        case "control":
            return tuple(orbital for orbital in board.orbitals if board.find_controller(state, orbital) == work.faction)
        case "rocinante":
            return tuple(orbital for orbital in board.orbitals if "r" in work.actor.fleets.get(orbital, ""))
        case _:
            return board.list_orbitals(where)


def choose_orbital(effect: ChooseOrbital, work: WorkingCopy, then: Continuation) -> Step:
    """Name an Orbital for the effects behind it."""
    found = list_orbitals(work, effect.where)
    if not found:
        return then(work.set_place())
    worth = [orbital for orbital in found if _is_opposed(work, orbital)] or found
    shown = work.board.orbital_option
    return ask_seat(work, work.seat, _ASK_ORBITAL, worth, shown, lambda word: then(work.set_place(orbital=word)))


def _is_opposed(work: WorkingCopy, orbital: Orbital) -> bool:
    """Whether an opponent has a fleet to lose there, or influence on an attached base."""
    rivals = list_opponents(work)
    sides = [work.state.sides[seat] for seat in rivals]
    return bool(list_targets(work, orbital, rivals)) or any(
        base in side.cubes or base in side.diplomats for base in work.board.bases_by_orbital[orbital] for side in sides
    )


# ---------------------------------------------------------------- remove
def list_targets(work: WorkingCopy, orbital: Orbital, seats: Sequence[Seat]) -> list[Word]:
    """The fleets of these seats that can be removed there."""
    sides, found = work.state.sides, list[Word]()
    for seat in seats:
        held = sides[seat].fleets.get(orbital)
        if held is not None:
            found += work.board.list_targets(sides[seat].faction, held)
    return found


def build_target_option(work: WorkingCopy) -> OptionMaker:
    """How the fleets that can be removed are shown."""

    def shown(word: Word) -> Option:
        if word in _END_OPTIONS:
            return _END_OPTIONS[word]
        faction, _, letter = word.partition("-")
        name = work.board.faction_option(faction).label
        label = say("{faction}: {fleet}", faction=name, fleet=pieces.name_fleets(letter))
        return Option(word, label, spot=f"faction-{faction}")

    return shown


def remove_target(work: WorkingCopy, orbital: Orbital, word: Word) -> WorkingCopy:
    """The fleet that a target's word names is removed."""
    faction, _, letter = word.partition("-")
    return pieces.remove_fleet(work, find_seat(work.state, faction), orbital, letter)


def list_opponents(work: WorkingCopy) -> list[Seat]:
    """All seats but the actor's."""
    return [seat for seat in range(len(work.state.sides)) if seat != work.seat]


def remove_fleets(effect: RemoveFleet, work: WorkingCopy, then: Continuation) -> Step:
    """Take fleets (E6.5)."""
    found = list_orbitals(work, effect.where)
    if effect.whose == "each":
        return _remove_one_each(effect, work, found, then)
    seats = list_opponents(work) if effect.whose == "opponent" else list(range(len(work.state.sides)))
    n = len(work.actor.fleets.get(found[0], "")) if effect.friends and found else effect.n
    return _remove_next(effect, work, found, seats, n, then)


def _remove_next(
    effect: RemoveFleet,
    work: WorkingCopy,
    orbitals: tuple[Orbital, ...],
    seats: list[Seat],
    remaining: int,
    then: Continuation,
) -> Step:
    if len(orbitals) == 1 and effect.where not in ("any", "fleet", "control"):
        return _remove_at(effect, work, orbitals, seats, remaining, then)
    words = [orbital for orbital in orbitals if list_targets(work, orbital, seats)]
    if not remaining or not words:
        return then(work)
    if effect.upto:
        words.append("stop")

    def go(orbital: Word) -> Step:
        if orbital == "stop":
            return then(work)
        return ask_unless_forced(
            work,
            work.seat,
            _ASK_REMOVED_FLEET,
            list_targets(work, orbital, seats),
            build_target_option(work),
            lambda word: _remove_next(effect, remove_target(work, orbital, word), orbitals, seats, remaining - 1, then),
        )

    return ask_seat(work, work.seat, _ASK_REMOVE_AT, words, work.board.orbital_option, go, remaining - 1)


def _remove_at(
    effect: RemoveFleet,
    work: WorkingCopy,
    orbitals: tuple[Orbital, ...],
    seats: list[Seat],
    remaining: int,
    then: Continuation,
) -> Step:
    """In a single Orbital only the fleet is asked for."""
    words = list_targets(work, orbitals[0], seats)
    if not remaining or not words:
        return then(work)
    if effect.upto:
        words.append("stop")
    return ask_unless_forced(
        work,
        work.seat,
        _ASK_REMOVED_FLEET,
        words,
        build_target_option(work),
        lambda word: (
            then(work)
            if word == "stop"
            else _remove_at(effect, remove_target(work, orbitals[0], word), orbitals, seats, remaining - 1, then)
        ),
        remaining - 1,
    )


def _remove_one_each(effect: RemoveFleet, work: WorkingCopy, orbitals: tuple[Orbital, ...], then: Continuation) -> Step:
    everybody = list(range(len(work.state.sides)))
    words = [orbital for orbital in orbitals if list_targets(work, orbital, everybody)]
    if not words:
        return then(work)
    shown = work.board.orbital_option
    return ask_seat(
        work,
        work.seat,
        _ASK_REMOVE_AT,
        words,
        shown,
        lambda orbital: _remove_from_seats(effect, work, orbital, everybody, then),
    )


def _remove_from_seats(
    effect: RemoveFleet, work: WorkingCopy, orbital: Orbital, seats: list[Seat], then: Continuation
) -> Step:
    if not seats:
        return then(work)
    words = list_targets(work, orbital, seats[:1])
    if not words:
        return _remove_from_seats(effect, work, orbital, seats[1:], then)
    if effect.upto:
        words.append("none")
    return ask_unless_forced(
        work,
        work.seat,
        _ASK_REMOVED_FLEET,
        words,
        build_target_option(work),
        lambda word: _remove_from_seats(
            effect, work if word == "none" else remove_target(work, orbital, word), orbital, seats[1:], then
        ),
    )


# ---------------------------------------------------------------- move
def move_fleets(effect: Move, work: WorkingCopy, then: Continuation) -> Step:
    """Move groups of fleets, none twice (E6.6)."""
    return _move_next_group(effect, work, effect.n, then)


def _move_next_group(effect: Move, work: WorkingCopy, remaining: int, then: Continuation) -> Step:
    if not remaining:
        return then(work)
    free: dict[Orbital, Fleets] = {}
    for orbital, fleets in work.actor.fleets.items():
        fresh = pieces.subtract_fleets(fleets, work.moved.get(orbital, ""))
        if effect.piece:
            fresh = effect.piece if effect.piece in fresh else ""
        elif effect.lost:
            fresh = fresh.replace("r", "")
        if fresh:
            free[orbital] = fresh
    if not free:
        return then(work)
    words = [orbital for orbital in work.board.orbitals if orbital in free]
    if effect.upto:
        words.append("stop")

    def go(start: Word) -> Step:
        if start == "stop":
            return then(work)
        return choose_group(
            work,
            free[start],
            lambda fleets: _choose_destination(effect, work, start, fleets, remaining, then),
            is_single=effect.single,
        )

    return ask_seat(work, work.seat, _ASK_MOVE_FROM, words, work.board.orbital_option, go, remaining - 1)


def choose_group(
    work: WorkingCopy, fleets: Fleets, on_choice: Callable[[Word], Step], *, is_single: bool = False
) -> Step:
    """Which of these fleets go together."""
    found = [one for one in pieces.list_groups(fleets) if not is_single or len(one) == 1]
    return ask_unless_forced(work, work.seat, _ASK_GROUP, found, build_group_option, on_choice)


def _choose_destination(
    effect: Move, work: WorkingCopy, start: Orbital, fleets: Fleets, remaining: int, then: Continuation
) -> Step:
    board = work.board
    ends = board.list_orbitals_within(start, effect.bands)
    if effect.stay:
        ends = (start, *ends)

    def go(end: Word) -> Step:
        after = pieces.move_fleets(work, start, fleets, end)
        if effect.lost:
            after = pieces.remove_fleet(after, work.seat, end, fleets)
        return _move_next_group(effect, after, remaining - 1, then)

    def shown(end: Word) -> Option:
        option = board.orbital_option(end)
        if end != start:
            return option
        return Option(end, say("Stay at {place}", place=option.label), spot=option.spot)

    return ask_seat(work, work.seat, _ASK_MOVE_TO, ends, shown, go)


# ---------------------------------------------------------------- build
def build_fleets(effect: Build, work: WorkingCopy, then: Continuation) -> Step:
    """Put fleets from beside the map into Orbitals (E6.7)."""
    return _build_next(effect, work, effect.n, then)


def _build_next(effect: Build, work: WorkingCopy, remaining: int, then: Continuation) -> Step:
    off = work.actor.off if effect.scrap else work.actor.off.replace("s", "")
    if not remaining or not off:
        return then(work)
    kinds = [*dict.fromkeys(off), *(["stop"] if effect.upto else [])]
    places = list_orbitals(work, effect.where)

    def go(letter: Word) -> Step:
        if letter == "stop":
            return then(work)
        return ask_unless_forced(
            work,
            work.seat,
            _ASK_BUILD_AT,
            places,
            work.board.orbital_option,
            lambda orbital: _build_next(
                effect, pieces.build_fleet(work, work.seat, letter, orbital), remaining - 1, then
            ),
        )

    return ask_unless_forced(work, work.seat, _ASK_FLEET_KIND, kinds, build_kind_option, go, remaining - 1)


@cache
def build_kind_option(letter: str) -> Option:
    """One fleet of a kind, or no more of them."""
    return STOP_OPTION if letter == "stop" else Option(letter, pieces.name_fleets(letter))


@cache
def build_group_option(fleets: Fleets) -> Option:
    """A group of fleets."""
    return Option(fleets, pieces.name_fleets(fleets))


def list_buildable_fleets(work: WorkingCopy, seat: Seat) -> Fleets:
    """The fleets beside the map that a BUILD may bring: Scrap Ships once Scrap Yard is in force (E5.5, E14.10)."""
    side = work.state.sides[seat]
    if "s" not in side.off or work.board.find_power(work.state, side.faction, "scrap-yard"):
        return side.off
    return side.off.replace("s", "")


def bring_fleet(_effect: Bring, work: WorkingCopy, then: Continuation) -> Step:
    """One of the actor's fleets, from beside the map or another Orbital, into the Orbital of the effect before."""
    end, board = work.orbital, work.board
    if not end:
        return then(work)
    off = list_buildable_fleets(work, work.seat)
    words = [orbital for orbital in board.orbitals if orbital in work.actor.fleets and orbital != end]
    if off:
        words.insert(0, "off")
    if not words:
        return then(work)

    def go(start: Word) -> Step:
        if start == "off":
            return ask_unless_forced(
                work,
                work.seat,
                _ASK_FLEET_KIND,
                [*dict.fromkeys(off)],
                build_kind_option,
                lambda letter: then(pieces.build_fleet(work, work.seat, letter, end)),
            )
        return ask_unless_forced(
            work,
            work.seat,
            _ASK_GROUP,
            [*dict.fromkeys(work.actor.fleets[start])],
            build_kind_option,
            lambda letter: then(pieces.move_fleets(work, start, letter, end)),
        )

    return ask_seat(
        work,
        work.seat,
        _ASK_BRING_FROM,
        words,
        lambda word: _OFF_MAP_OPTION if word == "off" else board.orbital_option(word),
        go,
    )


def rebuild_fleets(effect: Rebuild, work: WorkingCopy, then: Continuation) -> Step:
    """Everybody's fleets come home; the actor gains CP for each opponent who rebuilds any."""
    gained = 0
    for seat, side in enumerate(work.state.sides):
        off = list_buildable_fleets(work, seat)
        for letter in off:
            work = pieces.build_fleet(work, seat, letter, work.board.components.factions[side.faction].home)
        gained += effect.cp if off and seat != work.seat else 0
    if gained:
        work = work.fork(work.seat)
        work.actor.cp += gained
        work.actor.gained += gained
        work = work.add_texts(
            count("{seat} gains {n} CP.", "{seat} gains {n} CP.", gained, seat=SeatMention(work.seat))
        )
    return then(work)


# ---------------------------------------------------------------- Theresa Yao
def trade_fleets(_effect: Trade, work: WorkingCopy, then: Continuation) -> Step:
    """Some of the actor's fleets in an Orbital go, then one opposing fleet more than that."""
    rivals = list_opponents(work)
    words = [one for one in work.board.orbitals if list_targets(work, one, rivals)]
    if not words:
        return then(work)
    return ask_seat(
        work,
        work.seat,
        _ASK_REMOVE_AT,
        words,
        work.board.orbital_option,
        lambda orbital: _give_fleets(work, orbital, 1, then),
    )


def _give_fleets(work: WorkingCopy, orbital: Orbital, n: int, then: Continuation) -> Step:
    """The actor's own go one by one until it is enough."""
    strike = RemoveFleet(where="there", n=n, whose="opponent")
    here = (orbital,)
    return ask_seat(
        work,
        work.seat,
        _ASK_TRADED_FLEET,
        [*list_targets(work, orbital, [work.seat]), "stop"],
        build_target_option(work),
        lambda word: (
            _remove_next(strike, work, here, list_opponents(work), n, then)
            if word == "stop"
            else _give_fleets(remove_target(work, orbital, word), orbital, n + 1, then)
        ),
    )
