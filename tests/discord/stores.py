"""Stores for a bot in simulated time, for programs that run on either store."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cogs.services import shard_membership
from engine.host.service import shard_group
from engine.ops.config import Secret, StoreConfig
from tests.postgres import start_server

POLL_INTERVAL_S = 3600
"""Simulated seconds between two lease renewals of a bot that is alone on its database, and between two polls for
others' changes.
"""


def add_store_option(parser: argparse.ArgumentParser) -> None:
    """Add the option `--store postgres`."""
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")


@contextmanager
def create_database(kind: str, file: Path) -> Iterator[StoreConfig]:
    """Create a file name for a new database, or an empty database on a PostgreSQL server of the test's own."""
    if kind == "sqlite":
        yield StoreConfig(str(file))
        return
    with start_server() as server:
        yield StoreConfig(str(file), Secret(asyncio.run(server.create_database())))
        asyncio.run(server.drop_databases())


def use_simulated_time() -> None:
    """Let the bots of this process, one at a time, take over from each other at once.

    Leases run on the machine's own clock, so an hour that a test skips does not end one.
    """
    shard_group.RENEWAL_INTERVAL_S = shard_membership.CHANGE_POLL_S = POLL_INTERVAL_S
    shard_group.LEASE_LIFETIME_S, shard_group.TAKEOVER_AFTER_S = 10**9, 0
