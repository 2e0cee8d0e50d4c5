"""Sprites of Expedition: Northwest Passage: sleds, discovery tokens and small signs."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.kit import text
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point, Points, Sprite, add_rims, create_canvas
from render.kit.seats import build_base_outline
from render.kit.shapes import build_outline, build_ring, build_star, place_points, scale_points, smooth_curve
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY_2, PAPER, SEAT_STYLES, Colour, choose_ink, mix_colours

ICE_EDGE_COLOUR = "#0E6C93"
SUN_CORE_COLOUR = "#FFE08A"
PAST_SUN_COLOUR = mix_colours(PAPER, INK, 0.16)


class TokenStyle(NamedTuple):
    """The base of a discovery token: its shape and colour."""

    shape: str
    colour: Colour


TOKEN_STYLES: dict[str, TokenStyle] = {
    "cairn": TokenStyle("square", "#33353B"),
    "inuit": TokenStyle("circle", "#0A7A72"),
    "franklin": TokenStyle("diamond", "#8C1C2B"),
    "strait": TokenStyle("hexagon", "#1B3E8C"),
    "cartography": TokenStyle("octagon", "#8A6214"),
}


# ------------------------------------------------------------------ tokens
CAIRN_OUTLINES = (
    build_ring(50, 82, 44, ry=15),
    build_ring(50, 57, 33, ry=14),
    build_ring(50, 34, 22, ry=12),
    build_ring(50, 15, 12, ry=9),
)
ENSIGN_OUTLINE: list[Point] = [
    (26, 6),
    (46, 2),
    (62, 12),
    (92, 6),
    (80, 24),
    (92, 34),
    (78, 44),
    (90, 58),
    (62, 62),
    (46, 52),
    (26, 58),
]
SHORE_OUTLINE: list[Point] = [(0, 4), (24, 8), (38, 30), (36, 52), (44, 72), (32, 96), (0, 96)]


def draw_silhouette(c: Canvas, kind: str, x: float, y: float, size: float, ink: Colour, paper: Colour) -> None:
    """Draw the symbol of a discovery: stones, an igloo, a torn ensign, two shores, a compass rose."""

    def poly(points: Points, fill: Colour = ink) -> None:
        c.poly(scale_points(points, x, y, size), fill)

    match kind:
        case "cairn":
            for stone in CAIRN_OUTLINES:
                poly(stone)
        case "inuit":
            poly([*build_ring(44, 82, 44, 180, 360, ry=66), (88, 82)])
            poly([(56, 84), *build_ring(78, 62, 22, 180, 360), (100, 84)])
            poly([(68, 84), *build_ring(78, 66, 10, 180, 360), (88, 84)], paper)
            poly([(6, 56), (56, 56), (56, 61), (4, 61)], paper)
            poly([(27, 26), (32, 24), (32, 58), (27, 58)], paper)
        case "franklin":
            poly([(12, 0), (24, 0), (24, 100), (12, 100)])
            poly(smooth_curve(ENSIGN_OUTLINE, steps=3))
        case "strait":
            poly(smooth_curve(SHORE_OUTLINE, closed=False, steps=5))
            poly(smooth_curve(place_points(SHORE_OUTLINE, 100, 100, -1, -1), closed=False, steps=5))
        case _:
            poly(place_points(build_star(8, 50, 14), 50, 50, 1, -1))


@cached_sprite
def draw_token(kind: str, size: int, edge: Colour = CREAM) -> Sprite:
    """Draw a discovery token, `size` pixels across; anchored at its centre."""
    look, half = TOKEN_STYLES[kind], size / 2
    c = create_canvas(half * 1.4 + 4, half * 1.4 + 4, half * 1.4 + 4, half * 1.4 + 4)
    if look.shape == "diamond":
        base_scale, symbol_scale = (1.02, 0.56)
    else:
        base_scale, symbol_scale = (1.0, 0.64)
    c.poly(build_base_outline(look.shape, half * base_scale), look.colour)
    draw_silhouette(c, kind, 0, 0, size * symbol_scale, CREAM, look.colour)
    return add_rims(c, [(max(1.2, size / 32), INK), (max(1.6, size / 22), edge)])


# ------------------------------------------------------------------ vehicles
SLED_LOAD_OUTLINE: list[Point] = [(10, 18), (62, 18), (70, 52), (6, 52)]
SLED_DECK_OUTLINE: list[Point] = [(-2, 52), (84, 52), (84, 61), (-2, 61)]
SLED_RUNNER_OUTLINE: list[Point] = [
    (-6, 83),
    *smooth_curve([(82, 83), (104, 72), (106, 48), (92, 26)], closed=False, steps=6),
    (84, 33),
    *smooth_curve([(90, 44), (96, 58), (92, 70), (80, 74)], closed=False, steps=6),
    (-6, 74),
]


@cached_sprite
def draw_sled(seat: int, size: int) -> Sprite:
    """Draw a loaded sledge with its seat's shape; anchored at its centre."""
    look = SEAT_STYLES[seat]
    dark = mix_colours(look.colour, INK, 0.28)
    c = create_canvas(size, size, size, size)
    c.poly(scale_points(SLED_RUNNER_OUTLINE, 0, 0, size), dark)
    c.poly(scale_points(SLED_DECK_OUTLINE, 0, 0, size), dark)
    c.poly(scale_points(SLED_LOAD_OUTLINE, 0, 0, size), look.colour)
    for left in (10, 60):
        c.poly(scale_points([(left, 60), (left + 9, 60), (left + 9, 76), (left, 76)], 0, 0, size), dark)
    c.line(scale_points([(5, 52), (71, 52)], 0, 0, size), INK, size / 24)
    emblem = build_outline(look.shape, 0, 0, size * 0.14)
    c.poly(place_points(emblem, -size * 0.13, -size * 0.15), CREAM)
    return add_rims(c, [(2.6, INK), (2.4, CREAM)])


