"""The ways of fleets on the map of The Expanse Board Game. They run above the pieces, but never across a number.

A way runs in the gutters left of the Bands, and crosses a Band above an orbital or between two plates.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from render.expanse.layout import (
    BAND_LEFTS_PX,
    BAND_NAME_HEIGHT_PX,
    MAP_TOP_PX,
    PLATE_HEIGHT_PX,
    MapChart,
    OrbitalPlace,
    arrange_orbitals,
    find_arc_x,
)
from render.kit.canvas import Point

WAY_WIDTH_PX, WAY_RIMS_PX = 5, (2.5, 1.0)
WAY_REACH_PX = 5
"""The distance that a way reaches to both sides of its line, with its rims."""
LANE_WIDTH_PX = 11
LANES = (0, 1, -1, 0.5, -0.5)
"""The lanes of a gutter, the preferred ones first: its middle and its sides."""
GUTTER_MIDDLE_PX = 8
"""The distance from the middle of a gutter to the left edge of the plates on its right."""
BAND_NAME_FOOT_PX = MAP_TOP_PX + BAND_NAME_HEIGHT_PX - 12
NUMBER_FOOT_PX, NAME_TOP_PX, FLEETS_TOP_PX = 2, 3, 3
"""The part of a plate below its numbers, above its name, and the part above the name and the fleets of an orbital."""
MIN_GAP_PX = 14
"""The least distance of two plates for a way between them."""
REUSE_PENALTY_PX = 1500
"""The longest way round that avoids a crossing of another mover."""
ARRIVAL_PX = 56
"""The length of the way in the gutter to an orbital that ships have come to from outside the map."""
CORNER_PX, GUTTER_STEP_PX, PORT_STEP_PX, SAMPLE_STEP_PX = 8, 24, 9, 6
NEIGHBOURS = tuple(product((-1, 0, 1), repeat=2))
Cell = tuple[int, int]


class Crossing(NamedTuple):
    """A strip across a Band that is free of numbers."""

    band: int
    top: float
    bottom: float

    def find_y(self, lane: float) -> float:
        """Return the height of a lane: as far from the middle as the strip allows."""
        spare = max(0.0, (self.bottom - self.top) / 2 - WAY_REACH_PX)
        return (self.top + self.bottom) / 2 + max(-spare, min(spare, lane * LANE_WIDTH_PX))


class BandCrossings(NamedTuple):
    """The crossings of a Band by the word of the orbital below them, and those between plates."""

    above: dict[str, Crossing]
    between: tuple[Crossing, ...]


@lru_cache(maxsize=4)
def list_crossings(chart: MapChart) -> tuple[BandCrossings, ...]:
    """List the crossings of every Band."""
    places, found = arrange_orbitals(chart), list[BandCrossings]()
    for band, orbits in enumerate(chart):
        above: dict[str, Crossing] = {}
        between: list[Crossing] = []
        foot = float(BAND_NAME_FOOT_PX)
        for place, word in [(places[orbit.word], orbit.word) for orbit in orbits]:
            above[word] = Crossing(band, foot, max(place.top + FLEETS_TOP_PX, foot + 2 * WAY_REACH_PX))
            for (_, upper), (_, lower) in pairwise(place.plates):
                if lower - upper - PLATE_HEIGHT_PX >= MIN_GAP_PX:
                    between.append(Crossing(band, upper + PLATE_HEIGHT_PX - NUMBER_FOOT_PX, lower + NAME_TOP_PX))
            foot = _find_foot(place)
        found.append(BandCrossings(above, tuple(between)))
    return tuple(found)


def _find_foot(place: OrbitalPlace) -> float:
    """Return the height below the last number of an orbital."""
    if not place.plates:
        return place.top + place.spread.height
    return place.plates[-1][1] + PLATE_HEIGHT_PX - NUMBER_FOOT_PX


class WayFinder:
    """Finds ways on a map: each in the lane, and over the crossings, where it meets the ways of other movers least."""

    def __init__(self, chart: MapChart) -> None:
        self.places = arrange_orbitals(chart)
        self._bands = {orbit.word: band for band, orbits in enumerate(chart) for orbit in orbits}
        self._crossings = list_crossings(chart)
        self._users: dict[Crossing, str] = {}
        self._taken: dict[Cell, str] = {}

    def find_way(self, mover: str, start: str | None, end: str) -> list[Point]:
        """Find the way from the body of an orbital to the body of another; `start` is None for ships from outside the map."""
        found, least = list[Point](), math.inf
        for lane in LANES:
            if start is None:
                points = self._find_arrival(end, lane)
            else:
                points = self._find_lane_way(mover, start, end, lane)
            cells = [_find_cell(point) for point in sample_way(points)]
            met_count = sum(self._taken.get(cell, mover) != mover for cell in cells)
            if met_count < least:
                found, least = points, met_count
            if not met_count:
                break
        self._take(mover, found)
        return found

    def _take(self, mover: str, points: list[Point]) -> None:
        """Remember the cells of a way and all next to them, and the crossings that it uses."""
        for x, y in map(_find_cell, sample_way(points)):
            for dx, dy in NEIGHBOURS:
                self._taken.setdefault((x + dx, y + dy), mover)
        for crossings in self._crossings:
            for crossing in (*crossings.above.values(), *crossings.between):
                if _uses_crossing(crossing, points):
                    self._users.setdefault(crossing, mover)

    def _find_lane_way(self, mover: str, start: str, end: str, lane: float) -> list[Point]:
        """Find the way in a lane."""
        first, last = self._bands[start], self._bands[end]
        end_y = _find_left_port(self.places[end], lane)[1]
        is_eastward, enters_above = first < last, False
        direction = 1 if is_eastward else -1
        if is_eastward and self._is_head_free(mover, start):
            points, gutter = self._leave_above(start, lane), first + 1
        else:
            points, gutter = self._leave_left(start, lane), first
        last_gutter = last
        if first > last and self._is_head_free(mover, end):
            last_gutter, enters_above, end_y = last + 1, True, self._find_head_y(end, lane)
        while gutter != last_gutter:
            band = min(gutter, gutter + direction)
            y = self._choose_crossing(mover, band, points[-1][1], end_y).find_y(lane)
            points += _follow_gutter(gutter, points[-1][1], y, lane)
            gutter += direction
            points.append((find_gutter_x(gutter, y, lane), y))
        points += _follow_gutter(gutter, points[-1][1], end_y, lane)
        if enters_above:
            return _round_corners([*points, *self._leave_above(end, lane)[-2::-1]])
        return _round_corners([*points, _find_left_port(self.places[end], lane)])

    def _find_arrival(self, end: str, lane: float) -> list[Point]:
        """Find the way of ships that have come to an orbital from outside the map: down its gutter."""
        port = _find_left_port(self.places[end], lane)
        top = max(float(BAND_NAME_FOOT_PX), port[1] - ARRIVAL_PX)
        return _round_corners([*_follow_gutter(self._bands[end], top, port[1], lane), port])

    def _is_head_free(self, mover: str, word: str) -> bool:
        """Return whether no other mover uses the crossing above an orbital."""
        return self._users.get(self._crossings[self._bands[word]].above[word], mover) == mover

    def _leave_above(self, word: str, lane: float) -> list[Point]:
        """List the points from the top of a body to the gutter on the right of its Band."""
        place, y = self.places[word], self._find_head_y(word, lane)
        x = place.x + lane * LANE_WIDTH_PX
        return [(x, place.y - place.spread.ring + 12), (x, y), (find_gutter_x(self._bands[word] + 1, y, lane), y)]

    def _leave_left(self, word: str, lane: float) -> list[Point]:
        """List the points from the left of a body to the gutter on the left of its Band."""
        place = self.places[word]
        y = place.y + 13 + lane * PORT_STEP_PX
        return [(place.x - place.spread.ring + 4, y), (find_gutter_x(self._bands[word], y, lane), y)]

    def _find_head_y(self, word: str, lane: float) -> float:
        """Return the height of the crossing above an orbital."""
        return self._crossings[self._bands[word]].above[word].find_y(lane)

    def _choose_crossing(self, mover: str, band: int, y: float, goal_y: float) -> Crossing:
        """Choose the crossing of a Band with the least way round that no other mover uses."""

        def measure(crossing: Crossing) -> float:
            middle = (crossing.top + crossing.bottom) / 2
            penalty = REUSE_PENALTY_PX
            if self._users.get(crossing, mover) == mover:
                penalty = 0
            return abs(middle - y) + abs(middle - goal_y) + penalty

        return min([*self._crossings[band].above.values(), *self._crossings[band].between], key=measure)


def _uses_crossing(crossing: Crossing, points: Iterable[Point]) -> bool:
    """Return whether one of the points lies on a crossing."""
    left = find_arc_x(BAND_LEFTS_PX[crossing.band] + 60, crossing.top)
    right = find_arc_x(BAND_LEFTS_PX[crossing.band] + 240, crossing.top)
    for x, y in points:
        if crossing.top <= y <= crossing.bottom and left < x < right:
            return True
    return False


def sample_way(way: Sequence[Point]) -> list[Point]:
    """List points along a way, a few pixels apart."""
    points: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise(way):
        steps = max(1, round(math.hypot(x1 - x0, y1 - y0) / SAMPLE_STEP_PX))
        for k in range(steps):
            points.append((x0 + (x1 - x0) * k / steps, y0 + (y1 - y0) * k / steps))
    return points


def _find_cell(point: Point) -> Cell:
    """Return the cell of a point on the grid that finds ways near each other."""
    return int(point[0] // SAMPLE_STEP_PX), int(point[1] // SAMPLE_STEP_PX)


def find_gutter_x(band: int, y: float, lane: float) -> float:
    """Return the x of a lane in the gutter left of a Band, at height y."""
    return find_arc_x(BAND_LEFTS_PX[band], y) - GUTTER_MIDDLE_PX + lane * LANE_WIDTH_PX


def _find_left_port(place: OrbitalPlace, lane: float) -> Point:
    """Return the end of a way that comes from the left: on the body's edge, above the badge of a rock."""
    return place.x - place.spread.ring + 14, place.y - 12 + lane * PORT_STEP_PX


def _follow_gutter(band: int, start_y: float, end_y: float, lane: float) -> list[Point]:
    """List the points of a lane of a gutter from one height to another."""
    step_count = max(1, round(abs(end_y - start_y) / GUTTER_STEP_PX))
    points: list[Point] = []
    for k in range(step_count + 1):
        y = start_y + (end_y - start_y) * k / step_count
        points.append((find_gutter_x(band, y, lane), y))
    return points


def _round_corners(points: list[Point]) -> list[Point]:
    """Cut the corners of a way, so that it bends."""
    rounded = points[:1]
    for (x0, y0), (x, y), (x1, y1) in zip(points, points[1:], points[2:], strict=False):
        for nx, ny in ((x0, y0), (x1, y1)):
            length = max(1.0, abs(nx - x) + abs(ny - y))
            share = min(0.5, CORNER_PX / length)
            rounded.append((x + (nx - x) * share, y + (ny - y) * share))
    return [*rounded, points[-1]]
