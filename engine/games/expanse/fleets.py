"""Effects on fleets: remove, move, build, bring, rebuild, and Theresa Yao's trade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from engine.games.expanse import pieces
from engine.games.expanse.board import NONE, STOP, seat_of
from engine.games.expanse.events import Bring, Build, ChooseOrbital, Move, Rebuild, RemoveFleet, Trade
from engine.games.expanse.state import Fleets, Orbital
from engine.games.expanse.steps import Shown, Step, Then, Work, ask, single
from engine.kernel.menu import Option, Word
from engine.kernel.text import Seat, Who, count, say

_AT: Final = say("In which Orbital is a fleet removed?")
_WHICH: Final = say("Which fleet is removed?")
_ORBITAL: Final = say("Which Orbital do you choose?")
_FROM: Final = say("From which Orbital do you move?")
_GROUP: Final = say("Which fleets move?")
_TO: Final = say("Where do they go?")
_BUILD: Final = say("Which fleet do you build?")
_BUILD_AT: Final = say("In which Orbital do you build?")
_BRING: Final = say("Where does your fleet come from?")
_ENDS: Final = {"stop": STOP, "none": NONE}
_OFF: Final = Option("off", say("From beside the map"))
_TRADE: Final = say("Which of your fleets do you remove as well? Each lets you remove one opposing fleet more.")


# ---------------------------------------------------------------- places
def orbitals_of(work: Work, where: str) -> tuple[Orbital, ...]:
    """The Orbitals that a place word means now."""
    board, state = work.board, work.state
    match where:
        case "any":
            return board.orbitals
        case "there":
            return (work.orbital,) if work.orbital else ()
        case "fleet":
            return tuple(orbital for orbital in board.orbitals if orbital in work.me.fleets)
        case "control":
            return tuple(orbital for orbital in board.orbitals if board.controller(state, orbital) == work.faction)
        case "rocinante":
            return tuple(orbital for orbital in board.orbitals if "r" in work.me.fleets.get(orbital, ""))
        case _:
            return board.around(where)


def choose_orbital(effect: ChooseOrbital, work: Work, then: Then) -> Step:
    """Name an Orbital for the effects behind it."""
    found = orbitals_of(work, effect.where)
    if not found:
        return then(work.there())
    worth = [orbital for orbital in found if _opposed(work, orbital)] or found
    shown = work.board.orbital_option
    return ask(work, work.seat, _ORBITAL, worth, shown, lambda word: then(work.there(orbital=word)))


def _opposed(work: Work, orbital: Orbital) -> bool:
    """Whether an opponent has a fleet to lose there, or influence on an attached base."""
    rivals = opponents(work)
    sides = [work.state.sides[seat] for seat in rivals]
    return bool(targets(work, orbital, rivals)) or any(
        base in side.cubes or base in side.diplomats for base in work.board.attached[orbital] for side in sides
    )


# ---------------------------------------------------------------- remove
def targets(work: Work, orbital: Orbital, seats: Sequence[Seat]) -> list[Word]:
    """The fleets of these seats that can be removed there."""
    sides, found = work.state.sides, list[Word]()
    for seat in seats:
        held = sides[seat].fleets.get(orbital)
        if held is not None:
            found += work.board.targets(sides[seat].faction, held)
    return found


def target_option(work: Work) -> Shown:
    """How the fleets that can be removed are shown."""

    def shown(word: Word) -> Option:
        if word in _ENDS:
            return _ENDS[word]
        faction, _, letter = word.partition("-")
        name = work.board.faction_option(faction).label
        label = say("{faction}: {fleet}", faction=name, fleet=pieces.fleet_name(letter))
        return Option(word, label, spot=f"faction-{faction}")

    return shown


def hit(work: Work, orbital: Orbital, word: Word) -> Work:
    """The fleet that a target's word names is removed."""
    faction, _, letter = word.partition("-")
    return pieces.remove_fleet(work, seat_of(work.state, faction), orbital, letter)


def opponents(work: Work) -> list[Seat]:
    """All seats but the actor's."""
    return [seat for seat in range(len(work.state.sides)) if seat != work.seat]


def remove_fleet(effect: RemoveFleet, work: Work, then: Then) -> Step:
    """Take fleets (E6.5)."""
    found = orbitals_of(work, effect.where)
    if effect.whose == "each":
        return _remove_of_each(effect, work, found, then)
    seats = opponents(work) if effect.whose == "opponent" else list(range(len(work.state.sides)))
    n = len(work.me.fleets.get(found[0], "")) if effect.friends and found else effect.n
    return _remove(effect, work, found, seats, n, then)


