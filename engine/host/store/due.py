"""What is written that falls due, noticed by the store itself, whoever writes it: the scheduler need not look after every change.

A trigger on each table with something to be done by itself tells the moment; it lives as long as the connection that writes.
"""

from __future__ import annotations

import aiosqlite

WATCHED = (
    ("turns", "due_at", "NEW.due_at IS NOT NULL"),
    ("notices", "due_at", "NEW.state IN ('due', 'trying')"),
    ("undo_requests", "due_at", "NEW.state IN ('due', 'trying')"),
    ("errands", "due_at", "1"),
    ("votes", "0", "1"),
    ("motions", "0", "1"),
)
"""Table, when a row of it falls due (0: it has to be looked at now), and for which rows."""


class Due:
    """The earliest moment that has been written and not been asked for."""

    def __init__(self) -> None:
        self._told: list[int] = []

    async def watch(self, writer: aiosqlite.Connection) -> None:
        """Hear of everything that a connection writes."""
        await writer.create_function("falls_due", 1, self._told.append)
        for table, when, condition in WATCHED:
            columns = {row["name"] for row in await writer.execute_fetchall(f"PRAGMA table_info({table})")}
            if not columns or (when != "0" and when not in columns):
                continue  # the schema of an earlier program, which a test opens
            moment = "0" if when == "0" else f"NEW.{when}"
            for event in ("INSERT", "UPDATE"):
                await writer.execute_fetchall(
                    f"CREATE TEMP TRIGGER {table}_{event.lower()}_falls_due AFTER {event} ON main.{table} "
                    f"WHEN {condition} BEGIN SELECT falls_due({moment}); END"
                )

    def take(self) -> int | None:
        """The earliest moment written since this was asked last, in unix seconds; None when nothing falls due by it."""
        told, self._told[:] = self._told.copy(), []
        return min(told, default=None)
