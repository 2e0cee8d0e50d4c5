"""Whose ballots count in a vote about a seat, and from when the others may decide without the rest.

Nobody waits for a player who is late or has left the server, nor, once the vote ends, for one who has not voted. One player
alone decides only after twice the time.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from engine.host.model.table import Table
from engine.host.model.votes import VOTE_TIMEOUT_S, Vote, VoteChoice, find_decision
from engine.host.store.turn_deadlines import TurnDeadline
from engine.host.store.votes import StoredVote
from engine.kernel.text import Seat

PERIODS_FOR_ONE_VOTER = 2
"""The pace must be over this many times before one player alone decides."""


def build_vote(table: Table, stored: StoredVote, *, has_computers: bool) -> Vote:
    """Build a vote from its row and the present players; ballots of players who have left do not count."""
    electorate = _list_other_seats(table, stored.seat)
    return Vote(
        id=stored.id,
        table_id=stored.table_id,
        seat=stored.seat,
        asked_revision=stored.asked_revision,
        state=stored.state,
        electorate=tuple(electorate),
        ballots={seat: choice for seat, choice in stored.ballots.items() if seat in electorate},
        successor_id=stored.successor_id,
        successor_name=stored.successor_name,
        channel_id=stored.channel_id,
        message_id=stored.message_id,
        needs_everybody=stored.needs_everybody,
        opened_at=stored.opened_at,
        has_computers=has_computers,
        breaks_ties=stored.breaks_ties,
    )


def count_decision(vote: Vote | None) -> VoteChoice | None:
    """Return the decision of a vote, None if there is none or the vote is None."""
    if vote is None:
        return None
    return find_decision(
        vote.electorate, vote.ballots, needs_everybody=vote.needs_everybody, breaks_ties=vote.breaks_ties
    )


def restrict_voters(
    vote: Vote, deadlines: Sequence[TurnDeadline], now: int, absent_seats: Collection[Seat] = ()
) -> Vote | None:
    """Return the vote with a smaller electorate, of those whose ballots it waits for; None if they may not decide alone yet.

    An elector who has left the server (`absent_seats`) or is late stays only with a ballot. At the end of the vote, nobody else
    stays without one either. Nothing is decided while votes pause.
    """
    deadline = find_deadline(deadlines, vote.seat)
    if deadline is not None and (deadline.is_stopped or deadline.votes_from_at > now):
        return None
    excused_seats = {turn.seat for turn in deadlines if turn.is_late(now)}
    excused_seats.update(absent_seats)
    if vote.ends_at <= now:
        excused_seats.update(vote.electorate)
    electorate = [seat for seat in vote.electorate if seat in vote.ballots or seat not in excused_seats]
    if not electorate:
        return None
    decides_alone = len(electorate) == 1 and len(vote.electorate) > 1
    if decides_alone and (deadline is None or not deadline.is_late(now, PERIODS_FOR_ONE_VOTER)):
        return None
    return msgspec.structs.replace(vote, electorate=tuple(electorate))


def find_recount_at(seat: Seat, deadlines: Sequence[TurnDeadline], opened_at: int, now: int) -> int | None:
    """Return when a vote about `seat` may decide without a further ballot, because somebody is late or the vote ends."""
    moments = [opened_at + VOTE_TIMEOUT_S]
    for deadline in deadlines:
        if deadline.seat == seat:
            moments += [deadline.vote_opens_at(PERIODS_FOR_ONE_VOTER), deadline.votes_from_at]
        else:
            moments.append(deadline.vote_opens_at())
    return min((moment for moment in moments if moment > now), default=None)


def find_deadline(deadlines: Sequence[TurnDeadline], seat: Seat) -> TurnDeadline | None:
    """Return the deadline of a seat, None if it owes no answer."""
    for deadline in deadlines:
        if deadline.seat == seat:
            return deadline
    return None


def count_periods(table: Table, deadline: TurnDeadline) -> int:
    """Return how many times the pace must be over before a vote.

    Once if several players decide, twice for a single one; once after a long silence at a table without a pace.
    """
    if not deadline.pace_h or len(_list_other_seats(table, deadline.seat)) > 1:
        return 1
    return PERIODS_FOR_ONE_VOTER


def _list_other_seats(table: Table, seat: Seat) -> list[Seat]:
    return [person.seat for person in table.active_players if person.seat != seat]
