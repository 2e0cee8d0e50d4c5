"""Sprites that pave a board, split so that most of each is copied and only its smooth edge is blended.

Blending takes several times as long a pixel as copying.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from PIL import Image

from render.kit.cache import Mark
from render.kit.canvas import Sprite, flatten_sprite
from render.kit.drawing import Drawing, ImageParts
from render.kit.pillow_core import get_core
from render.kit.sheet import PlacedMark, Sheet
from render.kit.theme import Colour

MAX_BAND_HEIGHT_PX = 16
"""The greatest height of the bands that follow the edge: lower ones blend less, and take more calls."""


class SplitSprite:
    """A sprite as parts, each with its place relative to the anchor. `mark` is the function that drew it, for legends."""

    __slots__ = ("_drawing_parts", "mark", "parts")

    def __init__(self, parts: Sequence[tuple[Image.Image, int, int]]) -> None:
        self.parts = tuple(parts)
        self.mark: Mark | None = None
        self._drawing_parts = ImageParts(self.parts)  # found out once: a board is a thousand of them

    def add_mark(self, mark: Mark) -> SplitSprite:
        """Keep the function that drew it, and return the sprite."""
        self.mark = mark
        return self

    @property
    def images(self) -> list[Image.Image]:
        """The images to count if the tile is cached."""
        return [image for image, _, _ in self.parts]

    def paste(self, target: Image.Image, x: int, y: int) -> None:
        """Paste the parts with their anchor at (x, y) of an RGB picture."""
        if isinstance(target, Drawing):
            target.paste_parts(self._drawing_parts, x, y)
        else:
            self._drawing_parts.draw(
                get_core(target).paste, x + self._drawing_parts.box[0], y + self._drawing_parts.box[1]
            )


class RowSpan(NamedTuple):
    """The extent of some rows of a sprite: pixels from `left` to `right`, all opaque from `start` to `end`."""

    left: int
    start: int
    end: int
    right: int


Bands = tuple[tuple[int, int, RowSpan], ...]
"""The rows of a sprite from top to bottom in bands: the first row, the row after the last, and their extent."""


def find_bands(alpha: Image.Image, top: int = 0) -> Bands:
    """Return the bands of a sprite with this alpha channel, from the row `top` on.

    Many equal rows are one band; the rows between such bands are divided evenly.
    """
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
        for above, below in pairwise(cuts):
            found.append((above, below, _merge_spans(rows[above:below])))
    return tuple(found)


def _find_span(row: bytes) -> RowSpan:
    """Return the extent of a row."""
    left, right, start = len(row) - len(row.lstrip(b"\0")), len(row.rstrip(b"\0")), row.find(255)
    if start < 0:
        return RowSpan(left, right, right, right)
    return RowSpan(left, start, len(row) - len(row[start:].lstrip(b"\xff")), right)


def _merge_spans(rows: Sequence[RowSpan]) -> RowSpan:
    """Return the common extent of some rows: wide enough for all of them, opaque where all of them are."""
    left, right = min(one.left for one in rows), max(one.right for one in rows)
    start, end = max(one.start for one in rows), min(one.end for one in rows)
    if start >= end or any(one.start == one.end for one in rows):
        return RowSpan(left, right, right, right)
    return RowSpan(left, start, end, right)


def split_sprite(sprite: Sprite, known_bands: Bands | None = None) -> SplitSprite:
    """Split a sprite with transparency. Words on it are left out.

    `known_bands` are its bands, if other sprites have the same outline.
    """
    return SplitSprite(
        _split_parts(sprite, find_bands(sprite.image.getchannel("A")) if known_bands is None else known_bands)
    )


def split_in_order(
    sprite: Sprite, ground: Colour, known_bands: Bands, left_columns: int, first_row: int
) -> SplitSprite:
    """Split a sprite that is pasted on a plain ground after its neighbours.

    The neighbours reach into its first `left_columns` columns, and into its rows from `first_row` on, whose bands are known.
    All other pixels are copied.
    """
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
    """Paste a split sprite with its anchor at (x, y)."""
    tile.paste(sheet.image, round(x), round(y))
    if tile.mark is not None:
        sheet.marks.append(PlacedMark(tile.mark, x, y))
