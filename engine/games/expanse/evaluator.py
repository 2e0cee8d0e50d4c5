"""Judge positions and moves of The Expanse Board Game for computer players and analyses.

The estimates are in `payouts.py` and `prospects.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.games.expanse.board import find_seat
from engine.games.expanse.game import Expanse
from engine.games.expanse.payouts import CUBE_POINTS, PayoutCharts, compute_margin, estimate_points
from engine.games.expanse.prospects import InfluenceProspects
from engine.games.expanse.scoring import estimate_scoring, forecast_base_points
from engine.games.expanse.state import SCORE_CARD, Base, FactionState, State
from engine.kernel.menu import Menu, Word
from engine.kernel.state_codec import copy_state
from engine.kernel.text import Seat, SeatMention, Text, count, say

POINTS_PER_LOGIT: Final = 6.0
"""A lead of this many points is worth one unit of log-odds."""
NAIVE_EVEN_POINTS: Final = 40.0
NAIVE_POINTS_PER_LOGIT: Final = 20.0
"""The points that a cadet takes for an even chance, and those that are worth one unit of log-odds to it."""
NAIVE_PAYOUT_SHARE: Final = 0.03
NAIVE_PAYOUT_STEP: Final = 4
"""How much of what bases will pay it a cadet counts, and how many points make a difference that it sees."""

FLEETING_LEAD_CARDS: Final = 20
MIN_SHARPNESS: Final = 0.1
"""With this number of cards in the deck a lead says nothing of the end, but a little of it is told."""

NEAR_END_CARDS: Final = {2: 12, 3: 15, 4: 18}
"""With at most this many cards in the deck, by number of seats, a search to the end can tell moves apart."""
REPLIES_COMPARED: Final = 3
EARLY_REPLIES_COMPARED: Final = {2: 4, 3: 4, 4: 3}
"""A reply in a captain's playout is the best of this many random moves, near the end and before that."""
EARLY_TURNS: Final = {2: 4, 3: 6, 4: 3}
"""The turns of a playout while the end is not near; with four seats also when it is."""
TURNS_TO_END: Final = {2: 24, 3: 36}
"""More turns than a game has left when the end is near."""
EARLY_PLAYOUTS: Final = {2: 36, 3: 24, 4: 48}
LATE_PLAYOUTS_FOUR_SEATS: Final = 136
LATE_PLAYOUTS_BY_CARD: Final = {2: 1000, 3: 800}
LATE_PLAYOUTS_EXTRA_CARDS: Final = 2
"""Near the end a captain makes this many playouts, by number of seats, divided by the number of cards in the deck and 2 more.

A playout to the end takes about 1.6 replies for each card, and a reply takes longest with four to seven cards. With four seats
luck hides the difference between moves after fewer turns."""

PRIOR_TEMPERATURE_POINTS: Final = 0.6
"""A gain of this many points makes a word e times as likely to be tried."""
MAX_PRIOR_POINTS: Final = 5.0
"""A greater gain does not raise the prior further."""


class _PointChange(NamedTuple):
    """By how many points the next scoring pays a seat more for a base, and who controlled the base before and does now."""

    base: Base
    seat: Seat
    points: int
    old_owner: Seat | None
    new_owner: Seat | None

    @property
    def is_taken(self) -> bool:
        """Whether the seat controls the base, and another one did before."""
        return self.new_owner == self.seat and self.old_owner not in {None, self.seat}

    def is_taken_from(self, rival: Seat) -> bool:
        """Return whether the seat controls the base, and this rival did before."""
        return self.is_taken and self.old_owner == rival


def _add_points(changes: Sequence[_PointChange]) -> int:
    """Add up the points, whichever way they went."""
    return sum(abs(change.points) for change in changes)


