"""Which servers a process serves: those on its own of Discord's shards."""

from __future__ import annotations

import re

import msgspec

LIST = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)


class Share(msgspec.Struct, frozen=True):
    """The shards `first` to `last`, both included, of `count`. A server is on one shard; conversations with one person, whose
    numbers are below 0, are on shard 0."""

    first: int = 0
    last: int = 0
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Share:
        """What an owner has written: "0-7/16" for the first eight of sixteen, "3/4" for the last of four.

        Raises ValueError with the reason as a sentence.
        """
        found = LIST.fullmatch(text)
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
    def whole(self) -> bool:
        """Whether there is no shard besides."""
        return self.last - self.first + 1 == self.count

    @property
    def shards(self) -> list[int]:
        """The numbers of the shards."""
        return list(range(self.first, self.last + 1))

    def has(self, guild: int) -> bool:
        """Whether a server's events come to these shards (Discord's formula, topics/gateway "Sharding")."""
        return self.first <= ((guild >> 22) % self.count if guild > 0 else 0) <= self.last

    def overlaps(self, other: Share) -> bool:
        """Whether some server may be on shards of both. Of another number of shards every list is another division of them all."""
        return self.count != other.count or (self.first <= other.last and other.first <= self.last)

    def __str__(self) -> str:
        some = f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"
        return f"{some}/{self.count}"


EVERYTHING = Share()
"""Every server: there is no other process."""
