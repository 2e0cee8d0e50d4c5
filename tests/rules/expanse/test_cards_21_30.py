"""Action cards 21 to 30 of the card table: the effects of each Event, and where it has none."""

from __future__ import annotations

from tests.rules.expanse.play import make_table

ROCINANTE_AWAY = "vesta opa r"
"""The Rocinante far away, and no other fleets."""


# ---------------------------------------------------------------- 21 The Hybrid
def test_hybrid_removes_as_many_as_the_top_card_has_points():
    t = make_table(4, track="hybrid", deck="riot helix", fleets=ROCINANTE_AWAY, influence="titan opa 5; io pg 4")
    t.play("un take 1 event titan")
    assert t.write_influence("titan") == "opa 2"
    assert "Una chooses Titan." in t.list_announced()
    assert "The top card is Riot Gear, with 3 Action Points." in t.list_announced()
    assert t.track().split()[-1] == "riot", "back on top, it is the next to be dealt"


def test_hybrid_asks_whose_where_several_have_influence():
    t = make_table(
        4, track="hybrid", deck="yvgeny", fleets=ROCINANTE_AWAY, influence="titan opa 2; titan mcr 2", move="pg"
    )
    t.play("pg take 1 event titan")
    assert t.asked_factions() == ["pg"]
    t.play("pg choose mcr opa")
    assert t.write_influence("titan") == "mcr 1, opa 1"


def test_hybrid_removes_all_for_a_score_card():
    t = make_table(
        4,
        track="hybrid",
        deck="score",
        fleets=ROCINANTE_AWAY,
        influence="titan un 3; titan mcr 2; titan opa",
        move="mcr",
    )
    t.play("mcr take 1 event titan")
    assert t.write_influence("titan") == ""
    assert t.track().split()[-1] == "score"


def test_hybrid_cannot_choose_an_empty_base_or_remove_more_than_lies_there():
    t = make_table(4, track="hybrid", deck="bush", fleets=ROCINANTE_AWAY, influence="titan opa; titan mcr")
    assert t.list_words("un take 1 event") == ["titan"]
    t.play("un take 1 event titan")
    assert t.write_influence("titan") == "", "four points, two influence: nobody is asked"
    assert t.state.phase == "turn"


def test_hybrid_cannot_do_anything_to_an_empty_map():
    t = make_table(4, track="hybrid", deck="bush", fleets=ROCINANTE_AWAY, influence="").play("un take 1 event")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 22 Nauvoo
def test_nauvoo_removes_one_influence():
    t = make_table(4, track="nauvoo", fleets="eros mcr f; vesta opa r", influence="io pg", move="opa")
    assert t.read_labels("opa take 1 event") == {"first": "Remove influence", "second": "Remove a fleet"}
    t.play("opa take 1 event first io")
    assert t.write_influence("io") == ""
    assert t.write_fleets("eros") == "mcr f"


def test_nauvoo_removes_one_fleet():
    t = make_table(4, track="nauvoo", fleets="eros mcr f; vesta opa r", influence="io pg", move="opa")
    t.play("opa take 1 event second eros")
    assert t.write_fleets("eros") == ""
    assert t.fleets_off_map("mcr") == "bbfff"
    assert t.write_influence("io") == "pg 1"
    assert "Marc loses a fleet at Eros." in t.list_announced()


def test_nauvoo_must_hit_yourself_where_there_is_nothing_else():
    t = make_table(4, track="nauvoo", fleets="eros opa f; vesta mcr r", influence="", move="opa")
    t.play("opa take 1 event eros")
    assert t.write_fleets("eros") == ""


def test_nauvoo_cannot_remove_the_rocinante():
    t = make_table(4, track="nauvoo", fleets="eros mcr r", influence="").play("un take 1 event")
    assert "Nothing changes." in t.list_announced()
    assert t.write_fleets("eros") == "mcr r"


