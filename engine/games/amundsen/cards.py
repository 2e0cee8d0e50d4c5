"""The cards: codes, colours, kinds, names, and the deck they make."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from engine.games.amundsen.components import Deck
from engine.games.amundsen.state import Card, Side
from engine.kernel.text import Text, count, say

COLOURS: Final = ("r", "g", "b", "y")
COMPASS: Final = "co"
EQUIPMENT: Final = "eq"
PATRON: Final = "pw"
"""How a payment spells the Philanthropist or the Politician, who stand in for a card."""

DOG, HORSE, ADVANCE, BLIZZARD, CREVASSE, SUPPLIES, SACRIFICE, WEATHER = "dhabcsxw"
ANIMAL: Final[dict[Side, str]] = {"amundsen": DOG, "scott": HORSE}
ATTACK: Final[dict[Side, str]] = {"amundsen": BLIZZARD, "scott": CREVASSE}
EXPLORER: Final[dict[Side, str]] = {"amundsen": "Amundsen", "scott": "Scott"}
WILD_PATRONS: Final = ("philanthropist", "politician")


def deck(components: Deck) -> list[Card]:
    """Every card of the game, unshuffled."""
    kinds = {
        DOG: components.dog,
        HORSE: components.horse,
        ADVANCE: components.advance,
        BLIZZARD: components.blizzard,
        CREVASSE: components.crevasse,
        SUPPLIES: components.supplies,
        SACRIFICE: components.sacrifice,
        WEATHER: components.weather,
    }
    coloured = [
        colour + kind for kind, copies in kinds.items() for colour in COLOURS for _ in range(copies.get(colour, 0))
    ]
    return [*coloured, *[COMPASS] * components.compass, *[EQUIPMENT] * components.equipment]


def kind(card: Card) -> str:
    """The symbol on a coloured card, "" for a colourless one."""
    return card[1] if card[0] in COLOURS else ""


def discardable(card: Card) -> bool:
    """Whether a Take may discard it (A3.1)."""
    return card not in (COMPASS, EQUIPMENT)


@cache
def colour_name(colour: str) -> Text:
    """A colour letter as a word."""
    match colour:
        case "r":
            return say("red")
        case "g":
            return say("green")
        case "b":
            return say("blue")
        case _:
            return say("yellow")


@cache
def name(card: Card, n: int = 1) -> Text:
    """One card, or n equal ones, by name: “red Advance”, “2 yellow Dogs”."""
    if card == COMPASS:
        return count("Compass", "{n} Compasses", n)
    if card == EQUIPMENT:
        return count("Equipment Loss", "{n} Equipment Losses", n)
    colour = colour_name(card[0])
    match card[1]:
        case "d":
            return count("{colour} Dog", "{n} {colour} Dogs", n, colour=colour)
        case "h":
            return count("{colour} Horse", "{n} {colour} Horses", n, colour=colour)
        case "a":
            return count("{colour} Advance", "{n} {colour} Advances", n, colour=colour)
        case "b":
            return count("{colour} Blizzard", "{n} {colour} Blizzards", n, colour=colour)
        case "c":
            return count("{colour} Crevasse", "{n} {colour} Crevasses", n, colour=colour)
        case "s":
            return count("{colour} Drop Supplies", "{n} {colour} Drop Supplies", n, colour=colour)
        case "x":
            return count("{colour} Sacrifice", "{n} {colour} Sacrifices", n, colour=colour)
        case _:
            return count("{colour} Good Weather", "{n} {colour} Good Weathers", n, colour=colour)


@cache
def attack_name(kind: str, n: int) -> Text:
    """What n cards that lead a rival astray are called."""
    return count("Blizzard", "Blizzards", n) if kind == BLIZZARD else count("Crevasse", "Crevasses", n)


@cache
def kind_name(kind: str) -> Text:
    """What a card with this symbol is called: an animal or a discard effect."""
    names = {
        DOG: say("Dog"),
        HORSE: say("Horse"),
        SUPPLIES: say("Drop Supplies"),
        SACRIFICE: say("Sacrifice"),
        WEATHER: say("Good Weather"),
    }
    return names[kind]


@cache
def patron_name(patron: str) -> Text:
    """A patron's word as printed."""
    names = {
        "architect": say("Architect"),
        "engineer": say("Engineer"),
        "army-officer": say("Army Officer"),
        "press-baron": say("Press Baron"),
        "show-manager": say("Show Manager"),
        "philanthropist": say("Philanthropist"),
        "politician": say("Politician"),
    }
    return names[patron]


def names(cards: Iterable[Card], patron: str = "") -> list[Text]:
    """Cards by name, equal ones together, in the order in which they first come; PATRON reads as the patron's name.

    The list is kept for the next time and must not be changed.
    """
    return _names(tuple(cards), patron)


@lru_cache(maxsize=2048)
def _names(cards: tuple[Card, ...], patron: str) -> list[Text]:
    return [patron_name(patron) if card == PATRON else name(card, cards.count(card)) for card in dict.fromkeys(cards)]
