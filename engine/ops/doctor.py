"""Does every stored table still play as it was played? Read-only: a store is examined, never mended."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Optional

import msgspec

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.store import started_tables
from engine.host.store.database import StoreError, is_address
from engine.host.store.started_tables import StartedTable, StartedTableReader
from engine.kernel import position as kernel
from engine.kernel.registry import ComponentsError
from engine.kernel.text import IllegalMoveError

ReplayVerdict = Literal["same", "older", "differs", "refuses"]
"""`older`: played under earlier rules, and not opened since; it is carried over when somebody looks at it."""


class ReplayReport(msgspec.Struct, frozen=True):
    """What became of a table: `failed_seq` is the entry from which on it differs or is refused."""

    table_id: int
    game: str
    verdict: ReplayVerdict
    failed_seq: Optional[int] = None
    reason: str = ""

    @property
    def is_ok(self) -> bool:
        """Whether nobody has to look after it."""
        return self.verdict in ("same", "older")


def check_tables(store_address: Path | str) -> list[ReplayReport]:
    """Replay every table of a database that has begun, all as they stood at one moment, also while the bot plays on.

    Takes a while: never on the event loop. Raises StoreError when the database cannot be read.
    """
    if not is_address(store_address) and not Path(store_address).is_file():
        raise StoreError(f"{store_address} is not there. Give the path of the bot's database.")
    catalogue = GameCatalogue()
    with started_tables.open_reader(store_address) as reader:
        return [_check_table(reader, catalogue, game) for game in reader.list_started_tables()]


def _check_table(reader: StartedTableReader, catalogue: GameCatalogue, row: StartedTable) -> ReplayReport:
    try:
        game = catalogue.restore_game(row.game, row.components, row.components_data)
    except (KeyError, ComponentsError, msgspec.ValidationError) as unknown:
        return ReplayReport(row.id, row.game, "refuses", 0, f"the game cannot be loaded: {unknown}")
    if row.rules_version != game.rules_version:
        why = f"played under rules {row.rules_version}, these are {game.rules_version}"
        verdict: ReplayVerdict = "older" if row.rules_version < game.rules_version else "refuses"
        return ReplayReport(row.id, row.game, verdict, 0, why)
    seed = row.seed
    after: dict[int, kernel.Position[msgspec.Struct]] = {}
    position: kernel.Position[msgspec.Struct] | None = None
    # What was played before the newest origin was played under earlier rules.
    for entry in reader.load_entries(row.id):
        seq, kind = entry.seq, entry.kind
        try:
            if kind == "origin":
                position = kernel.decode_position(game, entry.data or "")
            elif position is None:
                return ReplayReport(row.id, row.game, "refuses", seq, "the log begins without a position")
            elif kind == "undo":
                position = after[int(entry.words)]
            elif kind in ("move", "auto", "computer"):
                assert entry.seat is not None
                position = kernel.play_move(game, position, seed, entry.seat, tuple(entry.words.split())).position
        except (IllegalMoveError, KeyError, msgspec.ValidationError) as no:
            return ReplayReport(row.id, row.game, "refuses", seq, str(no))
        if kernel.compute_digest(position, seed) != entry.digest:
            return ReplayReport(row.id, row.game, "differs", seq, "the position after it is not the recorded one")
        after[seq] = position
    if position is None or kernel.encode_position(position).decode() != row.position:
        return ReplayReport(row.id, row.game, "differs", row.seq, "the stored position is not where the log leads")
    return ReplayReport(row.id, row.game, "same")
