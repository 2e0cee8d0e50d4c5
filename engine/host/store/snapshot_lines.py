"""The lines and the state that a snapshot of a table shows in addition to its position, in two queries."""

from __future__ import annotations

import msgspec

from engine.host.model.table import NO_USER, AnnouncedLine, BoardPost, UndoRequest
from engine.host.store.board_posts import FIRST_BOARD
from engine.host.store.database import Queries
from engine.host.store.entries import parse_line
from engine.host.store.sql_conditions import parse_seats
from engine.kernel.text import Seat

MAX_RECENT_LINES = 4
"""The number of public lines that count as recent."""
SPECTATOR_SEAT = -1
"""The seat number that stands for a spectator, who gets no private lines."""


class SnapshotLines(msgspec.Struct, frozen=True):
    """The lines of the log that one viewer sees, oldest first.

    `new_lines` are the public lines after a revision, `private_lines` those since the viewer's own last move.
    """

    new_lines: tuple[AnnouncedLine, ...]
    recent_lines: tuple[AnnouncedLine, ...]
    private_lines: tuple[AnnouncedLine, ...]


class TableContext(msgspec.Struct, frozen=True):
    """What the store has about a table beside its position and its log, and a user's note about it.

    `post` is the newest board post, and `first_board_id` the message with the first board of the game.
    """

    post: BoardPost | None
    first_board_id: int | None
    undo_request: UndoRequest | None
    moved_seats: tuple[Seat, ...]
    undone_seats: tuple[Seat, ...]
    note: str = ""


async def load_lines(store: Queries, table_id: int, viewer: Seat | None, since_revision: int | None) -> SnapshotLines:
    """Load a viewer's lines; new ones are after `since_revision`, or after the newest board post if it is None."""
    lines = (
        "s.seq, s.line_no, s.seats, s.text, e.written_at, e.user_id FROM log_lines s "
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

    def parse_part(name: str) -> tuple[AnnouncedLine, ...]:
        return tuple(parse_line(row) for row in rows if row["part"] == name)

    return SnapshotLines(parse_part("news"), parse_part("recent"), parse_part("whisper"))


async def load_table_context(
    store: Queries, table_id: int, revision: int, since_revision: int | None, user_id: int = NO_USER
) -> TableContext:
    """Load the context of a table at `revision`, with the note of `user_id` about it.

    `moved_seats` are those that moved, and `undone_seats` those whose moves others took back, after `since_revision`, or after the
    newest board post if it is None.
    """
    since = "coalesce(CAST(?3 AS BIGINT), p.revision, -1)"
    row = await store.fetch_first(
        "SELECT p.revision AS shown, p.channel_id, p.message_id, p.waiting_seats, u.revision AS wished, "
        "u.seat, u.target_seq, u.agreed_seats, u.asked_at, "
        "(SELECT json_group_array(DISTINCT seat) FROM entries WHERE table_id = t.id AND kind IN ('move', 'computer') "
        f"AND seq > {since}) AS movers, "
        "(SELECT json_group_array(DISTINCT m.seat) FROM entries u JOIN entries m ON m.table_id = u.table_id AND m.kind = 'move' "
        "AND m.seq < u.seq AND m.seq > CASE WHEN u.kind = 'undo' THEN CAST(u.words AS BIGINT) END "
        "AND coalesce(m.user_id, 0) <> coalesce(u.user_id, 0) "
        f"WHERE u.table_id = t.id AND u.kind = 'undo' AND u.seq > {since}) AS undone, "
        f"(SELECT message_id {FIRST_BOARD}) AS first_board, "
        "(SELECT text FROM notes WHERE table_id = t.id AND user_id = ?4) AS note FROM tables t "
        "LEFT JOIN board_posts p ON p.table_id = t.id "
        "LEFT JOIN undo_requests u ON u.table_id = t.id AND u.valid_revision = ?2 WHERE t.id = ?1",
        table_id,
        revision,
        since_revision,
        user_id,
    )
    if row is None:
        return TableContext(None, None, None, (), ())
    post = None
    if row["shown"] is not None:
        post = BoardPost(row["shown"], row["channel_id"], row["message_id"], parse_seats(row["waiting_seats"]))
    undo_request = None
    if row["asked_at"] is not None:
        undo_request = UndoRequest(
            row["wished"], row["seat"], row["target_seq"], parse_seats(row["agreed_seats"]), row["asked_at"]
        )
    movers, undone = tuple(sorted(parse_seats(row["movers"]))), tuple(sorted(parse_seats(row["undone"])))
    return TableContext(post, row["first_board"], undo_request, movers, undone, row["note"] or "")
