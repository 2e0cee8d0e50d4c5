"""N2: turns, crew and passing."""

from __future__ import annotations

from engine.kernel.menu import find_forced_move
from tests.rules.northwest.play import make_table

SEA_TILES = ["c13 000/000"]


def test_n2_ten_rounds_of_actions_and_sun():
    t = make_table(round=1)
    for n in range(1, 11):
        assert t.state.round == n
        assert t.result is None
        t.play("0 pass", "1 pass")
    assert t.result is not None
    assert t.state.round == 10


def test_n2_1_turns_go_round_until_all_have_passed():
    t = make_table(3, hands={0: "l01"}, placed=SEA_TILES, order=[2, 0, 1], to_move=2)
    t.play("2 draw s1 ship", "2 end")
    assert t.asked_seats() == [0]
    t.play("0 pass")
    assert t.asked_seats() == [1]
    t.play("1 draw s2 ship", "1 end")
    assert t.asked_seats() == [2], "who has passed is left out"
    t.play("2 draw s1 ship", "2 end")
    assert t.asked_seats() == [1]
    t.play("1 pass")
    assert t.asked_seats() == [2]
    t.play("2 pass")
    assert t.state.round == 3


def test_n2_2_crewmen_rest_in_their_own_column():
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, sleds={0: "b15-nw"}, crew={0: "4/0 3/0"})
    assert t.play("0 draw s1 ship").describe_crew(0) == "3/1 3/0"
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, sleds={0: "b15-nw"}, crew={0: "4/0 3/0"})
    assert t.play("0 draw s1 sled").describe_crew(0) == "4/0 2/1"
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, sleds={0: "b15-nw"}, crew={0: "4/0 1/2"})
    assert t.list_words("0 refresh") == ["ship"]
    assert t.read_refusal("0 refresh sled") == "That takes 2 available crewmen with your sled; you have 1 (N2.2)."
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, sleds={0: "b15-nw"}, crew={0: "1/3 1/2"})
    assert t.read_refusal("0 refresh") == "That takes 2 available crewmen in one column (N2.2)."
    assert (
        make_table().read_labels("0 draw s1")["sled"]
        == "Your sled is still aboard; transfer crew to take it out (N8.2)."
    )


def test_n2_2_who_moves_pays():
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, sleds={0: "b15-nw"}, crew={0: "0/4 3/0"})
    assert t.read_refusal("0 move ship") == "That takes one available crewman with your ship; you have 0 (N2.2)."


def test_n2_3_further_actions_cost_one_more():
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, sleds={0: "b15-nw"}, crew={0: "4/0 3/0"})
    assert t.play("0 draw s1 ship").describe_crew(0) == "3/1 3/0"
    assert t.play("0 draw s1 sled").describe_crew(0) == "3/1 1/2", "also with the other vehicle"
    assert t.play("0 draw s1 ship").describe_crew(0) == "1/3 1/2", "not more for the third"
    assert t.read_refusal("0 draw") == "That takes 2 available crewmen in one column (N2.2)."
    t.play("0 end", "1 draw s1 ship", "1 end")
    assert t.play("0 draw s1 ship").describe_crew(0) == "0/4 1/2", "a new turn begins with the plain price"


def test_n2_4_a_turn_can_be_ended_after_the_first_action():
    t = make_table()
    assert "end" not in t.list_words("0")
    t.play("0 draw s1 ship")
    assert {"end", "pass", "draw"} <= set(t.list_words("0"))
    t.play("0 end")
    assert t.announced == ["Ana ends the turn."]
    assert t.asked_seats() == [1]


def test_n2_5_passing_rests_the_crew():
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, sleds={0: "b15-nw"}, crew={0: "4/0 2/1"}).play("0 pass")
    assert t.describe_crew(0) == "0/4 0/3"
    assert t.announced == ["Ana passes; the crew rests."]
    assert t.find_visible_expedition(0).has_passed
    t.play("1 draw s1 ship", "1 end")
    assert t.asked_seats() == [1], "no more actions for Ana in this round"
    t = make_table().play("0 draw s1 ship", "0 pass")
    assert t.describe_crew(0) == "0/7 0/0"