class Evaluator:
    """The evaluator of The Expanse Board Game."""

    search_kind: Final = "rollout"
    is_race = False
    candidates = 36
    search_candidates = 100
    computer_names = ("Juno", "Hygiea", "Davida", "Cybele", "Bamberga", "Psyche")

    def __init__(self, game: Expanse) -> None:
        self.playouts = {"captain": max(LATE_PLAYOUTS_BY_CARD.values())}
        self._game = game
        self._board = game.board
        self._charts = PayoutCharts(game.board)
        self._prospects: tuple[object, InfluenceProspects] | None = None

    def value(self, state: State, seat: Seat) -> float:
        """Return the probability of winning that the lead suggests; after the end 1 for a victory."""
        result = self._game.find_result(state)
        if result is not None:
            return 1 / len(result.winners) if seat in result.winners else 0.0
        return 1 / (1 + math.exp(-self.lead(state, seat)))

    def lead(self, state: State, seat: Seat) -> float:
        """Return the lead over the others as log-odds of winning."""
        margin = compute_margin(self._board, state, seat, self._charts)
        return margin / POINTS_PER_LOGIT + math.log(1 / (state.seats - 1))

    def rollout_depth(self, state: State) -> tuple[int, int, int]:
        """Return turns, replies compared and playouts.

        With two and three seats playouts go to the end of the game once it is near, else for two rounds. With four seats they
        go on until the others have answered, since leads do not last.
        """
        seats, cards = state.seats, len(state.deck)
        if cards > NEAR_END_CARDS[seats]:
            return EARLY_TURNS[seats], EARLY_REPLIES_COMPARED[seats], EARLY_PLAYOUTS[seats]
        if seats == 4:
            return EARLY_TURNS[seats], REPLIES_COMPARED, LATE_PLAYOUTS_FOUR_SEATS
        return (
            TURNS_TO_END[seats],
            REPLIES_COMPARED,
            LATE_PLAYOUTS_BY_CARD[seats] // (LATE_PLAYOUTS_EXTRA_CARDS + cards),
        )

    def naive_value(self, state: State, seat: Seat) -> float:
        """Evaluate a position as a cadet sees it: its own points and influence, and roughly what bases will pay it."""
        result = self._game.find_result(state)
        if result is not None:
            return 1 / len(result.winners) if seat in result.winners else 0.0
        if len(state.sides) < state.seats:
            return 0.5
        side = state.sides[seat]
        to_come = estimate_points(self._charts, state)[side.faction] - side.cp
        seen = NAIVE_PAYOUT_STEP * (to_come // NAIVE_PAYOUT_STEP)
        points = side.cp + CUBE_POINTS * sum(side.cubes.values()) + NAIVE_PAYOUT_SHARE * seen
        return 1 / (1 + math.exp(-(points - NAIVE_EVEN_POINTS) / NAIVE_POINTS_PER_LOGIT))

    def name_gains(self, before: State, after: State, seat: Seat) -> list[tuple[Text, float]]:
        """Name Control Points, bases that pay the seat more and bases that pay a rival less."""
        if len(before.sides) < before.seats:
            return []
        gains: list[tuple[Text, float]] = []
        points = after.sides[seat].cp - before.sides[seat].cp
        if points > 0:
            gains.append((count("brings {n} Control Point", "brings {n} Control Points", points), float(points)))
        if before.phase != "scoring" and after.phase == "scoring":
            gains += self._name_scoring(after, seat)
        gains += self._name_base_gains(before, after, seat)
        more = sum(after.sides[seat].cubes.values()) - sum(before.sides[seat].cubes.values())
        if more > 0:
            gains.append((say("brings influence to more bases"), CUBE_POINTS * more))
        return gains

    def _name_scoring(self, state: State, seat: Seat) -> Iterator[tuple[Text, float]]:
        """Name by how much a Scoring turn now pays the seat more than the others, with the best Bonus Sector for it."""
        margin = 0
        for sector in self._board.list_open_sectors(state):
            own_points, *rival_points = _put_first(estimate_scoring(self._board, state, sector), seat)
            margin = max(margin, own_points - max(rival_points))
        if margin > 0:
            more = count(
                "makes all bases pay: {n} point more than anyone else gets",
                "makes all bases pay: {n} points more than anyone else gets",
                margin,
            )
            yield more, float(margin)

    def _name_base_gains(self, before: State, after: State, seat: Seat) -> Iterator[tuple[Text, float]]:
        """Name the bases that the next scoring pays the seat more for, and those that it pays a rival less for."""
        changes = self._list_point_changes(before, after)
        own = [change for change in changes if change.seat == seat and change.points > 0]
        for rival in [other for other in range(after.seats) if other != seat]:
            won = [change for change in own if change.is_taken_from(rival)]
            lost = [change for change in changes if change.seat == rival and change.points < 0]
            yield from self._name_rival_gains(rival, won, lost)
        better = [change for change in own if not change.is_taken]
        if better:
            text = count(
                "a better place on {base}: {n} point more at the next scoring",
                "a better place on {base}: {n} points more at the next scoring",
                _add_points(better),
                base=self._name_bases(better),
            )
            yield text, float(_add_points(better))

    def _name_rival_gains(
        self, rival: Seat, won: Sequence[_PointChange], lost: Sequence[_PointChange]
    ) -> Iterator[tuple[Text, float]]:
        """Name the bases that are taken from a rival, and those that pay it less."""
        if won:
            text = count(
                "takes {base} from {seat}: {n} point more at the next scoring",
                "takes {base} from {seat}: {n} points more at the next scoring",
                _add_points(won),
                base=self._name_bases(won),
                seat=SeatMention(rival),
            )
            bases = {change.base for change in won}
            yield text, float(_add_points(won) + _add_points([change for change in lost if change.base in bases]))
        if lost:
            text = count(
                "costs {seat} {n} point on {base} at the next scoring",
                "costs {seat} {n} points on {base} at the next scoring",
                _add_points(lost),
                base=self._name_bases(lost),
                seat=SeatMention(rival),
            )
            yield text, _add_points(lost) / 2

    def _list_point_changes(self, before: State, after: State) -> list[_PointChange]:
        """List what the next scoring pays each seat more or less for each base."""
        old_points, points = (forecast_base_points(self._board, state, scored_as=after) for state in (before, after))
        changes: list[_PointChange] = []
        for base in sorted(points.keys() | old_points.keys()):
            old_owner, new_owner = self._find_owner(before, base), self._find_owner(after, base)
            for seat, side in enumerate(after.sides):
                change = points.get(base, {}).get(side.faction, 0) - old_points.get(base, {}).get(side.faction, 0)
                changes.append(_PointChange(base, seat, change, old_owner, new_owner))
        return changes

    def _find_owner(self, state: State, base: Base) -> Seat | None:
        faction = self._board.find_leader(state, base)
        return None if faction is None else find_seat(state, faction)

    def _name_bases(self, changes: Sequence[_PointChange]) -> list[Text]:
        return [self._board.base_names[change.base] for change in changes]

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:
        """Return the priors of a menu's words: cheap cards with many points, places that pay, no point left unspent.

        A move consists of up to eight choices. Without priors a few dozen random moves seldom include a good one.
        """
        words, prompt = menu.open_words, menu.prompt.template
        if prompt == _CARD_PROMPT:
            return [self._rate_card(state, int(word)) for word in words]
        rate = RATED_PROMPTS.get(prompt)
        if rate is None or len(words) == 1:
            return [_WORD_PRIORS.get(word, 1.0) for word in words]
        prospects = self._load_prospects(state, seat)
        preview = state if menu.preview_state is None else menu.preview_state()
        side = preview.sides[seat]
        priors: list[float] = []
        for word in words:
            prior = _WORD_PRIORS.get(word)
            if prior is None:
                gain = min(rate(prospects, word, side), MAX_PRIOR_POINTS)
                prior = math.exp(gain / PRIOR_TEMPERATURE_POINTS)
            priors.append(prior)
        return priors

    def is_side_choice(self, state: State) -> bool:
        """Return whether factions are chosen."""
        return state.phase == "factions"

    def nobody_chance(self, state: State) -> float:  # noqa: ARG002
        """Return 0: somebody always wins."""
        return 0.0

    def analysis_depth(self, state: State) -> tuple[int, int | None, int]:
        """Return moves, replies compared and playouts: leads do not last, so every seat answers."""
        return 2 * state.seats, 5, 150

    def value_sharpness(self, state: State) -> float:
        """Return how much of a lead lasts: little while many cards are in the deck, since everybody fights the leader."""
        return max(MIN_SHARPNESS, 1 - len(state.deck) / FLEETING_LEAD_CARDS)

    def resources(self, state: State, seat: Seat) -> tuple[object, ...] | None:  # noqa: ARG002
        """Return None: every move spends something."""
        return None

    def follows(self, menu: Menu) -> bool:
        """Return whether the question belongs to the move before: which influence goes, which fleet comes home."""
        return menu.open_words[0] == "choose"

    def _rate_card(self, state: State, space: int) -> float:
        parts, card = self._board.components, state.track[space - 1]
        points = 2 if card == SCORE_CARD else parts.cards[card].ap
        return float(points**1.5 / (1 + parts.track.prices[space - 1]))

    def _load_prospects(self, state: State, seat: Seat) -> InfluenceProspects:
        """Return the prospects of a position, which all its menus share.

        The key holds all that the prospects depend on: otherwise positions evaluated earlier would change a choice.
        """
        pieces = (
            (side.cp, *side.cubes.items(), 0, *side.diplomats.items(), 0, *side.fleets.items()) for side in state.sides
        )
        samples = (base for side in state.sides for base in side.samples)
        deck = (len(state.deck), state.deck.count(SCORE_CARD), *state.track, *state.used)
        key = (seat, *deck, state.phase, state.bonus, *pieces, *samples)
        if self._prospects is None or self._prospects[0] != key:
            # They look at the state again later, when its own run may have changed it.
            self._prospects = key, InfluenceProspects(self._charts, copy_state(state), seat)
        return self._prospects[1]


def _put_first(points: list[int], seat: Seat) -> list[int]:
    """Return the points of this seat, then the points of the others."""
    return [points[seat], *points[:seat], *points[seat + 1 :]]


_CARD_PROMPT: Final = "Which card do you take?"
RATED_PROMPTS: Final[dict[str, Callable[[InfluenceProspects, Word, FactionState], float]]] = {
    "On which base do you place influence?": InfluenceProspects.rate_adding,
    "To which base with the same resource?": InfluenceProspects.rate_adding,
    "Where do they go?": InfluenceProspects.rate_orbital,
    "From which base do you remove influence?": InfluenceProspects.rate_rival_loss,
    "From which base do you move influence?": InfluenceProspects.rate_own_loss,
    "You have no influence left beside the map. From which base do you take it?": InfluenceProspects.rate_own_loss,
}
"""The prompts of menus whose words are rated, with the rating."""

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
"""The priors of words that are not rated, if not 1."""
