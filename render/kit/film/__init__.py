"""A game as an animated GIF, written frame by frame: one palette for all, and of each frame only what has changed.

GIF, because Discord plays it inline on every device: it shows APNG as a still on purpose and plays only some WebP. Pillow's own
writer keeps every frame until the end and makes new palettes; this one holds two frames, however long the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import product

from PIL import GifImagePlugin, Image, ImageChops

from render.kit.encode import COLOURS, quantized, toned
from render.kit.theme import Tone

Change = tuple[Image.Image, tuple[int, int]]
"""A part of a frame in the film's colours, and where it lies."""
SCALE = 2
"""Boards are shrunk by this factor: more than the inline box of 550 × 350 would be wasted on a film."""
UNCHANGED = COLOURS - 1
"""The index of the transparent colour, which keeps the pixel of the frame before."""
FOLD = bytes([*range(UNCHANGED), 0])
"""What the freed colour, which repeats the first, becomes."""
ANY = bytes([0, *[255] * 255])
"""Of any number a mask."""
FIELD = 550, 350
"""The fields that are looked at for changes, in pixels of a board; even, so that no two share a pixel of the film."""
KEEP = 1
"""GIF's disposal: the next frame is drawn over this one."""


class Film:
    """An animation being written. `palette` is a painter's own; its last colour gives way to transparency.

    `foot` is the height of a strip below the boards; `tone` shifts all colours, at no cost; `again` is how often it is repeated
    before it rests on its last frame, 0: for ever.
    """

    def __init__(self, palette: Image.Image, *, foot: int = 0, tone: Tone = "day", again: int = 0) -> None:
        colours = palette.getpalette() or []
        self._palette = Image.new("P", (1, 1))
        # The freed entry repeats the first colour, so no pixel is ever nearest to it alone.
        self._palette.putpalette([*colours[: 3 * UNCHANGED], *colours[:3]])
        self._palette.info.update(palette.info)
        self._foot, self._tone, self._again = foot, tone, again
        self._out = BytesIO()
        self._seen: list[Image.Image] = []
        self._shown: Image.Image | None = None
        self._change: Image.Image | None = None
        self._own = False
        self._at = (0, 0)
        self._ms = 0

    @property
    def size(self) -> int:
        """Bytes so far, without the frame that is still being shown."""
        return self._out.tell()

    def add(self, image: Image.Image, ms: int, foot: Image.Image | None = None) -> None:
        """Show a board for so many milliseconds, with a strip below it, which has its final size; if all looks like the frame
        before, that one is shown longer."""
        parts = [(image, SCALE, 0)]
        if foot is not None:
            parts.append((foot, 1, -(-image.height // SCALE)))
        if not self._seen:
            whole = self._quantized(self._joined(image.reduce(SCALE), foot))
            if self._change is None:
                self._begin(whole)
            else:
                self._write()
            self._keep(whole, (0, 0), ms)
            self._shown = whole.copy()
        else:
            found = [
                change for part, was in zip(parts, self._seen, strict=True) for change in self._changes(*part, was)
            ]
            if not found:
                self._ms += ms
                return
            self._write()
            self._keep(*_together(found), ms)
        self._seen = [part for part, _, _ in parts]

    def end(self, image: Image.Image, palette: Image.Image, ms: int, foot: Image.Image | None = None) -> None:
        """Show a last picture in colours of its own."""
        whole = quantized(self._joined(image.reduce(SCALE), foot), palette)
        whole.putpalette(self._toned(palette))
        if self._change is None:
            self._begin(whole)
        else:
            self._write()
        self._keep(whole, (0, 0), ms, own=True)
        self._seen = []

    def finish(self) -> bytes:
        """The whole animation. Raises ValueError without a frame."""
        if self._change is None:
            raise ValueError("a film needs a frame")
        self._write()
        self._out.write(b";")
        return self._out.getvalue()

    def _joined(self, board: Image.Image, foot: Image.Image | None = None) -> Image.Image:
        """A board with the strip below it."""
        if not self._foot:
            return board
        whole = Image.new("RGB", (board.width, board.height + self._foot))
        whole.paste(board, (0, 0))
        if foot is not None:
            whole.paste(foot, (0, board.height))
        return whole

    def _quantized(self, image: Image.Image) -> Image.Image:
        """A picture in the colours of the film, as their numbers: mode "L", to calculate with."""
        return _mapped(quantized(image, self._palette), FOLD)

    def _changes(self, part: Image.Image, scale: int, top: int, was: Image.Image) -> Iterator[Change]:
        """What has changed of a part of the frame, shrunk by `scale`, that begins at `top` there, in the colours of the film.

        It is looked at field by field: what changes on a board is far apart, and only what may have changed is shrunk."""
        assert self._shown is not None
        difference = ImageChops.difference(part, was)
        for left, upper in product(range(0, part.width, FIELD[0]), range(0, part.height, FIELD[1])):
            right, lower = min(left + FIELD[0], part.width), min(upper + FIELD[1], part.height)
            rough = difference.crop((left, upper, right, lower)).getbbox()
            if rough is None:
                continue
            x, y = (left + rough[0]) // scale, (upper + rough[1]) // scale
            ends = (
                min(-(-(left + rough[2]) // scale) * scale, right),
                min(-(-(upper + rough[3]) // scale) * scale, lower),
            )
            cut = part.crop((x * scale, y * scale, *ends))
            small, y = self._quantized(cut.reduce(scale) if scale > 1 else cut), y + top
            change = ImageChops.subtract_modulo(small, self._shown.crop((x, y, x + small.width, y + small.height)))
            inner = change.getbbox()
            if inner is None:
                continue
            self._shown.paste(small, (x, y))
            mask = _mapped(change.crop(inner), ANY)
            only = Image.new("L", mask.size, UNCHANGED)
            only.paste(small.crop(inner), mask=mask)
            yield only, (x + inner[0], y + inner[1])

    def _toned(self, palette: Image.Image) -> bytes:
        colours = tuple(palette.getpalette() or ())
        if self._tone == "day":
            return bytes(colours)
        return toned(colours, self._tone, tuple(palette.info.get("tones", {}).get(self._tone, {}).items()))

    def _begin(self, image: Image.Image) -> None:
        first = _indexed(image)
        first.putpalette(self._toned(self._palette))
        head, _ = GifImagePlugin.getheader(first, info={"loop": self._again, "duration": 1})
        self._out.writelines(head)

    def _keep(self, image: Image.Image, at: tuple[int, int], ms: int, *, own: bool = False) -> None:
        self._change, self._at, self._ms, self._own = image, at, ms, own

    def _write(self) -> None:
        """Write the frame that is kept: its duration is known only when the next one comes."""
        assert self._change is not None
        how: dict[str, object] = {"include_color_table": True} if self._own else {"transparency": UNCHANGED}
        self._out.writelines(
            GifImagePlugin.getdata(_indexed(self._change), self._at, duration=self._ms, disposal=KEEP, **how)
        )


def _together(changes: Sequence[Change]) -> Change:
    """Several changes as one."""
    if len(changes) == 1:
        return changes[0]
    left, top = (min(at[k] for _, at in changes) for k in (0, 1))
    right = max(at[0] + image.width for image, at in changes)
    bottom = max(at[1] + image.height for image, at in changes)
    whole = Image.new("L", (right - left, bottom - top), UNCHANGED)
    for image, at in changes:
        whole.paste(image, (at[0] - left, at[1] - top))
    return whole, (left, top)


def _mapped(image: Image.Image, numbers: bytes) -> Image.Image:
    """Numbers of colours, exchanged; `Image.point` spends longer on its table than on a small picture."""
    return Image.frombytes("L", image.size, image.tobytes().translate(numbers))


def _indexed(image: Image.Image) -> Image.Image:
    """Numbers of colours as a picture in colours."""
    return image if image.mode == "P" else Image.frombytes("P", image.size, image.tobytes())
