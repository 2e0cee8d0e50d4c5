"""Every decision of the game as a tree of menus. Whether a choice is allowed is the question of `rules`.

The kernel reads a menu several times (asked, drawn, checked), so each menu below another one is built once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from engine.games.northwest import travel
from engine.games.northwest.board import LandArea, PlacedTile
from engine.games.northwest.game_box import SledFate
from engine.games.northwest.menu_options import (
    build_action_option,
    build_area_option,
    build_available_option,
    build_cell_option,
    build_find_option,
    build_market_option,
    build_pass_option,
    build_pile_option,
    build_reserve_option,
    build_resting_option,
    build_rotation_option,
    build_target_option,
    build_vehicle_option,
)
from engine.games.northwest.names import name_tile
from engine.games.northwest.rules import VEHICLES, TurnOptions
from engine.games.northwest.state import State, Tile, Vehicle
from engine.games.northwest.tiles import TileLay
from engine.kernel.menu import LazyOptions, Menu, Option, Word, cache_menus
from engine.kernel.text import Text, count, say

EXPLORE_KINDS: Final = ("franklin", "strait")
DISCOVER_KINDS: Final = ("inuit", "cairn")

_ASK_DRAWN_TILE: Final = say("Which tile do you draw?")
_ASK_CREW: Final = say("Whose crew does it?")
_ASK_PLACED_TILE: Final = say("Which tile do you place?")
_ASK_ROTATION: Final = say("How does it lie? What would not match is left out (N5.2).")
MAX_WAYS_PER_PICTURE: Final = 6
"""Of a tile with more ways to lie, the ways on each cell have a screen and a picture of their own."""
_ASK_VEHICLE: Final = say("Do you move your ship or your sled?")
_ASK_SHIP_TARGET: Final = say("Where does your ship sail? To a tile next to yours, by open water (N7.1).")
_ASK_SLED_TARGET: Final = say("Where does your sled go? To a tile next to yours, over land or ice (N7.3).")
_ASK_AREA: Final = say("To which land or ice of that tile?")
_ASK_START_AREA: Final = say("On which land or ice does your sled begin?")
_ASK_CAMP: Final = say("The ice melts under your sled: where does it go?")


# ---------------------------------------------------------------- N1.7 the first tiles
def build_first_tile_menu(state: State, find_symbol: Callable[[Tile], str]) -> Menu:
    """Build the menu of the large tiles on offer, before round 1."""
    tiles = Menu("tile", _ASK_DRAWN_TILE, _list_market_options(state, find_symbol))
    return _build_verb_menu("draw", tiles)


def _build_verb_menu(verb: Word, below: Menu) -> Menu:
    """Build a menu with one verb only, for a question that is not an action of its own."""
    return Menu("verb", below.prompt, (build_action_option(verb, None),), lambda _: below)


# ---------------------------------------------------------------- N2 a turn
def build_action_menu(turn: TurnOptions) -> Menu:
    """Build the menu of all actions of a turn. Impossible actions are listed with the reason."""
    options = LazyOptions(_list_possible_verbs(turn), partial(_list_verb_options, turn))
    next_menu = cache_menus(partial(_build_next_menu, turn))
    return Menu("verb", _ask_action(turn), options, next_menu, may_end_after=True)


def _ask_action(turn: TurnOptions) -> Text:
    """Ask for an action, with the crew that is left."""
    n = turn.count_available("ship") + turn.count_available("sled")
    if turn.state.acted:
        return count(
            "{n} crewman ready. Do something more for 1 extra, or end your turn?",
            "{n} crewmen ready. Do something more for 1 extra, or end your turn?",
            n,
        )
    return count("Your turn, {n} crewman ready: what do you do?", "Your turn, {n} crewmen ready: what do you do?", n)


def _list_possible_verbs(turn: TurnOptions) -> list[Word]:
    """List the verbs that can be chosen, in the order of the menu."""
    costs, can_find = turn.components.costs, turn.can_find
    is_possible = {
        "draw": turn.can_draw(),
        "refresh": turn.can_refresh(),
        "place": turn.can_place(),
        "move": turn.can_move("ship") or turn.can_move("sled"),
        "transfer": turn.can_transfer(),
        "explore": can_find("ship", EXPLORE_KINDS, costs.explore) or can_find("sled", EXPLORE_KINDS, costs.explore),
        "discover": can_find("ship", DISCOVER_KINDS, costs.discover)
        or can_find("sled", DISCOVER_KINDS, costs.discover),
        "end": turn.state.acted,
        "pass": True,
    }
    return [verb for verb in is_possible if is_possible[verb]]


def _list_verb_options(turn: TurnOptions) -> list[Option]:
    costs = turn.components.costs
    no_move = _choose_reason(turn, [turn.explain_no_move(vehicle) for vehicle in VEHICLES])
    actions = (
        ("draw", turn.explain_no_draw(), costs.draw),
        ("refresh", turn.explain_no_refresh(), costs.refresh),
        ("place", turn.explain_no_place(), costs.place),
        ("move", no_move, costs.move),
        ("transfer", turn.explain_no_transfer(), costs.transfer),
        ("explore", _explain_no_find(turn, EXPLORE_KINDS, costs.explore), costs.explore),
        ("discover", _explain_no_find(turn, DISCOVER_KINDS, costs.discover), costs.discover),
    )
    options = [build_action_option(verb, why_not, turn.compute_price(cost)) for verb, why_not, cost in actions]
    if turn.state.acted:
        options.append(build_action_option("end", None))
    options.append(_build_pass_option(turn))
    return options


def _choose_reason(turn: TurnOptions, reasons: list[Text | None]) -> Text | None:
    """Choose between the reasons of ship and sled; None if one of them has no reason.

    The sled's reason is chosen only if the sled is out and the ship has no available crew.
    """
    if None in reasons:
        return None
    return reasons[1] if turn.me.sled and not turn.me.ship_available else reasons[0]


def _explain_no_find(turn: TurnOptions, kinds: tuple[str, str], cost: int) -> Text | None:
    """Explain why neither crew can take a token; a vehicle on such a token comes first: its crew is too small."""
    reasons = [turn.explain_no_find(vehicle, kinds, cost) for vehicle in VEHICLES]
    if None in reasons:
        return None
    for vehicle, reason in zip(VEHICLES, reasons, strict=True):
        tile = turn.find_token_tile(vehicle)
        if tile is not None and tile.symbol in kinds:
            return reason
    return _choose_reason(turn, reasons)


def _build_pass_option(turn: TurnOptions) -> Option:
    """Build the option to pass. It warns of the sun step, because ship and sled stay where they are."""
    is_free = bool(travel.find_water(turn.board, turn.ship_tile, turn.frozen))
    fate: SledFate = "safe"
    if turn.area:
        fate = turn.predict_sled_fate(turn.area)
    unused_crew = 0
    if not {"end", "pass"}.issuperset(_list_possible_verbs(turn)):
        unused_crew = turn.count_available("ship") + turn.count_available("sled")
    return build_pass_option(fate, unused_crew, is_ship_held=is_free and turn.will_hold_ship(turn.ship_tile))


def _build_next_menu(turn: TurnOptions, verb: Word) -> Menu | None:
    costs = turn.components.costs
    match verb:
        case "draw":
            payers = _build_payer_menu(turn, costs.draw)
            return Menu("tile", _ASK_DRAWN_TILE, _list_offer_options(turn), lambda _: payers)
        case "refresh":
            return _build_payer_menu(turn, costs.refresh)
        case "place":
            return _build_reserve_menu(turn)
        case "move":
            vehicles = _list_vehicle_options(turn, turn.can_move, turn.explain_no_move)
            return Menu("with", _ASK_VEHICLE, vehicles, cache_menus(partial(_build_target_menu, turn)))
        case "transfer":
            return _build_transfer_menu(turn)
        case "explore":
            return _build_find_menu(turn, EXPLORE_KINDS, costs.explore)
        case "discover":
            return _build_find_menu(turn, DISCOVER_KINDS, costs.discover)
        case _:
            return None


def _list_vehicle_options(
    turn: TurnOptions, is_allowed: Callable[[Vehicle], bool], explain: Callable[[Vehicle], Text | None]
) -> LazyOptions:
    """List ship and sled, with the reason why one of them is not allowed. Only a choice of both marks their places."""
    words = [vehicle for vehicle in VEHICLES if is_allowed(vehicle)]
    seat = turn.seat if len(words) > 1 else None
    return LazyOptions(words, lambda: [build_vehicle_option(vehicle, explain(vehicle), seat) for vehicle in VEHICLES])


def _build_payer_menu(turn: TurnOptions, cost: int) -> Menu:
    """Build the menu of the vehicle whose crew acts (N2.2)."""
    payers = turn.list_payers(cost)
    options = _list_vehicle_options(
        turn, lambda vehicle: vehicle in payers, lambda vehicle: turn.explain_no_crew(vehicle, cost)
    )
    return Menu("with", _ASK_CREW, options)


# ---------------------------------------------------------------- N4 draw
def build_refresh_draw_menu(turn: TurnOptions) -> Menu:
    """Build the menu of the draw after a refresh: a tile of the new market or a small one, paid already (N4.2)."""
    return _build_verb_menu("draw", Menu("tile", _ASK_DRAWN_TILE, _list_offer_options(turn)))


def _list_offer_options(turn: TurnOptions) -> LazyOptions:
    """List the tiles of the market and of the piles."""
    state = turn.state
    words = [*state.market, *(f"s{design}" for design, left in enumerate(state.piles) if left)]

    def build_options() -> list[Option]:
        piles = [build_pile_option(design, left) for design, left in enumerate(state.piles)]
        return [*_list_market_options(state, lambda tile: turn.box.pieces[tile].symbol), *piles]

    return LazyOptions(words, build_options)


def _list_market_options(state: State, find_symbol: Callable[[Tile], str]) -> tuple[Option, ...]:
    return tuple([build_market_option(tile, find_symbol(tile), i) for i, tile in enumerate(state.market)])


# ---------------------------------------------------------------- N5 place
def _build_reserve_menu(turn: TurnOptions) -> Menu:
    options = LazyOptions(
        turn.list_placeable_tiles(), lambda: [_build_reserve_option(turn, tile) for tile in turn.reserve]
    )
    return Menu("tile", _ASK_PLACED_TILE, options, cache_menus(partial(_build_cell_menu, turn)))


def _build_reserve_option(turn: TurnOptions, tile: Tile) -> Option:
    symbol, index = turn.box.pieces[tile].symbol, turn.me.hand.index(tile)
    return build_reserve_option(tile, symbol, index, turn.explain_no_cell(tile))


def _build_cell_menu(turn: TurnOptions, tile: Word) -> Menu:
    ways, names = turn.find_ways(tile), turn.box.grid.cell_names
    cells = sorted(ways)
    options = LazyOptions(
        [names[cell] for cell in cells], lambda: [build_cell_option(names[cell], len(ways[cell])) for cell in cells]
    )
    return Menu(
        "where",
        say(
            "Where do you lay {tile}? Beside your ship or sled, so that all sides match (N5.1, N5.2).",
            tile=name_tile(tile),
        ),
        options,
        cache_menus(partial(_build_rotation_menu, turn, tile)),
        why_not=partial(turn.explain_wrong_cell, tile),
    )


def _build_rotation_menu(turn: TurnOptions, tile: Tile, cell_name: Word) -> Menu:
    cell, symbol = turn.box.grid.cell_numbers[cell_name], turn.box.pieces[tile].symbol
    ways = turn.find_ways(tile)
    lays = {lay.rotation: lay for lay in ways[cell]}

    def build_options() -> list[Option]:
        return [
            build_rotation_option(tile, cell_name, lay.rotation, lay.rows, symbol, lay.symbol_at)
            for lay in lays.values()
        ]

    return Menu(
        "rotation",
        _ASK_ROTATION,
        LazyOptions([*lays], build_options),
        cache_menus(lambda rotation: _build_placer_menu(turn, lays[rotation], cell)),
        starts_screen=len(ways) > 1 and sum(map(len, ways.values())) > MAX_WAYS_PER_PICTURE,
    )


def _build_placer_menu(turn: TurnOptions, lay: TileLay, cell: int) -> Menu:
    def explain(vehicle: Vehicle) -> Text | None:
        return turn.explain_wrong_vehicle(vehicle, lay, cell)

    return Menu("with", _ASK_CREW, _list_vehicle_options(turn, lambda vehicle: explain(vehicle) is None, explain))


# ---------------------------------------------------------------- N5.6 gaps
def build_gap_menu(cell: str, designs: Sequence[Tile], *, joker: bool) -> Menu:
    """Build the menu of the small tile that closes a gap: a matching design, or any design as a joker."""
    if joker:
        prompt = say(
            "No small tile that matches is left for the gap at {cell}: which one closes it as a joker?", cell=cell
        )
    else:
        prompt = say("Which small tile closes the gap at {cell}?", cell=cell)
    options = tuple(Option(tile, name_tile(tile), spot=f"small-{tile[1]}") for tile in designs)
    return _build_verb_menu("fill", Menu("tile", prompt, options))


# ---------------------------------------------------------------- N7 move
def _build_target_menu(turn: TurnOptions, vehicle: Word) -> Menu:
    return _build_ship_target_menu(turn) if vehicle == "ship" else _build_sled_target_menu(turn)


def _build_ship_target_menu(turn: TurnOptions) -> Menu:
    tiles = [turn.board.placed_tiles[i] for i in turn.sailings]
    options = LazyOptions(
        [turn.box.name_tile_cell(tile) for tile in tiles],
        lambda: [_build_sail_option(turn, tile) for tile in tiles],
    )
    return Menu("where", _ASK_SHIP_TARGET, options, why_not=partial(turn.explain_wrong_target, "ship"))


def _build_sled_target_menu(turn: TurnOptions) -> Menu:
    placed_tiles, drives = turn.board.placed_tiles, turn.drives
    areas_by_word = {turn.box.name_tile_cell(placed_tiles[i]): areas for i, areas in drives.items()}
    options = LazyOptions(
        [*areas_by_word],
        lambda: [_build_drive_option(turn, placed_tiles[i], areas) for i, areas in drives.items()],
    )
    return Menu(
        "where",
        _ASK_SLED_TARGET,
        options,
        cache_menus(lambda word: _build_arrival_menu(turn, areas_by_word[word])),
        why_not=partial(turn.explain_wrong_target, "sled"),
    )


def _build_sail_option(turn: TurnOptions, tile: PlacedTile) -> Option:
    return build_target_option(
        turn.box.name_tile_cell(tile), is_home=tile is turn.box.greenland, is_ship_held=turn.will_hold_ship(tile)
    )


def _build_drive_option(turn: TurnOptions, tile: PlacedTile, areas: Sequence[LandArea]) -> Option:
    """Build the option of a sled's target. It warns of a fate that the sled has on all areas of the tile."""
    fates = {turn.predict_sled_fate(area) for area in areas}
    fate = fates.pop() if len(fates) == 1 else "safe"
    return build_target_option(turn.box.name_tile_cell(tile), fate, is_home=tile is turn.box.greenland)


