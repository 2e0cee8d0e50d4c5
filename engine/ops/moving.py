"""Moving to another store: between a file and PostgreSQL, either way, checked before anybody plays on it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from engine.host.store import moving
from engine.host.store.claim import Claim
from engine.host.store.database import StoreError, is_address
from engine.ops.doctor import examine


async def move(source: Path | str, target: Path | str) -> tuple[int, list[str]]:
    """Copy a store, compare it row by row, and replay every table of both. Returns how many rows there are, and a sentence for
    every table that does not replay as it was played: such are no worse than before, or the copy is refused.

    The source stays as it is. Raises StoreError, a sentence for the person who runs the bot.
    """
    _require(source)
    with _held(source), _held(target):
        counts = await moving.copy(source, target)
        before, after = [await asyncio.to_thread(examine, where) for where in (source, target)]
    if before != after:
        raise StoreError("The copy does not replay as the store it was made from. Do not use it.")
    bad = [f"table {one.table} ({one.game}) does not replay, as before: {one.why}" for one in after if not one.in_order]
    return sum(counts.values()), bad


def _require(source: Path | str) -> None:
    if not is_address(source) and not Path(source).is_file():
        raise StoreError(f"{source} is not there. Give the path of the bot's database.")


@contextmanager
def _held(where: Path | str) -> Iterator[None]:
    """No bot runs on a file meanwhile. Raises StoreError where one does."""
    with ExitStack() as stack:
        if not is_address(where):
            stack.callback(Claim(Path(where)).release)
        yield
