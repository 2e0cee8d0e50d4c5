"""Where everything of The Expanse Board Game is on the picture, in pixels: bands on circles round a distant Sun, upright plates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from render.kit.canvas import Point

MAP_LEFT_PX, MAP_TOP_PX, MAP_RIGHT_PX, MAP_BOTTOM_PX = 12, 12, 1152, 846
"""The map."""
SUN_X_PX, MAP_MIDDLE_Y_PX = -1900, 434
"""The middle of the circles."""
BAND_LEFTS_PX = (64, 342, 614, 886)
"""The left edge of each band's plates at the map's middle height."""
BAND_EDGES_PX = (24, 330, 604, 876)
"""The inner edge of each band there."""
PLATE_WIDTH_PX, PLATE_HEIGHT_PX = 252, 84
BAND_NAME_HEIGHT_PX = 62
"""The height that the names of the bands take."""


class OrbitalSpread(NamedTuple):
    """What is drawn above the plates of an orbital: its height, the middle of its body, the radius of its ring, the room
    between plates, the room for fleets (left, top, width, height), and where its name begins (0: it shows none)."""

    height: int
    x: int
    y: int
    ring: int
    gap: int
    fleets: tuple[int, int, int, int]
    name: int = 0


SMALL_SPREAD = OrbitalSpread(64, 34, 31, 28, 6, (72, 1, 190, 62))
"""A rock with one base, which bears its name."""
PLANET_SPREAD = OrbitalSpread(132, 42, 50, 44, 6, (94, 40, 170, 90), 94)
"""One of several in its band, with its name."""
GIANT_SPREAD = OrbitalSpread(200, 86, 90, 80, 22, (174, 0, 84, 184))
"""The only one in its band, which bears its name."""


class OrbitalBases(NamedTuple):
    """An orbital and its bases, as words."""

    word: str
    bases: tuple[str, ...]


MapChart = tuple[tuple[OrbitalBases, ...], ...]
"""The orbitals of every band, from the Sun outwards."""


class OrbitalPlace(NamedTuple):
    """An orbital on the picture: the middle of its body, the radius of its ring, the box for fleets, its plates' corners."""

    spread: OrbitalSpread
    x: int
    y: int
    left: int
    top: int
    plates: tuple[tuple[int, int], ...]

    @property
    def fleet_box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the room for fleets."""
        dx, dy, wide, high = self.spread.fleets
        return self.left + dx, self.top + dy, wide, high


def find_arc_x(x: float, y: float) -> float:
    """The x at height y of the circle that runs through (x, MID)."""
    r = x - SUN_X_PX
    return SUN_X_PX + math.sqrt(r * r - (y - MAP_MIDDLE_Y_PX) ** 2)


@lru_cache(maxsize=4)
def arrange_orbitals(chart: MapChart) -> dict[str, OrbitalPlace]:
    """Where every orbital is. The orbitals of a full band stand closer together."""
    found: dict[str, OrbitalPlace] = {}
    for band, orbits in enumerate(chart):
        spreads = [_choose_spread(orbit, orbits) for orbit in orbits]
        heights = [
            spread.height + len(orbit.bases) * PLATE_HEIGHT_PX + (len(orbit.bases) - 1) * spread.gap
            for spread, orbit in zip(spreads, orbits, strict=True)
        ]
        room = MAP_BOTTOM_PX - 8 - MAP_TOP_PX - BAND_NAME_HEIGHT_PX - sum(heights)
        gap = min(26, room / max(1, len(orbits) - 1))
        y = MAP_TOP_PX + BAND_NAME_HEIGHT_PX + (8 if spreads[0] is GIANT_SPREAD else 0)
        for spread, orbit, high in zip(spreads, orbits, heights, strict=True):
            found[orbit.word] = _create_place(spread, orbit, BAND_LEFTS_PX[band], y)
            y += round(high + gap)
    return found


def _choose_spread(orbit: OrbitalBases, orbits: Sequence[OrbitalBases]) -> OrbitalSpread:
    if len(orbits) == 1:
        return GIANT_SPREAD
    return SMALL_SPREAD if len(orbit.bases) == 1 else PLANET_SPREAD


def _create_place(spread: OrbitalSpread, orbit: OrbitalBases, column: int, y: int) -> OrbitalPlace:
    left = round(find_arc_x(column, y + spread.height / 2))
    tops = [y + spread.height + k * (PLATE_HEIGHT_PX + spread.gap) for k in range(len(orbit.bases))]
    plates = tuple((round(find_arc_x(column, top + PLATE_HEIGHT_PX / 2)), top) for top in tops)
    return OrbitalPlace(spread, left + spread.x, y + spread.y, left, y, plates)


def compute_arc(x: float) -> list[Point]:
    """The circle through (x, MID), from the top of the map to its bottom."""
    return [(find_arc_x(x, y), y) for y in (*range(MAP_TOP_PX, MAP_BOTTOM_PX, 4), MAP_BOTTOM_PX)]


def find_band_title(band: int) -> tuple[float, int]:
    """Where a band's name begins, on its middle line."""
    return find_arc_x(BAND_LEFTS_PX[band], MAP_TOP_PX + 30) + (22 if band == 0 else 8), MAP_TOP_PX + 34


def find_slot(index: int, factions: int) -> tuple[int, int]:
    """Where on a plate the room for the influence of the k-th of so many factions begins, and how wide it is."""
    pitch = (PLATE_WIDTH_PX - 8) // max(1, factions)
    return 6 + index * pitch, pitch
