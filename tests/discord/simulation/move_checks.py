"""Check that acknowledged moves are stored once, and that store, replay and posted board agree."""

from __future__ import annotations

from pathlib import Path

from simcord.components import walk_components
from simcord.results import InteractionResult

from cogs.interactions import custom_ids
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.table import Table
from engine.host.store.maintenance import started_tables
from engine.host.store.maintenance.started_tables import StartedTable, StartedTableReader
from engine.kernel import position as kernel
from engine.kernel.text import IllegalMoveError
from engine.ops.doctor import TableReplay
from tests.discord.simcord_internals import get_interaction_id
from tests.discord.simulation.simulation_state import SimulationState
from tests.store_internals import read_at_once


class MoveChecker:
    """Knows every move that was acknowledged, and replays every table as it grows."""

    def __init__(self, state: SimulationState) -> None:
        self._state = state
        self._catalogue = GameCatalogue()
        self._acknowledged: set[tuple[int, int, str]] = set()
        self._replays: dict[int, tuple[TableReplay, int]] = {}
        state.home.on_answer = self.note_answer

    def note_answer(self, result: InteractionResult) -> None:
        """Note the move that an answered interaction has made, if any."""
        sql = "SELECT table_id, seq, digest FROM entries WHERE interaction_id = ?"
        row = read_at_once(self._state.home.bot.store, sql, get_interaction_id(result))
        if row is not None:
            self._acknowledged.add(tuple(row))

    async def forget_lost(self) -> None:
        """Forget the moves that are no longer stored, because the disk has lost writes."""
        rows = await self._state.home.bot.store.fetch_all("SELECT table_id, seq, digest FROM entries")
        self._acknowledged &= {tuple(row) for row in rows}
        self._replays.clear()

    async def check_moves(self) -> None:
        """Check that all acknowledged moves are stored, and that each table's log leads to its stored position."""
        state = self._state
        rows = await state.home.bot.store.fetch_all("SELECT table_id, seq, digest FROM entries")
        for lost in sorted(self._acknowledged - {tuple(row) for row in rows}):
            state.record_violation(f"table {lost[0]}: the acknowledged move {lost[1]} is lost")
            self._acknowledged.discard(lost)
        with started_tables.open_reader(Path(state.home.config.store.path)) as reader:
            for row in reader.list_started_tables():
                self._replay_table(reader, row)

    def _replay_table(self, reader: StartedTableReader, row: StartedTable) -> None:
        """Replay what is new in a table's log, and compare the end with the stored position."""
        game = self._catalogue.restore_game(row.game, row.components_digest, row.components_data)
        replay, done = self._replays.get(row.id, (TableReplay(game, row.seed), 0))
        for entry in reader.load_entries(row.id) if done < row.position_seq else ():
            if entry.seq <= done:
                continue
            try:
                replay.apply(entry)
            except (IllegalMoveError, KeyError) as error:
                self._state.record_violation(f"table {row.id}: entry {entry.seq} does not replay: {error}")
            done = entry.seq
            position = replay.position
            if position is not None and kernel.compute_digest(position, row.seed) != entry.digest:
                self._state.record_violation(f"table {row.id}: entry {entry.seq} replays to another position")
        position = replay.position
        if position is None or kernel.encode_position(position).decode() != row.position:
            self._state.record_violation(f"table {row.id}: the stored position is not where its log leads")
        self._replays[row.id] = replay, done

    async def check_post(self, table: Table) -> None:
        """Check that the newest post of a running table shows the stored revision, and names those who are asked."""
        state = self._state
        snapshot = await state.home.bot.tables.snapshots.take_snapshot(table.id, None)
        post = snapshot.post
        if post is None or post.channel_id != table.channel_id or post.revision < table.revision:
            state.record_violation(f"table {table.id}: revision {table.revision} was not posted, but {post}")
            return
        if post.message_id in state.deleted_posts:
            return
        message = state.home.env.backend.messages.get(post.channel_id, {}).get(post.message_id)
        if message is None:
            state.record_violation(f"table {table.id}: its post {post.message_id} is not there")
            return
        parts = list(walk_components(message.components))
        shown = {part["custom_id"] for part in parts if part.get("custom_id")}
        if custom_ids.build_button_id("board", table.id, table.revision) not in shown:
            state.record_violation(
                f"table {table.id}: the post does not show revision {table.revision}: {sorted(shown)}"
            )
        text = "\n".join(str(part.get("content", "")) for part in parts)
        for seat in snapshot.waiting_seats:
            person = table.seats[seat]
            if f"<@{person.user_id}>" not in text and person.name not in text:
                state.record_violation(f"table {table.id}: the post does not name seat {seat}: {text!r}")
