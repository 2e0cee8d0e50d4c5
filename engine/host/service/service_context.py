"""What all services share: the cache of loaded tables, one lock for each table, and one way to write.

A service locks the table, checks, writes one transaction and then reports. Pictures and posts follow elsewhere and
can be repeated.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from engine.host.model.clock import Clock
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.model.table import END_UNDO_S, Table, explain_game_over
from engine.host.service.play.live_game import (
    LoadedTable,
    StaleControlsError,
    find_free_undo_seat,
    play_automatic_moves,
)
from engine.host.store import announcements, entries, proposals, questions, tables, turn_deadlines, undo_requests
from engine.host.store import standing_orders as standing
from engine.host.store.database import Store, StoreError, TableChangedError, Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.shards import change_feed
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult
from engine.kernel.text import Text, UserError, say
from engine.turn_log import TurnStart, join_turns

log = logging.getLogger("overwinter.store")
T = TypeVar("T")
NO_MOMENT = math.inf
"""A due time that never comes."""
MAX_UNJOINED_TURNS = 12
"""Turns that began since the last look at a table, before they are joined to the known turns."""
MAX_CACHED_TABLES = 1_000
"""Tables kept in memory, each 5 to 25 kB; others are read from the store when needed."""


SeedFactory = Callable[[], str]


def create_seed() -> str:
    """Return 128 bits from the machine's best random source; a game's randomness follows from them."""
    return secrets.token_hex(16)


class StoreUnavailableError(UserError):
    """Raised if the store could not write. Nothing has changed and the user may try again.

    Where even that is uncertain, the sentence says so; a second try does nothing twice.
    """


class ServiceContext:
    """The store, clock, catalogue, seeds, locks and cached tables that all services share."""

    def __init__(
        self,
        store: Store,
        catalogue: GameCatalogue,
        clock: Clock,
        seeds: SeedFactory = create_seed,
        shard_range: ShardRange = ALL_SHARDS,
    ) -> None:
        self.store = store
        self.share = shard_range
        """The servers for which this process sends messages and plays computer moves on its own."""
        self.catalogue = catalogue
        self.listeners: list[Callable[[float], None]] = []
        """Called after a change with the earliest due time that it wrote, or 0 if that has to be looked up."""
        self.computer_listeners: list[Callable[[], None]] = []
        """Called after every change of a table at which a computer may be to move."""
        self.has_computers = False
        self.clock = clock
        self.seeds = seeds
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._cache: OrderedDict[int, LoadedTable] = OrderedDict()
        self._table_by_channel: dict[int, int] = {}
        """The cached table of a channel that was live when it was cached: the first place to look."""
        self._readers_by_table: dict[int, object] = {}
        """The newest reader of each table that is being read. A reader that is no longer listed may have read old data."""
        self._upgrade_lock = asyncio.Lock()
        self.check_lease: Callable[[Transaction], Awaitable[None]] | None = None
        """Called first in every transaction. Raises StoreError if this process may not write any more."""

    @property
    def cached_tables(self) -> Mapping[int, LoadedTable]:
        """The tables kept in memory by id, the longest unused first."""
        return MappingProxyType(self._cache)

    async def load_table(self, table_id: int) -> Table:
        """Return a table. Raises UserError if there is none."""
        return (await self.load_playable(table_id)).table

    async def find_channel_table(self, channel_id: int, *, live_only: bool = True) -> Table:
        """Return the live table of a channel, or else its newest one.

        Raises UserError if there is none, or if it is over and only a live one is wanted.
        """
        kept = self._cache.get(self._table_by_channel.get(channel_id, 0))
        if kept is not None and kept.table.channel_id == channel_id and kept.table.is_live:
            return kept.table
        table_id = await tables.find_channel_table(self.store, channel_id, live_only=live_only)
        if table_id is None:
            newest = await tables.find_channel_table(self.store, channel_id, live_only=False) if live_only else None
            if newest is not None and (await self.load_table(newest)).status == "finished":
                raise UserError(explain_game_over())
            raise UserError(say("There is no table in this channel. /play opens one."))
        return await self.load_table(table_id)

    async def list_live_tables(self, shard_range: ShardRange | None = None) -> list[int]:
        """List the ids of the live tables of a shard range, by default of this process's own."""
        return await tables.list_live_tables(self.store, shard_range or self.share)

    async def list_live_threads(self, shard_range: ShardRange) -> list[int]:
        """List the threads of the live tables of a shard range."""
        return await tables.list_live_threads(self.store, shard_range)

    async def load_playable(self, table_id: int) -> LoadedTable:
        """Return a table with its game and position. Raises UserError if there is none, or its rules are newer than these."""
        kept = self._cache.get(table_id)
        if kept is not None:
            self._cache.move_to_end(table_id)
            return kept
        reader = self._readers_by_table[table_id] = object()
        try:
            loaded = await self._read_table(table_id)
            if self._readers_by_table.get(table_id) is reader:
                self._cache_table(loaded)
        finally:
            if self._readers_by_table.get(table_id) is reader:
                del self._readers_by_table[table_id]
        return loaded

    async def _read_table(self, table_id: int) -> LoadedTable:
        row = await self.load_stored(table_id)
        table = row.table
        if not row.position_json:
            return LoadedTable(table, self.catalogue.load_game(table.game), row.seed)
        game = self.catalogue.restore_game(table.game, row.components_digest, row.components_data)
        if table.rules_version != game.rules_version:
            async with self._upgrade_lock:
                return await self._upgrade_table(await self.load_stored(table_id), game)
        position = kernel.decode_position(game, row.position_json)
        return LoadedTable(table, game, row.seed, position, kernel.resolve_situation(game, position, row.seed))

    def _cache_table(self, loaded: LoadedTable) -> None:
        self._cache[loaded.table.id] = loaded
        self._cache.move_to_end(loaded.table.id)
        if loaded.table.is_live:
            self._table_by_channel[loaded.table.channel_id] = loaded.table.id
        while len(self._cache) > MAX_CACHED_TABLES:
            gone = self._cache.popitem(last=False)[1].table
            if self._table_by_channel.get(gone.channel_id) == gone.id:
                del self._table_by_channel[gone.channel_id]

    async def _upgrade_table(self, row: tables.StoredTable, game: AnyGame) -> LoadedTable:
        """Continue a table of older rules from its position under today's rules, without replaying it from its first move."""
        table = row.table
        if table.rules_version == game.rules_version:
            return await self.load_playable(table.id)
        if table.rules_version > game.rules_version:
            raise UserError(
                say("This table was played with a newer version of the bot. Please update the bot to go on.")
            )
        try:
            raw = msgspec.json.decode(row.position_json)
            raw["base"] = game.upgrade_state(raw["base"], table.rules_version)
            stored = kernel.decode_position(game, msgspec.json.encode(raw))
        except Exception as broken:
            _log_upgrade_failure("the position cannot be carried over", table, game, broken)
            raise
        position = turn = Position(stored.base, stored.tick)
        try:
            for seat, words in stored.answers:
                position = kernel.play_move(game, position, row.seed, seat, words).position
        except Exception as broken:  # noqa: BLE001 - whatever an old answer breaks under new rules, the turn begins again
            _log_upgrade_failure("the answers of the open turn no longer fit, so it begins again", table, game, broken)
            position = turn
        now = kernel.resolve_situation(game, position, row.seed)
        if not table.is_live:  # only to be looked at: nothing more is written about a game that is over
            return LoadedTable(table, game, row.seed, position, now)
        data = kernel.encode_position(position).decode()
        told = Event(say("The rules were corrected; the game goes on from here."))
        entry = NewEntry(
            "origin", None, "", kernel.compute_digest(position, row.seed), (told,), is_barrier=True, origin_json=data
        )

        async def work(tx: Transaction) -> LoadedTable:
            rev = await entries.append_entries(tx, table.id, table.revision, [entry], None, self.now())
            await tables.save_position(tx, table.id, rev, data)
            await tables.update_table(tx, table.id, asked_revision=rev, rules_version=game.rules_version)
            await questions.put_question(tx, table.id, rev, now.questions, self.now(), move_number=now.asked_at_move)
            after = msgspec.structs.replace(table, revision=rev, asked_revision=rev, rules_version=game.rules_version)
            return LoadedTable(after, game, row.seed, position, now)

        return await self.change_table(work)

    async def load_stored(self, table_id: int) -> tables.StoredTable:
        """Return a table as it is stored, with its seed. Raises UserError if there is none."""
        row = await tables.load_stored_table(self.store, table_id)
        if row is None:
            raise UserError(say("That table is gone. /play opens a new one."))
        return row

    async def write_moves(
        self,
        tx: Transaction,
        loaded: LoadedTable,
        new_entries: Sequence[NewEntry],
        run: GameRun[Any],
        user_id: int | None,
        interaction_id: int | None = None,
    ) -> LoadedTable:
        """Write entries, the position that `run` has reached with them, and all automatic moves that follow.

        Without entries and automatic moves the table does not change. Returns the table as it will be stored.
        """
        table, seats = loaded.table, await questions.load_seat_rows(tx, loaded.table.id)
        given = questions.list_orders(seats)
        ahead = play_automatic_moves(loaded, run, new_entries, given)
        for order in given:
            if order not in ahead.remaining_orders:
                await standing.delete_order(tx, table.id, order)
        if not ahead.entries:
            return loaded
        newest, now, result = ahead.entries[-1], run.situation, ahead.result
        position = newest.position_after or run.position
        same = loaded.situation is not None and loaded.situation.asked_at_move == now.asked_at_move
        asked = table.asked_revision if same else table.revision + len(ahead.entries)
        rev = await entries.append_entries(
            tx, table.id, table.revision, ahead.entries, user_id, self.now(), interaction_id, asked
        )
        await tables.save_position(
            tx, table.id, rev, (newest.position_json or kernel.encode_position(position)).decode()
        )
        sealed, ended = None, table.ended_at
        if result is not None:
            ended = self.now()
            sealed = await self._finish_game(tx, table, result, ahead.entries, ended)
            await proposals.void_proposals(tx, table.id)
        owing = () if result is not None else now.questions
        await questions.put_question(
            tx, table.id, asked, owing, self.now(), move_number=now.asked_at_move, seat_rows=seats
        )
        after = msgspec.structs.replace(
            table,
            revision=rev,
            asked_revision=asked,
            status="finished" if result is not None else table.status,
            result=result,
            seals_open_at=sealed,
            ended_at=ended,
        )
        known, fresh = loaded.turns_at_hand, loaded.unjoined_turns
        if known is not None:
            fresh += tuple(entry.turn_start for entry in ahead.entries if entry.turn_start is not None)
        if known is not None and len(fresh) > MAX_UNJOINED_TURNS:
            known, fresh = join_turns(loaded.game, fresh, known), ()
        return LoadedTable(
            after,
            loaded.game,
            loaded.seed,
            position,
            now,
            known,
            fresh,
            find_free_undo_seat(loaded.free_undo_seat, ahead.entries),
        )

    def cache_turns(self, loaded: LoadedTable, turns: tuple[TurnStart, ...]) -> None:
        """Cache the newest turns of a table after a replay, unless the table has changed meanwhile."""
        if self._cache.get(loaded.table.id) is loaded:
            self._cache[loaded.table.id] = msgspec.structs.replace(loaded, known_turns=turns, unjoined_turns=())

    async def _finish_game(
        self, tx: Transaction, table: Table, result: GameResult, new_entries: Sequence[NewEntry], now: int
    ) -> int | None:
        """Store the end of a game. Return until when it can be taken back, None if it cannot be or hides nothing."""
        over = table.is_imported or table.has_only_computers or any(entry.kind == "resign" for entry in new_entries)
        sealed = None if over else now + END_UNDO_S
        told = msgspec.json.encode(result).decode()
        await tables.update_table(tx, table.id, status="finished", ended_at=now, result=told, seals_open_at=sealed)
        if sealed is not None:
            await announcements.schedule_announcement(tx, table.id, "seals", now, sealed)
        for person in table.reachable_players:
            days = await turn_deadlines.load_schedule(tx, person.user_id)
            if days.is_asleep(now):  # the final post names them, and calls them later
                await announcements.schedule_announcement(
                    tx, table.id, "ended", now, days.find_awake_at(now), person.seat
                )
        return sealed

    async def write_note(self, tx: Transaction, loaded: LoadedTable, text: Text, user_id: int | None) -> None:
        """Announce a line at a running table that changes no position."""
        assert loaded.position is not None
        entry = NewEntry("note", None, "", kernel.compute_digest(loaded.position, loaded.seed), (Event(text),))
        rev = await entries.append_entries(tx, loaded.table.id, loaded.table.revision, [entry], user_id, self.now())
        await undo_requests.keep_valid(tx, loaded.table.id, loaded.table.revision, rev)

    async def end_table(self, table: Table, status: str) -> Table:
        """End a table that has no result."""

        async def work(tx: Transaction) -> None:
            await tables.raise_revision(tx, table.id, table.revision, table.revision + 1)
            await self.close_table(tx, table, status)

        await self.write(work, table.id)
        return await self.load_table(table.id)

    async def close_table(self, tx: Transaction, table: Table, status: str) -> None:
        """Write the end of a table without a result; no seat owes anything any more."""
        await announcements.delete_announcements(tx, table.id, "idle", "shut", "full", "opened")
        await tables.update_table(tx, table.id, status=status, ended_at=self.now())
        await questions.put_question(tx, table.id, table.asked_revision, (), self.now())
        await proposals.void_proposals(tx, table.id)

    async def change_table(self, work: Callable[[Transaction], Awaitable[LoadedTable]]) -> LoadedTable:
        """Run `work` in one transaction and cache the table that it returns, which must be as stored. Raises like `write`."""

        async def told(tx: Transaction) -> LoadedTable:
            after = await work(tx)
            if not self.share.includes_guild(after.table.guild_id):
                await change_feed.announce_change(tx)
            return after

        def committed(after: LoadedTable) -> None:
            self._readers_by_table.pop(after.table.id, None)
            self._cache_table(after)
            due = self.store.due_times.take_earliest()
            self.notify_listeners(NO_MOMENT if due is None else due)
            if any(person.computer_level for person in after.table.seats):
                self._wake_computers()

        return await self._run_write(told, committed)

    async def write(
        self,
        work: Callable[[Transaction], Awaitable[T]],
        *changed_table_ids: int,
        changes_all_tables: bool = False,
        affects_all_shards: bool = False,
    ) -> T:
        """Run `work` in one transaction, then drop the tables `changed_table_ids` (or all tables) from the cache.

        `affects_all_shards`: other processes have to look at the change, too.

        Raises:
            StoreUnavailableError: The store refused to write.
            StaleControlsError: Another process changed the table first.
            ConstraintError: Passed on from the store.
        """

        def committed(_done: T) -> None:
            for table_id in changed_table_ids:
                self.drop_cached(table_id)
            if changes_all_tables:
                self._clear_cache()
                self.notify_listeners()

        away = (
            affects_all_shards
            or changes_all_tables
            or any(not self._is_own_table(table_id) for table_id in changed_table_ids)
        )

        async def told(tx: Transaction) -> T:
            done = await work(tx)
            if away and not self.share.is_complete:
                await change_feed.announce_change(tx)
            return done

        return await self._run_write(told, committed)

    def _is_own_table(self, table_id: int) -> bool:
        """Whether a table is certainly on a server of this process."""
        kept = self._cache.get(table_id)
        return self.share.is_complete or (kept is not None and self.share.includes_guild(kept.table.guild_id))

    def drop_all_cached(self) -> None:
        """Drop all cached tables, because another process has changed something."""
        self._clear_cache()
        self.notify_listeners()
        self._wake_computers()

    async def _run_write(self, work: Callable[[Transaction], Awaitable[T]], on_commit: Callable[[T], None]) -> T:
        async def checked(tx: Transaction) -> T:
            if self.check_lease is not None:
                await self.check_lease(tx)
            return await work(tx)

        try:
            return await self.store.write(checked, on_commit, may_repeat=False)
        except TableChangedError:  # by another process: what is kept here of its tables is old
            self._clear_cache()
            raise StaleControlsError(
                say("The game has gone on meanwhile, so nothing was changed. Look at the board and try again.")
            ) from None
        except StoreError as broken:
            if broken.is_outcome_unknown:
                self._clear_cache()
            # The reason names a file of the machine: it is for the person who runs the bot.
            log.error("not written: %s", broken, exc_info=None if broken.is_disk_full else broken)  # noqa: TRY400
            if broken.is_disk_full:
                raise StoreUnavailableError(
                    say(
                        "That could not be written down, so nothing has changed: the bot’s disk is full. "
                        "Tell the person who runs the bot; as soon as there is room, try again."
                    )
                ) from broken
            if broken.is_outcome_unknown:
                raise StoreUnavailableError(
                    say(
                        "The connection to the bot’s database broke off, so it is not sure whether that was written down. "
                        "Look at the board in a minute; what is missing there, try again."
                    )
                ) from broken
            raise StoreUnavailableError(
                say(
                    "That could not be written down, so nothing has changed. Try again in a minute; "
                    "if it stays so, tell the person who runs the bot."
                )
            ) from broken

    def drop_cached(self, table_id: int) -> None:
        """Drop a changed table from the cache."""
        self._readers_by_table.pop(table_id, None)
        self._cache.pop(table_id, None)
        self.notify_listeners()
        self._wake_computers()

    def _clear_cache(self) -> None:
        """Drop all tables from the cache."""
        self._readers_by_table.clear()
        self._cache.clear()
        self._table_by_channel.clear()

    def notify_listeners(self, due_at: float = 0) -> None:
        """Report a change; the earliest due time that it wrote is `due_at`, 0 if that has to be looked up."""
        for wake in self.listeners:
            wake(due_at)

    def _wake_computers(self) -> None:
        for wake in self.computer_listeners:
            wake()

    def table_lock(self, table_id: int) -> asyncio.Lock:
        """Return the lock that a change of a table holds from its first read to its commit."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    def now(self) -> int:
        """Return the current time in unix seconds."""
        return int(self.clock().timestamp())


def _log_upgrade_failure(problem: str, table: Table, game: AnyGame, error: Exception) -> None:
    """Log where a change of the rules failed: code lines, without the exception's text, which may name a hand."""
    where = "".join(traceback.format_tb(error.__traceback__))
    versions = f"from rules {table.rules_version} to {game.rules_version}"
    log.error("table %s (%s), %s: %s (%s)\n%s", table.id, table.game, versions, problem, type(error).__name__, where)
