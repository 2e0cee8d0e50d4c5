"""Spend Action Points: MOVE, INFLUENCE, BUILD and the factions' own powers, in any order (E5, E14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from engine.games.expanse import fleet_removal, fleets, influence, pieces
from engine.games.expanse.board import build_done_option
from engine.games.expanse.components import Ability, Power
from engine.games.expanse.events import Remove
from engine.games.expanse.influence_removal import InfluenceRemoval
from engine.games.expanse.state import Base, Orbital
from engine.games.expanse.steps import Choice, Continuation, Step, WorkingCopy, ask_seat, ask_unless_forced
from engine.kernel.menu import Option, Word
from engine.kernel.text import SeatMention, Text, count, say

_COMMON_ACTIONS: Final = (
    (Option("move", say("Move fleets")), say("You have no fleet on the map (E5.1).")),
    (Option("place", say("Place influence")), say("You have no fleet at a base, which influence needs (E5.2).")),
    (Option("build", say("Build a fleet")), say("All your fleets are on the map (E5.5).")),
)
"""The actions of every faction, each with the reason why it can be impossible."""
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
    "swap": Option("swap", say("Diplomat for a cube")),
}


def spend_points(work: WorkingCopy, points: int, on_done: Continuation) -> Step:
    """Take actions worth `points` Action Points; points that are left are lost (E5)."""
    new = work.fork()
    new.state.spender, new.state.points = work.seat, points
    return _ask_next_action(new, on_done)


def _ask_next_action(work: WorkingCopy, on_done: Continuation) -> Step:
    points = work.state.points
    if points <= 0:
        return _end_spending(work, on_done)

    def take_action(word: Word) -> Step:
        if word == "done":
            return _end_spending(work, on_done)
        return _ACTION_STEPS[word](work, lambda after: _ask_next_action(after, on_done))

    words = _list_actions(work)
    return Choice(
        words,
        lambda: _list_action_options(work, words),
        work=work,
        seat=work.seat,
        prompt=_format_points_left(points),
        next_step=take_action,
        max_repeats=points - 1,
        has_lists=True,
    )


def _list_actions(work: WorkingCopy) -> list[Word]:
    """List the words of the actions that are possible now."""
    actor = work.actor
    words: list[Word] = []
    if actor.fleets:
        words.append("move")
    if not work.board.list_inhabited_orbitals(work.state.seats).isdisjoint(actor.fleets) or _find_base_costs(work):
        words.append("place")
    if fleets.list_buildable_fleets(work, work.seat):
        words.append("build")
    for power, ability in work.board.map_powers(work.state, actor.faction).items():
        explain = _EXPLANATIONS.get(power)
        if explain is not None and ability.ap <= work.state.points and explain(work) is None:
            words.append(power)
    words.append("done")
    return words


@cache
def _format_points_left(points: int) -> Text:
    return count("{n} Action Point left: what do you do?", "{n} Action Points left: what do you do?", points)


def _end_spending(work: WorkingCopy, on_done: Continuation) -> Step:
    new = work.fork()
    new.state.spender, new.state.points = -1, 0
    return on_done(new)


def _list_action_options(work: WorkingCopy, words: list[Word]) -> list[Option]:
    """List the options of all actions, with the reason why one is not possible now."""
    options = [
        option if option.word in words else Option(option.word, option.label, why_not=why_not)
        for option, why_not in _COMMON_ACTIONS
    ]
    for power, ability in work.board.map_powers(work.state, work.faction).items():
        if power in _EXPLANATIONS:
            options.append(Option(power, say(ability.name), why_not=_explain_unavailable(work, ability)))
    return [*options, build_done_option(work.state.points)]


def _explain_unavailable(work: WorkingCopy, ability: Ability) -> Text | None:
    """Return why an ability cannot be used now, None if it can."""
    if ability.ap > work.state.points:
        return count("It costs {n} Action Point (E5).", "It costs {n} Action Points (E5).", ability.ap)
    return _EXPLANATIONS[ability.power](work)


def _pay_points(work: WorkingCopy, points: int, power_used: str = "") -> WorkingCopy:
    """Subtract the points and mark the power as used, in place; `work` must be a fork."""
    work.state.points -= points
    if power_used:
        work.state.once = [*work.state.once, f"{work.seat}-{power_used}"]
    return work


def _is_used(work: WorkingCopy, power: str) -> bool:
    return f"{work.seat}-{power}" in work.state.once


def _find_ability(work: WorkingCopy, power: Power) -> Ability:
    ability = work.board.find_power(work.state, work.faction, power)
    if ability is None:
        raise ValueError(f"{power} is not in force")
    return ability


# ---------------------------------------------------------------- E5.1 move
def _move_fleets(work: WorkingCopy, on_done: Continuation) -> Step:
    """Ask for a group of fleets and its destination; the first move may be longer by a power (E14.3, E14.7)."""
    board, actor = work.board, work.actor
    peacekeepers = board.find_power(work.state, actor.faction, "peacekeepers")
    bands = peacekeepers.n if peacekeepers and not _is_used(work, "move") else 1
    power_used = "move" if peacekeepers else ""
    starts = [orbital for orbital in board.orbitals if orbital in actor.fleets]

    def choose_group(start: Orbital) -> Step:
        return fleets.choose_group(work, actor.fleets[start], lambda group: choose_end(start, group))

    def choose_end(start: Orbital, group: Word) -> Step:
        return ask_seat(
            work,
            work.seat,
            _ASK_MOVE_TO,
            board.list_orbitals_within(start, bands),
            board.orbital_option,
            lambda end: on_done(_pay_points(pieces.move_fleets(work, start, group, end), 1, power_used)),
        )

    return ask_seat(work, work.seat, _ASK_MOVE_FROM, starts, board.start_option, choose_group)


# ---------------------------------------------------------------- E5.2 influence
def _find_base_costs(work: WorkingCopy) -> dict[Base, int]:
    """Map each base where an INFLUENCE action may place to its price in Action Points."""
    board, held, points = work.board, work.actor.fleets, work.state.points
    bases = board.list_bases("any", work.state.seats)
    if not board.find_power(work.state, work.faction, "remote"):
        return {base: 1 for base in bases if board.orbital_by_base[base] in held}
    remote_costs, costs = _find_remote_costs(work), {}
    for base in bases:
        orbital = board.orbital_by_base[base]
        ap = 1 if orbital in held else remote_costs.get(board.sector_by_orbital[orbital], 0)
        if 0 < ap <= points:
            costs[base] = ap
    return costs


def _find_remote_costs(work: WorkingCopy) -> dict[str, int]:
    """Map each Sector to the price in Action Points of influence without a fleet there (E14.9, E14.11)."""
    costs: dict[str, int] = {}
    for ability in work.board.list_abilities(work.state, work.faction):
        if ability.power == "remote":
            costs.update(dict.fromkeys(ability.where, ability.ap))
    return costs


def _place_influence(work: WorkingCopy, on_done: Continuation) -> Step:
    board, costs = work.board, _find_base_costs(work)

    def choose_base(base: Base) -> Step:
        paid = _pay_points(work.fork(), costs[base])
        side = work.actor
        if not side.diplomats_left or not board.find_power(work.state, side.faction, "diplomats"):
            return influence.place_on_base(paid, base, on_done)
        kinds = ["cube", "diplomat"]
        if base in side.cubes:
            kinds.append("swap")

        def choose_kind(kind: Word) -> Step:
            if kind == "cube":
                return influence.place_on_base(paid, base, on_done)
            return on_done(pieces.put_diplomat(paid, base, swaps_cube=kind == "swap"))

        return ask_seat(work, work.seat, _ASK_INFLUENCE_KIND, kinds, _KIND_OPTIONS.__getitem__, choose_kind)

    return ask_seat(work, work.seat, _ASK_BASE, [*costs], board.base_option, choose_base)


# ---------------------------------------------------------------- E5.5 build
def _build_fleet(work: WorkingCopy, on_done: Continuation) -> Step:
    home = work.board.components.factions[work.faction].home
    return ask_unless_forced(
        work,
        work.seat,
        _ASK_FLEET_KIND,
        [*dict.fromkeys(fleets.list_buildable_fleets(work, work.seat))],
        fleets.build_kind_option,
        lambda letter: on_done(_pay_points(pieces.build_fleet(work, work.seat, letter, home), 1)),
    )


# ---------------------------------------------------------------- E14 powers
def _explain_no_engage(work: WorkingCopy) -> Text | None:
    for orbital in work.actor.fleets:
        if _list_weaker_fleets(work, orbital):
            return None
    return _NO_WEAKER_FLEET


def _list_weaker_fleets(work: WorkingCopy, orbital: Orbital) -> list[Word]:
    """List the fleets that weaker opponents can lose in an Orbital where the actor has fleets."""
    board, strength = work.board, work.board.compute_strength(work.actor.fleets[orbital])
    words: list[Word] = []
    for side in work.state.sides:
        held = side.fleets.get(orbital)
        if held is not None and board.compute_strength(held) < strength:
            words += board.list_targets(side.faction, held)
    return words


def _engage_fleet(work: WorkingCopy, on_done: Continuation) -> Step:
    """Ask for an Orbital and a weaker fleet there, which is removed (E14.5)."""
    weaker: dict[Orbital, list[Word]] = {}
    for orbital in work.board.orbitals:
        words = _list_weaker_fleets(work, orbital) if orbital in work.actor.fleets else []
        if words:
            weaker[orbital] = words
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
            fleet_removal.build_target_option(work),
            lambda word: on_done(_pay_points(fleet_removal.remove_target(work, orbital, word), ap)),
        ),
    )


def _explain_no_network(work: WorkingCopy) -> Text | None:
    if _is_used(work, "network"):
        return _ALREADY_USED
    ends_by_base = work.board.map_same_resource_bases(work.state.seats)
    return _NO_PAIR if ends_by_base.keys().isdisjoint(work.actor.cubes) else None


def _find_network_pairs(work: WorkingCopy) -> dict[Base, tuple[Base, ...]]:
    """Map each base with the actor's influence to the bases where Corporate Network can move it (E14.13)."""
    ends_by_base = work.board.map_same_resource_bases(work.state.seats)
    return {base: ends for base, ends in ends_by_base.items() if base in work.actor.cubes}


