"""The effects of the actions, in the order of the rule book. Whether an action is allowed is the question of `rules`."""

from __future__ import annotations

from functools import partial

from engine.games.northwest import menus, travel
from engine.games.northwest.board import GAP_TILE, PlacedTile, format_placement
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.names import name_find_kind, name_tile
from engine.games.northwest.reasons import name_vehicle
from engine.games.northwest.rules import TurnOptions
from engine.games.northwest.scoring import compute_island_points
from engine.games.northwest.state import Expedition, Kind, State, Tile, Vehicle
from engine.kernel.event import Effects
from engine.kernel.menu import Words
from engine.kernel.script import TurnScript, ask_one
from engine.kernel.text import SeatMention, Text, count, say


def perform_action(turn: TurnOptions, words: Words, out: Effects) -> TurnScript[None]:
    """Perform the chosen action with its consequences.

    Raises:
        ValueError: The words are not an action.
    """
    match words:
        case ("draw", tile, vehicle):
            _draw_tile(turn, tile, _parse_vehicle(vehicle), out)
        case ("refresh", vehicle):
            yield from _refresh_market(turn, _parse_vehicle(vehicle), out)
        case ("place", tile, cell, rotation, vehicle):
            yield from _place_tile(turn, format_placement(tile, cell, rotation), _parse_vehicle(vehicle), out)
        case ("move", "ship", cell):
            _sail_ship(turn, cell, out)
        case ("move", _, cell, *area):
            _drive_sled(turn, cell, area, out)
        case ("transfer", available, resting, *area):
            _transfer_crew(turn, int(available), int(resting), area, out)
        case (_, vehicle):
            _take_find(turn, words[0], _parse_vehicle(vehicle), out)
        case _:
            raise ValueError(f"not an action: {words}")


def _parse_vehicle(word: str) -> Vehicle:
    return "ship" if word == "ship" else "sled"


def _pay_crew(turn: TurnOptions, vehicle: Vehicle, cost: int) -> None:
    """Move crewmen from Available to Resting in the column of the vehicle that acts (N2.2, N2.3)."""
    price = turn.compute_price(cost)
    if vehicle == "ship":
        turn.me.ship_available -= price
        turn.me.ship_resting += price
    else:
        turn.me.sled_available -= price
        turn.me.sled_resting += price


# ---------------------------------------------------------------- N4 draw
def _draw_tile(turn: TurnOptions, tile: Tile, vehicle: Vehicle, out: Effects) -> None:
    _pay_crew(turn, vehicle, turn.components.costs.draw)
    add_to_reserve(turn.box, turn.state, tile, out)


def add_to_reserve(box: GameBox, state: State, tile: Tile, out: Effects) -> None:
    """Move a tile from the market or a pile to the reserve of the player to move."""
    state.expeditions[state.to_move].hand.append(tile)
    out.announce(
        say("{seat} draws {tile}.", seat=SeatMention(state.to_move), tile=name_tile(tile, box.pieces[tile].symbol))
    )
    if tile[0] == "s":
        state.piles[int(tile[1:])] -= 1
    else:
        state.market.remove(tile)
        fill_market(box, state, out)  # N4.1


def fill_market(box: GameBox, state: State, out: Effects) -> None:
    """Move large tiles from the bag to the market until it is full or the bag is empty (N4.1)."""
    new: list[Tile] = []
    while state.bag and len(state.market) < box.components.tiles.market:
        new.append(state.bag.pop())
        state.market.append(new[-1])
    if new:
        out.reveal(say("New on offer: {tiles}.", tiles=_name_tiles(box, new)))


def _name_tiles(box: GameBox, tiles: list[Tile]) -> list[Text]:
    return [name_tile(tile, box.pieces[tile].symbol) for tile in tiles]


def _refresh_market(turn: TurnOptions, vehicle: Vehicle, out: Effects) -> TurnScript[None]:
    """Draw new tiles, return the old ones to the bag, fill the market, and let the player draw (N4.2, N4.3)."""
    state = turn.state
    _pay_crew(turn, vehicle, turn.components.costs.refresh)
    old, state.market = state.market, []
    new = [state.bag.pop() for _ in range(min(len(state.bag), turn.components.tiles.market))]
    for i, tile in enumerate(old):
        state.bag.insert(out.roll_below(len(state.bag) + 1, f"back/{'abcdefghij'[i]}"), tile)
    state.market = new
    out.reveal(
        say("{seat} refreshes the tiles: {tiles}.", seat=SeatMention(turn.seat), tiles=_name_tiles(turn.box, new))
    )
    fill_market(turn.box, state, out)
    words = yield from ask_one(turn.seat, partial(menus.build_refresh_draw_menu, turn))
    add_to_reserve(turn.box, state, words[1], out)


