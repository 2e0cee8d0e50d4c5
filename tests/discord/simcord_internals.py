"""Parts of simcord without a public name, for tests: records of errors, files and timers. simcord is pinned to one release."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import discord
import pytest
import simcord
from simcord import _dpy_internals
from simcord import env as env_module
from simcord._settlement import _active_callbacks, _run_due_virtual_callbacks, _virtualize_recognized_waits
from simcord.backend.errors import BackendError
from simcord.http import client as http_client


def clear_errors(env: simcord.Env) -> None:
    """Drop the recorded errors of handlers, which simcord would raise at its end."""
    env._errors.clear()
    env._error_ids.clear()


def get_interaction_id(result: simcord.InteractionResult) -> int:
    """Return the id of an interaction."""
    return result._interaction.id


def is_started(env: simcord.Env) -> bool:
    """Return whether a bot is connected."""
    return env._started


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


def drop_cancelled_callbacks(env: simcord.Env) -> None:
    """Forget the timers that were cancelled."""
    _active_callbacks(env._settlement_state())  # it removes them from its list


@contextmanager
def skip_needless_searches() -> Iterator[None]:
    """Skip two searches of all tasks that cannot find anything. simcord makes them each time it asks whether the bot is idle.

    It searches for timers to take off the real clock, and for tasks in `Client.wait_for`, which the bot does not use.
    """
    take_off_real_clock = _virtualize_recognized_waits
    is_wait_for_listener = _dpy_internals.is_wait_for_listener

    def take_off_if_any(state: Any, pending: list[asyncio.Task[Any]]) -> None:
        if any(
            record.real_handle is not None and not record.real_handle.cancelled() for record in state.work.callbacks
        ):
            take_off_real_clock(state, pending)

    def is_existing_listener(client: discord.Client, task: asyncio.Task[Any]) -> bool:
        return bool(_dpy_internals.listener_futures(client)) and is_wait_for_listener(client, task)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(env_module, "_virtualize_recognized_waits", take_off_if_any)
        patch.setattr(_dpy_internals, "is_wait_for_listener", is_existing_listener)
        yield


RequestSender = Callable[[str, str, Callable[[], Awaitable[Any]]], Awaitable[Any]]
"""Sends a request with a method and a path by awaiting a function."""


@contextmanager
def intercept_requests(send_request: RequestSender) -> Iterator[None]:
    """Let all requests of the bot to simcord go through a function."""

    def wrap(request: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def intercepted(client: Any, route: Any, *values: Any, **named: Any) -> Any:
            path = http_client._path_of(route.url)
            return await send_request(route.method, path, lambda: request(client, route, *values, **named))

        return intercepted

    with pytest.MonkeyPatch.context() as patch:
        for client in (http_client.FakeHTTPClient, http_client.FakeWebhookAdapter):
            patch.setattr(client, "request", wrap(client.request))
        yield


def raise_http_error(status: int) -> NoReturn:
    """Raise what discord.py raises for an answer with this status."""
    answer: Any = http_client._FakeResponse(status)
    words = {"code": 0, "message": "injected by test"}
    if status >= 500:
        raise discord.DiscordServerError(answer, words)
    http_client._raise_for(BackendError(status, 0, "injected by test"))
    raise AssertionError("simcord has raised nothing")
