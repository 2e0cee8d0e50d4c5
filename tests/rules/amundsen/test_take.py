"""A3 and A10 to A12: taking cards, and the effects of discarded cards."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.amundsen.state import Side
from engine.kernel.menu import find_forced_move, passes_secret_menu
from tests.rules.amundsen.play import PlayedTable, make_table


def test_a3_nothing_for_one_one_for_two_three_for_three():
    given = {"amundsen": "rb gb yb", "row": "ya ga ra"}
    assert make_table(**given).play("amundsen take 1").list_hand("amundsen") == "rb gb yb ra"
    assert make_table(**given).play("amundsen take 2 gb").list_hand("amundsen") == "rb yb ra ga"
    t = make_table(**given).play("amundsen take 3 rb+gb+yb")
    assert t.list_hand("amundsen") == "ra ga ya"
    assert t.list_discards() == "rb gb yb"


def test_a3_there_is_no_other_way():
    t = make_table(amundsen="rb gb yb ra", row="ya ga rc")
    assert t.list_words("amundsen take") == ["1", "2", "3"]
    assert t.read_refusal("amundsen take 3 rb+gb") == "Choose 3 to 3 of these, not 2."
    assert t.read_refusal("amundsen take 2 rb+gb").startswith("“rb+gb” is not a choice here.")
    assert t.read_refusal("amundsen take 1 rb") == "“rb” is one word too many: the move is complete before it."
    assert t.read_refusal("amundsen take 0").startswith("“0” is not a choice here.")


def test_a3_not_without_the_cards_to_discard():
    needed = "You need a card to discard; Compass and Equipment Loss do not serve (A3.1)."
    assert make_table(amundsen="").read_refusal("amundsen take 2") == needed
    assert make_table(amundsen="rb gb").read_refusal("amundsen take 3").startswith("You need 3 cards to discard")


def test_a3_1_compass_and_equipment_loss_cannot_be_discarded():
    t = make_table(amundsen="co eq rb", row="ya ga ra")
    assert t.list_words("amundsen take") == ["1", "2"]
    assert t.list_words("amundsen take 2") == ["rb"]
    assert t.read_refusal("amundsen take 2 co") == "This card cannot be discarded in a Take (A3.1)."
    t = make_table(amundsen="co gb eq rb yb", row="ya ga ra")
    assert t.list_words("amundsen take 3") == ["gb", "rb", "yb"]
    assert t.read_refusal("amundsen take 3 co+gb+rb") == "This card cannot be discarded in a Take (A3.1)."


def test_a3_2_the_row_slides_right_and_fills_from_the_left():
    t = make_table(amundsen="rb", row="ya ga ra", deck="yc bc rc").play("amundsen take 1")
    assert t.list_row() == "yc ya ga"
    assert t.list_announced() == ["Ana takes red Advance.", "New in the row: yellow Crevasse."]
    assert t.barrier, "a new card has been seen"
    t = make_table(amundsen="rb", row="ya ga ra", deck="yc bc rc").play("amundsen take 2 rb")
    assert t.list_row() == "bc yc ya"
    assert t.list_discards() == "rb"


def test_a3_3_an_effect_may_be_used_after_the_row_is_filled():
    t = make_table(amundsen="rs", scott="ga", row="ya yb ra", deck="yc bc").play("amundsen take 2 rs")
    assert t.list_row() == "bc yc ya"
    assert t.asked_sides() == ["amundsen"]
    assert t.list_words("amundsen effect") == ["supplies", "skip"]
    t.play("amundsen effect supplies")
    assert t.list_hand("amundsen") == "ra yb ga"
    assert t.asked_sides() == ["scott"]


def test_a3_3_it_may_be_left():
    t = make_table(amundsen="rs", scott="ga", row="ya yb ra").play("amundsen take 2 rs", "amundsen effect skip")
    assert t.list_hand("amundsen") == "ra yb"
    assert t.list_hand("scott") == "ga"
    assert t.asked_sides() == ["scott"]


def test_a3_3_only_one_of_several():
    t = make_table(amundsen="rs bx gw", scott="ga gd gh", row="ya yb ra").play("amundsen take 3 rs+bx+gw")
    assert t.list_words("amundsen effect") == ["supplies", "sacrifice", "weather", "skip"]
    t.play("amundsen effect sacrifice")
    assert t.asked_sides() == ["scott"]


def test_a3_3_two_of_a_kind_are_one_choice():
    t = make_table(amundsen="rs rs gc", scott="ga", row="ya yb ra").play("amundsen take 3 rs+rs2+gc")
    assert t.list_words("amundsen effect") == ["supplies", "skip"]


def test_a3_3_an_effect_that_cannot_be_used_is_not_asked_for():
    t = make_table(amundsen="rs", scott="", row="ya yb ra").play("amundsen take 2 rs")
    assert t.asked_sides() == ["scott"]
    assert t.list_announced()[-1] == "Drop Supplies has no effect. Scott holds no card (A10)."


def test_a3_3_an_effect_that_cannot_be_used_is_shown_with_the_reason_beside_one_that_can():
    t = make_table(amundsen="rs bx ga ga ya rb rb", scott="gh", row="yc yb ra").play("amundsen take 3 rs+bx+ga")
    assert t.list_words("amundsen effect") == ["sacrifice", "skip"]
    assert t.read_labels("amundsen effect")["supplies"] == "There is no room in a hand of 7 cards (A2)."


def test_a3_4_of_equal_cards_the_best_known_leaves_first():
    t = make_table(amundsen="ra? ra gb", row="ya ga rc")
    assert t.list_spots("amundsen take 2") == {"ra": "hand-1", "gb": "hand-2"}
    t.play("amundsen take 2 ra")
    assert t.describe_visible_hand("amundsen", by="scott") == "-- gb rc ga"
    t = make_table(amundsen="ra? ra! ra").play("amundsen advance 1 ra")
    assert t.describe_visible_hand("amundsen", by="scott") == "-- ra"
    assert t.describe_visible_hand("amundsen", by=None) == "-- --"


def test_a3_4_further_copies_are_numbered_where_several_cards_are_picked():
    t = make_table(amundsen="ra? yb ra ra!", row="ya ga rc")
    assert t.list_spots("amundsen take 3") == {"ra3": "hand-0", "yb": "hand-1", "ra": "hand-2", "ra2": "hand-3"}
    t.play("amundsen take 3 ra+ra2+yb")
    assert t.describe_visible_hand("amundsen", by="scott") == "-- rc ga ya"


# ---------------------------------------------------------------- A10 Drop Supplies
def test_a10_drop_supplies_takes_any_card_of_the_rival():
    tables = [make_table(amundsen="rs", scott="ga yb co", row="ya yb ra", seed=seed) for seed in map(str, range(60))]
    stolen = Counter(
        t.play("amundsen take 2 rs", "amundsen effect supplies").list_hand("amundsen")[-2:] for t in tables
    )
    assert set(stolen) == {"ga", "yb", "co"}
    assert min(stolen.values()) > 10


def test_a10_not_without_room():
    t = make_table(amundsen="rs ra ra ga ga ya ya", scott="ga", row="yc yb rb").play("amundsen take 3 rs+ra+ga")
    assert t.asked_sides() == ["scott"]
    assert t.list_announced()[-1] == "Drop Supplies has no effect. There is no room in a hand of 7 cards (A2)."


def test_a10_a_lost_explorer_may_use_it():
    t = make_table(amundsen="rs", scott="ga", row="ya yb ra", spaces=(4, 4), lost=["amundsen"]).play(
        "amundsen take 2 rs"
    )
    assert t.list_words("amundsen effect") == ["supplies", "skip"]


def test_a10_1_an_open_card_stays_open():
    t = make_table(amundsen="rs", scott="ga", row="ya yb ra").play("amundsen take 2 rs", "amundsen effect supplies")
    assert t.list_announced() == ["Ana uses Drop Supplies and takes the green Advance of Ben."]
    assert t.describe_visible_hand("amundsen", by=None) == "ra yb ga"
    assert t.barrier


def test_a10_1_a_hidden_card_is_known_to_the_two_players():
    t = make_table(amundsen="rs", scott="ga?", row="ya yb ra").play("amundsen take 2 rs", "amundsen effect supplies")
    assert t.list_announced() == ["Ana uses Drop Supplies and takes a hidden card of Ben."]
    assert t.list_announced("amundsen") == ["The card that you take is green Advance."]
    assert t.list_announced("scott") == ["The card that you lose is green Advance."]
    assert (
        t.describe_visible_hand("amundsen", by="amundsen")
        == t.describe_visible_hand("amundsen", by="scott")
        == "ra yb ga"
    )
    assert t.describe_visible_hand("amundsen", by=None) == "ra yb --"


def test_a10_1_stolen_back_it_is_still_known_to_two_only():
    t = make_table(amundsen="ga!", scott="rs", row="ya yb ra", to_move="scott").play(
        "scott take 2 rs", "scott effect supplies"
    )
    assert t.describe_visible_hand("scott", by="amundsen") == "ra yb ga"
    assert t.describe_visible_hand("scott", by=None) == "ra yb --"


# ---------------------------------------------------------------- A11 Sacrifice
@pytest.mark.parametrize(
    ("by", "keeps", "loses"), [("amundsen", "rd gd ya", "gh yh gw"), ("scott", "ya gh yh", "rd gd gw")]
)
def test_a11_sacrifice_takes_good_weather_and_the_rivals_own_animals(by: Side, keeps: str, loses: str):
    rival: Side = "scott" if by == "amundsen" else "amundsen"
    t = make_table(**{by: "bx", rival: "rd gd ya gh yh gw"}, row="ya yb ra", to_move=by)
    t.play(f"{by} take 2 bx", f"{by} effect sacrifice")
    assert t.list_hand(rival).split() == keeps.split()
    assert Counter(t.list_discards().split()) == Counter([*loses.split(), "bx"])


def test_a11_the_hand_is_shown_even_if_nothing_goes():
    t = make_table(amundsen="bx", scott="ya? gd?", row="ra yb ra").play(
        "amundsen take 2 bx", "amundsen effect sacrifice"
    )
    assert t.list_announced() == [
        "Ana uses Sacrifice: Ben shows yellow Advance, green Dog.",
        "Ben has nothing to discard.",
    ]
    assert t.describe_visible_hand("scott", by=None) == "ya gd"
    assert t.barrier


def test_a11_not_against_an_empty_hand():
    t = make_table(amundsen="bx", scott="", row="ya yb ra").play("amundsen take 2 bx")
    assert t.asked_sides() == ["scott"]
    assert t.list_announced()[-1] == "Sacrifice has no effect. Scott holds no card (A11)."


def test_a11_it_needs_no_room_in_hand():
    t = make_table(amundsen="bx ra ra ga ga ya ya", scott="gh", row="yc yb rb").play("amundsen take 3 bx+ra+ga")
    assert t.list_words("amundsen effect") == ["sacrifice", "skip"]


# ---------------------------------------------------------------- A12 Good Weather
def use_good_weather(card: str, space: int = 3) -> PlayedTable:
    """Let Amundsen, by default before a red space, use Good Weather and draw this card."""
    t = make_table(amundsen="gw", row="ya yb ra", deck=f"gc bc {card}", spaces=(space, 0))
    return t.play("amundsen take 2 gw", "amundsen effect weather")


def test_a12_good_weather_draws_the_top_card():
    t = use_good_weather("yc")
    assert t.list_hand("amundsen") == "ra yb yc"
    assert t.list_announced() == ["Ana uses Good Weather and draws a card."]
    assert t.list_announced("amundsen") == ["You draw yellow Crevasse."]
    assert t.barrier


def test_a12_not_for_a_lost_explorer():
    t = make_table(amundsen="gw", row="ya yb ra", spaces=(4, 0), lost=["amundsen"]).play("amundsen take 2 gw")
    assert t.asked_sides() == ["scott"]
    assert t.list_announced()[-1] == "Good Weather has no effect. A lost explorer cannot use it (A12)."


def test_a12_not_without_room():
    t = make_table(amundsen="gw ra ra ga ga ya ya", row="yc yb rb").play("amundsen take 3 gw+ra+ga")
    assert t.list_announced()[-1] == "Good Weather has no effect. There is no room in a hand of 7 cards (A2)."


def test_a12_not_without_a_deck():
    t = make_table(amundsen="gw", row="ya yb ra", gone=True).play("amundsen take 2 gw")
    assert t.list_announced()[-1] == "Good Weather has no effect. The deck is gone (A12)."


def test_a12_the_deck_may_be_renewed_for_it():
    t = make_table(amundsen="gw", row="ya yb ra", deck="gc bc", rest_discarded=True)
    t.play("amundsen take 2 gw", "amundsen effect weather")
    assert t.state.shuffles == 1
    assert len(t.list_hand("amundsen").split()) == 3


def test_a12_1_a_card_of_the_next_colour_may_be_shown_to_advance():
    t = use_good_weather("rc")
    assert t.list_words("amundsen weather") == ["advance", "keep"]
    t.play("amundsen weather advance")
    assert t.describe_space("amundsen") == 4
    assert t.describe_visible_hand("amundsen", by="scott") == "ra yb rc", "it stays in the hand, shown"
    assert t.list_announced() == ["Ana shows red Crevasse and advances to space 4."]
    assert t.barrier


def test_a12_1_another_colour_does_not_lead_on():
    t = use_good_weather("gc")
    assert t.list_words("amundsen weather") == ["keep"]
    assert t.read_refusal("amundsen weather advance") == "Your next space is red (A12.1)."


def test_a12_2_an_own_animal_fits_every_space():
    t = use_good_weather("bd")
    assert t.play("amundsen weather advance").describe_space("amundsen") == 4


def test_a12_2_the_rivals_animal_is_only_its_colour():
    t = use_good_weather("yh")
    assert t.list_words("amundsen weather") == ["keep"]


@pytest.mark.parametrize("card", ["co", "eq"])
def test_a12_2_a_colourless_card_fits_none(card: str):
    t = use_good_weather(card)
    assert t.list_words("amundsen weather") == ["keep"]


def test_a12_2_the_pole_is_not_reached_by_good_weather():
    t = use_good_weather("rd", space=11)
    assert (
        t.read_refusal("amundsen weather advance")
        == "Only the Pole lies ahead, and Good Weather does not lead there (A12.2)."
    )


@pytest.mark.parametrize("card", ["rc", "gc"], ids=["fits", "does not fit"])
def test_a12_3_everybody_is_asked_and_a_kept_card_stays_hidden(card: str):
    t = use_good_weather(card)
    assert t.asked_sides() == ["amundsen"]
    assert find_forced_move(t.menu("amundsen")) is None, "nobody plays it for him"
    assert passes_secret_menu(t.menu("amundsen"), ("weather", "keep"))
    t.play("amundsen weather keep")
    assert t.describe_space("amundsen") == 3
    assert t.describe_visible_hand("amundsen", by="scott") == "ra yb --"
    assert t.describe_visible_hand("amundsen", by="amundsen") == f"ra yb {card}"
    assert t.list_announced() == ["Ana keeps the card face down."]
