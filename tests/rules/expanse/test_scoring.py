"""E7 to E11: a Scoring turn."""

from __future__ import annotations

import pytest

from engine.games.expanse import scoring
from tests.rules.expanse.play import PlayedTable, find_payouts, load_game, make_table, score_turn

ROCINANTE_AWAY = "vesta un r"
ALL_FLEETS_BUILT = "vesta un r; earth un fffff; mars mcr bbfff; tycho opa fffff; thoth pg fffff"
"""Fleets of a table where no faction has one to build."""
FOURTH_SCORING = ("inner", "inner", "belt")
"""The Bonus Sectors of three Scoring turns: the fourth pays 4/2/1."""


def test_e7_six_steps_in_order():
    t = make_table(4, track="score", fleets="mars mcr r; earth un f", influence="luna un", kept={"un": "drummer"})
    t.play("un take 1")
    assert t.asked_factions() == ["un"]
    t.play("un bonus inner")
    assert t.asked_factions() == ["mcr"], "the holder of the Rocinante may use its crew"
    t.play("mcr scoring pass", "un scoring pass")
    told = " / ".join(t.list_announced())
    for who in ("mcr", "opa", "pg", "un"):
        assert t.asked_factions() == [who], "from the left of the one who took the card"
        t.play(f"{who} choose f")
        told += " / " + " / ".join(t.list_announced())
    order = ["Bonus Sector is", "scores 2 CP: Luna 2", "gains Peacekeepers", "builds a fleet at Earth", "Rocinante"]
    assert [told.index(part) for part in order] == sorted(told.index(part) for part in order)


def test_e7_1_the_bonus_sector_is_chosen_in_secret():
    t = make_table(4, track="score", kept={"mcr": "drummer"}).play("un take 1")
    menu = t.menu("un bonus")
    assert menu is not None
    assert menu.is_secret
    t.play("un bonus belt")
    assert t.list_announced() == ["Una has chosen the Bonus Sector."]
    assert [t.build_view(who).bonus for who in ("un", "mcr", None)] == ["belt", None, None]
    assert t.build_view(None).sealed


def test_e7_1_the_dice_may_choose_it_in_secret():
    drawn = set()
    for n in range(12):
        t = make_table(4, track="score", kept={"mcr": "drummer"}, seed=f"dice-{n}").play("un take 1", "un bonus dice")
        drawn.add(t.state.bonus)
        name = {"inner": "Inner Planets", "belt": "The Belt", "outer": "Outer Planets"}[t.state.bonus]
        assert t.list_announced("un") == [f"The dice choose {name}."]
        assert t.list_announced() == ["Una has chosen the Bonus Sector."], "as if she had chosen it herself"
        assert all(t.list_announced(other) == [] for other in ("mcr", "opa", "pg"))
        assert [t.build_view(who).bonus for who in ("un", "mcr", None)] == [t.state.bonus, None, None]
        assert t.barrier, "it cannot be thrown again"
    assert drawn == {"inner", "belt", "outer"}


def test_e7_1_the_dice_know_no_sector_whose_markers_are_used():
    for n in range(8):
        t = make_table(4, track="score", kept={"mcr": "drummer"}, used=("belt", "inner", "belt"), seed=f"dice-{n}")
        assert t.play("un take 1", "un bonus dice").state.bonus in ("inner", "outer")


def test_e7_1_for_somebody_absent_the_dice_choose():
    t = make_table(4, track="score", kept={"mcr": "drummer"}).play("un take 1")
    assert t.rules.safe_move(0, t.now.build_menu(0)) == ("bonus", "dice")


def test_e7_2_each_sector_serves_twice():
    t = make_table(4, track="score", used=("belt", "inner", "belt")).play("un take 1")
    assert t.list_words("un bonus") == ["inner", "outer", "dice"]
    assert t.read_refusal("un bonus belt") == "Both markers of this Sector have been used (E7.2)."
    assert [sector.left for sector in t.build_view(None).sectors] == [1, 0, 2]