def _build_arrival_menu(turn: TurnOptions, areas: Sequence[LandArea]) -> Menu | None:
    """Build the menu of a sled's areas on its new tile; None if there is only one (N7.4)."""
    return _build_area_menu(turn, _ASK_AREA, areas) if len(areas) > 1 else None


def _build_area_menu(turn: TurnOptions, prompt: Text, areas: Sequence[LandArea]) -> Menu:
    options = [build_area_option(travel.name_area(turn.board, area), turn.predict_sled_fate(area)) for area in areas]
    return Menu("land", prompt, tuple(options))


def build_camp_menu(areas: Sequence[str]) -> Menu:
    """Build the menu of the areas for a sled whose ice melts (N3.5)."""
    options = tuple([build_area_option(name, "safe") for name in areas])
    return _build_verb_menu("camp", Menu("land", _ASK_CAMP, options))


# ---------------------------------------------------------------- N8 transfer
def _build_transfer_menu(turn: TurnOptions) -> Menu:
    ship_available, _, sled_available, _ = turn.count_crew_after_paying()
    available = ship_available + sled_available
    prompt = say(
        "How many available crewmen are with the sled afterwards? You have {n} once this is paid.",
        n=available,
    )
    options = tuple([build_available_option(n) for n in range(available + 1)])
    return Menu("available", prompt, options, cache_menus(partial(_build_resting_menu, turn)))


