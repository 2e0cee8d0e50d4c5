"""Action cards 31 to 40 of the card table: the effects of each Event, and where it has none."""

from __future__ import annotations

from tests.rules.expanse.play import make_table

ROCINANTE_AWAY = "vesta un r"
"""The Rocinante far away, and no other fleets."""


# ---------------------------------------------------------------- 31 Paolo Cortazar
def test_cortazar_places_on_two_outer_planets_bases():
    t = make_table(4, track="cortazar", fleets=ROCINANTE_AWAY, influence="", move="pg")
    assert t.list_words("pg take 1 event") == ["europa", "ganymede", "io", "rhea", "titan", "rings"]
    t.play("pg take 1 event io titan")
    assert t.find_side("pg").cubes == {"io": 1, "titan": 1}
    assert t.list_announced()[2:4] == ["Petra places influence on Io.", "Petra places influence on Titan."]


def test_cortazar_cannot_place_twice_on_one_base_or_stop_after_one():
    t = make_table(4, track="cortazar", fleets=ROCINANTE_AWAY, influence="", move="opa")
    assert t.list_words("opa take 1 event io") == ["europa", "ganymede", "rhea", "titan", "rings"]
    t = make_table(4, track="cortazar", fleets=ROCINANTE_AWAY, influence="", move="opa", short=("opa",))
    t.play("opa take 1 event io titan")
    assert "Nothing changes." in t.list_announced(), "no influence at all"


# ---------------------------------------------------------------- 32 Kenzo Gabriel
def test_kenzo_uses_an_event_on_the_track_whoever_is_on_it():
    t = make_table(4, track="nauvoo kenzo uprising covert drummer", fleets=ROCINANTE_AWAY, influence="", move="mcr")
    assert t.list_words("mcr take 2 event") == ["nauvoo", "uprising", "covert", "drummer"]
    t.play("mcr take 2 event uprising eros ceres stop")
    assert t.find_side("mcr").cubes == {"eros": 1, "ceres": 1}
    assert t.track().startswith("nauvoo uprising covert drummer"), "the card stays"
    assert t.discards() == "kenzo"
    assert "Marc uses the Event of Belt Uprising." in t.list_announced()


def test_kenzo_serves_as_a_kept_event_with_the_track_of_that_turn():
    t = make_table(4, track="degraff", kept={"un": "kenzo"}, fleets=ROCINANTE_AWAY, influence="").play(
        "un play kenzo degraff"
    )
    assert t.find_side("un").cubes == {"eurasia": 1, "africa": 1, "luna": 1}
    assert t.track().startswith("degraff")


def test_kenzo_marks_the_cards_where_they_lie():
    t = make_table(4, track="nauvoo kenzo uprising covert drummer", move="mcr")
    lies = {on.card.word: f"track-{on.space}" for on in t.build_view("mcr").track}
    marked = {word: option.spot for word, option in t.options("mcr take 2 event").items() if option.spot}
    assert marked == {word: lies[word] for word in marked}, "Kenzo Gabriel still lies there while the MCR decides"


def test_kenzo_cannot_use_score_cards_or_cards_that_only_serve_when_kept():
    t = make_table(4, track="kenzo score miller mao score", fleets=ROCINANTE_AWAY, influence="", move="mcr").play(
        "mcr take 1 event"
    )
    assert "Nothing changes." in t.list_announced()
    assert t.track().startswith("score miller mao score")


def test_kenzo_cannot_make_a_card_without_effect_work():
    t = make_table(4, track="kenzo slingshot score miller mao", fleets=ROCINANTE_AWAY, influence="", move="mcr")
    t.play("mcr take 1 event slingshot")
    assert "Nothing changes." in t.list_announced()
    assert t.discards() == "kenzo"


