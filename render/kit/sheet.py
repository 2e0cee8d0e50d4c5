"""The picture of one turn: a cached base, sprites pasted on it, and words that never leave their room."""

from __future__ import annotations

from typing import Literal, NamedTuple

from PIL import Image

from render.kit.canvas import Sprite
from render.kit.text import Role, fit, stamp
from render.kit.theme import CREAM, Colour

Box = tuple[int, int, int, int]
Align = Literal["l", "m", "r"]


class Written(NamedTuple):
    """Words as drawn: the box of their ink, the span of x that they had, font and size."""

    string: str
    ink: Box
    room: tuple[int, int]
    role: Role
    size: int


class Sheet:
    """A picture being drawn. `written` lists the words on it, so that tests can see that none overflow."""

    __slots__ = ("image", "written")

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self.written: list[Written] = []

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """Paste a sprite with its anchor at (x, y)."""
        place = (round(x) - sprite.x, round(y) - sprite.y)
        self.image.paste(sprite.image, place, sprite.image if sprite.image.mode == "RGBA" else None)

    def lay(self, part: Sheet, x: int, y: int) -> None:
        """Paste a cached part with its top left corner at (x, y), and list the words on it too."""
        self.image.paste(part.image, (x, y))
        for one in part.written:
            left, top, right, bottom = one.ink
            ink, room = (left + x, top + y, right + x, bottom + y), (one.room[0] + x, one.room[1] + x)
            self.written.append(one._replace(ink=ink, room=room))

    def text(
        self,
        x: float,
        y: float,
        string: str,
        room: float,
        *,
        size: int = 34,
        role: Role = "bold",
        fill: Colour = CREAM,
        align: Align = "l",
        halo: tuple[Colour, int] | None = None,
    ) -> int:
        """Draw words on the middle line y, aligned at x (left, middle, right) and cut to `room` pixels; returns their width."""
        shown = fit(string, role, size, int(room))
        if not shown:
            return 0
        letters = stamp(shown, role, size)
        start = round(x) - {"l": 0, "m": letters.advance // 2, "r": letters.advance}[align]
        given = round(x) - {"l": 0, "m": int(room) // 2, "r": int(room)}[align]
        if halo:
            around = stamp(shown, role, size, halo[1])
            self.image.paste(halo[0], (start + around.left, round(y) + around.top), around.mask)
        left, top = start + letters.left, round(y) + letters.top
        self.image.paste(fill, (left, top), letters.mask)
        ink = (left, top, left + letters.mask.width, top + letters.mask.height)
        self.written.append(Written(shown, ink, (given, given + int(room)), role, size))
        return letters.advance
