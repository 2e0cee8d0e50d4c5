"""The order of play: setup, turns and the end of a round. The effects of the actions are in `actions`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.northwest import actions, menus, travel
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.menu_options import name_corner
from engine.games.northwest.rules import TurnOptions
from engine.games.northwest.state import Expedition, State
from engine.kernel.event import Effects
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import SeatMention, count, mention_seats, say


# ---------------------------------------------------------------- N1 setup
def set_up_table(box: GameBox, seat_count: int, options: Mapping[str, str], out: Effects) -> State:
    """Set up the table as far as no player has to choose."""
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
    out.announce(say("Turn order: {seats}. The last one chooses the first tile.", seats=mention_seats(order)))
    actions.fill_market(box, state, out)  # N1.3
    return state


# ---------------------------------------------------------------- N2 turns
def play_turn(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """Play the choice of a first tile, or one action of a player with its consequences."""
    if not state.round:
        yield from _draw_first_tile(box, state, out)
        return
    turn = TurnOptions(box, state)
    me, seat = turn.me, turn.seat
    if not _has_available_crew(me):  # N2.6
        yield from _pass_turn(box, state, out)
        return
    words = yield from ask_one(seat, partial(menus.build_action_menu, turn))
    verb = words[0]
    if verb == "pass":  # N2.5
        yield from _pass_turn(box, state, out)
        return
    if verb == "end":  # N2.4
        out.announce(say("{seat} ends the turn.", seat=SeatMention(seat)))
        yield from _begin_next_turn(box, state, out)
        return
    yield from actions.perform_action(turn, words, out)
    state.acted += 1
    if me.home:
        yield from _begin_next_turn(box, state, out)
    elif not _has_available_crew(me):  # N2.6
        yield from _pass_turn(box, state, out)


def _has_available_crew(me: Expedition) -> bool:
    return me.ship_available > 0 or me.sled_available > 0


def _rest_crew(me: Expedition) -> None:
    """Move all available crewmen to Resting, each in his column."""
    me.ship_resting, me.ship_available = me.ship_resting + me.ship_available, 0
    me.sled_resting, me.sled_available = me.sled_resting + me.sled_available, 0


def _wake_crew(me: Expedition) -> None:
    """Move all resting crewmen to Available, each in his column (N3.7)."""
    me.ship_available, me.ship_resting = me.ship_available + me.ship_resting, 0
    me.sled_available, me.sled_resting = me.sled_available + me.sled_resting, 0


def _pass_turn(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    me = state.expeditions[state.to_move]
    if _has_available_crew(me):
        out.announce(say("{seat} passes; the crew rests.", seat=SeatMention(state.to_move)))
    else:
        out.announce(say("{seat} has no available crewmen left and passes.", seat=SeatMention(state.to_move)))
    _rest_crew(me)
    state.passed.append(state.to_move)
    yield from _begin_next_turn(box, state, out)


def _begin_next_turn(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """Begin the turn of the next player in order who has not passed, or else end the round (N2.1, N2.7)."""
    state.acted = 0
    if all(expedition.home for expedition in state.expeditions):  # N11
        state.ended = True
        out.announce(say("Every expedition is back in Greenland."))
        return
    index = state.order.index(state.to_move)
    seats_after = [*state.order[index + 1 :], *state.order[: index + 1]]
    state.order = [seat for seat in state.order if not state.expeditions[seat].home]
    for seat in seats_after:
        if seat in state.order and seat not in state.passed:
            state.to_move = seat
            return
    yield from _end_round(box, state, out)


def _draw_first_tile(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """Let a player draw a large tile before round 1, the last player first (N1.7)."""
    seat = state.to_move
    words = yield from ask_one(seat, partial(menus.build_first_tile_menu, state, lambda tile: box.pieces[tile].symbol))
    actions.add_to_reserve(box, state, words[1], out)
    index = state.order.index(seat)
    if index:
        state.to_move = state.order[index - 1]
    else:
        state.round = 1
        out.announce(say("Round 1 begins: {seat} moves first.", seat=SeatMention(seat)))


# ---------------------------------------------------------------- N3 the end of a round
def _end_round(box: GameBox, state: State, out: Effects) -> TurnScript[None]:
    """Move the sun, let ice form and melt, and wake the crews (N3, N3.7)."""
    if state.round >= box.components.expedition.rounds:  # N11
        state.ended = True
        out.announce(say("Round {round} is over, and with it the time of the expeditions.", round=state.round))
        return
    frozen_before = box.find_frozen_cells(state.round)
    state.round += 1
    frozen = box.find_frozen_cells(state.round)
    _announce_ice(box, state, out)
    seats_out = []
    for seat, expedition in enumerate(state.expeditions):
        if not expedition.home:
            seats_out.append(seat)
    for seat in seats_out:
        _announce_held_ship(box, state, seat, frozen_before, frozen, out)
    choices: dict[int, list[str]] = {}
    for seat in seats_out:
        areas = _melt_ice(box, state, seat, frozen_before, frozen, out)
        if areas:
            choices[seat] = areas
    if choices:  # N3.5
        answers = yield {seat: partial(menus.build_camp_menu, areas) for seat, areas in choices.items()}
        for seat, words in answers.items():
            _move_camp(state, seat, words[1], out)
    for expedition in state.expeditions:
        _wake_crew(expedition)
    state.order, state.passed = [seat for seat in state.passed if not state.expeditions[seat].home], []
    state.to_move = state.order[0]


def _announce_ice(box: GameBox, state: State, out: Effects) -> None:
    rows = box.count_frozen_rows(state.round)
    if not rows:
        out.announce(say("The sun moves on: no row is frozen in round {round}.", round=state.round))
        return
    out.announce(
        say(
            "The sun moves on: rows a to {last} are frozen in round {round}.",
            last="abcdefghijklmnopqrstuvwxyz"[rows - 1],
            round=state.round,
        )
    )


def _announce_held_ship(box: GameBox, state: State, seat: int, frozen_before: int, frozen: int, out: Effects) -> None:
    """Announce a ship that the ice now holds or sets free (N3.3)."""
    board = box.find_board(state)
    tile = board.find_tile(box.grid.cell_numbers[state.expeditions[seat].ship])
    was_held = not travel.find_water(board, tile, frozen_before)
    is_held = not travel.find_water(board, tile, frozen)
    if is_held and not was_held:
        out.announce(say("The ice holds {seat}’s ship.", seat=SeatMention(seat)))
    if was_held and not is_held:
        out.announce(say("The ice sets {seat}’s ship free.", seat=SeatMention(seat)))


def _melt_ice(box: GameBox, state: State, seat: int, frozen_before: int, frozen: int, out: Effects) -> list[str]:
    """Apply the sun step to a sled; return the areas among which its owner must choose, if any (N3.5, N3.6)."""
    me, board = state.expeditions[seat], box.find_board(state)
    area = travel.find_area(board, me.sled, frozen_before) if me.sled else None
    if area is None:
        return []
    areas_after = travel.list_areas(board, board.find_tile(area[0][0]), frozen)
    for area_after in areas_after:
        if set(area) <= set(area_after):
            me.sled = travel.name_area(board, area_after)
            return []
    names = [travel.name_area(board, area_after) for area_after in areas_after]
    if len(names) > 1:
        return names
    if names:
        _move_camp(state, seat, names[0], out)
    else:
        _lose_sled(state, seat, out)
    return []


def _lose_sled(state: State, seat: int, out: Effects) -> None:
    me = state.expeditions[seat]
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


def _move_camp(state: State, seat: int, area: str, out: Effects) -> None:
    state.expeditions[seat].sled = area
    cell, corner = area.split("-")
    out.announce(
        say(
            "The ice melts under {seat}’s sled: it goes to the {corner} of {cell}.",
            seat=SeatMention(seat),
            corner=name_corner(corner),
            cell=cell,
        )
    )
