"""Reads every game that has begun from one snapshot of a store, also while the bot runs. It writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Optional

import msgspec

from engine.host.store.database import QueryFunction
from engine.host.store.drivers.opening import open_snapshot
from engine.kernel.text import Seat


class StartedTable(msgspec.Struct, frozen=True):
    """A table that has begun, with its newest position as JSON and the seq of the entry that led to it."""

    id: int
    game: str
    rules_version: int
    seed: str
    components_digest: str
    components_data: str
    position_seq: int
    position: str


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry of the log. `origin_position` is the position that an entry of kind "origin" begins with, as JSON."""

    seq: int
    kind: str
    seat: Optional[Seat]
    words: str
    digest: str
    origin_position: Optional[str]


class StartedTableReader:
    """A reader on one snapshot of a store."""

    def __init__(self, query: QueryFunction) -> None:
        self._run_query = query

    def list_started_tables(self) -> list[StartedTable]:
        """List every table that has begun."""
        rows = self._run_query(
            "SELECT t.id, t.game, t.rules_version, t.seed, t.components_digest, c.data, p.seq, p.data FROM tables t "
            "JOIN components c ON c.digest = t.components_digest JOIN positions p ON p.table_id = t.id ORDER BY t.id"
        )
        return [StartedTable(*row) for row in rows]

    def load_entries(self, table_id: int) -> Iterator[StoredEntry]:
        """Iterate over the log from the newest origin on. Earlier entries belong to earlier rules."""
        rows = self._run_query(
            "SELECT seq, kind, seat, words, digest, position FROM entries WHERE table_id = ?1 AND seq >= "
            "coalesce((SELECT max(seq) FROM entries WHERE table_id = ?1 AND kind = 'origin'), 0) ORDER BY seq",
            table_id,
        )
        return (StoredEntry(*row) for row in rows)


@contextmanager
def open_reader(store_address: Path | str) -> Iterator[StartedTableReader]:
    """Open a reader on a snapshot of a store.

    Raises:
        StoreError: The store cannot be read.
    """
    with open_snapshot(store_address) as query:
        yield StartedTableReader(query)