def _move_by_network(work: WorkingCopy, on_done: Continuation) -> Step:
    pairs, base_option = _find_network_pairs(work), work.board.base_option
    ap = _find_ability(work, "network").ap
    return ask_seat(
        work,
        work.seat,
        _ASK_NETWORK_FROM,
        [*pairs],
        base_option,
        lambda base: ask_seat(
            work,
            work.seat,
            _ASK_NETWORK_TO,
            pairs[base],
            base_option,
            lambda end: on_done(_pay_points(pieces.shift_cube(work, work.seat, base, end), ap, "network")),
        ),
    )


def _explain_no_drop(work: WorkingCopy) -> Text | None:
    if _is_used(work, "drop"):
        return _ALREADY_USED
    return _NO_DROP if next(_generate_drop_bases(work), None) is None else None


def _generate_drop_bases(work: WorkingCopy) -> Iterator[Base]:
    """Generate the bases with opposing influence whose Orbital the actor controls (E14.8)."""
    board, state, actor = work.board, work.state, work.actor
    opposed: set[Base] = set()
    for side in state.sides:
        if side is not actor:
            opposed.update(side.cubes, side.diplomats)
    for orbital in board.orbitals:
        if orbital in actor.fleets and board.find_controller(state, orbital) == actor.faction:
            for base in board.bases_by_orbital[orbital]:
                if base in opposed:
                    yield base


