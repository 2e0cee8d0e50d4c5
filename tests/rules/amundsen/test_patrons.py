"""A13 to A15: patrons, the advanced row, and what is ours."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.amundsen.flow import PATRONS
from engine.games.amundsen.state import SIDES, Side
from engine.rulebook import rules as rulebook
from tests.rules.amundsen.play import Table, game, opening, table

FOR_A_HORSE = {"patrons": {"amundsen": "army-officer"}, "officers": {"amundsen": 1}}
FOR_TWO_DOGS = {"patrons": {"scott": "army-officer"}, "officers": {"scott": 2}}


def with_patron(side: Side, patron: str, **options: str) -> Table:
    """An opening in which a side has drawn this patron."""
    for seed in map(str, range(200)):
        t = opening(seed, patrons="yes", **options)
        if not t.state.explorers:
            t.play("amundsen choose amundsen")
        if any(
            f"{'Amundsen' if side == 'amundsen' else 'Scott'} has a patron: the {patron}." in text for text in t.news()
        ):
            return t
    raise AssertionError(f"nobody ever drew the {patron}")


def test_a13_each_explorer_draws_one_of_four_after_the_choice():
    news = [
        text
        for seed in map(str, range(80))
        for text in opening(seed, patrons="yes").play("amundsen choose scott").news()
    ]
    drawn = Counter(text for text in news if "patron" in text)
    assert len(drawn) == 8
    assert min(drawn.values()) > 8
    assert {side: len(patrons) for side, patrons in PATRONS.items()} == {"amundsen": 4, "scott": 4}


def test_a13_without_the_option_there_are_none():
    t = opening().play("amundsen choose amundsen")
    assert [explorer.patron for explorer in t.seen(None).explorers] == ["", ""]


@pytest.mark.parametrize(("side", "patron", "size"), [("amundsen", "Architect", 3), ("scott", "Engineer", 4)])
def test_a13_1_a_larger_first_hand(side: Side, patron: str, size: int):
    t = with_patron(side, patron)
    rival: Side = "scott" if side == "amundsen" else "amundsen"
    assert len(t.hand(side).split()) == size
    assert t.hand_seen(side, by=rival) == " ".join(["--"] * size)
    assert t.state.explorers[side].patron == "", "it is used up"


@pytest.mark.parametrize(("side", "patron"), [("amundsen", "Press Baron"), ("scott", "Show Manager")])
def test_a13_2_a_start_on_the_first_space(side: Side, patron: str):
    t = with_patron(side, patron)
    assert t.space(side) == 1
    assert t.state.explorers[side].patron == ""


def test_a13_3_the_first_horse_is_removed():
    t = table(row="ya ga ra", deck="gh yc bh", **FOR_A_HORSE).play("amundsen take 1")
    assert t.row() == "yc ya ga"
    assert t.state.removed == ["gh"]
    assert t.state.explorers["amundsen"].patron == ""
    assert t.news()[1] == "Amundsen’s Army Officer removes a green Horse from the game."
    t.play("scott take 1")
    assert t.row() == "bh yc ya", "only the first"


def test_a13_3_the_first_two_dogs_are_removed():
    t = table(row="ya ga ra", deck="gd rd bh yd", **FOR_TWO_DOGS).play("amundsen take 1")
    assert t.row() == "bh ya ga"
    assert t.state.removed == ["gd", "rd"]
    assert t.play("scott take 1").row() == "yd bh ya"


def test_a13_3_the_officer_waits_for_the_second_dog():
    t = table(row="ya ga ra", deck="gd gh bh rd yd", **FOR_TWO_DOGS).play("amundsen take 1")
    assert t.seen(None).explorers[1].officer == 1
    assert t.seen(None).explorers[1].patron == "army-officer"
    t.play("scott take 1", "amundsen take 1")
    assert t.state.removed == ["gd", "rd"]
    assert t.seen(None).explorers[1].patron == ""


@pytest.mark.parametrize(("side", "kind", "most"), [("amundsen", "h", 1), ("scott", "d", 2)])
def test_a13_3_the_first_row_counts_already(side: Side, kind: str, most: int):
    for seed in map(str, range(400)):
        t = opening(seed, patrons="yes", explorers="random", row="6")
        if t.state.removed and t.state.removed[0][1] == kind:
            taken = [card for card in t.state.removed if card[1] == kind]
            assert len(t.state.row) == 6
            assert len(taken) + t.state.explorers[side].officer == most
            return
    raise AssertionError("no animal ever came into a first row")


def test_a13_3_removed_cards_never_come_back():
    t = table(row="ya ga ra", deck="gh", rest_discarded=True, **FOR_A_HORSE)
    t.play("amundsen take 1")
    assert t.state.shuffles == 1
    assert "gh" not in [*t.state.deck, *t.state.row, *t.state.discards]
    assert t.seen(None).removed == ("gh",)


@pytest.mark.parametrize(("side", "patron"), [("amundsen", "philanthropist"), ("scott", "politician")])
def test_a13_4_once_a_card_of_any_colour(side: Side, patron: str):
    t = table(spaces=(3, 3), to_move=side, patrons={side: patron})
    assert t.offers(f"{side} advance 1") == ["pw"]
    assert t.spots(f"{side} advance 1") == {"pw": "patron"}
    t.play(f"{side} advance 1 pw")
    assert t.space(side) == 4
    assert t.seen(None).explorers[SIDES.index(side)].patron == ""
    assert t.discards() == ""


def test_a13_4_it_is_offered_last_and_named():
    t = table(amundsen="ra rb rd", patrons={"amundsen": "philanthropist"})
    assert t.shows("amundsen advance 1") == {
        "ra": "red Advance",
        "rb": "red Blizzard",
        "rd": "red Dog",
        "pw": "Philanthropist",
    }


def test_a13_4_it_is_no_card_in_hand():
    t = table(amundsen="ra ra ra ga ga ya", row="ya ga rb", patrons={"amundsen": "philanthropist"})
    assert "1" in t.offers("amundsen take"), "it fills no room"
    assert "pw" not in t.shows("amundsen take 2")
    t = table(amundsen="rs", scott="", row="ya ga rb", patrons={"scott": "politician"}).play("amundsen take 2 rs")
    assert t.news()[-1] == "Drop Supplies has no effect. Scott holds no card (A10)."


def test_a14_six_cards_lie_open_and_three_can_be_taken():
    t = table(amundsen="rb gb yb", row="yc gc ba ya ga ra", deck="bc rc gd")
    assert t.offers("amundsen take") == ["1", "2", "3"]
    t.play("amundsen take 3 rb+gb+yb")
    assert t.hand("amundsen") == "ra ga ya"
    assert t.row() == "gd rc bc yc gc ba"


def test_a14_the_option_lays_out_six():
    t = opening(row="6").play("amundsen choose amundsen")
    assert len(t.state.row) == t.seen(None).row_size == 6
    assert len(t.state.deck) == 55 - 6 - 2


def test_a15_only_the_board_is_house_data():
    components = game().components
    sources = {name: getattr(components, name).source for name in ("deck", "limits", "patrons", "track")}
    assert sources == {"deck": "rules", "limits": "rules", "patrons": "rules", "track": "house"}


def test_a15_the_routes_are_equally_long_and_never_repeat_a_colour():
    track = game().components.track
    for route in (track.amundsen, track.scott):
        assert len(route.colours) == 11
        assert all(one != other for one, other in zip(route.colours, route.colours[1:], strict=False))
        assert len(set(route.colours[:3])) == 3


def test_a15_1_what_is_left_out_is_named():
    left_out = next(rule.text for rule in rulebook("amundsen") if rule.number == "A15.1")
    assert all(name in left_out for name in ("Food Depots", "Damned Weather", "The Way Back"))
    assert {setting.name for setting in game().settings} == {"explorers", "patrons", "row", "open-deck", "wild-at-pole"}
