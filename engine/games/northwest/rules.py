"""What may be done, and if not, why not: in the order of RULES.md. Nothing here changes the state."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from engine.games.northwest import scoring, travel
from engine.games.northwest.board import BoardCache, PlacedTile, TileBoard
from engine.games.northwest.components import Components
from engine.games.northwest.grid import Grid, list_bits
from engine.games.northwest.state import Expedition, State, Tile, Vehicle
from engine.games.northwest.tiles import TileLay, build_pieces
from engine.games.northwest.travel import LandArea
from engine.games.northwest.view import VisibleTile
from engine.kernel.text import Text, count, say

VEHICLES: Final[tuple[Vehicle, Vehicle]] = ("ship", "sled")
SledFate = Literal["safe", "moved", "lost"]
"""What a sun step does to a sled: nothing, it must go to another area of its tile, or it is lost (N3.5, N3.6)."""


class GameBox:
    """The game as it comes out of the box: components, grid, tiles every way round, and the boards made of them."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.grid = Grid(components.board.columns, components.board.rows)
        self.pieces = build_pieces(components, self.grid)
        self.boards = BoardCache(components, self.grid, self.pieces)
        printed = self.boards.printed
        self.greenland, self.passage = printed.placed_tiles[0], printed.placed_tiles[1]
        self.visible_tiles: dict[Tile, VisibleTile] = {}
        """How views show a tile, once somebody has looked (see `seen`)."""
        self.arrow_cells = tuple(self.grid.cell_names[cell] for cell in self.greenland.cells)

    def find_board(self, state: State) -> TileBoard:
        """The board of a table."""
        return self.boards.build_board(tuple(state.placed))

    def count_frozen_rows(self, round_number: int) -> int:
        """How many rows are ice in a round, counted from 1; during the first draw as in round 1 (N3.1)."""
        rows = self.components.sun.frozen_rows
        return rows[(max(round_number, 1) - 1) % len(rows)]

    def find_frozen_cells(self, round_number: int) -> int:
        """The cells that are ice in a round."""
        return self.grid.find_frozen_cells(self.count_frozen_rows(round_number))

    def find_next_frozen_cells(self, state: State) -> int | None:
        """The cells that are ice in the next round; None when there is no next round."""
        return self.find_frozen_cells(state.round + 1) if state.round < self.components.expedition.rounds else None

    def name_tile_cell(self, tile: PlacedTile) -> str:
        """How a tile on the board is called: its first cell."""
        return self.grid.cell_names[tile.cells[0]]

    def find_sled_fate(self, board: TileBoard, area: LandArea, frozen: int) -> SledFate:
        """What happens to a sled on an area when these cells are ice (N3.5, N3.6)."""
        after = travel.list_areas(board, board.find_tile(area[0][0]), frozen)
        if any(set(area) <= set(one) for one in after):
            return "safe"
        return "moved" if after else "lost"


