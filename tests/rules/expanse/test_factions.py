"""E14: mats and techs; E15: Battleships, Scrap Ships, Diplomats."""

from __future__ import annotations

import msgspec
import pytest

from engine.games.expanse.game import Expanse
from engine.kernel import registry
from tests.rules.expanse.play import PlayedTable, find_payouts, load_game, make_table, score_turn

ROCINANTE_AWAY = "vesta opa r"
ONE_TECH, TWO_TECHS, THREE_TECHS = ("inner",), ("inner", "belt"), ("inner", "belt", "outer")
"""Bonus Sectors of earlier Scoring turns, one for each tech in force."""
FOUR_POINT_CARD = "dresden"
THREE_POINT_CARD = "helix"


def test_e14_a_power_that_serves_once_serves_once_a_turn():
    t = make_table(4, track=FOUR_POINT_CARD, influence="io pg 3", fleets="vesta pg r", move="pg")
    assert "network" in t.list_words("pg take 1 points")
    assert t.read_refusal("pg take 1 points network io ceres network") == "This serves once a turn (E14)."
    t.play("pg take 1 points network io ceres done", "un event decline")
    assert t.state.once == []


# ---------------------------------------------------------------- the UN
def test_e14_1_the_un_chooses_which_of_its_influence_goes():
    t = make_table(4, track="riot", influence="ceres un; eros un 2; tycho pg", fleets=ROCINANTE_AWAY, move="mcr")
    assert t.list_words("mcr take 1 event") == ["tycho", "un", "stop"]
    t.play("mcr take 1 event un stop")
    assert t.asked_factions() == ["un"]
    assert t.list_words("un choose") == ["ceres", "eros"]
    t.play("un choose eros")
    assert t.write_influence("eros") == "un 1"
    assert t.write_influence("ceres") == "un 1"


def test_e14_1_several_at_once_within_the_limits_of_the_effect():
    t = make_table(4, track="riot", influence="ceres un; eros un 2; tycho pg", fleets=ROCINANTE_AWAY, move="mcr")
    t.play("mcr take 1 event un un")
    assert t.list_words("un choose eros") == [], "the second one is clear: at most one a base"
    t.play("un choose eros")
    assert (t.write_influence("eros"), t.write_influence("ceres")) == ("un 1", "")


def test_e14_1_what_the_un_owes_keeps_its_place_within_the_limits():
    t = make_table(
        4, track="black-ops", influence="luna un; africa opa; io pg; eros un", fleets=ROCINANTE_AWAY, move="mcr"
    )
    assert t.list_words("mcr take 1 event un un") == ["io", "stop"], "both Bands with the UN are spoken for"
    assert t.list_words("mcr take 1 event un") == ["africa", "io", "un", "stop"]
    t.play("mcr take 1 event un africa io")
    assert [t.write_influence(base) for base in ("luna", "eros", "africa", "io")] == ["un 1", "", "", ""]


def test_e14_1_what_the_un_owes_is_picked_in_one_list_with_the_bases():
    t = make_table(4, track="riot", influence="eros un; tycho pg; io pg; rhea pg", fleets=ROCINANTE_AWAY, move="mcr")
    menu = t.menu("mcr take 1 event un")
    assert menu is not None
    assert menu.starts_screen, "the same question comes again, though nothing has been taken yet"


def test_e14_1_bands_that_are_used_up_are_closed_to_the_un_too():
    t = make_table(
        4, track="black-ops", influence="ceres un; eros opa; luna un; io un; rhea un", fleets=ROCINANTE_AWAY, move="mcr"
    )
    t.play("mcr take 1 event eros un stop")
    assert t.list_words("un choose") == ["luna", "io", "rhea"]


def test_e14_1_where_only_one_can_go_nobody_is_asked():
    t = make_table(4, track="slingshot", influence="titan un", fleets=ROCINANTE_AWAY, move="mcr").play(
        "mcr take 1 event un"
    )
    assert t.write_influence("titan") == ""
    assert t.asked_factions() == ["opa"]


def test_e14_1_the_un_itself_chooses_bases():
    t = make_table(4, track="helix", influence="titan un; titan mcr", fleets=ROCINANTE_AWAY)
    assert t.list_words("un take 1 event titan") == ["un", "mcr"]


