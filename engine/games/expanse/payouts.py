"""Estimate what bases will pay each faction and how far a seat is ahead in points; for the evaluator.

It estimates positions only. `prospects.py` estimates single moves.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import Final

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.state import SCORE_CARD, Base, Sector, State
from engine.kernel.text import Seat

KEPT_EVENT_POINTS: Final = 0.8
"""The value of a Kept Event in points. This weight and the next three were not measured."""
FLEET_POINTS: Final = 0.25
CUBE_POINTS: Final = 0.12
ROCINANTE_POINTS: Final = 0.5
LEAD_WEIGHT: Final = 0.6
"""The weight of a point that is still to be scored, compared with a point in hand."""
LEAD_DECAY_TURNS: Final = 14.0
"""After this many turns a lead counts e times less, since the others act in between. So the final scoring counts little until it
is near."""
SOFT_RANK_WEIGHT: Final = 0.5
"""The part of a base's later payout that depends on how far a faction is ahead there, and not on the places as they are."""
INFLUENCE_PER_LOGIT: Final = 0.8
"""The lead in influence that is worth one unit of log-odds of staying ahead."""
ABSENT_RIVAL_WEIGHT: Final = 0.4
"""The weight of a rival without influence on a base, compared with one that has some."""

BaseRanks = tuple[list[tuple[Faction, ...]], tuple[tuple[Faction, float], ...]]
"""The places of the factions on a base, and the expected number of rivals above each faction in the end.

Until a new Tech card comes into force both depend only on the influence on the base."""
RankCache = dict[tuple[object, ...], BaseRanks]


def compute_margin(board: Board, state: State, seat: Seat, charts: PayoutCharts | None = None) -> float:
    """Compute the seat's expected points less its rivals' points: half by their mean, half by the best of them.

    `charts` keep their results from call to call.
    """
    if len(state.sides) < state.seats:
        return 0.0
    worth = estimate_points(charts or PayoutCharts(board), state)
    own = worth.pop(state.sides[seat].faction)
    return own - (sum(worth.values()) / len(worth) + max(worth.values())) / 2


def estimate_points(charts: PayoutCharts, state: State) -> dict[Faction, float]:
    """Estimate the points that every faction has and will have.

    While the Bonus Sector is still to be chosen, its chooser takes the Sector that is best for it.
    """
    if state.phase == "over":
        return {side.faction: float(side.cp) for side in state.sides}
    if state.phase != "scoring" or state.bonus:
        return _estimate_points_with(charts.board, state, charts.find_chart(state, state.bonus))
    chooser = state.sides[state.active].faction
    board = charts.board
    estimates = [
        _estimate_points_with(board, state, charts.find_chart(state, sector))
        for sector in board.list_open_sectors(state)
    ]
    return max(estimates, key=lambda worth: worth[chooser] - sum(worth.values()) / len(worth))


def _estimate_points_with(board: Board, state: State, chart: PayoutChart) -> dict[Faction, float]:
    weight, worth = board.find_diplomat_weight(state), dict[Faction, float]()
    for side in state.sides:
        fleets = "".join(side.fleets.values())
        worth[side.faction] = (
            side.cp
            + KEPT_EVENT_POINTS * len(side.kept)
            + FLEET_POINTS * board.compute_strength(fleets) / 2
            + CUBE_POINTS * (sum(side.cubes.values()) + weight * sum(side.diplomats.values()))
            + ROCINANTE_POINTS * ("r" in fleets)
        )
    for base, totals in board.compute_all_totals(state).items():
        for faction, points in chart.estimate_payouts(state, base, totals):
            worth[faction] += points
    return worth


