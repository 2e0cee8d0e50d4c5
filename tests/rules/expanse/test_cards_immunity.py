"""Diplomatic Immunity against the Events of others: the actor chooses the UN, and the UN chooses the piece (E14.1)."""

from __future__ import annotations

import pytest

from tests.rules.expanse.play import PlayedTable, make_table

ROCINANTE_AWAY = "vesta opa r"
"""The Rocinante far away, and no other fleets."""


def make_event_table(card: str, who: str, influence: str, fleets: str = ROCINANTE_AWAY, **changes) -> PlayedTable:
    """Make a turn of a faction with this card on space 1."""
    return make_table(4, track=card, fleets=fleets, influence=influence, move=who, **changes)


@pytest.mark.parametrize(
    ("card", "who", "words", "influence", "choice"),
    [
        ("slingshot", "mcr", "un", "titan un; io un 2; eros un; rings pg", ["io", "titan"]),
        ("nauvoo", "mcr", "un", "titan un; eros un; luna un; rings pg", ["luna", "eros", "titan"]),
        ("manifest", "opa", "un", "luna un; africa un; eros un; luna pg", ["africa", "luna"]),
        ("whistleblower", "opa", "un", "mariner un; londres un; luna un; londres pg", ["mariner", "londres"]),
        ("julie", "mcr", "un stop", "luna un; thoth un; eros un; tycho pg", ["luna", "thoth"]),
        ("helix", "mcr", "un stop", "luna un; luna mcr; thoth un; io un; io mcr", ["luna", "io"]),
        (
            "strike",
            "opa",
            "un stop",
            "eros un; eros opa; ceres un; ceres opa; thoth un; luna un; luna opa",
            ["ceres", "eros"],
        ),
        ("takeover", "mcr", "un", "eros un; eros mcr; luna un; luna mcr; io un", ["luna", "eros"]),
    ],
)
def test_the_un_chooses_within_the_limits_of_the_card(
    card: str, who: str, words: str, influence: str, choice: list[str]
):
    t = make_event_table(card, who, influence).play(f"{who} take 1 event {words}")
    assert t.asked_factions() == ["un"]
    assert t.list_words("un choose") == choice
    before = sum(t.find_side("un").cubes.values())
    t.play(f"un choose {choice[-1]}")
    assert sum(t.find_side("un").cubes.values()) == before - 1
    assert f"Una loses influence on {t.find_base(choice[-1]).name}." in t.list_announced()
    assert t.state.phase == "turn", "the Event is over"


@pytest.mark.parametrize(
    ("card", "who", "words"),
    [("slingshot", "mcr", ""), ("nauvoo", "mcr", "first"), ("manifest", "opa", "")],
)
def test_nobody_else_can_name_a_base_for_the_influence_of_the_un(card: str, who: str, words: str):
    t = make_event_table(card, who, "titan un 2; luna un; titan mcr; luna mcr", fleets="vesta opa r; eros pg f")
    for base in set(t.list_words(f"{who} take 1 event {words}")) - {"un", "stop"}:
        assert "un" not in t.list_words(f"{who} take 1 event {words} {base}")


def test_with_a_blockade_the_un_chooses_among_the_bases_of_the_orbital():
    t = make_event_table(
        "blockade-earth", "mcr", "africa un; eurasia un; mariner un", fleets="earth mcr f; vesta opa r"
    )
    t.play("mcr take 1 event luna un")
    assert t.list_words("un choose") == ["eurasia", "africa"]
    t.play("un choose africa")
    assert (t.write_influence("africa"), t.write_influence("eurasia")) == ("", "un 1")


def test_with_weapons_the_un_chooses_among_the_bases_of_the_orbital():
    t = make_event_table("weapons", "mcr", "titan un; rhea un; io un", fleets="saturn mcr f; saturn un f; vesta opa r")
    t.play("mcr take 1 event saturn un")
    assert t.list_words("un choose") == ["rhea", "titan"]
    t.play("un choose rhea")
    assert t.write_fleets("saturn") == "mcr f"


def test_where_the_base_is_fixed_there_is_nothing_to_choose():
    t = make_event_table("deimos", "opa", "mariner un 2; mariner mcr; londres un; luna un")
    t.play("opa take 1 event un luna")
    assert (t.write_influence("mariner"), t.write_influence("londres"), t.write_influence("luna")) == (
        "un 1, mcr 1",
        "",
        "un 1, opa 1",
    )
    t = make_event_table("transponder", "opa", "eros un; luna un", fleets="earth opa f; vesta mcr r")
    t.play("opa take 1 event earth eros un")
    assert (t.write_influence("eros"), t.write_influence("luna")) == ("opa 1", "un 1")
    t = make_event_table("quarantine", "pg", "eros un 2; luna un").play("pg take 1 event eros vesta")
    assert t.write_influence("eros") == "un 1"