def test_n2_6_nobody_available_means_passing():
    t = make_table(crew={0: "1/6 0/0"}).play("0 draw s1 ship")
    assert t.state.passed == [0]
    assert t.announced[-1] == "Ana has no available crewmen left and passes."
    t = make_table(crew={0: "0/0 0/0"}, lost={0: 7}, to_move=1).play("1 pass")
    assert t.state.round == 3, "Ana, who has lost everybody, is not asked"
    assert t.announced[1] == "Ana has no available crewmen left and passes."
    assert t.state.order == [1, 0]
    assert t.asked_seats() == [1]


def test_n2_6_passing_is_at_once_and_only_without_any_available_crewman():
    t = make_table(crew={0: "2/5 0/0"}).play("0 draw s1 ship")
    assert t.state.passed == [], "one is left"
    assert t.asked_seats() == [0]
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, sleds={0: "b15-nw"}, crew={0: "1/3 2/1"}).play("0 draw s1 ship")
    assert t.state.passed == [], "two are left with the sled"
    assert t.asked_seats() == [0]
    t = make_table(crew={0: "1/6 0/0"}).play("0 draw s1 ship")
    assert t.asked_seats() == [1], "in the same turn: Ana does not end it"
    t.play("1 draw s1 ship", "1 end")
    assert t.asked_seats() == [1], "and has no further turn in this round"


def test_n2_7_passing_makes_the_next_order():
    t = make_table(3, order=[0, 1, 2]).play("0 draw s1 ship", "0 end", "1 pass", "2 pass", "0 pass")
    assert t.state.round == 3
    assert t.state.order == [1, 2, 0]
    assert t.asked_seats() == [1]
    assert t.build_view().next_order == ()


def test_passing_is_forced_when_nothing_else_can_be_done():
    t = make_table(crew={0: "1/6 0/0"}, market="", bag="", piles="0 0 0 0 0 0")
    assert t.read_refusal("0 draw") == "There is no tile left to draw (N4)."
    assert t.list_words("0") == ["transfer", "pass"]
    t = make_table(
        crew={0: "1/6 0/0"}, ships={0: "c13"}, placed=SEA_TILES, market="", bag="", piles="0 0 0 0 0 0", round=4
    )
    assert find_forced_move(t.now.build_menu(0)) is None, "the sled may go out on the ice"
    t = make_table(crew={0: "1/6 0/0"}, lost={0: 0}, market="", bag="", piles="0 0 0 0 0 0")
    assert find_forced_move(t.now.build_menu(0)) == ("pass",)


def test_an_absent_player_passes():
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, hands={0: "s0"})
    assert t.rules.safe_move(0, t.now.build_menu(0)) == ("pass",)
    t = make_table(placed=["e13 10/00/10"], sleds={0: "e13-nw"}, round=7).play("0 pass", "1 pass")
    assert t.rules.safe_move(0, t.now.build_menu(0)) == ("camp", "e13-nw")
    t = make_table(market="l00 l01 l02 l03").play("0 refresh ship")
    words = t.rules.safe_move(0, t.now.build_menu(0))
    assert words == ("draw", t.state.market[0])


def test_what_cannot_be_done_is_refused_with_the_reason_and_what_would_fit():
    t = make_table(hands={0: "l00"})
    assert t.read_refusal("0 place l00 e9") == (
        "On e9 it would not lie beside your ship or sled (N5.1). "
        "Where do you lay tile L00? Beside your ship or sled, so that all sides match (N5.1, N5.2). (c13, c14)"
    )
    assert t.read_refusal("0 fly").startswith(
        "“fly” is not a choice here. Your turn, 7 crewmen ready: what do you do? (draw, refresh, place"
    )
    assert t.read_refusal("1 pass") == "It is not your turn."
    assert t.read_refusal("0 place l00 c13 f0") == "That move is not finished. Whose crew does it?"
