"""How the choices are put to a player: every decision of the game as a menu. What is allowed is asked of `rules`.

A decision is looked at several times (asked, drawn, checked): each menu below it is made once, and labels are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

from engine.games.northwest import travel
from engine.games.northwest.board import PlacedTile
from engine.games.northwest.game_box import SledFate
from engine.games.northwest.grid import CORNER_NAMES
from engine.games.northwest.names import name_find_kind, name_tile
from engine.games.northwest.reasons import name_vehicle
from engine.games.northwest.rules import VEHICLES, TurnOptions
from engine.games.northwest.state import State, Tile, Vehicle
from engine.games.northwest.tiles import TileLay
from engine.games.northwest.travel import LandArea
from engine.kernel.menu import LazyOptions, Menu, Option, Word, cache_menus
from engine.kernel.text import Text, count, say

EXPLORE_KINDS: Final = ("franklin", "strait")
DISCOVER_KINDS: Final = ("inuit", "cairn")

_ASK_ACTION: Final = say("It is your turn: what do you do?")
_ASK_FURTHER_ACTION: Final = say(
    "Do something more, or end your turn? Each further action takes one crewman more than usual."
)
_ASK_DRAWN_TILE: Final = say("Which tile do you draw?")
_ASK_CREW: Final = say("Whose crew does it?")
_ASK_PLACED_TILE: Final = say("Which tile do you place?")
_ASK_CELL: Final = say(
    "Where does it lie? Beside your ship or sled and matching all around; named by its western or northern cell (N5.1, N5.2)."
)
_ASK_ROTATION: Final = say("Which side up, and how is it turned? What would not match is left out (N5.2).")
_ASK_VEHICLE: Final = say("Do you move your ship or your sled?")
_ASK_SHIP_TARGET: Final = say("Where does your ship sail? To a tile next to yours, by open water (N7.1).")
_ASK_SLED_TARGET: Final = say("Where does your sled go? To a tile next to yours, over land or ice (N7.3).")
_ASK_AREA: Final = say("To which land or ice of that tile?")
_ASK_START_AREA: Final = say("On which land or ice does your sled begin?")
_ASK_CAMP: Final = say("The ice melts under your sled: where does it go?")
_LARGE_GROUP: Final = say("Large tiles")
_SMALL_GROUP: Final = say("Small tiles")


# ---------------------------------------------------------------- N1.7 the first tiles
def build_first_tile_menu(state: State, symbols: Callable[[Tile], str]) -> Menu:
    """One of the large tiles on offer, before round 1."""
    below = Menu("tile", _ASK_DRAWN_TILE, _list_market_options(state, symbols))
    return Menu("verb", _ASK_DRAWN_TILE, (_build_action_option("draw", None),), lambda _: below)


# ---------------------------------------------------------------- N2 a turn
def build_action_menu(turn: TurnOptions) -> Menu:
    """All that a player may do now; what would be looked for in vain stands there with the reason."""
    acted = turn.state.acted
    options = LazyOptions(_list_possible_verbs(turn), partial(_list_verb_options, turn))
    return Menu(
        "verb", _ASK_FURTHER_ACTION if acted else _ASK_ACTION, options, cache_menus(partial(_build_next_menu, turn))
    )


def _list_possible_verbs(turn: TurnOptions) -> list[Word]:
    """The verbs that can be chosen, in the order of the menu."""
    costs, find = turn.components.costs, turn.can_find
    explored, discovered = costs.explore, costs.discover
    may = {
        "draw": turn.can_draw(),
        "refresh": turn.can_refresh(),
        "place": turn.can_place(),
        "move": turn.can_move("ship") or turn.can_move("sled"),
        "transfer": turn.can_transfer(),
        "explore": find("ship", EXPLORE_KINDS, explored) or find("sled", EXPLORE_KINDS, explored),
        "discover": find("ship", DISCOVER_KINDS, discovered) or find("sled", DISCOVER_KINDS, discovered),
        "end": turn.state.acted,
        "pass": True,
    }
    return [verb for verb in may if may[verb]]


def _list_verb_options(turn: TurnOptions) -> list[Option]:
    costs = turn.components.costs
    neither = _explain_neither([turn.explain_no_move(vehicle) for vehicle in VEHICLES], turn)
    options = [
        _build_action_option("draw", turn.explain_no_draw(), turn.compute_price(costs.draw)),
        _build_action_option("refresh", turn.explain_no_refresh(), turn.compute_price(costs.refresh)),
        _build_action_option("place", turn.explain_no_place(), turn.compute_price(costs.place)),
        _build_action_option("move", neither, turn.compute_price(costs.move)),
        _build_action_option("transfer", turn.explain_no_transfer(), turn.compute_price(costs.transfer)),
        _build_action_option(
            "explore", _explain_no_find(turn, EXPLORE_KINDS, costs.explore), turn.compute_price(costs.explore)
        ),
        _build_action_option(
            "discover", _explain_no_find(turn, DISCOVER_KINDS, costs.discover), turn.compute_price(costs.discover)
        ),
    ]
    if turn.state.acted:
        options.append(_build_action_option("end", None))
    return [*options, Option("pass", _build_pass_option(turn))]


def _explain_neither(reasons: list[Text | None], turn: TurnOptions) -> Text | None:
    """The ship's reason while the sled is not out; else the sled's, if the ship's crew is elsewhere."""
    if None in reasons:
        return None
    return reasons[1] if turn.me.sled and not turn.me.ship_available else reasons[0]


