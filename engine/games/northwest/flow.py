"""In what order things happen: the table laid out, turns and their actions, and the end of a round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.northwest import actions, menus, travel
from engine.games.northwest.rules import GameBox, TurnOptions
from engine.games.northwest.state import Expedition, State
from engine.kernel.event import Effects
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import SeatMention, count, say


# ---------------------------------------------------------------- N1 setup
def set_up_table(box: GameBox, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
    """The table laid out as far as nobody has to choose."""
    parts = box.components
    ship = box.name_tile_cell(box.greenland)
    bag = out.shuffle([tile for tile in box.pieces if tile[0] == "l"], "bag")
    order = out.shuffle(range(seat_count), "turn-order")  # N1.6
    state = State(
        options=dict(options),
        expeditions=[Expedition(ship, parts.expedition.crew) for _ in range(seat_count)],  # N1.1
        bag=bag,
        market=[],
        piles=[design.count for design in parts.tiles.small],  # N1.2
        cartography=parts.tokens.cartography,
        passage_tokens=list(parts.tokens.passage[str(seat_count)]),  # N1.4
        greenland_tokens=list(parts.tokens.greenland[str(seat_count)]),
        order=list(order),
        to_move=order[-1],
    )
    out.announce(
        say("Turn order: {seats}. The last one chooses the first tile.", seats=[SeatMention(seat) for seat in order])
    )
    actions.fill_market(box, state, out)  # N1.3
    return state


# ---------------------------------------------------------------- N2 turns
def play_turn(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """A first tile, or one action of a player and what follows from it."""
    if not state.round:
        yield from _draw_first_tile(box, state, out)
        return
    at = TurnOptions(box, state)
    me, seat = at.me, at.seat
    if not me.ship_available and not me.sled_available:  # N2.6: nobody is left, or all are lost
        _pass_turn(state, me, out)
        yield from _find_next_player(box, state, out)
        return
    words = yield from ask_one(seat, partial(menus.build_action_menu, at))
    verb = words[0]
    if verb == "pass":  # N2.5
        _pass_turn(state, me, out)
        yield from _find_next_player(box, state, out)
        return
    if verb == "end":  # N2.4
        out.announce(say("{seat} ends the turn.", seat=SeatMention(seat)))
        yield from _find_next_player(box, state, out)
        return
    yield from actions.perform_action(at, words, out)
    state.acted += 1
    if me.home:
        yield from _find_next_player(box, state, out)
    elif not me.ship_available and not me.sled_available:  # N2.6
        _pass_turn(state, me, out)
        yield from _find_next_player(box, state, out)


def _rest_crew(me: Expedition) -> None:
    """All available crewmen rest, each in his column."""
    me.ship_resting, me.ship_available = me.ship_resting + me.ship_available, 0
    me.sled_resting, me.sled_available = me.sled_resting + me.sled_available, 0


def _wake_crew(me: Expedition) -> None:
    """All crewmen are available again, each in his column (N3.7)."""
    me.ship_available, me.ship_resting = me.ship_available + me.ship_resting, 0
    me.sled_available, me.sled_resting = me.sled_available + me.sled_resting, 0


def _pass_turn(state: State, me: Expedition, out: Effects) -> None:
    if me.ship_available or me.sled_available:
        out.announce(say("{seat} passes; the crew rests.", seat=SeatMention(state.to_move)))
    else:
        out.announce(say("{seat} has no available crewmen left and passes.", seat=SeatMention(state.to_move)))
    _rest_crew(me)
    state.passed.append(state.to_move)


def _find_next_player(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """The next player in order who has not passed; when there is none, the end of the round (N2.1, N2.7)."""
    state.acted = 0
    if all(expedition.home for expedition in state.expeditions):  # N11
        state.ended = True
        out.announce(say("Every expedition is back in Greenland."))
        return
    at = state.order.index(state.to_move)
    after = [*state.order[at + 1 :], *state.order[: at + 1]]
    state.order = [seat for seat in state.order if not state.expeditions[seat].home]
    left = [seat for seat in after if seat in state.order and seat not in state.passed]
    if left:
        state.to_move = left[0]
    else:
        yield from _end_round(box, state, out)


def _draw_first_tile(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """The last player first, each draws a large tile (N1.7)."""
    seat = state.to_move
    words = yield from ask_one(seat, partial(menus.build_first_tile_menu, state, lambda tile: box.pieces[tile].symbol))
    actions.add_to_reserve(box, state, words[1], out)
    at = state.order.index(seat)
    if at:
        state.to_move = state.order[at - 1]
    else:
        state.round = 1
        out.announce(say("Round 1 begins: {seat} moves first.", seat=SeatMention(seat)))


# ---------------------------------------------------------------- N3 the end of a round
def _end_round(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """The sun moves, ice forms and melts, the crew wakes up (N3, N3.7)."""
    if state.round >= box.components.expedition.rounds:  # N11
        state.ended = True
        out.announce(say("Round {round} is over, and with it the time of the expeditions.", round=state.round))
        return
    ground, before = box.find_board(state), box.find_frozen_cells(state.round)
    state.round += 1
    frozen = box.find_frozen_cells(state.round)
    rows = box.count_frozen_rows(state.round)
    out.announce(
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
        tile = ground.find_tile(box.grid.cell_numbers[state.expeditions[seat].ship])
        held, was = (not travel.find_water(ground, tile, ice) for ice in (frozen, before))
        if held != was:
            out.announce(
                say("The ice holds {seat}’s ship.", seat=SeatMention(seat))
                if held
                else say("The ice sets {seat}’s ship free.", seat=SeatMention(seat))
            )
    choices = {seat: land for seat in out_there if (land := _melt_ice(box, state, seat, before, frozen, out))}
    if choices:  # N3.5
        answers = yield {seat: partial(menus.build_camp_menu, land) for seat, land in choices.items()}
        for seat, words in answers.items():
            _move_camp(state, seat, words[1], out)
    for expedition in state.expeditions:
        _wake_crew(expedition)
    state.order, state.passed = [seat for seat in state.passed if not state.expeditions[seat].home], []
    state.to_move = state.order[0]


def _melt_ice(box: GameBox, state: State, seat: int, frozen_before: int, frozen: int, out: Effects) -> list[str]:
    """What the sun does to a sled; the areas to choose from when its owner has to (N3.5, N3.6)."""
    me, ground = state.expeditions[seat], box.find_board(state)
    area = travel.find_area(ground, me.sled, frozen_before) if me.sled else None
    if area is None:
        return []
    after = travel.list_areas(ground, ground.find_tile(area[0][0]), frozen)
    whole = next((land for land in after if set(area) <= set(land)), None)
    names = [travel.name_area(ground, land) for land in after]
    if whole is not None:
        me.sled = travel.name_area(ground, whole)
    elif len(after) > 1:
        return names
    elif after:
        _move_camp(state, seat, names[0], out)
    else:
        crew = me.sled_available + me.sled_resting
        out.announce(
            count(
                "The ice melts under {seat}’s sled: it is lost, with one crewman.",
                "The ice melts under {seat}’s sled: it is lost, with {n} crewmen.",
                crew,
                seat=SeatMention(seat),
            )
        )
        me.sled, me.sled_lost, me.lost = "", True, crew
        me.sled_available = me.sled_resting = 0
    return []


def _move_camp(state: State, seat: int, area: str, out: Effects) -> None:
    state.expeditions[seat].sled = area
    cell, corner = area.split("-")
    out.announce(
        say(
            "The ice melts under {seat}’s sled: it goes to the {corner} of {cell}.",
            seat=SeatMention(seat),
            corner=menus.name_corner(corner),
            cell=cell,
        )
    )