def test_e7_3_events_are_played_from_the_left_and_the_taker_comes_last():
    kept = {"un": "helix", "mcr": "drummer", "opa": "yvgeny", "pg": "dresden"}
    t = make_table(4, track="score", kept=kept, move="mcr", holder="opa").play("mcr take 1", "mcr bonus belt")
    for who in ("opa", "pg", "un", "mcr"):
        assert t.asked_factions() == [who]
        assert "pass" in t.list_words(f"{who} scoring")
        assert ("crew-alex" in t.list_words(f"{who} scoring")) == (who == "opa")
        t.play(f"{who} scoring pass")
    assert t.state.phase == "turn"


def test_e7_3_who_has_nothing_to_play_is_not_asked():
    t = make_table(4, track="score", holder="pg", kept={"opa": "miller"}).play("un take 1", "un bonus belt")
    assert t.asked_factions() == ["pg"], "not the OPA: Miller is of no use here"
    t.play("pg scoring pass")
    assert t.state.phase == "turn"


def test_e7_4_an_event_played_here_is_discarded():
    t = make_table(4, track="score", holder="pg", kept={"mcr": "terraforming"}, influence="", fleets="vesta pg r")
    t.play("un take 1", "un bonus inner", "mcr scoring terraforming", "pg scoring pass")
    assert t.discards() == "score terraforming"
    assert find_payouts(t, "mariner") == {"mcr": 2}


def test_e8_all_bases_pay():
    t = score_turn(
        make_table(4, track="score", influence="luna un; eros mcr; titan opa", fleets=ROCINANTE_AWAY), "belt"
    )
    assert [find_payouts(t, base) for base in ("luna", "eros", "titan")] == [{"un": 1}, {"mcr": 2}, {"opa": 2}]
    assert t.cp("mcr") == 12


@pytest.mark.parametrize(
    ("used", "points"),
    [
        ((), (2, 1, 0)),
        (("inner",), (3, 1, 0)),
        (("inner", "belt"), (3, 1, 0)),
        (("inner", "belt", "inner"), (4, 2, 1)),
        (("inner", "belt", "inner", "belt"), (4, 2, 1)),
    ],
)
def test_e8_1_the_chart(used: tuple[str, ...], points: tuple[int, int, int]):
    influence = "io un 5; io mcr 3; io opa 2; luna un 5; luna mcr 3; luna pg 2"
    t = make_table(4, track="score", influence=influence, fleets="vesta opa r", used=used)
    assert t.build_view(None).chart[len(used)].points == points
    score_turn(t)
    first, second, third = points
    assert find_payouts(t, "io") == {"un": first + 1, "mcr": second, **({"opa": third} if third else {})}, (
        "Minerals are critical"
    )
    assert find_payouts(t, "luna") == {"un": 1}


def test_e8_2_orbital_control_adds_one_where_there_is_influence():
    t = make_table(4, influence="luna un; luna mcr; eurasia un 2", fleets="earth mcr f; vesta un r")
    assert [(one.faction, one.total) for one in t.find_base("luna").presence] == [("un", 1), ("mcr", 2)]
    assert [one.faction for one in t.find_base("eurasia").presence] == ["un"]
    assert t.find_base("luna").control == "mcr"
    assert score_turn(make_table(4, track="score", influence="", fleets="earth mcr f; vesta un r")).cp("mcr") == 10


def test_e8_3_fleet_strength_decides_orbital_control():
    for fleets, control in (
        ("earth un f; earth mcr b", "mcr"),
        ("earth un ff; earth mcr b", None),
        ("earth un f; earth mcr h", None),
        ("earth un f; earth opa s", "un"),
        ("earth opa fs; earth un f", "opa"),
        ("earth un r", "un"),
    ):
        assert make_table(4, fleets=fleets, influence="").find_orbital("earth").control == control, fleets


