"""Tell Discord our commands if they have changed, and keep its ids of them, with which texts mention commands."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Any

import discord
import msgspec

from engine.host.store.database import Store

log = logging.getLogger("overwinter")
COMMAND_SYNC_TIMEOUT_S = 30
"""Seconds for telling Discord the commands: discord.py would wait for hours until a daily limit ends."""
ENTRY_POINT_TYPE = 4
"""The type of the command that Discord itself creates while the application has Activities."""


async def load_command_ids(store: Store, application_id: int) -> dict[str, int]:
    """Load Discord's ids of our commands, by name. Another process may have synced the commands."""
    stored = await store.load_fact(_build_ids_key(application_id))
    return msgspec.json.decode(stored or "{}", type=dict[str, int])


async def sync_commands(
    client: discord.Client, store: Store, payload: list[dict[str, Any]], *, is_forced: bool
) -> None:
    """Send Discord our commands if they have changed since the last start, or if `is_forced`, and store its ids of them.

    The command of the application's Activities is sent back as it is, since Discord refuses a list without it. Raises
    HTTPException, aiohttp.ClientError or OSError if Discord refuses or cannot be reached.
    """
    assert client.application_id is not None
    application_id, http = client.application_id, client.http
    digest = hashlib.sha256(msgspec.json.encode(payload)).hexdigest()
    key = f"commands of {application_id}"
    if not is_forced and await store.load_fact(key) == digest and await store.load_fact(_build_ids_key(application_id)):
        return
    async with asyncio.timeout(COMMAND_SYNC_TIMEOUT_S):
        registered: list[Any] = [*await http.get_global_commands(application_id)]
        entry_points = [command for command in registered if command["type"] == ENTRY_POINT_TYPE]
        synced = await http.bulk_upsert_global_commands(application_id, payload=[*payload, *entry_points])
    command_ids = {command["name"]: int(command["id"]) for command in synced}
    await store.set_fact(_build_ids_key(application_id), msgspec.json.encode(command_ids).decode())
    await store.set_fact(key, digest)
    log.info("%s commands synced", len(payload))


def _build_ids_key(application_id: int) -> str:
    return f"command ids of {application_id}"
