"""The pictures on the cards of La Aventura del Paso del Noroeste, one for each treasure and each ability."""

from __future__ import annotations

import math

from PIL import Image

from engine.games.paso.view import Ability, TreasureEffect
from render.kit.cache import cached_sprite
from render.kit.canvas import SPRITE_SCALE, Canvas, Point, Sprite, create_canvas
from render.kit.hexes import list_corners
from render.kit.shapes import build_ring, scale_points
from render.kit.theme import CREAM, INK, NAVY, NAVY_3, SEA, Colour, mix_colours
from render.paso.ground import TERRAIN_COLOURS, draw_great_berg, draw_pattern
from render.paso.pieces import ARROW_OUTLINE, CHEST_COLOUR, SHIELD_OUTLINE, compute_lattice

PICTURE_WIDTH_PX, PICTURE_HEIGHT_PX = 236, 196
TREASURE_EDGE_COLOUR, CHARACTER_EDGE_COLOUR = CHEST_COLOUR, NAVY_3
GROUND_COLOUR = mix_colours(SEA, CREAM, 0.82)
WARNING_COLOUR, BENEFIT_COLOUR = "#B3322B", "#1D7A5B"
TOKEN_COLOUR = mix_colours(SEA, INK, 0.25)


@cached_sprite
def draw_treasure(effect: TreasureEffect, width: int = 0, zoom: float = 1.0) -> Sprite:
    """Draw the effect of a treasure card, in a frame or as wide as a card; anchored at its top left corner."""
    c = _create_canvas(TREASURE_EDGE_COLOUR, width / zoom)
    if effect in {"eliminate", "iceberg", "water", "turn", "return", "catch-up", "swap"}:
        _draw_board_effect(c, effect)
    else:
        _draw_player_effect(c, effect)
    return _finish_picture(c, width, zoom)


def _draw_player_effect(c: Canvas, effect: TreasureEffect) -> None:
    """Draw the effect of a card on hands, points, characters or what a player may do."""
    match effect:
        case "discard":
            _draw_card_back(c, 104, 100, 84)
            _draw_arrow(c, 164, 112, 64, 180, WARNING_COLOUR)
        case "silence":
            _draw_card_back(c, 118, 98, 124)
            _draw_cross(c, 118, 98, 46, 12)
        case "two-more":
            _draw_card_back(c, 92, 92, 84, -12)
            _draw_card_back(c, 132, 98, 84, 8)
            _draw_sign(c, 178, 140, "+")
        case "shield":
            c.poly(scale_points(SHIELD_OUTLINE, 118, 98, 136), TOKEN_COLOUR)
            c.poly(
                scale_points([(50, 12), (84, 24), (81, 56), (50, 89), (19, 56), (16, 24)], 118, 98, 136), GROUND_COLOUR
            )
            _draw_raid_token(c, 118, 94, 34)
        case "rob":
            _draw_card_back(c, 150, 98, 92)
            _draw_arrow(c, 78, 98, 70, -90, BENEFIT_COLOUR)
        case "slow":
            _draw_points(c, TOKEN_COLOUR, TOKEN_COLOUR, None)
            _draw_sign(c, 192, 98, "−")
        case "extra":
            _draw_points(c, TOKEN_COLOUR, TOKEN_COLOUR, TOKEN_COLOUR)
            _draw_sign(c, 192, 98, "+")
        case "redraw":
            _draw_person(c, 118, 98, 84)
            _draw_turning_arrows(c, 118, 98, 76)


def _draw_points(c: Canvas, *fills: Colour | None) -> None:
    """Draw action points in a row; None is an empty one."""
    for n, fill in enumerate(fills):
        c.disc(62 + 44 * n, 98, 17, fill, edge=TOKEN_COLOUR, width=4)


def _draw_board_effect(c: Canvas, effect: TreasureEffect) -> None:
    """Draw the effect of a card that puts, takes or turns something on the board."""
    match effect:
        case "eliminate":
            _draw_token(c, "s3", 118, 98, 34)
            _draw_cross(c, 118, 98, 46, 12)
        case "iceberg":
            _draw_hexagon(c, "iceberg", 118, 98, 78)
        case "water":
            _draw_hexagon(c, "water", 118, 98, 78)
        case "turn":
            _draw_token(c, "s4", 118, 98, 20, TERRAIN_COLOURS["land"])
            _draw_turning_arrows(c, 118, 98, 74)
        case "return":
            _draw_token(c, "s3", 138, 112, 22)
            _draw_arrow(c, 66, 88, 64, -45, BENEFIT_COLOUR)
        case "catch-up":
            _draw_token(c, "c3", 106, 106, 25)
            _draw_arrow(c, 176, 84, 64, 0, BENEFIT_COLOUR)
        case _:
            _draw_token(c, "s2", 66, 98, 22, TERRAIN_COLOURS["land"])
            _draw_token(c, "s2", 172, 98, 22, TERRAIN_COLOURS["iceberg"])
            _draw_arrow(c, 118, 76, 34, 90, INK)
            _draw_arrow(c, 118, 122, 34, -90, INK)