def _drop_marines(work: WorkingCopy, on_done: Continuation) -> Step:
    paid = _pay_points(work.fork(), _find_ability(work, "drop").ap, "drop")
    return InfluenceRemoval(Remove(whose="opponent"), tuple(_generate_drop_bases(work)), on_done).ask_next(paid, 1)


def _explain_no_sample(work: WorkingCopy) -> Text | None:
    return None if _find_sample_targets(work) else _NO_SAMPLE


def _find_sample_targets(work: WorkingCopy) -> dict[str, list[Base]]:
    """Map each token, "hand" or the base where it lies, to the bases where it can go (E14.15)."""
    actor = work.actor
    taken: set[Base] = set()
    for side in work.state.sides:
        taken.update(side.samples)
    free = [base for base in work.board.bases if base in actor.cubes and base not in taken]
    if not free:
        return {}
    tokens = ["hand", *actor.samples] if actor.tokens else actor.samples
    return dict.fromkeys(tokens, free)


def _place_sample(work: WorkingCopy, on_done: Continuation) -> Step:
    """Ask for a Protomolecule token and the base where it goes (E14.15)."""
    targets, board = _find_sample_targets(work), work.board
    ap = _find_ability(work, "sample").ap

    def place(start: Word, end: Base) -> Step:
        new = _pay_points(work.fork(work.seat), ap)
        side = new.actor
        if start == "hand":
            side.tokens -= 1
            side.samples = [*side.samples, end]
        else:
            side.samples = [*(base for base in side.samples if base != start), end]
        name = board.base_names[end]
        return on_done(
            new.add_texts(say("{seat} puts a Protomolecule token on {base}.", seat=SeatMention(new.seat), base=name))
        )

    return ask_unless_forced(
        work,
        work.seat,
        _ASK_TOKEN,
        [*targets],
        lambda word: _HAND_OPTION if word == "hand" else board.base_option(word),
        lambda start: ask_seat(
            work,
            work.seat,
            _ASK_TOKEN_TO,
            targets[start],
            board.base_option,
            lambda end: place(start, end),
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
