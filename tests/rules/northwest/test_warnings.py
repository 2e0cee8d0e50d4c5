"""The warnings that a player reads before the confirmation."""

from __future__ import annotations

import pytest

from tests.rules.northwest.play import PlayedTable, build_wall, make_table


def test_n8_2_a_sled_taken_out_onto_doomed_ice_is_warned_of() -> None:
    game = make_table(placed=["c13 000/000"], ships={0: "c13"}, round=7)
    landings = game.read_labels("0 transfer 6 1")
    assert landings, "the only landing is asked for, since it will be lost"
    assert all("lost" in label for label in landings.values())


def test_n9_a_find_that_is_too_dear_names_the_vehicle_on_it() -> None:
    game = make_table(
        placed=["c13 100/010 strait"], ships={0: "b15"}, sleds={0: "c13-nw"}, crew={0: "5/0 2/0"}, acted=1
    )
    assert "sled" in game.read_refusal("0 explore sled")


def test_n3_5_land_is_chosen_knowing_that_the_ice_there_melts() -> None:
    game = make_table(placed=["e13 10/00/10"], ships={0: "e13"}, round=7)
    labels = game.read_labels("0 transfer 6 1")
    assert any("the ice will melt" in label for label in labels.values()), labels


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("z9", "z9 is not on the board."),
        ("c13", "c13 is covered already (N5)."),
        ("f3", "On f3 it would not lie beside your ship or sled (N5.1)."),
        ("b13", "On b13 land and sea would not match the tiles around it (N5.2)."),
    ],
)
def test_n5_a_typed_cell_that_does_not_do_is_told_why(cell: str, why: str) -> None:
    game: PlayedTable = make_table(placed=["c13 000/000"], ships={0: "c13"}, hands={0: "s2"})
    told = game.read_refusal(f"0 place s2 {cell} f0 ship")
    assert told.startswith(why)
    assert told.endswith(")"), "what would do is listed"


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("z9", "z9 is not on the board."),
        ("f3", "No tile lies on f3 yet: place one there first (N5)."),
        ("c13", "c13 is where it already is."),
        ("c14", "The tile on c14 is called c13, after its first cell."),
    ],
)
def test_n7_a_typed_goal_that_cannot_be_reached_is_told_why(cell: str, why: str) -> None:
    game = make_table(placed=["c13 000/000", "d13 00/00"], ships={0: "d13"})
    if cell == "c13":
        game = make_table(placed=["c13 000/000"], ships={0: "c13"})
    assert game.read_refusal(f"0 move ship {cell}").startswith(why)


def test_n7_1_no_open_water_is_told() -> None:
    game = make_table(placed=["c13 000/000", "f3 00/00"], ships={0: "c13"})
    assert game.read_refusal("0 move ship f3").startswith(
        "No open water leads from your ship to f3 in one move (N7.1)."
    )


def test_n5_3_a_typed_cell_that_would_close_the_way_is_told_why() -> None:
    game = make_table(placed=build_wall(), ships={0: "c14"}, hands={0: "s2"})
    told = game.read_refusal("0 place s2 c13 f0 ship")
    assert told.startswith("On c13 it would close the last sea path to the Passage (N5.3).")
