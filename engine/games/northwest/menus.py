"""How the choices are put to a player: every decision of the game as a menu. What is allowed is asked of `rules`.

A decision is looked at several times (asked, drawn, checked): each menu below it is made once, and labels are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

from engine.games.northwest import travel
from engine.games.northwest.grid import CORNERS
from engine.games.northwest.ground import Laid
from engine.games.northwest.names import kind_name, tile_name
from engine.games.northwest.rules import VEHICLES, Fate, Turn, vehicle_name
from engine.games.northwest.state import State, Tile, Vehicle
from engine.games.northwest.tiles import Lay
from engine.games.northwest.travel import Area
from engine.kernel.menu import Lazy, Menu, Option, Word, once
from engine.kernel.text import Text, count, say

EXPLORED: Final = ("franklin", "strait")
DISCOVERED: Final = ("inuit", "cairn")

_FIRST: Final = say("It is your turn: what do you do?")
_FURTHER: Final = say("Do something more, or end your turn? Each further action takes one crewman more than usual.")
_TILE: Final = say("Which tile do you draw?")
_WHOSE: Final = say("Whose crew does it?")
_PLACE: Final = say("Which tile do you place?")
_WHERE: Final = say(
    "Where does it lie? Beside your ship or sled and matching all around; named by its western or northern cell (N5.1, N5.2)."
)
_ROTATION: Final = say("Which side up, and how is it turned? What would not match is left out (N5.2).")
_MOVE: Final = say("Do you move your ship or your sled?")
_SAIL: Final = say("Where does your ship sail? To a tile next to yours, by open water (N7.1).")
_DRIVE: Final = say("Where does your sled go? To a tile next to yours, over land or ice (N7.3).")
_LAND: Final = say("To which land or ice of that tile?")
_OUT: Final = say("On which land or ice does your sled begin?")
_CAMP: Final = say("The ice melts under your sled: where does it go?")
_LARGE: Final = say("Large tiles")
_SMALL: Final = say("Small tiles")


# ---------------------------------------------------------------- N1.7 the first tiles
def first_tile(state: State, symbols: Callable[[Tile], str]) -> Menu:
    """One of the large tiles on offer, before round 1."""
    below = Menu("tile", _TILE, _market(state, symbols))
    return Menu("verb", _TILE, (_action("draw", None),), lambda _: below)


# ---------------------------------------------------------------- N2 a turn
def actions(turn: Turn) -> Menu:
    """All that a player may do now; what would be looked for in vain stands there with the reason."""
    acted = turn.state.acted
    options = Lazy(_possible(turn), partial(_verbs, turn))
    return Menu("verb", _FURTHER if acted else _FIRST, options, once(partial(_below, turn)))


def _possible(turn: Turn) -> list[Word]:
    """The verbs that can be chosen, in the order of the menu."""
    costs, find = turn.components.costs, turn.may_find
    explored, discovered = costs.explore, costs.discover
    may = {
        "draw": turn.may_draw(),
        "refresh": turn.may_refresh(),
        "place": turn.may_place(),
        "move": turn.may_move("ship") or turn.may_move("sled"),
        "transfer": turn.may_transfer(),
        "explore": find("ship", EXPLORED, explored) or find("sled", EXPLORED, explored),
        "discover": find("ship", DISCOVERED, discovered) or find("sled", DISCOVERED, discovered),
        "end": turn.state.acted,
        "pass": True,
    }
    return [verb for verb in may if may[verb]]


def _verbs(turn: Turn) -> list[Option]:
    costs = turn.components.costs
    neither = _why_neither([turn.why_no_move(vehicle) for vehicle in VEHICLES], turn)
    options = [
        _action("draw", turn.why_no_draw(), turn.price(costs.draw)),
        _action("refresh", turn.why_no_refresh(), turn.price(costs.refresh)),
        _action("place", turn.why_no_place(), turn.price(costs.place)),
        _action("move", neither, turn.price(costs.move)),
        _action("transfer", turn.why_no_transfer(), turn.price(costs.transfer)),
        _action("explore", _why_no_find(turn, EXPLORED, costs.explore), turn.price(costs.explore)),
        _action("discover", _why_no_find(turn, DISCOVERED, costs.discover), turn.price(costs.discover)),
    ]
    if turn.state.acted:
        options.append(_action("end", None))
    return [*options, Option("pass", _pass(turn))]


def _why_neither(whys: list[Text | None], turn: Turn) -> Text | None:
    """The ship's reason while the sled is not out; else the sled's, if the ship's crew is elsewhere."""
    if None in whys:
        return None
    return whys[1] if turn.me.sled and not turn.me.ship_available else whys[0]