# ---------------------------------------------------------------- 23 Theresa Yao
def test_yao_removes_one_opposing_fleet_for_nothing():
    t = make_table(4, track="yao", fleets="eros un ff; vesta opa r", influence="", move="mcr")
    t.play("mcr take 1 event eros stop")
    assert t.write_fleets("eros") == "un f", "without a fleet of its own there"


def test_yao_gives_two_fleets_for_three_of_several_opponents():
    fleets = "eros opa ff; eros un ff; eros mcr f; eros pg f; vesta opa r"
    t = make_table(4, track="yao", fleets=fleets, influence="", move="opa")
    t.play("opa take 1 event eros opa-f opa-f stop un-f mcr-f pg-f")
    assert t.write_fleets("eros") == "un f"
    assert t.fleets_off_map("opa") == "fffffss"


def test_yao_spends_two_removals_on_a_battleship():
    t = make_table(4, track="yao", fleets="eros opa f; eros mcr b; vesta opa r", influence="", move="opa")
    t.play("opa take 1 event eros opa-f stop")
    assert t.write_fleets("eros") == ""
    assert "Marc’s Battleship at Eros is turned over." in t.list_announced()
    assert t.fleets_off_map("mcr") == "bbfff"


def test_yao_cannot_hit_where_no_opponent_has_a_fleet_to_lose():
    t = make_table(4, track="yao", fleets="eros mcr ff; eros opa r", influence="", move="mcr").play("mcr take 1 event")
    assert "Nothing changes." in t.list_announced(), "the Rocinante is never removed"
    assert t.write_fleets("eros") == "mcr ff, opa r"


def test_yao_cannot_give_the_rocinante_away():
    t = make_table(4, track="yao", fleets="eros mcr fr; eros un f", influence="", move="mcr")
    assert t.list_words("mcr take 1 event eros") == ["mcr-f", "stop"]


# ---------------------------------------------------------------- 24 Bobbie Draper
def test_draper_removes_a_fleet_and_brings_one_from_elsewhere():
    t = make_table(4, track="draper", fleets="saturn opa f; earth un fffff; vesta mcr r", influence="")
    assert t.list_words("un take 1 event") == ["saturn"], "an opposing one"
    t.play("un take 1 event saturn earth")
    assert t.write_fleets("saturn") == "un f"
    assert t.write_fleets("earth") == "un ffff"
    assert t.fleets_off_map("opa") == "fffffss"


def test_draper_leaves_the_choice_of_where_it_comes_from():
    t = make_table(4, track="draper", fleets="saturn opa f; earth un f; mars un f; vesta mcr r", influence="")
    assert t.list_words("un take 1 event saturn") == ["off", "earth", "mars"]
    t.play("un take 1 event saturn off")
    assert t.write_fleets("saturn") == "un f"
    assert t.fleets_off_map("un") == "ff"


def test_draper_turns_a_battleship_over_and_still_brings_a_fleet():
    t = make_table(4, track="draper", fleets="mars mcr b; earth un f; vesta opa r", influence="")
    t.play("un take 1 event mars earth")
    assert t.write_fleets("mars") == "un f, mcr h"


def test_draper_cannot_bring_a_fleet_where_none_was_removed():
    t = make_table(4, track="draper", fleets="earth un f; vesta opa r", influence="").play("un take 1 event")
    assert "Nothing changes." in t.list_announced(), "the Rocinante is never removed"
    assert t.write_fleets("earth") == "un f"


# ---------------------------------------------------------------- 25 Ambush
def test_ambush_may_remove_one_fleet_of_every_player():
    fleets = "eros un ff; eros mcr b; eros opa f; eros pg f; vesta opa r"
    t = make_table(4, track="ambush", fleets=fleets, influence="", move="opa")
    t.play("opa take 1 event eros un-f mcr-b opa-f pg-f")
    assert t.write_fleets("eros") == "un f, mcr h"


def test_ambush_spares_whom_you_like():
    t = make_table(4, track="ambush", fleets="eros un f; eros opa f; eros pg f; vesta opa r", influence="", move="opa")
    t.play("opa take 1 event eros none none pg-f")
    assert t.write_fleets("eros") == "un f, opa f"


