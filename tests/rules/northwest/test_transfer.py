"""N8: crew between ship and sled."""

from __future__ import annotations

from tests.rules.northwest.play import make_table

LAND_TILES = ["x e8 j1000"]


def test_n8_any_number_in_both_directions_in_their_condition():
    t = make_table(placed=LAND_TILES, ships={0: "e8"}, crew={0: "4/3 0/0"})
    assert t.list_words("0 transfer") == ["0", "1", "2", "3"], "one of the four available has paid"
    assert t.list_words("0 transfer 2") == ["0", "1", "2", "3", "4"]
    t.play("0 transfer 2 4")
    assert t.describe_crew(0) == "1/0 2/4", "the one who paid went along"
    assert t.find_expedition(0).sled == "e8-nw"
    assert t.announced == ["Ana takes the sled out at e8 with 6 crewmen."]
    t.play("0 end", "1 pass", "0 transfer 1 0")
    assert t.describe_crew(0) == "1/5 1/0"
    assert t.announced == ["Ana transfers crew: one is with the sled now."]


def test_n8_everybody_may_leave_the_ship():
    t = make_table(placed=LAND_TILES, ships={0: "e8"}).play("0 transfer 6 1")
    assert t.describe_crew(0) == "0/0 6/1"


def test_n8_1_only_on_the_same_tile_or_with_the_sled_aboard():
    t = make_table(placed=[*LAND_TILES, "x e9 j0000"], ships={0: "e9"}, sleds={0: "e8-nw"})
    assert t.read_refusal("0 transfer") == "Your ship and your sled are not on the same tile (N8.1)."
    t = make_table(placed=LAND_TILES, ships={0: "e8"}, sleds={0: "e8-nw"})
    assert "transfer" in t.list_words("0")
    t = make_table(placed=LAND_TILES, ships={0: "e8"}, lost={0: 2}, crew={0: "5/0 0/0"})
    assert t.read_refusal("0 transfer") == "Your sled is lost (N8.1)."


def test_n8_2_the_sled_comes_out_on_land_or_ice():
    t = make_table(placed=["x e8 j0000"], ships={0: "e8"})
    assert t.read_refusal("0 transfer") == "There is neither land nor ice for your sled on this tile (N8.2)."
    t = make_table(placed=["x e8 j0000"], ships={0: "e8"}, round=4).play("0 transfer 2 0")
    assert len(t.find_visible_expedition(0).sled.area.quadrants) == 4


def test_n8_2_its_owner_chooses_where():
    t = make_table(placed=["x e8 j1001"], ships={0: "e8"})
    assert t.list_words("0 transfer 2 0") == ["e8-nw", "e8-se"]
    t.play("0 transfer 2 0 e8-se")
    assert t.find_expedition(0).sled == "e8-se"
    assert t.find_visible_expedition(0).sled.area.quadrants == ((7, 4, "se"),)
    t.play("0 end", "1 pass", "0 transfer 1 0")
    assert t.find_expedition(0).sled == "e8-se", "a sled that is out stays where it is"


def test_n8_3_the_last_one_takes_the_sled_back():
    t = make_table(placed=LAND_TILES, ships={0: "e8"}, sleds={0: "e8-nw"}, crew={0: "2/1 3/1"})
    assert t.read_labels("0 transfer 0")["0"] == "None: the sled comes back aboard"
    t.play("0 transfer 0 0")
    assert t.describe_crew(0) == "4/3 0/0"
    assert t.find_expedition(0).sled == ""
    assert t.find_visible_expedition(0).sled.state == "aboard"
    assert t.announced == ["Ana takes the sled back aboard."]


def test_n8_4_somebody_must_change_columns():
    t = make_table(placed=LAND_TILES, ships={0: "e8"}, sleds={0: "e8-nw"}, crew={0: "3/1 2/1"})
    assert t.read_refusal("0 transfer 2 1") == "Nobody would change places (N8.4)."
    assert (
        make_table(placed=LAND_TILES, ships={0: "e8"}).read_refusal("0 transfer 0 0")
        == "Nobody would change places (N8.4)."
    )


def test_n8_4_the_sleds_crew_pays_when_the_ships_cannot():
    t = make_table(placed=LAND_TILES, ships={0: "e8"}, sleds={0: "e8-nw"}, crew={0: "0/3 3/1"})
    assert t.read_refusal("0 transfer 2 2") == "Nobody would change places (N8.4)."
    assert t.play("0 transfer 0 0").describe_crew(0) == "2/5 0/0"


def test_n8_4_a_further_transfer_costs_two():
    t = make_table(placed=LAND_TILES, ships={0: "e8"}).play("0 draw s1 ship", "0 transfer 4 0")
    assert t.describe_crew(0) == "0/3 4/0"
