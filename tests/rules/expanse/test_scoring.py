"""E7 to E11: a Scoring turn."""

from __future__ import annotations

import pytest

from engine.games.expanse import scoring
from tests.rules.expanse.play import Table, game, paid, scored, table

QUIET = "vesta un r"
HOME = "vesta un r; earth un fffff; mars mcr bbfff; tycho opa fffff; thoth pg fffff"
"""Nobody has a fleet to build."""
FOURTH = ("inner", "inner", "belt")
"""Three Scoring turns are over: the fourth pays 4/2/1."""


def test_e7_six_steps_in_order():
    t = table(4, track="score", fleets="mars mcr r; earth un f", influence="luna un", kept={"un": "drummer"})
    t.play("un take 1")
    assert t.asked() == ["un"]
    t.play("un bonus inner")
    assert t.asked() == ["mcr"], "the holder of the Rocinante may use its crew"
    t.play("mcr scoring pass", "un scoring pass")
    told = " / ".join(t.news())
    for who in ("mcr", "opa", "pg", "un"):
        assert t.asked() == [who], "from the left of the one who took the card"
        t.play(f"{who} choose f")
        told += " / " + " / ".join(t.news())
    order = ["Bonus Sector is", "scores 2 CP: Luna 2", "gains Peacekeepers", "builds a fleet at Earth", "Rocinante"]
    assert [told.index(part) for part in order] == sorted(told.index(part) for part in order)


def test_e7_1_the_bonus_sector_is_chosen_in_secret():
    t = table(4, track="score", kept={"mcr": "drummer"}).play("un take 1")
    menu = t.menu("un bonus")
    assert menu is not None
    assert menu.secret
    t.play("un bonus belt")
    assert t.news() == ["Una has chosen the Bonus Sector."]
    assert [t.seen(who).bonus for who in ("un", "mcr", None)] == ["belt", None, None]
    assert t.seen(None).sealed


def test_e7_1_the_dice_may_choose_it_in_secret():
    drawn = set()
    for n in range(12):
        t = table(4, track="score", kept={"mcr": "drummer"}, seed=f"dice-{n}").play("un take 1", "un bonus dice")
        drawn.add(t.state.bonus)
        name = {"inner": "Inner Planets", "belt": "The Belt", "outer": "Outer Planets"}[t.state.bonus]
        assert t.news("un") == [f"The dice choose {name}."]
        assert t.news() == ["Una has chosen the Bonus Sector."], "as if she had chosen it herself"
        assert all(t.news(other) == [] for other in ("mcr", "opa", "pg"))
        assert [t.seen(who).bonus for who in ("un", "mcr", None)] == [t.state.bonus, None, None]
        assert t.barrier, "it cannot be thrown again"
    assert drawn == {"inner", "belt", "outer"}


def test_e7_1_the_dice_know_no_sector_whose_markers_are_used():
    for n in range(8):
        t = table(4, track="score", kept={"mcr": "drummer"}, used=("belt", "inner", "belt"), seed=f"dice-{n}")
        assert t.play("un take 1", "un bonus dice").state.bonus in ("inner", "outer")


def test_e7_1_for_somebody_absent_the_dice_choose():
    t = table(4, track="score", kept={"mcr": "drummer"}).play("un take 1")
    assert t.rules.stall(0, t.now.menu(0)) == ("bonus", "dice")


def test_e7_2_each_sector_serves_twice():
    t = table(4, track="score", used=("belt", "inner", "belt")).play("un take 1")
    assert t.offers("un bonus") == ["inner", "outer", "dice"]
    assert t.refuses("un bonus belt") == "Both markers of this Sector have been used (E7.2)."
    assert [sector.left for sector in t.seen(None).sectors] == [1, 0, 2]


def test_e7_3_events_are_played_from_the_left_and_the_taker_comes_last():
    kept = {"un": "helix", "mcr": "drummer", "opa": "yvgeny", "pg": "dresden"}
    t = table(4, track="score", kept=kept, move="mcr", holder="opa").play("mcr take 1", "mcr bonus belt")
    for who in ("opa", "pg", "un", "mcr"):
        assert t.asked() == [who]
        assert "pass" in t.offers(f"{who} scoring")
        assert ("crew-alex" in t.offers(f"{who} scoring")) == (who == "opa")
        t.play(f"{who} scoring pass")
    assert t.state.phase == "turn"


def test_e7_3_who_has_nothing_to_play_is_not_asked():
    t = table(4, track="score", holder="pg", kept={"opa": "miller"}).play("un take 1", "un bonus belt")
    assert t.asked() == ["pg"], "not the OPA: Miller is of no use here"
    t.play("pg scoring pass")
    assert t.state.phase == "turn"


