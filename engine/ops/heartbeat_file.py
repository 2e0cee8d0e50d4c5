"""The heartbeat of a running bot: a small file next to the database that shows whether the bot works.

The bot rewrites it every few seconds (`cogs/services/heartbeat.py`) and deletes it when it ends. `python -m engine
health` reads it, so that a health check needs no open port.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

BEAT_INTERVAL_S = 5
"""How often the bot writes the file."""
SILENCE_LIMIT_S = 6 * BEAT_INTERVAL_S
"""The age of the last heartbeat at which the bot counts as hung or killed."""
STANDBY_TEXT = "The bot stands by: another process serves its servers."
"""The state of a healthy process that serves nobody yet."""


class HeartbeatStatus(msgspec.Struct, frozen=True):
    """The state of the bot `at` a moment (Unix seconds): whether Discord's gateway and the store work."""

    at: int
    process: int
    version: str
    gateway: bool
    store: bool
    standing_by: bool = False
    """Whether another process serves the servers of this one, which waits for the other's end."""

    @property
    def is_ready(self) -> bool:
        """Whether the bot serves people."""
        return self.gateway and self.store


def heartbeat_path(database: Path | str) -> Path:
    """Return the path of the heartbeat file of the bot that uses this database."""
    return Path(f"{database}.pulse")


def write_heartbeat(file: Path, status: HeartbeatStatus) -> None:
    """Write the heartbeat file.

    Raises:
        OSError: The file cannot be written, for example because the disk is full.
    """
    file.parent.mkdir(parents=True, exist_ok=True)  # no other code creates it if the tables are in PostgreSQL
    new_file = file.with_name(f"{file.name}.new")
    new_file.write_bytes(msgspec.json.encode(status))
    new_file.replace(file)


def delete_heartbeat(file: Path) -> None:
    """Delete the heartbeat file when the bot ends."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


def read_heartbeat(file: Path) -> HeartbeatStatus | None:
    """Read the last heartbeat, None if no bot runs."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=HeartbeatStatus)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def find_trouble(status: HeartbeatStatus | None, now: int) -> str | None:
    """Return a sentence about what is wrong `now` (Unix seconds), None if the bot serves people."""
    if status is None:
        return "No bot runs on this database."
    silence_s = now - status.at
    if silence_s > SILENCE_LIMIT_S:
        return f"The bot (process {status.process}) has shown no sign of life for {silence_s} seconds: it hangs or was killed."
    if not status.store:
        return "The bot runs, and its database does not answer."
    if status.standing_by:
        return STANDBY_TEXT
    if not status.gateway:
        return "The bot runs, and is not connected to Discord."
    return None
