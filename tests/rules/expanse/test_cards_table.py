"""The card table: the values of the 52 Action cards, and that the tests play each card for its Event and for its points."""

from __future__ import annotations

import ast
from collections import deque
from pathlib import Path

import pytest

from engine.games.expanse.components import FACTIONS
from tests.rules.expanse.play import load_game, make_table

CARD_TABLE = """
drummer         3  mcr+opa      234
miller          4  un+opa       234
cotyar          4  un+pg        234
mao             3  un+mcr+pg    234
assassin        2  mcr+pg       234
covert          3  mcr+pg       234
bush            4  un+pg        234
dresden         4  un+pg        234
degraff         3  mcr+pg       234
terraforming    2  mcr+pg       234
voices          4  un+mcr       234
deimos          4  un+opa       234
blockade-earth  3  mcr+opa      234
blockade-mars   3  un+opa       234
errinwright     4  un+pg        234
slingshot       2  mcr+opa      234
black-ops       4  un+mcr       234
julie           4  un+mcr+opa   234
helix           3  un+mcr       234
riot            3  mcr+pg       234
hybrid          4  un+mcr+pg    234
nauvoo          2  un+mcr+opa   234
yao             3  mcr+opa      234
draper          4  un+mcr       234
ambush          3  mcr+opa      234
yvgeny          2  un+opa       234
stealth         3  un+pg        234
burn            3  un+mcr       234
razorback       2  un+opa       234
souther         4  un+mcr       234
cortazar        2  opa+pg       34
kenzo           3  mcr+opa      4
grey-market     3  opa+pg       34
convoy          3  opa+pg       34
strike          4  opa+pg       34
smugglers       2  opa+pg       34
transponder     4  opa+pg       34
uprising        4  opa          34
hoppers         3  opa          34
clean-room      3  opa+pg           4
quarantine      4  opa+pg       4
refugees        3  mcr+opa      34
patrol          3  mcr+opa      34
manifest        2  un+opa       34
ceasefire       3  mcr+opa      34
salvage         3  un+opa       34
whistleblower   2  un+opa       34
prototype       3  mcr+pg       4
security        4  mcr+pg       4
weapons         4  mcr+opa       4
lobbyists       3  mcr+pg       4
takeover        4  mcr+opa      4
"""
"""Word, Action Points, factions, numbers of players."""


def parse_rows() -> list[tuple[str, int, list[str], list[int]]]:
    split = [line.split() for line in CARD_TABLE.strip().splitlines()]
    return [(word, int(ap), factions.split("+"), [int(n) for n in sets]) for word, ap, factions, sets in split]


def list_test_names() -> list[str]:
    """List the names of all tests of the cards."""
    return [
        node.name
        for page in sorted(Path(__file__).parent.glob("test_cards_[0-9]*.py"))
        for node in ast.parse(page.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def test_every_card_has_a_test_in_which_it_does_something_and_one_in_which_it_cannot():
    names = list_test_names()
    for card in load_game().board.cards:
        own = [name for name in names if name.startswith(f"test_{card.replace('-', '_')}_")]
        assert [name for name in own if "_cannot_" not in name], f"{card} does nothing in any test"
        assert [name for name in own if "_cannot_" in name], f"{card} can do anything in all tests"


def test_every_test_of_a_card_names_one():
    cards = tuple(f"test_{card.replace('-', '_')}_" for card in load_game().board.cards)
    assert [name for name in list_test_names() if not name.startswith(cards)] == []
    assert len(list_test_names()) == len(set(list_test_names()))


def test_points_factions_and_player_symbols_are_those_of_the_table():
    found = [(word, card.ap, list(card.factions), sorted(card.sets)) for word, card in load_game().board.cards.items()]
    assert found == parse_rows()


def test_three_cards_cost_nothing_to_keep_and_all_others_1():
    t = make_table(4)
    prices = {card: t.rules.board.compute_keep_price(t.state, t.find_side("un"), card) for card in t.rules.board.cards}
    assert [card for card, price in prices.items() if price == 0] == ["miller", "cotyar", "mao"]
    assert set(prices.values()) == {0, 1}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_has_somebody_in_the_game_who_can_use_its_event(seats: int):
    for word, card in load_game().board.cards.items():
        if seats in card.sets:
            assert set(card.factions) & set(FACTIONS[:seats]), word


@pytest.mark.slow
@pytest.mark.parametrize(
    "influence", ["", "eros mcr; eros opa; titan opa", "luna un; luna pg; eros mcr; titan un; thoth opa"]
)
def test_no_way_through_an_event_ends_at_a_question_without_an_answer(influence: str):
    fleets = "earth un f; mars mcr b; eros mcr h; eros opa f; thoth pg f; saturn un r"
    for word, card in load_game().board.cards.items():
        who = card.factions[0]
        below = make_table(4, track=word, fleets=fleets, influence=influence, move=who).menu(f"{who} take 1")
        assert below is not None
        waiting = deque([below])
        for _ in range(60):
            if waiting:
                menu = waiting.popleft()
                assert menu.list_open_options(), f"{word}: {menu.prompt}"
                waiting += [
                    deeper for option in menu.list_open_options() if (deeper := menu.next_menu(option.word)) is not None
                ]
