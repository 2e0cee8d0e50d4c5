"""Messages that are due to somebody, each sent once. Every function is one question or one change.

A notice is `list_due`, then `trying` while it is being sent, and in the end `sent`, `void` or `failed`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.host.model.votes import PROPOSAL_TIMEOUT_S
from engine.host.store.database import Store, Transaction
from engine.host.store.sql_conditions import match_guild, match_table
from engine.kernel.text import Seat

ReminderKind = Literal["early", "remind", "last", "gone", "call"]
ReminderOutcome = Literal["sent", "void", "failed"]
SELECT_REMINDERS = (
    "SELECT n.*, t.seat IS NOT NULL AS waiting, t.is_muted, b.asked_revision AS question, b.status "
    "FROM reminders n JOIN tables b ON b.id = n.table_id "
    "LEFT JOIN turn_deadlines t ON t.table_id = n.table_id AND t.seat = n.seat AND t.asked_revision = n.asked_revision "
    "WHERE n.state IN ('due', 'trying')"
)


class DueItems(msgspec.Struct, frozen=True):
    """What is there to be done by itself: open votes to count, reminders or notices that are due, questions to ask, votes and
    motions whose end is to be shown, motions that have run out, errands; and the next moment at which anything is due.

    `has_open_decision`: a vote or a motion is under way, which any move may decide.
    """

    has_votes_to_count: bool
    has_due_reminders: bool
    has_questions_to_ask: bool
    has_ends_to_show: bool
    has_expired_proposals: bool
    has_due_announcements: bool
    next_due_at: int | None
    has_open_decision: bool


class Reminder(msgspec.Struct, frozen=True):
    """A message that is due; `was_tried`: it may have reached Discord already, in one of so many `attempts`."""

    id: int
    table_id: int
    seat: Seat
    asked_revision: int
    kind: ReminderKind
    step: int
    created_at: int
    was_tried: bool
    attempts: int


# ------------------------------------------------------------------ reading
async def find_due_items(store: Store, shard_range: ShardRange, now: int) -> DueItems:
    """What is there to be done."""
    next_one = (
        "SELECT min(due_at) FROM turn_deadlines WHERE due_at IS NOT NULL AND "
        f"{match_table(shard_range, 'turn_deadlines.table_id')}"
    )
    votes, motions = match_table(shard_range, "votes.table_id"), match_table(shard_range, "proposals.table_id")
    row = await store.fetch_first(
        f"SELECT ({next_one}) AS turn, "
        "(SELECT min(due_at) FROM reminders WHERE state IN ('due', 'trying') "
        f"AND {match_table(shard_range, 'reminders.table_id')}) AS notice, "
        "(SELECT min(due_at) FROM undo_requests WHERE state IN ('due', 'trying') "
        f"AND {match_table(shard_range, 'undo_requests.table_id')}) AS question, "
        f"(SELECT min(due_at) FROM announcements WHERE {match_table(shard_range, 'announcements.table_id')}) AS errand, "
        f"(SELECT min(recount_at) FROM votes WHERE state = 'open' AND recount_at > ? AND {votes}) AS late, "
        f"EXISTS (SELECT 1 FROM votes WHERE state = 'open' AND {votes}) AS count, "
        f"(SELECT min(opened_at) FROM proposals WHERE state = 'open' AND {motions}) AS moved, "
        f"EXISTS (SELECT 1 FROM votes WHERE state <> shown_state AND message_id IS NOT NULL AND {votes} UNION ALL "
        f"SELECT 1 FROM proposals WHERE state <> shown_state AND message_id IS NOT NULL AND {motions}) AS show",
        now,
    )
    assert row is not None
    dues = [due for due in (row["turn"], row["notice"]) if due is not None]
    question, errand = row["question"], row["errand"]
    expires = None if row["moved"] is None else row["moved"] + PROPOSAL_TIMEOUT_S
    then = min(dues, default=None)
    return DueItems(
        bool(row["count"]),
        then is not None and then <= now,
        question is not None and question <= now,
        bool(row["show"]),
        expires is not None and expires <= now,
        errand is not None and errand <= now,
        min([*dues, *(one for one in (question, errand, row["late"], expires) if one is not None)], default=None),
        bool(row["count"]) or expires is not None,
    )


async def list_due(store: Store, shard_range: ShardRange, now: int) -> list[Reminder]:
    """The messages to send now, oldest first."""
    rows = await store.fetch_all(
        f"{SELECT_REMINDERS} AND n.due_at <= ? AND {match_guild(shard_range, 'b.guild_id')} ORDER BY n.due_at, n.id",
        now,
    )
    return [
        Reminder(
            row["id"],
            row["table_id"],
            row["seat"],
            row["asked_revision"],
            row["kind"],
            row["step"],
            row["created_at"],
            row["state"] == "trying",
            row["attempts"],
        )
        for row in rows
    ]


async def is_current(tx: Transaction, notice_id: int) -> bool:
    """Whether an open message still makes sense: nobody reads of a turn that is over, or of one they have muted."""
    rows = await tx.fetch_all(f"{SELECT_REMINDERS} AND n.id = ?", notice_id)
    if not rows or rows[0]["status"] != "running" or rows[0]["question"] != rows[0]["asked_revision"]:
        return False
    if rows[0]["kind"] == "early":
        return not rows[0]["waiting"]
    return bool(rows[0]["waiting"]) and not (rows[0]["kind"] == "remind" and rows[0]["is_muted"])


# ------------------------------------------------------------------ writing
async def add_reminder(
    tx: Transaction,
    table_id: int,
    seat: Seat,
    asked_revision: int,
    kind: ReminderKind,
    now: int,
    step: int = 0,
    delay_s: int = 0,
) -> None:
    """A message is due, `delay_s` seconds from now."""
    await tx.execute(
        "INSERT INTO reminders (table_id, seat, asked_revision, kind, step, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        table_id,
        seat,
        asked_revision,
        kind,
        step,
        now,
        now + delay_s,
    )


async def set_retry(tx: Transaction, notice_id: int, retry_at: int) -> None:
    """A notice is about to be sent; if it is not settled by `retry_at`, it comes up again."""
    await tx.execute(
        "UPDATE reminders SET state = 'trying', attempts = attempts + 1, due_at = ? WHERE id = ?", retry_at, notice_id
    )


async def record_outcome(
    tx: Transaction, notice_id: int, state: ReminderOutcome, message_id: int | None = None
) -> None:
    """A notice has come to its end."""
    await tx.execute("UPDATE reminders SET state = ?, message_id = ? WHERE id = ?", state, message_id, notice_id)


async def schedule_call(tx: Transaction, table_id: int, seat: Seat, asked_revision: int, now: int, due_at: int) -> None:
    """Somebody is called to their turn at a later moment, once for each question."""
    held = await tx.fetch_all(
        "SELECT 1 FROM reminders WHERE table_id = ? AND seat = ? AND asked_revision = ? AND kind = 'call' AND state <> 'void'",
        table_id,
        seat,
        asked_revision,
    )
    if not held:
        await add_reminder(tx, table_id, seat, asked_revision, "call", now, delay_s=due_at - now)


async def has_pending_reminder(tx: Transaction, table_id: int, seat: Seat, asked_revision: int) -> bool:
    """Whether something about a turn is still to be said: what comes after it waits."""
    return bool(
        await tx.fetch_all(
            "SELECT 1 FROM reminders WHERE table_id = ? AND seat = ? AND asked_revision = ? AND kind IN ('remind', 'last') "
            "AND state IN ('due', 'trying')",
            table_id,
            seat,
            asked_revision,
        )
    )


async def void_pending_calls(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Nobody needs a call any more that waits for a seat: there is a reminder instead, or another person."""
    await tx.execute(
        "UPDATE reminders SET state = 'void' WHERE table_id = ? AND seat = ? AND kind = 'call' AND state = 'due'",
        table_id,
        seat,
    )


