"""The free places for pawns and letters on the chart of Amundsen vs Scott, in pixels of the board picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from engine.games.amundsen.view import Side
from render.amundsen.layout import (
    CHART_BOTTOM_PX,
    CHART_LEFT_PX,
    CHART_RIGHT_PX,
    CHART_TOP_PX,
    LETTER_RADIUS_PX,
    LOST_RADIUS_PX,
    POLE_RADIUS_PX,
    BoardLayout,
    Box,
)
from render.kit.canvas import Point
from render.kit.ordered_sum import sum_in_order

WRONG_SIDE_AT_POLE_HARM = 150
"""The harm of a pawn at the Pole on the side of the rival's route."""


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
    if is_pole:  # The Pole is larger, and its name stands on one side of it: there a pawn stands below the name.
        outward = (92, 104, 120, 136, 152, 168, -92, -104, -120)
        return [
            (dx, dy, percent) for percent, dx, dy in product((115, 104, 92), outward, (36, 52, 16, 70, 104, 118, 132))
        ]
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
    is_inward = (stand.x - spot_place[0]) * inward > 0
    return harm + (WRONG_SIDE_AT_POLE_HARM if spot_place == layout.pole else 30) * is_inward


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
    for spot in spots:
        place = layout.find_spot(spot)
        if place is None:
            continue
        best, least_harm = place[0], math.inf
        for rank, point in enumerate(_list_letter_places(layout, *place)):
            harm = _rate_letter_harm(layout, marked, found, pawns, point, rank * 0.7)
            if harm < least_harm:
                best, least_harm = point, harm
        found[spot] = best
    return found


def _list_letter_places(layout: BoardLayout, spot_place: Point, radius: float, side: Side) -> list[Point]:
    """List the places around a spot to try, best direction first."""
    x, y = spot_place
    direction = layout.find_inward_direction(side)
    if radius in (LOST_RADIUS_PX, POLE_RADIUS_PX):
        direction = -direction
    places: list[Point] = []
    for gap, degrees in product((4, 16, 34), (0, -30, 30, -60, 60, 180, 150, -150, 120, -120, 90, -90)):
        distance, angle = radius + LETTER_RADIUS_PX + gap, math.radians(degrees)
        places.append((x + direction * distance * math.cos(angle), y + distance * math.sin(angle)))
    return places


def _rate_letter_harm(
    layout: BoardLayout,
    marked: Sequence[tuple[Point, float, Side]],
    letters: Mapping[str, Point],
    pawns: Iterable[PawnStand],
    p: Point,
    harm: float,
) -> float:
    """Add to `harm` the overlaps of a letter's place; overlaps with marked spots and letters weigh most."""
    r = LETTER_RADIUS_PX
    harm += sum_in_order(8 * max(0.0, r + 2 + r2 - math.dist(p, q)) for q, r2, _ in marked)
    harm += sum_in_order(12 * max(0.0, 2 * r + 4 - math.dist(p, q)) for q in letters.values())
    harm += sum_in_order(
        (2.5 if r2 > LOST_RADIUS_PX else 0.9) * max(0.0, r + 2 + r2 - math.dist(p, q)) for q, r2 in layout.discs
    )
    harm += sum_in_order(5 * max(0.0, r + 17 - math.dist(p, q)) for q in layout.figure_centres)
    harm += sum_in_order(1.5 * max(0.0, _measure_depth(p, r, box)) for box in layout.label_boxes)
    harm += sum_in_order(2 * max(0.0, _measure_depth(p, r, box)) for stand in pawns for box in stand.list_boxes())
    is_inside_x = CHART_LEFT_PX + r < p[0] < CHART_RIGHT_PX - r
    is_inside_y = CHART_TOP_PX + r < p[1] < CHART_BOTTOM_PX - r
    return harm if is_inside_x and is_inside_y else harm + 500