def _build_resting_menu(turn: TurnOptions, available_word: Word) -> Menu:
    _, ship_resting, sled_available, sled_resting = turn.count_crew_after_paying()
    available, resting = int(available_word), ship_resting + sled_resting
    options: list[Option] = []
    for n in range(resting + 1):
        is_unchanged = (available, n) == (sled_available, sled_resting)
        comes_back = available + n == 0 and bool(turn.me.sled)
        options.append(build_resting_option(n, is_unchanged, comes_back))
    prompt = say("And how many of your {n} resting crewmen?", n=resting)
    return Menu("resting", prompt, tuple(options), cache_menus(partial(_build_start_area_menu, turn, available)))


def _build_start_area_menu(turn: TurnOptions, available: int, resting: Word) -> Menu | None:
    """Build the menu of the area for a sled that is taken out (N8.2).

    It is None if there is only one area, unless the sled would be lost there.
    """
    if turn.me.sled or available + int(resting) == 0:
        return None
    if len(turn.landings) == 1 and turn.predict_sled_fate(turn.landings[0]) != "lost":
        return None
    return _build_area_menu(turn, _ASK_START_AREA, turn.landings)


# ---------------------------------------------------------------- N9 finds
def _build_find_menu(turn: TurnOptions, kinds: tuple[str, str], cost: int) -> Menu:
    words = [vehicle for vehicle in VEHICLES if turn.can_find(vehicle, kinds, cost)]
    options = LazyOptions(words, lambda: [_build_find_option(turn, vehicle, kinds, cost) for vehicle in VEHICLES])
    return Menu("with", _ASK_CREW, options)


def _build_find_option(turn: TurnOptions, vehicle: Vehicle, kinds: tuple[str, str], cost: int) -> Option:
    reason = turn.explain_no_find(vehicle, kinds, cost)
    tile = turn.find_token_tile(vehicle)
    if reason is not None or tile is None:
        return build_vehicle_option(vehicle, reason, turn.seat)
    cell = turn.box.grid.cell_names[tile.symbol_cell]
    return build_find_option(vehicle, tile.symbol, cell, turn.compute_find_points(tile))
