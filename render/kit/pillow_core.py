"""Pillow's private image core, for inner loops in which Pillow's public functions would take most of the time.

No other module touches the core. `tests/images/test_pillow_core.py` fails if a version of Pillow changes what is used here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from PIL import Image

ImageCore = Any
"""The pixels of an image as Pillow's C module has them, with `mode`, `size` and `paste`. Pillow does not publish the type."""
PasteFunction = Callable[..., None]
"""`paste(colour or core, box)` or `paste(colour or core, box, mask core)`; pixels outside the edges are left out."""
NONZERO_TO_MASK = [0, *[255] * 255]
"""A lookup table that makes every non-zero value opaque."""


class LazyImage(Image.Image):
    """An RGB image whose pixels are rendered on first access to `im`."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        self._mode, self._size = "RGB", size
        self._im: ImageCore = None

    @property
    def im(self) -> ImageCore:
        """The core. Code that gets it may change the pixels."""
        if self._im is None:
            self.im = self.render_core()
        return self._im

    @im.setter
    def im(self, value: ImageCore) -> None:
        self._im = value
        self.discard_strokes()

    @abstractmethod
    def render_core(self) -> ImageCore:
        """Render all pixels."""

    @abstractmethod
    def discard_strokes(self) -> None:
        """Forget how the pixels were made, since they may change from now on."""


def get_core(image: Image.Image) -> ImageCore:
    """Return the core of an image. Changes of the core change the image."""
    return image.im


def create_blank_core(size: tuple[int, int]) -> ImageCore:
    """Create an RGB core of undefined pixels."""
    return Image.new("RGB", size, None).im


def wrap_buffer(mode: str, size: tuple[int, int], buffer: bytes | bytearray) -> ImageCore:
    """Return a core that shares the memory of `buffer`: pasting on it changes a bytearray."""
    return Image.frombuffer(mode, size, buffer, "raw", mode, 0, 1).im


def paste_image_core(target: Image.Image, source: Image.Image, x: int, y: int) -> None:
    """Paste `source` at (x, y) through its own alpha channel, if it has one. `target` must be RGB or RGBA."""
    core = source.im
    width, height = core.size
    box = (x, y, x + width, y + height)
    if core.mode == "RGBA":
        target.im.paste(core, box, core)
    else:
        target.im.paste(core, box)


def fill_mask_core(target: Image.Image, value: int | tuple[int, int, int], mask: Image.Image, x: int, y: int) -> None:
    """Fill `mask` at (x, y) with a colour, or with a value in an image of one band."""
    core = mask.im
    width, height = core.size
    target.im.paste(value, (x, y, x + width, y + height), core)


def fill_box_core(target: Image.Image, colour: tuple[int, int, int], box: tuple[int, int, int, int]) -> None:
    """Fill a box with a colour."""
    target.im.paste(colour, box)


def hash_core(core: ImageCore) -> int:
    """Return a number that is the same for equal pixels of the same size."""
    image = Image.new(core.mode, core.size, None)
    image.im.paste(core, (0, 0, *core.size))
    return hash((core.mode, core.size, image.tobytes()))


def is_ring_core(core: ImageCore, colour: tuple[int, int, int]) -> bool:
    """Return whether the middle of an image is empty, and some of its pixels have a colour."""
    width, height = core.size
    if core.mode != "RGBA" or core.getpixel((width // 2, height // 2))[3]:
        return False
    image = Image.new(core.mode, core.size, None)
    image.im.paste(core, (0, 0, *core.size))
    return bytes((*colour, 255)) in image.tobytes()


def convert_core(core: ImageCore, palette: Image.Image) -> ImageCore:
    """Return the pixels in the colours of a palette image, without dithering."""
    return core.convert("P", Image.Dither.NONE, palette.im)


def reduce_core(core: ImageCore, factor: int) -> ImageCore:
    """Return the pixels shrunk by a whole factor."""
    return core.reduce((factor, factor), (0, 0, *core.size))


def replace_pixels(shown: ImageCore, pixels: ImageCore, x: int, y: int) -> tuple[ImageCore, ImageCore, int, int] | None:
    """Paste palette pixels at (x, y) on `shown` and return what changed; None if nothing did.

    The result is the changed pixels, the mask of those that differ, and the place of both.
    """
    place = (x, y, x + pixels.size[0], y + pixels.size[1])
    difference = pixels.chop_subtract_modulo(shown.crop(place))
    changed = difference.getbbox()
    if changed is None:
        return None
    shown.paste(pixels, place)
    return pixels.crop(changed), difference.crop(changed).point(NONZERO_TO_MASK, "L"), x + changed[0], y + changed[1]
