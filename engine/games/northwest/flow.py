"""In what order things happen: the table laid out, turns and their actions, and the end of a round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.northwest import actions, menus, travel
from engine.games.northwest.rules import Box, Turn
from engine.games.northwest.state import Expedition, State
from engine.kernel.event import Effects
from engine.kernel.script import Script, one
from engine.kernel.text import Who, count, say


# ---------------------------------------------------------------- N1 setup
def setup(box: Box, seats: int, options: Mapping[str, str], out: Effects) -> State:
    """The table laid out as far as nobody has to choose."""
    parts = box.components
    ship = box.anchor(box.greenland)
    bag = out.shuffled([tile for tile in box.pieces if tile[0] == "l"], "bag")
    order = out.shuffled(range(seats), "turn-order")  # N1.6
    state = State(
        options=dict(options),
        expeditions=[Expedition(ship, parts.expedition.crew) for _ in range(seats)],  # N1.1
        bag=bag,
        market=[],
        piles=[design.count for design in parts.tiles.small],  # N1.2
        cartography=parts.tokens.cartography,
        passage_tokens=list(parts.tokens.passage[str(seats)]),  # N1.4
        greenland_tokens=list(parts.tokens.greenland[str(seats)]),
        order=list(order),
        to_move=order[-1],
    )
    out.tell(say("Turn order: {seats}. The last one chooses the first tile.", seats=[Who(seat) for seat in order]))
    actions.fill_market(box, state, out)  # N1.3
    return state


# ---------------------------------------------------------------- N2 turns
def turn(box: Box, state: State, out: Effects) -> Script[None]:
    """A first tile, or one action of a player and what follows from it."""
    if not state.round:
        yield from _first_tile(box, state, out)
        return
    at = Turn(box, state)
    me, seat = at.me, at.seat
    if not me.ship_available and not me.sled_available:  # N2.6: nobody is left, or all are lost
        _pass(state, me, out)
        yield from _next(box, state, out)
        return
    words = yield from one(seat, partial(menus.actions, at))
    verb = words[0]
    if verb == "pass":  # N2.5
        _pass(state, me, out)
        yield from _next(box, state, out)
        return
    if verb == "end":  # N2.4
        out.tell(say("{seat} ends the turn.", seat=Who(seat)))
        yield from _next(box, state, out)
        return
    yield from actions.act(at, words, out)
    state.acted += 1
    if me.home:
        yield from _next(box, state, out)
    elif not me.ship_available and not me.sled_available:  # N2.6
        _pass(state, me, out)
        yield from _next(box, state, out)


def _rest(me: Expedition) -> None:
    """All available crewmen rest, each in his column."""
    me.ship_resting, me.ship_available = me.ship_resting + me.ship_available, 0
    me.sled_resting, me.sled_available = me.sled_resting + me.sled_available, 0


def _wake(me: Expedition) -> None:
    """All crewmen are available again, each in his column (N3.7)."""
    me.ship_available, me.ship_resting = me.ship_available + me.ship_resting, 0
    me.sled_available, me.sled_resting = me.sled_available + me.sled_resting, 0


def _pass(state: State, me: Expedition, out: Effects) -> None:
    if me.ship_available or me.sled_available:
        out.tell(say("{seat} passes; the crew rests.", seat=Who(state.to_move)))
    else:
        out.tell(say("{seat} has no available crewmen left and passes.", seat=Who(state.to_move)))
    _rest(me)
    state.passed.append(state.to_move)


def _next(box: Box, state: State, out: Effects) -> Script[None]:
    """The next player in order who has not passed; when there is none, the end of the round (N2.1, N2.7)."""
    state.acted = 0
    if all(expedition.home for expedition in state.expeditions):  # N11
        state.ended = True
        out.tell(say("Every expedition is back in Greenland."))
        return
    at = state.order.index(state.to_move)
    after = [*state.order[at + 1 :], *state.order[: at + 1]]
    state.order = [seat for seat in state.order if not state.expeditions[seat].home]
    left = [seat for seat in after if seat in state.order and seat not in state.passed]
    if left:
        state.to_move = left[0]
    else:
        yield from _end_of_round(box, state, out)


def _first_tile(box: Box, state: State, out: Effects) -> Script[None]:
    """The last player first, each draws a large tile (N1.7)."""
    seat = state.to_move
    words = yield from one(seat, partial(menus.first_tile, state, lambda tile: box.pieces[tile].symbol))
    actions.into_reserve(box, state, words[1], out)
    at = state.order.index(seat)
    if at:
        state.to_move = state.order[at - 1]
    else:
        state.round = 1
        out.tell(say("Round 1 begins: {seat} moves first.", seat=Who(seat)))


# ---------------------------------------------------------------- N3 the end of a round
def _end_of_round(box: Box, state: State, out: Effects) -> Script[None]:
    """The sun moves, ice forms and melts, the crew wakes up (N3, N3.7)."""
    if state.round >= box.components.expedition.rounds:  # N11
        state.ended = True
        out.tell(say("Round {round} is over, and with it the time of the expeditions.", round=state.round))
        return
    ground, before = box.ground(state), box.frozen(state.round)
    state.round += 1
    frozen = box.frozen(state.round)
    rows = box.frozen_rows(state.round)
    out.tell(
        say("The sun moves on: no row is frozen in round {round}.", round=state.round)
        if not rows
        else say(
            "The sun moves on: rows a to {last} are frozen in round {round}.",
            last="abcdefghijklmnopqrstuvwxyz"[rows - 1],
            round=state.round,
        )
    )
    out_there = [seat for seat, expedition in enumerate(state.expeditions) if not expedition.home]
    for seat in out_there:
        tile = ground.tile_on(box.grid.numbers[state.expeditions[seat].ship])
        held, was = (not travel.water(ground, tile, ice) for ice in (frozen, before))
        if held != was:
            out.tell(
                say("The ice holds {seat}’s ship.", seat=Who(seat))
                if held
                else say("The ice sets {seat}’s ship free.", seat=Who(seat))
            )
    choices = {seat: land for seat in out_there if (land := _melt(box, state, seat, before, frozen, out))}
    if choices:  # N3.5
        answers = yield {seat: partial(menus.camp, land) for seat, land in choices.items()}
        for seat, words in answers.items():
            _make_camp(state, seat, words[1], out)
    for expedition in state.expeditions:
        _wake(expedition)
    state.order, state.passed = [seat for seat in state.passed if not state.expeditions[seat].home], []
    state.to_move = state.order[0]


def _melt(box: Box, state: State, seat: int, before: int, frozen: int, out: Effects) -> list[str]:
    """What the sun does to a sled; the areas to choose from when its owner has to (N3.5, N3.6)."""
    me, ground = state.expeditions[seat], box.ground(state)
    area = travel.area_of(ground, me.sled, before) if me.sled else None
    if area is None:
        return []
    after = travel.areas(ground, ground.tile_on(area[0][0]), frozen)
    whole = next((land for land in after if set(area) <= set(land)), None)
    names = [travel.area_name(ground, land) for land in after]
    if whole is not None:
        me.sled = travel.area_name(ground, whole)
    elif len(after) > 1:
        return names
    elif after:
        _make_camp(state, seat, names[0], out)
    else:
        crew = me.sled_available + me.sled_resting
        out.tell(
            count(
                "The ice melts under {seat}’s sled: it is lost, with one crewman.",
                "The ice melts under {seat}’s sled: it is lost, with {n} crewmen.",
                crew,
                seat=Who(seat),
            )
        )
        me.sled, me.sled_lost, me.lost = "", True, crew
        me.sled_available = me.sled_resting = 0
    return []


def _make_camp(state: State, seat: int, area: str, out: Effects) -> None:
    state.expeditions[seat].sled = area
    cell, corner = area.split("-")
    out.tell(
        say(
            "The ice melts under {seat}’s sled: it goes to the {corner} of {cell}.",
            seat=Who(seat),
            corner=menus.corner_name(corner),
            cell=cell,
        )
    )
