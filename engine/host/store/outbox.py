"""The `outbox` table: messages that the bot owes, each sent once.

A row is `due`, `trying` while the bot sends its message, and deleted once that is settled. The row of a decision is
`open` until the decision is made: any change may make it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, Optional

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.host.model.table import LOBBY_IDLE_S
from engine.host.model.votes import VOTE_TIMEOUT_S
from engine.host.store.database import Store, Transaction, list_column
from engine.host.store.sql_conditions import match_table
from engine.kernel.text import Seat

ReminderKind = Literal["early", "remind", "last", "gone"]
DecisionKind = Literal["vote", "proposal"]
OutboxKind = Literal[
    "early",  # your turn is near
    "remind",
    "last",  # the last reminder, to the others
    "gone",  # the player has left the server, to the others
    "call",  # a question waits for a user who could not be mentioned when it came
    "news",  # something happened when a user could not be mentioned, or at a table that they follow
    "seals",  # the seed can be revealed
    "full",  # a lobby has all its players
    "idle",  # nobody touches a lobby
    "shut",  # an idle lobby closes
    "opened",  # a table of a game that somebody waits for
    "undo",  # may a move be taken back?
    "expiry",  # that question has found no answer
    "vote",  # the outcome of a vote, in its message
    "outcome",  # the same to the player whom the vote is about
    "proposal",  # the outcome of a proposal, in its message
    "lost",  # the table's channel was deleted, to a player; without a time below the next command's answer
    "missing",  # the store has lost moves of the table
]
CALLS = "('call', 'news')"
REMINDERS = "('early', 'remind', 'last', 'gone')"
IS_CURRENT = (
    "EXISTS (SELECT 1 FROM tables b WHERE b.id = outbox.table_id AND b.status = 'running' "
    "AND b.asked_revision = outbox.asked_revision)"
)
"""The question of the row is the current one of its table."""
DEADLINE_OF_SEAT = (
    "SELECT 1 FROM turn_deadlines t WHERE t.table_id = outbox.table_id AND t.seat = outbox.subject_id "
    "AND t.asked_revision = outbox.asked_revision"
)
"""Finds the deadline of the row's seat, if the seat still owes the answer to the row's question."""
WANTED_CONDITIONS: Mapping[OutboxKind, str] = MappingProxyType(
    {
        "early": f"{IS_CURRENT} AND NOT EXISTS ({DEADLINE_OF_SEAT})",
        "remind": f"{IS_CURRENT} AND EXISTS ({DEADLINE_OF_SEAT} AND t.is_muted = 0)",
        "last": f"{IS_CURRENT} AND EXISTS ({DEADLINE_OF_SEAT})",
        "gone": f"{IS_CURRENT} AND EXISTS ({DEADLINE_OF_SEAT})",
    }
)
"""The SQL conditions under which a message is still wanted. A kind without one is wanted while its row exists."""


class OutboxItem(msgspec.Struct, frozen=True):
    """A message that the bot owes, in the order of the columns.

    `subject_id` is the seat, person, message, vote or proposal that it is about, 0 for a kind that a table has once.
    A reminder has the `asked_revision` of its question and its `step`. News with an `asked_revision` are about that
    question.
    """

    id: int
    table_id: int
    kind: OutboxKind
    subject_id: int
    asked_revision: int
    step: int
    created_at: int
    due_at: Optional[int]
    state: Literal["open", "due", "trying"]
    attempts: int

    @property
    def was_tried(self) -> bool:
        """Whether an attempt may have reached Discord already."""
        return self.state == "trying"


class DueMoments(msgspec.Struct, frozen=True):
    """When the next turn deadline and the next message are due, and whether a decision is open, which any change may make."""

    turn_due_at: Optional[int]
    message_due_at: Optional[int]
    has_open_decision: bool

    @property
    def next_due_at(self) -> int | None:
        """The earlier of the two moments, None if nothing will be due."""
        return min((moment for moment in (self.turn_due_at, self.message_due_at) if moment is not None), default=None)

    def is_due(self, now: float) -> bool:
        """Return whether something may have to be done now."""
        return self.has_open_decision or (self.next_due_at is not None and self.next_due_at <= now)


# ------------------------------------------------------------------ reading
async def list_due(store: Store, shard_range: ShardRange, now: int) -> list[OutboxItem]:
    """List the messages to send now and the decisions that are open, oldest first."""
    sql = f"SELECT * FROM outbox WHERE (due_at <= ? OR state = 'open') AND {match_table(shard_range)} ORDER BY id"
    return [OutboxItem(*row) for row in await store.fetch_all(sql, now)]


async def find_due_moments(store: Store, shard_range: ShardRange) -> DueMoments:
    """Find out in one query when the next message or turn deadline is due, and whether a decision is open."""
    mine = match_table(shard_range)
    row = await store.fetch_first(
        f"SELECT (SELECT min(due_at) FROM turn_deadlines WHERE {mine}) AS turn, "
        f"(SELECT min(due_at) FROM outbox WHERE {mine}) AS message, "
        f"EXISTS (SELECT 1 FROM outbox WHERE state = 'open' AND {mine}) AS is_open"
    )
    assert row is not None
    return DueMoments(row["turn"], row["message"], bool(row["is_open"]))


async def list_subjects(store: Store, table_id: int, kind: OutboxKind) -> list[int]:
    """List the subjects of a table's messages of one kind."""
    rows = await store.fetch_all(
        "SELECT subject_id FROM outbox WHERE table_id = ? AND kind = ? ORDER BY subject_id", table_id, kind
    )
    return list_column(rows, "subject_id")


