"""What the lobby and the slash commands show of the game: its settings and its verbs."""

from __future__ import annotations

from typing import Final

from engine.kernel.kind import GameKind
from engine.kernel.script import GameMeta, Setting, Verb
from engine.kernel.text import say

BLURB: Final = say(
    "Earth, Mars, the Belt and ProtoGen compete for the Solar System: spread influence, use events, score."
)

FREE_FLEET: Final = "free-fleet"
STRONGEST: Final = "strongest"
"""The option about the fleet that a Scoring turn builds for nothing, and its value for those who do not want to be asked."""

SETTINGS: Final = (
    Setting(
        "factions",
        say("Who plays which faction"),
        {"choose": say("Everybody chooses, in seat order"), "random": say("The dice decide")},
    ),
    Setting(
        FREE_FLEET,
        say("The free fleet after a Scoring turn"),
        {"ask": say("Each player is asked"), STRONGEST: say("The strongest comes home by itself")},
        formerly=STRONGEST,
    ),
)

_REST: Final = tuple(f"step-{n}" for n in range(1, 25))
STEPS: Final[dict[str, tuple[str, ...]]] = {
    "take": ("space", "use", *_REST[:22]),
    "play": ("card", *_REST[:23]),
    "event": ("answer", *_REST[:23]),
    "scoring": ("event", *_REST[:23]),
    "choose": _REST[:24],
}
"""What the menus behind a verb are called, level by level: the parameters of its command."""

VERBS: Final = (
    Verb("faction", say("Choose your faction"), ("faction",)),
    Verb("take", say("Take a card from the Action Track and use it"), STEPS["take"]),
    Verb("play", say("Play an Event that you have kept"), STEPS["play"]),
    Verb("event", say("Use, keep or decline an Event that is offered to you"), STEPS["event"]),
    Verb("bonus", say("Choose the Bonus Sector in secret"), ("sector",)),
    Verb("scoring", say("Play an Event before the bases are scored, or pass"), STEPS["scoring"]),
    Verb("choose", say("Make the choice that you are asked for"), STEPS["choose"]),
)

META: Final = GameMeta(
    slug="expanse",
    title="The Expanse Board Game",
    blurb=BLURB,
    kind=GameKind(hidden=True, chance=True),
    rules_version=2,
    seats=range(2, 5),
    settings=SETTINGS,
    verbs=VERBS,
)
