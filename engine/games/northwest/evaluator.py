"""The value of an expedition's position in points, for computer players and analyses.

The way home is the largest term: the spare actions of a crew over the rounds to come, each with its own ice. The other terms are
the score so far, the values of tokens (`token_values`) and the prospects (`prospects`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from engine.games.northwest import scoring
from engine.games.northwest.game import Northwest
from engine.games.northwest.grid_sides import find_sides
from engine.games.northwest.prospects import ProspectRater
from engine.games.northwest.route_forecast import RouteForecast, estimate_return_chance
from engine.games.northwest.state import Expedition, State
from engine.games.northwest.token_values import TokenValues
from engine.kernel.menu import Menu
from engine.kernel.text import Seat, Text, count, say

POINTS_PER_LOGIT: Final = 8.0
RIVALS_WEIGHT: Final = 0.5
"""Weight of the rivals' points relative to the seat's own points."""
PAR_POINTS: Final = 40
"""Points of an average expedition."""
RIVAL_START_POINTS: Final = 18
"""Estimate at the beginning of what a rival may still find and chart, which is not computed."""
AMPLE_SPARE_ACTIONS: Final = 45
"""Spare actions of a rival that are enough for all of these points."""
ACTION_POINTS: Final = 0.4
"""Points that a crewman's future action will bring, while there is time to come home."""
STRANDED_SLED_CHANCE: Final = 0.85
"""Chance that a sled is lost which cannot come back before its ice melts."""
LAST_ROUNDS, LAST_MOVES_PER_SEAT = 2, 12
"""In the last rounds an analysis plays on for this many moves of each seat."""
ROUNDS_PER_SHARPNESS: Final = 2.7
HOME_SHARPNESS_FACTOR: Final = 2.0
SEATS_SHARPNESS_FACTOR: Final = {2: 1.0, 3: 1.6, 4: 1.6}
"""The sharpness of a value grows by one in this many rounds, and is multiplied for each expedition that is home, and by number of
seats. Fitted to games of mates: in the first rounds a lead says nothing, in the last ones a small one decides."""
MIN_NAMED_POINTS: Final = 0.3
"""A smaller change of what is to come is not given as the reason for a move."""
MAX_CACHED_FORECASTS: Final = 128


