"""Does every stored table still play as it was played? Read-only: a file is examined, never mended."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Literal, Optional

import msgspec

from engine.host.model.catalogue import Catalogue
from engine.host.store.database import StoreError
from engine.kernel import position as kernel
from engine.kernel.position import Move
from engine.kernel.registry import BadComponents
from engine.kernel.text import Illegal

Verdict = Literal["same", "older", "differs", "refuses"]
"""`older`: played under earlier rules, and not opened since; it is carried over when somebody looks at it."""


class Report(msgspec.Struct, frozen=True):
    """What became of a table: `at` is the entry from which on it differs or is refused."""

    table: int
    game: str
    verdict: Verdict
    at: Optional[int] = None
    why: str = ""

    @property
    def in_order(self) -> bool:
        """Whether nobody has to look after it."""
        return self.verdict in ("same", "older")


def examine(path: Path | str) -> list[Report]:
    """Replay every table of a database that has begun, all as they stood at one moment, also while the bot plays on.

    Takes a while: never on the event loop. Raises StoreError when the file cannot be read.
    """
    if not Path(path).is_file():
        raise StoreError(f"{path} is not there. Give the path of the bot's database.")
    try:
        connection = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        connection.row_factory = sqlite3.Row
        try:
            connection.execute("BEGIN")
            catalogue = Catalogue()
            rows = connection.execute(
                "SELECT t.id, t.game, t.rules_version, t.seed, t.components, c.data, p.seq, p.data AS position FROM tables t "
                "JOIN components c ON c.digest = t.components JOIN positions p ON p.table_id = t.id ORDER BY t.id"
            ).fetchall()
            return [_table(connection, catalogue, row) for row in rows]
        finally:
            connection.close()
    except sqlite3.Error as broken:
        raise StoreError(f"{path} cannot be read: {broken}.") from broken


def _table(connection: sqlite3.Connection, catalogue: Catalogue, row: sqlite3.Row) -> Report:
    try:
        game = catalogue.as_started(row["game"], row["components"], row["data"])
    except (KeyError, BadComponents, msgspec.ValidationError) as unknown:
        return Report(row["id"], row["game"], "refuses", 0, f"the game cannot be loaded: {unknown}")
    if row["rules_version"] != game.rules_version:
        why = f"played under rules {row['rules_version']}, these are {game.rules_version}"
        verdict: Verdict = "older" if row["rules_version"] < game.rules_version else "refuses"
        return Report(row["id"], row["game"], verdict, 0, why)
    seed: str = row["seed"]
    after: dict[int, kernel.Position[msgspec.Struct]] = {}
    position: kernel.Position[msgspec.Struct] | None = None
    # What was played before the newest origin was played under earlier rules.
    for entry in connection.execute(
        "SELECT * FROM entries WHERE table_id = ?1 AND seq >= "
        "coalesce((SELECT max(seq) FROM entries WHERE table_id = ?1 AND kind = 'origin'), 0) ORDER BY seq",
        (row["id"],),
    ):
        seq, kind = entry["seq"], entry["kind"]
        try:
            if kind == "origin":
                position = kernel.decode(game, entry["data"])
            elif position is None:
                return Report(row["id"], row["game"], "refuses", seq, "the log begins without a position")
            elif kind == "undo":
                position = after[int(entry["words"])]
            elif kind in ("move", "auto"):
                move = Move(entry["seat"], tuple(entry["words"].split()))
                position = kernel.play(game, position, seed, move.seat, move.words).position
        except (Illegal, KeyError, msgspec.ValidationError) as no:
            return Report(row["id"], row["game"], "refuses", seq, str(no))
        if kernel.digest(position, seed) != entry["digest"]:
            return Report(row["id"], row["game"], "differs", seq, "the position after it is not the recorded one")
        after[seq] = position
    if position is None or kernel.encode(position).decode() != row["position"]:
        return Report(row["id"], row["game"], "differs", row["seq"], "the stored position is not where the log leads")
    return Report(row["id"], row["game"], "same")
