"""A vote about a seat, what it comes to, and a seat that is held out to somebody. Plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Literal, Optional

import msgspec

from engine.kernel.text import Seat

Choice = Literal["stall", "hand", "drop", "wait"]
CHOICES: tuple[Choice, ...] = ("stall", "hand", "drop", "wait")
State = Literal["open", "stall", "hand", "drop", "wait", "void"]


class Vote(msgspec.Struct, frozen=True):
    """A vote about a seat. `electorate` may vote, `ballots` are the choices so far, `state` what came of it."""

    id: int
    table: int
    seat: Seat
    asked: int
    state: State
    electorate: tuple[Seat, ...]
    ballots: dict[Seat, Choice]
    heir: Optional[int] = None
    heir_name: str = ""
    channel: Optional[int] = None
    message: Optional[int] = None
    shown: State = "open"

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen: handing over only where somebody was named."""
        return tuple(choice for choice in CHOICES if choice != "hand" or self.heir is not None)


def decided(electorate: Collection[Seat], ballots: Mapping[Seat, Choice]) -> Choice | None:
    """What more than half of the electorate want; "wait" when all have spoken and no choice has that many; else None."""
    cast = Counter(choice for seat, choice in ballots.items() if seat in electorate)
    for choice, n in cast.items():
        if 2 * n > len(electorate):
            return choice
    return "wait" if cast.total() == len(electorate) else None


class Offer(msgspec.Struct, frozen=True):
    """A seat held out to a person; `rev` tells it from an earlier offer, `vote` is the vote that made it."""

    table: int
    seat: Seat
    rev: int
    heir: int
    vote: Optional[int] = None
