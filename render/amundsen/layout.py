"""The places on the chart of Amundsen vs Scott in pixels: spots, parallels, and free places for pawns and letters.

All places follow from the track, so another track needs no other code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
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
LETTER_RADIUS_PX = 27
NUMBER_GAP_PX = 46
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
        amundsen_sum = sum_in_order(x for x, _ in self.spaces["amundsen"])
        scott_sum = sum_in_order(x for x, _ in self.spaces["scott"])
        if side == "amundsen":
            return 1 if amundsen_sum <= scott_sum else -1
        return 1 if scott_sum <= amundsen_sum else -1

    def compute_parallel(self, name: str) -> list[Point]:
        """Compute a curve around the Pole through the right gap of each route.

        The curve is r = A + B cos(angle), as round as the gaps allow.
        """
        gap_pairs = product(self._list_gap_places("amundsen", name), self._list_gap_places("scott", name))
        (c1, r1), (c2, r2) = min(gap_pairs, key=_measure_bend)
        bend = (r2 - r1) / (c2 - c1) if abs(c2 - c1) > 0.2 else 0.0
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
        places = [(a[0] + (b[0] - a[0]) * t - px, a[1] + (b[1] - a[1]) * t - py) for t in shares]
        return [(math.cos(math.atan2(y, x)), math.hypot(x, y)) for x, y in places]

    @cached_property
    def coast(self) -> list[Point]:
        """The edge of the ice between the first spaces and the ships, longer than the neatline on both sides."""
        y = max(self.spaces[side][0][1] for side in SIDES) + 34
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
        degrees = [(x - 34, y - 21, x + 34, y + (79 if name == "85" else 21)) for name, (x, y) in self.place_degrees()]
        return (
            (tx - 100, ty - 95, tx + 100, ty + 75),
            (px + POLE_RADIUS_PX + 8, py - 54, px + 180, py + 34),
            (TABLE_NUMBER_XY_PX[0] - 110, CHART_TOP_PX, CHART_RIGHT_PX, CHART_TOP_PX + 58),
            *(self._find_name_box(side) for side in SIDES),
            *degrees,
        )

    def _find_name_box(self, side: Side) -> Box:
        """Find the box of a ship's name, on the outer side of the ship."""
        (x, y), outward = self.ships[side], -self.find_inward_direction(side)
        start, end = sorted((x + outward * 68, CHART_LEFT_PX if outward < 0 else CHART_RIGHT_PX))
        return start, y - 34, end, y + 40

    def find_shore_y(self, x: float) -> float:
        """Find the y of the coast at x."""
        for start, end in pairwise(self.coast):
            if start[0] <= x <= end[0]:
                return end[1]
        return self.coast[-1][1]

    def place_title(self) -> Point:
        """Place the middle of the title between the lower thirds of the routes."""
        low, high = (min(k, len(self.spaces["amundsen"]) - 1) for k in (1, 2))
        near = [self.spaces[side][k] for side in SIDES for k in (low, high)]
        return sum_in_order(x for x, _ in near) / 4, sum_in_order(y for _, y in near) / 4

    @cached_property
    def number_places(self) -> list[tuple[Point, int, Literal["l", "m", "r"]]]:
        """The place of each space's number: its left end ("l"), its right end ("r") or its middle ("m").

        A number stands on the inner side of its route. Two close spaces share one number between them; the numbers of even closer
        spaces stand on the outer sides.
        """
        found: list[tuple[Point, int, Literal["l", "m", "r"]]] = []
        for number, (a, s) in enumerate(zip(self.spaces["amundsen"], self.spaces["scott"], strict=True), 1):
            apart = abs(s[0] - a[0]) if abs(a[1] - s[1]) < 40 else 999
            if 100 < apart < SHARED_NUMBER_DISTANCE_PX:
                found.append((((a[0] + s[0]) / 2, (a[1] + s[1]) / 2), number, "m"))
                continue
            direction, rise = (1, 0) if apart > 100 else (-1, 8)
            for side, (x, y) in zip(SIDES, (a, s), strict=True):
                way = self.find_inward_direction(side) * direction
                found.append(((x + way * NUMBER_GAP_PX, y - rise), number, "l" if way > 0 else "r"))
        return found

    @cached_property
    def figure_centres(self) -> list[Point]:
        """The middles of the numbers."""
        return [(x + {"l": 11, "m": 0, "r": -11}[end], y) for (x, y), _, end in self.number_places]

    @cached_property
    def discs(self) -> list[tuple[Point, float]]:
        """Every spot that must stay visible, with its radius."""
        return [
            (self.pole, POLE_RADIUS_PX),
            *((p, SPACE_RADIUS_PX) for side in SIDES for p in self.spaces[side]),
            *((p, LOST_RADIUS_PX) for side in SIDES for p in self.lost[side]),
        ]


def _measure_bend(gap_pair: tuple[tuple[float, float], tuple[float, float]]) -> float:
    (c1, r1), (c2, r2) = gap_pair
    return abs(r2 - r1) / max(0.2, abs(c2 - c1))


