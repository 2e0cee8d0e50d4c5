"""What is written that falls due, noticed by the store itself, whoever writes it: the scheduler need not look after every change.

A trigger on each table with something to be done by itself tells the moment; each database has its own way to hear of it.
"""

from __future__ import annotations

DUE_COLUMNS = (
    ("turn_deadlines", "due_at", "NEW.due_at IS NOT NULL"),
    ("reminders", "due_at", "NEW.state IN ('due', 'trying')"),
    ("undo_requests", "due_at", "NEW.state IN ('due', 'trying')"),
    ("announcements", "due_at", "1 = 1"),
    ("votes", "0", "1 = 1"),
    ("proposals", "0", "1 = 1"),
)
"""Table, when a row of it falls due (0: it has to be looked at now), and for which rows."""


class DueTimes:
    """The earliest moment that has been written and not been asked for."""

    def __init__(self) -> None:
        self._moments: list[int] = []

    def add(self, moment: int) -> None:
        """Something is written that falls due at a moment, in unix seconds."""
        self._moments.append(moment)

    def take_earliest(self) -> int | None:
        """The earliest moment written since this was asked last, in unix seconds; None when nothing falls due by it."""
        told, self._moments[:] = self._moments.copy(), []
        return min(told, default=None)
