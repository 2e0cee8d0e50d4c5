"""The finished games of a server and their results, for statistics."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from engine.host.model.table import EARLY_LEAVING, PastSeatHolder, SeatAssignment
from engine.host.store.database import Row, Store
from engine.host.store.sql_conditions import IS_UNDONE
from engine.kernel.script import GameResult
from engine.kernel.text import Seat


class FinishedTable(msgspec.Struct, frozen=True):
    """A finished table with the first holder of each seat, its result and the number of its moves.

    A holder `has_left` if the holder resigned, somebody else made a move for the seat, or somebody else held it at the end.
    `was_left_early`: one of them left before every player had finished a turn, so the game counts for nobody.
    """

    id: int
    game: str
    seats: tuple[SeatAssignment, ...]
    result: GameResult
    ended_at: int
    move_count: int = 0
    was_left_early: bool = False


class SeatChange(msgspec.Struct, frozen=True):
    """An entry that gave a seat to `holder`. `was_played`: a move was made for the seat before its next change."""

    holder: PastSeatHolder
    is_resignation: bool
    is_early: bool
    was_played: bool


HAD_COMPUTER_SEAT = (
    "(EXISTS (SELECT 1 FROM seats o WHERE o.table_id = id AND o.user_id = 0 AND o.computer_level IS NOT NULL) "
    "OR EXISTS (SELECT 1 FROM past_seat_holders o WHERE o.table_id = id AND o.user_id = 0 AND o.computer_level IS NOT NULL))"
)
"""True if a computer has, or has had, a seat of its own."""
WITHOUT_HINTS = "coalesce(table_options ->> 'hints', 'no') = 'no' AND coalesce(table_options ->> 'asked', 'no') = 'no'"
"""True if no hints were allowed at the table, and nobody asked for one."""
IS_SEAT_CHANGE = "c.kind IN ('resign', 'replace')"
"""True for an entry by which a seat gets another holder, or loses its player."""
WAS_PLAYED = (
    "EXISTS (SELECT 1 FROM entries m WHERE m.table_id = c.table_id AND m.seat = c.seat AND m.seq > c.seq "
    "AND m.kind IN ('move', 'auto', 'computer') AND NOT EXISTS (SELECT 1 FROM entries n WHERE n.table_id = c.table_id "
    "AND n.seat = c.seat AND n.kind IN ('resign', 'replace') AND n.seq > c.seq AND n.seq < m.seq))"
)
"""True if a move was made for the seat between an entry `c` of IS_SEAT_CHANGE and the next one, even if it was taken back."""
LAST_REVISION = 2**62
"""The end of the time of a seat's present holder."""
COUNT_MOVES = (
    "(SELECT json_extract(data, '$.tick') + json_array_length(data, '$.answers') FROM positions "
    "WHERE positions.table_id = id)"
)
"""The number of moves of a game, without those taken back."""


async def list_rated_tables(store: Store, guild_id: int, game: str | None) -> list[FinishedTable]:
    """List a server's rated tables whose result is final, in the order in which they became final; of one game or of all.

    Imported games do not count, nor do games in which a computer has had a seat.
    """
    return await _list_finished(
        store, guild_id, game, f"table_options ->> 'rated' = 'yes' AND {WITHOUT_HINTS} AND NOT {HAD_COMPUTER_SEAT}"
    )


async def list_computer_tables(store: Store, guild_id: int) -> list[FinishedTable]:
    """List a server's tables with computer players whose result is final, in the order in which they became final, rated or not."""
    return await _list_finished(store, guild_id, None, f"{HAD_COMPUTER_SEAT} AND {WITHOUT_HINTS}")


async def count_substituted_games(store: Store, guild_id: int, user_id: int) -> list[tuple[str, int, int]]:
    """Count a server's finished games in which a computer moved for a user, as (game, games, moves)."""
    is_substituted = (
        "(SELECT h.table_id, h.seat FROM past_seat_holders h WHERE h.user_id = ?2 AND h.computer_level IS NOT NULL "
        "UNION SELECT s.table_id, s.seat FROM seats s WHERE s.user_id = ?2 AND s.computer_level IS NOT NULL)"
    )
    rows = await store.fetch_all(
        "SELECT t.game, count(DISTINCT t.id) AS tables, count(*) AS moves FROM tables t "
        f"JOIN {is_substituted} h ON h.table_id = t.id JOIN entries e ON e.table_id = t.id AND e.seat = h.seat "
        f"WHERE t.guild_id = ?1 AND t.status = 'finished' AND e.kind = 'computer' AND NOT {IS_UNDONE} "
        "GROUP BY t.game ORDER BY t.game",
        guild_id,
        user_id,
    )
    return [(row["game"], row["tables"], row["moves"]) for row in rows]


