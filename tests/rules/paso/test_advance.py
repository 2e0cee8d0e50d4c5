"""P4: advancing."""

from __future__ import annotations

import pytest

from tests.rules.paso.play import make_table


def test_p4_every_hex_entered_is_marked():
    t = make_table().play("0 advance c3 s3-b1-b2")
    assert t.pieces == ["0 s3 b1 b2 c3"]
    assert (t.find_player(0).ship, t.find_player(0).behind, t.state.points) == ("c3", "b2", 1)
    t.play("0 advance c4 u1")
    assert t.pieces == ["0 s3 b1 b2 c3", "0 u1 c4"]
    assert t.announced[0] == "Ana lays single over c4: 1 point."


def test_p4_1_the_price_of_a_token_is_the_sum_of_its_hexes():
    t = make_table(land="b1", snow="a1", iceberg="c1")
    ways = t.list_advances()
    assert [ways[f"u1 {hex_}"] for hex_ in ("d1", "b1", "a1", "c1")] == [1, 2, 3, 4]
    assert ways["s2 b1 b2"] == 3
    assert "s2 c1 c2" not in ways, "five points"
    assert t.read_refusal("0 advance c1 u1 u1") == "“u1” is one word too many: the move is complete before it."
    assert t.read_labels("0 advance")["c1"] == "c1: 4 points"
    t = make_table(land="b1", points=1)
    assert t.read_refusal("0 advance b1 u1") == "Entering it takes 2 points; you have 1 point (P4.1)."


def test_p4_1_a_token_is_paid_in_full_from_the_points_left():
    t = make_table(land="b1 b2", snow="a1 a2").play("0 advance b1 u1")
    assert t.state.points == 2, "two of four points are paid"
    t = make_table(land="b1 b2", snow="a1 a2", points=3)
    ways = t.list_advances()
    assert ways["u1 a1"] == 3, "what is left may be paid to the last point"
    assert "s2 b1 b2" not in ways, "four points"
    assert "s2 a1 a2" not in ways, "six points"
    t.play("0 advance a1 u1")
    assert t.state.to_move == 1, "nothing is left"
    t = make_table(iceberg="a1", points=3)
    assert t.read_refusal("0 advance a1 u1") == "Entering it takes 4 points; you have 3 points (P4.1).", (
        "nothing is waived"
    )


def test_p4_1_a_hex_too_dear_is_told_from_one_too_far():
    t = make_table(iceberg="b1 b3", points=2)
    assert t.read_refusal("0 advance b1 u1") == "Entering it takes 4 points; you have 2 points (P4.1)."
    assert t.read_refusal("0 advance b3 u1") == "No token that you have left ends there for 2 points (P4.2)."


def test_p4_2_in_at_one_end_out_at_the_other():
    t = make_table(pieces=["0 u1 b1"], ships={0: "b1"})
    ways = t.list_advances()
    assert ways["s2 c1 d1"] == 2
    assert "s2 b1 b2" not in ways, "the ship’s own hex is not covered again"
    assert not [way for way in ways if "b1" in way.split()[1:]]
    t = make_table(ships={0: "b1"}, pieces=["0 u1 b1"], points=4)
    from_here = {way for way in t.list_advances() if way.startswith(("l4 b2 c3", "j4 b2 c3"))}
    assert from_here == {"l4 b2 c3 c4 c5", "j4 b2 c3 c4 d4", "j4 b2 c3 b4 b5"}, "turned, but not turned over"
    t = make_table(reserve={0: {"u1": 0, "s2": 0, "s3": 0, "c3": 0, "s4": 0, "l4": 0, "j4": 0, "n4": 0}})
    assert t.read_refusal("0 advance b1 u1") == "No token that you have left ends there for 4 points (P4.2)."


def test_p4_3_along_the_own_route():
    t = make_table(snow="b2 c3", pieces=["0 s3 b1 b2 c3"], ships={0: "b1"})
    assert t.read_labels("0 advance c3")["walk"] == "along the route by b2, c3"
    t.play("0 advance c3 walk")
    assert (t.find_player(0).ship, t.find_player(0).behind, t.state.points) == ("c3", "b2", 2)
    assert t.announced == ["Ana sails to c3: 2 points."]
    assert len(t.pieces) == 1


def test_p4_3_a_walk_may_come_back_over_the_hex_where_it_began():
    """Ana has raided Ben where Cléo's token covers his: after a step off and on again, her ship is on Cléo's route."""
    pieces = ["1 s2 c1 c2", "2 s2 c2 c3", "0 u1 b2", "0 x1 c2"]
    t = make_table(3, pieces=pieces, ships={0: "c2"}, raiding={0: 1}, iceberg="b3 c3", points=3)
    assert t.list_advances()["walk b2 c2 c3"] == 3
    t.play("0 advance c3 walk")
    assert (t.find_player(0).ship, t.find_player(0).raiding, t.find_player(0).left[1]) == ("c3", 2, "c2")


