"""The picture of one turn: a cached base, sprites pasted on it, and words that never leave their room."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Literal, NamedTuple

import msgspec
from PIL import Image

from engine.kernel.text import Text
from render.kit.canvas import SHARP, Canvas, Sprite, moved
from render.kit.drawing import Drawing
from render.kit.kept import kept, memory
from render.kit.text import SMALLEST, Box, Fitted, Formatter, Kind, Name, Role, Written, fit, shrunk, stamp, width
from render.kit.theme import CREAM, Colour, rgb

Align = Literal["l", "m", "r"]


TIGHT = 3
"""How many pixels lines may lie closer than their size, which counts what rises above capitals and drops below them."""


def stamped(onto: Image.Image, image: Image.Image, x: int, y: int) -> None:
    """`Image.paste` at (x, y) of an RGB or RGBA picture through its own alpha, without what that spends on finding out what it was
    given: a board is some hundreds of small pictures."""
    if isinstance(onto, Drawing):
        onto.lay(image, x, y)
        return
    part = image.im
    wide, high = part.size
    if part.mode == "RGBA":
        onto.im.paste(part, (x, y, x + wide, y + high), part)
    else:
        onto.im.paste(part, (x, y, x + wide, y + high))


def inked(onto: Image.Image, ink: Colour, mask: Image.Image, x: int, y: int) -> None:
    """A colour laid through a mask at (x, y), on an RGB picture."""
    if isinstance(onto, Drawing):
        onto.ink(rgb(ink), mask, x, y)
        return
    part = mask.im
    wide, high = part.size
    onto.im.paste(rgb(ink), (x, y, x + wide, y + high), part)


def filled(onto: Image.Image, ink: Colour, box: Box) -> None:
    """A colour laid on a box of an RGB picture."""
    if isinstance(onto, Drawing):
        onto.fill(rgb(ink), box)
    else:
        onto.im.paste(rgb(ink), box)


def card(
    onto: Image.Image,
    box: Box,
    fill: Colour,
    ground: Colour,
    *,
    radius: int = 14,
    edge: Colour | None = None,
    width: int = 0,
) -> None:
    """`Canvas.rect` with round corners on a plain ground, where only the corners have to be drawn: the rest is copied. The box must
    hold at least the four corners, which are two pixels larger than the radius."""
    left, top, right, bottom = box
    filled(onto, fill, box)
    if edge is not None:
        for side in (
            (left, top, right, top + width),
            (left, bottom - width, right, bottom),
            (left, top, left + width, bottom),
            (right - width, top, right, bottom),
        ):
            filled(onto, edge, side)
    size = radius + 2
    northwest, northeast, southwest, southeast = _corners(fill, ground, radius, edge, width)
    stamped(onto, northwest, left, top)
    stamped(onto, northeast, right - size, top)
    stamped(onto, southwest, left, bottom - size)
    stamped(onto, southeast, right - size, bottom - size)


@kept
def _corners(
    fill: Colour, ground: Colour, radius: int, edge: Colour | None, width: int
) -> tuple[Image.Image, Image.Image, Image.Image, Image.Image]:
    size = radius + 2
    c = Canvas((2 * size, 2 * size), ground, SHARP)
    c.rect(0, 0, 2 * size, 2 * size, fill, radius=radius, edge=edge, width=width)
    whole = c.finish()
    northwest, northeast, southwest, southeast = (
        whole.crop((x, y, x + size, y + size)) for y in (0, size) for x in (0, size)
    )
    return northwest, northeast, southwest, southeast


def beside(left: int, size: tuple[int, int], ground: Colour) -> Sheet:
    """A drawing that is plain from the column `left` on. What is left of it must be painted over whole, and first: nothing has been
    painted there, which for a picture as large as a board is felt."""
    sheet = Sheet(Drawing(size))
    filled(sheet.image, ground, (left, 0, *size))
    return sheet


class Told(NamedTuple):
    """What a sheet was asked to write, and what it wrote."""

    asked: str
    shown: str


class Sheet:
    """A picture being drawn.

    `written` lists the words on it, and `told` what was asked for, so that tests can see that none overflow and none are lost.
    """

    __slots__ = ("image", "told", "written")

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.written: list[Written] = []
        self.told: list[Told] = []

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """Paste a sprite with its anchor at (x, y)."""
        stamped(self.image, sprite.image, round(x) - sprite.x, round(y) - sprite.y)
        if sprite.words:
            self.written += [moved(one, round(x), round(y)) for one in sprite.words]

    def copy(self) -> Sheet:
        """The same picture with the same words, to go on drawing on."""
        other = copy(self)
        other.image = self.image.copy()
        return other

    def __copy__(self) -> Sheet:
        other = Sheet(self.image)
        other.written, other.told = list(self.written), list(self.told)
        return other

    def cut(self, box: Box) -> Sheet:
        """A part of the picture with the words that lie in it whole."""
        left, top, right, bottom = box
        part = Sheet(self.image.crop(box))
        for one in self.written:
            if left <= one.ink[0] and top <= one.ink[1] and one.ink[2] <= right and one.ink[3] <= bottom:
                part.written.append(moved(one, -left, -top))
        return part

    def lay(self, part: Sheet, x: int, y: int) -> None:
        """Paste a cached part with its top left corner at (x, y), and list the words on it too."""
        stamped(self.image, part.image, x, y)
        self.written += [moved(one, x, y) for one in part.written] if x or y else part.written
        self.told.extend(part.told)

    def again(self, draw: Callable[..., object], fmt: Formatter, *values: object) -> None:
        """Let `draw(sheet, *values, fmt)` draw a part of a board. What it lays is kept a while by these values, and laid without
        asking it where they are the same: they must be plain data and all that it depends on, and it cannot see what lies below."""
        image = self.image
        if not isinstance(image, Drawing) or image.strokes is None:
            draw(self, *values, fmt)
            return
        key, shelf = (draw, image.size, fmt.names, fmt.translate, msgspec.msgpack.encode(values)), memory().passing
        found = shelf.get(key)
        if found is None:
            part = Sheet(Drawing(image.size))
            draw(part, *values, fmt)
            shelf.put(key, part)
        else:
            part = found[0]
        self.lay(part, 0, 0)

    def text(
        self,
        x: float,
        y: float,
        string: str,
        room: float,
        *,
        size: int = SMALLEST,
        role: Role = "bold",
        fill: Colour = CREAM,
        align: Align = "l",
        halo: tuple[Colour, int] | None = None,
        wanted: int = 0,
        kind: Kind = "data",
    ) -> int:
        """Draw words on the middle line y, aligned at x (left, middle, right); returns their width.

        What does not fit into `room` pixels is drawn smaller; only a name is cut. `wanted` is the size of words
        that have been made smaller already.
        """
        shown, wanted = string, wanted or size
        if width(string, role, size) > int(room):
            if isinstance(string, Name):
                shown = fit(string, role, size, int(room))
            role, size = shrunk(shown, role, size, int(room))
        self.told.append(Told(string, shown))
        if not shown:
            return 0
        return self._letters(x, y, shown, room, size, role, fill, align, halo, wanted, kind)

    def sentence(
        self,
        x: float,
        y: float,
        text: Text,
        room: float,
        fmt: Formatter,
        *,
        size: int = SMALLEST,
        least: int = SMALLEST,
        lines: int = 1,
        most: int = 0,
        step: int = 0,
        role: Role = "bold",
        fill: Colour = CREAM,
        centred: bool = False,
    ) -> int:
        """Draw a sentence from (x, y) downwards, or round y if `centred`, `step` pixels a line; returns the number of its lines.

        When it is too long, names in it are shortened first, then it takes more lines (see `Formatter.fitted`).
        """
        found = fmt.fitted(text, role, size, int(room), least=least, lines=lines, most=most)
        first = y - step * (len(found.lines) - 1) / 2 if centred else y
        return self.write(x, first, fmt(text), found, room, step=step, wanted=size, fill=fill)

    def write(
        self,
        x: float,
        y: float,
        asked: str,
        found: Fitted,
        room: float,
        *,
        step: int,
        wanted: int,
        fill: Colour = CREAM,
    ) -> int:
        """Draw a sentence that has been fitted already, from (x, y) downwards; returns the number of its lines."""
        self.told.append(Told(asked, " ".join(found.lines)))
        size = min(found.size, step + TIGHT) if len(found.lines) > 1 and step else found.size
        for k, line in enumerate(found.lines):
            self._letters(x, y + step * k, line, room, size, found.role, fill, "l", None, wanted)
        return len(found.lines)

    def _letters(
        self,
        x: float,
        y: float,
        shown: str,
        room: float,
        size: int,
        role: Role,
        fill: Colour,
        align: Align,
        halo: tuple[Colour, int] | None,
        wanted: int,
        kind: Kind = "data",
    ) -> int:
        letters, room = stamp(shown, role, size), int(room)
        start = given = round(x)
        if align != "l":
            start -= letters.advance // 2 if align == "m" else letters.advance
            given -= room // 2 if align == "m" else room
        if halo:
            around = stamp(shown, role, size, halo[1])
            inked(self.image, halo[0], around.mask, start + around.left, round(y) + around.top)
        left, top = start + letters.left, round(y) + letters.top
        inked(self.image, fill, letters.mask, left, top)
        wide, high = letters.mask.size
        ink = (left, top, left + wide, top + high)
        self.written.append(Written(shown, ink, (given, given + room), role, size, wanted, kind))
        return letters.advance
