"""The data of votes about a seat, offers of a seat, and proposals to the whole table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Literal, Optional

import msgspec

from engine.kernel.text import Seat

VoteChoice = Literal["stall", "computer", "hand", "drop", "wait"]
"""`stall` plays a safe move, `computer` lets a computer play until the player is back, `hand` offers the seat to the
successor, `drop` resigns it, `wait` does nothing."""
VOTE_CHOICES: tuple[VoteChoice, ...] = ("stall", "computer", "hand", "drop", "wait")
VOTE_TIMEOUT_S = 48 * 3600
"""Seconds for which a vote stays open. Then it is decided by the ballots that were cast, or the table waits."""
TIE_BREAK_AFTER_S = 7 * 24 * 3600
"""Seconds of further silence after a vote to wait. In a vote from then on a tie goes against the silent player."""
VoteState = Literal["open", "stall", "computer", "hand", "drop", "wait", "void"]


class Vote(msgspec.Struct, frozen=True):
    """A vote about a seat. `electorate` may vote; `state` is the outcome.

    `needs_everybody`: only equal ballots of all electors decide. `breaks_ties`: a tie goes against the player whom the
    vote is about. `has_computers`: a computer could play the seat.
    """

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
    needs_everybody: bool = False
    opened_at: int = 0
    has_computers: bool = True
    breaks_ties: bool = False

    @property
    def ends_at(self) -> int:
        """When the vote ends without the ballots that are missing, in unix seconds."""
        return self.opened_at + VOTE_TIMEOUT_S

    @property
    def ballots_needed(self) -> int:
        """The number of equal ballots that decide."""
        if self.needs_everybody:
            return len(self.electorate)
        return len(self.electorate) // 2 + 1

    @property
    def missing_seats(self) -> list[Seat]:
        """The seats of the electorate that have not voted."""
        return [seat for seat in self.electorate if seat not in self.ballots]

    @property
    def choices(self) -> tuple[VoteChoice, ...]:
        """The available choices: `hand` needs a successor, `computer` needs computer players."""
        choices = list(VOTE_CHOICES)
        if self.successor_id is None:
            choices.remove("hand")
        if not self.has_computers:
            choices.remove("computer")
        return tuple(choices)


def find_decision(
    electorate: Collection[Seat],
    ballots: Mapping[Seat, VoteChoice],
    *,
    needs_everybody: bool = False,
    breaks_ties: bool = False,
) -> VoteChoice | None:
    """Return the choice of more than half of the electorate, or of all of it if the vote `needs_everybody`.

    Once all have voted without such a choice, the decision is "wait"; if the vote `breaks_ties`, another choice of half of
    them comes first, the mildest if there are two. Return None while ballots are missing.
    """
    cast = Counter(choice for seat, choice in ballots.items() if seat in electorate)
    needed_count = len(electorate) if needs_everybody else len(electorate) // 2 + 1
    for choice, ballot_count in cast.items():
        if ballot_count >= needed_count:
            return choice
    if cast.total() < len(electorate):
        return None
    if breaks_ties:
        for choice in VOTE_CHOICES:  # the mildest first
            if choice != "wait" and 2 * cast[choice] == len(electorate):
                return choice
    return "wait"


class SeatOffer(msgspec.Struct, frozen=True):
    """A seat offered to a user. `revision` distinguishes it from earlier offers, `vote_id` is the vote that made it."""

    table_id: int
    seat: Seat
    revision: int
    successor_id: int
    vote_id: Optional[int] = None


ProposalKind = Literal["pace", "close", "unrate", "rewind", "reinstate", "resume"]
"""`unrate` makes a rated game count no more, so that computers may play for people. A moderator who plays asks for `rewind` and
`reinstate`: to take the game back, and to give a seat back to its player. `resume` goes on where the store has lost moves."""
UNANIMOUS_PROPOSALS: tuple[ProposalKind, ...] = ("unrate", "rewind", "reinstate", "resume")
"""The kinds that need everybody who holds a seat, also players who are late."""
ProposalState = Literal["open", "carried", "refused", "void"]
PROPOSAL_TIMEOUT_S = 48 * 3600
"""Seconds in which a proposal can be answered."""
PACE_SUPPORTERS_NEEDED = 2
"""Players who together change the pace: the proposer and one more."""


class Proposal(msgspec.Struct, frozen=True):
    """A proposal to all players of a running table. `pace_h` is another pace in hours, 0 in a proposal of another kind.

    `target` is the move after which a rewind goes on, or the seat that gets its player back.
    `agreed_seats` and `refused_seats` have answered, `waiting_seats` must still answer. The players of `absent_seats` have
    left the server and are not waited for.
    """

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
    waiting_seats: tuple[Seat, ...] = ()
    target: int = 0
    absent_seats: tuple[Seat, ...] = ()

    @property
    def expires_at(self) -> int:
        """When the proposal becomes void, in unix seconds."""
        return self.opened_at + PROPOSAL_TIMEOUT_S
