"""The shard of a server: Discord's formula, and the notations that an owner can write."""

from __future__ import annotations

import re

import pytest

from engine.host.model.shard_range import ALL_SHARDS, ShardRange

GUILD_ID = 1_234_567_890_123_456_789
"""A server id of Discord's form; the bits from the 22nd on determine its shard."""


@pytest.mark.parametrize(
    ("text", "shards", "count"),
    [("0/1", [0], 1), ("0-7/16", [0, 1, 2, 3, 4, 5, 6, 7], 16), ("3/4", [3], 4), ("15-15/16", [15], 16)],
)
def test_a_shard_list_is_parsed(text: str, shards: list[int], count: int) -> None:
    share = ShardRange.parse(text)
    assert (share.shard_ids, share.shard_count) == (shards, count)
    assert ShardRange.parse(str(share)) == share


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
def test_a_wrong_shard_list_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        ShardRange.parse(text)


def test_every_server_belongs_to_one_shard_range() -> None:
    shares = [ShardRange.parse(text) for text in ("0-2/7", "3/7", "4-6/7")]
    for guild in (GUILD_ID + (n << 22) for n in range(50)):
        assert [share.includes_guild(guild) for share in shares].count(True) == 1
    assert ShardRange.parse(f"{(GUILD_ID >> 22) % 7}/7").includes_guild(GUILD_ID)
    assert all(ALL_SHARDS.includes_guild(guild) for guild in (GUILD_ID, 1, -GUILD_ID))


def test_a_conversation_with_one_person_is_on_the_first_shard() -> None:
    assert ShardRange.parse("0-1/7").includes_guild(-GUILD_ID)
    assert not ShardRange.parse("1-6/7").includes_guild(-GUILD_ID)


def test_a_single_shard_range_is_complete() -> None:
    assert ALL_SHARDS.is_complete
    assert ShardRange.parse("0-3/4").is_complete
    assert not ShardRange.parse("0-3/5").is_complete
