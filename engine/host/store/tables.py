"""The tables in the store: rows in, plain structs out. Every function here is one question or one change; none decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from engine.host.model.table import Entry, Kind, Line, PastHolder, Post, Seated, Status, Table, UndoRequest
from engine.host.store.database import Row, Store, Transaction
from engine.kernel.event import Event
from engine.kernel.script import Result
from engine.kernel.text import Refusal, Seat, Text, say

LIVE = "status IN ('lobby', 'running')"


class Stored(msgspec.Struct, frozen=True):
    """A table with what must not leave the host: seed and components, and its newest position as JSON."""

    table: Table
    seed: str
    components: str
    components_data: str
    position: str


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


class Finished(msgspec.Struct, frozen=True):
    """A finished table for those who look back: who sat where, how it ended, and when."""

    id: int
    game: str
    seats: tuple[Seated, ...]
    result: Result
    at: int


# ------------------------------------------------------------------ reading
async def stored(store: Store, table_id: int) -> Stored | None:
    """A table with its seed, components and position."""
    row = await store.first(
        "SELECT t.*, c.data AS components_data, p.data AS position, i.table_id AS imported FROM tables t "
        "JOIN components c ON c.digest = t.components LEFT JOIN positions p ON p.table_id = t.id "
        "LEFT JOIN imports i ON i.table_id = t.id WHERE t.id = ?",
        table_id,
    )
    if row is None:
        return None
    seats = await store.all("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", table_id)
    past = await store.all("SELECT * FROM past_holders WHERE table_id = ? ORDER BY until", table_id)
    table = _table(row, seats, past)
    return Stored(table, row["seed"], row["components"], row["components_data"], row["position"] or "")


async def table_in(store: Store, channel: int, *, live_only: bool) -> int | None:
    """The id of the channel's live table, or else (unless `live_only`) of its newest one: if possible one that was played."""
    row = await store.first(f"SELECT id FROM tables WHERE channel = ? AND {LIVE}", channel)
    if row is None and not live_only:
        row = await store.first(
            "SELECT t.id FROM tables t LEFT JOIN positions p ON p.table_id = t.id WHERE t.channel = ? "
            "ORDER BY p.table_id IS NULL, t.id DESC LIMIT 1",
            channel,
        )
    return None if row is None else cast("int", row["id"])


async def live_tables(store: Store) -> list[int]:
    """The ids of all live tables."""
    return [row["id"] for row in await store.all(f"SELECT id FROM tables WHERE {LIVE} ORDER BY id")]


async def running_tables_of(store: Store, user: int) -> list[int]:
    """The ids of the running tables at which somebody plays."""
    rows = await store.all(
        "SELECT s.table_id FROM seats s JOIN tables t ON t.id = s.table_id "
        "WHERE s.user = ? AND s.left_at IS NULL AND t.status = 'running' ORDER BY s.table_id",
        user,
    )
    return [row["table_id"] for row in rows]


async def by_status(store: Store) -> dict[str, int]:
    """How many tables there are in every state."""
    rows = await store.all("SELECT status, count(*) AS n FROM tables GROUP BY status ORDER BY status")
    return {row["status"]: row["n"] for row in rows}


async def unposted(store: Store) -> list[int]:
    """Tables whose newest revision has not been shown in their channel."""
    return [
        row["id"]
        for row in await store.all(
            "SELECT t.id FROM tables t LEFT JOIN posts p ON p.table_id = t.id "
            f"WHERE (p.table_id IS NULL AND t.{LIVE}) OR p.rev < t.rev ORDER BY t.id"
        )
    ]


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
            bool(row["barrier"]),
            bool(row["secret"]),
            row["user"],
            row["at"],
        )
        for row in rows
    ]


async def origin(store: Store, table_id: int) -> str:
    """The position of the newest origin, as JSON."""
    row = await store.first(
        "SELECT data FROM entries WHERE table_id = ? AND kind = 'origin' ORDER BY seq DESC LIMIT 1", table_id
    )
    return cast("str", row["data"]) if row else ""


async def known_interaction(store: Store, interaction: int) -> bool:
    """Whether an interaction has already been applied."""
    return await store.first("SELECT 1 FROM entries WHERE interaction = ?", interaction) is not None


