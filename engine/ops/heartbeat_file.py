"""The heartbeat of a running bot: a small file next to the database that shows whether the bot works.

The bot rewrites it every few seconds (`cogs/services/heartbeat.py`) and deletes it when it ends. `python -m engine
health` reads it, so that a health check needs no open port.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from engine.ops.process_identity import ProcessIdentity

BEAT_INTERVAL_S = 5
"""How often the bot writes the file."""
SILENCE_LIMIT_S = 6 * BEAT_INTERVAL_S
"""The age of the last heartbeat at which the bot counts as hung or killed."""
SERVING, FAILING, DEGRADED = 0, 1, 3
"""The exit codes of `python -m engine health`; 2 is an error of the command line."""


class Health(msgspec.Struct, frozen=True):
    """The state of a bot as an exit code and a sentence for the administrator."""

    exit_code: int
    sentence: str


class HeartbeatStatus(msgspec.Struct, frozen=True):
    """The state of the bot at the moment `at` (Unix seconds).

    `gateway` and `store` are whether the connection to Discord and the store work. The names are keys of the file.
    """

    at: int
    process: ProcessIdentity
    version: str
    gateway: bool
    store: bool
    standing_by: bool = False
    """Whether another process serves the servers of this one, which waits for the other's end."""
    degradations: tuple[str, ...] = ()
    """A sentence about each part that fails while the bot serves people."""

    @property
    def is_ready(self) -> bool:
        """Whether the bot serves people."""
        return self.gateway and self.store


def find_heartbeat_path(database: Path | str) -> Path:
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


def delete_heartbeat(file: Path, process: ProcessIdentity) -> None:
    """Delete the heartbeat file when the bot ends, unless another process writes it by now."""
    with suppress(OSError):
        status = read_heartbeat(file)
        if status is None or status.process == process:
            file.unlink(missing_ok=True)


def read_heartbeat(file: Path) -> HeartbeatStatus | None:
    """Read the last heartbeat, None if no bot runs."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=HeartbeatStatus)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def assess_health(status: HeartbeatStatus | None, now: int) -> Health:
    """Return the health of a bot `now` (Unix seconds) by its last heartbeat."""
    if status is None:
        return Health(FAILING, "No bot runs on this database.")
    end = describe_end(status, now)
    if end is not None:
        return Health(FAILING, end)
    if not status.store:
        return Health(FAILING, "The bot runs, and its database does not answer.")
    if status.standing_by:
        return Health(SERVING, "The bot stands by: another process serves its servers.")
    if not status.gateway:
        return Health(FAILING, "The bot runs, and is not connected to Discord.")
    if status.degradations:
        return Health(DEGRADED, f"The bot serves people, degraded: {' '.join(status.degradations)}")
    return Health(SERVING, f"Overwinter {status.version} (process {status.process.id}) serves people on Discord.")


def describe_end(status: HeartbeatStatus, now: int) -> str | None:
    """Return a sentence if the process that wrote a heartbeat has ended or shows no sign of life, else None."""
    is_running, silence_s = status.process.is_running, now - status.at
    if is_running is False:
        return f"The bot (process {status.process.id}) does not run any more: it was killed {silence_s} seconds ago or earlier."
    if silence_s <= SILENCE_LIMIT_S:
        return None
    cause = "it hangs, or its disk is full" if is_running else "it hangs or was killed"
    return f"The bot (process {status.process.id}) has shown no sign of life for {silence_s} seconds: {cause}."
