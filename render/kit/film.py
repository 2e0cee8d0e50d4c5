"""A game as an animated GIF, written frame by frame: one palette for all, and of each frame only what has changed.

GIF, because Discord plays it inline on every device: it shows APNG as a still on purpose and plays only some WebP. Pillow's own
writer keeps every frame until the end and makes new palettes; this one holds two frames, however long the game.
"""

from __future__ import annotations

from io import BytesIO

from PIL import GifImagePlugin, Image, ImageChops

from render.kit.encode import COLOURS, quantized

SCALE = 2
"""Boards are shrunk by this factor: more than the inline box of 550 × 350 would be wasted on a film."""
UNCHANGED = COLOURS - 1
"""The index of the transparent colour, which keeps the pixel of the frame before."""
KEEP = 1
"""GIF's disposal: the next frame is drawn over this one."""


class Film:
    """An animation being written. `palette` is a painter's own; its last colour gives way to transparency."""

    def __init__(self, palette: Image.Image) -> None:
        colours = palette.getpalette() or []
        self._palette = Image.new("P", (1, 1))
        # The freed entry repeats the first colour, so no pixel is ever nearest to it alone.
        self._palette.putpalette([*colours[: 3 * UNCHANGED], *colours[:3]])
        self._fold = [*range(UNCHANGED), 0]
        self._out = BytesIO()
        self._last: Image.Image | None = None
        self._change: Image.Image | None = None
        self._at = (0, 0)
        self._ms = 0

    @property
    def size(self) -> int:
        """Bytes so far, without the frame that is still being shown."""
        return self._out.tell()

    def add(self, image: Image.Image, ms: int) -> None:
        """Show a board for so many milliseconds; if it looks like the one before, that one is shown longer."""
        small = quantized(image.reduce(SCALE), self._palette).point(self._fold)
        if self._last is None:
            self._begin(small)
            self._keep(small, (0, 0), ms)
        else:
            change = _as_grey(ImageChops.subtract_modulo(_as_grey(small), _as_grey(self._last)))
            box = change.getbbox()
            if box is None:
                self._ms += ms
                return
            self._write()
            mask = change.crop(box).point([0, *[COLOURS - 1] * (COLOURS - 1)])
            only = Image.new("P", mask.size, UNCHANGED)
            only.paste(small.crop(box), mask=mask)
            self._keep(only, (box[0], box[1]), ms)
        self._last = small

    def finish(self) -> bytes:
        """The whole animation, which loops. Raises ValueError without a frame."""
        if self._last is None:
            raise ValueError("a film needs a frame")
        self._write()
        self._out.write(b";")
        return self._out.getvalue()

    def _begin(self, image: Image.Image) -> None:
        image.putpalette(self._palette.getpalette() or [])
        head, _ = GifImagePlugin.getheader(image, info={"loop": 0, "duration": 1})
        self._out.writelines(head)

    def _keep(self, image: Image.Image, at: tuple[int, int], ms: int) -> None:
        self._change, self._at, self._ms = image, at, ms

    def _write(self) -> None:
        """Write the frame that is kept: its duration is known only when the next one comes."""
        assert self._change is not None
        self._out.writelines(
            GifImagePlugin.getdata(self._change, self._at, duration=self._ms, disposal=KEEP, transparency=UNCHANGED)
        )


def _as_grey(image: Image.Image) -> Image.Image:
    """The palette indices as numbers to calculate with."""
    return Image.frombytes("L", image.size, image.tobytes())