# ---------------------------------------------------------------- 33 Grey-Market Parts
def test_grey_market_builds_two_fleets_in_the_belt():
    t = make_table(4, track="grey-market", fleets="earth opa fffff; vesta un r", influence="", move="opa")
    assert t.list_words("opa take 1 event s") == ["ceres", "tycho", "eros", "thoth", "vesta"]
    t.play("opa take 1 event s eros s ceres")
    assert (t.write_fleets("eros"), t.write_fleets("ceres")) == ("opa s", "opa s")
    t = make_table(4, track="grey-market", fleets=ROCINANTE_AWAY, influence="", move="pg").play(
        "pg take 1 event f eros stop"
    )
    assert t.write_fleets("eros") == "pg f", "up to 2"


def test_grey_market_cannot_build_a_third_or_what_is_on_the_map():
    t = make_table(4, track="grey-market", fleets=ROCINANTE_AWAY, influence="", move="pg")
    assert t.list_words("pg take 1 event f eros") == ["f", "stop"]
    assert t.list_words("pg take 1 event f eros f ceres") == []
    t = make_table(4, track="grey-market", move="pg").play("pg take 1 event")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 34 Ice Convoy Diverted
def test_convoy_places_on_two_water_bases():
    t = make_table(4, track="convoy", fleets=ROCINANTE_AWAY, influence="", move="opa")
    assert t.list_words("opa take 1 event") == ["africa", "europa", "titan", "rings", "stop"]
    t.play("opa take 1 event africa rings")
    assert t.find_side("opa").cubes == {"africa": 1, "rings": 1}


def test_convoy_cannot_place_twice_on_one_base_but_may_place_none():
    t = make_table(4, track="convoy", fleets=ROCINANTE_AWAY, influence="", move="opa")
    assert t.list_words("opa take 1 event africa") == ["europa", "titan", "rings", "stop"]
    t.play("opa take 1 event stop")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 35 Dockworkers' Strike
def test_strike_removes_opposing_influence_where_you_have_some():
    influence = "eros opa; eros mcr 2; ceres opa; ceres pg; tycho opa; tycho mcr; thoth opa; thoth pg"
    t = make_table(4, track="strike", fleets=ROCINANTE_AWAY, influence=influence, move="opa")
    t.play("opa take 1 event eros ceres tycho")
    assert [t.write_influence(base) for base in ("eros", "ceres", "tycho", "thoth")] == [
        "mcr 1, opa 1",
        "opa 1",
        "opa 1",
        "opa 1, pg 1",
    ]


def test_strike_cannot_touch_bases_without_your_influence_or_outside_the_belt_or_your_own():
    influence = "eros mcr; luna opa; luna mcr; ceres opa 2; vesta opa; vesta pg 2"
    t = make_table(4, track="strike", fleets=ROCINANTE_AWAY, influence=influence, move="opa")
    assert t.list_words("opa take 1 event") == ["vesta", "stop"]
    assert t.list_words("opa take 1 event vesta") == [], "one from each base"
    t.play("opa take 1 event vesta")
    assert t.write_influence("vesta") == "opa 1, pg 1"


# ---------------------------------------------------------------- 36 Smugglers' Run
def test_smugglers_move_one_group_two_bands():
    t = make_table(4, track="smugglers", fleets="earth pg fff; vesta un r", influence="", move="pg")
    t.play("pg take 1 event earth ff jupiter")
    assert (t.write_fleets("jupiter"), t.write_fleets("earth")) == ("pg ff", "pg f")


def test_smugglers_cannot_go_three_bands_or_with_a_second_group():
    t = make_table(4, track="smugglers", fleets="earth pg f; eros pg f; vesta un r", influence="", move="pg")
    assert "saturn" not in t.list_words("pg take 1 event earth")
    assert t.list_words("pg take 1 event earth jupiter") == []
    t = make_table(4, track="smugglers", fleets=ROCINANTE_AWAY, influence="", move="pg").play("pg take 1 event")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 37 False Transponder
def test_transponder_moves_places_and_removes():
    t = make_table(
        4, track="transponder", fleets="earth opa ff; vesta un r", influence="titan mcr; titan pg", move="opa"
    )
    assert t.list_words("opa take 1 event earth saturn") == ["rhea", "titan", "rings"]
    t.play("opa take 1 event earth saturn titan pg")
    assert t.write_fleets("saturn") == "opa f"
    assert t.write_influence("titan") == "mcr 1, opa 1"


