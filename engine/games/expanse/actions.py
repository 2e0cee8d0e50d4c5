"""Spending Action Points: MOVE, INFLUENCE, BUILD and the factions' own powers, in any order (E5, E14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from engine.games.expanse import fleets, influence, pieces
from engine.games.expanse.components import Ability, Power
from engine.games.expanse.events import Remove
from engine.games.expanse.state import Base, Orbital
from engine.games.expanse.steps import Choice, Continuation, Step, WorkingCopy, ask_seat, ask_unless_forced
from engine.kernel.menu import Option, Word
from engine.kernel.text import SeatMention, Text, count, say

DONE_OPTION: Final = Option("done", say("Done"))
_MOVE_OPTION: Final = Option("move", say("Move fleets"))
_PLACE_OPTION: Final = Option("place", say("Place influence"))
_BUILD_OPTION: Final = Option("build", say("Build a fleet"))
_NO_FLEETS: Final = say("You have no fleet on the map (E5.1).")
_NO_PLACE: Final = say("You have no fleet at a base, which influence needs (E5.2).")
_NO_BUILD: Final = say("All your fleets are on the map (E5.5).")
_NO_WEAKER_FLEET: Final = say("There is no Orbital where you are stronger than somebody with a fleet to lose (E14.5).")
_ALREADY_USED: Final = say("This serves once a turn (E14).")
_NO_PAIR: Final = say("None of your influence lies on a base whose resource another base has (E14.13).")
_NO_DROP: Final = say("There is no opposing influence where you have Orbital Control (E14.8).")
_NO_SAMPLE: Final = say("There is no base with your influence that a token could go to (E14.15).")
_ASK_MOVE_FROM: Final = say("From which Orbital do you move?")
_ASK_GROUP: Final = say("Which fleets move?")
_ASK_MOVE_TO: Final = say("Where do they go?")
_ASK_BASE: Final = say("On which base do you place influence?")
_ASK_INFLUENCE_KIND: Final = say("What do you place?")
_ASK_FLEET_KIND: Final = say("Which fleet do you build?")
_ASK_ENGAGE_AT: Final = say("In which Orbital do you engage?")
_ASK_TARGET: Final = say("Which fleet is removed?")
_ASK_NETWORK_FROM: Final = say("From which base do you move influence?")
_ASK_NETWORK_TO: Final = say("To which base with the same resource?")
_ASK_TOKEN: Final = say("Which Protomolecule token?")
_ASK_TOKEN_TO: Final = say("On which base does it go?")
_HAND_OPTION: Final = Option("hand", say("One not on the map yet"))
_KIND_OPTIONS: Final = {
    "cube": Option("cube", say("A cube")),
    "diplomat": Option("diplomat", say("A Diplomat")),
    "swap": Option("swap", say("A Diplomat for a cube there")),
}


def spend_points(work: WorkingCopy, points: int, then: Continuation) -> Step:
    """Take actions worth so many Action Points; nothing is saved (E5)."""
    new = work.fork()
    new.state.spender, new.state.points = work.seat, points
    return _ask_next_action(new, then)


def _ask_next_action(work: WorkingCopy, then: Continuation) -> Step:
    left = work.state.points
    if left <= 0:
        return _end_spending(work, then)

    def go(word: Word) -> Step:
        return (
            _end_spending(work, then)
            if word == "done"
            else _ACTION_STEPS[word](work, lambda after: _ask_next_action(after, then))
        )

    me = work.actor
    words: list[Word] = []
    if me.fleets:
        words.append("move")
    if not work.board.list_inhabited_orbitals(work.state.seats).isdisjoint(me.fleets) or _find_base_costs(work):
        words.append("place")
    if fleets.list_buildable_fleets(work, work.seat):
        words.append("build")
    for power, ability in work.board.map_powers(work.state, me.faction).items():
        why_not = _EXPLANATIONS.get(power)
        if why_not is not None and ability.ap <= left and why_not(work) is None:
            words.append(power)
    words.append("done")
    return Choice(
        words,
        lambda: _list_action_options(work, words),
        work=work,
        seat=work.seat,
        prompt=_format_points_left(left),
        next_step=go,
        max_repeats=left - 1,
    )


@cache
def _format_points_left(points: int) -> Text:
    return count("{n} Action Point left: what do you do?", "{n} Action Points left: what do you do?", points)


def _end_spending(work: WorkingCopy, then: Continuation) -> Step:
    new = work.fork()
    new.state.spender, new.state.points = -1, 0
    return then(new)


def _list_action_options(work: WorkingCopy, words: list[Word]) -> list[Option]:
    """All that Action Points can be spent on, also what cannot be done now."""
    powers = work.board.map_powers(work.state, work.faction)
    return [
        _MOVE_OPTION if "move" in words else Option("move", _MOVE_OPTION.label, why_not=_NO_FLEETS),
        _PLACE_OPTION if "place" in words else Option("place", _PLACE_OPTION.label, why_not=_NO_PLACE),
        _BUILD_OPTION if "build" in words else Option("build", _BUILD_OPTION.label, why_not=_NO_BUILD),
        *(
            Option(power, say(ability.name), why_not=_explain_unavailable(work, ability))
            for power, ability in powers.items()
            if power in _EXPLANATIONS
        ),
        DONE_OPTION,
    ]


def _explain_unavailable(work: WorkingCopy, ability: Ability) -> Text | None:
    if ability.ap > work.state.points:
        return count("It costs {n} Action Point (E5).", "It costs {n} Action Points (E5).", ability.ap)
    return _EXPLANATIONS[ability.power](work)


def _pay_points(work: WorkingCopy, points: int, power_used: str = "") -> WorkingCopy:
    """The same table with the points gone and a power marked as used; for a fork only, which is changed."""
    work.state.points -= points
    if power_used:
        work.state.once = [*work.state.once, f"{work.seat}-{power_used}"]
    return work


def _is_used(work: WorkingCopy, power: str) -> bool:
    return f"{work.seat}-{power}" in work.state.once


def _find_ability(work: WorkingCopy, power: Power) -> Ability:
    found = work.board.find_power(work.state, work.faction, power)
    if found is None:
        raise ValueError(f"{power} is not in force")
    return found


# ---------------------------------------------------------------- E5.1 move
def _move_fleets(work: WorkingCopy, then: Continuation) -> Step:
    board, me = work.board, work.actor
    far = board.find_power(work.state, me.faction, "peacekeepers")
    bands = far.n if far and not _is_used(work, "move") else 1
    starts = [orbital for orbital in board.orbitals if orbital in me.fleets]

    def group(start: Orbital) -> Step:
        return fleets.choose_group(work, me.fleets[start], lambda held: to(start, held))

    def to(start: Orbital, held: Word) -> Step:
        return ask_seat(
            work,
            work.seat,
            _ASK_MOVE_TO,
            board.list_orbitals_within(start, bands),
            board.orbital_option,
            lambda end: then(_pay_points(pieces.move_fleets(work, start, held, end), 1, "move" if far else "")),
        )

    return ask_seat(work, work.seat, _ASK_MOVE_FROM, starts, board.orbital_option, group)


# ---------------------------------------------------------------- E5.2 influence
def _find_base_costs(work: WorkingCopy) -> dict[Base, int]:
    """Where an Influence action may place, and for how many Action Points."""
    board, held, points = work.board, work.actor.fleets, work.state.points
    bases = board.list_bases("any", work.state.seats)
    if not board.find_power(work.state, work.faction, "remote"):
        return {base: 1 for base in bases if board.orbital_by_base[base] in held}
    remote, found = _find_remote_costs(work), {}
    for base in bases:
        orbital = board.orbital_by_base[base]
        ap = 1 if orbital in held else remote.get(board.sector_by_orbital[orbital], 0)
        if 0 < ap <= points:
            found[base] = ap
    return found


def _find_remote_costs(work: WorkingCopy) -> dict[str, int]:
    """What influence without a fleet costs by Sector (E14.9, E14.11)."""
    return {
        sector: ability.ap
        for ability in work.board.list_abilities(work.state, work.faction)
        if ability.power == "remote"
        for sector in ability.where
    }


def _place_influence(work: WorkingCopy, then: Continuation) -> Step:
    board, costs = work.board, _find_base_costs(work)

    def at(base: Base) -> Step:
        paid = _pay_points(work.fork(), costs[base])
        side = work.actor
        if not side.diplomats_left or not board.find_power(work.state, side.faction, "diplomats"):
            return influence.place_on_base(paid, base, then)
        kinds = ["cube", "diplomat", *(["swap"] if base in side.cubes else [])]

        def as_what(kind: Word) -> Step:
            if kind == "cube":
                return influence.place_on_base(paid, base, then)
            return then(pieces.put_diplomat(paid, base, swaps_cube=kind == "swap"))

        return ask_seat(work, work.seat, _ASK_INFLUENCE_KIND, kinds, _KIND_OPTIONS.__getitem__, as_what)

    return ask_seat(work, work.seat, _ASK_BASE, [*costs], board.base_option, at)


# ---------------------------------------------------------------- E5.5 build
def _build_fleet(work: WorkingCopy, then: Continuation) -> Step:
    home = work.board.components.factions[work.faction].home
    return ask_unless_forced(
        work,
        work.seat,
        _ASK_FLEET_KIND,
        [*dict.fromkeys(fleets.list_buildable_fleets(work, work.seat))],
        fleets.build_kind_option,
        lambda letter: then(_pay_points(pieces.build_fleet(work, work.seat, letter, home), 1)),
    )


# ---------------------------------------------------------------- E14 powers
def _explain_no_engage(work: WorkingCopy) -> Text | None:
    for orbital in work.actor.fleets:
        if _list_weaker_fleets(work, orbital):
            return None
    return _NO_WEAKER_FLEET


def _list_weaker_fleets(work: WorkingCopy, orbital: Orbital) -> list[Word]:
    """The fleets of weaker opponents in an Orbital with own ones."""
    board, strength = work.board, work.board.compute_strength(work.actor.fleets[orbital])
    return [
        word
        for side in work.state.sides
        if orbital in side.fleets and board.compute_strength(side.fleets[orbital]) < strength
        for word in board.list_targets(side.faction, side.fleets[orbital])
    ]


def _engage_fleet(work: WorkingCopy, then: Continuation) -> Step:
    mine = [orbital for orbital in work.board.orbitals if orbital in work.actor.fleets]
    weaker = {orbital: found for orbital in mine if (found := _list_weaker_fleets(work, orbital))}
    ap = _find_ability(work, "engage").ap
    return ask_seat(
        work,
        work.seat,
        _ASK_ENGAGE_AT,
        [*weaker],
        work.board.orbital_option,
        lambda orbital: ask_unless_forced(
            work,
            work.seat,
            _ASK_TARGET,
            weaker[orbital],
            fleets.build_target_option(work),
            lambda word: then(_pay_points(fleets.remove_target(work, orbital, word), ap)),
        ),
    )


def _explain_no_network(work: WorkingCopy) -> Text | None:
    if _is_used(work, "network"):
        return _ALREADY_USED
    return _NO_PAIR if work.board.map_twin_bases(work.state.seats).keys().isdisjoint(work.actor.cubes) else None


def _find_network_pairs(work: WorkingCopy) -> dict[Base, tuple[Base, ...]]:
    """From which base to which others influence can be moved by Corporate Network."""
    cubes = work.actor.cubes
    return {base: ends for base, ends in work.board.map_twin_bases(work.state.seats).items() if base in cubes}


def _move_by_network(work: WorkingCopy, then: Continuation) -> Step:
    pairs, shown = _find_network_pairs(work), work.board.base_option
    ap = _find_ability(work, "network").ap
    return ask_seat(
        work,
        work.seat,
        _ASK_NETWORK_FROM,
        [*pairs],
        shown,
        lambda base: ask_seat(
            work,
            work.seat,
            _ASK_NETWORK_TO,
            pairs[base],
            shown,
            lambda end: then(_pay_points(pieces.shift_cube(work, work.seat, base, end), ap, "network")),
        ),
    )


def _explain_no_drop(work: WorkingCopy) -> Text | None:
    if _is_used(work, "drop"):
        return _ALREADY_USED
    return _NO_DROP if next(_list_drop_bases(work), None) is None else None


def _list_drop_bases(work: WorkingCopy) -> Iterator[Base]:
    """The bases with opposing influence whose Orbital the actor controls."""
    board, state, me = work.board, work.state, work.actor
    theirs = {base for side in state.sides if side is not me for base in (*side.cubes, *side.diplomats)}
    return (
        base
        for orbital in board.orbitals
        if orbital in me.fleets and board.find_controller(state, orbital) == me.faction
        for base in board.bases_by_orbital[orbital]
        if base in theirs
    )


def _drop_marines(work: WorkingCopy, then: Continuation) -> Step:
    paid = _pay_points(work.fork(), _find_ability(work, "drop").ap, "drop")
    return influence.InfluenceRemoval(Remove(whose="opponent"), tuple(_list_drop_bases(work)), then).ask_next(paid, 1)


def _explain_no_sample(work: WorkingCopy) -> Text | None:
    return None if _find_sample_targets(work) else _NO_SAMPLE


def _find_sample_targets(work: WorkingCopy) -> dict[str, list[Base]]:
    """Where each token can go: one in hand ("hand") or lying on a base."""
    me = work.actor
    taken = {base for side in work.state.sides for base in side.samples}
    free = [base for base in work.board.bases if base in me.cubes and base not in taken]
    if not free:
        return {}
    return dict.fromkeys((*(["hand"] if me.tokens else []), *me.samples), free)


def _place_sample(work: WorkingCopy, then: Continuation) -> Step:
    found, board = _find_sample_targets(work), work.board
    ap = _find_ability(work, "sample").ap

    def lay(start: Word, end: Base) -> Step:
        new = _pay_points(work.fork(work.seat), ap)
        side = new.actor
        if start == "hand":
            side.tokens -= 1
            side.samples = [*side.samples, end]
        else:
            side.samples = [*(base for base in side.samples if base != start), end]
        name = board.base_names[end]
        return then(
            new.add_texts(say("{seat} puts a Protomolecule token on {base}.", seat=SeatMention(new.seat), base=name))
        )

    return ask_unless_forced(
        work,
        work.seat,
        _ASK_TOKEN,
        [*found],
        lambda word: _HAND_OPTION if word == "hand" else board.base_option(word),
        lambda start: ask_seat(
            work,
            work.seat,
            _ASK_TOKEN_TO,
            found[start],
            board.base_option,
            lambda end: lay(start, end),
        ),
    )


_ACTION_STEPS: Final[dict[Word, Callable[[WorkingCopy, Continuation], Step]]] = {
    "move": _move_fleets,
    "place": _place_influence,
    "build": _build_fleet,
    "engage": _engage_fleet,
    "network": _move_by_network,
    "drop": _drop_marines,
    "sample": _place_sample,
}
_EXPLANATIONS: Final[dict[Word, Callable[[WorkingCopy], Text | None]]] = {
    "engage": _explain_no_engage,
    "network": _explain_no_network,
    "drop": _explain_no_drop,
    "sample": _explain_no_sample,
}
