"""The leaderboard as a picture: place, name, rating with a bar that begins at zero, games and wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from PIL import Image

from engine.kernel.text import Text, Translate, count, english, say, write
from render.kit import encode
from render.kit.cache import cached_sprite
from render.kit.canvas import Sprite, around
from render.kit.sheet import Sheet
from render.kit.text import Name, clean
from render.kit.theme import CREAM, GOLD, INK, MUTED, NAVY, NAVY_2, NAVY_3, Colour, mix, toned_as

WIDTH = 1100
HEAD, ROW, FOOT, EDGE = 84, 78, 16, 18
NAME, BAR, RATED, END = 112, 520, 800, WIDTH - EDGE - 14
PALETTE = "leaderboard.txt"
MEDALS = (GOLD, mix(MUTED, CREAM, 0.4), "#C98850")


class Line(msgspec.Struct, frozen=True):
    """A row of the leaderboard."""

    name: str
    rating: int
    games: int
    wins: int


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """The chosen colours, read from the file beside this module."""
    return encode.kept_palette("render", PALETTE, toned_as({}))


def choose() -> Image.Image:
    """The choice of the colours of this picture."""
    sample = paint(say("Leaderboard"), [Line("Ana", 1200, 12, 7), Line("Ben", 1100, 3, 1)] * 2, english)
    return encode.palette([sample], [NAVY, NAVY_2, NAVY_3, CREAM, GOLD, INK, MUTED, *MEDALS])


def paint(title: Text, lines: Sequence[Line], translate: Translate) -> Image.Image:
    """The leaderboard: 1100 pixels wide, its height as needed, RGB."""
    sheet = Sheet(Image.new("RGB", (WIDTH, HEAD + ROW * len(lines) + FOOT), NAVY))
    sheet.image.paste(GOLD, (0, 0, WIDTH, HEAD - 10))
    headline, room = write(title, (), translate), WIDTH - 2 * EDGE - 16
    sheet.text(EDGE + 8, HEAD / 2 - 6, headline, room, size=46, role="title", fill=INK)
    most = max((line.rating for line in lines), default=1)
    for k, line in enumerate(lines):
        top = HEAD + k * ROW
        middle = top + ROW / 2 - 3
        sheet.image.paste(NAVY_2, (EDGE, top, WIDTH - EDGE, top + ROW - 8))
        sheet.put(_place(MEDALS[k] if k < len(MEDALS) else NAVY_3), EDGE + 42, middle)
        fill = INK if k < len(MEDALS) else CREAM
        sheet.text(EDGE + 42, middle, str(k + 1), 56, size=38, role="label", fill=fill, align="m")
        sheet.text(NAME, middle, Name(clean(line.name)), BAR - NAME - 20, size=42)
        wide = round((RATED - 110 - BAR) * max(0, line.rating) / max(1, most))
        sheet.image.paste(NAVY_3, (BAR, round(middle) - 13, RATED - 110, round(middle) + 13))
        sheet.image.paste(
            MEDALS[k] if k < len(MEDALS) else MUTED, (BAR, round(middle) - 13, BAR + wide, round(middle) + 13)
        )
        sheet.text(RATED, middle, f"{line.rating:d}", 100, size=44, role="title", align="r")
        label = count("{wins} of {n} game", "{wins} of {n} games", line.games, wins=line.wins)
        sheet.text(
            END, middle, write(label, (), translate), END - RATED - 24, size=36, role="text", fill=MUTED, align="r"
        )
    return sheet.image


@cached_sprite
def _place(colour: Colour) -> Sprite:
    """The disc behind a place number; anchored at its centre."""
    disc = around(32, 32, 32, 32)
    disc.disc(0, 0, 29, colour, edge=INK, width=3)
    return disc.sprite()