def test_e7_4_an_event_played_here_is_discarded():
    t = table(4, track="score", holder="pg", kept={"mcr": "terraforming"}, influence="", fleets="vesta pg r")
    t.play("un take 1", "un bonus inner", "mcr scoring terraforming", "pg scoring pass")
    assert t.discards() == "score terraforming"
    assert paid(t, "mariner") == {"mcr": 2}


def test_e8_all_bases_pay():
    t = scored(table(4, track="score", influence="luna un; eros mcr; titan opa", fleets=QUIET), "belt")
    assert [paid(t, base) for base in ("luna", "eros", "titan")] == [{"un": 1}, {"mcr": 2}, {"opa": 2}]
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
    t = table(4, track="score", influence=influence, fleets="vesta opa r", used=used)
    assert t.seen(None).chart[len(used)].points == points
    scored(t)
    first, second, third = points
    assert paid(t, "io") == {"un": first + 1, "mcr": second, **({"opa": third} if third else {})}, (
        "Minerals are critical"
    )
    assert paid(t, "luna") == {"un": 1}


def test_e8_2_orbital_control_adds_one_where_there_is_influence():
    t = table(4, influence="luna un; luna mcr; eurasia un 2", fleets="earth mcr f; vesta un r")
    assert [(one.faction, one.total) for one in t.base("luna").presence] == [("un", 1), ("mcr", 2)]
    assert [one.faction for one in t.base("eurasia").presence] == ["un"]
    assert t.base("luna").control == "mcr"
    assert scored(table(4, track="score", influence="", fleets="earth mcr f; vesta un r")).cp("mcr") == 10


def test_e8_3_fleet_strength_decides_orbital_control():
    for fleets, control in (
        ("earth un f; earth mcr b", "mcr"),
        ("earth un ff; earth mcr b", None),
        ("earth un f; earth mcr h", None),
        ("earth un f; earth opa s", "un"),
        ("earth opa fs; earth un f", "opa"),
        ("earth un r", "un"),
    ):
        assert table(4, fleets=fleets, influence="").orbital("earth").control == control, fleets


@pytest.mark.parametrize(
    ("influence", "places"),
    [
        ("rings mcr 4; rings opa 2; rings pg 2; rings un 1", (("mcr",), (), ("opa", "pg"))),
        ("rings mcr 4; rings un 3; rings opa 2; rings pg 2", (("mcr",), ("un",), ())),
        ("rings mcr 2; rings opa 2; rings pg", ((), ("mcr", "opa"), ("pg",))),
    ],
)
def test_e8_4_those_tied_take_the_place_below(influence: str, places: tuple[tuple[str, ...], ...]):
    assert table(4, influence=influence, fleets="vesta un r", used=FOURTH).base("rings").places == places


def test_e8_5_a_critical_resource_pays_the_sole_first_place():
    t = scored(table(4, track="score", influence="titan opa 2; europa opa; europa mcr", fleets=QUIET))
    assert paid(t, "titan") == {"opa": 3}
    assert paid(t, "europa") == {"opa": 1, "mcr": 1}
    t = scored(table(4, track="score", influence="titan opa 2", fleets=QUIET), "belt")
    assert paid(t, "titan") == {"opa": 2}, "outside the Bonus Sector too"


def test_e8_5_it_pays_where_an_owners_chart_has_nothing_for_first_place():
    mine = game(("normal = [1, 0, 0]", "normal = [0, 0, 0]"))
    t = scored(table(4, track="score", influence="titan opa 2; io opa", fleets=QUIET, rules=mine), "belt")
    assert (paid(t, "titan"), paid(t, "io")) == ({"opa": 1}, {}), "Food is critical to the OPA, Minerals are not"


def test_e8_6_critical_resources_by_number_of_players():
    assert {side.faction: side.critical for side in table(4).seen(None).sides} == {
        "un": ("food", "minerals"),
        "mcr": ("water", "tech"),
        "opa": ("food", "water"),
        "pg": ("minerals", "tech"),
    }
    assert table(3).seen(None).sides[1].critical == ("water", "minerals")
    assert table(2).seen(None).sides[1].critical == ()
    t = scored(table(2, track="score", influence="titan mcr 2", fleets=QUIET), "belt")
    assert paid(t, "titan") == {"mcr": 1}


def test_e8_7_behind_three_tied_there_is_no_third_place():
    t = table(4, influence="rings un 2; rings mcr 2; rings pg 2; rings opa", fleets=QUIET)
    assert t.base("rings").places == ((), ("un", "mcr", "pg"), ())


def test_e9_e9_1_the_marker_goes_onto_the_chart():
    t = scored(table(4, track="score"), "belt")
    assert [row.sector for row in t.seen(None).chart] == ["belt", None, None, None, None]
    assert t.seen("un").bonus is None


