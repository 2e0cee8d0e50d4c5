"""A6 and A7: losing the route, penalties and the way back."""

from __future__ import annotations

import pytest

from engine.games.amundsen.state import Side
from tests.rules.amundsen.play import make_table

RETURN_ROUTES: dict[Side, dict[str, str]] = {
    # From each "?" with a red, green, blue and yellow card; "-" is no way back, 0 the ship.
    "amundsen": {
        "q2": "1 0 0 0",
        "q3": "1 0 0 2",
        "q4": "1 3 - 2",
        "q5": "4 3 - 2",
        "q6": "4 3 - 5",
        "q7": "6 3 - 5",
        "q8": "6 7 - 5",
        "q9": "8 7 - 5",
        "q10": "8 7 - 9",
        "q11": "8 10 - 9",
    },
    "scott": {
        "q2": "0 0 0 1",
        "q3": "0 2 0 1",
        "q4": "- 2 3 1",
        "q5": "- 2 3 4",
        "q6": "- 5 3 4",
        "q7": "- 5 6 4",
        "q8": "- 5 6 7",
        "q9": "- 5 8 7",
        "q10": "- 9 8 7",
        "q11": "- 9 8 10",
    },
}


def test_a6_two_blizzards_make_scott_lose_the_route():
    t = make_table(amundsen="rb gb", spaces=(0, 5))
    assert t.list_spots("amundsen")["blizzard"] == "scott-q5"
    t.play("amundsen blizzard gb+rb")
    assert t.describe_space("scott") == "q5"
    assert t.list_discards() == "gb rb"
    assert t.list_announced() == [
        "Ana plays green Blizzard, red Blizzard: Ben loses the route and stands on the “?” behind space 5."
    ]


def test_a6_two_crevasses_make_amundsen_lose_the_route():
    t = make_table(scott="bc bc", spaces=(11, 0), to_move="scott").play("scott crevasse bc+bc")
    assert t.describe_space("amundsen") == "q11"


def test_a6_every_pair_is_offered():
    t = make_table(amundsen="rb rb gb yb", spaces=(0, 5))
    assert t.list_words("amundsen blizzard") == ["gb+rb", "gb+yb", "rb+rb", "rb+yb"]


def test_a6_one_is_not_enough_and_the_other_kind_does_not_serve():
    t = make_table(amundsen="rb rc gc", spaces=(0, 5))
    assert t.read_refusal("amundsen blizzard") == "It takes two of them to make Scott lose the route (A6)."
    assert (
        t.read_refusal("amundsen crevasse")
        == "From Amundsen, a Crevasse only works against a rival who is lost already (A6.3)."
    )


@pytest.mark.parametrize("space", [0, 1])
def test_a6_1_there_is_nothing_to_lose_near_the_ship(space: int):
    t = make_table(amundsen="rb gb", spaces=(0, space))
    assert t.read_refusal("amundsen blizzard") == "Scott has no “?” behind him yet (A6.1)."
    assert make_table(amundsen="rb gb", spaces=(0, 2)).play("amundsen blizzard gb+rb").describe_space("scott") == "q2"


def test_a6_2_what_a_lost_explorer_may_do():
    t = make_table(amundsen="ra yb gb co eq bd", scott="", spaces=(5, 6), lost=["amundsen"])
    assert t.list_words("amundsen") == ["take", "blizzard", "return", "equipment"]
    lost = "You are lost: play a card to get back to the route first (A6.2)."
    assert t.read_refusal("amundsen advance") == t.read_refusal("amundsen compass") == lost
    assert "pole" not in t.read_labels("amundsen")
    t.play("amundsen blizzard gb+yb")
    assert t.describe_space("scott") == "q6"


@pytest.mark.parametrize(
    ("side", "verb", "card"),
    [
        ("amundsen", "blizzard", "rb"),
        ("amundsen", "crevasse", "rc"),
        ("scott", "blizzard", "rb"),
        ("scott", "crevasse", "rc"),
    ],
)
def test_a6_3_one_card_of_either_kind_sends_a_lost_rival_back(side: Side, verb: str, card: str):
    rival: Side = "scott" if side == "amundsen" else "amundsen"
    t = make_table(**{side: card}, spaces=(7, 7), lost=[rival], to_move=side)
    assert t.list_spots(side)[verb] == f"{rival}-q6"
    t.play(f"{side} {verb} {card}")
    assert t.describe_space(rival) == "q6"


def test_a6_3_the_route_is_not_lost_again_by_it():
    t = make_table(amundsen="rb", spaces=(0, 7), lost=["scott"]).play("amundsen blizzard rb")
    assert t.play("scott take 1", "amundsen take 1").describe_space("scott") == "q6"


