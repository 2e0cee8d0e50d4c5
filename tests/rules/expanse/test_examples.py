"""Every example of the published rules, played on the standard table, each under its own name."""

from __future__ import annotations

import pytest

from tests.rules.expanse.play import PlayedTable, find_payouts, make_table, score_turn, start_table

ROCINANTE_AWAY = "vesta un r"
"""The Rocinante far away, and no other fleets."""
FOURTH_SCORING = ("inner", "inner", "belt")
"""The Bonus Sectors of three Scoring turns: all techs are in force, and the fourth turn pays 4/2/1."""
CLOCKWISE_SEATS = "un opa pg mcr"
"""The seating in the examples."""


# ---------------------------------------------------------------- the map
def test_example_orbital_luna_is_in_the_earth_orbital():
    assert make_table(4).find_base("luna").orbital == "earth"


def test_example_attached_luna_earth_and_vesta():
    t = make_table(4)
    assert t.find_orbital("earth").bases == ("eurasia", "africa", "luna")
    assert [t.find_base(base).orbital for base in t.find_orbital("earth").bases] == ["earth"] * 3
    assert t.find_orbital("vesta").bases == ("vesta",)


# ---------------------------------------------------------------- setup
def test_example_setup_the_mcr_moves_first_and_protogen_has_the_rocinante():
    t = next(t for t in (start_table(4, f"{n}") for n in range(40)) if t.state.first == 3)
    for seat, faction in enumerate(CLOCKWISE_SEATS.split()):
        assert sorted(t.now.questions) == [seat]
        t.play(f"{seat} faction {faction}")
    assert t.asked_factions() == ["mcr"]
    assert t.initiative() == "pg opa un mcr", "from the top: the last player down to the first"
    assert t.state.sides[t.state.holder].faction == "pg"
    assert t.write_fleets("thoth") == "pg fr"


# ---------------------------------------------------------------- four turns
def make_example_1() -> PlayedTable:
    """Make the table before the four turns. Three cards are dealt during them, then a SCORE card."""
    fleets = "earth un ff; earth opa f; earth pg f; thoth pg f; mars mcr b; tycho opa r"
    return make_table(
        4,
        track="cortazar razorback drummer covert black-ops",
        deck="helix stealth riot score",
        fleets=fleets,
        influence="europa mcr; luna pg",
        initiative="pg opa mcr un",
        order=CLOCKWISE_SEATS,
    )


def make_example_1_2() -> PlayedTable:
    return make_example_1().play("un take 1 points move earth f mars place londres", "pg event event europa titan")


def make_example_1_3() -> PlayedTable:
    return make_example_1_2().play("opa take 1 event earth saturn")


def make_example_1_4() -> PlayedTable:
    return make_example_1_3().play("pg take 2 points place luna move earth eros place eros", "mcr event decline")


def test_example_1_1_paolo_cortazar_goes_to_protogen():
    t = make_example_1().play("un take 1 points move earth f mars place londres")
    assert t.cp("un") == 10
    assert (t.write_fleets("mars"), t.write_influence("londres")) == ("un f, mcr b", "un 1")
    assert t.asked_factions() == ["pg"], "ProtoGen is higher than the OPA"
    t.play("pg event event europa titan")
    assert (t.count_influence("pg", "europa"), t.count_influence("pg", "titan")) == (1, 1)
    assert t.initiative() == "opa mcr un pg"
    assert t.track() == "razorback drummer covert black-ops helix"


def test_example_1_2_razorback_moves_a_fleet_from_earth_to_saturn():
    t = make_example_1_3()
    assert t.write_fleets("saturn") == "opa f"
    assert t.initiative() == "opa mcr un pg", "nothing changes: she used the Event on her turn"
    assert t.cp("opa") == 10
    assert t.track() == "drummer covert black-ops helix stealth"


def test_example_1_3_covert_op_for_its_points_and_the_mcr_declines():
    t = make_example_1_3()
    assert t.read_labels("pg take")["5"] == "Stealth Ships, 2 CP"
    t.play("pg take 2 points place luna move earth eros place eros")
    assert t.cp("pg") == 9
    assert (t.write_influence("luna"), t.write_influence("eros")) == ("pg 2", "pg 1")
    assert t.asked_factions() == ["mcr"], "the only other faction on the card"
    t.play("mcr event decline")
    assert t.initiative() == "opa mcr un pg"
    assert t.track() == "drummer black-ops helix stealth riot"


def test_example_1_4_black_ops_team_is_kept():
    t = make_example_1_4().play("mcr take 2 keep")
    assert t.cp("mcr") == 8
    assert t.kept("mcr") == "black-ops"
    assert t.track() == "drummer helix stealth riot score"
    assert t.asked_factions() == ["un"]