# ------------------------------------------------------------------ writing
async def add_message(
    tx: Transaction,
    table_id: int,
    kind: OutboxKind,
    now: int,
    due_at: int | None,
    subject_id: int = 0,
    *,
    asked_revision: int = 0,
    step: int = 0,
) -> int:
    """Add a message that is due at `due_at`, and return its id. It replaces the one of the same kind and subject."""
    await delete_messages(tx, table_id, kind, subject_id=subject_id)
    return await tx.insert(
        "INSERT INTO outbox (table_id, kind, subject_id, asked_revision, step, created_at, due_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        table_id,
        kind,
        subject_id,
        asked_revision,
        step,
        now,
        due_at,
    )


async def add_decision(
    tx: Transaction, table_id: int, kind: DecisionKind, subject_id: int, now: int, due_at: int | None
) -> None:
    """Add the row of an open vote or proposal, which the passing of time may decide at `due_at`."""
    item_id = await add_message(tx, table_id, kind, now, due_at, subject_id)
    await watch_decision(tx, item_id)


async def watch_decision(tx: Transaction, item_id: int) -> None:
    """Mark a decision as open."""
    await tx.execute("UPDATE outbox SET state = 'open', attempts = 0 WHERE id = ?", item_id)


async def schedule_decision(tx: Transaction, kind: DecisionKind, subject_id: int, due_at: int | None) -> None:
    """Store when an open decision may be made by the passing of time."""
    await tx.execute(
        "UPDATE outbox SET due_at = ? WHERE kind = ? AND subject_id = ? AND state = 'open'", due_at, kind, subject_id
    )


async def delay_decisions(tx: Transaction, table_id: int, delay_s: int) -> None:
    """Let a table's open decisions be made later by the passing of time."""
    await tx.execute("UPDATE outbox SET due_at = due_at + ? WHERE table_id = ? AND state = 'open'", delay_s, table_id)


async def begin_attempt(tx: Transaction, item_id: int, retry_at: int) -> bool:
    """Count an attempt, and make the message due again at `retry_at`. Return False, and delete it, if it is not wanted."""
    rows = await tx.fetch_all("SELECT kind FROM outbox WHERE id = ?", item_id)
    if not rows:
        return False
    condition = WANTED_CONDITIONS.get(rows[0]["kind"])
    if condition and not await tx.fetch_all(f"SELECT 1 FROM outbox WHERE id = ? AND {condition}", item_id):
        await delete_message(tx, item_id)
        return False
    await tx.execute(
        "UPDATE outbox SET state = 'trying', attempts = attempts + 1, due_at = ? WHERE id = ?", retry_at, item_id
    )
    return True


async def postpone(tx: Transaction, item_id: int, due_at: int) -> None:
    """Make a message due at `due_at`, and do not count the attempt that was not made."""
    await tx.execute(
        "UPDATE outbox SET state = 'due', attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END, due_at = ? "
        "WHERE id = ?",
        due_at,
        item_id,
    )


async def keep_message(tx: Transaction, item_id: int) -> None:
    """Keep a message that cannot be sent, without a time."""
    await tx.execute("UPDATE outbox SET state = 'due', due_at = NULL WHERE id = ?", item_id)


async def delete_message(tx: Transaction, item_id: int) -> bool:
    """Delete a message that was sent or is not wanted. Return False if it no longer existed."""
    rows = await tx.fetch_all("SELECT 1 FROM outbox WHERE id = ?", item_id)
    await tx.execute("DELETE FROM outbox WHERE id = ?", item_id)
    return bool(rows)


