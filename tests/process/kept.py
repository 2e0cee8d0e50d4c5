"""Where a bot under test keeps its tables."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.host.store.database import is_address
from tests.process.hurry import HURRY


class Kept(NamedTuple):
    """Where a bot that is started in a folder keeps its tables, and what its environment says of that."""

    where: Path | str
    environment: dict[str, str]

    @property
    def also(self) -> str:
        """Lines of Python for that bot: on PostgreSQL it waits for a killed one’s lease, here less long than outside."""
        return HURRY if is_address(self.where) else ""