def test_e14_1_swaps_too():
    t = make_table(4, track="covert", influence="titan un; io un; eros mcr", fleets=ROCINANTE_AWAY, move="mcr")
    t.play("mcr take 1 event eros un")
    assert t.list_words("un choose") == ["io", "titan"]
    t.play("un choose titan")
    assert (t.write_influence("titan"), t.write_influence("eros"), t.write_influence("io")) == ("mcr 1", "un 1", "un 1")


def test_e14_2_diplomats_count_2():
    t = make_table(4, track=THREE_POINT_CARD, influence="luna un", fleets="earth un f; vesta opa r", used=TWO_TECHS)
    assert t.list_words("un take 1 points place luna") == ["cube", "diplomat", "swap"]
    t.play("un take 1 points place luna diplomat place luna swap done")
    assert t.write_influence("luna") == "un dd"
    assert t.find_base("luna").presence[0].total == 2 + 2 + 1
    assert t.find_side("un").diplomats_left == 1
    before = make_table(4, track=THREE_POINT_CARD, influence="", fleets="earth un f; vesta opa r", used=ONE_TECH)
    assert before.list_words("un take 1 points place luna") == ["move", "place", "build", "done"], "not in play yet"


def test_e14_3_peacekeepers_let_the_first_move_go_two_bands():
    t = make_table(4, track=THREE_POINT_CARD, influence="", fleets="earth un ff; vesta opa r", used=ONE_TECH)
    assert "jupiter" in t.list_words("un take 1 points move earth f")
    assert "jupiter" not in t.list_words("un take 1 points move earth f jupiter move earth")
    before = make_table(4, track=THREE_POINT_CARD, influence="", fleets="earth un ff; vesta opa r")
    assert "jupiter" not in before.list_words("un take 1 points move earth f")


def list_places(table: PlayedTable, base: str) -> tuple[tuple[str, ...], ...]:
    return table.find_base(base).places


TIED_FOR_FIRST = "rings un 2; rings mcr 2; rings pg"
TIED_FOR_SECOND = "rings mcr 3; rings un 2; rings pg 2"
TIED_FOR_THIRD = "rings mcr 3; rings opa 2; rings un; rings pg"
"""The place for which the UN is tied on the rings."""


def test_e14_4_hegemony_wins_ties_for_third_place():
    def now(influence: str, used: tuple[str, ...] = THREE_TECHS) -> tuple[tuple[str, ...], ...]:
        return list_places(make_table(4, influence=influence, fleets="eros pg r", used=used), "rings")

    assert now(TIED_FOR_THIRD, TWO_TECHS) == (("mcr",), ("opa",), ()), "not in force yet"
    assert now(TIED_FOR_THIRD) == (("mcr",), ("opa",), ("un",))
    assert now(TIED_FOR_SECOND) == (("mcr",), (), ("un", "pg"))
    assert now(TIED_FOR_FIRST) == ((), ("un", "mcr"), ("pg",))


def test_e14_4_it_pays_what_third_place_pays():
    t = make_table(4, track="score", influence=TIED_FOR_THIRD, fleets="eros pg r", used=(*THREE_TECHS, "belt"))
    assert find_payouts(score_turn(t, "outer"), "rings") == {"mcr": 5, "opa": 2, "un": 1}, "the fourth place nothing"


# ---------------------------------------------------------------- the MCR
def test_e14_5_engage_removes_a_weaker_opponents_fleet():
    fleets = "eros mcr b; eros un f; earth mcr f; earth opa f; vesta opa r"
    t = make_table(4, track=THREE_POINT_CARD, influence="", fleets=fleets, move="mcr")
    assert t.list_words("mcr take 1 points engage") == ["eros"]
    t.play("mcr take 1 points engage eros done", "un event decline")
    assert t.write_fleets("eros") == "mcr b"
    assert t.fleets_off_map("un") == "fffff"
    t = make_table(4, track=THREE_POINT_CARD, influence="", fleets=fleets, move="mcr")
    assert (
        t.read_labels("mcr take 1 points move earth mars move eros ceres")["engage"] == "It costs 2 Action Points (E5)."
    )
    alone = make_table(4, track=THREE_POINT_CARD, influence="", fleets="eros mcr b; vesta opa r", move="mcr")
    assert "stronger" in alone.read_labels("mcr take 1 points")["engage"]


