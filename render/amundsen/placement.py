"""The free places for pawns and letters on the chart of Amundsen vs Scott, in pixels of the board picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import product

from engine.games.amundsen.view import Side
from render.amundsen.layout import (
    CHART_BOTTOM_PX,
    CHART_LEFT_PX,
    CHART_RIGHT_PX,
    CHART_TOP_PX,
    LOST_RADIUS_PX,
    POLE_RADIUS_PX,
    BoardLayout,
    Box,
)
from render.kit.canvas import Point
from render.kit.marks import LETTER_RADIUS_PX
from render.kit.ordered_sum import sum_in_order

PAWN_PERCENTS, FILM_PERCENTS = (115, 104, 92), (104,)
"""The sizes of pawns to try. In a film they have one size: a pawn of another size would be another picture, which cannot glide."""
INWARD_HARM = 30
"""The harm of a pawn on the inner side of its route."""
NUMBER_CLEARANCE_PX = 21
"""The distance of the link between a letter and its spot from the middle of a number."""
LETTER_GAPS_PX, LETTER_STEP_DEGREES = (4, 10, 22, 34), 15
"""The distances of a letter from its spot that are tried; the first ones touch the gold ring of the spot."""
INWARD_HARM_AT_POLE = 150
"""The harm of a pawn at the Pole on the side of the rival's route."""


@dataclass(frozen=True, slots=True)
class PawnStand:
    """The place of a pawn, the direction of its flag (1 right, -1 left) and its size in per cent."""

    x: float
    y: float
    facing: int
    percent: int

    def find_mark_box(self) -> Box:
        """Find the box of the mark above the pawn of the viewer."""
        top = self.list_boxes()[0][1]
        return self.x - 26, top - 38, self.x + 26, top

    def list_boxes(self) -> tuple[Box, Box]:
        """List the boxes of the body and of the flag."""
        s = self.percent / 100
        flag = sorted((self.x + 24 * s * self.facing, self.x + 82 * s * self.facing))
        body = (self.x - 30 * s, self.y - 86 * s, self.x + 30 * s, self.y + 8 * s)
        return body, (flag[0], self.y - 109 * s, flag[1], self.y - 66 * s)


def place_pawns(
    layout: BoardLayout, spots: tuple[tuple[Side, int, bool], ...], percents: tuple[int, ...] = PAWN_PERCENTS
) -> tuple[PawnStand, ...]:
    """Place each pawn next to its spot, outside its route if possible, so that it covers as little as possible.

    All are as large as the one with least room: a larger pawn would look like the leader. `percents` are the sizes to try.
    """
    found: list[PawnStand] = []
    for spot in spots:
        stand = _place_pawn(layout, *spot, percents)
        if _count_meeting_boxes(stand, found):
            stand = _place_pawn(layout, *spot, percents, tuple(found))
        found.append(stand)
    least = min((stand.percent for stand in found), default=0)
    return tuple(replace(stand, percent=least) for stand in found)


def _count_meeting_boxes(stand: PawnStand, other_stands: Iterable[PawnStand]) -> int:
    """Count the pairs of boxes of a pawn and of the others that overlap."""
    number = 0
    for other in other_stands:
        for box, other_box in product(stand.list_boxes(), other.list_boxes()):
            if _do_boxes_meet(box, other_box):
                number += 1
    return number


@lru_cache(maxsize=512)
def _place_pawn(
    layout: BoardLayout,
    side: Side,
    space: int,
    lost: bool,
    percents: tuple[int, ...],
    other_stands: tuple[PawnStand, ...] = (),
) -> PawnStand:
    """Find the best place next to a spot."""
    (x, y), _ = layout.find_place(side, space, lost=lost)
    inward = layout.find_inward_direction(side)
    first_lost_space = space - 1 if lost else space
    needed: set[Point] = set()
    for lost_space in range(max(2, first_lost_space), space + 1):
        needed.add(layout.find_place(side, lost_space, lost=True)[0])
    stands: list[PawnStand] = []
    min_harms: list[float] = []
    for dx, dy, percent in _list_offsets(space, percents, is_pole=space > len(layout.spaces[side])):
        px = x - inward * dx
        py = min(y + dy, layout.find_shore_y(px) - 7)
        min_harm = (115 - percent) * 0.9 + math.dist((px, py - 30), (x, y)) * 0.35
        for facing in (-inward, inward):
            stands.append(PawnStand(px, py, facing, percent))
            min_harms.append(min_harm)
    return _choose_best(stands, min_harms, partial(_rate_harm, layout, needed, other_stands, (x, y), inward))


def _list_offsets(space: int, percents: tuple[int, ...], *, is_pole: bool) -> list[tuple[int, int, int]]:
    """List the outward and downward offsets from a spot to try, each with the pawn's size in per cent."""
    outward: tuple[int, ...] = (64, 76, 92, 108, 124, -84, -100)
    downward: tuple[int, ...] = (36, 52, 16, 70)
    if not space:
        outward, downward = (75, 90, 105, 120, 140, -90, -120), (0,)
    elif is_pole:  # The Pole is larger, and its name stands on one side of it: there a pawn stands below the name.
        outward = (92, 104, 120, 136, 152, 168, -92, -104, -120)
        downward = (36, 52, 16, 70, 104, 118, 132)
    return [(dx, dy, percent) for percent, dx, dy in product(percents, outward, downward)]


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
        harm += _measure_overlap(p, r, boxes, _weigh_disc(p, r, needed))
        if harm > harm_limit:
            return harm
    for p in layout.figure_centres:
        harm += _measure_overlap(p, 15, boxes, 1.6)
    pixel_harm, inward_harm = 0.05, INWARD_HARM
    if spot_place == layout.pole:
        pixel_harm, inward_harm = 0.1, INWARD_HARM_AT_POLE
    harm += _count_covered_pixels(layout, stand) * pixel_harm
    harm += 300 * _count_meeting_boxes(stand, other_stands)
    for box in boxes:
        harm += 500 * _crosses_neatline(box)
    is_inward = (stand.x - spot_place[0]) * inward > 0
    return harm + inward_harm * is_inward


