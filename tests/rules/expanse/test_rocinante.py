"""E12: the Rocinante; E13: the end."""

from __future__ import annotations

from engine.kernel.text import write_plain_text
from tests.rules.expanse.play import PlayedTable, make_table


def test_e12_it_always_belongs_to_somebody():
    t = make_table(4, fleets="eros mcr fr", influence="")
    assert t.build_view(None).holder == 1
    assert t.build_view(None).rocinante == "eros"
    assert [side.rocinante for side in t.build_view(None).sides] == [False, True, False, False]


def test_e12_1_it_counts_as_a_fleet_and_cannot_be_removed():
    t = make_table(4, track="yvgeny", fleets="eros mcr r; eros un f", influence="")
    t.play("un take 1 event")
    assert t.write_fleets("eros") == "un f, mcr r"
    t = make_table(4, track="drummer", fleets="eros un r", influence="")
    t.play("un take 1 points place eros move eros ceres place ceres", "opa event decline", "mcr event decline")
    assert t.write_influence("ceres") == "un 1"
    t = make_table(4, track="drummer", fleets="eros un fr", influence="")
    assert t.list_words("un take 1 points move eros") == ["fr", "f", "r"]


def make_crew_table(fleets: str, influence: str = "", mcr: int = 9) -> PlayedTable:
    """Make a table where the UN has taken a SCORE card and the MCR is asked. The MCR holds the Rocinante and keeps it with 9 CP."""
    t = make_table(4, track="score", fleets=fleets, influence=influence, cp={"mcr": mcr})
    return t.play("un take 1", "un bonus belt")


def test_e12_2_james_holden_places_influence_anywhere():
    t = make_crew_table("vesta mcr r").play("mcr scoring crew-holden rings")
    assert t.write_influence("rings") == "mcr 1"


def test_e12_2_naomi_nagata_moves_one_band_and_removes_a_fleet():
    t = make_crew_table("vesta mcr r; jupiter opa ff; saturn opa f")
    assert "saturn" not in t.list_words("mcr scoring crew-naomi vesta")
    t.play("mcr scoring crew-naomi vesta jupiter")
    assert t.write_fleets("jupiter").startswith("mcr r, opa f")
    assert "ff" not in t.write_fleets("jupiter")


def test_e12_2_alex_kamal_moves_anywhere():
    t = make_crew_table("earth mcr r").play("mcr scoring crew-alex earth saturn")
    assert t.write_fleets("saturn") == "mcr r"


def test_e12_2_amos_burton_removes_one_for_each_friendly_fleet():
    t = make_crew_table("vesta mcr fr; vesta opa fff").play("mcr scoring crew-amos vesta")
    assert t.write_fleets("vesta") == "mcr fr, opa f"


def test_e12_3_the_token_stays_where_it_is():
    t = make_crew_table("saturn mcr br", mcr=11).play("mcr scoring pass").build_free_fleets()
    assert t.state.holder == 0
    assert t.write_fleets("saturn") == "un r, mcr b"


# ---------------------------------------------------------------- E13 the end
def make_last_card_table(seats: int = 4, **changes) -> PlayedTable:
    """Make a turn of the UN, after which the sixth SCORE card is dealt."""
    defaults = {
        "track": "mao",
        "deck": "score",
        "used": ("inner", "inner", "belt", "belt", "outer"),
        "fleets": "vesta mcr r",
    }
    return make_table(seats, **{"influence": "", **defaults, **changes})


def finish_turn(table: PlayedTable) -> PlayedTable:
    """Use up the card; nobody plays an Event."""
    table.play("un take 1 points done")
    while table.result is None:
        who = table.asked_factions()[0]
        table.play(f"{who} event decline" if table.state.phase == "offer" else f"{who} scoring pass")
    return table


def test_e13_e13_1_the_sixth_score_card_ends_the_game():
    t = make_last_card_table().play("un take 1 points done", "pg event decline")
    assert "The sixth SCORE card ends the game: all bases are scored a last time." not in t.list_announced()
    t.play("mcr event decline")
    assert "The sixth SCORE card ends the game: all bases are scored a last time." in t.list_announced()
    assert t.asked_factions() == ["mcr"], "the holder of the Rocinante"
    assert t.list_words("mcr scoring")[0] == "crew-holden"
    t.play("mcr scoring pass")
    assert t.result is not None
    assert t.now.questions == {}


def test_e13_2_score_cards_on_the_track_are_not_scored():
    t = finish_turn(
        make_last_card_table(track="mao score", used=("inner", "inner", "belt", "belt"), influence="eros un 2")
    )
    assert t.state.discards.count("score") == 6
    assert "score" not in t.state.track
    assert t.find_side("un").earned == [5 + 1]


def test_e13_3_the_holder_of_the_rocinante_plays_last():
    t = make_last_card_table(kept={"un": "helix", "opa": "yvgeny", "pg": "dresden", "mcr": "drummer"})
    t.play("un take 1 points done", "pg event decline", "mcr event decline")
    for who in ("opa", "pg", "un", "mcr"):
        assert t.asked_factions() == [who]
        t.play(f"{who} scoring pass")
    assert t.result is not None


def test_e13_4_every_base_pays_5_3_1_and_critical_resources_count():
    t = finish_turn(
        make_last_card_table(influence="luna un 3; luna opa 2; luna pg 1; titan opa 2; titan pg; eros un 2")
    )
    assert {one.base: one.points for one in t.build_view(None).last} == {
        "luna": {"un": 5, "opa": 3, "pg": 1},
        "titan": {"opa": 6, "pg": 3},
        "eros": {"un": 6},
    }
    assert t.cp("opa") == 19


def test_e13_5_the_most_cp_win():
    t = finish_turn(make_last_card_table(cp={"opa": 20}))
    assert t.result is not None
    assert t.result.winners == (2,)
    assert t.reason == "Opal wins with OPA and 20 CP."
    assert {seat: write_plain_text(role) for seat, role in t.result.roles.items()} == {
        0: "UN",
        1: "MCR",
        2: "OPA",
        3: "ProtoGen",
    }
    assert [line.points for line in t.result.scores[2]] == [10, 0, 0, 0]


def test_e13_5_a_tie_goes_to_the_higher_in_initiative():
    t = finish_turn(make_last_card_table(cp={"opa": 20, "pg": 20}, initiative="un pg opa mcr"))
    assert t.result is not None
    assert t.result.ranking == ((3,), (2,), (0,), (1,))
    assert t.reason == "Petra wins with ProtoGen and 20 CP, tied, but higher on the Initiative Track."


def test_e13_5_with_two_players_to_the_holder_of_the_rocinante():
    for holder, seat in (("un", 0), ("mcr", 1)):
        t = finish_turn(make_last_card_table(2, fleets=f"eros {holder} r"))
        assert t.result is not None
        assert t.result.winners == (seat,)
        assert "tied, but holding the Rocinante" in t.reason
