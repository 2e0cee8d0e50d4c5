"""What all services share: loading and keeping tables, one lock each, one way to write, and how a game goes on by itself.

A change takes the table's lock, checks, is written in one transaction and only then reported; drawing and posting happen
afterwards, elsewhere, and can always be repeated from what is stored.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from engine.host.model.catalogue import Catalogue
from engine.host.model.clock import Clock
from engine.host.model.share import EVERYTHING, Share
from engine.host.model.table import REOPENED, Table, game_over
from engine.host.service.play.live import Late, Loaded, freed, go_on
from engine.host.store import entries, errands, motions, questions, tables, turns, wishes
from engine.host.store import orders as standing
from engine.host.store.database import Overtaken, Store, StoreError, Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.shards import news
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.position import Position, Run
from engine.kernel.registry import AnyGame
from engine.kernel.script import Result
from engine.kernel.text import Refusal, Text, say
from engine.turns import Begun, joined

log = logging.getLogger("overwinter.store")
T = TypeVar("T")
FAR = math.inf
"""A moment that nobody waits for."""
FRESH = 12
"""Turns that have begun while nobody looked, at most, before they are joined to those of before."""
KEPT = 1_000
"""Tables kept ready in memory, each 5 to 25 kB; any other is read from the store when somebody looks at it."""


Seeds = Callable[[], str]


def new_seed() -> str:
    """128 bits from the machine's best source; everything else that is random follows from it."""
    return secrets.token_hex(16)


class Unwritten(Refusal):
    """The store could not write it down: nothing has changed, and it may be tried again later. Where not even that is sure,
    the sentence says so; a second try does nothing twice."""


