"""What is to be done about a table by itself, each thing once. Every function is one question or one change.

An errand is there until it is done or nobody needs it any more; `tries` are counted before each attempt, so that a message
that may have been sent is looked for before it is sent again.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.host.model.share import Share
from engine.host.model.table import IDLE
from engine.host.store.columns import at_ours
from engine.host.store.database import Store, Transaction

ErrandKind = Literal["seals", "ended", "full", "idle", "shut", "opened", "question"]


class Errand(msgspec.Struct, frozen=True):
    """One of them. `mark` tells those of one kind at a table apart: a person, a seat or a message, 0 where there is one only."""

    table: int
    kind: ErrandKind
    mark: int
    made_at: int
    tries: int

    @property
    def key(self) -> str:
        """What tells it from every other errand."""
        return f"{self.kind} {self.table} {self.mark} {self.made_at}"


# ------------------------------------------------------------------ reading
async def due(store: Store, share: Share, now: int) -> list[Errand]:
    """The errands to run now."""
    rows = await store.all(
        f"SELECT * FROM announcements WHERE due_at <= ? AND {at_ours(share)} ORDER BY due_at, table_id, kind, subject_id",
        now,
    )
    return [Errand(row["table_id"], row["kind"], row["subject_id"], row["created_at"], row["attempts"]) for row in rows]


async def marks(store: Store, table_id: int, kind: ErrandKind) -> list[int]:
    """The marks of a table's errands of one kind."""
    rows = await store.all(
        "SELECT subject_id FROM announcements WHERE table_id = ? AND kind = ? ORDER BY subject_id", table_id, kind
    )
    return [row["subject_id"] for row in rows]


# ------------------------------------------------------------------ writing
async def put(tx: Transaction, table_id: int, kind: ErrandKind, now: int, due_at: int, mark: int = 0) -> None:
    """Something is to be done at a moment; if it was so already, it begins anew."""
    await tx.run(
        "INSERT INTO announcements (table_id, kind, subject_id, created_at, due_at) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (table_id, kind, subject_id) DO UPDATE "
        "SET created_at = excluded.created_at, due_at = excluded.due_at, attempts = 0",
        table_id,
        kind,
        mark,
        now,
        due_at,
    )


async def there(tx: Transaction, errand: Errand) -> bool:
    """Whether an errand has not been run, dropped or begun anew meanwhile."""
    sql = "SELECT 1 FROM announcements WHERE table_id = ? AND kind = ? AND subject_id = ? AND created_at = ?"
    return bool(await tx.all(sql, *_of(errand)))


async def touch(tx: Transaction, table_id: int, now: int) -> None:
    """Somebody has done something in a lobby: it is wanted, and asks again much later."""
    await put(tx, table_id, "idle", now, now + IDLE)
    await drop(tx, table_id, "shut")


async def drop(tx: Transaction, table_id: int, *kinds: ErrandKind) -> None:
    """Nobody needs a table's errands of these kinds any more."""
    for kind in kinds:
        await tx.run("DELETE FROM announcements WHERE table_id = ? AND kind = ?", table_id, kind)


async def trying(tx: Transaction, errand: Errand, again_at: int) -> bool:
    """An errand is about to be run; if it is not done by `again_at` it comes up again. False when it is not there any more."""
    here = await there(tx, errand)
    await tx.run(
        "UPDATE announcements SET attempts = attempts + 1, due_at = ? WHERE table_id = ? AND kind = ? "
        "AND subject_id = ? AND created_at = ?",
        again_at,
        *_of(errand),
    )
    return here


async def done(tx: Transaction, errand: Errand) -> None:
    """An errand has been run, or cannot be."""
    await tx.run(
        "DELETE FROM announcements WHERE table_id = ? AND kind = ? AND subject_id = ? AND created_at = ?", *_of(errand)
    )


async def look_after(tx: Transaction, share: Share, now: int) -> None:
    """What was under way when the bot ended comes up at once."""
    await tx.run(f"UPDATE announcements SET due_at = ?1 WHERE attempts > 0 AND due_at > ?1 AND {at_ours(share)}", now)


def _of(errand: Errand) -> tuple[int, str, int, int]:
    return errand.table, errand.kind, errand.mark, errand.made_at
