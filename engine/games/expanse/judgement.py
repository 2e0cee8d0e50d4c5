"""How good a position is: Control Points, what every base would pay, the scorings to come; for computer players and analyses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from engine.games.expanse.board import Board
from engine.games.expanse.components import Faction
from engine.games.expanse.game import Expanse
from engine.games.expanse.state import SCORE, Base, State
from engine.kernel.menu import Menu
from engine.kernel.text import Seat

SPREAD: Final = 6.0
"""So many points ahead are worth one unit of log-odds."""
KEPT: Final = 0.8
"""A Kept Event, in points; these small weights were not measured."""
FLEET: Final = 0.25
CUBE: Final = 0.12
ROCINANTE: Final = 0.5
NEXT: Final = 0.7
LATER: Final = 0.25
LAST: Final = 0.45
"""How much of a Scoring turn counts before it comes: the next one, those behind it, the final one. The final one counts in full
once it is the next."""

NAMES = ("Juno", "Hygiea", "Davida", "Cybele", "Bamberga", "Psyche")
"""What computers are called at this game's tables."""


class Judgement:
    """What a good player of The Expanse Board Game knows."""

    horizon = 3
    replies = 5
    candidates = 36
    blur = 0.5

    def __init__(self, game: Expanse) -> None:
        self.iterations = {"captain": 90}
        self._game = game
        self._board = game.board

    def value(self, state: State, seat: Seat) -> float:
        """From the lead over the others; a victory is 1."""
        result = self._game.result(state)
        if result is not None:
            return 1 / len(result.winners) if seat in result.winners else 0.0
        return 1 / (1 + math.exp(-margin(self._board, state, seat) / SPREAD - math.log(1 / (state.seats - 1))))

    def inclination(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:  # noqa: ARG002
        """Cheap cards, and no point left unspent."""
        words = menu.picks
        if words[0].isdigit() and menu.prompt.template.startswith("Which card"):
            prices = self._board.components.track.prices
            return [1 / (1 + prices[int(word) - 1]) for word in words]
        return [_IDLE.get(word, 1.0) for word in words]

    def follows(self, menu: Menu) -> bool:
        """Which influence goes and which fleet comes home belongs to what somebody has just done."""
        return menu.picks[0] == "choose"


def margin(board: Board, state: State, seat: Seat) -> float:
    """The seat's prospects in points, less those of the others: half by their mean, half by the best of them."""
    if len(state.sides) < state.seats:
        return 0.0
    worth = _worth(board, state)
    mine = worth.pop(state.sides[seat].faction)
    return mine - (sum(worth.values()) / len(worth) + max(worth.values())) / 2


def _worth(board: Board, state: State) -> dict[Faction, float]:
    if state.phase == "over":
        return {side.faction: float(side.cp) for side in state.sides}
    bonus, normal, final = _chart(board, state)
    worth = [bonus[n] + normal[n] + final[n] for n in range(3)]
    more = _weight(state) * board.components.scoring.critical
    weight, found = board.weight(state), dict[Faction, float]()
    held: dict[Base, dict[Faction, int]] = {}
    for side in state.sides:
        cubes = 0
        for base, n in side.cubes.items():
            held.setdefault(base, {})[side.faction] = n
            cubes += n
        for base, n in side.diplomats.items():
            here = held.setdefault(base, {})
            here[side.faction] = here.get(side.faction, 0) + n * weight
            cubes += n * weight
        fleets = "".join(side.fleets.values())
        found[side.faction] = (
            side.cp
            + KEPT * len(side.kept)
            + FLEET * board.strength(fleets) / 2
            + CUBE * cubes
            + ROCINANTE * ("r" in fleets)
        )
    tokens = {base for side in state.sides for base in side.samples}
    for base, totals in held.items():
        if base in tokens or len(totals) > 1:
            totals = board.totals(state, base)  # noqa: PLW2901 - with Orbital Control and tokens
        places: list[tuple[Faction, ...]]
        if len(set(totals.values())) == len(totals):
            places = [(one,) for one in sorted(totals, key=lambda one: -totals[one])]
        else:
            places = board.placing(state, base)
        for points, factions in zip(worth, places, strict=False):
            for faction in factions:
                found[faction] += points
        first = places[0]
        if first and board.resource[base] in board.critical(state, first[0]):
            found[first[0]] += more
    return found


def _weight(state: State) -> float:
    """How many Scoring turns a lead lasts for, about."""
    ahead = _ahead(state)
    return (NEXT + LATER * (ahead - 1) + LAST) if ahead else 1.0


def _ahead(state: State) -> int:
    """How many Scoring turns may come before the final one."""
    return max(0, state.deck.count(SCORE) - 1) + state.track.count(SCORE)


def _chart(board: Board, state: State) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """What the three places on a base will be worth: as a third of a Bonus Sector, else, and at the end."""
    scoring, ahead = board.components.scoring, _ahead(state)
    weights = [NEXT, *[LATER] * 4][:ahead]
    rows = scoring.bonus[len(state.used) :]
    bonus = [sum(w * row[n] / 3 for w, row in zip(weights, rows, strict=False)) for n in range(3)]
    normal = [sum(weights) * 2 / 3 * scoring.normal[n] for n in range(3)]
    last = LAST if ahead else 1.0
    return tuple(bonus), tuple(normal), tuple(last * n for n in scoring.final)


_IDLE: Final = {"done": 0.15, "stop": 0.15, "none": 0.15, "pass": 0.2, "decline": 0.2, "no": 0.5, "dice": 0.05}
