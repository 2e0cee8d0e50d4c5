"""Alt texts: plain sentences in reading order, the least needed left out when all together are too long."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Text, Translate, write

LIMIT = 1000
"""Characters of an alt text."""
NAME = 32
"""Characters of a name in it."""


class AltText:
    """Sentences in reading order, each with a rank; when all together are too long, the highest ranks go first."""

    __slots__ = ("names", "told", "translate")

    def __init__(self, names: Sequence[str], translate: Translate) -> None:
        self.names = [name if len(name) <= NAME else name[: NAME - 1] + "…" for name in names]
        self.translate = translate
        self.told: list[tuple[int, str]] = []

    def add(self, rank: int, text: Text) -> None:
        """One sentence."""
        self.told.append((rank, write(text, self.names, self.translate)))

    def text(self) -> str:
        """All that fits."""
        told = list(self.told)
        while len(told) > 1 and sum(len(sentence) + 1 for _, sentence in told) > LIMIT:
            told.remove(max(told, key=lambda pair: (pair[0], len(pair[1]))))
        whole = " ".join(sentence for _, sentence in told)
        return whole if len(whole) <= LIMIT else whole[: LIMIT - 1] + "…"