@pytest.mark.parametrize(
    ("influence", "places"),
    [
        ("rings mcr 4; rings opa 2; rings pg 2; rings un 1", (("mcr",), (), ("opa", "pg"))),
        ("rings mcr 4; rings un 3; rings opa 2; rings pg 2", (("mcr",), ("un",), ())),
        ("rings mcr 2; rings opa 2; rings pg", ((), ("mcr", "opa"), ("pg",))),
    ],
)
def test_e8_4_those_tied_take_the_place_below(influence: str, places: tuple[tuple[str, ...], ...]):
    assert (
        make_table(4, influence=influence, fleets="vesta un r", used=FOURTH_SCORING).find_base("rings").places == places
    )


def test_e8_5_a_critical_resource_pays_the_sole_first_place():
    t = score_turn(make_table(4, track="score", influence="titan opa 2; europa opa; europa mcr", fleets=ROCINANTE_AWAY))
    assert find_payouts(t, "titan") == {"opa": 3}
    assert find_payouts(t, "europa") == {"opa": 1, "mcr": 1}
    t = score_turn(make_table(4, track="score", influence="titan opa 2", fleets=ROCINANTE_AWAY), "belt")
    assert find_payouts(t, "titan") == {"opa": 2}, "outside the Bonus Sector too"


def test_e8_5_it_pays_where_an_owners_chart_has_nothing_for_first_place():
    mine = load_game(("normal = [1, 0, 0]", "normal = [0, 0, 0]"))
    t = score_turn(
        make_table(4, track="score", influence="titan opa 2; io opa", fleets=ROCINANTE_AWAY, rules=mine), "belt"
    )
    assert (find_payouts(t, "titan"), find_payouts(t, "io")) == ({"opa": 1}, {}), (
        "Food is critical to the OPA, Minerals are not"
    )


def test_e8_6_critical_resources_by_number_of_players():
    assert {side.faction: side.critical for side in make_table(4).build_view(None).sides} == {
        "un": ("food", "minerals"),
        "mcr": ("water", "tech"),
        "opa": ("food", "water"),
        "pg": ("minerals", "tech"),
    }
    assert make_table(3).build_view(None).sides[1].critical == ("water", "minerals")
    assert make_table(2).build_view(None).sides[1].critical == ()
    t = score_turn(make_table(2, track="score", influence="titan mcr 2", fleets=ROCINANTE_AWAY), "belt")
    assert find_payouts(t, "titan") == {"mcr": 1}


def test_e8_7_behind_three_tied_there_is_no_third_place():
    t = make_table(4, influence="rings un 2; rings mcr 2; rings pg 2; rings opa", fleets=ROCINANTE_AWAY)
    assert t.find_base("rings").places == ((), ("un", "mcr", "pg"), ())


def test_e9_e9_1_the_marker_goes_onto_the_chart():
    t = score_turn(make_table(4, track="score"), "belt")
    assert [row.sector for row in t.build_view(None).chart] == ["belt", None, None, None, None]
    assert t.build_view("un").bonus is None


def make_fleet_question(fleets: str, **changes) -> PlayedTable:
    """Play a Scoring turn up to the question which fleets are built; the UN has taken the card."""
    t = make_table(4, track="score", fleets=fleets, influence="", **changes).play("un take 1", "un bonus belt")
    while t.state.phase == "scoring":
        t.play(f"{t.asked_factions()[0]} scoring pass")
    return t


def test_e9_2_each_player_may_build_one_removed_fleet_at_home():
    t = make_fleet_question("earth un ffff; mars mcr ff; thoth pg fffff; tycho opa fffff; vesta pg r")
    assert t.asked_factions() == ["mcr"], "from the left; ProtoGen and the OPA have no fleet to build"
    assert t.list_words("mcr choose") == ["b", "f", "leave"], "a fleet, and each player may"
    assert t.write_prompt("mcr choose") == "Which fleet do you build at Mars for nothing?"
    t.play("mcr choose f")
    assert (t.write_fleets("mars"), t.fleets_off_map("mcr")) == ("mcr fff", "bb")
    assert t.asked_factions() == ["un"]
    t.play("un choose leave")
    assert (t.fleets_off_map("un"), t.list_announced()[0]) == ("f", "Una builds no fleet.")
    assert t.state.phase == "turn"


