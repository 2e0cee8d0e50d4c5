"""How the finished games of a server ended."""

from __future__ import annotations

import msgspec

from engine.host.model.table import Seated
from engine.host.store.database import Store
from engine.kernel.script import Result


class Finished(msgspec.Struct, frozen=True):
    """A finished table for those who look back: who sat where, how it ended, and when."""

    id: int
    game: str
    seats: tuple[Seated, ...]
    result: Result
    at: int


async def finished(store: Store, guild: int, game: str | None, now: int) -> list[Finished]:
    """A server's rated tables that came to an end for good, in that order; of one game or of all. Games that began elsewhere
    never count."""
    rated = (
        f"status = 'finished' AND coalesce(sealed_until, 0) <= {int(now)} AND house ->> 'rated' = 'yes' "
        "AND guild = ? AND (? IS NULL OR game = ?) "
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
