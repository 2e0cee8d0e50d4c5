"""Action cards 41 to 52 of the card table: the effects of each Event, and where it has none."""

from __future__ import annotations

from tests.rules.expanse.play import make_table

ROCINANTE_AWAY = "vesta opa r"
"""The Rocinante far away, and no other fleets."""


# ---------------------------------------------------------------- 41 Quarantine Breach
def test_quarantine_takes_one_of_everybody_and_places_in_that_sector():
    influence = "eros un 2; eros mcr; eros pg 3; luna opa"
    t = make_table(4, track="quarantine", fleets=ROCINANTE_AWAY, influence=influence, move="pg")
    assert t.list_words("pg take 1 event eros") == ["ceres", "tycho", "eros", "thoth", "vesta"]
    t.play("pg take 1 event eros vesta")
    assert (t.write_influence("eros"), t.write_influence("vesta"), t.write_influence("luna")) == (
        "un 1, pg 2",
        "pg 1",
        "opa 1",
    )


def test_quarantine_cannot_spare_yourself_or_place_in_another_sector():
    t = make_table(4, track="quarantine", fleets=ROCINANTE_AWAY, influence="luna pg; eros un", move="pg")
    assert t.list_words("pg take 1 event luna") == ["eurasia", "africa", "luna", "mariner", "londres"]
    t.play("pg take 1 event luna londres")
    assert (t.write_influence("luna"), t.write_influence("londres")) == ("", "pg 1")


def test_quarantine_places_on_a_map_where_there_is_nothing_to_remove():
    t = make_table(4, track="quarantine", fleets=ROCINANTE_AWAY, influence="", move="pg")
    assert "titan" in t.list_words("pg take 1 event"), "any base can be chosen, and the second part is possible"
    t.play("pg take 1 event titan io")
    assert t.write_influence("io") == "pg 1"


# ---------------------------------------------------------------- 42 Refugee Flotilla
def test_refugees_place_on_two_food_bases():
    t = make_table(4, track="refugees", fleets=ROCINANTE_AWAY, influence="", move="mcr").play(
        "mcr take 1 event eurasia vesta"
    )
    assert t.find_side("mcr").cubes == {"eurasia": 1, "vesta": 1}


def test_refugees_cannot_place_elsewhere_or_twice():
    t = make_table(4, track="refugees", fleets=ROCINANTE_AWAY, influence="", move="mcr")
    assert t.list_words("mcr take 1 event") == ["eurasia", "vesta", "ganymede", "rhea", "stop"]
    assert t.list_words("mcr take 1 event rhea") == ["eurasia", "vesta", "ganymede", "stop"]
    t.play("mcr take 1 event stop")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 43 Joint Patrol
def test_patrol_moves_a_group_and_places_where_it_is():
    t = make_table(4, track="patrol", fleets="mars mcr ff; vesta opa r", influence="", move="mcr")
    assert t.list_words("mcr take 1 event mars ff jupiter") == ["europa", "ganymede", "io"]
    t.play("mcr take 1 event mars ff jupiter io")
    assert (t.write_fleets("jupiter"), t.write_influence("io")) == ("mcr ff", "mcr 1")


def test_patrol_may_stay_and_place_there():
    t = make_table(4, track="patrol", fleets="eros mcr f; vesta opa r", influence="", move="mcr")
    t.play("mcr take 1 event eros eros")
    assert (t.write_fleets("eros"), t.write_influence("eros")) == ("mcr f", "mcr 1")


def test_patrol_cannot_go_three_bands_or_place_without_a_fleet():
    t = make_table(4, track="patrol", fleets="mars mcr f; vesta opa r", influence="", move="mcr")
    assert "saturn" not in t.list_words("mcr take 1 event mars")
    t = make_table(4, track="patrol", fleets=ROCINANTE_AWAY, influence="", move="mcr").play("mcr take 1 event")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 44 Leaked Manifest
def test_manifest_removes_one_from_an_earth_base():
    t = make_table(
        4, track="manifest", fleets=ROCINANTE_AWAY, influence="luna mcr; africa pg 2; mariner pg", move="opa"
    )
    assert t.list_words("opa take 1 event") == ["africa", "luna"]
    t.play("opa take 1 event africa")
    assert (t.write_influence("africa"), t.write_influence("luna")) == ("pg 1", "mcr 1")


