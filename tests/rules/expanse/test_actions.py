"""E5: the uses of Action Points."""

from __future__ import annotations

from tests.rules.expanse.play import make_table

FOUR_POINT_CARD = "dresden"
"""A card with four Action Points that only UN and ProtoGen may use."""


def test_e5_points_are_spent_in_any_order_and_the_rest_is_lost():
    t = make_table(4, track=FOUR_POINT_CARD, fleets="earth mcr ff", influence="", move="mcr")
    t.play("mcr take 1 points place luna move earth f mars place mariner done", "pg event decline", "un event decline")
    assert t.write_influence("luna") == "mcr 1"
    assert t.write_influence("mariner") == "mcr 1"
    assert t.write_fleets("mars") == "mcr f"
    assert t.state.points == 0
    t = make_table(4, track=FOUR_POINT_CARD, move="mcr").play("mcr take 1 points done")
    assert t.list_announced() == ["Marc takes Antony Dresden."]


def test_e5_the_prompt_tells_how_many_are_left():
    t = make_table(4, track=FOUR_POINT_CARD, move="mcr")
    assert t.write_prompt("mcr take 1 points") == "4 Action Points left: what do you do?"
    assert (
        t.write_prompt("mcr take 1 points place europa place europa place europa")
        == "1 Action Point left: what do you do?"
    )
    assert t.list_words("mcr take 1 points place europa place europa place europa place europa") == []


def test_e5_1_a_group_moves_within_its_band_or_to_a_neighbouring_one():
    t = make_table(4, track="drummer", fleets="earth un fff", influence="")
    assert t.list_words("un take 1 points move earth") == ["fff", "ff", "f"]
    inner_and_belt = ["mars", "ceres", "tycho", "eros", "thoth", "vesta"]
    assert t.list_words("un take 1 points move earth ff") == inner_and_belt
    t = make_table(4, track="drummer", fleets="jupiter un f", influence="")
    assert t.list_words("un take 1 points move jupiter") == ["ceres", "tycho", "eros", "thoth", "vesta", "saturn"]


def test_e5_1_the_same_fleets_may_move_again():
    t = make_table(4, track="drummer", fleets="earth un ff", influence="")
    t.play("un take 1 points move earth ff ceres move ceres ff jupiter move jupiter ff saturn")
    assert t.write_fleets("saturn") == "un ff"


def test_e5_1_without_a_fleet_nothing_moves():
    t = make_table(4, track="drummer", fleets="earth mcr f", influence="", holder="mcr")
    assert t.read_refusal("un take 1 points move") == "You have no fleet on the map (E5.1)."


def test_e5_2_influence_needs_a_fleet_in_the_orbital_which_serves_all_its_bases():
    t = make_table(4, track="drummer", fleets="jupiter un f; ceres mcr f", influence="")
    assert t.list_words("un take 1 points place") == ["europa", "ganymede", "io"]
    t = make_table(4, track="drummer", fleets="vesta mcr r", influence="")
    assert t.read_refusal("un take 1 points place luna") == "You have no fleet at a base, which influence needs (E5.2)."


def test_e5_2_bases_are_places_on_the_picture():
    t = make_table(4, track="drummer", fleets="jupiter un f", influence="")
    assert [option.spot for option in t.options("un take 1 points place").values()] == [
        "base-europa",
        "base-ganymede",
        "base-io",
    ]
    assert [option.spot for option in t.options("un take 1 points move").values()] == ["orbital-jupiter"]


def test_e5_3_without_influence_beside_the_map_it_comes_from_another_base():
    t = make_table(4, track="drummer", fleets="earth un f", influence="luna un; rhea un 2", short=["un"])
    assert t.list_words("un take 1 points place luna") == ["rhea"]
    t.play("un take 1 points place luna rhea place africa luna done")
    assert [t.write_influence(base) for base in ("luna", "rhea", "africa")] == ["un 1", "un 1", "un 1"]


def test_e5_3_this_goes_for_events_too():
    t = make_table(4, track="terraforming", fleets="", influence="io mcr; luna mcr", short=["mcr"], move="mcr")
    t.play("mcr take 1 event luna io")
    assert [t.write_influence(base) for base in ("mariner", "londres", "io", "luna")] == ["mcr 1", "mcr 1", "", ""]


def test_e5_4_with_influence_on_that_base_only_nothing_is_placed():
    t = make_table(4, track="drummer", fleets="earth un f", influence="luna un 2", short=["un"])
    t.play("un take 1 points place luna done")
    assert t.write_influence("luna") == "un 2"


def test_e5_5_a_removed_fleet_returns_home():
    homes = {"un": "earth", "mcr": "mars", "opa": "tycho", "pg": "thoth"}
    for faction, home in homes.items():
        t = make_table(
            4, track="nauvoo", fleets="vesta mcr r" if faction != "mcr" else "vesta un r", influence="", move=faction
        )
        t.play(f"{faction} take 1 points build{' f' if faction == 'mcr' else ''} done")
        assert t.write_fleets(home) == f"{faction} f"
    t = make_table(4, track="nauvoo")
    assert t.read_refusal("un take 1 points build") == "All your fleets are on the map (E5.5)."


def test_e5_6_all_points_are_one_move():
    t = make_table(4, track=FOUR_POINT_CARD, move="mcr").play("mcr take 1 points place europa place io done")
    assert t.position.move_count == 11
    assert t.list_announced() == [
        "Marc takes Antony Dresden.",
        "Marc places influence on Europa.",
        "Marc places influence on Io.",
    ]


def test_a_move_too_long_for_a_command_goes_on_in_another():
    """Miller's Event follows four moves: a command can have at most 25 parameters."""
    t = make_table(
        4, track="souther", kept={"un": "miller"}, fleets="earth un ffff; mars un f; vesta mcr r", influence=""
    )
    hops = ["mars", "earth", "mars", "earth"]
    spent = " ".join(
        f"move {start} f {end}" for start, end in zip(["earth", "mars", "earth", "mars"], hops, strict=True)
    )
    line = f"un take 1 points {spent} again earth f mars earth f mars"
    assert len(line.split()) == 27
    assert "too many" in t.read_refusal(line)
    t.play(" ".join(line.split()[:26]))
    assert t.asked_factions() == ["un"]
    t.play("un choose mars stop")
