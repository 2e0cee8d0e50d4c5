"""Tables whose last moves the store has lost, for example because an older copy of its file was put back."""

from __future__ import annotations

from engine.host.store import outbox
from engine.host.store.database import Transaction
from engine.host.store.shards import outages


async def mark_lost(tx: Transaction, table_id: int, shown_revision: int, now: int) -> bool:
    """Mark a running table that is older than a revision that Discord shows, and stop its clocks.

    Return whether it was not marked before. Its players are told once.
    """
    sql = (
        "UPDATE tables SET lost_revision = ?1 WHERE id = ?2 AND status = 'running' AND revision < ?1 "
        "AND coalesce(lost_revision, 0) < ?1"
    )
    row = await tx.fetch_first("SELECT lost_revision FROM tables WHERE id = ?", table_id)
    if row is None or not await tx.execute(sql, shown_revision, table_id):
        return False
    if row["lost_revision"] is not None:
        return False
    await outages.stop_clocks(tx, table_id, now)
    await outbox.add_message(tx, table_id, "missing", now, now)
    return True


async def pass_lost_revision(tx: Transaction, table_id: int, now: int) -> int:
    """Let a table go on after the lost revisions, so that none of their buttons is ever current. Return its new revision."""
    await tx.execute("UPDATE tables SET revision = lost_revision + 1, lost_revision = NULL WHERE id = ?", table_id)
    # The newest board in the channel is one of the lost ones, so the next board must be a new message.
    await tx.execute("UPDATE board_posts SET waiting_seats = '[]' WHERE table_id = ?", table_id)
    await outages.resume_clocks(tx, table_id, now)
    (row,) = await tx.fetch_all("SELECT revision FROM tables WHERE id = ?", table_id)
    return int(row["revision"])