def _explain_no_find(turn: TurnOptions, kinds: tuple[str, str], cost: int) -> Text | None:
    """Before all else the reason of a vehicle that stands on such a token: its crew is too small."""
    whys = [turn.explain_no_find(vehicle, kinds, cost) for vehicle in VEHICLES]
    if None not in whys:
        for vehicle, why in zip(VEHICLES, whys, strict=True):
            tile = turn.find_token_tile(vehicle)
            if tile is not None and tile.symbol in kinds:
                return why
    return _explain_neither(whys, turn)


def _build_action_option(verb: Word, why: Text | None, price: int = 0) -> Option:
    """What can be done and how many crewmen it takes; 0: none, or they are paid already."""
    found = _build_open_action(verb, price)
    return found if why is None else Option(verb, found.label, why_not=why)


@cache
def _build_open_action(verb: Word, price: int) -> Option:
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


def _build_pass_option(turn: TurnOptions) -> Text:
    """Passing leaves the vehicles where they are for the sun: what it will do to them belongs beside the choice."""
    held = turn.will_hold_ship(turn.ship_tile) and bool(travel.find_water(turn.board, turn.ship_tile, turn.frozen))
    return _label_pass(held, turn.predict_sled_fate(turn.area) if turn.area else "safe")


@cache
def _label_pass(held: bool, sled: SledFate) -> Text:
    if sled == "lost":
        return (
            say("Pass for this round (your sled will be lost, and the ice will hold your ship)")
            if held
            else say("Pass for this round (your sled will be lost when the ice melts)")
        )
    return say("Pass for this round (the ice will hold your ship in the next)") if held else say("Pass for this round")


def _build_next_menu(turn: TurnOptions, verb: Word) -> Menu | None:
    costs = turn.components.costs
    match verb:
        case "draw":
            below = _build_payer_menu(turn, costs.draw)
            return Menu("tile", _ASK_DRAWN_TILE, _list_offer_options(turn), lambda _: below)
        case "refresh":
            return _build_payer_menu(turn, costs.refresh)
        case "place":
            held = LazyOptions(
                turn.list_placeable_tiles(), lambda: [_build_reserve_option(turn, tile) for tile in turn.reserve]
            )
            return Menu("tile", _ASK_PLACED_TILE, held, cache_menus(partial(_build_cell_menu, turn)))
        case "move":
            return Menu(
                "with",
                _ASK_VEHICLE,
                _list_vehicle_options(turn, turn.can_move, turn.explain_no_move),
                cache_menus(partial(_build_target_menu, turn)),
            )
        case "transfer":
            return _build_transfer_menu(turn)
        case "explore":
            return _build_find_menu(turn, EXPLORE_KINDS, costs.explore)
        case "discover":
            return _build_find_menu(turn, DISCOVER_KINDS, costs.discover)
        case _:
            return None


def _build_vehicle_option(vehicle: Vehicle, why: Text | None, seat: int) -> Option:
    return (
        _build_open_vehicle(vehicle, seat)
        if why is None
        else Option(vehicle, _build_open_vehicle(vehicle, seat).label, why_not=why)
    )


