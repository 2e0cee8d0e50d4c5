"""The points that an expedition under way may still win, for computer players: finds, tiles, the Passage and islands.

The way home and the points that are already scored are the subject of `evaluator`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.games.northwest import scoring
from engine.games.northwest.board import PlacedTile, TileBoard
from engine.games.northwest.coasts import OpenLands
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.grid import generate_bits
from engine.games.northwest.route_forecast import (
    FindTarget,
    RouteForecast,
    TileSpot,
    build_expedition_key,
    estimate_return_chance,
)
from engine.games.northwest.state import Expedition, State
from engine.games.northwest.tiles import TileLay, TilePiece
from engine.games.northwest.token_values import AVERAGE_TOKEN_POINTS, TokenValues
from engine.kernel.text import Seat

FURTHER_ACTION_POINTS: Final = 0.5
"""Points that a further action in a turn must bring beyond its cost: it could be the first action of the next turn."""
FIND_WEIGHT: Final = 0.8
"""Weight of a find within reach. With a weight of 1 the computer player would put off taking it."""
FIND_DISCOUNT: Final = 0.82
"""Factor of that weight for every action on the way."""
DETOUR_COST: Final = 0.1
"""Points for every action on the way that is taken from the spare actions."""
RIVAL_NEAR_STEPS: Final = 5
"""Steps from which a rival is near."""
NEAR_RIVAL_DISCOUNT: Final = 0.6
"""Factor of a find for every rival who is nearer."""
NEXT_FIND_WEIGHT: Final = 0.15
"""Weight of the next best find relative to the one before; with equal weights a ship would stay between all of them."""
MAX_COUNTED_FINDS: Final = 6
FADING_SPARE_ACTIONS: Final = 25
"""With fewer spare actions than these, further charting and sailing lose value."""
MISFIT_TILE_POINTS: Final = 0.1
"""Points of a tile in the reserve that fits nowhere."""
BEST_TILE_WEIGHT: Final = 0.6
"""Weight of the best tile of a reserve."""
ENOUGH_RESERVE_TILES: Final = 4
EXCESS_TILE_COST: Final = 0.3
"""Cost of a tile too many in the reserve: all players draw from the bag, and the action was wasted."""
MAX_CHARTING_MOVES: Final = 4
"""The longest way of a crew to chart something."""
ROUND_DISCOUNT: Final = 0.8
"""Factor of a find or of a cell for a tile for every round until the ship can come there."""
MAX_RATED_TILES: Final = 6
"""The number of tiles of a reserve that are rated, the newest ones."""
NEXT_TILE_WEIGHT: Final = 0.35
"""Weight of the next best tile relative to the one before."""
SYMBOL_WEIGHT: Final = 0.5
"""Weight of the symbol on such a tile."""
PASSAGE_WEIGHT: Final = 0.95
"""Weight of the next token at the Passage when the ship is next to it."""
PASSAGE_DISCOUNT: Final = 0.94
"""Factor of that weight for every action on the way."""
VOYAGE_COST: Final = 0.25
"""Points for every action there and back that is taken from the spare actions. A step costs two of them, so a higher cost would
make the step worse than drawing one more tile."""
EMPTY_CELL_ACTIONS: Final = 1.6
"""Actions for a cell without a tile on the way to the Passage."""
RETURN_TRIP_FACTOR: Final = 1.3
"""Actions there and back for every action there, as the way back is charted."""
CERTAIN_SPARE_ACTIONS: Final = 8
"""Spare actions beyond the way there and back that make it certain that there is time."""
ICEBOUND_ROUND_COST: Final = 1.0
"""Points for a round in which the ice holds the ship where it is."""
PASSAGE_STEP_POINTS: Final = 0.6
"""Points for a step nearer to the Passage of the open sea within reach of the ship."""
MAX_PASSAGE_STEPS: Final = 24
"""At this distance to the Passage, in steps, the open sea has no value."""
SOUTH_ROW_POINTS: Final = 0.6
"""Points for a row further south, away from the ice, before the winter."""
LAID_TILE_POINTS: Final = 0.1
CLOSING_WEIGHT: Final = 0.7
"""Weight of an island that a tile of the reserve would close."""
NEAR_CLOSING_WEIGHT: Final = 0.15
"""Weight of an island that one more tile could close; each further unknown cell halves it."""


class ReachWay(NamedTuple):
    """A way to a tile: its moves, the actions it takes from the spare ones, and a factor for the rounds until the arrival."""

    moves: int
    actions_taken: int
    discount: float


class RatedFind(NamedTuple):
    """A find with its points, the factor of these points, the actions for it, and its kind. Better finds compare greater."""

    points: float
    certainty: float
    actions: int
    kind: str


class RatingContext(NamedTuple):
    """An expedition whose prospects are rated, with the values that several ratings share.

    `token_gains` are the points of one more token by kind, `land_points` the points for closing each of the open lands,
    `passage_steps` the fewest steps from the open sea within reach to the Passage.
    """

    state: State
    seat: Seat
    expedition: Expedition
    forecast: RouteForecast
    spare_actions: int
    token_gains: Mapping[str, float]
    land_points: Sequence[float]
    passage_steps: int


class ProspectRater:
    """A rater of the points that an expedition under way may still win."""

    def __init__(self, box: GameBox, token_values: TokenValues) -> None:
        self._box = box
        self._token_values = token_values

    def rate(self, state: State, forecast: RouteForecast, seat: Seat) -> float:
        """Rate the prospects of a seat, in points."""
        expedition, board, grid = state.expeditions[seat], forecast.ground, self._box.grid
        spare = forecast.count_spare_actions(expedition)
        home = estimate_return_chance(spare)
        time = min(1.0, max(0, spare) / FADING_SPARE_ACTIONS)
        gains = self._token_values.estimate_gains(state, seat)
        tile = board.find_tile(grid.cell_numbers[expedition.ship])
        exits = forecast.find_exit_cells(board.tile_by_cell[tile.cells[0]])
        steps = [forecast.steps_to_passage[cell] for cell in exits]
        ways = [moves + EMPTY_CELL_ACTIONS * forecast.steps_to_passage[cell] for cell, moves in exits.items()]
        passage_actions = min(ways, default=EMPTY_CELL_ACTIONS * MAX_PASSAGE_STEPS)
        southern_row = max([grid.find_coordinates(cell)[1] for cell in exits], default=0)
        context = RatingContext(
            state,
            seat,
            expedition,
            forecast,
            spare,
            gains,
            self._rate_open_lands(forecast.coasts, gains),
            min(steps, default=MAX_PASSAGE_STEPS),
        )
        ratings = [
            -FURTHER_ACTION_POINTS if state.to_move == seat and state.acted > 1 else 0.0,
            time * PASSAGE_STEP_POINTS * (MAX_PASSAGE_STEPS - passage_actions / EMPTY_CELL_ACTIONS),
            SOUTH_ROW_POINTS * min(8, southern_row) * min(4, max(0, 7 - forecast.current_round)) / 4,
            time * self._rate_reserve(context),
            home * self._rate_finds(context),
            home * self._rate_passage(context, passage_actions),
            -ICEBOUND_ROUND_COST * _count_icebound_rounds(forecast, tile),
            min(time * 3, home) * self._rate_nearest_land(context, tile),
        ]
        return sum(ratings)

    # ---------------------------------------------------------------- the Passage
    def _rate_passage(self, context: RatingContext, passage_actions: float) -> float:
        """Rate the token at the Passage, as far as there is time for the way there and back."""
        state, expedition, forecast = context.state, context.expedition, context.forecast
        if expedition.passage is not None or not state.passage_tokens:
            return 0.0
        ways = [(passage_actions, RETURN_TRIP_FACTOR * passage_actions)]
        sled_tiles = forecast.find_sled_tiles(expedition)
        if forecast.passage_tile in sled_tiles:
            ways.append(sled_tiles[forecast.passage_tile])
        best = 0.0
        for moves, taken in ways:
            certainty = min(1.0, max(0.0, (context.spare_actions - taken) / CERTAIN_SPARE_ACTIONS))
            points = PASSAGE_WEIGHT * max(state.passage_tokens) * float(PASSAGE_DISCOUNT**moves) - VOYAGE_COST * taken
            best = max(best, certainty * max(0.0, points))
        return best

    # ---------------------------------------------------------------- finds
    def _rate_finds(self, context: RatingContext) -> float:
        """Rate the best finds within reach of ship or sled, while there is time.

        A second find of a kind counts with the average points of tokens. Otherwise the expedition would leave the first one.
        """
        spare = max(0, context.spare_actions)
        finds = self._list_rated_finds(context, spare)
        finds.sort(reverse=True)
        total, weight = 0.0, 1.0
        unsettled = 1 - self._token_values.compute_settled_share(context.state)
        counted: set[str] = set()
        for find in finds[:MAX_COUNTED_FINDS]:
            if find.actions > spare or find.points <= 0:
                continue
            points = find.points
            if find.kind in counted:
                excess = context.token_gains[find.kind] - unsettled * AVERAGE_TOKEN_POINTS[find.kind]
                points -= find.certainty * excess
            total += weight * points
            counted.add(find.kind)
            spare -= find.actions
            weight *= NEXT_FIND_WEIGHT
        return total

    def _list_rated_finds(self, context: RatingContext, spare: int) -> list[RatedFind]:
        targets = self._list_targets(context.state, context.forecast)
        if not targets:
            return []
        expedition, grid, board = context.expedition, self._box.grid, context.forecast.ground
        ship_ways, sled_ways = _find_ways(context)
        ship_crew = expedition.ship_available + expedition.ship_resting
        sled_crew = expedition.sled_available + expedition.sled_resting
        ship_place = grid.find_coordinates(grid.cell_numbers[expedition.ship])
        rival_places = self._list_rival_places(context)
        finds: list[RatedFind] = []
        for tile, kind, points, cost in targets:
            ways: list[ReachWay] = []
            if tile in ship_ways and ship_crew >= cost:
                ways.append(ship_ways[tile])
            if tile in sled_ways and (sled_crew >= cost or not expedition.sled):
                moves, taken = sled_ways[tile]
                ways.append(ReachWay(moves, taken, 1.0))
            ways = [way for way in ways if way.actions_taken + cost <= spare]
            if not ways:
                continue
            place = grid.find_coordinates(board.placed_tiles[tile].cells[0])
            nearer_rivals = _count_nearer_rivals(place, ship_place, rival_places)
            factor = FIND_WEIGHT * NEAR_RIVAL_DISCOUNT**nearer_rivals
            worth = points + context.token_gains[kind]
            finds.append(max([_rate_find(way, factor, worth, cost, kind) for way in ways]))
        return finds

    def _list_rival_places(self, context: RatingContext) -> list[tuple[int, int]]:
        grid = self._box.grid
        places: list[tuple[int, int]] = []
        for seat, other in enumerate(context.state.expeditions):
            if seat != context.seat and not other.home:
                places.append(grid.find_coordinates(grid.cell_numbers[other.ship]))
        return places

    def _list_targets(self, state: State, forecast: RouteForecast) -> list[FindTarget]:
        """List the finds that nobody has taken."""
        if forecast.finds is None:
            forecast.finds = list(self._generate_finds(forecast.ground))
        taken, tiles = state.taken, forecast.ground.placed_tiles
        return [target for target in forecast.finds if tiles[target[0]].tile not in taken]

    def _generate_finds(self, board: TileBoard) -> Iterator[FindTarget]:
        """Yield all finds of a board."""
        components, grid = self._box.components, self._box.grid
        costs = {"inuit": components.costs.discover, "cairn": components.costs.discover}
        for n, tile in enumerate(board.placed_tiles):
            if tile.symbol:
                column, _ = grid.find_coordinates(tile.symbol_cell)
                points = scoring.compute_find_points(components, tile.symbol, column)
                yield n, tile.symbol, points, costs.get(tile.symbol, components.costs.explore)

    # ---------------------------------------------------------------- the reserve
    def _rate_reserve(self, context: RatingContext) -> float:
        tiles = len(context.expedition.hand)
        points = MISFIT_TILE_POINTS * min(3, tiles) - EXCESS_TILE_COST * max(0, tiles - ENOUGH_RESERVE_TILES)
        return points + self._rate_best_tiles(context)

    def _rate_best_tiles(self, context: RatingContext) -> float:
        """Rate the best tiles of a reserve on the cells next to tiles within reach of ship or sled."""
        expedition, forecast, gains = context.expedition, context.forecast, context.token_gains
        if not expedition.hand:
            return 0.0
        weights, start_cells = _find_nearby_cells(forecast, expedition)
        ship = forecast.ground.tile_by_cell[self._box.grid.cell_numbers[expedition.ship]]
        ratings: list[float] = []
        for tile in dict.fromkeys(expedition.hand[-MAX_RATED_TILES:]):
            piece, best = self._box.pieces[tile], 0.0
            token = gains[piece.symbol] if piece.symbol else 0.0
            key = tile, ship, token, gains["cartography"], start_cells[0]
            if key not in forecast.tile_spots:
                forecast.tile_spots[key] = self._list_tile_spots(context, piece, start_cells, ship, token)
            for cell, other, points in forecast.tile_spots[key]:
                if points <= best:  # no weight is above 1
                    break
                weight = max(weights.get(cell, 0.0), weights.get(other, 0.0))
                best = max(best, points * weight)
            ratings.append(best)
        ratings.sort(reverse=True)
        return BEST_TILE_WEIGHT * sum([points * NEXT_TILE_WEIGHT**n for n, points in enumerate(ratings[:3])])

    def _list_tile_spots(
        self, context: RatingContext, piece: TilePiece, start_cells: Mapping[int, int], ship: int, token: float
    ) -> list[TileSpot]:
        """List the places for a tile with the points of its best lay there, the best place first."""
        forecast = context.forecast
        sea = forecast.find_exit_cells(ship)
        best: dict[tuple[int, int], float] = {}
        for lay in piece.different_lays:
            for cell in generate_bits(forecast.ground.find_fitting_cells(lay) & start_cells[lay.span]):
                other = cell + lay.span
                points = LAID_TILE_POINTS
                if cell in sea or other in sea:
                    steps_left = forecast.count_steps_left(lay, cell)
                    points += PASSAGE_STEP_POINTS * max(0, context.passage_steps - steps_left)
                if piece.symbol:
                    points += SYMBOL_WEIGHT * (self._compute_symbol_points(piece, lay, cell) + token)
                closed_lands = forecast.coasts.find_closed_lands(lay, cell)
                if closed_lands:
                    points += CLOSING_WEIGHT * sum([context.land_points[n] for n in closed_lands])
                if points > best.get((cell, other), 0.0):
                    best[cell, other] = points
        spots = [(cell, other, points) for (cell, other), points in best.items()]
        spots.sort(key=_get_spot_points, reverse=True)
        return spots

    def _compute_symbol_points(self, piece: TilePiece, lay: TileLay, cell: int) -> int:
        column, _ = self._box.grid.find_coordinates(cell + lay.symbol_at)
        return scoring.compute_find_points(self._box.components, piece.symbol, column)

    # ---------------------------------------------------------------- islands
    def _rate_open_lands(self, coasts: OpenLands, gains: Mapping[str, float]) -> list[float]:
        """Rate the closing of each of the open lands."""
        components, token = self._box.components, gains["cartography"]
        return [scoring.compute_island_points(components, land.tiles + 1) + token for land in coasts.lands]

    def _rate_nearest_land(self, context: RatingContext, ship_tile: PlacedTile) -> float:
        """Rate the land next to the ship's tile that is nearest to being closed."""
        adjacent = context.forecast.ground.find_adjacent_cells(ship_tile)
        best = 0.0
        for land, points in zip(context.forecast.coasts.lands, context.land_points, strict=True):
            if land.cells & adjacent:
                best = max(best, points * 0.5 ** (land.cells.bit_count() - 1))
        return NEAR_CLOSING_WEIGHT * best


