"""The card faces of Amundsen vs Scott: a coloured frame with shape and letter, and a dark silhouette on cream below."""

from __future__ import annotations

import math

from engine.games.amundsen import cards as codes
from engine.games.amundsen.view import Card
from render.amundsen.phrases import COLOURLESS_LETTER, find_colour, find_kind
from render.amundsen.pieces import CARD_STYLES, draw_colour_shape, draw_emblem
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas, Point, Sprite, create_canvas
from render.kit.shapes import build_ring, scale_points
from render.kit.theme import CREAM, INK, MUTED, NAVY, NAVY_2, NAVY_3, Colour, mix_colours

COLOURLESS_ADVANCE_CODE = "-a"
"""The code of an Advance of any colour. No card has it."""
CARD_ASPECT = 1.42
"""A card's height over its width."""
CORNER_RADIUS = 0.11
"""The radius of a card's corners over its width."""
SHADOW_COLOUR = mix_colours(NAVY, "#000000", 0.35)
MAX_PILE_CARDS = 3
"""The largest number of cards that the picture of a deck shows."""
BACK_FILL_COLOUR, BACK_LINE_COLOUR = "#41596B", "#6C8799"

# Outlines in the units of a _SymbolPen.
DOG_OUTLINE: list[Point] = [
    (100, 40),
    (97, 32),
    (84, 27),
    (79, 6),
    (70, 20),
    (60, 30),
    (48, 38),
    (34, 38),
    (30, 30),
    (32, 18),
    (24, 6),
    (10, 6),
    (2, 16),
    (2, 30),
    (8, 40),
    (12, 48),
    (10, 62),
    (4, 74),
    (8, 98),
    (24, 98),
    (22, 82),
    (32, 68),
    (46, 66),
    (58, 70),
    (58, 98),
    (74, 98),
    (75, 68),
    (80, 56),
    (84, 50),
    (96, 48),
]
HORSE_OUTLINE: list[Point] = [
    (16, 98),
    (84, 98),
    (80, 84),
    (66, 68),
    (62, 54),
    (76, 58),
    (86, 66),
    (96, 60),
    (97, 48),
    (86, 34),
    (76, 20),
    (66, 14),
    (62, 0),
    (54, 12),
    (40, 14),
    (24, 28),
    (14, 52),
    (12, 78),
]


class _SymbolPen:
    """Draws in a box of 100 × 100 units, which is a square of `size` pixels around (x, y) of a canvas."""

    def __init__(self, c: Canvas, x: float, y: float, size: float, ink: Colour) -> None:
        self.c, self.x, self.y, self.size, self.ink = c, x, y, size, ink
        self.unit = size / 100

    def scale_points(self, points: list[Point]) -> list[Point]:
        return scale_points(points, self.x, self.y, self.size)

    def draw_polygon(self, points: list[Point], fill: Colour = "") -> None:
        self.c.poly(self.scale_points(points), fill or self.ink)

    def draw_bar(self, points: list[Point], width: float, fill: Colour = "") -> None:
        self.c.bar(self.scale_points(points), fill or self.ink, width * self.unit)

    def draw_disc(self, x: float, y: float, r: float, fill: Colour = "") -> None:
        ((px, py),) = self.scale_points([(x, y)])
        self.c.disc(px, py, r * self.unit, fill or self.ink)


def draw_symbol(c: Canvas, card: Card, x: float, y: float, size: float, ink: Colour, paper: Colour = CREAM) -> None:
    """Draw the silhouette of a card's kind in a square of `size` around (x, y).

    An Advance shows the shape of its colour, or chevrons for `COLOURLESS_ADVANCE_CODE`.
    """
    pen = _SymbolPen(c, x, y, size, ink)
    kind = find_kind(card)
    if kind == codes.ADVANCE_SYMBOL:
        _draw_advance(pen, find_colour(card))
        return
    painters = {
        codes.DOG_SYMBOL: _draw_dog,
        codes.HORSE_SYMBOL: _draw_horse,
        codes.BLIZZARD_SYMBOL: _draw_blizzard,
        codes.CREVASSE_SYMBOL: _draw_crevasse,
        codes.SUPPLIES_SYMBOL: _draw_supplies,
        codes.SACRIFICE_SYMBOL: _draw_sacrifice,
        codes.WEATHER_SYMBOL: _draw_sun,
        codes.COMPASS_CODE: _draw_compass,
        codes.EQUIPMENT_LOSS_CODE: _draw_broken_sledge,
        COLOURLESS_ADVANCE_CODE: _draw_chevrons,
    }
    painters[kind](pen, paper)


