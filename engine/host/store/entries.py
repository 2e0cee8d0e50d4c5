"""The log of a table: its entries, and what was announced with each. Every function is one question or one change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import msgspec

from engine.host.model.table import Entry, Kind, Line
from engine.host.store import tables
from engine.host.store.columns import as_json, seats_in
from engine.host.store.database import Row, Store, Transaction
from engine.kernel.event import Event
from engine.kernel.position import Position
from engine.kernel.text import Seat, Text
from engine.turns import Begun


class NewEntry(msgspec.Struct, frozen=True):
    """An entry about to be written, with what is announced along with it."""

    kind: Kind
    seat: Seat | None
    words: str
    digest: str
    events: tuple[Event, ...] = ()
    barrier: bool = False
    secret: bool = False
    data: str | None = None
    begins: Begun | None = None
    """The turn that this move has begun; not written, but kept in memory."""
    after: Position[Any] | None = None
    """The position after this move, and as JSON: the newest one is written, but not here."""
    position: bytes = b""


# ------------------------------------------------------------------ reading
async def entries(store: Store, table_id: int) -> list[Entry]:
    """The whole log of a table, undone moves and all."""
    rows = await store.all("SELECT * FROM entries WHERE table_id = ? ORDER BY seq", table_id)
    return [
        Entry(
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


async def first(store: Store, table_id: int) -> int | None:
    """The revision at which the game began, None in the lobby."""
    row = await store.first("SELECT min(seq) AS seq FROM entries WHERE table_id = ?", table_id)
    return None if row is None else cast("int | None", row["seq"])


async def origin(store: Store, table_id: int) -> str:
    """The position of the newest origin, as JSON."""
    row = await store.first(
        "SELECT position FROM entries WHERE table_id = ? AND kind = 'origin' ORDER BY seq DESC LIMIT 1", table_id
    )
    return cast("str", row["position"]) if row else ""


async def origins(store: Store, table_id: int) -> dict[int, int]:
    """The number of moves made before each origin of a table, by the origin's seq."""
    rows = await store.all(
        "SELECT seq, json_extract(position, '$.tick') + json_array_length(position, '$.answers') AS moves "
        "FROM entries WHERE table_id = ? AND kind = 'origin'",
        table_id,
    )
    return {row["seq"]: row["moves"] for row in rows}


async def known_interaction(store: Store, interaction: int) -> bool:
    """Whether an interaction has already been applied."""
    return await store.first("SELECT 1 FROM entries WHERE interaction_id = ?", interaction) is not None


async def in_a_row(store: Store, table_id: int, seat: Seat) -> int:
    """How many of the newest entries are moves of one seat."""
    row = await store.first(
        "SELECT count(*) AS n FROM entries WHERE table_id = ? AND seq > coalesce((SELECT max(seq) FROM entries "
        "WHERE table_id = ? AND (seat IS NULL OR seat <> ? OR kind NOT IN ('move', 'auto', 'computer'))), -1)",
        table_id,
        table_id,
        seat,
    )
    return cast("int", row["n"]) if row else 0


async def lines(store: Store, table_id: int, viewer: Seat | None, *, since: int = -1) -> list[Line]:
    """What the viewer may read of what was announced after revision `since`, oldest first."""
    rows = await store.all(
        "SELECT s.seq, s.seats, s.text, e.written_at FROM log_lines s JOIN entries e USING (table_id, seq) "
        "WHERE s.table_id = ? AND s.seq > ? "
        "AND (s.seats IS NULL OR EXISTS (SELECT 1 FROM json_each(s.seats) WHERE value = ?)) ORDER BY s.seq, s.line_no",
        table_id,
        since,
        -1 if viewer is None else viewer,
    )
    return [line(row) for row in rows]


async def written_at(store: Store, table_id: int, seq: int) -> int | None:
    """When an entry was written, None when there is none."""
    row = await store.first("SELECT written_at FROM entries WHERE table_id = ? AND seq = ?", table_id, seq)
    return None if row is None else cast("int", row["written_at"])


# ------------------------------------------------------------------ writing
async def append(
    tx: Transaction,
    table_id: int,
    rev: int,
    new: Sequence[NewEntry],
    user: int | None,
    now: int,
    interaction: int | None = None,
    asked: int | None = None,
) -> int:
    """Write entries after revision `rev`, the first under the interaction's id; returns the revision reached, which is the
    table's from now on. `asked` is when the question was put that it has then, None: it stays the same. Raises Overtaken when the
    table is not at `rev` any more."""
    await tables.raise_rev(tx, table_id, rev, rev + len(new), asked)
    written = [*enumerate(new, rev + 1)]
    await tx.many(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                table_id,
                seq,
                entry.kind,
                entry.seat,
                entry.words,
                entry.digest,
                int(entry.barrier),
                int(entry.secret),
                user if seq == rev + 1 else None,
                now,
                interaction if seq == rev + 1 else None,
                entry.data,
            )
            for seq, entry in written
        ],
    )
    told = [
        (table_id, seq, n, None if event.to is None else as_json(event.to), as_json(event.text))
        for seq, entry in written
        for n, event in enumerate(entry.events)
    ]
    if told:
        await tx.many("INSERT INTO log_lines VALUES (?, ?, ?, ?, ?)", told)
    return rev + len(new)


def line(row: Row) -> Line:
    """A row of `said` with the time of its entry."""
    return Line(
        row["seq"],
        row["written_at"],
        msgspec.json.decode(row["text"], type=Text),
        None if row["seats"] is None else seats_in(row["seats"]),
    )
