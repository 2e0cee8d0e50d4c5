"""Check that the bot has noticed it if the disk has lost writes that had been acknowledged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcord.components import walk_components

from cogs.interactions import custom_ids
from engine.host.model.table import Table
from tests.discord.simulation.simulation_state import SimulationState


async def check_told(state: SimulationState, silent_channels: set[int]) -> None:
    """Check that a running table is marked if its channel shows a later revision than the store has.

    In `silent_channels` the bot cannot read or post.
    """
    for table in await _load_running_tables(state):
        shown_revision = max(_list_shown_revisions(state, table), default=0)
        if table.lost_revision is not None:
            state.action_counts["loss noticed"] += 1
        elif shown_revision > table.revision and table.channel_id not in silent_channels:
            state.record_violation(
                f"table {table.id}: {shown_revision} is shown, {table.revision} is stored, not noticed"
            )


async def list_marked_tables(state: SimulationState) -> set[int]:
    """List the running tables that are marked as having lost moves."""
    return {table.id for table in await _load_running_tables(state) if table.lost_revision is not None}


async def _load_running_tables(state: SimulationState) -> list[Table]:
    tables = state.home.bot.tables
    live = [await tables.load_table(table_id) for table_id in await tables.list_live_tables()]
    return [table for table in live if table.status == "running"]


def _list_shown_revisions(state: SimulationState, table: Table) -> Iterator[int]:
    """List the revisions of a table in the controls of its channel's messages."""
    backend: Any = state.home.env.backend
    for message in backend.messages.get(table.channel_id, {}).values():
        if message.author_id != backend.bot_user.id or not message.visible_to(None):
            continue
        for part in walk_components(message.components):
            try:
                parsed = custom_ids.parse_custom_id(part.get("custom_id") or "")
            except ValueError:
                continue
            if parsed.table_id == table.id:
                yield parsed.revision