def create_board_layout(track: Track) -> BoardLayout:
    """Create the layout of a track, or return the cached layout of the same track."""
    return _create_board_layout(msgspec.json.encode(track))


@lru_cache(maxsize=8)
def _create_board_layout(key: bytes) -> BoardLayout:
    track = msgspec.json.decode(key, type=Track)
    routes = {"amundsen": track.amundsen, "scott": track.scott}
    return BoardLayout(
        track,
        _convert_to_pixels(track.pole),
        {side: _convert_to_pixels(routes[side].ship) for side in SIDES},
        {side: tuple(map(_convert_to_pixels, routes[side].spaces)) for side in SIDES},
        {side: tuple(map(_convert_to_pixels, routes[side].lost)) for side in SIDES},
    )


def _convert_to_pixels(p: Point) -> Point:
    return 59 + p[0] * 7.6, 146 + (p[1] - 10) * 6.72


@dataclass(frozen=True, slots=True)
class PawnStand:
    """The place of a pawn, the direction of its flag (1 right, -1 left) and its size in per cent."""

    x: float
    y: float
    facing: int
    percent: int

    def list_boxes(self) -> tuple[Box, Box]:
        """List the boxes of the body and of the flag."""
        s = self.percent / 100
        flag = sorted((self.x + 24 * s * self.facing, self.x + 82 * s * self.facing))
        body = (self.x - 30 * s, self.y - 86 * s, self.x + 30 * s, self.y + 8 * s)
        return body, (flag[0], self.y - 109 * s, flag[1], self.y - 66 * s)


def place_pawns(layout: BoardLayout, spots: tuple[tuple[Side, int, bool], ...]) -> tuple[PawnStand, ...]:
    """Place each pawn next to its spot, outside its route if possible, so that it covers as little as possible."""
    found: list[PawnStand] = []
    for spot in spots:
        stand = _place_pawn(layout, *spot)
        if any(_do_stands_meet(stand, other) for other in found):
            stand = _place_pawn(layout, *spot, tuple(found))
        found.append(stand)
    return tuple(found)


def _do_stands_meet(stand: PawnStand, other_stand: PawnStand) -> bool:
    return any(_do_boxes_meet(a, b) for a, b in product(stand.list_boxes(), other_stand.list_boxes()))


@lru_cache(maxsize=512)
def _place_pawn(
    layout: BoardLayout, side: Side, space: int, lost: bool, other_stands: tuple[PawnStand, ...] = ()
) -> PawnStand:
    """Find the best place next to a spot."""
    (x, y), _ = layout.find_place(side, space, lost=lost)
    inward = layout.find_inward_direction(side)
    lost_spaces = (space, space - 1) if lost else (space,)
    needed = {layout.find_place(side, k, lost=True)[0] for k in lost_spaces if k > 1}
    stands: list[PawnStand] = []
    for dx, dy, percent in _list_offsets(space, is_pole=space > len(layout.spaces[side])):
        px = x - inward * dx
        py = min(y + dy, layout.find_shore_y(px) - 7)
        stands += [PawnStand(px, py, facing, percent) for facing in (-inward, inward)]
    min_harms = [(115 - stand.percent) * 0.9 + math.dist((stand.x, stand.y - 30), (x, y)) * 0.35 for stand in stands]
    return _choose_best(stands, min_harms, partial(_rate_harm, layout, needed, other_stands, (x, y), inward))


def _list_offsets(space: int, *, is_pole: bool) -> list[tuple[int, int, int]]:
    """List the outward and downward offsets from a spot to try, each with the pawn's size in per cent."""
    if not space:
        return [(dx, 0, percent) for percent in (105, 92) for dx in (75, 90, 105, 120, 140, -90, -120)]
    outward: tuple[int, ...] = (64, 76, 92, 108, 124, -84, -100)
    if is_pole:  # The Pole is larger, and its name stands on one side of it.
        outward = (92, 104, 120, -92, -104, -120)
    return [(dx, dy, percent) for percent, dx, dy in product((115, 104, 92), outward, (36, 52, 16, 70))]


def _choose_best(
    stands: Sequence[PawnStand], min_harms: Sequence[float], rate_harm: Callable[[PawnStand, float, float], float]
) -> PawnStand:
    """Choose the first of the places with the least harm.

    `min_harms` are lower bounds. `rate_harm` gets the bound and the least harm so far; above that it may return less than the harm.
    """
    best = (math.inf, 0)
    for k in sorted(range(len(stands)), key=lambda k: min_harms[k]):
        if min_harms[k] > best[0]:
            break
        best = min(best, (rate_harm(stands[k], min_harms[k], best[0]), k))
    return stands[best[1]]


