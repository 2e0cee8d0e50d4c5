"""A picture that is not drawn before somebody looks at it: until then it is a list of what is to be laid where.

A part of it can be drawn alone, and two of them can be compared without a look at their pixels (see `damage`): of a board, most is
as it was in the picture before.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

from PIL import Image

from render.kit.drawing.damage import Box, Stroke
from render.kit.theme import parse_colour

StrokeSource = tuple[Any, tuple[Any, ...]]
"""What a stroke lays: a colour, pixels as Pillow's core has them, or `ImageParts`; and `(pixels,)` of its mask, or ()."""

FAR_PX = 1 << 30
EVERYWHERE = (-FAR_PX, -FAR_PX, FAR_PX, FAR_PX)
MAX_PLAIN_PIXELS = 1 << 15
"""The pixels of a large mask, which is not worth the memory of so many pixels of its colour."""
BAND_HEIGHT_PX = 150
"""The height of a band: lower ones are fewer pixels, and more of them meet the same stroke."""


class PreparedImage:
    """An image as strokes paste it: its fingerprint, its size, and its pixels as Pillow's core has them.

    `source` names the pixels twice if they have an alpha channel, since it is also their mask. `reference` is weak.
    """

    __slots__ = ("fingerprint", "reference", "size", "source")

    def __init__(self, image: Image.Image, fingerprint: object) -> None:
        core = image.im
        self.fingerprint = fingerprint
        self.source: StrokeSource = (core, (core,) if core.mode == "RGBA" else ())
        self.size: tuple[int, int] = core.size
        # The callback passes the dead reference as the default of `pop`, and needs no global name while Python shuts down.
        self.reference = weakref.ref(image, partial(_prepared_images.pop, id(image)))


_prepared_images: dict[int, PreparedImage] = {}
"""By the id of each image that has been pasted. An entry goes together with its image, so the id cannot mean another one."""


def prepare_image(image: Image.Image) -> PreparedImage:
    """Prepare an image for strokes, once. It must not change any more."""
    found = _prepared_images.get(id(image))
    if found is None:
        found = _prepared_images.setdefault(id(image), PreparedImage(image, object()))
    return found


def find_fingerprint(image: Image.Image) -> object:
    """Return what stands for the pixels of an image from its first stroke on.

    No other image gets the same fingerprint, also not after this one was thrown away. The image must not change any more.
    """
    return prepare_image(image).fingerprint


def set_pixel_fingerprint(image: Image.Image) -> Image.Image:
    """Give a small image that is drawn again each time a fingerprint made of its pixels, and return the image."""
    _prepared_images[id(image)] = PreparedImage(image, (image.mode, image.size, image.tobytes()))
    return image


@lru_cache(maxsize=2048)
def _create_plain_source(colour: tuple[int, int, int], width: int, height: int) -> Any:  # noqa: ANN401 - Pillow's own type is not public
    """What is inked through a mask of that size. Pillow blends a picture in half of the time in which it blends a colour, with the
    same result; those of a colour share their memory."""
    if width * height > MAX_PLAIN_PIXELS:
        return colour
    return Image.frombuffer("RGBX", (width, height), _repeat_colour(colour), "raw", "RGBX", 0, 1).im


@lru_cache(maxsize=64)
def _repeat_colour(colour: tuple[int, int, int]) -> bytes:
    return bytes((*colour, 255)) * MAX_PLAIN_PIXELS


