"""Where a bot under test keeps its tables."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Kept(NamedTuple):
    """Where a bot that is started in a folder keeps its tables, and what its environment says of that."""

    where: Path | str
    environment: dict[str, str]
