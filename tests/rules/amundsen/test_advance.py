"""A4 and A5: the way to the Pole."""

from __future__ import annotations

import pytest

from engine.games.amundsen.state import Side
from tests.rules.amundsen.play import load_game, make_table


@pytest.mark.parametrize(
    ("spaces", "hand", "payment"),
    [
        (1, "ra", "ra"),
        (2, "ra yb yc", "ra+yb+yc"),
        (3, "ra yb yc ga gh", "ga+gh+ra+yb+yc"),
        (4, "ra yb yc ga gh rb rc", "ga+gh+ra+rb+rc+yb+yc"),
    ],
)
def test_a4_one_three_five_or_seven_cards(spaces: int, hand: str, payment: str):
    t = make_table(amundsen=hand).play(f"amundsen advance {spaces} {payment}")
    assert t.describe_space("amundsen") == spaces
    assert t.list_hand("amundsen") == ""
    assert sorted(t.list_discards().split()) == payment.split("+")


def test_a4_one_card_for_the_first_and_two_for_each_further_space():
    t = make_table(amundsen="ra ya")
    assert t.list_words("amundsen advance") == ["1"]
    assert t.read_labels("amundsen advance")["2"] == "Space 2 is yellow: you are one card short of the price (A4)."
    assert t.read_labels("amundsen advance")["4"] == "Space 4 is red: you are 5 cards short of the price (A4)."


def test_a4_the_same_colour_twice_ahead_costs_three_of_it():
    # Spaces 4 to 6 of Amundsen's route are red, yellow, red: from space 3 that is three red cards and two yellow ones.
    t = make_table(amundsen="ra rb ya yb rc", spaces=(3, 0))
    assert t.list_words("amundsen advance") == ["1", "2", "3"]
    assert t.play("amundsen advance 3 ra+rb+rc+ya+yb").describe_space("amundsen") == 6


def test_a4_four_spaces_are_the_most():
    assert len(make_table(amundsen="ra").read_labels("amundsen advance")) == 4


def test_a4_without_a_card_of_the_next_colour_nobody_advances():
    t = make_table(amundsen="ya gb")
    assert t.read_refusal("amundsen advance") == "Space 1 is red: you have no red card and no Dog (A4)."
    t = make_table(scott="ba gb", to_move="scott")
    assert t.read_refusal("scott advance") == "Space 1 is yellow: you have no yellow card and no Horse (A4)."


def test_a4_1_any_card_counts_as_its_colour():
    for card in ("ra", "rb", "rc", "rs", "rh"):
        assert make_table(amundsen=card).play(f"amundsen advance 1 {card}").describe_space("amundsen") == 1
    for card in ("ya", "yb", "yc", "yw", "yd"):
        assert make_table(scott=card, to_move="scott").play(f"scott advance 1 {card}").describe_space("scott") == 1


def test_a4_1_the_rivals_animal_is_no_wild_card():
    assert make_table(amundsen="gh").list_words("amundsen") == ["take"]


def test_a4_2_own_animals_count_as_any_colour():
    assert make_table(amundsen="bd").play("amundsen advance 1 bd").describe_space("amundsen") == 1
    assert make_table(scott="rh", to_move="scott").play("scott advance 1 rh").describe_space("scott") == 1


def test_a4_2_any_number_of_them():
    t = make_table(amundsen="rd rd gd bd yd")
    assert t.play("amundsen advance 3 bd+gd+rd+rd+yd").describe_space("amundsen") == 3


def test_a4_2_an_own_animal_is_one_card_whatever_it_counts_as():
    t = make_table(amundsen="rd ya")
    assert t.list_words("amundsen advance") == ["1"]
    assert t.read_labels("amundsen advance")["2"] == "Space 2 is yellow: you are one card short of the price (A4)."


def test_a4_2_every_way_to_pay_is_offered_the_plain_ones_first():
    t = make_table(amundsen="ra rc rb yd gd ba")
    assert t.list_words("amundsen advance 1") == ["ra", "rc", "rb", "gd", "yd"]
    t = make_table(amundsen="rc rh gd")
    assert t.list_words("amundsen advance 1") == ["rh", "rc", "gd"], "Scott’s animal before what could harm him"
    t = make_table(amundsen="ra ya yc gd")
    assert t.list_words("amundsen advance 2") == ["ra+ya+yc", "gd+ra+ya", "gd+ra+yc", "gd+ya+yc"]


