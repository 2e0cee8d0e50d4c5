"""The `announcements` table: messages that the bot owes to a table, each posted once.

The bot counts an attempt before it makes it. After the first attempt it looks for the message before it sends it again.
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
    """A message that the bot owes to a table.

    `subject_id` is the person, seat or message that it is about. It is 0 for a kind that a table has once.
    """

    table_id: int
    kind: AnnouncementKind
    subject_id: int
    created_at: int
    attempts: int

    @property
    def key(self) -> str:
        """The announcement's name, unique among all announcements."""
        return f"{self.kind} {self.table_id} {self.subject_id} {self.created_at}"


# ------------------------------------------------------------------ reading
async def list_due(store: Store, shard_range: ShardRange, now: int) -> list[Announcement]:
    """List the announcements that are due now, oldest first."""
    rows = await store.fetch_all(
        f"SELECT * FROM announcements WHERE due_at <= ? AND {match_table(shard_range)} ORDER BY due_at, table_id, kind, subject_id",
        now,
    )
    return [
        Announcement(row["table_id"], row["kind"], row["subject_id"], row["created_at"], row["attempts"])
        for row in rows
    ]


async def list_subjects(store: Store, table_id: int, kind: AnnouncementKind) -> list[int]:
    """List the subjects of a table's announcements of one kind."""
    rows = await store.fetch_all(
        "SELECT subject_id FROM announcements WHERE table_id = ? AND kind = ? ORDER BY subject_id", table_id, kind
    )
    return [row["subject_id"] for row in rows]


# ------------------------------------------------------------------ writing
async def schedule_announcement(
    tx: Transaction, table_id: int, kind: AnnouncementKind, now: int, due_at: int, subject_id: int = 0
) -> None:
    """Schedule an announcement for `due_at`. It replaces the one of the same kind and subject."""
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
    """Return whether an announcement still exists: nobody has posted, deleted or replaced it."""
    sql = "SELECT 1 FROM announcements WHERE table_id = ? AND kind = ? AND subject_id = ? AND created_at = ?"
    return bool(await tx.fetch_all(sql, *_announcement_key(announcement)))


async def postpone_idle_check(tx: Transaction, table_id: int, now: int) -> None:
    """Restart the idle period of a lobby in which a person has done something."""
    await schedule_announcement(tx, table_id, "idle", now, now + LOBBY_IDLE_S)
    await delete_announcements(tx, table_id, "shut")


async def delete_announcements(tx: Transaction, table_id: int, *kinds: AnnouncementKind) -> None:
    """Delete a table's announcements of these kinds."""
    for kind in kinds:
        await tx.execute("DELETE FROM announcements WHERE table_id = ? AND kind = ?", table_id, kind)


async def begin_attempt(tx: Transaction, announcement: Announcement, retry_at: int) -> bool:
    """Count an attempt, and make the announcement due again at `retry_at`. Return False if it no longer exists."""
    still_pending = await is_pending(tx, announcement)
    await tx.execute(
        "UPDATE announcements SET attempts = attempts + 1, due_at = ? WHERE table_id = ? AND kind = ? "
        "AND subject_id = ? AND created_at = ?",
        retry_at,
        *_announcement_key(announcement),
    )
    return still_pending


async def finish_announcement(tx: Transaction, announcement: Announcement) -> None:
    """Delete an announcement that was posted or cannot be posted."""
    await tx.execute(
        "DELETE FROM announcements WHERE table_id = ? AND kind = ? AND subject_id = ? AND created_at = ?",
        *_announcement_key(announcement),
    )


async def recover_attempts(tx: Transaction, shard_range: ShardRange, now: int) -> None:
    """Make the announcements due whose attempt was cut off by the end of the bot."""
    await tx.execute(
        f"UPDATE announcements SET due_at = ?1 WHERE attempts > 0 AND due_at > ?1 AND {match_table(shard_range)}", now
    )


def _announcement_key(announcement: Announcement) -> tuple[int, str, int, int]:
    return announcement.table_id, announcement.kind, announcement.subject_id, announcement.created_at
