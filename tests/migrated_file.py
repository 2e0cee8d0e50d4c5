"""An empty database of today's schema, made once a process: most tests want a table, not the migrations that lead there.

Migrations are tested by tests/host/test_store.py, and each start in tests/process makes a file of its own.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.host.store.drivers.opening import open_store


def write_migrated_file(path: Path) -> None:
    """Write the file, as the store leaves it, where a bot will look for its own; one that is there already stays."""
    if not path.exists():
        path.write_bytes(_build_database())


@cache
def _build_database() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as aside:  # the caller's loop is running
        path = Path(folder) / "bot.db"
        aside.submit(asyncio.run, _migrate(path)).result()
        return path.read_bytes()


async def _migrate(path: Path) -> None:
    async with await open_store(path):
        pass