def _draw_dog(pen: _SymbolPen, paper: Colour) -> None:
    pen.draw_polygon(DOG_OUTLINE)
    pen.draw_disc(82, 34, 3.4, paper)
    pen.draw_bar([(18, 20), (18, 32), (28, 40)], 5, paper)


def _draw_horse(pen: _SymbolPen, paper: Colour) -> None:
    pen.draw_polygon(HORSE_OUTLINE)
    pen.draw_disc(68, 30, 4, paper)
    pen.draw_bar([(40, 28), (30, 44), (26, 62)], 5, paper)


def _draw_chevrons(pen: _SymbolPen, _paper: Colour) -> None:
    for drop in (0, 32):
        pen.c.line(pen.scale_points([(18, 58 + drop), (50, 28 + drop), (82, 58 + drop)]), pen.ink, 15 * pen.unit)


def _draw_advance(pen: _SymbolPen, colour: str) -> None:
    style = CARD_STYLES[colour]
    shift_y = 0.0
    if style.shape == "triangle":
        shift_y = 4 * pen.unit
    draw_colour_shape(pen.c, colour, pen.x, pen.y + shift_y, 44 * pen.unit, style.colour, CREAM)
    for drop in (0, 24):
        pen.c.line(pen.scale_points([(32, 54 + drop), (50, 36 + drop), (68, 54 + drop)]), style.ink, 10 * pen.unit)


def _draw_blizzard(pen: _SymbolPen, _paper: Colour) -> None:
    for turn in range(0, 360, 60):
        a = math.radians(turn)
        ux, uy = math.sin(a), -math.cos(a)
        pen.draw_bar([(50, 50), (50 + 46 * ux, 50 + 46 * uy)], 11)
        for b in (a - 0.75, a + 0.75):
            pen.draw_bar(
                [(50 + 27 * ux, 50 + 27 * uy), (50 + 27 * ux + 17 * math.sin(b), 50 + 27 * uy - 17 * math.cos(b))], 8
            )


def _draw_crevasse(pen: _SymbolPen, _paper: Colour) -> None:
    pen.draw_polygon([(0, 26), (34, 20), (40, 38), (30, 54), (40, 72), (32, 98), (0, 98)])
    pen.draw_polygon([(100, 26), (66, 18), (56, 36), (52, 54), (62, 70), (50, 98), (100, 98)])


def _draw_supplies(pen: _SymbolPen, paper: Colour) -> None:
    pen.draw_polygon([*build_ring(50, 40, 46, 180, 360, ry=40), (80, 34), (65, 41), (50, 34), (35, 41), (20, 34)])
    for x in (6, 37, 63, 94):
        pen.draw_bar([(x, 40), (36 + (x - 6) * 0.32, 70)], 4)
    pen.draw_polygon([(32, 68), (68, 68), (68, 99), (32, 99)])
    pen.draw_polygon([(47, 68), (53, 68), (53, 99), (47, 99)], paper)


def _draw_sacrifice(pen: _SymbolPen, _paper: Colour) -> None:
    pen.draw_polygon(build_ring(50, 100, 48, 180, 360, ry=40))
    pen.draw_polygon([(44, 0), (56, 0), (56, 64), (44, 64)])
    pen.draw_polygon([(24, 18), (76, 18), (76, 30), (24, 30)])


