"""N3: the sun, ice and thaw."""

from __future__ import annotations

import pytest

from tests.rules.northwest.play import PlayedTable, make_table


def end_round(t: PlayedTable) -> PlayedTable:
    """Let all players pass, so that the sun moves."""
    for seat in list(t.state.order):
        t.play(f"{seat} pass")
    return t


def test_n3_the_sun_moves_after_every_round_but_the_last():
    t = end_round(make_table(round=3))
    assert t.state.round == 4
    assert "The sun moves on: rows a to e are frozen in round 4." in t.announced
    assert end_round(make_table(round=1)).announced[-1] == "The sun moves on: no row is frozen in round 2."
    t = end_round(make_table(round=10))
    assert not any("sun" in line for line in t.announced)
    assert t.announced[-1] == "Round 10 is over, and with it the time of the expeditions."


def test_n3_1_seven_positions_and_again_from_the_first():
    seen = make_table(round=1).build_view()
    suns = [seen.sun, *seen.suns]
    assert [sun.round for sun in suns] == list(range(1, 11))
    assert [sun.position for sun in suns] == [1, 2, 3, 4, 5, 6, 7, 1, 2, 3]
    assert [sun.frozen_rows for sun in suns] == [2, 0, 2, 5, 8, 8, 5, 2, 0, 2]
    assert seen.arch == (2, 0, 2, 5, 8, 8, 5)


SEA_TILES = ["c13 000/000", "c12 00/00"]
TALL_TILE = "e13 00/00/00"


def test_n3_2_ice_is_land_for_sleds_and_closed_for_ships():
    at = {"placed": SEA_TILES, "ships": {0: "c13"}, "sleds": {0: "b15-nw"}}
    t = make_table(**at)
    assert t.list_words("0 move ship") == ["c12", "b15"]
    assert t.list_words("0 move sled") == ["a14"]
    t = make_table(**at, round=4)
    assert t.read_refusal("0 move ship") == "The ice holds your ship until the thaw (N3.3)."
    assert set(t.list_words("0 move sled")) == {"a14", "c13"}, "over frozen sea, and over land as before"


def test_n3_2_a_tile_that_the_line_cuts_is_frozen_above_and_open_below():
    t = make_table(
        placed=[TALL_TILE, "d13 00/00", "f12 00/00", "e12 00/00"], ships={0: "e13"}, sleds={0: "e13-nw"}, round=4
    )
    assert t.list_words("0 move ship") == ["f12"], "only from and to open cells"
    assert set(t.list_words("0 move sled")) == {"d13", "e12"}, "only over the frozen ones"
    frozen = {cell.name: cell.is_frozen for cell in t.build_view().cells}
    assert (frozen["e13"], frozen["f13"]) == (True, False)


def test_n3_3_a_ship_in_the_ice_is_held_until_the_thaw():
    t = end_round(make_table(placed=SEA_TILES, ships={0: "c13"}, hands={0: "s0"}, round=3))
    assert "The ice holds Ana’s ship." in t.announced
    assert t.find_visible_expedition(0).ship.is_held
    assert t.find_visible_expedition(0).ship.water == ()
    assert t.read_refusal("0 move ship") == "The ice holds your ship until the thaw (N3.3)."
    assert {"draw", "refresh", "place", "transfer"} <= set(t.list_words("0")), "the crew may do everything else"
    t = end_round(make_table(placed=SEA_TILES, ships={0: "c13"}, round=7))
    assert t.state.round == 8
    assert "The ice sets Ana’s ship free." in t.announced
    assert "c12" in t.list_words("0 move ship")


def test_n3_3_a_held_ship_does_not_leave_for_open_water_beside_it():
    placed = ["e13 00/00", "f13 00/00"]
    assert make_table(placed=placed, ships={0: "e13"}).list_words("0 move ship") == ["f13"]
    t = end_round(make_table(placed=placed, ships={0: "e13"}, round=3))
    assert t.state.round == 4, "rows a to e are ice, row f is open"
    assert t.find_visible_expedition(0).ship.is_held
    assert "move" not in t.list_words("0")
    assert t.read_refusal("0 move ship f13") == "The ice holds your ship until the thaw (N3.3)."
    t = make_table(placed=placed, ships={0: "f13"}, round=4)
    assert t.read_refusal("0 move ship") == "No open water leads from your ship to another tile (N7.1).", (
        "and none sails in"
    )
    assert not t.find_visible_expedition(0).ship.is_held


