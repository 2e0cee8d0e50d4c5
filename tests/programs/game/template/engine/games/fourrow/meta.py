"""What the lobby and the slash commands show of the game: its settings and its verbs."""

from __future__ import annotations

from typing import Final

from engine.kernel.kind import GameKind
from engine.kernel.script import GameMeta, Setting, Verb
from engine.kernel.text import say

SETTINGS: Final = (
    Setting("goal", say("How many in a row"), {"4": say("Four discs"), "3": say("Three discs: a short game")}),
)

VERBS: Final = (Verb("drop", say("Drop a disc into a column"), ("column",)),)

META: Final = GameMeta(
    slug="fourrow",
    title="Four in a Row",
    blurb=say("Drop your discs into the grid, and be the first to have four in a row."),
    kind=GameKind(),  # nothing is hidden, thrown or answered at the same time, and everybody plays alone
    rules_version=1,
    seat_counts=range(2, 3),
    settings=SETTINGS,
    verbs=VERBS,
)
