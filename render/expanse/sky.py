"""The background of the map, drawn once a game: bands, the Sun's limb, stars, worlds on their orbits, empty plates."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.expanse.layout import (
    BOTTOM,
    INNER_EDGES,
    LEFT,
    PLATE_H,
    PLATE_W,
    RIGHT,
    TOP,
    Chart,
    Orbit,
    Place,
    arc,
    places,
    slot,
    title,
)
from render.expanse.phrases import face, spelled
from render.expanse.pieces import BANDS, DARK, DIM, EDGE, FAINT, PLATE, PLATE_EDGE, SPACE, resource
from render.kit.cache import cached_sprite
from render.kit.canvas import SHARP, Canvas, Point
from render.kit.shapes import ring
from render.kit.sheet import Sheet
from render.kit.text import SMALLEST, width
from render.kit.theme import CREAM, Colour, mix

CLOSED = mix(PLATE, BANDS[2], 0.55)
LIMB = ((58, "#2F3A45"), (50, "#4D4A40"), (42, "#8A6F3C"), (34, "#FFD36B"))
STARS = ((846, 60), (1124, 56), (990, 104), (582, 500), (868, 470), (1122, 330), (596, 300), (318, 700), (860, 300))
WORLDS: dict[str, tuple[int, Colour, Colour]] = {
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
"""The radius of the body, its lit colour and its shaded one."""


class Printed(NamedTuple):
    """What is printed of a base: its word, name and resource, and whether it is in play."""

    word: str
    name: str
    resource: str
    open: bool


class Ground(NamedTuple):
    """What never changes at a table: the map, the names of its bands, the bases, how many factions play, and the label of a
    base that is out of play."""

    chart: Chart
    bands: tuple[str, ...]
    bases: tuple[Printed, ...]
    factions: int
    closed: str


@cached_sprite
def sky(ground: Ground) -> Sheet:
    """The map without pieces or rings of control."""
    chart = ground.chart
    c = Canvas((RIGHT - LEFT, BOTTOM - TOP), SPACE, SHARP, (-LEFT, -TOP))
    c.rect(LEFT, TOP, RIGHT, BOTTOM, BANDS[0], radius=16)
    edges = [arc(x) for x in INNER_EDGES]
    for colour, edge in zip(BANDS[1:], edges[1:], strict=True):
        c.poly([*edge, (RIGHT, BOTTOM), (RIGHT, TOP)], colour)
    for edge in edges[1:]:
        c.line(edge, EDGE, 3.5)
    for rim, colour in LIMB:
        limb = [point for point in arc(rim) if point[0] > LEFT]
        c.poly([(LEFT, limb[0][1]), *limb, (LEFT, limb[-1][1])], colour)
    for k, (x, y) in enumerate(STARS):
        c.disc(x, y, 2 + k % 2, "#6F87A0")
    where = places(chart)
    bases = {base.word: base for base in ground.bases}
    for orbits in chart:
        for orbit in orbits:
            _orbit(c, orbit, where[orbit.word], bases)
    for x, y, start in ((LEFT, TOP, 180), (RIGHT, TOP, 270), (RIGHT, BOTTOM, 0), (LEFT, BOTTOM, 90)):
        cx, cy = (x + 16 if x == LEFT else x - 16), (y + 16 if y == TOP else y - 16)
        c.poly([(x, y), *ring(cx, cy, 16, start, start + 90)], SPACE)
    sheet = Sheet(c.finish())
    for k, name in enumerate(ground.bands):
        left, middle = title(k)
        role = face(name, "label", PLATE_W - 8)
        sheet.text(left - LEFT, middle - TOP, name, PLATE_W + 8, role=role, fill=DIM)
    for orbits in chart:
        for orbit in orbits:
            for word, (px, py) in zip(orbit.bases, where[orbit.word].plates, strict=True):
                _plate(sheet, bases[word], px - LEFT, py - TOP, ground)
    return sheet


def _orbit(c: Canvas, orbit: Orbit, place: Place, bases: dict[str, Printed]) -> None:
    """A body and the empty plates of its bases, hanging on one stem."""
    dx = place.x - place.left
    stem: list[Point] = [(place.x, place.y), *((x + dx, y + 20) for x, y in place.plates)]
    c.line(stem, EDGE, 5)
    _world(c, orbit.word, place.x, place.y, place.spread.ring)
    for word, (x, y) in zip(orbit.bases, place.plates, strict=True):
        paper = PLATE if bases[word].open else CLOSED
        c.rect(x, y, x + PLATE_W, y + PLATE_H, paper, radius=12, edge=PLATE_EDGE, width=2)


def _plate(sheet: Sheet, base: Printed, x: int, y: int, ground: Ground) -> None:
    """What is printed on a plate: the name (bright where moves use it), the resource, a dot for each faction."""
    paper, ink = (PLATE, CREAM) if base.open else (CLOSED, FAINT)
    sheet.put(resource(base.resource, 32, paper, ink), x + PLATE_W - 27, y + 24)
    start, end = x + 16, x + PLATE_W - 44
    parts = spelled(base.name, base.word)
    if width(" ".join(part for part, _ in parts), "bold", SMALLEST) > end - start:
        parts = [(part, called) for part, called in parts if called]
    for part, called in parts:
        fill = ink if called or not base.open else DIM
        start += sheet.text(start, y + 24, part, end - start, fill=fill) + width(" ", "bold", SMALLEST)
    if not base.open:
        sheet.text(x + 16, y + 62, ground.closed, PLATE_W - 30, role="text", fill=FAINT)
    for k in range(ground.factions if base.open else 0):
        left, middle = x + slot(k, ground.factions)[0] + 20, y + 62
        sheet.image.paste(FAINT, (left, middle, left + 5, middle + 5))


def _tilted(x: float, y: float, rx: float, ry: float, start: float, end: float, turn: float = -0.28) -> list[Point]:
    """An arc of an ellipse tilted by `turn` radians."""
    return [
        (x + a * math.cos(turn) - b * math.sin(turn), y + a * math.sin(turn) + b * math.cos(turn))
        for a, b in ring(0, 0, rx, start, end, ry=ry)
    ]


def _world(c: Canvas, word: str, x: float, y: float, room: int) -> None:
    """The body of an orbital; an unknown one is a rock as large as its ring allows."""
    r, light, shade = WORLDS.get(word, (room - 12, "#A9A9A9", "#7C7C7C"))
    c.disc(x, y, room, BANDS[3])
    match word:
        case "saturn":
            c.line(_tilted(x, y, r * 1.52, r * 0.42, 180, 360), "#CDB67C", 9)
        case "eros":
            c.poly([(x + a * 1.15 - b * 0.25, y + b * 0.72 + a * 0.12) for a, b in ring(0, 0, r)], light)
            c.disc(x + 6, y - 1, 3, shade)
            return
    c.disc(x, y, r, shade)
    c.disc(x - r * 0.1, y - r * 0.1, r * 0.88, light)
    match word:
        case "jupiter":
            for t, band in ((-0.42, 0.13), (0.02, 0.16), (0.42, 0.1)):
                half = math.sqrt(1 - t * t) * r * 0.94
                c.line([(x - half, y + t * r), (x + half, y + t * r)], shade, band * r)
            c.poly(ring(x + r * 0.3, y + r * 0.24, r * 0.2, ry=r * 0.12), "#C4623F")
        case "saturn":
            c.line(_tilted(x, y, r * 1.3, r * 0.3, 10, 170), DARK, 5)
            c.line(_tilted(x, y, r * 1.52, r * 0.42, -4, 184), "#F4E7BE", 9)
        case "earth":
            for land in (
                [(-18, -14), (-4, -20), (6, -12), (-2, -2), (-10, 8), (-18, -2)],
                [(8, 2), (20, -4), (22, 10), (12, 18)],
            ):
                c.poly([(x + a, y + b) for a, b in land], "#8CC68B")
        case "mars":
            c.poly(ring(x - 2, y - 21, 10, ry=4), "#F6E7DA")
            c.poly(ring(x + 6, y + 6, 9, ry=5), shade)
        case _:
            c.disc(x + r * 0.28, y - r * 0.22, r * 0.22, shade)
            c.disc(x - r * 0.28, y + r * 0.28, r * 0.17, shade)
