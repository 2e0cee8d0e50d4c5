"""Find words under other drawings: pieces, marks and trails over labels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image, ImageChops

from render.kit.sheet import Sheet
from render.kit.text import Box, WrittenText
from tests.images.uncached_sheet import disable_part_cache

MIN_PIXEL_CHANGE = 40
"""The change of a pixel, of 255, from which it counts."""
MAX_CHANGED_SHARE = 0.1
"""The share of a label's box that may change, for example under a touching rim."""


class WrittenWord(NamedTuple):
    """Words and their look when they were written."""

    word: WrittenText
    original: Image.Image


class WordWatch:
    """The words of every sheet, with their first look."""

    def __init__(self) -> None:
        self.words_by_sheet: dict[int, list[WrittenWord]] = {}
        self.sheets: list[Sheet] = []

    def note_words(self, sheet: Sheet, words_before: int) -> None:
        """Store the look of the words that were written on a sheet after the first `words_before`."""
        new = [WrittenWord(one, sheet.image.crop(one.ink)) for one in sheet.written_texts[words_before:]]
        self.words_by_sheet.setdefault(id(sheet), []).extend(new)
        if all(sheet is not one for one in self.sheets):
            self.sheets.append(sheet)  # The reference keeps the sheet alive, so that no other sheet gets its id.

    def find_overdrawn(self, sheet: Sheet) -> list[tuple[WrittenText, float]]:
        """List the words of a sheet that something covers, each with the covered share of its box."""
        found = []
        image = Image.new("RGB", sheet.image.size)
        image.paste(sheet.image)  # rendered once: each crop of a drawing would go through all of its strokes
        for word, looked in self.words_by_sheet.get(id(sheet), ()):
            share = measure_change(looked, image, word.ink)
            if share > MAX_CHANGED_SHARE:
                found.append((word, share))
        return found


def measure_change(original: Image.Image, image: Image.Image, box: Box) -> float:
    """Return the share of pixels in a box that have changed."""
    difference = ImageChops.difference(original, image.crop(box)).convert("L")
    return sum(difference.histogram()[MIN_PIXEL_CHANGE + 1 :]) / max(1, original.width * original.height)


@contextmanager
def watch_words() -> Iterator[WordWatch]:
    """Watch the words of all sheets that are drawn in the block."""
    watch = WordWatch()
    put, lay, letters, copy = Sheet.put, Sheet.paste_part, Sheet.draw_letters, Sheet.copy

    def noted(method: Any) -> Any:
        def call(sheet: Sheet, *args: Any, **more: Any) -> Any:
            before = len(sheet.written_texts)
            result = method(sheet, *args, **more)
            if len(sheet.written_texts) > before:
                watch.note_words(sheet, before)
            return result

        return call

    def copied(sheet: Sheet) -> Sheet:
        other = copy(sheet)
        watch.note_words(other, 0)
        return other

    with (
        patch.object(Sheet, "put", noted(put)),
        patch.object(Sheet, "paste_part", noted(lay)),
        patch.object(Sheet, "draw_letters", noted(letters)),
        patch.object(Sheet, "copy", copied),
        disable_part_cache(),
    ):
        yield watch
