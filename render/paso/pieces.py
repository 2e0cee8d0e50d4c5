"""Raids, rings, chests, token shapes and small signs of La Aventura del Paso del Noroeste."""

from __future__ import annotations

import math

from PIL import Image, ImageChops, ImageDraw

from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite, add_rims, create_canvas, grow_mask
from render.kit.hexes import WIDTH_PER_RADIUS, list_corners
from render.kit.shapes import build_ring, scale_points
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY_2, SEAT_STYLES, Colour, mix_colours
from render.paso.ribbons import compute_path_points, create_line_canvas

CHEST_COLOUR, CHEST_LID_COLOUR = "#D98E1F", "#F0B34A"
ARROW_OUTLINE: list[Point] = [(50, 2), (92, 46), (66, 46), (66, 98), (34, 98), (34, 46), (8, 46)]

TOKEN_SHAPES: dict[str, tuple[Point, ...]] = {
    "s4": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "l4": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "j4": ((0, 0), (1, -1), (2, -1), (3, -1)),
    "z4": ((0, 0), (1, 0), (2, -1), (3, -1)),
    "n4": ((0, 0), (1, 0), (1, 1), (2, 1)),
    "s3": ((0, 0), (1, 0), (2, 0)),
    "c3": ((0, 0), (1, 0), (1, 1)),
    "s2": ((0, 0), (1, 0)),
    "u1": ((0, 0),),
}
"""Progress tokens as they lie in a reserve, at most two rows high, in axial steps: east, and up to the right."""


# -------------------------------------------------------------------------- rings
@cached_sprite
def draw_raid_token(seat: int, r: int) -> Sprite:
    """A raid token: an arrow on a disc; anchored at its centre."""
    c = create_canvas(r + 7, r + 7, r + 7, r + 7)
    c.disc(0, 0, r, SEAT_STYLES[seat].colour)
    c.poly(scale_points(ARROW_OUTLINE, 0, 0, r * 1.5), INK)
    c.poly(scale_points(ARROW_OUTLINE, 0, -r * 0.01, r * 1.16), CREAM)
    return add_rims(c, [(2.6, INK), (2.4, CREAM)])


@cached_sprite
def draw_halo(r: int) -> Sprite:
    """The gold ring round the ship to move; anchored at the middle of its hexagon."""
    c = create_canvas(r, r, r, r)
    rim = list_corners(0, 0, r - 6)
    c.line([*rim, *rim[:2]], INK, 10)
    c.line([*rim, *rim[:2]], GOLD, 6)
    return c.sprite()


@cached_sprite
def draw_path_outline(path: tuple[int, ...], r: int, *, whole_hexagons: bool) -> Sprite:
    """A gold outline round a path of hexagons (see `ribbons.draw_ribbon`), or round the whole hexagons; anchored at the
    first middle."""
    points, half = compute_path_points(path, r), r * 0.36
    c = create_line_canvas(points, 2 * (r if whole_hexagons else half))
    mask = Image.new("L", c.image.size)
    pen = ImageDraw.Draw(mask)
    if len(points) > 1 and not whole_hexagons:
        pen.line(c.to_pixels(points), fill=255, width=round(2 * half * c.scale), joint="curve")
    for x, y in points:
        if whole_hexagons:
            pen.polygon(c.to_pixels(list_corners(x, y, r + 0.8)), fill=255)
        else:
            (ax, ay), (bx, by) = c.to_pixels([(x - half, y - half), (x + half, y + half)])
            pen.ellipse((ax, ay, bx, by), fill=255)
    inset = 3 if whole_hexagons else 0
    for outer, inner, fill in ((0, 10, INK), (2.5, 7.5, GOLD)):
        band = ImageChops.subtract(
            _shrink_mask(mask, (inset + outer) * c.scale), _shrink_mask(mask, (inset + inner) * c.scale)
        )
        c.image.paste(fill, (0, 0), band)
    return c.sprite()


def _shrink_mask(mask: Image.Image, pixels: float) -> Image.Image:
    return ImageChops.invert(grow_mask(ImageChops.invert(mask), pixels))