@cache
def _build_open_vehicle(vehicle: Vehicle, seat: int) -> Option:
    label = say("with the ship") if vehicle == "ship" else say("with the sled")
    return Option(vehicle, label, spot=f"{vehicle}-{seat}")


def _list_vehicle_options(
    turn: TurnOptions, is_allowed: Callable[[Vehicle], bool], explain: Callable[[Vehicle], Text | None]
) -> LazyOptions:
    """Ship or sled, and why one of them cannot."""
    words = [vehicle for vehicle in VEHICLES if is_allowed(vehicle)]
    return LazyOptions(
        words, lambda: [_build_vehicle_option(vehicle, explain(vehicle), turn.seat) for vehicle in VEHICLES]
    )


def _build_payer_menu(turn: TurnOptions, cost: int) -> Menu:
    """Ship or sled: whose crew does what either could do (N2.2)."""
    options = LazyOptions(
        turn.list_payers(cost),
        lambda: [
            _build_vehicle_option(vehicle, turn.explain_no_crew(vehicle, cost), turn.seat) for vehicle in VEHICLES
        ],
    )
    return Menu("with", _ASK_CREW, options)


# ---------------------------------------------------------------- N4 draw
def build_refresh_draw_menu(turn: TurnOptions) -> Menu:
    """A tile of the new market or a small one; it is paid for already (N4.2)."""
    below = Menu("tile", _ASK_DRAWN_TILE, _list_offer_options(turn))
    return Menu("verb", _ASK_DRAWN_TILE, (_build_action_option("draw", None),), lambda _: below)


def _list_offer_options(turn: TurnOptions) -> LazyOptions:
    """The tiles of the market and of the piles."""
    state = turn.state
    words = [*state.market, *(f"s{i}" for i, left in enumerate(state.piles) if left)]
    return LazyOptions(
        words,
        lambda: [*_list_market_options(state, lambda tile: turn.box.pieces[tile].symbol), *_list_pile_options(state)],
    )


def _list_market_options(state: State, symbols: Callable[[Tile], str]) -> tuple[Option, ...]:
    return tuple([_build_market_option(tile, symbols(tile), i) for i, tile in enumerate(state.market)])


@cache
def _build_market_option(tile: Tile, symbol: str, i: int) -> Option:
    return Option(tile, name_tile(tile, symbol), _LARGE_GROUP, spot=f"market-{i}")


def _list_pile_options(state: State) -> tuple[Option, ...]:
    return tuple([_build_pile_option(i, left) for i, left in enumerate(state.piles)])


@cache
def _build_pile_option(i: int, tiles_left: int) -> Option:
    tile = f"s{i}"
    why = None if tiles_left else say("This pile is empty (N4).")
    return Option(
        tile,
        count("{tile}, the last one", "{tile}, {n} left", tiles_left, tile=name_tile(tile)),
        _SMALL_GROUP,
        why,
        f"small-{i}",
    )


# ---------------------------------------------------------------- N5 place
def _build_reserve_option(turn: TurnOptions, tile: Tile) -> Option:
    why, i = turn.explain_no_cell(tile), turn.me.hand.index(tile)
    held = _build_open_reserve_option(tile, turn.box.pieces[tile].symbol, i)
    return held if why is None else Option(tile, held.label, why_not=why, spot=held.spot)


@cache
def _build_open_reserve_option(tile: Tile, symbol: str, i: int) -> Option:
    return Option(tile, name_tile(tile, symbol), spot=f"tile-{i}")


def _build_cell_menu(turn: TurnOptions, tile: Word) -> Menu:
    ways, names = turn.find_ways(tile), turn.box.grid.cell_names
    cells = sorted(ways)
    options = LazyOptions(
        [names[cell] for cell in cells], lambda: [_build_cell_option(names[cell], len(ways[cell])) for cell in cells]
    )
    return Menu(
        "where",
        _ASK_CELL,
        options,
        cache_menus(partial(_build_rotation_menu, turn, tile)),
        why_not=partial(turn.explain_wrong_cell, tile),
    )


@cache
def _build_cell_option(name: str, n: int) -> Option:
    return Option(name, count("On {cell}, one way round", "On {cell}, {n} ways round", n, cell=name), spot=name)