def _weigh_disc(p: Point, r: float, needed: Collection[Point]) -> float:
    """Return the harm of a covered pixel of a disc: spaces are large, and only some "?" count."""
    if r > LOST_RADIUS_PX:
        return 2.2
    if p in needed:
        return 3
    return 0.7


def _crosses_neatline(box: Box) -> bool:
    """Return whether a box reaches beyond the chart."""
    x0, y0, x1, y1 = box
    is_beyond_sides = x0 < CHART_LEFT_PX + 9 or x1 > CHART_RIGHT_PX - 9
    return is_beyond_sides or y0 < CHART_TOP_PX + 4 or y1 > CHART_BOTTOM_PX - 4


def _count_covered_pixels(layout: BoardLayout, stand: PawnStand) -> float:
    """Count the pixels of printed words that a pawn covers, with the mark that it has in its player's picture."""
    covered = 0.0
    for ax, ay, bx, by in (*stand.list_boxes(), stand.find_mark_box()):
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
    marked: dict[str, tuple[Point, float, Side]] = {}
    for spot in spots:
        place = layout.find_spot(spot)
        if place is not None:
            marked[spot] = place
    found: dict[str, Point] = {}
    for spot, place in marked.items():
        best, least_harm = place[0], math.inf
        for distance_harm, point in _list_letter_places(layout, *place):
            link_harm = _rate_link_harm(layout, place[0], point)
            harm = _rate_letter_harm(layout, marked.values(), found, pawns, point, distance_harm + link_harm)
            if harm < least_harm:
                best, least_harm = point, harm
        found[spot] = best
    return found


def _list_letter_places(layout: BoardLayout, spot_place: Point, radius: float, side: Side) -> list[tuple[float, Point]]:
    """List the places around a spot to try, each with its harm: a letter that does not touch the ring of its spot floats."""
    x, y = spot_place
    direction = layout.find_inward_direction(side)
    if radius in (LOST_RADIUS_PX, POLE_RADIUS_PX):
        direction = -direction
    places: list[tuple[float, Point]] = []
    for gap, degrees in product(LETTER_GAPS_PX, range(-180, 180, LETTER_STEP_DEGREES)):
        distance, angle = radius + LETTER_RADIUS_PX + gap, math.radians(degrees)
        place = (x + direction * distance * math.cos(angle), y + distance * math.sin(angle))
        places.append(((gap - LETTER_GAPS_PX[0]) * 2 + abs(degrees) * 0.04, place))
    return places


def _rate_link_harm(layout: BoardLayout, spot_place: Point, p: Point) -> float:
    """Rate how much the link between a spot and its letter would cover of the numbers."""
    depths: list[float] = []
    for share in (0.4, 0.5, 0.6, 0.7):
        x, y = spot_place[0] + (p[0] - spot_place[0]) * share, spot_place[1] + (p[1] - spot_place[1]) * share
        depths += [max(0.0, NUMBER_CLEARANCE_PX - math.dist((x, y), q)) for q in layout.figure_centres]
    return 3 * sum_in_order(depths)


def _rate_letter_harm(
    layout: BoardLayout,
    marked: Iterable[tuple[Point, float, Side]],
    letters: Mapping[str, Point],
    pawns: Iterable[PawnStand],
    p: Point,
    harm: float,
) -> float:
    """Add to `harm` the overlaps of a letter's place; overlaps with marked spots and letters weigh most."""
    r = LETTER_RADIUS_PX
    harm += sum_in_order(8 * _measure_touch(p, q, r2 + 2) for q, r2, _ in marked)
    harm += sum_in_order(12 * _measure_touch(p, q, r + 4) for q in letters.values())
    harms: list[float] = []
    for q, r2 in layout.discs:
        weight = 0.9
        if r2 > LOST_RADIUS_PX:
            weight = 2.5
        harms.append(weight * _measure_touch(p, q, r2 + 2))
    harm += sum_in_order(harms)
    harm += sum_in_order(12 * _measure_touch(p, q, 17) for q in layout.figure_centres)
    harm += sum_in_order(1.5 * max(0.0, _measure_depth(p, r, box)) for box in layout.label_boxes)
    harms.clear()
    for stand in pawns:
        for box in stand.list_boxes():
            harms.append(6 * max(0.0, _measure_depth(p, r, box)))
    harm += sum_in_order(harms)
    is_inside_x = CHART_LEFT_PX + r < p[0] < CHART_RIGHT_PX - r
    is_inside_y = CHART_TOP_PX + r < p[1] < CHART_BOTTOM_PX - r
    if not is_inside_x or not is_inside_y:
        harm += 500
    return harm


def _measure_touch(letter_place: Point, p: Point, r: float) -> float:
    """Measure how deep a letter reaches into a disc."""
    return max(0.0, LETTER_RADIUS_PX + r - math.dist(letter_place, p))
