"""The cards of La Aventura del Paso del Noroeste: what each treasure and each character does, as a small picture."""

from __future__ import annotations

import math

from engine.games.paso.view import Ability, Effect
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point, Sprite, around
from render.kit.hexes import corners
from render.kit.shapes import ring, scaled
from render.kit.theme import CREAM, INK, NAVY, NAVY_3, SEA, Colour, mix
from render.paso.ground import TERRAIN, great_berg, pattern
from render.paso.pieces import ARROW, CHEST, lattice

WIDE, HIGH = 236, 196
"""The picture on a card."""
GROUND = mix(SEA, CREAM, 0.82)
WARN, GOOD = "#B3322B", "#1D7A5B"
TOKEN = mix(SEA, INK, 0.25)


@cached_sprite
def treasure(effect: Effect) -> Sprite:
    """What a treasure card does; anchored at its top left corner."""
    c = _ground(CHEST)
    match effect:
        case "discard":
            _card(c, 104, 100, 84)
            _arrow(c, 164, 112, 64, 180, WARN)
        case "silence":
            _card(c, 118, 98, 124)
            _cross(c, 118, 98, 46, 12)
        case "two-more":
            _card(c, 92, 92, 84, -12)
            _card(c, 132, 98, 84, 8)
            _sign(c, 178, 140, "+")
        case "shield":
            c.poly(scaled([(50, 4), (92, 18), (88, 58), (50, 98), (12, 58), (8, 18)], 118, 98, 136), TOKEN)
            c.poly(scaled([(50, 12), (84, 24), (81, 56), (50, 89), (19, 56), (16, 24)], 118, 98, 136), GROUND)
            _raid(c, 118, 94, 34)
        case "rob":
            _card(c, 150, 98, 92)
            _arrow(c, 78, 98, 70, -90, GOOD)
        case "slow" | "extra":
            for k in range(3):
                c.disc(62 + 44 * k, 98, 17, TOKEN if k < 2 or effect == "extra" else None, edge=TOKEN, width=4)
            _sign(c, 192, 98, "+" if effect == "extra" else "−")
        case "redraw":
            _person(c, 118, 98, 84)
            _turning(c, 118, 98, 76)
        case _:
            _on_the_board(c, effect)
    return c.sprite()


def _on_the_board(c: Canvas, effect: Effect) -> None:
    """Cards that put, take or turn something on the board."""
    match effect:
        case "eliminate":
            _token(c, "s3", 118, 98, 34)
            _cross(c, 118, 98, 46, 12)
        case "iceberg":
            _hexagon(c, "iceberg", 118, 98, 78)
        case "water":
            _hexagon(c, "water", 118, 98, 78)
        case "turn":
            _token(c, "s4", 118, 98, 20, TERRAIN["land"])
            _turning(c, 118, 98, 74)
        case "return":
            _token(c, "s3", 138, 112, 22)
            _arrow(c, 66, 88, 64, -45, GOOD)
        case "catch-up":
            _token(c, "c3", 106, 106, 25)
            _arrow(c, 176, 84, 64, 0, GOOD)
        case _:
            _token(c, "s2", 66, 98, 22, TERRAIN["land"])
            _token(c, "s2", 172, 98, 22, TERRAIN["iceberg"])
            _arrow(c, 118, 76, 34, 90, INK)
            _arrow(c, 118, 122, 34, -90, INK)


@cached_sprite
def character(ability: Ability, colour: Colour = NAVY_3) -> Sprite:
    """What a character can do; anchored at its top left corner."""
    c = _ground(colour)
    match ability:
        case "opens" | "icebreaker":
            _hexagon(c, "snow" if ability == "opens" else "iceberg", 96, 98, 64)
            _sign(c, 184, 98, "+")
        case "snow" | "iceberg":
            _hexagon(c, ability, 96, 98, 64)
            _sign(c, 184, 98, "−")
        case "drops":
            _hexagon(c, "iceberg", 96, 104, 62)
            _arrow(c, 96, 44, 40, 180, INK)
            _sign(c, 184, 98, "−")
        case "guarded":
            _raid(c, 96, 98, 48)
            _sign(c, 184, 98, "+")
        case "raider" | "raided":
            _raid(c, 82 if ability == "raider" else 154, 98, 40)
            _card(c, 160 if ability == "raider" else 76, 98, 84)
        case "water-chests" | "shore-chests":
            _hexagon(c, "water" if ability == "water-chests" else "land", 80, 98, 58)
            _card(c, 168, 98, 84)
        case "bold":
            for k in range(5):
                c.disc(50 + 34 * k, 52, 14, TOKEN)
            _card(c, 118, 128, 92)
            _cross(c, 118, 128, 40, 11)
        case "turns":
            _token(c, "s4", 118, 98, 20, TERRAIN["land"])
            _turning(c, 118, 98, 74)
        case "own-route":
            c.bar([(54, 132), (118, 98), (182, 98)], TOKEN, 26)
            for x, y in ((54, 132), (118, 98), (182, 98)):
                c.disc(x, y, 8, CREAM)
            _sign(c, 96, 62, "−")
        case _:
            for k in range(3):
                c.poly(corners(58 + 60 * k, 98, 33), SEA)
                c.poly(corners(58 + 60 * k, 98, 29), mix(SEA, CREAM, 0.25 * (k == 1)))
            _arrow(c, 118, 98, 46, 90, CREAM)
            c.disc(178, 98, 14, CREAM)
            _arrow(c, 58, 98, 40, 90, CREAM)
    return c.sprite()