def test_transponder_need_not_remove():
    t = make_table(4, track="transponder", fleets="earth opa f; vesta un r", influence="eros pg", move="opa")
    t.play("opa take 1 event earth eros stop")
    assert t.write_influence("eros") == "opa 1, pg 1"


def test_transponder_cannot_remove_from_another_base():
    t = make_table(4, track="transponder", fleets="earth opa f; vesta un r", influence="titan mcr", move="opa")
    t.play("opa take 1 event earth saturn rings")
    assert (t.write_influence("titan"), t.write_influence("rings")) == ("mcr 1", "opa 1")


def test_transponder_cannot_remove_from_another_base_either_when_there_is_nothing_to_place():
    t = make_table(
        4, track="transponder", fleets="earth opa f; vesta un r", influence="titan mcr", move="opa", short=("opa",)
    )
    assert t.list_words("opa take 1 event earth saturn rings") == []


def test_transponder_cannot_do_anything_without_a_fleet():
    t = make_table(4, track="transponder", fleets=ROCINANTE_AWAY, influence="titan mcr", move="opa").play(
        "opa take 1 event"
    )
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 38 Belt Uprising
def test_uprising_places_on_three_belt_bases():
    t = make_table(4, track="uprising", fleets=ROCINANTE_AWAY, influence="", move="opa").play(
        "opa take 1 event vesta eros thoth"
    )
    assert t.find_side("opa").cubes == {"vesta": 1, "eros": 1, "thoth": 1}


def test_uprising_cannot_place_a_fourth_or_twice_or_outside_the_belt():
    t = make_table(4, track="uprising", fleets=ROCINANTE_AWAY, influence="", move="opa")
    assert t.list_words("opa take 1 event") == ["ceres", "tycho", "eros", "thoth", "vesta", "stop"]
    assert "vesta" not in t.list_words("opa take 1 event vesta")
    assert t.list_words("opa take 1 event vesta eros thoth") == []
    t.play("opa take 1 event stop")
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 39 Rock-Hopper Swarm
def test_hoppers_place_fleets_and_scrap_ships_beyond_the_inner_planets():
    t = make_table(4, track="hoppers", fleets=ROCINANTE_AWAY, influence="", move="opa")
    t.play("opa take 1 event s saturn f jupiter")
    assert (t.write_fleets("saturn"), t.write_fleets("jupiter")) == ("opa s", "opa f")


def test_hoppers_cannot_go_to_the_inner_planets_or_place_what_is_on_the_map():
    t = make_table(4, track="hoppers", fleets=ROCINANTE_AWAY, influence="", move="opa")
    assert not {"earth", "mars"} & set(t.list_words("opa take 1 event s"))
    fleets = "tycho opa fffffss; vesta un r"
    t = make_table(4, track="hoppers", fleets=fleets, influence="", move="opa", used=("inner",)).play(
        "opa take 1 event"
    )
    assert "Nothing changes." in t.list_announced()


# ---------------------------------------------------------------- 40 Clean Room
def test_clean_room_places_on_two_tech_bases():
    t = make_table(4, track="clean-room", fleets=ROCINANTE_AWAY, influence="", move="pg").play(
        "pg take 1 event luna thoth"
    )
    assert t.find_side("pg").cubes == {"luna": 1, "thoth": 1}


def test_clean_room_cannot_place_elsewhere_or_twice():
    t = make_table(4, track="clean-room", fleets=ROCINANTE_AWAY, influence="", move="pg")
    assert t.list_words("pg take 1 event") == ["luna", "londres", "tycho", "thoth", "stop"]
    assert t.list_words("pg take 1 event luna") == ["londres", "tycho", "thoth", "stop"]
    t.play("pg take 1 event stop")
    assert "Nothing changes." in t.list_announced()