class Evaluator:
    """The evaluator of Expedition: Northwest Passage.

    A captain plans `actions` of its own actions ahead (see `PlanSearch`).
    """

    search_kind: Final = "plan"
    is_race = False
    candidates = 40
    search_candidates = 40
    computer_names = ("Parry", "Rae", "Beechey", "Hood", "Back", "Lyon")
    actions = 3
    looks = 5
    idle = ("end", "pass")

    def __init__(self, game: Northwest) -> None:
        self.playouts = {"captain": 48}
        self._game = game
        self._box = game.game_box
        self._sides = find_sides(game.game_box)
        self._token_values = TokenValues(game.game_box)
        self._prospects = ProspectRater(game.game_box, self._token_values)
        self._forecasts: dict[tuple[tuple[str, ...], int], RouteForecast] = {}

    def value(self, state: State, seat: Seat) -> float:
        """Evaluate a position for a seat from the points that all seats may expect."""
        value = self.alone(state, seat, self.rivals(state, seat))
        result = self._game.find_result(state)
        if result is None:
            return value
        return (value + (1 / len(result.winners) if seat in result.winners else 0.0)) / 2

    def rivals(self, state: State, seat: Seat) -> float:
        """Estimate the points of the rivals, with their weight for the seat."""
        seats = range(len(state.expeditions))
        points = [self._estimate_points(state, other, with_prospects=False) for other in seats if other != seat]
        return RIVALS_WEIGHT * (sum(points) / len(points) + max(points)) / 2

    def alone(self, state: State, seat: Seat, rivals: float) -> float:
        """Evaluate a position from the seat's own points and the given points of the rivals."""
        own_points = self._estimate_points(state, seat, with_prospects=True)
        return _to_chance(own_points, rivals + PAR_POINTS * (1 - RIVALS_WEIGHT))

    def naive_value(self, state: State, seat: Seat) -> float:
        """Evaluate a position as a cadet sees it, which explores to the last: without the rivals and the way home."""
        if state.ended or state.expeditions[seat].home:
            points = self._estimate_points(state, seat, with_prospects=True)
        else:
            points = self._estimate_progress(state, seat) + self._prospects.rate(
                state, self._build_forecast(state), seat
            )
        return _to_chance(points, PAR_POINTS)

    def name_gains(self, before: State, after: State, seat: Seat) -> list[tuple[Text, float]]:
        """Name the lines of the score that rise, and what comes within reach."""
        compute, cells = scoring.compute_scores, self._box.arrow_cells
        old_score = compute(self._box.components, before, cells)[seat]
        gains: list[tuple[Text, float]] = []
        for item, points in compute(self._box.components, after, cells)[seat].items():
            gained = points - old_score[item]
            if gained <= 0:
                continue
            if item == "losses":  # who is not home yet has the score of a lost expedition
                if after.expeditions[seat].home and not before.expeditions[seat].home:
                    gains.append((say("brings the expedition home"), float(gained)))
                continue
            line = count("{line}: {n} point more", "{line}: {n} points more", gained, line=scoring.name_line(item))
            gains.append((line, float(gained)))
        if before.ended or after.ended or after.expeditions[seat].home:
            return gains
        changes = [
            new - old for old, new in zip(self._rate_future(before, seat), self._rate_future(after, seat), strict=True)
        ]
        for text, change in zip(
            (say("brings finds and islands within reach"), say("makes the way home safer")), changes, strict=True
        ):
            if change >= MIN_NAMED_POINTS:
                gains.append((text, change))
        return gains

    def _rate_future(self, state: State, seat: Seat) -> tuple[float, float]:
        """Rate what a seat may still find and chart, and its way home, in points."""
        forecast, expedition = self._build_forecast(state), state.expeditions[seat]
        prospects = self._prospects.rate(state, forecast, seat) + self._token_values.estimate_open_points(state, seat)
        return prospects, self._rate_way_home(state, forecast, expedition)

    def _estimate_points(self, state: State, seat: Seat, *, with_prospects: bool) -> float:
        """Estimate the points of a seat at the end; without prospects a rough estimate replaces them."""
        components, expedition = self._box.components, state.expeditions[seat]
        if state.ended:
            return float(sum(scoring.compute_scores(components, state, self._box.arrow_cells)[seat].values()))
        points = self._estimate_progress(state, seat)
        if expedition.home:
            return points + scoring.compute_losses(components, expedition, self._box.arrow_cells)
        forecast = self._build_forecast(state)
        points += self._rate_way_home(state, forecast, expedition)
        if with_prospects:
            return points + self._prospects.rate(state, forecast, seat)
        return points + RIVAL_START_POINTS * min(1.0, forecast.count_spare_actions(expedition) / AMPLE_SPARE_ACTIONS)

    def _estimate_progress(self, state: State, seat: Seat) -> float:
        """Estimate what the tracks and the tokens will bring, without the way home."""
        points = float(scoring.compute_track_points(state.expeditions[seat]))
        points += self._token_values.estimate_settled_points(state, seat)
        return points + self._token_values.estimate_open_points(state, seat)

    def _build_forecast(self, state: State) -> RouteForecast:
        key = (tuple(state.placed), max(1, state.round))
        if key not in self._forecasts:
            if len(self._forecasts) >= MAX_CACHED_FORECASTS:
                self._forecasts.clear()
            self._forecasts[key] = RouteForecast(self._box, self._box.find_board(state), key[1], self._sides)
        return self._forecasts[key]

    def _rate_way_home(self, state: State, forecast: RouteForecast, expedition: Expedition) -> float:
        """Rate the return by its token, the losses without it, and the spare actions."""
        finds = self._box.components.finds
        sled_crew = expedition.sled_available + expedition.sled_resting
        points = float(finds.lost_crewman * expedition.lost)
        if expedition.sled and forecast.count_moves_aboard(expedition) < 0:
            points += STRANDED_SLED_CHANCE * finds.lost_crewman * sled_crew
        spare = forecast.count_spare_actions(expedition)
        home = estimate_return_chance(spare)
        crew = expedition.ship_available + expedition.ship_resting + sled_crew
        losses = finds.lost_crewman * crew + finds.lost_ship
        token = sum(state.greenland_tokens) / max(1, sum(not other.home for other in state.expeditions))
        return points + home * token + (1 - home) * losses + ACTION_POINTS * max(0, spare)

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:  # noqa: ARG002
        """Weigh the moves of a menu: one action a turn, finds before everything else."""
        words = menu.open_words
        if menu.name != "verb":
            return [1.0] * len(words)
        if state.acted:
            return [_FURTHER_VERB_WEIGHTS.get(word, 0.6) for word in words]
        return [_VERB_WEIGHTS.get(word, 1.0) for word in words]

    def is_side_choice(self, state: State) -> bool:  # noqa: ARG002
        """Return False: all expeditions are alike."""
        return False

    def nobody_chance(self, state: State) -> float:  # noqa: ARG002
        """Return 0: somebody always wins."""
        return 0.0

    def analysis_depth(self, state: State) -> tuple[int, int | None, int]:
        """Return moves, replies compared and playouts.

        In the last rounds the value does not say who comes home first: there the best of all moves are played on through most of
        what is left. Before that a few moves tell as much (docs/players.md).
        """
        if state.round > self._box.components.expedition.rounds - LAST_ROUNDS:
            return LAST_MOVES_PER_SEAT * len(state.expeditions), None, 32
        return 8, 6, 80

    def value_sharpness(self, state: State) -> float:
        """Return what makes the chances of analyses true (docs/players.md): they are too bold at first, and timid later."""
        homes = sum(expedition.home > 0 for expedition in state.expeditions)
        factor = SEATS_SHARPNESS_FACTOR[len(state.expeditions)] * HOME_SHARPNESS_FACTOR**homes
        return state.round / ROUNDS_PER_SHARPNESS * factor

    def resources(self, state: State, seat: Seat) -> tuple[object, ...] | None:  # noqa: ARG002
        """Return None: every move spends something."""
        return None

    def follows(self, menu: Menu) -> bool:
        """Return whether a question belongs to the action before it: a gap, melting ice, or the draw after a refresh."""
        first_word = menu.open_words[0]
        return first_word in ("fill", "camp") or (first_word == "draw" and len(menu.open_words) == 1)


def _to_chance(points: float, par_points: float) -> float:
    return 1 / (1 + math.exp(-(points - par_points) / POINTS_PER_LOGIT))


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
