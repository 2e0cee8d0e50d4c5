"""The entries of a log that count, since an undo leaves the undone moves in it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.host.model.table import LogEntry
from engine.kernel.position import Move


def list_active_entries(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """List the entries that count: from the last origin on, without undone moves.

    An undo takes back moves only: resignations and handovers stay.
    """
    active: list[LogEntry] = []
    for entry in entries:
        if entry.kind == "origin":
            active = [entry]
        elif entry.kind == "undo":
            active = _undo_moves(active, int(entry.words))
        else:
            active.append(entry)
    return active


def _undo_moves(entries: Sequence[LogEntry], target_seq: int) -> list[LogEntry]:
    """Return the entries without the moves after entry `target_seq`."""
    return [entry for entry in entries if entry.seq <= target_seq or not entry.is_move]


def list_moves(entries: Sequence[LogEntry]) -> list[Move]:
    """List the moves among entries."""
    return [
        Move(entry.seat, tuple(entry.words.split()), entry.digest)
        for entry in entries
        if entry.is_move and entry.seat is not None
    ]
