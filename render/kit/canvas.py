"""Drawing with smooth edges: larger, then reduced. For images that are drawn once and cached, not for every turn."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.cache import Mark
from render.kit.fonts import Role, load_font
from render.kit.ordered_sum import sum_in_order
from render.kit.text import Box, Kind, WrittenText
from render.kit.theme import Colour

Point = tuple[float, float]
Points = Sequence[Point]

BASE_SCALE = 2
"""The supersampling of bases: a box filter of 2 looks clean, also at half size."""
SPRITE_SCALE = 4
"""The supersampling of sprites."""
BLUR_RATIO = 1.35
"""The ratio of the radius by which a mask grows to the radius of its blur."""


class Sprite(NamedTuple):
    """A small image and its anchor: the pixel of it that `Sheet.put` places at a point.

    `words` are the words on it, relative to the anchor. `mark` is the function that drew it with its arguments, for legends.
    """

    image: Image.Image
    x: int
    y: int
    words: tuple[WrittenText, ...] = ()
    mark: Mark | None = None

    def add_mark(self, mark: Mark) -> Sprite:
        """Return the sprite with the function that drew it."""
        return self._replace(mark=mark)


class Canvas:
    """A supersampled image, addressed in final pixels; transparent unless it has a ground colour.

    `words` lists the words on it.
    """

    def __init__(
        self, size: tuple[int, int], ground: Colour | None = None, scale: int = BASE_SCALE, origin: Point = (0, 0)
    ) -> None:
        self.scale = scale
        self.origin = origin
        large = (size[0] * scale, size[1] * scale)
        if ground:
            self.image = Image.new("RGB", large, ground)
        else:
            self.image = Image.new("RGBA", large)
        self.draw = ImageDraw.Draw(self.image)
        self.words: list[WrittenText] = []

    @classmethod
    def mask(cls, size: tuple[int, int], scale: int = BASE_SCALE, origin: Point = (0, 0)) -> Canvas:
        """Create a canvas for an outline alone: mode "L", black, to be drawn on in white."""
        new = cls.__new__(cls)
        new.scale, new.origin, new.words = scale, origin, []
        new.image = Image.new("L", (size[0] * scale, size[1] * scale))
        new.draw = ImageDraw.Draw(new.image)
        return new

    def to_pixels(self, points: Iterable[Point]) -> list[Point]:
        """Convert points to supersampled pixels."""
        return [((x + self.origin[0]) * self.scale, (y + self.origin[1]) * self.scale) for x, y in points]

    def poly(self, points: Points, fill: Colour) -> None:
        """Draw a filled polygon."""
        self.draw.polygon(self.to_pixels(points), fill=fill)

    def line(self, points: Points, fill: Colour, width: float = 2) -> None:
        """Draw straight lines through the points, with round joints and flat ends."""
        self.draw.line(self.to_pixels(points), fill=fill, width=max(1, round(width * self.scale)), joint="curve")

    def bar(self, points: Points, fill: Colour, width: float) -> None:
        """Draw a line with round ends."""
        self.line(points, fill, width)
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, fill)

    def dashed(self, a: Point, b: Point, fill: Colour, width: float = 2, dash: float = 10, gap: float = 8) -> None:
        """Draw a dashed line from a to b."""
        length = math.dist(a, b)
        if not length:
            return
        ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        start = 0.0
        while start < length:
            end = min(start + dash, length)
            self.line([(a[0] + ux * start, a[1] + uy * start), (a[0] + ux * end, a[1] + uy * end)], fill, width)
            start += dash + gap

    def rect(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        fill: Colour | None = None,
        *,
        radius: float = 0,
        edge: Colour | None = None,
        width: float = 0,
    ) -> None:
        """Draw a rectangle from (x0, y0) to (x1, y1), optionally with round corners and an inner edge."""
        (ax, ay), (bx, by) = self.to_pixels([(x0, y0), (x1, y1)])
        box = (ax, ay, bx - 1, by - 1)
        if radius:
            self.draw.rounded_rectangle(box, radius * self.scale, fill, edge, round(width * self.scale))
        else:
            self.draw.rectangle(box, fill, edge, round(width * self.scale))

    def disc(
        self, x: float, y: float, r: float, fill: Colour | None = None, *, edge: Colour | None = None, width: float = 0
    ) -> None:
        """Draw a disc round (x, y), optionally with an inner edge."""
        box = self.to_pixels([(x - r, y - r), (x + r, y + r)])
        self.draw.ellipse((*box[0], *box[1]), fill, edge, round(width * self.scale))

    def text(  # noqa: PLR0913 - options of layout, by keyword as in Pillow's own text()
        self,
        x: float,
        y: float,
        string: str,
        size: int,
        fill: Colour,
        role: Role = "bold",
        anchor: str = "mm",
        *,
        halo: Colour | None = None,
        halo_width: int = 3,
        kind: Kind = "data",
    ) -> None:
        """Draw words without fitting them: measure them first."""
        self.draw.text(
            self.to_pixels([(x, y)])[0],
            string,
            fill=fill,
            font=load_font(role, size * self.scale),
            anchor=anchor,
            stroke_width=halo_width * self.scale if halo else 0,
            stroke_fill=halo,
        )
        left, top, right, bottom = load_font(role, size).getbbox(string, anchor=anchor)
        ink: Box = (math.floor(x + left), math.floor(y + top), math.ceil(x + right), math.ceil(y + bottom))
        self.words.append(WrittenText(string, ink, (ink[0], ink[2]), role, size, size, kind))

    def finish(self) -> Image.Image:
        """Return the image in final pixels. Alpha is premultiplied before reducing, or edges would turn dark."""
        if self.image.mode == "RGBA":
            return self.image.convert("RGBa").reduce(self.scale).convert("RGBA")
        return self.image.reduce(self.scale)

    def sprite(self, ground: Colour | None = None) -> Sprite:
        """Return the image as a sprite anchored at the canvas's origin.

        On a plain ground it loses its transparency and is pasted ten times faster.
        """
        whole = Sprite(self.finish(), round(self.origin[0]), round(self.origin[1]), tuple(self.words))
        if ground:
            return flatten_sprite(whole, ground)
        return _crop_margins(whole)

    def full_sprite(self) -> Sprite:
        """Return the whole image as a sprite anchored at its top left corner."""
        return Sprite(self.finish(), 0, 0, tuple(move_words(one, *map(round, self.origin)) for one in self.words))


def move_words(written: WrittenText, x: int, y: int) -> WrittenText:
    """Return the words moved by x pixels to the right and y down."""
    left, top, right, bottom = written.ink
    ink, room = (left + x, top + y, right + x, bottom + y), (written.span[0] + x, written.span[1] + x)
    return WrittenText(written.string, ink, room, written.role, written.size, written.wanted_size, written.kind)


def create_canvas(left: float, top: float, right: float, bottom: float, scale: int = SPRITE_SCALE) -> Canvas:
    """Create a transparent canvas that extends this far around (0, 0)."""
    x, y = math.ceil(left), math.ceil(top)
    return Canvas((x + math.ceil(right), y + math.ceil(bottom)), None, scale, (x, y))


def add_rims(canvas: Canvas, rims: Sequence[tuple[float, Colour]]) -> Sprite:
    """Return the drawing on a transparent canvas with rims (width in final pixels, colour), innermost first.

    The canvas must be large enough for them.
    """
    scale, out = canvas.scale, sum_in_order(width for width, _ in rims)
    left, top, right, bottom = canvas.image.getchannel("A").getbbox() or (0, 0, 1, 1)
    # Blurring what is empty costs as much as all else: only so much around what is drawn is looked at as a rim is felt.
    room = math.ceil(3 * out * scale / BLUR_RATIO) + 2 * scale
    left, top = max(0, (left - room) // scale * scale), max(0, (top - room) // scale * scale)
    right = min(canvas.image.width, -(-(right + room) // scale) * scale)
    bottom = min(canvas.image.height, -(-(bottom + room) // scale) * scale)
    drawn = canvas.image.crop((left, top, right, bottom))
    body = drawn.getchannel("A")
    result = Image.new("RGBA", drawn.size)
    for width, colour in reversed(rims):
        result.paste(colour, (0, 0), grow_mask(body, out * scale))
        out -= width
    result.paste(drawn, (0, 0), body)
    smooth = result.convert("RGBa").reduce(scale).convert("RGBA")
    x, y = canvas.origin
    return _crop_margins(Sprite(smooth, round(x) - left // scale, round(y) - top // scale, tuple(canvas.words)))


def flatten_sprite(sprite: Sprite, ground: Colour) -> Sprite:
    """Paste a sprite on a plain ground."""
    image = Image.new("RGB", sprite.image.size, ground)
    image.paste(sprite.image, (0, 0), sprite.image)
    return sprite._replace(image=image)


def _crop_margins(sprite: Sprite) -> Sprite:
    """Remove the empty margins of a sprite, which would only cost time to paste."""
    left, top, right, bottom = sprite.image.getchannel("A").getbbox() or (0, 0, 1, 1)
    return Sprite(sprite.image.crop((left, top, right, bottom)), sprite.x - left, sprite.y - top, sprite.words)


def grow_mask(mask: Image.Image, radius: float) -> Image.Image:
    """Dilate an "L" mask with round corners by about `radius` pixels: blur it, then cut it low."""
    if radius <= 0:
        return mask
    blurred = mask.filter(ImageFilter.GaussianBlur(radius / BLUR_RATIO))
    return ImageChops.lighter(mask, blurred.point([0] * 24 + [255] * 232))
