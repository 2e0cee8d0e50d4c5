"""The examples of the rule book."""

from __future__ import annotations

from engine.games.amundsen.state import Side
from tests.rules.amundsen.play import load_game, make_table


def test_scott_cannot_win_any_more_and_freezes_both():
    # The deck has run out twice, the row is down to two cards. Amundsen is one step from the Pole, Scott two.
    t = make_table(
        amundsen="ra ga ba ya ra ga", scott="ra ra gb yc", spaces=(11, 10), row="ra rb", gone=True, to_move="scott"
    )
    assert t.read_refusal("scott take 3 ra+ra2+gb") == "The row holds only 2 cards, and the deck is gone (A2.3)."
    t.play("scott freeze")
    assert t.result is not None
    assert t.result.winners == ()


def test_amundsen_leads_scott_astray_with_two_blizzards():
    t = make_table(amundsen="rb yb ra", spaces=(4, 5)).play("amundsen blizzard rb+yb")
    assert t.describe_space("scott") == "q5"


def test_scott_leads_amundsen_astray_with_two_crevasses():
    t = make_table(scott="gc bc ra", spaces=(4, 5), to_move="scott").play("scott crevasse bc+gc")
    assert t.describe_space("amundsen") == "q4"


def test_one_three_five_or_seven_cards_for_one_to_four_spaces():
    hand = {"amundsen": "ra yb yc ga gh rb rc", "scott": "ya gb gc ba bc yb yc"}
    for side, cards in hand.items():
        for spaces, price in ((1, 1), (2, 3), (3, 5), (4, 7)):
            t = make_table(**{side: cards}, to_move=side)
            first = cards.split()[:price]
            t.play(f"{side} advance {spaces} {'+'.join(sorted(first))}")
            assert t.describe_space(side) == spaces
            assert len(t.list_hand(side).split()) == 7 - price


def test_amundsen_sends_a_lost_scott_back_with_one_crevasse():
    t = make_table(amundsen="gc", spaces=(4, 8), lost=["scott"]).play("amundsen crevasse gc")
    assert t.describe_space("scott") == "q7"


def test_scott_returns_one_two_or_three_spaces_with_yellow_blue_or_green():
    # The "?" behind spaces 5 and 8 have yellow, blue and green just behind them, in this order.
    for space in (5, 8):
        for card, back in (("ya", 1), ("ba", 2), ("ga", 3)):
            t = make_table(scott=card, spaces=(0, space), lost=["scott"], to_move="scott")
            t.play(f"scott return {space - back} {card}")
            assert t.describe_space("scott") == space - back


def test_a_player_without_cards_can_only_take_one():
    for side in ("amundsen", "scott"):
        t = make_table(to_move=side)
        assert t.list_words(side) == ["take"]
        assert t.list_words(f"{side} take") == ["1"]


def test_near_the_ship_is_on_the_first_two_question_marks_only():
    off_route: dict[Side, str] = {"amundsen": "ba", "scott": "ra"}
    for side, card in off_route.items():
        for space in range(2, len(load_game().components.track.amundsen.colours) + 1):
            t = make_table(**{side: card}, spaces=(space, space), lost=[side], to_move=side)
            assert ("return" in t.list_words(side)) == (space <= 3)


def test_the_advanced_row_moves_number_four_down_when_number_one_is_taken():
    # Numbered from the right 1 to 6; after number 1 is taken, 4 is the third that can be taken and a new card is number 6.
    t = make_table(row="ya ga ra yb gb rb", deck="yc").play("amundsen take 1")
    assert t.list_hand("amundsen") == "rb"
    assert t.list_row() == "yc ya ga ra yb gb"


def test_red_is_for_amundsen_and_blue_for_scott_except_at_the_pole():
    assert make_table(scott="ra ra", to_move="scott").list_words("scott") == ["take"]
    assert make_table(amundsen="ba bc", row="ya ga ra").list_words("amundsen") == ["take"]
    for side in ("amundsen", "scott"):
        assert make_table(**{side: "ra ba ga ya"}, spaces=(11, 11), to_move=side).list_words(f"{side} pole") == [
            "ba+ga+ra+ya"
        ]


def test_the_summary_cards():
    # Amundsen has nine wild Dogs and Scott four wild Horses.
    deck = load_game().components.deck
    assert sum(deck.dog.values()) == 9
    assert sum(deck.horse.values()) == 4
