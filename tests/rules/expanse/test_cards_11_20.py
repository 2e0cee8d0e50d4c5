"""Action cards 11 to 20 of the card table: the effects of each Event, and where it has none."""

from __future__ import annotations

from tests.rules.expanse.play import make_table

ROCINANTE_AWAY = "vesta opa r"
"""The Rocinante far away, and no other fleets."""


# ---------------------------------------------------------------- 11 Voices of Eros
def test_voices_places_on_one_base_in_each_sector():
    t = make_table(4, track="voices", fleets=ROCINANTE_AWAY, influence="", move="mcr")
    assert t.list_words("mcr take 1 event") == ["eurasia", "africa", "luna", "mariner", "londres"]
    assert t.list_words("mcr take 1 event luna") == ["ceres", "tycho", "eros", "thoth", "vesta"]
    assert t.list_words("mcr take 1 event luna eros") == ["europa", "ganymede", "io", "rhea", "titan", "rings"]
    t.play("mcr take 1 event luna eros rings")
    assert t.find_side("mcr").cubes == {"luna": 1, "eros": 1, "rings": 1}


def test_voices_cannot_use_closed_bases_with_two_players():
    t = make_table(2, track="voices", influence="")
    closed = {"luna", "vesta", "io", "rings"}
    offered = {*t.list_words("un take 1 event"), *t.list_words("un take 1 event africa")}
    assert not closed & {*offered, *t.list_words("un take 1 event africa eros")}


def test_voices_cannot_place_without_any_influence():
    t = make_table(4, track="voices", fleets=ROCINANTE_AWAY, influence="", short=("un",)).play(
        "un take 1 event luna eros rings"
    )
    assert "Nothing changes." in t.list_announced()
    assert t.find_side("un").cubes == {}


# ---------------------------------------------------------------- 12 Destruction of Deimos
def test_deimos_removes_from_each_mars_base_and_places_on_an_earth_base():
    influence = "mariner mcr 2; mariner pg; londres opa"
    t = make_table(4, track="deimos", fleets=ROCINANTE_AWAY, influence=influence)
    assert t.list_words("un take 1 event") == ["mcr", "pg"], "nobody may stop; at Londres Nova there is one only"
    t.play("un take 1 event pg africa")
    assert (t.write_influence("mariner"), t.write_influence("londres"), t.write_influence("africa")) == (
        "mcr 2",
        "",
        "un 1",
    )
    assert t.list_announced()[2:5] == [
        "Petra loses influence on Mariner Valley.",
        "Opal loses influence on Londres Nova.",
        "Una places influence on Africa.",
    ]


def test_deimos_takes_your_own_where_there_is_nothing_else():
    t = make_table(4, track="deimos", fleets=ROCINANTE_AWAY, influence="mariner opa", move="opa").play(
        "opa take 1 event luna"
    )
    assert (t.write_influence("mariner"), t.write_influence("luna")) == ("", "opa 1")


def test_deimos_cannot_remove_where_nothing_lies_but_places_all_the_same():
    t = make_table(4, track="deimos", fleets=ROCINANTE_AWAY, influence="ceres mcr").play("un take 1 event luna")
    assert (t.write_influence("ceres"), t.write_influence("luna")) == ("mcr 1", "un 1")
    t = make_table(4, track="deimos", fleets=ROCINANTE_AWAY, influence="", short=("un",)).play("un take 1 event luna")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 13 Blockade of Earth
def test_blockade_earth_places_and_with_orbital_control_may_remove():
    fleets, influence = "earth mcr ff; earth un f; vesta opa r", "luna pg; ceres pg"
    t = make_table(4, track="blockade-earth", fleets=fleets, influence=influence, move="mcr")
    assert t.list_words("mcr take 1 event") == ["eurasia", "africa", "luna"]
    assert t.list_words("mcr take 1 event africa") == ["africa", "luna", "stop"]
    t.play("mcr take 1 event africa luna")
    assert (t.write_influence("africa"), t.write_influence("luna"), t.write_influence("ceres")) == ("mcr 1", "", "pg 1")


def test_blockade_earth_may_be_content_with_placing():
    t = make_table(4, track="blockade-earth", fleets="earth opa r", influence="luna pg", move="opa")
    t.play("opa take 1 event africa stop")
    assert (t.write_influence("africa"), t.write_influence("luna")) == ("opa 1", "pg 1")


