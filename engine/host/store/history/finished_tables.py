"""How the finished games of a server ended."""

from __future__ import annotations

import msgspec

from engine.host.model.table import SeatAssignment
from engine.host.store.database import Store
from engine.kernel.script import GameResult
from engine.kernel.text import Seat


class FinishedTable(msgspec.Struct, frozen=True):
    """A finished table for those who look back: who sat where, how it ended, when, and after how many moves. Of the seats in
    `substituted_seats` a computer has played for their person."""

    id: int
    game: str
    seats: tuple[SeatAssignment, ...]
    result: GameResult
    ended_at: int
    move_count: int = 0
    substituted_seats: frozenset[Seat] = frozenset()


HAD_COMPUTER_SEAT = (
    "(EXISTS (SELECT 1 FROM seats o WHERE o.table_id = id AND o.user_id = 0 AND o.computer_level IS NOT NULL) "
    "OR EXISTS (SELECT 1 FROM past_seat_holders o WHERE o.table_id = id AND o.user_id = 0 AND o.computer_level IS NOT NULL))"
)
"""A computer has, or has had, a seat of its own."""
WITHOUT_HINTS = "coalesce(table_options ->> 'hints', 'no') = 'no' AND coalesce(table_options ->> 'asked', 'no') = 'no'"
"""Nobody could ask the captain, or has asked."""
COUNT_MOVES = (
    "(SELECT json_extract(data, '$.tick') + json_array_length(data, '$.answers') FROM positions "
    "WHERE positions.table_id = id)"
)
"""Moves of a game, without those that were taken back."""


async def list_rated_tables(store: Store, guild_id: int, game: str | None, now: int) -> list[FinishedTable]:
    """A server's rated tables that came to an end for good, in that order; of one game or of all. Games that began elsewhere
    never count, nor do those in which a computer has had a seat."""
    return await _list_finished(
        store, guild_id, game, now, f"table_options ->> 'rated' = 'yes' AND {WITHOUT_HINTS} AND NOT {HAD_COMPUTER_SEAT}"
    )


async def list_computer_tables(store: Store, guild_id: int, now: int) -> list[FinishedTable]:
    """A server's tables with computers that came to an end for good, in that order, rated or not."""
    return await _list_finished(store, guild_id, None, now, f"{HAD_COMPUTER_SEAT} AND {WITHOUT_HINTS}")


async def _list_finished(
    store: Store, guild_id: int, game: str | None, now: int, condition: str
) -> list[FinishedTable]:
    rated = (
        f"status = 'finished' AND coalesce(seals_open_at, 0) <= {int(now)} AND {condition} "
        "AND guild_id = ? AND (CAST(? AS TEXT) IS NULL OR game = ?) "
        "AND NOT EXISTS (SELECT 1 FROM imported_games WHERE imported_games.table_id = id)"
    )
    seats: dict[int, list[SeatAssignment]] = {}
    for row in await store.fetch_all(
        f"SELECT s.* FROM seats s JOIN tables t ON t.id = s.table_id WHERE {rated} ORDER BY s.table_id, s.seat",
        guild_id,
        game,
        game,
    ):
        seats.setdefault(row["table_id"], []).append(
            SeatAssignment(
                row["seat"],
                row["user_id"],
                row["name"],
                row["left_at"] is not None,
                computer_level=row["computer_level"] or "",
            )
        )
    helped: dict[int, set[Seat]] = {}
    for row in await store.fetch_all(
        "SELECT h.table_id, h.seat FROM past_seat_holders h JOIN tables t ON t.id = h.table_id "
        f"WHERE h.user_id <> 0 AND h.computer_level IS NOT NULL AND {rated}",
        guild_id,
        game,
        game,
    ):
        helped.setdefault(row["table_id"], set()).add(row["seat"])
    for table_id, sat in seats.items():
        helped.setdefault(table_id, set()).update(one.seat for one in sat if one.computer_level and one.user_id)
    rows = await store.fetch_all(
        f"SELECT id, game, result, ended_at, {COUNT_MOVES} AS moves FROM tables WHERE {rated} ORDER BY ended_at, id",
        guild_id,
        game,
        game,
    )
    return [
        FinishedTable(
            row["id"],
            row["game"],
            tuple(seats.get(row["id"], ())),
            msgspec.json.decode(row["result"], type=GameResult),
            row["ended_at"],
            row["moves"] or 0,
            frozenset(helped.get(row["id"], ())),
        )
        for row in rows
    ]
