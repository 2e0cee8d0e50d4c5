"""Moving to another store: between a file and PostgreSQL, either way, checked before anybody plays on it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from engine.host.store import store_copy
from engine.host.store.database import StoreError, is_address
from engine.host.store.file_lock import FileLock
from engine.ops.doctor import check_tables


async def move_store(source: Path | str, target: Path | str) -> tuple[int, list[str]]:
    """Copy a store, compare it row by row, and replay every table of both. Returns how many rows there are, and a sentence for
    every table that does not replay as it was played: such are no worse than before, or the copy is refused.

    The source stays as it is. Raises StoreError, a sentence for the person who runs the bot.
    """
    _require_source(source)
    with _require_unlocked(source), _require_unlocked(target):
        counts = await store_copy.copy_store(source, target)
        before, after = [await asyncio.to_thread(check_tables, where) for where in (source, target)]
    if before != after:
        raise StoreError("The copy does not replay as the store it was made from. Do not use it.")
    bad = [
        f"table {one.table_id} ({one.game}) does not replay, as before: {one.reason}" for one in after if not one.is_ok
    ]
    return sum(counts.values()), bad


def _require_source(source: Path | str) -> None:
    if not is_address(source) and not Path(source).is_file():
        raise StoreError(f"{source} is not there. Give the path of the bot's database.")


@contextmanager
def _require_unlocked(store_address: Path | str) -> Iterator[None]:
    """No bot runs on a file meanwhile. Raises StoreError where one does."""
    with ExitStack() as stack:
        if not is_address(store_address):
            stack.callback(FileLock(Path(store_address)).release)
        yield