def _build_rotation_menu(turn: TurnOptions, tile: Tile, cell_name: Word) -> Menu:
    cell = turn.box.grid.cell_numbers[cell_name]
    lays = turn.find_ways(tile)[cell]
    options = LazyOptions(
        [lay.rotation for lay in lays],
        lambda: [_build_rotation_option(tile, cell_name, lay.rotation, lay.shape) for lay in lays],
    )
    by_rotation = {lay.rotation: lay for lay in lays}
    return Menu(
        "rotation", _ASK_ROTATION, options, cache_menus(lambda word: _build_placer_menu(turn, by_rotation[word], cell))
    )


@cache
def _build_rotation_option(tile: Tile, cell_name: Word, rotation: Word, shape: str) -> Option:
    degrees = int(rotation[1:])
    side = say("front up") if rotation[0] == "f" else say("back up")
    how = say("unturned") if not degrees else say("turned by {degrees}°", degrees=degrees)
    if shape == "small":
        label = say("{how}", how=how)
    elif shape == "wide":
        label = say("Lying west to east, {side}, {how}", side=side, how=how)
    else:
        label = say("Lying north to south, {side}, {how}", side=side, how=how)
    return Option(rotation, label, spot=f"rotation-{tile}-{cell_name}-{rotation}")


def _build_placer_menu(turn: TurnOptions, lay: TileLay, cell: int) -> Menu:
    def why(vehicle: Vehicle) -> Text | None:
        return turn.explain_wrong_vehicle(vehicle, lay, cell)

    return Menu("with", _ASK_CREW, _list_vehicle_options(turn, lambda vehicle: why(vehicle) is None, why))


# ---------------------------------------------------------------- N5.6 gaps
def build_gap_menu(cell: str, designs: Sequence[Tile], *, joker: bool) -> Menu:
    """Which small tile closes a gap: of the matching designs, or of all as a joker."""
    prompt = (
        say("No small tile that matches is left for the gap at {cell}: which one closes it as a joker?", cell=cell)
        if joker
        else say("Which small tile closes the gap at {cell}?", cell=cell)
    )
    below = Menu("tile", prompt, tuple(Option(tile, name_tile(tile), spot=f"small-{tile[1]}") for tile in designs))
    return Menu("verb", prompt, (_build_action_option("fill", None),), lambda _: below)


# ---------------------------------------------------------------- N7 move
def _build_target_menu(turn: TurnOptions, vehicle: Word) -> Menu:
    laid = turn.board.placed_tiles
    if vehicle == "ship":
        tiles = [laid[i] for i in turn.sailings]
        sailings = LazyOptions(
            [turn.box.name_tile_cell(tile) for tile in tiles],
            lambda: [_build_sailing_option(turn, tile) for tile in tiles],
        )
        return Menu("where", _ASK_SHIP_TARGET, sailings, why_not=partial(turn.explain_wrong_target, "ship"))
    drives = turn.drives
    words = {turn.box.name_tile_cell(laid[i]): areas for i, areas in drives.items()}
    options = LazyOptions([*words], lambda: [_build_drive_option(turn, laid[i], areas) for i, areas in drives.items()])
    return Menu(
        "where",
        _ASK_SLED_TARGET,
        options,
        cache_menus(lambda word: _build_arrival_menu(turn, words[word])),
        why_not=partial(turn.explain_wrong_target, "sled"),
    )


def _build_sailing_option(turn: TurnOptions, tile: PlacedTile) -> Option:
    return _build_target_option(
        turn.box.name_tile_cell(tile), tile is turn.board.placed_tiles[0], turn.will_hold_ship(tile), "safe"
    )


def _build_drive_option(turn: TurnOptions, tile: PlacedTile, areas: Sequence[LandArea]) -> Option:
    fates = {turn.predict_sled_fate(area) for area in areas}
    fate: SledFate = "lost" if fates == {"lost"} else "moved" if fates == {"moved"} else "safe"
    return _build_target_option(turn.box.name_tile_cell(tile), tile is turn.board.placed_tiles[0], False, fate)  # noqa: FBT003


@cache
def _build_target_option(cell: str, home: bool, held: bool, sled: SledFate) -> Option:
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


def _build_arrival_menu(turn: TurnOptions, areas: Sequence[LandArea]) -> Menu | None:
    """Asked only where a sled could go to different parts of the tile (N7.4)."""
    return _build_area_menu(turn, _ASK_AREA, areas) if len(areas) > 1 else None


