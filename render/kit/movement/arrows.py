"""The paths of the arrows of the latest turns: arcs that avoid pieces, tokens and the arrows planned before them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.kernel.text import Seat
from render.kit.canvas import Point
from render.kit.movement.turn_marks import Disc, leave_discs
from render.kit.text import Box

ARC_STEPS = 12
BULGES = (0.0, 0.14, -0.14, 0.28, -0.28, 0.45, -0.45)
"""The distances between the straight line and the middle of an arc, as shares of the line's length; the sign is the side."""
MIN_BULGE_PX = 26
"""The least such distance of an arc that is not straight."""
ARROW_REACH_PX = 9
"""Half of the width of an arrow with its rims."""
ARROW_DISTANCE_PX = 24
"""The least distance at which two arrows side by side are both clear."""
TIP_DISTANCE_PX = 5
"""The distance of an arrow's tip from the piece at its end."""
OUTSIDE_COST = 40.0
"""The cost of a point of an arc outside the chart, as a number of hidden pixels."""


class MovedPiece(NamedTuple):
    """A piece that has moved: its seat, its old place, its other place now, and its radius."""

    seat: Seat
    start: Point
    target: Point
    radius: float


class ArrowPath(NamedTuple):
    """The points of an arrow, from its start to its tip."""

    seat: Seat
    points: tuple[Point, ...]


def plan_arrows(chart: Box, moved: Sequence[MovedPiece], avoided: Sequence[Disc]) -> list[ArrowPath]:
    """Choose for each moved piece the arc that hides the least of the `avoided` discs and of the arrows planned before it."""
    planned: list[ArrowPath] = []
    planned_points: list[Point] = []
    for piece in moved:
        other_discs = [disc for disc in avoided if disc[0] != piece.target]
        arcs = list(_generate_arcs(piece))
        # The index is added so that a flatter arc wins unless a later one hides clearly less.
        costs = [_compute_cost(chart, arc, other_discs, planned_points) + k for k, arc in enumerate(arcs)]
        best_arc = arcs[costs.index(min(costs))]
        path = ArrowPath(piece.seat, leave_discs(best_arc, other_discs))
        planned.append(path)
        planned_points += path.points
    return planned


def _generate_arcs(piece: MovedPiece) -> Iterator[tuple[Point, ...]]:
    """Yield the arcs from the old place of a piece to its rim, the straight one first, then ever rounder ones."""
    (start_x, start_y), (target_x, target_y) = piece.start, piece.target
    length = math.dist(piece.start, piece.target)
    normal_x, normal_y = (target_y - start_y) / length, (start_x - target_x) / length
    for bulge in BULGES:
        bulge_px = 0.0
        if bulge:
            bulge_px = math.copysign(max(MIN_BULGE_PX, abs(bulge) * length), bulge)
        # A quadratic Bézier curve leaves the line by half of the distance of its control point.
        control_x = (start_x + target_x) / 2 + 2 * bulge_px * normal_x
        control_y = (start_y + target_y) / 2 + 2 * bulge_px * normal_y
        yield _compute_arc(piece, (control_x, control_y))


def _compute_arc(piece: MovedPiece, control: Point) -> tuple[Point, ...]:
    """Compute the points of the Bézier curve with this control point, which ends TIP_DISTANCE_PX short of the piece."""
    dx, dy = control[0] - piece.target[0], control[1] - piece.target[1]
    share = min(1.0, (piece.radius + TIP_DISTANCE_PX) / (math.hypot(dx, dy) or 1.0))
    end = (piece.target[0] + dx * share, piece.target[1] + dy * share)
    points: list[Point] = []
    for k in range(ARC_STEPS + 1):
        t = k / ARC_STEPS
        weights = ((1 - t) ** 2, 2 * t * (1 - t), t * t)
        x = y = 0.0
        for weight, point in zip(weights, (piece.start, control, end), strict=True):
            x += weight * point[0]
            y += weight * point[1]
        points.append((x, y))
    return tuple(points)


def _compute_cost(chart: Box, arc: Sequence[Point], discs: Sequence[Disc], planned_points: Sequence[Point]) -> float:
    """Compute the cost of an arc: how deep its points are in discs and in earlier arrows, in pixels, and outside the chart."""
    left, top, right, bottom = chart
    cost = 0.0
    for point in arc[1:]:
        x, y = point
        if not (left < x < right and top < y < bottom):
            cost += OUTSIDE_COST
        for middle, radius in discs:
            cost += max(0.0, radius + ARROW_REACH_PX - math.dist(point, middle))
        for other in planned_points:
            cost += max(0.0, ARROW_DISTANCE_PX - math.dist(point, other))
    return cost
