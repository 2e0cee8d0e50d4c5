"""Moves a store between a file and PostgreSQL, either way, and checks the copy."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from engine.host.store.database import StoreError, is_address
from engine.host.store.file_lock import FileLock
from engine.host.store.maintenance import store_copy
from engine.ops.doctor import check_tables


async def move_store(source: Path | str, target: Path | str) -> tuple[int, list[str]]:
    """Copy a store, compare the rows, and replay every table of both stores.

    Return the number of rows, and a sentence for every table that did not replay before either. The source does not
    change.

    Raises:
        StoreError: The store could not be copied, or the copy differs. The message is for the administrator.
    """
    _require_source(source)
    with _require_unlocked(source), _require_unlocked(target):
        counts = await store_copy.copy_store(source, target)
        source_reports = await asyncio.to_thread(check_tables, source)
        target_reports = await asyncio.to_thread(check_tables, target)
    if source_reports != target_reports:
        raise StoreError("The copy does not replay as the store it was made from. Do not use it.")
    problems = []
    for report in target_reports:
        if not report.is_ok:
            problems.append(f"table {report.table_id} ({report.game}) does not replay, as before: {report.reason}")
    return sum(counts.values()), problems


def _require_source(source: Path | str) -> None:
    if not is_address(source) and not Path(source).is_file():
        raise StoreError(f"{source} is not there. Give the path of the bot's database.")


@contextmanager
def _require_unlocked(store_address: Path | str) -> Iterator[None]:
    """Hold the lock of a database file, so that no bot starts on it meanwhile.

    Raises:
        StoreError: A bot runs on the file.
    """
    with ExitStack() as stack:
        if not is_address(store_address):
            stack.callback(FileLock(Path(store_address)).release)
        yield
