"""Marks in the custom ids of messages, by which the bot finds out whether a message was sent."""

from __future__ import annotations

import discord

from cogs.interactions import custom_ids
from engine.host.store.outbox import OutboxItem


def build_mark(item: OutboxItem) -> str:
    """Build the part of a custom id that belongs to one message of the outbox only."""
    return f"n{custom_ids.format_base36(item.id)}"


def has_control(sent: discord.Message, table_id: int, rest: str, act: str = "") -> bool:
    """Return whether a message has a control of a table with this rest of its custom id, and this act if one is given."""
    return any(
        (control.table_id, control.rest) == (table_id, rest) and act in ("", control.act)
        for control in custom_ids.list_custom_ids(sent.components)
    )
