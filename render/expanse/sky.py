"""The background of the map, drawn once a game: bands, the Sun's limb, stars, worlds and empty plates."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.expanse.layout import (
    BAND_EDGES_PX,
    MAP_BOTTOM_PX,
    MAP_LEFT_PX,
    MAP_RIGHT_PX,
    MAP_TOP_PX,
    PLATE_HEIGHT_PX,
    PLATE_WIDTH_PX,
    MapChart,
    OrbitalBases,
    OrbitalPlace,
    arrange_orbitals,
    compute_arc,
    find_band_title,
)
from render.expanse.phrases import split_name
from render.expanse.pieces import (
    BAND_COLOURS,
    DARK_INK,
    DIM_INK,
    FAINT_COLOUR,
    ORBIT_LINE_COLOUR,
    PLATE_COLOUR,
    PLATE_EDGE_COLOUR,
    SPACE_COLOUR,
    draw_resource,
)
from render.kit.cache import cached_sprite
from render.kit.canvas import BASE_SCALE, Canvas, Point
from render.kit.shapes import build_ring
from render.kit.sheet import Sheet
from render.kit.text import PHONE_DATA_SIZE_PX, find_fitting_size, measure_width
from render.kit.theme import CREAM, Colour, mix_colours

NAME_LEFT_PX, MIN_NAME_LEFT_PX, NAME_RIGHT_PX, NAME_MIDDLE_PX = 24, 17, 35, 22
"""The distances of a name from the left edge of its plate, clear of the letter of a choice if it is short and next to it if not,
from the right edge, and from the top."""
RESOURCE_SIZE_PX, RESOURCE_INSET_PX = 30, 18
"""The size of the sign of a resource, and the distance of its middle from the right edge of the plate and from its top."""
BAND_NAME_WIDTH_PX = PLATE_WIDTH_PX - 34
"""The width of the name of a Band that stays within it, so that a crop of the next Bands shows no end of it."""
LONE_WIDTH_PX, LONE_HEIGHT_PX, LONE_WORLD_X_PX, LONE_PLATE_X_PX = 560, 200, 120, 250
"""The picture of a single base, and the places of its body and its plate."""
STRANGE_WORLD_RADIUS_PX = 60
CLOSED_COLOUR = mix_colours(PLATE_COLOUR, BAND_COLOURS[2], 0.55)
LIMB_RINGS = ((58, "#2F3A45"), (50, "#4D4A40"), (42, "#8A6F3C"), (34, "#FFD36B"))
STAR_PLACES = (
    (846, 60),
    (1124, 56),
    (990, 104),
    (582, 500),
    (868, 470),
    (1122, 330),
    (596, 300),
    (318, 700),
    (860, 300),
)
WORLD_STYLES: dict[str, tuple[int, Colour, Colour]] = {
    "earth": (30, "#6FB7E8", "#3E7FB4"),
    "mars": (28, "#E08A5B", "#B05E38"),
    "ceres": (18, "#B9B3A6", "#8C877B"),
    "tycho": (17, "#9FB0C0", "#6E8194"),
    "eros": (16, "#B9A58C", "#8A7862"),
    "thoth": (17, "#8D93B8", "#666C93"),
    "vesta": (18, "#C2BCB4", "#918B83"),
    "jupiter": (67, "#E3C39A", "#B98E62"),
    "saturn": (47, "#EBD9A6", "#BFA66B"),
}
"""The radius of each body, its lit colour and its shaded colour."""


class PrintedBase(NamedTuple):
    """The printed values of a base, and whether it is in play."""

    word: str
    name: str
    resource: str
    is_open: bool


class MapGround(NamedTuple):
    """Everything on the map that never changes at a table.

    `closed_label` is the label of a base that is out of play.
    """

    chart: MapChart
    bands: tuple[str, ...]
    bases: tuple[PrintedBase, ...]
    closed_label: str


@cached_sprite
def draw_sky(ground: MapGround) -> Sheet:
    """Draw the map without pieces and rings of control."""
    places = arrange_orbitals(ground.chart)
    bases = {base.word: base for base in ground.bases}
    c = Canvas(
        (MAP_RIGHT_PX - MAP_LEFT_PX, MAP_BOTTOM_PX - MAP_TOP_PX), SPACE_COLOUR, BASE_SCALE, (-MAP_LEFT_PX, -MAP_TOP_PX)
    )
    _draw_bands(c)
    for orbits in ground.chart:
        for orbit in orbits:
            _draw_orbit(c, orbit, places[orbit.word], bases)
    _round_corners(c)
    sheet = Sheet(c.finish())
    for k, name in enumerate(ground.bands):
        left, middle = find_band_title(k)
        size = find_fitting_size(name, "bold", PHONE_DATA_SIZE_PX, BAND_NAME_WIDTH_PX)
        sheet.text(left - MAP_LEFT_PX, middle - MAP_TOP_PX, name, PLATE_WIDTH_PX, size=size, fill=DIM_INK)
    for orbits in ground.chart:
        for orbit in orbits:
            for word, (x, y) in zip(orbit.bases, places[orbit.word].plates, strict=True):
                _draw_plate(sheet, bases[word], x - MAP_LEFT_PX, y - MAP_TOP_PX, ground)
    return sheet


def compose_lone_base(base: PrintedBase, orbital: str) -> Sheet:
    """Compose the picture of one base that belongs to no table: its plate, joined to the body that it lies at."""
    left, top = LONE_PLATE_X_PX, (LONE_HEIGHT_PX - PLATE_HEIGHT_PX) // 2
    radius = WORLD_STYLES[orbital][0] if orbital in WORLD_STYLES else STRANGE_WORLD_RADIUS_PX
    c = Canvas((LONE_WIDTH_PX, LONE_HEIGHT_PX), BAND_COLOURS[3])
    c.line([(LONE_WORLD_X_PX, LONE_HEIGHT_PX / 2), (left, LONE_HEIGHT_PX / 2)], ORBIT_LINE_COLOUR, 5)
    _draw_world(c, orbital, LONE_WORLD_X_PX, LONE_HEIGHT_PX / 2, radius)
    _draw_plate_ground(c, base, left, top)
    sheet = Sheet(c.finish())
    _draw_plate(sheet, base, left, top, MapGround((), (), (base,), ""))
    return sheet


def _draw_bands(c: Canvas) -> None:
    """Draw the bands, the Sun's limb and the stars."""
    c.rect(MAP_LEFT_PX, MAP_TOP_PX, MAP_RIGHT_PX, MAP_BOTTOM_PX, BAND_COLOURS[0], radius=16)
    edges = [compute_arc(x) for x in BAND_EDGES_PX]
    for colour, edge in zip(BAND_COLOURS[1:], edges[1:], strict=True):
        c.poly([*edge, (MAP_RIGHT_PX, MAP_BOTTOM_PX), (MAP_RIGHT_PX, MAP_TOP_PX)], colour)
    for edge in edges[1:]:
        c.line(edge, ORBIT_LINE_COLOUR, 3.5)
    for rim, colour in LIMB_RINGS:
        limb = [point for point in compute_arc(rim) if point[0] > MAP_LEFT_PX]
        c.poly([(MAP_LEFT_PX, limb[0][1]), *limb, (MAP_LEFT_PX, limb[-1][1])], colour)
    for k, (x, y) in enumerate(STAR_PLACES):
        c.disc(x, y, 2 + k % 2, "#6F87A0")


