"""What may be done, and if not, why not: in the order of RULES.md. Nothing here changes the state."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from engine.games.northwest import scoring, travel
from engine.games.northwest.components import Components
from engine.games.northwest.grid import Grid, bits
from engine.games.northwest.ground import Boards, Ground, Laid
from engine.games.northwest.state import Expedition, State, Tile, Vehicle
from engine.games.northwest.tiles import Lay, pieces
from engine.games.northwest.travel import Area
from engine.games.northwest.view import SeenTile
from engine.kernel.text import Text, count, say

VEHICLES: Final[tuple[Vehicle, Vehicle]] = ("ship", "sled")
Fate = Literal["safe", "moved", "lost"]
"""What a sun step does to a sled: nothing, it must go to another area of its tile, or it is lost (N3.5, N3.6)."""


class Box:
    """The game as it comes out of the box: components, grid, tiles every way round, and the boards made of them."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.grid = Grid(components.board.columns, components.board.rows)
        self.pieces = pieces(components, self.grid)
        self.boards = Boards(components, self.grid, self.pieces)
        printed = self.boards.printed
        self.greenland, self.passage = printed.laid[0], printed.laid[1]
        self.shown: dict[Tile, SeenTile] = {}
        """How views show a tile, once somebody has looked (see `seen`)."""
        self.arrow = tuple(self.grid.names[cell] for cell in self.greenland.cells)

    def ground(self, state: State) -> Ground:
        """The board of a table."""
        return self.boards.ground(tuple(state.placed))

    def frozen_rows(self, in_round: int) -> int:
        """How many rows are ice in a round, counted from 1; during the first draw as in round 1 (N3.1)."""
        rows = self.components.sun.frozen_rows
        return rows[(max(in_round, 1) - 1) % len(rows)]

    def frozen(self, in_round: int) -> int:
        """The cells that are ice in a round."""
        return self.grid.frozen(self.frozen_rows(in_round))

    def next_frozen(self, state: State) -> int | None:
        """The cells that are ice in the next round; None when there is no next round."""
        return self.frozen(state.round + 1) if state.round < self.components.expedition.rounds else None

    def anchor(self, tile: Laid) -> str:
        """How a tile on the board is called: its first cell."""
        return self.grid.names[tile.cells[0]]

    def fate(self, ground: Ground, area: Area, frozen: int) -> Fate:
        """What happens to a sled on an area when these cells are ice (N3.5, N3.6)."""
        after = travel.areas(ground, ground.tile_on(area[0][0]), frozen)
        if any(set(area) <= set(one) for one in after):
            return "safe"
        return "moved" if after else "lost"


