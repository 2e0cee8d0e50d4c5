"""E6: how Events are carried out."""

from __future__ import annotations

import pytest

from tests.rules.expanse.play import game, table

QUIET = "vesta un r"
"""No fleets but the Rocinante, out of the way."""


def test_e6_a_kept_event_needs_its_faction_on_the_card_when_it_is_kept():
    t = table(4, track="covert")
    assert t.refuses("un take 1 keep") == "Your faction is not on this card (E3.1)."


def test_e6_1_a_part_that_must_be_done_has_no_stop_and_one_that_may_has():
    must = table(4, track="terraforming", influence="", fleets=QUIET, move="mcr").play("mcr take 1 event")
    assert must.influence("mariner") == "mcr 1"
    assert must.influence("londres") == "mcr 1"
    t = table(4, track="julie", influence="luna mcr; tycho mcr; thoth opa; londres mcr", fleets=QUIET)
    assert t.offers("un take 1 event") == ["luna", "londres", "tycho", "thoth", "stop"]


@pytest.mark.parametrize("n", range(4))
def test_e6_1_julie_mao_removes_0_1_2_or_3(n: int):
    bases = ["luna", "tycho", "thoth"][:n]
    t = table(4, track="julie", influence="luna mcr 2; tycho mcr; thoth opa; londres mcr", fleets=QUIET)
    t.play(f"un take 1 event {' '.join(bases)} {'stop' if n < 3 else ''}")
    left = {base: t.influence(base) for base in ("luna", "tycho", "thoth")}
    whole = {"luna": "mcr 2", "tycho": "mcr 1", "thoth": "opa 1"}
    assert left == {**whole, **{base: "mcr 1" if base == "luna" else "" for base in bases}}


def test_e6_2_placing_by_an_event_needs_no_fleet():
    t = table(4, track="voices", influence="", fleets=QUIET).play("un take 1 event luna eros titan")
    assert [t.influence(base) for base in ("luna", "eros", "titan")] == ["un 1"] * 3


def test_e6_3_removed_influence_goes_back_and_your_own_may_be_taken():
    t = table(4, track="slingshot", influence="titan opa 2; rhea mcr", fleets=QUIET, move="mcr")
    before = t.supply("opa")
    assert t.offers("mcr take 1 event") == ["rhea", "titan"]
    t.play("mcr take 1 event titan")
    assert t.influence("titan") == "opa 1"
    assert t.supply("opa") == before + 1
    t = table(4, track="slingshot", influence="rhea mcr", fleets=QUIET, move="mcr").play("mcr take 1 event rhea")
    assert t.influence("rhea") == ""


def test_e6_3_where_two_have_influence_the_player_says_whose():
    t = table(4, track="slingshot", influence="titan opa 2; titan pg", fleets=QUIET, move="mcr")
    assert t.offers("mcr take 1 event titan") == ["opa", "pg"]


def test_e6_4_bases_by_orbital_resource_and_control():
    board = game().board
    assert board.places("earth", 4) == ("eurasia", "africa", "luna")
    assert board.places("earth", 2) == ("eurasia", "africa")
    assert board.places("tech", 4) == ("luna", "londres", "tycho", "thoth")
    assert board.places("outer", 4) == ("europa", "ganymede", "io", "rhea", "titan", "rings")
    t = table(4, influence="luna un 2; luna opa; eros un; eros mcr", fleets=QUIET)
    assert t.base("luna").control == "un"
    assert t.base("eros").control is None


def test_e6_5_removed_fleets_lie_beside_the_map():
    t = table(4, track="yvgeny", fleets="earth un f; earth opa f; vesta un r", influence="")
    t.play("un take 1 event earth")
    assert t.fleets("earth") == "un f"
    assert t.off("opa") == "fffffss"


def test_e6_6_two_bands_and_no_fleet_twice():
    t = table(4, track="burn", fleets="earth un ff; vesta mcr r", influence="")
    assert t.offers("un take 1 event earth f") == ["mars", "ceres", "tycho", "eros", "thoth", "vesta", "jupiter"]
    assert t.offers("un take 1 event earth f jupiter") == ["earth", "stop"], "not the one at Jupiter"
    assert t.offers("un take 1 event earth f jupiter earth jupiter") == []
    t.play("un take 1 event earth ff jupiter")
    assert t.fleets("jupiter") == "un ff"


def test_e6_7_building_elsewhere_even_scrap_ships():
    t = table(4, track="salvage", fleets="vesta mcr r", influence="", move="opa")
    t.play("opa take 1 event f s")
    assert t.fleets("ceres") == "opa fs"
    t = table(4, track="hoppers", fleets="vesta mcr r", influence="", move="opa")
    assert t.offers("opa take 1 event s") == ["ceres", "tycho", "eros", "thoth", "vesta", "jupiter", "saturn"]


def test_e6_8_several_choose_one_after_the_other():
    t = table(4, track="assassin", move="mcr", kept={"un": "helix riot", "mcr": "nauvoo drummer", "pg": "mao miller"})
    t.play("mcr take 1 event nauvoo")
    assert t.asked() == ["pg"]
    t.play("pg choose miller")
    assert t.asked() == ["un"]
    t.play("un choose riot")
    assert (t.kept("un"), t.kept("mcr"), t.kept("pg")) == ("helix", "drummer", "mao")


def test_e6_9_an_event_without_effect_may_be_used():
    t = table(4, track="nauvoo", influence="", fleets=QUIET).play("un take 1 event")
    assert "Nothing changes." in t.news()
    assert t.discards() == "nauvoo"