# ---------------------------------------------------------------- N5 place, N6 islands
def _place_tile(turn: TurnOptions, words: str, vehicle: Vehicle, out: Effects) -> TurnScript[None]:
    state, box = turn.state, turn.box
    _pay_crew(turn, vehicle, turn.components.costs.place)
    new = box.boards.build_placed_tile(words)
    turn.me.hand.remove(new.tile)
    state.placed.append(words)
    name = name_tile(new.tile)
    cells = [box.grid.cell_names[cell] for cell in new.cells]
    if new.symbol:  # N5.4
        out.announce(
            say(
                "{seat} places {tile} on {cells}: a {symbol} token lies at {at}.",
                seat=SeatMention(turn.seat),
                tile=name,
                cells=cells,
                symbol=name_find_kind(new.symbol),
                at=box.grid.cell_names[new.symbol_cell],
            )
        )
    else:
        out.announce(say("{seat} places {tile} on {cells}.", seat=SeatMention(turn.seat), tile=name, cells=cells))
    touched = new.mask
    for gap in box.find_board(state).find_gaps(new):  # N5.5
        yield from _fill_gap(turn, gap, out)
        touched |= 1 << gap
    _chart_islands(turn, touched, out)


def _fill_gap(turn: TurnOptions, gap: int, out: Effects) -> TurnScript[None]:
    """Close a gap with a matching small tile, else with another one as a joker, else without a tile (N5.5 to N5.7)."""
    state, box = turn.state, turn.box
    name, known = box.grid.cell_names[gap], box.find_board(state).describe_corners(gap)
    left = [tile for tile, pile in zip(_SMALL_DESIGNS, state.piles, strict=True) if pile]
    rotations = _find_matching_rotations(box, left, known)
    joker = not rotations
    tiles = list(rotations) or left
    if len(tiles) > 1:  # N5.6
        _, tile = yield from ask_one(turn.seat, partial(menus.build_gap_menu, name, tiles, joker=joker))
    else:
        tile = tiles[0] if tiles else GAP_TILE
    rotation = "j" + known.replace("?", "0") if joker else rotations[tile]
    state.placed.append(format_placement(tile, name, rotation))
    if tile == GAP_TILE:
        out.announce(say("The gap at {cell} is closed; no small tile is left for it.", cell=name))
        return
    state.piles[int(tile[1:])] -= 1
    if joker:
        out.announce(say("The gap at {cell} is closed with {tile} as a joker.", cell=name, tile=name_tile(tile)))
    else:
        out.announce(say("The gap at {cell} is closed with {tile}.", cell=name, tile=name_tile(tile)))


def _find_matching_rotations(box: GameBox, tiles: list[Tile], known_corners: str) -> dict[Tile, str]:
    """Find by tile a rotation that shows the known corners, the unknown ones as all sea or all land."""
    rotations: dict[Tile, str] = {}
    for corners in (known_corners.replace("?", "0"), known_corners.replace("?", "1")):
        for tile in tiles:
            for lay in box.pieces[tile].different_lays:
                if "".join(lay.rows) == corners:
                    rotations[tile] = lay.rotation
    return rotations


_SMALL_DESIGNS = tuple(f"s{n}" for n in range(6))


def _chart_islands(turn: TurnOptions, touched: int, out: Effects) -> None:
    """Score every island that is complete now; all of them together bring one token (N6 to N6.4)."""
    state, box = turn.state, turn.box
    completed = False
    coast = box.boards.mainland if state.options["mainland"] == "coast" else 0  # N6.3
    for island in box.find_board(state).find_islands(touched):
        tiles = len(island.tiles)
        if tiles < 2 or island.corners & coast:
            continue
        points = compute_island_points(turn.components, tiles)
        turn.me.islands += points
        turn.me.largest = max(turn.me.largest, tiles)
        out.announce(
            say(
                "{seat} completes an island of {tiles} tiles: +{points}.",
                seat=SeatMention(turn.seat),
                tiles=tiles,
                points=points,
            )
        )
        completed = True
    if completed and state.cartography:  # N6.2, N6.4
        state.cartography -= 1
        _add_token(turn.me, "cartography")


def _add_token(me: Expedition, kind: Kind) -> None:
    me.tokens[kind] = me.tokens.get(kind, 0) + 1