class ImageParts:
    """Small pictures that are laid as one: their pixels, `(pixels,)` of those that are laid through their own alpha or (), and
    their boxes within that of all, which is seen from the anchor."""

    __slots__ = ("_placed_parts", "box")

    def __init__(self, parts: Sequence[tuple[Image.Image, int, int]]) -> None:
        boxes = [(x, y, x + part.width, y + part.height) for part, x, y in parts] or [(0, 0, 0, 0)]
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        self.box: Box = (left, top, max(box[2] for box in boxes), max(box[3] for box in boxes))
        self._placed_parts = [
            (
                one.im,
                (one.im,) if one.mode == "RGBA" else (),
                x - left,
                y - top,
                x - left + one.width,
                y - top + one.height,
            )
            for one, x, y in parts
        ]

    def draw(self, paste: Callable[..., None], left: int, top: int) -> None:
        """Lay them with the top left corner of their box at (left, top)."""
        for part, mask, a, b, c, d in self._placed_parts:
            paste(part, (left + a, top + b, left + c, top + d), *mask)

    def draw_within(self, paste: Callable[..., None], left: int, top: int, width: int, height: int) -> None:
        """The same on a small picture of that size, which not all of them meet."""
        for part, mask, a, b, c, d in self._placed_parts:
            if top + b < height and top + d > 0 and left + a < width and left + c > 0:
                paste(part, (left + a, top + b, left + c, top + d), *mask)

    def split_strokes(self, left: int, top: int) -> tuple[list[Stroke], list[StrokeSource]]:
        """Each as a stroke."""
        boxes = [(left + a, top + b, left + c, top + d) for _, _, a, b, c, d in self._placed_parts]
        return [((self, k), box) for k, box in enumerate(boxes)], [
            (part, mask) for part, mask, *_ in self._placed_parts
        ]


