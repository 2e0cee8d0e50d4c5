"""Replays every stored table to check that it still plays as it was played. It never changes the store."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, Optional

import msgspec

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.store.database import StoreError, is_address
from engine.host.store.maintenance import started_tables
from engine.host.store.maintenance.started_tables import StartedTable, StartedTableReader, StoredEntry
from engine.kernel import position as kernel
from engine.kernel.registry import AnyGame, ComponentsError
from engine.kernel.text import IllegalMoveError

ReplayVerdict = Literal["same", "older", "differs", "refuses"]
"""`older` means: played under earlier rules and not opened since. The host upgrades the table when it is opened."""


class ReplayReport(msgspec.Struct, frozen=True):
    """The result of replaying one table. `failed_seq` is the first entry that differs or is refused."""

    table_id: int
    game: str
    verdict: ReplayVerdict
    failed_seq: Optional[int] = None
    reason: str = ""

    @property
    def is_ok(self) -> bool:
        """Whether the table needs no attention."""
        return self.verdict in ("same", "older")


def check_tables(store_address: Path | str) -> list[ReplayReport]:
    """Replay every table that has begun, from one snapshot, also while the bot runs.

    This takes long: never call it on the event loop.

    Raises:
        StoreError: The store cannot be read.
    """
    if not is_address(store_address) and not Path(store_address).is_file():
        raise StoreError(f"{store_address} is not there. Give the path of the bot's database.")
    catalogue = GameCatalogue()
    with started_tables.open_reader(store_address) as reader:
        return [check_table(reader, catalogue, game) for game in reader.list_started_tables()]


def check_table(reader: StartedTableReader, catalogue: GameCatalogue, row: StartedTable) -> ReplayReport:
    """Replay a table, and compare it with what is stored."""
    try:
        game = catalogue.restore_game(row.game, row.components_digest, row.components_data)
    except (KeyError, ComponentsError, msgspec.ValidationError) as error:
        return ReplayReport(row.id, row.game, "refuses", 0, f"the game cannot be loaded: {error}")
    if row.rules_version != game.rules_version:
        reason = f"played under rules {row.rules_version}, these are {game.rules_version}"
        verdict: ReplayVerdict = "older" if row.rules_version < game.rules_version else "refuses"
        return ReplayReport(row.id, row.game, verdict, 0, reason)
    replay = TableReplay(game, row.seed)
    for entry in reader.load_entries(row.id):
        try:
            replay.apply(entry)
        except (IllegalMoveError, KeyError, msgspec.ValidationError) as error:
            return ReplayReport(row.id, row.game, "refuses", entry.seq, str(error))
        if replay.position is None:
            return ReplayReport(row.id, row.game, "refuses", entry.seq, "the log begins without a position")
        if kernel.compute_digest(replay.position, row.seed) != entry.digest:
            return ReplayReport(row.id, row.game, "differs", entry.seq, "the position after it is not the recorded one")
    if replay.position is None or kernel.encode_position(replay.position).decode() != row.position:
        return ReplayReport(
            row.id, row.game, "differs", row.position_seq, "the stored position is not where the log leads"
        )
    return ReplayReport(row.id, row.game, "same")


class TableReplay:
    """A replay of the log of one table, from its newest origin on."""

    def __init__(self, game: AnyGame, seed: str) -> None:
        self.position: kernel.Position[Any] | None = None
        """The position after the last entry, None before the origin."""
        self._game = game
        self._seed = seed
        self._positions: dict[int, kernel.Position[Any]] = {}

    def apply(self, entry: StoredEntry) -> None:
        """Apply an entry of the log. Before the origin, entries have no effect.

        Raises:
            IllegalMoveError: The rules do not allow the move.
            KeyError: An undo leads to an entry that is not in the log.
            msgspec.ValidationError: The position of the origin cannot be read.
        """
        if entry.kind == "origin":
            self.position = kernel.decode_position(self._game, entry.origin_position or "")
        elif self.position is None:
            return
        elif entry.kind == "undo":
            self.position = self._positions[int(entry.words)]
        elif entry.kind in ("move", "auto", "computer"):
            assert entry.seat is not None
            words = tuple(entry.words.split())
            self.position = kernel.play_move(self._game, self.position, self._seed, entry.seat, words).position
        self._positions[entry.seq] = self.position