def _ground(edge: Colour) -> Canvas:
    c = around(0, 0, WIDE, HIGH)
    c.rect(0, 0, WIDE, HIGH, edge, radius=18)
    c.rect(7, 7, WIDE - 7, HIGH - 7, GROUND, radius=12)
    return c


def _turned(points: list[Point], x: float, y: float, degrees: float) -> list[Point]:
    a = math.radians(degrees)
    return [(x + px * math.cos(a) - py * math.sin(a), y + px * math.sin(a) + py * math.cos(a)) for px, py in points]


def _card(c: Canvas, x: float, y: float, high: float, degrees: float = 0) -> None:
    for share, fill in ((1.0, INK), (0.93, CREAM), (0.8, CHEST)):
        w, h = high * 0.35 * share, high * 0.5 * (share + (0.02 if share < 1 else 0))
        c.poly(_turned([(-w, -h), (w, -h), (w, h), (-w, h)], x, y, degrees), fill)
    star = [((high * 0.2 if k % 2 == 0 else high * 0.08), math.pi * k / 4) for k in range(8)]
    c.poly(_turned([(d * math.sin(a), -d * math.cos(a)) for d, a in star], x, y, degrees), CREAM)


def _arrow(c: Canvas, x: float, y: float, size: float, degrees: float, fill: Colour) -> None:
    c.poly(_turned(scaled(ARROW, 0, 0, size), x, y, degrees), fill)


def _cross(c: Canvas, x: float, y: float, reach: float, wide: float = 17) -> None:
    for width, fill in ((wide + 9, CREAM), (wide, WARN)):
        for way in (-1, 1):
            c.bar([(x - reach, y - reach * way), (x + reach, y + reach * way)], fill, width)


def _sign(c: Canvas, x: float, y: float, sign: str) -> None:
    fill = GOOD if sign == "+" else NAVY
    c.disc(x, y, 26, CREAM)
    c.disc(x, y, 23, fill)
    c.bar([(x - 11, y), (x + 11, y)], CREAM, 7)
    if sign == "+":
        c.bar([(x, y - 11), (x, y + 11)], CREAM, 7)


def _raid(c: Canvas, x: float, y: float, r: float) -> None:
    c.disc(x, y, r, INK)
    c.disc(x, y, r - 4, WARN)
    c.poly(scaled(ARROW, x, y, r * 1.15), CREAM)


def _token(c: Canvas, kind: str, x: float, y: float, r: float, fill: Colour = TOKEN) -> None:
    for reach, paint in ((r + 4, INK), (r - 0.5, fill)):
        for px, py in lattice(kind, r):
            c.poly(corners(x + px, y + py, reach), paint)
    for px, py in lattice(kind, r):
        rim = corners(x + px, y + py, r)
        c.line([*rim, *rim[:2]], INK, 2)


def _hexagon(c: Canvas, kind: str, x: float, y: float, r: float) -> None:
    c.poly(corners(x, y, r + 4), INK)
    c.poly(corners(x, y, r), TERRAIN[kind])
    if kind == "iceberg":
        great_berg(c, x, y + r * 0.05, r * 1.15)
    else:
        pattern(c, kind, x, y, r / 66)


def _turning(c: Canvas, x: float, y: float, r: float) -> None:
    """Two arrows half a turn each."""
    for start in (200, 20):
        arc = ring(x, y, r, start, start + 118, ry=r * 0.92)
        c.line(arc, INK, 8)
        a = math.radians(start + 118)
        tip = (x + r * math.cos(a), y + r * 0.92 * math.sin(a))
        c.poly(_turned([(0, -24), (20, 8), (-20, 8)], *tip, start + 118 + 180), INK)


def _person(c: Canvas, x: float, y: float, size: float) -> None:
    c.disc(x, y - size * 0.24, size * 0.2, TOKEN)
    c.poly(
        [*ring(x, y + size * 0.42, size * 0.36, 180, 360, ry=size * 0.42), (x + size * 0.36, y + size * 0.42)], TOKEN
    )
