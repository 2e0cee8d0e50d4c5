"""Tiles have the pixels of the sprites that they were cut from."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from render.kit.canvas import Canvas, Sprite, create_canvas
from render.kit.hexes import HexGrid
from render.kit.sheet import Sheet
from render.kit.split_sprites import SplitSprite, paste_split_sprite, split_sprite
from render.kit.theme import GOLD, INK
from render.paso.ground import draw_hexagon, draw_inner_hexagon, draw_rim


def draw_disc(c: Canvas) -> None:
    c.disc(0, 0, 30, GOLD)


def draw_ring(c: Canvas) -> None:
    c.disc(0, 0, 30, None, edge=INK, width=9)


def draw_stroke(c: Canvas) -> None:
    c.line([(-33, -20), (33, 24)], INK, 5)


def draw_two_discs(c: Canvas) -> None:
    c.rect(-30, -30, -4, 7.5, GOLD)
    c.rect(5, -30, 30, 30, INK)


def draw_nothing(_: Canvas) -> None:
    pass


def create_ground() -> Sheet:
    sheet = Sheet(Image.linear_gradient("L").convert("RGB"))
    ImageDraw.Draw(sheet.image).line([(0, 0), (255, 255)], "#3050A0", 40)
    return sheet


@pytest.mark.parametrize("draw", [draw_disc, draw_ring, draw_stroke, draw_two_discs, draw_nothing])
def test_a_tile_leaves_the_pixels_of_its_sprite(draw):
    canvas = create_canvas(35, 35, 35, 35)
    draw(canvas)
    sprite = Sprite(canvas.finish(), 35, 35)
    pasted, paved = create_ground(), create_ground()
    for x, y in ((100, 90), (12.5, 200.4), (250, 3)):  # the last two extend beyond the picture
        pasted.put(sprite, x, y)
        paste_split_sprite(paved, split_sprite(sprite), x, y)
    assert paved.image.tobytes() == pasted.image.tobytes()


def test_hexagons_laid_in_order_look_as_laid_anywhere():
    field, sheets = HexGrid(100, 400, 59), [Sheet(Image.new("RGB", (700, 500), INK)) for _ in range(2)]
    for sheet, hexagon in zip(sheets, (draw_hexagon, draw_inner_hexagon), strict=True):
        for row in range(3):
            for column in range(4):
                tile = hexagon("land", (True, False, True, True, False, False), 59)
                paste_split_sprite(sheet, tile, *field.find_centre((column, row)))
    assert sheets[0].image.tobytes() == sheets[1].image.tobytes()


def test_most_of_a_hexagon_is_copied():
    tile: SplitSprite = draw_rim(59)
    opaque, blended = (
        sum(part.width * part.height for part, _, _ in tile.parts if part.mode == mode) for mode in ("RGB", "RGBA")
    )
    assert opaque > 2 * blended > 0
