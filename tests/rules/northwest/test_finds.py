"""N9 and N10: finds, the Passage and Greenland."""

from __future__ import annotations

import pytest

from tests.rules.northwest.play import make_table

FRANKLIN_TILE = "e8 000/001 franklin"
STRAIT_TILE = "001/010 strait"


def test_n9_explore_a_franklin_site_or_a_strait():
    t = make_table(placed=[FRANKLIN_TILE], ships={0: "e8"})
    assert t.read_labels("0 explore")["ship"] == "The Franklin site at e9, with the ship: +2"
    assert t.list_spots("0 explore") == {"ship": "symbol-e9"}
    t.play("0 explore ship")
    assert t.describe_crew(0) == "4/3 0/0"
    assert t.find_expedition(0).tokens == {"franklin": 1}
    assert t.announced == ["Ana takes the Franklin site token at e9: +2."]
    assert t.state.taken == ["l01"]
    no = "There is neither a Franklin site nor a strait token on the tile of your ship (N9)."
    assert t.read_refusal("0 explore") == no, "it is taken"
    assert make_table().read_refusal("0 explore") == no
    t = make_table(placed=[f"e8 {STRAIT_TILE}"], ships={0: "e8"}).play("0 explore ship")
    assert t.find_expedition(0).tokens == {"strait": 1}
    t = make_table(placed=[FRANKLIN_TILE], ships={0: "e8"}, crew={0: "2/5 0/0"})
    assert t.read_refusal("0 explore") == "That takes 3 available crewmen with your ship; you have 2 (N2.2)."


def test_n9_1_discover_an_inuit_or_a_cairn():
    t = make_table(sleds={0: "a14-ne"}, crew={0: "4/0 3/0"})
    assert t.list_words("0 discover") == ["sled"]
    t.play("0 discover sled")
    assert t.describe_crew(0) == "4/0 1/2"
    assert t.find_expedition(0).tokens == {"cairn": 1}
    assert t.state.taken == ["cape"]
    t = make_table(placed=["e8 011/110 inuit"], ships={0: "e8"})
    assert "explore" not in t.list_words("0")
    assert t.play("0 discover ship").find_expedition(0).tokens == {"inuit": 1}
    assert (
        make_table().read_refusal("0 discover")
        == "There is neither an Inuit nor a cairn token on the tile of your ship (N9.1)."
    )


def test_n9_1_a_sled_that_is_not_out_takes_nothing():
    given = {"placed": [FRANKLIN_TILE], "ships": {0: "e8"}}
    aboard = "Your sled is still aboard; transfer crew to take it out (N8.2)."
    assert make_table(**given).read_labels("0 explore")["sled"] == aboard
    assert (
        make_table(**given, lost={0: 3}, crew={0: "4/0 0/0"}).read_labels("0 explore")["sled"]
        == "Your sled is lost (N3.6)."
    )


def test_n9_2_anywhere_on_the_tile_and_under_the_ice():
    t = make_table(placed=[FRANKLIN_TILE], ships={0: "e8"}, round=4)
    assert t.find_visible_expedition(0).ship.is_held
    assert t.play("0 explore ship").find_expedition(0).tokens == {"franklin": 1}


@pytest.mark.parametrize(("cell", "zone"), [("e2", 3), ("e5", 3), ("e6", 2), ("e10", 2), ("e11", 1), ("e13", 1)])
def test_n10_points_times_the_zone(cell: str, zone: int):
    small = make_table(placed=[f"l10 {cell} b0"], ships={0: cell}).play("0 explore ship")
    assert small.find_expedition(0).trail == zone, "the symbol of L10 lies on its first cell, back up"
    inuit = make_table(placed=[f"l45 {cell} f0"], ships={0: cell}).play("0 discover ship")
    assert inuit.find_expedition(0).trail == 2 * zone
    cairn = make_table(placed=[f"l18 {cell} f0"], ships={0: cell}).play("0 discover ship")
    assert cairn.find_expedition(0).trail == 2 * zone
    franklin = make_table(placed=[f"l02 {cell} f0"], ships={0: cell}).play("0 explore ship")
    assert franklin.find_expedition(0).trail == zone


def test_n10_1_the_zone_is_that_of_the_symbol():
    assert make_table(placed=["l18 e5 f0"], ships={0: "e5"}).play("0 discover ship").find_expedition(0).trail == 6, (
        "on e5"
    )
    assert make_table(placed=["l18 e5 b0"], ships={0: "e5"}).play("0 discover ship").find_expedition(0).trail == 4, (
        "on e6"
    )
    t = make_table(placed=["l18 e10 b0"], ships={0: "e10"})
    assert t.build_view().laid_tiles[-1].points == 2
    assert t.build_view().laid_tiles[-1].symbol_cell == (10, 4)


