"""E6: the execution of Events."""

from __future__ import annotations

from tests.rules.expanse.play import load_game, make_table

ROCINANTE_AWAY = "vesta un r"
"""The Rocinante far away, and no other fleets."""


def test_e6_a_kept_event_needs_its_faction_on_the_card_when_it_is_kept():
    t = make_table(4, track="covert")
    assert t.read_refusal("un take 1 keep") == "Your faction is not on this card (E3.1)."


def test_e6_1_a_part_that_must_be_done_has_no_stop_and_one_that_may_has():
    must = make_table(4, track="terraforming", influence="", fleets=ROCINANTE_AWAY, move="mcr").play("mcr take 1 event")
    assert must.write_influence("mariner") == "mcr 1"
    assert must.write_influence("londres") == "mcr 1"
    t = make_table(4, track="julie", influence="luna mcr; tycho mcr; thoth opa; londres mcr", fleets=ROCINANTE_AWAY)
    assert t.list_words("un take 1 event") == ["luna", "londres", "tycho", "thoth", "stop"]


def test_e6_1_an_event_is_not_satisfied_with_what_it_has_just_placed():
    t = make_table(
        4, track="terraforming", influence="tycho mcr; io mcr", fleets=ROCINANTE_AWAY, move="mcr", short=("mcr",)
    )
    assert t.list_words("mcr take 1 event") == ["tycho", "io"]
    assert t.list_words("mcr take 1 event tycho") == ["io"], "not the one that has come to Mariner Valley"
    t.play("mcr take 1 event tycho io")
    assert t.find_side("mcr").cubes == {"mariner": 1, "londres": 1}


def test_e6_1_this_goes_for_all_placing_of_one_event():
    """The rule also holds if the parts of the Event are separate effects, and if the player chooses the bases."""
    t = make_table(
        4, track="voices", influence="tycho mcr; io mcr 2", fleets=ROCINANTE_AWAY, move="mcr", short=("mcr",)
    )
    assert t.list_words("mcr take 1 event luna tycho eros") == ["io"]
    t = make_table(
        4, track="cortazar", influence="tycho opa; io opa", fleets=ROCINANTE_AWAY, move="opa", short=("opa",)
    )
    assert t.list_words("opa take 1 event rhea tycho titan") == ["io"]


def test_e6_1_influence_that_lay_there_before_may_be_moved():
    t = make_table(
        4, track="terraforming", influence="tycho mcr; mariner mcr", fleets=ROCINANTE_AWAY, move="mcr", short=("mcr",)
    )
    assert t.list_words("mcr take 1 event tycho") == ["mariner"], "two lie there, one from before"
    t.play("mcr take 1 event tycho mariner")
    assert t.find_side("mcr").cubes == {"mariner": 1, "londres": 1}


def test_e6_1_nothing_else_to_move():
    t = make_table(4, track="terraforming", influence="tycho mcr", fleets=ROCINANTE_AWAY, move="mcr", short=("mcr",))
    assert t.list_words("mcr take 1 event tycho") == ["mariner"]


def test_e6_1_the_next_event_may_move_it():
    t = make_table(
        4,
        track="drummer",
        influence="tycho un; io un",
        fleets="earth un f; vesta opa r",
        short=("un",),
        kept={"un": "degraff"},
    )
    t.play("un take 1 points place luna tycho place africa luna done")
    assert t.find_side("un").cubes == {"io": 1, "africa": 1}, "Action Points are spent one by one"


def test_e6_2_placing_by_an_event_needs_no_fleet():
    t = make_table(4, track="voices", influence="", fleets=ROCINANTE_AWAY).play("un take 1 event luna eros titan")
    assert [t.write_influence(base) for base in ("luna", "eros", "titan")] == ["un 1"] * 3


def test_e6_3_removed_influence_goes_back_and_your_own_may_be_taken():
    t = make_table(4, track="slingshot", influence="titan opa 2; rhea mcr", fleets=ROCINANTE_AWAY, move="mcr")
    before = t.supply("opa")
    assert t.list_words("mcr take 1 event") == ["rhea", "titan"]
    t.play("mcr take 1 event titan")
    assert t.write_influence("titan") == "opa 1"
    assert t.supply("opa") == before + 1
    t = make_table(4, track="slingshot", influence="rhea mcr", fleets=ROCINANTE_AWAY, move="mcr").play(
        "mcr take 1 event rhea"
    )
    assert t.write_influence("rhea") == ""


def test_e6_3_where_two_have_influence_the_player_says_whose():
    t = make_table(4, track="slingshot", influence="titan opa 2; titan pg", fleets=ROCINANTE_AWAY, move="mcr")
    assert t.list_words("mcr take 1 event titan") == ["opa", "pg"]


def test_e6_4_bases_by_orbital_resource_and_control():
    board = load_game().board
    assert board.list_bases("earth", 4) == ("eurasia", "africa", "luna")
    assert board.list_bases("earth", 2) == ("eurasia", "africa")
    assert board.list_bases("tech", 4) == ("luna", "londres", "tycho", "thoth")
    assert board.list_bases("outer", 4) == ("europa", "ganymede", "io", "rhea", "titan", "rings")
    t = make_table(4, influence="luna un 2; luna opa; eros un; eros mcr", fleets=ROCINANTE_AWAY)
    assert t.find_base("luna").control == "un"
    assert t.find_base("eros").control is None


def test_e6_5_removed_fleets_lie_beside_the_map():
    t = make_table(4, track="yvgeny", fleets="earth un f; earth opa f; vesta un r", influence="")
    t.play("un take 1 event earth")
    assert t.write_fleets("earth") == "un f"
    assert t.fleets_off_map("opa") == "fffffss"


def test_e6_6_two_bands_and_no_fleet_twice():
    t = make_table(4, track="burn", fleets="earth un ff; vesta mcr r", influence="")
    assert t.list_words("un take 1 event earth f") == ["mars", "ceres", "tycho", "eros", "thoth", "vesta", "jupiter"]
    assert t.list_words("un take 1 event earth f jupiter") == ["earth", "stop"], "not the one at Jupiter"
    assert t.list_words("un take 1 event earth f jupiter earth jupiter") == []
    t.play("un take 1 event earth ff jupiter")
    assert t.write_fleets("jupiter") == "un ff"


def test_e6_7_building_elsewhere_even_scrap_ships():
    t = make_table(4, track="salvage", fleets="vesta mcr r", influence="", move="opa")
    t.play("opa take 1 event f s")
    assert t.write_fleets("ceres") == "opa fs"
    t = make_table(4, track="hoppers", fleets="vesta mcr r", influence="", move="opa")
    assert t.list_words("opa take 1 event s") == ["ceres", "tycho", "eros", "thoth", "vesta", "jupiter", "saturn"]


def test_e6_8_several_choose_one_after_the_other():
    t = make_table(
        4, track="assassin", move="mcr", kept={"un": "helix riot", "mcr": "nauvoo drummer", "pg": "mao miller"}
    )
    t.play("mcr take 1 event nauvoo")
    assert t.asked_factions() == ["pg"]
    t.play("pg choose miller")
    assert t.asked_factions() == ["un"]
    t.play("un choose riot")
    assert (t.kept("un"), t.kept("mcr"), t.kept("pg")) == ("helix", "drummer", "mao")


def test_e6_9_an_event_without_effect_may_be_used():
    t = make_table(4, track="nauvoo", influence="", fleets=ROCINANTE_AWAY).play("un take 1 event")
    assert "Nothing changes." in t.list_announced()
    assert t.discards() == "nauvoo"
