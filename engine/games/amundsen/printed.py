"""The cards as they are printed: which there are of each, and the rules about them."""

from __future__ import annotations

from typing import Final

from engine.games.amundsen import cards
from engine.games.amundsen.components import Components
from engine.games.amundsen.state import Card
from engine.kernel.script import Printed
from engine.kernel.text import Text, say

_RULES: Final[dict[str, tuple[str, ...]]] = {
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
_PATRONS: Final[dict[str, str]] = {
    "architect": "A13.1",
    "engineer": "A13.1",
    "press-baron": "A13.2",
    "show-manager": "A13.2",
    "army-officer": "A13.3",
    "philanthropist": "A13.4",
    "politician": "A13.4",
}


def printed(components: Components) -> tuple[Printed, ...]:
    """Every kind of card, with its copies by colour, and the patrons."""
    deck = cards.deck(components.deck)
    found = [
        Printed(
            word,
            _name(word),
            components.deck.source,
            text=(say("In the deck: {cards}.", cards=list(cards.names(card for card in deck if _of(card, word)))),),
            rules=rules,
        )
        for word, rules in _RULES.items()
    ]
    patron = say("Patron")
    found += [
        Printed(word, cards.patron_name(word), components.patrons.source, patron, rules=("A13", rule))
        for word, rule in _PATRONS.items()
    ]
    return tuple(found)


def _of(card: Card, word: str) -> bool:
    """Whether a card is of this kind."""
    return card == _CODES[word] or cards.kind(card) == _CODES[word]


def _name(word: str) -> Text:
    match _CODES[word]:
        case cards.ADVANCE:
            return say("Advance card")
        case cards.BLIZZARD | cards.CREVASSE as attack:
            return cards.attack_name(attack, 1)
        case cards.COMPASS | cards.EQUIPMENT as colourless:
            return cards.name(colourless)
        case kind:
            return cards.kind_name(kind)


_CODES: Final[dict[str, str]] = {
    "horse": cards.HORSE,
    "dog": cards.DOG,
    "advance": cards.ADVANCE,
    "blizzard": cards.BLIZZARD,
    "crevasse": cards.CREVASSE,
    "supplies": cards.SUPPLIES,
    "sacrifice": cards.SACRIFICE,
    "weather": cards.WEATHER,
    "compass": cards.COMPASS,
    "equipment": cards.EQUIPMENT,
}