def test_what_replaces_influence_of_the_un_goes_where_the_un_chose():
    t = make_event_table("takeover", "mcr", "eros un; eros mcr; luna un; luna mcr").play(
        "mcr take 1 event un", "un choose luna"
    )
    assert (t.write_influence("luna"), t.write_influence("eros")) == ("mcr 2", "un 1, mcr 1")


def test_after_naming_the_un_the_actor_goes_on_with_others():
    t = make_event_table("riot", "mcr", "eros un; ceres un; tycho pg; thoth opa")
    t.play("mcr take 1 event un tycho")
    assert t.asked_factions() == ["un"]
    t.play("un choose ceres")
    assert (t.write_influence("eros"), t.write_influence("ceres"), t.write_influence("tycho")) == ("un 1", "", "")


def test_as_many_can_be_named_as_the_un_has_and_a_diplomat_is_one():
    t = make_event_table("helix", "mcr", "luna un d; luna mcr", used=("inner", "belt"))
    assert t.list_words("mcr take 1 event un") == ["luna", "stop"], "the only one there is spoken for"
    t.play("mcr take 1 event un stop")
    assert t.write_influence("luna") == "mcr 1"


def test_others_cannot_take_the_last_base_from_which_the_un_could_give():
    t = make_event_table("riot", "mcr", "eros un; eros pg; thoth opa")
    assert "eros" in t.list_words("mcr take 1 event")
    assert t.list_words("mcr take 1 event un") == ["thoth", "stop"], "at most one from Eros, and that is the UN's"


def test_black_ops_counts_the_bands_of_the_un_too():
    t = make_event_table("black-ops", "mcr", "luna un; africa un; eros un; eros pg; io pg")
    assert t.list_words("mcr take 1 event un un") == ["io", "stop"], "the Belt is spoken for"
    t.play("mcr take 1 event un un io")
    t.play("un choose africa")
    assert (
        t.write_influence("luna"),
        t.write_influence("africa"),
        t.write_influence("eros"),
        t.write_influence("io"),
    ) == (
        "un 1",
        "",
        "pg 1",
        "",
    )


def test_the_hybrid_is_carried_out_in_full_whoever_is_named_first():
    t = make_event_table("hybrid", "mcr", "titan un; titan mcr 2; titan opa 2", deck="riot").play(
        "mcr take 1 event titan"
    )
    assert t.list_words("mcr choose un") == ["mcr", "opa"], "two more are to go, and the UN has no more there"
    t.play("mcr choose un opa opa")
    assert t.write_influence("titan") == "mcr 2"


def test_the_hybrid_leaves_the_un_the_choice_between_cube_and_diplomat():
    t = make_event_table("hybrid", "mcr", "titan un 1d; titan mcr 2", deck="yvgeny", used=("inner", "belt")).play(
        "mcr take 1 event titan"
    )
    t.play("mcr choose un mcr")
    assert t.asked_factions() == ["un"]
    t.play("un choose diplomat")
    assert t.write_influence("titan") == "un 1, mcr 1"


def test_with_its_own_event_the_un_is_not_asked_again():
    t = make_event_table("nauvoo", "un", "titan un; io un; io mcr").play("un take 1 event io un")
    assert t.write_influence("io") == "mcr 1"
    assert t.state.phase == "turn"


def test_in_a_scoring_turn_the_next_player_waits_for_the_un():
    t = make_table(
        4, track="score", fleets="vesta un r", influence="titan un; io un", kept={"mcr": "slingshot", "opa": "riot"}
    )
    t.play("un take 1", "un bonus belt", "mcr scoring slingshot un")
    assert t.asked_factions() == ["un"]
    t.play("un choose io")
    assert t.asked_factions() == ["opa"]
    assert t.write_influence("titan") == "un 1"


def test_with_an_event_that_was_offered_it_is_the_same():
    t = make_event_table("slingshot", "un", "titan un; io un").play("un take 1 points done", "opa event event un")
    assert t.asked_factions() == ["un"]
    t.play("un choose io")
    assert t.write_influence("io") == ""
    assert t.asked_factions() == ["mcr"], "the next turn"
    assert t.initiative() == "pg mcr un opa"


def test_two_others_swap_without_the_un_and_the_un_is_named_last():
    t = make_event_table("covert", "mcr", "titan un; eros opa; io pg")
    assert t.list_words("mcr take 1 event") == ["eros", "io"], "the UN's is never picked by its base"
    assert t.list_words("mcr take 1 event eros") == ["io", "un"]
    t.play("mcr take 1 event eros un")
    assert (t.write_influence("titan"), t.write_influence("eros")) == ("opa 1", "un 1")
