"""How good a position is: Control Points, what every base would pay, the scorings to come; for computer players and analyses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import SCORE, Base, Orbital, Sector, Side, State
from engine.kernel.menu import Menu, Word
from engine.kernel.text import Seat, Text, say

SPREAD: Final = 6.0
"""So many points ahead are worth one unit of log-odds."""
KEPT: Final = 0.8
"""A Kept Event, in points; these small weights were not measured."""
FLEET: Final = 0.25
CUBE: Final = 0.12
ROCINANTE: Final = 0.5
LEADS: Final = 0.6
"""How much of a point that is still to be scored counts beside one that is scored, or paid for a card."""
LASTS: Final = 14.0
"""After so many turns a lead counts e times less: the others have had their say. So the final scoring counts little until it is
near."""
SOFT: Final = 0.5
"""How much of what a base will pay later goes by how far a faction is ahead there, and not by the places as they are."""
EDGE: Final = 0.8
"""So much more influence than another's is worth one unit of log-odds of staying ahead."""
ABSENT: Final = 0.4
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

HEAT: Final = 0.6
"""So many points more make a place e times as likely to be tried."""
MOST: Final = 5.0
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
        self._charts = Charts(game.board)
        self._prospects: tuple[object, Prospects] | None = None

    def value(self, state: State, seat: Seat) -> float:
        """From the lead over the others; a victory is 1."""
        result = self._game.result(state)
        if result is not None:
            return 1 / len(result.winners) if seat in result.winners else 0.0
        return 1 / (1 + math.exp(-self.lead(state, seat)))

    def lead(self, state: State, seat: Seat) -> float:
        """The margin, as log-odds of the value."""
        return margin(self._board, state, seat, self._charts) / SPREAD + math.log(1 / (state.seats - 1))

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
        worth, side = _worth(self._charts, state), state.sides[seat]
        rest = [points for faction, points in worth.items() if faction != side.faction]
        return (
            (say("Control Points"), float(side.cp)),
            (say("Control Points to come, from bases and fleets"), worth[side.faction] - side.cp),
            (say("Control Points that the best of the others loses"), -max(rest)),
        )

    def move_priors(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:
        """Cheap cards with many points, places that pay, and no point left unspent. A move is put together of up to eight choices:
        drawn evenly, a few dozen of them seldom hold a good one, the less the more a faction can do."""
        words, prompt = menu.picks, menu.prompt.template
        if prompt == _CARD:
            return [self._card(state, int(word)) for word in words]
        weigh = WEIGHED.get(prompt)
        if weigh is None or len(words) == 1:
            return [_USUAL.get(word, 1.0) for word in words]
        prospects, then = self._prospects_of(state, seat), state if menu.draft is None else menu.draft()
        side = then.sides[seat]
        return [
            _USUAL[word] if word in _USUAL else math.exp(min(weigh(prospects, word, side), MOST) / HEAT)
            for word in words
        ]

    def resources(self, state: State, seat: Seat) -> tuple[object, ...] | None:  # noqa: ARG002
        """Return None: every move spends something."""
        return None

    def follows(self, menu: Menu) -> bool:
        """Which influence goes and which fleet comes home belongs to what somebody has just done."""
        return menu.picks[0] == "choose"

    def _card(self, state: State, space: int) -> float:
        parts, card = self._board.components, state.track[space - 1]
        points = 2 if card == SCORE else parts.cards[card].ap
        return float(points**1.5 / (1 + parts.track.prices[space - 1]))

    def _prospects_of(self, state: State, seat: Seat) -> Prospects:
        """Made once for all menus of a position; Control Points make little difference here."""
        pieces = ((*side.cubes.items(), 0, *side.diplomats.items(), 0, *side.fleets.items()) for side in state.sides)
        samples = (base for side in state.sides for base in side.samples)
        key = (seat, len(state.used), len(state.deck), *state.track, state.phase, state.bonus, *pieces, *samples)
        if self._prospects is None or self._prospects[0] != key:
            self._prospects = key, Prospects(self._charts, state, seat)
        return self._prospects[1]


def margin(board: Board, state: State, seat: Seat, charts: Charts | None = None) -> float:
    """The seat's prospects in points, less those of the others: half by their mean, half by the best of them.

    `charts` spare whoever asks often some work.
    """
    if len(state.sides) < state.seats:
        return 0.0
    worth = _worth(charts or Charts(board), state)
    mine = worth.pop(state.sides[seat].faction)
    return mine - (sum(worth.values()) / len(worth) + max(worth.values())) / 2


def _worth(charts: Charts, state: State) -> dict[Faction, float]:
    """What every faction has and will have, in points. Whoever took the SCORE card will choose the best Sector."""
    if state.phase == "over":
        return {side.faction: float(side.cp) for side in state.sides}
    if state.phase != "scoring" or state.bonus:
        return _worth_with(charts.board, state, charts.of(state, state.bonus))
    taker = state.sides[state.active].faction
    board = charts.board
    found = [_worth_with(board, state, charts.of(state, sector)) for sector in board.sectors_left(state)]
    return max(found, key=lambda worth: worth[taker] - sum(worth.values()) / len(worth))


def _worth_with(board: Board, state: State, chart: Chart) -> dict[Faction, float]:
    weight, found = board.weight(state), dict[Faction, float]()
    for side in state.sides:
        fleets = "".join(side.fleets.values())
        found[side.faction] = (
            side.cp
            + KEPT * len(side.kept)
            + FLEET * board.strength(fleets) / 2
            + CUBE * (sum(side.cubes.values()) + weight * sum(side.diplomats.values()))
            + ROCINANTE * ("r" in fleets)
        )
    for base, totals in board.counted(state).items():
        for faction, points in chart.pays(state, base, totals):
            found[faction] += points
    return found


Ranks = tuple[list[tuple[Faction, ...]], tuple[tuple[Faction, float], ...]]
"""Who takes which place where this much counts, and how many rivals everybody may expect above in the end, in parts. As long as
no new Tech card is in force this is the same for all charts."""


class Charts:
    """The charts that a player has made. Most bases are the same in most positions that it looks at."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._made: dict[tuple[object, ...], Chart] = {}
        self._ranks: dict[tuple[object, ...], Ranks] = {}

    def of(self, state: State, sector: Sector) -> Chart:
        """The chart of a position, with this Bonus Sector. What a card on the track is matters only where it is a SCORE card."""
        track, deck = (card == SCORE for card in state.track), state.deck
        key = (state.seats, len(state.used), len(deck), deck.count(SCORE), *track, state.phase == "final", sector)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = Chart(self.board, state, sector, self._ranks)
        return made


class Chart:
    """What bases will pay: in the Scoring turn that is under way with this Bonus Sector, if there is one, and in all later ones."""

    def __init__(self, board: Board, state: State, sector: Sector, ranks: dict[tuple[object, ...], Ranks]) -> None:
        self._board, self._ranks = board, ranks
        self._known: dict[tuple[object, ...], tuple[tuple[Faction, float], ...]] = {}
        scoring = board.components.scoring
        rows = scoring.bonus[len(state.used) :]
        self._now: dict[Sector, tuple[int, ...]] = {}
        if sector:
            self._now = {one: rows[0] if one == sector else scoring.normal for one in board.components.sectors.bands}
            rows = rows[1:]
        weights, last = _weights(state)
        bonus = [sum(w * row[n] / 3 for w, row in zip(weights, rows, strict=False)) for n in range(3)]
        normal = sum(weights) * 2 / 3
        self._later = [bonus[n] + normal * scoring.normal[n] + last * scoring.final[n] for n in range(3)]
        self._critical = (sum(weights) + last) * scoring.critical
        self._soft = 0.0 if state.phase == "final" else SOFT

    def pays(self, state: State, base: Base, totals: dict[Faction, int]) -> tuple[tuple[Faction, float], ...]:
        """Who may expect how much of a base where this much counts, in parts."""
        here = (self._board.resource[base], self._board.orbital[base] if self._now else "", *totals.items())
        known = self._known.get(here)
        if known is None:
            known = self._known[here] = tuple(self._expected(state, base, totals))
        return known

    def _expected(self, state: State, base: Base, totals: dict[Faction, int]) -> Iterator[tuple[Faction, float]]:
        board = self._board
        now = self._now.get(board.sector[board.orbital[base]]) if self._now else None
        resource, firm = board.resource[base], 1 - self._soft
        places, rivals = self._rank(state, base, totals)
        for n, factions in enumerate(places):
            for faction in factions:
                points = firm * self._later[n] + (now[n] if now else 0)
                if n == 0 and resource in board.critical(state, faction):
                    points += firm * self._critical + (board.components.scoring.critical if now else 0)
                yield faction, points
        if not self._soft:
            return
        for faction, above in rivals:
            points = self._between(above)
            if above < 1 and resource in board.critical(state, faction):
                points += self._critical * (1 - above)
            yield faction, self._soft * points

    def _rank(self, state: State, base: Base, totals: dict[Faction, int]) -> Ranks:
        key = (len(state.used), *totals.items())
        known = self._ranks.get(key)
        if known is None:
            absent = ABSENT * (state.seats - len(totals))
            rivals = tuple(
                (
                    faction,
                    absent * _passed(-mine) + sum(_passed(n - mine) for one, n in totals.items() if one != faction),
                )
                for faction, mine in totals.items()
            )
            known = self._ranks[key] = self._board.placing(state, base, totals)[:3], rivals
        return known

    def _between(self, above: float) -> float:
        """With so many rivals above, in parts: between the points of two places."""
        place = int(above)
        if place > 2:
            return 0.0
        here, below = self._later[place], self._later[place + 1] if place < 2 else 0.0
        return here + (below - here) * (above - place)


@cache
def _passed(behind: int) -> float:
    """How likely somebody who has so much more (less than 0: less) is ahead in the end."""
    return 1 / (1 + math.exp(-behind / EDGE))


class Prospects:
    """What a seat gains by influence more and less, base by base, as long as nothing else changes; in points of `margin`."""

    def __init__(self, charts: Charts, state: State, seat: Seat) -> None:
        self._board, self._state = charts.board, state
        self._me, self._had = state.sides[seat].faction, state.sides[seat].cubes
        self._chart, self._totals = charts.of(state, state.bonus), charts.board.counted(state)
        worth = _worth(charts, state)
        del worth[self._me]
        best = max(worth, key=worth.__getitem__)
        self._share = {one: -0.5 / len(worth) - 0.5 * (one == best) for one in worth} | {self._me: 1.0}
        self._open = frozenset(charts.board.places("any", state.seats))
        self._made: dict[tuple[Base, Faction, int], float] = {}
        self._more: dict[tuple[Base, int], float] = {}
        self._leads: dict[Base, float] = {}

    def more(self, base: Base, side: Side) -> float:
        """By one more of one's own on a base, or half of what two bring; `side` has put down some in this move already."""
        came = max(0, side.cubes.get(base, 0) - self._had.get(base, 0))
        found = self._more.get((base, came))
        if found is None:
            had, one, two = (self._with(base, self._me, came + n) for n in range(3))
            found = self._more[base, came] = max(one - had, (two - had) / 2)
        return found

    def around(self, orbital: Orbital, side: Side) -> float:
        """By one more of one's own on the best base of an Orbital."""
        bases = [base for base in self._board.attached[orbital] if base in self._open]
        return max((self.more(base, side) for base in bases), default=0.0)

    def fewer(self, base: Base, _side: Side) -> float:
        """By one less of one's own."""
        return self._with(base, self._me, -1)

    def less(self, word: Word, _side: Side) -> float:
        """By one less of the best rival on a base. A faction that chooses by itself is a word too: by what is best for it."""
        owner = next((one for one in self._share if one == word), None)
        if owner is not None:
            return min((self._with(base, owner, -1) for base, n in self._totals.items() if owner in n), default=0.0)
        rivals = [one for one in self._totals.get(word, ()) if one != self._me]
        return max((self._with(word, one, -1) for one in rivals), default=0.0)

    def _with(self, base: Base, faction: Faction, n: int) -> float:
        if not n:
            return 0.0
        key = (base, faction, n)
        if key not in self._made:
            board, state, totals = self._board, self._state, self._totals.get(base, {})
            side = next(side for side in state.sides if side.faction == faction)
            here = totals.get(faction)
            if here is None:
                controls = board.controller(state, board.orbital[base]) == faction
                here = board.lends(state, faction) if controls else 0
            after = {**totals, faction: here + n}
            if board.influence(state, side, base) + n <= 0:
                del after[faction]
            self._made[key] = self._lead(base, after) - self._stands(base)
        return self._made[key]

    def _stands(self, base: Base) -> float:
        found = self._leads.get(base)
        if found is None:
            found = self._leads[base] = self._lead(base, self._totals.get(base, {}))
        return found

    def _lead(self, base: Base, totals: dict[Faction, int]) -> float:
        lead, share = 0.0, self._share
        for faction, points in self._chart.pays(self._state, base, totals):
            lead += points * share[faction]
        return lead


def _weights(state: State) -> tuple[list[float], float]:
    """How much the Scoring turns that may come and the final one count before they come, by how many turns off they are about."""
    if state.phase == "final":
        return [], 1.0
    turns = [float(n) for n, card in enumerate(state.track) if card == SCORE]
    inside = state.deck.count(SCORE)
    turns += [len(state.track) + len(state.deck) * n / (inside + 1) for n in range(1, inside + 1)]
    *weights, last = [LEADS * math.exp(-n / LASTS) for n in turns] or [1.0]
    return weights, last


_CARD: Final = "Which card do you take?"
WEIGHED: Final[dict[str, Callable[[Prospects, Word, Side], float]]] = {
    "On which base do you place influence?": Prospects.more,
    "To which base with the same resource?": Prospects.more,
    "Where do they go?": Prospects.around,
    "From which base do you remove influence?": Prospects.less,
    "From which base do you move influence?": Prospects.fewer,
    "You have no influence left beside the map. From which base do you take it?": Prospects.fewer,
}
"""Questions of which every answer is weighed."""

_USUAL: Final = {
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