# ---------------------------------------------------------------- actions and Events
def decline_all(table: PlayedTable) -> None:
    """Decline the Event for every faction that is offered it."""
    while table.state.phase == "offer":
        table.play(f"{table.asked_factions()[0]} event decline")


def test_example_move_two_fleets_to_mars_and_the_last_to_ceres():
    t = make_table(4, track="drummer mao", fleets="earth un fff; vesta opa r", influence="")
    decline_all(t.play("un take 1 points move earth ff mars move earth ceres done"))
    assert (t.write_fleets("mars"), t.write_fleets("ceres")) == ("un ff", "un f")
    for who in ("mcr", "opa", "pg"):
        decline_all(t.play(f"{who} take 1 points done"))
    assert t.list_words("un take 1 points move ceres") == [
        "earth",
        "mars",
        "tycho",
        "eros",
        "thoth",
        "vesta",
        "jupiter",
    ]


def test_example_influence_a_fleet_at_jupiter_serves_its_three_bases():
    t = make_table(4, track="drummer", fleets="jupiter un f; vesta opa r", influence="")
    assert sorted(t.list_words("un take 1 points place")) == ["europa", "ganymede", "io"]


@pytest.mark.parametrize("n", range(4))
def test_example_julie_mao_removes_0_1_2_or_3(n: int):
    bases = ["luna", "tycho", "thoth"][:n]
    t = make_table(4, track="julie", influence="luna mcr 2; tycho mcr; thoth opa; londres mcr", fleets=ROCINANTE_AWAY)
    t.play(f"un take 1 event {' '.join(bases)} {'stop' if n < 3 else ''}")
    left = {base: t.write_influence(base) for base in ("luna", "tycho", "thoth")}
    whole = {"luna": "mcr 2", "tycho": "mcr 1", "thoth": "opa 1"}
    assert left == {**whole, **{base: "mcr 1" if base == "luna" else "" for base in bases}}


def test_example_terraforming_must_be_done_moving_influence_if_necessary():
    t = make_table(
        4, track="terraforming", influence="io mcr; luna mcr", fleets=ROCINANTE_AWAY, move="mcr", short=("mcr",)
    )
    assert t.list_words("mcr take 1 event") == ["luna", "io"], "there is no way to stop"
    t.play("mcr take 1 event luna io")
    assert [t.write_influence(base) for base in ("mariner", "londres", "io", "luna")] == ["mcr 1", "mcr 1", "", ""]


# ---------------------------------------------------------------- scoring
@pytest.mark.parametrize(
    ("influence", "points"),
    [
        ({"un": 5, "mcr": 3, "pg": 2, "opa": 1}, {"un": 4, "mcr": 2, "pg": 1}),
        ({"un": 3, "mcr": 3, "pg": 2, "opa": 1}, {"un": 2, "mcr": 2, "pg": 1}),
        ({"un": 3, "mcr": 3, "pg": 2, "opa": 2}, {"un": 2, "mcr": 2}),
    ],
    ids=["one place each", "tied for first", "tied for first and third"],
)
def test_example_scoring_the_fourth_score_card_pays_4_2_1(influence: dict[str, int], points: dict[str, int]):
    """Three Scoring turns are over, so all techs are in force.

    Tycho is critical to MCR and ProtoGen, and neither has the first place.
    """
    held = "; ".join(f"tycho {who} {n}" for who, n in influence.items())
    t = score_turn(make_table(4, track="score", influence=held, fleets="vesta un r", used=FOURTH_SCORING), "belt")
    assert t.build_view(None).chart[3].points == (4, 2, 1)
    assert find_payouts(t, "tycho") == points


def test_example_2_europa_and_two_bases_of_the_inner_planets():
    influence = "europa opa 4; europa mcr 2; europa un 1; luna opa 2; luna un; africa opa 2; africa mcr"
    fleets = "jupiter mcr fff; jupiter opa f; vesta pg r"
    t = make_table(4, track="score", influence=influence, fleets=fleets, used=FOURTH_SCORING, move="pg")
    assert t.find_orbital("jupiter").control == "mcr"
    assert {one.faction: one.total for one in t.find_base("europa").presence} == {"un": 1, "mcr": 3, "opa": 4}
    score_turn(t)
    assert find_payouts(t, "europa") == {"opa": 5, "mcr": 2, "un": 1}
    assert find_payouts(t, "luna") == {"opa": 1}
    assert find_payouts(t, "africa") == {"opa": 2}
    assert t.cp("pg") == 10
