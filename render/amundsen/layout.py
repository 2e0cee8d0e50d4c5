"""The places on the chart of Amundsen vs Scott in pixels: spots, parallels, and free places for pawns and letters.

All places follow from the track, so another track needs no other code.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise, product
from typing import Literal

import msgspec

from engine.games.amundsen.view import SIDES, Side, Track
from render.kit.canvas import Point
from render.kit.ordered_sum import sum_in_order
from render.kit.shapes import smooth_curve

CHART_LEFT_PX, CHART_TOP_PX, CHART_RIGHT_PX, CHART_BOTTOM_PX = 42, 42, 836, 1008
"""The neatline of the chart."""
TABLE_NUMBER_XY_PX = CHART_RIGHT_PX - 14, CHART_TOP_PX + 32
"""The right end of the table's number."""
SPACE_RADIUS_PX, LOST_RADIUS_PX, POLE_RADIUS_PX = 32, 21, 55
NUMBER_GAP_PX = 46
GOLD_RING_GAP_PX = 7
"""How much larger the gold ring of a spot is than the spot."""
"""The distance from the middle of a space to the edge of its number, which leaves space for a ring."""
SHARED_NUMBER_DISTANCE_PX = 160
"""Two spaces that are closer to each other share one number, because two numbers would be too close."""
PARALLEL_NAMES = ("75", "80", "85", "88")
Box = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class BoardLayout:
    """A track in pixels. `lost[side][0]` is the "?" behind space 2."""

    track: Track
    pole: Point
    ships: dict[Side, Point]
    spaces: dict[Side, tuple[Point, ...]]
    lost: dict[Side, tuple[Point, ...]]

    def find_place(self, side: Side, space: int, *, lost: bool = False) -> tuple[Point, float]:
        """Find the middle and the radius of a space or of the "?" behind it.

        Space 0 is the ship; a space after the last one is the Pole.
        """
        if lost:
            return self.lost[side][min(max(space - 2, 0), len(self.lost[side]) - 1)], LOST_RADIUS_PX
        if space <= 0:
            return self.ships[side], 34
        if space > len(self.spaces[side]):
            return self.pole, POLE_RADIUS_PX
        return self.spaces[side][space - 1], SPACE_RADIUS_PX

    def find_spot(self, spot: str) -> tuple[Point, float, Side] | None:
        """Find the middle, the radius and the side of a spot ("amundsen-7", "scott-q5"), None if it is not on the chart."""
        side, _, place = spot.partition("-")
        number = place.removeprefix("q")
        if side not in SIDES or not number.isdigit() or int(number) > len(self.spaces["amundsen"]) + 1:
            return None
        middle, radius = self.find_place(side, int(number), lost=place.startswith("q"))
        return middle, radius, side

    def find_inward_direction(self, side: Side) -> int:
        """Return 1 if the middle of the chart lies to the right of the side's route, else -1."""
        rival_side: Side = "scott" if side == "amundsen" else "amundsen"
        if self._sum_route_x(side) <= self._sum_route_x(rival_side):
            return 1
        return -1

    def _sum_route_x(self, side: Side) -> float:
        return sum_in_order(x for x, _ in self.spaces[side])

    def compute_parallel(self, name: str) -> list[Point]:
        """Compute a curve around the Pole through the right gap of each route.

        The curve is r = A + B cos(angle), as round as the gaps allow.
        """
        gap_pairs = product(self._list_gap_places("amundsen", name), self._list_gap_places("scott", name))
        (c1, r1), (c2, r2) = min(gap_pairs, key=_measure_bend)
        bend = 0.0
        if abs(c2 - c1) > 0.2:
            bend = (r2 - r1) / (c2 - c1)
        mean = (r1 + r2) / 2 - bend * (c1 + c2) / 2
        bend = max(-0.3 * mean, min(0.3 * mean, bend))
        curve: list[Point] = []
        for k in range(361):
            angle = math.pi * (1.5 - 2 * k / 360)
            radius = mean + bend * math.cos(angle)
            curve.append((self.pole[0] + radius * math.cos(angle), self.pole[1] + radius * math.sin(angle)))
        return curve

    def list_visible_points(self, name: str) -> list[Point]:
        """List the points of a parallel inside the neatline and on land."""
        low = min(y for x, y in self.coast if CHART_LEFT_PX < x < CHART_RIGHT_PX)
        found: list[Point] = []
        for x, y in self.compute_parallel(name):
            if CHART_LEFT_PX + 1 < x < CHART_RIGHT_PX - 1 and CHART_TOP_PX + 1 < y < low + 20:
                found.append((x, y))
        return found

    def _list_gap_places(self, side: Side, name: str) -> list[tuple[float, float]]:
        """List the cosine and the distance, seen from the Pole, of places in the gap of the parallel."""
        after = self.track.find_route(side).parallels[name]
        way = [*self.spaces[side], self.pole]
        a, b = way[after - 1], way[after]
        (px, py), shares = self.pole, (0.5, 0.42, 0.58, 0.34, 0.66)
        places: list[tuple[float, float]] = []
        for share in shares:
            x, y = a[0] + (b[0] - a[0]) * share - px, a[1] + (b[1] - a[1]) * share - py
            places.append((math.cos(math.atan2(y, x)), math.hypot(x, y)))
        return places

    @cached_property
    def coast(self) -> list[Point]:
        """The edge of the ice between the first spaces and the ships, longer than the neatline on both sides."""
        y = max(self.spaces["amundsen"][0][1], self.spaces["scott"][0][1]) + 34
        rises = (-64, -22, -4, -9, 2, -7, 1, -8, 0, -6, -26, -70)
        step = (CHART_RIGHT_PX - CHART_LEFT_PX + 120) / (len(rises) - 1)
        return smooth_curve([(CHART_LEFT_PX - 60 + k * step, y + rise) for k, rise in enumerate(rises)], closed=False)

    def place_degrees(self) -> list[tuple[str, Point]]:
        """Place the middles of the figures at both ends of every parallel."""
        found: list[tuple[str, Point]] = []
        for name in PARALLEL_NAMES:
            points = self.list_visible_points(name)
            if len(points) < 2:
                continue
            for x, y in (points[0], points[-1]):
                middle = min(max(x, CHART_LEFT_PX + 38), CHART_RIGHT_PX - 38), max(y, CHART_TOP_PX + 30)
                found.append((name, middle))
        return found

    @cached_property
    def label_boxes(self) -> tuple[Box, ...]:
        """The boxes of the printed words: the title, the Pole's name, the table's number, the ships' names and the degrees."""
        (tx, ty), (px, py) = self.place_title(), self.pole
        degrees: list[Box] = []
        for name, (x, y) in self.place_degrees():
            bottom = y + 21
            if name == "85":  # the Compass is below it
                bottom = y + 79
            degrees.append((x - 34, y - 21, x + 34, bottom))
        return (
            (tx - 100, ty - 95, tx + 100, ty + 75),
            (px + POLE_RADIUS_PX + 14, py - 54, px + 186, py + 34),
            (TABLE_NUMBER_XY_PX[0] - 110, CHART_TOP_PX, CHART_RIGHT_PX, CHART_TOP_PX + 58),
            *[self._find_name_box(side) for side in SIDES],
            *degrees,
        )

    def _find_name_box(self, side: Side) -> Box:
        """Find the box of a ship's name, on the outer side of the ship."""
        (x, y), outward = self.ships[side], -self.find_inward_direction(side)
        edge = CHART_RIGHT_PX
        if outward < 0:
            edge = CHART_LEFT_PX
        start, end = sorted((x + outward * 68, edge))
        return start, y - 34, end, y + 40

    def find_shore_y(self, x: float) -> float:
        """Find the y of the coast at x."""
        for start, end in pairwise(self.coast):
            if start[0] <= x <= end[0]:
                return end[1]
        return self.coast[-1][1]

    def place_title(self) -> Point:
        """Place the middle of the title between the lower thirds of the routes."""
        last = len(self.spaces["amundsen"]) - 1
        x = y = 0.0
        for side in SIDES:
            for k in (min(1, last), min(2, last)):
                x += self.spaces[side][k][0]
                y += self.spaces[side][k][1]
        return x / 4, y / 4

    @cached_property
    def number_places(self) -> list[tuple[Point, int, Literal["l", "m", "r"]]]:
        """The place of each space's number: its left end ("l"), its right end ("r") or its middle ("m").

        A number stands on the inner side of its route. Two close spaces share one number between them; the numbers of even closer
        spaces stand on the outer sides.
        """
        found: list[tuple[Point, int, Literal["l", "m", "r"]]] = []
        for number, (a, s) in enumerate(zip(self.spaces["amundsen"], self.spaces["scott"], strict=True), 1):
            distance = abs(s[0] - a[0])
            if abs(a[1] - s[1]) >= 40:
                distance = math.inf
            if 100 < distance < SHARED_NUMBER_DISTANCE_PX:
                found.append((((a[0] + s[0]) / 2, (a[1] + s[1]) / 2), number, "m"))
                continue
            direction, rise = 1, 0
            if distance <= 100:
                direction, rise = -1, 8
            for side, (x, y) in zip(SIDES, (a, s), strict=True):
                way = self.find_inward_direction(side) * direction
                found.append(((x + way * NUMBER_GAP_PX, y - rise), number, "l" if way > 0 else "r"))
        return found

    @cached_property
    def figure_centres(self) -> list[Point]:
        """The middles of the numbers."""
        shifts = {"l": 11, "m": 0, "r": -11}
        return [(x + shifts[end], y) for (x, y), _, end in self.number_places]

    @cached_property
    def discs(self) -> list[tuple[Point, float]]:
        """Every spot that must stay visible, with its radius."""
        found: list[tuple[Point, float]] = [(self.pole, POLE_RADIUS_PX)]
        for places, radius in ((self.spaces, SPACE_RADIUS_PX), (self.lost, LOST_RADIUS_PX)):
            for side in SIDES:
                for place in places[side]:
                    found.append((place, radius))
        return found


def _measure_bend(gap_pair: tuple[tuple[float, float], tuple[float, float]]) -> float:
    (c1, r1), (c2, r2) = gap_pair
    return abs(r2 - r1) / max(0.2, abs(c2 - c1))


def create_board_layout(track: Track) -> BoardLayout:
    """Create the layout of a track, or return the cached layout of the same track."""
    return _create_board_layout(msgspec.json.encode(track))


@lru_cache(maxsize=8)
def _create_board_layout(key: bytes) -> BoardLayout:
    track = msgspec.json.decode(key, type=Track)
    ships: dict[Side, Point] = {}
    spaces: dict[Side, tuple[Point, ...]] = {}
    lost: dict[Side, tuple[Point, ...]] = {}
    for side in SIDES:
        route = track.find_route(side)
        ships[side] = _convert_to_pixels(route.ship)
        spaces[side] = tuple(map(_convert_to_pixels, route.spaces))
        lost[side] = tuple(map(_convert_to_pixels, route.lost))
    return BoardLayout(track, _convert_to_pixels(track.pole), ships, spaces, lost)


def _convert_to_pixels(p: Point) -> Point:
    return 59 + p[0] * 7.6, 146 + (p[1] - 10) * 6.72
