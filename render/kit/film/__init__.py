"""Animated GIFs, written frame by frame: one palette for all frames, and of each frame only the changes.

GIF, because Discord plays it inline on every device: it shows APNG as a still on purpose and plays only some WebP. Pillow's own
writer keeps every frame until the end and makes new palettes; this one holds two frames, however long the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO

from PIL import GifImagePlugin, Image

from render.kit.boxes import enclose_boxes
from render.kit.drawing import Drawing
from render.kit.drawing.damage import Stroke, find_changed_cells, merge_cells
from render.kit.encode import MAX_COLOURS, apply_tone, quantize
from render.kit.pillow_core import ImageCore, convert_core, get_core, reduce_core, replace_pixels
from render.kit.theme import Tone

FrameChange = tuple[Image.Image, tuple[int, int]]
"""A part of a frame in the film's colours, and where it lies."""
SHRINK_FACTOR = 2
"""Boards are shrunk by this factor: more than the inline box of 550 × 350 would be wasted on a film."""
UNCHANGED_INDEX = MAX_COLOURS - 1
"""The index of the transparent colour, which keeps the pixel of the frame before."""
KEEP_DISPOSAL = 1
"""GIF's disposal: the next frame is drawn over this one."""


class Film:
    """An animation being written. `palette` is a painter's own; its last colour gives way to transparency.

    `strip_height` is the height of a strip below the boards; `tone` shifts all colours, at no cost; `repeats` is how often it
    is repeated before it rests on its last frame, 0: for ever.
    """

    def __init__(self, palette: Image.Image, *, strip_height: int = 0, tone: Tone = "day", repeats: int = 0) -> None:
        colours = palette.getpalette() or []
        self._palette = Image.new("P", (1, 1))
        # The freed entry repeats the first colour, and of two that are as near Pillow takes the first.
        self._palette.putpalette([*colours[: 3 * UNCHANGED_INDEX], *colours[:3]])
        self._palette.info.update(palette.info)
        self._strip_height, self._tone, self._repeats = strip_height, tone, repeats
        self._output = BytesIO()
        self._last_strokes: Sequence[Stroke] | None = None
        self._last_frame: Image.Image | None = None
        self._pending_change: Image.Image | None = None
        self._has_own_palette = False
        self._pending_position = (0, 0)
        self._pending_ms = 0

    @property
    def size_bytes(self) -> int:
        """The bytes so far, without the frame that is still being shown."""
        return self._output.tell()

    def add_frame(self, image: Image.Image, ms: int, strip: Image.Image | None = None) -> None:
        """Show a board for `ms` milliseconds, with a strip of its final size below it.

        If all looks like the frame before, that one is shown longer.
        """
        if isinstance(image, Drawing):
            strokes = image.strokes
        else:
            strokes = None
        if self._last_frame is None:
            whole = quantize(self._join_strip(image.reduce(SHRINK_FACTOR), strip), self._palette)
            if self._pending_change is None:
                self._write_header(whole)
            else:
                self._write_pending()
            self._hold_frame(whole, (0, 0), ms)
            self._last_frame = whole.copy()
        else:
            found = []
            for part, at in self._find_changed_parts(image, strip):
                if (change := self._find_change(part, *at)) is not None:
                    found.append(change)
            if found:
                self._write_pending()
                self._hold_frame(*_merge_changes(found), ms)
            else:
                self._pending_ms += ms
        self._last_strokes = strokes

    def add_last_frame(
        self, image: Image.Image, palette: Image.Image, ms: int, strip: Image.Image | None = None
    ) -> None:
        """Show a last picture in colours of its own."""
        whole = quantize(self._join_strip(image.reduce(SHRINK_FACTOR), strip), palette)
        whole.putpalette(self._apply_tone(palette))
        if self._pending_change is None:
            self._write_header(whole)
        else:
            self._write_pending()
        self._hold_frame(whole, (0, 0), ms, has_own_palette=True)
        self._last_frame = None

    def finish(self) -> bytes:
        """Return the whole animation. Raises ValueError without a frame."""
        if self._pending_change is None:
            raise ValueError("a film needs a frame")
        self._write_pending()
        self._output.write(b";")
        return self._output.getvalue()

    def _join_strip(self, board: Image.Image, strip: Image.Image | None = None) -> Image.Image:
        """Return a board with the strip below it."""
        if not self._strip_height:
            return board
        whole = Image.new("RGB", (board.width, board.height + self._strip_height))
        whole.paste(board, (0, 0))
        if strip is not None:
            whole.paste(strip, (0, board.height))
        return whole

    def _find_changed_parts(
        self, image: Image.Image, strip: Image.Image | None
    ) -> Iterator[tuple[ImageCore, tuple[int, int]]]:
        """Yield the pixels that may have changed in a frame, reduced, and their places.

        For a drawing after a drawing, only the boxes in which their strokes differ are rendered.
        """
        if self._last_strokes is not None and isinstance(image, Drawing) and image.strokes is not None:
            where = merge_cells(find_changed_cells(self._last_strokes, image.strokes), image.size)
            for part, (left, top, _, _) in zip(image.render_boxes(where), where, strict=True):
                yield reduce_core(part, SHRINK_FACTOR), (left // SHRINK_FACTOR, top // SHRINK_FACTOR)
        else:
            yield get_core(image.reduce(SHRINK_FACTOR)), (0, 0)
        if strip is not None:
            yield get_core(strip), (0, image.height // SHRINK_FACTOR)

    def _find_change(self, part: ImageCore, x: int, y: int) -> FrameChange | None:
        """Return the changes in a part of the frame, in the colours of the film; None if there are none.

        The parts are small, so this uses the Pillow core.
        """
        assert self._last_frame is not None
        change = replace_pixels(get_core(self._last_frame), convert_core(part, self._palette), x, y)
        if change is None:
            return None
        pixels, mask, left, top = change
        frame = Image.new("P", pixels.size, UNCHANGED_INDEX)
        get_core(frame).paste(pixels, (0, 0, *pixels.size), mask)
        return frame, (left, top)

    def _apply_tone(self, palette: Image.Image) -> bytes:
        colours = tuple(palette.getpalette() or ())
        if self._tone == "day":
            return bytes(colours)
        return apply_tone(colours, self._tone, tuple(palette.info.get("tones", {}).get(self._tone, {}).items()))

    def _write_header(self, image: Image.Image) -> None:
        first = image.copy()
        first.putpalette(self._apply_tone(self._palette))
        head, _ = GifImagePlugin.getheader(first, info={"loop": self._repeats, "duration": 1})
        self._output.writelines(head)

    def _hold_frame(
        self, image: Image.Image, position: tuple[int, int], ms: int, *, has_own_palette: bool = False
    ) -> None:
        self._pending_change, self._pending_position, self._pending_ms, self._has_own_palette = (
            image,
            position,
            ms,
            has_own_palette,
        )

    def _write_pending(self) -> None:
        """Write the pending frame: its duration is known only when the next one comes."""
        assert self._pending_change is not None
        how: dict[str, object]
        if self._has_own_palette:
            how = {"include_color_table": True}
        else:
            how = {"transparency": UNCHANGED_INDEX}
        self._output.writelines(
            GifImagePlugin.getdata(
                self._pending_change, self._pending_position, duration=self._pending_ms, disposal=KEEP_DISPOSAL, **how
            )
        )


def _merge_changes(changes: Sequence[FrameChange]) -> FrameChange:
    """Merge several changes into one."""
    if len(changes) == 1:
        return changes[0]
    boxes = [(x, y, x + image.width, y + image.height) for image, (x, y) in changes]
    left, top, right, bottom = enclose_boxes(boxes)
    whole = Image.new("P", (right - left, bottom - top), UNCHANGED_INDEX)
    for image, (x, y) in changes:
        whole.paste(image, (x - left, y - top))
    return whole, (left, top)
