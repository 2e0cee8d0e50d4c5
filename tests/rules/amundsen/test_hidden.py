"""What nobody may learn: views, resampling, and the questions that are put."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from engine.games.amundsen.state import Side
from tests.rules.amundsen.play import Table, game, same, table


def reverse(items: list[str]) -> list[str]:
    return list(reversed(items))


def test_a_view_holds_nothing_that_its_viewer_cannot_know():
    t = table(amundsen="ra? bx! gb", scott="co? ya", row="ga rb yc")
    for by in (None, "amundsen", "scott"):
        hidden = {None: ["ra", "bx", "co"], "amundsen": ["co"], "scott": ["ra"]}[by]
        seen = msgspec.json.encode(t.seen(by))
        for card in hidden:
            assert f'"{card}"'.encode() not in seen, f"{by} sees {card}"


def test_dealing_hidden_cards_afresh_changes_no_view():
    t = table(amundsen="ra? bx! gb", scott="co? ya? yb")
    for seat, by in ((None, None), (0, "amundsen"), (1, "scott")):
        other = t.rules.resample(t.state, seat, reverse)
        assert same(t.rules.view(other, seat), t.seen(by))
        assert Counter(t.rules.inventory(other)) == Counter(t.rules.inventory(t.state))
        assert other.deck != t.state.deck


def test_dealing_afresh_changes_what_is_hidden_and_nothing_else():
    t = table(amundsen="ra? gb", scott="co? ya", deck="gw bx")
    other = t.rules.resample(t.state, 0, reverse)
    assert [held.card for held in other.explorers["amundsen"].hand] == ["ra", "gb"]
    assert [held.card for held in other.explorers["scott"].hand] != ["co", "ya"]
    assert other.row == t.state.row


def test_where_a_hidden_card_lies_in_the_hand_does_not_tell_what_it_is():
    one, other = (table(scott=f"yb {card}? ga") for card in ("co", "rd"))
    assert one.hand_seen("scott", by="amundsen") == other.hand_seen("scott", by="amundsen") == "yb -- ga"


def test_the_rivals_hidden_cards_change_no_choice():
    def offered(hidden: str) -> list[dict[str, str]]:
        t = table(amundsen="rs bx gw ra", scott=f"{hidden}? ya", row="yc ga rb").play("amundsen take 3 rs+bx+gw")
        return [t.shows("amundsen"), t.shows("amundsen effect")]

    assert offered("co") == offered("bh") == offered("yw")


def test_who_is_asked_after_good_weather_does_not_depend_on_the_card():
    def after(card: str) -> Table:
        t = table(amundsen="gw", row="ya yb ra", deck=f"gc bc {card}", spaces=(3, 0))
        return t.play("amundsen take 2 gw", "amundsen effect weather")

    fits, not_so = after("rc"), after("co")
    assert fits.asked() == not_so.asked() == ["amundsen"]
    assert fits.news() == not_so.news()
    assert fits.hand_seen("amundsen", by="scott") == not_so.hand_seen("amundsen", by="scott")


def test_public_news_never_name_a_hidden_card():
    t = table(amundsen="gw", row="ya yb ra", deck="gc bc eq", spaces=(3, 0))
    t.play("amundsen take 2 gw", "amundsen effect weather", "amundsen weather keep")
    assert not any("Equipment" in text for text in t.news())
    t = table(amundsen="rs", scott="co?", row="ya yb ra").play("amundsen take 2 rs", "amundsen effect supplies")
    assert not any("Compass" in text for text in t.news())


def test_an_unseen_list_holds_the_cards_hidden_from_the_viewer_and_the_deck():
    t = table(amundsen="ra?", scott="co?", open_deck="yes")
    sides: tuple[Side, ...] = ("amundsen", "scott")
    for side, own, rivals in zip(sides, ("ra", "co"), ("co", "ra"), strict=True):
        unseen = Counter(t.seen(side).unseen or ())
        assert unseen - Counter(t.state.deck) == Counter([rivals])
        assert unseen[own] == Counter(t.state.deck)[own]


def test_a_stored_state_must_be_made_of_real_cards():
    raw = msgspec.to_builtins(table().state)
    raw["deck"][0] = "zz"
    with pytest.raises(msgspec.ValidationError, match="deck"):
        msgspec.convert(raw, game().state_type)
