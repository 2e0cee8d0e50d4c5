"""The catalogue of the printed cards: the copies of each kind, and its rules. The explorers are in it too."""

from __future__ import annotations

from typing import Final

from engine.games.amundsen import cards
from engine.games.amundsen.components import Components
from engine.games.amundsen.state import SIDES, Card
from engine.games.amundsen.view import CardFace
from engine.kernel.script import CardInfo, PieceFace
from engine.kernel.text import Text, say

_KIND_RULES: Final[dict[str, tuple[str, ...]]] = {
    "horse": ("A4.1", "A4.2", "A5.2"),
    "dog": ("A4.1", "A4.2", "A5.2"),
    "advance": ("A4", "A4.1", "A4.5"),
    "blizzard": ("A6", "A6.3", "A6.5"),
    "crevasse": ("A6", "A6.3", "A6.5"),
    "supplies": ("A3.3", "A10", "A10.1"),
    "sacrifice": ("A3.3", "A11"),
    "weather": ("A3.3", "A12", "A12.1", "A12.2", "A12.3"),
    "compass": ("A3.1", "A8", "A8.1", "A8.2"),
    "equipment": ("A3.1", "A9", "A9.1", "A9.2"),
}
_PATRON_RULES: Final[dict[str, str]] = {
    "architect": "A13.1",
    "engineer": "A13.1",
    "press-baron": "A13.2",
    "show-manager": "A13.2",
    "army-officer": "A13.3",
    "philanthropist": "A13.4",
    "politician": "A13.4",
}


def list_cards(components: Components) -> tuple[CardInfo, ...]:
    """List every kind of card, with its copies by colour, then the patrons and the explorers."""
    deck = cards.build_deck(components.deck)
    found: list[CardInfo] = []
    for word, rules in _KIND_RULES.items():
        copies = [card for card in deck if _is_of_kind(card, word)]
        text = say("In the deck: {cards}.", cards=list(cards.name_cards(copies)))
        different = tuple(dict.fromkeys(copies))
        printed = tuple(map(cards.name_card, different))
        name, source, face = _name_kind(word), components.deck.source, CardFace("card", word, different)
        found.append(CardInfo(word, name, source, text=(text,), rules=rules, other_names=printed, face=face))
    patron = say("Patron")
    for word, rule in _PATRON_RULES.items():
        name = cards.name_patron(word)
        source, portrait = components.patrons.source, PieceFace("patron", word)
        found.append(CardInfo(word, name, source, patron, rules=("A13", rule), face=portrait))
    names = {"amundsen": say("Amundsen"), "scott": say("Scott")}
    for side in SIDES:
        rules, portrait = ("A1.3", "A4.2", "A4.3", "A6"), PieceFace("explorer", side)
        found.append(CardInfo(side, names[side], "rules", say("Explorer"), rules=rules, face=portrait))
    return tuple(found)


def _is_of_kind(card: Card, word: str) -> bool:
    return card == _KIND_SYMBOLS[word] or cards.find_symbol(card) == _KIND_SYMBOLS[word]


def _name_kind(word: str) -> Text:
    match _KIND_SYMBOLS[word]:
        case cards.ADVANCE_SYMBOL:
            return say("Advance card")
        case cards.BLIZZARD_SYMBOL | cards.CREVASSE_SYMBOL as attack:
            return cards.name_attacks(attack, 1)
        case cards.COMPASS_CODE | cards.EQUIPMENT_LOSS_CODE as colourless:
            return cards.name_card(colourless)
        case kind:
            return cards.name_symbol(kind)


_KIND_SYMBOLS: Final[dict[str, str]] = {
    "horse": cards.HORSE_SYMBOL,
    "dog": cards.DOG_SYMBOL,
    "advance": cards.ADVANCE_SYMBOL,
    "blizzard": cards.BLIZZARD_SYMBOL,
    "crevasse": cards.CREVASSE_SYMBOL,
    "supplies": cards.SUPPLIES_SYMBOL,
    "sacrifice": cards.SACRIFICE_SYMBOL,
    "weather": cards.WEATHER_SYMBOL,
    "compass": cards.COMPASS_CODE,
    "equipment": cards.EQUIPMENT_LOSS_CODE,
}
