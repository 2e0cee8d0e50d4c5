"""What each action does: draw, refresh, place, move, transfer, explore and discover, in the order of the rule book."""

from __future__ import annotations

from functools import partial

from engine.games.northwest import menus, travel
from engine.games.northwest.ground import GAP, Laid, placement
from engine.games.northwest.names import kind_name, tile_name
from engine.games.northwest.rules import Box, Turn, vehicle_name
from engine.games.northwest.scoring import island as island_points
from engine.games.northwest.state import Expedition, Kind, State, Tile, Vehicle
from engine.kernel.event import Effects
from engine.kernel.menu import Words
from engine.kernel.script import Script, one
from engine.kernel.text import Text, Who, count, say


def act(at: Turn, words: Words, out: Effects) -> Script[None]:
    """Do what was chosen, with all that the rules then let follow from it."""
    match words:
        case ("draw", tile, vehicle):
            _draw(at, tile, _vehicle(vehicle), out)
        case ("refresh", vehicle):
            yield from _refresh(at, _vehicle(vehicle), out)
        case ("place", tile, cell, rotation, vehicle):
            yield from _place(at, placement(tile, cell, rotation), _vehicle(vehicle), out)
        case ("move", "ship", cell):
            _sail(at, cell, out)
        case ("move", _, cell, *area):
            _drive(at, cell, area, out)
        case ("transfer", available, resting, *area):
            _transfer(at, int(available), int(resting), area, out)
        case (_, vehicle):
            _take(at, words[0], _vehicle(vehicle), out)
        case _:
            raise ValueError(f"not an action: {words}")


def _vehicle(word: str) -> Vehicle:
    return "ship" if word == "ship" else "sled"


def _pay(at: Turn, vehicle: Vehicle, cost: int) -> None:
    """Crewmen from Available to Resting in the column of the vehicle that acts (N2.2, N2.3)."""
    price = at.price(cost)
    if vehicle == "ship":
        at.me.ship_available -= price
        at.me.ship_resting += price
    else:
        at.me.sled_available -= price
        at.me.sled_resting += price


# ---------------------------------------------------------------- N4 draw
def _draw(at: Turn, tile: Tile, vehicle: Vehicle, out: Effects) -> None:
    _pay(at, vehicle, at.components.costs.draw)
    into_reserve(at.box, at.state, tile, out)


def into_reserve(box: Box, state: State, tile: Tile, out: Effects) -> None:
    """A tile from the offer or a pile into the personal reserve of the player to move."""
    state.expeditions[state.to_move].hand.append(tile)
    out.tell(say("{seat} draws {tile}.", seat=Who(state.to_move), tile=tile_name(tile, box.pieces[tile].symbol)))
    if tile[0] == "s":
        state.piles[int(tile[1:])] -= 1
    else:
        state.market.remove(tile)
        fill_market(box, state, out)  # N4.1


def fill_market(box: Box, state: State, out: Effects) -> None:
    """Large tiles from the bag until the market is full or the bag is empty (N4.1)."""
    new: list[Tile] = []
    while state.bag and len(state.market) < box.components.tiles.market:
        new.append(state.bag.pop())
        state.market.append(new[-1])
    if new:
        out.reveal(say("New on offer: {tiles}.", tiles=_names(box, new)))


def _names(box: Box, tiles: list[Tile]) -> list[Text]:
    return [tile_name(tile, box.pieces[tile].symbol) for tile in tiles]


def _refresh(at: Turn, vehicle: Vehicle, out: Effects) -> Script[None]:
    """New tiles first, the old ones back into the bag, then the bag fills what is missing (N4.2, N4.3)."""
    state = at.state
    _pay(at, vehicle, at.components.costs.refresh)
    old, state.market = state.market, []
    new = [state.bag.pop() for _ in range(min(len(state.bag), at.components.tiles.market))]
    for i, tile in enumerate(old):
        state.bag.insert(out.below(len(state.bag) + 1, f"back/{'abcdefghij'[i]}"), tile)
    state.market = new
    out.reveal(say("{seat} refreshes the tiles: {tiles}.", seat=Who(at.seat), tiles=_names(at.box, new)))
    fill_market(at.box, state, out)
    words = yield from one(at.seat, partial(menus.draw_after_refresh, at))
    into_reserve(at.box, state, words[1], out)


