"""How good a position of an expedition is, in points; for computer players and analyses.

Coming home is the largest term: how many actions a crew can spare is counted over the rounds to come, each with its own ice. A
spare action has a price, and what lies within reach of ship or sled counts what it pays less the actions that it takes. Then what
has been scored, what majorities and sets would pay now, what the reserve could chart, and a pull towards the Passage.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.northwest import scoring
from engine.games.northwest.board import PlacedTile, TileBoard
from engine.games.northwest.coasts import OpenLands
from engine.games.northwest.components import MAJORITY_KINDS
from engine.games.northwest.game import Northwest
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.grid import list_bits
from engine.games.northwest.route_forecast import FindTarget, RouteForecast, TileSpot, build_expedition_key, find_sides
from engine.games.northwest.state import SET_KINDS, Expedition, State
from engine.games.northwest.tiles import TilePiece
from engine.kernel.menu import Menu
from engine.kernel.text import Seat, Text, say

POINTS_PER_LOGIT: Final = 8.0
"""So many points ahead are worth one unit of log-odds."""
RIVALS_WEIGHT: Final = 0.5
"""How much the others' points count beside the own ones."""
PAR_POINTS: Final = 40
"""The points of an expedition that does neither well nor badly."""
RIVAL_START_POINTS: Final = 18
"""What others may still find and chart at the beginning, which is not looked at."""
AMPLE_SPARE_ACTIONS: Final = 45
"""So many actions to spare are enough for all of it."""
ACTION_POINTS: Final = 0.4
"""Points that a crewman's action to come will bring, while there is time to come home."""
FURTHER_ACTION_POINTS: Final = 0.5
"""Points that a further action in a turn has to bring beyond what it takes: it could be the first of the next turn."""
FIND_WEIGHT: Final = 0.8
"""What a find within reach counts of its worth. Where it is as much as the find itself, taking it is put off."""
FIND_DISCOUNT: Final = 0.82
"""What is left of that with every action that it takes."""
DETOUR_COST: Final = 0.1
"""What every action costs that going there takes from those to spare."""
RIVAL_NEAR_STEPS: Final = 5
"""Steps from which a rival is near."""
NEAR_RIVAL_DISCOUNT: Final = 0.6
"""What is left of it for every rival who is nearer."""
NEXT_FIND_WEIGHT: Final = 0.15
"""What the next best find counts beside the one before; if all counted alike, a ship would stay in their midst."""
SAFE_SPARE_ACTIONS: Final = 3
"""So many actions to spare make the way home safe."""
FADING_SPARE_ACTIONS: Final = 25
"""With fewer actions to spare than these, what could still be charted and sailed to loses its worth."""
MISFIT_TILE_POINTS: Final = 0.1
"""A tile in the reserve that fits nowhere."""
BEST_TILE_WEIGHT: Final = 0.6
"""What the best tile of a reserve counts of what laying it would bring."""
ENOUGH_RESERVE_TILES: Final = 4
"""So many tiles a reserve needs."""
EXCESS_TILE_COST: Final = 0.3
"""What a tile too many in the reserve costs: the bag is for all, and the action was for nothing."""
MAX_CHARTING_MOVES: Final = 4
"""So many moves the crew goes to chart something."""
ROUND_DISCOUNT: Final = 0.8
"""What is left of a find, and of a place where a tile could be laid, with every round until the ship can come there."""
MAX_RATED_TILES: Final = 6
"""So many tiles of a reserve are looked at, the newest."""
NEXT_TILE_WEIGHT: Final = 0.35
"""What the next best tile counts beside the one before."""
SYMBOL_WEIGHT: Final = 0.5
"""What the symbol on such a tile counts of its worth."""
PASSAGE_WEIGHT: Final = 0.95
"""How much of the next token at the Passage counts when the ship stands before it."""
PASSAGE_DISCOUNT: Final = 0.94
"""What is left of that for every action on the way."""
VOYAGE_COST: Final = 0.25
"""What every action costs that going there and back takes from those to spare. As a step on the way takes two of them, it would
else look worse than drawing one more tile."""
EMPTY_CELL_ACTIONS: Final = 1.6
"""Actions that a cell without a tile takes on the way to the Passage."""
RETURN_TRIP_FACTOR: Final = 1.3
"""Actions on the way there and back for every one there, where the way back is charted."""
CERTAIN_SPARE_ACTIONS: Final = 8
"""So many actions beyond these make it sure that there is time."""
ICEBOUND_ROUND_COST: Final = 1.0
"""Points that a round costs in which the ice holds the ship where it is."""
PASSAGE_STEP_POINTS: Final = 0.6
"""A step nearer to the Passage of the open sea that the ship can sail to."""
MAX_PASSAGE_STEPS: Final = 24
"""Steps to the Passage that count for nothing."""
SOUTH_ROW_POINTS: Final = 0.6
"""The same for a row further south, away from the ice, before the winter."""
LAID_TILE_POINTS: Final = 0.1
"""A tile laid."""
CLOSING_WEIGHT: Final = 0.7
"""What closing an island counts when a tile of the reserve would do it."""
NEAR_CLOSING_WEIGHT: Final = 0.15
"""What an island that one more tile could close counts of its points; each unknown corner more halves it."""
MAJORITY_WEIGHT: Final = 0.8
"""What majorities and sets count in the last round of what they would pay then."""
EARLY_MAJORITY_WEIGHT: Final = 0.4
"""What is left of that at the beginning; the rest is what tokens bring on average."""
AVERAGE_TOKEN_POINTS: Final = {"inuit": 1.0, "cairn": 1.0, "franklin": 2.5, "strait": 2.0, "cartography": 1.5}
"""What a token brings on average towards majorities and sets, besides its points."""
STRANDED_SLED_CHANCE: Final = 0.85
"""How sure it is that a sled is lost that cannot come back before its ice melts."""