@cached_sprite
def draw_hexagon_frame(r: int, colour: Colour) -> Sprite:
    """A frame in the mover's colour round a hexagon where a piece was laid; anchored at the middle of the hexagon."""
    c = create_canvas(r, r, r, r)
    for inset, width, fill in ((4, 9, CREAM), (4, 7, INK), (4, 4.5, colour)):
        rim = list_corners(0, 0, r - inset)
        c.line([*rim, *rim[:2]], fill, width)
    return c.sprite()


@cached_sprite
def draw_trace(r: int) -> Sprite:
    """A light outline round a hexagon where something has just happened; anchored at the middle of the hexagon."""
    c = create_canvas(r, r, r, r)
    rim = list_corners(0, 0, r - 6)
    for a, b in zip(rim, [*rim[1:], rim[0]], strict=True):
        near, far = ((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.28, 0.72))
        for width, fill in ((8, INK), (4.4, CREAM)):
            c.bar([a, near], fill, width)
            c.bar([far, b], fill, width)
    return c.sprite()


# ------------------------------------------------------------------------- chests
@cached_sprite
def draw_chest(size: int, *, without_rims: bool = False) -> Sprite:
    """A treasure chest; without rims for a line of words. Anchored at its centre."""
    c = create_canvas(size * 0.7, size * 0.7, size * 0.7, size * 0.7)

    def poly(points: list[Point], fill: Colour) -> None:
        c.poly(scale_points(points, 0, 0, size), fill)

    poly(build_ring(50, 46, 44, 180, 360, ry=34), CHEST_LID_COLOUR)
    poly([(6, 46), (94, 46), (94, 88), (6, 88)], CHEST_COLOUR)
    poly([(6, 43), (94, 43), (94, 51), (6, 51)], INK)
    poly([(40, 38), (60, 38), (60, 64), (40, 64)], INK)
    poly([(44, 42), (56, 42), (56, 60), (44, 60)], CREAM)
    return add_rims(c, [(1.8, INK), (1.6, CREAM)] if without_rims else [(2.8, INK), (2.4, CREAM)])


# ----------------------------------------------------------------------- reserves
def compute_lattice(kind: str, r: float) -> list[Point]:
    """The middles of a token's hexagons of radius r, centred on (0, 0)."""
    points = [(r * WIDTH_PER_RADIUS * (q + up / 2), -1.5 * r * up) for q, up in TOKEN_SHAPES[kind]]
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*points, strict=True))
    return [(x - (left + right) / 2, y - (top + bottom) / 2) for x, y in points]


@cached_sprite
def draw_token(kind: str, seat: int, r: float, *, count_left: bool) -> Sprite:
    """A progress token of a reserve, hexagons of radius r; hollow when none is left. Anchored at its centre."""
    if kind == "x1":
        return _draw_raid_shape(seat, r * 1.65, count_left=count_left)
    points = compute_lattice(kind, r)
    c = create_line_canvas(points, 2 * r + 4)
    if count_left:
        for x, y in points:
            c.poly(list_corners(x, y, r), SEAT_STYLES[seat].colour)
        for x, y in points:
            rim = list_corners(x, y, r)
            c.line([*rim, *rim[:2]], INK, max(1.3, r * 0.15))
        return add_rims(c, [(2.2, CREAM)])
    for grown, fill in ((1.0, MUTED), (-1.2, NAVY_2)):
        for x, y in points:
            c.poly(list_corners(x, y, r + grown), fill)
    return c.sprite()


def _draw_raid_shape(seat: int, r: float, *, count_left: bool) -> Sprite:
    c = create_canvas(r + 5, r + 5, r + 5, r + 5)
    c.disc(0, 0, r, SEAT_STYLES[seat].colour if count_left else MUTED)
    if not count_left:
        c.disc(0, 0, r - 2, NAVY_2)
    else:
        c.poly(scale_points(ARROW_OUTLINE, 0, 0, r * 1.5), INK)
    c.poly(scale_points(ARROW_OUTLINE, 0, 0, r * 1.1), CREAM if count_left else MUTED)
    return add_rims(c, [(1.6, INK), (1.8, CREAM)]) if count_left else c.sprite()


