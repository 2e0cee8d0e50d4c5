"""A vote about a seat, what it comes to, and a seat that is held out to somebody. Plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Literal, Optional

import msgspec

from engine.kernel.text import Seat

VoteChoice = Literal["stall", "computer", "hand", "drop", "wait"]
"""`crew`: a computer plays until they are back."""
VOTE_CHOICES: tuple[VoteChoice, ...] = ("stall", "computer", "hand", "drop", "wait")
VoteState = Literal["open", "stall", "computer", "hand", "drop", "wait", "void"]


class Vote(msgspec.Struct, frozen=True):
    """A vote about a seat. `electorate` may vote, `ballots` are the choices so far, `state` what came of it;
    `needs_everybody`: nothing
    but the same ballot of all electors decides; `has_computers`: a computer could play the seat."""

    id: int
    table_id: int
    seat: Seat
    asked_revision: int
    state: VoteState
    electorate: tuple[Seat, ...]
    ballots: dict[Seat, VoteChoice]
    successor_id: Optional[int] = None
    successor_name: str = ""
    channel_id: Optional[int] = None
    message_id: Optional[int] = None
    shown_state: VoteState = "open"
    needs_everybody: bool = False
    opened_at: int = 0
    has_computers: bool = True

    @property
    def ballots_needed(self) -> int:
        """How many equal ballots decide."""
        return len(self.electorate) if self.needs_everybody else len(self.electorate) // 2 + 1

    @property
    def choices(self) -> tuple[VoteChoice, ...]:
        """What can be chosen: handing over only where somebody was named, a computer only where there are any."""
        barred = {*(["hand"] if self.successor_id is None else []), *([] if self.has_computers else ["computer"])}
        return tuple(choice for choice in VOTE_CHOICES if choice not in barred)


def find_decision(
    electorate: Collection[Seat], ballots: Mapping[Seat, VoteChoice], *, needs_everybody: bool = False
) -> VoteChoice | None:
    """What more than half of the electorate want, or all of it where only all `needs_everybody` decide; "wait" when all
    have spoken and
    no choice has that many; else None."""
    cast = Counter(choice for seat, choice in ballots.items() if seat in electorate)
    for choice, n in cast.items():
        if n == len(electorate) or (2 * n > len(electorate) and not needs_everybody):
            return choice
    return "wait" if cast.total() == len(electorate) else None


class SeatOffer(msgspec.Struct, frozen=True):
    """A seat held out to a person; `revision` tells it from an earlier offer, `vote_id` is the vote that made it."""

    table_id: int
    seat: Seat
    revision: int
    successor_id: int
    vote_id: Optional[int] = None


ProposalKind = Literal["pace", "close"]
ProposalState = Literal["open", "carried", "refused", "void"]
PROPOSAL_TIMEOUT_S = 48 * 3600
"""Seconds in which a motion can be answered."""
PACE_SUPPORTERS_NEEDED = 2
"""Players who together change the pace: whose wish it is, and one more."""


class Proposal(msgspec.Struct, frozen=True):
    """What somebody at a running table wants for all of it, put to the others: another pace (`pace_h` in hours), or to close it.
    `agreed_seats` and `refused_seats` are those who have answered, `waiting_seats` those without whom nothing is settled."""

    id: int
    table_id: int
    kind: ProposalKind
    pace_h: int
    seat: Seat
    opened_at: int
    agreed_seats: tuple[Seat, ...]
    refused_seats: tuple[Seat, ...]
    state: ProposalState
    channel_id: Optional[int] = None
    message_id: Optional[int] = None
    shown_state: ProposalState = "open"
    waiting_seats: tuple[Seat, ...] = ()

    @property
    def expires_at(self) -> int:
        """When it is void, in unix seconds."""
        return self.opened_at + PROPOSAL_TIMEOUT_S
