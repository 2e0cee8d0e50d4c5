"""What the rounds to come hold for ships and sleds on the board as it is laid: how far they can come, and what is left of their
crew's actions when they are to be back. For judging positions; no rule is decided here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.games.northwest import travel
from engine.games.northwest.board import TileBoard
from engine.games.northwest.coasts import OpenLands
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.state import Expedition
from engine.games.northwest.tiles import TileLay
from engine.games.northwest.travel import LandArea

UNREACHABLE_MOVES = 999
"""More moves than anybody makes."""
MAX_SLED_MOVES = 7
"""The most tiles that a sled goes in a round."""
SAFE_SPARE_ACTIONS = 3
"""Spare actions that make the way home safe."""


FindTarget = tuple[int, str, float, int]
"""A tile, the kind of find there, its points, and the actions to take it."""


ExpeditionKey = tuple[str, str, bool, int, int, int, int]
"""All of an expedition that its ways depend on."""
TileSpot = tuple[int, int, float]
"""A cell on which a tile could begin, its other cell, and what that would be worth."""


class ReachedTile(NamedTuple):
    """How a ship reaches a tile: the moves there, the actions that going there takes from those it can spare, and the round."""

    moves: int
    actions_taken: int
    round: int


CellSide = tuple[int, int, int, int]
"""A way out of a cell: the cell beside it, the same as a bit, the two ends of the side between them, its steps to the Passage."""


class GridSides:
    """How the cells of a grid lie to each other and to the Passage."""

    def __init__(self, box: GameBox) -> None:
        xy, stride = box.grid.find_coordinates, box.grid.stride
        goals = [xy(cell) for cell in box.passage.cells]
        self.steps_to_passage = {
            cell: min(abs(xy(cell)[0] - to_x) + abs(xy(cell)[1] - to_y) for to_x, to_y in goals)
            for cell in box.grid.cell_names
        }
        """From every cell to the Passage, in cells."""
        self.sides_by_cell: dict[int, tuple[CellSide, ...]] = {}
        """The sides of every cell, in the order of the grid's neighbours."""
        for cell, beside in box.grid.neighbours.items():
            found: list[CellSide] = []
            for out in beside:
                near, far = sorted((cell, out))
                ends = 1 << far | 1 << far + (stride if far - near == 1 else 1)
                found.append((out, 1 << out, ends, self.steps_to_passage[out]))
            self.sides_by_cell[cell] = tuple(found)
        self._tile_sides: dict[tuple[int, int], tuple[CellSide, ...]] = {}

    def list_tile_sides(self, first_cell: int, span: int) -> tuple[CellSide, ...]:
        """The sides of a tile, those nearest to the Passage first."""
        key = first_cell, span
        if key not in self._tile_sides:
            cells = (first_cell, first_cell + span) if span else (first_cell,)
            sides = [side for cell in cells for side in self.sides_by_cell[cell] if side[0] not in cells]
            self._tile_sides[key] = tuple(sorted(sides, key=lambda side: side[3]))
        return self._tile_sides[key]


@lru_cache(maxsize=4)
def find_sides(box: GameBox) -> GridSides:
    """The same for all positions that are judged: players are made anew for every decision."""
    return GridSides(box)