CACHED_BOARDS: Final = 128
"""Boards whose ways are remembered, and what tokens would pay."""
TokenHoldings = tuple[int, ...]
"""How many of each kind each expedition has."""


class Evaluator:
    """What a good player of Expedition: Northwest Passage knows.

    A captain looks `actions` of its own actions ahead (`plan_search.py`); `horizon` and `replies` are for the analysis of a
    finished game.
    """

    search_kind: Final = "plan"
    analysis_playouts = 80
    horizon = 8
    replies = 2
    candidates = 40
    search_candidates = 40
    blur = 0.3
    computer_names = ("Parry", "Rae", "Beechey", "Hood", "Back", "Lyon")
    actions = 3
    looks = 5
    idle = ("end", "pass")

    def __init__(self, game: Northwest) -> None:
        self.playouts = {"captain": 48}
        self._game = game
        self._box: GameBox = game.game_box
        self._sides = find_sides(game.game_box)
        self._forecasts: dict[tuple[tuple[str, ...], int], RouteForecast] = {}
        self._token_gains: dict[tuple[Seat, int, TokenHoldings], dict[str, float]] = {}
        self._soft_points: dict[TokenHoldings, tuple[int, ...]] = {}

    def value(self, state: State, seat: Seat) -> float:
        """From the points that all may expect."""
        worth = self.alone(state, seat, self.rivals(state, seat))
        result = self._game.find_result(state)
        if result is None:
            return worth
        return (worth + (1 / len(result.winners) if seat in result.winners else 0.0)) / 2

    def rivals(self, state: State, seat: Seat) -> float:
        """How many points the others may expect, so far as they count for a seat."""
        points = [self._estimate_points(state, other, seat) for other in range(len(state.expeditions)) if other != seat]
        return RIVALS_WEIGHT * (sum(points) / len(points) + max(points)) / 2

    def alone(self, state: State, seat: Seat, rivals: float) -> float:
        """From the seat's own points, were those of the others as given."""
        mine = self._estimate_points(state, seat, seat)
        return 1 / (1 + math.exp(-(mine - rivals - PAR_POINTS * (1 - RIVALS_WEIGHT)) / POINTS_PER_LOGIT))

    def explain(self, state: State, seat: Seat) -> tuple[tuple[Text, float], ...]:
        """The lines of the score as they would be now, and what is still to come."""
        lines = scoring.compute_scores(self._box.components, state, self._box.arrow_cells)[seat]
        told = [(scoring.name_line(what), float(points)) for what, points in lines.items() if what != "losses"]
        ahead = self._estimate_points(state, seat, seat) - sum(points for _, points in told)
        return (*told, (say("What is still to come, and the way home"), ahead))

    def _estimate_points(self, state: State, expedition_seat: Seat, seat: Seat) -> float:
        """Points that expedition n may expect; what lies within its reach is looked at if it is that of `seat` only."""
        components, one = self._box.components, state.expeditions[expedition_seat]
        if state.ended:
            return float(
                sum(scoring.compute_scores(components, state, self._box.arrow_cells)[expedition_seat].values())
            )
        settled = self._compute_settled_share(state)
        total = scoring.compute_track_points(one) + settled * self._compute_soft_points(state)[expedition_seat]
        total += sum([(1 - settled) * AVERAGE_TOKEN_POINTS[kind] * had for kind, had in one.tokens.items()])
        if one.home:
            return total + scoring.compute_losses(components, one, self._box.arrow_cells)
        ahead = self._build_forecast(state)
        total += self._rate_way_home(state, ahead, one)
        if expedition_seat == seat:
            return total + sum(self._rate_prospects(state, ahead, seat).values())
        return total + RIVAL_START_POINTS * min(1.0, ahead.count_spare_actions(one) / AMPLE_SPARE_ACTIONS)

    def _compute_soft_points(self, state: State) -> tuple[int, ...]:
        """What majorities and sets would pay now, by seat."""
        key = _count_tokens(state)
        if key not in self._soft_points:
            if len(self._soft_points) >= CACHED_BOARDS:
                self._soft_points.clear()
            lines = scoring.compute_scores(self._box.components, state, self._box.arrow_cells)
            self._soft_points[key] = tuple(
                [line["franklin"] + line["strait"] + line["cartography"] + line["sets"] for line in lines]
            )
        return self._soft_points[key]

    def _compute_settled_share(self, state: State) -> float:
        """What majorities and sets count of what they would pay now."""
        return MAJORITY_WEIGHT * (
            EARLY_MAJORITY_WEIGHT + (1 - EARLY_MAJORITY_WEIGHT) * state.round / self._box.components.expedition.rounds
        )

    def _estimate_token_gains(self, state: State, seat: Seat) -> dict[str, float]:
        """What one more token of each kind would bring an expedition, besides its points."""
        key = seat, state.round, _count_tokens(state)
        found = self._token_gains.get(key)
        if found is None:
            if len(self._token_gains) >= CACHED_BOARDS:
                self._token_gains.clear()
            found = self._token_gains[key] = self._compute_token_gains(state, seat)
        return found

    def _compute_token_gains(self, state: State, seat: Seat) -> dict[str, float]:
        components, settled = self._box.components, self._compute_settled_share(state)
        found: dict[str, float] = {}
        for kind in SET_KINDS:
            one = state.expeditions[seat]
            now = components.finds.set_of_five * scoring.count_sets(one)
            had = one.tokens.get(kind, 0)
            pays = getattr(components, kind).points if kind in MAJORITY_KINDS else ()
            counts = [other.tokens.get(kind, 0) for other in state.expeditions]
            now += scoring.rank_majority(counts, pays)[seat][1]
            counts[seat] += 1
            then = scoring.rank_majority(counts, pays)[seat][1]
            then += components.finds.set_of_five * min(
                had + 1 if other == kind else one.tokens.get(other, 0) for other in SET_KINDS
            )
            found[kind] = settled * (then - now) + (1 - settled) * AVERAGE_TOKEN_POINTS[kind]
        return found

    def _build_forecast(self, state: State) -> RouteForecast:
        key = (tuple(state.placed), max(1, state.round))
        if key not in self._forecasts:
            if len(self._forecasts) >= CACHED_BOARDS:
                self._forecasts.clear()
            self._forecasts[key] = RouteForecast(self._box, self._box.find_board(state), key[1], self._sides)
        return self._forecasts[key]

    def _rate_way_home(self, state: State, ahead: RouteForecast, expedition: Expedition) -> float:
        """What coming home is worth, less what would be lost out there, and the actions that can be spared."""
        numbers = self._box.components.finds
        sled = expedition.sled_available + expedition.sled_resting
        worth = float(numbers.lost_crewman * expedition.lost)
        if expedition.sled and ahead.count_moves_aboard(expedition) < 0:
            worth += STRANDED_SLED_CHANCE * numbers.lost_crewman * sled
        spare = ahead.count_spare_actions(expedition)
        home = _estimate_return_chance(spare)
        stake = numbers.lost_crewman * (expedition.ship_available + expedition.ship_resting + sled) + numbers.lost_ship
        token = sum(state.greenland_tokens) / max(1, sum(not other.home for other in state.expeditions))
        return worth + home * token + (1 - home) * stake + ACTION_POINTS * max(0, spare)

    def _rate_prospects(self, state: State, ahead: RouteForecast, seat: Seat) -> dict[str, float]:
        """What an expedition that is not home may still find and chart."""
        one, ground, grid = state.expeditions[seat], ahead.ground, self._box.grid
        spare = ahead.count_spare_actions(one)
        home, time = _estimate_return_chance(spare), min(1.0, max(0, spare) / FADING_SPARE_ACTIONS)
        brings = self._estimate_token_gains(state, seat)
        tile = ground.find_tile(grid.cell_numbers[one.ship])
        exits = ahead.find_exit_cells(ground.tile_by_cell[tile.cells[0]])
        gap = min((ahead.steps_to_passage[cell] for cell in exits), default=MAX_PASSAGE_STEPS)
        need = min(
            (moves + EMPTY_CELL_ACTIONS * ahead.steps_to_passage[cell] for cell, moves in exits.items()),
            default=EMPTY_CELL_ACTIONS * MAX_PASSAGE_STEPS,
        )
        south = max((grid.find_coordinates(cell)[1] for cell in exits), default=0)
        shores = self._rate_open_lands(ahead.coasts, brings)
        winter = sum(
            all(ahead.ice_by_round[n] >> cell & 1 for cell in tile.cells)
            for n in range(ahead.current_round + 1, ahead.last_round + 1)
        )
        return {
            "turn": -FURTHER_ACTION_POINTS if state.to_move == seat and state.acted > 1 else 0.0,
            "reach": time * PASSAGE_STEP_POINTS * (MAX_PASSAGE_STEPS - need / EMPTY_CELL_ACTIONS),
            "south": SOUTH_ROW_POINTS * min(8, south) * min(4, max(0, 7 - ahead.current_round)) / 4,
            "reserve": time
            * (
                MISFIT_TILE_POINTS * min(3, len(one.hand))
                - EXCESS_TILE_COST * max(0, len(one.hand) - ENOUGH_RESERVE_TILES)
                + self._rate_tiles(ahead, one, gap, brings, shores)
            ),
            "finds": home * self._rate_finds(state, ahead, seat, brings, max(0, spare)),
            "passage": home * self._rate_passage(ahead, need, state, one, spare),
            "winter": -ICEBOUND_ROUND_COST * winter,
            "islands": min(time * 3, home) * self._rate_nearest_land(ahead, tile, shores),
        }

    def _rate_passage(
        self, ahead: RouteForecast, need: float, state: State, expedition: Expedition, spare: int
    ) -> float:
        """The token at the Passage, as far as there is time for the way there and back."""
        if expedition.passage is not None or not state.passage_tokens:
            return 0.0
        ways = [(need, RETURN_TRIP_FACTOR * need)]
        if ahead.passage_tile in (by_sled := ahead.find_sled_tiles(expedition)):
            ways.append(by_sled[ahead.passage_tile])
        return max(
            min(1.0, max(0.0, (spare - takes) / CERTAIN_SPARE_ACTIONS))
            * max(
                0.0, PASSAGE_WEIGHT * max(state.passage_tokens) * float(PASSAGE_DISCOUNT**moves) - VOYAGE_COST * takes
            )
            for moves, takes in ways
        )

    def _rate_finds(
        self, state: State, ahead: RouteForecast, seat: Seat, brings: Mapping[str, float], spare: int
    ) -> float:
        """What finds within reach of ship or sled are worth: the best ones, while there is time. A second one of a kind brings what
        tokens bring on average, or the first would be left lying for both."""
        targets = self._list_targets(state, ahead)
        one = state.expeditions[seat]
        if not targets:
            return 0.0
        apart = 1 if one.sled else 0  # the ship has to come back to its sled
        by_ship = {
            tile: (
                way.moves,
                way.actions_taken + apart * way.moves,
                ROUND_DISCOUNT ** (way.round - ahead.current_round),
            )
            for tile, way in ahead.find_ship_tiles(one).items()
        }
        by_sled = ahead.find_sled_tiles(one)
        ship_crew, sled_crew = one.ship_available + one.ship_resting, one.sled_available + one.sled_resting
        rivals = [
            self._box.grid.find_coordinates(self._box.grid.cell_numbers[other.ship])
            for n, other in enumerate(state.expeditions)
            if n != seat and not other.home
        ]
        x, y = self._box.grid.find_coordinates(self._box.grid.cell_numbers[one.ship])
        found: list[tuple[float, float, int, str]] = []
        for tile, kind, points, cost in targets:
            ways = [by_ship[tile]] if tile in by_ship and ship_crew >= cost else []
            if tile in by_sled and (sled_crew >= cost or not one.sled):
                ways.append((*by_sled[tile], 1.0))
            ways = [way for way in ways if way[1] + cost <= spare]
            if not ways:
                continue
            to_x, to_y = self._box.grid.find_coordinates(ahead.ground.placed_tiles[tile].cells[0])
            mine = abs(x - to_x) + abs(y - to_y)
            nearer = sum(
                abs(there_x - to_x) + abs(there_y - to_y) < min(mine, RIVAL_NEAR_STEPS) for there_x, there_y in rivals
            )
            close, worth = FIND_WEIGHT * NEAR_RIVAL_DISCOUNT**nearer, points + brings[kind]
            found.append(
                max(
                    (
                        (sure := close * FIND_DISCOUNT ** (moves + cost) * waits) * worth - DETOUR_COST * takes,
                        sure,
                        takes + cost,
                        kind,
                    )
                    for moves, takes, waits in ways
                )
            )
        total, weight, again = 0.0, 1.0, 1 - self._compute_settled_share(state)
        counted: set[str] = set()
        for counts, sure, all_in, kind in sorted(found, reverse=True)[:6]:
            if all_in <= spare and counts > 0:
                total += weight * (
                    counts
                    if kind not in counted
                    else counts - sure * (brings[kind] - again * AVERAGE_TOKEN_POINTS[kind])
                )
                counted.add(kind)
                spare -= all_in
                weight *= NEXT_FIND_WEIGHT
        return total

    def _rate_tiles(
        self,
        ahead: RouteForecast,
        expedition: Expedition,
        goal: int,
        brings: Mapping[str, float],
        shores: Sequence[float],
    ) -> float:
        """What the best tiles of a reserve are worth beside the tiles that ship or sled can come to."""
        if not expedition.hand:
            return 0.0
        near, rooms = self._find_nearby_cells(ahead, expedition)
        ship = ahead.ground.tile_by_cell[self._box.grid.cell_numbers[expedition.ship]]
        found: list[float] = []
        for held in dict.fromkeys(expedition.hand[-MAX_RATED_TILES:]):
            piece, best = self._box.pieces[held], 0.0
            token = brings[piece.symbol] if piece.symbol else 0.0
            key = held, ship, token, brings["cartography"], rooms[0]
            if key not in ahead.tile_spots:
                ahead.tile_spots[key] = self._list_tile_spots(ahead, piece, rooms, ship, goal, token, shores)
            for cell, other, worth in ahead.tile_spots[key]:
                if worth <= best:  # no weight is above 1
                    break
                weight = max(near.get(cell, 0.0), near.get(other, 0.0))
                best = max(best, worth * weight)
            found.append(best)
        found.sort(reverse=True)
        return BEST_TILE_WEIGHT * sum([worth * NEXT_TILE_WEIGHT**n for n, worth in enumerate(found[:3])])

    def _find_nearby_cells(
        self, ahead: RouteForecast, expedition: Expedition
    ) -> tuple[dict[int, float], dict[int, int]]:
        """The empty cells beside tiles that ship or sled can come to, and what is left of a tile laid there by then; by the span
        of a tile the cells on which it can begin there."""
        camp = build_expedition_key(expedition)
        if camp not in ahead.nearby_cells:
            ground, there = ahead.ground, dict[int, float]()
            for tile, way in ahead.find_ship_tiles(expedition).items():
                if way.moves <= MAX_CHARTING_MOVES:
                    there[tile] = FIND_DISCOUNT**way.moves * ROUND_DISCOUNT ** (way.round - ahead.current_round)
            for tile, (moves, _) in ahead.find_sled_tiles(expedition).items():
                if moves <= MAX_CHARTING_MOVES:
                    there[tile] = max(FIND_DISCOUNT**moves, there.get(tile, 0.0))
            near: dict[int, float] = {}
            for tile, weight in there.items():
                for cell in list_bits(ground.find_adjacent_cells(ground.placed_tiles[tile])):
                    near[cell] = max(weight, near.get(cell, 0.0))
            ahead.nearby_cells[camp] = near, ground.find_start_cells(sum(1 << cell for cell in near))
        return ahead.nearby_cells[camp]

    def _list_tile_spots(
        self,
        ahead: RouteForecast,
        piece: TilePiece,
        rooms: Mapping[int, int],
        ship: int,
        goal: int,
        token: float,
        shores: Sequence[float],
    ) -> list[TileSpot]:
        """Where a tile could lie, and what it would chart there, the best way round; the best place first."""
        components, sea = self._box.components, ahead.find_exit_cells(ship)
        found: dict[tuple[int, int], float] = {}
        for lay in piece.different_lays:
            for cell in list_bits(ahead.ground.find_fitting_cells(lay) & rooms[lay.span]):
                other = cell + lay.span
                worth = LAID_TILE_POINTS
                if cell in sea or other in sea:
                    worth += PASSAGE_STEP_POINTS * max(0, goal - ahead.count_steps_left(lay, cell))
                if piece.symbol:
                    column, _ = self._box.grid.find_coordinates(cell + lay.symbol_at)
                    worth += SYMBOL_WEIGHT * (scoring.compute_find_points(components, piece.symbol, column) + token)
                if closed := ahead.coasts.find_closed_lands(lay, cell):
                    worth += CLOSING_WEIGHT * sum([shores[n] for n in closed])
                if worth > found.get((cell, other), 0.0):
                    found[cell, other] = worth
        spots = [(cell, other, worth) for (cell, other), worth in found.items()]
        spots.sort(key=_rate_spot, reverse=True)
        return spots

    def _rate_open_lands(self, coasts: OpenLands, brings: Mapping[str, float]) -> list[float]:
        """What closing each of the open lands would bring."""
        components, token = self._box.components, brings["cartography"]
        return [scoring.compute_island_points(components, shore.tiles + 1) + token for shore in coasts.lands]

    def _rate_nearest_land(self, ahead: RouteForecast, tile: PlacedTile, shores: Sequence[float]) -> float:
        """What the land that is nearest to being closed beside a ship's tile counts."""
        beside = ahead.ground.find_adjacent_cells(tile)
        near = (
            points * 0.5 ** (shore.cells.bit_count() - 1)
            for shore, points in zip(ahead.coasts.lands, shores, strict=True)
            if shore.cells & beside
        )
        return NEAR_CLOSING_WEIGHT * max(near, default=0.0)

    def _list_targets(self, state: State, ahead: RouteForecast) -> list[FindTarget]:
        """Finds that nobody has taken."""
        if ahead.finds is None:
            ahead.finds = self._list_finds(ahead.ground)
        taken, laid = state.taken, ahead.ground.placed_tiles
        return [one for one in ahead.finds if laid[one[0]].tile not in taken]

    def _list_finds(self, board: TileBoard) -> list[FindTarget]:
        """All finds of a board."""
        components, grid = self._box.components, self._box.grid
        costs = {"inuit": components.costs.discover, "cairn": components.costs.discover}
        return [
            (
                n,
                tile.symbol,
                scoring.compute_find_points(components, tile.symbol, grid.find_coordinates(tile.symbol_cell)[0]),
                costs.get(tile.symbol, components.costs.explore),
            )
            for n, tile in enumerate(board.placed_tiles)
            if tile.symbol
        ]

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:  # noqa: ARG002
        """One action a turn, finds before all else."""
        words = menu.open_words
        if menu.name == "verb":
            return [
                _FURTHER_VERB_WEIGHTS.get(word, 0.6) if state.acted else _VERB_WEIGHTS.get(word, 1.0) for word in words
            ]
        return [1.0] * len(words)

    def resources(self, state: State, seat: Seat) -> tuple[object, ...] | None:  # noqa: ARG002
        """Return None: every move spends something."""
        return None

    def follows(self, menu: Menu) -> bool:
        """Closing a gap, moving the sled off the ice and drawing after a refresh belong to the action before."""
        return menu.open_words[0] in ("fill", "camp") or (len(menu.open_words) == 1 and menu.open_words[0] == "draw")


def _rate_spot(spot: TileSpot) -> float:
    return spot[2]


def _count_tokens(state: State) -> TokenHoldings:
    return tuple([one.tokens.get(kind, 0) for one in state.expeditions for kind in SET_KINDS])


def _estimate_return_chance(spare: int) -> float:
    """How sure it is that an expedition comes home."""
    return 0.0 if spare < 0 else min(1.0, (spare + 1) / (SAFE_SPARE_ACTIONS + 1))


_VERB_WEIGHTS: Final = {
    "draw": 1.5,
    "refresh": 0.15,
    "place": 4.0,
    "move": 3.0,
    "transfer": 0.05,
    "explore": 8.0,
    "discover": 8.0,
    "pass": 0.1,
}
_FURTHER_VERB_WEIGHTS: Final = {
    "end": 12.0,
    "explore": 2.0,
    "discover": 2.0,
    "pass": 0.02,
    "transfer": 0.02,
    "refresh": 0.05,
}
