"""How good a position is: Control Points, what every base would pay, the scorings to come; for computer players and analyses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import SCORE_CARD, Base, FactionState, Orbital, Sector, State
from engine.kernel.menu import Menu, Word
from engine.kernel.text import Seat, Text, say

POINTS_PER_LOGIT: Final = 6.0
"""So many points ahead are worth one unit of log-odds."""
KEPT_EVENT_POINTS: Final = 0.8
"""A Kept Event, in points; these small weights were not measured."""
FLEET_POINTS: Final = 0.25
CUBE_POINTS: Final = 0.12
ROCINANTE_POINTS: Final = 0.5
LEAD_WEIGHT: Final = 0.6
"""How much of a point that is still to be scored counts beside one that is scored, or paid for a card."""
LEAD_DECAY_TURNS: Final = 14.0
"""After so many turns a lead counts e times less: the others have had their say. So the final scoring counts little until it is
near."""
SOFT_RANK_WEIGHT: Final = 0.5
"""How much of what a base will pay later goes by how far a faction is ahead there, and not by the places as they are."""
INFLUENCE_PER_LOGIT: Final = 0.8
"""So much more influence than another's is worth one unit of log-odds of staying ahead."""
ABSENT_RIVAL_WEIGHT: Final = 0.4
"""How much a rival without influence on a base counts beside one who has some."""

NEAR_END_CARDS: Final = {2: 12, 3: 18, 4: 18}
"""With at most this many cards in the deck, by the number of seats, the end is near enough for a search to tell moves apart."""
REPLIES_COMPARED: Final = 3
EARLY_REPLIES_COMPARED: Final = {2: 4, 3: 4, 4: 3}
"""Of how many random moves a reply of a captain's playout is the best, near the end and before that."""
EARLY_TURNS: Final = {2: 4, 3: 6, 4: 3}
"""How many turns a playout goes on while the end is not near; with four seats also when it is."""
TURNS_TO_END: Final = {2: 24, 3: 36}
"""More turns than a game still has when the end is near."""
EARLY_PLAYOUTS: Final = {2: 36, 3: 24, 4: 48}
LATE_PLAYOUTS_FOUR_SEATS: Final = 136
LATE_PLAYOUTS_BY_CARD: Final = 1250
"""Near the end a captain makes this many playouts divided by the cards in the deck: a playout to the end takes about 1.6 replies
for each of them, and a decision about 2,000 replies. With four seats luck soon hides more than there is to be seen."""

PRIOR_TEMPERATURE_POINTS: Final = 0.6
"""So many points more make a place e times as likely to be tried."""
MAX_PRIOR_POINTS: Final = 5.0
"""More points than this make it no likelier."""


