"""What a snapshot of a table shows besides its position, in as few questions as it takes."""

from __future__ import annotations

import msgspec

from engine.host.model.table import AnnouncedLine, BoardPost, UndoRequest
from engine.host.store.database import Queries
from engine.host.store.entries import parse_line
from engine.host.store.sql_conditions import parse_seats
from engine.kernel.text import Seat

MAX_RECENT_LINES = 4
"""Public lines that count as recent."""
SPECTATOR_SEAT = -1
"""The seat of a spectator, to whom nothing is whispered."""


class SnapshotLines(msgspec.Struct, frozen=True):
    """Lines of the log for one viewer, oldest first: public ones since a revision, the newest public ones, and private ones
    since the viewer's own last move."""

    new_lines: tuple[AnnouncedLine, ...]
    recent_lines: tuple[AnnouncedLine, ...]
    private_lines: tuple[AnnouncedLine, ...]


class TableContext(msgspec.Struct, frozen=True):
    """What stands beside a table: its newest board post, the open wish to take back, and who has moved since a revision."""

    post: BoardPost | None
    undo_request: UndoRequest | None
    moved_seats: tuple[Seat, ...]


async def load_lines(store: Queries, table_id: int, viewer: Seat | None, since_revision: int | None) -> SnapshotLines:
    """What to read out to a viewer, the news after revision `since_revision`: None is that of the newest board post."""
    lines = (
        "s.seq, s.line_no, s.seats, s.text, e.written_at FROM log_lines s "
        "JOIN entries e USING (table_id, seq) WHERE s.table_id = ?1"
    )
    rows = await store.fetch_all(
        f"SELECT 'news' AS part, {lines} AND s.seats IS NULL "
        "AND s.seq > coalesce(CAST(?2 AS BIGINT), (SELECT revision FROM board_posts WHERE table_id = ?1), -1) "
        f"UNION ALL SELECT * FROM (SELECT 'recent', {lines} AND s.seats IS NULL "
        f"ORDER BY s.seq DESC, s.line_no DESC LIMIT {MAX_RECENT_LINES}) "
        "AS newest "
        f"UNION ALL SELECT 'whisper', {lines} AND CAST(?3 AS BIGINT) <> {SPECTATOR_SEAT} AND s.seats IS NOT NULL "
        "AND s.seq >= coalesce((SELECT max(seq) FROM entries WHERE table_id = ?1 AND seat = ?3 AND kind = 'move'), 0) "
        "AND EXISTS (SELECT 1 FROM json_each(s.seats) WHERE value = ?3) ORDER BY 2, 3",
        table_id,
        since_revision,
        SPECTATOR_SEAT if viewer is None else viewer,
    )

    def part(name: str) -> tuple[AnnouncedLine, ...]:
        return tuple(parse_line(row) for row in rows if row["part"] == name)

    return SnapshotLines(part("news"), part("recent"), part("whisper"))


async def load_table_context(store: Queries, table_id: int, revision: int, since_revision: int | None) -> TableContext:
    """What stands beside a table at revision `revision`; who has moved after `since_revision`, None: the newest board post."""
    row = await store.fetch_first(
        "SELECT p.revision AS shown, p.channel_id, p.message_id, p.waiting_seats, u.revision AS wished, "
        "u.seat, u.target_seq, u.agreed_seats, u.asked_at, "
        "(SELECT json_group_array(DISTINCT seat) FROM entries WHERE table_id = t.id AND kind IN ('move', 'computer') "
        "AND seq > coalesce(CAST(?3 AS BIGINT), p.revision, -1)) AS movers FROM tables t LEFT "
        "JOIN board_posts p ON p.table_id = t.id "
        "LEFT JOIN undo_requests u ON u.table_id = t.id AND u.valid_revision = ?2 WHERE t.id = ?1",
        table_id,
        revision,
        since_revision,
    )
    if row is None:
        return TableContext(None, None, ())
    post = None
    if row["shown"] is not None:
        post = BoardPost(row["shown"], row["channel_id"], row["message_id"], parse_seats(row["waiting_seats"]))
    wish = None
    if row["asked_at"] is not None:
        wish = UndoRequest(
            row["wished"], row["seat"], row["target_seq"], parse_seats(row["agreed_seats"]), row["asked_at"]
        )
    return TableContext(post, wish, tuple(sorted(parse_seats(row["movers"]))))
