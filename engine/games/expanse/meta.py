"""The settings and verbs of the game, as the lobby and the slash commands show them."""

from __future__ import annotations

from typing import Final

from engine.kernel.kind import GameKind
from engine.kernel.script import GameMeta, Setting, Verb
from engine.kernel.text import say

BLURB: Final = say(
    "Earth, Mars, the Belt and ProtoGen compete for the Solar System: spread influence, use events, score."
)
EFFORT: Final = say("About 20 turns each. Heavy: every card does something else.")

FREE_FLEET_OPTION: Final = "free-fleet"
STRONGEST_FLEET: Final = "strongest"
"""The option about the free fleet of a Scoring turn, and its value for building the strongest without a question."""

SETTINGS: Final = (
    Setting(
        "factions",
        say("Who plays which faction"),
        {"choose": say("Everybody chooses, in seat order"), "random": say("The dice decide")},
    ),
    Setting(
        FREE_FLEET_OPTION,
        say("The free fleet after a Scoring turn"),
        {"ask": say("Each player is asked"), STRONGEST_FLEET: say("The strongest comes home by itself")},
        former_default=STRONGEST_FLEET,
    ),
)

_LATER_STEPS: Final = tuple(f"step-{n}" for n in range(1, 25))
STEPS_BY_VERB: Final[dict[str, tuple[str, ...]]] = {
    "take": ("space", "use", *_LATER_STEPS[:22]),
    "play": ("card", *_LATER_STEPS[:23]),
    "event": ("answer", *_LATER_STEPS[:23]),
    "scoring": ("event", *_LATER_STEPS[:23]),
    "choose": _LATER_STEPS[:24],
}
"""The names of the menus behind a verb, level by level: the parameters of its command."""

VERBS: Final = (
    Verb("faction", say("Choose your faction"), ("faction",)),
    Verb("take", say("Take a card from the Action Track and use it"), STEPS_BY_VERB["take"]),
    Verb("play", say("Play an Event that you have kept"), STEPS_BY_VERB["play"]),
    Verb("event", say("Use, keep or decline an Event that is offered to you"), STEPS_BY_VERB["event"]),
    Verb("bonus", say("Choose the Bonus Sector in secret"), ("sector",)),
    Verb("scoring", say("Play an Event before the bases are scored, or pass"), STEPS_BY_VERB["scoring"]),
    Verb("choose", say("Make the choice that you are asked for"), STEPS_BY_VERB["choose"]),
)

META: Final = GameMeta(
    slug="expanse",
    title="The Expanse Board Game",
    blurb=BLURB,
    kind=GameKind(has_hidden_information=True, has_chance=True),
    rules_version=2,
    seat_counts=range(2, 5),
    settings=SETTINGS,
    verbs=VERBS,
    effort=EFFORT,
)
