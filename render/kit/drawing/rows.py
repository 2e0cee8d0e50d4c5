"""The rows of a PNG of 256 colours: each begins with its filter, 0. They are kept, and of the next picture of the same thing only
what may have changed is drawn and reduced to colours.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from PIL import Image

from render.kit.cache import painter_caches
from render.kit.drawing import Drawing
from render.kit.drawing.damage import Stroke, find_changed_cells, merge_cells

MAX_DAMAGED_SHARE = 0.6
"""The share of a picture above which all of it is drawn anew: that is one stroke after the other, without a look at where."""


class LastPicture(NamedTuple):
    """The last picture of something."""

    size: tuple[int, int]
    strokes: Sequence[Stroke]
    rows: bytearray


def render_rows(image: Image.Image, palette: Image.Image) -> bytearray:
    """The rows of a picture in the colours of a palette."""
    width, height = image.size
    rows = bytearray((width + 1) * height)
    parts = image.iterate_bands() if isinstance(image, Drawing) and image.strokes is not None else [(0, image.im)]
    shown = _view_rows(rows, image.size)
    for top, part in parts:
        shown.paste(part.convert("P", Image.Dither.NONE, palette.im), (1, top, width + 1, top + part.size[1]))
    return rows


def _view_rows(rows: bytearray, size: tuple[int, int]) -> Any:  # noqa: ANN401 - Pillow's own type is not public
    """Rows as pixels: who pastes on these changes the rows."""
    return Image.frombuffer("P", (size[0] + 1, size[1]), rows, "raw", "P", 0, 1).im


def update_rows(cache_key: Hashable, image: Drawing, palette: Image.Image) -> LastPicture | None:
    """A drawing of what has been seen before, perhaps: a hashable says what it is. None if it has been drawn already.

    The picture before is taken and changed where it is: `cache_picture` this one once its rows have been read. Meanwhile nobody finds it."""
    strokes = image.strokes
    if strokes is None:
        return None
    last = painter_caches().layers.pop((__name__, cache_key))
    rows = (_redraw_damage(last, image, strokes, palette) if last is not None else None) or render_rows(image, palette)
    return LastPicture(image.size, strokes, rows)


def cache_picture(cache_key: Hashable, last: LastPicture) -> None:
    """Keep a picture for the next one of the same thing."""
    painter_caches().layers.put((__name__, cache_key), last)


def _redraw_damage(
    last: LastPicture, image: Drawing, strokes: Sequence[Stroke], palette: Image.Image
) -> bytearray | None:
    """The rows, None where too much has changed."""
    if last.size != image.size:
        return None
    damaged = merge_cells(find_changed_cells(last.strokes, strokes), image.size)
    width, height = image.size
    if (
        sum((right - left) * (bottom - top) for left, top, right, bottom in damaged)
        > MAX_DAMAGED_SHARE * width * height
    ):
        return None
    shown = _view_rows(last.rows, image.size)
    for part, (left, top, right, bottom) in zip(image.render_boxes(damaged), damaged, strict=True):
        shown.paste(part.convert("P", Image.Dither.NONE, palette.im), (left + 1, top, right + 1, bottom))
    return last.rows
