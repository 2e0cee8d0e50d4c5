"""Action cards 1 to 10 of the card table: the effects of each Event, and where it has none."""

from __future__ import annotations

from tests.rules.expanse.play import PlayedTable, make_table

ROCINANTE_AWAY = "vesta opa r"
"""The Rocinante far away, and no other fleets."""


# ---------------------------------------------------------------- 1 Camina Drummer
def test_drummer_gives_one_action_point():
    t = make_table(4, track="drummer", fleets="earth opa f; vesta un r", influence="", move="opa")
    assert t.write_prompt("opa take 1 event") == "1 Action Point left: what do you do?"
    t.play("opa take 1 event place luna")
    assert t.write_influence("luna") == "opa 1"
    assert t.list_announced()[:3] == [
        "Opal takes Camina Drummer.",
        "Opal uses the Event of Camina Drummer.",
        "Opal places influence on Luna.",
    ]
    assert t.asked_factions() == ["pg"], "the next turn: nobody is offered what has been used"
    assert t.state.phase == "turn"


def test_drummer_gives_its_point_for_faction_powers_too():
    t = make_table(4, track="drummer", fleets="vesta un r", influence="", move="opa").play(
        "opa take 1 event place titan"
    )
    assert t.write_influence("titan") == "opa 1"


def test_drummer_cannot_pay_for_what_costs_two_or_needs_a_fleet():
    t = make_table(4, track="drummer", fleets="eros mcr b; eros un f; vesta opa r", influence="", move="mcr")
    assert t.read_labels("mcr take 1 event")["engage"] == "It costs 2 Action Points (E5)."
    t = make_table(4, track="drummer", fleets=ROCINANTE_AWAY, influence="", move="mcr")
    assert t.list_words("mcr take 1 event") == ["build", "done"]
    t.play("mcr take 1 event done")
    assert "Nothing changes." in t.list_announced()
    assert t.discards() == "drummer"


def test_drummer_cannot_be_used_by_the_un():
    t = make_table(4, track="drummer")
    assert t.read_refusal("un take 1 event") == "Your faction is not on this card (E3.1)."
    t.play("un take 1 points done")
    assert t.asked_factions() == ["opa"], "it is above the MCR on the Initiative Track"


# ---------------------------------------------------------------- 2 Josephus Miller
def make_miller_table(track: str = "slingshot", **changes) -> PlayedTable:
    """Make a table where the OPA keeps Josephus Miller."""
    influence = changes.pop("influence", "titan mcr")
    return make_table(
        4, track=track, kept={"opa": "miller"}, fleets=ROCINANTE_AWAY, influence=influence, move="opa", **changes
    )


def test_miller_uses_the_event_of_the_card_whose_points_were_spent():
    t = make_miller_table()
    assert t.read_labels("opa take 1 points place vesta done") == {
        "again": "Discard Josephus Miller for it",
        "no": "No",
    }
    t.play("opa take 1 points place vesta done again titan")
    assert t.write_influence("vesta") == "opa 1"
    assert t.write_influence("titan") == ""
    assert t.kept("opa") == ""
    assert "Opal discards Josephus Miller." in t.list_announced()
    assert t.discards() == "miller slingshot"
    assert t.asked_factions() == ["pg"], "the MCR is on the card, but the Event is used up"
    assert t.state.phase == "turn"
    assert t.initiative() == "pg opa mcr un"


def test_miller_is_kept_for_nothing():
    t = make_table(4, track="nauvoo miller", move="opa", cp={"opa": 1}).play("opa take 2 keep")
    assert t.kept("opa") == "miller"
    assert t.cp("opa") == 0, "the space costs 1, keeping nothing"


def test_miller_cannot_use_the_event_of_a_card_without_your_faction():
    t = make_miller_table("covert")
    assert t.list_words("opa take 1 points done") == []
    t.play("opa take 1 points done")
    assert t.kept("opa") == "miller"
    assert t.asked_factions() == ["pg"]
    assert t.state.phase == "offer"


def test_miller_cannot_serve_alone_or_with_a_kept_event_or_on_the_turn_of_another():
    t = make_miller_table()
    assert t.read_labels("opa")["play"].startswith("It serves only once it is kept")
    t = make_table(4, kept={"opa": "miller slingshot"}, fleets=ROCINANTE_AWAY, influence="titan mcr", move="opa")
    t.play("opa play slingshot titan")
    assert t.kept("opa") == "miller"
    t = make_table(4, track="slingshot", kept={"opa": "miller"}, fleets=ROCINANTE_AWAY, influence="titan mcr")
    t.play("un take 1 points done")
    assert t.list_words("opa event") == ["event", "keep", "decline"]


