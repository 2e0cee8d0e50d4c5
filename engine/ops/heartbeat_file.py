"""The pulse of a running bot: a small file beside the database, from which others see whether it works.

The bot writes it every few seconds (`cogs/services/heartbeat.py`), replaces it as a whole, and takes it away when it ends.
`python -m engine health` reads it, for a container or whoever watches: no port is opened for that.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

BEAT_INTERVAL_S = 5
"""Seconds between two beats."""
SILENCE_LIMIT_S = 6 * BEAT_INTERVAL_S
"""Seconds after the last beat from which on the bot hangs, or has been killed."""


STANDBY_TEXT = "The bot stands by: another process serves its servers."
"""No trouble, but nobody is served by this process."""


class HeartbeatStatus(msgspec.Struct, frozen=True):
    """What the bot knew of itself `at` a moment (unix seconds): whether Discord's gateway and the store work."""

    at: int
    process: int
    version: str
    gateway: bool
    store: bool
    standing_by: bool = False
    """Another process serves the servers of this one, which waits for its end."""

    @property
    def is_ready(self) -> bool:
        """Whether people are served."""
        return self.gateway and self.store


def heartbeat_path(database: Path | str) -> Path:
    """The file of the bot that works on a database."""
    return Path(f"{database}.pulse")


def write_heartbeat(file: Path, status: HeartbeatStatus) -> None:
    """Leave a pulse for others to read. Raises OSError, also where the disk is full."""
    file.parent.mkdir(parents=True, exist_ok=True)  # where the tables are elsewhere, nothing else has made it
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(msgspec.json.encode(status))
    new.replace(file)


def delete_heartbeat(file: Path) -> None:
    """The bot has ended in good order."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


def read_heartbeat(file: Path) -> HeartbeatStatus | None:
    """The newest pulse; None where no bot runs."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=HeartbeatStatus)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def find_trouble(status: HeartbeatStatus | None, now: int) -> str | None:
    """What is wrong `now` (unix seconds), as a sentence; None when people are served."""
    if status is None:
        return "No bot runs on this database."
    silent = now - status.at
    if silent > SILENCE_LIMIT_S:
        return f"The bot (process {status.process}) has shown no sign of life for {silent} seconds: it hangs or was killed."
    if not status.store:
        return "The bot runs, and its database does not answer."
    if status.standing_by:
        return STANDBY_TEXT
    if not status.gateway:
        return "The bot runs, and is not connected to Discord."
    return None
