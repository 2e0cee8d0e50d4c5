"""Texts in place of pictures: plain sentences in reading order, as a short alt text or as the whole description.

An alt text that is too long leaves out the least important sentences. The whole description has them all, in sections.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.kernel.text import Text, Translate, write_text

MAX_ALT_TEXT_CHARS = 1000
MAX_NAME_CHARS = 32
"""The longest name in an alt text; a longer one is cut."""


class TextSection(msgspec.Struct, frozen=True):
    """A part of a whole description: its heading, "" for the first part, and its sentences. `is_hand`: the viewer's own hand."""

    heading: str
    sentences: tuple[str, ...]
    is_hand: bool = False


class AltText:
    """Sentences in reading order, each with a rank; if they are too long together, the highest ranks are left out first.

    Headings and details are only in the whole description.
    """

    __slots__ = ("_sections", "names", "sentences", "translate")

    def __init__(self, names: Sequence[str], translate: Translate) -> None:
        self.names = [name if len(name) <= MAX_NAME_CHARS else name[: MAX_NAME_CHARS - 1] + "…" for name in names]
        self.translate = translate
        self.sentences: list[tuple[int, str]] = []
        self._sections: list[tuple[str, list[str], bool]] = [("", [], False)]

    def add(self, rank: int, text: Text) -> None:
        """Add a sentence."""
        self.sentences.append((rank, self._write(text)))
        self.add_detail(text)

    def add_heading(self, text: Text, *, is_hand: bool = False) -> None:
        """Begin a section of the whole description."""
        self._sections.append((self._write(text), [], is_hand))

    def add_detail(self, text: Text) -> None:
        """Add a sentence that only the whole description has."""
        self._sections[-1][1].append(self._write(text))

    def build_text(self) -> str:
        """Join as many of the sentences as fit."""
        kept = list(self.sentences)
        while len(kept) > 1 and sum(len(sentence) + 1 for _, sentence in kept) > MAX_ALT_TEXT_CHARS:
            kept.remove(max(kept, key=lambda pair: (pair[0], len(pair[1]))))
        whole = " ".join(sentence for _, sentence in kept)
        if len(whole) <= MAX_ALT_TEXT_CHARS:
            return whole
        return whole[: MAX_ALT_TEXT_CHARS - 1] + "…"

    def build_sections(self) -> tuple[TextSection, ...]:
        """Return everything that was added, in sections; empty ones are left out."""
        sections = []
        for heading, lines, is_hand in self._sections:
            if lines:
                sections.append(TextSection(heading, tuple(lines), is_hand))
        return tuple(sections)

    def _write(self, text: Text) -> str:
        return write_text(text, self.names, self.translate)
