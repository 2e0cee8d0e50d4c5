"""The cards: codes, colours, kinds and names, and the deck."""

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
"""The code in a payment for the Philanthropist or the Politician, who stand in for a card."""

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
    """List every card of the game, unshuffled."""
    copies_by_symbol = {
        DOG_SYMBOL: components.dog,
        HORSE_SYMBOL: components.horse,
        ADVANCE_SYMBOL: components.advance,
        BLIZZARD_SYMBOL: components.blizzard,
        CREVASSE_SYMBOL: components.crevasse,
        SUPPLIES_SYMBOL: components.supplies,
        SACRIFICE_SYMBOL: components.sacrifice,
        WEATHER_SYMBOL: components.weather,
    }
    deck: list[Card] = []
    for symbol, copies in copies_by_symbol.items():
        for colour in COLOUR_LETTERS:
            deck += [colour + symbol] * copies.get(colour, 0)
    deck += [COMPASS_CODE] * components.compass
    deck += [EQUIPMENT_LOSS_CODE] * components.equipment
    return deck


def find_symbol(card: Card) -> str:
    """Return the symbol on a coloured card, "" for a colourless card."""
    return card[1] if card[0] in COLOUR_LETTERS else ""


def is_discardable(card: Card) -> bool:
    """Return whether a Take may discard the card (A3.1)."""
    return card not in (COMPASS_CODE, EQUIPMENT_LOSS_CODE)


@cache
def name_colour(colour: str) -> Text:
    """Return the word for a colour letter."""
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
    """Name one card or n equal cards: “red Advance”, “2 yellow Dogs”.

    Each name is a template of its own, because colours agree with nouns in other languages.
    """
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
def name_attacks(symbol: str, n: int) -> Text:
    """Name n Blizzards or Crevasses, without the number."""
    if symbol == BLIZZARD_SYMBOL:
        return count("Blizzard", "Blizzards", n)
    return count("Crevasse", "Crevasses", n)


@cache
def name_symbol(symbol: str) -> Text:
    """Name an animal, or the effect that a card with this symbol has when it is discarded."""
    names = {
        DOG_SYMBOL: say("Dog"),
        HORSE_SYMBOL: say("Horse"),
        SUPPLIES_SYMBOL: say("Drop Supplies"),
        SACRIFICE_SYMBOL: say("Sacrifice"),
        WEATHER_SYMBOL: say("Good Weather"),
    }
    return names[symbol]


@cache
def name_patron(patron: str) -> Text:
    """Return the printed name of a patron."""
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
    """Name the cards, equal cards together, in the order of their first copies. `WILD_PATRON_CODE` reads as the patron's name.

    The list is cached: do not change it.
    """
    return _name_cards(tuple(cards), patron)


@lru_cache(maxsize=2048)
def _name_cards(cards: tuple[Card, ...], patron: str) -> list[Text]:
    names: list[Text] = []
    for card in dict.fromkeys(cards):
        if card == WILD_PATRON_CODE:
            names.append(name_patron(patron))
        else:
            names.append(name_card(card, cards.count(card)))
    return names
