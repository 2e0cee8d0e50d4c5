"""E16: cards whose rules are longer than their text."""

from __future__ import annotations

from tests.rules.expanse.play import load_game, make_table

ROCINANTE_AWAY = "vesta opa r"
OTHER_JULIE_TOML = (
    'do = "remove", where = "tech", n = 3, upto = true, per = "base"',
    'do = "remove", n = 2, per = "resource"',
)
"""Two bases with the same resource, according to another source."""


def test_e16_miller_and_mao_do_something_only_once_they_are_kept():
    t = make_table(4, track="miller mao cotyar")
    assert t.read_refusal("un take 1 event").startswith("It serves only once it is kept")
    assert t.list_words("un take 2") == ["points", "keep"]
    t = make_table(4, kept={"un": "miller mao"})
    assert t.read_labels("un")["play"].startswith("It serves only once it is kept")
    assert load_game().board.only_kept == {"miller", "mao"}


def test_e16_a_card_of_an_owners_file_that_does_more_besides_can_be_used_at_once():
    rules = load_game(('effects = [{ do = "again" }]', 'effects = [{ do = "again" }, { do = "place" }]'))
    t = make_table(4, track="miller", influence="", fleets="vesta mcr r", rules=rules).play("un take 1 event luna")
    assert t.write_influence("luna") == "un 1"


def test_e16_such_a_card_serves_while_it_is_kept_as_before():
    rules = load_game(('effects = [{ do = "again" }]', 'effects = [{ do = "place" }, { do = "again" }]'))
    t = make_table(4, track="nauvoo", kept={"un": "miller"}, fleets="vesta mcr r", influence="titan opa", rules=rules)
    assert t.list_words("un take 1 points done") == ["again", "no"]


def test_e16_keeping_them_is_free():
    for card, who in (("miller", "opa"), ("mao", "pg"), ("cotyar", "un")):
        t = make_table(4, track=card, move=who).play(f"{who} take 1 keep")
        assert t.cp(who) == 10


def test_e16_1_josephus_miller_uses_the_event_too():
    t = make_table(4, track="nauvoo", kept={"un": "miller"}, fleets="vesta un r", influence="titan opa")
    t.play("un take 1 points place vesta done again titan")
    assert t.write_influence("titan") == ""
    assert t.kept("un") == ""
    assert t.discards() == "miller nauvoo"
    assert t.asked_factions() == ["mcr"], "nobody is offered the Event: the next turn"
    assert t.state.phase == "turn"


def test_e16_1_only_with_your_faction_on_the_card_and_only_if_you_like():
    t = make_table(4, track="covert", kept={"un": "miller"})
    assert t.list_words("un take 1 points done") == []
    t = make_table(4, track="nauvoo", kept={"un": "miller"}).play("un take 1 points done no")
    assert t.kept("un") == "miller"
    assert t.state.phase == "offer"


def test_e16_2_mao_kwikowski_counts_points_as_4():
    t = make_table(4, track="nauvoo", kept={"un": "mao"}, fleets="earth un f", influence="")
    assert t.write_prompt("un take 1 boost") == "4 Action Points left: what do you do?"
    t.play("un take 1 boost place luna place luna place luna place luna")
    assert t.write_influence("luna") == "un 4"
    assert t.discards() == "mao"
    assert "boost" not in make_table(4, track="dresden", kept={"un": "mao"}).list_words("un take 1"), "it has 4 already"


def test_e16_2_it_serves_with_the_hybrid_too():
    t = make_table(4, track="hybrid", kept={"un": "mao"}, deck="yvgeny", influence="titan opa 5", fleets=ROCINANTE_AWAY)
    t.play("un take 1 event titan")
    assert t.list_words("un choose") == ["yes", "no"]
    assert t.write_influence("titan") == "opa 5"
    t.play("un choose yes")
    assert t.write_influence("titan") == "opa 1"
    t = make_table(4, track="hybrid", kept={"un": "mao"}, deck="yvgeny", influence="titan opa 5", fleets=ROCINANTE_AWAY)
    t.play("un take 1 event titan", "un choose no")
    assert t.write_influence("titan") == "opa 3"


def test_e16_3_cotyar_ghazi_looks_at_the_bonus_sector_first():
    t = make_table(4, track="score", kept={"pg": "cotyar"}, fleets=ROCINANTE_AWAY, influence="eros pg")
    t.play("un take 1", "un bonus belt", "opa scoring pass", "pg scoring cotyar")
    assert t.list_announced("pg") == ["The Bonus Sector is The Belt."]
    assert t.barrier
    assert [t.build_view(who).bonus for who in ("pg", "opa", None)] == ["belt", None, None]
    assert t.write_prompt("pg choose").startswith("2 Action Points left")
    t.play("pg choose network eros io done")
    assert t.write_influence("io") == "pg 1"


def test_e16_3_on_an_ordinary_turn_it_is_two_points():
    t = make_table(4, kept={"un": "cotyar"}, fleets="earth un f", influence="").play(
        "un play cotyar place luna place luna"
    )
    assert t.write_influence("luna") == "un 2"
    assert t.discards() == "cotyar"


def test_e16_4_kenzo_gabriel_uses_an_event_on_the_track():
    t = make_table(4, track="kenzo terraforming mao score hybrid", fleets=ROCINANTE_AWAY, influence="", move="opa")
    assert t.list_words("opa take 1 event") == ["terraforming", "hybrid"]
    t.play("opa take 1 event terraforming")
    assert t.write_influence("mariner") == "opa 1"
    assert t.track().startswith("terraforming mao score hybrid")