async def lines(store: Store, table_id: int, viewer: Seat | None, *, since: int = -1, newest: int = 0) -> list[Line]:
    """What the viewer may read of what was announced after revision `since`, oldest first; only the `newest` ones if given."""
    limit = "ORDER BY s.seq DESC, s.n DESC LIMIT ?" if newest else "ORDER BY s.seq DESC, s.n DESC LIMIT -1 OFFSET ?"
    rows = await store.all(
        "SELECT s.seq, s.seats, s.text, e.at FROM said s JOIN entries e USING (table_id, seq) WHERE s.table_id = ? AND s.seq > ? "
        f"AND (s.seats IS NULL OR EXISTS (SELECT 1 FROM json_each(s.seats) WHERE value = ?)) {limit}",
        table_id,
        since,
        -1 if viewer is None else viewer,
        newest,
    )
    return [
        Line(
            row["seq"],
            row["at"],
            msgspec.json.decode(row["text"], type=Text),
            None if row["seats"] is None else _seats(row["seats"]),
        )
        for row in reversed(rows)
    ]


async def movers(store: Store, table_id: int, since: int) -> list[Seat]:
    """The seats whose people have moved after revision `since`."""
    return [
        row["seat"]
        for row in await store.all(
            "SELECT DISTINCT seat FROM entries WHERE table_id = ? AND seq > ? AND kind = 'move' ORDER BY seat",
            table_id,
            since,
        )
    ]


async def post(store: Store, table_id: int) -> Post | None:
    """The newest board post."""
    row = await store.first("SELECT * FROM posts WHERE table_id = ?", table_id)
    return None if row is None else Post(row["rev"], row["channel"], row["message"], _seats(row["waiting"]))


async def undo_request(store: Store, table_id: int, rev: int) -> UndoRequest | None:
    """The open wish to take back, if the table has not gone on since."""
    row = await store.first("SELECT * FROM undo_requests WHERE table_id = ? AND rev = ?", table_id, rev)
    return (
        None
        if row is None
        else UndoRequest(row["rev"], row["seat"], row["target"], _seats(row["agreed"]), row["asked_at"])
    )


async def finished(store: Store, guild: int, game: str | None) -> list[Finished]:
    """A server's rated tables that came to an end, in that order; of one game or of all. Games that began elsewhere never count."""
    rated = (
        "status = 'finished' AND house ->> 'rated' = 'yes' AND guild = ? AND (? IS NULL OR game = ?) "
        "AND NOT EXISTS (SELECT 1 FROM imports WHERE imports.table_id = id)"
    )
    seats: dict[int, list[Seated]] = {}
    for row in await store.all(
        f"SELECT s.* FROM seats s JOIN tables t ON t.id = s.table_id WHERE {rated} ORDER BY s.table_id, s.seat",
        guild,
        game,
        game,
    ):
        seats.setdefault(row["table_id"], []).append(
            Seated(row["seat"], row["user"], row["name"], row["left_at"] is not None)
        )
    rows = await store.all(
        f"SELECT id, game, result, ended_at FROM tables WHERE {rated} ORDER BY ended_at, id", guild, game, game
    )
    return [
        Finished(
            row["id"],
            row["game"],
            tuple(seats.get(row["id"], ())),
            msgspec.json.decode(row["result"], type=Result),
            row["ended_at"],
        )
        for row in rows
    ]


async def invited(store: Store, table_id: int, user: int) -> bool:
    """Whether a person was invited to a table."""
    return await store.first("SELECT 1 FROM invited WHERE table_id = ? AND user = ?", table_id, user) is not None


# ------------------------------------------------------------------ writing
async def insert_table(
    tx: Transaction,
    guild: int,
    channel: int,
    game: tuple[str, int],
    components: tuple[str, str],
    options: dict[str, str],
    house: dict[str, str],
    seed: str,
    user: int,
    now: int,
) -> int:
    """A new table in the lobby; `game` is slug and rules version, `components` digest and JSON. IntegrityError: channel taken."""
    await keep_components(tx, game[0], components)
    return await tx.run(
        "INSERT INTO tables "
        "(guild, channel, game, rules_version, components, options, house, seed, status, opened_by, opened_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'lobby', ?, ?)",
        guild,
        channel,
        *game,
        components[0],
        _json(options),
        _json(house),
        seed,
        user,
        now,
    )


async def keep_components(tx: Transaction, game: str, components: tuple[str, str]) -> None:
    """Components by digest, once. Raises Refusal where other components are kept under the same digest."""
    digest, data = components
    await tx.run("INSERT INTO components VALUES (?, ?, ?) ON CONFLICT DO NOTHING", digest, game, data)
    (kept,) = await tx.all("SELECT game, data FROM components WHERE digest = ?", digest)
    if kept["game"] != game or msgspec.json.decode(kept["data"]) != msgspec.json.decode(data):
        raise Refusal(
            say(
                "The cards and boards of this game cannot be told from others that were played with here before: both have "
                "the key {key}. Whoever runs this bot can change a value in its components file, even a name; then it works.",
                key=digest,
            )
        )


