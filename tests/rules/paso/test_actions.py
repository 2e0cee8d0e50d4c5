"""P5 to P8: taking tokens back, dropping icebergs, raids and Fresh Waters."""

from __future__ import annotations

from tests.rules.paso.play import make_table

A_ROUTE = ["0 s3 c1 c2 d3"]


# ---------------------------------------------------------------- P5 recover
def test_p5_four_points_for_a_token():
    t = make_table(pieces=["0 s2 b1 b2", "0 u1 b3"], ships={0: "b3"})
    assert t.read_labels("0 recover") == {"b2": "two on b1, b2"}
    t.play("0 recover b2")
    assert t.pieces == ["0 u1 b3"]
    assert t.count_reserve(0, "s2") == 5
    assert t.announced[0] == "Ana takes a token back: two from b1, b2."
    t = make_table(pieces=["0 s2 b1 b2", "0 u1 b3"], ships={0: "b3"}, points=3)
    assert t.read_refusal("0 recover b2") == "That takes 4 points; you have 3 points (P5)."


def test_p5_1_with_nothing_on_it_raid_tokens_too():
    pieces = ["1 s2 a1 a2", "0 x1 a1", "0 s2 b1 b2", "1 x1 b1", "0 u1 c1", "ice c1", "0 u1 d1", "0 u1 d2"]
    t = make_table(pieces=pieces, ships={0: "d2", 1: "a2"})
    assert t.list_words("0 recover") == ["a1", "d1"]
    t.play("0 recover a1")
    assert t.count_reserve(0, "x1") == 6


def test_p5_2_who_is_stuck_may_salvage_a_covered_token():
    walls = "a1 c1 a2 b2 c2 b3"
    stuck = {
        "iceberg": walls,
        "pieces": ["0 s2 d1 d2", "ice d1", "ice d2", "0 u1 b1"],
        "ships": {0: "b1"},
        "reserve": {0: {"u1": 0}},
    }
    t = make_table(**stuck)
    assert t.list_advances() == {}
    assert t.list_words("0 recover") == ["d2"]
    t.play("0 recover d2")
    assert t.pieces == ["ice d1", "ice d2", "0 u1 b1"], "the pieces above stay"
    t = make_table(**stuck, changes={"rulings": {"salvage": False}})
    assert t.asked_seats() == [1], "he could do nothing, so the turn has passed"
    t = make_table(**{**stuck, "reserve": {0: {"u1": 1}}})
    assert t.list_advances() == {f"u1 {hex_}": 4 for hex_ in ("a1", "c1", "a2", "b2")}
    assert t.read_refusal("0 recover d2") == "None of your tokens on the board lies open (P5.1)."


def test_p5_2_not_while_a_walk_leads_to_where_a_token_can_be_laid():
    t = make_table(
        iceberg="a1 c1 a2 c2 d1 d2",
        pieces=["0 s2 b1 b2", "1 x1 b1", "0 u1 a4", "ice a4"],
        ships={0: "b2", 1: "b1"},
        raiding={1: 0},
        reserve={0: {"u1": 1}},
    )
    assert "u1 b3" in t.list_advances()
    assert "recover" not in t.list_words("0")


def test_p5_2_the_ship_itself_is_not_in_its_way_when_it_has_moved():
    """A two from b3 could cover b2 only if the ship had not left it."""
    t = make_table(
        iceberg="a1 c1 a2 c2 a3 c3 a4 b4 c4 d1 d2 d3",
        pieces=["0 s2 d1 d2", "ice d1", "ice d2", "0 c3 b1 b2 b3"],
        ships={0: "b2"},
        reserve={0: {"u1": 0}},
    )
    assert set(t.list_advances()) == {"walk b1", "walk b3"}
    assert t.list_words("0 recover") == ["d2"]


def test_p5_2_not_while_a_raid_remains_by_a_roundabout_walk():
    """A step off Ben's route and back to the same hex leads onto Cléo's route, from which Ana may raid Ben."""
    nothing = dict.fromkeys(["s4", "l4", "j4", "z4", "n4", "s3", "c3", "s2", "u1"], 0)
    t = make_table(
        3,
        pieces=["1 s2 d3 c2", "2 x1 c2", "0 u1 b2", "0 x1 c2", "2 x1 b2"],
        ships={0: "c2"},
        raiding={0: 1},
        reserve={0: {**nothing, "x1": 1}},
    )
    assert t.read_refusal("0 recover b2") == "None of your tokens on the board lies open (P5.1)."
    t.play("0 advance b2 walk", "0 advance c2 walk", "0 raid d3")
    assert t.pieces[-1] == "0 x1 d3"