def test_ambush_cannot_remove_two_of_one_player_or_in_a_second_orbital():
    t = make_table(4, track="ambush", fleets="eros un ff; earth un f; vesta opa r", influence="", move="opa")
    assert t.list_words("opa take 1 event") == ["earth", "eros"]
    assert t.list_words("opa take 1 event eros un-f") == []
    t.play("opa take 1 event eros none")
    assert "Nothing changes." in t.list_announced()


def test_ambush_cannot_remove_the_rocinante():
    t = make_table(4, track="ambush", fleets="eros un r", influence="", move="opa").play("opa take 1 event")
    assert t.write_fleets("eros") == "un r"


# ---------------------------------------------------------------- 26 Captain Yvgeny
def test_yvgeny_removes_an_opposing_fleet_beside_yours():
    t = make_table(
        4, track="yvgeny", fleets="eros opa f; eros un f; eros pg f; earth un f; vesta mcr r", influence="", move="opa"
    )
    assert t.list_words("opa take 1 event") == ["eros"]
    t.play("opa take 1 event eros pg-f")
    assert t.write_fleets("eros") == "un f, opa f"


def test_yvgeny_strikes_from_the_rocinante():
    t = make_table(4, track="yvgeny", fleets="eros un r; eros mcr h", influence="").play("un take 1 event eros")
    assert t.write_fleets("eros") == "un r"
    assert t.fleets_off_map("mcr") == "bbfff"


def test_yvgeny_cannot_remove_where_you_have_no_fleet_or_your_own():
    t = make_table(4, track="yvgeny", fleets="eros pg f; earth un ff; vesta mcr r", influence="").play(
        "un take 1 event"
    )
    assert "Nothing changes." in t.list_announced()
    assert (t.write_fleets("eros"), t.write_fleets("earth")) == ("pg f", "un ff")


# ---------------------------------------------------------------- 27 Stealth Ships
def test_stealth_loses_the_fleet_and_takes_two():
    t = make_table(4, track="stealth", fleets="earth pg f; eros mcr f; eros un f; vesta opa r", influence="", move="pg")
    t.play("pg take 1 event earth eros un-f mcr-f")
    assert t.write_fleets("eros") == ""
    assert (t.fleets_off_map("pg"), t.fleets_off_map("un"), t.fleets_off_map("mcr")) == ("fffff", "fffff", "bbfff")
    assert t.list_announced()[2:4] == ["Petra moves a fleet from Earth to Eros.", "Petra loses a fleet at Eros."]


def test_stealth_strikes_opponents_only():
    t = make_table(4, track="stealth", fleets="earth pg f; eros pg f; eros mcr f; vesta opa r", influence="", move="pg")
    assert t.list_words("pg take 1 event earth eros") == ["mcr-f", "stop"]


def test_stealth_may_stay_where_it_is():
    t = make_table(4, track="stealth", fleets="earth pg f; earth un ff; vesta opa r", influence="", move="pg")
    assert t.list_words("pg take 1 event earth")[0] == "earth", "to stay is offered first"
    t.play("pg take 1 event earth earth un-f stop")
    assert t.write_fleets("earth") == "un f"


def test_stealth_cannot_remove_anything_elsewhere_but_the_fleet_is_lost():
    t = make_table(4, track="stealth", fleets="earth pg f; saturn mcr f; vesta opa r", influence="", move="pg")
    assert not {"jupiter", "saturn"} & set(t.list_words("pg take 1 event earth")), "one Band only"
    t.play("pg take 1 event earth mars")
    assert t.fleets_off_map("pg") == "fffff"
    assert t.write_fleets("saturn") == "mcr f"


def test_stealth_cannot_spend_the_rocinante():
    t = make_table(4, track="stealth", fleets="eros pg r; eros mcr f", influence="", move="pg").play("pg take 1 event")
    assert "Nothing changes." in t.list_announced()
    assert t.write_fleets("eros") == "mcr f, pg r"


