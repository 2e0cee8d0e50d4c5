"""The servers that a process serves: those on its range of Discord shards."""

from __future__ import annotations

import re

import msgspec

SHARD_LIST_PATTERN = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)


class ShardRange(msgspec.Struct, frozen=True):
    """The shards `first_shard` to `last_shard`, both included, of `shard_count`.

    A server is on one shard. Direct messages, whose guild ids are below 0, are on shard 0.
    """

    first_shard: int = 0
    last_shard: int = 0
    shard_count: int = 1

    @classmethod
    def parse(cls, text: str) -> ShardRange:
        """Parse an owner's text: "0-7/16" is the first eight of sixteen, "3/4" the last of four.

        Raises ValueError with the reason as a sentence.
        """
        match = SHARD_LIST_PATTERN.fullmatch(text)
        if match is None:
            raise ValueError('say "auto", or which shards of how many: "0-7/16" are the first eight of sixteen.')
        first, last, count = int(match[1]), int(match[2] or match[1]), int(match[3])
        if last < first:
            raise ValueError(f"the lower number comes first: {last}-{first}/{count}.")
        if not count:
            raise ValueError("there is at least one shard: 0/1.")
        if last >= count:
            raise ValueError(f"of {count} shards the last one is {count - 1}, since they count from 0.")
        return cls(first, last, count)

    @property
    def is_complete(self) -> bool:
        """Whether the range holds all shards."""
        return self.last_shard - self.first_shard + 1 == self.shard_count

    @property
    def shard_ids(self) -> list[int]:
        """The numbers of the shards."""
        return list(range(self.first_shard, self.last_shard + 1))

    def includes_guild(self, guild_id: int) -> bool:
        """Return whether a server's events come to these shards (Discord's formula, topics/gateway "Sharding")."""
        shard = 0
        if guild_id > 0:
            shard = (guild_id >> 22) % self.shard_count
        return self.first_shard <= shard <= self.last_shard

    def overlaps(self, other_range: ShardRange) -> bool:
        """Return whether some server may be on shards of both ranges.

        Another number of shards divides the servers differently, so such ranges always overlap.
        """
        if self.shard_count != other_range.shard_count:
            return True
        return self.first_shard <= other_range.last_shard and other_range.first_shard <= self.last_shard

    def __str__(self) -> str:
        if self.first_shard == self.last_shard:
            return f"{self.first_shard}/{self.shard_count}"
        return f"{self.first_shard}-{self.last_shard}/{self.shard_count}"


ALL_SHARDS = ShardRange()
"""Every server: this is the only process."""
