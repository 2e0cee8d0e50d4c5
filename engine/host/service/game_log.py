"""The entries of a log that count, since an undo leaves the undone moves in it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.host.model.table import LogEntry
from engine.kernel.position import Move


def list_active_entries(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """List the entries that count: from the last origin on, without undone moves.

    An undo takes back moves only: resignations and handovers stay.
    """
    stand: list[LogEntry] = []
    for entry in entries:
        if entry.kind == "origin":
            stand = [entry]
        elif entry.kind == "undo":
            stand = [old for old in stand if old.seq <= int(entry.words) or not old.is_move]
        else:
            stand.append(entry)
    return stand


def list_moves(entries: Sequence[LogEntry]) -> list[Move]:
    """List the moves among entries."""
    return [
        Move(entry.seat, tuple(entry.words.split()), entry.digest)
        for entry in entries
        if entry.is_move and entry.seat is not None
    ]
