"""Check that the log of the bot is free of incidents, except those that a fault explains."""

from __future__ import annotations

import logging

from cogs.interactions.errors import explain_error
from tests.discord.simcord_internals import clear_errors
from tests.discord.simulation.simulation_state import SimulationState

INJECTED_ERRORS = (
    "injected by test",
    "disk",
    "Missing Permissions",
    "database is locked",
    "Unknown Channel",
    "Unknown Message",
    "Unknown Interaction",
    "has lost moves that its channel shows",
)
"""Texts that mark an error that follows from a fault."""
LOGGERS = ("overwinter", "discord", "asyncio")


def _is_injected(text: str, error: BaseException | None) -> bool:
    return any(one in f"{text} {error} {error and error.__cause__}" for one in INJECTED_ERRORS)


def check_errors(state: SimulationState) -> None:
    """Check that no handler of discord.py has failed, except by a fault. A refusal is an answer."""
    for failed in state.home.env.errors_since(0):
        error = getattr(failed, "original", failed)
        if explain_error(error) is None and not _is_injected("", error):
            state.record_violation(f"a handler failed: {type(error).__name__}: {error}")
    clear_errors(state.home.env)


class IncidentRecorder(logging.Handler):
    """A log handler that records incidents and tracebacks, unless a fault explains them. There must be none."""

    def __init__(self, state: SimulationState) -> None:
        super().__init__()
        self._state = state

    def emit(self, record: logging.LogRecord) -> None:
        """Record an incident."""
        error, text = record.exc_info[1] if record.exc_info else None, record.getMessage()
        if self._state.home.boundary.is_dead or (record.levelno < logging.ERROR and error is None):
            return
        if not _is_injected(text, error):
            self._state.record_violation(f"{record.name}: {text} ({type(error).__name__}: {error})")
