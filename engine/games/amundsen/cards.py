"""The cards: codes, colours, kinds, names, and the deck they make."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from engine.games.amundsen.components import DeckCounts
from engine.games.amundsen.state import Card, Side
from engine.kernel.text import Text, count, say

COLOUR_LETTERS: Final = ("r", "g", "b", "y")
COMPASS_CODE: Final = "co"
EQUIPMENT_LOSS_CODE: Final = "eq"
WILD_PATRON_CODE: Final = "pw"
"""How a payment spells the Philanthropist or the Politician, who stand in for a card."""

(
    DOG_SYMBOL,
    HORSE_SYMBOL,
    ADVANCE_SYMBOL,
    BLIZZARD_SYMBOL,
    CREVASSE_SYMBOL,
    SUPPLIES_SYMBOL,
    SACRIFICE_SYMBOL,
    WEATHER_SYMBOL,
) = "dhabcsxw"
SIDE_ANIMALS: Final[dict[Side, str]] = {"amundsen": DOG_SYMBOL, "scott": HORSE_SYMBOL}
SIDE_ATTACKS: Final[dict[Side, str]] = {"amundsen": BLIZZARD_SYMBOL, "scott": CREVASSE_SYMBOL}
EXPLORER_NAMES: Final[dict[Side, str]] = {"amundsen": "Amundsen", "scott": "Scott"}
WILD_PATRONS: Final = ("philanthropist", "politician")


def build_deck(components: DeckCounts) -> list[Card]:
    """Every card of the game, unshuffled."""
    kinds = {
        DOG_SYMBOL: components.dog,
        HORSE_SYMBOL: components.horse,
        ADVANCE_SYMBOL: components.advance,
        BLIZZARD_SYMBOL: components.blizzard,
        CREVASSE_SYMBOL: components.crevasse,
        SUPPLIES_SYMBOL: components.supplies,
        SACRIFICE_SYMBOL: components.sacrifice,
        WEATHER_SYMBOL: components.weather,
    }
    coloured = [
        colour + kind
        for kind, copies in kinds.items()
        for colour in COLOUR_LETTERS
        for _ in range(copies.get(colour, 0))
    ]
    return [*coloured, *[COMPASS_CODE] * components.compass, *[EQUIPMENT_LOSS_CODE] * components.equipment]


def find_symbol(card: Card) -> str:
    """The symbol on a coloured card, "" for a colourless one."""
    return card[1] if card[0] in COLOUR_LETTERS else ""


def is_discardable(card: Card) -> bool:
    """Whether a Take may discard it (A3.1)."""
    return card not in (COMPASS_CODE, EQUIPMENT_LOSS_CODE)


@cache
def name_colour(colour: str) -> Text:
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
def name_card(card: Card, n: int = 1) -> Text:
    """One card, or n equal ones, by name: “red Advance”, “2 yellow Dogs”. Each written out: colours agree with nouns elsewhere."""
    names = {
        COMPASS_CODE: count("Compass", "{n} Compasses", n),
        EQUIPMENT_LOSS_CODE: count("Equipment Loss", "{n} Equipment Losses", n),
        "rd": count("red Dog", "{n} red Dogs", n),
        "gd": count("green Dog", "{n} green Dogs", n),
        "bd": count("blue Dog", "{n} blue Dogs", n),
        "yd": count("yellow Dog", "{n} yellow Dogs", n),
        "rh": count("red Horse", "{n} red Horses", n),
        "gh": count("green Horse", "{n} green Horses", n),
        "bh": count("blue Horse", "{n} blue Horses", n),
        "yh": count("yellow Horse", "{n} yellow Horses", n),
        "ra": count("red Advance", "{n} red Advances", n),
        "ga": count("green Advance", "{n} green Advances", n),
        "ba": count("blue Advance", "{n} blue Advances", n),
        "ya": count("yellow Advance", "{n} yellow Advances", n),
        "rb": count("red Blizzard", "{n} red Blizzards", n),
        "gb": count("green Blizzard", "{n} green Blizzards", n),
        "bb": count("blue Blizzard", "{n} blue Blizzards", n),
        "yb": count("yellow Blizzard", "{n} yellow Blizzards", n),
        "rc": count("red Crevasse", "{n} red Crevasses", n),
        "gc": count("green Crevasse", "{n} green Crevasses", n),
        "bc": count("blue Crevasse", "{n} blue Crevasses", n),
        "yc": count("yellow Crevasse", "{n} yellow Crevasses", n),
        "rs": count("red Drop Supplies", "{n} red Drop Supplies", n),
        "gs": count("green Drop Supplies", "{n} green Drop Supplies", n),
        "bs": count("blue Drop Supplies", "{n} blue Drop Supplies", n),
        "ys": count("yellow Drop Supplies", "{n} yellow Drop Supplies", n),
        "rx": count("red Sacrifice", "{n} red Sacrifices", n),
        "gx": count("green Sacrifice", "{n} green Sacrifices", n),
        "bx": count("blue Sacrifice", "{n} blue Sacrifices", n),
        "yx": count("yellow Sacrifice", "{n} yellow Sacrifices", n),
        "rw": count("red Good Weather", "{n} red Good Weathers", n),
        "gw": count("green Good Weather", "{n} green Good Weathers", n),
        "bw": count("blue Good Weather", "{n} blue Good Weathers", n),
        "yw": count("yellow Good Weather", "{n} yellow Good Weathers", n),
    }
    return names[card]


@cache
def name_attack(kind: str, n: int) -> Text:
    """What n cards that lead a rival astray are called."""
    return count("Blizzard", "Blizzards", n) if kind == BLIZZARD_SYMBOL else count("Crevasse", "Crevasses", n)


@cache
def name_kind(kind: str) -> Text:
    """What a card with this symbol is called: an animal or a discard effect."""
    names = {
        DOG_SYMBOL: say("Dog"),
        HORSE_SYMBOL: say("Horse"),
        SUPPLIES_SYMBOL: say("Drop Supplies"),
        SACRIFICE_SYMBOL: say("Sacrifice"),
        WEATHER_SYMBOL: say("Good Weather"),
    }
    return names[kind]


@cache
def name_patron(patron: str) -> Text:
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


def name_cards(cards: Iterable[Card], patron: str = "") -> list[Text]:
    """Cards by name, equal ones together, in the order in which they first come; PATRON reads as the patron's name.

    The list is kept for the next time and must not be changed.
    """
    return _name_cards(tuple(cards), patron)


@lru_cache(maxsize=2048)
def _name_cards(cards: tuple[Card, ...], patron: str) -> list[Text]:
    return [
        name_patron(patron) if card == WILD_PATRON_CODE else name_card(card, cards.count(card))
        for card in dict.fromkeys(cards)
    ]
