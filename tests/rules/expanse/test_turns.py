"""E2 to E4: taking a card for its Event or its points, offers to other factions, and Kept Events."""

from __future__ import annotations

from tests.rules.expanse.play import PlayedTable, make_table


def test_e2_a_turn_is_a_card_or_a_kept_event():
    assert make_table(4).list_words("un") == ["take"]
    t = make_table(4, kept={"un": "drummer"})
    assert t.list_words("un") == ["take", "play"]
    assert make_table(4).read_labels("un")["play"] == "You have kept no Event (E2)."


def test_e2_1_the_spaces_cost_0_1_1_2_2():
    for space, price in enumerate((0, 1, 1, 2, 2), 1):
        t = make_table(4, track="drummer miller nauvoo covert assassin").play(f"un take {space} points done")
        assert t.cp("un") == 10 - price


def test_e2_2_what_cannot_be_paid_cannot_be_taken():
    t = make_table(4, cp={"un": 1}, track="drummer miller nauvoo covert assassin")
    assert t.list_words("un take") == ["1", "2", "3"]
    assert t.read_refusal("un take 4 points done") == "You have 1 CP only (E2.2)."


def test_e2_3_a_score_card_costs_what_its_space_costs_and_cannot_be_kept():
    t = make_table(4, track="nauvoo score")
    assert "keep" in t.list_words("un take 1")
    assert t.menu("un take 2") is None, "nothing is asked about a SCORE card"
    t.play("un take 2")
    assert t.cp("un") == 9
    assert t.list_words("un") == ["bonus"]


def test_e2_4_e3_a_card_is_used_for_its_event_or_its_points():
    t = make_table(4, track="nauvoo")
    assert t.list_words("un take 1") == ["points", "event", "keep"]


def test_e3_1_only_a_faction_on_the_card_may_use_its_event():
    t = make_table(4, track="covert")
    assert t.list_words("un take 1") == ["points"]
    assert t.read_refusal("un take 1 event") == "Your faction is not on this card (E3.1)."


def test_e3_2_keeping_costs_1_cp_and_the_card_lies_open():
    t = make_table(4, track="nauvoo", kept={"un": "helix"}).play("un take 1 keep")
    assert t.cp("un") == 9
    assert [card.word for card in t.build_view("pg").sides[0].kept] == ["helix", "nauvoo"]
    assert t.discards() == ""
    t = make_table(4, cp={"un": 1}, track="drummer nauvoo")
    assert t.read_refusal("un take 2 keep") == "You have 0 CP only (E3.2)."


def test_e3_3_factions_on_the_card_are_asked_from_the_top_of_initiative():
    t = make_table(4, track="mao", move="opa", initiative="mcr pg un opa").play("opa take 1 points done")
    assert t.asked_factions() == ["mcr"]
    t.play("mcr event decline")
    assert t.asked_factions() == ["pg"]
    t.play("pg event decline")
    assert t.asked_factions() == ["un"]
    t.play("un event keep")
    assert t.kept("un") == "mao"
    assert t.asked_factions() == ["pg"], "the next turn"


def test_e3_3_who_spent_the_points_is_not_asked():
    t = make_table(4, track="mao", move="mcr", initiative="mcr pg un opa").play("mcr take 1 points done")
    assert t.asked_factions() == ["pg"]


def test_e3_3_the_taker_may_use_it_at_once():
    t = make_table(4, track="slingshot", influence="rhea un 2", fleets="", initiative="mcr opa un pg")
    t.play("un take 1 points done", "mcr event event un")
    assert t.write_influence("rhea") == "un 1"
    assert t.asked_factions() == ["mcr"]


def test_e3_4_who_takes_an_event_goes_to_the_bottom():
    t = make_table(4, track="mao", move="opa", initiative="mcr pg un opa")
    t.play("opa take 1 points done", "mcr event decline", "pg event keep")
    assert t.initiative() == "mcr un opa pg"
    t = make_table(4, track="nauvoo", initiative="un pg mcr opa").play("un take 1 keep")
    assert t.initiative() == "un pg mcr opa"


def test_e3_5_with_two_players_the_other_is_asked():
    t = make_table(2, track="mao").play("un take 1 points done")
    assert t.asked_factions() == ["mcr"]
    t.play("mcr event keep")
    assert t.kept("mcr") == "mao"
    assert t.initiative() == ""
    t = make_table(2, track="miller", move="un").play("un take 1 points done")
    assert t.asked_factions() == ["mcr"], "Miller is not for the MCR: the next turn"
    assert t.state.phase == "turn"


def test_e3_6_a_used_card_is_discarded():
    assert (
        make_table(4, track="drummer")
        .play("un take 1 points done", "opa event decline", "mcr event decline")
        .discards()
        == "drummer"
    )
    assert make_table(4, track="helix").play("un take 1 event stop").discards() == "helix"


def test_e4_e4_1_a_kept_event_is_a_whole_turn():
    t = make_table(4, kept={"un": "nauvoo"}, track="drummer miller score helix covert")
    t.play("un play nauvoo first rings")
    assert t.write_influence("rings") == ""
    assert t.discards() == "nauvoo"
    assert t.track() == "drummer miller score helix covert"
    assert t.asked_factions() == ["mcr"]
    assert t.cp("un") == 10


def test_e4_2_the_track_slides_up_and_is_filled():
    t = make_table(4, track="drummer miller nauvoo helix covert", deck="riot")
    t.play("un take 2 points done")
    assert t.asked_factions() == ["opa"]
    t.play("opa event decline")
    assert t.track() == "drummer nauvoo helix covert riot"


def test_a_half_played_turn_is_restored_from_its_position():
    t = make_table(4, track="mao", move="opa", initiative="mcr pg un opa").play(
        "opa take 1 points done", "mcr event decline"
    )
    again = PlayedTable(t.position, t.rules, t.seed)
    assert again.asked_factions() == ["pg"]