def test_e14_6_fire_control_makes_it_cheaper():
    fleets = "eros mcr b; eros un f; vesta opa r"
    t = make_table(4, track=THREE_POINT_CARD, influence="", fleets=fleets, move="mcr", used=THREE_TECHS)
    assert "2 Action Points left" in t.write_prompt("mcr take 1 points engage eros")
    before = make_table(4, track=THREE_POINT_CARD, influence="", fleets=fleets, move="mcr", used=TWO_TECHS)
    assert "1 Action Point left" in before.write_prompt("mcr take 1 points engage eros")


def test_e14_7_rapid_response_lets_the_first_move_go_two_bands():
    t = make_table(
        4, track=THREE_POINT_CARD, influence="", fleets="mars mcr ff; vesta opa r", used=TWO_TECHS, move="mcr"
    )
    assert "jupiter" in t.list_words("mcr take 1 points move mars f")
    assert "jupiter" not in t.list_words("mcr take 1 points move mars f jupiter move mars")
    before = make_table(
        4, track=THREE_POINT_CARD, influence="", fleets="mars mcr ff; vesta opa r", used=ONE_TECH, move="mcr"
    )
    assert "jupiter" not in before.list_words("mcr take 1 points move mars f")


def test_e8_2_an_orbital_says_what_its_control_lends():
    """The text also names bases with only Diplomats. It is empty if the holder has no influence or a token blocks it."""
    influence = "luna un d; londres opa; eros mcr; eros pg; io un"
    fleets = "earth un f; mars mcr b; eros mcr b; vesta opa r"
    for samples, lent in (
        ("", {"earth": 1, "mars": 0, "eros": 1, "jupiter": 0}),
        ("eros", {"earth": 1, "mars": 0, "eros": 0, "jupiter": 0}),
    ):
        t = make_table(4, influence=influence, fleets=fleets, used=TWO_TECHS, samples=samples)
        assert t.write_influence("luna") == "un d"
        assert {orbital: t.find_orbital(orbital).control_bonus for orbital in lent} == lent


def test_e14_8_marine_drop_removes_influence_where_you_have_orbital_control():
    fleets, influence = "earth mcr f; eros mcr f; eros pg f; vesta opa r", "luna opa; eros pg; africa un; eurasia un"
    t = make_table(4, track=THREE_POINT_CARD, influence=influence, fleets=fleets, move="mcr", used=ONE_TECH)
    assert t.list_words("mcr take 1 points drop") == ["luna", "un"]
    t.play("mcr take 1 points drop un")
    assert t.asked_factions() == ["un"]
    t.play("un choose africa")
    assert t.asked_factions() == ["mcr"], "two points are left"
    assert t.build_view(None).spending is not None
    assert t.list_words("mcr choose") == ["move", "place", "build", "done"]
    t.play("mcr choose done", "un event decline")
    assert t.write_influence("africa") == ""


# ---------------------------------------------------------------- the OPA
def test_e14_9_the_opa_places_beyond_the_inner_planets_without_a_fleet():
    t = make_table(4, track=THREE_POINT_CARD, influence="", fleets="vesta un r", move="opa")
    offered = t.list_words("opa take 1 points place")
    assert offered == ["ceres", "tycho", "eros", "thoth", "vesta", "europa", "ganymede", "io", "rhea", "titan", "rings"]
    t = make_table(4, track=THREE_POINT_CARD, influence="", fleets="earth opa f; vesta un r", move="opa")
    assert t.list_words("opa take 1 points place")[:3] == ["eurasia", "africa", "luna"]


def test_e14_10_scrap_yard_brings_the_scrap_ships():
    t = make_table(4, track="score", influence="", fleets="vesta un r").play(
        "un take 1", "un bonus belt", "un scoring pass"
    )
    assert t.write_fleets("tycho") == "opa ss"
    t = make_table(4, track=THREE_POINT_CARD, influence="", fleets="vesta un r", move="opa", used=ONE_TECH)
    assert t.list_words("opa take 1 points build") == ["f", "s"]
    t = make_table(4, track=THREE_POINT_CARD, influence="", fleets="vesta un r", move="opa")
    assert t.write_prompt("opa take 1 points build") == "2 Action Points left: what do you do?", (
        "a fleet is all that there is"
    )


