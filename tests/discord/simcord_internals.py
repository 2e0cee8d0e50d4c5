"""Parts of simcord that have no public name, for tests: its records of errors and of files. simcord is pinned to one release."""

from __future__ import annotations

import simcord


def clear_errors(env: simcord.Env) -> None:
    """Drop the recorded errors of handlers, which simcord would raise at its end."""
    env._errors.clear()
    env._error_ids.clear()


def clear_files(env: simcord.Env) -> None:
    """Drop the bytes of all attachments."""
    env.backend.cdn._blobs.clear()
