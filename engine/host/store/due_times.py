"""Notices when a row with a due time is written, so that the scheduler need not look after every change.

A trigger on each table reports the due time. Each driver has its own way to receive it.
"""

from __future__ import annotations

TABLES_WITH_DUE_TIMES = ("turn_deadlines", "outbox")
"""The tables whose column `due_at` has the due time of a row, or NULL."""


class DueTimes:
    """The due times that were written since the scheduler last asked."""

    def __init__(self) -> None:
        self._moments: list[int] = []

    def add(self, moment: int) -> None:
        """Add the due time of a row that was written, in Unix seconds."""
        self._moments.append(moment)

    def take_earliest(self) -> int | None:
        """Return the earliest due time since the last call, in Unix seconds; None if there is none."""
        moments = self._moments.copy()
        self._moments.clear()
        return min(moments, default=None)
