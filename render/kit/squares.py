"""Land and sea on a grid of squares whose corners are land or sea: smooth coasts that join although each square is drawn alone.

A coast crosses a side near its middle, leaves it at a right angle, and is one curve between two sides. Two opposite land
corners are two rounded capes with a channel between them. Each square is drawn once and cached, so that a new tile
costs only the drawing of its own squares.
"""

from __future__ import annotations

from typing import NamedTuple

from render.kit.canvas import Point

Corners = tuple[int, int, int, int]
"""North-west, north-east, south-west and south-east: 1 is land, 0 is sea."""
Wobble = tuple[int, int, int, int]
"""The distance of the coast from the middle of the north, east, south and west side, in hundredths of the side."""

NO_WOBBLE: Wobble = (0, 0, 0, 0)
LAND_COLOUR, SHORE_COLOUR, COAST_COLOUR = "#FAF4E4", "#E9DDBD", "#2B2620"
SHALLOW_COLOUR = "#6FA6BF"
ICE_COLOUR = "#DCEBF1"
ICE_OPACITY = 0.52

_INWARD_DIRECTIONS = ((0, 1), (-1, 0), (0, -1), (1, 0))
"""The directions into the square from its north, east, south and west side."""


class Coast(NamedTuple):
    """The land of a square of side 1 as outlines, and the coasts along it, each from side to side."""

    land: list[list[Point]]
    curves: list[list[Point]]


def compute_wobble(i: int, j: int, corners: Corners) -> Wobble:
    """Return the unevenness of the square whose north-west corner is (i, j). Two squares get the same for a shared side."""
    nw, ne, sw, se = corners
    return (
        _compute_offset(i, j, 0) * (nw != ne),
        _compute_offset(i + 1, j, 1) * (ne != se),
        _compute_offset(i, j + 1, 0) * (sw != se),
        _compute_offset(i, j, 1) * (nw != sw),
    )


def _compute_offset(i: int, j: int, upright: int) -> int:
    return ((i * 73 + j * 151 + upright * 37) * 2654435761 >> 7) % 5 * 6 - 12


def build_coast(corners: Corners, off: Wobble = NO_WOBBLE) -> Coast:
    """Build the outlines of a square's land. Land corners that touch only diagonally stay apart."""
    nw, ne, sw, se = corners
    round_corners = (nw, ne, se, sw)
    at: list[Point] = [(0, 0), (1, 0), (1, 1), (0, 1)]
    land = [k for k in range(4) if round_corners[k]]
    if not land:
        return Coast([], [])
    if len(land) == 4:
        return Coast([at], [])
    if len(land) == 1 or (len(land) == 2 and land[1] - land[0] == 2):
        curves = [_build_curve(k, (k - 1) % 4, off) for k in land]
        return Coast([[at[k], *curve] for k, curve in zip(land, curves, strict=True)], curves)
    if len(land) == 3:
        bay = ({0, 1, 2, 3} - set(land)).pop()
        curve = _build_curve((bay - 1) % 4, bay, off)
        return Coast([[*curve, at[(bay + 1) % 4], at[(bay + 2) % 4], at[(bay + 3) % 4]]], [curve])
    first = next(k for k in land if (k + 1) % 4 in land)
    curve = _build_curve((first + 1) % 4, (first - 1) % 4, off)
    return Coast([[at[first], at[(first + 1) % 4], *curve]], [curve])


def _build_curve(start: int, end: int, off: Wobble) -> list[Point]:
    """Build a curve from the middle of one side to the middle of another, at a right angle to both."""
    a, b = _find_crossing(start, off), _find_crossing(end, off)
    pull = 0.28
    if (start - end) % 4 == 2:
        pull = 0.42
    (ax, ay), (bx, by) = _INWARD_DIRECTIONS[start], _INWARD_DIRECTIONS[end]
    c, d = (a[0] + ax * pull, a[1] + ay * pull), (b[0] + bx * pull, b[1] + by * pull)
    return [_interpolate_bezier(a, c, d, b, k / 14) for k in range(15)]


def _find_crossing(side: int, off: Wobble) -> Point:
    share = 0.5 + off[side] / 100
    return ((share, 0), (1, share), (share, 1), (0, share))[side]


def _interpolate_bezier(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    x = y = 0.0
    for weight, point in zip(weights, (a, b, c, d), strict=True):
        x += weight * point[0]
        y += weight * point[1]
    return x, y


def parse_squares(rows: str) -> dict[tuple[int, int], Corners]:
    """Parse a pattern of corners into squares by (column, row): "011/011" is two squares side by side, "10/00" one.

    >>> parsed("011/010")
    {(0, 0): (0, 1, 0, 1), (1, 0): (1, 1, 1, 0)}
    """
    lines = [[int(corner) for corner in line] for line in rows.split("/")]
    corners_by_square = {}
    for y in range(len(lines) - 1):
        for x in range(len(lines[0]) - 1):
            corners_by_square[(x, y)] = (lines[y][x], lines[y][x + 1], lines[y + 1][x], lines[y + 1][x + 1])
    return corners_by_square