def _rate_harm(
    layout: BoardLayout,
    needed: set[Point],
    other_stands: Iterable[PawnStand],
    spot_place: Point,
    inward: int,
    stand: PawnStand,
    harm: float,
    harm_limit: float,
) -> float:
    """Rate the harm of a place: the given `harm` of its distance and size, the covered spots and words, and an inward side.

    `needed` are the "?" that the rival can drive this explorer to. Above `harm_limit` the result may be too low.
    """
    boxes = stand.list_boxes()
    for p, r in layout.discs:
        harm += _measure_overlap(p, r, boxes, 2.2 if r > LOST_RADIUS_PX else 3 if p in needed else 0.7)
        if harm > harm_limit:
            return harm
    for p in layout.figure_centres:
        harm += _measure_overlap(p, 15, boxes, 1.6)
    harm += _count_covered_pixels(layout, stand) * (0.1 if spot_place == layout.pole else 0.05)
    for other in other_stands:
        harm += sum(300 for a in boxes for b in other.list_boxes() if _do_boxes_meet(a, b))
    for x0, y0, x1, y1 in boxes:
        harm += 500 * (
            x0 < CHART_LEFT_PX + 9 or x1 > CHART_RIGHT_PX - 9 or y0 < CHART_TOP_PX + 4 or y1 > CHART_BOTTOM_PX - 4
        )
    return harm + 30 * ((stand.x - spot_place[0]) * inward > 0)


def _count_covered_pixels(layout: BoardLayout, stand: PawnStand) -> float:
    """Count the pixels of printed words that a pawn covers."""
    covered = 0.0
    for ax, ay, bx, by in stand.list_boxes():
        for left, top, right, bottom in layout.label_boxes:
            wide = min(bx, right) - max(ax, left)
            if wide > 0:
                covered += wide * max(0.0, min(by, bottom) - max(ay, top))
    return covered


def _measure_overlap(p: Point, r: float, boxes: Iterable[Box], weight: float) -> float:
    """Measure how deep a disc reaches into the boxes, as a weighted sum."""
    (x, y), hidden = p, 0.0
    for box in boxes:
        if box[0] - r < x < box[2] + r and box[1] - r < y < box[3] + r:  # most are far away
            hidden += weight * max(0.0, _measure_depth(p, r, box))
    return hidden


def _measure_depth(p: Point, r: float, box: Box) -> float:
    """Measure how far a disc reaches into a box; the result is negative if they are apart."""
    dx, dy = max(box[0] - p[0], 0, p[0] - box[2]), max(box[1] - p[1], 0, p[1] - box[3])
    return r - math.hypot(dx, dy)


def _do_boxes_meet(box: Box, other_box: Box) -> bool:
    return box[0] < other_box[2] and other_box[0] < box[2] and box[1] < other_box[3] and other_box[1] < box[3]


@lru_cache(maxsize=256)
def place_letters(layout: BoardLayout, spots: tuple[str, ...], pawns: tuple[PawnStand, ...]) -> dict[str, Point]:
    """Place the letter of each marked spot close to it, so that it hides nothing relevant for the choice."""
    found: dict[str, Point] = {}
    marked = [place for spot in spots if (place := layout.find_spot(spot))]
    labels = layout.label_boxes
    for spot in spots:
        place = layout.find_spot(spot)
        if place is None:
            continue
        (x, y), r, side = place
        way = layout.find_inward_direction(side) * (-1 if r in (LOST_RADIUS_PX, POLE_RADIUS_PX) else 1)
        ring = [
            (x + way * d * math.cos(math.radians(a)), y + d * math.sin(math.radians(a)))
            for d in (r + LETTER_RADIUS_PX + 4, r + LETTER_RADIUS_PX + 16, r + LETTER_RADIUS_PX + 34)
            for a in (0, -30, 30, -60, 60, 180, 150, -150, 120, -120, 90, -90)
        ]
        rank = {p: k for k, p in enumerate(ring)}

        def harm(p: Point, rank: dict[Point, int] = rank) -> float:
            """Rate the overlaps of a place; those with marked spots and letters weigh most."""
            hidden = rank[p] * 0.7
            hidden += sum_in_order(8 * max(0.0, LETTER_RADIUS_PX + 2 + r2 - math.dist(p, q)) for q, r2, _ in marked)
            hidden += sum_in_order(12 * max(0.0, 2 * LETTER_RADIUS_PX + 4 - math.dist(p, q)) for q in found.values())
            hidden += sum_in_order(
                (2.5 if r2 > LOST_RADIUS_PX else 0.9) * max(0.0, LETTER_RADIUS_PX + 2 + r2 - math.dist(p, q))
                for q, r2 in layout.discs
            )
            hidden += sum_in_order(5 * max(0.0, LETTER_RADIUS_PX + 17 - math.dist(p, q)) for q in layout.figure_centres)
            hidden += sum_in_order(1.5 * max(0.0, _measure_depth(p, LETTER_RADIUS_PX, box)) for box in labels)
            hidden += sum_in_order(
                2 * max(0.0, _measure_depth(p, LETTER_RADIUS_PX, box)) for stand in pawns for box in stand.list_boxes()
            )
            return hidden + 500 * (
                not (
                    CHART_LEFT_PX + LETTER_RADIUS_PX < p[0] < CHART_RIGHT_PX - LETTER_RADIUS_PX
                    and CHART_TOP_PX + LETTER_RADIUS_PX < p[1] < CHART_BOTTOM_PX - LETTER_RADIUS_PX
                )
            )

        found[spot] = min(ring, key=harm)
    return found
