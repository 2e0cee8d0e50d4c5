"""Named moments of Four in a Row."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.text import SeatMention, Text, say
from render.kit.scene import Scene
from tests.rules.fourrow.play import start_table

PLAYER_NAMES = ("Roald", "Peña")


def build_scene(columns: str, marks: str = "", **options: str) -> Scene:
    """Discs into these columns, in turn, then letters at those."""
    t, news = start_table(None, **options), list[Text]()
    for n, column in enumerate(columns):
        t.drop_discs(column)
        news.append(say("{seat} drops a disc on {cell}.", seat=SeatMention(n % 2), cell=t.state.newest.upper()))
    spots = {f"column-{column}": "ABCDEFG"[n] for n, column in enumerate(marks)}
    reason = t.result.reason if t.result else None
    return Scene(t.rules.build_view(t.state, None), PLAYER_NAMES, tuple(t.now.questions), tuple(news), spots, reason)


BOARD_SCENES: dict[str, Callable[[], Scene]] = {
    "empty": lambda: build_scene("", "abcdefg"),
    "midgame": lambda: build_scene("ddcecefdeb", "abcdefg"),
    "won": lambda: build_scene("aabbccd"),
    "short": lambda: build_scene("ddc", goal="3"),
}
HAND_SCENES: dict[str, Callable[[], Scene]] = {}