def asked_for_fleets(fleets: str, **changes) -> Table:
    """A Scoring turn up to the question which fleets come home; the UN has taken the card."""
    t = table(4, track="score", fleets=fleets, influence="", **changes).play("un take 1", "un bonus belt")
    while t.state.phase == "scoring":
        t.play(f"{t.asked()[0]} scoring pass")
    return t


def test_e9_2_each_player_may_build_one_removed_fleet_at_home():
    t = asked_for_fleets("earth un ffff; mars mcr ff; thoth pg fffff; tycho opa fffff; vesta pg r")
    assert t.asked() == ["mcr"], "from the left; ProtoGen and the OPA have no fleet to build"
    assert t.offers("mcr choose") == ["b", "f", "leave"], "a fleet, and each player may"
    assert t.prompt("mcr choose") == "Which fleet do you build at Mars for nothing?"
    t.play("mcr choose f")
    assert (t.fleets("mars"), t.off("mcr")) == ("mcr fff", "bb")
    assert t.asked() == ["un"]
    t.play("un choose leave")
    assert (t.off("un"), t.news()[0]) == ("f", "Una builds no fleet.")
    assert t.state.phase == "turn"


def test_e9_2_scrap_ships_cannot_come_in_this_way():
    t = asked_for_fleets("tycho opa ffff; vesta pg r; thoth pg fffff; earth un fffff; mars mcr bbfff", used=("belt",))
    assert t.off("opa") == "fss"
    assert t.offers("opa choose") == ["f", "leave"]
    t = asked_for_fleets("tycho opa fffff; vesta pg r; thoth pg fffff; earth un fffff; mars mcr bbfff", used=("belt",))
    assert (t.off("opa"), t.state.phase) == ("ss", "turn"), "with Scrap Ships alone nobody is asked"


def test_e9_2_for_somebody_absent_the_strongest_comes():
    t = asked_for_fleets("earth un fffff; vesta pg r")
    assert t.rules.stall(1, t.now.menu(1)) == ("choose", "b")


def test_e9_2_by_an_option_the_strongest_comes_by_itself():
    t = scored(table(4, track="score", fleets="earth un ffff; mars mcr ff; vesta pg r", influence="", asked=False))
    assert t.off("un") == ""
    assert t.fleets("mars") == "mcr bff"
    assert t.off("mcr") == "bf"
    assert t.off("opa") == "ffff", "one fleet by E9.2, the Scrap Ships by their tech"
    assert t.fleets("tycho") == "opa fss"


def test_e10_techs_come_after_the_first_three_scorings_and_add_up():
    for used, names in ((0, 1), (1, 2), (2, 3), (3, 3)):
        t = scored(table(4, track="score", used=("inner", "inner", "belt")[:used]))
        assert [sum(one.active for one in side.abilities) for side in t.seen(None).sides] == [names + 1] * 4
    assert [one.number for one in t.seen(None).sides[0].abilities] == [0, 1, 2, 3]


def test_e10_everybody_is_told_which_tech_has_come_three_times():
    for used, tech in (
        ((), "Peacekeepers"),
        (("inner",), "Diplomats"),
        (("inner", "belt"), "Hegemony"),
        (("inner", "belt", "belt"), None),
    ):
        t = table(4, track="score", fleets=HOME, influence="", used=used).play("un take 1", "un bonus outer")
        told = [line for line in t.play("un scoring pass").news() if " gains " in line]
        assert len(told) == (4 if tech else 0), "one for each faction"
        assert not tech or told[0].startswith(f"Una gains {tech}: ")


def test_e11_the_rocinante_goes_to_the_poorest():
    t = scored(table(4, track="score", fleets="vesta un r", influence="", cp={"pg": 3}))
    assert t.state.holder == t.seat("pg")
    assert "pg r" in t.fleets("vesta")


def test_e11_of_those_tied_to_the_lowest_in_initiative():
    t = scored(table(4, track="score", fleets="vesta un r", influence="", initiative="opa mcr un pg"))
    assert t.state.holder == t.seat("pg")
    t = scored(table(4, track="score", fleets="vesta pg r", influence="", cp={"pg": 11}, initiative="opa pg un mcr"))
    assert t.state.holder == t.seat("mcr")


def test_e11_with_two_players_tied_it_stays():
    for holder in ("un", "mcr"):
        t = scored(table(2, track="score", fleets=f"eros {holder} r", influence=""))
        assert t.state.holder == t.seat(holder)
    t = scored(table(2, track="score", fleets="eros un r", influence="", cp={"mcr": 9}))
    assert t.state.holder == t.seat("mcr")


def test_points_are_what_the_board_says():
    t = table(4, influence="io un 2; io mcr", fleets=QUIET)
    board = t.rules.board
    prizes = scoring.chart(board, t.state, board.sector[board.orbital["io"]])
    assert scoring.pays(board, t.state, "io", board.totals(t.state, "io"), prizes) == {"un": 2}