def test_e9_2_scrap_ships_cannot_come_in_this_way():
    t = make_fleet_question(
        "tycho opa ffff; vesta pg r; thoth pg fffff; earth un fffff; mars mcr bbfff", used=("belt",)
    )
    assert t.fleets_off_map("opa") == "fss"
    assert t.list_words("opa choose") == ["f", "leave"]
    t = make_fleet_question(
        "tycho opa fffff; vesta pg r; thoth pg fffff; earth un fffff; mars mcr bbfff", used=("belt",)
    )
    assert (t.fleets_off_map("opa"), t.state.phase) == ("ss", "turn"), "with Scrap Ships alone nobody is asked"


def test_e9_2_for_somebody_absent_the_strongest_comes():
    t = make_fleet_question("earth un fffff; vesta pg r")
    assert t.rules.safe_move(1, t.now.build_menu(1)) == ("choose", "b")


def test_e9_2_by_an_option_the_strongest_comes_by_itself():
    t = score_turn(
        make_table(4, track="score", fleets="earth un ffff; mars mcr ff; vesta pg r", influence="", is_asked=False)
    )
    assert t.fleets_off_map("un") == ""
    assert t.write_fleets("mars") == "mcr bff"
    assert t.fleets_off_map("mcr") == "bf"
    assert t.fleets_off_map("opa") == "ffff", "one fleet by E9.2, the Scrap Ships by their tech"
    assert t.write_fleets("tycho") == "opa fss"


def test_e10_techs_come_after_the_first_three_scorings_and_add_up():
    for used, names in ((0, 1), (1, 2), (2, 3), (3, 3)):
        t = score_turn(make_table(4, track="score", used=("inner", "inner", "belt")[:used]))
        assert [sum(one.is_active for one in side.abilities) for side in t.build_view(None).sides] == [names + 1] * 4
    assert [one.number for one in t.build_view(None).sides[0].abilities] == [0, 1, 2, 3]


def test_e10_everybody_is_told_which_tech_has_come_three_times():
    for used, tech in (
        ((), "Peacekeepers"),
        (("inner",), "Diplomats"),
        (("inner", "belt"), "Hegemony"),
        (("inner", "belt", "belt"), None),
    ):
        t = make_table(4, track="score", fleets=ALL_FLEETS_BUILT, influence="", used=used).play(
            "un take 1", "un bonus outer"
        )
        told = [line for line in t.play("un scoring pass").list_announced() if " gains " in line]
        assert len(told) == (4 if tech else 0), "one for each faction"
        assert not tech or told[0].startswith(f"Una gains {tech}: ")


def test_e11_the_rocinante_goes_to_the_poorest():
    t = score_turn(make_table(4, track="score", fleets="vesta un r", influence="", cp={"pg": 3}))
    assert t.state.holder == t.parse_seat("pg")
    assert "pg r" in t.write_fleets("vesta")


def test_e11_of_those_tied_to_the_lowest_in_initiative():
    t = score_turn(make_table(4, track="score", fleets="vesta un r", influence="", initiative="opa mcr un pg"))
    assert t.state.holder == t.parse_seat("pg")
    t = score_turn(
        make_table(4, track="score", fleets="vesta pg r", influence="", cp={"pg": 11}, initiative="opa pg un mcr")
    )
    assert t.state.holder == t.parse_seat("mcr")


def test_e11_with_two_players_tied_it_stays():
    for holder in ("un", "mcr"):
        t = score_turn(make_table(2, track="score", fleets=f"eros {holder} r", influence=""))
        assert t.state.holder == t.parse_seat(holder)
    t = score_turn(make_table(2, track="score", fleets="eros un r", influence="", cp={"mcr": 9}))
    assert t.state.holder == t.parse_seat("mcr")


def test_points_are_what_the_board_says():
    t = make_table(4, influence="io un 2; io mcr", fleets=ROCINANTE_AWAY)
    board = t.rules.board
    prizes = scoring.find_place_points(board, t.state, board.sector_by_orbital[board.orbital_by_base["io"]])
    assert scoring.compute_payouts(board, t.state, "io", board.compute_totals(t.state, "io"), prizes) == {"un": 2}