async def reschedule_calls(tx: Transaction, user_id: int, due_at: int) -> None:
    """Somebody's days have changed: the calls that wait for them come when they are awake."""
    await tx.execute(
        "UPDATE reminders SET due_at = ? WHERE kind = 'call' AND state = 'due' AND (table_id, seat) IN "
        "(SELECT table_id, seat FROM seats WHERE user_id = ?)",
        due_at,
        user_id,
    )


async def postpone(tx: Transaction, notice_id: int, due_at: int) -> None:
    """A notice was not tried after all: it comes up later, as if nothing had been."""
    await tx.execute(
        "UPDATE reminders SET state = 'due', attempts = CASE "
        "WHEN attempts > 0 THEN attempts - 1 ELSE 0 END, due_at = ? WHERE id = ?",
        due_at,
        notice_id,
    )


async def move_to_question(tx: Transaction, table_id: int, seat: Seat, old_revision: int, asked_revision: int) -> None:
    """A question that was put at revision `old_revision` counts as put at `asked_revision`: what is to be said about it
    goes along."""
    await tx.execute(
        "UPDATE reminders SET asked_revision = ? WHERE table_id = ? AND seat = ? AND asked_revision = ? "
        "AND state IN ('due', 'trying')",
        asked_revision,
        table_id,
        seat,
        old_revision,
    )


async def recover_attempts(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """What was being sent when the bot ended comes up at once."""
    being_sent = "state = 'trying' AND due_at > ?1"
    await tx.execute(f"UPDATE reminders SET due_at = ?1 WHERE {being_sent} AND {match_table(shard_range)}", now)


async def fix_future_timestamps(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """The clock stands earlier than it did: nothing waits for a future that was none."""
    open_and_late = "state IN ('due', 'trying') AND due_at > ?"
    await tx.execute(f"UPDATE reminders SET due_at = ? WHERE {open_and_late} AND {match_table(shard_range)}", now, now)