def test_blockade_earth_cannot_remove_in_a_tie_or_without_a_fleet():
    for fleets in (
        "earth mcr f; earth un f; vesta opa r",
        ROCINANTE_AWAY,
        "earth un f; earth mcr f; vesta opa r; mars mcr b",
    ):
        t = make_table(4, track="blockade-earth", fleets=fleets, influence="luna pg", move="mcr")
        assert t.list_words("mcr take 1 event luna") == []
        t.play("mcr take 1 event luna")
        assert t.write_influence("luna") == "mcr 1, pg 1"


# ---------------------------------------------------------------- 14 Blockade of Mars
def test_blockade_mars_places_and_with_orbital_control_may_remove():
    t = make_table(4, track="blockade-mars", fleets="mars un f; vesta opa r", influence="londres mcr; luna mcr")
    assert t.list_words("un take 1 event") == ["mariner", "londres"]
    assert t.list_words("un take 1 event mariner") == ["mariner", "londres", "stop"]
    t.play("un take 1 event mariner londres")
    assert (t.write_influence("mariner"), t.write_influence("londres"), t.write_influence("luna")) == (
        "un 1",
        "",
        "mcr 1",
    )


def test_blockade_mars_cannot_remove_below_a_battleship():
    t = make_table(4, track="blockade-mars", fleets="mars un f; mars mcr b; vesta opa r", influence="londres mcr")
    t.play("un take 1 event londres")
    assert t.write_influence("londres") == "un 1, mcr 1"


# ---------------------------------------------------------------- 15 Sadavir Errinwright
def test_errinwright_takes_one_where_anybody_has_three_or_more():
    influence = "luna un 3; luna mcr 5; luna opa 2; eros pg 4; titan opa 3"
    t = make_table(4, track="errinwright", fleets=ROCINANTE_AWAY, influence=influence).play("un take 1 event")
    assert t.write_influence("luna") == "un 2, mcr 4, opa 2"
    assert (t.write_influence("eros"), t.write_influence("titan")) == ("pg 3", "opa 2")
    assert sum("loses influence" in text for text in t.list_announced()) == 4


def test_errinwright_leaves_the_un_the_choice_of_the_piece():
    t = make_table(
        4, track="errinwright", fleets=ROCINANTE_AWAY, influence="luna un 1d", used=("inner", "belt"), move="pg"
    )
    t.play("pg take 1 event")
    assert t.asked_factions() == ["un"], "a cube and a Diplomat count as 3"
    t.play("un choose cube")
    assert t.write_influence("luna") == "un d"


def test_errinwright_cannot_touch_stacks_of_two():
    t = make_table(
        4, track="errinwright", fleets="earth un f; vesta opa r", influence="luna un 2; luna mcr 2; eros pg 2"
    )
    t.play("un take 1 event")
    assert "Nothing changes." in t.list_announced(), "Orbital Control is no influence that could be removed"
    assert t.write_influence("luna") == "un 2, mcr 2"


# ---------------------------------------------------------------- 16 Slingshot Racing
def test_slingshot_removes_one_from_an_outer_planets_base():
    t = make_table(4, track="slingshot", fleets=ROCINANTE_AWAY, influence="io pg 2; rings mcr; eros pg", move="opa")
    assert t.list_words("opa take 1 event") == ["io", "rings"]
    t.play("opa take 1 event io")
    assert t.write_influence("io") == "pg 1"
    assert "Petra loses influence on Io." in t.list_announced()


def test_slingshot_must_take_your_own_where_there_is_nothing_else():
    t = make_table(4, track="slingshot", fleets=ROCINANTE_AWAY, influence="io opa; eros pg", move="opa")
    assert t.list_words("opa take 1 event") == ["io"]
    t.play("opa take 1 event io")
    assert t.write_influence("io") == ""


def test_slingshot_cannot_reach_the_belt_or_the_inner_planets():
    t = make_table(4, track="slingshot", fleets=ROCINANTE_AWAY, influence="eros pg; luna mcr", move="opa").play(
        "opa take 1 event"
    )
    assert "Nothing changes." in t.list_announced()
    assert (t.write_influence("eros"), t.write_influence("luna")) == ("pg 1", "mcr 1")


# ---------------------------------------------------------------- 17 Black Ops Team
def test_black_ops_removes_from_three_bases_in_three_bands():
    influence = "luna mcr 2; eros opa; io pg; titan pg"
    t = make_table(4, track="black-ops", fleets=ROCINANTE_AWAY, influence=influence).play(
        "un take 1 event luna eros titan"
    )
    assert [t.write_influence(base) for base in ("luna", "eros", "io", "titan")] == ["mcr 1", "", "pg 1", ""]