def _why_no_find(turn: Turn, kinds: tuple[str, str], cost: int) -> Text | None:
    """Before all else the reason of a vehicle that stands on such a token: its crew is too small."""
    whys = [turn.why_no_find(vehicle, kinds, cost) for vehicle in VEHICLES]
    if None not in whys:
        for vehicle, why in zip(VEHICLES, whys, strict=True):
            tile = turn.find_at(vehicle)
            if tile is not None and tile.symbol in kinds:
                return why
    return _why_neither(whys, turn)


def _action(verb: Word, why: Text | None, price: int = 0) -> Option:
    """What can be done and how many crewmen it takes; 0: none, or they are paid already."""
    found = _open_action(verb, price)
    return found if why is None else Option(verb, found.label, why_not=why)


@cache
def _open_action(verb: Word, price: int) -> Option:
    labels = {
        "draw": say("Draw a tile"),
        "refresh": say("Refresh the tiles and draw"),
        "place": say("Place a tile"),
        "move": say("Move"),
        "transfer": say("Transfer crew"),
        "explore": say("Explore a Franklin site or a strait"),
        "discover": say("Discover an Inuit or a cairn"),
        "end": say("End your turn"),
        "fill": say("Close the gap"),
        "camp": say("Move the sled off the melting ice"),
    }
    if not price:
        return Option(verb, labels[verb])
    return Option(verb, count("{action} ({n} crewman)", "{action} ({n} crewmen)", price, action=labels[verb]))


def _pass(turn: Turn) -> Text:
    """Passing leaves the vehicles where they are for the sun: what it will do to them belongs beside the choice."""
    held = turn.ship_will_be_held(turn.ship_on) and bool(travel.water(turn.ground, turn.ship_on, turn.frozen))
    return _pass_label(held, turn.sled_will_be(turn.area) if turn.area else "safe")


@cache
def _pass_label(held: bool, sled: Fate) -> Text:
    if sled == "lost":
        return (
            say("Pass for this round (your sled will be lost, and the ice will hold your ship)")
            if held
            else say("Pass for this round (your sled will be lost when the ice melts)")
        )
    return say("Pass for this round (the ice will hold your ship in the next)") if held else say("Pass for this round")


def _below(turn: Turn, verb: Word) -> Menu | None:
    costs = turn.components.costs
    match verb:
        case "draw":
            below = _payers(turn, costs.draw)
            return Menu("tile", _TILE, _offer(turn), lambda _: below)
        case "refresh":
            return _payers(turn, costs.refresh)
        case "place":
            held = Lazy(turn.placeable(), lambda: [_in_hand(turn, tile) for tile in turn.reserve])
            return Menu("tile", _PLACE, held, once(partial(_where, turn)))
        case "move":
            return Menu("with", _MOVE, _vehicles(turn, turn.may_move, turn.why_no_move), once(partial(_to, turn)))
        case "transfer":
            return _transfer(turn)
        case "explore":
            return _finds(turn, EXPLORED, costs.explore)
        case "discover":
            return _finds(turn, DISCOVERED, costs.discover)
        case _:
            return None


def _vehicle(vehicle: Vehicle, why: Text | None, seat: int) -> Option:
    return (
        _open_vehicle(vehicle, seat)
        if why is None
        else Option(vehicle, _open_vehicle(vehicle, seat).label, why_not=why)
    )


