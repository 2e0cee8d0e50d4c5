"""What all services share: the cache of loaded tables, one lock for each table, and one way to write.

A service locks the table, checks, writes one transaction and then reports. Pictures and posts follow elsewhere and
can be repeated.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec

from engine.host.model.clock import Clock
from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.model.table import Table, explain_game_over
from engine.host.service.live_game import LoadedTable
from engine.host.service.rules_upgrade import upgrade_position
from engine.host.service.seat_checks import StaleControlsError
from engine.host.store import entries, questions, tables
from engine.host.store.database import Store, StoreError, TableChangedError, Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.shards import change_feed
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.registry import AnyGame
from engine.kernel.text import Text, UserError, say
from engine.turn_log import TurnStart

log = logging.getLogger("overwinter.store")
T = TypeVar("T")
FIRST_RETRY_S, MAX_RETRY_S = 30, 15 * 60
"""Seconds until a message is sent again after its first attempt, and at most."""
NO_MOMENT = math.inf
"""A due time that never comes."""
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
        self.shard_range = shard_range
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
        cached = self._cache.get(self._table_by_channel.get(channel_id, 0))
        if cached is not None and cached.table.channel_id == channel_id and cached.table.is_live:
            return cached.table
        table_id = await tables.find_channel_table(self.store, channel_id, live_only=live_only)
        if table_id is not None:
            return await self.load_table(table_id)
        if live_only:
            newest = await tables.find_channel_table(self.store, channel_id, live_only=False)
            if newest is not None and (await self.load_table(newest)).status == "finished":
                raise UserError(explain_game_over())
        raise UserError(say("There is no table in this channel. {/play} opens one."))

    async def list_live_tables(self, shard_range: ShardRange | None = None) -> list[int]:
        """List the ids of the live tables of a shard range, by default of this process's own."""
        return await tables.list_live_tables(self.store, shard_range or self.shard_range)

    async def list_live_threads(self, shard_range: ShardRange) -> list[int]:
        """List the threads of the live tables of a shard range."""
        return await tables.list_live_threads(self.store, shard_range)

    async def load_playable(self, table_id: int) -> LoadedTable:
        """Return a table with its game and position. Raises UserError if there is none, or its rules are newer than these."""
        cached = self._cache.get(table_id)
        if cached is not None:
            self._cache.move_to_end(table_id)
            return cached
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
            dropped = self._cache.popitem(last=False)[1].table
            if self._table_by_channel.get(dropped.channel_id) == dropped.id:
                del self._table_by_channel[dropped.channel_id]

    async def _upgrade_table(self, row: tables.StoredTable, game: AnyGame) -> LoadedTable:
        """Continue a table of older rules from its position under today's rules."""
        table = row.table
        if table.rules_version == game.rules_version:  # another reader has just upgraded it
            return await self.load_playable(table.id)
        position = upgrade_position(row, game)
        situation = kernel.resolve_situation(game, position, row.seed)
        if not table.is_live:  # a game that is over is only read
            return LoadedTable(table, game, row.seed, position, situation)
        position_json = kernel.encode_position(position).decode()
        event = Event(say("The rules were corrected; the game goes on from here."))
        digest = kernel.compute_digest(position, row.seed)
        entry = NewEntry("origin", None, "", digest, (event,), is_barrier=True, origin_json=position_json)

        async def work(tx: Transaction) -> LoadedTable:
            now, rules_version = self.now(), game.rules_version
            revision = await entries.append_entries(tx, table.id, table.revision, [entry], None, now)
            await tables.save_position(tx, table.id, revision, position_json)
            await tables.update_table(tx, table.id, asked_revision=revision, rules_version=rules_version)
            await questions.put_question(
                tx, table.id, revision, situation.questions, now, move_number=situation.asked_at_move
            )
            after = msgspec.structs.replace(
                table, revision=revision, asked_revision=revision, rules_version=rules_version
            )
            return LoadedTable(after, game, row.seed, position, situation)

        return await self.change_table(work)

    async def load_stored(self, table_id: int) -> tables.StoredTable:
        """Return a table as it is stored, with its seed. Raises UserError if there is none."""
        row = await tables.load_stored_table(self.store, table_id)
        if row is None:
            raise UserError(say("That table is gone. {/play} opens a new one."))
        return row

    def cache_turns(self, loaded: LoadedTable, turns: tuple[TurnStart, ...]) -> None:
        """Cache the newest turns of a table after a replay, unless the table has changed meanwhile."""
        if self._cache.get(loaded.table.id) is loaded:
            self._cache[loaded.table.id] = msgspec.structs.replace(loaded, known_turns=turns, unjoined_turns=())

    async def change_table(self, work: Callable[[Transaction], Awaitable[LoadedTable]]) -> LoadedTable:
        """Run `work` in one transaction and cache the table that it returns, which must be as stored. Raises like `write`."""

        async def change_and_announce(tx: Transaction) -> LoadedTable:
            after = await work(tx)
            if not self.shard_range.includes_guild(after.table.guild_id):
                await change_feed.announce_change(tx)
            return after

        def cache_and_notify(after: LoadedTable) -> None:
            self._readers_by_table.pop(after.table.id, None)
            self._cache_table(after)
            due_at = self.store.due_times.take_earliest()
            self.notify_listeners(NO_MOMENT if due_at is None else due_at)
            if any(person.computer_level for person in after.table.seats):
                self._wake_computers()

        return await self._run_write(change_and_announce, cache_and_notify)

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

        def drop_changed(_result: T) -> None:
            for table_id in changed_table_ids:
                self.drop_cached(table_id)
            if changes_all_tables:
                self._clear_cache()
                self.notify_listeners()

        affects_others = affects_all_shards or changes_all_tables
        if not all(self._is_own_table(table_id) for table_id in changed_table_ids):
            affects_others = True

        async def change_and_announce(tx: Transaction) -> T:
            result = await work(tx)
            if affects_others and not self.shard_range.is_complete:
                await change_feed.announce_change(tx)
            return result

        return await self._run_write(change_and_announce, drop_changed)

    def _is_own_table(self, table_id: int) -> bool:
        """Return whether a table is certainly on a server of this process."""
        if self.shard_range.is_complete:
            return True
        cached = self._cache.get(table_id)
        return cached is not None and self.shard_range.includes_guild(cached.table.guild_id)

    def drop_all_cached(self) -> None:
        """Drop all cached tables, because another process has changed something."""
        self._clear_cache()
        self.notify_listeners()
        self._wake_computers()

    async def _run_write(self, work: Callable[[Transaction], Awaitable[T]], on_commit: Callable[[T], None]) -> T:
        async def check_and_work(tx: Transaction) -> T:
            if self.check_lease is not None:
                await self.check_lease(tx)
            return await work(tx)

        try:
            return await self.store.write(check_and_work, on_commit, may_repeat=False)
        except TableChangedError:  # another process has changed the table, so the cached one is old
            self._clear_cache()
            raise StaleControlsError(
                say("The game has gone on meanwhile, so nothing was changed. Look at the board and try again.")
            ) from None
        except StoreError as error:
            if error.is_outcome_unknown:
                self._clear_cache()
            # The reason names a file of the machine, so only the bot's owner may read it.
            log.error("not written: %s", error, exc_info=None if error.is_disk_full else error)  # noqa: TRY400
            raise StoreUnavailableError(_explain_store_error(error)) from error

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

    def compute_retry_at(self, attempts: int) -> int:
        """Return when to send a message again, if this attempt fails: later after each of the earlier `attempts`."""
        return self.now() + min(FIRST_RETRY_S << attempts, MAX_RETRY_S)


def _explain_store_error(error: StoreError) -> Text:
    """Explain to a player that the store could not write."""
    if error.is_disk_full:
        return say(
            "That could not be written down, so nothing has changed: the bot’s disk is full. "
            "Tell the person who runs the bot; as soon as there is room, try again."
        )
    if error.is_outcome_unknown:
        return say(
            "The connection to the bot’s database broke off, so it is not sure whether that was written down. "
            "Look at the board in a minute; what is missing there, try again."
        )
    return say(
        "That could not be written down, so nothing has changed. Try again in a minute; "
        "if it stays so, tell the person who runs the bot."
    )