async def replace_seats(tx: Transaction, table_id: int, people: Iterable[Seated]) -> None:
    """The people at a table, in seat order."""
    await tx.run("DELETE FROM seats WHERE table_id = ?", table_id)
    await tx.many(
        "INSERT INTO seats (table_id, seat, user, name) VALUES (?, ?, ?, ?)",
        [(table_id, person.seat, person.user, person.name) for person in people],
    )


async def set_table(tx: Transaction, table_id: int, **columns: int | str | None) -> None:
    """Change columns of a table."""
    names = ", ".join(f"{name} = ?" for name in columns)
    await tx.run(f"UPDATE tables SET {names} WHERE id = ?", *columns.values(), table_id)


async def invite(tx: Transaction, table_id: int, user: int) -> None:
    """Let a person join."""
    await tx.run("INSERT INTO invited VALUES (?, ?) ON CONFLICT DO NOTHING", table_id, user)


async def leave_seat(tx: Transaction, table_id: int, seat: Seat, now: int) -> None:
    """The person on the seat plays no more."""
    await tx.run("UPDATE seats SET left_at = ? WHERE table_id = ? AND seat = ?", now, table_id, seat)


async def hand_over(tx: Transaction, table_id: int, seat: Seat, until: int, user: int, name: str) -> None:
    """Another person has the seat from entry `until` on, also one that was given up; who had it before is remembered."""
    await tx.run(
        "INSERT INTO past_holders SELECT table_id, seat, ?, user, name FROM seats WHERE table_id = ? AND seat = ?",
        until,
        table_id,
        seat,
    )
    await tx.run(
        "UPDATE seats SET user = ?, name = ?, left_at = NULL WHERE table_id = ? AND seat = ?",
        user,
        name,
        table_id,
        seat,
    )


async def append(
    tx: Transaction,
    table_id: int,
    rev: int,
    new: Sequence[NewEntry],
    user: int | None,
    now: int,
    interaction: int | None = None,
) -> int:
    """Write entries after revision `rev`, the first under the interaction's id; returns the revision reached."""
    for i, entry in enumerate(new):
        rev += 1
        await tx.run(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            table_id,
            rev,
            entry.kind,
            entry.seat,
            entry.words,
            entry.digest,
            int(entry.barrier),
            int(entry.secret),
            user if i == 0 else None,
            now,
            interaction if i == 0 else None,
            entry.data,
        )
        await tx.many(
            "INSERT INTO said VALUES (?, ?, ?, ?, ?)",
            [
                (table_id, rev, n, None if event.to is None else _json(event.to), _json(event.text))
                for n, event in enumerate(entry.events)
            ],
        )
    return rev


async def save_position(tx: Transaction, table_id: int, seq: int, data: str) -> None:
    """The newest position."""
    await tx.run(
        "INSERT INTO positions VALUES (?, ?, ?) "
        "ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, data = excluded.data",
        table_id,
        seq,
        data,
    )


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
        _json(shown.waiting),
    )


async def save_undo_request(tx: Transaction, table_id: int, request: UndoRequest | None) -> None:
    """Remember, or forget, a wish to take back."""
    await tx.run("DELETE FROM undo_requests WHERE table_id = ?", table_id)
    if request is not None:
        await tx.run(
            "INSERT INTO undo_requests (table_id, rev, seat, target, agreed, asked_at) VALUES (?, ?, ?, ?, ?, ?)",
            table_id,
            request.rev,
            request.seat,
            request.target,
            _json(request.agreed),
            request.asked_at,
        )


def _table(row: Row, seats: Sequence[Row], past: Sequence[Row]) -> Table:
    status: Status = row["status"]
    return Table(
        id=row["id"],
        guild=row["guild"],
        channel=row["channel"],
        game=row["game"],
        rules_version=row["rules_version"],
        options=msgspec.json.decode(row["options"], type=dict[str, str]),
        status=status,
        rev=row["rev"],
        asked=row["asked"],
        opened_by=row["opened_by"],
        opened_at=row["opened_at"],
        seats=tuple(Seated(seat["seat"], seat["user"], seat["name"], seat["left_at"] is not None) for seat in seats),
        result=None if row["result"] is None else msgspec.json.decode(row["result"], type=Result),
        rematch_of=row["rematch_of"],
        imported=row["imported"] is not None,
        pace=row["pace"],
        past=tuple(PastHolder(held["seat"], held["until"], held["user"], held["name"]) for held in past),
        house=msgspec.json.decode(row["house"], type=dict[str, str]),
    )


def _seats(text: str) -> tuple[Seat, ...]:
    return msgspec.json.decode(text, type=tuple[int, ...])


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