def test_p4_3_a_dearer_walk_that_keeps_the_way_back_open():
    """By b4, his own hex, Hudson reaches c5 for free, but leaves Ben's route there. By c4 he can still return on c6."""
    pieces = ["1 u1 b4", "1 u1 c6", "2 s2 c3 c4", "0 x1 c3", "0 x1 b4", "0 u1 c5"]
    t = make_table(
        3,
        pieces=pieces,
        ships={0: "c3"},
        raiding={0: 2},
        left={(0, 1): "c6"},
        characters={0: "hudson"},
        points=2,
    )
    walks = {way: price for way, price in t.list_advances().items() if way.startswith("walk")}
    assert walks["walk b4 c5"] == 0
    assert walks["walk c4 c5 c6"] == 2


def test_p4_3_of_two_walks_as_dear_the_one_that_keeps_a_way_back_to_row_1_open():
    """By a3 or b3 Hudson reaches a2 for free. By a3 he leaves Ben's route, to which he could otherwise return on b1."""
    pieces = ["1 u1 a3", "1 u1 b1", "2 s2 a4 b3", "0 x1 a4", "0 x1 a3", "0 x1 b3", "0 u1 a2"]
    t = make_table(
        3,
        pieces=pieces,
        ships={0: "a4"},
        raiding={0: 2},
        left={(0, 1): "b1"},
        characters={0: "hudson"},
        points=2,
    )
    walks = {way: price for way, price in t.list_advances().items() if way.startswith("walk")}
    assert walks["walk a3 a2"] == 0
    assert walks["walk b3 a2 b1"] == 1


def test_p4_3_a_dearer_walk_that_keeps_the_way_back_open_from_the_route_of_another():
    """Both ways lead onto Ben's route on c5. By b4 Hudson leaves Cléo's route, to which he could otherwise return on c6."""
    pieces = ["2 u1 b4", "2 u1 c6", "1 c3 c3 c4 c5", "0 x1 c3", "0 x1 b4", "0 x1 c5"]
    t = make_table(
        3,
        pieces=pieces,
        ships={0: "c3"},
        raiding={0: 1},
        left={(0, 2): "c6"},
        characters={0: "hudson"},
        points=2,
    )
    walks = {way: price for way, price in t.list_advances().items() if way.startswith("walk")}
    assert walks["walk b4 c5"] == 0
    assert walks["walk c4 c5 c6"] == 2


def test_p4_3_two_ways_back_are_told_apart():
    """By b5 Hudson leaves Ben's route where he might return; a dearer walk keeps another way back open, on c6."""
    pieces = ["1 u1 c6", "1 s2 b4 b5", "2 c3 b3 c3 c4", "0 x1 b4", "0 u1 c5"]
    t = make_table(
        3,
        pieces=pieces,
        ships={0: "b3"},
        raiding={0: 2},
        left={(0, 1): "c6"},
        characters={0: "hudson"},
        points=3,
    )
    walks = {way: price for way, price in t.list_advances().items() if way.startswith("walk")}
    assert walks["walk c3 c4 c5 c6"] == 3


def test_p4_4_other_routes_are_closed():
    t = make_table(pieces=["1 s3 b1 b2 c3", "0 u1 a1"], ships={0: "a1", 1: "c3"})
    assert not [way for way in t.list_advances() if {"b1", "b2", "c3"} & set(way.split()[1:])]
    assert t.read_refusal("0 advance b1 u1") == "That hex is on Ben’s route: raid it for 2 points, or go round (P4.4)."
    assert t.read_refusal("0 advance b2 u1") == (
        "That hex is on Ben’s route: come beside it and raid it, or go round (P4.4)."
    )


def test_p4_5_passing_over_a_ship():
    t = make_table(pieces=["1 s3 b1 b2 b3", "0 x1 b2"], ships={0: "b2", 1: "b3"}, raiding={0: 1})
    ways = t.list_advances()
    assert ways["s2 b3 b4"] == 2
    assert "u1 b3" not in ways
    assert not [way for way in ways if way.startswith(("u1 b1", "s2 b1"))], "no token on a route without a ship to pass"
    assert t.read_refusal("0 advance b3 u1") == (
        "Ben’s ship is there: pass over it with a longer token, on a route that is open to you (P4.5)."
    )
    t.play("0 advance b4 s2-b3")
    assert t.pieces[-1] == "0 s2 b3 b4"
    assert (t.find_player(0).raiding, t.find_player(0).left[1]) == (None, "b3")
    assert "walk b3" not in t.list_advances(), "his ship is still there"


