"""P12, P13: the end of the race, and Sirs against Explorers."""

from __future__ import annotations

from engine.kernel.text import write_text
from tests.rules.paso.play import PLAYER_NAMES, make_table, start_table

ON_24 = {"pieces": ["0 u1 c24", "1 u1 b22"], "ships": {0: "c24", 1: "b22"}}


def test_p12_out_for_one_point():
    t = make_table(**ON_24, points=1)
    assert t.read_labels("0")["exit"] == "Sail past the last row: win (1 point)"
    t.play("0 exit")
    assert t.announced == ["Ana sails past row 24 into the open Pacific."]
    t = make_table(ships={0: "c23"}, pieces=["0 u1 c23"])
    assert t.read_refusal("0 exit") == "Your ship is not on the last row (P12)."


def test_p12_1_the_first_wins_the_others_follow_by_rows():
    t = make_table(4, pieces=["0 u1 c24"], ships={0: "c24", 1: "b12", 2: "a13", 3: "d12"}).play("0 exit")
    assert t.result is not None
    assert t.result.winners == (0,)
    assert t.result.ranking == ((0,), (2,), (1, 3))
    assert [line.points for lines in t.result.scores.values() for line in lines] == [25, 12, 13, 12]
    assert t.build_view().winners == (0,)


def test_p12_2_three_rounds_in_which_nobody_does_anything():
    t = make_table(ships={0: "b3", 1: "c4"}, pieces=["0 u1 b3", "1 u1 c4"])
    t.play(*["0 end", "1 end"] * 2, "0 end")
    assert t.result is None
    t.play("1 end")
    assert t.reason == "The ships lie still; Ben wins, being furthest ahead."
    t = make_table(ships={0: "b3", 1: "c3"}, pieces=["0 u1 b3", "1 u1 c3"]).play(*["0 end", "1 end"] * 3)
    assert t.reason == "The ships lie still; Ana, Ben share the victory in front."
    t = make_table().play("0 end", "1 end", "0 end", "1 end", "0 advance b1 u1", "0 end", "1 end", "0 end", "1 end")
    assert t.result is None, "the count begins anew"


def test_p12_3_who_gives_up_leaves_the_ship_and_the_tokens():
    """The host plays such a seat by `stall`: it ends the turn and discards surplus cards."""
    lying = {"pieces": ["0 s3 b1 b2 b3", "1 x1 b2"], "ships": {0: "b3", 1: "b2"}, "raiding": {1: 0}}
    t = make_table(**lying, hands={0: "extra rob water swap"})
    while t.asked_seats() == [0]:
        t.play("0 " + " ".join(t.rules.safe_move(0, t.now.build_menu(0))))
    assert (t.find_player(0).ship, t.pieces, t.state.to_move) == ("b3", ["0 s3 b1 b2 b3", "1 x1 b2"], 1)
    t.play("1 advance back walk-b1", "1 advance b2 walk", "1 fresh", "1 advance b4 s2-b3")
    assert t.find_player(1).ship == "b4", "Fresh Waters behind the ship, and over it"


def test_p13_all_else_is_as_without_sides():
    t = start_table(4, mode="teams")
    assert t.build_view().teams
    assert len(t.state.deck) == 60
    assert t.build_view().columns == "abcdefgh"


def test_p13_1_seats_one_and_three_against_two_and_four():
    sirs = {tuple(start_table(4, f"seed-{n}", mode="teams").state.sirs) for n in range(10)}
    assert sirs == {(0, 2), (1, 3)}
    t = start_table(4, mode="teams")
    sides = [player.side for player in t.build_view().players]
    assert sides[0] == sides[2] != sides[1] == sides[3]
    assert make_table(4, sirs=[0, 2]).play("0 end").state.to_move == 1


def test_p13_2_four_characters_for_a_pair_one_partner_after_the_other():
    t = start_table(4, mode="teams")
    assert t.asked_seats() == [0, 1]
    offer = [seen.word for seen in t.build_view(0).offers]
    assert len(offer) == 4
    assert {t.game_box.find_character(word).side for word in offer} == {t.build_view().players[0].side}
    assert [seen.word for seen in t.build_view(2).offers] == offer, "both partners see them"
    assert not set(offer) & {seen.word for seen in t.build_view(1).offers}
    t.play(f"0 choose {offer[2]}", f"1 choose {t.build_view(1).offers[0].word}")
    assert t.asked_seats() == [2, 3]
    assert t.build_view(2).chosen == {0: 2}
    assert t.build_view(1).chosen == {1: 0}
    assert t.private_texts[2] == [f"Ana will sail with {t.game_box.find_character(offer[2]).name}."]
    assert t.read_refusal(f"2 choose {offer[2]}") == "Your partner sails with this one (P13.2)."
    t.play(f"2 choose {offer[0]}", f"3 choose {t.build_view(3).offers[1].word}")
    assert [player.character for player in t.state.players][::2] == [offer[2], offer[0]]
    n = 0 if 0 in t.state.sirs else 1
    assert {offer[1], offer[3]} <= set(t.state.roster[n])


def test_p13_3_everybody_plays_a_turn_of_their_own():
    t = make_table(4, sirs=[0, 2], points=1).play("0 advance b1 u1")
    assert (t.state.to_move, t.state.points) == (1, 4)


def test_p13_4_partners_do_not_see_each_others_cards():
    t = make_table(4, sirs=[0, 2], hands={0: "extra", 2: "rob"})
    assert t.build_view(0).hand == ("extra",)
    assert t.build_view(0).players[2].hand == 1
    assert "rob" not in str(t.build_view(0))


def test_p13_5_the_partner_is_an_opponent():
    t = make_table(4, sirs=[0, 2], hands={0: "slow", 2: "rob"}, pieces=["2 s2 b1 b2"], ships={2: "b2"})
    assert t.list_words("0 card slow") == ["p2", "p3", "p4"]
    assert "b1" not in {way.split()[-1] for way in t.list_advances()}
    assert t.list_words("0 raid") == ["b1"]


def test_p13_6_the_side_of_the_first_wins():
    t = make_table(4, sirs=[1, 3], pieces=["0 u1 c24"], ships={0: "c24", 1: "b23"}).play("0 exit")
    assert t.result is not None
    assert (t.result.winners, t.result.ranking) == ((0, 2), ((0, 2), (1, 3)))
    assert t.reason == "Ana is first through the Passage: Ana, Cléo win for the Explorers."
    t = make_table(4, sirs=[0, 2], pieces=["0 u1 c24"], ships={0: "c24"}).play("0 exit")
    assert t.reason == "Ana is first through the Passage: Ana, Cléo win for the Sirs."
    still = [f"{seat} end" for seat in range(4)] * 3
    t = make_table(4, sirs=[0, 2], ships={0: "b3", 1: "c3"}, pieces=["0 u1 b3", "1 u1 c3"]).play(*still)
    assert t.result is not None
    assert t.result.winners == (0, 1, 2, 3)
    t = make_table(4, sirs=[0, 2], ships={1: "c3"}, pieces=["1 u1 c3"]).play(*still)
    assert t.reason == "The ships lie still; Ben, Dai win for the Explorers, being furthest ahead."
    t = make_table(4, sirs=[0, 2], ships={0: "c3"}, pieces=["0 u1 c3"]).play(*still)
    assert t.reason == "The ships lie still; Ana, Cléo win for the Sirs, being furthest ahead."


def test_verbs_can_be_read():
    t = make_table()
    assert [write_text(verb.help, PLAYER_NAMES) for verb in t.rules.verbs][:2] == [
        "Choose your character",
        "Advance: lay a token, or sail along a route that is open to you",
    ]