def test_salvage_names_tokens_that_end_on_the_same_hex_apart():
    t = make_table(
        iceberg="a1 c1 a2 b2 c2 b3",
        pieces=["0 s2 d1 d2", "0 u1 d2", "0 x1 d2", "ice d1", "ice d2", "0 u1 b1"],
        ships={0: "b1"},
        reserve={0: {"u1": 0}},
    )
    assert t.list_words("0 recover") == ["d2", "d2-2", "d2-3"]
    assert t.play("0 recover d2-3").count_reserve(0, "x1") == 6


# ---------------------------------------------------------------- P6 drop an iceberg
def test_p6_three_points_for_an_iceberg():
    t = make_table().play("0 advance b1 u1")
    t = make_table(pieces=["0 s2 b1 b2"], ships={0: "b2"}, behind={0: "b1"}).play("0 drop")
    assert (t.state.points, t.state.icebergs) == (1, 9)
    assert t.pieces == ["0 s2 b1 b2", "ice b1"]
    assert t.announced[0] == "Ana drops an iceberg on b1."


def test_p6_1_behind_is_where_the_ship_came_from():
    t = make_table(points=6).play("0 advance c3 s3-b1-b2", "0 drop")
    assert t.pieces[-1] == "ice b2"
    t = make_table(pieces=["0 s3 b1 b2 c3"], ships={0: "c3"}, behind={0: "b2"}, points=5)
    t.play("0 advance back walk-b2")
    assert t.play("0 drop").pieces[-1] == "ice c3"
    t = make_table(pieces=["0 s2 b1 b2", "1 x1 b1"], ships={0: "b2", 1: "b1"}, behind={0: "b1"}, raiding={1: 0})
    assert t.read_refusal("0 drop") == "There is a ship on the hex behind yours (P6.1)."


def test_p6_2_it_blocks_everybody():
    t = make_table(pieces=["0 s2 b1 b2", "ice b1", "1 u1 a1"], ships={0: "b2", 1: "a1"}, to_move=0)
    assert t.list_advances()["u1 b1"] == 4
    assert "walk b1" not in t.list_advances()
    assert "recover" not in t.list_words("0")
    t = make_table(pieces=["0 s2 b1 b2", "ice b1", "1 u1 a1"], ships={0: "b2", 1: "a1"}, to_move=1)
    assert t.list_advances()["u1 b1"] == 4
    assert "raid" not in t.list_words("1")


def test_p6_3_ten_icebergs_in_all():
    t = make_table(pieces=["0 s2 b1 b2"], ships={0: "b2"}, behind={0: "b1"}, icebergs=1).play(
        "0 drop", "0 end", "1 end"
    )
    assert t.state.icebergs == 0
    t = make_table(pieces=["0 s2 b1 b2"], ships={0: "b2"}, behind={0: "b1"}, icebergs=0)
    assert t.read_refusal("0 drop") == "No iceberg is left in the supply (P6.3)."


# ---------------------------------------------------------------- P7 raid
def test_p7_two_points_whatever_lies_there():
    t = make_table(iceberg="c2", pieces=[*A_ROUTE, "1 u1 b2"], ships={0: "d3", 1: "b2"}, to_move=1)
    t.play("1 raid c2")
    assert (t.find_player(1).ship, t.find_player(1).raiding, t.state.points) == ("c2", 0, 2)
    assert t.pieces[-1] == "1 x1 c2"
    assert t.count_reserve(1, "x1") == 5
    assert t.announced == ["Ben raids Ana on c2: 2 points."]
    t = make_table(pieces=[*A_ROUTE, "1 u1 b2"], ships={0: "d3", 1: "b2"}, to_move=1, points=1)
    assert t.read_refusal("1 raid c2") == "That takes 2 points; you have 1 point (P7)."


def test_p7_1_then_one_point_a_hex_without_tokens():
    t = make_table(pieces=["0 s4 b1 b2 c3 c4", "0 u1 c5", "1 u1 a1"], ships={0: "c5", 1: "a1"}, to_move=1, iceberg="b2")
    t.play("1 raid b1", "1 advance c3 walk")
    assert (t.find_player(1).ship, t.state.to_move) == ("c3", 0)
    assert len(t.pieces) == 4


def test_p7_2_leaving_costs_the_next_hex_only():
    t = make_table(land="b3", pieces=["0 s3 b1 b2 c3", "1 x1 b2"], ships={0: "c3", 1: "b2"}, raiding={1: 0}, to_move=1)
    assert t.list_advances()["u1 a2"] == 1
    t.play("1 advance b3 u1")
    assert (t.state.points, t.find_player(1).raiding, t.find_player(1).left[0]) == (2, None, "b2")


