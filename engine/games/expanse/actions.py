"""Spending Action Points: MOVE, INFLUENCE, BUILD and the factions' own powers, in any order (E5, E14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from engine.games.expanse import fleets, influence, pieces
from engine.games.expanse.components import Ability, Power
from engine.games.expanse.events import Remove
from engine.games.expanse.state import Base, Orbital
from engine.games.expanse.steps import Choice, Step, Then, Work, ask, single
from engine.kernel.menu import Option, Word
from engine.kernel.text import Text, Who, count, say

DONE: Final = Option("done", say("Done"))
_MOVE: Final = Option("move", say("Move fleets"))
_PLACE: Final = Option("place", say("Place influence"))
_BUILD: Final = Option("build", say("Build a fleet"))
_NO_FLEETS: Final = say("You have no fleet on the map (E5.1).")
_NO_PLACE: Final = say("You have no fleet at a base, which influence needs (E5.2).")
_NO_BUILD: Final = say("All your fleets are on the map (E5.5).")
_NOBODY_WEAKER: Final = say("There is no Orbital where you are stronger than somebody with a fleet to lose (E14.5).")
_ONCE: Final = say("This serves once a turn (E14).")
_NO_PAIR: Final = say("None of your influence lies on a base whose resource another base has (E14.13).")
_NO_DROP: Final = say("There is no opposing influence where you have Orbital Control (E14.8).")
_NO_SAMPLE: Final = say("There is no base with your influence that a token could go to (E14.15).")
_FROM: Final = say("From which Orbital do you move?")
_GROUP: Final = say("Which fleets move?")
_TO: Final = say("Where do they go?")
_BASE: Final = say("On which base do you place influence?")
_AS: Final = say("What do you place?")
_KIND: Final = say("Which fleet do you build?")
_ENGAGE: Final = say("In which Orbital do you engage?")
_TARGET: Final = say("Which fleet is removed?")
_NETWORK: Final = say("From which base do you move influence?")
_NETWORK_TO: Final = say("To which base with the same resource?")
_TOKEN: Final = say("Which Protomolecule token?")
_TOKEN_TO: Final = say("On which base does it go?")
_HAND: Final = Option("hand", say("One not on the map yet"))
_AS_WHAT: Final = {
    "cube": Option("cube", say("A cube")),
    "diplomat": Option("diplomat", say("A Diplomat")),
    "swap": Option("swap", say("A Diplomat for a cube there")),
}


def spend(work: Work, points: int, then: Then) -> Step:
    """Take actions worth so many Action Points; nothing is saved (E5)."""
    new = work.fork()
    new.state.spender, new.state.points = work.seat, points
    return _next(new, then)


def _next(work: Work, then: Then) -> Step:
    left = work.state.points
    if left <= 0:
        return _over(work, then)

    def go(word: Word) -> Step:
        return _over(work, then) if word == "done" else _ACTIONS[word](work, lambda after: _next(after, then))

    me = work.me
    words: list[Word] = []
    if me.fleets:
        words.append("move")
    if not work.board.inhabited(work.state.seats).isdisjoint(me.fleets) or _open_bases(work):
        words.append("place")
    if fleets.buildable(work, work.seat):
        words.append("build")
    for power, ability in work.board.powers(work.state, me.faction).items():
        why_not = _WHY_NOT.get(power)
        if why_not is not None and ability.ap <= left and why_not(work) is None:
            words.append(power)
    words.append("done")
    return Choice(
        words,
        lambda: _shown(work, words),
        work=work,
        seat=work.seat,
        prompt=_left(left),
        next=go,
        again=left - 1,
    )


@cache
def _left(points: int) -> Text:
    return count("{n} Action Point left: what do you do?", "{n} Action Points left: what do you do?", points)


def _over(work: Work, then: Then) -> Step:
    new = work.fork()
    new.state.spender, new.state.points = -1, 0
    return then(new)


def _shown(work: Work, words: list[Word]) -> list[Option]:
    """All that Action Points can be spent on, also what cannot be done now."""
    powers = work.board.powers(work.state, work.faction)
    return [
        _MOVE if "move" in words else Option("move", _MOVE.label, why_not=_NO_FLEETS),
        _PLACE if "place" in words else Option("place", _PLACE.label, why_not=_NO_PLACE),
        _BUILD if "build" in words else Option("build", _BUILD.label, why_not=_NO_BUILD),
        *(
            Option(power, say(ability.name), why_not=_why_not(work, ability))
            for power, ability in powers.items()
            if power in _WHY_NOT
        ),
        DONE,
    ]


def _why_not(work: Work, ability: Ability) -> Text | None:
    if ability.ap > work.state.points:
        return count("It costs {n} Action Point (E5).", "It costs {n} Action Points (E5).", ability.ap)
    return _WHY_NOT[ability.power](work)


def _paid(work: Work, points: int, once: str = "") -> Work:
    """The same table with the points gone and a power marked as used; for a fork only, which is changed."""
    work.state.points -= points
    if once:
        work.state.once = [*work.state.once, f"{work.seat}-{once}"]
    return work


def _used(work: Work, once: str) -> bool:
    return f"{work.seat}-{once}" in work.state.once


def _ability(work: Work, power: Power) -> Ability:
    found = work.board.power(work.state, work.faction, power)
    if found is None:
        raise ValueError(f"{power} is not in force")
    return found


# ---------------------------------------------------------------- E5.1 move
def _move(work: Work, then: Then) -> Step:
    board, me = work.board, work.me
    far = board.power(work.state, me.faction, "peacekeepers")
    bands = far.n if far and not _used(work, "move") else 1
    starts = [orbital for orbital in board.orbitals if orbital in me.fleets]

    def group(start: Orbital) -> Step:
        return fleets.group(work, me.fleets[start], lambda held: to(start, held))

    def to(start: Orbital, held: Word) -> Step:
        return ask(
            work,
            work.seat,
            _TO,
            board.within(start, bands),
            board.orbital_option,
            lambda end: then(_paid(pieces.move_fleets(work, start, held, end), 1, "move" if far else "")),
        )

    return ask(work, work.seat, _FROM, starts, board.orbital_option, group)


# ---------------------------------------------------------------- E5.2 influence
def _open_bases(work: Work) -> dict[Base, int]:
    """Where an Influence action may place, and for how many Action Points."""
    board, held, points = work.board, work.me.fleets, work.state.points
    bases = board.places("any", work.state.seats)
    if not board.power(work.state, work.faction, "remote"):
        return {base: 1 for base in bases if board.orbital[base] in held}
    remote, found = _remote(work), {}
    for base in bases:
        orbital = board.orbital[base]
        ap = 1 if orbital in held else remote.get(board.sector[orbital], 0)
        if 0 < ap <= points:
            found[base] = ap
    return found


def _remote(work: Work) -> dict[str, int]:
    """What influence without a fleet costs by Sector (E14.9, E14.11)."""
    return {
        sector: ability.ap
        for ability in work.board.abilities(work.state, work.faction)
        if ability.power == "remote"
        for sector in ability.where
    }


def _place(work: Work, then: Then) -> Step:
    board, costs = work.board, _open_bases(work)

    def at(base: Base) -> Step:
        paid = _paid(work.fork(), costs[base])
        side = work.me
        if not side.diplomats_left or not board.power(work.state, side.faction, "diplomats"):
            return influence.place_at(paid, base, then)
        kinds = ["cube", "diplomat", *(["swap"] if base in side.cubes else [])]

        def as_what(kind: Word) -> Step:
            if kind == "cube":
                return influence.place_at(paid, base, then)
            return then(pieces.put_diplomat(paid, base, swap=kind == "swap"))

        return ask(work, work.seat, _AS, kinds, _AS_WHAT.__getitem__, as_what)

    return ask(work, work.seat, _BASE, [*costs], board.base_option, at)


# ---------------------------------------------------------------- E5.5 build
def _build(work: Work, then: Then) -> Step:
    home = work.board.components.factions[work.faction].home
    return single(
        work,
        work.seat,
        _KIND,
        [*dict.fromkeys(fleets.buildable(work, work.seat))],
        fleets.kind_option,
        lambda letter: then(_paid(pieces.build_fleet(work, work.seat, letter, home), 1)),
    )


# ---------------------------------------------------------------- E14 powers
def _why_no_engage(work: Work) -> Text | None:
    for orbital in work.me.fleets:
        if _weaker(work, orbital):
            return None
    return _NOBODY_WEAKER


def _weaker(work: Work, orbital: Orbital) -> list[Word]:
    """The fleets of weaker opponents in an Orbital with own ones."""
    board, strength = work.board, work.board.strength(work.me.fleets[orbital])
    return [
        word
        for side in work.state.sides
        if orbital in side.fleets and board.strength(side.fleets[orbital]) < strength
        for word in board.targets(side.faction, side.fleets[orbital])
    ]


def _engage(work: Work, then: Then) -> Step:
    mine = [orbital for orbital in work.board.orbitals if orbital in work.me.fleets]
    weaker = {orbital: found for orbital in mine if (found := _weaker(work, orbital))}
    ap = _ability(work, "engage").ap
    return ask(
        work,
        work.seat,
        _ENGAGE,
        [*weaker],
        work.board.orbital_option,
        lambda orbital: single(
            work,
            work.seat,
            _TARGET,
            weaker[orbital],
            fleets.target_option(work),
            lambda word: then(_paid(fleets.hit(work, orbital, word), ap)),
        ),
    )


def _why_no_network(work: Work) -> Text | None:
    if _used(work, "network"):
        return _ONCE
    return _NO_PAIR if work.board.twins(work.state.seats).keys().isdisjoint(work.me.cubes) else None


def _pairs(work: Work) -> dict[Base, tuple[Base, ...]]:
    """From which base to which others influence can be moved by Corporate Network."""
    cubes = work.me.cubes
    return {base: ends for base, ends in work.board.twins(work.state.seats).items() if base in cubes}


def _network(work: Work, then: Then) -> Step:
    pairs, shown = _pairs(work), work.board.base_option
    ap = _ability(work, "network").ap
    return ask(
        work,
        work.seat,
        _NETWORK,
        [*pairs],
        shown,
        lambda base: ask(
            work,
            work.seat,
            _NETWORK_TO,
            pairs[base],
            shown,
            lambda end: then(_paid(pieces.shift_cube(work, work.seat, base, end), ap, "network")),
        ),
    )


def _why_no_drop(work: Work) -> Text | None:
    if _used(work, "drop"):
        return _ONCE
    return _NO_DROP if next(_droppable(work), None) is None else None


def _droppable(work: Work) -> Iterator[Base]:
    """The bases with opposing influence whose Orbital the actor controls."""
    board, state, me = work.board, work.state, work.me
    theirs = {base for side in state.sides if side is not me for base in (*side.cubes, *side.diplomats)}
    return (
        base
        for orbital in board.orbitals
        if orbital in me.fleets and board.controller(state, orbital) == me.faction
        for base in board.attached[orbital]
        if base in theirs
    )


def _drop(work: Work, then: Then) -> Step:
    paid = _paid(work.fork(), _ability(work, "drop").ap, "drop")
    return influence.Removal(Remove(whose="opponent"), tuple(_droppable(work)), then).next(paid, 1)


def _why_no_sample(work: Work) -> Text | None:
    return None if _samples(work) else _NO_SAMPLE


def _samples(work: Work) -> dict[str, list[Base]]:
    """Where each token can go: one in hand ("hand") or lying on a base."""
    me = work.me
    taken = {base for side in work.state.sides for base in side.samples}
    free = [base for base in work.board.bases if base in me.cubes and base not in taken]
    if not free:
        return {}
    return dict.fromkeys((*(["hand"] if me.tokens else []), *me.samples), free)


def _sample(work: Work, then: Then) -> Step:
    found, board = _samples(work), work.board
    ap = _ability(work, "sample").ap

    def lay(start: Word, end: Base) -> Step:
        new = _paid(work.fork(work.seat), ap)
        side = new.me
        if start == "hand":
            side.tokens -= 1
            side.samples = [*side.samples, end]
        else:
            side.samples = [*(base for base in side.samples if base != start), end]
        name = board.base_names[end]
        return then(new.says(say("{seat} puts a Protomolecule token on {base}.", seat=Who(new.seat), base=name)))

    return single(
        work,
        work.seat,
        _TOKEN,
        [*found],
        lambda word: _HAND if word == "hand" else board.base_option(word),
        lambda start: ask(
            work,
            work.seat,
            _TOKEN_TO,
            found[start],
            board.base_option,
            lambda end: lay(start, end),
        ),
    )


_ACTIONS: Final[dict[Word, Callable[[Work, Then], Step]]] = {
    "move": _move,
    "place": _place,
    "build": _build,
    "engage": _engage,
    "network": _network,
    "drop": _drop,
    "sample": _sample,
}
_WHY_NOT: Final[dict[Word, Callable[[Work], Text | None]]] = {
    "engage": _why_no_engage,
    "network": _why_no_network,
    "drop": _why_no_drop,
    "sample": _why_no_sample,
}
