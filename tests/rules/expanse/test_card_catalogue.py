"""The cards, crew, mats and Tech cards that /card shows."""

from __future__ import annotations

from engine.kernel.script import CardInfo
from engine.kernel.text import write_plain_text
from engine.rulebook import load_rules
from tests.rules.expanse.play import load_game

RULE_TEXTS = {rule.number: rule.text for rule in load_rules("expanse")}


def find_card(word: str, *changes: tuple[str, str]) -> CardInfo:
    return next(card for card in load_game(*changes).list_cards() if card.word == word)


def test_52_cards_a_score_card_four_of_the_crew_four_mats_twelve_techs_and_what_is_on_the_map():
    kinds = [write_plain_text(card.kind).split(" of ")[0] for card in load_game().list_cards() if card.kind is not None]
    assert {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)} == {
        "Action card": 52,
        "Crew": 4,
        "Mat": 4,
        "Tech card I": 4,
        "Tech card II": 4,
        "Tech card III": 4,
        "Faction": 4,
        "Base": 16,
        "Piece": 7,
    }
    assert [card.word for card in load_game().list_cards() if card.kind is None] == ["score"]


def test_the_rules_about_a_card_are_those_that_name_it():
    """E16.1 to E16.9 each begin with the name of their card; the rule about Julie Mao concerns her source."""
    for entry in load_game().list_cards():
        if entry.word == "score":
            continue
        for number in entry.rules:
            if number.startswith("E16."):
                assert RULE_TEXTS[number].startswith(write_plain_text(entry.name)), entry.word
    about = {number for entry in load_game().list_cards() for number in entry.rules}
    assert {f"E16.{n}" for n in range(1, 10)} <= about


def test_house_data_is_named():
    said = {write_plain_text(part): source for part, source in find_card("drummer").other_sources}
    assert said == {
        "whether it shows OPA": "house",
        "whether it shows ProtoGen": "house",
        "its use with three players": "inferred",
    }
    assert find_card("grey-market").source == "house"
    assert find_card("crew-holden").source == "rules"


def test_an_owners_printed_card_says_so():
    block = 'name = "Camina Drummer"\nap = 3\nfactions = ["mcr", "opa"]\nsets = [2, 3, 4]\nsource = "found"\n'
    old = block + 'sources = { opa = "house", pg = "house", 3p = "inferred" }\n'
    new = block.replace("found", "printed").replace("ap = 3", "ap = 2")
    entry = find_card("drummer", (old, new))
    assert (entry.source, entry.other_sources) == ("printed", ())
    assert write_plain_text(entry.text[0]) == "2 Action Points"


def test_a_tech_leads_to_the_rule_about_what_it_does():
    assert find_card("un-tech-iii").rules == ("E14.4", "E8.4")
    older = find_card("un-tech-iii", ('power = "solidarity"\nn = 3\n', 'power = "solidarity"\n'))
    assert older.rules == ("E14.17", "E8.4"), "it wins ties for second place, too"
    assert find_card("pg-tech-i").rules == ("E14.14", "E8.2")
    keeping = find_card("pg-tech-i", ('power = "supremacy"\nn = 2\n', 'power = "budget"\nn = 0\n'))
    assert keeping.rules == ("E14.17", "E3.2")