def test_e14_11_sleeper_cells_place_in_the_inner_planets_for_1():
    t = make_table(4, track=THREE_POINT_CARD, influence="", fleets="vesta un r", move="opa", used=TWO_TECHS)
    assert "2 Action Points left" in t.write_prompt("opa take 1 points place luna")
    assert "africa" in t.list_words("opa take 1 points place luna place")
    before = make_table(4, track=THREE_POINT_CARD, influence="", fleets="vesta un r", move="opa", used=ONE_TECH)
    assert "luna" not in before.list_words("opa take 1 points place")


def test_e14_12_underground_moves_influence_to_the_same_resource():
    t = make_table(4, track=THREE_POINT_CARD, influence="io opa", fleets="vesta un r", move="opa", used=THREE_TECHS)
    assert t.list_words("opa take 1 points network io") == ["mariner", "ceres", "eros"]
    t.play("opa take 1 points network io mariner done", "mcr event decline", "un event decline")
    assert t.write_influence("mariner") == "opa 1"
    before = make_table(4, track=THREE_POINT_CARD, influence="io opa", fleets="vesta un r", move="opa", used=TWO_TECHS)
    assert "network" not in before.list_words("opa take 1 points")


def test_e14_12_underground_is_used_once_a_turn_for_one_point_on_influence_of_the_opa():
    t = make_table(
        4,
        track=THREE_POINT_CARD,
        influence="io opa 2; ceres opa; mariner mcr",
        fleets="earth opa ff; vesta un r",
        move="opa",
        used=THREE_TECHS,
    )
    assert t.list_words("opa take 1 points network") == ["ceres", "io"], (
        "not the influence of the MCR on Mariner Valley"
    )
    assert "io" not in t.list_words("opa take 1 points network io"), "another base"
    moved = "opa take 1 points network io eros"
    assert "network" not in t.list_words(moved), "once a turn"
    assert "place" in t.list_words(f"{moved} place luna"), "two of the three points are left"
    assert "place" not in t.list_words(f"{moved} place luna place luna")
    t.play(f"{moved} place luna place luna")
    assert (t.write_influence("io"), t.write_influence("eros")) == ("opa 1", "opa 1")
    assert t.write_influence("mariner") == "mcr 1"


# ---------------------------------------------------------------- ProtoGen
def test_e14_13_corporate_network_moves_influence_to_the_same_resource():
    t = make_table(4, track=THREE_POINT_CARD, influence="io pg", fleets="vesta un r", move="pg")
    assert t.list_words("pg take 1 points network io") == ["mariner", "ceres", "eros"]
    t.play("pg take 1 points network io mariner done")
    assert t.write_influence("mariner") == "pg 1"


def test_e14_14_security_contracts_double_what_orbital_control_adds():
    influence, fleets = "eros pg; eros un 2; luna un; tycho opa", "eros pg f; earth un f; tycho pg f; vesta opa r"
    before = make_table(4, influence=influence, fleets=fleets)
    assert list_places(before, "eros") == ((), ("un", "pg"), ())
    assert before.find_orbital("eros").control_bonus == 1
    t = make_table(4, influence=influence, fleets=fleets, used=ONE_TECH)
    assert list_places(t, "eros") == (("pg",), ("un",), ())
    assert t.find_orbital("eros").control_bonus == 2
    assert t.find_orbital("earth").control_bonus == 1, "the UN's adds what it did"
    assert list_places(t, "tycho") == (("opa",), (), ()), "nothing where ProtoGen has no influence"


def test_e14_14_a_token_shuts_them_out_too():
    t = make_table(4, influence="eros pg; eros un", fleets="eros pg f; vesta opa r", used=TWO_TECHS, samples="eros")
    assert {one.faction: one.total for one in t.find_base("eros").presence} == {"un": 1, "pg": 2}, (
        "1 for the token alone"
    )


