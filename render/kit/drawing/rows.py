"""The rows of a PNG of 256 colours: each begins with its filter, 0. They are kept, and of the next picture of the same thing only
what may have changed is drawn and reduced to colours.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from PIL import Image

from render.kit.cache import painter_caches
from render.kit.drawing import Drawing
from render.kit.drawing.damage import Stroke, boxes, differing

MOST = 0.6
"""The share of a picture above which all of it is drawn anew: that is one stroke after the other, without a look at where."""


class Last(NamedTuple):
    """The last picture of something."""

    size: tuple[int, int]
    strokes: Sequence[Stroke]
    rows: bytearray


def whole(image: Image.Image, to: Image.Image) -> bytearray:
    """The rows of a picture in the colours of a palette."""
    width, height = image.size
    rows = bytearray((width + 1) * height)
    parts = image.bands() if isinstance(image, Drawing) and image.strokes is not None else [(0, image.im)]
    shown = _seen(rows, image.size)
    for top, part in parts:
        shown.paste(part.convert("P", Image.Dither.NONE, to.im), (1, top, width + 1, top + part.size[1]))
    return rows


def _seen(rows: bytearray, size: tuple[int, int]) -> Any:  # noqa: ANN401 - Pillow's own type is not public
    """Rows as pixels: who pastes on these changes the rows."""
    return Image.frombuffer("P", (size[0] + 1, size[1]), rows, "raw", "P", 0, 1).im


def since(of: Hashable, image: Drawing, to: Image.Image) -> Last | None:
    """A drawing of what has been seen before, perhaps: a hashable says what it is. None if it has been drawn already.

    The picture before is taken and changed where it is: `keep` this one once its rows have been read. Meanwhile nobody finds it."""
    strokes = image.strokes
    if strokes is None:
        return None
    last = painter_caches().layers.pop((__name__, of))
    rows = (_changed(last, image, strokes, to) if last is not None else None) or whole(image, to)
    return Last(image.size, strokes, rows)


def keep(of: Hashable, last: Last) -> None:
    """Keep a picture for the next one of the same thing."""
    painter_caches().layers.put((__name__, of), last)


def _changed(last: Last, image: Drawing, strokes: Sequence[Stroke], to: Image.Image) -> bytearray | None:
    """The rows, None where too much has changed."""
    if last.size != image.size:
        return None
    damaged = boxes(differing(last.strokes, strokes), image.size)
    width, height = image.size
    if sum((right - left) * (bottom - top) for left, top, right, bottom in damaged) > MOST * width * height:
        return None
    shown = _seen(last.rows, image.size)
    for part, (left, top, right, bottom) in zip(image.cut_out(damaged), damaged, strict=True):
        shown.paste(part.convert("P", Image.Dither.NONE, to.im), (left + 1, top, right + 1, bottom))
    return last.rows