def _build_area_menu(turn: TurnOptions, prompt: Text, areas: Sequence[LandArea]) -> Menu:
    return Menu(
        "land",
        prompt,
        tuple([_build_area_option(travel.name_area(turn.board, area), turn.predict_sled_fate(area)) for area in areas]),
    )


@cache
def _build_area_option(name: str, fate: SledFate) -> Option:
    cell, corner = name.split("-")
    where = name_corner(corner)
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
def name_corner(corner: str) -> Text:
    """A corner of a cell as a direction."""
    names = (say("north-west"), say("north-east"), say("south-west"), say("south-east"))
    return names[CORNER_NAMES.index(corner)]


def build_camp_menu(land: Sequence[str]) -> Menu:
    """Where a sled goes when its ice melts (N3.5)."""
    below = Menu("land", _ASK_CAMP, tuple([_build_area_option(name, "safe") for name in land]))
    return Menu("verb", _ASK_CAMP, (_build_action_option("camp", None),), lambda _: below)


# ---------------------------------------------------------------- N8 transfer
def _build_transfer_menu(turn: TurnOptions) -> Menu:
    ship_available, ship_resting, sled_available, sled_resting = turn.count_crew_after_paying()
    available, resting = ship_available + sled_available, ship_resting + sled_resting
    prompt = say(
        "How many available crewmen are with the sled afterwards? You have {n} once this is paid.",
        n=available,
    )

    def below(with_sled: Word) -> Menu:
        now = sled_resting if int(with_sled) == sled_available else -1
        ask = say("And how many of your {n} resting crewmen?", n=resting)
        options = tuple(
            [
                _build_resting_option(n, n == now, n + int(with_sled) == 0 and bool(turn.me.sled))
                for n in range(resting + 1)
            ]
        )
        return Menu("resting", ask, options, cache_menus(partial(_build_start_area_menu, turn, int(with_sled))))

    options = tuple([_build_available_option(n) for n in range(available + 1)])
    return Menu("available", prompt, options, cache_menus(below))


@cache
def _build_available_option(n: int) -> Option:
    return Option(str(n), count("{n} available crewman on the sled", "{n} available crewmen on the sled", n))


@cache
def _build_resting_option(n: int, same: bool, back: bool) -> Option:
    label = (
        say("None: the sled comes back aboard")
        if back
        else count("{n} resting crewman on the sled", "{n} resting crewmen on the sled", n)
    )
    return Option(str(n), label, why_not=say("Nobody would change places (N8.4).") if same else None)


def _build_start_area_menu(turn: TurnOptions, available: int, resting: Word) -> Menu | None:
    """Asked when the sled is taken out and there are several places for it, or when the only one will be lost (N8.2)."""
    if turn.me.sled or available + int(resting) == 0:
        return None
    if len(turn.landings) == 1 and turn.predict_sled_fate(turn.landings[0]) != "lost":
        return None
    return _build_area_menu(turn, _ASK_START_AREA, turn.landings)


# ---------------------------------------------------------------- N9 finds
def _build_find_menu(turn: TurnOptions, kinds: tuple[str, str], cost: int) -> Menu:
    words = [vehicle for vehicle in VEHICLES if turn.can_find(vehicle, kinds, cost)]
    return Menu(
        "with",
        _ASK_CREW,
        LazyOptions(words, lambda: [_build_find_option(turn, vehicle, kinds, cost) for vehicle in VEHICLES]),
    )


def _build_find_option(turn: TurnOptions, vehicle: Vehicle, kinds: tuple[str, str], cost: int) -> Option:
    why = turn.explain_no_find(vehicle, kinds, cost)
    tile = turn.find_token_tile(vehicle)
    if why is not None or tile is None:
        return _build_vehicle_option(vehicle, why, turn.seat)
    return _build_open_find_option(
        vehicle, tile.symbol, turn.box.grid.cell_names[tile.symbol_cell], turn.compute_find_points(tile)
    )


@cache
def _build_open_find_option(vehicle: Vehicle, symbol: str, cell: str, points: int) -> Option:
    label = say(
        "The {symbol} at {cell}, with the {vehicle}: +{points}",
        symbol=name_find_kind(symbol),
        cell=cell,
        vehicle=name_vehicle(vehicle),
        points=points,
    )
    return Option(vehicle, label, spot=f"symbol-{cell}")
