"""The places of bands, orbitals and base plates on the picture, in pixels.

The bands lie on circles round a distant Sun; the plates are upright.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from render.kit.canvas import Point
from render.kit.marks import LETTER_RADIUS_PX

MAP_LEFT_PX, MAP_TOP_PX, MAP_RIGHT_PX, MAP_BOTTOM_PX = 12, 12, 1152, 880
SUN_X_PX, MAP_MIDDLE_Y_PX = -1900, 446
"""The centre of the circles."""
BAND_LEFTS_PX = (60, 342, 614, 886)
"""The left edge of each band's plates at the map's middle height."""
BAND_EDGES_PX = (24, 330, 604, 876)
"""The inner edge of each band at the same height."""
PLATE_WIDTH_PX, PLATE_HEIGHT_PX = 258, 98
COUNT_TOP_PX, COUNT_HEIGHT_PX = 53, 43
"""The top of the counts on a plate, and their height."""
BAND_NAME_HEIGHT_PX = 56


LETTER_WIDTH_PX, LETTER_HEIGHT_PX = 32, 2 * LETTER_RADIUS_PX
"""The least size of a choice's letter with its rim. It touches the frame of its plate or the ring of its body."""
WIDE_LETTER_HALF_PX = 20
"""Half the width of the widest letter with its rim."""
TITLE_HEIGHT_PX = 50
"""The height of the frame around the names of the Bands of a Sector."""


class OrbitalSpread(NamedTuple):
    """The measures of what is drawn above the plates of an orbital.

    They are its height, the centre of its body, the radius of its ring, the gap between plates, the box for fleets (left, top,
    width, height), and the left edge of its name (0: no name).
    """

    height: int
    x: int
    y: int
    ring: int
    gap: int
    fleets: tuple[int, int, int, int]
    name: int = 0


SMALL_SPREAD = OrbitalSpread(60, 30, 30, 28, 6, (58, 0, 194, 60))
"""A rock with one base that has its name. Its fleets end above the right edge of the plate: the gutter beyond is for letters."""
PLANET_SPREAD = OrbitalSpread(132, 42, 50, 44, 6, (94, 40, 152, 90), 94)
"""A planet that shares its band, with its own name."""
GIANT_SPREAD = OrbitalSpread(200, 86, 90, 80, 14, (168, 0, 84, 192))
"""A planet alone in its band, which has its name."""


class OrbitalBases(NamedTuple):
    """An orbital and its bases, as words."""

    word: str
    bases: tuple[str, ...]


MapChart = tuple[tuple[OrbitalBases, ...], ...]
"""The orbitals of every band, from the Sun outwards."""


class OrbitalPlace(NamedTuple):
    """An orbital on the picture: the centre of its body, its top left corner, and the top left corners of its plates."""

    spread: OrbitalSpread
    x: int
    y: int
    left: int
    top: int
    plates: tuple[tuple[int, int], ...]

    @property
    def fleet_box(self) -> tuple[int, int, int, int]:
        """The left, top, width and height of the box for fleets."""
        dx, dy, width, height = self.spread.fleets
        return self.left + dx, self.top + dy, width, height


def find_plate_letter(x: int, y: int) -> tuple[int, int]:
    """Return the centre of the letter of the plate at (x, y): its tag lies on the left edge and ends before the name.

    At the edge of the map it leaves room for a wide letter, which a crop would lose.
    """
    return max(x + 1, MAP_LEFT_PX + WIDE_LETTER_HALF_PX), y + LETTER_HEIGHT_PX // 2 + 1


def find_orbital_letter(place: OrbitalPlace) -> tuple[int, int]:
    """Return the centre of an orbital's letter, which touches the ring: before the name of a planet, else at the upper left."""
    if place.spread is PLANET_SPREAD:
        return place.left + place.spread.name + 9, place.top + 9
    if place.spread is GIANT_SPREAD:
        return place.left, place.top + 24
    return place.left - LETTER_WIDTH_PX // 2 + 4, place.top + 18


