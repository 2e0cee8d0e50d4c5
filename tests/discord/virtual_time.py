"""simcord, as it should wait for a bot that has timers of its own."""

from __future__ import annotations

from typing import Any

import simcord

REAL_TIMER_MAX_S = 2.0
"""Timers shorter than this number of seconds run in real time."""
POLL_INTERVAL_S = 0.002
"""Seconds after which simcord looks whether the bot is at rest where nothing wakes it."""


class VirtualTimeEnv(simcord.Env):
    """A Discord that waits for busy machines, and never for timers.

    simcord gives a bot five seconds to start; one that has two hundred boards to post after an outage takes longer. It also
    lets every timer run out in our time as well as in simulated time, and waits for those that do so before its patience
    ends: the bot's own clock, which looks up every 50 seconds, would never be at rest. Here timers run in simulated time alone.
    A callback that is still to run when it looks costs it 50 ms, several hundred times in a whole game; here it looks again soon.
    """

    async def _settle_internal(self, *, timeout: float | None = None, **how: Any) -> None:  # noqa: ASYNC109
        patience = None if timeout is None else self.settle_timeout
        await super()._settle_internal(timeout=patience, **how | {"idle": POLL_INTERVAL_S})

    def _schedule_timer(self, record: Any, *what: Any) -> None:
        if record.when - self._virtual_time < REAL_TIMER_MAX_S:
            super()._schedule_timer(record, *what)
