"""The rows of a PNG of 256 colours: each begins with its filter, 0. They are kept, and of the next picture of the same thing only
what may have changed is drawn and reduced to colours.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from PIL import Image

from render.kit.drawing import Drawing
from render.kit.drawing.damage import Stroke, boxes, differing
from render.kit.kept import memory

MOST = 0.6
"""The share of a picture above which all of it is drawn anew: that is one stroke after the other, without a look at where."""


class Last(NamedTuple):
    """The last picture of something."""

    size: tuple[int, int]
    strokes: Sequence[Stroke]
    rows: bytes | bytearray


def whole(image: Image.Image, to: Image.Image) -> bytes:
    """The rows of a picture in the colours of a palette."""
    width, height = image.size
    rows = Image.new("P", (width + 1, height))
    rows.im.paste(image.im.convert("P", Image.Dither.NONE, to.im), (1, 0, width + 1, height))
    return rows.tobytes()


def since(of: Hashable, image: Drawing, to: Image.Image) -> bytes | bytearray:
    """The same of what has been seen before, perhaps: a hashable says what it is."""
    strokes = image.strokes
    if strokes is None:
        return whole(image, to)
    shelf, key = memory().passing, (__name__, of)
    found = shelf.get(key)
    rows = (_changed(found[0], image, strokes, to) if found is not None else None) or whole(image, to)
    shelf.put(key, Last(image.size, strokes, rows))
    return rows


def _changed(last: Last, image: Drawing, strokes: Sequence[Stroke], to: Image.Image) -> bytearray | None:
    """The rows, None where too much has changed."""
    if last.size != image.size:
        return None
    damaged = boxes(differing(last.strokes, strokes), image.size)
    width, height = image.size
    if sum((right - left) * (bottom - top) for left, top, right, bottom in damaged) > MOST * width * height:
        return None
    rows = bytearray(last.rows)
    shown = Image.frombuffer("P", (width + 1, height), rows, "raw", "P", 0, 1).im
    for part, (left, top, right, bottom) in zip(image.cut_out(damaged), damaged, strict=True):
        shown.paste(part.convert("P", Image.Dither.NONE, to.im), (left + 1, top, right + 1, bottom))
    return rows