def test_miller_cannot_serve_with_a_card_that_must_be_kept():
    t = make_table(4, track="mao", kept={"un": "miller"})
    assert t.list_words("un take 1 points done") == []


# ---------------------------------------------------------------- 3 Cotyar Ghazi
def test_cotyar_gives_two_action_points():
    t = make_table(4, track="cotyar", fleets="earth un f; vesta opa r", influence="")
    assert t.write_prompt("un take 1 event") == "2 Action Points left: what do you do?"
    t.play("un take 1 event place luna move earth mars")
    assert t.write_influence("luna") == "un 1"
    assert t.write_fleets("mars") == "un f"


def test_cotyar_looks_at_the_bonus_sector_first_and_nobody_else_does():
    t = make_table(4, track="score", kept={"un": "cotyar"}, fleets="earth un f; vesta opa r", influence="", move="opa")
    t.play("opa take 1", "opa bonus outer", "un scoring cotyar")
    assert t.list_announced("un") == ["The Bonus Sector is Outer Planets."]
    assert t.list_announced() == ["Una uses the Event of Cotyar Ghazi.", "Una looks at the Bonus Sector."]
    assert [t.build_view(who).bonus for who in ("un", "mcr", "opa", "pg", None)] == ["outer", None, "outer", None, None]
    assert t.asked_factions() == ["un"]
    t.play("un choose place luna place luna", "opa scoring pass")
    assert t.write_influence("luna") == "un 2"
    assert t.discards().split().count("cotyar") == 1


def test_cotyar_is_kept_for_nothing():
    t = make_table(4, track="cotyar", move="pg", cp={"pg": 0}).play("pg take 1 keep")
    assert (t.kept("pg"), t.cp("pg")) == ("cotyar", 0)


def test_cotyar_cannot_look_where_no_sector_is_chosen():
    t = make_table(4, kept={"un": "cotyar"}, fleets="earth un f; vesta opa r", influence="").play("un play cotyar done")
    assert t.list_announced("un") == []
    assert "Una looks at the Bonus Sector." not in t.list_announced()
    t = make_table(
        4,
        track="bush",
        deck="score",
        used=("inner", "inner", "belt", "belt", "outer"),
        kept={"pg": "cotyar"},
        fleets="vesta mcr r; thoth pg f",
        influence="",
    )
    t.play("un take 1 points done", "pg event decline")
    assert t.state.phase == "final"
    t.play("pg scoring cotyar place thoth done")
    assert t.list_announced("pg") == []


# ---------------------------------------------------------------- 4 Mao-Kwikowski Mercantile
def test_mao_counts_the_action_points_as_4():
    t = make_table(
        4, track="drummer covert", kept={"mcr": "mao"}, fleets="mars mcr b; vesta opa r", influence="", move="mcr"
    )
    assert t.read_labels("mcr take 2")["boost"] == "Use 4 Action Points with Mao-Kwikowski Mercantile"
    t.play("mcr take 2 boost place mariner place mariner place londres place londres")
    assert (t.write_influence("mariner"), t.write_influence("londres")) == ("mcr 2", "mcr 2")
    assert t.kept("mcr") == ""
    assert "Marc discards Mao-Kwikowski Mercantile: the Action Points count as 4." in t.list_announced()
    assert t.cp("mcr") == 9, "the space costs 1, the discard nothing"
    assert t.state.phase == "offer", "the points were used, so the Event goes to another"
    assert t.asked_factions() == ["pg"]


def test_mao_is_kept_for_nothing():
    t = make_table(4, track="mao", move="mcr", cp={"mcr": 0}).play("mcr take 1 keep")
    assert (t.kept("mcr"), t.cp("mcr")) == ("mao", 0)


def test_mao_cannot_do_anything_before_it_is_kept_or_alone():
    t = make_table(4, track="mao")
    assert t.read_refusal("un take 1 event").startswith("It serves only once it is kept")
    assert t.list_words("un take 1") == ["points", "keep"]
    t = make_table(4, kept={"un": "mao"})
    assert t.list_words("un") == ["take"]


def test_mao_cannot_make_more_of_a_4_or_serve_an_offer():
    t = make_table(4, track="souther", kept={"mcr": "mao"}, move="mcr")
    assert "boost" not in t.options("mcr take 1")
    t = make_table(4, track="covert", kept={"mcr": "mao"}).play("un take 1 points done", "pg event decline")
    assert list(t.options("mcr event")) == ["event", "keep", "decline"]


