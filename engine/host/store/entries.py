"""The log of a table: its entries, and what was announced with each. Every function is one question or one change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from engine.host.model.table import AnnouncedLine, EntryKind, LogEntry
from engine.host.store import tables
from engine.host.store.database import Row, Store, Transaction
from engine.host.store.sql_conditions import parse_seats, to_json
from engine.kernel.event import Event
from engine.kernel.position import Position
from engine.kernel.text import Seat, Text
from engine.turn_log import TurnStart


class NewEntry(msgspec.Struct, frozen=True):
    """An entry about to be written, with what is announced along with it."""

    kind: EntryKind
    seat: Seat | None
    words: str
    digest: str
    events: tuple[Event, ...] = ()
    is_barrier: bool = False
    is_secret: bool = False
    origin_json: str | None = None
    turn_start: TurnStart | None = None
    """The turn that this move has begun; not written, but kept in memory."""
    position_after: Position[Any] | None = None
    """The position after this move, and as JSON: the newest one is written, but not here."""
    position_json: bytes = b""


# ------------------------------------------------------------------ reading
async def load_entries(store: Store, table_id: int) -> list[LogEntry]:
    """The whole log of a table, undone moves and all."""
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
    """The revision at which the game began, None in the lobby."""
    row = await store.fetch_first("SELECT min(seq) AS seq FROM entries WHERE table_id = ?", table_id)
    return None if row is None else cast("int | None", row["seq"])


async def load_origin(store: Store, table_id: int) -> str:
    """The position of the newest origin, as JSON."""
    row = await store.fetch_first(
        "SELECT position FROM entries WHERE table_id = ? AND kind = 'origin' ORDER BY seq DESC LIMIT 1", table_id
    )
    return cast("str", row["position"]) if row else ""


async def count_moves_by_origin(store: Store, table_id: int) -> dict[int, int]:
    """The number of moves made before each origin of a table, by the origin's seq."""
    rows = await store.fetch_all(
        "SELECT seq, json_extract(position, '$.tick') + json_array_length(position, '$.answers') AS moves "
        "FROM entries WHERE table_id = ? AND kind = 'origin'",
        table_id,
    )
    return {row["seq"]: row["moves"] for row in rows}


async def is_interaction_known(store: Store, interaction_id: int) -> bool:
    """Whether an interaction has already been applied."""
    return await store.fetch_first("SELECT 1 FROM entries WHERE interaction_id = ?", interaction_id) is not None


async def count_moves_in_row(store: Store, table_id: int, seat: Seat) -> int:
    """How many of the newest entries are moves of one seat."""
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
    """What the viewer may read of what was announced after revision `since_revision`, oldest first."""
    rows = await store.fetch_all(
        "SELECT s.seq, s.seats, s.text, e.written_at FROM log_lines s JOIN entries e USING (table_id, seq) "
        "WHERE s.table_id = ? AND s.seq > ? "
        "AND (s.seats IS NULL OR EXISTS (SELECT 1 FROM json_each(s.seats) WHERE value = ?)) ORDER BY s.seq, s.line_no",
        table_id,
        since_revision,
        -1 if viewer is None else viewer,
    )
    return [parse_line(row) for row in rows]


async def find_written_at(store: Store, table_id: int, seq: int) -> int | None:
    """When an entry was written, None when there is none."""
    row = await store.fetch_first("SELECT written_at FROM entries WHERE table_id = ? AND seq = ?", table_id, seq)
    return None if row is None else cast("int", row["written_at"])


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
    """Write entries after revision `revision`, the first under the interaction's id; returns the revision reached, which is the
    table's from now on. `asked_revision` is when the question was put that it has then, None: it stays the same. Raises
    Overtaken when the
    table is not at `revision` any more."""
    await tables.raise_revision(tx, table_id, revision, revision + len(new_entries), asked_revision)
    written = [*enumerate(new_entries, revision + 1)]
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
                user_id if seq == revision + 1 else None,
                now,
                interaction_id if seq == revision + 1 else None,
                entry.origin_json,
            )
            for seq, entry in written
        ],
    )
    told = [
        (table_id, seq, n, None if event.to is None else to_json(event.to), to_json(event.text))
        for seq, entry in written
        for n, event in enumerate(entry.events)
    ]
    if told:
        await tx.execute_many("INSERT INTO log_lines VALUES (?, ?, ?, ?, ?)", told)
    return revision + len(new_entries)


def parse_line(row: Row) -> AnnouncedLine:
    """A row of `said` with the time of its entry."""
    return AnnouncedLine(
        row["seq"],
        row["written_at"],
        msgspec.json.decode(row["text"], type=Text),
        None if row["seats"] is None else parse_seats(row["seats"]),
    )
