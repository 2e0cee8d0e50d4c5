"""The moves of the game for a player who has left: `stall`."""

from __future__ import annotations

from tests.rules.amundsen.play import PlayedTable, make_table, start_table


def play_safe_move(t: PlayedTable) -> str:
    side = t.asked_sides()[0]
    return " ".join(t.rules.safe_move(t.state.explorers[side].seat, t.menu(side)))


def test_it_takes_one_card():
    assert play_safe_move(make_table(amundsen="ra gb rb co")) == "take 1"


def test_with_a_full_hand_it_changes_its_least_useful_cards():
    assert play_safe_move(make_table(amundsen="rd gd ra yb bx co bh", row="rb gb ya")) == "take 3 ra+yb+bx"


def test_without_a_take_it_plays_something_but_does_not_freeze():
    assert play_safe_move(make_table(amundsen="ra ya", row="", gone=True)) == "advance 1 ra"
    assert play_safe_move(make_table(amundsen="co ba ba", row="", gone=True)) == "compass"


def test_it_uses_no_effect_and_keeps_its_cards():
    t = make_table(amundsen="gw", scott="ya", row="ya yb ra", deck="gc bc rc", spaces=(3, 0)).play("amundsen take 2 gw")
    assert play_safe_move(t) == "effect skip"
    t.play("amundsen effect weather")
    assert play_safe_move(t) == "weather keep"


def test_it_discards_what_is_least_useful():
    t = make_table(amundsen="eq", scott="rd yh ra rb gc ya co").play("amundsen equipment")
    assert play_safe_move(t) == "discard rb+gc"


def test_it_chooses_an_explorer():
    t = start_table()
    assert t.rules.safe_move(0, t.now.build_menu(0)) == ("choose", "amundsen")
