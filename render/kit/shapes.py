"""Curves and outlines as lists of points."""

from __future__ import annotations

import math

from render.kit.canvas import Point, Points


def build_ring(
    cx: float, cy: float, r: float, start: float = 0, end: float = 360, *, ry: float | None = None
) -> list[Point]:
    """Build an arc of an ellipse, in degrees clockwise from the right."""
    n = 48
    turns = [math.radians(start + (end - start) * k / n) for k in range(n + 1)]
    return [(cx + r * math.cos(a), cy + (r if ry is None else ry) * math.sin(a)) for a in turns]


def smooth_curve(points: Points, *, closed: bool = True, steps: int = 10) -> list[Point]:
    """Build a Catmull-Rom curve through the points."""
    n = len(points)
    out: list[Point] = []
    for i in range(n if closed else n - 1):
        near = [points[(i + k) % n] if closed else points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2)]
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = near
        out.extend(
            (_interpolate_spline(ax, bx, cx, dx, s / steps), _interpolate_spline(ay, by, cy, dy, s / steps))
            for s in range(steps)
        )
    return out if closed else [*out, points[-1]]


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
    return [(cx + x * r, cy + y * r) for x, y in corners[shape]]


def scale_points(points: Points, cx: float, cy: float, size: float) -> list[Point]:
    """Scale points of a 100-unit box to a square of `size` pixels around (cx, cy)."""
    return [(cx + (x - 50) * size / 100, cy + (y - 50) * size / 100) for x, y in points]