class PayoutCharts:
    """The charts that a player has made; most positions that a search visits share one."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._charts: dict[tuple[object, ...], PayoutChart] = {}
        self._ranks: RankCache = {}

    def find_chart(self, state: State, sector: Sector) -> PayoutChart:
        """Return the chart of a position with this Bonus Sector, "" for none.

        Of the cards on the Track only the SCORE cards matter.
        """
        track, deck = (card == SCORE_CARD for card in state.track), state.deck
        key = (state.seats, len(state.used), len(deck), deck.count(SCORE_CARD), *track, state.phase == "final", sector)
        chart = self._charts.get(key)
        if chart is None:
            chart = self._charts[key] = PayoutChart(self.board, state, sector, self._ranks)
        return chart


class PayoutChart:
    """The expected payouts of bases: in the current Scoring turn, if there is a Bonus Sector, and in all later ones."""

    def __init__(self, board: Board, state: State, sector: Sector, ranks: RankCache) -> None:
        self._board, self._ranks = board, ranks
        self._payouts: dict[tuple[object, ...], tuple[tuple[Faction, float], ...]] = {}
        scoring = board.components.scoring
        rows = scoring.bonus[len(state.used) :]
        self._current_prizes: dict[Sector, tuple[int, ...]] = {}
        if sector:
            self._current_prizes = dict.fromkeys(board.components.sectors.bands, scoring.normal)
            self._current_prizes[sector] = rows[0]
            rows = rows[1:]
        weights, last = _weigh_scorings(state)
        normal = sum(weights) * 2 / 3
        self._later_prizes: list[float] = []
        for place in range(3):
            bonus = sum(weight * row[place] / 3 for weight, row in zip(weights, rows, strict=False))
            self._later_prizes.append(bonus + normal * scoring.normal[place] + last * scoring.final[place])
        self._critical = (sum(weights) + last) * scoring.critical
        self._soft = 0.0 if state.phase == "final" else SOFT_RANK_WEIGHT

    def estimate_payouts(
        self, state: State, base: Base, totals: dict[Faction, int]
    ) -> tuple[tuple[Faction, float], ...]:
        """Estimate the payouts of a base with this influence; a faction may occur several times."""
        key = (
            self._board.resource_by_base[base],
            self._board.orbital_by_base[base] if self._current_prizes else "",
            *totals.items(),
        )
        payouts = self._payouts.get(key)
        if payouts is None:
            payouts = self._payouts[key] = tuple(self._generate_payouts(state, base, totals))
        return payouts

    def _generate_payouts(
        self, state: State, base: Base, totals: dict[Faction, int]
    ) -> Iterator[tuple[Faction, float]]:
        board = self._board
        current: tuple[int, ...] | None = None
        if self._current_prizes:
            current = self._current_prizes.get(board.sector_by_orbital[board.orbital_by_base[base]])
        resource, firm = board.resource_by_base[base], 1 - self._soft
        places, rivals = self._rank_factions(state, base, totals)
        for place, factions in enumerate(places):
            for faction in factions:
                points = firm * self._later_prizes[place] + (current[place] if current else 0)
                if place == 0 and resource in board.list_critical_resources(state, faction):
                    points += firm * self._critical + (board.components.scoring.critical if current else 0)
                yield faction, points
        if not self._soft:
            return
        for faction, above in rivals:
            points = self._interpolate_points(above)
            if above < 1 and resource in board.list_critical_resources(state, faction):
                points += self._critical * (1 - above)
            yield faction, self._soft * points

    def _rank_factions(self, state: State, base: Base, totals: dict[Faction, int]) -> BaseRanks:
        key = (len(state.used), *totals.items())
        ranks = self._ranks.get(key)
        if ranks is None:
            absent_count = state.seats - len(totals)
            rivals = tuple((faction, _count_rivals(faction, totals, absent_count)) for faction in totals)
            ranks = self._ranks[key] = self._board.rank_factions(state, base, totals)[:3], rivals
        return ranks

    def _interpolate_points(self, rivals_above: float) -> float:
        """Return the points for a fractional number of rivals above: between the points of two places."""
        place = int(rivals_above)
        if place > 2:
            return 0.0
        points, below = self._later_prizes[place], self._later_prizes[place + 1] if place < 2 else 0.0
        return points + (below - points) * (rivals_above - place)


def _count_rivals(faction: Faction, totals: dict[Faction, int], absent_count: int) -> float:
    """Return the expected number of rivals above a faction in the end, `absent_count` of them without influence now."""
    own = totals[faction]
    absent = ABSENT_RIVAL_WEIGHT * absent_count * _estimate_overtaking(-own)
    return absent + sum(_estimate_overtaking(n - own) for other, n in totals.items() if other != faction)


@cache
def _estimate_overtaking(lead: int) -> float:
    """Return the probability that a rival with this lead in influence is ahead in the end."""
    return 1 / (1 + math.exp(-lead / INFLUENCE_PER_LOGIT))


def _weigh_scorings(state: State) -> tuple[list[float], float]:
    """Return the weights of the Scoring turns to come and of the final one, by how many turns they are off."""
    if state.phase == "final":
        return [], 1.0
    turns = [float(n) for n, card in enumerate(state.track) if card == SCORE_CARD]
    hidden = state.deck.count(SCORE_CARD)
    turns += [len(state.track) + len(state.deck) * n / (hidden + 1) for n in range(1, hidden + 1)]
    *weights, last = [LEAD_WEIGHT * math.exp(-n / LEAD_DECAY_TURNS) for n in turns] or [1.0]
    return weights, last
