"""The cards that /card shows: each card of the deck once, and the rules about it."""

from __future__ import annotations

import re

from engine.kernel import registry
from engine.kernel.text import write_plain_text
from engine.rulebook import load_rules

AMUNDSEN_GAME = registry.load_game("amundsen")
RULE_TEXTS = {rule.number: rule.text for rule in load_rules("amundsen")}


def test_the_copies_are_the_deck():
    told = " ".join(write_plain_text(line) for card in AMUNDSEN_GAME.list_cards() for line in card.text)
    lone = len(re.findall(r"(?:: |, )(?=[a-zA-Z])", told))
    assert lone + sum(map(int, re.findall(r"\d+", told))) == 55


def test_a_cards_rules_name_it():
    for word, name in (("supplies", "Drop Supplies"), ("sacrifice", "Sacrifice"), ("weather", "Good Weather")):
        (card,) = (card for card in AMUNDSEN_GAME.list_cards() if card.word == word)
        assert write_plain_text(card.name) == name
        assert any(RULE_TEXTS[number].startswith(f"{name}:") for number in card.rules)


def test_a_patrons_rule_names_it():
    patrons = [card for card in AMUNDSEN_GAME.list_cards() if card.kind and write_plain_text(card.kind) == "Patron"]
    assert len(patrons) == 7
    assert all(write_plain_text(card.name) in RULE_TEXTS[card.rules[-1]] for card in patrons)