def test_mao_cannot_be_used_up_by_using_the_printed_points():
    t = make_table(4, track="covert", kept={"mcr": "mao"}, move="mcr").play("mcr take 1 points done")
    assert t.kept("mcr") == "mao"


# ---------------------------------------------------------------- 5 Assassin
def test_assassin_makes_everybody_discard_one_kept_event():
    kept = {"un": "helix riot", "mcr": "nauvoo", "opa": "julie covert", "pg": "bush"}
    t = make_table(4, track="assassin", move="pg", kept=kept)
    t.play("pg take 1 event")
    assert t.list_announced()[2:] == ["Petra discards Bush Naval Shipyards."], "the only one she has: she is not asked"
    assert t.asked_factions() == ["un"]
    assert t.list_words("un choose") == ["helix", "riot"]
    t.play("un choose helix")
    assert t.asked_factions() == ["opa"], "the MCR has one only"
    t.play("opa choose covert")
    assert [t.kept(who) for who in ("un", "mcr", "opa", "pg")] == ["riot", "", "julie", ""]
    assert sorted(t.discards().split()) == ["assassin", "bush", "covert", "helix", "nauvoo"]


def test_assassin_cannot_find_anything_where_nobody_keeps_an_event():
    t = make_table(4, track="assassin", move="mcr").play("mcr take 1 event")
    assert "Nothing changes." in t.list_announced()
    assert t.discards() == "assassin"


def test_assassin_cannot_hit_itself():
    t = make_table(4, kept={"mcr": "assassin", "un": "helix"}, move="mcr").play("mcr play assassin")
    assert sorted(t.discards().split()) == ["assassin", "helix"]
    assert [t.kept(who) for who in ("un", "mcr")] == ["", ""]
    assert [text for text in t.list_announced() if "discards" in text] == ["Una discards Star Helix."]


# ---------------------------------------------------------------- 6 Covert Op
def test_covert_swaps_two_influence_of_two_players():
    t = make_table(4, track="covert", fleets=ROCINANTE_AWAY, influence="eros mcr 2; titan opa; io pg", move="mcr")
    t.play("mcr take 1 event eros titan")
    assert (t.write_influence("eros"), t.write_influence("titan"), t.write_influence("io")) == (
        "mcr 1, opa 1",
        "mcr 1",
        "pg 1",
    )
    assert t.list_announced()[2:4] == [
        "Marc moves influence from Eros to Titan.",
        "Opal moves influence from Titan to Eros.",
    ]


def test_covert_swaps_influence_of_two_others():
    t = make_table(4, track="covert", fleets=ROCINANTE_AWAY, influence="eros mcr; titan opa; io pg", move="pg")
    t.play("pg take 1 event eros titan")
    assert (t.write_influence("eros"), t.write_influence("titan")) == ("opa 1", "mcr 1")


def test_covert_cannot_swap_without_two_players():
    t = make_table(4, track="covert", fleets=ROCINANTE_AWAY, influence="eros mcr; titan mcr; io mcr", move="mcr")
    t.play("mcr take 1 event")
    assert "Nothing changes." in t.list_announced()
    assert t.write_influence("eros") == "mcr 1"


def test_covert_cannot_take_two_of_one_player_or_two_on_one_base():
    t = make_table(
        4, track="covert", fleets=ROCINANTE_AWAY, influence="eros mcr; eros opa; titan mcr; io pg", move="pg"
    )
    assert t.list_words("pg take 1 event eros mcr") == ["io"], "not the OPA's on the same base, not the MCR's at Titan"


def test_covert_cannot_begin_with_influence_that_has_no_partner():
    t = make_table(4, track="covert", fleets="vesta un r", influence="eros mcr; eros opa; titan opa", move="pg")
    assert "opa" not in t.list_words("pg take 1 event eros"), "the MCR has none on another base"
    t.play("pg take 1 event eros titan")
    assert (t.write_influence("eros"), t.write_influence("titan")) == ("opa 2", "mcr 1")


