"""How good a position of an expedition is, in points; for computer players and analyses.

The largest term is coming home: the moves of the ship are counted over the rounds to come, each with its own ice. Then what has
been scored, what majorities and sets would pay now, finds that lie within reach, and a pull towards the Passage.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.northwest import scoring, travel
from engine.games.northwest.game import Northwest
from engine.games.northwest.grid import bits
from engine.games.northwest.ground import Ground
from engine.games.northwest.rules import Box
from engine.games.northwest.state import Expedition, State
from engine.kernel.menu import Menu
from engine.kernel.text import Seat

SPREAD: Final = 8.0
"""So many points ahead are worth one unit of log-odds."""
OTHERS: Final = 0.5
"""How much the others' points count beside the own ones."""
LYING: Final = 0.6
"""What a find within reach counts of its worth. At 0.95 taking it is put off."""
FADES: Final = 0.85
"""What is left of that with every move on the way."""
ACTION: Final = 0.15
"""Points that a crewman's action to come will bring, while there is time to come home."""
SPARE: Final = 5
"""So many moves to spare make the way home safe."""
TILE: Final = 0.1
"""A tile in the reserve that fits nowhere."""
WESTWARD: Final = 0.25
"""A tile in the reserve that fits beside the ship, for every column that it leads west."""
SOUTHWARD: Final = 0.15
"""The same for every row that it leads south, away from the ice."""
PULL: Final = 1.6
"""How much of the next token at the Passage counts when the ship stands before it: the finds there pay three times."""
STUCK: Final = 1.0
"""Points that a round costs in which the ice holds the ship where it is."""
REACH: Final = 0.8
"""A column further west that the ship can sail to over the tiles laid."""
SOUTH: Final = 0.4
"""The same for a row further south."""
CHART: Final = 0.15
"""The same for every tile."""
SHORES: Final = 0.5
"""What an island that one more tile could close counts of its points; each unknown corner more halves it."""
MAJORITY: Final = 0.8
"""What majorities and sets count before the end."""
TOKEN: Final = {"inuit": 1.0, "cairn": 1.0, "franklin": 2.5, "strait": 2.5, "cartography": 2.0}
"""What a token brings on average towards majorities and sets, besides its points."""


REMEMBERED: Final = 64
"""Boards whose ways home are remembered."""


Shore = tuple[int, float]
"""Cells, as bits, and points."""

NAMES = ("Parry", "Rae", "Beechey", "Hood", "Back", "Lyon")
"""What computers are called at this game's tables."""