class Evaluator:
    """What a good player of The Expanse Board Game knows."""

    search_kind: Final = "rollout"
    analysis_playouts = 150
    horizon = 3
    replies = 5
    candidates = 36
    search_candidates = 100
    blur = 0.8
    computer_names = ("Juno", "Hygiea", "Davida", "Cybele", "Bamberga", "Psyche")

    def __init__(self, game: Expanse) -> None:
        self.playouts = {"captain": LATE_PLAYOUTS_BY_CARD}
        self._game = game
        self._board = game.board
        self._charts = PayoutCharts(game.board)
        self._prospects: tuple[object, InfluenceProspects] | None = None

    def value(self, state: State, seat: Seat) -> float:
        """From the lead over the others; a victory is 1."""
        result = self._game.find_result(state)
        if result is not None:
            return 1 / len(result.winners) if seat in result.winners else 0.0
        return 1 / (1 + math.exp(-self.lead(state, seat)))

    def lead(self, state: State, seat: Seat) -> float:
        """The margin, as log-odds of the value."""
        return compute_margin(self._board, state, seat, self._charts) / POINTS_PER_LOGIT + math.log(
            1 / (state.seats - 1)
        )

    def rollout_depth(self, state: State) -> tuple[int, int, int]:
        """Return turns, replies compared and playouts: fewer as long as leads do not last.

        With two and three seats playouts go to the end of the game once it is near, else for two rounds; with four until the others
        have answered.
        """
        seats, cards = state.seats, len(state.deck)
        if cards > NEAR_END_CARDS[seats]:
            return EARLY_TURNS[seats], EARLY_REPLIES_COMPARED[seats], EARLY_PLAYOUTS[seats]
        if seats == 4:
            return EARLY_TURNS[seats], REPLIES_COMPARED, LATE_PLAYOUTS_FOUR_SEATS
        return TURNS_TO_END[seats], REPLIES_COMPARED, LATE_PLAYOUTS_BY_CARD // max(1, cards)

    def explain(self, state: State, seat: Seat) -> tuple[tuple[Text, float], ...]:
        """Control Points now, those to come, and the others'."""
        if len(state.sides) < state.seats:
            return ()
        worth, side = _estimate_points(self._charts, state), state.sides[seat]
        rest = [points for faction, points in worth.items() if faction != side.faction]
        return (
            (say("Control Points"), float(side.cp)),
            (say("Control Points to come, from bases and fleets"), worth[side.faction] - side.cp),
            (say("Control Points that the best of the others loses"), -max(rest)),
        )

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:
        """Cheap cards with many points, places that pay, and no point left unspent. A move is put together of up to eight choices:
        drawn evenly, a few dozen of them seldom hold a good one, the less the more a faction can do."""
        words, prompt = menu.open_words, menu.prompt.template
        if prompt == _CARD_PROMPT:
            return [self._rate_card(state, int(word)) for word in words]
        weigh = RATED_PROMPTS.get(prompt)
        if weigh is None or len(words) == 1:
            return [_WORD_PRIORS.get(word, 1.0) for word in words]
        prospects, then = (
            self._load_prospects(state, seat),
            state if menu.preview_state is None else menu.preview_state(),
        )
        side = then.sides[seat]
        return [
            _WORD_PRIORS[word]
            if word in _WORD_PRIORS
            else math.exp(min(weigh(prospects, word, side), MAX_PRIOR_POINTS) / PRIOR_TEMPERATURE_POINTS)
            for word in words
        ]

    def resources(self, state: State, seat: Seat) -> tuple[object, ...] | None:  # noqa: ARG002
        """Return None: every move spends something."""
        return None

    def follows(self, menu: Menu) -> bool:
        """Which influence goes and which fleet comes home belongs to what somebody has just done."""
        return menu.open_words[0] == "choose"

    def _rate_card(self, state: State, space: int) -> float:
        parts, card = self._board.components, state.track[space - 1]
        points = 2 if card == SCORE_CARD else parts.cards[card].ap
        return float(points**1.5 / (1 + parts.track.prices[space - 1]))

    def _load_prospects(self, state: State, seat: Seat) -> InfluenceProspects:
        """Made once for all menus of a position; Control Points make little difference here."""
        pieces = ((*side.cubes.items(), 0, *side.diplomats.items(), 0, *side.fleets.items()) for side in state.sides)
        samples = (base for side in state.sides for base in side.samples)
        key = (seat, len(state.used), len(state.deck), *state.track, state.phase, state.bonus, *pieces, *samples)
        if self._prospects is None or self._prospects[0] != key:
            self._prospects = key, InfluenceProspects(self._charts, state, seat)
        return self._prospects[1]


def compute_margin(board: Board, state: State, seat: Seat, charts: PayoutCharts | None = None) -> float:
    """The seat's prospects in points, less those of the others: half by their mean, half by the best of them.

    `charts` spare whoever asks often some work.
    """
    if len(state.sides) < state.seats:
        return 0.0
    worth = _estimate_points(charts or PayoutCharts(board), state)
    mine = worth.pop(state.sides[seat].faction)
    return mine - (sum(worth.values()) / len(worth) + max(worth.values())) / 2


def _estimate_points(charts: PayoutCharts, state: State) -> dict[Faction, float]:
    """What every faction has and will have, in points. Whoever took the SCORE card will choose the best Sector."""
    if state.phase == "over":
        return {side.faction: float(side.cp) for side in state.sides}
    if state.phase != "scoring" or state.bonus:
        return _estimate_points_with(charts.board, state, charts.find_chart(state, state.bonus))
    taker = state.sides[state.active].faction
    board = charts.board
    found = [
        _estimate_points_with(board, state, charts.find_chart(state, sector))
        for sector in board.list_open_sectors(state)
    ]
    return max(found, key=lambda worth: worth[taker] - sum(worth.values()) / len(worth))


def _estimate_points_with(board: Board, state: State, chart: PayoutChart) -> dict[Faction, float]:
    weight, found = board.find_diplomat_weight(state), dict[Faction, float]()
    for side in state.sides:
        fleets = "".join(side.fleets.values())
        found[side.faction] = (
            side.cp
            + KEPT_EVENT_POINTS * len(side.kept)
            + FLEET_POINTS * board.compute_strength(fleets) / 2
            + CUBE_POINTS * (sum(side.cubes.values()) + weight * sum(side.diplomats.values()))
            + ROCINANTE_POINTS * ("r" in fleets)
        )
    for base, totals in board.compute_all_totals(state).items():
        for faction, points in chart.estimate_payouts(state, base, totals):
            found[faction] += points
    return found


BaseRanks = tuple[list[tuple[Faction, ...]], tuple[tuple[Faction, float], ...]]
"""Who takes which place where this much counts, and how many rivals everybody may expect above in the end, in parts. As long as
no new Tech card is in force this is the same for all charts."""


