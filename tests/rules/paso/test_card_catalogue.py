"""The treasures and characters that /card shows, and the numbers of their rules."""

from __future__ import annotations

from engine.kernel import registry
from engine.kernel.text import write_plain_text
from engine.rulebook import load_rules
from tests.rules.paso.play import change_components

GAME = registry.load_game("paso")
RULE_TEXTS = {rule.number: rule.text for rule in load_rules("paso")}


CARDS = [card for card in GAME.list_cards() if card.rules[0].startswith(("P10.", "P11."))]


def test_every_treasure_and_every_character_is_there_once():
    kinds = [write_plain_text(card.kind) for card in CARDS if card.kind is not None]
    assert (kinds.count("Treasure"), kinds.count("Character (the Sirs)")) == (15, 7)
    assert kinds.count("Character (the Explorers)") == 7


def test_what_a_card_does_is_the_rules_only_its_name_and_number_are_not():
    for card in CARDS:
        assert card.source == "rules", card.word
        told = {write_plain_text(part): source for part, source in card.other_sources}
        if card.rules[0].startswith("P10."):
            assert told == {"the name": "house", "the number of copies": "inferred"}
        else:
            assert told == {"the name": "house", "the side": "house"}


def test_the_cards_of_an_owner_are_printed():
    mine = change_components(
        {group: {"source": "printed"} for group in ("treasures", "effects", "abilities", "characters")}
    ).list_cards()
    mine = [card for card in mine if card.rules[0].startswith(("P10.", "P11."))]
    assert {card.source for card in mine} == {"printed"}
    assert {write_plain_text(part) for card in mine for part, _ in card.other_sources} == {"the name"}, (
        "those of the treasures are ours"
    )


def test_a_treasures_rule_begins_with_its_name():
    for card in CARDS:
        if card.kind is not None and write_plain_text(card.kind) == "Treasure":
            (number,) = card.rules
            assert RULE_TEXTS[number].startswith(write_plain_text(card.name)), card.word


def test_a_characters_rule_is_that_of_the_ability():
    told = {card.word: RULE_TEXTS[card.rules[0]] for card in GAME.list_cards() if card.rules[0].startswith("P11")}
    assert told["parry"].startswith("One point for every iceberg or snow hex")
    assert told["rae"] == "Snow costs 2."
    assert told["franklin"].startswith("You have five points in a turn")
    assert told["hudson"] == "Your own routes cost you nothing."
    assert told["amundsen"].startswith("Fresh Waters also with one hex between")
    assert len(set(told.values())) == 14