def _round_corners(c: Canvas) -> None:
    """Round the corners of the map."""
    for x, y, start in (
        (MAP_LEFT_PX, MAP_TOP_PX, 180),
        (MAP_RIGHT_PX, MAP_TOP_PX, 270),
        (MAP_RIGHT_PX, MAP_BOTTOM_PX, 0),
        (MAP_LEFT_PX, MAP_BOTTOM_PX, 90),
    ):
        centre_x = x + 16 if x == MAP_LEFT_PX else x - 16
        centre_y = y + 16 if y == MAP_TOP_PX else y - 16
        c.poly([(x, y), *build_ring(centre_x, centre_y, 16, start, start + 90)], SPACE_COLOUR)


def _draw_orbit(c: Canvas, orbit: OrbitalBases, place: OrbitalPlace, bases: dict[str, PrintedBase]) -> None:
    """Draw a body and the empty plates of its bases, joined by a stem."""
    dx = place.x - place.left
    stem: list[Point] = [(place.x, place.y), *((x + dx, y + 20) for x, y in place.plates)]
    c.line(stem, ORBIT_LINE_COLOUR, 5)
    _draw_world(c, orbit.word, place.x, place.y, place.spread.ring)
    for word, (x, y) in zip(orbit.bases, place.plates, strict=True):
        _draw_plate_ground(c, bases[word], x, y)


def _draw_plate_ground(c: Canvas, base: PrintedBase, x: int, y: int) -> None:
    """Draw the empty plate of a base."""
    paper = PLATE_COLOUR if base.is_open else CLOSED_COLOUR
    c.rect(x, y, x + PLATE_WIDTH_PX, y + PLATE_HEIGHT_PX, paper, radius=12, edge=PLATE_EDGE_COLOUR, width=2)


