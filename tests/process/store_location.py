"""Where a bot under test keeps its tables."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.host.store.database import is_address
from tests.process.fast_timers import SPEED_UP_CODE


class StoreLocation(NamedTuple):
    """Where a bot that is started in a folder keeps its tables, and what its environment says of that."""

    address: Path | str
    environment: dict[str, str]

    @property
    def extra_code(self) -> str:
        """Lines of Python for that bot: on PostgreSQL it waits for a killed one’s lease, here less long than outside."""
        return SPEED_UP_CODE if is_address(self.address) else ""