def _draw_sun(pen: _SymbolPen, _paper: Colour) -> None:
    pen.draw_disc(50, 50, 26)
    for turn in range(0, 360, 45):
        a = math.radians(turn)
        pen.draw_bar(
            [(50 + 37 * math.cos(a), 50 + 37 * math.sin(a)), (50 + 46 * math.cos(a), 50 + 46 * math.sin(a))], 10
        )


def _draw_compass(pen: _SymbolPen, paper: Colour) -> None:
    pen.draw_disc(50, 50, 48)
    pen.draw_disc(50, 50, 37, paper)
    pen.draw_polygon([(50, 6), (64, 50), (36, 50)])
    pen.draw_polygon([(50, 94), (64, 50), (36, 50)], mix_colours(pen.ink, paper, 0.55))
    pen.draw_disc(50, 50, 6, paper)


def _draw_broken_sledge(pen: _SymbolPen, paper: Colour) -> None:
    pen.draw_polygon([(8, 22), (64, 22), (70, 50), (8, 50)])
    pen.draw_polygon([(0, 50), (84, 50), (84, 60), (0, 60)])
    pen.draw_polygon([(10, 60), (19, 60), (19, 75), (10, 75)])
    pen.draw_polygon([(62, 60), (71, 60), (71, 75), (62, 75)])
    pen.draw_polygon(
        [(-2, 73), (80, 73), (94, 66), (97, 52), (86, 36), (92, 28), (106, 48), (103, 70), (86, 83), (-2, 83)]
    )
    pen.c.line(pen.scale_points([(46, 4), (58, 24), (42, 44), (58, 62), (44, 98)]), paper, 11 * pen.unit)


def find_ink(colour: str) -> Colour:
    """Return the dark shade of a card colour for silhouettes; yellow needs more black."""
    share = 0.3
    if colour == "y":
        share = 0.42
    return mix_colours(CARD_STYLES[colour].colour, "#000000", share)


@cached_sprite
def draw_card_face(card: Card, width: int, ground: Colour = NAVY_2) -> Sprite:
    """Draw the face of a card, `width` pixels wide, anchored at its top left corner."""
    height = round(width * CARD_ASPECT)
    style = CARD_STYLES[find_colour(card)]
    edge, radius = max(3, width / 15), width * CORNER_RADIUS
    c = _create_card_canvas(width)
    c.rect(0, 0, width, height, style.colour, radius=radius, edge=CREAM, width=3)
    top = height * 0.3
    c.rect(edge, top, width - edge, height - edge, CREAM, radius=radius * 0.65)
    if find_colour(card) == COLOURLESS_LETTER:
        draw_colour_shape(c, COLOURLESS_LETTER, width / 2, top * 0.52, width * 0.14, style.ink, style.colour)
    else:
        draw_colour_shape(c, card[0], width * 0.29, top * 0.53, width * 0.15, style.ink, style.colour)
        size = max(round(width * 0.34), min(39, round(width * 0.44)))
        c.text(width * 0.69, top * 0.53, style.letter, size, style.ink, "label", kind="decoration")
    draw_symbol(c, card, width / 2, top + (height - edge - top) / 2, width * 0.66, find_ink(find_colour(card)))
    return c.sprite(ground)


@cached_sprite
def draw_card_back(width: int, ground: Colour = NAVY_2) -> Sprite:
    """Draw a card face down."""
    c = _create_card_canvas(width)
    _draw_back_pattern(c, 0, 0, width)
    return c.sprite(ground)


@cached_sprite
def draw_pile(width: int, cards: int) -> Sprite:
    """Draw a deck of 1 to `MAX_PILE_CARDS` backs, one behind the other, anchored at the top left corner of the front card."""
    height = round(width * CARD_ASPECT)
    steps = cards - 1
    c = create_canvas(0, 4 * steps, width + 4 + 4 * steps, height + 5)
    for k in range(steps, -1, -1):
        c.rect(3 + 4 * k, 4 - 4 * k, width + 3 + 4 * k, height + 4 - 4 * k, SHADOW_COLOUR, radius=width * CORNER_RADIUS)
        _draw_back_pattern(c, 4 * k, -4 * k, width)
    return c.sprite(NAVY_2)


