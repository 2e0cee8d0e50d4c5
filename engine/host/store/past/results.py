"""How the finished games of a server ended."""

from __future__ import annotations

import msgspec

from engine.host.model.table import Seated
from engine.host.store.database import Store
from engine.kernel.script import Result
from engine.kernel.text import Seat


class Finished(msgspec.Struct, frozen=True):
    """A finished table for those who look back: who sat where, how it ended, when, and after how many moves. Of the seats in
    `helped` a computer has played for their person."""

    id: int
    game: str
    seats: tuple[Seated, ...]
    result: Result
    at: int
    moves: int = 0
    helped: frozenset[Seat] = frozenset()


CREWED = (
    "(EXISTS (SELECT 1 FROM seats o WHERE o.table_id = id AND o.user_id = 0 AND o.computer_level IS NOT NULL) "
    "OR EXISTS (SELECT 1 FROM past_seat_holders o WHERE o.table_id = id AND o.user_id = 0 AND o.computer_level IS NOT NULL))"
)
"""A computer has, or has had, a seat of its own."""
UNAIDED = "coalesce(table_options ->> 'hints', 'no') = 'no' AND coalesce(table_options ->> 'asked', 'no') = 'no'"
"""Nobody could ask the captain, or has asked."""
MOVES = "(SELECT json_extract(data, '$.tick') + json_array_length(data, '$.answers') FROM positions WHERE positions.table_id = id)"
"""Moves of a game, without those that were taken back."""


async def finished(store: Store, guild: int, game: str | None, now: int) -> list[Finished]:
    """A server's rated tables that came to an end for good, in that order; of one game or of all. Games that began elsewhere
    never count, nor do those in which a computer has had a seat."""
    return await _ended(store, guild, game, now, f"table_options ->> 'rated' = 'yes' AND {UNAIDED} AND NOT {CREWED}")


async def against_computers(store: Store, guild: int, now: int) -> list[Finished]:
    """A server's tables with computers that came to an end for good, in that order, rated or not."""
    return await _ended(store, guild, None, now, f"{CREWED} AND {UNAIDED}")


async def _ended(store: Store, guild: int, game: str | None, now: int, which: str) -> list[Finished]:
    rated = (
        f"status = 'finished' AND coalesce(seals_open_at, 0) <= {int(now)} AND {which} "
        "AND guild_id = ? AND (CAST(? AS TEXT) IS NULL OR game = ?) "
        "AND NOT EXISTS (SELECT 1 FROM imported_games WHERE imported_games.table_id = id)"
    )
    seats: dict[int, list[Seated]] = {}
    for row in await store.all(
        f"SELECT s.* FROM seats s JOIN tables t ON t.id = s.table_id WHERE {rated} ORDER BY s.table_id, s.seat",
        guild,
        game,
        game,
    ):
        seats.setdefault(row["table_id"], []).append(
            Seated(
                row["seat"], row["user_id"], row["name"], row["left_at"] is not None, level=row["computer_level"] or ""
            )
        )
    helped: dict[int, set[Seat]] = {}
    for row in await store.all(
        "SELECT h.table_id, h.seat FROM past_seat_holders h JOIN tables t ON t.id = h.table_id "
        f"WHERE h.user_id <> 0 AND h.computer_level IS NOT NULL AND {rated}",
        guild,
        game,
        game,
    ):
        helped.setdefault(row["table_id"], set()).add(row["seat"])
    for table_id, sat in seats.items():
        helped.setdefault(table_id, set()).update(one.seat for one in sat if one.level and one.user)
    rows = await store.all(
        f"SELECT id, game, result, ended_at, {MOVES} AS moves FROM tables WHERE {rated} ORDER BY ended_at, id",
        guild,
        game,
        game,
    )
    return [
        Finished(
            row["id"],
            row["game"],
            tuple(seats.get(row["id"], ())),
            msgspec.json.decode(row["result"], type=Result),
            row["ended_at"],
            row["moves"] or 0,
            frozenset(helped.get(row["id"], ())),
        )
        for row in rows
    ]