def test_black_ops_may_take_jupiter_and_saturn_one_each_for_they_are_two_bands():
    t = make_table(4, track="black-ops", fleets=ROCINANTE_AWAY, influence="io pg; titan pg; europa pg")
    assert t.list_words("un take 1 event io") == ["titan", "stop"]


def test_black_ops_cannot_take_two_in_one_band_or_a_fourth():
    influence = "luna mcr 2; londres mcr; eros opa; io pg; titan pg"
    t = make_table(4, track="black-ops", fleets=ROCINANTE_AWAY, influence=influence)
    assert t.list_words("un take 1 event luna") == ["eros", "io", "titan", "stop"]
    assert t.list_words("un take 1 event luna eros io") == []
    t.play("un take 1 event stop")
    assert "Nothing changes." in t.list_announced(), "up to 3 may be none"


# ---------------------------------------------------------------- 18 Julie Mao
def test_julie_removes_up_to_three_from_tech_bases():
    influence = "luna mcr 2; londres mcr; tycho opa; thoth pg"
    t = make_table(4, track="julie", fleets=ROCINANTE_AWAY, influence=influence).play(
        "un take 1 event luna tycho thoth"
    )
    assert [t.write_influence(base) for base in ("luna", "londres", "tycho", "thoth")] == ["mcr 1", "mcr 1", "", ""]


def test_julie_cannot_take_two_from_one_base_or_any_elsewhere():
    t = make_table(4, track="julie", fleets=ROCINANTE_AWAY, influence="luna mcr 2; eros mcr; tycho opa")
    assert t.list_words("un take 1 event luna") == ["tycho", "stop"]
    t = make_table(4, track="julie", fleets=ROCINANTE_AWAY, influence="eros mcr").play("un take 1 event")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 19 Star Helix
def test_helix_removes_two_in_all_where_you_have_influence():
    t = make_table(
        4, track="helix", fleets=ROCINANTE_AWAY, influence="luna mcr; luna opa 3; eros mcr; eros pg; io pg", move="mcr"
    )
    assert t.list_words("mcr take 1 event") == ["luna", "eros", "stop"]
    t.play("mcr take 1 event luna opa luna opa")
    assert t.write_influence("luna") == "mcr 1, opa 1", "both from one base"


def test_helix_may_take_from_two_bases_or_only_one():
    influence = "luna mcr; luna opa; eros mcr; eros pg"
    t = make_table(4, track="helix", fleets=ROCINANTE_AWAY, influence=influence, move="mcr")
    t.play("mcr take 1 event luna opa eros pg")
    assert (t.write_influence("luna"), t.write_influence("eros")) == ("mcr 1", "mcr 1")
    t = make_table(4, track="helix", fleets=ROCINANTE_AWAY, influence=influence, move="mcr").play(
        "mcr take 1 event luna opa stop"
    )
    assert (t.write_influence("luna"), t.write_influence("eros")) == ("mcr 1", "mcr 1, pg 1")


def test_helix_cannot_remove_where_you_have_none():
    t = make_table(4, track="helix", fleets="earth un f; vesta opa r", influence="luna mcr")
    t.play("un take 1 event")
    assert "Nothing changes." in t.list_announced(), "a fleet is no influence"
    assert t.write_influence("luna") == "mcr 1"


# ---------------------------------------------------------------- 20 Riot Gear
def test_riot_removes_up_to_two_from_belt_bases():
    t = make_table(4, track="riot", fleets=ROCINANTE_AWAY, influence="eros opa 2; vesta mcr; io opa", move="pg")
    assert t.list_words("pg take 1 event") == ["eros", "vesta", "stop"]
    t.play("pg take 1 event eros vesta")
    assert (t.write_influence("eros"), t.write_influence("vesta"), t.write_influence("io")) == ("opa 1", "", "opa 1")


def test_riot_cannot_take_two_from_one_base_or_any_outside_the_belt():
    t = make_table(4, track="riot", fleets=ROCINANTE_AWAY, influence="eros opa 2; io opa", move="pg")
    assert t.list_words("pg take 1 event eros") == []
    t = make_table(4, track="riot", fleets=ROCINANTE_AWAY, influence="io opa", move="pg").play("pg take 1 event")
    assert "Nothing changes." in t.list_announced()