@cache
def _open_vehicle(vehicle: Vehicle, seat: int) -> Option:
    label = say("with the ship") if vehicle == "ship" else say("with the sled")
    return Option(vehicle, label, spot=f"{vehicle}-{seat}")


def _vehicles(turn: Turn, may: Callable[[Vehicle], bool], why: Callable[[Vehicle], Text | None]) -> Lazy:
    """Ship or sled, and why one of them cannot."""
    words = [vehicle for vehicle in VEHICLES if may(vehicle)]
    return Lazy(words, lambda: [_vehicle(vehicle, why(vehicle), turn.seat) for vehicle in VEHICLES])


def _payers(turn: Turn, cost: int) -> Menu:
    """Ship or sled: whose crew does what either could do (N2.2)."""
    options = Lazy(
        turn.payers(cost),
        lambda: [_vehicle(vehicle, turn.why_no_crew(vehicle, cost), turn.seat) for vehicle in VEHICLES],
    )
    return Menu("with", _WHOSE, options)


# ---------------------------------------------------------------- N4 draw
def draw_after_refresh(turn: Turn) -> Menu:
    """A tile of the new market or a small one; it is paid for already (N4.2)."""
    below = Menu("tile", _TILE, _offer(turn))
    return Menu("verb", _TILE, (_action("draw", None),), lambda _: below)


def _offer(turn: Turn) -> Lazy:
    """The tiles of the market and of the piles."""
    state = turn.state
    words = [*state.market, *(f"s{i}" for i, left in enumerate(state.piles) if left)]
    return Lazy(words, lambda: [*_market(state, lambda tile: turn.box.pieces[tile].symbol), *_piles(state)])


def _market(state: State, symbols: Callable[[Tile], str]) -> tuple[Option, ...]:
    return tuple([_offered(tile, symbols(tile), i) for i, tile in enumerate(state.market)])


@cache
def _offered(tile: Tile, symbol: str, i: int) -> Option:
    return Option(tile, tile_name(tile, symbol), _LARGE, spot=f"market-{i}")


def _piles(state: State) -> tuple[Option, ...]:
    return tuple([_pile(i, left) for i, left in enumerate(state.piles)])


@cache
def _pile(i: int, left: int) -> Option:
    tile = f"s{i}"
    why = None if left else say("This pile is empty (N4).")
    return Option(
        tile, count("{tile}, the last one", "{tile}, {n} left", left, tile=tile_name(tile)), _SMALL, why, f"small-{i}"
    )


# ---------------------------------------------------------------- N5 place
def _in_hand(turn: Turn, tile: Tile) -> Option:
    why, i = turn.why_not_placed(tile), turn.me.hand.index(tile)
    held = _held(tile, turn.box.pieces[tile].symbol, i)
    return held if why is None else Option(tile, held.label, why_not=why, spot=held.spot)


@cache
def _held(tile: Tile, symbol: str, i: int) -> Option:
    return Option(tile, tile_name(tile, symbol), spot=f"tile-{i}")


def _where(turn: Turn, tile: Word) -> Menu:
    ways, names = turn.ways(tile), turn.box.grid.names
    cells = sorted(ways)
    options = Lazy([names[cell] for cell in cells], lambda: [_cell(names[cell], len(ways[cell])) for cell in cells])
    return Menu(
        "where", _WHERE, options, once(partial(_rotation, turn, tile)), why_not=partial(turn.why_not_there, tile)
    )


@cache
def _cell(name: str, n: int) -> Option:
    return Option(name, count("On {cell}, one way round", "On {cell}, {n} ways round", n, cell=name), spot=name)


def _rotation(turn: Turn, tile: Tile, where: Word) -> Menu:
    cell = turn.box.grid.numbers[where]
    lays = turn.ways(tile)[cell]
    options = Lazy([lay.rotation for lay in lays], lambda: [_lay(tile, where, lay.rotation, lay.shape) for lay in lays])
    by_rotation = {lay.rotation: lay for lay in lays}
    return Menu("rotation", _ROTATION, options, once(lambda word: _hands(turn, by_rotation[word], cell)))


