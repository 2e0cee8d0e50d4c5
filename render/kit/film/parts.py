"""The parts of a film around its boards: a title before them, and a strip below each that shows how far the game has come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.kernel.text import Text, Translate, say, write_text
from render.kit.cache import cached_sprite
from render.kit.canvas import Canvas
from render.kit.sheet import Sheet
from render.kit.text import Formatter, PlayerName, find_fitting_size, measure_width, render_text
from render.kit.theme import CREAM, GOLD, MUTED, NAVY, NAVY_2

TITLE_WIDTH_PX, TITLE_HEIGHT_PX = 1650, 1050
STRIP_HEIGHT_PX = 36
STRIP_FONT_SIZE, STRIP_MARGIN_PX, BAR_HEIGHT_PX = 28, 14, 10
"""The font size on the strip, its margin, and the bar's height. On the film 28 is as large as 56 on a board."""
NUMBER_PLACEHOLDER = "\0"
"""Stands for the number of a move while its words are measured."""
TITLE_LEFT_PX, TITLE_RIGHT_PX = 110, 1540


def draw_title(game: str, names: Sequence[str], sentences: Sequence[Text], translate: Translate) -> Image.Image:
    """Draw the title of a film: the game, the players, and some sentences. 1650 × 1050, RGB."""
    return compose_title(game, names, sentences, translate).image


def compose_title(game: str, names: Sequence[str], sentences: Sequence[Text], translate: Translate) -> Sheet:
    """Compose the title with a list of the words on it."""
    fmt = Formatter(names, translate)
    sheet = Sheet(_draw_card().copy())
    room = TITLE_RIGHT_PX - TITLE_LEFT_PX
    size = find_fitting_size(game, "title", 104, room, 60)
    sheet.text(TITLE_LEFT_PX, 214, game, room, size=size, role="title", fill=CREAM)
    sheet.image.paste(GOLD, (TITLE_LEFT_PX, 300, TITLE_LEFT_PX + 220, 310))
    for k, name in enumerate(fmt.names):
        sheet.text(TITLE_LEFT_PX, 400 + 92 * k, PlayerName(name), room, size=66, role="bold", fill=CREAM)
    for k, text in enumerate(sentences):
        sheet.text(
            TITLE_LEFT_PX, 880 + 64 * k - 32 * (len(sentences) - 1), fmt(text), room, size=50, role="serif", fill=MUTED
        )
    return sheet


@cached_sprite
def _draw_card() -> Image.Image:
    c = Canvas((TITLE_WIDTH_PX, TITLE_HEIGHT_PX), NAVY)
    c.rect(40, 40, TITLE_WIDTH_PX - 40, TITLE_HEIGHT_PX - 40, None, edge=NAVY_2, width=8, radius=20)
    return c.finish()


def draw_strip(strip_width: int, number: int, last_number: int, fmt: Formatter) -> Image.Image:
    """Draw the strip below a board after a move: the move's number and a bar, `strip_width` pixels wide, RGB."""
    place, start, end = _find_places(strip_width, last_number, fmt)
    strip = _draw_empty_strip(strip_width, last_number, fmt).copy()
    for digit in reversed(str(number)):
        letters = render_text(digit, "bold", STRIP_FONT_SIZE)
        place -= letters.advance
        strip.paste(CREAM, (place + letters.left, STRIP_HEIGHT_PX // 2 + letters.top), letters.mask)
    now = start + (end - start) * number // max(1, last_number)
    if now > start:
        strip.paste(GOLD, (start, (STRIP_HEIGHT_PX - BAR_HEIGHT_PX) // 2, now, (STRIP_HEIGHT_PX + BAR_HEIGHT_PX) // 2))
    return strip


@lru_cache(maxsize=8)
def _find_places(strip_width: int, last_number: int, fmt: Formatter) -> tuple[int, int, int]:
    """Return where the number of a move ends, and where the bar begins and ends."""
    before, after = _split_words(last_number, fmt)
    ends = (
        STRIP_MARGIN_PX
        + measure_width(before, "bold", STRIP_FONT_SIZE)
        + max(measure_width(digit, "bold", STRIP_FONT_SIZE) for digit in "0123456789") * len(str(last_number))
    )
    return ends, ends + measure_width(after, "bold", STRIP_FONT_SIZE) + 20, strip_width - STRIP_MARGIN_PX


@cached_sprite
def _draw_empty_strip(strip_width: int, last_number: int, fmt: Formatter) -> Image.Image:
    """Draw the strip without a number, with an empty bar."""
    ends, start, end = _find_places(strip_width, last_number, fmt)
    image = Image.new("RGB", (strip_width, STRIP_HEIGHT_PX), NAVY)
    for words, x in zip(_split_words(last_number, fmt), (STRIP_MARGIN_PX, ends), strict=True):
        letters = render_text(words, "bold", STRIP_FONT_SIZE)
        image.paste(CREAM, (x + letters.left, STRIP_HEIGHT_PX // 2 + letters.top), letters.mask)
    image.paste(NAVY_2, (start, (STRIP_HEIGHT_PX - BAR_HEIGHT_PX) // 2, end, (STRIP_HEIGHT_PX + BAR_HEIGHT_PX) // 2))
    return image


def _split_words(last_number: int, fmt: Formatter) -> tuple[str, str]:
    """Return the words before and after the number, with their spaces."""
    before, _, after = write_text(
        say("Move {number} of {last}", number=NUMBER_PLACEHOLDER, last=last_number), (), fmt.translate
    ).partition(NUMBER_PLACEHOLDER)
    return before, after
