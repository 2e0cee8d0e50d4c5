"""Whether a vote about a seat may be opened."""

from __future__ import annotations

from typing import NoReturn

from engine.host.model.pace import HOUR_S, PACES_H, SILENCE_LIMIT_S
from engine.host.model.table import Table
from engine.host.model.votes import TIE_BREAK_AFTER_S
from engine.host.service.deadlines.vote_counting import count_periods, find_deadline
from engine.host.service.service_context import ServiceContext
from engine.host.store import turn_deadlines, votes
from engine.host.store.turn_deadlines import TurnDeadline
from engine.kernel.text import SeatMention, UserError, count, say


async def update_presence(
    context: ServiceContext, deadline: TurnDeadline, *, has_left_guild: bool | None
) -> TurnDeadline:
    """Record that the user of a seat has left the server or is back, and return the deadline after that."""
    if has_left_guild is None or has_left_guild == deadline.has_left_guild:
        return deadline
    table_id, seat, now = deadline.table_id, deadline.seat, context.now()
    if has_left_guild:
        await context.write(lambda tx: turn_deadlines.mark_gone(tx, table_id, seat))
    else:
        await context.write(lambda tx: turn_deadlines.mark_returned(tx, table_id, seat, now))
    changed = find_deadline(await turn_deadlines.load_deadlines(context.store, table_id), seat)
    assert changed is not None
    return changed


def refuse_early_vote(table: Table, deadline: TurnDeadline, now: int) -> NoReturn:
    """Raise UserError that says why no vote is possible yet and, unless time has stopped, when one will be."""
    vote_opens_at = deadline.vote_opens_at(count_periods(table, deadline))
    if deadline.is_stopped:
        raise UserError(say("I cannot post in this table’s channel, so time does not count and there is no vote."))
    if deadline.votes_from_at > now:
        raise UserError(
            say(
                "I was away, or {seat} was and is back: a vote is possible {when}, so that there is time for a move.",
                seat=SeatMention(deadline.seat),
                when=f"<t:{vote_opens_at}:R>",
            )
        )
    if not deadline.pace_h:
        raise UserError(
            say(
                "This table gives every move all the time it needs: a vote about {seat} is possible {when}, after "
                "{n} days of silence. {/pace} asks for a limit.",
                seat=SeatMention(deadline.seat),
                when=f"<t:{vote_opens_at}:R>",
                n=SILENCE_LIMIT_S // (24 * HOUR_S),
            )
        )
    hours = -(-(vote_opens_at - now) // HOUR_S)  # rounded up
    raise UserError(
        count(
            "{seat} has time yet: a vote is possible in {n} hour.",
            "{seat} has time yet: a vote is possible in {n} hours.",
            hours,
            seat=SeatMention(deadline.seat),
        )
    )


async def check_wait_votes(context: ServiceContext, deadline: TurnDeadline) -> bool:
    """Return whether a tie in a new vote counts against the player.

    It does if the table has voted to wait for this move before, and the player has been silent for `TIE_BREAK_AFTER_S` since.

    Raises UserError if the table has just decided to wait.
    """
    opened_at = await votes.find_wait_votes(context.store, deadline.table_id, deadline.seat, deadline.asked_revision)
    if opened_at is None:
        return False
    first_at, last_at = opened_at
    time_left_s = last_at + (deadline.pace_h or PACES_H[1]) * HOUR_S - context.now()
    if time_left_s > 0:
        hours = -(-time_left_s // HOUR_S)  # rounded up
        raise UserError(
            count(
                "The table has voted to wait. It can vote again in {n} hour.",
                "The table has voted to wait. It can vote again in {n} hours.",
                hours,
            )
        )
    return deadline.has_been_silent(first_at, TIE_BREAK_AFTER_S, context.now())