# ------------------------------------------------------------------ signs
def draw_flake(c: Canvas, x: float, y: float, r: float, ink: Colour, width: float) -> None:
    """Draw a snow crystal."""
    for turn in range(0, 360, 60):
        a = math.radians(turn)
        ux, uy = math.sin(a), -math.cos(a)
        c.bar([(x, y), (x + r * ux, y + r * uy)], ink, width)
        for b in (a - 0.8, a + 0.8):
            c.bar(
                [
                    (x + r * 0.55 * ux, y + r * 0.55 * uy),
                    (x + r * (0.55 * ux + 0.36 * math.sin(b)), y + r * (0.55 * uy - 0.36 * math.cos(b))),
                ],
                ink,
                width * 0.8,
            )


@cached_sprite
def draw_ice_warning(r: int, *, now: bool) -> Sprite:
    """Draw a warning of ice at a ship: filled if the ice holds it now, pale if the next sun step will."""
    c = create_canvas(r + 3, r + 3, r + 3, r + 3)
    if now:
        ink, fill = (CREAM, ICE_EDGE_COLOUR)
    else:
        ink, fill = (ICE_EDGE_COLOUR, CREAM)
    c.disc(0, 0, r + 2, ink)
    c.disc(0, 0, r, fill)
    draw_flake(c, 0, 0, r * 0.74, ink, r * 0.17)
    return c.sprite()


@cached_sprite
def draw_thaw_warning(r: int, *, lost: bool) -> Sprite:
    """Draw a warning of the thaw at a sled, which must move at the next sun step or, with a cross, is lost."""
    c = create_canvas(r + 3, r + 3, r + 3, r + 3)
    c.disc(0, 0, r + 2, INK)
    fill = GOLD
    if lost:
        fill = "#C2273A"
    c.disc(0, 0, r, fill)
    if lost:
        for way in (-1, 1):
            c.bar([(-r * 0.45, -r * 0.45 * way), (r * 0.45, r * 0.45 * way)], CREAM, r * 0.3)
    else:
        c.disc(0, 0, r * 0.4, INK)
        for turn in range(0, 360, 45):
            a = math.radians(turn)
            near, far = r * 0.52, r * 0.84
            ray = [(near * math.sin(a), near * math.cos(a)), (far * math.sin(a), far * math.cos(a))]
            c.line(ray, INK, r * 0.14)
    return c.sprite()