def _get_spot_points(spot: TileSpot) -> float:
    return spot[2]


def _count_icebound_rounds(forecast: RouteForecast, tile: PlacedTile) -> int:
    """Count the rounds to come in which the whole tile is ice."""
    later_rounds = range(forecast.current_round + 1, forecast.last_round + 1)
    return sum([not tile.mask & ~forecast.ice_by_round[n] for n in later_rounds])


def _find_ways(context: RatingContext) -> tuple[dict[int, ReachWay], dict[int, tuple[int, int]]]:
    """Find the ways of ship and sled by tile."""
    expedition, forecast = context.expedition, context.forecast
    extra_factor = 1 if expedition.sled else 0  # the ship has to come back to its sled
    ship_ways: dict[int, ReachWay] = {}
    for tile, reached in forecast.find_ship_tiles(expedition).items():
        taken = reached.actions_taken + extra_factor * reached.moves
        ship_ways[tile] = ReachWay(reached.moves, taken, ROUND_DISCOUNT ** (reached.round - forecast.current_round))
    return ship_ways, forecast.find_sled_tiles(expedition)


def _count_nearer_rivals(
    place: tuple[int, int], ship_place: tuple[int, int], rival_places: Sequence[tuple[int, int]]
) -> int:
    own_distance = abs(ship_place[0] - place[0]) + abs(ship_place[1] - place[1])
    limit = min(own_distance, RIVAL_NEAR_STEPS)
    return sum([abs(x - place[0]) + abs(y - place[1]) < limit for x, y in rival_places])