class Turn:
    """One action of a player's turn, looked at for what may be done. `seat` is the player to move."""

    def __init__(self, box: Box, state: State) -> None:
        self.box = box
        self.components = box.components
        self.state = state
        self.seat = state.to_move
        self.me: Expedition = state.expeditions[state.to_move]
        self.ground = ground = box.ground(state)
        self.frozen = box.frozen(state.round)
        self.ship_on = ground.tile_on(box.grid.numbers[self.me.ship])
        """The tile on which the ship lies."""
        self.area: Area | None = travel.area_of(ground, self.me.sled, self.frozen) if self.me.sled else None
        """The area on which the sled stands; None while it is aboard or lost."""
        self.sled_on: Laid | None = ground.tile_on(self.area[0][0]) if self.area else None
        """The tile on which the sled stands."""
        self._ways: dict[Tile, dict[int, list[Lay]]] = {}

    def tile_of(self, vehicle: Vehicle) -> Laid | None:
        """The tile under a vehicle; None for a sled that is not out."""
        return self.ship_on if vehicle == "ship" else self.sled_on

    # ------------------------------------------------------------ N2 crew
    def available(self, vehicle: Vehicle) -> int:
        """Crewmen that can work for a vehicle now; a sled aboard has none."""
        return self.me.ship_available if vehicle == "ship" else self.me.sled_available

    def price(self, cost: int) -> int:
        """What an action costs now: more when it is not the first of the turn (N2.3)."""
        return cost + (self.components.costs.further if self.state.acted else 0)

    def payers(self, cost: int) -> list[Vehicle]:
        """The vehicles whose own available crew can do an action (N2.2)."""
        price = self.price(cost)
        return [vehicle for vehicle in VEHICLES if self.available(vehicle) >= price]

    def may_pay(self, cost: int) -> bool:
        """Whether either crew can do an action."""
        return max(self.me.ship_available, self.me.sled_available) >= self.price(cost)

    def why_no_crew(self, vehicle: Vehicle, cost: int) -> Text | None:
        """Why a vehicle's crew cannot do an action."""
        price = self.price(cost)
        if self.available(vehicle) >= price:
            return None
        if vehicle == "sled" and not self.me.sled:
            return _SLED_LOST if self.me.sled_lost else _SLED_ABOARD
        return _too_few(vehicle, price, self.available(vehicle))

    def why_nobody(self, cost: int) -> Text | None:
        """Why neither crew can do an action."""
        return None if self.payers(cost) else _too_few_in_any(self.price(cost))

    # ------------------------------------------------------------ N4 drawing
    def may_draw(self) -> bool:
        """Whether a tile can be drawn."""
        return self.may_pay(self.components.costs.draw) and (bool(self.state.market) or any(self.state.piles))

    def why_no_draw(self) -> Text | None:
        """Why no tile can be drawn."""
        return self.why_nobody(self.components.costs.draw) or self.why_nothing_left()

    def why_nothing_left(self) -> Text | None:
        """Why there is nothing to choose from (N4)."""
        return None if self.state.market or any(self.state.piles) else say("There is no tile left to draw (N4).")

    def may_refresh(self) -> bool:
        """Whether the market can be refreshed."""
        return bool(self.state.bag) and self.may_pay(self.components.costs.refresh)

    def why_no_refresh(self) -> Text | None:
        """Why the market cannot be refreshed (N4.3)."""
        return self.why_nobody(self.components.costs.refresh) or (
            None if self.state.bag else say("The bag is empty: the same tiles would come again (N4.3).")
        )

    # ------------------------------------------------------------ N5 placing
    @property
    def reserve(self) -> list[Tile]:
        """The different tiles of the personal reserve, in its order."""
        return list(dict.fromkeys(self.me.hand))

    def presence(self, vehicle: Vehicle) -> int:
        """The empty cells beside a vehicle's tile (N5.1)."""
        tile = self.tile_of(vehicle)
        return self.ground.beside(tile) if tile else 0

    def beside(self) -> int:
        """The empty cells beside a vehicle whose crew can place a tile (N5.1)."""
        found = 0
        for vehicle in self.payers(self.components.costs.place):
            found |= self.presence(vehicle)
        return found

    def rooms(self) -> dict[int, int]:
        """Where a tile would lie beside such a vehicle, by its span: the numbers of its first cell (N5.1)."""
        beside = self.beside()
        return self.ground.rooms(beside) if beside else {}

    def placeable(self) -> list[Tile]:
        """The different tiles of the reserve that can be placed."""
        beside, takes = self.beside(), self.ground.takes
        return [tile for tile in self.reserve if takes(self.box.pieces[tile], beside)] if beside else []

    def may_place(self) -> bool:
        """Whether any tile can be placed."""
        beside, takes = self.beside(), self.ground.takes
        return bool(beside) and any(takes(self.box.pieces[tile], beside) for tile in self.me.hand)

    def ways(self, tile: Tile) -> dict[int, list[Lay]]:
        """All ways to lay a tile, by the number of its first cell; empty when it fits nowhere (N5.1 to N5.3)."""
        found = self._ways.get(tile)
        if found is None:
            found = self._ways[tile] = {}
            rooms = self.rooms()
            for lay in self.box.pieces[tile].different if rooms else ():
                for cell in bits(self.ground.allowed(lay, rooms[lay.span])):
                    found.setdefault(cell, []).append(lay)
        return found

    def why_no_place(self) -> Text | None:
        """Why no tile can be placed."""
        if not self.me.hand:
            return say("You have no tile in your reserve (N5).")
        whys = [self.why_not_placed(tile) for tile in self.reserve]
        if None in whys:
            return None
        return (
            whys[0]
            if len(set(map(repr, whys))) == 1
            else say("None of your tiles fits beside your ship or sled (N5.2).")
        )

    def why_not_placed(self, tile: Tile) -> Text | None:
        """Why one tile of the reserve fits nowhere."""
        if self.ways(tile):
            return None
        payers = self.payers(self.components.costs.place)
        if not payers:
            return _too_few_in_any(self.price(self.components.costs.place))
        by_span = self.rooms()
        rooms = [(lay, by_span.get(lay.span, 0)) for lay in self.box.pieces[tile].different]
        if not any(room for _, room in rooms):
            return _no_room(tuple(payers))  # N5.1
        if any(self.ground.fitting(lay) & room for lay, room in rooms):
            return say("Wherever it fits it would close the last sea path to the Passage (N5.3).")
        return _no_match(tuple(payers))  # N5.2

    def why_not_there(self, tile: Tile, name: str) -> Text | None:
        """Why a tile that fits elsewhere cannot begin at a cell; None for a cell where it can."""
        cell = self.box.grid.numbers.get(name)
        if cell is None:
            return say("{cell} is not on the board.", cell=name)
        if self.ground.filled >> cell & 1:
            return say("{cell} is covered already (N5).", cell=name)
        rooms = self.rooms()
        lays = [lay for lay in self.box.pieces[tile].different if rooms.get(lay.span, 0) >> cell & 1]
        if not lays:
            return say("On {cell} it would not lie beside your ship or sled (N5.1).", cell=name)
        if not any(self.ground.fits(lay, cell) for lay in lays):
            return say("On {cell} land and sea would not match the tiles around it (N5.2).", cell=name)
        if cell in self.ways(tile):
            return None
        return say("On {cell} it would close the last sea path to the Passage (N5.3).", cell=name)

    def why_not_with(self, vehicle: Vehicle, lay: Lay, cell: int) -> Text | None:
        """Why a vehicle cannot lay a tile there (N5.1)."""
        why = self.why_no_crew(vehicle, self.components.costs.place)
        if why is None and not self.presence(vehicle) & (1 << cell | 1 << cell + lay.span):
            return _not_beside(vehicle)
        return why

    # ------------------------------------------------------------ N7 moving
    @property
    def sailings(self) -> tuple[int, ...]:
        """The tiles, by index, that the ship can reach."""
        return travel.sailings(self.ground, self.ship_on, self.frozen)

    @property
    def drives(self) -> dict[int, tuple[Area, ...]]:
        """The areas that the sled can reach, by index of their tile."""
        return travel.drives(self.ground, self.area, self.frozen) if self.area else {}

    def may_move(self, vehicle: Vehicle) -> bool:
        """Whether a vehicle can move."""
        price = self.price(self.components.costs.move)
        return self.available(vehicle) >= price and bool(self.sailings if vehicle == "ship" else self.drives)

    def why_no_move(self, vehicle: Vehicle) -> Text | None:
        """Why a vehicle cannot move."""
        why = self.why_no_crew(vehicle, self.components.costs.move)
        if why is not None:
            return why
        if vehicle == "ship":
            if not travel.water(self.ground, self.ship_on, self.frozen):
                return say("The ice holds your ship until the thaw (N3.3).")
            return None if self.sailings else say("No open water leads from your ship to another tile (N7.1).")
        return None if self.drives else say("No land or ice leads from your sled to another tile (N7.3).")

    def why_not_to(self, vehicle: Vehicle, name: str) -> Text | None:
        """Why a vehicle cannot move to the tile on a cell."""
        cell = self.box.grid.numbers.get(name)
        if cell is None:
            return say("{cell} is not on the board.", cell=name)
        if not self.ground.filled >> cell & 1:
            return say("No tile lies on {cell} yet: place one there first (N5).", cell=name)
        to = self.ground.tile_on(cell)
        if to is self.tile_of(vehicle):
            return say("{cell} is where it already is.", cell=name)
        named = self.box.anchor(to)
        if named != name:
            return say("The tile on {cell} is called {name}, after its first cell.", cell=name, name=named)
        if vehicle == "ship":
            return say("No open water leads from your ship to {cell} in one move (N7.1).", cell=name)
        return say("No land or ice leads from your sled to {cell} in one move (N7.3).", cell=name)

    # ------------------------------------------------------------ N8 transfer
    def may_transfer(self) -> bool:
        """Whether crew can change between ship and sled."""
        if self.me.sled_lost or not self.may_pay(self.components.costs.transfer):
            return False
        return self.sled_on is self.ship_on if self.me.sled else bool(self.landings)

    def why_no_transfer(self) -> Text | None:
        """Why no crew can change between ship and sled."""
        if self.me.sled_lost:
            return say("Your sled is lost (N8.1).")
        if self.me.sled and self.sled_on is not self.ship_on:
            return say("Your ship and your sled are not on the same tile (N8.1).")
        if not self.me.sled and not self.landings:
            return say("There is neither land nor ice for your sled on this tile (N8.2).")
        return self.why_nobody(self.components.costs.transfer)

    @property
    def landings(self) -> tuple[Area, ...]:
        """Where a sled can be taken from aboard the ship (N8.2)."""
        return travel.areas(self.ground, self.ship_on, self.frozen)

    def payer_of_transfer(self) -> Vehicle:
        """The ship's crew if they can, as all crewmen may change columns afterwards anyway (N8.4)."""
        return self.payers(self.components.costs.transfer)[0]

    def after_paying(self) -> tuple[int, int, int, int]:
        """Ship available and resting, sled available and resting, once a transfer has been paid for."""
        me, price = self.me, self.price(self.components.costs.transfer)
        if self.payer_of_transfer() == "ship":
            return me.ship_available - price, me.ship_resting + price, me.sled_available, me.sled_resting
        return me.ship_available, me.ship_resting, me.sled_available - price, me.sled_resting + price

    # ------------------------------------------------------------ N9 finds
    def find_at(self, vehicle: Vehicle) -> Laid | None:
        """The tile under a vehicle, if a token lies on it."""
        tile = self.tile_of(vehicle)
        return tile if tile and tile.symbol and tile.tile not in self.state.taken else None

    def may_find(self, vehicle: Vehicle, kinds: tuple[str, str], cost: int) -> bool:
        """Whether a vehicle's crew can take a token of one of two kinds."""
        tile = self.tile_of(vehicle)
        return (
            tile is not None
            and tile.symbol in kinds
            and self.available(vehicle) >= self.price(cost)
            and tile.tile not in self.state.taken
        )

    def why_no_find(self, vehicle: Vehicle, kinds: tuple[str, str], cost: int) -> Text | None:
        """Why a vehicle's crew cannot take a token of one of two kinds (N9, N9.1)."""
        tile = self.find_at(vehicle)
        if vehicle == "sled" and not self.me.sled:
            return _SLED_LOST if self.me.sled_lost else _SLED_ABOARD
        if tile is None or tile.symbol not in kinds:
            return _no_find(vehicle, kinds)
        return self.why_no_crew(vehicle, cost)

    def find_pays(self, tile: Laid) -> int:
        """What the token on a tile is worth: by the column of its own cell (N10.1)."""
        return scoring.find(self.components, tile.symbol, self.box.grid.xy(tile.symbol_cell)[0])

    # ------------------------------------------------------------ warnings
    def ship_will_be_held(self, tile: Laid) -> bool:
        """Whether the ice will hold a ship on this tile in the next round (N3.3)."""
        frozen = self.box.next_frozen(self.state)
        return frozen is not None and not travel.water(self.ground, tile, frozen)

    def sled_will_be(self, area: Area) -> Fate:
        """What the next sun step does to a sled on this area."""
        frozen = self.box.next_frozen(self.state)
        return "safe" if frozen is None else self.box.fate(self.ground, area, frozen)