# ---------------------------------------------------------------- 28 Heavy Burn
def test_burn_moves_two_groups_two_bands_each():
    t = make_table(4, track="burn", fleets="earth un ff; ceres un ff; vesta opa r", influence="")
    t.play("un take 1 event earth ff jupiter ceres f saturn")
    assert (t.write_fleets("jupiter"), t.write_fleets("saturn"), t.write_fleets("ceres")) == ("un ff", "un f", "un f")


def test_burn_may_move_one_group_or_none():
    t = make_table(4, track="burn", fleets="earth un f; ceres un f; vesta opa r", influence="")
    t.play("un take 1 event earth mars stop")
    assert t.write_fleets("mars") == "un f"


def test_burn_cannot_move_a_fleet_twice_a_third_group_or_three_bands():
    t = make_table(4, track="burn", fleets="earth un f; jupiter un f; ceres un f; vesta opa r", influence="")
    assert "saturn" not in t.list_words("un take 1 event earth")
    assert t.list_words("un take 1 event earth jupiter") == ["ceres", "jupiter", "stop"]
    assert t.list_words("un take 1 event earth jupiter ceres mars") == []
    t.play("un take 1 event earth jupiter jupiter saturn")
    assert (t.write_fleets("jupiter"), t.write_fleets("saturn")) == ("un f", "un f"), (
        "only the one that had not moved goes on"
    )
    alone = make_table(4, track="burn", fleets=ROCINANTE_AWAY, influence="").play("un take 1 event")
    assert "Nothing changes." in alone.list_announced()


# ---------------------------------------------------------------- 29 Razorback
def test_razorback_moves_one_fleet_anywhere():
    t = make_table(4, track="razorback", fleets="earth opa ff; vesta un r", influence="", move="opa")
    t.play("opa take 1 event earth saturn")
    assert (t.write_fleets("saturn"), t.write_fleets("earth")) == ("opa f", "opa f")
    assert t.initiative() == "pg opa mcr un", "using the Event of one's own card changes nothing"


def test_razorback_carries_the_rocinante_too():
    t = make_table(4, track="razorback", fleets="earth un r", influence="").play("un take 1 event earth saturn")
    assert t.write_fleets("saturn") == "un r"


def test_razorback_cannot_move_two_or_nobody():
    t = make_table(4, track="razorback", fleets="earth opa fff; vesta un r", influence="", move="opa")
    assert "earth" not in t.list_words("opa take 1 event earth"), "it must go somewhere"
    assert t.list_words("opa take 1 event earth saturn") == []
    t = make_table(4, track="razorback", fleets="earth un r", influence="", move="opa").play("opa take 1 event")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 30 Admiral Souther
def test_souther_moves_each_fleet_where_you_like():
    t = make_table(4, track="souther", fleets="mars mcr bf; jupiter mcr h; vesta opa r", influence="", move="mcr")
    t.play("mcr take 1 event mars b earth mars ceres jupiter saturn")
    assert (t.write_fleets("earth"), t.write_fleets("ceres"), t.write_fleets("saturn")) == ("mcr b", "mcr f", "mcr h")


def test_souther_may_leave_fleets_where_they_are():
    t = make_table(4, track="souther", fleets="mars mcr bf; vesta opa r", influence="", move="mcr")
    t.play("mcr take 1 event mars f earth stop")
    assert (t.write_fleets("mars"), t.write_fleets("earth")) == ("mcr b", "mcr f")


def test_souther_cannot_move_a_fleet_twice_or_two_bands():
    t = make_table(4, track="souther", fleets="mars mcr f; vesta opa r", influence="", move="mcr")
    assert not {"jupiter", "saturn"} & set(t.list_words("mcr take 1 event mars"))
    assert t.list_words("mcr take 1 event mars ceres") == []
    t = make_table(4, track="souther", fleets=ROCINANTE_AWAY, influence="", move="mcr").play("mcr take 1 event")
    assert "Nothing changes." in t.list_announced()