def test_a4_2_labels_name_the_cards():
    t = make_table(amundsen="ra yd yd rd")
    assert t.read_labels("amundsen advance 2") == {
        "ra+rd+yd": "red Advance, red Dog, yellow Dog",
        "ra+yd+yd": "red Advance, 2 yellow Dogs",
        "rd+yd+yd": "red Dog, 2 yellow Dogs",
    }


def test_a4_2_long_payments_are_named_by_what_stays():
    t = make_table(amundsen="ra rb rc ya yb ga gb")
    assert t.read_labels("amundsen advance 4") == {"ga+gb+ra+rb+rc+ya+yb": "All your cards"}
    t = make_table(amundsen="ra rb rc ya yb ga gb", patrons={"amundsen": "philanthropist"})
    assert t.read_labels("amundsen advance 4")["ga+gb+ra+rb+rc+ya+yb"] == "All but Philanthropist"
    assert t.read_labels("amundsen advance 4")["ga+gb+pw+ra+rb+ya+yb"] == "All but red Crevasse"


def test_a4_3_no_blue_for_amundsen_and_no_red_for_scott():
    track = load_game().components.track
    assert set(track.amundsen.colours) == set("ryg")
    assert set(track.scott.colours) == set("byg")


def test_a4_4_an_advance_ends_on_the_last_space():
    t = make_table(amundsen="ya ya ya gd gd", spaces=(10, 0))
    assert list(t.read_labels("amundsen advance")) == ["1"]
    assert t.play("amundsen advance 1 ya").describe_space("amundsen") == 11
    t = make_table(amundsen="ra ya", spaces=(11, 0))
    assert (
        t.read_refusal("amundsen advance") == "Only the Pole lies ahead: reach it with one card of each colour (A4.4)."
    )


def test_a4_5_a_payment_is_exact():
    t = make_table(amundsen="ra rb yb yc")
    assert t.read_refusal("amundsen advance 1 ra+rb").startswith("“ra+rb” is not a choice here.")
    assert t.read_refusal("amundsen advance 2 ra+yb").startswith("“ra+yb” is not a choice here.")
    assert t.read_refusal("amundsen advance 2 ra+rb+yb").startswith("“ra+rb+yb” is not a choice here.")


def test_a4_5_not_even_a_wild_card_too_many():
    t = make_table(amundsen="ra gd bd yb yc ga", patrons={"amundsen": "philanthropist"})
    for spaces, price in ((1, 1), (2, 3), (3, 5)):
        payments = t.list_words(f"amundsen advance {spaces}")
        assert payments
        assert {len(payment.split("+")) for payment in payments} == {price}
    for fare in ("1 gd+ra", "1 pw+ra", "2 gd+ra", "2 gd+ra+yb+yc", "2 pw+ra+yb+yc"):
        assert t.read_refusal(f"amundsen advance {fare}").endswith(")"), fare
    t.play("amundsen advance 1 ra")
    assert t.list_hand("amundsen") == "gd bd yb yc ga", "what was not named stays"
    assert t.state.explorers["amundsen"].patron == "philanthropist"
    t = make_table(amundsen="ra gd ba ya ga", spaces=(11, 0))
    assert {len(payment.split("+")) for payment in t.list_words("amundsen pole")} == {4}


# ---------------------------------------------------------------- A5 the Pole
def test_a5_one_card_of_each_colour():
    t = make_table(amundsen="ra gb bc yw", spaces=(11, 0))
    assert t.play("amundsen pole bc+gb+ra+yw").describe_space("amundsen") == 12


def test_a5_a_missing_colour_is_named():
    t = make_table(amundsen="ra gb ya yb", spaces=(11, 0))
    assert t.read_refusal("amundsen pole") == "The Pole takes one card of each colour; you lack blue (A5)."


def test_a5_from_the_last_space_only():
    t = make_table(amundsen="ra ga ba ya", spaces=(10, 0))
    assert "pole" not in t.read_labels("amundsen")
    assert t.read_refusal("amundsen pole").startswith(
        "The step to the Pole is made from space 11; you stand on 10 (A5)."
    )
    t = make_table(amundsen="ra ga ba ya", spaces=(10, 3), lost=["amundsen"])
    assert t.read_refusal("amundsen pole").startswith(
        "You are lost: play a card to get back to the route first (A6.2)."
    )
    t = make_table(amundsen="ra ga ba ya", spaces=(11, 3), lost=["amundsen"])
    assert t.read_refusal("amundsen pole") == "You are lost: play a card to get back to the route first (A6.2)."


