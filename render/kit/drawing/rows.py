"""The rows of a PNG of 256 colours, cached so that the next picture of the same thing renders only what may have changed.

Each row begins with its filter byte, 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, TypeGuard

from PIL import Image

from render.kit.cache import painter_caches
from render.kit.drawing import Drawing
from render.kit.drawing.damage import Stroke, find_changed_cells, merge_cells
from render.kit.pillow_core import ImageCore, convert_core, get_core, wrap_buffer

MAX_DAMAGED_SHARE = 0.6
"""The share of a picture above which it is rendered whole, which needs no search for the strokes of each box."""


class LastPicture(NamedTuple):
    """The last picture of something."""

    size: tuple[int, int]
    strokes: Sequence[Stroke]
    rows: bytearray


def render_rows(image: Image.Image, palette: Image.Image) -> bytearray:
    """Return the rows of a picture in the colours of a palette."""
    width, height = image.size
    rows = bytearray((width + 1) * height)
    row_core = _wrap_rows(rows, image.size)
    bands: Iterable[tuple[int, ImageCore]]
    if _has_strokes(image):
        bands = image.iterate_bands()
    else:
        bands = [(0, get_core(image))]
    for top, band in bands:
        row_core.paste(convert_core(band, palette), (1, top, width + 1, top + band.size[1]))
    return rows


def _has_strokes(image: Image.Image) -> TypeGuard[Drawing]:
    return isinstance(image, Drawing) and image.strokes is not None


def _wrap_rows(rows: bytearray, size: tuple[int, int]) -> ImageCore:
    """Return the rows as a core that shares their memory."""
    return wrap_buffer("P", (size[0] + 1, size[1]), rows)


def update_rows(cache_key: Hashable, image: Drawing, palette: Image.Image) -> LastPicture | None:
    """Render a drawing on the rows of the last picture with the same key, if there is one; None if it is already rendered.

    The last picture is removed from the cache and changed in place: call `cache_picture` once the new rows have been read.
    """
    strokes = image.strokes
    if strokes is None:
        return None
    last = painter_caches().layers.pop((__name__, cache_key))
    rows = None if last is None else _redraw_damage(last, image, strokes, palette)
    if rows is None:
        rows = render_rows(image, palette)
    return LastPicture(image.size, strokes, rows)


def cache_picture(cache_key: Hashable, last: LastPicture) -> None:
    """Cache a picture for the next one with the same key."""
    painter_caches().layers.put((__name__, cache_key), last)


def _redraw_damage(
    last: LastPicture, image: Drawing, strokes: Sequence[Stroke], palette: Image.Image
) -> bytearray | None:
    """Render the changed boxes on the last rows and return them; None if too much has changed."""
    if last.size != image.size:
        return None
    boxes = merge_cells(find_changed_cells(last.strokes, strokes), image.size)
    width, height = image.size
    damaged_pixels = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes)
    if damaged_pixels > MAX_DAMAGED_SHARE * width * height:
        return None
    row_core = _wrap_rows(last.rows, image.size)
    for part, (left, top, right, bottom) in zip(image.render_boxes(boxes), boxes, strict=True):
        row_core.paste(convert_core(part, palette), (left + 1, top, right + 1, bottom))
    return last.rows
