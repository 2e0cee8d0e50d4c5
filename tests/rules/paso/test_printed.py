"""What /card shows of the treasures and the characters: the numbers of their rules fit them."""

from __future__ import annotations

from engine.kernel import registry
from engine.kernel.text import plain
from engine.rulebook import rules
from tests.rules.paso.play import changed

GAME = registry.load("paso")
TEXTS = {rule.number: rule.text for rule in rules("paso")}


def test_every_treasure_and_every_character_is_there_once():
    kinds = [plain(card.kind) for card in GAME.printed() if card.kind is not None]
    assert (kinds.count("Treasure"), kinds.count("Character (the Sirs)")) == (15, 7)
    assert kinds.count("Character (the Explorers)") == 7


def test_what_a_card_does_is_the_rules_only_its_name_and_number_are_not():
    for card in GAME.printed():
        assert card.source == "rules", card.word
        told = {plain(part): source for part, source in card.elsewhere}
        if card.rules[0].startswith("P10."):
            assert told == {"the name": "house", "the number of copies": "inferred"}
        else:
            assert told == {"the name": "house", "the side": "house"}


def test_the_cards_of_an_owner_are_printed():
    mine = changed(
        {group: {"source": "printed"} for group in ("treasures", "effects", "abilities", "characters")}
    ).printed()
    assert {card.source for card in mine} == {"printed"}
    assert {plain(part) for card in mine for part, _ in card.elsewhere} == {"the name"}, (
        "those of the treasures are ours"
    )


def test_a_treasures_rule_begins_with_its_name():
    for card in GAME.printed():
        if card.kind is not None and plain(card.kind) == "Treasure":
            (number,) = card.rules
            assert TEXTS[number].startswith(plain(card.name)), card.word


def test_a_characters_rule_is_that_of_the_ability():
    told = {card.word: TEXTS[card.rules[0]] for card in GAME.printed() if card.rules[0].startswith("P11")}
    assert told["parry"].startswith("One point for every iceberg or snow hex")
    assert told["rae"] == "Snow costs 2."
    assert told["franklin"].startswith("You have five points in a turn")
    assert told["hudson"] == "Your own routes cost you nothing."
    assert told["amundsen"].startswith("Fresh Waters also with one hex between")
    assert len(set(told.values())) == 14
