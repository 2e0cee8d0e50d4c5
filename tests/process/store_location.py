"""The location of the tables of a bot under test."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.host.store.database import is_address
from tests.process.fast_timers import SPEED_UP_CODE


class StoreLocation(NamedTuple):
    """The address of the tables of a bot under test, and the environment that names it."""

    address: Path | str
    environment: dict[str, str]

    @property
    def extra_code(self) -> str:
        """Lines of Python for that bot. On PostgreSQL they shorten the wait for the lease of a killed bot."""
        return SPEED_UP_CODE if is_address(self.address) else ""