# -------------------------------------------------------------------------- signs
@cached_sprite
def draw_pip(r: int, *, is_full: bool, ink: Colour = INK) -> Sprite:
    """An action point: filled while it can be spent. Anchored at its centre."""
    c = create_canvas(r + 1, r + 1, r + 1, r + 1)
    c.disc(0, 0, r, ink if is_full else None, edge=ink, width=max(2.5, r / 4))
    return c.sprite()


@cached_sprite
def draw_card_fan(size: int, ink: Colour = CREAM, ground: Colour = NAVY_2) -> Sprite:
    """A little fan of cards; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 3, half + 3, half + 3, half + 3)
    for turn, fill in ((-14, mix_colours(ink, ground, 0.45)), (10, ink)):
        a = math.radians(turn)
        box = [(x * half * 0.62, y * half * 0.86) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        turned = [(x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)) for x, y in box]
        c.poly([(x * 1.18, y * 1.13) for x, y in turned], ground)
        c.poly(turned, fill)
    return c.sprite()


@cached_sprite
def draw_side_sign(side: str, size: int, ink: Colour = CREAM, ground: Colour = NAVY_2) -> Sprite:
    """A crown for the Sirs, a compass for the Explorers; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 2, half + 2, half + 2, half + 2)
    if side == "sirs":
        c.poly(scale_points([(4, 82), (4, 24), (28, 52), (50, 10), (72, 52), (96, 24), (96, 82)], 0, 0, size), ink)
        c.poly(scale_points([(4, 66), (96, 66), (96, 72), (4, 72)], 0, 0, size), ground)
    else:
        c.disc(0, 0, half, ink)
        c.disc(0, 0, half * 0.78, ground)
        for turn, reach in ((45, 0.5), (0, 0.98)):
            star = [((reach if k % 2 == 0 else 0.18) * half, math.radians(turn + 45 * k)) for k in range(8)]
            c.poly([(d * math.sin(a), -d * math.cos(a)) for d, a in star], ink)
    return c.sprite()


@cached_sprite
def draw_flag(size: int, ink: Colour, cloth: Colour) -> Sprite:
    """A chequered pennant, for the way out past the last row. Anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 2, half + 2, half + 2, half + 2)
    c.rect(-half * 0.8, -half, -half * 0.62, half, ink)
    c.rect(-half * 0.62, -half, half, half * 0.3, cloth)
    wide, high = (half * 1.62) / 4, (half * 1.3) / 3
    for column in range(4):
        for row in range(3):
            if (column + row) % 2 == 0:
                x, y = -half * 0.62 + column * wide, -half + row * high
                c.rect(x, y, x + wide, y + high, ink)
    return c.sprite()


@cached_sprite
def draw_pointer(size: int, *, points_up: bool, fill: Colour = INK) -> Sprite:
    """An arrow at the window's border towards a ship beyond it; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 2, half + 2, half + 2, half + 2)
    way = -1 if points_up else 1
    c.poly([(0, half * way), (half, -half * 0.5 * way), (-half, -half * 0.5 * way)], fill)
    return c.sprite()


@cached_sprite
def draw_shield(size: int, ink: Colour = CREAM) -> Sprite:
    """A shield: cannot be raided; anchored at its centre."""
    c = create_canvas(size / 2 + 4, size / 2 + 4, size / 2 + 4, size / 2 + 4)
    c.poly(scale_points([(50, 4), (92, 18), (88, 58), (50, 98), (12, 58), (8, 18)], 0, 0, size), ink)
    return add_rims(c, [(2, INK)])


@cached_sprite
def draw_silence_sign(size: int, ink: Colour = CREAM, ground: Colour = NAVY_2) -> Sprite:
    """A crossed-out card: plays no cards; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 3, half + 3, half + 3, half + 3)
    c.rect(-half * 0.58, -half * 0.9, half * 0.58, half * 0.9, ink, radius=half * 0.16)
    c.line([(-half * 0.95, half * 0.8), (half * 0.95, -half * 0.8)], ground, half * 0.5)
    c.line([(-half * 0.95, half * 0.8), (half * 0.95, -half * 0.8)], "#FF9E7D", half * 0.24)
    return c.sprite()
