"""What a player is told before the confirm."""

from __future__ import annotations

from tests.rules.northwest.play import table


def test_n8_2_a_sled_taken_out_onto_doomed_ice_is_warned_of() -> None:
    game = table(placed=["c13 000/000"], ships={0: "c13"}, round=7)
    landings = game.shows("0 transfer 6 1")
    assert landings, "the only landing is asked for, since it will be lost"
    assert all("lost" in label for label in landings.values())


def test_n9_a_find_that_is_too_dear_names_the_vehicle_on_it() -> None:
    game = table(placed=["c13 100/010 strait"], ships={0: "b15"}, sleds={0: "c13-nw"}, crew={0: "5/0 2/0"}, acted=1)
    assert "sled" in game.refuses("0 explore sled")
