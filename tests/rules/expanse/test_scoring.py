"""E7 to E11: a Scoring turn, with example 2 and the scoring tables of the rule book."""

from __future__ import annotations

import pytest

from engine.games.expanse import scoring
from engine.games.expanse.game import Expanse
from tests.rules.expanse.play import Table, game, table

QUIET = "vesta un r"
FOURTH = ("inner", "inner", "belt")
"""Three Scoring turns are over: the fourth pays 4/2/1."""


def scored(t: Table, sector: str = "outer") -> Table:
    """The one whose turn it is takes the SCORE card in space 1; nobody plays an Event."""
    who = t.asked()[0]
    t.play(f"{who} take 1", f"{who} bonus {sector}")
    while t.state.phase == "scoring":
        t.play(f"{t.asked()[0]} scoring pass")
    return t


def paid(t: Table, base: str) -> dict[str, int]:
    """What a base has paid in the last Scoring turn."""
    return {str(who): n for one in t.seen(None).last if one.base == base for who, n in one.points.items()}


def test_e7_six_steps_in_order():
    t = table(4, track="score", fleets="mars mcr r; earth un f", influence="luna un", kept={"un": "drummer"})
    t.play("un take 1")
    assert t.asked() == ["un"]
    t.play("un bonus inner")
    assert t.asked() == ["mcr"], "the holder of the Rocinante may use its crew"
    t.play("mcr scoring pass", "un scoring pass")
    told = " / ".join(t.news())
    order = ["Bonus Sector is", "scores 2 CP: Luna 2", "gains Diplomats", "builds a fleet at Earth", "Rocinante"]
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
    ("influence", "points"),
    [
        ({"un": 5, "mcr": 3, "pg": 2, "opa": 1}, {"un": 4, "mcr": 2, "pg": 1}),
        ({"un": 3, "mcr": 3, "pg": 2, "opa": 1}, {"un": 2, "mcr": 2, "pg": 1}),
        ({"un": 3, "mcr": 3, "pg": 2, "opa": 2}, {"un": 2, "mcr": 2}),
        ({"un": 4, "mcr": 2, "pg": 2, "opa": 1}, {"un": 4, "mcr": 1, "pg": 1}),
        ({"un": 4, "mcr": 3, "pg": 2, "opa": 2}, {"un": 4, "mcr": 2}),
    ],
)
def test_e8_4_the_tables_of_the_rule_book(influence: dict[str, int], points: dict[str, int]):
    """The fourth SCORE card, 4/2/1; before the third tech, so that nobody breaks ties. Ganymede is critical to UN and OPA."""
    t = table(4, influence="; ".join(f"rings {who} {n}" for who, n in influence.items()), fleets="vesta un r")
    places = t.base("rings").places
    chart = (4, 2, 1)
    assert {who: n for n, place in zip(chart, places, strict=True) for who in place} == points


def test_example_2_europa_and_two_bases_of_the_inner_planets():
    influence = "europa opa 4; europa mcr 2; europa un 1; luna opa 2; luna un; africa opa 2; africa mcr"
    fleets = "jupiter mcr fff; jupiter opa f; vesta pg r"
    t = table(4, track="score", influence=influence, fleets=fleets, used=FOURTH, move="pg", rules=plain())
    assert t.orbital("jupiter").control == "mcr"
    assert {one.faction: one.total for one in t.base("europa").presence} == {"un": 1, "mcr": 3, "opa": 4}
    scored(t)
    assert paid(t, "europa") == {"opa": 5, "mcr": 2, "un": 1}
    assert paid(t, "luna") == {"opa": 1}
    assert paid(t, "africa") == {"opa": 2}
    assert t.cp("pg") == 10


def plain() -> Expanse:
    """The game as the examples assume it: without Orbital Supremacy, which is house data."""
    return game(('power = "supremacy"\nn = 2', 'power = "supremacy"\nn = 1'))


def test_e8_5_a_critical_resource_pays_the_sole_first_place():
    t = scored(table(4, track="score", influence="titan opa 2; europa opa; europa mcr", fleets=QUIET))
    assert paid(t, "titan") == {"opa": 3}
    assert paid(t, "europa") == {"opa": 1, "mcr": 1}
    t = scored(table(4, track="score", influence="titan opa 2", fleets=QUIET), "belt")
    assert paid(t, "titan") == {"opa": 2}, "outside the Bonus Sector too"


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


def test_e9_2_one_fleet_comes_home_the_strongest_and_no_scrap_ship():
    t = scored(table(4, track="score", fleets="earth un ffff; mars mcr ff; vesta pg r", influence=""))
    assert t.off("un") == ""
    assert t.fleets("mars") == "mcr bff"
    assert t.off("mcr") == "bf"
    assert t.off("opa") == "ffff", "one fleet by E9.2, the Scrap Ships by their tech"
    assert t.fleets("tycho") == "opa fss"
    t = scored(table(4, track="score", fleets="tycho opa fffff; vesta pg r", influence="", used=("belt",) * 1))
    assert t.off("opa") == "ss", "Scrap Ships do not come in this way"


def test_e10_techs_come_after_the_first_three_scorings_and_add_up():
    for used, names in ((0, 1), (1, 2), (2, 3), (3, 3)):
        t = scored(table(4, track="score", used=("inner", "inner", "belt")[:used]))
        assert [sum(one.active for one in side.abilities) for side in t.seen(None).sides] == [names + 1] * 4
    assert [one.number for one in t.seen(None).sides[0].abilities] == [0, 1, 2, 3]


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
    assert scoring.pays(t.rules.board, t.state, "io") == {"un": 2}
