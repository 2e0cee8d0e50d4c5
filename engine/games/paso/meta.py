"""The name, settings and verbs of the game for the lobby and the slash commands."""

from __future__ import annotations

from typing import Final

from engine.kernel.kind import GameKind
from engine.kernel.script import GameMeta, Setting, Verb
from engine.kernel.text import say

BLURB: Final = say(
    "Open your route through the ice with the tokens you have, raid the routes of others, and be first past row 24."
)
EFFORT: Final = say("About 12 turns each, of several actions. Medium: count points, fit shapes.")

SETTINGS: Final = (
    Setting(
        "mode",
        say("Who sails with whom"),
        {
            "alone": say("Each for himself"),
            "teams": say("Sirs against Explorers: seats 1 and 3 against 2 and 4"),
        },
    ),
    Setting(
        "fresh",
        say("Points of Fresh Waters"),
        {
            "added": say("Come on top of the points you have left"),
            "instead": say("Take the place of the points you have left"),
        },
        former_default="instead",
    ),
    Setting(
        "gift",
        say("A treasure to begin with, two players only"),
        {"no": say("For nobody"), "yes": say("For the player who does not move first")},
    ),
)

VERBS: Final = (
    Verb("choose", say("Choose your character"), ("character",)),
    Verb("advance", say("Advance: lay a token, or sail along a route that is open to you"), ("to", "with")),
    Verb("raid", say("Raid a hex of another player’s route"), ("to", "whose")),
    Verb("exit", say("Sail past the last row and win")),
    Verb("fresh", say("Fresh Waters: points for advancing behind a ship; your turn ends with them")),
    Verb("card", say("Play a treasure card"), ("card", "on", "with", "turned")),
    Verb("recover", say("Take a progress token back"), ("token",)),
    Verb("drop", say("Drop an iceberg behind your ship")),
    Verb("end", say("End your turn")),
    Verb("turn", say("Turn one of the new tiles round"), ("tile",)),
    Verb("keep", say("Leave the new tiles as they lie")),
    Verb("discard", say("Discard down to the hand limit"), ("cards",)),
)

META: Final = GameMeta(
    slug="paso",
    title="La Aventura del Paso del Noroeste",
    blurb=BLURB,
    kind=GameKind(has_hidden_information=True, has_chance=True, has_simultaneous_moves=True, has_teams=True),
    rules_version=2,
    seat_counts=range(2, 5),
    settings=SETTINGS,
    verbs=VERBS,
    effort=EFFORT,
)
