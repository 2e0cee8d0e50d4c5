"""Check that nothing hidden is in any byte that the bot sends."""

from __future__ import annotations

from typing import Any

import msgspec
from simcord.components import walk_components
from simcord.types import HttpLogEntry

from cogs.i18n.text_formatter import TextFormatter
from engine.host.model.table import Table
from engine.host.service.live_game import LoadedTable
from engine.host.store.entries import parse_line
from tests.discord.simulation.simulation_state import SimulationState

ViewerSeat = int | None


class HiddenChecker:
    """Compares what is sent with the seeds, the private lines, and the states that look the same to a viewer."""

    def __init__(self, state: SimulationState) -> None:
        self._state = state
        self._texts_by_channel: dict[str, list[str]] = {}

    async def check_tables(self, tables: list[Table], requests: list[HttpLogEntry]) -> None:
        """Check the running tables, and the requests sent since the last check."""
        await self._check_seeds(requests)
        self._note_public_texts(requests)
        for table in tables:
            await self._check_private_lines(table)
            await self._check_views(table)
        self._texts_by_channel.clear()

    async def _check_seeds(self, requests: list[HttpLogEntry]) -> None:
        """Check that no request has the seed of a game that is not over."""
        rows = await self._state.home.bot.store.fetch_all(
            "SELECT id, seed FROM tables WHERE status = 'running' OR seals_open_at IS NOT NULL"
        )
        seeds = {str(row["seed"]): row["id"] for row in rows if row["seed"]}
        for request in requests:
            body = str(request.json)
            for seed, table_id in seeds.items():
                if seed in body:
                    self._state.record_violation(f"the seed of table {table_id} was sent: {request.path}")

    def _note_public_texts(self, requests: list[HttpLogEntry]) -> None:
        for request in requests:
            if request.path.startswith("/channels/") and "/messages" in request.path and isinstance(request.json, dict):
                parts = walk_components(request.json.get("components") or [])
                text = "\n".join(str(part.get("content", "")) for part in parts)
                self._texts_by_channel.setdefault(request.path.split("/")[2], []).append(text)

    async def _check_private_lines(self, table: Table) -> None:
        """Check that no public message has a line that only some seats may read."""
        texts = "\n".join(self._texts_by_channel.get(str(table.channel_id), []))
        if not texts:
            return
        lines = "s.seq, s.line_no, s.seats, s.text, e.written_at, e.user_id FROM log_lines s JOIN entries e USING (table_id, seq)"
        rows = await self._state.home.bot.store.fetch_all(
            f"SELECT {lines} WHERE s.table_id = ? ORDER BY s.seq DESC LIMIT 60",
            table.id,
        )
        formatter = TextFormatter(
            table, translate=await self._state.home.bot.locales.find_server_language(table.guild_id)
        )
        public = {formatter(parse_line(row).text) for row in rows if row["seats"] is None}
        for row in rows:
            line = formatter(parse_line(row).text)
            if row["seats"] is not None and line not in public and line in texts:
                self._state.record_violation(f"table {table.id}: everybody could read {line!r}")

    async def _check_views(self, table: Table) -> None:
        """Deal afresh all that a viewer cannot know, and check that the viewer's snapshot stays the same."""
        state, tables = self._state, self._state.home.bot.tables
        loaded = await tables.context.load_playable(table.id)
        if loaded.situation is None:
            return
        viewers: list[ViewerSeat] = [None, *range(len(table.seats))]
        viewer = state.choose_one(viewers)
        other_state = loaded.game.resample_state(loaded.situation.state, viewer, self._shuffle)
        situation = msgspec.structs.replace(loaded.situation, state=other_state)
        other: LoadedTable = msgspec.structs.replace(loaded, situation=situation, menu_refs={})
        here, _ = await tables.snapshots.build_snapshot(loaded, viewer)
        there, _ = await tables.snapshots.build_snapshot(other, viewer)
        state.action_counts["compared views"] += 1
        if _encode(here) != _encode(there):
            state.record_violation(f"table {table.id}: viewer {viewer} sees hidden things")

    def _shuffle(self, things: list[Any]) -> list[Any]:
        things = [*things]
        for k in range(len(things) - 1, 0, -1):
            other = self._state.roll_below(k + 1)
            things[k], things[other] = things[other], things[k]
        return things


def _encode(snapshot: Any) -> bytes:
    return msgspec.json.encode(snapshot, enc_hook=repr)
