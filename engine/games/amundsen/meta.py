"""The settings and verbs of the game for the lobby and the slash commands."""

from __future__ import annotations

from typing import Final

from engine.kernel.kind import GameKind
from engine.kernel.script import GameMeta, Setting, Verb
from engine.kernel.text import say

BLURB: Final = say(
    "Lead your sled dogs or your horses to the South Pole before your rival gets there, and before you both freeze."
)
EFFORT: Final = say("About 30 turns each, one action a turn. Light: learnt in ten minutes.")

SETTINGS: Final = (
    Setting(
        "explorers",
        say("Who races as whom"),
        {"choose": say("The first player chooses"), "random": say("The dice decide")},
    ),
    Setting(
        "patrons", say("Patrons expansion"), {"no": say("Without patrons"), "yes": say("Each explorer draws a patron")}
    ),
    Setting("row", say("Cards in the row"), {"3": say("Three"), "6": say("Six: the advanced game")}),
    Setting("open-deck", say("Unseen cards"), {"no": say("Keep them in mind"), "yes": say("Anybody may list them")}),
    Setting(
        "wild-at-pole",
        say("Animals at the Pole"),
        {"yes": say("Your own stand in for any colour"), "no": say("They count as their colour only")},
    ),
)

VERBS: Final = (
    Verb("choose", say("Choose your explorer"), ("explorer",)),
    Verb("take", say("Take 1, 2 or 3 cards from the row"), ("cards", "discard")),
    Verb("advance", say("Advance 1 to 4 spaces"), ("spaces", "with")),
    Verb("pole", say("Take the last step to the Pole with one card of each colour"), ("with",)),
    Verb("blizzard", say("Play Blizzards on your rival"), ("cards",)),
    Verb("crevasse", say("Play Crevasses on your rival"), ("cards",)),
    Verb("return", say("Get back to the route when you are lost"), ("space", "with")),
    Verb("compass", say("Play a Compass: one space forward, or one back beyond 85°")),
    Verb("equipment", say("Play Equipment Loss: your rival may hold 5 cards at most")),
    Verb("freeze", say("Declare a Take that the row cannot serve: both explorers freeze")),
    Verb("effect", say("Use the effect of a card you discarded"), ("which",)),
    Verb("weather", say("Show the card drawn with Good Weather and advance, or keep it"), ("do",)),
    Verb("discard", say("Discard down to your hand limit"), ("cards",)),
)

META: Final = GameMeta(
    slug="amundsen",
    title="1911 Amundsen vs Scott",
    blurb=BLURB,
    kind=GameKind(has_hidden_information=True, has_chance=True),
    rules_version=1,
    seat_counts=range(2, 3),
    settings=SETTINGS,
    verbs=VERBS,
    effort=EFFORT,
)
