"""The factions that may use an Event with two, three and four players, and the price to keep it."""

from __future__ import annotations

import pytest

from tests.rules.expanse.play import make_table


# ---------------------------------------------------------------- factions on the card
def test_with_three_players_the_icons_of_protogen_are_ignored():
    t = make_table(3, track="covert", initiative="opa mcr un").play("un take 1 points done")
    assert t.asked_factions() == ["mcr"]
    t.play("mcr event decline")
    assert (t.state.phase, t.asked_factions()) == ("turn", ["mcr"]), "ProtoGen does not play: the next turn"
    t = make_table(3, track="bush", move="un").play("un take 1 points done")
    assert (t.state.phase, t.asked_factions()) == ("turn", ["mcr"]), "only the UN is on it, and it has had the points"
    assert t.discards() == "bush"


def test_with_two_players_the_other_one_is_asked_if_on_the_card():
    t = make_table(2, track="nauvoo").play("un take 1 points done")
    assert (t.state.phase, t.asked_factions()) == ("offer", ["mcr"])
    t.play("mcr event decline")
    assert (t.state.phase, t.discards()) == ("turn", "nauvoo")
    t = make_table(2, track="drummer", move="mcr").play("mcr take 1 points done")
    assert (t.state.phase, t.asked_factions()) == ("turn", ["un"]), "only the MCR is on it"


def test_a_card_shows_only_factions_that_play():
    assert [make_table(n, track="nauvoo").build_view(None).track[0].card.factions for n in (2, 3, 4)] == [
        ("un", "mcr"),
        ("un", "mcr", "opa"),
        ("un", "mcr", "opa"),
    ]
    assert make_table(3, track="mao").build_view(None).track[0].card.factions == ("un", "mcr")


def test_the_highest_on_the_initiative_track_is_asked_first_and_only_the_factions_on_the_card():
    t = make_table(4, track="hybrid", influence="", initiative="mcr opa un pg", move="opa").play(
        "opa take 1 points done"
    )
    asked = []
    while t.state.phase == "offer":
        asked += t.asked_factions()
        t.play(f"{asked[-1]} event decline")
    assert asked == ["mcr", "un", "pg"]
    assert t.initiative() == "mcr opa un pg", "declining changes nothing"


def test_whoever_takes_the_event_goes_to_the_bottom_and_nobody_else_is_asked():
    t = make_table(4, track="hybrid", influence="titan opa", initiative="mcr opa un pg", move="opa")
    t.play("opa take 1 points done", "mcr event keep")
    assert t.initiative() == "opa un pg mcr"
    assert (t.kept("mcr"), t.cp("mcr"), t.state.phase) == ("hybrid", 9, "turn")


@pytest.mark.parametrize("card", ["dresden", "bush", "errinwright"])
def test_whoever_used_the_points_never_gets_the_event(card: str):
    t = make_table(4, track=card, influence="").play("un take 1 points done")
    assert t.asked_factions() == ["pg"]
    t.play("pg event decline")
    assert (t.state.phase, t.asked_factions()) == ("turn", ["mcr"])


def test_kenzo_opens_the_event_of_a_card_without_your_faction_and_nothing_else_does():
    t = make_table(4, track="kenzo uprising", influence="", fleets="vesta opa r", move="mcr")
    assert t.read_refusal("mcr take 2 event") == "Your faction is not on this card (E3.1)."
    assert t.read_refusal("mcr take 2 keep") == "Your faction is not on this card (E3.1)."
    assert "uprising" in t.list_words("mcr take 1 event")


def test_kenzo_leaves_the_card_for_the_next_player():
    t = make_table(4, track="kenzo uprising", influence="", fleets="vesta un r", move="mcr")
    t.play("mcr take 1 event uprising eros stop")
    assert t.track().split()[0] == "uprising"
    t.play("opa take 2 points done")
    while t.state.phase == "offer":
        t.play(f"{t.asked_factions()[0]} event decline")
    t.play("pg take 1 points done")
    assert t.asked_factions() == ["opa"], "it is offered as if nobody had used it"


