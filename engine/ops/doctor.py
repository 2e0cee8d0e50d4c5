"""Does every stored table still play as it was played? Read-only: a store is examined, never mended."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Optional

import msgspec

from engine.host.model.catalogue import Catalogue
from engine.host.store import begun
from engine.host.store.begun import Begun, Reader
from engine.host.store.database import StoreError, is_address
from engine.kernel import position as kernel
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


def examine(where: Path | str) -> list[Report]:
    """Replay every table of a database that has begun, all as they stood at one moment, also while the bot plays on.

    Takes a while: never on the event loop. Raises StoreError when the database cannot be read.
    """
    if not is_address(where) and not Path(where).is_file():
        raise StoreError(f"{where} is not there. Give the path of the bot's database.")
    catalogue = Catalogue()
    with begun.reading(where) as reader:
        return [_table(reader, catalogue, game) for game in reader.games()]


def _table(reader: Reader, catalogue: Catalogue, row: Begun) -> Report:
    try:
        game = catalogue.as_started(row.game, row.components, row.components_data)
    except (KeyError, BadComponents, msgspec.ValidationError) as unknown:
        return Report(row.id, row.game, "refuses", 0, f"the game cannot be loaded: {unknown}")
    if row.rules_version != game.rules_version:
        why = f"played under rules {row.rules_version}, these are {game.rules_version}"
        verdict: Verdict = "older" if row.rules_version < game.rules_version else "refuses"
        return Report(row.id, row.game, verdict, 0, why)
    seed = row.seed
    after: dict[int, kernel.Position[msgspec.Struct]] = {}
    position: kernel.Position[msgspec.Struct] | None = None
    # What was played before the newest origin was played under earlier rules.
    for entry in reader.entries(row.id):
        seq, kind = entry.seq, entry.kind
        try:
            if kind == "origin":
                position = kernel.decode(game, entry.data or "")
            elif position is None:
                return Report(row.id, row.game, "refuses", seq, "the log begins without a position")
            elif kind == "undo":
                position = after[int(entry.words)]
            elif kind in ("move", "auto", "computer"):
                assert entry.seat is not None
                position = kernel.play(game, position, seed, entry.seat, tuple(entry.words.split())).position
        except (Illegal, KeyError, msgspec.ValidationError) as no:
            return Report(row.id, row.game, "refuses", seq, str(no))
        if kernel.digest(position, seed) != entry.digest:
            return Report(row.id, row.game, "differs", seq, "the position after it is not the recorded one")
        after[seq] = position
    if position is None or kernel.encode(position).decode() != row.position:
        return Report(row.id, row.game, "differs", row.seq, "the stored position is not where the log leads")
    return Report(row.id, row.game, "same")