class PayoutCharts:
    """The charts that a player has made. Most bases are the same in most positions that it looks at."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._charts: dict[tuple[object, ...], PayoutChart] = {}
        self._ranks: dict[tuple[object, ...], BaseRanks] = {}

    def find_chart(self, state: State, sector: Sector) -> PayoutChart:
        """The chart of a position, with this Bonus Sector. What a card on the track is matters only where it is a SCORE card."""
        track, deck = (card == SCORE_CARD for card in state.track), state.deck
        key = (state.seats, len(state.used), len(deck), deck.count(SCORE_CARD), *track, state.phase == "final", sector)
        made = self._charts.get(key)
        if made is None:
            made = self._charts[key] = PayoutChart(self.board, state, sector, self._ranks)
        return made


class PayoutChart:
    """What bases will pay: in the Scoring turn that is under way with this Bonus Sector, if there is one, and in all later ones."""

    def __init__(self, board: Board, state: State, sector: Sector, ranks: dict[tuple[object, ...], BaseRanks]) -> None:
        self._board, self._ranks = board, ranks
        self._known: dict[tuple[object, ...], tuple[tuple[Faction, float], ...]] = {}
        scoring = board.components.scoring
        rows = scoring.bonus[len(state.used) :]
        self._now: dict[Sector, tuple[int, ...]] = {}
        if sector:
            self._now = {one: rows[0] if one == sector else scoring.normal for one in board.components.sectors.bands}
            rows = rows[1:]
        weights, last = _weigh_scorings(state)
        bonus = [sum(w * row[n] / 3 for w, row in zip(weights, rows, strict=False)) for n in range(3)]
        normal = sum(weights) * 2 / 3
        self._later = [bonus[n] + normal * scoring.normal[n] + last * scoring.final[n] for n in range(3)]
        self._critical = (sum(weights) + last) * scoring.critical
        self._soft = 0.0 if state.phase == "final" else SOFT_RANK_WEIGHT

    def estimate_payouts(
        self, state: State, base: Base, totals: dict[Faction, int]
    ) -> tuple[tuple[Faction, float], ...]:
        """Who may expect how much of a base where this much counts, in parts."""
        here = (
            self._board.resource_by_base[base],
            self._board.orbital_by_base[base] if self._now else "",
            *totals.items(),
        )
        known = self._known.get(here)
        if known is None:
            known = self._known[here] = tuple(self._generate_payouts(state, base, totals))
        return known

    def _generate_payouts(
        self, state: State, base: Base, totals: dict[Faction, int]
    ) -> Iterator[tuple[Faction, float]]:
        board = self._board
        now = self._now.get(board.sector_by_orbital[board.orbital_by_base[base]]) if self._now else None
        resource, firm = board.resource_by_base[base], 1 - self._soft
        places, rivals = self._rank_factions(state, base, totals)
        for n, factions in enumerate(places):
            for faction in factions:
                points = firm * self._later[n] + (now[n] if now else 0)
                if n == 0 and resource in board.list_critical_resources(state, faction):
                    points += firm * self._critical + (board.components.scoring.critical if now else 0)
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
        known = self._ranks.get(key)
        if known is None:
            absent = ABSENT_RIVAL_WEIGHT * (state.seats - len(totals))
            rivals = tuple(
                (
                    faction,
                    absent * _estimate_overtaking(-mine)
                    + sum(_estimate_overtaking(n - mine) for one, n in totals.items() if one != faction),
                )
                for faction, mine in totals.items()
            )
            known = self._ranks[key] = self._board.rank_factions(state, base, totals)[:3], rivals
        return known

    def _interpolate_points(self, rivals_above: float) -> float:
        """With so many rivals above, in parts: between the points of two places."""
        place = int(rivals_above)
        if place > 2:
            return 0.0
        here, below = self._later[place], self._later[place + 1] if place < 2 else 0.0
        return here + (below - here) * (rivals_above - place)


@cache
def _estimate_overtaking(behind: int) -> float:
    """How likely somebody who has so much more (less than 0: less) is ahead in the end."""
    return 1 / (1 + math.exp(-behind / INFLUENCE_PER_LOGIT))


class InfluenceProspects:
    """What a seat gains by influence more and less, base by base, as long as nothing else changes; in points of
    `compute_margin`."""

    def __init__(self, charts: PayoutCharts, state: State, seat: Seat) -> None:
        self._board, self._state = charts.board, state
        self._me, self._had = state.sides[seat].faction, state.sides[seat].cubes
        self._chart, self._totals = charts.find_chart(state, state.bonus), charts.board.compute_all_totals(state)
        worth = _estimate_points(charts, state)
        del worth[self._me]
        best = max(worth, key=worth.__getitem__)
        self._shares = {one: -0.5 / len(worth) - 0.5 * (one == best) for one in worth} | {self._me: 1.0}
        self._open_bases = frozenset(charts.board.list_bases("any", state.seats))
        self._changes: dict[tuple[Base, Faction, int], float] = {}
        self._gains: dict[tuple[Base, int], float] = {}
        self._leads: dict[Base, float] = {}

    def rate_adding(self, base: Base, side: FactionState) -> float:
        """By one more of one's own on a base, or half of what two bring; `side` has put down some in this move already."""
        came = max(0, side.cubes.get(base, 0) - self._had.get(base, 0))
        found = self._gains.get((base, came))
        if found is None:
            had, one, two = (self._rate_change(base, self._me, came + n) for n in range(3))
            found = self._gains[base, came] = max(one - had, (two - had) / 2)
        return found

    def rate_orbital(self, orbital: Orbital, side: FactionState) -> float:
        """By one more of one's own on the best base of an Orbital."""
        bases = [base for base in self._board.bases_by_orbital[orbital] if base in self._open_bases]
        return max((self.rate_adding(base, side) for base in bases), default=0.0)

    def rate_own_loss(self, base: Base, _side: FactionState) -> float:
        """By one less of one's own."""
        return self._rate_change(base, self._me, -1)

    def rate_rival_loss(self, word: Word, _side: FactionState) -> float:
        """By one less of the best rival on a base. A faction that chooses by itself is a word too: by what is best for it."""
        owner = next((one for one in self._shares if one == word), None)
        if owner is not None:
            return min(
                (self._rate_change(base, owner, -1) for base, n in self._totals.items() if owner in n), default=0.0
            )
        rivals = [one for one in self._totals.get(word, ()) if one != self._me]
        return max((self._rate_change(word, one, -1) for one in rivals), default=0.0)

    def _rate_change(self, base: Base, faction: Faction, n: int) -> float:
        if not n:
            return 0.0
        key = (base, faction, n)
        if key not in self._changes:
            board, state, totals = self._board, self._state, self._totals.get(base, {})
            side = next(side for side in state.sides if side.faction == faction)
            here = totals.get(faction)
            if here is None:
                controls = board.find_controller(state, board.orbital_by_base[base]) == faction
                here = board.compute_control_bonus(state, faction) if controls else 0
            after = {**totals, faction: here + n}
            if board.count_influence(state, side, base) + n <= 0:
                del after[faction]
            self._changes[key] = self._rate_totals(base, after) - self._rate_current(base)
        return self._changes[key]

    def _rate_current(self, base: Base) -> float:
        found = self._leads.get(base)
        if found is None:
            found = self._leads[base] = self._rate_totals(base, self._totals.get(base, {}))
        return found

    def _rate_totals(self, base: Base, totals: dict[Faction, int]) -> float:
        lead, share = 0.0, self._shares
        for faction, points in self._chart.estimate_payouts(self._state, base, totals):
            lead += points * share[faction]
        return lead