def test_manifest_cannot_be_stopped_or_reach_mars():
    t = make_table(4, track="manifest", fleets=ROCINANTE_AWAY, influence="luna opa; mariner pg", move="opa")
    assert t.list_words("opa take 1 event") == ["luna"], "your own where there is nothing else"
    t = make_table(4, track="manifest", fleets=ROCINANTE_AWAY, influence="mariner pg", move="opa").play(
        "opa take 1 event"
    )
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 45 Ceasefire Talks
def test_ceasefire_places_in_two_sectors():
    t = make_table(4, track="ceasefire", fleets=ROCINANTE_AWAY, influence="", move="mcr").play(
        "mcr take 1 event luna io"
    )
    assert t.find_side("mcr").cubes == {"luna": 1, "io": 1}


def test_ceasefire_cannot_place_twice_in_one_sector_or_stop_after_one():
    t = make_table(4, track="ceasefire", fleets=ROCINANTE_AWAY, influence="", move="mcr")
    assert t.list_words("mcr take 1 event io") == [
        *("eurasia", "africa", "luna", "mariner", "londres"),
        *("ceres", "tycho", "eros", "thoth", "vesta"),
    ]
    t = make_table(4, track="ceasefire", fleets=ROCINANTE_AWAY, influence="", move="mcr", short=("mcr",)).play(
        "mcr take 1 event io luna"
    )
    assert "Nothing changes." in t.list_announced(), "no influence at all"


# ---------------------------------------------------------------- 46 Salvage Rights
def test_salvage_builds_two_fleets_at_ceres():
    t = make_table(4, track="salvage", fleets=ROCINANTE_AWAY, influence="", move="opa").play("opa take 1 event s f")
    assert t.write_fleets("ceres") == "opa fs"
    t = make_table(4, track="salvage", fleets=ROCINANTE_AWAY, influence="").play("un take 1 event f stop")
    assert t.write_fleets("ceres") == "un f"


def test_salvage_cannot_build_a_third_or_what_is_on_the_map():
    t = make_table(4, track="salvage", fleets=ROCINANTE_AWAY, influence="")
    assert t.list_words("un take 1 event f f") == []
    t = make_table(4, track="salvage").play("un take 1 event")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 47 Whistleblower
def test_whistleblower_removes_one_from_a_mars_base():
    t = make_table(
        4, track="whistleblower", fleets=ROCINANTE_AWAY, influence="mariner mcr; londres mcr 2; luna mcr", move="opa"
    )
    assert t.list_words("opa take 1 event") == ["mariner", "londres"]
    t.play("opa take 1 event londres")
    assert (t.write_influence("mariner"), t.write_influence("londres")) == ("mcr 1", "mcr 1")


def test_whistleblower_cannot_reach_earth():
    t = make_table(4, track="whistleblower", fleets=ROCINANTE_AWAY, influence="luna mcr", move="opa").play(
        "opa take 1 event"
    )
    assert "Nothing changes." in t.list_announced()
    assert t.write_influence("luna") == "mcr 1"


# ---------------------------------------------------------------- 48 Prototype Drive
def test_prototype_moves_two_fleets_separately():
    t = make_table(4, track="prototype", fleets="earth pg ff; vesta opa r", influence="", move="pg")
    t.play("pg take 1 event earth jupiter earth mars")
    assert (t.write_fleets("jupiter"), t.write_fleets("mars"), t.write_fleets("earth")) == ("pg f", "pg f", "")


def test_prototype_cannot_move_groups_or_one_fleet_twice():
    t = make_table(4, track="prototype", fleets="mars mcr bf; vesta opa r", influence="", move="mcr")
    assert t.list_words("mcr take 1 event mars") == ["b", "f"]
    t = make_table(4, track="prototype", fleets="earth pg f; vesta opa r", influence="", move="pg")
    assert t.list_words("pg take 1 event earth jupiter") == []
    t = make_table(4, track="prototype", fleets=ROCINANTE_AWAY, influence="", move="pg").play("pg take 1 event")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 49 Private Security Detail
def test_security_removes_two_fleets_where_you_have_orbital_control():
    fleets = "eros pg fff; eros un f; eros mcr f; earth pg f; earth opa s; vesta opa r"
    t = make_table(4, track="security", fleets=fleets, influence="", move="pg")
    assert t.list_words("pg take 1 event") == ["earth", "eros", "stop"]
    assert t.list_words("pg take 1 event eros") == ["un-f", "mcr-f"]
    t.play("pg take 1 event eros un-f earth")
    assert (t.write_fleets("eros"), t.write_fleets("earth")) == ("mcr f, pg fff", "pg f")


def test_security_cannot_remove_in_a_tie():
    fleets = "eros pg f; eros un f; mars pg f; mars mcr b; vesta opa r"
    t = make_table(4, track="security", fleets=fleets, influence="", move="pg").play("pg take 1 event")
    assert "Nothing changes." in t.list_announced()
    assert (t.write_fleets("eros"), t.write_fleets("mars")) == ("un f, pg f", "mcr b, pg f")


