"""N7: the moves of ships and sleds."""

from __future__ import annotations

from tests.rules.northwest.play import make_table

CROSS_TILES = ["x d8 j0000", "x e7 j0000", "x e8 j0000", "x e9 j0000", "x f8 j0000", "x d7 j0000"]


def test_n7_to_a_tile_that_shares_a_side():
    t = make_table(placed=CROSS_TILES, ships={0: "e8"})
    assert set(t.list_words("0 move ship")) == {"d8", "e7", "e9", "f8"}, "not to d7, which lies across a corner"
    t.play("0 move ship d8")
    assert t.describe_crew(0) == "6/1 0/0"
    assert t.find_expedition(0).ship == "d8"
    assert t.announced == ["Ana’s ship sails to d8."]
    assert t.list_spots("0 move")["ship"] == "", "nothing else can move, so its place needs no letter"


def test_n7_1_ships_go_by_sea():
    t = make_table(placed=["x e8 j0101", "x e9 j1010", "x e7 j0000", "x d8 j0001"], ships={0: "e8"})
    assert set(t.list_words("0 move ship")) == {"d8", "e7"}, "the side to e9 is land at both ends"
    t = make_table(placed=["x e8 j0001", "x e9 j0010"], ships={0: "e8"})
    assert t.list_words("0 move ship") == ["e9"], "one end is enough"
    t = make_table(placed=["x e8 j0101", "x e9 j1010"], ships={0: "e8"})
    assert t.read_refusal("0 move ship") == "No open water leads from your ship to another tile (N7.1)."


def test_n7_1_both_cells_must_be_open():
    t = make_table(placed=["x e8 j0000", "x f8 j0000", "x g8 j0000"], ships={0: "f8"}, round=4)
    assert t.list_words("0 move ship") == ["g8"]


def test_n7_2_a_ship_reaches_all_open_sea_of_its_tile():
    placed = ["e8 010/010", "x e7 j0000", "x e10 j0000"]
    t = make_table(placed=placed, ships={0: "e7"}).play("0 move ship e8", "0 end", "1 pass")
    assert set(t.list_words("0 move ship")) == {"e7", "e10"}, "though land lies between its two seas"
    assert len(t.find_visible_expedition(0).ship.water) == 4


def test_n7_3_sleds_go_over_land():
    t = make_table(placed=["x e8 j0101", "x e9 j1010", "x e7 j0000", "x d8 j0001", "x d9 j0010"], sleds={0: "e8-ne"})
    assert set(t.list_words("0 move sled")) == {"d8", "e9"}, "land meets there; the sea at e7 cannot be crossed"
    t.play("0 move sled e9")
    assert t.describe_crew(0) == "4/0 2/1"
    assert t.find_expedition(0).sled == "e9-nw"
    assert t.announced == ["Ana’s sled goes to e9."]


def test_n7_3_ice_bears_a_sled_when_both_sides_are_frozen():
    t = make_table(placed=["x e8 j0000", "x e9 j0000", "x f8 j0000"], sleds={0: "e8-nw"}, round=4)
    assert t.list_words("0 move sled") == ["e9"], "f8 is open water"


def test_n7_4_a_sled_leaves_from_the_land_on_which_it_stands():
    placed = ["e8 101/101", "x e7 j0101", "x e10 j1010"]
    t = make_table(placed=placed, sleds={0: "e7-ne"}).play("0 move sled e8")
    assert t.find_expedition(0).sled == "e8-nw"
    assert t.find_visible_expedition(0).sled.area.quadrants == ((7, 4, "nw"), (7, 4, "sw"))
    t.play("0 end", "1 pass")
    assert t.list_words("0 move sled") == ["e7"], "the other land of e8 lies beyond the water"


def test_n7_4_its_owner_chooses_between_two_shores():
    t = make_table(placed=["e7 111/101", "f7 101/000"], sleds={0: "e7-nw"})
    assert t.list_words("0 move sled f7") == ["f7-nw", "f8-ne"]
    assert t.read_labels("0 move sled f7") == {"f7-nw": "The north-west of f7", "f8-ne": "The north-east of f8"}
    assert t.list_spots("0 move sled f7") == {"f7-nw": "f7-nw", "f8-ne": "f8-ne"}
    assert t.play("0 move sled f7 f8-ne").find_expedition(0).sled == "f8-ne"
    assert t.describe_crew(0) == "4/0 2/1"


def test_n7_5_many_may_meet():
    t = make_table(4, placed=CROSS_TILES, ships=dict.fromkeys(range(4), "e8"))
    t.play("0 move ship d8", "0 end", "1 move ship d8", "1 end", "2 move ship d8", "2 end")
    assert [me.ship for me in t.state.expeditions] == ["d8", "d8", "d8", "e8"]


def test_moving_into_greenland_is_announced_as_the_end():
    t = make_table(placed=["c13 000/000"], ships={0: "c13"})
    assert t.read_labels("0 move ship")["b15"] == "To b15: home, ends the expedition"
    t = make_table(placed=["c13 000/000"], ships={0: "c13"}, sleds={0: "a14-ne"})
    assert t.read_labels("0 move sled")["b15"] == "To b15: home, ends the expedition"


def test_the_refusals_for_a_move():
    t = make_table()
    assert t.read_refusal("0 move") == "No open water leads from your ship to another tile (N7.1)."
    t = make_table(placed=["x e8 j1000"], sleds={0: "e8-nw"}, crew={0: "0/4 3/0"})
    assert t.read_refusal("0 move") == "No land or ice leads from your sled to another tile (N7.3)."
