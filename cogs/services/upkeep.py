"""Work of the bot that is done again until it succeeds: what fails is logged once, and /admin health reports it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

from cogs.messages.health import UpkeepFailure
from engine.host.model.clock import Clock
from engine.host.store.database import StoreError
from engine.kernel.text import Text

log = logging.getLogger("overwinter")


class Upkeep:
    """The parts of the upkeep that fail at the moment."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: dict[str, UpkeepFailure] = {}

    @property
    def failures(self) -> tuple[UpkeepFailure, ...]:
        """The failures, each since when."""
        return tuple(self._failures.values())

    def is_failing(self, part: Text) -> bool:
        """Return whether a part has failed at its last attempt."""
        return part.template in self._failures

    async def run_part(self, part: Text, work: Awaitable[object]) -> None:
        """Do a part of the upkeep. If it fails, record that, so that the rest of the upkeep continues."""
        try:
            await work
        except Exception as failed:
            earlier, error_type = self._failures.get(part.template), type(failed).__name__
            if earlier:
                since = earlier.failing_since
            else:
                since = self._clock()
            self._failures[part.template] = UpkeepFailure(part, since, error_type)
            is_new = earlier is None or earlier.error_type != error_type
            if is_new and not isinstance(failed, StoreError):
                log.exception("upkeep failed: %s; it is tried again", part.template)
        else:
            self._failures.pop(part.template, None)