class Judgement:
    """What a good player of Expedition: Northwest Passage knows."""

    horizon = 4
    replies = 2
    candidates = 40
    blur = 0.3

    def __init__(self, game: Northwest) -> None:
        self.iterations = {"captain": 60}
        self._game = game
        self._box: Box = game.box
        self._ways: dict[tuple[tuple[str, ...], int], dict[int, int]] = {}

    def value(self, state: State, seat: Seat) -> float:
        """From the points that all may expect."""
        points = self._points(state)
        mine = points.pop(seat)
        others = (sum(points) / len(points) + max(points)) / 2
        worth = 1 / (1 + math.exp(-(mine - OTHERS * others - 15 * (1 - OTHERS)) / SPREAD))
        result = self._game.result(state)
        if result is None:
            return worth
        return (worth + (1 / len(result.winners) if seat in result.winners else 0.0)) / 2

    def _points(self, state: State) -> list[float]:
        """Points to be expected, by seat."""
        components = self._box.components
        lines = scoring.scores(components, state, self._box.arrow)
        if state.ended:
            return [float(sum(line.values())) for line in lines]
        ground = self._box.ground(state)
        symbols = self._lying(state, ground)
        shores = self._shores(ground)
        found: list[float] = []
        for one, line in zip(state.expeditions, lines, strict=True):
            sure = line["finds"] + line["islands"] + line["passage"] + line["greenland"]
            soft = line["franklin"] + line["strait"] + line["cartography"] + line["sets"]
            total = sure + MAJORITY * soft + sum(0.3 * TOKEN[kind] * n for kind, n in one.tokens.items())
            total += line["losses"] if one.home else self._out(state, ground, one, symbols, shores)
            found.append(total)
        return found

    def _out(
        self, state: State, ground: Ground, one: Expedition, symbols: Mapping[int, float], shores: Sequence[Shore]
    ) -> float:
        """What an expedition that is not home may still expect, less what it would lose out there."""
        spare = self._spare(state, ground, one)
        home = 0.0 if spare < 0 else min(1.0, (spare + 1) / (SPARE + 1))
        numbers = self._box.components.finds
        crew = one.ship_available + one.ship_resting + one.sled_available + one.sled_resting
        stake = numbers.lost_crewman * crew + numbers.lost_ship
        token = sum(state.greenland_tokens) / max(1, sum(not other.home for other in state.expeditions))
        worth = home * token + (1 - home) * stake + numbers.lost_crewman * one.lost
        worth += ACTION * min(max(0, spare), 60) + TILE * min(3, len(one.hand)) + self._charts(ground, one)
        x, _ = self._box.grid.xy(self._box.grid.numbers[one.ship])
        far = self._sailed(ground, one)
        reached = [symbols[tile] * FADES**moves for tile, moves in far.items() if tile in symbols]
        worth += LYING * sum(sorted(reached, reverse=True)[:4])
        west = min(self._box.grid.xy(ground.laid[tile].cells[0])[0] for tile in far)
        columns = self._box.grid.columns
        south = max(self._box.grid.xy(ground.laid[tile].cells[-1])[1] for tile in far)
        worth += REACH * (columns - 1 - west) + SOUTH * min(8, south) + CHART * len(far)
        if one.passage is None and state.passage_tokens:
            way = (2 * x + west) / 3
            worth += PULL * home * max(state.passage_tokens) * (1 - way / columns)
        here = self._box.grid.numbers[one.ship]
        rounds = range(state.round + 1, self._box.components.expedition.rounds)
        worth -= STUCK * sum(
            all(self._box.frozen(n) >> cell & 1 for cell in ground.tile_on(here).cells) for n in rounds
        )
        near = ground.laid[ground.at[self._box.grid.numbers[one.ship]]]
        around = ground.beside(near) | near.mask
        return worth + home * max((points for cells, points in shores if cells & around), default=0.0)

    def _charts(self, ground: Ground, one: Expedition) -> float:
        """What the two best tiles of a reserve are worth beside the ship."""
        grid = self._box.grid
        here = ground.tile_on(grid.numbers[one.ship])
        west, south = grid.xy(here.cells[0])
        beside = list(bits(ground.beside(here)))
        found: list[float] = []
        for tile in dict.fromkeys(one.hand):
            best = 0.0
            for lay in self._box.pieces[tile].different:
                for cell in {at - back for at in beside for back in (0, lay.span)}:
                    cells = 1 << cell | 1 << cell + lay.span if cell >= 0 else 0
                    if not cells or cells & grid.cells != cells or cells & ground.filled or not ground.fits(lay, cell):
                        continue
                    x, y = grid.xy(cell)
                    _, low = grid.xy(cell + lay.span)
                    best = max(
                        best, 0.2 + WESTWARD * max(0, west - x) + SOUTHWARD * max(0, min(low, 8) - max(y, south))
                    )
            found.append(best)
        return sum(sorted(found, reverse=True)[:2])

    def _shores(self, ground: Ground) -> list[Shore]:
        """Lands that are not closed yet, as the cells that reach them and what closing them may bring."""
        grid, stride = ground.grid, ground.grid.stride
        left, found = ground.land, list[Shore]()
        while left:
            land, grown = 0, left & -left
            while grown != land:
                land = grown
                grown = (land | land << 1 | land >> 1 | land << stride | land >> stride) & ground.land
            left &= ~land
            cells = grid.touching(land)
            unknown = (land << 1 | land >> 1 | land << stride | land >> stride) & ~ground.known
            corners = sum(1 for corner in bits(unknown) if grid.touching(1 << corner))
            tiles = len({ground.at[cell] for cell in bits(cells & ground.filled)})
            if corners and tiles:
                points = scoring.island(self._box.components, tiles + 1) + TOKEN["cartography"]
                found.append((cells, SHORES * points * 0.5 ** (corners - 1)))
        return found

    def _lying(self, state: State, ground: Ground) -> dict[int, float]:
        """What finds that nobody has taken are worth, by the tile they lie on."""
        components, grid = self._box.components, self._box.grid
        return {
            n: scoring.find(components, tile.symbol, grid.xy(tile.symbol_cell)[0]) + TOKEN[tile.symbol]
            for n, tile in enumerate(ground.laid)
            if tile.symbol and tile.tile not in state.taken
        }

    def _sailed(self, ground: Ground, one: Expedition) -> dict[int, int]:
        """The tiles that a ship could sail to if there were no ice, with the moves there."""
        start = ground.at[self._box.grid.numbers[one.ship]]
        far = {start: 0}
        queue = [start]
        for here in queue:
            for there in travel.sailings(ground, ground.laid[here], 0):
                if there not in far:
                    far[there] = far[here] + 1
                    queue.append(there)
        return far

    def _spare(self, state: State, ground: Ground, one: Expedition) -> int:
        """Crewmen's actions that are left beyond the way home; -1 without a way."""
        key = (tuple(state.placed), max(1, state.round))
        if key not in self._ways:
            if len(self._ways) >= REMEMBERED:
                self._ways.clear()
            self._ways[key] = self._most_spared(ground, key[1])
        here = ground.at[self._box.grid.numbers[one.ship]]
        most = self._ways[key].get(here)
        crew = self._box.components.expedition.crew
        if ground.laid[here].mask == self._box.greenland.mask:  # about to set out
            most = crew * (self._box.components.expedition.rounds - key[1] + 1)
        return -1 if most is None else max(-1, most - crew + one.ship_available)

    def _most_spared(self, ground: Ground, now: int) -> dict[int, int]:
        """How many actions a full crew can have for other things if its ship, now on a tile, is to be home at the end: backwards
        from the last round, in each of which it can stay or sail where no ice is. Tiles without a way home are left out."""
        crew = self._box.components.expedition.crew
        home = ground.at[self._box.greenland.cells[0]]
        best: dict[int, int] = {}
        roads: dict[int, dict[int, tuple[int, ...]]] = {}
        for n in range(self._box.components.expedition.rounds, now - 1, -1):
            frozen = self._box.frozen(n)
            if frozen not in roads:
                roads[frozen] = {here: travel.sailings(ground, tile, frozen) for here, tile in enumerate(ground.laid)}
            road = roads[frozen]
            best = {tile: spare + crew for tile, spare in best.items() if tile != home}
            best[home] = max(crew, best.get(home, 0))
            queue = sorted(best, key=lambda tile: -best[tile])
            for here in queue:
                for there in road[here]:
                    if best.get(there, -1) < best[here] - 1 and best[here] > 0 and there != home:
                        best[there] = best[here] - 1
                        queue.append(there)
        return best

    def inclination(self, state: State, seat: Seat, menu: Menu) -> Sequence[float]:  # noqa: ARG002
        """One action a turn, finds before all else."""
        words = menu.picks
        if menu.name == "verb":
            return [_FURTHER.get(word, 0.6) if state.acted else _VERBS.get(word, 1.0) for word in words]
        return [1.0] * len(words)

    def follows(self, menu: Menu) -> bool:
        """Closing a gap, moving the sled off the ice and drawing after a refresh belong to the action before."""
        return menu.picks[0] in ("fill", "camp") or (len(menu.picks) == 1 and menu.picks[0] == "draw")


_VERBS: Final = {
    "draw": 1.5,
    "refresh": 0.15,
    "place": 4.0,
    "move": 3.0,
    "transfer": 0.05,
    "explore": 8.0,
    "discover": 8.0,
    "pass": 0.1,
}
_FURTHER: Final = {"end": 12.0, "explore": 2.0, "discover": 2.0, "pass": 0.02, "transfer": 0.02, "refresh": 0.05}
