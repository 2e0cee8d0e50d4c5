"""The `reminders` table: direct messages that the bot owes to players, each sent once.

A reminder is `due`, `trying` while the bot sends it, and in the end `sent`, `void` or `failed`.
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
    """The kinds of scheduled work that are due, and when the next work is due.

    `has_open_decision` is set while a vote or a proposal is open, which any move may decide.
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
    """A reminder to send. If `was_tried` is set, one of its `attempts` may have reached Discord already."""

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
    """Find out which scheduled work is due now."""
    next_reminder = (
        "SELECT min(due_at) FROM turn_deadlines WHERE due_at IS NOT NULL AND "
        f"{match_table(shard_range, 'turn_deadlines.table_id')}"
    )
    votes = match_table(shard_range, "votes.table_id")
    proposals = match_table(shard_range, "proposals.table_id")
    row = await store.fetch_first(
        f"SELECT ({next_reminder}) AS turn, "
        "(SELECT min(due_at) FROM reminders WHERE state IN ('due', 'trying') "
        f"AND {match_table(shard_range, 'reminders.table_id')}) AS notice, "
        "(SELECT min(due_at) FROM undo_requests WHERE state IN ('due', 'trying') "
        f"AND {match_table(shard_range, 'undo_requests.table_id')}) AS question, "
        f"(SELECT min(due_at) FROM announcements WHERE {match_table(shard_range, 'announcements.table_id')}) AS errand, "
        f"(SELECT min(recount_at) FROM votes WHERE state = 'open' AND recount_at > ? AND {votes}) AS late, "
        f"EXISTS (SELECT 1 FROM votes WHERE state = 'open' AND {votes}) AS count, "
        f"(SELECT min(opened_at) FROM proposals WHERE state = 'open' AND {proposals}) AS moved, "
        f"EXISTS (SELECT 1 FROM votes WHERE state <> shown_state AND message_id IS NOT NULL AND {votes} UNION ALL "
        f"SELECT 1 FROM proposals WHERE state <> shown_state AND message_id IS NOT NULL AND {proposals}) AS show",
        now,
    )
    assert row is not None
    proposal_expires_at = None if row["moved"] is None else row["moved"] + PROPOSAL_TIMEOUT_S
    reminder_at = _find_earliest(row["turn"], row["notice"])
    return DueItems(
        has_votes_to_count=bool(row["count"]),
        has_due_reminders=_is_due(reminder_at, now),
        has_questions_to_ask=_is_due(row["question"], now),
        has_ends_to_show=bool(row["show"]),
        has_expired_proposals=_is_due(proposal_expires_at, now),
        has_due_announcements=_is_due(row["errand"], now),
        next_due_at=_find_earliest(reminder_at, row["question"], row["errand"], row["late"], proposal_expires_at),
        has_open_decision=bool(row["count"]) or proposal_expires_at is not None,
    )


def _is_due(due_at: int | None, now: int) -> bool:
    return due_at is not None and due_at <= now


def _find_earliest(*moments: int | None) -> int | None:
    return min((moment for moment in moments if moment is not None), default=None)


async def list_due(store: Store, shard_range: ShardRange, now: int) -> list[Reminder]:
    """List the reminders to send now, oldest first."""
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


async def is_current(tx: Transaction, reminder_id: int) -> bool:
    """Return whether a reminder still applies: its turn is not over, and the player has not muted it."""
    row = await tx.fetch_first(f"{SELECT_REMINDERS} AND n.id = ?", reminder_id)
    if row is None or row["status"] != "running" or row["question"] != row["asked_revision"]:
        return False
    if row["kind"] == "early":
        return not row["waiting"]
    if row["kind"] == "remind" and row["is_muted"]:
        return False
    return bool(row["waiting"])


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
    """Insert a reminder that is due in `delay_s` seconds."""
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


async def set_retry(tx: Transaction, reminder_id: int, retry_at: int) -> None:
    """Count an attempt, and make the reminder due again at `retry_at`."""
    await tx.execute(
        "UPDATE reminders SET state = 'trying', attempts = attempts + 1, due_at = ? WHERE id = ?", retry_at, reminder_id
    )


async def record_outcome(
    tx: Transaction, reminder_id: int, state: ReminderOutcome, message_id: int | None = None
) -> None:
    """Store how a reminder ended."""
    await tx.execute("UPDATE reminders SET state = ?, message_id = ? WHERE id = ?", state, message_id, reminder_id)


async def schedule_call(tx: Transaction, table_id: int, seat: Seat, asked_revision: int, now: int, due_at: int) -> None:
    """Schedule one call of the player to this turn, unless there is one already."""
    existing = await tx.fetch_all(
        "SELECT 1 FROM reminders WHERE table_id = ? AND seat = ? AND asked_revision = ? AND kind = 'call' AND state <> 'void'",
        table_id,
        seat,
        asked_revision,
    )
    if not existing:
        await add_reminder(tx, table_id, seat, asked_revision, "call", now, delay_s=due_at - now)


async def has_pending_reminder(tx: Transaction, table_id: int, seat: Seat, asked_revision: int) -> bool:
    """Return whether an earlier reminder of this turn has not been sent yet."""
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
    """Void the seat's waiting calls: a reminder replaces them, or the seat has a new player."""
    await tx.execute(
        "UPDATE reminders SET state = 'void' WHERE table_id = ? AND seat = ? AND kind = 'call' AND state = 'due'",
        table_id,
        seat,
    )


async def reschedule_calls(tx: Transaction, user_id: int, due_at: int) -> None:
    """Move a person's waiting calls to `due_at`, after a change of their quiet hours or vacation."""
    await tx.execute(
        "UPDATE reminders SET due_at = ? WHERE kind = 'call' AND state = 'due' AND (table_id, seat) IN "
        "(SELECT table_id, seat FROM seats WHERE user_id = ?)",
        due_at,
        user_id,
    )


async def postpone(tx: Transaction, reminder_id: int, due_at: int) -> None:
    """Make a reminder due at `due_at`, and do not count the attempt that was not made."""
    await tx.execute(
        "UPDATE reminders SET state = 'due', attempts = CASE "
        "WHEN attempts > 0 THEN attempts - 1 ELSE 0 END, due_at = ? WHERE id = ?",
        due_at,
        reminder_id,
    )


async def move_to_question(tx: Transaction, table_id: int, seat: Seat, old_revision: int, asked_revision: int) -> None:
    """Move the pending reminders of a question to the revision at which it was put again."""
    await tx.execute(
        "UPDATE reminders SET asked_revision = ? WHERE table_id = ? AND seat = ? AND asked_revision = ? "
        "AND state IN ('due', 'trying')",
        asked_revision,
        table_id,
        seat,
        old_revision,
    )


async def recover_attempts(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Make the reminders due whose attempt was cut off by the end of the bot."""
    was_being_sent = "state = 'trying' AND due_at > ?1"
    await tx.execute(f"UPDATE reminders SET due_at = ?1 WHERE {was_being_sent} AND {match_table(shard_range)}", now)


async def fix_future_timestamps(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Make reminders due that lie in the future, after the system clock was set back."""
    is_in_future = "state IN ('due', 'trying') AND due_at > ?"
    await tx.execute(f"UPDATE reminders SET due_at = ? WHERE {is_in_future} AND {match_table(shard_range)}", now, now)