# ---------------------------------------------------------------- reasons, made once each
_SLED_ABOARD: Final = say("Your sled is still aboard; transfer crew to take it out (N8.2).")
_SLED_LOST: Final = say("Your sled is lost (N3.6).")


@cache
def vehicle_name(vehicle: Vehicle) -> Text:
    """A vehicle in a sentence."""
    return say("ship") if vehicle == "ship" else say("sled")


@cache
def _too_few(vehicle: Vehicle, price: int, available: int) -> Text:
    return count(
        "That takes one available crewman with your {vehicle}; you have {available} (N2.2).",
        "That takes {n} available crewmen with your {vehicle}; you have {available} (N2.2).",
        price,
        vehicle=vehicle_name(vehicle),
        available=available,
    )


@cache
def _too_few_in_any(price: int) -> Text:
    return count(
        "That takes one available crewman (N2.2).", "That takes {n} available crewmen in one column (N2.2).", price
    )


@cache
def _no_room(payers: tuple[Vehicle, ...]) -> Text:
    return say("There is no room for it beside your {vehicles} (N5.1).", vehicles=vehicles_name(payers))


@cache
def _no_match(payers: tuple[Vehicle, ...]) -> Text:
    return say(
        "No way round do its land and sea match the tiles beside your {vehicles}, diagonals included (N5.2).",
        vehicles=vehicles_name(payers),
    )


@cache
def vehicles_name(vehicles: tuple[Vehicle, ...]) -> Text:
    """One vehicle or both in a sentence."""
    return vehicle_name(vehicles[0]) if len(vehicles) == 1 else say("ship and sled")


@cache
def _not_beside(vehicle: Vehicle) -> Text:
    return say("It would not lie side by side with the tile of your {vehicle} (N5.1).", vehicle=vehicle_name(vehicle))


@cache
def _no_find(vehicle: Vehicle, kinds: tuple[str, str]) -> Text:
    if "strait" in kinds:
        return say(
            "There is neither a Franklin site nor a strait token on the tile of your {vehicle} (N9).",
            vehicle=vehicle_name(vehicle),
        )
    return say(
        "There is neither an Inuit nor a cairn token on the tile of your {vehicle} (N9.1).",
        vehicle=vehicle_name(vehicle),
    )