@cached_sprite
def draw_character(ability: Ability, width: int = 0, zoom: float = 1.0) -> Sprite:
    """Draw the ability of a character, in a frame or as wide as a card; anchored at its top left corner."""
    c = _create_canvas(CHARACTER_EDGE_COLOUR, width / zoom)
    match ability:
        case "opens":
            _draw_hexagon_with_sign(c, "snow", "+")
        case "icebreaker":
            _draw_hexagon_with_sign(c, "iceberg", "+")
        case "snow" | "iceberg":
            _draw_hexagon_with_sign(c, ability, "−")
        case "drops":
            _draw_hexagon(c, "iceberg", 96, 104, 62)
            _draw_arrow(c, 96, 44, 40, 180, INK)
            _draw_sign(c, 184, 98, "−")
        case "guarded":
            _draw_raid_token(c, 96, 98, 48)
            _draw_sign(c, 184, 98, "+")
        case "raider":
            _draw_raid_token(c, 82, 98, 40)
            _draw_card_back(c, 160, 98, 84)
        case "raided":
            _draw_raid_token(c, 154, 98, 40)
            _draw_card_back(c, 76, 98, 84)
        case _:
            _draw_other_ability(c, ability)
    return _finish_picture(c, width, zoom)


def _draw_other_ability(c: Canvas, ability: Ability) -> None:
    """Draw an ability that changes neither a price nor a raid."""
    match ability:
        case "water-chests":
            _draw_hexagon(c, "water", 80, 98, 58)
            _draw_card_back(c, 168, 98, 84)
        case "shore-chests":
            _draw_hexagon(c, "land", 80, 98, 58)
            _draw_card_back(c, 168, 98, 84)
        case "bold":
            for n in range(5):
                c.disc(56 + 31 * n, 62, 13, TOKEN_COLOUR)
            _draw_card_back(c, 118, 136, 92)
            _draw_cross(c, 118, 136, 40, 11)
        case "turns":
            _draw_token(c, "s4", 118, 98, 20, TERRAIN_COLOURS["land"])
            _draw_turning_arrows(c, 118, 98, 74)
        case "own-route":
            route: list[Point] = [(54, 132), (118, 98), (182, 98)]
            c.bar(route, TOKEN_COLOUR, 26)
            for x, y in route:
                c.disc(x, y, 8, CREAM)
            _draw_sign(c, 96, 62, "−")
        case _:
            for n, colour in enumerate((SEA, mix_colours(SEA, CREAM, 0.25), SEA)):
                c.poly(list_corners(58 + 60 * n, 98, 33), SEA)
                c.poly(list_corners(58 + 60 * n, 98, 29), colour)
            _draw_arrow(c, 118, 98, 46, 90, CREAM)
            c.disc(178, 98, 14, CREAM)
            _draw_arrow(c, 58, 98, 40, 90, CREAM)


def _draw_hexagon_with_sign(c: Canvas, kind: str, sign: str) -> None:
    _draw_hexagon(c, kind, 96, 98, 64)
    _draw_sign(c, 184, 98, sign)


def _create_canvas(edge: Colour, width: float) -> Canvas:
    """Create the canvas of a picture with its frame, or `width` pixels wide without one."""
    if width:
        size, left = (math.ceil(width), PICTURE_HEIGHT_PX), (width - PICTURE_WIDTH_PX) / 2
        return Canvas(size, GROUND_COLOUR, SPRITE_SCALE, (left, 0))
    c = create_canvas(0, 0, PICTURE_WIDTH_PX, PICTURE_HEIGHT_PX)
    c.rect(0, 0, PICTURE_WIDTH_PX, PICTURE_HEIGHT_PX, edge, radius=18)
    c.rect(7, 7, PICTURE_WIDTH_PX - 7, PICTURE_HEIGHT_PX - 7, GROUND_COLOUR, radius=12)
    return c


