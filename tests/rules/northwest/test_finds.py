"""N9 and N10: finds, the Passage and Greenland."""

from __future__ import annotations

import pytest

from tests.rules.northwest.play import table

FRANKLIN = "e8 000/001 franklin"
STRAIT = "001/010 strait"


def test_n9_explore_a_franklin_site_or_a_strait():
    t = table(placed=[FRANKLIN], ships={0: "e8"})
    assert t.shows("0 explore")["ship"] == "The Franklin site at e9, with the ship: +2"
    assert t.spots("0 explore") == {"ship": "symbol-e9"}
    t.play("0 explore ship")
    assert t.crew(0) == "4/3 0/0"
    assert t.me(0).tokens == {"franklin": 1}
    assert t.told == ["Ana takes the Franklin site token at e9: +2."]
    assert t.state.taken == ["l01"]
    no = "There is neither a Franklin site nor a strait token on the tile of your ship (N9)."
    assert t.refuses("0 explore") == no, "it is taken"
    assert table().refuses("0 explore") == no
    t = table(placed=[f"e8 {STRAIT}"], ships={0: "e8"}).play("0 explore ship")
    assert t.me(0).tokens == {"strait": 1}
    t = table(placed=[FRANKLIN], ships={0: "e8"}, crew={0: "2/5 0/0"})
    assert t.refuses("0 explore") == "That takes 3 available crewmen with your ship; you have 2 (N2.2)."


def test_n9_1_discover_an_inuit_or_a_cairn():
    t = table(sleds={0: "a14-ne"}, crew={0: "4/0 3/0"})
    assert t.offers("0 discover") == ["sled"]
    t.play("0 discover sled")
    assert t.crew(0) == "4/0 1/2"
    assert t.me(0).tokens == {"cairn": 1}
    assert t.state.taken == ["cape"]
    t = table(placed=["e8 011/110 inuit"], ships={0: "e8"})
    assert "explore" not in t.offers("0")
    assert t.play("0 discover ship").me(0).tokens == {"inuit": 1}
    assert (
        table().refuses("0 discover") == "There is neither an Inuit nor a cairn token on the tile of your ship (N9.1)."
    )


def test_n9_1_a_sled_that_is_not_out_takes_nothing():
    given = {"placed": [FRANKLIN], "ships": {0: "e8"}}
    aboard = "Your sled is still aboard; transfer crew to take it out (N8.2)."
    assert table(**given).shows("0 explore")["sled"] == aboard
    assert table(**given, lost={0: 3}, crew={0: "4/0 0/0"}).shows("0 explore")["sled"] == "Your sled is lost (N3.6)."


def test_n9_2_anywhere_on_the_tile_and_under_the_ice():
    t = table(placed=[FRANKLIN], ships={0: "e8"}, round=4)
    assert t.seen(0).ship.held
    assert t.play("0 explore ship").me(0).tokens == {"franklin": 1}


@pytest.mark.parametrize(("cell", "zone"), [("e2", 3), ("e5", 3), ("e6", 2), ("e10", 2), ("e11", 1), ("e13", 1)])
def test_n10_points_times_the_zone(cell: str, zone: int):
    small = table(placed=[f"l10 {cell} b0"], ships={0: cell}).play("0 explore ship")
    assert small.me(0).trail == zone, "the symbol of L10 lies on its first cell, back up"
    inuit = table(placed=[f"l45 {cell} f0"], ships={0: cell}).play("0 discover ship")
    assert inuit.me(0).trail == 2 * zone
    cairn = table(placed=[f"l18 {cell} f0"], ships={0: cell}).play("0 discover ship")
    assert cairn.me(0).trail == 2 * zone
    franklin = table(placed=[f"l02 {cell} f0"], ships={0: cell}).play("0 explore ship")
    assert franklin.me(0).trail == zone


def test_n10_1_the_zone_is_that_of_the_symbol():
    assert table(placed=["l18 e5 f0"], ships={0: "e5"}).play("0 discover ship").me(0).trail == 6, "on e5"
    assert table(placed=["l18 e5 b0"], ships={0: "e5"}).play("0 discover ship").me(0).trail == 4, "on e6"
    t = table(placed=["l18 e10 b0"], ships={0: "e10"})
    assert t.view().laid[-1].pays == 2
    assert t.view().laid[-1].symbol_cell == (10, 4)