def test_a6_4_on_the_first_question_mark_nobody_falls_back():
    t = make_table(amundsen="rb rc", spaces=(0, 2), lost=["scott"])
    assert (
        t.read_refusal("amundsen blizzard")
        == t.read_refusal("amundsen crevasse")
        == ("Scott is on the first “?”: there is none behind it (A6.4).")
    )


def test_a6_5_a_pair_is_not_played_on_a_lost_rival():
    t = make_table(amundsen="rb gb", spaces=(0, 7), lost=["scott"])
    assert t.list_words("amundsen blizzard") == ["gb", "rb"]
    assert t.read_refusal("amundsen blizzard gb+rb").startswith("“gb+rb” is not a choice here.")


# ---------------------------------------------------------------- A7 back to the route
@pytest.mark.parametrize(("side", "mark"), [(side, mark) for side, marks in RETURN_ROUTES.items() for mark in marks])
def test_a7_a_card_leads_to_the_nearest_space_of_its_colour(side: Side, mark: str):
    space = int(mark[1:])
    for colour, expected in zip("rgby", RETURN_ROUTES[side][mark].split(), strict=True):
        card = colour + ("b" if colour != "b" else "c")
        t = make_table(**{side: card}, spaces=(space, space), lost=[side], to_move=side)
        if expected == "-":
            assert t.read_refusal(f"{side} return") == "You have no card of a colour that lies behind you (A7)."
            continue
        assert t.list_words(f"{side} return") == [expected], (colour, t)
        t.play(f"{side} return {expected} {card}")
        assert t.describe_space(side) == int(expected), t
        assert t.list_discards() == card


def test_a7_the_turn_is_over_then():
    t = make_table(amundsen="rb", spaces=(5, 0), lost=["amundsen"]).play("amundsen return 4 rb")
    assert t.asked_sides() == ["scott"]
    assert t.list_announced() == ["Ana is back on the route with red Blizzard, on space 4."]


def test_a7_the_ways_back_are_shown_nearest_first_with_the_reason_against_them():
    t = make_table(amundsen="ya", spaces=(7, 0), lost=["amundsen"])
    assert t.read_labels("amundsen return") == {
        "6": "You have no card that leads there (A7).",
        "5": "Space 5 (yellow)",
        "3": "You have no card that leads there (A7).",
    }
    assert t.list_spots("amundsen return") == {"5": "amundsen-5"}
    assert t.list_words("amundsen return 5") == ["ya"]


def test_a7_1_an_own_animal_leads_to_any_of_them():
    t = make_table(amundsen="bd", spaces=(7, 0), lost=["amundsen"])
    assert t.list_words("amundsen return") == ["6", "5", "3"]
    assert t.play("amundsen return 3 bd").describe_space("amundsen") == 3


def test_a7_1_plain_cards_are_offered_before_animals():
    t = make_table(amundsen="bd ra rb", spaces=(7, 0), lost=["amundsen"])
    assert t.list_words("amundsen return 6") == ["ra", "rb", "bd"]
    assert t.list_spots("amundsen return 6") == {"ra": "hand-1", "rb": "hand-2", "bd": "hand-0"}


def test_a7_1_a_wild_patron_leads_back_too():
    t = make_table(scott="", spaces=(0, 7), lost=["scott"], to_move="scott", patrons={"scott": "politician"})
    assert t.list_words("scott return 6") == ["pw"]
    t.play("scott return 6 pw")
    assert t.describe_space("scott") == 6
    assert t.state.explorers["scott"].patron == ""


def test_a7_2_near_the_ship_a_strange_colour_leads_home():
    t = make_table(amundsen="ba ga", spaces=(3, 0), lost=["amundsen"])
    assert t.read_labels("amundsen return")["0"] == "The ship"
    assert t.list_spots("amundsen return")["0"] == "amundsen-0"
    assert t.list_words("amundsen return 0") == ["ba", "ga"]
    t.play("amundsen return 0 ba")
    assert t.describe_space("amundsen") == 0
    assert t.list_announced() == ["Ana is back on the ship with blue Advance."]


def test_a7_2_a_wild_card_may_lead_home_or_not():
    t = make_table(scott="bh", spaces=(0, 3), lost=["scott"], to_move="scott")
    assert t.list_words("scott return") == ["2", "1", "0"]


def test_a7_3_further_on_a_strange_colour_is_of_no_use():
    t = make_table(scott="ra rb", spaces=(0, 4), lost=["scott"], to_move="scott")
    assert t.read_refusal("scott return") == "You have no card of a colour that lies behind you (A7)."
    assert t.list_words("scott") == ["take"]