def test_p4_6_four_rows_ahead_of_the_foremost():
    t = make_table(laid=4)
    t.play("0 advance b1 u1")
    assert t.build_view().laid == 5
    assert t.announced[-1] == "Row 5 comes into sight."
    t.play("0 advance b4 c3-b2-b3")
    assert t.build_view().laid == 8
    t = make_table(laid=8, ships={0: "a4", 1: "c1"}, pieces=["0 u1 a4", "1 u1 c1"], to_move=1)
    t.play("1 advance c3 s2-c2")
    assert t.build_view().laid == 8, "four rows lie ahead of the foremost ship"
    assert not t.barrier


BENT_BACK_ROUTE = {"laid": 7, "pieces": ["0 s2 b4 c3", "1 u1 b3"], "ships": {0: "c3", 1: "b3"}, "to_move": 1}
"""Ana's two leads up to row 4 and down to row 3 again. Only three rows are ahead of a ship that raids its first hex."""


def test_p4_6_after_a_raid_too():
    t = make_table(**BENT_BACK_ROUTE).play("1 raid b4")
    assert t.build_view().laid == 8
    assert t.announced == ["Ben raids Ana on b4: 2 points.", "Row 8 comes into sight."]
    assert t.barrier
    t = make_table(**{**BENT_BACK_ROUTE, "laid": 8}).play("1 raid b4")
    assert t.build_view().laid == 8
    assert not t.barrier


def test_p4_7_one_hex_two_routes():
    t = make_table(3, pieces=["0 s2 b1 b2", "1 x1 b1"], ships={0: "b2", 1: "a1", 2: "c1"})
    seen = next(hex_ for hex_ in t.build_view().hexes if hex_.name == "b1")
    assert seen.owners == (0, 1)
    assert t.list_advances()["walk b1"] == 1
    t = make_table(3, pieces=["0 s2 b1 b2", "1 x1 b1"], ships={0: "b2", 1: "a1", 2: "c1"}, to_move=1)
    assert t.list_advances()["walk b1"] == 1
    assert t.play("1 advance b1 walk").find_player(1).raiding == 0


def test_p4_8_sideways_and_back():
    t = make_table(pieces=["0 u1 b3"], ships={0: "b3"})
    assert {"a3", "c3", "back"} <= set(t.list_words("0 advance"))
    assert t.read_labels("0 advance")["a3"] == "a3: from 1 point, 5 ways", "beside it is not behind it"
    assert {"u1-a2", "u1-b2"} <= set(t.list_words("0 advance back"))
    assert t.read_refusal("0 advance b2 u1") == "That hex is behind your ship: choose “back” first (P4.8)."
    t.play("0 advance back s2-b2-b1")
    assert (t.find_player(0).ship, t.find_player(0).behind) == ("b1", "b2")


def test_p4_9_a_special_tile_opens_the_hex_again():
    t = make_table(pieces=["1 s2 b1 b2", "ice b1", "water b2", "1 u1 b3"], ships={1: "b3"}, land="b2")
    ways = t.list_advances()
    assert ways["u1 b1"] == 4
    t = make_table(
        pieces=["1 s2 b1 b2", "ice b1", "water b2", "1 u1 b3", "0 u1 a2"], ships={0: "a2", 1: "b3"}, land="b2"
    )
    assert t.list_advances()["u1 b2"] == 1
    t.play("0 advance b2 u1")
    seen = next(hex_ for hex_ in t.build_view().hexes if hex_.name == "b2")
    assert seen.owners == (0,)


def test_ways_are_shown_with_price_and_what_stays():
    t = make_table(chests="b2")
    assert (
        t.read_labels("0 advance c3")["s3-b1-b2"]
        == "3 points: straight three token by b1, b2, c3 (3 left), finds a treasure"
    )
    assert t.list_spots("0 advance c3")["s3-b1-b2"] == "way-3-s3-b1-b2-c3"
    assert t.read_labels("0 advance")["d4"].startswith("d4: from 4 points, ")


@pytest.mark.parametrize("character", ["gilbert", "cabot"])
def test_no_treasure_is_promised_to_who_draws_from_no_chest(character: str):
    t = make_table(chests="b2", characters={0: character})
    assert t.read_labels("0 advance c3")["s3-b1-b2"] == "3 points: straight three token by b1, b2, c3 (3 left)"


def test_hudson_comes_back_over_a_ship_on_what_he_has_laid():
    """Hudson passes over Ben's ship and back. The hex that his first token has opened is then his own route."""
    few = {**dict.fromkeys(["l4", "j4", "z4", "n4", "s3", "s2", "u1", "x1"], 0), "s4": 1, "c3": 1}
    t = make_table(
        snow="a2",
        pieces=["0 z4 a2 a3 a4 a5"],
        ships={0: "b1", 1: "a4"},
        characters={0: "hudson"},
        reserve={0: few},
        points=2,
    )
    t.play("0 advance a5 s4-b2-b3-a4", "0 advance back c3-a4-b3-a2", "0 advance b2 walk")
    assert (t.find_player(0).ship, t.state.points) == ("b2", 0)