PASSAGE = ["x h2 j0000", "x i2 j0010"]


def test_n10_2_the_first_time_at_the_passage():
    t = table(placed=PASSAGE, ships={0: "h2", 1: "h2"})
    assert "h1" in t.offers("0 move ship")
    t.play("0 move ship h1", "0 end")
    assert t.me(0).passage == 10
    assert t.state.passage_tokens == [3]
    assert t.score(0)["passage"] == 10
    assert t.play("1 move ship h1").me(1).passage == 3
    assert t.told == ["Ben’s ship sails to h1.", "Ben finds the Northwest Passage: +3!"]


def test_n10_2_a_sled_finds_it_too():
    t = table(placed=PASSAGE, sleds={0: "i2-sw"}).play("0 move sled h1")
    assert t.me(0).passage == 10
    assert (t.seen(0).track, t.seen(1).track) == (10, 0), "what is counted at once, and nothing else"


def test_n10_3_only_once():
    t = table(placed=PASSAGE, ships={0: "h2"}, sleds={0: "i2-sw"}).play("0 move ship h1", "0 move sled h1")
    assert t.me(0).passage == 10
    assert t.state.passage_tokens == [3]
    t.play("0 end", "1 pass", "0 move ship h2", "0 end", "0 move ship h1")
    assert t.me(0).passage == 10
    assert t.state.passage_tokens == [3]


OUT = ["c13 000/000"]


def test_n10_4_back_in_greenland():
    t = table(4, placed=OUT, ships=dict.fromkeys(range(4), "c13"))
    for seat, points in enumerate([10, 6, 3, None]):
        t.play(f"{seat} move ship b15")
        assert (t.me(seat).home, t.me(seat).greenland) == (seat + 1, points)
        assert t.seen(seat).track == (points or 0)
        assert f"{('Ana', 'Ben', 'Cléo', 'Dai')[seat]} is back in Greenland" in t.told[1]
    assert t.result is not None


def test_n10_4_standing_there_at_the_start_is_no_return():
    t = table()
    assert t.me(0).home == 0
    t = table(sleds={0: "b15-nw"}).play("0 draw s1 ship")
    assert t.me(0).home == 0


def test_n10_4_a_sled_may_return():
    t = table(placed=OUT, ships={0: "c13"}, sleds={0: "a14-ne"}).play("0 move sled b15")
    assert (t.me(0).home, t.me(0).greenland) == (1, 6)


def test_n10_5_who_is_back_plays_no_more():
    t = table(3, placed=OUT, ships={0: "c13"}, sleds={0: "a14-ne"}, hands={0: "l63 s1"}).play("0 move sled b15")
    assert t.asked() == [1], "the turn is over as well"
    assert t.state.order == [1, 2]
    t.play("1 pass", "2 pass")
    assert t.state.round == 3
    assert t.state.order == [1, 2]
    assert t.me(0).hand == ["l63", "s1"]
    assert t.me(0).ship == "c13", "the ship is still out"
    assert t.seen(0).ship.held_next is None


def test_n10_5_what_was_left_behind_is_no_matter_of_the_sun_any_more():
    given = {"placed": ["e13 10/00/10"], "sleds": {0: "e13-nw", 1: "e13-nw"}, "round": 7}
    t = table(**given, home={0: (1, 6)}, to_move=1, crew={0: "4/0 2/1"}).play("1 pass")
    assert t.asked() == [1], "who is back is not asked where the sled goes"
    t.play("1 camp f13-sw")
    assert (t.me(0).sled, t.me(0).sled_lost) == ("e13-nw", False)
    t = table(placed=["e13 00/00/00"], sleds={0: "e13-nw"}, round=7, home={0: (1, 6)}, to_move=1, crew={0: "4/0 2/1"})
    t.play("1 pass")
    assert not any("Ana" in line for line in t.told)
    assert t.score(0)["losses"] == -6, "the crew left with it counts as before"
