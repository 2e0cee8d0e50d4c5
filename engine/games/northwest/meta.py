"""The settings and the verbs of the game, as the lobby and the slash commands show them."""

from __future__ import annotations

from typing import Final

from engine.kernel.kind import GameKind
from engine.kernel.script import GameMeta, Setting, Verb
from engine.kernel.text import say

BLURB: Final = say(
    "Chart the Arctic tile by tile, follow Franklin’s trail, find the Northwest Passage, and be home in time."
)
EFFORT: Final = say("About 20 turns each, in ten rounds. Medium: few rules, much to plan.")

SETTINGS: Final = (
    Setting(
        "mainland",
        say("Land of the printed corners"),
        {"island": say("Counts as an island once it is closed"), "coast": say("Mainland: never an island")},
        former_default="coast",
    ),
)

VERBS: Final = (
    Verb("draw", say("Draw a large or a small tile into your reserve"), ("tile", "with")),
    Verb("refresh", say("Replace the four large tiles, then draw one"), ("with",)),
    Verb(
        "place", say("Place a tile from your reserve beside your ship or sled"), ("tile", "where", "rotation", "with")
    ),
    Verb("move", say("Move your ship or your sled to the next tile"), ("with", "where", "land")),
    Verb(
        "transfer",
        say("Move crew between ship and sled, and take the sled out or back"),
        ("available", "resting", "land"),
    ),
    Verb("explore", say("Explore a Franklin site or a strait: 3 crewmen"), ("with",)),
    Verb("discover", say("Discover an Inuit or a cairn: 2 crewmen"), ("with",)),
    Verb("end", say("End your turn; you go on when it comes round again")),
    Verb("pass", say("Pass: your crew rests until the next round")),
    Verb("fill", say("Choose the small tile that closes a gap"), ("tile",)),
    Verb("camp", say("Choose where your sled goes when the ice melts under it"), ("land",)),
)

META: Final = GameMeta(
    slug="northwest",
    title="Expedition: Northwest Passage",
    blurb=BLURB,
    kind=GameKind(has_hidden_information=True, has_chance=True),
    rules_version=2,  # version 1 did not store the largest island: a game of that version counts it from the change on
    seat_counts=range(2, 5),
    settings=SETTINGS,
    verbs=VERBS,
    effort=EFFORT,
)