def _weigh_scorings(state: State) -> tuple[list[float], float]:
    """How much the Scoring turns that may come and the final one count before they come, by how many turns off they are about."""
    if state.phase == "final":
        return [], 1.0
    turns = [float(n) for n, card in enumerate(state.track) if card == SCORE_CARD]
    inside = state.deck.count(SCORE_CARD)
    turns += [len(state.track) + len(state.deck) * n / (inside + 1) for n in range(1, inside + 1)]
    *weights, last = [LEAD_WEIGHT * math.exp(-n / LEAD_DECAY_TURNS) for n in turns] or [1.0]
    return weights, last


_CARD_PROMPT: Final = "Which card do you take?"
RATED_PROMPTS: Final[dict[str, Callable[[InfluenceProspects, Word, FactionState], float]]] = {
    "On which base do you place influence?": InfluenceProspects.rate_adding,
    "To which base with the same resource?": InfluenceProspects.rate_adding,
    "Where do they go?": InfluenceProspects.rate_orbital,
    "From which base do you remove influence?": InfluenceProspects.rate_rival_loss,
    "From which base do you move influence?": InfluenceProspects.rate_own_loss,
    "You have no influence left beside the map. From which base do you take it?": InfluenceProspects.rate_own_loss,
}
"""Questions of which every answer is weighed."""

_WORD_PRIORS: Final = {
    "done": 0.15,
    "stop": 0.15,
    "none": 0.15,
    "pass": 0.2,
    "decline": 0.2,
    "no": 0.5,
    "dice": 0.05,
    "keep": 0.5,
    "place": 2.0,
    "points": 3.0,
    "boost": 3.0,
}
"""How much one inclines to words that are not weighed, where it is not 1."""
