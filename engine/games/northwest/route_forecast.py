"""The ways of ships and sleds over the rounds to come on a board, and the actions that their crews can spare for other things.

Computer players evaluate positions with them; no rule is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.games.northwest import travel
from engine.games.northwest.board import LandArea, TileBoard
from engine.games.northwest.coasts import OpenLands
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.grid_sides import GridSides
from engine.games.northwest.state import Expedition
from engine.games.northwest.tiles import TileLay

UNREACHABLE_MOVES = 999
"""More moves than any way has."""
UNREACHABLE_WAY = UNREACHABLE_MOVES, UNREACHABLE_MOVES
MAX_SLED_MOVES = 7
"""The most tiles that a sled goes in a round."""
SAFE_SPARE_ACTIONS = 3
"""Spare actions that make the way home safe."""

FindTarget = tuple[int, str, float, int]
"""A tile, the kind of find there, its points, and the actions to take it."""
ExpeditionKey = tuple[str, str, bool, int, int, int, int]
"""The parts of an expedition on which its ways depend."""
TileSpot = tuple[int, int, float]
"""The first cell of a tile, its other cell, and the points of the tile there."""


class ReachedTile(NamedTuple):
    """The way of a ship to a tile: its moves, the actions it takes from the spare ones, and the round of the arrival."""

    moves: int
    actions_taken: int
    round: int


class RouteForecast:
    """The ways on a board from a round on, each round with its own ice. Tiles are indices on the board.

    `finds`, `nearby_cells` and `tile_spots` are caches of the evaluator: all finds of the board, the cells next to the tiles within
    reach of an expedition, and the places of a tile there.
    """

    def __init__(self, box: GameBox, board: TileBoard, current_round: int, sides: GridSides) -> None:
        self.ground = board
        self.steps_to_passage = sides.steps_to_passage
        self.current_round = current_round
        self.last_round = box.components.expedition.rounds
        self.home_tile = board.tile_by_cell[box.greenland.cells[0]]
        self.passage_tile = board.tile_by_cell[box.passage.cells[0]]
        self.ice_by_round = {n: box.find_frozen_cells(n) for n in range(current_round, self.last_round + 1)}
        self._box, self._sides = box, sides
        self._spare_by_crew: dict[int, dict[int, dict[int, int]]] = {}
        self._reached_tiles: dict[tuple[int, int, int], tuple[int, dict[int, ReachedTile]]] = {}
        self._driven_areas: dict[tuple[LandArea, int, int], dict[LandArea, int]] = {}
        self._sailings_by_ice: dict[int, list[tuple[int, ...] | None]] = {}
        self._sailed_tiles: dict[int, dict[int, int]] = {}
        self._moves_aboard: dict[tuple[str, str, int, int], int] = {}
        self._exit_cells: dict[int, dict[int, int]] = {}
        self._spare_actions: dict[ExpeditionKey, int] = {}
        self._sled_tiles: dict[ExpeditionKey, dict[int, tuple[int, int]]] = {}
        self.coasts = OpenLands(box.grid, board)
        self.finds: list[FindTarget] | None = None
        self.nearby_cells: dict[ExpeditionKey, tuple[dict[int, float], dict[int, int]]] = {}
        self.tile_spots: dict[tuple[str, int, float, float, int], list[TileSpot]] = {}

    # ---------------------------------------------------------------- ships
    def count_spare_actions(self, expedition: Expedition) -> int:
        """Count the actions that an expedition can spare and still be home at the end; -1 if there is no way home.

        The sled comes aboard first if it can come back.
        """
        key = build_expedition_key(expedition)
        if key not in self._spare_actions:
            spare = self._explore_ship(expedition)[0]
            back = self.count_moves_aboard(expedition) if expedition.sled else -1
            self._spare_actions[key] = spare if back < 0 else max(-1, spare - back - 1)
        return self._spare_actions[key]

    def find_ship_tiles(self, expedition: Expedition) -> dict[int, ReachedTile]:
        """Find the tiles that the ship of an expedition can reach and come home from."""
        return self._explore_ship(expedition)[1]

    def _explore_ship(self, expedition: Expedition) -> tuple[int, dict[int, ReachedTile]]:
        here = self.ground.tile_by_cell[self._box.grid.cell_numbers[expedition.ship]]
        left, resting = expedition.ship_available, expedition.ship_resting
        if expedition.sled and self.count_moves_aboard(expedition) >= 0:
            left, resting = left + expedition.sled_available, resting + expedition.sled_resting
        key = here, left, left + resting
        if key not in self._reached_tiles:
            self._reached_tiles[key] = self._search_onward(*key)
        return self._reached_tiles[key]

    def _open_sailings(self, ice: int) -> list[tuple[int, ...] | None]:
        """Open the list of sailings by tile; None stands for a tile that `_find_sailings` has not computed yet."""
        sailings = self._sailings_by_ice.get(ice)
        if sailings is None:
            sailings = self._sailings_by_ice[ice] = [None] * len(self.ground.placed_tiles)
        return sailings

    def _find_sailings(self, tile: int, ice: int) -> tuple[int, ...]:
        sailings = travel.find_sailings(self.ground, self.ground.placed_tiles[tile], ice)
        self._open_sailings(ice)[tile] = sailings
        return sailings

    def _search_onward(self, start_tile: int, actions_left: int, crew: int) -> tuple[int, dict[int, ReachedTile]]:
        """Find the spare actions and the tiles within reach of a ship with a number of actions left in this round."""
        spare_table = self._compute_spare_table(crew)
        moves = {start_tile: 0}
        actions_after: dict[int, ReachedTile] = {}
        spare, actions = -1, actions_left
        for n in range(self.current_round, self.last_round + 1):
            moves_home = self._sail_on(moves, n, actions_left if n == self.current_round else crew)
            if n == self.current_round:
                spare = self._count_spare_now(moves, moves_home, spare_table.get(n + 1, {}), actions_left)
            spare_by_tile = spare_table[n]
            for tile, distance in moves.items():
                if tile in spare_by_tile and (tile not in actions_after or actions_after[tile].moves > distance):
                    left = actions - distance - crew + spare_by_tile[tile]
                    if left >= 0:
                        actions_after[tile] = ReachedTile(distance, left, n)
            actions += crew
        if start_tile == self.home_tile:
            spare = max(spare, actions_left + crew * (self.last_round - self.current_round))
        reached: dict[int, ReachedTile] = {}
        for tile, (distance, left, n) in actions_after.items():
            reached[tile] = ReachedTile(distance, max(0, spare - left), n)
        return spare, reached

    def _sail_on(self, moves: dict[int, int], round_number: int, max_moves: int) -> int:
        """Add the tiles within reach in a round to `moves`; return the moves to the home tile (see `UNREACHABLE_MOVES`)."""
        ice = self.ice_by_round[round_number]
        sailings_by_tile = self._open_sailings(ice)
        layer, moves_home = list(moves), UNREACHABLE_MOVES
        for _ in range(max_moves):
            next_layer: list[int] = []
            for tile in layer:
                distance = moves[tile] + 1
                sailings = sailings_by_tile[tile]
                for there in self._find_sailings(tile, ice) if sailings is None else sailings:
                    if there == self.home_tile:
                        moves_home = min(moves_home, distance)
                    elif moves.get(there, UNREACHABLE_MOVES) > distance:
                        moves[there] = distance
                        next_layer.append(there)
            layer = next_layer
        return moves_home

    def _count_spare_now(
        self, moves: dict[int, int], moves_home: int, spare_next_round: dict[int, int], actions_left: int
    ) -> int:
        """Count the actions to spare if the ship sails home in this round or stays on a tile until the next one."""
        spare = max(-1, actions_left - moves_home)
        for tile, distance in moves.items():
            if tile in spare_next_round:
                spare = max(spare, spare_next_round[tile] + actions_left - distance)
        return spare

    def _compute_spare_table(self, crew: int) -> dict[int, dict[int, int]]:
        """Compute by round and tile the spare actions of a crew whose ship lies there at the beginning of the round.

        The table is computed backwards from the last round. It leaves out tiles without a way home.
        """
        if crew in self._spare_by_crew:
            return self._spare_by_crew[crew]
        table = self._spare_by_crew[crew] = {}
        spare_after: dict[int, int] = {}
        for n in range(self.last_round, self.current_round - 1, -1):
            spare_after = table[n] = self._compute_spare_before(spare_after, self.ice_by_round[n], crew)
        return table

    def _compute_spare_before(self, spare_after: dict[int, int], ice: int, crew: int) -> dict[int, int]:
        """Compute the spare actions by tile at the beginning of a round from those after the round."""
        sailings_by_tile = self._open_sailings(ice)
        spare = {tile: actions + crew for tile, actions in spare_after.items() if tile != self.home_tile}
        spare[self.home_tile] = crew
        moves = dict.fromkeys(spare, 0)
        queue = sorted(spare, key=lambda tile: -spare[tile])
        for here in queue:  # grows during the iteration
            if moves[here] == crew or not spare[here]:
                continue
            sailings = sailings_by_tile[here]
            for there in self._find_sailings(here, ice) if sailings is None else sailings:
                if there != self.home_tile and spare.get(there, -1) < spare[here] - 1:
                    spare[there], moves[there] = spare[here] - 1, moves[here] + 1
                    queue.append(there)
        return spare

    def find_sailed_tiles(self, start_tile: int) -> dict[int, int]:
        """Find the tiles that a ship could sail to without ice, with the moves there."""
        if start_tile not in self._sailed_tiles:
            moves = self._sailed_tiles[start_tile] = {start_tile: 0}
            queue = [start_tile]
            for tile in queue:  # grows during the iteration
                for there in travel.find_sailings(self.ground, self.ground.placed_tiles[tile], 0):
                    if there not in moves:
                        moves[there] = moves[tile] + 1
                        queue.append(there)
        return self._sailed_tiles[start_tile]

    def find_exit_cells(self, start_tile: int) -> dict[int, int]:
        """Find the empty cells that open sea leads to from tiles that a ship could sail to, with the moves to such a tile.

        The Passage is one of these cells once a ship could sail to it.
        """
        if start_tile not in self._exit_cells:
            self._exit_cells[start_tile] = self._search_exit_cells(start_tile)
        return self._exit_cells[start_tile]

    def _search_exit_cells(self, start_tile: int) -> dict[int, int]:
        exits: dict[int, int] = {}
        sea, filled = self.ground.known_corners & ~self.ground.land_corners, self.ground.filled_cells
        for tile, moves in self.find_sailed_tiles(start_tile).items():
            for cell in self.ground.placed_tiles[tile].cells:
                for neighbour, bit, ends, _ in self._sides.sides_by_cell[cell]:
                    if ends & sea and not bit & filled:
                        exits[neighbour] = min(moves, exits.get(neighbour, UNREACHABLE_MOVES))
            if tile == self.passage_tile:
                exits[self.ground.placed_tiles[tile].cells[0]] = moves
        return exits

    def count_steps_left(self, lay: TileLay, first_cell: int) -> int:
        """Count the steps to the Passage from the nearest empty cell that the sea of a tile laid there would open to."""
        sea = self.ground.known_corners & ~self.ground.land_corners | (lay.corner_mask & ~lay.land_mask) << first_cell
        filled = self.ground.filled_cells
        for _, bit, ends, steps in self._sides.list_tile_sides(first_cell, lay.span):
            if ends & sea and not bit & filled:
                return steps
        return UNREACHABLE_MOVES

    # ---------------------------------------------------------------- sleds
    def find_driven_areas(
        self, starts: Iterable[LandArea], round_number: int, max_moves: int = MAX_SLED_MOVES
    ) -> dict[LandArea, int]:
        """Find the areas that a sled can reach in a round from any of the starts, with the moves there."""
        moves: dict[LandArea, int] = {}
        for start in starts:
            for area, distance in self._search_areas(start, round_number, max_moves).items():
                if distance < moves.get(area, UNREACHABLE_MOVES):
                    moves[area] = distance
        return moves

    def _search_areas(self, start: LandArea, round_number: int, max_moves: int = MAX_SLED_MOVES) -> dict[LandArea, int]:
        key = start, self.ice_by_round[round_number], max_moves
        if key not in self._driven_areas:
            moves = self._driven_areas[key] = {start: 0}
            queue = [start]
            for area in queue:  # grows during the iteration
                if moves[area] == max_moves:
                    break
                for areas in travel.find_drives(self.ground, area, self.ice_by_round[round_number]).values():
                    for there in areas:
                        if there not in moves:
                            moves[there] = moves[area] + 1
                            queue.append(there)
        return self._driven_areas[key]

    def list_landings(self, tile: int, round_number: int) -> tuple[LandArea, ...]:
        """List the areas of a tile in a round."""
        return travel.list_areas(self.ground, self.ground.placed_tiles[tile], self.ice_by_round[round_number])

    def find_sled_tiles(self, expedition: Expedition) -> dict[int, tuple[int, int]]:
        """Find by tile the actions of a sled until it is there, and its extra actions for the way there and back."""
        key = build_expedition_key(expedition)
        if key not in self._sled_tiles:
            self._sled_tiles[key] = self._search_sled_tiles(expedition)
        return self._sled_tiles[key]

    def _search_sled_tiles(self, expedition: Expedition) -> dict[int, tuple[int, int]]:
        if expedition.sled_lost:
            return {}
        ship = self.ground.tile_by_cell[self._box.grid.cell_numbers[expedition.ship]]
        if expedition.sled:
            return self._search_from_sled(expedition, ship)
        return self._search_from_ship(expedition, ship)

    def _search_from_sled(self, expedition: Expedition, ship: int) -> dict[int, tuple[int, int]]:
        """Find the tiles of a sled under way that still comes back to its ship."""
        area = travel.find_area(self.ground, expedition.sled, self.ice_by_round[self.current_round])
        moves_aboard = self.find_driven_areas(self.list_landings(ship, self.current_round), self.current_round)
        if area is None or area not in moves_aboard:
            return {}
        actions = expedition.sled_available
        if self._keeps_ice(self.current_round):
            actions += expedition.sled_available + expedition.sled_resting
        found: dict[int, tuple[int, int]] = {}
        for there, moves in self.find_driven_areas([area], self.current_round).items():
            if there in moves_aboard and moves + moves_aboard[there] + 2 <= actions:
                tile = self.ground.tile_by_cell[there[0][0]]
                way = moves, moves + moves_aboard[there] - moves_aboard[area]
                found[tile] = min(found.get(tile, UNREACHABLE_WAY), way)
        return found

    def _search_from_ship(self, expedition: Expedition, ship: int) -> dict[int, tuple[int, int]]:
        """Find the tiles of a sled aboard, which is taken out in this round or the next."""
        crew = expedition.ship_available + expedition.ship_resting + expedition.sled_available + expedition.sled_resting
        found: dict[int, tuple[int, int]] = {}
        for n, crew_ready in ((self.current_round, expedition.ship_available), (self.current_round + 1, crew)):
            if n > self.last_round:
                break
            actions = crew_ready + (crew if self._keeps_ice(n) else 0)
            if actions < 4:
                continue
            max_moves = min(MAX_SLED_MOVES, (actions - 4) // 2)
            for there, moves in self.find_driven_areas(self.list_landings(ship, n), n, max_moves).items():
                tile = self.ground.tile_by_cell[there[0][0]]
                found[tile] = min(found.get(tile, UNREACHABLE_WAY), (moves + 1, 2 * moves + 2))
        return found

    def _keeps_ice(self, round_number: int) -> bool:
        """Return whether the ice of a round is still there in the next."""
        if round_number == self.last_round:
            return False
        return not self.ice_by_round[round_number] & ~self.ice_by_round[round_number + 1]

    def count_moves_aboard(self, expedition: Expedition) -> int:
        """Count the moves of a sled under way to its ship's place; -1 if it does not come back before its ice melts."""
        key = expedition.ship, expedition.sled, expedition.sled_available, expedition.sled_resting
        if key not in self._moves_aboard:
            self._moves_aboard[key] = self._search_way_aboard(expedition)
        return self._moves_aboard[key]

    def _search_way_aboard(self, expedition: Expedition) -> int:
        area = travel.find_area(self.ground, expedition.sled, self.ice_by_round[self.current_round])
        if area is None:
            return -1
        ship = self.ground.tile_by_cell[self._box.grid.cell_numbers[expedition.ship]]
        to_ship = self.find_driven_areas(self.list_landings(ship, self.current_round), self.current_round)
        crew = expedition.sled_available + expedition.sled_resting
        direct = to_ship.get(area, UNREACHABLE_MOVES)
        if direct <= expedition.sled_available:
            return direct
        if self.current_round == self.last_round:
            return -1
        later = self.find_driven_areas(self.list_landings(ship, self.current_round + 1), self.current_round + 1)
        best = UNREACHABLE_MOVES
        for stop, moves in self._search_areas(area, self.current_round).items():
            if moves > expedition.sled_available:
                continue
            tile = self.ground.tile_by_cell[stop[0][0]]
            for camp in self.list_landings(tile, self.current_round + 1):
                rest = later.get(camp, UNREACHABLE_MOVES)
                if rest <= crew and set(stop) & set(camp):
                    best = min(best, moves + rest)
        return best if best < UNREACHABLE_MOVES else -1


def estimate_return_chance(spare_actions: int) -> float:
    """Estimate the chance that an expedition comes home from its spare actions."""
    return 0.0 if spare_actions < 0 else min(1.0, (spare_actions + 1) / (SAFE_SPARE_ACTIONS + 1))


def build_expedition_key(expedition: Expedition) -> ExpeditionKey:
    """Build the cache key of an expedition: the places of ship and sled, and the crew of each."""
    return (
        expedition.ship,
        expedition.sled,
        expedition.sled_lost,
        expedition.ship_available,
        expedition.ship_resting,
        expedition.sled_available,
        expedition.sled_resting,
    )