def _draw_back_pattern(c: Canvas, x: float, y: float, width: int) -> None:
    """Draw the pattern of a card's back."""
    height = round(width * CARD_ASPECT)
    c.rect(x, y, x + width, y + height, CREAM, radius=width * CORNER_RADIUS)
    inset = max(4, width * 0.06)
    c.rect(x + inset, y + inset, x + width - inset, y + height - inset, BACK_FILL_COLOUR, radius=width * 0.07)
    inset *= 2
    c.rect(
        x + inset,
        y + inset,
        x + width - inset,
        y + height - inset,
        None,
        radius=width * 0.04,
        edge=BACK_LINE_COLOUR,
        width=2,
    )
    c.text(x + width / 2, y + height / 2, "?", round(width * 0.56), CREAM, "label", kind="decoration")


@cached_sprite
def draw_card_place(width: int) -> Sprite:
    """Draw an empty place for a card."""
    return _create_place_canvas(width, NAVY_3).sprite(NAVY_2)


@cached_sprite
def draw_exhausted_deck(width: int) -> Sprite:
    """Draw the place of a deck that has run out for the second time: ice instead of cards."""
    c = _create_place_canvas(width, MUTED)
    _draw_blizzard(_SymbolPen(c, width / 2, round(width * CARD_ASPECT) / 2, width * 0.62, MUTED), CREAM)
    return c.sprite(NAVY_2)


def _create_card_canvas(width: int) -> Canvas:
    """Create a canvas for a card, with the card's shadow."""
    height = round(width * CARD_ASPECT)
    c = create_canvas(0, 0, width + 4, height + 5)
    c.rect(3, 4, width + 3, height + 4, SHADOW_COLOUR, radius=width * CORNER_RADIUS)
    return c


def _create_place_canvas(width: int, edge: Colour) -> Canvas:
    """Create a canvas with the outline of a place for a card."""
    height = round(width * CARD_ASPECT)
    c = create_canvas(0, 0, width + 4, height + 5)
    c.rect(1, 1, width - 1, height - 1, None, radius=width * CORNER_RADIUS, edge=edge, width=3)
    return c


@cached_sprite
def draw_hidden_eye(r: int) -> Sprite:
    """Draw a crossed-out eye, the sign of a card that not everybody knows."""
    c = create_canvas(r, r, r, r)
    k = r / 23
    c.disc(0, 0, r, CREAM)
    c.disc(0, 0, r - 3 * k, INK)
    c.poly(build_ring(0, 0, 15 * k, ry=9 * k), CREAM)
    c.disc(0, 0, 5.5 * k, INK)
    c.line([(-13 * k, 13 * k), (13 * k, -13 * k)], INK, 8 * k)
    c.line([(-14 * k, 14 * k), (14 * k, -14 * k)], CREAM, 3.5 * k)
    return c.sprite()


@cached_sprite
def draw_symbol_sprite(card: Card, size: int, ink: Colour, paper: Colour) -> Sprite:
    """Draw the silhouette of a card without the card, anchored at its centre."""
    half = size * 0.56
    c = create_canvas(half, half, half, half)
    draw_symbol(c, card, 0, 0, size, ink, paper)
    return c.sprite()


@cached_sprite
def draw_patron_card(patron: str, width: int) -> Sprite:
    """Draw a patron as a card."""
    height = round(width * CARD_ASPECT)
    c = _create_card_canvas(width)
    c.rect(0, 0, width, height, NAVY_3, radius=width * CORNER_RADIUS, edge=CREAM, width=3)
    sprite = c.sprite()
    emblem = draw_emblem(patron, round(width * 0.62))
    sprite.image.alpha_composite(emblem.image, (width // 2 - emblem.x, height // 2 - emblem.y))
    return sprite
