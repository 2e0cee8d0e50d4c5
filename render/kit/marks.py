"""Marks that point something out on a picture: letters on gold discs, gold rings, and what is the viewer's own."""

from __future__ import annotations

import math

from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite, add_rims, create_canvas
from render.kit.fonts import Role
from render.kit.sheet import Sheet
from render.kit.theme import CREAM, GOLD, INK, Colour

LETTER_RADIUS_PX, LETTER_SIZE_PX, DISC_LETTER_SIZE_PX = 25, 40, 48
"""Half the size of the ground of a letter, the size of the letter, and its size alone on a disc."""
OWN_PIECE_MARK_PX, OWN_ROW_MARK_PX = 46, 34
"""The widths of the mark above the viewer's own pieces, and above the badge of its row."""


@cached_sprite
def draw_medal(r: int, fill: Colour) -> Sprite:
    """Draw a disc for a number; anchored at its centre."""
    c = create_canvas(r + 2, r + 2, r + 2, r + 2)
    c.disc(0, 0, r + 1, INK)
    c.disc(0, 0, r - 2, fill)
    return c.sprite()


@cached_sprite
def draw_letter_ground(width: int, fill: Colour) -> Sprite:
    """Draw the ground of a choice's letter, a disc unless it is narrower; anchored at its centre."""
    half, middle = width / 2, LETTER_RADIUS_PX
    c = create_canvas(half + 2, middle + 2, half + 2, middle + 2)
    c.rect(-half - 1, -middle - 1, half + 1, middle + 1, INK, radius=half + 1)
    c.rect(2 - half, 2 - middle, half - 2, middle - 2, fill, radius=half - 2)
    return c.sprite()


@cached_sprite
def draw_gold_ring(r: int) -> Sprite:
    """Draw a gold ring round a token or a piece that can be chosen; anchored at its centre."""
    c = create_canvas(r + 4, r + 4, r + 4, r + 4)
    c.disc(0, 0, r + 3, None, edge=INK, width=9)
    c.disc(0, 0, r + 1, None, edge=GOLD, width=5)
    return c.sprite()


@cached_sprite
def draw_stem(dx: int, dy: int, ring_radius: int) -> Sprite:
    """Draw the gold link from a letter to the ring of its spot, whose middle is (dx, dy) away; anchored at the letter's middle."""
    c = create_canvas(max(0, -dx) + 12, max(0, -dy) + 12, max(0, dx) + 12, max(0, dy) + 12)
    share = 1 - ring_radius / math.hypot(dx, dy)
    way = [(0.0, 0.0), (dx * share, dy * share)]
    c.line(way, INK, 15)
    c.line(way, GOLD, 9)
    return c.sprite()


@cached_sprite
def draw_gold_frame(width: int, height: int) -> Sprite:
    """Draw a gold frame for a place that can be chosen, `width` × `height` pixels; anchored at its top left corner."""
    c = create_canvas(4, 4, width + 4, height + 4)
    c.rect(1, 1, width - 1, height - 1, None, radius=13, edge=INK, width=9)
    c.rect(3, 3, width - 3, height - 3, None, radius=11, edge=GOLD, width=5)
    return c.sprite()


@cached_sprite
def draw_own_mark(width: int = OWN_PIECE_MARK_PX) -> Sprite:
    """Draw the white wedge that points from above at what is the viewer's own; anchored at its tip.

    It is not gold, because gold is whose turn it is and what can be chosen.
    """
    half, high = width / 2, width * 0.6
    c = create_canvas(half + 8, high + 8, half + 8, 10)
    c.poly([(-half, -high), (half, -high), (0, 0)], CREAM)
    return add_rims(c, [(5, INK), (1.5, CREAM)])


def draw_letter(
    sheet: Sheet, x: float, y: float, mark: str, *, width: int = 2 * LETTER_RADIUS_PX, fill: Colour = GOLD
) -> None:
    """Draw a choice's letter on its ground; nothing for a spot without a letter.

    The ground is a gold disc, the same in every game. Only where gold is the colour of a faction does a painter give another
    `fill`, and only where a gutter is too narrow for a disc another `width`.
    """
    if not mark:
        return
    sheet.put(draw_letter_ground(width, fill), x, y)
    role: Role = "bold"
    size = LETTER_SIZE_PX
    if len(mark) == 1 and width >= 2 * LETTER_RADIUS_PX:
        role, size = "label", DISC_LETTER_SIZE_PX
    sheet.text(x, y, mark, width - 2, size=size, role=role, fill=INK, align="m")
