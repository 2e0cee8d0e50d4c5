"""Alt texts: plain sentences in reading order. If they are too long together, the least important are left out."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Text, Translate, write_text

MAX_ALT_TEXT_CHARS = 1000
MAX_NAME_CHARS = 32
"""The longest name in an alt text; a longer one is cut."""


class AltText:
    """Sentences in reading order, each with a rank; if they are too long together, the highest ranks are left out first."""

    __slots__ = ("names", "sentences", "translate")

    def __init__(self, names: Sequence[str], translate: Translate) -> None:
        self.names = [name if len(name) <= MAX_NAME_CHARS else name[: MAX_NAME_CHARS - 1] + "…" for name in names]
        self.translate = translate
        self.sentences: list[tuple[int, str]] = []

    def add(self, rank: int, text: Text) -> None:
        """Add a sentence."""
        self.sentences.append((rank, write_text(text, self.names, self.translate)))

    def build_text(self) -> str:
        """Join as many of the sentences as fit."""
        kept = list(self.sentences)
        while len(kept) > 1 and sum(len(sentence) + 1 for _, sentence in kept) > MAX_ALT_TEXT_CHARS:
            kept.remove(max(kept, key=lambda pair: (pair[0], len(pair[1]))))
        whole = " ".join(sentence for _, sentence in kept)
        return whole if len(whole) <= MAX_ALT_TEXT_CHARS else whole[: MAX_ALT_TEXT_CHARS - 1] + "…"
