"""The part of aiosqlite that has no public name: running a function in the thread of a connection. The version is pinned."""

from __future__ import annotations

import contextvars
import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

import aiosqlite

T = TypeVar("T")


async def run_in_thread(connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run all of `work` in the thread of a connection, with one switch there and one back."""
    context = contextvars.copy_context()
    inner: Any = connection
    result: T = await inner._execute(lambda: context.run(work, inner._conn))  # noqa: SLF001
    return result