def _rate_find(way: ReachWay, factor: float, points: float, cost: int, kind: str) -> RatedFind:
    certainty = factor * FIND_DISCOUNT ** (way.moves + cost) * way.discount
    return RatedFind(certainty * points - DETOUR_COST * way.actions_taken, certainty, way.actions_taken + cost, kind)


def _find_nearby_cells(forecast: RouteForecast, expedition: Expedition) -> tuple[dict[int, float], dict[int, int]]:
    """Find the empty cells next to tiles within reach of ship or sled, with their weights.

    The second part are the cells on which a tile can begin there, by its span.
    """
    key = build_expedition_key(expedition)
    if key not in forecast.nearby_cells:
        board, tile_weights = forecast.ground, dict[int, float]()
        for tile, way in forecast.find_ship_tiles(expedition).items():
            if way.moves <= MAX_CHARTING_MOVES:
                round_discount = ROUND_DISCOUNT ** (way.round - forecast.current_round)
                tile_weights[tile] = FIND_DISCOUNT**way.moves * round_discount
        for tile, (moves, _) in forecast.find_sled_tiles(expedition).items():
            if moves <= MAX_CHARTING_MOVES:
                tile_weights[tile] = max(FIND_DISCOUNT**moves, tile_weights.get(tile, 0.0))
        weights: dict[int, float] = {}
        for tile, weight in tile_weights.items():
            for cell in generate_bits(board.find_adjacent_cells(board.placed_tiles[tile])):
                weights[cell] = max(weight, weights.get(cell, 0.0))
        forecast.nearby_cells[key] = weights, board.find_start_cells(sum([1 << cell for cell in weights]))
    return forecast.nearby_cells[key]
