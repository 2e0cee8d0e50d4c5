"""The options of a turn: which actions are allowed, and the reasons for those that are not, in the order of RULES.md.

Nothing here changes the state; `actions` does.
"""

from __future__ import annotations

from typing import Final

from engine.games.northwest import reasons, scoring, travel
from engine.games.northwest.board import LandArea, PlacedTile
from engine.games.northwest.game_box import GameBox, SledFate
from engine.games.northwest.grid import generate_bits
from engine.games.northwest.state import Expedition, State, Tile, Vehicle
from engine.games.northwest.tiles import TileLay
from engine.kernel.text import Text, say

VEHICLES: Final[tuple[Vehicle, Vehicle]] = ("ship", "sled")


class TurnOptions:
    """The options of the player to move for one action.

    `ship_tile` is the tile under the ship. `area` is the area under the sled and `sled_tile` its tile; both are None while the sled
    is aboard or lost.
    """

    def __init__(self, box: GameBox, state: State) -> None:
        self.box = box
        self.components = box.components
        self.state = state
        self.seat = state.to_move
        self.me: Expedition = state.expeditions[state.to_move]
        self.board = ground = box.find_board(state)
        self.frozen = box.find_frozen_cells(state.round)
        self.ship_tile = ground.find_tile(box.grid.cell_numbers[self.me.ship])
        self.area: LandArea | None = travel.find_area(ground, self.me.sled, self.frozen) if self.me.sled else None
        self.sled_tile: PlacedTile | None = ground.find_tile(self.area[0][0]) if self.area else None
        self._ways_by_tile: dict[Tile, dict[int, list[TileLay]]] = {}

    def find_vehicle_tile(self, vehicle: Vehicle) -> PlacedTile | None:
        """Find the tile under a vehicle; None for a sled that is not out."""
        return self.ship_tile if vehicle == "ship" else self.sled_tile

    # ------------------------------------------------------------ N2 crew
    def count_available(self, vehicle: Vehicle) -> int:
        """Count the crewmen that can work for a vehicle now; a sled aboard has none."""
        return self.me.ship_available if vehicle == "ship" else self.me.sled_available

    def compute_price(self, cost: int) -> int:
        """Compute the price of an action now: a further action of the turn costs more (N2.3)."""
        return cost + (self.components.costs.further if self.state.acted else 0)

    def list_payers(self, cost: int) -> list[Vehicle]:
        """List the vehicles whose own available crew can pay for an action (N2.2)."""
        price = self.compute_price(cost)
        return [vehicle for vehicle in VEHICLES if self.count_available(vehicle) >= price]

    def can_pay(self, cost: int) -> bool:
        """Return whether either crew can pay for an action."""
        return max(self.me.ship_available, self.me.sled_available) >= self.compute_price(cost)

    def explain_no_crew(self, vehicle: Vehicle, cost: int) -> Text | None:
        """Explain why a vehicle's crew cannot pay for an action."""
        price = self.compute_price(cost)
        if self.count_available(vehicle) >= price:
            return None
        if vehicle == "sled" and not self.me.sled:
            return reasons.SLED_LOST if self.me.sled_lost else reasons.SLED_ABOARD
        return reasons.say_too_few(vehicle, price, self.count_available(vehicle))

    def explain_no_payer(self, cost: int) -> Text | None:
        """Explain why neither crew can pay for an action."""
        return None if self.list_payers(cost) else reasons.say_too_few_anywhere(self.compute_price(cost))

    # ------------------------------------------------------------ N4 drawing
    def can_draw(self) -> bool:
        """Return whether a tile can be drawn."""
        return self.can_pay(self.components.costs.draw) and (bool(self.state.market) or any(self.state.piles))

    def explain_no_draw(self) -> Text | None:
        """Explain why no tile can be drawn."""
        return self.explain_no_payer(self.components.costs.draw) or self.explain_empty_offer()

    def explain_empty_offer(self) -> Text | None:
        """Explain why there is no tile on offer (N4)."""
        return None if self.state.market or any(self.state.piles) else say("There is no tile left to draw (N4).")

    def can_refresh(self) -> bool:
        """Return whether the market can be refreshed."""
        return bool(self.state.bag) and self.can_pay(self.components.costs.refresh)

    def explain_no_refresh(self) -> Text | None:
        """Explain why the market cannot be refreshed (N4.3)."""
        reason = self.explain_no_payer(self.components.costs.refresh)
        if reason is None and not self.state.bag:
            return say("The bag is empty: the same tiles would come again (N4.3).")
        return reason

    # ------------------------------------------------------------ N5 placing
    @property
    def reserve(self) -> list[Tile]:
        """The different tiles of the personal reserve, in its order."""
        return list(dict.fromkeys(self.me.hand))

    def find_adjacent_cells(self, vehicle: Vehicle) -> int:
        """Find the empty cells next to a vehicle's tile (N5.1)."""
        tile = self.find_vehicle_tile(vehicle)
        return self.board.find_adjacent_cells(tile) if tile else 0

    def find_payable_cells(self) -> int:
        """Find the empty cells next to a vehicle whose crew can place a tile (N5.1)."""
        cells = 0
        for vehicle in self.list_payers(self.components.costs.place):
            cells |= self.find_adjacent_cells(vehicle)
        return cells

    def find_start_cells(self) -> dict[int, int]:
        """Find by the span of a tile its possible first cells next to a vehicle whose crew can place it (N5.1)."""
        targets = self.find_payable_cells()
        return self.board.find_start_cells(targets) if targets else {}

    def list_placeable_tiles(self) -> list[Tile]:
        """List the different tiles of the reserve that can be placed."""
        targets, can_take = self.find_payable_cells(), self.board.can_take
        if not targets:
            return []
        return [tile for tile in self.reserve if can_take(self.box.pieces[tile], targets)]

    def can_place(self) -> bool:
        """Return whether any tile can be placed."""
        targets, can_take = self.find_payable_cells(), self.board.can_take
        return bool(targets) and any(can_take(self.box.pieces[tile], targets) for tile in self.me.hand)

    def find_ways(self, tile: Tile) -> dict[int, list[TileLay]]:
        """Find all ways to lay a tile, by the number of its first cell; empty if it fits nowhere (N5.1 to N5.3)."""
        ways = self._ways_by_tile.get(tile)
        if ways is None:
            ways = self._ways_by_tile[tile] = {}
            start_cells = self.find_start_cells()
            if not start_cells:
                return ways
            for lay in self.box.pieces[tile].different_lays:
                for cell in generate_bits(self.board.find_allowed_cells(lay, start_cells[lay.span])):
                    ways.setdefault(cell, []).append(lay)
        return ways

    def explain_no_place(self) -> Text | None:
        """Explain why no tile can be placed."""
        if not self.me.hand:
            return say("You have no tile in your reserve (N5).")
        whys = [self.explain_no_cell(tile) for tile in self.reserve]
        if None in whys:
            return None
        if len(set(map(repr, whys))) == 1:
            return whys[0]
        return say("None of your tiles fits beside your ship or sled (N5.2).")

    def explain_no_cell(self, tile: Tile) -> Text | None:
        """Explain why one tile of the reserve fits nowhere."""
        if self.find_ways(tile):
            return None
        payers = self.list_payers(self.components.costs.place)
        if not payers:
            return reasons.say_too_few_anywhere(self.compute_price(self.components.costs.place))
        start_cells = self.find_start_cells()
        lays = [lay for lay in self.box.pieces[tile].different_lays if start_cells.get(lay.span)]
        if not lays:
            return reasons.say_no_room(tuple(payers))  # N5.1
        if any(self.board.find_fitting_cells(lay) & start_cells[lay.span] for lay in lays):
            return say("Wherever it fits it would close the last sea path to the Passage (N5.3).")
        return reasons.say_no_match(tuple(payers))  # N5.2

    def explain_wrong_cell(self, tile: Tile, name: str) -> Text | None:
        """Explain why a tile that fits elsewhere cannot begin at a cell; None for a cell where it can."""
        cell = self.box.grid.cell_numbers.get(name)
        if cell is None:
            return say("{cell} is not on the board.", cell=name)
        if self.board.filled_cells >> cell & 1:
            return say("{cell} is covered already (N5).", cell=name)
        start_cells = self.find_start_cells()
        lays = [lay for lay in self.box.pieces[tile].different_lays if start_cells.get(lay.span, 0) >> cell & 1]
        if not lays:
            return say("On {cell} it would not lie beside your ship or sled (N5.1).", cell=name)
        if not any(self.board.fits_corners(lay, cell) for lay in lays):
            return say("On {cell} land and sea would not match the tiles around it (N5.2).", cell=name)
        if cell in self.find_ways(tile):
            return None
        return say("On {cell} it would close the last sea path to the Passage (N5.3).", cell=name)

    def explain_wrong_vehicle(self, vehicle: Vehicle, lay: TileLay, cell: int) -> Text | None:
        """Explain why a vehicle cannot lay a tile there (N5.1)."""
        why = self.explain_no_crew(vehicle, self.components.costs.place)
        if why is None and not self.find_adjacent_cells(vehicle) & (1 << cell | 1 << cell + lay.span):
            return reasons.say_not_adjacent(vehicle)
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
        """Return whether a vehicle can move."""
        price = self.compute_price(self.components.costs.move)
        return self.count_available(vehicle) >= price and bool(self.sailings if vehicle == "ship" else self.drives)

    def explain_no_move(self, vehicle: Vehicle) -> Text | None:
        """Explain why a vehicle cannot move."""
        why = self.explain_no_crew(vehicle, self.components.costs.move)
        if why is not None:
            return why
        if vehicle == "ship":
            if not travel.find_water(self.board, self.ship_tile, self.frozen):
                return say("The ice holds your ship until the thaw (N3.3).")
            return None if self.sailings else say("No open water leads from your ship to another tile (N7.1).")
        return None if self.drives else say("No land or ice leads from your sled to another tile (N7.3).")

    def explain_wrong_target(self, vehicle: Vehicle, name: str) -> Text | None:
        """Explain why a vehicle cannot move to the tile on a cell."""
        cell = self.box.grid.cell_numbers.get(name)
        if cell is None:
            return say("{cell} is not on the board.", cell=name)
        if not self.board.filled_cells >> cell & 1:
            return say("No tile lies on {cell} yet: place one there first (N5).", cell=name)
        tile = self.board.find_tile(cell)
        if tile is self.find_vehicle_tile(vehicle):
            return say("{cell} is where it already is.", cell=name)
        first_cell = self.box.name_tile_cell(tile)
        if first_cell != name:
            return say("The tile on {cell} is called {name}, after its first cell.", cell=name, name=first_cell)
        if vehicle == "ship":
            return say("No open water leads from your ship to {cell} in one move (N7.1).", cell=name)
        return say("No land or ice leads from your sled to {cell} in one move (N7.3).", cell=name)

    # ------------------------------------------------------------ N8 transfer
    def can_transfer(self) -> bool:
        """Return whether crew can change between ship and sled."""
        if self.me.sled_lost or not self.can_pay(self.components.costs.transfer):
            return False
        return self.sled_tile is self.ship_tile if self.me.sled else bool(self.landings)

    def explain_no_transfer(self) -> Text | None:
        """Explain why no crew can change between ship and sled."""
        if self.me.sled_lost:
            return say("Your sled is lost (N8.1).")
        if self.me.sled and self.sled_tile is not self.ship_tile:
            return say("Your ship and your sled are not on the same tile (N8.1).")
        if not self.me.sled and not self.landings:
            return say("There is neither land nor ice for your sled on this tile (N8.2).")
        return self.explain_no_payer(self.components.costs.transfer)

    @property
    def landings(self) -> tuple[LandArea, ...]:
        """The areas that a sled aboard can be taken to (N8.2)."""
        return travel.list_areas(self.board, self.ship_tile, self.frozen)

    def find_transfer_payer(self) -> Vehicle:
        """Choose the vehicle whose crew pays for a transfer: the ship if it can, as crewmen may change columns anyway (N8.4)."""
        return self.list_payers(self.components.costs.transfer)[0]

    def count_crew_after_paying(self) -> tuple[int, int, int, int]:
        """Count the crew after paying for a transfer: ship available and resting, sled available and resting."""
        me, price = self.me, self.compute_price(self.components.costs.transfer)
        if self.find_transfer_payer() == "ship":
            return me.ship_available - price, me.ship_resting + price, me.sled_available, me.sled_resting
        return me.ship_available, me.ship_resting, me.sled_available - price, me.sled_resting + price

    # ------------------------------------------------------------ N9 finds
    def find_token_tile(self, vehicle: Vehicle) -> PlacedTile | None:
        """Find the tile under a vehicle if a token lies on it."""
        tile = self.find_vehicle_tile(vehicle)
        return tile if tile and tile.symbol and tile.tile not in self.state.taken else None

    def can_find(self, vehicle: Vehicle, kinds: tuple[str, str], cost: int) -> bool:
        """Return whether a vehicle's crew can take a token of one of two kinds."""
        tile = self.find_vehicle_tile(vehicle)
        if tile is None or tile.symbol not in kinds or tile.tile in self.state.taken:
            return False
        return self.count_available(vehicle) >= self.compute_price(cost)

    def explain_no_find(self, vehicle: Vehicle, kinds: tuple[str, str], cost: int) -> Text | None:
        """Explain why a vehicle's crew cannot take a token of one of two kinds (N9, N9.1)."""
        tile = self.find_token_tile(vehicle)
        if vehicle == "sled" and not self.me.sled:
            return reasons.SLED_LOST if self.me.sled_lost else reasons.SLED_ABOARD
        if tile is None or tile.symbol not in kinds:
            return reasons.say_no_find(vehicle, kinds)
        return self.explain_no_crew(vehicle, cost)

    def compute_find_points(self, tile: PlacedTile) -> int:
        """Compute the points for the token on a tile, by the column of the token's cell (N10.1)."""
        column, _ = self.box.grid.find_coordinates(tile.symbol_cell)
        return scoring.compute_find_points(self.components, tile.symbol, column)

    # ------------------------------------------------------------ warnings
    def will_hold_ship(self, tile: PlacedTile) -> bool:
        """Return whether the ice will hold a ship on this tile in the next round (N3.3)."""
        frozen = self.box.find_next_frozen_cells(self.state)
        return frozen is not None and not travel.find_water(self.board, tile, frozen)

    def predict_sled_fate(self, area: LandArea) -> SledFate:
        """Predict the effect of the next sun step on a sled on this area."""
        frozen = self.box.find_next_frozen_cells(self.state)
        return "safe" if frozen is None else self.box.find_sled_fate(self.board, area, frozen)