class Drawing(Image.Image):
    """An RGB picture. All of it must be laid over: nothing is painted under the first stroke.

    What is laid on a drawing that is kept must be kept itself, since only the strokes are counted. Pillow's own functions see an
    image like others: as soon as one asks for the pixels they are drawn, and the strokes are forgotten.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        self._mode, self._size = "RGB", size
        self._im: Any = None
        self._stroke_list: tuple[list[Stroke], list[StrokeSource]] | None = ([], [])

    @property
    def im(self) -> Any:  # noqa: ANN401 - Pillow's own type is not public
        """The pixels. Whoever asks for them may change them, so that the strokes tell nothing of them any more."""
        if (listed := self._stroke_list) is not None:
            found = _create_blank(self.size)
            paste = found.paste
            for (_, box), (source, mask) in zip(*listed, strict=True):
                if isinstance(source, ImageParts):
                    source.draw(paste, box[0], box[1])
                else:
                    paste(source, box, *mask)
            self.im = found
        return self._im

    @im.setter
    def im(self, value: Any) -> None:  # noqa: ANN401 - Pillow's own type is not public
        self._im = value
        self._stroke_list = None

    @property
    def strokes(self) -> Sequence[Stroke] | None:
        """What is laid, in this order; None once it has been drawn."""
        return None if self._stroke_list is None else self._stroke_list[0]

    # ------------------------------------------------------------ laying
    def fill(self, colour: tuple[int, int, int], box: Box) -> None:
        """Lay a colour. What goes on beside the last stroke in its colour is part of it."""
        if self._stroke_list is not None and (strokes := self._stroke_list[0]):
            what, (left, top, right, bottom) = strokes[-1]
            if what == colour and left <= box[0] <= right <= box[2] and top == box[1] and bottom == box[3]:
                strokes[-1] = (what, (left, top, box[2], bottom))
                return
        self._add(colour, box, (colour, ()))

    def fill_mask(self, colour: tuple[int, int, int], mask: Image.Image, x: int, y: int) -> None:
        """Lay a colour through a mask."""
        prepared = prepare_image(mask)
        width, height = prepared.size
        box = (x, y, x + width, y + height)
        self._add(
            (prepared.fingerprint, colour), box, (_create_plain_source(colour, width, height), prepared.source[:1])
        )

    def paste_image(self, image: Image.Image, x: int, y: int) -> None:
        """Lay a picture, through its own alpha if it has one; of another drawing, its strokes."""
        if type(image) is Drawing:
            self._paste_drawing(image, x, y)
            return
        prepared = prepare_image(image)
        width, height = prepared.size
        self._add(prepared.fingerprint, (x, y, x + width, y + height), prepared.source)

    def _paste_drawing(self, image: Drawing, x: int, y: int) -> None:
        listed = image._stroke_list
        if self._stroke_list is None or listed is None:
            self._add(object(), (x, y, x + image.width, y + image.height), (image.im, ()))  # it may change again
            return
        strokes, sources = listed
        # Strokes may reach beyond its edges, but not where this drawing goes on.
        low = (0 if x > 0 else -FAR_PX, 0 if y > 0 else -FAR_PX)
        high = [
            size if at + size < room else FAR_PX for at, size, room in zip((x, y), image.size, self.size, strict=True)
        ]
        if (*low, *high) != EVERYWHERE and any(
            a < low[0] or b < low[1] or c > high[0] or d > high[1] for _, (a, b, c, d) in strokes
        ):
            strokes, sources = _clip_strokes((*low, high[0], high[1]), strokes, sources)
        if x or y:
            strokes = [(what, (x + a, y + b, x + c, y + d)) for what, (a, b, c, d) in strokes]
        self._stroke_list[0].extend(strokes)
        self._stroke_list[1].extend(sources)

    def paste_parts(self, parts: ImageParts, x: int, y: int) -> None:
        """Lay what consists of parts as one."""
        a, b, c, d = parts.box
        self._add(parts, (x + a, y + b, x + c, y + d), (parts, ()))

    def paste(self, im: Any, box: Any = None, mask: Image.Image | None = None) -> None:  # noqa: ANN401 - as Pillow's
        """`Image.paste`."""
        if self._stroke_list is None:
            super().paste(im, box, mask)
            return
        measured = im if isinstance(im, Image.Image) else mask or self
        if box is None or len(box) == 2:
            left, top = box or (0, 0)
            box = (left, top, left + measured.width, top + measured.height)
        what: object
        source: Any
        if isinstance(im, Image.Image):
            what, source = find_fingerprint(im), (im if im.mode in ("RGB", "RGBA") else im.convert("RGB")).im
        else:
            what = source = parse_colour(im) if isinstance(im, str) else im
        self._add(
            what if mask is None else (what, find_fingerprint(mask)), box, (source, () if mask is None else (mask.im,))
        )

    def _add(self, what: object, box: Box, source: StrokeSource) -> None:
        if self._stroke_list is not None:
            self._stroke_list[0].append((what, box))
            self._stroke_list[1].append(source)
        elif isinstance(source[0], ImageParts):
            source[0].draw(self._im.paste, box[0], box[1])
        else:
            self._im.paste(source[0], box, *source[1])

    # ------------------------------------------------------- taking apart
    def copy(self) -> Image.Image:
        """`Image.copy`; of strokes, a list of one's own."""
        if self._stroke_list is None:
            return super().copy()
        other = Drawing(self.size)
        other.paste_image(self, 0, 0)
        return other

    def crop(self, box: Any = None) -> Image.Image:  # noqa: ANN401 - as Pillow's
        """`Image.crop`, of which nothing else is drawn."""
        if self._stroke_list is None:
            return super().crop(box)
        if box is None:
            return self.copy()
        left, top, right, bottom = map(round, box)
        part = Drawing((right - left, bottom - top))
        if left < 0 or top < 0 or right > self.width or bottom > self.height:
            part.fill((0, 0, 0), (0, 0, *part.size))  # as beyond the edges of any picture
            part.paste_image(self, -left, -top)
        else:
            for (what, (a, b, c, d)), (source, mask) in zip(*self._stroke_list, strict=True):
                if a < right and b < bottom and c > left and d > top:
                    part._add(what, (a - left, b - top, c - left, d - top), (source, mask))
        assert part.im is not None  # drawn now: strokes reach beyond the edges
        return part

    def iterate_bands(self) -> Iterator[tuple[int, Any]]:
        """All of it from top to bottom, so many rows at a time as the processor has at hand: where they begin, and their pixels,
        which are there until the next ones are asked for. It must not have been drawn."""
        assert self._stroke_list is not None
        wide, high = self.size
        met: list[list[tuple[Box, StrokeSource]]] = [[] for _ in range(0, high, BAND_HEIGHT_PX)]
        for (_, box), source in zip(*self._stroke_list, strict=True):
            for one in met[max(0, box[1] // BAND_HEIGHT_PX) : max(0, -(-box[3] // BAND_HEIGHT_PX))]:
                one.append((box, source))
        part = _create_blank((wide, min(BAND_HEIGHT_PX, high)))
        for top, strokes in zip(range(0, high, BAND_HEIGHT_PX), met, strict=True):
            if high - top < BAND_HEIGHT_PX:
                part = _create_blank((wide, high - top))
            paste, rows = part.paste, part.size[1]
            for (left, upper, right, lower), (source, mask) in strokes:
                if isinstance(source, ImageParts):
                    source.draw_within(paste, left, upper - top, wide, rows)
                else:
                    paste(source, (left, upper - top, right, lower - top), *mask)
            yield top, part

    def render_boxes(self, boxes: Sequence[Box]) -> list[Any]:
        """The pixels in some boxes within the edges. It must not have been drawn."""
        assert self._stroke_list is not None
        found = [_create_blank((right - left, bottom - top)) for left, top, right, bottom in boxes]
        part = {1 << k: (one.paste, *box) for k, (one, box) in enumerate(zip(found, boxes, strict=True))}
        wide, high = self.size
        # A stroke meets the boxes that begin before its end and end after its beginning, across and down.
        begun_across, ending_right = (
            _mask_started([box[0] for box in boxes], wide),
            _mask_unfinished([box[2] for box in boxes], wide),
        )
        begun_down, ending_below = (
            _mask_started([box[1] for box in boxes], high),
            _mask_unfinished([box[3] for box in boxes], high),
        )
        for (_, (left, top, right, bottom)), (source, mask) in zip(*self._stroke_list, strict=True):
            if left >= 0 and top >= 0 and right <= wide and bottom <= high:
                met = begun_across[right] & ending_right[left] & begun_down[bottom] & ending_below[top]
            else:
                a, b, c, d = max(left, 0), max(top, 0), min(right, wide), min(bottom, high)
                met = begun_across[c] & ending_right[a] & begun_down[d] & ending_below[b] if a < c and b < d else 0
            while met:
                paste, x, y, right_edge, bottom_edge = part[met & -met]
                met &= met - 1
                if isinstance(source, ImageParts):
                    source.draw_within(paste, left - x, top - y, right_edge - x, bottom_edge - y)
                else:
                    paste(source, (left - x, top - y, right - x, bottom - y), *mask)
        return found


def _mask_started(starts: Sequence[int], size: int) -> list[int]:
    """For each place, 0 to `size`, those that start before it, as a number with a bit for each."""
    found: list[int] = []
    so_far = 0
    for start, k in sorted((start, k) for k, start in enumerate(starts)):
        found += [so_far] * (start + 1 - len(found))
        so_far |= 1 << k
    return found + [so_far] * (size + 1 - len(found))


def _mask_unfinished(ends: Sequence[int], size: int) -> list[int]:
    """For each place, 0 to `size`, those that end after it, as a number with a bit for each."""
    found: list[int] = []
    still = (1 << len(ends)) - 1
    for end, k in sorted((end, k) for k, end in enumerate(ends)):
        found += [still] * (end - len(found))
        still ^= 1 << k
    return found + [still] * (size + 1 - len(found))


def _create_blank(size: tuple[int, int]) -> Any:  # noqa: ANN401 - Pillow's own type is not public
    return Image.new("RGB", size, None).im


def _clip_strokes(
    edge: Box, strokes: Sequence[Stroke], sources: Sequence[StrokeSource]
) -> tuple[list[Stroke], list[StrokeSource]]:
    """The same strokes without what lies outside a box."""
    found: list[tuple[Stroke, StrokeSource]] = []
    for (what, (left, top, right, bottom)), (source, mask) in zip(strokes, sources, strict=True):
        a, b, c, d = max(left, edge[0]), max(top, edge[1]), min(right, edge[2]), min(bottom, edge[3])
        if (a, b, c, d) == (left, top, right, bottom):
            found.append(((what, (a, b, c, d)), (source, mask)))
        elif a >= c or b >= d:
            continue
        elif isinstance(source, ImageParts):
            found += zip(*_clip_strokes(edge, *source.split_strokes(left, top)), strict=True)
        else:
            cut = (a - left, b - top, c - left, d - top)
            shown = source if isinstance(source, tuple) else source.crop(cut)
            seen = tuple(shown if one is source else one.crop(cut) for one in mask)
            found.append((((what, cut), (a, b, c, d)), (shown, seen)))
    return [stroke for stroke, _ in found], [source for _, source in found]