class TurnOptions:
    """One action of a player's turn, looked at for what may be done. `seat` is the player to move."""

    def __init__(self, box: GameBox, state: State) -> None:
        self.box = box
        self.components = box.components
        self.state = state
        self.seat = state.to_move
        self.me: Expedition = state.expeditions[state.to_move]
        self.board = ground = box.find_board(state)
        self.frozen = box.find_frozen_cells(state.round)
        self.ship_tile = ground.find_tile(box.grid.cell_numbers[self.me.ship])
        """The tile on which the ship lies."""
        self.area: LandArea | None = travel.find_area(ground, self.me.sled, self.frozen) if self.me.sled else None
        """The area on which the sled stands; None while it is aboard or lost."""
        self.sled_tile: PlacedTile | None = ground.find_tile(self.area[0][0]) if self.area else None
        """The tile on which the sled stands."""
        self._ways_by_tile: dict[Tile, dict[int, list[TileLay]]] = {}

    def find_vehicle_tile(self, vehicle: Vehicle) -> PlacedTile | None:
        """The tile under a vehicle; None for a sled that is not out."""
        return self.ship_tile if vehicle == "ship" else self.sled_tile

    # ------------------------------------------------------------ N2 crew
    def count_available(self, vehicle: Vehicle) -> int:
        """Crewmen that can work for a vehicle now; a sled aboard has none."""
        return self.me.ship_available if vehicle == "ship" else self.me.sled_available

    def compute_price(self, cost: int) -> int:
        """What an action costs now: more when it is not the first of the turn (N2.3)."""
        return cost + (self.components.costs.further if self.state.acted else 0)

    def list_payers(self, cost: int) -> list[Vehicle]:
        """The vehicles whose own available crew can do an action (N2.2)."""
        price = self.compute_price(cost)
        return [vehicle for vehicle in VEHICLES if self.count_available(vehicle) >= price]

    def can_pay(self, cost: int) -> bool:
        """Whether either crew can do an action."""
        return max(self.me.ship_available, self.me.sled_available) >= self.compute_price(cost)

    def explain_no_crew(self, vehicle: Vehicle, cost: int) -> Text | None:
        """Why a vehicle's crew cannot do an action."""
        price = self.compute_price(cost)
        if self.count_available(vehicle) >= price:
            return None
        if vehicle == "sled" and not self.me.sled:
            return _SLED_LOST if self.me.sled_lost else _SLED_ABOARD
        return _say_too_few(vehicle, price, self.count_available(vehicle))

    def explain_no_payer(self, cost: int) -> Text | None:
        """Why neither crew can do an action."""
        return None if self.list_payers(cost) else _say_too_few_anywhere(self.compute_price(cost))

    # ------------------------------------------------------------ N4 drawing
    def can_draw(self) -> bool:
        """Whether a tile can be drawn."""
        return self.can_pay(self.components.costs.draw) and (bool(self.state.market) or any(self.state.piles))

    def explain_no_draw(self) -> Text | None:
        """Why no tile can be drawn."""
        return self.explain_no_payer(self.components.costs.draw) or self.explain_empty_offer()

    def explain_empty_offer(self) -> Text | None:
        """Why there is nothing to choose from (N4)."""
        return None if self.state.market or any(self.state.piles) else say("There is no tile left to draw (N4).")

    def can_refresh(self) -> bool:
        """Whether the market can be refreshed."""
        return bool(self.state.bag) and self.can_pay(self.components.costs.refresh)

    def explain_no_refresh(self) -> Text | None:
        """Why the market cannot be refreshed (N4.3)."""
        return self.explain_no_payer(self.components.costs.refresh) or (
            None if self.state.bag else say("The bag is empty: the same tiles would come again (N4.3).")
        )

    # ------------------------------------------------------------ N5 placing
    @property
    def reserve(self) -> list[Tile]:
        """The different tiles of the personal reserve, in its order."""
        return list(dict.fromkeys(self.me.hand))

    def find_cells_beside(self, vehicle: Vehicle) -> int:
        """The empty cells beside a vehicle's tile (N5.1)."""
        tile = self.find_vehicle_tile(vehicle)
        return self.board.find_cells_beside(tile) if tile else 0

    def find_payable_cells(self) -> int:
        """The empty cells beside a vehicle whose crew can place a tile (N5.1)."""
        found = 0
        for vehicle in self.list_payers(self.components.costs.place):
            found |= self.find_cells_beside(vehicle)
        return found

    def find_rooms(self) -> dict[int, int]:
        """Where a tile would lie beside such a vehicle, by its span: the numbers of its first cell (N5.1)."""
        beside = self.find_payable_cells()
        return self.board.find_rooms(beside) if beside else {}

    def list_placeable_tiles(self) -> list[Tile]:
        """The different tiles of the reserve that can be placed."""
        beside, takes = self.find_payable_cells(), self.board.can_take
        return [tile for tile in self.reserve if takes(self.box.pieces[tile], beside)] if beside else []

    def can_place(self) -> bool:
        """Whether any tile can be placed."""
        beside, takes = self.find_payable_cells(), self.board.can_take
        return bool(beside) and any(takes(self.box.pieces[tile], beside) for tile in self.me.hand)

    def find_ways(self, tile: Tile) -> dict[int, list[TileLay]]:
        """All ways to lay a tile, by the number of its first cell; empty when it fits nowhere (N5.1 to N5.3)."""
        found = self._ways_by_tile.get(tile)
        if found is None:
            found = self._ways_by_tile[tile] = {}
            rooms = self.find_rooms()
            for lay in self.box.pieces[tile].different_lays if rooms else ():
                for cell in list_bits(self.board.find_allowed_cells(lay, rooms[lay.span])):
                    found.setdefault(cell, []).append(lay)
        return found

    def explain_no_place(self) -> Text | None:
        """Why no tile can be placed."""
        if not self.me.hand:
            return say("You have no tile in your reserve (N5).")
        whys = [self.explain_no_cell(tile) for tile in self.reserve]
        if None in whys:
            return None
        return (
            whys[0]
            if len(set(map(repr, whys))) == 1
            else say("None of your tiles fits beside your ship or sled (N5.2).")
        )

    def explain_no_cell(self, tile: Tile) -> Text | None:
        """Why one tile of the reserve fits nowhere."""
        if self.find_ways(tile):
            return None
        payers = self.list_payers(self.components.costs.place)
        if not payers:
            return _say_too_few_anywhere(self.compute_price(self.components.costs.place))
        by_span = self.find_rooms()
        rooms = [(lay, by_span.get(lay.span, 0)) for lay in self.box.pieces[tile].different_lays]
        if not any(room for _, room in rooms):
            return _say_no_room(tuple(payers))  # N5.1
        if any(self.board.find_fitting_cells(lay) & room for lay, room in rooms):
            return say("Wherever it fits it would close the last sea path to the Passage (N5.3).")
        return _say_no_match(tuple(payers))  # N5.2

    def explain_wrong_cell(self, tile: Tile, name: str) -> Text | None:
        """Why a tile that fits elsewhere cannot begin at a cell; None for a cell where it can."""
        cell = self.box.grid.cell_numbers.get(name)
        if cell is None:
            return say("{cell} is not on the board.", cell=name)
        if self.board.filled_cells >> cell & 1:
            return say("{cell} is covered already (N5).", cell=name)
        rooms = self.find_rooms()
        lays = [lay for lay in self.box.pieces[tile].different_lays if rooms.get(lay.span, 0) >> cell & 1]
        if not lays:
            return say("On {cell} it would not lie beside your ship or sled (N5.1).", cell=name)
        if not any(self.board.fits_corners(lay, cell) for lay in lays):
            return say("On {cell} land and sea would not match the tiles around it (N5.2).", cell=name)
        if cell in self.find_ways(tile):
            return None
        return say("On {cell} it would close the last sea path to the Passage (N5.3).", cell=name)

    def explain_wrong_vehicle(self, vehicle: Vehicle, lay: TileLay, cell: int) -> Text | None:
        """Why a vehicle cannot lay a tile there (N5.1)."""
        why = self.explain_no_crew(vehicle, self.components.costs.place)
        if why is None and not self.find_cells_beside(vehicle) & (1 << cell | 1 << cell + lay.span):
            return _say_not_beside(vehicle)
        return why

    # ------------------------------------------------------------ N7 moving
    @property
    def sailings(self) -> tuple[int, ...]:
        """The tiles, by index, that the ship can reach."""
        return travel.find_sailings(self.board, self.ship_tile, self.frozen)

    @property
    def drives(self) -> dict[int, tuple[LandArea, ...]]:
        """The areas that the sled can reach, by index of their tile."""
        return travel.find_drives(self.board, self.area, self.frozen) if self.area else {}

    def can_move(self, vehicle: Vehicle) -> bool:
        """Whether a vehicle can move."""
        price = self.compute_price(self.components.costs.move)
        return self.count_available(vehicle) >= price and bool(self.sailings if vehicle == "ship" else self.drives)

    def explain_no_move(self, vehicle: Vehicle) -> Text | None:
        """Why a vehicle cannot move."""
        why = self.explain_no_crew(vehicle, self.components.costs.move)
        if why is not None:
            return why
        if vehicle == "ship":
            if not travel.find_water(self.board, self.ship_tile, self.frozen):
                return say("The ice holds your ship until the thaw (N3.3).")
            return None if self.sailings else say("No open water leads from your ship to another tile (N7.1).")
        return None if self.drives else say("No land or ice leads from your sled to another tile (N7.3).")

    def explain_wrong_target(self, vehicle: Vehicle, name: str) -> Text | None:
        """Why a vehicle cannot move to the tile on a cell."""
        cell = self.box.grid.cell_numbers.get(name)
        if cell is None:
            return say("{cell} is not on the board.", cell=name)
        if not self.board.filled_cells >> cell & 1:
            return say("No tile lies on {cell} yet: place one there first (N5).", cell=name)
        to = self.board.find_tile(cell)
        if to is self.find_vehicle_tile(vehicle):
            return say("{cell} is where it already is.", cell=name)
        named = self.box.name_tile_cell(to)
        if named != name:
            return say("The tile on {cell} is called {name}, after its first cell.", cell=name, name=named)
        if vehicle == "ship":
            return say("No open water leads from your ship to {cell} in one move (N7.1).", cell=name)
        return say("No land or ice leads from your sled to {cell} in one move (N7.3).", cell=name)

    # ------------------------------------------------------------ N8 transfer
    def can_transfer(self) -> bool:
        """Whether crew can change between ship and sled."""
        if self.me.sled_lost or not self.can_pay(self.components.costs.transfer):
            return False
        return self.sled_tile is self.ship_tile if self.me.sled else bool(self.landings)

    def explain_no_transfer(self) -> Text | None:
        """Why no crew can change between ship and sled."""
        if self.me.sled_lost:
            return say("Your sled is lost (N8.1).")
        if self.me.sled and self.sled_tile is not self.ship_tile:
            return say("Your ship and your sled are not on the same tile (N8.1).")
        if not self.me.sled and not self.landings:
            return say("There is neither land nor ice for your sled on this tile (N8.2).")
        return self.explain_no_payer(self.components.costs.transfer)

    @property
    def landings(self) -> tuple[LandArea, ...]:
        """Where a sled can be taken from aboard the ship (N8.2)."""
        return travel.list_areas(self.board, self.ship_tile, self.frozen)

    def find_transfer_payer(self) -> Vehicle:
        """The ship's crew if they can, as all crewmen may change columns afterwards anyway (N8.4)."""
        return self.list_payers(self.components.costs.transfer)[0]

    def count_crew_after_paying(self) -> tuple[int, int, int, int]:
        """Ship available and resting, sled available and resting, once a transfer has been paid for."""
        me, price = self.me, self.compute_price(self.components.costs.transfer)
        if self.find_transfer_payer() == "ship":
            return me.ship_available - price, me.ship_resting + price, me.sled_available, me.sled_resting
        return me.ship_available, me.ship_resting, me.sled_available - price, me.sled_resting + price

    # ------------------------------------------------------------ N9 finds
    def find_token_tile(self, vehicle: Vehicle) -> PlacedTile | None:
        """The tile under a vehicle, if a token lies on it."""
        tile = self.find_vehicle_tile(vehicle)
        return tile if tile and tile.symbol and tile.tile not in self.state.taken else None

    def can_find(self, vehicle: Vehicle, kinds: tuple[str, str], cost: int) -> bool:
        """Whether a vehicle's crew can take a token of one of two kinds."""
        tile = self.find_vehicle_tile(vehicle)
        return (
            tile is not None
            and tile.symbol in kinds
            and self.count_available(vehicle) >= self.compute_price(cost)
            and tile.tile not in self.state.taken
        )

    def explain_no_find(self, vehicle: Vehicle, kinds: tuple[str, str], cost: int) -> Text | None:
        """Why a vehicle's crew cannot take a token of one of two kinds (N9, N9.1)."""
        tile = self.find_token_tile(vehicle)
        if vehicle == "sled" and not self.me.sled:
            return _SLED_LOST if self.me.sled_lost else _SLED_ABOARD
        if tile is None or tile.symbol not in kinds:
            return _say_no_find(vehicle, kinds)
        return self.explain_no_crew(vehicle, cost)

    def compute_find_points(self, tile: PlacedTile) -> int:
        """What the token on a tile is worth: by the column of its own cell (N10.1)."""
        return scoring.compute_find_points(
            self.components, tile.symbol, self.box.grid.find_coordinates(tile.symbol_cell)[0]
        )

    # ------------------------------------------------------------ warnings
    def will_hold_ship(self, tile: PlacedTile) -> bool:
        """Whether the ice will hold a ship on this tile in the next round (N3.3)."""
        frozen = self.box.find_next_frozen_cells(self.state)
        return frozen is not None and not travel.find_water(self.board, tile, frozen)

    def predict_sled_fate(self, area: LandArea) -> SledFate:
        """What the next sun step does to a sled on this area."""
        frozen = self.box.find_next_frozen_cells(self.state)
        return "safe" if frozen is None else self.box.find_sled_fate(self.board, area, frozen)


