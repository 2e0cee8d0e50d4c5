"""Where a bot whose time is simulated keeps its tables, for programs that run on either store."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cogs.services import membership
from engine.host.service import group
from engine.ops.config import Secret, Store
from tests.postgres import serving

SLOW = 3600
"""Simulated seconds between two words of a bot that is alone on its database, and between two looks at what others have changed."""


def asked_for(parser: argparse.ArgumentParser) -> None:
    """Let people choose: `--store postgres`."""
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")


@contextmanager
def stored(kind: str, file: Path) -> Iterator[Store]:
    """A file that is still to be made, or an empty database of a server of our own."""
    if kind == "sqlite":
        yield Store(str(file))
        return
    with serving() as server:
        yield Store(str(file), Secret(asyncio.run(server.new())))
        asyncio.run(server.drop())


def in_simulated_time() -> None:
    """From now on bots of this process, of which one is there at a time, take over from each other at once, and an hour that passes
    in a moment costs no lease: these are counted on the machine's own clock."""
    group.BEAT = membership.NEWS = SLOW
    group.LIFE, group.SILENCE = 10**9, 0
