"""The pulse of a running bot: a small file beside the database, from which others see whether it works.

The bot writes it every few seconds (`cogs/services/heartbeat.py`), replaces it as a whole, and takes it away when it ends.
`python -m engine health` reads it, for a container or whoever watches: no port is opened for that.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

BEAT = 5
"""Seconds between two beats."""
SILENCE = 6 * BEAT
"""Seconds after the last beat from which on the bot hangs, or has been killed."""


STANDS_BY = "The bot stands by: another process serves its servers."
"""No trouble, but nobody is served by this process."""


class Pulse(msgspec.Struct, frozen=True):
    """What the bot knew of itself `at` a moment (unix seconds): whether Discord's gateway and the store work."""

    at: int
    process: int
    version: str
    gateway: bool
    store: bool
    standing_by: bool = False
    """Another process serves the servers of this one, which waits for its end."""

    @property
    def ready(self) -> bool:
        """Whether people are served."""
        return self.gateway and self.store


def beside(database: Path | str) -> Path:
    """The file of the bot that works on a database."""
    return Path(f"{database}.pulse")


def write(file: Path, pulse: Pulse) -> None:
    """Leave a pulse for others to read. Raises OSError, also where the disk is full."""
    file.parent.mkdir(parents=True, exist_ok=True)  # where the tables are elsewhere, nothing else has made it
    new = file.with_name(f"{file.name}.new")
    new.write_bytes(msgspec.json.encode(pulse))
    new.replace(file)


def clear(file: Path) -> None:
    """The bot has ended in good order."""
    with suppress(OSError):
        file.unlink(missing_ok=True)


def read(file: Path) -> Pulse | None:
    """The newest pulse; None where no bot runs."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Pulse)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def trouble(pulse: Pulse | None, now: int) -> str | None:
    """What is wrong `now` (unix seconds), as a sentence; None when people are served."""
    if pulse is None:
        return "No bot runs on this database."
    silent = now - pulse.at
    if silent > SILENCE:
        return (
            f"The bot (process {pulse.process}) has shown no sign of life for {silent} seconds: it hangs or was killed."
        )
    if not pulse.store:
        return "The bot runs, and its database does not answer."
    if pulse.standing_by:
        return STANDS_BY
    if not pulse.gateway:
        return "The bot runs, and is not connected to Discord."
    return None