# ---------------------------------------------------------------- keeping
@pytest.mark.parametrize(
    ("card", "who", "move"), [("miller", "opa", "mcr"), ("cotyar", "pg", "mcr"), ("mao", "pg", "opa")]
)
def test_without_cp_the_three_free_cards_can_be_kept_when_they_are_offered(card: str, who: str, move: str):
    order = " ".join([who, *(one for one in ("un", "mcr", "opa", "pg") if one != who)])
    t = make_table(4, track=card, cp={who: 0}, initiative=order, move=move)
    t.play(f"{move} take 1 points done", f"{who} event keep")
    assert (t.kept(who), t.cp(who)) == (card, 0)


def test_without_cp_no_other_event_can_be_kept():
    t = make_table(4, track="nauvoo", cp={"un": 0, "mcr": 0}, influence="luna pg")
    assert t.read_labels("un take 1")["keep"] == "You have 0 CP only (E3.2)."
    t.play("un take 1 points done", "opa event decline")
    assert t.read_labels("mcr event")["keep"] == "You have 0 CP only (E3.2)."
    assert t.list_words("mcr event") == ["event", "decline"]


def test_the_space_is_paid_before_the_keeping():
    t = make_table(4, track="drummer nauvoo covert julie miller", cp={"un": 2})
    assert "keep" not in t.list_words("un take 4"), "2 for the space, nothing left"
    assert "keep" in t.list_words("un take 5"), "Josephus Miller costs nothing"
    t.play("un take 2 keep")
    assert t.cp("un") == 0


def test_what_is_kept_is_played_for_nothing_and_instead_of_a_card():
    t = make_table(4, track="drummer", kept={"un": "nauvoo"}, influence="luna pg", fleets="vesta opa r", cp={"un": 0})
    t.play("un play nauvoo luna")
    assert (t.cp("un"), t.kept("un"), t.discards()) == (0, "", "nauvoo")
    assert t.track().startswith("drummer")
    assert t.asked_factions() == ["mcr"]


# ---------------------------------------------------------------- Miller and Mao together
def test_mao_and_miller_serve_with_the_same_card():
    t = make_table(
        4, track="slingshot nauvoo", kept={"un": "miller mao"}, influence="luna pg", fleets="earth un f; vesta opa r"
    )
    t.play("un take 2 boost place luna place luna place luna place luna again first luna pg")
    assert t.write_influence("luna") == "un 4"
    assert t.kept("un") == ""
    assert t.discards() == "mao miller nauvoo"
    assert t.asked_factions() == ["mcr"]
    assert t.state.phase == "turn"


def test_miller_serves_when_the_points_were_not_all_used():
    t = make_table(4, track="nauvoo", kept={"un": "miller"}, influence="luna pg", fleets="vesta opa r")
    t.play("un take 1 points done again luna")
    assert t.write_influence("luna") == ""


def test_the_event_that_miller_brings_may_wait_for_the_un():
    t = make_table(
        4,
        track="slingshot",
        kept={"opa": "miller"},
        influence="titan un; io un; eros pg",
        fleets="vesta mcr r",
        move="opa",
    )
    t.play("opa take 1 points done again un")
    assert t.asked_factions() == ["un"]
    t.play("un choose io")
    assert t.write_influence("io") == ""
    assert (t.state.phase, t.asked_factions()) == ("turn", ["pg"])


def test_the_hybrid_through_kenzo_may_use_mao():
    t = make_table(
        4,
        track="kenzo hybrid",
        kept={"mcr": "mao"},
        deck="yvgeny",
        influence="titan opa 5",
        fleets="vesta opa r",
        move="mcr",
    )
    t.play("mcr take 1 event hybrid titan", "mcr choose yes")
    assert t.write_influence("titan") == "opa 1"
    assert sorted(t.discards().split()) == ["kenzo", "mao"]


def test_a_score_card_on_the_deck_needs_no_mao():
    t = make_table(4, track="hybrid", kept={"un": "mao"}, deck="score", influence="titan opa 5", fleets="vesta opa r")
    t.play("un take 1 event titan")
    assert t.write_influence("titan") == ""
    assert t.kept("un") == "mao"


def test_assassin_takes_kenzo_miller_and_mao_like_any_other():
    t = make_table(4, track="assassin", kept={"un": "kenzo", "opa": "miller mao"}, move="mcr").play("mcr take 1 event")
    assert t.list_words("opa choose") == ["miller", "mao"]
    t.play("opa choose mao")
    assert (t.kept("un"), t.kept("opa")) == ("", "miller")