def find_arc_x(x: float, y: float) -> float:
    """Return the x at height `y` on the circle that crosses the map's middle height at `x`."""
    radius = x - SUN_X_PX
    return SUN_X_PX + math.sqrt(radius * radius - (y - MAP_MIDDLE_Y_PX) ** 2)


@lru_cache(maxsize=4)
def arrange_orbitals(chart: MapChart) -> dict[str, OrbitalPlace]:
    """Find the place of every orbital; the orbitals of a full band stand closer together."""
    places: dict[str, OrbitalPlace] = {}
    for band, orbits in enumerate(chart):
        spreads = [_choose_spread(orbit, orbits) for orbit in orbits]
        heights = [_measure_height(spread, orbit) for spread, orbit in zip(spreads, orbits, strict=True)]
        free_height = MAP_BOTTOM_PX - 8 - MAP_TOP_PX - BAND_NAME_HEIGHT_PX - sum(heights)
        gap = min(26, free_height / max(1, len(orbits) - 1))
        y = MAP_TOP_PX + BAND_NAME_HEIGHT_PX
        if spreads[0] is GIANT_SPREAD:
            y += 8
        for spread, orbit, height in zip(spreads, orbits, heights, strict=True):
            places[orbit.word] = _create_place(spread, orbit, BAND_LEFTS_PX[band], y)
            y += round(height + gap)
    return places


def _measure_height(spread: OrbitalSpread, orbit: OrbitalBases) -> int:
    """Return the height of an orbital with its plates."""
    return spread.height + len(orbit.bases) * PLATE_HEIGHT_PX + (len(orbit.bases) - 1) * spread.gap


def _choose_spread(orbit: OrbitalBases, orbits: Sequence[OrbitalBases]) -> OrbitalSpread:
    if len(orbits) == 1:
        return GIANT_SPREAD
    return SMALL_SPREAD if len(orbit.bases) == 1 else PLANET_SPREAD


def _create_place(spread: OrbitalSpread, orbit: OrbitalBases, column: int, y: int) -> OrbitalPlace:
    left = round(find_arc_x(column, y + spread.height / 2))
    plates: list[tuple[int, int]] = []
    for k in range(len(orbit.bases)):
        top = y + spread.height + k * (PLATE_HEIGHT_PX + spread.gap)
        plates.append((round(find_arc_x(column, top + PLATE_HEIGHT_PX / 2)), top))
    return OrbitalPlace(spread, left + spread.x, y + spread.y, left, y, tuple(plates))


def compute_arc(x: float) -> list[Point]:
    """Compute the part on the map of the circle that crosses its middle height at `x`, from top to bottom."""
    return [(find_arc_x(x, y), y) for y in (*range(MAP_TOP_PX, MAP_BOTTOM_PX, 4), MAP_BOTTOM_PX)]


def find_band_title(band: int) -> tuple[float, int]:
    """Return the left end of the middle line of a band's name."""
    return find_arc_x(BAND_LEFTS_PX[band], MAP_TOP_PX + 24) + (28 if band == 0 else 31), MAP_TOP_PX + 24


def find_title_frame(first: int, last: int) -> tuple[int, int, int, int]:
    """Return the frame around the names of neighbouring Bands: left, top, width and height."""
    left, middle = find_band_title(first)
    right = MAP_RIGHT_PX - 12.0
    if last + 1 < len(BAND_LEFTS_PX):
        right = find_band_title(last + 1)[0] - LETTER_WIDTH_PX - 4
    left -= 10
    return round(left), middle - TITLE_HEIGHT_PX // 2, round(right - left), TITLE_HEIGHT_PX


def find_title_letter(first: int) -> tuple[int, int]:
    """Return the centre of the letter of a Sector, at the left end of the frame around the names of its Bands."""
    left, top, _, height = find_title_frame(first, first)
    return max(left - 8, MAP_LEFT_PX + LETTER_WIDTH_PX // 2), top + height // 2


def find_slot(index: int, factions: int) -> tuple[int, int]:
    """Return the left edge and width of a faction's slot on a plate; `factions` is the number of slots."""
    pitch = (PLATE_WIDTH_PX - 8) // max(1, factions)
    return 6 + index * pitch, pitch