def _finish_picture(c: Canvas, width: int, zoom: float) -> Sprite:
    """Return a picture as a sprite, `width` pixels wide if it has no frame."""
    if not width:
        return c.full_sprite()
    return Sprite(c.image.resize((width, round(PICTURE_HEIGHT_PX * zoom)), Image.Resampling.BOX), 0, 0)


def _rotate_points(points: list[Point], x: float, y: float, degrees: float) -> list[Point]:
    a = math.radians(degrees)
    return [(x + px * math.cos(a) - py * math.sin(a), y + px * math.sin(a) + py * math.cos(a)) for px, py in points]


def _draw_card_back(c: Canvas, x: float, y: float, height: float, degrees: float = 0) -> None:
    for share, fill in ((1.0, INK), (0.93, CREAM), (0.8, CHEST_COLOUR)):
        w, h = height * 0.35 * share, height * 0.5 * (share + (0.02 if share < 1 else 0))
        c.poly(_rotate_points([(-w, -h), (w, -h), (w, h), (-w, h)], x, y, degrees), fill)
    star = [((height * 0.2 if k % 2 == 0 else height * 0.08), math.pi * k / 4) for k in range(8)]
    c.poly(_rotate_points([(d * math.sin(a), -d * math.cos(a)) for d, a in star], x, y, degrees), CREAM)


def _draw_arrow(c: Canvas, x: float, y: float, size: float, degrees: float, fill: Colour) -> None:
    c.poly(_rotate_points(scale_points(ARROW_OUTLINE, 0, 0, size), x, y, degrees), fill)


def _draw_cross(c: Canvas, x: float, y: float, reach: float, pen_width: float = 17) -> None:
    for width, fill in ((pen_width + 9, CREAM), (pen_width, WARNING_COLOUR)):
        for way in (-1, 1):
            c.bar([(x - reach, y - reach * way), (x + reach, y + reach * way)], fill, width)


def _draw_sign(c: Canvas, x: float, y: float, sign: str) -> None:
    fill = NAVY
    if sign == "+":
        fill = BENEFIT_COLOUR
    c.disc(x, y, 26, CREAM)
    c.disc(x, y, 23, fill)
    c.bar([(x - 11, y), (x + 11, y)], CREAM, 7)
    if sign == "+":
        c.bar([(x, y - 11), (x, y + 11)], CREAM, 7)


def _draw_raid_token(c: Canvas, x: float, y: float, r: float) -> None:
    c.disc(x, y, r, INK)
    c.disc(x, y, r - 4, WARNING_COLOUR)
    c.poly(scale_points(ARROW_OUTLINE, x, y, r * 1.15), CREAM)


def _draw_token(c: Canvas, kind: str, x: float, y: float, r: float, fill: Colour = TOKEN_COLOUR) -> None:
    for reach, paint in ((r + 4, INK), (r - 0.5, fill)):
        for px, py in compute_lattice(kind, r):
            c.poly(list_corners(x + px, y + py, reach), paint)
    for px, py in compute_lattice(kind, r):
        rim = list_corners(x + px, y + py, r)
        c.line([*rim, *rim[:2]], INK, 2)


def _draw_hexagon(c: Canvas, kind: str, x: float, y: float, r: float) -> None:
    c.poly(list_corners(x, y, r + 4), INK)
    c.poly(list_corners(x, y, r), TERRAIN_COLOURS[kind])
    if kind == "iceberg":
        draw_great_berg(c, x, y + r * 0.05, r * 1.15)
    else:
        draw_pattern(c, kind, x, y, r / 66)


def _draw_turning_arrows(c: Canvas, x: float, y: float, r: float) -> None:
    """Draw two arrows of half a turn each."""
    for start in (200, 20):
        arc = build_ring(x, y, r, start, start + 118, ry=r * 0.92)
        c.line(arc, INK, 8)
        a = math.radians(start + 118)
        tip = (x + r * math.cos(a), y + r * 0.92 * math.sin(a))
        c.poly(_rotate_points([(0, -24), (20, 8), (-20, 8)], *tip, start + 118 + 180), INK)


def _draw_person(c: Canvas, x: float, y: float, size: float) -> None:
    c.disc(x, y - size * 0.24, size * 0.2, TOKEN_COLOUR)
    c.poly(
        [*build_ring(x, y + size * 0.42, size * 0.36, 180, 360, ry=size * 0.42), (x + size * 0.36, y + size * 0.42)],
        TOKEN_COLOUR,
    )