# ---------------------------------------------------------------- N5 place, N6 islands
def _place(at: Turn, words: str, vehicle: Vehicle, out: Effects) -> Script[None]:
    state, box = at.state, at.box
    _pay(at, vehicle, at.components.costs.place)
    new = box.boards.lay(words)
    at.me.hand.remove(new.tile)
    state.placed.append(words)
    name = tile_name(new.tile)
    if new.symbol:  # N5.4
        out.tell(
            say(
                "{seat} places {tile} on {cells}: a {symbol} token lies at {at}.",
                seat=Who(at.seat),
                tile=name,
                cells=_cells(box, new),
                symbol=kind_name(new.symbol),
                at=box.grid.names[new.symbol_cell],
            )
        )
    else:
        out.tell(say("{seat} places {tile} on {cells}.", seat=Who(at.seat), tile=name, cells=_cells(box, new)))
    touched = new.mask
    for gap in box.ground(state).gaps(new):  # N5.5
        yield from _fill_gap(at, gap, out)
        touched |= 1 << gap
    _chart_islands(at, touched, out)


def _cells(box: Box, tile: Laid) -> list[str]:
    return [box.grid.names[cell] for cell in tile.cells]


def _fill_gap(at: Turn, gap: int, out: Effects) -> Script[None]:
    """The matching small tile, else another one as a joker, else nothing but the map of the sea (N5.5 to N5.7)."""
    state, box = at.state, at.box
    name, known = box.grid.names[gap], box.ground(state).corners_of(gap)
    matching = [
        (tile, lay.rotation)
        for corners in (known.replace("?", "0"), known.replace("?", "1"))
        for tile, pile in zip(_DESIGNS, state.piles, strict=True)
        if pile
        for lay in box.pieces[tile].different
        if "".join(lay.rows) == corners
    ]
    rotations = dict(matching)
    joker = not rotations
    tiles = list(rotations) if rotations else [tile for tile, pile in zip(_DESIGNS, state.piles, strict=True) if pile]
    if len(tiles) > 1:  # N5.6
        _, tile = yield from one(at.seat, partial(menus.fill, name, tiles, joker=joker))
    else:
        tile = tiles[0] if tiles else GAP
    state.placed.append(placement(tile, name, "j" + known.replace("?", "0") if joker else rotations[tile]))
    if tile == GAP:
        out.tell(say("The gap at {cell} is closed; no small tile is left for it.", cell=name))
        return
    state.piles[int(tile[1:])] -= 1
    out.tell(
        say("The gap at {cell} is closed with {tile} as a joker.", cell=name, tile=tile_name(tile))
        if joker
        else say("The gap at {cell} is closed with {tile}.", cell=name, tile=tile_name(tile))
    )


_DESIGNS = tuple(f"s{n}" for n in range(6))


def _chart_islands(at: Turn, touched: int, out: Effects) -> None:
    """Every island that is complete now: points for each, and one token for all of them (N6 to N6.4)."""
    state, box = at.state, at.box
    completed = False
    coast = box.boards.mainland if state.options["mainland"] == "coast" else 0  # N6.3
    for island in box.ground(state).islands_at(touched):
        tiles = len(island.tiles)
        if tiles < 2 or island.corners & coast:
            continue
        points = island_points(at.components, tiles)
        at.me.islands += points
        at.me.largest = max(at.me.largest, tiles)
        out.tell(
            say(
                "{seat} completes an island of {tiles} tiles: +{points}.", seat=Who(at.seat), tiles=tiles, points=points
            )
        )
        completed = True
    if completed and state.cartography:  # N6.2, N6.4
        state.cartography -= 1
        _count_token(at.me, "cartography")


def _count_token(me: Expedition, kind: Kind) -> None:
    me.tokens[kind] = me.tokens.get(kind, 0) + 1