async def delete_messages(tx: Transaction, table_id: int, *kinds: OutboxKind, subject_id: int | None = None) -> None:
    """Delete a table's messages of these kinds, by default those about every subject."""
    for kind in kinds:
        await tx.execute(
            "DELETE FROM outbox WHERE table_id = ?1 AND kind = ?2 AND subject_id = coalesce(?3, subject_id)",
            table_id,
            kind,
            subject_id,
        )


async def postpone_idle_check(tx: Transaction, table_id: int, now: int) -> None:
    """Restart the idle period of a lobby in which a person has done something."""
    await add_message(tx, table_id, "idle", now, now + LOBBY_IDLE_S)
    await delete_messages(tx, table_id, "shut")


async def repair_times(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Make the messages due whose attempt was cut off, and correct times of a clock that was ahead."""
    mine, latest = match_table(shard_range), now + VOTE_TIMEOUT_S
    await tx.execute(f"UPDATE outbox SET due_at = ?1 WHERE state = 'open' AND due_at > ?1 AND {mine}", latest)
    # A reminder or call finds out when it is sent whether it is too early.
    is_unsettled = f"due_at > ?1 AND (attempts > 0 OR kind = 'undo' OR kind IN {REMINDERS} OR kind IN {CALLS})"
    await tx.execute(f"UPDATE outbox SET due_at = ?1 WHERE {is_unsettled} AND {mine}", now)
    await tx.execute(
        f"UPDATE outbox SET due_at = due_at - created_at + ?1, created_at = ?1 WHERE created_at > ?1 AND {mine}", now
    )


# ------------------------------------------------------------------ reminders
async def has_pending_reminder(tx: Transaction, table_id: int, seat: Seat, asked_revision: int) -> bool:
    """Return whether an earlier reminder of this turn has not been sent yet."""
    sql = "SELECT 1 FROM outbox WHERE table_id = ? AND subject_id = ? AND asked_revision = ? AND kind IN ('remind', 'last')"
    return bool(await tx.fetch_all(sql, table_id, seat, asked_revision))


# ------------------------------------------------------------------ calls
async def list_calls(store: Store, table_id: int, user_id: int, now: int) -> list[OutboxItem]:
    """List the due calls and reminders of a person at the tables on the server of a table, oldest first."""
    is_own_seat = (
        "EXISTS (SELECT 1 FROM seats s WHERE s.table_id = o.table_id AND s.seat = o.subject_id AND s.user_id = ?1)"
    )
    rows = await store.fetch_all(
        "SELECT o.* FROM outbox o JOIN tables b ON b.id = o.table_id "
        f"WHERE ((o.kind IN {CALLS} AND o.subject_id = ?1) OR (o.kind = 'remind' AND {is_own_seat})) "
        "AND (o.due_at <= ?2 OR o.attempts > 0) AND b.guild_id = (SELECT guild_id FROM tables WHERE id = ?3) "
        "ORDER BY o.created_at, o.id",
        user_id,
        now,
        table_id,
    )
    return [OutboxItem(*row) for row in rows]


async def add_call(
    tx: Transaction, table_id: int, user_id: int, now: int, due_at: int, news_revision: int | None
) -> None:
    """Call a person to a table at `due_at`. An earlier call to it stands for both.

    `news_revision` is None for a question, else the question that the news are about, or 0.
    """
    await tx.execute(
        "INSERT INTO outbox (table_id, kind, subject_id, asked_revision, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (table_id, kind, subject_id) DO UPDATE SET asked_revision = excluded.asked_revision",
        table_id,
        "call" if news_revision is None else "news",
        user_id,
        news_revision or 0,
        now,
        due_at,
    )


async def reschedule_calls(tx: Transaction, user_id: int, due_at: int) -> None:
    """Move a person's waiting calls to `due_at`, after a change of their quiet hours or vacation."""
    await tx.execute(
        f"UPDATE outbox SET due_at = ? WHERE kind IN {CALLS} AND state = 'due' AND subject_id = ?", due_at, user_id
    )


async def move_reminders(tx: Transaction, table_id: int, seat: Seat, old_revision: int, asked_revision: int) -> None:
    """Move a seat's reminders of a question to the revision at which the question was put again."""
    await tx.execute(
        "UPDATE outbox SET asked_revision = ? WHERE table_id = ? AND subject_id = ? AND asked_revision = ? "
        f"AND kind IN {REMINDERS}",
        asked_revision,
        table_id,
        seat,
        old_revision,
    )
