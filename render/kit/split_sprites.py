"""Sprites that pave a board, split so that most of each is copied and only its smooth edge is blended.

Blending takes several times as long a pixel as copying.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from operator import eq
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
    edges, end = {top, len(rows)}, top
    for _, equal_rows in groupby(rows[top:]):
        first, end = end, end + len(list(equal_rows))
        if end - first >= MAX_BAND_HEIGHT_PX:
            edges |= {first, end}
    bands: list[tuple[int, int, RowSpan]] = []
    for first, end in pairwise(sorted(edges)):
        band_count = 1
        if len(set(rows[first:end])) > 1:
            band_count = -(-(end - first) // MAX_BAND_HEIGHT_PX)
        for k in range(band_count):
            band_top = first + (end - first) * k // band_count
            band_end = first + (end - first) * (k + 1) // band_count
            bands.append((band_top, band_end, _merge_spans(rows[band_top:band_end])))
    return tuple(bands)


def _find_span(row: bytes) -> RowSpan:
    """Return the extent of a row."""
    left, right, start = len(row) - len(row.lstrip(b"\0")), len(row.rstrip(b"\0")), row.find(255)
    if start < 0:
        return RowSpan(left, right, right, right)
    return RowSpan(left, start, len(row) - len(row[start:].lstrip(b"\xff")), right)


def _merge_spans(rows: Sequence[RowSpan]) -> RowSpan:
    """Return the common extent of some rows: wide enough for all of them, opaque where all of them are."""
    lefts, starts, ends, rights = zip(*rows, strict=True)
    left, start, end, right = min(lefts), max(starts), min(ends), max(rights)
    has_row_without_opaque = any(map(eq, starts, ends))
    if start >= end or has_row_without_opaque:
        return RowSpan(left, right, right, right)
    return RowSpan(left, start, end, right)


def split_sprite(sprite: Sprite, known_bands: Bands | None = None) -> SplitSprite:
    """Split a sprite with transparency. Words on it are left out.

    `known_bands` are its bands, if other sprites have the same outline.
    """
    if known_bands is None:
        known_bands = find_bands(sprite.image.getchannel("A"))
    return SplitSprite(_split_parts(sprite, known_bands))


def split_in_order(
    sprite: Sprite, ground: Colour, known_bands: Bands, left_columns: int, first_row: int
) -> SplitSprite:
    """Split a sprite that is pasted on a plain ground after its neighbours.

    The neighbours reach into its first `left_columns` columns, and into its rows from `first_row` on, whose bands are known.
    All other pixels are copied.
    """
    image, whole = sprite.image, flatten_sprite(sprite, ground).image
    upper_left = image.crop((0, 0, left_columns, first_row))
    upper_right = whole.crop((left_columns, 0, image.width, first_row))
    return SplitSprite(
        [
            (upper_left, -sprite.x, -sprite.y),
            (upper_right, left_columns - sprite.x, -sprite.y),
            *_split_parts(sprite, known_bands),
        ]
    )


def _split_parts(sprite: Sprite, known_bands: Bands) -> list[tuple[Image.Image, int, int]]:
    """Split each band into a part with transparency on either side and an opaque one between them."""
    image = sprite.image
    parts: list[tuple[Image.Image, int, int]] = []
    for top, bottom, (left, opaque_left, opaque_right, right) in known_bands:
        columns = ((left, opaque_left, "RGBA"), (opaque_left, opaque_right, "RGB"), (opaque_right, right, "RGBA"))
        for first, end, mode in columns:
            if end > first:
                part = image.crop((first, top, end, bottom)).convert(mode)
                parts.append((part, first - sprite.x, top - sprite.y))
    return parts


def paste_split_sprite(sheet: Sheet, tile: SplitSprite, x: float, y: float) -> None:
    """Paste a split sprite with its anchor at (x, y)."""
    tile.paste(sheet.image, round(x), round(y))
    if tile.mark is not None:
        sheet.marks.append(PlacedMark(tile.mark, x, y))
