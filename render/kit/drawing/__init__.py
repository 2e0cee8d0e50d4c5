"""Pictures that are lists of strokes until their pixels are needed.

A part of a drawing can be rendered alone, and two drawings can be compared without their pixels (see `damage`): most of a board is
the same as in its last picture.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from PIL import Image

from render.kit.boxes import Box, enclose_boxes
from render.kit.drawing.damage import Stroke
from render.kit.pillow_core import ImageCore, LazyImage, PasteFunction, create_blank_core, get_core, wrap_buffer
from render.kit.theme import parse_colour

StrokeSource = tuple[Any, tuple[Any, ...]]
"""The pixels of a stroke: a colour, an image core or `ImageParts`; and `(core,)` of its mask, or ()."""

FAR_PX = 1 << 30
EVERYWHERE = (-FAR_PX, -FAR_PX, FAR_PX, FAR_PX)
MAX_PLAIN_PIXELS = 1 << 15
"""The largest mask that is filled from pixels of its colour; for a larger one they would take too much memory."""
BAND_HEIGHT_PX = 150
"""The height of a band. In lower bands fewer pixels are in use at a time, but a stroke meets more of them."""


class PreparedImage:
    """An image as strokes paste it: its fingerprint, its size and its core.

    `source` names the core twice if it has an alpha channel, since it is also its mask. `reference` is weak.
    """

    __slots__ = ("fingerprint", "reference", "size", "source")

    def __init__(self, image: Image.Image, fingerprint: object) -> None:
        core = get_core(image)
        self.fingerprint = fingerprint
        self.source: StrokeSource = (core, (core,) if core.mode == "RGBA" else ())
        self.size: tuple[int, int] = core.size
        # The callback passes the dead reference as the default of `pop`, and needs no global name while Python shuts down.
        self.reference = weakref.ref(image, partial(_prepared_images.pop, id(image)))


_prepared_images: dict[int, PreparedImage] = {}
"""Prepared images by the id of the image. An entry is removed together with its image, so the id is never reused."""


def prepare_image(image: Image.Image) -> PreparedImage:
    """Prepare an image for strokes, once. It must not change any more."""
    prepared = _prepared_images.get(id(image))
    if prepared is None:
        prepared = _prepared_images.setdefault(id(image), PreparedImage(image, object()))
    return prepared


def find_fingerprint(image: Image.Image) -> object:
    """Return the value that stands for the pixels of an image from its first stroke on.

    No other image gets the same fingerprint, even after this one was thrown away. The image must not change any more.
    """
    return prepare_image(image).fingerprint


def set_pixel_fingerprint(image: Image.Image) -> Image.Image:
    """Give a small image that is drawn again each time a fingerprint made of its pixels, and return the image."""
    _prepared_images[id(image)] = PreparedImage(image, (image.mode, image.size, image.tobytes()))
    return image


@lru_cache(maxsize=2048)
def _create_plain_source(colour: tuple[int, int, int], width: int, height: int) -> ImageCore:
    """Return the source for filling a mask of this size with a colour.

    Pillow blends a picture in half of the time in which it blends a colour, with the same result. All sources of a colour share
    their memory.
    """
    if width * height > MAX_PLAIN_PIXELS:
        return colour
    return wrap_buffer("RGBX", (width, height), _repeat_colour(colour))


@lru_cache(maxsize=64)
def _repeat_colour(colour: tuple[int, int, int]) -> bytes:
    return bytes((*colour, 255)) * MAX_PLAIN_PIXELS


class ImageParts:
    """Small images that are pasted as one stroke. `box` is their common box, relative to the anchor."""

    __slots__ = ("_placed_parts", "box")

    def __init__(self, parts: Sequence[tuple[Image.Image, int, int]]) -> None:
        boxes = [(x, y, x + part.width, y + part.height) for part, x, y in parts] or [(0, 0, 0, 0)]
        self.box = enclose_boxes(boxes)
        left, top = self.box[:2]
        self._placed_parts: list[tuple[ImageCore, tuple[ImageCore, ...], int, int, int, int]] = []
        for part, x, y in parts:
            core = get_core(part)
            mask: tuple[ImageCore, ...] = ()
            if part.mode == "RGBA":
                mask = (core,)
            a, b = x - left, y - top
            self._placed_parts.append((core, mask, a, b, a + part.width, b + part.height))

    def draw(self, paste: PasteFunction, left: int, top: int) -> None:
        """Paste the parts with the top left corner of their box at (left, top)."""
        for part, mask, a, b, c, d in self._placed_parts:
            paste(part, (left + a, top + b, left + c, top + d), *mask)

    def draw_within(self, paste: PasteFunction, left: int, top: int, width: int, height: int) -> None:
        """Paste the parts on a small picture of this size, without those outside it."""
        for part, mask, a, b, c, d in self._placed_parts:
            if top + b < height and top + d > 0 and left + a < width and left + c > 0:
                paste(part, (left + a, top + b, left + c, top + d), *mask)

    def split_strokes(self, left: int, top: int) -> tuple[list[Stroke], list[StrokeSource]]:
        """Return each part as a stroke."""
        strokes: list[Stroke] = []
        sources: list[StrokeSource] = []
        for index, (part, mask, a, b, c, d) in enumerate(self._placed_parts):
            strokes.append(((self, index), (left + a, top + b, left + c, top + d)))
            sources.append((part, mask))
        return strokes, sources


class Drawing(LazyImage):
    """An RGB picture made of strokes. The strokes must cover it: there is nothing below the first.

    If a drawing is cached, the images pasted on it must be cached too, since only its strokes are counted. Pillow's functions
    treat a drawing as any image: the first access to its pixels renders them and discards the strokes.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size)
        self.stroke_list: tuple[list[Stroke], list[StrokeSource]] | None = ([], [])

    def render_core(self) -> ImageCore:
        """Render all strokes."""
        assert self.stroke_list is not None
        core = create_blank_core(self.size)
        paste = core.paste
        for (_, box), (source, mask) in zip(*self.stroke_list, strict=True):
            if isinstance(source, ImageParts):
                source.draw(paste, box[0], box[1])
            else:
                paste(source, box, *mask)
        return core

    def discard_strokes(self) -> None:
        """Forget the strokes."""
        self.stroke_list = None

    @property
    def strokes(self) -> Sequence[Stroke] | None:
        """The strokes in order; None once the picture has been rendered."""
        if self.stroke_list is None:
            return None
        return self.stroke_list[0]

    def fill(self, colour: tuple[int, int, int], box: Box) -> None:
        """Fill a box. A box that continues the last stroke to the right in the same colour extends it."""
        if self.stroke_list is not None and (strokes := self.stroke_list[0]):
            what, (left, top, right, bottom) = strokes[-1]
            if what == colour and left <= box[0] <= right <= box[2] and top == box[1] and bottom == box[3]:
                strokes[-1] = (what, (left, top, box[2], bottom))
                return
        self._add(colour, box, (colour, ()))

    def fill_mask(self, colour: tuple[int, int, int], mask: Image.Image, x: int, y: int) -> None:
        """Fill `mask` at (x, y) with a colour."""
        prepared = prepare_image(mask)
        width, height = prepared.size
        box = (x, y, x + width, y + height)
        self._add(
            (prepared.fingerprint, colour), box, (_create_plain_source(colour, width, height), prepared.source[:1])
        )

    def paste_image(self, image: Image.Image, x: int, y: int) -> None:
        """Paste an image at (x, y) through its own alpha channel, or add the strokes of another drawing."""
        if type(image) is Drawing:
            self._paste_drawing(image, x, y)
            return
        prepared = prepare_image(image)
        width, height = prepared.size
        self._add(prepared.fingerprint, (x, y, x + width, y + height), prepared.source)

    def _paste_drawing(self, drawing: Drawing, x: int, y: int) -> None:
        listed = drawing.stroke_list
        if self.stroke_list is None or listed is None:
            # Its pixels may change again, so the stroke equals no other.
            self._add(object(), (x, y, x + drawing.width, y + drawing.height), (get_core(drawing), ()))
            return
        strokes, sources = listed
        edges = self._find_free_edges(drawing, x, y)
        if edges != EVERYWHERE and any(
            a < edges[0] or b < edges[1] or c > edges[2] or d > edges[3] for _, (a, b, c, d) in strokes
        ):
            strokes, sources = _clip_strokes(edges, strokes, sources)
        if x or y:
            strokes = [(what, (x + a, y + b, x + c, y + d)) for what, (a, b, c, d) in strokes]
        self.stroke_list[0].extend(strokes)
        self.stroke_list[1].extend(sources)

    def _find_free_edges(self, drawing: Drawing, x: int, y: int) -> Box:
        """Return how far strokes of a drawing pasted at (x, y) may reach: beyond an edge only where this picture ends too."""
        left = 0 if x > 0 else -FAR_PX
        top = 0 if y > 0 else -FAR_PX
        right = drawing.width if x + drawing.width < self.width else FAR_PX
        bottom = drawing.height if y + drawing.height < self.height else FAR_PX
        return left, top, right, bottom

    def paste_parts(self, parts: ImageParts, x: int, y: int) -> None:
        """Paste parts as one stroke, with their anchor at (x, y)."""
        a, b, c, d = parts.box
        self._add(parts, (x + a, y + b, x + c, y + d), (parts, ()))

    def paste(self, im: Any, box: Any = None, mask: Image.Image | None = None) -> None:  # noqa: ANN401 - as Pillow's
        """Paste as `Image.paste` does."""
        if self.stroke_list is None:
            super().paste(im, box, mask)
            return
        if box is None or len(box) == 2:
            if isinstance(im, Image.Image):
                measured = im
            else:
                measured = mask or self
            left, top = box or (0, 0)
            box = (left, top, left + measured.width, top + measured.height)
        what: object
        source: Any
        if isinstance(im, Image.Image):
            what = find_fingerprint(im)
            source = get_core(im if im.mode in ("RGB", "RGBA") else im.convert("RGB"))
        else:
            what = source = parse_colour(im) if isinstance(im, str) else im
        if mask is None:
            self._add(what, box, (source, ()))
        else:
            self._add((what, find_fingerprint(mask)), box, (source, (get_core(mask),)))

    def _add(self, what: object, box: Box, source: StrokeSource) -> None:
        if self.stroke_list is not None:
            self.stroke_list[0].append((what, box))
            self.stroke_list[1].append(source)
        elif isinstance(source[0], ImageParts):
            source[0].draw(get_core(self).paste, box[0], box[1])
        else:
            get_core(self).paste(source[0], box, *source[1])

    def copy(self) -> Image.Image:
        """Copy as `Image.copy` does; strokes are copied as strokes."""
        if self.stroke_list is None:
            return super().copy()
        other = Drawing(self.size)
        other.paste_image(self, 0, 0)
        return other

    def crop(self, box: Any = None) -> Image.Image:  # noqa: ANN401 - as Pillow's
        """Crop as `Image.crop` does; only the part is rendered."""
        if self.stroke_list is None:
            return super().crop(box)
        if box is None:
            return self.copy()
        left, top, right, bottom = map(round, box)
        part = Drawing((right - left, bottom - top))
        if left < 0 or top < 0 or right > self.width or bottom > self.height:
            part.fill((0, 0, 0), (0, 0, *part.size))  # `Image.crop` gives black beyond the edges
            part.paste_image(self, -left, -top)
        else:
            for (what, (a, b, c, d)), (source, mask) in zip(*self.stroke_list, strict=True):
                if a < right and b < bottom and c > left and d > top:
                    part._add(what, (a - left, b - top, c - left, d - top), (source, mask))
        part.load_pixels()  # the strokes reach beyond the edges
        return part

    def load_pixels(self) -> None:
        """Render the pixels now."""
        get_core(self)

    def iterate_bands(self) -> Iterator[tuple[int, ImageCore]]:
        """Render the picture from top to bottom in bands that fit the processor's cache; yield the first row and the core of each.

        The core is valid until the next one is asked for. The picture must not have been rendered.
        """
        assert self.stroke_list is not None
        width, height = self.size
        band_strokes: list[list[tuple[Box, StrokeSource]]] = [[] for _ in range(0, height, BAND_HEIGHT_PX)]
        for (_, box), source in zip(*self.stroke_list, strict=True):
            first, end = max(0, box[1] // BAND_HEIGHT_PX), max(0, -(-box[3] // BAND_HEIGHT_PX))
            for strokes in band_strokes[first:end]:
                strokes.append((box, source))
        core = create_blank_core((width, min(BAND_HEIGHT_PX, height)))
        for top, strokes in zip(range(0, height, BAND_HEIGHT_PX), band_strokes, strict=True):
            if height - top < BAND_HEIGHT_PX:
                core = create_blank_core((width, height - top))
            paste, rows = core.paste, core.size[1]
            for (left, upper, right, lower), (pixels, mask) in strokes:
                if isinstance(pixels, ImageParts):
                    pixels.draw_within(paste, left, upper - top, width, rows)
                else:
                    paste(pixels, (left, upper - top, right, lower - top), *mask)
            yield top, core

    def render_boxes(self, boxes: Sequence[Box]) -> list[ImageCore]:
        """Render some boxes within the edges. The picture must not have been rendered."""
        assert self.stroke_list is not None
        if not boxes:
            return []
        cores = []
        targets = {}
        for k, box in enumerate(boxes):
            core = create_blank_core((box[2] - box[0], box[3] - box[1]))
            cores.append(core)
            targets[1 << k] = (core.paste, *box)
        width, height = self.size
        # A stroke meets the boxes that begin before its end and end after its beginning, across and down.
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        started_left = _mask_started(lefts, width)
        started_above = _mask_started(tops, height)
        unfinished_right = _mask_unfinished(rights, width)
        unfinished_below = _mask_unfinished(bottoms, height)
        for (_, (left, top, right, bottom)), (source, mask) in zip(*self.stroke_list, strict=True):
            if left >= 0 and top >= 0 and right <= width and bottom <= height:
                met = started_left[right] & unfinished_right[left] & started_above[bottom] & unfinished_below[top]
            else:
                a, b, c, d = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
                if a >= c or b >= d:
                    continue
                met = started_left[c] & unfinished_right[a] & started_above[d] & unfinished_below[b]
            while met:
                paste, x, y, right_edge, bottom_edge = targets[met & -met]
                met &= met - 1
                if isinstance(source, ImageParts):
                    source.draw_within(paste, left - x, top - y, right_edge - x, bottom_edge - y)
                else:
                    paste(source, (left - x, top - y, right - x, bottom - y), *mask)
        return cores


def _mask_started(starts: Sequence[int], size: int) -> list[int]:
    """Return for each coordinate, 0 to `size`, the intervals that start before it, as an integer with a bit for each."""
    masks: list[int] = []
    started = 0
    for k in sorted(range(len(starts)), key=starts.__getitem__):
        masks += [started] * (starts[k] + 1 - len(masks))
        started |= 1 << k
    return masks + [started] * (size + 1 - len(masks))


def _mask_unfinished(ends: Sequence[int], size: int) -> list[int]:
    """Return for each coordinate, 0 to `size`, the intervals that end after it, as an integer with a bit for each."""
    masks: list[int] = []
    unfinished = (1 << len(ends)) - 1
    for k in sorted(range(len(ends)), key=ends.__getitem__):
        masks += [unfinished] * (ends[k] - len(masks))
        unfinished ^= 1 << k
    return masks + [unfinished] * (size + 1 - len(masks))


def _clip_strokes(
    edges: Box, strokes: Sequence[Stroke], sources: Sequence[StrokeSource]
) -> tuple[list[Stroke], list[StrokeSource]]:
    """Return the strokes without all that lies outside a box."""
    clipped: list[Stroke] = []
    clipped_sources: list[StrokeSource] = []
    for (what, (left, top, right, bottom)), (source, mask) in zip(strokes, sources, strict=True):
        a, b, c, d = max(left, edges[0]), max(top, edges[1]), min(right, edges[2]), min(bottom, edges[3])
        if (a, b, c, d) == (left, top, right, bottom):
            clipped.append((what, (a, b, c, d)))
            clipped_sources.append((source, mask))
        elif a >= c or b >= d:
            continue
        elif isinstance(source, ImageParts):
            parts, part_sources = _clip_strokes(edges, *source.split_strokes(left, top))
            clipped += parts
            clipped_sources += part_sources
        else:
            cut = (a - left, b - top, c - left, d - top)
            if isinstance(source, tuple):
                shown = source
            else:
                shown = source.crop(cut)
            clipped.append(((what, cut), (a, b, c, d)))
            clipped_sources.append((shown, tuple(shown if core is source else core.crop(cut) for core in mask)))
    return clipped, clipped_sources
