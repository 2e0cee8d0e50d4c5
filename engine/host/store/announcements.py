"""What is to be done about a table by itself, each thing once. Every function is one question or one change.

An errand is there until it is done or nobody needs it any more; `attempts` are counted before each attempt, so that a message
that may have been sent is looked for before it is sent again.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.host.model.table import LOBBY_IDLE_S
from engine.host.store.database import Store, Transaction
from engine.host.store.sql_conditions import match_table

AnnouncementKind = Literal["seals", "ended", "full", "idle", "shut", "opened", "question"]


class Announcement(msgspec.Struct, frozen=True):
    """One of them. `subject_id` tells those of one kind at a table apart: a person, a seat or a message, 0 where there is
    one only."""

    table_id: int
    kind: AnnouncementKind
    subject_id: int
    created_at: int
    attempts: int

    @property
    def key(self) -> str:
        """What tells it from every other errand."""
        return f"{self.kind} {self.table_id} {self.subject_id} {self.created_at}"


# ------------------------------------------------------------------ reading
async def list_due(store: Store, shard_range: ShardRange, now: int) -> list[Announcement]:
    """The errands to run now."""
    rows = await store.fetch_all(
        f"SELECT * FROM announcements WHERE due_at <= ? AND {match_table(shard_range)} ORDER BY due_at, table_id, kind, subject_id",
        now,
    )
    return [
        Announcement(row["table_id"], row["kind"], row["subject_id"], row["created_at"], row["attempts"])
        for row in rows
    ]


async def list_subjects(store: Store, table_id: int, kind: AnnouncementKind) -> list[int]:
    """The marks of a table's errands of one kind."""
    rows = await store.fetch_all(
        "SELECT subject_id FROM announcements WHERE table_id = ? AND kind = ? ORDER BY subject_id", table_id, kind
    )
    return [row["subject_id"] for row in rows]


# ------------------------------------------------------------------ writing
async def schedule_announcement(
    tx: Transaction, table_id: int, kind: AnnouncementKind, now: int, due_at: int, subject_id: int = 0
) -> None:
    """Something is to be done at a moment; if it was so already, it begins anew."""
    await tx.execute(
        "INSERT INTO announcements (table_id, kind, subject_id, created_at, due_at) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (table_id, kind, subject_id) DO UPDATE "
        "SET created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0",
        table_id,
        kind,
        subject_id,
        now,
        due_at,
    )


async def is_pending(tx: Transaction, announcement: Announcement) -> bool:
    """Whether an errand has not been run, dropped or begun anew meanwhile."""
    sql = "SELECT 1 FROM announcements WHERE table_id = ? AND kind = ? AND subject_id = ? AND created_at = ?"
    return bool(await tx.fetch_all(sql, *_parse_announcement(announcement)))


async def postpone_idle_check(tx: Transaction, table_id: int, now: int) -> None:
    """Somebody has done something in a lobby: it is wanted, and asks again much later."""
    await schedule_announcement(tx, table_id, "idle", now, now + LOBBY_IDLE_S)
    await delete_announcements(tx, table_id, "shut")


async def delete_announcements(tx: Transaction, table_id: int, *kinds: AnnouncementKind) -> None:
    """Nobody needs a table's errands of these kinds any more."""
    for kind in kinds:
        await tx.execute("DELETE FROM announcements WHERE table_id = ? AND kind = ?", table_id, kind)


async def begin_attempt(tx: Transaction, announcement: Announcement, retry_at: int) -> bool:
    """An errand is about to be run; if it is not done by `retry_at` it comes up again. False when it is not there any more."""
    here = await is_pending(tx, announcement)
    await tx.execute(
        "UPDATE announcements SET attempts = attempts + 1, due_at = ? WHERE table_id = ? AND kind = ? "
        "AND subject_id = ? AND created_at = ?",
        retry_at,
        *_parse_announcement(announcement),
    )
    return here


async def finish_announcement(tx: Transaction, announcement: Announcement) -> None:
    """An errand has been run, or cannot be."""
    await tx.execute(
        "DELETE FROM announcements WHERE table_id = ? AND kind = ? AND subject_id = ? AND created_at = ?",
        *_parse_announcement(announcement),
    )


async def recover_attempts(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """What was under way when the bot ended comes up at once."""
    await tx.execute(
        f"UPDATE announcements SET due_at = ?1 WHERE attempts > 0 AND due_at > ?1 AND {match_table(shard_range)}", now
    )


def _parse_announcement(announcement: Announcement) -> tuple[int, str, int, int]:
    return announcement.table_id, announcement.kind, announcement.subject_id, announcement.created_at