@cache
def _lay(tile: Tile, where: Word, rotation: Word, shape: str) -> Option:
    degrees = int(rotation[1:])
    side = say("front up") if rotation[0] == "f" else say("back up")
    how = say("unturned") if not degrees else say("turned by {degrees}°", degrees=degrees)
    if shape == "small":
        label = say("{how}", how=how)
    elif shape == "wide":
        label = say("Lying west to east, {side}, {how}", side=side, how=how)
    else:
        label = say("Lying north to south, {side}, {how}", side=side, how=how)
    return Option(rotation, label, spot=f"rotation-{tile}-{where}-{rotation}")


def _hands(turn: Turn, lay: Lay, cell: int) -> Menu:
    def why(vehicle: Vehicle) -> Text | None:
        return turn.why_not_with(vehicle, lay, cell)

    return Menu("with", _WHOSE, _vehicles(turn, lambda vehicle: why(vehicle) is None, why))


# ---------------------------------------------------------------- N5.6 gaps
def fill(cell: str, designs: Sequence[Tile], *, joker: bool) -> Menu:
    """Which small tile closes a gap: of the matching designs, or of all as a joker."""
    prompt = (
        say("No small tile that matches is left for the gap at {cell}: which one closes it as a joker?", cell=cell)
        if joker
        else say("Which small tile closes the gap at {cell}?", cell=cell)
    )
    below = Menu("tile", prompt, tuple(Option(tile, tile_name(tile), spot=f"small-{tile[1]}") for tile in designs))
    return Menu("verb", prompt, (_action("fill", None),), lambda _: below)


# ---------------------------------------------------------------- N7 move
def _to(turn: Turn, vehicle: Word) -> Menu:
    laid = turn.ground.laid
    if vehicle == "ship":
        tiles = [laid[i] for i in turn.sailings]
        sailings = Lazy([turn.box.anchor(tile) for tile in tiles], lambda: [_sailing(turn, tile) for tile in tiles])
        return Menu("where", _SAIL, sailings, why_not=partial(turn.why_not_to, "ship"))
    drives = turn.drives
    words = {turn.box.anchor(laid[i]): areas for i, areas in drives.items()}
    options = Lazy([*words], lambda: [_drive(turn, laid[i], areas) for i, areas in drives.items()])
    return Menu(
        "where",
        _DRIVE,
        options,
        once(lambda word: _arrival(turn, words[word])),
        why_not=partial(turn.why_not_to, "sled"),
    )


def _sailing(turn: Turn, tile: Laid) -> Option:
    return _destination(turn.box.anchor(tile), tile is turn.ground.laid[0], turn.ship_will_be_held(tile), "safe")


def _drive(turn: Turn, tile: Laid, areas: Sequence[Area]) -> Option:
    fates = {turn.sled_will_be(area) for area in areas}
    fate: Fate = "lost" if fates == {"lost"} else "moved" if fates == {"moved"} else "safe"
    return _destination(turn.box.anchor(tile), tile is turn.ground.laid[0], False, fate)  # noqa: FBT003


@cache
def _destination(cell: str, home: bool, held: bool, sled: Fate) -> Option:
    label = say("To {cell}", cell=cell)
    if home:
        label = say("To {cell} (takes you home and ends your expedition)", cell=cell)
    elif held:
        label = say("To {cell} (the ice will hold your ship there in the next round)", cell=cell)
    elif sled == "lost":
        label = say("To {cell} (your sled will be lost there when the sun moves)", cell=cell)
    elif sled == "moved":
        label = say("To {cell} (the ice there melts when the sun moves; your sled finds land)", cell=cell)
    return Option(cell, label, spot=cell)


def _arrival(turn: Turn, areas: Sequence[Area]) -> Menu | None:
    """Asked only where a sled could go to different parts of the tile (N7.4)."""
    return _land(turn, _LAND, areas) if len(areas) > 1 else None


def _land(turn: Turn, prompt: Text, areas: Sequence[Area]) -> Menu:
    return Menu(
        "land", prompt, tuple([_part(travel.area_name(turn.ground, area), turn.sled_will_be(area)) for area in areas])
    )


