"""Which servers a process serves: those on its own of Discord's shards."""

from __future__ import annotations

import re

import msgspec

SHARD_LIST_PATTERN = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)


class ShardRange(msgspec.Struct, frozen=True):
    """The shards `first_shard` to `last_shard`, both included, of `shard_count`. A server is on one shard;
    conversations with one person, whose
    numbers are below 0, are on shard 0."""

    first_shard: int = 0
    last_shard: int = 0
    shard_count: int = 1

    @classmethod
    def parse(cls, text: str) -> ShardRange:
        """What an owner has written: "0-7/16" for the first eight of sixteen, "3/4" for the last of four.

        Raises ValueError with the reason as a sentence.
        """
        found = SHARD_LIST_PATTERN.fullmatch(text)
        if found is None:
            raise ValueError('say "auto", or which shards of how many: "0-7/16" are the first eight of sixteen.')
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if last < first:
            raise ValueError(f"the lower number comes first: {last}-{first}/{count}.")
        if last >= count:
            raise ValueError(
                f"of {count} shards the last one is {count - 1}, since they count from 0."
                if count
                else "there is at least one shard: 0/1."
            )
        return cls(first, last, count)

    @property
    def is_complete(self) -> bool:
        """Whether there is no shard besides."""
        return self.last_shard - self.first_shard + 1 == self.shard_count

    @property
    def shard_ids(self) -> list[int]:
        """The numbers of the shards."""
        return list(range(self.first_shard, self.last_shard + 1))

    def includes_guild(self, guild_id: int) -> bool:
        """Whether a server's events come to these shards (Discord's formula, topics/gateway "Sharding")."""
        return self.first_shard <= ((guild_id >> 22) % self.shard_count if guild_id > 0 else 0) <= self.last_shard

    def overlaps(self, other_range: ShardRange) -> bool:
        """Whether some server may be on shards of both. Of another number of shards every list is another division of them all."""
        return self.shard_count != other_range.shard_count or (
            self.first_shard <= other_range.last_shard and other_range.first_shard <= self.last_shard
        )

    def __str__(self) -> str:
        some = f"{self.first_shard}" if self.first_shard == self.last_shard else f"{self.first_shard}-{self.last_shard}"
        return f"{some}/{self.shard_count}"


ALL_SHARDS = ShardRange()
"""Every server: there is no other process."""