class Context:
    """Store, clock, catalogue, seeds, the locks, and the tables kept ready. Every service is given the same one."""

    def __init__(
        self, store: Store, catalogue: Catalogue, clock: Clock, seeds: Seeds = new_seed, share: Share = EVERYTHING
    ) -> None:
        self.store = store
        self.share = share
        """The servers for which things are done here by themselves: other tables are another process's business."""
        self.catalogue = catalogue
        self.listeners: list[Callable[[float], None]] = []
        """Called after a change with the moment at which the earliest of what it wrote falls due, 0 where that is to be found
        out."""
        self.crew_listeners: list[Callable[[], None]] = []
        """Called after every change of a table at which a computer may be to move."""
        self.crewed = False
        """Whether computers play here."""
        self.clock = clock
        self.seeds = seeds
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._kept: OrderedDict[int, Loaded] = OrderedDict()
        self._in_channel: dict[int, int] = {}
        """Which of them was live in a channel when it was kept last: where to look first."""
        self._reading: dict[int, object] = {}
        """Tables that are being read, and by whom last; who is no longer here has read something that may be old."""
        self._upgrading = asyncio.Lock()
        self.check: Callable[[Transaction], Awaitable[None]] | None = None
        """Asked first in every transaction. Raises StoreError where this process may write no more."""

    async def table(self, table_id: int) -> Table:
        """A table. Raises Refusal when there is none."""
        return (await self.load(table_id)).table

    async def in_channel(self, channel: int, *, live_only: bool = True) -> Table:
        """The table of a channel: the live one, or else the newest. Raises Refusal when there is none, or it is over and only a
        live one is wanted."""
        kept = self._kept.get(self._in_channel.get(channel, 0))
        if kept is not None and kept.table.channel == channel and kept.table.live:
            return kept.table
        table_id = await tables.table_in(self.store, channel, live_only=live_only)
        if table_id is None:
            newest = await tables.table_in(self.store, channel, live_only=False) if live_only else None
            if newest is not None and (await self.table(newest)).status == "finished":
                raise Refusal(game_over())
            raise Refusal(say("There is no table in this channel. /play opens one."))
        return await self.table(table_id)

    async def live_tables(self, share: Share | None = None) -> list[int]:
        """The ids of the live tables of a share, None: this process's own."""
        return await tables.live_tables(self.store, share or self.share)

    async def live_threads(self, share: Share) -> list[int]:
        """The threads of the live tables of a share."""
        return await tables.live_threads(self.store, share)

    async def load(self, table_id: int) -> Loaded:
        """A table ready to play. Raises Refusal when there is none, or it is of newer rules than these."""
        kept = self._kept.get(table_id)
        if kept is not None:
            self._kept.move_to_end(table_id)
            return kept
        reader = self._reading[table_id] = object()
        try:
            loaded = await self._read(table_id)
            if self._reading.get(table_id) is reader:
                self._keep(loaded)
        finally:
            if self._reading.get(table_id) is reader:
                del self._reading[table_id]
        return loaded

    async def _read(self, table_id: int) -> Loaded:
        row = await self.stored(table_id)
        table = row.table
        if not row.position:
            return Loaded(table, self.catalogue.game(table.game), row.seed)
        game = self.catalogue.as_started(table.game, row.components, row.components_data)
        if table.rules_version != game.rules_version:
            async with self._upgrading:
                return await self._upgraded(await self.stored(table_id), game)
        position = kernel.decode(game, row.position)
        return Loaded(table, game, row.seed, position, kernel.now(game, position, row.seed))

    def _keep(self, loaded: Loaded) -> None:
        self._kept[loaded.table.id] = loaded
        self._kept.move_to_end(loaded.table.id)
        if loaded.table.live:
            self._in_channel[loaded.table.channel] = loaded.table.id
        while len(self._kept) > KEPT:
            gone = self._kept.popitem(last=False)[1].table
            if self._in_channel.get(gone.channel) == gone.id:
                del self._in_channel[gone.channel]

    async def _upgraded(self, row: tables.Stored, game: AnyGame) -> Loaded:
        """A table of older rules goes on from its position under today's: never rebuilt from its first move."""
        table = row.table
        if table.rules_version == game.rules_version:
            return await self.load(table.id)
        if table.rules_version > game.rules_version:
            raise Refusal(say("This table was played with a newer version of the bot. Please update the bot to go on."))
        try:
            raw = msgspec.json.decode(row.position)
            raw["base"] = game.upgrade(raw["base"], table.rules_version)
            stored = kernel.decode(game, msgspec.json.encode(raw))
        except Exception as broken:
            _note_upgrade("the position cannot be carried over", table, game, broken)
            raise
        position = turn = Position(stored.base, stored.tick)
        try:
            for seat, words in stored.answers:
                position = kernel.play(game, position, row.seed, seat, words).position
        except Exception as broken:  # noqa: BLE001 - whatever an old answer breaks under new rules, the turn begins again
            _note_upgrade("the answers of the open turn no longer fit, so it begins again", table, game, broken)
            position = turn
        now = kernel.now(game, position, row.seed)
        if not table.live:  # only to be looked at: nothing more is written about a game that is over
            return Loaded(table, game, row.seed, position, now)
        data = kernel.encode(position).decode()
        told = Event(say("The rules were corrected; the game goes on from here."))
        entry = NewEntry("origin", None, "", kernel.digest(position, row.seed), (told,), barrier=True, data=data)

        async def work(tx: Transaction) -> Loaded:
            rev = await entries.append(tx, table.id, table.rev, [entry], None, self.time())
            await tables.save_position(tx, table.id, rev, data)
            await tables.set_table(tx, table.id, asked_revision=rev, rules_version=game.rules_version)
            await questions.put(tx, table.id, rev, now.ask, self.time(), question=now.asked)
            after = msgspec.structs.replace(table, rev=rev, asked=rev, rules_version=game.rules_version)
            return Loaded(after, game, row.seed, position, now)

        return await self.change(work)

    async def stored(self, table_id: int) -> tables.Stored:
        """A table as it is stored, with its seed. Raises Refusal when there is none."""
        row = await tables.stored(self.store, table_id)
        if row is None:
            raise Refusal(say("That table is gone. /play opens a new one."))
        return row

    async def advance(
        self,
        tx: Transaction,
        live: Loaded,
        new: Sequence[NewEntry],
        run: Run[Any],
        user: int | None,
        interaction: int | None = None,
    ) -> Loaded:
        """Write entries and the position that `run` has come to with them, and all that then happens by itself. Without
        entries, and if nothing happens by itself, the table stays as it is. Returns the table as it will be stored."""
        table, seats = live.table, await questions.chairs(tx, live.table.id)
        given = questions.orders_at(seats)
        ahead = go_on(live, run, new, given)
        for order in given:
            if order not in ahead.orders:
                await standing.drop(tx, table.id, order)
        if not ahead.entries:
            return live
        newest, now, result = ahead.entries[-1], run.now, ahead.result
        position = newest.after or run.position
        same = live.now is not None and live.now.asked == now.asked
        asked = table.asked if same else table.rev + len(ahead.entries)
        rev = await entries.append(tx, table.id, table.rev, ahead.entries, user, self.time(), interaction, asked)
        await tables.save_position(tx, table.id, rev, (newest.position or kernel.encode(position)).decode())
        sealed, ended = None, table.ended_at
        if result is not None:
            ended = self.time()
            sealed = await self._end(tx, table, result, ahead.entries, ended)
            await motions.void_all(tx, table.id)
        owing = () if result is not None else now.ask
        await questions.put(tx, table.id, asked, owing, self.time(), question=now.asked, seats=seats)
        after = msgspec.structs.replace(
            table,
            rev=rev,
            asked=asked,
            status="finished" if result is not None else table.status,
            result=result,
            sealed_until=sealed,
            ended_at=ended,
        )
        known, fresh = live.turns_known, live.fresh
        if known is not None:
            fresh += tuple(entry.begins for entry in ahead.entries if entry.begins is not None)
        if known is not None and len(fresh) > FRESH:
            known, fresh = joined(live.game, fresh, known), ()
        return Loaded(after, live.game, live.seed, position, now, known, fresh, freed(live.free, ahead.entries))

    def remember(self, live: Loaded, turns: tuple[Begun, ...]) -> None:
        """Keep the newest turns of a table, which have been played again, unless it has changed meanwhile."""
        if self._kept.get(live.table.id) is live:
            self._kept[live.table.id] = msgspec.structs.replace(live, turns=turns, fresh=())

    async def _end(
        self, tx: Transaction, table: Table, result: Result, new: Sequence[NewEntry], now: int
    ) -> int | None:
        """A game has come to its end. Returns until when that can be taken back, None: it cannot be, or has nothing to hide."""
        over = table.imported or table.computers_only or any(entry.kind == "resign" for entry in new)
        sealed = None if over else now + REOPENED
        told = msgspec.json.encode(result).decode()
        await tables.set_table(tx, table.id, status="finished", ended_at=now, result=told, seals_open_at=sealed)
        if sealed is not None:
            await errands.put(tx, table.id, "seals", now, sealed)
        for person in table.played:
            days = await turns.load_person(tx, person.user)
            if days.asleep(now):  # the final post names them, and calls them later
                await errands.put(tx, table.id, "ended", now, days.awake(now), person.seat)
        return sealed

    async def note(self, tx: Transaction, live: Loaded, told: Text, user: int | None) -> None:
        """Tell a running table something that changes no position."""
        assert live.position is not None
        entry = NewEntry("note", None, "", kernel.digest(live.position, live.seed), (Event(told),))
        rev = await entries.append(tx, live.table.id, live.table.rev, [entry], user, self.time())
        await wishes.hold_on(tx, live.table.id, live.table.rev, rev)

    async def end(self, table: Table, status: str) -> Table:
        """End a table that has no result."""

        async def work(tx: Transaction) -> None:
            await tables.raise_rev(tx, table.id, table.rev, table.rev + 1)
            await self.stop(tx, table, status)

        await self.write(work, table.id)
        return await self.table(table.id)

    async def stop(self, tx: Transaction, table: Table, status: str) -> None:
        """A table ends without a result: nobody owes anything there any more."""
        await errands.drop(tx, table.id, "idle", "shut", "full", "opened")
        await tables.set_table(tx, table.id, status=status, ended_at=self.time())
        await questions.put(tx, table.id, table.asked, (), self.time())
        await motions.void_all(tx, table.id)

    async def change(self, work: Callable[[Transaction], Awaitable[Loaded]]) -> Loaded:
        """Run `work` in one transaction; the table that it returns is as stored, and need not be read again. See `write`."""

        async def told(tx: Transaction) -> Loaded:
            after = await work(tx)
            if not self.share.has(after.table.guild):
                await news.tell(tx)
            return after

        def committed(after: Loaded) -> None:
            self._reading.pop(after.table.id, None)
            self._keep(after)
            due = self.store.due.take()
            self.notify(FAR if due is None else due)
            if any(person.level for person in after.table.seats):
                self._wake_crew()

        return await self._written(told, committed)

    async def write(
        self,
        work: Callable[[Transaction], Awaitable[T]],
        *changed: int,
        everything: bool = False,
        elsewhere: bool = False,
    ) -> T:
        """Run `work` in one transaction; the tables `changed` by it (or `everything`) are read anew when somebody looks at
        them. `elsewhere`: it is something that counts on all servers, so that other processes have to look, too.

        Raises Unwritten when the store refuses, Late when another process was faster; Conflict passes through.
        """

        def committed(_done: T) -> None:
            for table_id in changed:
                self.forget(table_id)
            if everything:
                self._let_go()
                self.notify()

        away = elsewhere or everything or any(not self._ours(table_id) for table_id in changed)

        async def told(tx: Transaction) -> T:
            done = await work(tx)
            if away and not self.share.whole:
                await news.tell(tx)
            return done

        return await self._written(told, committed)

    def _ours(self, table_id: int) -> bool:
        """Whether a table is surely on a server of this process."""
        kept = self._kept.get(table_id)
        return self.share.whole or (kept is not None and self.share.has(kept.table.guild))

    def forget_all(self) -> None:
        """Another process has changed something: whatever is kept here may be old."""
        self._let_go()
        self.notify()
        self._wake_crew()

    async def _written(self, work: Callable[[Transaction], Awaitable[T]], committed: Callable[[T], None]) -> T:
        async def checked(tx: Transaction) -> T:
            if self.check is not None:
                await self.check(tx)
            return await work(tx)

        try:
            return await self.store.write(checked, committed, repeat=False)
        except Overtaken:  # by another process: what is kept here of its tables is old
            self._let_go()
            raise Late(
                say("The game has gone on meanwhile, so nothing was changed. Look at the board and try again.")
            ) from None
        except StoreError as broken:
            if broken.unknown:
                self._let_go()
            # The reason names a file of the machine: it is for the person who runs the bot.
            log.error("not written: %s", broken, exc_info=None if broken.full else broken)  # noqa: TRY400
            if broken.full:
                raise Unwritten(
                    say(
                        "That could not be written down, so nothing has changed: the bot’s disk is full. "
                        "Tell the person who runs the bot; as soon as there is room, try again."
                    )
                ) from broken
            if broken.unknown:
                raise Unwritten(
                    say(
                        "The connection to the bot’s database broke off, so it is not sure whether that was written down. "
                        "Look at the board in a minute; what is missing there, try again."
                    )
                ) from broken
            raise Unwritten(
                say(
                    "That could not be written down, so nothing has changed. Try again in a minute; "
                    "if it stays so, tell the person who runs the bot."
                )
            ) from broken

    def forget(self, table_id: int) -> None:
        """A table has changed: it is read anew when somebody looks at it."""
        self._reading.pop(table_id, None)
        self._kept.pop(table_id, None)
        self.notify()
        self._wake_crew()

    def _let_go(self) -> None:
        """Every table is read anew when somebody looks at it."""
        self._reading.clear()
        self._kept.clear()
        self._in_channel.clear()

    def notify(self, due: float = 0) -> None:
        """Something has changed; the earliest of it falls due then, 0 where that is to be found out."""
        for wake in self.listeners:
            wake(due)

    def _wake_crew(self) -> None:
        for wake in self.crew_listeners:
            wake()

    def lock(self, table_id: int) -> asyncio.Lock:
        """The lock that whoever changes a table holds from the look to the commit."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    def time(self) -> int:
        """Now, in unix seconds."""
        return int(self.clock().timestamp())


def _note_upgrade(what: str, table: Table, game: AnyGame, broken: Exception) -> None:
    """Log what a change of the rules broke: the places in the code, without the exception's words, which may name a hand."""
    where = "".join(traceback.format_tb(broken.__traceback__))
    versions = f"from rules {table.rules_version} to {game.rules_version}"
    log.error("table %s (%s), %s: %s (%s)\n%s", table.id, table.game, versions, what, type(broken).__name__, where)
