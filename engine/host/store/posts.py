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
    row = await store.first("SELECT * FROM board_posts WHERE table_id = ?", table_id)
    return (
        None
        if row is None
        else Post(row["revision"], row["channel_id"], row["message_id"], seats_in(row["waiting_seats"]))
    )


async def shown(store: Store, table_id: int) -> list[Shown]:
    """Every board post of a table, oldest revision first."""
    rows = await store.all(
        "SELECT revision, channel_id, message_id FROM posted_revisions WHERE table_id = ? ORDER BY revision", table_id
    )
    return [Shown(row["revision"], row["channel_id"], row["message_id"]) for row in rows]


async def unposted(store: Store, share: Share) -> list[int]:
    """Tables whose newest revision has not been shown in their channel."""
    return [
        row["id"]
        for row in await store.all(
            "SELECT t.id FROM tables t LEFT JOIN board_posts p ON p.table_id = t.id "
            f"WHERE ((p.table_id IS NULL AND t.{LIVE}) OR p.revision < t.revision) AND {ours(share, 't.guild_id')} ORDER BY t.id"
        )
    ]


# ------------------------------------------------------------------ writing
async def save_post(tx: Transaction, table_id: int, shown: Post) -> None:
    """The newest board post; an older one than the stored is not taken. Which message showed which revision is kept for the log."""
    await tx.run(
        "INSERT INTO posted_revisions VALUES (?, ?, ?, ?) ON CONFLICT (table_id, revision) DO UPDATE SET "
        "channel_id = excluded.channel_id, message_id = excluded.message_id",
        table_id,
        shown.rev,
        shown.channel,
        shown.message,
    )
    await tx.run(
        "INSERT INTO board_posts VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET revision = excluded.revision, "
        "channel_id = excluded.channel_id, message_id = excluded.message_id, waiting_seats = "
        "excluded.waiting_seats WHERE excluded.revision >= board_posts.revision",
        table_id,
        shown.rev,
        shown.channel,
        shown.message,
        as_json(shown.waiting),
    )