def test_p7_3_back_where_it_was_left_or_where_a_token_lies():
    pieces = ["0 s4 b1 b2 c3 c4", "0 u1 c5", "1 x1 b1", "1 u1 b3"]
    t = make_table(pieces=pieces, ships={0: "c5", 1: "b3"}, left={(1, 0): "c3"}, to_move=1)
    ways = t.list_advances()
    assert ways["walk c3"] == 1
    assert "walk b2" not in ways
    t.play("1 advance c3 walk")
    assert t.find_player(1).raiding == 0
    t = make_table(pieces=[*pieces[:3], "1 u1 a1"], ships={0: "c5", 1: "a1"}, to_move=1)
    t.play("1 advance b1 walk")
    assert t.find_player(1).raiding == 0, "his own raid token lies there, above hers"
    t = make_table(pieces=[*pieces[:3], "1 u1 b3"], ships={0: "c5", 1: "b3"}, left={(1, 0): "c3"}, to_move=1)
    assert t.play("1 raid b2").find_player(1).raiding == 0


def test_p7_4_whose_route_where_there_are_several():
    t = make_table(3, pieces=[*A_ROUTE, "1 x1 c2"], ships={0: "d3", 1: "c1", 2: "b2"}, to_move=2)
    assert t.read_labels("2 raid")["c2"] == "c2, route of Ana, Ben"
    assert t.read_labels("2 raid c2") == {"p1": "Ana: 2 points", "p2": "Ben: 2 points"}
    t.play("2 raid c2 p2")
    assert t.find_player(2).raiding == 1


def test_p7_5_from_before_row_1_but_not_onto_ships():
    t = make_table(pieces=["1 s2 b1 c1"], ships={1: "c1"})
    assert t.list_words("0 raid") == ["b1"]
    t.play("0 raid b1")
    assert t.find_player(0).behind == ""
    t = make_table(pieces=["1 s2 b1 b2", "0 x1 b1"], ships={0: "a1", 1: "b2"})
    assert t.read_refusal("0 raid b1") == "Your ship is not beside another player’s route (P7)."


# ---------------------------------------------------------------- P8 fresh waters
BEHIND = {"pieces": ["0 s3 b1 b2 b3", "1 x1 b2"], "ships": {0: "b3", 1: "b2"}, "raiding": {1: 0}, "to_move": 1}


def test_p8_directly_behind_on_the_raided_route():
    t = make_table(**BEHIND, moved=True, points=1)
    assert t.read_labels("1")["fresh"] == "Fresh Waters: 2 points more"
    t.play("1 fresh")
    assert t.announced == ["Ben sails in the Fresh Waters behind Ana: 3 points to advance."]
    why = "Your ship is not on a player’s route, directly behind their ship and one row below (P8)."
    beside = {**BEHIND, "pieces": ["0 s3 b2 b3 c3", "1 x1 b3"], "ships": {0: "c3", 1: "b3"}}
    assert make_table(**beside, moved=True).read_refusal("1 fresh") == why
    off = {**BEHIND, "pieces": ["0 s2 b1 b3", "1 u1 b2"], "raiding": {}}
    assert make_table(**off, moved=True).read_refusal("1 fresh") == why
    further = {**BEHIND, "pieces": ["0 s4 b1 b2 b3 b4", "1 x1 b2"], "ships": {0: "b4", 1: "b2"}}
    assert make_table(**further, moved=True).read_refusal("1 fresh") == why


def test_p8_1_for_advancing_only_and_on_top_of_the_rest():
    t = make_table(**BEHIND, moved=True, points=3, hands={1: "extra"}).play("1 fresh")
    assert t.state.points == 5, "two additional points"
    assert t.list_words("1") == ["advance", "end"]
    assert (
        t.read_refusal("1 drop")
        == t.read_refusal("1 raid")
        == t.read_refusal("1 recover")
        == ("After Fresh Waters you can only advance (P8.1).")
    )
    t.play("1 advance b4 s2-b3", "1 end")
    assert t.state.to_move == 0
    t = make_table(**BEHIND, moved=True, points=0).play("1 fresh", "1 advance b4 s2-b3")
    assert t.state.to_move == 0, "with them the turn ends by itself"


def test_p8_1_in_place_of_the_rest_if_the_players_wish():
    t = make_table(**BEHIND, moved=True, points=3, fresh="instead")
    assert t.read_labels("1")["fresh"] == "Fresh Waters: 2 points to advance, for the 3 you have left"
    t.play("1 fresh")
    assert t.state.points == 2
    assert t.announced == ["Ben sails in the Fresh Waters behind Ana: 2 points to advance."]


def test_p8_2_only_after_moving_and_once():
    assert make_table(**BEHIND).read_refusal("1 fresh") == "Your ship has not advanced in this turn (P8.2)."
    t = make_table(pieces=["0 s3 b1 b2 b3", "1 u1 a2"], ships={0: "b3", 1: "a2"}, to_move=1).play(
        "1 raid b2", "1 fresh"
    )
    assert t.state.points == 4, "a raid counts"
    assert t.read_refusal("1 fresh") == "Fresh Waters can be used once in a turn (P8.2)."
