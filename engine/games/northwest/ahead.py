"""What the rounds to come hold for ships and sleds on the board as it is laid: how far they can come, and what is left of their
crew's actions when they are to be back. For judging positions; no rule is decided here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.games.northwest import travel
from engine.games.northwest.coasts import Coasts
from engine.games.northwest.ground import Ground
from engine.games.northwest.rules import Box
from engine.games.northwest.state import Expedition
from engine.games.northwest.tiles import Lay
from engine.games.northwest.travel import Area

NEVER = 999
"""More moves than anybody makes."""
CREW = 7
"""A sled goes so many tiles in a round at most."""


Target = tuple[int, str, float, int]
"""A tile, the kind of find there, its points, and the actions to take it."""


Camp = tuple[str, str, bool, int, int, int, int]
"""All of an expedition that its ways depend on."""
Spot = tuple[int, int, float]
"""A cell on which a tile could begin, its other cell, and what that would be worth."""


class Reached(NamedTuple):
    """How a ship reaches a tile: the moves there, the actions that going there takes from those it can spare, and the round."""

    moves: int
    takes: int
    round: int


Side = tuple[int, int, int, int]
"""A way out of a cell: the cell beside it, the same as a bit, the two ends of the side between them, its steps to the Passage."""


class Sides:
    """How the cells of a grid lie to each other and to the Passage."""

    def __init__(self, box: Box) -> None:
        xy, stride = box.grid.xy, box.grid.stride
        goals = [xy(cell) for cell in box.passage.cells]
        self.steps = {
            cell: min(abs(xy(cell)[0] - to_x) + abs(xy(cell)[1] - to_y) for to_x, to_y in goals)
            for cell in box.grid.names
        }
        """From every cell to the Passage, in cells."""
        self.of: dict[int, tuple[Side, ...]] = {}
        """The sides of every cell, in the order of the grid's neighbours."""
        for cell, beside in box.grid.neighbours.items():
            found: list[Side] = []
            for out in beside:
                near, far = sorted((cell, out))
                ends = 1 << far | 1 << far + (stride if far - near == 1 else 1)
                found.append((out, 1 << out, ends, self.steps[out]))
            self.of[cell] = tuple(found)
        self._around: dict[tuple[int, int], tuple[Side, ...]] = {}

    def around(self, first: int, span: int) -> tuple[Side, ...]:
        """The sides of a tile, those nearest to the Passage first."""
        key = first, span
        if key not in self._around:
            cells = (first, first + span) if span else (first,)
            sides = [side for cell in cells for side in self.of[cell] if side[0] not in cells]
            self._around[key] = tuple(sorted(sides, key=lambda side: side[3]))
        return self._around[key]


@lru_cache(maxsize=4)
def sides_of(box: Box) -> Sides:
    """The same for all positions that are judged: players are made anew for every decision."""
    return Sides(box)


