"""What /card shows of the cards: all copies of the deck once, and the rules about each."""

from __future__ import annotations

import re

from engine.kernel import registry
from engine.kernel.text import plain
from engine.rulebook import rules

GAME = registry.load("amundsen")
TEXTS = {rule.number: rule.text for rule in rules("amundsen")}


def test_the_copies_are_the_deck():
    told = " ".join(plain(line) for card in GAME.printed() for line in card.text)
    lone = len(re.findall(r"(?:: |, )(?=[a-zA-Z])", told))
    assert lone + sum(map(int, re.findall(r"\d+", told))) == 55


def test_a_cards_rules_name_it():
    for word, name in (("supplies", "Drop Supplies"), ("sacrifice", "Sacrifice"), ("weather", "Good Weather")):
        (card,) = (card for card in GAME.printed() if card.word == word)
        assert plain(card.name) == name
        assert any(TEXTS[number].startswith(f"{name}:") for number in card.rules)


def test_a_patrons_rule_names_it():
    patrons = [card for card in GAME.printed() if card.kind is not None]
    assert len(patrons) == 7
    assert all(plain(card.name) in TEXTS[card.rules[-1]] for card in patrons)
