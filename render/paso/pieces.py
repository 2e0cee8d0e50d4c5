"""Raids, rings, chests, token shapes and small signs of La Aventura del Paso del Noroeste."""

from __future__ import annotations

import math

from PIL import Image, ImageChops, ImageDraw

from render.kit.cache import cached_sprite
from render.kit.canvas import Point, Sprite, add_rims, create_canvas, grow_mask
from render.kit.hexes import WIDTH_PER_RADIUS, list_corners
from render.kit.shapes import build_ring, build_star, measure_extent, place_points, scale_points
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY_2, SEAT_STYLES, Colour, mix_colours
from render.paso.ribbons import compute_path_points, create_line_canvas

CHEST_COLOUR, CHEST_LID_COLOUR = "#D98E1F", "#F0B34A"
ARROW_OUTLINE: list[Point] = [(50, 2), (92, 46), (66, 46), (66, 98), (34, 98), (34, 46), (8, 46)]
SHIELD_OUTLINE: list[Point] = [(50, 4), (92, 18), (88, 58), (50, 98), (12, 58), (8, 18)]

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
"""The progress tokens as they lie in a reserve, at most two rows high, in axial steps: east, and up to the right."""


# -------------------------------------------------------------------------- rings
@cached_sprite
def draw_raid_token(seat: int, r: int) -> Sprite:
    """Draw a raid token: an arrow on a disc; anchored at its centre."""
    c = create_canvas(r + 7, r + 7, r + 7, r + 7)
    c.disc(0, 0, r, SEAT_STYLES[seat].colour)
    c.poly(scale_points(ARROW_OUTLINE, 0, 0, r * 1.5), INK)
    c.poly(scale_points(ARROW_OUTLINE, 0, -r * 0.01, r * 1.16), CREAM)
    return add_rims(c, [(2.6, INK), (2.4, CREAM)])


@cached_sprite
def draw_halo(r: int) -> Sprite:
    """Draw the gold ring around the ship to move; anchored at the middle of its hexagon."""
    c = create_canvas(r, r, r, r)
    rim = list_corners(0, 0, r - 6)
    c.line([*rim, *rim[:2]], INK, 10)
    c.line([*rim, *rim[:2]], GOLD, 6)
    return c.sprite()


@cached_sprite
def draw_price_tag(half_width: int, half_height: int, border: int) -> Sprite:
    """Draw the ground of a letter and its price: gold, and right of `border` cream; anchored at its middle."""
    c = create_canvas(half_width, half_height, half_width, half_height)
    c.rect(-half_width, -half_height, half_width, half_height, INK, radius=half_height)
    inner_width, inner_height = half_width - 3, half_height - 3
    c.rect(-inner_width, -inner_height, inner_width, inner_height, CREAM, radius=inner_height)
    c.rect(-inner_width, -inner_height, border, inner_height, GOLD, radius=inner_height)
    c.rect(border - inner_height, -inner_height, border, inner_height, GOLD)
    return c.sprite()


@cached_sprite
def draw_path_outline(path: tuple[int, ...], r: int, *, whole_hexagons: bool) -> Sprite:
    """Draw a gold outline around a path of hexagons (see `ribbons.draw_ribbon`), or around the whole hexagons.

    Anchored at the middle of the first hexagon.
    """
    points, half = compute_path_points(path, r), r * 0.36
    reach = half
    if whole_hexagons:
        reach = r
    c = create_line_canvas(points, 2 * reach)
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
    inset = 0
    if whole_hexagons:
        inset = 3
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
    """Draw a frame in the mover's colour around a hexagon where a piece was laid; anchored at the middle of the
    hexagon.
    """
    c = create_canvas(r, r, r, r)
    for inset, width, fill in ((4, 9, CREAM), (4, 7, INK), (4, 4.5, colour)):
        rim = list_corners(0, 0, r - inset)
        c.line([*rim, *rim[:2]], fill, width)
    return c.sprite()


@cached_sprite
def draw_trace(r: int) -> Sprite:
    """Draw a light outline around a hexagon where something has just happened; anchored at the middle of the hexagon."""
    c = create_canvas(r, r, r, r)
    rim = list_corners(0, 0, r - 6)
    for a, b in zip(rim, [*rim[1:], rim[0]], strict=True):
        near, far = _find_between(a, b, 0.28), _find_between(a, b, 0.72)
        for width, fill in ((8, INK), (4.4, CREAM)):
            c.bar([a, near], fill, width)
            c.bar([far, b], fill, width)
    return c.sprite()