def test_e14_15_a_protomolecule_token_shuts_out_orbital_control():
    influence, fleets = "eros pg 2; eros un 2; io pg", "eros un f; vesta opa r"
    t = make_table(4, track=THREE_POINT_CARD, influence=influence, fleets=fleets, move="pg", used=TWO_TECHS)
    assert t.find_base("eros").control == "un"
    assert t.list_words("pg take 1 points sample") == ["eros", "io"], "with both in hand only the base is asked for"
    t.play("pg take 1 points sample eros done", "mcr event decline", "un event decline")
    assert t.find_base("eros").sample == "pg"
    assert {one.faction: one.total for one in t.find_base("eros").presence} == {"un": 2, "pg": 3}
    t = make_table(
        4, track=THREE_POINT_CARD, influence=influence, fleets=fleets, move="pg", used=TWO_TECHS, samples="eros"
    )
    assert t.list_words("pg take 1 points sample") == ["hand", "eros"]
    assert t.list_words("pg take 1 points sample hand") == ["io"], "one to a base"
    t.play("pg take 1 points sample eros io done", "mcr event decline", "un event decline")
    assert t.find_side("pg").samples == ["io"]


def test_e14_16_containment_failure_removes_influence_of_all_others():
    influence = "eros pg 2; eros un 2; eros mcr"
    t = make_table(
        4, track="score", influence=influence, fleets="vesta opa r", used=THREE_TECHS, samples="eros", move="pg"
    )
    t.play("pg take 1", "pg bonus belt", "opa scoring pass", "pg scoring containment eros")
    assert t.write_influence("eros") == "un 1, pg 2"
    assert t.find_side("pg").samples == []
    assert t.find_side("pg").tokens_gone == 1


# ---------------------------------------------------------------- E15 special pieces
def test_e15_fleets_of_all_kinds_move_together():
    t = make_table(4, track="drummer", influence="", fleets="mars mcr bf; vesta opa r", move="mcr")
    t.play("mcr take 1 points move mars bf earth done", "opa event decline")
    assert t.write_fleets("earth") == "mcr bf"


def test_e15_1_a_battleship_is_turned_over_first():
    t = make_table(4, track="yvgeny", influence="", fleets="mars mcr b; mars un f; vesta opa r").play(
        "un take 1 event mars"
    )
    assert t.write_fleets("mars") == "un f, mcr h"
    t = make_table(4, track="stealth", influence="", fleets="mars mcr b; mars un f; vesta opa r")
    t.play("un take 1 event mars mars mcr-b mcr-h")
    assert t.write_fleets("mars") == ""
    assert t.fleets_off_map("mcr") == "bbfff", "both removals from one effect"


def test_e15_1_it_is_mended_by_building_only():
    t = make_table(4, track="drummer", influence="", fleets="mars mcr h; vesta opa r", move="mcr")
    assert t.list_words("mcr take 1 points build") == ["b", "f"]
    t.play("mcr take 1 points build b done", "opa event decline")
    assert t.write_fleets("mars") == "mcr bh"
    t = make_table(4, track="score", influence="", fleets="mars mcr bhfff; vesta opa r").play(
        "un take 1", "un bonus belt", "opa scoring pass"
    )
    assert t.write_fleets("mars") == "mcr bhfff"


def test_e15_2_a_scrap_ship_is_enough_to_place():
    t = make_table(4, track="drummer", influence="", fleets="earth opa s; vesta un r", move="opa")
    t.play("opa take 1 points place luna done", "mcr event decline")
    assert t.write_influence("luna") == "opa 1"


def test_e15_3_the_un_says_whether_a_cube_or_a_diplomat_goes():
    t = make_table(
        4, track="slingshot", influence="titan un 1d", fleets=ROCINANTE_AWAY, move="mcr", used=TWO_TECHS
    ).play("mcr take 1 event un")
    assert t.asked_factions() == ["un"]
    assert t.list_words("un choose") == ["cube", "diplomat"]
    t.play("un choose cube")
    assert t.write_influence("titan") == "un d"


# ---------------------------------------------------------------- E14.17 powers of a components file
SOLIDARITY_TOML = 'power = "solidarity"\nn = 3\n'