# ---------------------------------------------------------------- 50 Weapons Demonstration
def test_weapons_remove_a_fleet_and_influence():
    t = make_table(
        4, track="weapons", fleets="saturn mcr f; saturn opa f; vesta un r", influence="rings opa; io opa", move="mcr"
    )
    t.play("mcr take 1 event saturn rings")
    assert t.write_fleets("saturn") == "mcr f"
    assert (t.write_influence("rings"), t.write_influence("io")) == ("", "opa 1")


def test_weapons_do_the_one_where_the_other_cannot_be_done():
    t = make_table(4, track="weapons", fleets="eros mcr f; vesta un r", influence="eros opa", move="mcr")
    t.play("mcr take 1 event eros")
    assert t.write_influence("eros") == ""


def test_weapons_cannot_strike_without_a_fleet_or_at_your_own():
    t = make_table(4, track="weapons", fleets="eros opa f; vesta un r", influence="eros opa", move="mcr").play(
        "mcr take 1 event"
    )
    assert "Nothing changes." in t.list_announced()
    t = make_table(4, track="weapons", fleets="eros mcr ff; vesta un r", influence="eros mcr", move="mcr")
    t.play("mcr take 1 event eros")
    assert "Nothing changes." in t.list_announced()


def test_weapons_cannot_dodge_to_an_orbital_with_nothing_to_remove():
    t = make_table(
        4, track="weapons", fleets="earth mcr f; eros mcr f; eros opa f; vesta un r", influence="", move="mcr"
    )
    assert t.list_words("mcr take 1 event") == ["eros"], "as completely as possible"


def test_weapons_may_go_where_an_opponent_has_influence_of_either_kind_only():
    for influence in ("eros opa", "eros un d"):
        t = make_table(
            4,
            track="weapons",
            fleets="earth mcr f; eros mcr f; vesta un r",
            influence=influence,
            used=("inner", "belt"),
            move="mcr",
        )
        assert t.list_words("mcr take 1 event") == ["eros"], influence


# ---------------------------------------------------------------- 51 Lobbyists
def test_lobbyists_place_on_two_inner_planets_bases():
    t = make_table(4, track="lobbyists", fleets=ROCINANTE_AWAY, influence="", move="pg").play(
        "pg take 1 event luna londres"
    )
    assert t.find_side("pg").cubes == {"luna": 1, "londres": 1}


def test_lobbyists_cannot_place_elsewhere_or_twice():
    t = make_table(4, track="lobbyists", fleets=ROCINANTE_AWAY, influence="", move="pg")
    assert t.list_words("pg take 1 event") == ["eurasia", "africa", "luna", "mariner", "londres", "stop"]
    assert t.list_words("pg take 1 event luna") == ["eurasia", "africa", "mariner", "londres", "stop"]
    t.play("pg take 1 event stop")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 52 Hostile Takeover
def test_takeover_replaces_opposing_influence():
    t = make_table(4, track="takeover", fleets=ROCINANTE_AWAY, influence="eros opa; eros mcr 2; io mcr", move="opa")
    t.play("opa take 1 event eros")
    assert (t.write_influence("eros"), t.write_influence("io")) == ("mcr 1, opa 2", "mcr 1")
    assert t.list_announced()[2:4] == ["Marc loses influence on Eros.", "Opal places influence on Eros."]


def test_takeover_takes_the_new_influence_from_elsewhere_when_none_is_left():
    t = make_table(
        4, track="takeover", fleets=ROCINANTE_AWAY, influence="eros opa; eros mcr; io opa", move="opa", short=("opa",)
    )
    t.play("opa take 1 event eros io")
    assert (t.write_influence("eros"), t.write_influence("io")) == ("opa 2", "")


def test_takeover_cannot_replace_where_you_have_no_influence():
    t = make_table(4, track="takeover", fleets="eros opa f; vesta un r", influence="eros mcr; io opa", move="opa")
    t.play("opa take 1 event")
    assert "Nothing changes." in t.list_announced()
    assert (t.write_influence("eros"), t.write_influence("io")) == ("mcr 1", "opa 1")


def test_takeover_cannot_place_what_does_not_exist_but_removes():
    t = make_table(
        4, track="takeover", fleets=ROCINANTE_AWAY, influence="eros opa; eros mcr", move="opa", short=("opa",)
    ).play("opa take 1 event eros")
    assert t.write_influence("eros") == "opa 1"
