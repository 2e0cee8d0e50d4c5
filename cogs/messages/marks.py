"""Marks in the custom ids of messages, by which the bot finds out whether a message was sent."""

from __future__ import annotations

import discord

from cogs.interactions import custom_ids
from engine.host.store.outbox import OutboxItem


def build_mark(item: OutboxItem) -> str:
    """Build the part of a custom id that belongs to one message of the outbox only."""
    return f"n{custom_ids.format_base36(item.id)}"


def has_control(sent: discord.Message, table_id: int | None, rest: str, act: str = "") -> bool:
    """Return whether a message has a control with this rest of its custom id, and with this table and act if they are given."""
    return any(
        control.rest == rest and table_id in (None, control.table_id) and act in ("", control.act)
        for control in custom_ids.generate_custom_ids(sent.components)
    )