def test_e14_17_a_file_may_let_a_faction_win_every_tie_and_another_those_behind_it():
    hegemony = (SOLIDARITY_TOML, 'power = "hegemony"\n')
    solidarity = (
        'power = "network"\nap = 1\nsource = "house"\n\n[factions.pg]',
        'power = "solidarity"\nsource = "house"\n\n[factions.pg]',
    )
    rules = load_game(hegemony, solidarity)
    tied = "rings un 2; rings mcr 2; rings opa 2; rings pg"
    t = make_table(4, influence=tied, fleets="eros pg r", used=TWO_TECHS, rules=rules)
    assert list_places(t, "rings") == ((), ("un", "mcr", "opa"), ())
    t = make_table(4, influence=tied, fleets="eros pg r", used=THREE_TECHS, rules=rules)
    assert list_places(t, "rings") == (("un",), ("opa",), ("mcr",)), "the first place too, and then the OPA"
    first = "rings mcr 2; rings opa 2"
    t = make_table(4, influence=first, fleets="eros un r", used=THREE_TECHS, rules=rules)
    assert list_places(t, "rings")[:2] == ((), ("mcr", "opa")), "but not the first place"


@pytest.mark.parametrize("n", ["", "n = 2\n"])
def test_e14_17_ties_are_won_from_second_place_on_unless_a_file_says_from_third(n: str):
    """A table also keeps the components from its start, from a version without this choice."""
    mine = load_game((SOLIDARITY_TOML, f'power = "solidarity"\n{n}'))
    stored = registry.reload_game("expanse", msgspec.json.encode(mine.components))
    assert isinstance(stored, Expanse)
    for rules in (mine, stored):
        won = [
            list_places(make_table(4, influence=tied, fleets="eros pg r", used=THREE_TECHS, rules=rules), "rings")
            for tied in (TIED_FOR_FIRST, TIED_FOR_SECOND, TIED_FOR_THIRD)
        ]
        assert won == [((), ("un", "mcr"), ("pg",)), (("mcr",), ("un",), ("pg",)), (("mcr",), ("opa",), ("un",))]


@pytest.mark.parametrize(("second", "third"), [("", "n = 3\n"), ("n = 3\n", "")])
def test_e14_17_of_two_techs_that_win_ties_the_one_for_more_places_counts(second: str, third: str):
    rules = load_game(
        (SOLIDARITY_TOML, f'power = "solidarity"\n{third}'),
        ('power = "diplomats"\nn = 2\n', f'power = "solidarity"\n{second}'),
    )
    t = make_table(4, influence=TIED_FOR_SECOND, fleets="eros pg r", used=THREE_TECHS, rules=rules)
    assert list_places(t, "rings") == (("mcr",), ("un",), ("pg",))


def test_e14_17_a_file_may_let_orbital_control_add_more():
    moves = 'text = "Once a turn, your first MOVE with Action Points may cover 2 Bands."\npower = '
    own = f'name = "Rapid Response"\n{moves}'
    rules = load_game((f'{own}"peacekeepers"', f'{own}"supremacy"'))
    for used, adds in ((ONE_TECH, 1), (TWO_TECHS, 2)):
        t = make_table(4, influence="luna mcr", fleets="earth mcr f; vesta opa r", used=used, rules=rules)
        assert t.find_base("luna").presence[0].total == 1 + adds
        assert t.find_orbital("earth").control_bonus == adds


def test_e14_17_a_file_may_let_a_faction_keep_events_for_less():
    contracts = 'power = "supremacy"\nn = 2\n'
    rules = load_game((contracts, 'power = "budget"\nn = 0\n'))
    assert make_table(4, track=FOUR_POINT_CARD, move="pg", rules=rules).play("pg take 1 keep").cp("pg") == 9, (
        "not in force yet"
    )
    t = make_table(4, track=FOUR_POINT_CARD, move="pg", used=ONE_TECH, rules=rules)
    assert t.read_labels("pg take 1")["keep"] == "Keep the Event for 0 CP"
    assert t.play("pg take 1 keep").cp("pg") == 10
    dearer = make_table(
        4, track=FOUR_POINT_CARD, move="pg", used=ONE_TECH, rules=load_game((contracts, 'power = "budget"\nn = 3\n'))
    )
    assert dearer.play("pg take 1 keep").cp("pg") == 9, "never for more"
