"""Sprites that a board is paved with, cut so that most of each is copied and only its smooth edge is blended, which takes several
times as long a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Sprite, flat
from render.kit.drawing import Drawing, Parts
from render.kit.sheet import Sheet
from render.kit.theme import Colour

BAND = 16
"""The height of the bands in which the edge is followed: lower ones blend less, and take more calls."""
FULL, ANY = [0] * 255 + [255], [0] + [255] * 255


class Tile:
    """The parts of a sprite, each with its place seen from the anchor."""

    __slots__ = ("_laid", "parts")

    def __init__(self, parts: Sequence[tuple[Image.Image, int, int]]) -> None:
        self.parts = tuple(parts)
        self._laid = Parts(self.parts)  # found out once: a board is a thousand of them

    def lay(self, onto: Image.Image, x: int, y: int) -> None:
        """Paste the tile with its anchor at (x, y) of an RGB picture."""
        if isinstance(onto, Drawing):
            onto.lay_parts(self._laid, x, y)
        else:
            self._laid.draw(onto.im.paste, x + self._laid.box[0], y + self._laid.box[1])


class Span(NamedTuple):
    """Some rows of a sprite: from where to where there is anything, and within that from where to where all is opaque."""

    left: int
    start: int
    end: int
    right: int


Bands = tuple[tuple[int, int, Span], ...]
"""The rows of a sprite from top to bottom, those of a band as one: the first, the one after the last, and what is in them."""


def bands(alpha: Image.Image) -> Bands:
    """The bands of a sprite with that opacity."""
    found: list[tuple[int, int, Span]] = []
    for top in range(0, alpha.height, BAND):
        bottom = min(top + BAND, alpha.height)
        span = _span(alpha.crop((0, top, alpha.width, bottom)))
        if found and found[-1][2] == span:
            top = found.pop()[0]  # noqa: PLW2901
        found.append((top, bottom, span))
    return tuple(found)


def cut(sprite: Sprite, known: Bands | None = None) -> Tile:
    """A sprite with transparency as a tile of the same pixels. Words on it are left out. `known`: its bands, where other sprites
    have the same outline."""
    image = sprite.image
    parts: list[tuple[Image.Image, int, int]] = []
    for top, bottom, (left, start, end, right) in bands(image.getchannel("A")) if known is None else known:
        for a, b, mode in ((left, start, "RGBA"), (start, end, "RGB"), (end, right, "RGBA")):
            if b > a:
                parts.append((image.crop((a, top, b, bottom)).convert(mode), a - sprite.x, top - sprite.y))
    return Tile(parts)


def cut_in_order(sprite: Sprite, ground: Colour, known: Bands, beside: int, below: int) -> Tile:
    """The same of a sprite that is laid on a plain ground after those that reach into its first columns, `beside` of them, and into
    its rows from `below` on: all else is copied."""
    image, whole = sprite.image, flat(sprite, ground).image
    parts = [(image.crop((0, 0, beside, below)), 0, 0), (whole.crop((beside, 0, image.width, below)), beside, 0)]
    for top, bottom, (left, start, end, right) in known:
        for a, b, mode in ((left, start, "RGBA"), (start, end, "RGB"), (end, right, "RGBA")):
            if b > a and bottom > below:
                parts.append((image.crop((a, max(top, below), b, bottom)).convert(mode), a, max(top, below)))
    return Tile([(part, x - sprite.x, y - sprite.y) for part, x, y in parts])


def _span(alpha: Image.Image) -> Span:
    # The mean of a column is 255 only where all of it is opaque, and 0 only where nothing is.
    flat = (alpha.point(table).resize((alpha.width, 1), Image.Resampling.BOX) for table in (FULL, ANY))
    full, some = (columns.tobytes() for columns in flat)
    left, right = len(some) - len(some.lstrip(b"\0")), len(some.rstrip(b"\0"))
    start = end = full.find(255)
    if start < 0:
        return Span(left, right, right, right)
    while end < right and full[end] == 255:
        end += 1
    return Span(left, start, end, right)


def pave(sheet: Sheet, tile: Tile, x: float, y: float) -> None:
    """Lay a tile with its anchor at (x, y)."""
    tile.lay(sheet.image, round(x), round(y))
