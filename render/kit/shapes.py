"""Curves and outlines as lists of points."""

from __future__ import annotations

import math
from collections.abc import Iterable

from render.kit.canvas import Point, Points


def build_ring(
    cx: float, cy: float, r: float, start: float = 0, end: float = 360, *, ry: float | None = None
) -> list[Point]:
    """Build an arc of an ellipse, in degrees clockwise from the right."""
    n = 48
    if ry is None:
        ry = r
    points: list[Point] = []
    for k in range(n + 1):
        angle = math.radians(start + (end - start) * k / n)
        points.append((cx + r * math.cos(angle), cy + ry * math.sin(angle)))
    return points


def smooth_curve(points: Points, *, closed: bool = True, steps: int = 10) -> list[Point]:
    """Build a Catmull-Rom curve through the points."""
    n = len(points)
    out: list[Point] = []
    if closed:
        around = [points[-1], *points, points[0], points[1 % n]]
    else:
        around = [points[0], *points, points[-1]]
    for i in range(len(around) - 3):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = around[i : i + 4]
        for s in range(steps):
            out.append((_interpolate_spline(ax, bx, cx, dx, s / steps), _interpolate_spline(ay, by, cy, dy, s / steps)))
    if closed:
        return out
    return [*out, points[-1]]


def _interpolate_spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)


def build_outline(shape: str, cx: float, cy: float, r: float) -> list[Point]:
    """Build a shape that looks about as large as a circle of radius r. Raises KeyError for an unknown one."""
    if shape in ("circle", "ring"):
        return build_ring(cx, cy, r)
    corners: dict[str, list[Point]] = {
        "triangle": [(0, -1.12), (1.12, 0.82), (-1.12, 0.82)],
        "square": [(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)],
        "diamond": [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)],
    }
    return place_points(corners[shape], cx, cy, r, r)


def build_star(corner_count: int, even_radius: float, odd_radius: float, start: float = 0) -> list[Point]:
    """Build a star round (0, 0), whose corners have two radii in turn, from the lowest corner on, turned by `start` degrees."""
    radii = (even_radius, odd_radius)
    corners: list[Point] = []
    for k in range(corner_count):
        radius = radii[k % 2]
        angle = math.radians(start) + 2 * math.pi * k / corner_count
        corners.append((radius * math.sin(angle), radius * math.cos(angle)))
    return corners


def measure_extent(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Return the least x and y of some points, and the greatest x and y."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def place_points(points: Points, x: float, y: float, x_scale: float = 1, y_scale: float = 1) -> list[Point]:
    """Scale points round (0, 0) and move them to (x, y)."""
    return [(x + px * x_scale, y + py * y_scale) for px, py in points]


def scale_points(points: Points, cx: float, cy: float, size: float) -> list[Point]:
    """Scale points of a 100-unit box to a square of `size` pixels around (cx, cy)."""
    return [(cx + (x - 50) * size / 100, cy + (y - 50) * size / 100) for x, y in points]
