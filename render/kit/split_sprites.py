"""Sprites that a board is paved with, cut so that most of each is copied and only its smooth edge is blended, which takes several
times as long a pixel."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Sprite, flatten_sprite
from render.kit.drawing import Drawing, ImageParts
from render.kit.sheet import Sheet
from render.kit.theme import Colour

MAX_BAND_HEIGHT_PX = 16
"""The height of the bands in which the edge is followed, at most: lower ones blend less, and take more calls."""


class SplitSprite:
    """The parts of a sprite, each with its place seen from the anchor."""

    __slots__ = ("_drawing_parts", "parts")

    def __init__(self, parts: Sequence[tuple[Image.Image, int, int]]) -> None:
        self.parts = tuple(parts)
        self._drawing_parts = ImageParts(self.parts)  # found out once: a board is a thousand of them

    @property
    def images(self) -> list[Image.Image]:
        """The images to count if the tile is cached."""
        return [image for image, _, _ in self.parts]

    def paste(self, target: Image.Image, x: int, y: int) -> None:
        """Paste the tile with its anchor at (x, y) of an RGB picture."""
        if isinstance(target, Drawing):
            target.paste_parts(self._drawing_parts, x, y)
        else:
            self._drawing_parts.draw(target.im.paste, x + self._drawing_parts.box[0], y + self._drawing_parts.box[1])


class RowSpan(NamedTuple):
    """Some rows of a sprite: from where to where there is anything, and within that from where to where all is opaque."""

    left: int
    start: int
    end: int
    right: int


Bands = tuple[tuple[int, int, RowSpan], ...]
"""The rows of a sprite from top to bottom, those of a band as one: the first, the one after the last, and what is in them."""


def find_bands(alpha: Image.Image, top: int = 0) -> Bands:
    """The bands of a sprite with that opacity, from the row `top` on: many rows that are alike are one, and what lies between such
    is cut evenly."""
    width, pixels = alpha.width, alpha.tobytes()
    rows = [_find_span(pixels[at : at + width]) for at in range(0, len(pixels), width)]
    edges, last = {top, len(rows)}, top
    for _, alike in groupby(rows[top:]):
        first, last = last, last + len(list(alike))
        if last - first >= MAX_BAND_HEIGHT_PX:
            edges |= {first, last}
    found: list[tuple[int, int, RowSpan]] = []
    for first, last in pairwise(sorted(edges)):
        number = 1 if len(set(rows[first:last])) == 1 else -(-(last - first) // MAX_BAND_HEIGHT_PX)
        cuts = [first + (last - first) * k // number for k in range(number + 1)]
        found += [(above, below, _merge_spans(rows[above:below])) for above, below in pairwise(cuts)]
    return tuple(found)


def _find_span(row: bytes) -> RowSpan:
    """Where a row holds something, and where it is opaque for the first time."""
    left, right, start = len(row) - len(row.lstrip(b"\0")), len(row.rstrip(b"\0")), row.find(255)
    if start < 0:
        return RowSpan(left, right, right, right)
    return RowSpan(left, start, len(row) - len(row[start:].lstrip(b"\xff")), right)


def _merge_spans(rows: Sequence[RowSpan]) -> RowSpan:
    """Of some rows: where one of them holds something, and where all of them are opaque."""
    left, right = min(one.left for one in rows), max(one.right for one in rows)
    start, end = max(one.start for one in rows), min(one.end for one in rows)
    if start >= end or any(one.start == one.end for one in rows):
        return RowSpan(left, right, right, right)
    return RowSpan(left, start, end, right)


def split_sprite(sprite: Sprite, known_bands: Bands | None = None) -> SplitSprite:
    """A sprite with transparency as a tile of the same pixels. Words on it are left out. `known_bands`: its bands,
    where other sprites
    have the same outline."""
    return SplitSprite(
        _split_parts(sprite, find_bands(sprite.image.getchannel("A")) if known_bands is None else known_bands)
    )


def split_in_order(
    sprite: Sprite, ground: Colour, known_bands: Bands, left_columns: int, first_row: int
) -> SplitSprite:
    """The same of a sprite that is laid on a plain ground after those that reach into its first columns, `left_columns` of them, and into
    its rows from `first_row` on, of which the bands are known: all else is copied."""
    image, whole = sprite.image, flatten_sprite(sprite, ground).image
    upper = [
        (image.crop((0, 0, left_columns, first_row)), 0),
        (whole.crop((left_columns, 0, image.width, first_row)), left_columns),
    ]
    return SplitSprite([*((part, x - sprite.x, -sprite.y) for part, x in upper), *_split_parts(sprite, known_bands)])


def _split_parts(sprite: Sprite, known_bands: Bands) -> list[tuple[Image.Image, int, int]]:
    image, parts = sprite.image, list[tuple[Image.Image, int, int]]()
    for top, bottom, (left, start, end, right) in known_bands:
        for a, b, mode in ((left, start, "RGBA"), (start, end, "RGB"), (end, right, "RGBA")):
            if b > a:
                parts.append((image.crop((a, top, b, bottom)).convert(mode), a - sprite.x, top - sprite.y))
    return parts


def paste_split_sprite(sheet: Sheet, tile: SplitSprite, x: float, y: float) -> None:
    """Lay a tile with its anchor at (x, y)."""
    tile.paste(sheet.image, round(x), round(y))
