"""Sprites that a board is paved with, cut so that most of each is copied and only its smooth edge is blended, which takes several
times as long a pixel."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Sprite
from render.kit.sheet import Sheet, stamped

BAND = 16
"""The height of the bands in which the edge is followed: lower ones blend less, and take more calls."""
FULL, ANY = [0] * 255 + [255], [0] + [255] * 255


class Tile(NamedTuple):
    """The parts of a sprite, each with its place seen from the anchor."""

    parts: tuple[tuple[Image.Image, int, int], ...]


class Span(NamedTuple):
    """Some rows of a sprite: from where to where there is anything, and within that from where to where all is opaque."""

    left: int
    start: int
    end: int
    right: int


def cut(sprite: Sprite) -> Tile:
    """A sprite with transparency as a tile of the same pixels. Words on it are left out."""
    image, found = sprite.image, list[tuple[int, int, Span]]()
    for top in range(0, image.height, BAND):
        bottom = min(top + BAND, image.height)
        span = _span(image.getchannel("A").crop((0, top, image.width, bottom)))
        if found and found[-1][2] == span:
            top = found.pop()[0]  # noqa: PLW2901
        found.append((top, bottom, span))
    parts: list[tuple[Image.Image, int, int]] = []
    for top, bottom, (left, start, end, right) in found:
        for a, b, mode in ((left, start, "RGBA"), (start, end, "RGB"), (end, right, "RGBA")):
            if b > a:
                parts.append((image.crop((a, top, b, bottom)).convert(mode), a - sprite.x, top - sprite.y))
    return Tile(tuple(parts))


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
    at_x, at_y = round(x), round(y)
    for part, dx, dy in tile.parts:
        stamped(sheet.image, part, at_x + dx, at_y + dy)