def test_e16_5_everybody_with_a_kept_event_discards_one():
    t = make_table(2, track="assassin", kept={"un": "helix", "mcr": "nauvoo drummer"}, move="mcr")
    t.play("mcr take 1 event drummer")
    assert (t.kept("un"), t.kept("mcr")) == ("", "nauvoo")


def test_e16_6_the_hybrid_removes_what_the_top_card_says():
    t = make_table(
        4, track="hybrid", deck="yvgeny helix", influence="titan opa 2; titan mcr; io un", fleets=ROCINANTE_AWAY
    )
    assert t.list_words("un take 1 event") == ["io", "titan"]
    t.play("un take 1 event titan")
    assert "The top card is Captain Yvgeny, with 2 Action Points." in t.list_announced()
    assert t.barrier
    assert t.asked_factions() == ["un"]
    t.play("un choose mcr")
    assert t.write_influence("titan") == "opa 1"
    assert t.track().split()[-1] == "yvgeny", "it was put back on top and is dealt now"


def test_e16_6_the_player_of_the_card_shares_it_out_among_all_the_un_too():
    t = make_table(
        4,
        track="hybrid",
        deck="covert",
        influence="titan opa 2; titan un 2; titan pg",
        fleets=ROCINANTE_AWAY,
        move="mcr",
    )
    t.play("mcr take 1 event titan")
    assert t.list_words("mcr choose") == ["opa", "pg", "un"]
    assert t.list_words("mcr choose un") == ["opa", "pg", "un"]
    t.play("mcr choose un opa pg")
    assert t.write_influence("titan") == "un 1, opa 1"


def test_e16_6_a_score_card_removes_everything():
    t = make_table(4, track="hybrid", deck="score helix", influence="titan opa 3", fleets=ROCINANTE_AWAY)
    t.play("un take 1 event titan")
    assert t.write_influence("titan") == ""


def test_e16_6_everybody_knows_the_top_card_until_it_is_dealt():
    t = make_table(4, track="hybrid", deck="yvgeny helix", influence="titan opa 2; titan mcr 2", fleets=ROCINANTE_AWAY)
    t.play("un take 1 event titan")
    top = t.build_view(None).top
    assert top is not None
    assert top.word == "yvgeny"
    other = t.rules.resample_state(t.state, None, lambda held: held[::-1])
    assert other.deck[-1] == "yvgeny"
    t.play("un choose mcr mcr")
    assert t.build_view(None).top is None


def test_e16_7_theresa_yao_trades_fleets():
    t = make_table(4, track="yao", fleets="eros mcr bf; eros un ff; eros opa f; vesta opa r", influence="", move="mcr")
    assert t.list_words("mcr take 1 event eros") == ["mcr-b", "mcr-f", "stop"]
    t.play("mcr take 1 event eros mcr-b mcr-f stop un-f un-f")
    assert t.write_fleets("eros") == "mcr h"
    t = make_table(4, track="yao", fleets="eros un ff; vesta opa r", influence="", move="mcr")
    t.play("mcr take 1 event eros stop")
    assert t.write_fleets("eros") == "un f"


def test_e16_8_stealth_ships_lose_the_fleet_that_moved():
    t = make_table(4, track="stealth", fleets="earth un f; vesta un r; eros mcr ff", influence="")
    assert t.list_words("un take 1 event") == ["earth"], "not the Rocinante"
    t.play("un take 1 event earth eros mcr-f stop")
    assert t.write_fleets("eros") == "mcr f"
    assert t.fleets_off_map("un") == "fffff"
    t = make_table(4, track="stealth", fleets="earth un f; vesta un r", influence="").play(
        "un take 1 event earth earth"
    )
    assert t.write_fleets("earth") == ""


def test_e16_9_bush_naval_shipyards_bring_all_fleets_home():
    t = make_table(4, track="bush", fleets="earth un ffff; mars mcr h; tycho opa fffff; vesta opa r", influence="")
    t.play("un take 1 event")
    assert t.write_fleets("earth") == "un fffff"
    assert t.write_fleets("mars") == "mcr bhfff"
    assert t.fleets_off_map("opa") == "ss"
    assert t.cp("un") == 12, "the MCR and ProtoGen had fleets to build"
    assert t.find_side("un").gained == 2


def test_e16_10_julie_mao_by_the_other_reading():
    t = make_table(
        4,
        track="julie",
        influence="luna mcr; thoth opa; titan opa",
        fleets=ROCINANTE_AWAY,
        rules=load_game(OTHER_JULIE_TOML),
    )
    assert t.list_words("un take 1 event luna") == ["thoth"]
    t.play("un take 1 event luna thoth")
    assert (t.write_influence("luna"), t.write_influence("thoth"), t.write_influence("titan")) == ("", "", "opa 1")


def test_e16_10_the_other_reading_takes_from_two_different_bases():
    t = make_table(
        4, track="julie", influence="luna mcr 2; thoth opa", fleets=ROCINANTE_AWAY, rules=load_game(OTHER_JULIE_TOML)
    )
    assert t.list_words("un take 1 event luna") == ["thoth"], "not from Luna again"


def test_e16_10_the_other_reading_takes_two_with_those_that_the_un_chooses():
    influence = "luna un; thoth un; tycho opa; londres pg"
    t = make_table(
        4, track="julie", influence=influence, fleets=ROCINANTE_AWAY, move="mcr", rules=load_game(OTHER_JULIE_TOML)
    )
    t.play("mcr take 1 event un", "un choose luna")
    assert t.list_words("mcr choose") == ["londres", "tycho", "un"]
    t.play("mcr choose tycho")
    assert t.state.phase == "turn", "that was the second"
    assert (t.write_influence("luna"), t.write_influence("thoth"), t.write_influence("londres")) == ("", "un 1", "pg 1")
