"""Named moments of Four in a Row."""

from __future__ import annotations

from collections.abc import Callable

from tests.rules.fourrow.play import table

from engine.kernel.text import Text, Who, say
from render.kit.scene import Scene

NAMES = ("Roald", "Peña")


def scene(columns: str, marks: str = "", **options: str) -> Scene:
    """Discs into these columns, in turn, then letters at those."""
    t, news = table(None, **options), list[Text]()
    for n, column in enumerate(columns):
        t.drop(column)
        news.append(say("{seat} drops a disc on {cell}.", seat=Who(n % 2), cell=t.state.newest.upper()))
    spots = {f"column-{column}": "ABCDEFG"[n] for n, column in enumerate(marks)}
    reason = t.result.reason if t.result else None
    return Scene(t.rules.view(t.state, None), NAMES, tuple(t.now.ask), tuple(news), spots, reason)


BOARDS: dict[str, Callable[[], Scene]] = {
    "empty": lambda: scene("", "abcdefg"),
    "midgame": lambda: scene("ddcecefdeb", "abcdefg"),
    "won": lambda: scene("aabbccd"),
    "short": lambda: scene("ddc", goal="3"),
}
HANDS: dict[str, Callable[[], Scene]] = {}
