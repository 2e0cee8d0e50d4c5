"""The `board_posts` table: which message shows which revision of a table. Every function is one query or one change."""

from __future__ import annotations

import msgspec

from engine.host.model.shard_range import ShardRange
from engine.host.model.table import BoardPost
from engine.host.store.database import Store, Transaction, list_column
from engine.host.store.sql_conditions import match_guild, parse_seats, to_json
from engine.host.store.tables import IS_LIVE

FIRST_BOARD = (
    "FROM posted_revisions WHERE table_id = ?1 AND revision >= (SELECT min(seq) FROM entries WHERE table_id = ?1) "
    "ORDER BY revision LIMIT 1"
)
"""The first message that showed the board of a game: one with an earlier revision than the log's first entry showed the lobby."""


class PostedRevision(msgspec.Struct, frozen=True):
    """A revision and the message that shows it."""

    revision: int
    channel_id: int
    message_id: int


# ------------------------------------------------------------------ reading
async def load_post(store: Store, table_id: int) -> BoardPost | None:
    """Load the newest board post of a table, None if there is none."""
    row = await store.fetch_first("SELECT * FROM board_posts WHERE table_id = ?", table_id)
    if row is None:
        return None
    return BoardPost(row["revision"], row["channel_id"], row["message_id"], parse_seats(row["waiting_seats"]))


async def list_posted_revisions(store: Store, table_id: int) -> list[PostedRevision]:
    """List all board posts of a table, oldest revision first."""
    rows = await store.fetch_all(
        "SELECT revision, channel_id, message_id FROM posted_revisions WHERE table_id = ? ORDER BY revision", table_id
    )
    return [PostedRevision(row["revision"], row["channel_id"], row["message_id"]) for row in rows]


async def find_shown_revision(store: Store, channel_id: int, message_id: int) -> tuple[int, int] | None:
    """Find the table and the newest revision that a message has shown, None for a message that is no board post."""
    row = await store.fetch_first(
        "SELECT table_id, max(revision) AS revision FROM posted_revisions WHERE channel_id = ? AND message_id = ? "
        "GROUP BY table_id",
        channel_id,
        message_id,
    )
    if row is None:
        return None
    return (row["table_id"], row["revision"])


async def find_first_board(store: Store, table_id: int) -> PostedRevision | None:
    """Find the first message that showed the board of a game, None before there is one."""
    row = await store.fetch_first(f"SELECT revision, channel_id, message_id {FIRST_BOARD}", table_id)
    if row is None:
        return None
    return PostedRevision(row["revision"], row["channel_id"], row["message_id"])


async def list_unposted(store: Store, shard_range: ShardRange) -> list[int]:
    """List the tables whose newest revision has no board post yet, or none in the channel where the game goes on."""
    rows = await store.fetch_all(
        "SELECT t.id FROM tables t LEFT JOIN board_posts p ON p.table_id = t.id "
        f"WHERE ((p.table_id IS NULL AND t.{IS_LIVE}) OR p.revision < t.revision "
        "OR (p.channel_id <> t.channel_id AND t.status = 'running')) AND "
        f"{match_guild(shard_range, 't.guild_id')} ORDER BY t.id"
    )
    return list_column(rows, "id")


# ------------------------------------------------------------------ writing
async def save_post(tx: Transaction, table_id: int, post: BoardPost) -> None:
    """Store a board post. A newer one stays the newest, but the log keeps each revision's message."""
    await tx.execute(
        "INSERT INTO posted_revisions VALUES (?, ?, ?, ?) ON CONFLICT (table_id, revision) DO UPDATE SET "
        "channel_id = excluded.channel_id, message_id = excluded.message_id",
        table_id,
        post.revision,
        post.channel_id,
        post.message_id,
    )
    await tx.execute(
        "INSERT INTO board_posts VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET revision = excluded.revision, "
        "channel_id = excluded.channel_id, message_id = excluded.message_id, waiting_seats = "
        "excluded.waiting_seats WHERE excluded.revision >= board_posts.revision",
        table_id,
        post.revision,
        post.channel_id,
        post.message_id,
        to_json(post.waiting_seats),
    )
