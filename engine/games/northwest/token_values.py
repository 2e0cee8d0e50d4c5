"""The values of tokens towards majorities and sets, for computer players. Points for finds and islands are not part of them."""

from __future__ import annotations

from typing import Final

from engine.games.northwest import scoring
from engine.games.northwest.components import MAJORITY_KINDS
from engine.games.northwest.game_box import GameBox
from engine.games.northwest.state import SET_KINDS, Kind, State
from engine.kernel.text import Seat

MAJORITY_WEIGHT: Final = 0.8
"""Weight in the last round of the points that majorities and sets pay now."""
EARLY_MAJORITY_WEIGHT: Final = 0.4
"""Factor of this weight at the beginning; the rest are the average points of tokens."""
AVERAGE_TOKEN_POINTS: Final = {"inuit": 1.0, "cairn": 1.0, "franklin": 2.5, "strait": 2.0, "cartography": 1.5}
"""Average points of a token towards majorities and sets, without the points of the find."""
MAX_CACHED_HOLDINGS: Final = 128

TokenHoldings = tuple[int, ...]
"""The number of tokens of each kind, expedition by expedition."""


class TokenValues:
    """A cache of what majorities and sets pay and of what one more token would bring."""

    def __init__(self, box: GameBox) -> None:
        self._box = box
        self._gains: dict[tuple[Seat, int, TokenHoldings], dict[str, float]] = {}
        self._points: dict[TokenHoldings, tuple[int, ...]] = {}

    def estimate_settled_points(self, state: State, seat: Seat) -> float:
        """Compute the points that majorities and sets pay a seat now, with their weight."""
        return self.compute_settled_share(state) * self._compute_points_now(state)[seat]

    def estimate_open_points(self, state: State, seat: Seat) -> float:
        """Estimate the rest of the points for a seat's tokens from the average points of a token."""
        unsettled = 1 - self.compute_settled_share(state)
        tokens = state.expeditions[seat].tokens
        return sum([unsettled * AVERAGE_TOKEN_POINTS[kind] * held for kind, held in tokens.items()])

    def compute_settled_share(self, state: State) -> float:
        """Compute the weight of the points that majorities and sets pay now."""
        rounds = self._box.components.expedition.rounds
        return MAJORITY_WEIGHT * (EARLY_MAJORITY_WEIGHT + (1 - EARLY_MAJORITY_WEIGHT) * state.round / rounds)

    def estimate_gains(self, state: State, seat: Seat) -> dict[str, float]:
        """Estimate the points of one more token of each kind, without the points of the find."""
        key = seat, state.round, _count_tokens(state)
        gains = self._gains.get(key)
        if gains is None:
            if len(self._gains) >= MAX_CACHED_HOLDINGS:
                self._gains.clear()
            gains = self._gains[key] = {kind: self._estimate_gain(state, seat, kind) for kind in SET_KINDS}
        return gains

    def _estimate_gain(self, state: State, seat: Seat, kind: Kind) -> float:
        components, settled = self._box.components, self.compute_settled_share(state)
        expedition = state.expeditions[seat]
        place_points = getattr(components, kind).points if kind in MAJORITY_KINDS else ()
        counts = [other.tokens.get(kind, 0) for other in state.expeditions]
        now = components.finds.set_of_five * scoring.count_sets(expedition)
        now += scoring.rank_majority(counts, place_points)[seat][1]
        counts[seat] += 1
        held = {**expedition.tokens, kind: counts[seat]}
        then = components.finds.set_of_five * min([held.get(other, 0) for other in SET_KINDS])
        then += scoring.rank_majority(counts, place_points)[seat][1]
        return settled * (then - now) + (1 - settled) * AVERAGE_TOKEN_POINTS[kind]

    def _compute_points_now(self, state: State) -> tuple[int, ...]:
        key = _count_tokens(state)
        if key not in self._points:
            if len(self._points) >= MAX_CACHED_HOLDINGS:
                self._points.clear()
            scores = scoring.compute_scores(self._box.components, state, self._box.arrow_cells)
            self._points[key] = tuple(
                [line["franklin"] + line["strait"] + line["cartography"] + line["sets"] for line in scores]
            )
        return self._points[key]


def _count_tokens(state: State) -> TokenHoldings:
    return tuple([expedition.tokens.get(kind, 0) for expedition in state.expeditions for kind in SET_KINDS])
