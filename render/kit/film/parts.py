"""What a film shows beside the boards: a title before the first of them, and below each how far the game has come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.kernel.text import Text, Translate, say, write
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas
from render.kit.sheet import Sheet
from render.kit.text import Formatter, Name, fitting_size, stamp, width
from render.kit.theme import CREAM, GOLD, MUTED, NAVY, NAVY_2

WIDTH, HEIGHT = 1650, 1050
FOOT = 36
"""The height of the strip below the boards."""
SIZE, PAD, BAR = 26, 14, 10
"""The letters on it, its margin, and the bar's height. On the film 26 is as large as 52 on a board."""
HERE = "\0"
"""Stands for the number of a move while its words are measured."""
LEFT, RIGHT = 110, 1540


def title(game: str, names: Sequence[str], told: Sequence[Text], translate: Translate) -> Image.Image:
    """The title of a film: the game, who plays, and some sentences. 1650 × 1050, RGB."""
    return compose(game, names, told, translate).image


def compose(game: str, names: Sequence[str], told: Sequence[Text], translate: Translate) -> Sheet:
    """The title with a list of the words on it."""
    fmt = Formatter(names, translate)
    sheet = Sheet(_card().copy())
    room = RIGHT - LEFT
    size = fitting_size(game, "title", 104, room, 60)
    sheet.text(LEFT, 214, game, room, size=size, role="title", fill=CREAM)
    sheet.image.paste(GOLD, (LEFT, 300, LEFT + 220, 310))
    for k, name in enumerate(fmt.names):
        sheet.text(LEFT, 400 + 92 * k, Name(name), room, size=66, role="bold", fill=CREAM)
    for k, text in enumerate(told):
        sheet.text(LEFT, 880 + 64 * k - 32 * (len(told) - 1), fmt(text), room, size=50, role="serif", fill=MUTED)
    return sheet


@cached_sprite
def _card() -> Image.Image:
    c = Canvas((WIDTH, HEIGHT), NAVY)
    c.rect(40, 40, WIDTH - 40, HEIGHT - 40, None, edge=NAVY_2, width=8, radius=20)
    return c.finish()


def foot(wide: int, number: int, last: int, fmt: Formatter) -> Image.Image:
    """The strip below a board after a move: the move's number and a bar, so many pixels wide, RGB."""
    place, start, end = _places(wide, last, fmt)
    strip = _strip(wide, last, fmt).copy()
    for digit in reversed(str(number)):
        letters = stamp(digit, "bold", SIZE)
        place -= letters.advance
        strip.paste(CREAM, (place + letters.left, FOOT // 2 + letters.top), letters.mask)
    now = start + (end - start) * number // max(1, last)
    if now > start:
        strip.paste(GOLD, (start, (FOOT - BAR) // 2, now, (FOOT + BAR) // 2))
    return strip


@lru_cache(maxsize=8)
def _places(wide: int, last: int, fmt: Formatter) -> tuple[int, int, int]:
    """Where the number of a move ends, and where the bar begins and ends."""
    before, after = _words(last, fmt)
    ends = (
        PAD + width(before, "bold", SIZE) + max(width(digit, "bold", SIZE) for digit in "0123456789") * len(str(last))
    )
    return ends, ends + width(after, "bold", SIZE) + 20, wide - PAD


@cached_sprite
def _strip(wide: int, last: int, fmt: Formatter) -> Image.Image:
    """The strip without a number, and an empty bar."""
    ends, start, end = _places(wide, last, fmt)
    image = Image.new("RGB", (wide, FOOT), NAVY)
    for words, x in zip(_words(last, fmt), (PAD, ends), strict=True):
        letters = stamp(words, "bold", SIZE)
        image.paste(CREAM, (x + letters.left, FOOT // 2 + letters.top), letters.mask)
    image.paste(NAVY_2, (start, (FOOT - BAR) // 2, end, (FOOT + BAR) // 2))
    return image


def _words(last: int, fmt: Formatter) -> tuple[str, str]:
    """What stands before and after the number, with their spaces."""
    before, _, after = write(say("Move {number} of {last}", number=HERE, last=last), (), fmt.translate).partition(HERE)
    return before, after
