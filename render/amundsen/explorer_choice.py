"""The panel for the choice of explorers of Amundsen vs Scott, with the differences between the two."""

from __future__ import annotations

from engine.games.amundsen.view import Side
from engine.kernel.text import Text, say
from render.amundsen import phrases
from render.amundsen.cards import draw_symbol_sprite
from render.amundsen.pieces import draw_pawn
from render.kit.cache import cached_sprite
from render.kit.canvas import BASE_SCALE, Sprite, create_canvas, flatten_sprite
from render.kit.marks import draw_letter, draw_medal
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Formatter
from render.kit.theme import CREAM, INK, NAVY_2

LINE_HEIGHT_PX = 36
"""The distance between two lines."""


def draw_explorer_choice(sheet: Sheet, scene: Scene, fmt: Formatter, place: tuple[int, int, int]) -> None:
    """Draw the two explorers next to each other in a place (left, top, right) of the panel."""
    left, top, right = place
    title = fmt(say("Choose your explorer"))
    sheet.text((left + right) / 2, top + 42, title, right - left - 40, size=42, role="title", align="m")
    wide = 363
    traits: dict[Side, list[tuple[str, Text]]] = {
        "amundsen": [
            ("rd", say("dogs are wild")),
            ("gb", say("two blizzards and Scott is lost")),
            ("1", say("goes first")),
        ],
        "scott": [
            ("rh", say("horses are wild")),
            ("gc", say("two crevasses and Amundsen is lost")),
            ("2", say("goes second")),
        ],
    }
    for k, side in enumerate(traits):
        x, y = left + 4 + k * (wide + 16), top + 78
        sheet.put(draw_portrait(side, wide, 566), x, y)
        name = fmt(phrases.name_explorer(side))
        sheet.text(x + wide / 2, y + 284, name, wide - 30, size=46, role="title", fill=INK, align="m")
        line: float = y + 332
        for picture, trait in traits[side]:
            taken = sheet.sentence(x + 80, line, trait, wide - 88, fmt, lines=3, line_height=LINE_HEIGHT_PX, fill=INK)
            middle = line + LINE_HEIGHT_PX * (taken - 1) / 2
            if picture.isdigit():
                sheet.put(draw_medal(23, CREAM), x + 42, middle)
                sheet.text(x + 42, middle, picture, 40, role="bold", fill=INK, align="m")
            else:
                sheet.put(draw_symbol_sprite(picture, 46, INK, CREAM), x + 42, middle)
            line += LINE_HEIGHT_PX * taken + 8
        mark = scene.marks.get(f"{side}-0")
        if mark:
            draw_letter(sheet, x + 40, y + 40, mark)


@cached_sprite
def draw_portrait(side: Side, w: int, h: int) -> Sprite:
    """Draw a paper card with the explorer in the snow and space for words below."""
    c = create_canvas(0, 0, w, h, BASE_SCALE)
    c.rect(0, 0, w, h, CREAM, radius=14)
    c.rect(10, 10, w - 10, 256, "#A9CAD8", radius=8)
    far = [
        (10, 196),
        (70, 150),
        (104, 172),
        (168, 112),
        (220, 168),
        (262, 140),
        (w - 10, 200),
        (w - 10, 240),
        (10, 240),
    ]
    c.poly(far, "#DCE9EC")
    c.poly([(168, 112), (220, 168), (202, 176), (186, 158), (176, 170)], "#A9BABF")
    c.poly([(70, 150), (104, 172), (86, 180)], "#A9BABF")
    c.rect(10, 196, w - 10, 256, "#F7F4EA", radius=8)
    c.rect(10, 196, w - 10, 226, "#F7F4EA")
    sprite = c.sprite()
    figure = draw_pawn(side, 1, 190)
    sprite.image.alpha_composite(figure.image, (round(w * 0.42) - figure.x, 236 - figure.y))
    return flatten_sprite(sprite, NAVY_2)
