"""In what order things happen: the table laid out, an action and all that follows from it, and the end of a round."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.northwest import menus, travel
from engine.games.northwest.ground import GAP, Laid, placement
from engine.games.northwest.rules import Box, Turn, vehicle_name
from engine.games.northwest.scoring import island as island_points
from engine.games.northwest.state import Expedition, Kind, State, Tile, Vehicle
from engine.games.northwest.tiles import kind_name, tile_name
from engine.kernel.event import Out
from engine.kernel.menu import Words
from engine.kernel.script import Script, one
from engine.kernel.text import Text, Who, count, say


# ---------------------------------------------------------------- N1 setup
def setup(box: Box, seats: int, options: Mapping[str, str], out: Out) -> State:
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
    _fill_market(box, state, out)  # N1.3
    return state


def _fill_market(box: Box, state: State, out: Out) -> None:
    """Large tiles from the bag until the market is full or the bag is empty (N4.1)."""
    new: list[Tile] = []
    while state.bag and len(state.market) < box.components.tiles.market:
        new.append(state.bag.pop())
        state.market.append(new[-1])
    if new:
        out.reveal(say("New on offer: {tiles}.", tiles=_names(box, new)))


def _names(box: Box, tiles: list[Tile]) -> list[Text]:
    return [tile_name(tile, box.pieces[tile].symbol) for tile in tiles]


# ---------------------------------------------------------------- N2 turns
def turn(box: Box, state: State, out: Out) -> Script[None]:
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
    yield from _act(at, words, out)
    state.acted += 1
    if me.home:
        yield from _next(box, state, out)
    elif not me.ship_available and not me.sled_available:  # N2.6
        _pass(state, me, out)
        yield from _next(box, state, out)


def _act(at: Turn, words: Words, out: Out) -> Script[None]:
    match words:
        case ("draw", tile, vehicle):
            _draw(at, tile, _vehicle(vehicle), out)
        case ("refresh", vehicle):
            yield from _refresh(at, _vehicle(vehicle), out)
        case ("place", tile, cell, turned, vehicle):
            yield from _place(at, placement(tile, cell, turned), _vehicle(vehicle), out)
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


def _rest(me: Expedition) -> None:
    """All available crewmen rest, each in his column."""
    me.ship_resting, me.ship_available = me.ship_resting + me.ship_available, 0
    me.sled_resting, me.sled_available = me.sled_resting + me.sled_available, 0


def _wake(me: Expedition) -> None:
    """All crewmen are available again, each in his column (N3.7)."""
    me.ship_available, me.ship_resting = me.ship_available + me.ship_resting, 0
    me.sled_available, me.sled_resting = me.sled_available + me.sled_resting, 0


def _pass(state: State, me: Expedition, out: Out) -> None:
    if me.ship_available or me.sled_available:
        out.tell(say("{seat} passes; the crew rests.", seat=Who(state.to_move)))
    else:
        out.tell(say("{seat} has no available crewmen left and passes.", seat=Who(state.to_move)))
    _rest(me)
    state.passed.append(state.to_move)


def _next(box: Box, state: State, out: Out) -> Script[None]:
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


def _first_tile(box: Box, state: State, out: Out) -> Script[None]:
    """The last player first, each draws a large tile (N1.7)."""
    seat = state.to_move
    words = yield from one(seat, partial(menus.first_tile, state, lambda tile: box.pieces[tile].symbol))
    _into_reserve(box, state, words[1], out)
    at = state.order.index(seat)
    if at:
        state.to_move = state.order[at - 1]
    else:
        state.round = 1
        out.tell(say("Round 1 begins: {seat} moves first.", seat=Who(seat)))


# ---------------------------------------------------------------- N3 the end of a round
def _end_of_round(box: Box, state: State, out: Out) -> Script[None]:
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


def _melt(box: Box, state: State, seat: int, before: int, frozen: int, out: Out) -> list[str]:
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


def _make_camp(state: State, seat: int, area: str, out: Out) -> None:
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


# ---------------------------------------------------------------- N4 draw
def _draw(at: Turn, tile: Tile, vehicle: Vehicle, out: Out) -> None:
    _pay(at, vehicle, at.components.costs.draw)
    _into_reserve(at.box, at.state, tile, out)


def _into_reserve(box: Box, state: State, tile: Tile, out: Out) -> None:
    state.expeditions[state.to_move].hand.append(tile)
    out.tell(say("{seat} draws {tile}.", seat=Who(state.to_move), tile=tile_name(tile, box.pieces[tile].symbol)))
    if tile[0] == "s":
        state.piles[int(tile[1:])] -= 1
    else:
        state.market.remove(tile)
        _fill_market(box, state, out)  # N4.1


def _refresh(at: Turn, vehicle: Vehicle, out: Out) -> Script[None]:
    """New tiles first, the old ones back into the bag, then the bag fills what is missing (N4.2, N4.3)."""
    state = at.state
    _pay(at, vehicle, at.components.costs.refresh)
    old, state.market = state.market, []
    new = [state.bag.pop() for _ in range(min(len(state.bag), at.components.tiles.market))]
    for i, tile in enumerate(old):
        state.bag.insert(out.below(len(state.bag) + 1, f"back/{'abcdefghij'[i]}"), tile)
    state.market = new
    out.reveal(say("{seat} refreshes the tiles: {tiles}.", seat=Who(at.seat), tiles=_names(at.box, new)))
    _fill_market(at.box, state, out)
    words = yield from one(at.seat, partial(menus.draw_after_refresh, at))
    _into_reserve(at.box, state, words[1], out)


# ---------------------------------------------------------------- N5 place, N6 islands
def _place(at: Turn, words: str, vehicle: Vehicle, out: Out) -> Script[None]:
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


def _fill_gap(at: Turn, gap: int, out: Out) -> Script[None]:
    """The matching small tile, else another one as a joker, else nothing but the map of the sea (N5.5 to N5.7)."""
    state, box = at.state, at.box
    name, known = box.grid.names[gap], box.ground(state).corners_of(gap)
    matching = [
        (tile, lay.turn)
        for corners in (known.replace("?", "0"), known.replace("?", "1"))
        for tile, pile in zip(_DESIGNS, state.piles, strict=True)
        if pile
        for lay in box.pieces[tile].different
        if "".join(lay.rows) == corners
    ]
    turns = dict(matching)
    joker = not turns
    tiles = list(turns) if turns else [tile for tile, pile in zip(_DESIGNS, state.piles, strict=True) if pile]
    if len(tiles) > 1:  # N5.6
        _, tile = yield from one(at.seat, partial(menus.fill, name, tiles, joker=joker))
    else:
        tile = tiles[0] if tiles else GAP
    state.placed.append(placement(tile, name, "j" + known.replace("?", "0") if joker else turns[tile]))
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


def _chart_islands(at: Turn, touched: int, out: Out) -> None:
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
def _sail(at: Turn, cell: str, out: Out) -> None:
    _pay(at, "ship", at.components.costs.move)
    at.me.ship = cell
    out.tell(say("{seat}’s ship sails to {cell}.", seat=Who(at.seat), cell=cell))
    _arrive(at, at.ground.tile_on(at.box.grid.numbers[cell]), "ship", out)


def _drive(at: Turn, cell: str, area: list[str], out: Out) -> None:
    _pay(at, "sled", at.components.costs.move)
    tile = at.ground.at[at.box.grid.numbers[cell]]
    at.me.sled = area[0] if area else travel.area_name(at.ground, at.drives[tile][0])
    out.tell(say("{seat}’s sled goes to {cell}.", seat=Who(at.seat), cell=cell))
    _arrive(at, at.ground.laid[tile], "sled", out)


def _arrive(at: Turn, tile: Laid, vehicle: Vehicle, out: Out) -> None:
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
def _transfer(at: Turn, available: int, resting: int, area: list[str], out: Out) -> None:
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
def _take(at: Turn, verb: str, vehicle: Vehicle, out: Out) -> None:
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
