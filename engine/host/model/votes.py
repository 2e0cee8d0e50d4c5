"""A vote about a seat, what it comes to, and a seat that is held out to somebody. Plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Literal, Optional

import msgspec

from engine.kernel.text import Seat

Choice = Literal["stall", "computer", "hand", "drop", "wait"]
"""`crew`: a computer plays until they are back."""
CHOICES: tuple[Choice, ...] = ("stall", "computer", "hand", "drop", "wait")
State = Literal["open", "stall", "computer", "hand", "drop", "wait", "void"]


class Vote(msgspec.Struct, frozen=True):
    """A vote about a seat. `electorate` may vote, `ballots` are the choices so far, `state` what came of it; `together`: nothing
    but the same ballot of all electors decides; `crewed`: a computer could play the seat."""

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
    together: bool = False
    opened_at: int = 0
    crewed: bool = True

    @property
    def need(self) -> int:
        """How many equal ballots decide."""
        return len(self.electorate) if self.together else len(self.electorate) // 2 + 1

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What can be chosen: handing over only where somebody was named, a computer only where there are any."""
        barred = {*(["hand"] if self.heir is None else []), *([] if self.crewed else ["computer"])}
        return tuple(choice for choice in CHOICES if choice not in barred)


def decided(electorate: Collection[Seat], ballots: Mapping[Seat, Choice], *, together: bool = False) -> Choice | None:
    """What more than half of the electorate want, or all of it where only all `together` decide; "wait" when all have spoken and
    no choice has that many; else None."""
    cast = Counter(choice for seat, choice in ballots.items() if seat in electorate)
    for choice, n in cast.items():
        if n == len(electorate) or (2 * n > len(electorate) and not together):
            return choice
    return "wait" if cast.total() == len(electorate) else None


class Offer(msgspec.Struct, frozen=True):
    """A seat held out to a person; `rev` tells it from an earlier offer, `vote` is the vote that made it."""

    table: int
    seat: Seat
    rev: int
    heir: int
    vote: Optional[int] = None


MotionKind = Literal["pace", "close"]
MotionState = Literal["open", "carried", "refused", "void"]
PATIENCE = 48 * 3600
"""Seconds in which a motion can be answered."""
SECONDED = 2
"""Players who together change the pace: whose wish it is, and one more."""


class Motion(msgspec.Struct, frozen=True):
    """What somebody at a running table wants for all of it, put to the others: another pace (`value` in hours), or to close it.
    `agreed` and `refused` are those who have answered, `waits_for` those without whom nothing is settled."""

    id: int
    table: int
    kind: MotionKind
    value: int
    seat: Seat
    opened_at: int
    agreed: tuple[Seat, ...]
    refused: tuple[Seat, ...]
    state: MotionState
    channel: Optional[int] = None
    message: Optional[int] = None
    shown: MotionState = "open"
    waits_for: tuple[Seat, ...] = ()

    @property
    def expires(self) -> int:
        """When it is void, in unix seconds."""
        return self.opened_at + PATIENCE
