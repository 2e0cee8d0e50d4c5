"""Answers and moves in advance: pass until the round ends, end a turn in which nothing is left, and the seat's next turn."""

from __future__ import annotations

from engine.kernel.answer_rules import find_rule_answer, is_order_valid
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position
from engine.kernel.state_codec import copy_state
from tests.rules.northwest.play import GAME_SEED, PlayedTable, make_table


def answer_order(table: PlayedTable, seat: int, order: Words) -> Words | None:
    menu = table.now.build_menu(seat)
    return find_rule_answer(table.rules.list_rules(table.state, seat, menu), [order])


def is_valid(table: PlayedTable, seat: int, order: Words) -> bool:
    return is_order_valid(table.rules.list_rules(table.state, seat, None), order)


def test_passing_until_the_round_ends():
    t = make_table()
    order = ("pass-yes", f"round-{t.state.round}")
    assert answer_order(t, 0, order) == ("pass",)
    t.play("0 pass")
    assert not is_valid(t, 0, order), "it has done its work"
    assert is_valid(t, 1, order)
    t.play("1 pass")
    assert not is_valid(t, 1, order), "the next round has begun"


def test_a_turn_ends_only_if_nothing_else_is_possible():
    order = ("end-yes", "game")
    t = make_table(crew={0: "3/4 0/0"}).play("0 draw s1 ship")
    assert answer_order(t, 0, order) is None
    t = make_table(crew={0: "2/5 0/0"}).play("0 draw s1 ship")
    assert t.list_words("0") == ["end", "pass"]
    assert answer_order(t, 0, order) == ("end",)


def test_the_next_turn_of_who_has_passed_is_unknown():
    t = make_table().play("0 pass")
    assert not t.rules.skip_to_turn(copy_state(t.state), 0)
    state = copy_state(t.state)
    assert t.rules.skip_to_turn(state, 1)
    assert [*GameRun(t.rules, Position(state), GAME_SEED).situation.questions] == [1]
