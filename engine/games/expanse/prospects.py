"""Estimate what a seat gains by one influence more or less on a base; for the priors of the evaluator."""

from __future__ import annotations

from engine.games.expanse.components import Faction
from engine.games.expanse.payouts import PayoutCharts, estimate_points
from engine.games.expanse.state import Base, FactionState, Orbital, State
from engine.kernel.menu import Word
from engine.kernel.text import Seat


class InfluenceProspects:
    """The gain of a seat by single changes of influence, in points of `compute_margin`.

    Each change is estimated as if everything else in the position stays as it is.
    """

    def __init__(self, charts: PayoutCharts, state: State, seat: Seat) -> None:
        self._board, self._state = charts.board, state
        self._faction, self._cubes = state.sides[seat].faction, state.sides[seat].cubes
        self._chart, self._totals = charts.find_chart(state, state.bonus), charts.board.compute_all_totals(state)
        worth = estimate_points(charts, state)
        del worth[self._faction]
        best = max(worth, key=worth.__getitem__)
        self._shares: dict[Faction, float] = {}
        for rival in worth:
            self._shares[rival] = -0.5 / len(worth) - 0.5 * (rival == best)
        self._shares[self._faction] = 1.0
        self._open_bases = frozenset(charts.board.list_bases("any", state.seats))
        self._changes: dict[tuple[Base, Faction, int], float] = {}
        self._gains: dict[tuple[Base, int], float] = {}
        self._margins: dict[Base, float] = {}

    def rate_adding(self, base: Base, side: FactionState) -> float:
        """Return the gain by one more of the seat's influence on a base, or half the gain by two if that is more.

        `side` is the seat's side after the choices of this move so far.
        """
        added = max(0, side.cubes.get(base, 0) - self._cubes.get(base, 0))
        gain = self._gains.get((base, added))
        if gain is None:
            now, one_more, two_more = (self._rate_change(base, self._faction, added + n) for n in range(3))
            gain = self._gains[base, added] = max(one_more - now, (two_more - now) / 2)
        return gain

    def rate_orbital(self, orbital: Orbital, side: FactionState) -> float:
        """Return the gain by one more of the seat's influence on the best base of an Orbital."""
        bases = [base for base in self._board.bases_by_orbital[orbital] if base in self._open_bases]
        return max((self.rate_adding(base, side) for base in bases), default=0.0)

    def rate_own_loss(self, base: Base, _side: FactionState) -> float:
        """Return the gain by one less of the seat's influence on a base."""
        return self._rate_change(base, self._faction, -1)

    def rate_rival_loss(self, word: Word, _side: FactionState) -> float:
        """Return the gain by one less of a rival's influence on a base, the rival with most effect.

        A faction that chooses for itself is a word too: it takes the base that is best for it.
        """
        owner = next((faction for faction in self._shares if faction == word), None)
        if owner is not None:
            held = [base for base, totals in self._totals.items() if owner in totals]
            return min((self._rate_change(base, owner, -1) for base in held), default=0.0)
        rivals = [faction for faction in self._totals.get(word, ()) if faction != self._faction]
        return max((self._rate_change(word, rival, -1) for rival in rivals), default=0.0)

    def _rate_change(self, base: Base, faction: Faction, n: int) -> float:
        """Return the gain by `n` more of a faction's influence on a base, less than 0 for fewer."""
        if not n:
            return 0.0
        key = (base, faction, n)
        if key not in self._changes:
            totals = self._change_totals(base, faction, n)
            self._changes[key] = self._rate_totals(base, totals) - self._rate_current(base)
        return self._changes[key]

    def _change_totals(self, base: Base, faction: Faction, n: int) -> dict[Faction, int]:
        """Return the totals of a base after a change, without factions that have no influence left."""
        board, state, totals = self._board, self._state, self._totals.get(base, {})
        side = next(side for side in state.sides if side.faction == faction)
        total = totals.get(faction)
        if total is None:
            is_controller = board.find_controller(state, board.orbital_by_base[base]) == faction
            total = board.compute_control_bonus(state, faction) if is_controller else 0
        changed = {**totals, faction: total + n}
        if board.count_influence(state, side, base) + n <= 0:
            del changed[faction]
        return changed

    def _rate_current(self, base: Base) -> float:
        margin = self._margins.get(base)
        if margin is None:
            margin = self._margins[base] = self._rate_totals(base, self._totals.get(base, {}))
        return margin

    def _rate_totals(self, base: Base, totals: dict[Faction, int]) -> float:
        margin, shares = 0.0, self._shares
        for faction, points in self._chart.estimate_payouts(self._state, base, totals):
            margin += points * shares[faction]
        return margin
