"""Board posts: which message shows which revision. Every function is one question or one change."""

from __future__ import annotations

import msgspec

from engine.host.model.share import Share
from engine.host.model.table import Post
from engine.host.store.columns import as_json, ours, seats_in
from engine.host.store.database import Store, Transaction
from engine.host.store.tables import LIVE


class Shown(msgspec.Struct, frozen=True):
    """A message and a revision that it came to show."""

    rev: int
    channel: int
    message: int


# ------------------------------------------------------------------ reading
async def post(store: Store, table_id: int) -> Post | None:
    """The newest board post."""
    row = await store.first("SELECT * FROM posts WHERE table_id = ?", table_id)
    return None if row is None else Post(row["rev"], row["channel"], row["message"], seats_in(row["waiting"]))


async def shown(store: Store, table_id: int) -> list[Shown]:
    """Every board post of a table, oldest revision first."""
    rows = await store.all("SELECT rev, channel, message FROM shown WHERE table_id = ? ORDER BY rev", table_id)
    return [Shown(row["rev"], row["channel"], row["message"]) for row in rows]


async def unposted(store: Store, share: Share) -> list[int]:
    """Tables whose newest revision has not been shown in their channel."""
    return [
        row["id"]
        for row in await store.all(
            "SELECT t.id FROM tables t LEFT JOIN posts p ON p.table_id = t.id "
            f"WHERE ((p.table_id IS NULL AND t.{LIVE}) OR p.rev < t.rev) AND {ours(share, 't.guild')} ORDER BY t.id"
        )
    ]


# ------------------------------------------------------------------ writing
async def save_post(tx: Transaction, table_id: int, shown: Post) -> None:
    """The newest board post; an older one than the stored is not taken. Which message showed which revision is kept for the log."""
    await tx.run(
        "INSERT INTO shown VALUES (?, ?, ?, ?) ON CONFLICT (table_id, rev) DO UPDATE SET "
        "channel = excluded.channel, message = excluded.message",
        table_id,
        shown.rev,
        shown.channel,
        shown.message,
    )
    await tx.run(
        "INSERT INTO posts VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET rev = excluded.rev, "
        "channel = excluded.channel, message = excluded.message, waiting = excluded.waiting WHERE excluded.rev >= posts.rev",
        table_id,
        shown.rev,
        shown.channel,
        shown.message,
        as_json(shown.waiting),
    )
