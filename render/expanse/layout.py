"""Where everything of The Expanse Board Game is on the picture, in pixels: bands on circles round a distant Sun, upright plates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from render.kit.canvas import Point

LEFT, TOP, RIGHT, BOTTOM = 12, 12, 1152, 846
"""The map."""
SUN_X, MID = -1900, 434
"""The middle of the circles."""
COLUMNS = (64, 342, 614, 886)
"""The left edge of each band's plates at the map's middle height."""
INNER_EDGES = (24, 330, 604, 876)
"""The inner edge of each band there."""
PLATE_W, PLATE_H = 252, 84
HEAD = 62
"""The height that the names of the bands take."""


class Spread(NamedTuple):
    """What is drawn above the plates of an orbital: its height, the middle of its body, the radius of its ring, the room
    between plates, the room for fleets (left, top, width, height), and where its name begins (0: it shows none)."""

    high: int
    x: int
    y: int
    ring: int
    gap: int
    fleets: tuple[int, int, int, int]
    name: int = 0


SMALL = Spread(64, 34, 31, 28, 6, (72, 1, 190, 62))
"""A rock with one base, which bears its name."""
PLANET = Spread(132, 42, 50, 44, 6, (94, 40, 170, 90), 94)
"""One of several in its band, with its name."""
GIANT = Spread(200, 86, 90, 80, 22, (174, 0, 84, 184))
"""The only one in its band, which bears its name."""


class Orbit(NamedTuple):
    """An orbital and its bases, as words."""

    word: str
    bases: tuple[str, ...]


Chart = tuple[tuple[Orbit, ...], ...]
"""The orbitals of every band, from the Sun outwards."""


class Place(NamedTuple):
    """An orbital on the picture: the middle of its body, the radius of its ring, the box for fleets, its plates' corners."""

    spread: Spread
    x: int
    y: int
    left: int
    top: int
    plates: tuple[tuple[int, int], ...]

    @property
    def fleets(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the room for fleets."""
        dx, dy, wide, high = self.spread.fleets
        return self.left + dx, self.top + dy, wide, high


def bend(x: float, y: float) -> float:
    """The x at height y of the circle that runs through (x, MID)."""
    r = x - SUN_X
    return SUN_X + math.sqrt(r * r - (y - MID) ** 2)


@lru_cache(maxsize=4)
def places(chart: Chart) -> dict[str, Place]:
    """Where every orbital is. The orbitals of a full band stand closer together."""
    found: dict[str, Place] = {}
    for band, orbits in enumerate(chart):
        spreads = [_spread(orbit, orbits) for orbit in orbits]
        heights = [
            spread.high + len(orbit.bases) * PLATE_H + (len(orbit.bases) - 1) * spread.gap
            for spread, orbit in zip(spreads, orbits, strict=True)
        ]
        room = BOTTOM - 8 - TOP - HEAD - sum(heights)
        gap = min(26, room / max(1, len(orbits) - 1))
        y = TOP + HEAD + (8 if spreads[0] is GIANT else 0)
        for spread, orbit, high in zip(spreads, orbits, heights, strict=True):
            found[orbit.word] = _placed(spread, orbit, COLUMNS[band], y)
            y += round(high + gap)
    return found


def _spread(orbit: Orbit, orbits: Sequence[Orbit]) -> Spread:
    if len(orbits) == 1:
        return GIANT
    return SMALL if len(orbit.bases) == 1 else PLANET


def _placed(spread: Spread, orbit: Orbit, column: int, y: int) -> Place:
    left = round(bend(column, y + spread.high / 2))
    tops = [y + spread.high + k * (PLATE_H + spread.gap) for k in range(len(orbit.bases))]
    plates = tuple((round(bend(column, top + PLATE_H / 2)), top) for top in tops)
    return Place(spread, left + spread.x, y + spread.y, left, y, plates)


def arc(x: float) -> list[Point]:
    """The circle through (x, MID), from the top of the map to its bottom."""
    return [(bend(x, y), y) for y in (*range(TOP, BOTTOM, 4), BOTTOM)]


def title(band: int) -> tuple[float, int]:
    """Where a band's name begins, on its middle line."""
    return bend(COLUMNS[band], TOP + 30) + (22 if band == 0 else 8), TOP + 34


def slot(k: int, factions: int) -> tuple[int, int]:
    """Where on a plate the room for the influence of the k-th of so many factions begins, and how wide it is."""
    pitch = (PLATE_W - 8) // max(1, factions)
    return 6 + k * pitch, pitch