async def _list_finished(store: Store, guild_id: int, game: str | None, condition: str) -> list[FinishedTable]:
    is_selected = (
        f"status = 'finished' AND final_order IS NOT NULL AND {condition} "
        "AND guild_id = ? AND (CAST(? AS TEXT) IS NULL OR game = ?) "
        "AND NOT EXISTS (SELECT 1 FROM imported_games WHERE imported_games.table_id = id)"
    )
    values = (guild_id, game, game)
    holders: defaultdict[int, list[PastSeatHolder]] = defaultdict(list)
    for row in await store.fetch_all(
        f"SELECT h.* FROM past_seat_holders h JOIN tables t ON t.id = h.table_id WHERE {is_selected} "
        "ORDER BY h.table_id, h.until_revision",
        *values,
    ):
        holders[row["table_id"]].append(_parse_holder(row, row["until_revision"]))
    for row in await store.fetch_all(
        f"SELECT s.* FROM seats s JOIN tables t ON t.id = s.table_id WHERE {is_selected} ORDER BY s.table_id, s.seat",
        *values,
    ):
        holders[row["table_id"]].append(_parse_holder(row, LAST_REVISION))
    changes: defaultdict[int, list[SeatChange]] = defaultdict(list)
    for row in await store.fetch_all(
        f"SELECT c.table_id, c.seat, c.seq, c.kind, c.words, {WAS_PLAYED} AS was_played FROM entries c "
        f"JOIN tables t ON t.id = c.table_id WHERE {IS_SEAT_CHANGE} AND {is_selected} ORDER BY c.table_id, c.seq",
        *values,
    ):
        changes[row["table_id"]].append(_parse_change(row, holders[row["table_id"]]))
    rows = await store.fetch_all(
        f"SELECT id, game, result, ended_at, {COUNT_MOVES} AS moves FROM tables WHERE {is_selected} ORDER BY final_order, id",
        *values,
    )
    return [_build_table(row, holders[row["id"]], changes[row["id"]]) for row in rows]


def _build_table(row: Row, holders: Sequence[PastSeatHolder], changes: Sequence[SeatChange]) -> FinishedTable:
    first_holders: dict[Seat, PastSeatHolder] = {}
    for holder in holders:
        first_holders.setdefault(holder.seat, holder)
    leavings = find_leavings(first_holders, changes)
    assignments = []
    for seat, holder in sorted(first_holders.items()):
        assignments.append(
            SeatAssignment(seat, holder.user_id, holder.name, seat in leavings, computer_level=holder.computer_level)
        )
    seats = tuple(assignments)
    result = msgspec.json.decode(row["result"], type=GameResult)
    was_left_early = any(leavings.values())
    return FinishedTable(row["id"], row["game"], seats, result, row["ended_at"], row["moves"] or 0, was_left_early)


def find_leavings(first_holders: Mapping[Seat, PastSeatHolder], changes: Sequence[SeatChange]) -> dict[Seat, bool]:
    """Return the seats whose first holder has left, each with whether that was early. `changes` are in their order.

    A holder who is back before anybody else has moved for the seat has not left.
    """
    leavings: dict[Seat, bool] = {}
    early_seats: set[Seat] = set()
    last_changes = {change.holder.seat: change for change in changes}
    away_seats: set[Seat] = set()
    for change in changes:
        seat, first = change.holder.seat, first_holders[change.holder.seat]
        holder = (change.holder.user_id, change.holder.computer_level)
        if not change.is_resignation and holder == (first.user_id, first.computer_level):
            away_seats.discard(seat)
            early_seats.discard(seat)
            continue
        if change.is_early and seat not in away_seats:
            early_seats.add(seat)
        away_seats.add(seat)
        if change.was_played or change is last_changes[seat]:
            leavings[seat] = leavings.get(seat, False) or seat in early_seats
    return leavings


def _parse_holder(row: Row, until_revision: int) -> PastSeatHolder:
    return PastSeatHolder(row["seat"], until_revision, row["user_id"], row["name"], row["computer_level"] or "")


def _parse_change(row: Row, holders: Sequence[PastSeatHolder]) -> SeatChange:
    holder = next(holder for holder in holders if holder.seat == row["seat"] and holder.until_revision > row["seq"])
    is_early = row["words"] == EARLY_LEAVING
    return SeatChange(holder, row["kind"] == "resign", is_early, bool(row["was_played"]))
