"""Hidden information: views, resampling, and the questions to each seat."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from engine.games.amundsen.state import Side
from tests.rules.amundsen.play import PlayedTable, are_same, load_game, make_table


def reverse_items(items: list[str]) -> list[str]:
    return list(reversed(items))


def test_a_view_holds_nothing_that_its_viewer_cannot_know():
    t = make_table(amundsen="ra? bx! gb", scott="co? ya", row="ga rb yc")
    for by in (None, "amundsen", "scott"):
        hidden = {None: ["ra", "bx", "co"], "amundsen": ["co"], "scott": ["ra"]}[by]
        seen = msgspec.json.encode(t.build_view(by))
        for card in hidden:
            assert f'"{card}"'.encode() not in seen, f"{by} sees {card}"


def test_resampling_hidden_cards_changes_no_view():
    t = make_table(amundsen="ra? bx! gb", scott="co? ya? yb")
    for seat, by in ((None, None), (0, "amundsen"), (1, "scott")):
        other = t.rules.resample_state(t.state, seat, reverse_items)
        assert are_same(t.rules.build_view(other, seat), t.build_view(by))
        assert Counter(t.rules.count_pieces(other)) == Counter(t.rules.count_pieces(t.state))
        assert other.deck != t.state.deck


def test_resampling_changes_hidden_cards_and_nothing_else():
    t = make_table(amundsen="ra? gb", scott="co? ya", deck="gw bx")
    other = t.rules.resample_state(t.state, 0, reverse_items)
    assert [held.card for held in other.explorers["amundsen"].hand] == ["ra", "gb"]
    assert [held.card for held in other.explorers["scott"].hand] != ["co", "ya"]
    assert other.row == t.state.row


def test_where_a_hidden_card_lies_in_the_hand_does_not_tell_what_it_is():
    one, other = (make_table(scott=f"yb {card}? ga") for card in ("co", "rd"))
    assert (
        one.describe_visible_hand("scott", by="amundsen")
        == other.describe_visible_hand("scott", by="amundsen")
        == "yb -- ga"
    )


def test_the_rivals_hidden_cards_change_no_choice():
    def offered(hidden: str) -> list[dict[str, str]]:
        t = make_table(amundsen="rs bx gw ra", scott=f"{hidden}? ya", row="yc ga rb").play("amundsen take 3 rs+bx+gw")
        return [t.read_labels("amundsen"), t.read_labels("amundsen effect")]

    assert offered("co") == offered("bh") == offered("yw")


def test_who_is_asked_after_good_weather_does_not_depend_on_the_card():
    def after(card: str) -> PlayedTable:
        t = make_table(amundsen="gw", row="ya yb ra", deck=f"gc bc {card}", spaces=(3, 0))
        return t.play("amundsen take 2 gw", "amundsen effect weather")

    fits, not_so = after("rc"), after("co")
    assert fits.asked_sides() == not_so.asked_sides() == ["amundsen"]
    assert fits.list_announced() == not_so.list_announced()
    assert fits.describe_visible_hand("amundsen", by="scott") == not_so.describe_visible_hand("amundsen", by="scott")


def test_public_news_never_name_a_hidden_card():
    t = make_table(amundsen="gw", row="ya yb ra", deck="gc bc eq", spaces=(3, 0))
    t.play("amundsen take 2 gw", "amundsen effect weather", "amundsen weather keep")
    assert not any("Equipment" in text for text in t.list_announced())
    t = make_table(amundsen="rs", scott="co?", row="ya yb ra").play("amundsen take 2 rs", "amundsen effect supplies")
    assert not any("Compass" in text for text in t.list_announced())


def test_an_unseen_list_holds_the_cards_hidden_from_the_viewer_and_the_deck():
    t = make_table(amundsen="ra?", scott="co?", open_deck="yes")
    sides: tuple[Side, ...] = ("amundsen", "scott")
    for side, own, rivals in zip(sides, ("ra", "co"), ("co", "ra"), strict=True):
        unseen = Counter(t.build_view(side).unseen or ())
        assert unseen - Counter(t.state.deck) == Counter([rivals])
        assert unseen[own] == Counter(t.state.deck)[own]


def test_a_stored_state_must_be_made_of_real_cards():
    raw = msgspec.to_builtins(make_table().state)
    raw["deck"][0] = "zz"
    with pytest.raises(msgspec.ValidationError, match="deck"):
        msgspec.convert(raw, load_game().state_type)