def test_n3_3_the_crew_of_a_held_ship_may_do_everything_else():
    at = {"placed": ["e8 000/001 franklin"], "ships": {0: "e8"}, "hands": {0: "s0"}, "round": 4}
    t = make_table(**at)
    assert t.find_visible_expedition(0).ship.is_held
    assert t.list_words("0") == ["draw", "refresh", "place", "transfer", "explore", "pass"]
    t.play("0 explore ship", "0 place s0 d8 f0 ship", "0 end")
    assert t.describe_crew(0) == "2/5 0/0"
    t = make_table(placed=["e8 011/110 inuit"], ships={0: "e8"}, round=4)
    assert t.find_visible_expedition(0).ship.is_held
    assert t.play("0 discover ship", "0 transfer 2 0").describe_crew(0) == "1/4 2/0"


def test_n3_3_the_ice_is_foreseen():
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, round=3)
    assert t.read_labels("0 move ship")["c12"] == "To c12: ice will hold your ship"
    assert "Pass: ship icebound" in t.read_labels("0").values()
    assert (t.find_visible_expedition(0).ship.is_held, t.find_visible_expedition(0).ship.will_be_held) == (False, True)
    t = make_table(placed=SEA_TILES, ships={0: "c13"}, round=10)
    assert t.find_visible_expedition(0).ship.will_be_held is None
    assert t.read_labels("0 move ship")["c12"] == "To c12"


def test_n3_4_a_ship_on_a_cut_tile_lies_in_its_open_water():
    t = end_round(make_table(placed=[TALL_TILE], ships={0: "e13"}, round=3))
    assert "The ice holds Ana’s ship." not in t.announced
    assert {quadrant[:2] for quadrant in t.find_visible_expedition(0).ship.water} == {(12, 5)}
    t = end_round(make_table(placed=["e13 00/11/11"], ships={0: "e13"}, round=3))
    assert "The ice holds Ana’s ship." in t.announced, "there is no sea in the open part"


def test_n3_4_from_there_it_sails_over_open_sides_only():
    beside = ["d13 00/00", "e12 00/00", "e14 00/00", "f12 00/00", "f14 00/00", "g13 00/00"]
    t = end_round(make_table(placed=[TALL_TILE, *beside], ships={0: "e13"}, round=3))
    assert (t.find_visible_expedition(0).ship.is_held, len(t.find_visible_expedition(0).ship.water)) == (False, 4)
    assert set(t.list_words("0 move ship")) == {"f12", "f14", "g13"}, "not over the sides of its frozen part"
    t = end_round(make_table(placed=["e13 00/11/11", "d13 00/00", "e12 00/01"], ships={0: "e13"}, round=3))
    assert (t.find_visible_expedition(0).ship.is_held, t.find_visible_expedition(0).ship.water) == (True, ())
    assert t.read_refusal("0 move ship") == "The ice holds your ship until the thaw (N3.3)."
    t = end_round(make_table(placed=["e13 00/00/11"], ships={0: "e13"}, round=3))
    assert {quadrant[2] for quadrant in t.find_visible_expedition(0).ship.water} == {"nw", "ne"}, (
        "what of the open part is sea"
    )


def test_n3_5_a_sled_moves_off_melting_ice():
    t = end_round(make_table(placed=["e13 10/00/00"], ships={0: "b15"}, sleds={0: "e13-nw"}, round=7))
    assert "The ice melts under Ana’s sled: it goes to the north-west of e13." in t.announced
    assert t.find_expedition(0).sled == "e13-nw"
    assert t.find_visible_expedition(0).sled.area.quadrants == ((12, 4, "nw"),)


def test_n3_5_its_owner_chooses_where():
    t = end_round(make_table(placed=["e13 10/00/10"], sleds={0: "e13-nw"}, round=7))
    assert t.asked_seats() == [0]
    assert t.read_labels("0 camp") == {"e13-nw": "The north-west of e13", "f13-sw": "The south-west of f13"}
    assert t.list_spots("0 camp") == {"e13-nw": "e13-nw", "f13-sw": "f13-sw"}
    t.play("0 camp f13-sw")
    assert t.find_expedition(0).sled == "f13-sw"
    assert t.state.round == 8
    assert t.asked_seats() == [0]
    assert "draw" in t.list_words("0")