# ---------------------------------------------------------------- reasons, made once each
_SLED_ABOARD: Final = say("Your sled is still aboard; transfer crew to take it out (N8.2).")
_SLED_LOST: Final = say("Your sled is lost (N3.6).")


@cache
def name_vehicle(vehicle: Vehicle) -> Text:
    """A vehicle in a sentence."""
    return say("ship") if vehicle == "ship" else say("sled")


@cache
def _say_too_few(vehicle: Vehicle, price: int, available: int) -> Text:
    return count(
        "That takes one available crewman with your {vehicle}; you have {available} (N2.2).",
        "That takes {n} available crewmen with your {vehicle}; you have {available} (N2.2).",
        price,
        vehicle=name_vehicle(vehicle),
        available=available,
    )


@cache
def _say_too_few_anywhere(price: int) -> Text:
    return count(
        "That takes one available crewman (N2.2).", "That takes {n} available crewmen in one column (N2.2).", price
    )


@cache
def _say_no_room(payers: tuple[Vehicle, ...]) -> Text:
    return say("There is no room for it beside your {vehicles} (N5.1).", vehicles=name_vehicles(payers))


@cache
def _say_no_match(payers: tuple[Vehicle, ...]) -> Text:
    return say(
        "No way round do its land and sea match the tiles beside your {vehicles}, diagonals included (N5.2).",
        vehicles=name_vehicles(payers),
    )


@cache
def name_vehicles(vehicles: tuple[Vehicle, ...]) -> Text:
    """One vehicle or both in a sentence."""
    return name_vehicle(vehicles[0]) if len(vehicles) == 1 else say("ship and sled")


@cache
def _say_not_beside(vehicle: Vehicle) -> Text:
    return say("It would not lie side by side with the tile of your {vehicle} (N5.1).", vehicle=name_vehicle(vehicle))


@cache
def _say_no_find(vehicle: Vehicle, kinds: tuple[str, str]) -> Text:
    if "strait" in kinds:
        return say(
            "There is neither a Franklin site nor a strait token on the tile of your {vehicle} (N9).",
            vehicle=name_vehicle(vehicle),
        )
    return say(
        "There is neither an Inuit nor a cairn token on the tile of your {vehicle} (N9.1).",
        vehicle=name_vehicle(vehicle),
    )