def _draw_plate(sheet: Sheet, base: PrintedBase, x: int, y: int, ground: MapGround) -> None:
    """Draw the print of a plate: the name, bright if it is the word in moves, the resource, and a dot for each faction."""
    paper, ink = (PLATE_COLOUR, CREAM) if base.is_open else (CLOSED_COLOUR, FAINT_COLOUR)
    sheet.put(
        draw_resource(base.resource, RESOURCE_SIZE_PX, paper, ink),
        x + PLATE_WIDTH_PX - RESOURCE_INSET_PX,
        y + RESOURCE_INSET_PX + 8,
    )
    start, end = x + MIN_NAME_LEFT_PX, x + PLATE_WIDTH_PX - NAME_RIGHT_PX
    parts = split_name(base.name, base.word)
    if measure_width(" ".join(part for part, _ in parts), "bold", PHONE_DATA_SIZE_PX) > end - start:
        parts = [(part, is_word) for part, is_word in parts if is_word]
    whole = " ".join(part for part, _ in parts)
    size = find_fitting_size(whole, "bold", PHONE_DATA_SIZE_PX, end - start)
    start += max(0, min(NAME_LEFT_PX - MIN_NAME_LEFT_PX, end - start - measure_width(whole, "bold", size)))
    for part, is_word in parts:
        fill = ink if is_word or not base.is_open else DIM_INK
        taken = sheet.text(start, y + NAME_MIDDLE_PX, part, end - start, size=size, fill=fill)
        start += taken + measure_width(" ", "bold", size)
    if not base.is_open:
        sheet.text(x + 16, y + 72, ground.closed_label, PLATE_WIDTH_PX - 30, role="text", fill=FAINT_COLOUR)
        return


def _compute_tilted_arc(
    x: float, y: float, rx: float, ry: float, start: float, end: float, angle: float = -0.28
) -> list[Point]:
    """Compute an arc of an ellipse that is tilted by `angle` radians; `start` and `end` are in degrees."""
    return [
        (x + a * math.cos(angle) - b * math.sin(angle), y + a * math.sin(angle) + b * math.cos(angle))
        for a, b in build_ring(0, 0, rx, start, end, ry=ry)
    ]


def _draw_world(c: Canvas, word: str, x: float, y: float, max_radius: int) -> None:
    """Draw the body of an orbital; an unknown one is a rock as large as its ring allows."""
    r, light, shade = WORLD_STYLES.get(word, (max_radius - 12, "#A9A9A9", "#7C7C7C"))
    c.disc(x, y, max_radius, BAND_COLOURS[3])
    match word:
        case "saturn":
            c.line(_compute_tilted_arc(x, y, r * 1.52, r * 0.42, 180, 360), "#CDB67C", 9)
        case "eros":
            c.poly([(x + a * 1.15 - b * 0.25, y + b * 0.72 + a * 0.12) for a, b in build_ring(0, 0, r)], light)
            c.disc(x + 6, y - 1, 3, shade)
            return
    c.disc(x, y, r, light)
    _draw_surface(c, word, x, y, r, shade)
    night = build_ring(x, y, r + 0.6, -90, 90)
    c.poly([*night, *build_ring(x, y, r * 0.58, -90, 90, ry=r + 0.6)[::-1]], mix_colours(shade, DARK_INK, 0.3))
    c.poly([*night, *build_ring(x, y, r * 0.84, -90, 90, ry=r + 0.6)[::-1]], mix_colours(shade, DARK_INK, 0.62))
    if word == "saturn":
        c.line(_compute_tilted_arc(x, y, r * 1.3, r * 0.3, 10, 170), DARK_INK, 5)
        c.line(_compute_tilted_arc(x, y, r * 1.52, r * 0.42, -4, 184), "#F4E7BE", 9)


def _draw_surface(c: Canvas, word: str, x: float, y: float, r: float, shade: Colour) -> None:
    """Draw what is on the lit disc of a body."""
    match word:
        case "jupiter":
            for t, band in ((-0.66, 0.09), (-0.36, 0.15), (0.04, 0.1), (0.4, 0.16), (0.72, 0.08)):
                half = math.sqrt(1 - t * t) * r * 0.97
                c.line([(x - half, y + t * r), (x + half, y + t * r)], shade, band * r)
            c.poly(build_ring(x + r * 0.12, y + r * 0.24, r * 0.2, ry=r * 0.12), "#C4623F")
        case "saturn":
            for t, band in ((-0.5, 0.1), (-0.16, 0.08), (0.52, 0.12)):
                half = math.sqrt(1 - t * t) * r * 0.96
                c.line([(x - half, y + t * r), (x + half, y + t * r)], shade, band * r)
        case "earth":
            for land in (
                [(-18, -14), (-4, -20), (6, -12), (-2, -2), (-10, 8), (-18, -2)],
                [(8, 2), (20, -4), (22, 10), (12, 18)],
            ):
                c.poly([(x + a, y + b) for a, b in land], "#8CC68B")
        case "mars":
            c.poly(build_ring(x - 2, y - 21, 10, ry=4), "#F6E7DA")
            c.poly(build_ring(x - 8, y + 6, 9, ry=5), shade)
        case _:
            c.disc(x + r * 0.08, y - r * 0.3, r * 0.22, shade)
            c.disc(x - r * 0.38, y + r * 0.22, r * 0.18, shade)
            c.disc(x + r * 0.06, y + r * 0.44, r * 0.13, shade)
