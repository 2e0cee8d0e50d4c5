"""P3: turns."""

from __future__ import annotations

from tests.rules.paso.play import make_table


def test_p3_four_points_for_anything_in_any_order():
    t = make_table(pieces=["1 s2 b2 b3", "0 u1 b1"], ships={0: "b1", 1: "b3"}, hands={0: "extra"})
    assert t.state.points == 4
    t.play("0 advance a2 u1", "0 card extra", "0 raid b2")
    assert t.state.points == 3, "4 - 1 + 2, alone behind, - 2"
    t.play("0 end", "1 end")
    assert t.state.points == 4, "what is not used is lost"


def test_p3_1_one_card_in_the_own_turn_between_actions():
    t = make_table(hands={0: "extra extra", 1: "extra"}).play("0 advance b1 u1", "0 card extra")
    assert t.read_refusal("0 card extra") == "You have played your card for this turn (P3.1)."
    assert t.read_refusal("1 card extra") == "It is not your turn."
    t.play("0 advance b2 u1", "0 end")
    assert t.state.cards == 1


def test_p3_2_three_cards_at_the_end():
    t = make_table(hands={0: "extra rob water swap turn"}).play("0 end")
    assert t.list_words("0") == ["discard"]
    assert t.read_refusal("0 discard extra") == "Choose 2 to 2 of these, not 1."
    t.play("0 discard extra+swap")
    assert t.find_player(0).hand == ["rob", "water", "turn"]
    assert t.state.discards == ["extra", "swap"]
    assert t.announced[0] == "Ana discards Tailwind, Swapped charts."
    assert make_table(hands={0: "extra rob water"}).play("0 end").asked_seats() == [1]


def test_p3_3_a_turn_with_nothing_to_do_ends_by_itself():
    t = make_table(points=1).play("0 advance b1 u1")
    assert t.state.to_move == 1
    t = make_table(points=1, hands={0: "rob"}).play("0 advance b1 u1")
    assert t.asked_seats() == [0], "a card in hand: that it cannot be played is nobody’s business"
    assert t.list_words("0") == ["end"]
    assert t.now.build_menu(0).is_secret
    t = make_table(points=1, hands={0: "rob"}, characters={0: "franklin"}).play("0 advance b1 u1")
    assert t.asked_seats() == [1], "everybody knows that he plays no cards"


def test_prices_stand_beside_the_verbs():
    t = make_table(
        pieces=["0 s2 b1 b2", "1 s2 c2 c3", "0 u1 a1"],
        ships={0: "b2", 1: "c3"},
        behind={0: "b1"},
        hands={0: "extra"},
    )
    assert t.read_labels("0") == {
        "advance": "Advance",
        "raid": "Raid (2 points)",
        "exit": "Your ship is not on the last row (P12).",
        "fresh": "Your ship has not advanced in this turn (P8.2).",
        "card": "Play a treasure",
        "recover": "Take a token back (4 points)",
        "drop": "Drop an iceberg (3 points)",
        "end": "End your turn",
    }


def test_unavailable_actions_are_explained():
    t = make_table(points=0, hands={0: "extra"})
    assert t.read_labels("0") == {
        "advance": "You have no action points left (P3).",
        "raid": "Your ship is not beside another player’s route (P7).",
        "exit": "Your ship is not on the last row (P12).",
        "fresh": "Your ship has not advanced in this turn (P8.2).",
        "card": "Play a treasure",
        "recover": "That takes 4 points; you have 0 points (P5).",
        "drop": "That takes 3 points; you have 0 points (P6).",
        "end": "End your turn",
    }


def test_absent_players_end_their_turn():
    t = make_table(hands={0: "extra rob water swap"})
    assert t.rules.safe_move(0, t.now.build_menu(0)) == ("end",)
    t.play("0 end")
    assert t.rules.safe_move(0, t.now.build_menu(0)) == ("discard", "extra")