# ---------------------------------------------------------------- 7 Bush Naval Shipyards
def test_bush_rebuilds_all_fleets_and_pays_for_each_opponent():
    fleets = "saturn un fffff; mars mcr f; tycho opa fffff; thoth pg ffff; vesta opa r"
    t = make_table(4, track="bush", fleets=fleets, influence="").play("un take 1 event")
    assert t.write_fleets("mars") == "mcr bbfff", "Battleships at full strength"
    assert t.write_fleets("thoth") == "pg fffff"
    assert t.fleets_off_map("opa") == "ss", "Scrap Ships are not in play yet"
    assert t.cp("un") == 12
    assert "Una gains 2 CP." in t.list_announced()


def test_bush_pays_once_with_two_players():
    t = make_table(2, track="bush", fleets="earth un f; mars mcr f", influence="").play("un take 1 event")
    assert t.write_fleets("earth") == "un fffff"
    assert t.cp("un") == 11


def test_bush_brings_scrap_ships_once_they_are_in_play():
    t = make_table(4, track="bush", fleets="earth un r", influence="", used=("inner",)).play("un take 1 event")
    assert t.write_fleets("tycho") == "opa fffffss"


def test_bush_cannot_build_what_is_on_the_map():
    t = make_table(4, track="bush").play("un take 1 event")
    assert "Nothing changes." in t.list_announced()
    assert t.cp("un") == 10


def test_bush_cannot_earn_for_your_own_fleets_or_mend_a_battleship():
    fleets = "mars mcr bhfff; tycho opa fffff; thoth pg fffff; vesta opa r"
    t = make_table(4, track="bush", fleets=fleets, influence="").play("un take 1 event")
    assert t.write_fleets("earth") == "un fffff"
    assert t.write_fleets("mars") == "mcr bhfff"
    assert t.cp("un") == 10


# ---------------------------------------------------------------- 8 Antony Dresden
def test_dresden_places_on_every_tech_base():
    t = make_table(4, track="dresden", fleets=ROCINANTE_AWAY, influence="luna mcr").play("un take 1 event")
    assert [t.write_influence(base) for base in ("luna", "londres", "tycho", "thoth")] == ["un 1, mcr 1", *["un 1"] * 3]
    assert t.supply("un") == 10
    two = make_table(2, track="dresden", influence="").play("un take 1 event")
    assert two.find_side("un").cubes == {"londres": 1, "tycho": 1, "thoth": 1}


def test_dresden_cannot_place_without_any_influence():
    t = make_table(4, track="dresden", fleets=ROCINANTE_AWAY, influence="luna mcr", short=("un",)).play(
        "un take 1 event"
    )
    assert "Nothing changes." in t.list_announced()
    assert t.find_side("un").cubes == {}


# ---------------------------------------------------------------- 9 Franklin DeGraff
def test_degraff_places_on_every_earth_base():
    t = make_table(4, track="degraff", fleets=ROCINANTE_AWAY, influence="", move="pg").play("pg take 1 event")
    assert t.find_side("pg").cubes == {"eurasia": 1, "africa": 1, "luna": 1}
    two = make_table(2, track="degraff", influence="", move="mcr").play("mcr take 1 event")
    assert two.find_side("mcr").cubes == {"eurasia": 1, "africa": 1}


def test_degraff_cannot_place_without_any_influence():
    t = make_table(4, track="degraff", fleets=ROCINANTE_AWAY, influence="", move="pg", short=("pg",)).play(
        "pg take 1 event"
    )
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 10 Terraforming
def test_terraforming_places_on_every_mars_base():
    t = make_table(4, track="terraforming", fleets=ROCINANTE_AWAY, influence="mariner un", move="mcr").play(
        "mcr take 1 event"
    )
    assert (t.write_influence("mariner"), t.write_influence("londres")) == ("un 1, mcr 1", "mcr 1")


def test_terraforming_takes_influence_from_elsewhere_when_none_is_left():
    t = make_table(
        4, track="terraforming", fleets=ROCINANTE_AWAY, influence="eros mcr 2; io mcr", move="mcr", short=("mcr",)
    )
    assert t.list_words("mcr take 1 event") == ["eros", "io"], "it must be done: there is no way to stop"
    t.play("mcr take 1 event eros io")
    assert t.find_side("mcr").cubes == {"eros": 1, "mariner": 1, "londres": 1}
    assert "Marc moves influence from Eros to Mariner Valley." in t.list_announced()


def test_terraforming_cannot_place_without_any_influence():
    t = make_table(4, track="terraforming", fleets=ROCINANTE_AWAY, influence="eros un", move="mcr", short=("mcr",))
    t.play("mcr take 1 event")
    assert "Nothing changes." in t.list_announced()
    assert t.find_side("mcr").cubes == {}
