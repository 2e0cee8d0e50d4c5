"""An empty database of the newest schema, built once a process, because most tests need no migration.

Tests of migrations are in tests/host/test_store.py, and every start in tests/process creates its own file.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.host.store.drivers.opening import open_store


def write_migrated_file(path: Path) -> None:
    """Write the file where a bot looks for its database, unless it exists already."""
    if not path.exists():
        path.write_bytes(_build_database())


@cache
def _build_database() -> bytes:
    """Return the bytes of the empty database."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        # The caller's event loop is running, and asyncio.run needs a thread without one.
        path = Path(folder) / "bot.db"
        thread.submit(asyncio.run, _migrate(path)).result()
        return path.read_bytes()


async def _migrate(path: Path) -> None:
    async with await open_store(path):
        pass  # opening a store creates the file and runs all migrations
