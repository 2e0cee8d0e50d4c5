"""Which servers are whose: Discord's formula, and what an owner may write."""

from __future__ import annotations

import re

import pytest

from engine.host.model.share import EVERYTHING, Share

HUT = 1_234_567_890_123_456_789
"""A server's number as Discord gives them: its shard is that of its bits from the 22nd on."""


@pytest.mark.parametrize(
    ("text", "shards", "count"),
    [("0/1", [0], 1), ("0-7/16", [0, 1, 2, 3, 4, 5, 6, 7], 16), ("3/4", [3], 4), ("15-15/16", [15], 16)],
)
def test_a_list_of_shards(text: str, shards: list[int], count: int) -> None:
    share = Share.parse(text)
    assert (share.shards, share.count) == (shards, count)
    assert Share.parse(str(share)) == share


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("all", 'say "auto", or which shards'),
        ("", 'say "auto", or which shards'),
        ("0-7", 'say "auto", or which shards'),
        ("0 - 7 / 16", 'say "auto", or which shards'),
        ("٣/٤", 'say "auto", or which shards'),
        ("-1/16", 'say "auto", or which shards'),
        ("7-0/16", "the lower number comes first: 0-7/16"),
        ("8-16/16", "of 16 shards the last one is 15"),
        ("0/0", "at least one shard"),
    ],
)
def test_what_is_no_list_of_shards(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        Share.parse(text)


def test_every_server_belongs_to_one_share() -> None:
    shares = [Share.parse(text) for text in ("0-2/7", "3/7", "4-6/7")]
    for guild in (HUT + (n << 22) for n in range(50)):
        assert [share.has(guild) for share in shares].count(True) == 1
    assert Share.parse(f"{(HUT >> 22) % 7}/7").has(HUT)
    assert all(EVERYTHING.has(guild) for guild in (HUT, 1, -HUT))


def test_a_conversation_with_one_person_is_on_the_first_shard() -> None:
    assert Share.parse("0-1/7").has(-HUT)
    assert not Share.parse("1-6/7").has(-HUT)


def test_a_share_is_whole_where_there_is_no_other() -> None:
    assert EVERYTHING.whole
    assert Share.parse("0-3/4").whole
    assert not Share.parse("0-3/5").whole