# ---------------------------------------------------------------- N7 move
def _sail_ship(turn: TurnOptions, cell: str, out: Effects) -> None:
    _pay_crew(turn, "ship", turn.components.costs.move)
    turn.me.ship = cell
    out.announce(say("{seat}’s ship sails to {cell}.", seat=SeatMention(turn.seat), cell=cell))
    _arrive_at_arrow(turn, turn.board.find_tile(turn.box.grid.cell_numbers[cell]), "ship", out)


def _drive_sled(turn: TurnOptions, cell: str, area: list[str], out: Effects) -> None:
    _pay_crew(turn, "sled", turn.components.costs.move)
    tile = turn.board.tile_by_cell[turn.box.grid.cell_numbers[cell]]
    turn.me.sled = area[0] if area else travel.name_area(turn.board, turn.drives[tile][0])
    out.announce(say("{seat}’s sled goes to {cell}.", seat=SeatMention(turn.seat), cell=cell))
    _arrive_at_arrow(turn, turn.board.placed_tiles[tile], "sled", out)


def _arrive_at_arrow(turn: TurnOptions, tile: PlacedTile, vehicle: Vehicle, out: Effects) -> None:
    """Give the tokens of the arrows: the Passage once, Greenland at the end of the expedition (N10.2 to N10.5)."""
    state, me, seat = turn.state, turn.me, turn.seat
    if tile.tile == turn.box.passage.tile and me.passage is None:
        me.passage = state.passage_tokens.pop(0) if state.passage_tokens else None
        out.announce(
            say("{seat} finds the Northwest Passage: +{points}!", seat=SeatMention(seat), points=me.passage or 0)
        )
    if tile.tile == turn.box.greenland.tile:
        me.greenland = state.greenland_tokens.pop(0) if state.greenland_tokens else None
        me.home = 1 + sum(expedition.home > 0 for expedition in state.expeditions)
        out.announce(
            say(
                "{seat} is back in Greenland with the {vehicle}: +{points}. The expedition is over.",
                seat=SeatMention(seat),
                vehicle=name_vehicle(vehicle),
                points=me.greenland or 0,
            )
        )


# ---------------------------------------------------------------- N8 transfer
def _transfer_crew(turn: TurnOptions, available: int, resting: int, area: list[str], out: Effects) -> None:
    me = turn.me
    was_out = bool(me.sled)
    ship_available, ship_resting, sled_available, sled_resting = turn.count_crew_after_paying()
    me.ship_available = ship_available + sled_available - available
    me.ship_resting = ship_resting + sled_resting - resting
    me.sled_available, me.sled_resting = available, resting
    crew = available + resting
    if not crew:  # N8.3
        me.sled = ""
    elif not was_out:  # N8.2
        me.sled = area[0] if area else travel.name_area(turn.board, turn.landings[0])
    _announce_transfer(turn, crew, was_out, out)


def _announce_transfer(turn: TurnOptions, sled_crew: int, was_out: bool, out: Effects) -> None:
    if not was_out:
        out.announce(
            count(
                "{seat} takes the sled out at {cell} with one crewman.",
                "{seat} takes the sled out at {cell} with {n} crewmen.",
                sled_crew,
                seat=SeatMention(turn.seat),
                cell=turn.me.sled.split("-")[0],
            )
        )
    elif sled_crew:
        out.announce(
            count(
                "{seat} transfers crew: one is with the sled now.",
                "{seat} transfers crew: {n} are with the sled now.",
                sled_crew,
                seat=SeatMention(turn.seat),
            )
        )
    else:
        out.announce(say("{seat} takes the sled back aboard.", seat=SeatMention(turn.seat)))


# ---------------------------------------------------------------- N9 finds
def _take_find(turn: TurnOptions, verb: str, vehicle: Vehicle, out: Effects) -> None:
    costs, me = turn.components.costs, turn.me
    tile = turn.find_token_tile(vehicle)
    assert tile is not None
    _pay_crew(turn, vehicle, costs.explore if verb == "explore" else costs.discover)
    points = turn.compute_find_points(tile)
    me.trail += points
    kind = next(kind for kind in _FIND_KINDS if kind == tile.symbol)
    _add_token(me, kind)
    turn.state.taken.append(tile.tile)
    out.announce(
        say(
            "{seat} takes the {symbol} token at {cell}: +{points}.",
            seat=SeatMention(turn.seat),
            symbol=name_find_kind(tile.symbol),
            cell=turn.box.grid.cell_names[tile.symbol_cell],
            points=points,
        )
    )


_FIND_KINDS: tuple[Kind, ...] = ("cairn", "inuit", "franklin", "strait")