def _find_between(a: Point, b: Point, share: float) -> Point:
    """Return the point at a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


# ------------------------------------------------------------------------- chests
@cached_sprite
def draw_chest(size: int, *, without_rims: bool = False) -> Sprite:
    """Draw a treasure chest, without rims for a line of words; anchored at its centre."""
    c = create_canvas(size * 0.7, size * 0.7, size * 0.7, size * 0.7)

    def poly(points: list[Point], fill: Colour) -> None:
        c.poly(scale_points(points, 0, 0, size), fill)

    poly(build_ring(50, 46, 44, 180, 360, ry=34), CHEST_LID_COLOUR)
    poly([(6, 46), (94, 46), (94, 88), (6, 88)], CHEST_COLOUR)
    poly([(6, 43), (94, 43), (94, 51), (6, 51)], INK)
    poly([(40, 38), (60, 38), (60, 64), (40, 64)], INK)
    poly([(44, 42), (56, 42), (56, 60), (44, 60)], CREAM)
    if without_rims:
        return add_rims(c, [(1.8, INK), (1.6, CREAM)])
    return add_rims(c, [(2.8, INK), (2.4, CREAM)])


# ----------------------------------------------------------------------- reserves
def compute_lattice(kind: str, r: float) -> list[Point]:
    """Return the middles of a token's hexagons of radius r, centred on (0, 0)."""
    points = [(r * WIDTH_PER_RADIUS * (q + up / 2), -1.5 * r * up) for q, up in TOKEN_SHAPES[kind]]
    left, top, right, bottom = measure_extent(points)
    return place_points(points, -(left + right) / 2, -(top + bottom) / 2)


@cached_sprite
def draw_token(kind: str, seat: int, r: float, *, count_left: bool) -> Sprite:
    """Draw a progress token of a reserve with hexagons of radius r, hollow when none is left; anchored at its centre."""
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
    if count_left:
        c.disc(0, 0, r, SEAT_STYLES[seat].colour)
        c.poly(scale_points(ARROW_OUTLINE, 0, 0, r * 1.5), INK)
        c.poly(scale_points(ARROW_OUTLINE, 0, 0, r * 1.1), CREAM)
        return add_rims(c, [(1.6, INK), (1.8, CREAM)])
    c.disc(0, 0, r, MUTED)
    c.disc(0, 0, r - 2, NAVY_2)
    c.poly(scale_points(ARROW_OUTLINE, 0, 0, r * 1.1), MUTED)
    return c.sprite()


# -------------------------------------------------------------------------- signs
@cached_sprite
def draw_pip(r: int, *, is_full: bool, ink: Colour = INK) -> Sprite:
    """Draw an action point, filled while it can be spent; anchored at its centre."""
    c = create_canvas(r + 1, r + 1, r + 1, r + 1)
    c.disc(0, 0, r, ink if is_full else None, edge=ink, width=max(2.5, r / 4))
    return c.sprite()


@cached_sprite
def draw_card_fan(size: int, ink: Colour = CREAM, ground: Colour = NAVY_2) -> Sprite:
    """Draw a little fan of cards; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 3, half + 3, half + 3, half + 3)
    for degrees, fill in ((-14, mix_colours(ink, ground, 0.45)), (10, ink)):
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        card: list[Point] = []
        for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            x, y = right * half * 0.62, down * half * 0.86
            card.append((x * cos - y * sin, x * sin + y * cos))
        c.poly(place_points(card, 0, 0, 1.18, 1.13), ground)
        c.poly(card, fill)
    return c.sprite()


@cached_sprite
def draw_side_sign(side: str, size: int, ink: Colour = CREAM, ground: Colour = NAVY_2) -> Sprite:
    """Draw a crown for the Sirs, a compass for the Explorers; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 2, half + 2, half + 2, half + 2)
    if side == "sirs":
        c.poly(scale_points([(4, 82), (4, 24), (28, 52), (50, 10), (72, 52), (96, 24), (96, 82)], 0, 0, size), ink)
        c.poly(scale_points([(4, 66), (96, 66), (96, 72), (4, 72)], 0, 0, size), ground)
    else:
        c.disc(0, 0, half, ink)
        c.disc(0, 0, half * 0.78, ground)
        for turn, reach in ((45, 0.5), (0, 0.98)):
            star = build_star(8, reach * half, 0.18 * half, turn)
            c.poly(place_points(star, 0, 0, 1, -1), ink)
    return c.sprite()


@cached_sprite
def draw_flag(size: int, ink: Colour, cloth: Colour) -> Sprite:
    """Draw a chequered pennant for the exit past the last row; anchored at its centre."""
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
    """Draw an arrow at the window's border that points to a ship beyond it; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 2, half + 2, half + 2, half + 2)
    direction = 1
    if points_up:
        direction = -1
    c.poly([(0, half * direction), (half, -half * 0.5 * direction), (-half, -half * 0.5 * direction)], fill)
    return c.sprite()


@cached_sprite
def draw_shield(size: int, ink: Colour = CREAM) -> Sprite:
    """Draw a shield, the sign of a player who cannot be raided; anchored at its centre."""
    c = create_canvas(size / 2 + 4, size / 2 + 4, size / 2 + 4, size / 2 + 4)
    c.poly(scale_points(SHIELD_OUTLINE, 0, 0, size), ink)
    return add_rims(c, [(2, INK)])


@cached_sprite
def draw_silence_sign(size: int, ink: Colour = CREAM, ground: Colour = NAVY_2) -> Sprite:
    """Draw a crossed-out card, the sign of a player who plays no cards; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 3, half + 3, half + 3, half + 3)
    c.rect(-half * 0.58, -half * 0.9, half * 0.58, half * 0.9, ink, radius=half * 0.16)
    c.line([(-half * 0.95, half * 0.8), (half * 0.95, -half * 0.8)], ground, half * 0.5)
    c.line([(-half * 0.95, half * 0.8), (half * 0.95, -half * 0.8)], "#FF9E7D", half * 0.24)
    return c.sprite()