PASSAGE_TILES = ["x h2 j0000", "x i2 j0010"]


def test_n10_2_the_first_time_at_the_passage():
    t = make_table(placed=PASSAGE_TILES, ships={0: "h2", 1: "h2"})
    assert "h1" in t.list_words("0 move ship")
    t.play("0 move ship h1", "0 end")
    assert t.find_expedition(0).passage == 10
    assert t.state.passage_tokens == [3]
    assert t.find_score(0)["passage"] == 10
    assert t.play("1 move ship h1").find_expedition(1).passage == 3
    assert t.announced == ["Ben’s ship sails to h1.", "Ben finds the Northwest Passage: +3!"]


def test_n10_2_a_sled_finds_it_too():
    t = make_table(placed=PASSAGE_TILES, sleds={0: "i2-sw"}).play("0 move sled h1")
    assert t.find_expedition(0).passage == 10
    assert (t.find_visible_expedition(0).track_points, t.find_visible_expedition(1).track_points) == (10, 0), (
        "what is counted at once, and nothing else"
    )


def test_n10_3_only_once():
    t = make_table(placed=PASSAGE_TILES, ships={0: "h2"}, sleds={0: "i2-sw"}).play("0 move ship h1", "0 move sled h1")
    assert t.find_expedition(0).passage == 10
    assert t.state.passage_tokens == [3]
    t.play("0 end", "1 pass", "0 move ship h2", "0 end", "0 move ship h1")
    assert t.find_expedition(0).passage == 10
    assert t.state.passage_tokens == [3]


SHIP_OUT = ["c13 000/000"]


def test_n10_4_back_in_greenland():
    t = make_table(4, placed=SHIP_OUT, ships=dict.fromkeys(range(4), "c13"))
    for seat, points in enumerate([10, 6, 3, None]):
        t.play(f"{seat} move ship b15")
        assert (t.find_expedition(seat).home, t.find_expedition(seat).greenland) == (seat + 1, points)
        assert t.find_visible_expedition(seat).track_points == (points or 0)
        assert f"{('Ana', 'Ben', 'Cléo', 'Dai')[seat]} is back in Greenland" in t.announced[1]
    assert t.result is not None


def test_n10_4_standing_there_at_the_start_is_no_return():
    t = make_table()
    assert t.find_expedition(0).home == 0
    t = make_table(sleds={0: "b15-nw"}).play("0 draw s1 ship")
    assert t.find_expedition(0).home == 0


def test_n10_4_a_sled_may_return():
    t = make_table(placed=SHIP_OUT, ships={0: "c13"}, sleds={0: "a14-ne"}).play("0 move sled b15")
    assert (t.find_expedition(0).home, t.find_expedition(0).greenland) == (1, 6)


def test_n10_5_who_is_back_plays_no_more():
    t = make_table(3, placed=SHIP_OUT, ships={0: "c13"}, sleds={0: "a14-ne"}, hands={0: "l63 s1"}).play(
        "0 move sled b15"
    )
    assert t.asked_seats() == [1], "the turn is over as well"
    assert t.state.order == [1, 2]
    t.play("1 pass", "2 pass")
    assert t.state.round == 3
    assert t.state.order == [1, 2]
    assert t.find_expedition(0).hand == ["l63", "s1"]
    assert t.find_expedition(0).ship == "c13", "the ship is still out"
    assert t.find_visible_expedition(0).ship.will_be_held is None


def test_n10_5_what_was_left_behind_is_no_matter_of_the_sun_any_more():
    given = {"placed": ["e13 10/00/10"], "sleds": {0: "e13-nw", 1: "e13-nw"}, "round": 7}
    t = make_table(**given, home={0: (1, 6)}, to_move=1, crew={0: "4/0 2/1"}).play("1 pass")
    assert t.asked_seats() == [1], "who is back is not asked where the sled goes"
    t.play("1 camp f13-sw")
    assert (t.find_expedition(0).sled, t.find_expedition(0).sled_lost) == ("e13-nw", False)
    t = make_table(
        placed=["e13 00/00/00"], sleds={0: "e13-nw"}, round=7, home={0: (1, 6)}, to_move=1, crew={0: "4/0 2/1"}
    )
    t.play("1 pass")
    assert not any("Ana" in line for line in t.announced)
    assert t.find_score(0)["losses"] == -6, "the crew left with it counts as before"
