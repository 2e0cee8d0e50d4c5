"""The log of a table: its entries, and the lines announced with each. Every function is one query or one change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from engine.host.model.table import NO_USER, AnnouncedLine, EntryKind, LogEntry
from engine.host.store import tables
from engine.host.store.database import Queries, Row, Store, Transaction
from engine.host.store.sql_conditions import parse_seats, to_json
from engine.kernel.event import Event
from engine.kernel.position import Position
from engine.kernel.text import Seat, Text
from engine.turn_log import TurnStart


class NewEntry(msgspec.Struct, frozen=True):
    """An entry to append, with the events to announce."""

    kind: EntryKind
    seat: Seat | None
    words: str
    digest: str
    events: tuple[Event, ...] = ()
    is_barrier: bool = False
    is_secret: bool = False
    origin_json: str | None = None
    turn_start: TurnStart | None = None
    """The turn that this move begins. It is kept in memory only."""
    position_after: Position[Any] | None = None
    """The position after this move. `append_entries` does not write it; `tables.save_position` does."""
    position_json: bytes = b""
    """The same position as JSON."""

    @property
    def is_move(self) -> bool:
        """Whether it is a move of the game, by a player, a computer or the program."""
        return self.position_after is not None


# ------------------------------------------------------------------ reading
async def load_entries(store: Queries, table_id: int) -> list[LogEntry]:
    """Load the whole log of a table, including undone moves."""
    rows = await store.fetch_all("SELECT * FROM entries WHERE table_id = ? ORDER BY seq", table_id)
    return [
        LogEntry(
            row["seq"],
            row["kind"],
            row["seat"],
            row["words"],
            row["digest"],
            bool(row["is_barrier"]),
            bool(row["is_secret"]),
            row["user_id"],
            row["written_at"],
        )
        for row in rows
    ]


async def find_first_revision(store: Store, table_id: int) -> int | None:
    """Return the revision at which the game began, None in the lobby."""
    row = await store.fetch_first("SELECT min(seq) AS seq FROM entries WHERE table_id = ?", table_id)
    return None if row is None else cast("int | None", row["seq"])


async def load_origin(store: Store, table_id: int) -> str:
    """Load the position of the newest origin, as JSON."""
    row = await store.fetch_first(
        "SELECT position FROM entries WHERE table_id = ? AND kind = 'origin' ORDER BY seq DESC LIMIT 1", table_id
    )
    if row:
        return cast("str", row["position"])
    return ""


async def count_moves_by_origin(store: Queries, table_id: int) -> dict[int, int]:
    """Return the number of moves before each origin of a table, by the origin's seq."""
    rows = await store.fetch_all(
        "SELECT seq, json_extract(position, '$.tick') + json_array_length(position, '$.answers') AS moves "
        "FROM entries WHERE table_id = ? AND kind = 'origin'",
        table_id,
    )
    return {row["seq"]: row["moves"] for row in rows}


async def is_interaction_known(store: Store, interaction_id: int) -> bool:
    """Return whether an interaction has already been applied."""
    return await store.fetch_first("SELECT 1 FROM entries WHERE interaction_id = ?", interaction_id) is not None


async def count_moves_in_row(store: Store, table_id: int, seat: Seat) -> int:
    """Count the newest entries that are moves of one seat."""
    row = await store.fetch_first(
        "SELECT count(*) AS n FROM entries WHERE table_id = ? AND seq > coalesce((SELECT max(seq) FROM entries "
        "WHERE table_id = ? AND (seat IS NULL OR seat <> ? OR kind NOT IN ('move', 'auto', 'computer'))), -1)",
        table_id,
        table_id,
        seat,
    )
    return cast("int", row["n"]) if row else 0


async def load_lines(
    store: Store, table_id: int, viewer: Seat | None, *, since_revision: int = -1
) -> list[AnnouncedLine]:
    """Load the announced lines that the viewer may read, after `since_revision`, oldest first."""
    rows = await store.fetch_all(
        "SELECT s.seq, s.seats, s.text, e.written_at, e.user_id FROM log_lines s JOIN entries e USING (table_id, seq) "
        "WHERE s.table_id = ? AND s.seq > ? "
        "AND (s.seats IS NULL OR EXISTS (SELECT 1 FROM json_each(s.seats) WHERE value = ?)) ORDER BY s.seq, s.line_no",
        table_id,
        since_revision,
        -1 if viewer is None else viewer,
    )
    return [parse_line(row) for row in rows]


async def find_written_at(store: Store, table_id: int, seq: int) -> int | None:
    """Return when an entry was written, None if there is no such entry."""
    row = await store.fetch_first("SELECT written_at FROM entries WHERE table_id = ? AND seq = ?", table_id, seq)
    if row is None:
        return None
    return cast("int", row["written_at"])


# ------------------------------------------------------------------ writing
async def append_entries(
    tx: Transaction,
    table_id: int,
    revision: int,
    new_entries: Sequence[NewEntry],
    user_id: int | None,
    now: int,
    interaction_id: int | None = None,
    asked_revision: int | None = None,
) -> int:
    """Append entries after `revision` and return the table's new revision.

    The first entry gets the interaction's id. `asked_revision` is the revision at which the table's current
    question was put; None keeps the stored one.

    Raises:
        TableChangedError: The table is no longer at `revision`.
    """
    await tables.raise_revision(tx, table_id, revision, revision + len(new_entries), asked_revision)
    first_seq = revision + 1
    numbered_entries = list(enumerate(new_entries, first_seq))
    await tx.execute_many(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                table_id,
                seq,
                entry.kind,
                entry.seat,
                entry.words,
                entry.digest,
                int(entry.is_barrier),
                int(entry.is_secret),
                user_id if seq == first_seq else None,
                now,
                interaction_id if seq == first_seq else None,
                entry.origin_json,
            )
            for seq, entry in numbered_entries
        ],
    )
    lines: list[tuple[int | str | None, ...]] = []
    for seq, entry in numbered_entries:
        for line_no, event in enumerate(entry.events):
            seats = None if event.to is None else to_json(event.to)
            lines.append((table_id, seq, line_no, seats, to_json(event.text)))
    if lines:
        await tx.execute_many("INSERT INTO log_lines VALUES (?, ?, ?, ?, ?)", lines)
    return revision + len(new_entries)


def parse_line(row: Row) -> AnnouncedLine:
    """Build a line from a row of `log_lines` with the time and the user of its entry.

    A line with the field `moderator` names that user; an erased one is not named.
    """
    text = msgspec.json.decode(row["text"], type=Text)
    if "moderator" in text.args and (row["user_id"] or NO_USER) > NO_USER:
        text = msgspec.structs.replace(text, args={**text.args, "moderator": f"<@{row['user_id']}>"})
    return AnnouncedLine(
        row["seq"],
        row["written_at"],
        text,
        None if row["seats"] is None else parse_seats(row["seats"]),
    )