def _remove(
    effect: RemoveFleet, work: Work, found: tuple[Orbital, ...], seats: list[Seat], left: int, then: Then
) -> Step:
    if len(found) == 1 and effect.where not in ("any", "fleet", "control"):
        return _remove_at(effect, work, found, seats, left, then)
    words = [orbital for orbital in found if targets(work, orbital, seats)]
    if not left or not words:
        return then(work)
    if effect.upto:
        words.append("stop")

    def go(orbital: Word) -> Step:
        if orbital == "stop":
            return then(work)
        return single(
            work,
            work.seat,
            _WHICH,
            targets(work, orbital, seats),
            target_option(work),
            lambda word: _remove(effect, hit(work, orbital, word), found, seats, left - 1, then),
        )

    return ask(work, work.seat, _AT, words, work.board.orbital_option, go, left - 1)


def _remove_at(
    effect: RemoveFleet, work: Work, found: tuple[Orbital, ...], seats: list[Seat], left: int, then: Then
) -> Step:
    """In a single Orbital only the fleet is asked for."""
    words = targets(work, found[0], seats)
    if not left or not words:
        return then(work)
    if effect.upto:
        words.append("stop")
    return single(
        work,
        work.seat,
        _WHICH,
        words,
        target_option(work),
        lambda word: (
            then(work)
            if word == "stop"
            else _remove_at(effect, hit(work, found[0], word), found, seats, left - 1, then)
        ),
        left - 1,
    )


def _remove_of_each(effect: RemoveFleet, work: Work, found: tuple[Orbital, ...], then: Then) -> Step:
    everybody = list(range(len(work.state.sides)))
    words = [orbital for orbital in found if targets(work, orbital, everybody)]
    if not words:
        return then(work)
    shown = work.board.orbital_option
    return ask(work, work.seat, _AT, words, shown, lambda orbital: _one_of(effect, work, orbital, everybody, then))


def _one_of(effect: RemoveFleet, work: Work, orbital: Orbital, seats: list[Seat], then: Then) -> Step:
    if not seats:
        return then(work)
    words = targets(work, orbital, seats[:1])
    if not words:
        return _one_of(effect, work, orbital, seats[1:], then)
    if effect.upto:
        words.append("none")
    return single(
        work,
        work.seat,
        _WHICH,
        words,
        target_option(work),
        lambda word: _one_of(effect, work if word == "none" else hit(work, orbital, word), orbital, seats[1:], then),
    )


# ---------------------------------------------------------------- move
def move(effect: Move, work: Work, then: Then) -> Step:
    """Move groups of fleets, none twice (E6.6)."""
    return _move(effect, work, effect.n, then)


def _move(effect: Move, work: Work, left: int, then: Then) -> Step:
    if not left:
        return then(work)
    free: dict[Orbital, Fleets] = {}
    for orbital, fleets in work.me.fleets.items():
        fresh = pieces.less(fleets, work.moved.get(orbital, ""))
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
        return group(
            work, free[start], lambda fleets: _to(effect, work, start, fleets, left, then), alone=effect.single
        )

    return ask(work, work.seat, _FROM, words, work.board.orbital_option, go, left - 1)


def group(work: Work, fleets: Fleets, go: Callable[[Word], Step], *, alone: bool = False) -> Step:
    """Which of these fleets go together."""
    found = [one for one in pieces.groups(fleets) if not alone or len(one) == 1]
    return single(work, work.seat, _GROUP, found, group_option, go)


def _to(effect: Move, work: Work, start: Orbital, fleets: Fleets, left: int, then: Then) -> Step:
    board = work.board
    ends = board.within(start, effect.bands)
    if effect.stay:
        ends = (start, *ends)

    def go(end: Word) -> Step:
        after = pieces.move_fleets(work, start, fleets, end)
        if effect.lost:
            after = pieces.remove_fleet(after, work.seat, end, fleets)
        return _move(effect, after, left - 1, then)

    def shown(end: Word) -> Option:
        option = board.orbital_option(end)
        if end != start:
            return option
        return Option(end, say("Stay at {place}", place=option.label), spot=option.spot)

    return ask(work, work.seat, _TO, ends, shown, go)