@cache
def _part(name: str, fate: Fate) -> Option:
    cell, corner = name.split("-")
    where = corner_name(corner)
    label = say("The {corner} of {cell}", corner=where, cell=cell)
    if fate == "lost":
        label = say("The {corner} of {cell} (your sled will be lost there when the sun moves)", corner=where, cell=cell)
    elif fate == "moved":
        label = say(
            "The {corner} of {cell} (the ice there melts when the sun moves; your sled finds land)",
            corner=where,
            cell=cell,
        )
    return Option(name, label, spot=name)


@cache
def corner_name(corner: str) -> Text:
    """A corner of a cell as a direction."""
    names = (say("north-west"), say("north-east"), say("south-west"), say("south-east"))
    return names[CORNERS.index(corner)]


def camp(land: Sequence[str]) -> Menu:
    """Where a sled goes when its ice melts (N3.5)."""
    below = Menu("land", _CAMP, tuple([_part(name, "safe") for name in land]))
    return Menu("verb", _CAMP, (_action("camp", None),), lambda _: below)


# ---------------------------------------------------------------- N8 transfer
def _transfer(turn: Turn) -> Menu:
    ship_available, ship_resting, sled_available, sled_resting = turn.after_paying()
    available, resting = ship_available + sled_available, ship_resting + sled_resting
    prompt = say(
        "How many available crewmen are with the sled afterwards? You have {n} once this is paid.",
        n=available,
    )

    def below(with_sled: Word) -> Menu:
        now = sled_resting if int(with_sled) == sled_available else -1
        ask = say("And how many of your {n} resting crewmen?", n=resting)
        options = tuple(
            [_resting(n, n == now, n + int(with_sled) == 0 and bool(turn.me.sled)) for n in range(resting + 1)]
        )
        return Menu("resting", ask, options, once(partial(_taken_out, turn, int(with_sled))))

    options = tuple([_available(n) for n in range(available + 1)])
    return Menu("available", prompt, options, once(below))


@cache
def _available(n: int) -> Option:
    return Option(str(n), count("{n} available crewman on the sled", "{n} available crewmen on the sled", n))


@cache
def _resting(n: int, same: bool, back: bool) -> Option:
    label = (
        say("None: the sled comes back aboard")
        if back
        else count("{n} resting crewman on the sled", "{n} resting crewmen on the sled", n)
    )
    return Option(str(n), label, why_not=say("Nobody would change places (N8.4).") if same else None)


def _taken_out(turn: Turn, available: int, resting: Word) -> Menu | None:
    """Asked when the sled is taken out and there are several places for it, or when the only one will be lost (N8.2)."""
    if turn.me.sled or available + int(resting) == 0:
        return None
    if len(turn.landings) == 1 and turn.sled_will_be(turn.landings[0]) != "lost":
        return None
    return _land(turn, _OUT, turn.landings)


# ---------------------------------------------------------------- N9 finds
def _finds(turn: Turn, kinds: tuple[str, str], cost: int) -> Menu:
    words = [vehicle for vehicle in VEHICLES if turn.may_find(vehicle, kinds, cost)]
    return Menu("with", _WHOSE, Lazy(words, lambda: [_find(turn, vehicle, kinds, cost) for vehicle in VEHICLES]))


def _find(turn: Turn, vehicle: Vehicle, kinds: tuple[str, str], cost: int) -> Option:
    why = turn.why_no_find(vehicle, kinds, cost)
    tile = turn.find_at(vehicle)
    if why is not None or tile is None:
        return _vehicle(vehicle, why, turn.seat)
    return _found(vehicle, tile.symbol, turn.box.grid.names[tile.symbol_cell], turn.find_pays(tile))


@cache
def _found(vehicle: Vehicle, symbol: str, cell: str, points: int) -> Option:
    label = say(
        "The {symbol} at {cell}, with the {vehicle}: +{points}",
        symbol=kind_name(symbol),
        cell=cell,
        vehicle=vehicle_name(vehicle),
        points=points,
    )
    return Option(vehicle, label, spot=f"symbol-{cell}")