# ---------------------------------------------------------------- N7 move
def _sail(at: Turn, cell: str, out: Effects) -> None:
    _pay(at, "ship", at.components.costs.move)
    at.me.ship = cell
    out.tell(say("{seat}’s ship sails to {cell}.", seat=Who(at.seat), cell=cell))
    _arrive(at, at.ground.tile_on(at.box.grid.numbers[cell]), "ship", out)


def _drive(at: Turn, cell: str, area: list[str], out: Effects) -> None:
    _pay(at, "sled", at.components.costs.move)
    tile = at.ground.at[at.box.grid.numbers[cell]]
    at.me.sled = area[0] if area else travel.area_name(at.ground, at.drives[tile][0])
    out.tell(say("{seat}’s sled goes to {cell}.", seat=Who(at.seat), cell=cell))
    _arrive(at, at.ground.laid[tile], "sled", out)


def _arrive(at: Turn, tile: Laid, vehicle: Vehicle, out: Effects) -> None:
    """The arrows: the Passage once, Greenland for good (N10.2 to N10.5)."""
    state, me, seat = at.state, at.me, at.seat
    if tile.tile == at.box.passage.tile and me.passage is None:
        me.passage = state.passage_tokens.pop(0) if state.passage_tokens else None
        out.tell(say("{seat} finds the Northwest Passage: +{points}!", seat=Who(seat), points=me.passage or 0))
    if tile.tile == at.box.greenland.tile:
        me.greenland = state.greenland_tokens.pop(0) if state.greenland_tokens else None
        me.home = 1 + sum(expedition.home > 0 for expedition in state.expeditions)
        out.tell(
            say(
                "{seat} is back in Greenland with the {vehicle}: +{points}. The expedition is over.",
                seat=Who(seat),
                vehicle=vehicle_name(vehicle),
                points=me.greenland or 0,
            )
        )


# ---------------------------------------------------------------- N8 transfer
def _transfer(at: Turn, available: int, resting: int, area: list[str], out: Effects) -> None:
    me = at.me
    was_out = bool(me.sled)
    ship_available, ship_resting, sled_available, sled_resting = at.after_paying()
    me.ship_available, me.ship_resting = (
        ship_available + sled_available - available,
        ship_resting + sled_resting - resting,
    )
    me.sled_available, me.sled_resting = available, resting
    crew = available + resting
    if not crew:  # N8.3
        me.sled = ""
    elif not was_out:  # N8.2
        me.sled = area[0] if area else travel.area_name(at.ground, at.landings[0])
    if was_out and not crew:
        out.tell(say("{seat} takes the sled back aboard.", seat=Who(at.seat)))
    else:
        told = count(
            "{seat} transfers crew: one is with the sled now.",
            "{seat} transfers crew: {n} are with the sled now.",
            crew,
            seat=Who(at.seat),
        )
        out.tell(
            told
            if was_out
            else count(
                "{seat} takes the sled out at {cell} with one crewman.",
                "{seat} takes the sled out at {cell} with {n} crewmen.",
                crew,
                seat=Who(at.seat),
                cell=me.sled.split("-")[0],
            )
        )


# ---------------------------------------------------------------- N9 finds
def _take(at: Turn, verb: str, vehicle: Vehicle, out: Effects) -> None:
    costs, me = at.components.costs, at.me
    tile = at.find_at(vehicle)
    assert tile is not None
    _pay(at, vehicle, costs.explore if verb == "explore" else costs.discover)
    points = at.find_pays(tile)
    me.trail += points
    kind = next(kind for kind in _FINDS if kind == tile.symbol)
    _count_token(me, kind)
    at.state.taken.append(tile.tile)
    out.tell(
        say(
            "{seat} takes the {symbol} token at {cell}: +{points}.",
            seat=Who(at.seat),
            symbol=kind_name(tile.symbol),
            cell=at.box.grid.names[tile.symbol_cell],
            points=points,
        )
    )


_FINDS: tuple[Kind, ...] = ("cairn", "inuit", "franklin", "strait")
