"""A13 to A15: patrons, the advanced row, and the project's own rulings."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.amundsen.flow import SIDE_PATRONS
from engine.games.amundsen.state import SIDES, Side
from engine.rulebook import load_rules as rulebook
from tests.rules.amundsen.play import PlayedTable, load_game, make_table, start_table

OFFICER_FOR_HORSE = {"patrons": {"amundsen": "army-officer"}, "officers": {"amundsen": 1}}
OFFICER_FOR_TWO_DOGS = {"patrons": {"scott": "army-officer"}, "officers": {"scott": 2}}


def start_with_patron(side: Side, patron: str, **options: str) -> PlayedTable:
    """Start a game in which a side has drawn this patron."""
    for seed in map(str, range(200)):
        t = start_table(seed, patrons="yes", **options)
        if not t.state.explorers:
            t.play("amundsen choose amundsen")
        if any(
            f"{'Amundsen' if side == 'amundsen' else 'Scott'} has a patron: the {patron}." in text
            for text in t.list_announced()
        ):
            return t
    raise AssertionError(f"nobody ever drew the {patron}")


def test_a13_each_explorer_draws_one_of_four_after_the_choice():
    news = [
        text
        for seed in map(str, range(80))
        for text in start_table(seed, patrons="yes").play("amundsen choose scott").list_announced()
    ]
    drawn = Counter(text for text in news if "patron" in text)
    assert len(drawn) == 8
    assert min(drawn.values()) > 8
    assert {side: len(patrons) for side, patrons in SIDE_PATRONS.items()} == {"amundsen": 4, "scott": 4}


def test_a13_without_the_option_there_are_none():
    t = start_table().play("amundsen choose amundsen")
    assert [explorer.patron for explorer in t.build_view(None).explorers] == ["", ""]


@pytest.mark.parametrize(("side", "patron", "size"), [("amundsen", "Architect", 3), ("scott", "Engineer", 4)])
def test_a13_1_a_larger_first_hand(side: Side, patron: str, size: int):
    t = start_with_patron(side, patron)
    rival: Side = "scott" if side == "amundsen" else "amundsen"
    assert len(t.list_hand(side).split()) == size
    assert t.describe_visible_hand(side, by=rival) == " ".join(["--"] * size)
    assert t.state.explorers[side].patron == "", "it is used up"


@pytest.mark.parametrize(("side", "patron"), [("amundsen", "Press Baron"), ("scott", "Show Manager")])
def test_a13_2_a_start_on_the_first_space(side: Side, patron: str):
    t = start_with_patron(side, patron)
    assert t.describe_space(side) == 1
    assert t.state.explorers[side].patron == ""


def test_a13_3_the_first_horse_is_removed():
    t = make_table(row="ya ga ra", deck="gh yc bh", **OFFICER_FOR_HORSE).play("amundsen take 1")
    assert t.list_row() == "yc ya ga"
    assert t.state.removed == ["gh"]
    assert t.state.explorers["amundsen"].patron == ""
    assert t.list_announced()[1] == "Amundsen’s Army Officer removes a green Horse from the game."
    t.play("scott take 1")
    assert t.list_row() == "bh yc ya", "only the first"


def test_a13_3_the_first_two_dogs_are_removed():
    t = make_table(row="ya ga ra", deck="gd rd bh yd", **OFFICER_FOR_TWO_DOGS).play("amundsen take 1")
    assert t.list_row() == "bh ya ga"
    assert t.state.removed == ["gd", "rd"]
    assert t.play("scott take 1").list_row() == "yd bh ya"


def test_a13_3_the_officer_waits_for_the_second_dog():
    t = make_table(row="ya ga ra", deck="gd gh bh rd yd", **OFFICER_FOR_TWO_DOGS).play("amundsen take 1")
    assert t.build_view(None).explorers[1].officer == 1
    assert t.build_view(None).explorers[1].patron == "army-officer"
    t.play("scott take 1", "amundsen take 1")
    assert t.state.removed == ["gd", "rd"]
    assert t.build_view(None).explorers[1].patron == ""


@pytest.mark.parametrize(("side", "kind", "most"), [("amundsen", "h", 1), ("scott", "d", 2)])
def test_a13_3_the_first_row_counts_already(side: Side, kind: str, most: int):
    for seed in map(str, range(400)):
        t = start_table(seed, patrons="yes", explorers="random", row="6")
        if t.state.removed and t.state.removed[0][1] == kind:
            taken = [card for card in t.state.removed if card[1] == kind]
            assert len(t.state.row) == 6
            assert len(taken) + t.state.explorers[side].officer == most
            return
    raise AssertionError("no animal ever came into a first row")


def test_a13_3_removed_cards_never_come_back():
    t = make_table(row="ya ga ra", deck="gh", rest_discarded=True, **OFFICER_FOR_HORSE)
    t.play("amundsen take 1")
    assert t.state.shuffles == 1
    assert "gh" not in [*t.state.deck, *t.state.row, *t.state.discards]
    assert t.build_view(None).removed == ("gh",)


@pytest.mark.parametrize(("side", "patron"), [("amundsen", "philanthropist"), ("scott", "politician")])
def test_a13_4_once_a_card_of_any_colour(side: Side, patron: str):
    t = make_table(spaces=(3, 3), to_move=side, patrons={side: patron})
    assert t.list_words(f"{side} advance 1") == ["pw"]
    assert t.list_spots(f"{side} advance 1") == {"pw": "patron"}
    t.play(f"{side} advance 1 pw")
    assert t.describe_space(side) == 4
    assert t.build_view(None).explorers[SIDES.index(side)].patron == ""
    assert t.list_discards() == ""


def test_a13_4_it_is_offered_last_and_named():
    t = make_table(amundsen="ra rb rd", patrons={"amundsen": "philanthropist"})
    assert t.read_labels("amundsen advance 1") == {
        "ra": "red Advance",
        "rb": "red Blizzard",
        "rd": "red Dog",
        "pw": "Philanthropist",
    }


def test_a13_4_it_is_no_card_in_hand():
    t = make_table(amundsen="ra ra ra ga ga ya", row="ya ga rb", patrons={"amundsen": "philanthropist"})
    assert "1" in t.list_words("amundsen take"), "it fills no room"
    assert "pw" not in t.read_labels("amundsen take 2")
    t = make_table(amundsen="rs", scott="", row="ya ga rb", patrons={"scott": "politician"}).play("amundsen take 2 rs")
    assert t.list_announced()[-1] == "Drop Supplies has no effect. Scott holds no card (A10)."


def test_a14_six_cards_lie_open_and_three_can_be_taken():
    t = make_table(amundsen="rb gb yb", row="yc gc ba ya ga ra", deck="bc rc gd")
    assert t.list_words("amundsen take") == ["1", "2", "3"]
    t.play("amundsen take 3 rb+gb+yb")
    assert t.list_hand("amundsen") == "ra ga ya"
    assert t.list_row() == "gd rc bc yc gc ba"


def test_a14_the_option_lays_out_six():
    t = start_table(row="6").play("amundsen choose amundsen")
    assert len(t.state.row) == t.build_view(None).row_size == 6
    assert len(t.state.deck) == 55 - 6 - 2


def test_a15_only_the_board_is_marked_as_ours():
    components = load_game().components
    sources = {name: getattr(components, name).source for name in ("deck", "limits", "patrons", "track")}
    assert sources == {"deck": "rules", "limits": "rules", "patrons": "rules", "track": "house"}


def test_a15_the_routes_are_equally_long_and_never_repeat_a_colour():
    track = load_game().components.track
    for route in (track.amundsen, track.scott):
        assert len(route.colours) == 11
        assert all(one != other for one, other in zip(route.colours, route.colours[1:], strict=False))
        assert len(set(route.colours[:3])) == 3


def test_a15_1_what_is_left_out_is_named():
    left_out = next(rule.text for rule in rulebook("amundsen") if rule.number == "A15.1")
    assert all(name in left_out for name in ("Food Depots", "Damned Weather", "The Way Back"))
    assert {setting.name for setting in load_game().settings} == {
        "explorers",
        "patrons",
        "row",
        "open-deck",
        "wild-at-pole",
    }