class Ahead:
    """A board from a round on, each round with its own ice. Tiles are meant by their index on the board."""

    def __init__(self, box: Box, ground: Ground, now: int, sides: Sides) -> None:
        self.ground = ground
        self.steps = sides.steps
        self.now = now
        self.rounds = box.components.expedition.rounds
        self.home = ground.at[box.greenland.cells[0]]
        self.goal = ground.at[box.passage.cells[0]]
        self.ice = {n: box.frozen(n) for n in range(now, self.rounds + 1)}
        self._box, self._sides = box, sides
        self._most: dict[int, dict[int, dict[int, int]]] = {}
        self._reached: dict[tuple[int, int, int], tuple[int, dict[int, Reached]]] = {}
        self._driven: dict[tuple[Area, int, int], dict[Area, int]] = {}
        self._sails: dict[int, list[tuple[int, ...] | None]] = {}
        self._sailed: dict[int, dict[int, int]] = {}
        self._back: dict[tuple[str, str, int, int], int] = {}
        self._exits: dict[int, dict[int, int]] = {}
        self._spare: dict[Camp, int] = {}
        self._sledges: dict[Camp, dict[int, tuple[int, int]]] = {}
        self.coasts = Coasts(box.grid, ground)
        self.finds: list[Target] | None = None
        """The finds of the board, taken or not, once somebody has looked."""
        self.near: dict[Camp, tuple[dict[int, float], dict[int, int]]] = {}
        self.spots: dict[tuple[str, int, float, float, int], list[Spot]] = {}
        """What the evaluator has found out about the cells beside an expedition, and about a tile there."""

    # ---------------------------------------------------------------- ships
    def spare(self, one: Expedition) -> int:
        """Actions that an expedition can spare if its ship is to be home at the end, its sled aboard if it comes back; -1 without
        a way."""
        key = camp_of(one)
        if key not in self._spare:
            spare = self._ship(one)[0]
            back = self.back_aboard(one) if one.sled else -1
            self._spare[key] = spare if back < 0 else max(-1, spare - back - 1)
        return self._spare[key]

    def reached(self, one: Expedition) -> dict[int, Reached]:
        """The tiles that its ship can reach and come home from."""
        return self._ship(one)[1]

    def _ship(self, one: Expedition) -> tuple[int, dict[int, Reached]]:
        here = self.ground.at[self._box.grid.numbers[one.ship]]
        left, resting = one.ship_available, one.ship_resting
        if one.sled and self.back_aboard(one) >= 0:
            left, resting = left + one.sled_available, resting + one.sled_resting
        key = here, left, left + resting
        if key not in self._reached:
            self._reached[key] = self._onward(*key)
        return self._reached[key]

    def _ways(self, ice: int) -> list[tuple[int, ...] | None]:
        """By tile those that a ship can sail to from it, None where nobody has looked yet (`_way`)."""
        found = self._sails.get(ice)
        if found is None:
            found = self._sails[ice] = [None] * len(self.ground.laid)
        return found

    def _way(self, tile: int, ice: int) -> tuple[int, ...]:
        found = self._ways(ice)[tile] = travel.sailings(self.ground, self.ground.laid[tile], ice)
        return found

    def _onward(self, here: int, left: int, crew: int) -> tuple[int, dict[int, Reached]]:
        """From a tile with so many actions left in this round: what can be spared, and what can be reached."""
        most = self._spared(crew)
        moves, found = {here: 0}, dict[int, Reached]()
        spare, actions = -1, left
        for n in range(self.now, self.rounds + 1):
            layer, ice = list(moves), self.ice[n]
            ways = self._ways(ice)
            for _ in range(left if n == self.now else crew):
                onward: list[int] = []
                for tile in layer:
                    far = moves[tile] + 1
                    there_to = ways[tile]
                    for there in self._way(tile, ice) if there_to is None else there_to:
                        if there == self.home:
                            spare = max(spare, left - far) if n == self.now else spare
                        elif moves.get(there, NEVER) > far:
                            moves[there] = far
                            onward.append(there)
                layer = onward
            at, after = most[n], most.get(n + 1, {})
            for tile, far in moves.items():
                if n == self.now and tile in after:
                    spare = max(spare, after[tile] + left - far)
                if tile in at and (tile not in found or found[tile].moves > far):
                    left_there = actions - far - crew + at[tile]
                    if left_there >= 0:
                        found[tile] = Reached(far, left_there, n)
            actions += crew
        if here == self.home:
            spare = max(spare, left + crew * (self.rounds - self.now))
        return spare, {tile: way._replace(takes=max(0, spare - way.takes)) for tile, way in found.items()}

    def _spared(self, crew: int) -> dict[int, dict[int, int]]:
        """By round and tile, how many actions a crew can have for other things if its ship lies there at the beginning and is to be
        home at the end: backwards from the last round. Tiles without a way home are left out."""
        if crew in self._most:
            return self._most[crew]
        found = self._most[crew] = {}
        best: dict[int, int] = {}
        for n in range(self.rounds, self.now - 1, -1):
            ice = self.ice[n]
            ways = self._ways(ice)
            best = {tile: spare + crew for tile, spare in best.items() if tile != self.home}
            best[self.home] = crew
            moved = dict.fromkeys(best, 0)
            queue = sorted(best, key=lambda tile: -best[tile])
            for here in queue:
                if moved[here] == crew or not best[here]:
                    continue
                there_to = ways[here]
                for there in self._way(here, ice) if there_to is None else there_to:
                    if there != self.home and best.get(there, -1) < best[here] - 1:
                        best[there], moved[there] = best[here] - 1, moved[here] + 1
                        queue.append(there)
            found[n] = best
        return found

    def sailed(self, here: int) -> dict[int, int]:
        """The tiles that a ship could sail to if there were no ice, with the moves there."""
        if here not in self._sailed:
            far = self._sailed[here] = {here: 0}
            queue = [here]
            for tile in queue:
                for there in travel.sailings(self.ground, self.ground.laid[tile], 0):
                    if there not in far:
                        far[there] = far[tile] + 1
                        queue.append(there)
        return self._sailed[here]

    def exits(self, here: int) -> dict[int, int]:
        """The empty cells to which open sea leads from tiles that a ship could sail to, with the moves to such a tile; the Passage
        itself once it can be sailed to."""
        if here not in self._exits:
            found = self._exits[here] = {}
            sea, filled = self.ground.known & ~self.ground.land, self.ground.filled
            for tile, far in self.sailed(here).items():
                for cell in self.ground.laid[tile].cells:
                    for out, bit, ends, _ in self._sides.of[cell]:
                        if ends & sea and not bit & filled:
                            found[out] = min(far, found.get(out, NEVER))
                if tile == self.goal:
                    found[self.ground.laid[tile].cells[0]] = far
        return self._exits[here]

    def leads_to(self, lay: Lay, first: int) -> int:
        """How near to the Passage a tile would lead that is laid there: steps from the nearest empty cell that its sea opens to."""
        sea = self.ground.known & ~self.ground.land | (lay.corners & ~lay.land) << first
        filled = self.ground.filled
        for _, bit, ends, steps in self._sides.around(first, lay.span):
            if ends & sea and not bit & filled:
                return steps
        return NEVER

    # ---------------------------------------------------------------- sleds
    def driven(self, starts: Iterable[Area], n: int, most: int = CREW) -> dict[Area, int]:
        """The land and ice that a sled can reach from any of these in round n with so many moves at most, with the moves there."""
        found: dict[Area, int] = {}
        for start in starts:
            for area, far in self._from(start, n, most).items():
                if far < found.get(area, NEVER):
                    found[area] = far
        return found

    def _from(self, start: Area, n: int, most: int = CREW) -> dict[Area, int]:
        key = start, self.ice[n], most
        if key not in self._driven:
            far = self._driven[key] = {start: 0}
            queue = [start]
            for area in queue:
                if far[area] == most:
                    break
                for there in travel.drives(self.ground, area, self.ice[n]).values():
                    for onto in there:
                        if onto not in far:
                            far[onto] = far[area] + 1
                            queue.append(onto)
        return self._driven[key]

    def landings(self, tile: int, n: int) -> tuple[Area, ...]:
        """The land and ice of a tile in round n."""
        return travel.areas(self.ground, self.ground.laid[tile], self.ice[n])

    def by_sled(self, one: Expedition) -> dict[int, tuple[int, int]]:
        """By tile, the actions until a sled is there, and those that it takes there and back beyond those that it takes anyway."""
        key = camp_of(one)
        if key not in self._sledges:
            self._sledges[key] = self._by_sled(one)
        return self._sledges[key]

    def _by_sled(self, one: Expedition) -> dict[int, tuple[int, int]]:
        if one.sled_lost:
            return {}
        ship = self.ground.at[self._box.grid.numbers[one.ship]]
        found: dict[int, tuple[int, int]] = {}
        crew = one.ship_available + one.ship_resting + one.sled_available + one.sled_resting
        if one.sled:
            area = travel.area_of(self.ground, one.sled, self.ice[self.now])
            if area is None:
                return {}
            aboard = self.driven(self.landings(ship, self.now), self.now)
            if area not in aboard:
                return {}
            left = one.sled_available + (one.sled_available + one.sled_resting if self._keeps(self.now) else 0)
            for onto, far in self.driven([area], self.now).items():
                if onto in aboard and far + aboard[onto] + 2 <= left:
                    tile = self.ground.at[onto[0][0]]
                    found[tile] = min(found.get(tile, (NEVER, NEVER)), (far, far + aboard[onto] - aboard[area]))
            return found
        for n, left in ((self.now, one.ship_available), (self.now + 1, crew)):
            if n > self.rounds:
                break
            budget = left + (crew if self._keeps(n) else 0)
            if budget < 4:
                continue
            for onto, far in self.driven(self.landings(ship, n), n, min(CREW, (budget - 4) // 2)).items():
                tile = self.ground.at[onto[0][0]]
                found[tile] = min(found.get(tile, (NEVER, NEVER)), (far + 1, 2 * far + 2))
        return found

    def _keeps(self, n: int) -> bool:
        """Whether the ice of a round is still there in the next."""
        return n < self.rounds and self.ice[n + 1] & self.ice[n] == self.ice[n]

    def back_aboard(self, one: Expedition) -> int:
        """The moves of a sled under way to its ship, where that lies; -1 if it does not come back before its ice melts."""
        key = one.ship, one.sled, one.sled_available, one.sled_resting
        if key not in self._back:
            self._back[key] = self._way_aboard(one)
        return self._back[key]

    def _way_aboard(self, one: Expedition) -> int:
        area = travel.area_of(self.ground, one.sled, self.ice[self.now])
        if area is None:
            return -1
        ship = self.ground.at[self._box.grid.numbers[one.ship]]
        to_ship = self.driven(self.landings(ship, self.now), self.now)
        crew = one.sled_available + one.sled_resting
        direct = to_ship.get(area, NEVER)
        if direct <= one.sled_available:
            return direct
        if self.now == self.rounds:
            return -1
        later = self.driven(self.landings(ship, self.now + 1), self.now + 1)
        best = NEVER
        for stop, far in self._from(area, self.now).items():
            if far > one.sled_available:
                continue
            tile = self.ground.at[stop[0][0]]
            for camp in self.landings(tile, self.now + 1):
                rest = later.get(camp, NEVER)
                if rest <= crew and set(stop) & set(camp):
                    best = min(best, far + rest)
        return best if best < NEVER else -1


def camp_of(one: Expedition) -> Camp:
    """Where ship and sled are, and how many of the crew are with each."""
    return (
        one.ship,
        one.sled,
        one.sled_lost,
        one.ship_available,
        one.ship_resting,
        one.sled_available,
        one.sled_resting,
    )
