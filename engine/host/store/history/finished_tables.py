"""The finished games of a server and their results, for statistics."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from engine.host.model.table import SeatAssignment
from engine.host.store.database import Row, Store
from engine.kernel.script import GameResult
from engine.kernel.text import Seat


class FinishedTable(msgspec.Struct, frozen=True):
    """A finished table with its seats, its result and the number of its moves.

    `substituted_seats` are those for whose person a computer has played.
    """

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
"""True if a computer has, or has had, a seat of its own."""
WITHOUT_HINTS = "coalesce(table_options ->> 'hints', 'no') = 'no' AND coalesce(table_options ->> 'asked', 'no') = 'no'"
"""True if no hints were allowed at the table, and nobody asked for one."""
COUNT_MOVES = (
    "(SELECT json_extract(data, '$.tick') + json_array_length(data, '$.answers') FROM positions "
    "WHERE positions.table_id = id)"
)
"""The number of moves of a game, without those taken back."""


async def list_rated_tables(store: Store, guild_id: int, game: str | None, now: int) -> list[FinishedTable]:
    """List a server's rated tables whose result is final, in that order; of one game or of all.

    Imported games do not count, nor do games in which a computer has had a seat.
    """
    return await _list_finished(
        store, guild_id, game, now, f"table_options ->> 'rated' = 'yes' AND {WITHOUT_HINTS} AND NOT {HAD_COMPUTER_SEAT}"
    )


async def list_computer_tables(store: Store, guild_id: int, now: int) -> list[FinishedTable]:
    """List a server's tables with computer players whose result is final, in that order, rated or not."""
    return await _list_finished(store, guild_id, None, now, f"{HAD_COMPUTER_SEAT} AND {WITHOUT_HINTS}")


async def _list_finished(
    store: Store, guild_id: int, game: str | None, now: int, condition: str
) -> list[FinishedTable]:
    is_selected = (
        f"status = 'finished' AND coalesce(seals_open_at, 0) <= {int(now)} AND {condition} "
        "AND guild_id = ? AND (CAST(? AS TEXT) IS NULL OR game = ?) "
        "AND NOT EXISTS (SELECT 1 FROM imported_games WHERE imported_games.table_id = id)"
    )
    values = (guild_id, game, game)
    seats: defaultdict[int, list[SeatAssignment]] = defaultdict(list)
    substituted_seats: defaultdict[int, set[Seat]] = defaultdict(set)
    for row in await store.fetch_all(
        f"SELECT s.* FROM seats s JOIN tables t ON t.id = s.table_id WHERE {is_selected} ORDER BY s.table_id, s.seat",
        *values,
    ):
        assignment = _parse_seat(row)
        seats[row["table_id"]].append(assignment)
        if assignment.computer_level and assignment.user_id:
            substituted_seats[row["table_id"]].add(assignment.seat)
    for row in await store.fetch_all(
        "SELECT h.table_id, h.seat FROM past_seat_holders h JOIN tables t ON t.id = h.table_id "
        f"WHERE h.user_id <> 0 AND h.computer_level IS NOT NULL AND {is_selected}",
        *values,
    ):
        substituted_seats[row["table_id"]].add(row["seat"])
    rows = await store.fetch_all(
        f"SELECT id, game, result, ended_at, {COUNT_MOVES} AS moves FROM tables WHERE {is_selected} ORDER BY ended_at, id",
        *values,
    )
    return [
        FinishedTable(
            row["id"],
            row["game"],
            tuple(seats[row["id"]]),
            msgspec.json.decode(row["result"], type=GameResult),
            row["ended_at"],
            row["moves"] or 0,
            frozenset(substituted_seats[row["id"]]),
        )
        for row in rows
    ]


def _parse_seat(row: Row) -> SeatAssignment:
    has_left = row["left_at"] is not None
    return SeatAssignment(
        row["seat"], row["user_id"], row["name"], has_left, computer_level=row["computer_level"] or ""
    )