def test_n3_5_several_owners_choose_at_once():
    given = {"placed": ["e13 10/00/10"], "sleds": {0: "e13-nw", 1: "e13-nw"}, "round": 7}
    t = end_round(make_table(**given))
    assert t.asked_seats() == [0, 1]
    ends = []
    for moves in (("0 camp e13-nw", "1 camp f13-sw"), ("1 camp f13-sw", "0 camp e13-nw")):
        t = end_round(make_table(**given)).play(*moves)
        ends.append([me.sled for me in t.state.expeditions])
    assert ends[0] == ends[1] == ["e13-nw", "f13-sw"]


def test_n3_5_a_sled_whose_ground_stays_stays():
    t = end_round(make_table(placed=["e13 00/00/10"], sleds={0: "f13-sw"}, round=7))
    assert not any("sled" in line for line in t.announced), "other ice of its tile melts, not its own land"
    assert t.find_expedition(0).sled == "f13-sw"
    t = end_round(make_table(placed=["e13 01/00/00"], sleds={0: "e13-ne"}, round=3))
    assert t.find_expedition(0).sled == "e13-nw", "its land has become part of the ice"
    assert len(t.find_visible_expedition(0).sled.area.quadrants) == 4


def test_n3_5_the_thaw_is_foreseen():
    t = make_table(placed=["e13 10/00/10", "d13 00/10"], sleds={0: "e13-nw"}, round=7)
    assert t.find_visible_expedition(0).sled.next_fate == "moved"
    assert t.read_labels("0 move sled")["d13"] == "To d13: the ice there will melt"


def test_n3_6_a_sled_without_land_or_ice_is_lost_with_its_crew():
    t = make_table(placed=[TALL_TILE], sleds={0: "e13-nw"}, crew={0: "4/0 2/1"}, round=7)
    assert t.find_visible_expedition(0).sled.next_fate == "lost"
    assert "Pass: your sled will be lost" in t.read_labels("0").values()
    end_round(t)
    assert "The ice melts under Ana’s sled: it is lost, with 3 crewmen." in t.announced
    assert (t.find_expedition(0).sled, t.find_expedition(0).sled_lost, t.find_expedition(0).lost) == ("", True, 3)
    assert t.describe_crew(0) == "4/0 0/0"
    assert t.find_visible_expedition(0).sled.state == "lost"
    assert t.read_refusal("0 transfer") == "Your sled is lost (N8.1)."
    assert t.read_labels("0 draw s1")["sled"] == "Your sled is lost (N3.6)."


def test_n3_6_the_loss_is_foreseen_where_a_sled_could_go():
    t = make_table(
        placed=["d13 10/10", TALL_TILE.replace("00/00/00", "10/00/00"), "d12 01/01"], sleds={0: "d13-nw"}, round=7
    )
    shown = t.read_labels("0 move sled")
    assert shown["d12"] == "To d12: the ice there will melt"
    t = make_table(placed=["c13 000/000", "d13 00/00"], sleds={0: "d13-nw"}, round=7)
    assert t.read_labels("0 move sled")["c13"] == "To c13: your sled will be lost"


@pytest.mark.parametrize("crew", ["1/3 1/2", "0/7 0/0"])
def test_n3_7_everybody_wakes_in_his_column(crew: str):
    sleds = {} if crew.endswith("0/0") else {0: "b15-nw"}
    t = make_table(crew={0: crew}, sleds=sleds, order=[1, 0], passed=[0], to_move=1).play("1 pass")
    assert t.describe_crew(0) == {"1/3 1/2": "4/0 3/0", "0/7 0/0": "7/0 0/0"}[crew]
    assert t.state.passed == []


def test_n3_7_the_places_in_passing_become_the_order():
    t = make_table(3, order=[2, 1, 0], to_move=2).play("2 draw s1 ship", "2 end", "1 pass", "0 pass", "2 pass")
    assert t.state.order == [1, 0, 2]