@cached_sprite
def draw_crystal(size: int, ink: Colour) -> Sprite:
    """Draw a bare snow crystal; anchored at its centre."""
    c = create_canvas(size / 2 + 1, size / 2 + 1, size / 2 + 1, size / 2 + 1)
    draw_flake(c, 0, 0, size * 0.46, ink, size * 0.1)
    return c.sprite()


@cached_sprite
def draw_sun(size: int) -> Sprite:
    """Draw the solar disc; anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 6, half + 6, half + 6, half + 6)
    c.poly(build_star(32, half * 0.76, half), GOLD)
    c.disc(0, 0, half * 0.62, SUN_CORE_COLOUR)
    return add_rims(c, [(2.6, INK), (2.2, CREAM)])


@cached_sprite
def draw_coin(value: int, size: int, *, gone: bool = False) -> Sprite:
    """Draw a token from an arrow with its value: a scalloped disc, pale if it is gone. Anchored at its centre."""
    half = size / 2
    c = create_canvas(half + 3, half + 3, half + 3, half + 3)
    ink, ground = CREAM, INK
    if gone:
        ink, ground = MUTED, NAVY_2
    c.poly(build_star(28, half * 0.9, half), ink)
    c.disc(0, 0, half * 0.78, ground)
    c.text(0, 0, str(value), round(size * 0.7), ink)
    return c.sprite()


@cached_sprite
def draw_name_plate(label: str, size: int = 39) -> Sprite:
    """Draw a printed name plate, as on the two arrows; anchored at its centre."""
    half = text.measure_width(label, "bold", size) / 2 + 11
    c = create_canvas(half, 22, half, 22)
    c.rect(-half, -22, half, 22, CREAM, radius=11)
    c.rect(-half + 3, -19, half - 3, 19, INK, radius=9)
    c.text(0, 0, label, size, CREAM)
    return c.sprite()


@cached_sprite
def draw_sack(size: int, ink: Colour) -> Sprite:
    """Draw a sack, the sign of the tokens that are left; anchored at its centre."""
    c = create_canvas(size / 2, size / 2, size / 2, size / 2)
    body = smooth_curve([(34, 30), (12, 58), (10, 86), (30, 97), (70, 97), (90, 86), (88, 58), (66, 30)], steps=5)
    c.poly(scale_points(body, 0, 0, size), ink)
    c.poly(scale_points([(36, 24), (24, 4), (42, 10), (50, 2), (58, 10), (76, 4), (64, 24)], 0, 0, size), ink)
    return c.sprite(NAVY_2)


@cached_sprite
def draw_crewman(r: int, *, ready: bool, ground: Colour = NAVY_2) -> Sprite:
    """Draw a crewman, head and shoulders: filled if available, an outline if resting. Anchored at its centre."""
    c = create_canvas(r, r * 1.3, r, r * 1.3)

    def draw_figure(grow: float, fill: Colour) -> None:
        c.disc(0, -r * 0.66, r * 0.5 + grow, fill)
        c.poly(
            [
                *build_ring(0, r * 1.1, r * 0.86 + grow, 180, 360, ry=r * 1.12 + grow),
                (r * 0.86 + grow, r * 1.1 + grow),
                (-r * 0.86 - grow, r * 1.1 + grow),
            ],
            fill,
        )

    draw_figure(0, choose_ink(is_bright=ready))
    if not ready:
        draw_figure(-r * 0.24, ground)
    return c.sprite()


@cached_sprite
def draw_home_sign(size: int, ink: Colour) -> Sprite:
    """Draw the sign of an expedition at home; anchored at its centre."""
    c = create_canvas(size / 2, size / 2, size / 2, size / 2)
    c.poly(scale_points([(50, 6), (96, 48), (82, 48), (82, 94), (18, 94), (18, 48), (4, 48)], 0, 0, size), ink)
    c.poly(scale_points([(42, 62), (58, 62), (58, 94), (42, 94)], 0, 0, size), NAVY_2)
    return c.sprite()