class RouteForecast:
    """A board from a round on, each round with its own ice. Tiles are meant by their index on the board."""

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
        """The finds of the board, taken or not, once somebody has looked."""
        self.nearby_cells: dict[ExpeditionKey, tuple[dict[int, float], dict[int, int]]] = {}
        self.tile_spots: dict[tuple[str, int, float, float, int], list[TileSpot]] = {}
        """What the evaluator has found out about the cells beside an expedition, and about a tile there."""

    # ---------------------------------------------------------------- ships
    def count_spare_actions(self, expedition: Expedition) -> int:
        """Actions that an expedition can spare if its ship is to be home at the end, its sled aboard if it comes back; -1 without
        a way."""
        key = build_expedition_key(expedition)
        if key not in self._spare_actions:
            spare = self._explore_ship(expedition)[0]
            back = self.count_moves_aboard(expedition) if expedition.sled else -1
            self._spare_actions[key] = spare if back < 0 else max(-1, spare - back - 1)
        return self._spare_actions[key]

    def find_ship_tiles(self, expedition: Expedition) -> dict[int, ReachedTile]:
        """The tiles that its ship can reach and come home from."""
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
        """By tile those that a ship can sail to from it, None where nobody has looked yet (`_find_sailings`)."""
        found = self._sailings_by_ice.get(ice)
        if found is None:
            found = self._sailings_by_ice[ice] = [None] * len(self.ground.placed_tiles)
        return found

    def _find_sailings(self, tile: int, ice: int) -> tuple[int, ...]:
        found = self._open_sailings(ice)[tile] = travel.find_sailings(self.ground, self.ground.placed_tiles[tile], ice)
        return found

    def _search_onward(self, start_tile: int, actions_left: int, crew: int) -> tuple[int, dict[int, ReachedTile]]:
        """From a tile with so many actions left in this round: what can be spared, and what can be reached."""
        most = self._compute_spare_table(crew)
        moves, found = {start_tile: 0}, dict[int, ReachedTile]()
        spare, actions = -1, actions_left
        for n in range(self.current_round, self.last_round + 1):
            layer, ice = list(moves), self.ice_by_round[n]
            ways = self._open_sailings(ice)
            for _ in range(actions_left if n == self.current_round else crew):
                onward: list[int] = []
                for tile in layer:
                    far = moves[tile] + 1
                    there_to = ways[tile]
                    for there in self._find_sailings(tile, ice) if there_to is None else there_to:
                        if there == self.home_tile:
                            spare = max(spare, actions_left - far) if n == self.current_round else spare
                        elif moves.get(there, UNREACHABLE_MOVES) > far:
                            moves[there] = far
                            onward.append(there)
                layer = onward
            at, after = most[n], most.get(n + 1, {})
            for tile, far in moves.items():
                if n == self.current_round and tile in after:
                    spare = max(spare, after[tile] + actions_left - far)
                if tile in at and (tile not in found or found[tile].moves > far):
                    left_there = actions - far - crew + at[tile]
                    if left_there >= 0:
                        found[tile] = ReachedTile(far, left_there, n)
            actions += crew
        if start_tile == self.home_tile:
            spare = max(spare, actions_left + crew * (self.last_round - self.current_round))
        return spare, {
            tile: way._replace(actions_taken=max(0, spare - way.actions_taken)) for tile, way in found.items()
        }

    def _compute_spare_table(self, crew: int) -> dict[int, dict[int, int]]:
        """By round and tile, how many actions a crew can have for other things if its ship lies there at the beginning and is to be
        home at the end: backwards from the last round. Tiles without a way home are left out."""
        if crew in self._spare_by_crew:
            return self._spare_by_crew[crew]
        found = self._spare_by_crew[crew] = {}
        best: dict[int, int] = {}
        for n in range(self.last_round, self.current_round - 1, -1):
            ice = self.ice_by_round[n]
            ways = self._open_sailings(ice)
            best = {tile: spare + crew for tile, spare in best.items() if tile != self.home_tile}
            best[self.home_tile] = crew
            moved = dict.fromkeys(best, 0)
            queue = sorted(best, key=lambda tile: -best[tile])
            for here in queue:
                if moved[here] == crew or not best[here]:
                    continue
                there_to = ways[here]
                for there in self._find_sailings(here, ice) if there_to is None else there_to:
                    if there != self.home_tile and best.get(there, -1) < best[here] - 1:
                        best[there], moved[there] = best[here] - 1, moved[here] + 1
                        queue.append(there)
            found[n] = best
        return found

    def find_sailed_tiles(self, start_tile: int) -> dict[int, int]:
        """The tiles that a ship could sail to if there were no ice, with the moves there."""
        if start_tile not in self._sailed_tiles:
            far = self._sailed_tiles[start_tile] = {start_tile: 0}
            queue = [start_tile]
            for tile in queue:
                for there in travel.find_sailings(self.ground, self.ground.placed_tiles[tile], 0):
                    if there not in far:
                        far[there] = far[tile] + 1
                        queue.append(there)
        return self._sailed_tiles[start_tile]

    def find_exit_cells(self, start_tile: int) -> dict[int, int]:
        """The empty cells to which open sea leads from tiles that a ship could sail to, with the moves to such a tile; the Passage
        itself once it can be sailed to."""
        if start_tile not in self._exit_cells:
            found = self._exit_cells[start_tile] = {}
            sea, filled = self.ground.known_corners & ~self.ground.land_corners, self.ground.filled_cells
            for tile, far in self.find_sailed_tiles(start_tile).items():
                for cell in self.ground.placed_tiles[tile].cells:
                    for out, bit, ends, _ in self._sides.sides_by_cell[cell]:
                        if ends & sea and not bit & filled:
                            found[out] = min(far, found.get(out, UNREACHABLE_MOVES))
                if tile == self.passage_tile:
                    found[self.ground.placed_tiles[tile].cells[0]] = far
        return self._exit_cells[start_tile]

    def count_steps_left(self, lay: TileLay, first_cell: int) -> int:
        """How near to the Passage a tile would lead that is laid there: steps from the nearest empty cell that its sea opens to."""
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
        """The land and ice that a sled can reach from any of these in round n with so many moves at most, with the moves there."""
        found: dict[LandArea, int] = {}
        for start in starts:
            for area, far in self._search_areas(start, round_number, max_moves).items():
                if far < found.get(area, UNREACHABLE_MOVES):
                    found[area] = far
        return found

    def _search_areas(self, start: LandArea, round_number: int, max_moves: int = MAX_SLED_MOVES) -> dict[LandArea, int]:
        key = start, self.ice_by_round[round_number], max_moves
        if key not in self._driven_areas:
            far = self._driven_areas[key] = {start: 0}
            queue = [start]
            for area in queue:
                if far[area] == max_moves:
                    break
                for there in travel.find_drives(self.ground, area, self.ice_by_round[round_number]).values():
                    for onto in there:
                        if onto not in far:
                            far[onto] = far[area] + 1
                            queue.append(onto)
        return self._driven_areas[key]

    def list_landings(self, tile: int, round_number: int) -> tuple[LandArea, ...]:
        """The land and ice of a tile in round n."""
        return travel.list_areas(self.ground, self.ground.placed_tiles[tile], self.ice_by_round[round_number])

    def find_sled_tiles(self, expedition: Expedition) -> dict[int, tuple[int, int]]:
        """By tile, the actions until a sled is there, and those that it takes there and back beyond those that it takes anyway."""
        key = build_expedition_key(expedition)
        if key not in self._sled_tiles:
            self._sled_tiles[key] = self._search_sled_tiles(expedition)
        return self._sled_tiles[key]

    def _search_sled_tiles(self, expedition: Expedition) -> dict[int, tuple[int, int]]:
        if expedition.sled_lost:
            return {}
        ship = self.ground.tile_by_cell[self._box.grid.cell_numbers[expedition.ship]]
        found: dict[int, tuple[int, int]] = {}
        crew = expedition.ship_available + expedition.ship_resting + expedition.sled_available + expedition.sled_resting
        if expedition.sled:
            area = travel.find_area(self.ground, expedition.sled, self.ice_by_round[self.current_round])
            if area is None:
                return {}
            aboard = self.find_driven_areas(self.list_landings(ship, self.current_round), self.current_round)
            if area not in aboard:
                return {}
            left = expedition.sled_available + (
                expedition.sled_available + expedition.sled_resting if self._keeps_ice(self.current_round) else 0
            )
            for onto, far in self.find_driven_areas([area], self.current_round).items():
                if onto in aboard and far + aboard[onto] + 2 <= left:
                    tile = self.ground.tile_by_cell[onto[0][0]]
                    found[tile] = min(
                        found.get(tile, (UNREACHABLE_MOVES, UNREACHABLE_MOVES)),
                        (far, far + aboard[onto] - aboard[area]),
                    )
            return found
        for n, left in ((self.current_round, expedition.ship_available), (self.current_round + 1, crew)):
            if n > self.last_round:
                break
            budget = left + (crew if self._keeps_ice(n) else 0)
            if budget < 4:
                continue
            for onto, far in self.find_driven_areas(
                self.list_landings(ship, n), n, min(MAX_SLED_MOVES, (budget - 4) // 2)
            ).items():
                tile = self.ground.tile_by_cell[onto[0][0]]
                found[tile] = min(found.get(tile, (UNREACHABLE_MOVES, UNREACHABLE_MOVES)), (far + 1, 2 * far + 2))
        return found

    def _keeps_ice(self, round_number: int) -> bool:
        """Whether the ice of a round is still there in the next."""
        return (
            round_number < self.last_round
            and self.ice_by_round[round_number + 1] & self.ice_by_round[round_number] == self.ice_by_round[round_number]
        )

    def count_moves_aboard(self, expedition: Expedition) -> int:
        """The moves of a sled under way to its ship, where that lies; -1 if it does not come back before its ice melts."""
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
        for stop, far in self._search_areas(area, self.current_round).items():
            if far > expedition.sled_available:
                continue
            tile = self.ground.tile_by_cell[stop[0][0]]
            for camp in self.list_landings(tile, self.current_round + 1):
                rest = later.get(camp, UNREACHABLE_MOVES)
                if rest <= crew and set(stop) & set(camp):
                    best = min(best, far + rest)
        return best if best < UNREACHABLE_MOVES else -1


def estimate_return_chance(spare_actions: int) -> float:
    """Estimate the chance that an expedition comes home from its spare actions."""
    return 0.0 if spare_actions < 0 else min(1.0, (spare_actions + 1) / (SAFE_SPARE_ACTIONS + 1))


def build_expedition_key(expedition: Expedition) -> ExpeditionKey:
    """Where ship and sled are, and how many of the crew are with each."""
    return (
        expedition.ship,
        expedition.sled,
        expedition.sled_lost,
        expedition.ship_available,
        expedition.ship_resting,
        expedition.sled_available,
        expedition.sled_resting,
    )