@pytest.mark.parametrize(
    ("verb", "reason"),
    [
        ("blizzard", "You hold no Blizzard (A6)."),
        ("crevasse", "You hold no Crevasse (A6)."),
        ("return", "You are on your route, so there is nothing to get back to (A7)."),
        ("compass", "You hold no Compass (A8)."),
        ("equipment", "You hold no Equipment Loss (A9)."),
        ("freeze", "Nobody freezes before the deck has run out for the second time (A2.4)."),
        ("choose", "The explorers are chosen (A1.1)."),
    ],
)
def test_a1_3_a_turn_that_is_not_even_listed_is_refused_with_its_rule(verb: str, reason: str):
    t = make_table(amundsen="ra ga", spaces=(3, 3))
    assert t.read_refusal(f"amundsen {verb}").startswith(reason)


def test_a5_every_set_of_four_is_offered():
    t = make_table(amundsen="ra rc gb ba ya yc", spaces=(11, 0))
    assert t.list_words("amundsen pole") == ["ba+gb+ra+ya", "ba+gb+ra+yc", "ba+gb+rc+ya", "ba+gb+rc+yc"]


def test_a5_1_not_with_a_compass_in_hand():
    t = make_table(amundsen="ra ga ba ya co", spaces=(11, 0))
    assert t.read_refusal("amundsen pole") == "You hold a Compass: play it before you step to the Pole (A5.1)."


@pytest.mark.parametrize(
    ("side", "hand", "payment"), [("amundsen", "ra gd gd ya", "gd+gd+ra+ya"), ("scott", "rh gh bh yh", "bh+gh+rh+yh")]
)
def test_a5_2_own_animals_stand_in(side: Side, hand: str, payment: str):
    t = make_table(**{side: hand}, spaces=(11, 11), to_move=side)
    assert t.list_words(f"{side} pole") == [payment]


def test_a5_2_unless_the_option_says_no():
    t = make_table(amundsen="ra gd gd ya", spaces=(11, 0), wild_at_pole="no", patrons={"amundsen": "philanthropist"})
    assert t.read_refusal("amundsen pole") == "The Pole takes one card of each colour; you lack blue (A5)."
    t = make_table(amundsen="ra gd bd ya", spaces=(11, 0), wild_at_pole="no", patrons={"amundsen": "philanthropist"})
    assert t.list_words("amundsen pole") == ["bd+gd+ra+ya"], "they count as the colour on them"


def test_a5_2_a_wild_patron_stands_in_too():
    t = make_table(scott="ra ga ya", spaces=(0, 11), to_move="scott", patrons={"scott": "politician"})
    t.play("scott pole ga+pw+ra+ya")
    assert t.list_announced() == [
        "Ben reaches the South Pole with green Advance, Politician, red Advance, yellow Advance!"
    ]
    assert t.build_view(None).winner == "scott"


@pytest.mark.parametrize(
    ("plain", "first", "second"),
    [
        ("ba ga ra", "ba+ga+pw+ra", "bd+gd+rd+yd"),
        ("ga ra ya", "bd+gd+rd+yd", "ga+pw+ra+ya"),
    ],
)
def test_a5_2_a_wild_patron_is_as_dear_as_four_animals(plain: str, first: str, second: str):
    """Of two payments of the same price, the first in the alphabet is offered first."""
    t = make_table(amundsen=f"{plain} bd gd rd yd", spaces=(11, 0), patrons={"amundsen": "philanthropist"})
    offers = t.list_words("amundsen pole")
    assert offers.index(second) == offers.index(first) + 1


def test_payments_mark_their_cards_and_name_the_shared_ones_last():
    t = make_table(amundsen="rs yw rb rd")
    payments = [one for one in t.options("amundsen advance 2").values() if one.why_not is None]
    assert {one.word: one.spot for one in payments}["rd+rs+yw"] == "hand-3 hand-0 hand-1"
    assert "red Drop Supplies, red Dog, yellow Good Weather" in t.read_labels("amundsen advance 2").values()
