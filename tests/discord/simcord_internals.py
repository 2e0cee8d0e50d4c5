"""Parts of simcord without a public name, for tests: records of errors, files and timers. simcord is pinned to one release."""

from __future__ import annotations

import math

import simcord
from simcord._settlement import _active_callbacks, _run_due_virtual_callbacks


def clear_errors(env: simcord.Env) -> None:
    """Drop the recorded errors of handlers, which simcord would raise at its end."""
    env._errors.clear()
    env._error_ids.clear()


def clear_files(env: simcord.Env) -> None:
    """Drop the bytes of all attachments."""
    env.backend.cdn._blobs.clear()


def has_due_callbacks(env: simcord.Env) -> bool:
    """Return whether a timer of the bot is due."""
    now = env.backend.clock.elapsed
    return any(
        record.when is not None and record.when <= now and not record.handle.cancelled()
        for record in env._work.callbacks
        if record.handle is not None
    )


def run_due_callbacks(env: simcord.Env) -> None:
    """Run the timers that are due."""
    _run_due_virtual_callbacks(env._settlement_state(), math.inf)


def drop_finished_callbacks(env: simcord.Env) -> None:
    """Forget the timers that were cancelled."""
    _active_callbacks(env._settlement_state())
