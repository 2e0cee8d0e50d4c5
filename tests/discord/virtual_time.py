"""A simcord environment that waits correctly for a bot with timers of its own."""

from __future__ import annotations

from typing import Any

import simcord

REAL_TIMER_MAX_S = 2.0
"""Timers shorter than this number of seconds run in real time."""
POLL_INTERVAL_S = 0.005
"""Seconds between two checks whether the bot is at rest, if nothing wakes it."""


class VirtualTimeEnv(simcord.Env):
    """A simulated Discord that waits for busy machines, and never for timers.

    simcord gives a bot five seconds to start; a bot that has two hundred boards to post after an outage takes longer.
    It also lets every timer run out in real time as well as in simulated time, and waits for timers that end before its
    limit. The bot's own clock, which checks every 50 seconds, would never be at rest. Here timers run in simulated time
    alone. A pending callback costs simcord 50 ms, several hundred times in a whole game; here the next check comes
    soon.
    """

    async def _settle_internal(self, *, timeout: float | None = None, **how: Any) -> None:  # noqa: ASYNC109
        patience = None if timeout is None else self.settle_timeout
        await super()._settle_internal(timeout=patience, **how | {"idle": POLL_INTERVAL_S})

    def _schedule_timer(self, record: Any, *what: Any) -> None:
        if record.when - self._virtual_time < REAL_TIMER_MAX_S:
            super()._schedule_timer(record, *what)