# ---------------------------------------------------------------- build
def build(effect: Build, work: Work, then: Then) -> Step:
    """Put fleets from beside the map into Orbitals (E6.7)."""
    return _build(effect, work, effect.n, then)


def _build(effect: Build, work: Work, left: int, then: Then) -> Step:
    off = work.me.off if effect.scrap else work.me.off.replace("s", "")
    if not left or not off:
        return then(work)
    kinds = [*dict.fromkeys(off), *(["stop"] if effect.upto else [])]
    places = orbitals_of(work, effect.where)

    def go(letter: Word) -> Step:
        if letter == "stop":
            return then(work)
        return single(
            work,
            work.seat,
            _BUILD_AT,
            places,
            work.board.orbital_option,
            lambda orbital: _build(effect, pieces.build_fleet(work, work.seat, letter, orbital), left - 1, then),
        )

    return single(work, work.seat, _BUILD, kinds, kind_option, go, left - 1)


@cache
def kind_option(letter: str) -> Option:
    """One fleet of a kind, or no more of them."""
    return STOP if letter == "stop" else Option(letter, pieces.fleet_name(letter))


@cache
def group_option(fleets: Fleets) -> Option:
    """A group of fleets."""
    return Option(fleets, pieces.fleet_name(fleets))


def buildable(work: Work, seat: Seat) -> Fleets:
    """The fleets beside the map that a BUILD may bring: Scrap Ships once Scrap Yard is in force (E5.5, E14.10)."""
    side = work.state.sides[seat]
    if "s" not in side.off or work.board.power(work.state, side.faction, "scrap-yard"):
        return side.off
    return side.off.replace("s", "")


def bring(_effect: Bring, work: Work, then: Then) -> Step:
    """One of the actor's fleets, from beside the map or another Orbital, into the Orbital of the effect before."""
    end, board = work.orbital, work.board
    if not end:
        return then(work)
    off = buildable(work, work.seat)
    words = [orbital for orbital in board.orbitals if orbital in work.me.fleets and orbital != end]
    if off:
        words.insert(0, "off")
    if not words:
        return then(work)

    def go(start: Word) -> Step:
        if start == "off":
            return single(
                work,
                work.seat,
                _BUILD,
                [*dict.fromkeys(off)],
                kind_option,
                lambda letter: then(pieces.build_fleet(work, work.seat, letter, end)),
            )
        return single(
            work,
            work.seat,
            _GROUP,
            [*dict.fromkeys(work.me.fleets[start])],
            kind_option,
            lambda letter: then(pieces.move_fleets(work, start, letter, end)),
        )

    return ask(work, work.seat, _BRING, words, lambda word: _OFF if word == "off" else board.orbital_option(word), go)


def rebuild(effect: Rebuild, work: Work, then: Then) -> Step:
    """Everybody's fleets come home; the actor gains CP for each opponent who rebuilds any."""
    gained = 0
    for seat, side in enumerate(work.state.sides):
        off = buildable(work, seat)
        for letter in off:
            work = pieces.build_fleet(work, seat, letter, work.board.components.factions[side.faction].home)
        gained += effect.cp if off and seat != work.seat else 0
    if gained:
        work = work.fork(work.seat)
        work.me.cp += gained
        work.me.gained += gained
        work = work.says(count("{seat} gains {n} CP.", "{seat} gains {n} CP.", gained, seat=Who(work.seat)))
    return then(work)


# ---------------------------------------------------------------- Theresa Yao
def trade(_effect: Trade, work: Work, then: Then) -> Step:
    """Some of the actor's fleets in an Orbital go, then one opposing fleet more than that."""
    rivals = opponents(work)
    words = [one for one in work.board.orbitals if targets(work, one, rivals)]
    if not words:
        return then(work)
    return ask(work, work.seat, _AT, words, work.board.orbital_option, lambda orbital: _give(work, orbital, 1, then))


def _give(work: Work, orbital: Orbital, n: int, then: Then) -> Step:
    """The actor's own go one by one until it is enough."""
    strike = RemoveFleet(where="there", n=n, whose="opponent")
    here = (orbital,)
    return ask(
        work,
        work.seat,
        _TRADE,
        [*targets(work, orbital, [work.seat]), "stop"],
        target_option(work),
        lambda word: (
            _remove(strike, work, here, opponents(work), n, then)
            if word == "stop"
            else _give(hit(work, orbital, word), orbital, n + 1, then)
        ),
    )
