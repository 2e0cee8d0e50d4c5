"""What all services share: loading and keeping tables, one lock each, one way to write, and how a game goes on by itself.

A change takes the table's lock, checks, is written in one transaction and only then reported; drawing and posting happen
afterwards, elsewhere, and can always be repeated from what is stored.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec

from engine.host.model.catalogue import Catalogue
from engine.host.model.clock import Clock
from engine.host.model.table import Kind, Table, game_over
from engine.host.store import entries, tables, turns
from engine.host.store import orders as standing
from engine.host.store.database import Store, StoreError, Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.orders import Order
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.menu import Words, canon, forced, secret
from engine.kernel.position import Now, Position
from engine.kernel.registry import AnyGame
from engine.kernel.script import Result
from engine.kernel.text import Illegal, Refusal, Seat, Text, Who, say

log = logging.getLogger("overwinter.store")
T = TypeVar("T")
KEPT = 64
"""Tables kept ready in memory, each a few kilobytes; any other is read from the store when somebody looks at it."""


Seeds = Callable[[], str]


def new_seed() -> str:
    """128 bits from the machine's best source; everything else that is random follows from it."""
    return secrets.token_hex(16)


class Late(Refusal):
    """A press on controls that belong to an earlier question: nothing is done, the fresh controls are shown."""


class Unwritten(Refusal):
    """The store could not write it down: nothing has changed, and it may be tried again later."""


class Loaded(msgspec.Struct, frozen=True):
    """A table ready to play: never leaves the host."""

    table: Table
    game: AnyGame
    seed: str
    position: Position[Any] | None = None
    now: Now[Any] | None = None


class Context:
    """Store, clock, catalogue, seeds, the locks, and the tables kept ready. Every service is given the same one."""

    def __init__(self, store: Store, catalogue: Catalogue, clock: Clock, seeds: Seeds = new_seed) -> None:
        self.store = store
        self.catalogue = catalogue
        self.listeners: list[Callable[[], None]] = []
        """Called after every change: something may have become due."""
        self.clock = clock
        self.seeds = seeds
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._kept: OrderedDict[int, Loaded] = OrderedDict()
        self._epoch = 0
        self._upgrading = asyncio.Lock()

    async def table(self, table_id: int) -> Table:
        """A table. Raises Refusal when there is none."""
        return (await self.load(table_id)).table

    async def in_channel(self, channel: int, *, live_only: bool = True) -> Table:
        """The table of a channel: the live one, or else the newest. Raises Refusal when there is none."""
        table_id = await tables.table_in(self.store, channel, live_only=live_only)
        if table_id is None:
            raise Refusal(say("There is no table in this channel. /play opens one."))
        return await self.table(table_id)

    async def live_tables(self) -> list[int]:
        """The ids of all live tables."""
        return await tables.live_tables(self.store)

    async def load(self, table_id: int) -> Loaded:
        """A table ready to play. Raises Refusal when there is none, or it is of newer rules than these."""
        kept = self._kept.get(table_id)
        if kept is not None:
            self._kept.move_to_end(table_id)
            return kept
        epoch = self._epoch
        row = await self.stored(table_id)
        table = row.table
        if not row.position:
            loaded = Loaded(table, self.catalogue.game(table.game), row.seed)
        else:
            game = self.catalogue.as_started(table.game, row.components, row.components_data)
            if table.rules_version != game.rules_version:
                async with self._upgrading:
                    return await self._upgraded(await self.stored(table_id), game)
            position = kernel.decode(game, row.position)
            loaded = Loaded(table, game, row.seed, position, kernel.now(game, position, row.seed))
        if epoch != self._epoch:
            return loaded  # something was written while this was read: do not keep what may be old
        self._kept[table_id] = loaded
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return loaded

    async def _upgraded(self, row: tables.Stored, game: AnyGame) -> Loaded:
        """A table of older rules goes on from its position under today's: never rebuilt from its first move."""
        table = row.table
        if table.rules_version == game.rules_version:
            return await self.load(table.id)
        if table.rules_version > game.rules_version:
            raise Refusal(say("This table was played with a newer version of the bot. Please update the bot to go on."))
        raw = msgspec.json.decode(row.position)
        raw["base"] = game.upgrade(raw["base"], table.rules_version)
        stored = kernel.decode(game, msgspec.json.encode(raw))
        position = turn = Position(stored.base, stored.tick)
        try:
            for seat, words in stored.answers:
                position = kernel.play(game, position, row.seed, seat, words).position
        except Exception:  # noqa: BLE001 - whatever an old answer breaks under new rules, the turn begins again
            position = turn
        if not table.live:  # only to be looked at: nothing more is written about a game that is over
            return Loaded(table, game, row.seed, position, kernel.now(game, position, row.seed))
        data = kernel.encode(position).decode()
        told = Event(say("The rules were corrected; the game goes on from here."))
        entry = NewEntry("origin", None, "", kernel.digest(position, row.seed), (told,), barrier=True, data=data)

        async def work(tx: Transaction) -> None:
            rev = await entries.append(tx, table.id, table.rev, [entry], None, self.time())
            await tables.save_position(tx, table.id, rev, data)
            await tables.set_table(tx, table.id, rev=rev, asked=rev, rules_version=game.rules_version)
            await turns.put(tx, table.id, kernel.now(game, position, row.seed).ask, self.time())

        await self.write(work)
        self.forget(table.id)
        return await self.load(table.id)

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
        new: list[NewEntry],
        position: Position[Any],
        user: int,
        interaction: int | None = None,
    ) -> None:
        """Write entries and the position they lead to, with all that then happens by itself: forced moves, empty seats,
        standing orders, the end. Without entries, and if nothing happens by itself, the table stays as it is."""
        table_id, given = live.table.id, await standing.orders(tx, live.table.id)
        orders = given
        left = {person.seat for person in live.table.seats if person.left}
        playing = [person.seat for person in live.table.seats if not person.left]
        result: Result | None = None
        asked_at = -1
        while True:
            now = kernel.now(live.game, position, live.seed)
            asked_at, result = now.asked, now.result
            if result is None and len(playing) == 1 and left:
                last, others = playing[0], tuple((seat,) for seat in sorted(left))
                result = Result((last,), ((last,), *others), say("{seat} is the last one in the game.", seat=Who(last)))
            orders = [
                order
                for order in orders
                if result is None
                and order.seat not in left
                and not live.game.lapsed(now.state, order.seat, order.words)
            ]
            if result is not None:
                break
            step = _by_itself(live.game, now, left)
            if step is not None:
                entry, position = played(live, position, "auto", *step)
            else:
                step = _ordered(live.game, now, orders)
                if step is None:
                    break
                entry, position = played(live, position, "auto", *step)
                entry = _by_order(entry, *step)
            new.append(entry)
        for order in given:
            if order not in orders:
                await standing.drop(tx, table_id, order)
        if not new:
            return
        if result is not None:
            new[-1] = msgspec.structs.replace(new[-1], events=(*new[-1].events, Event(result.reason)))
        rev = await entries.append(tx, table_id, live.table.rev, new, user, self.time(), interaction)
        await tables.save_position(tx, table_id, rev, kernel.encode(position).decode())
        same = live.now is not None and live.now.asked == asked_at
        await tables.set_table(tx, table_id, rev=rev, asked=live.table.asked if same else rev)
        if result is not None:
            await tables.set_table(
                tx, table_id, status="finished", ended_at=self.time(), result=msgspec.json.encode(result).decode()
            )
        await turns.put(tx, table_id, () if result is not None else now.ask, self.time())

    async def note(self, tx: Transaction, live: Loaded, told: Text, user: int) -> None:
        """Tell a running table something that changes no position."""
        assert live.position is not None
        entry = NewEntry("note", None, "", kernel.digest(live.position, live.seed), (Event(told),))
        rev = await entries.append(tx, live.table.id, live.table.rev, [entry], user, self.time())
        await tables.set_table(tx, live.table.id, rev=rev)

    async def end(self, table: Table, status: str) -> Table:
        """End a table that has no result."""

        async def work(tx: Transaction) -> None:
            await tables.set_table(tx, table.id, status=status, rev=table.rev + 1, ended_at=self.time())
            await turns.put(tx, table.id, (), self.time())

        await self.write(work)
        self.forget(table.id)
        return await self.table(table.id)

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in one transaction. Raises Unwritten when the store refuses; sqlite3.IntegrityError passes through."""
        try:
            return await self.store.write(work)
        except StoreError as broken:
            # The reason names a file of the machine: it is for the person who runs the bot.
            log.error("not written: %s", broken, exc_info=None if broken.full else broken)  # noqa: TRY400
            if broken.full:
                raise Unwritten(
                    say(
                        "That could not be written down, so nothing has changed: the bot’s disk is full. "
                        "Tell the person who runs the bot; as soon as there is room, try again."
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
        self._epoch += 1
        self._kept.pop(table_id, None)
        self.notify()

    def forget_all(self) -> None:
        """Nothing that is kept in memory counts any more."""
        self._epoch += 1
        self._kept.clear()
        self.notify()

    def notify(self) -> None:
        """Something has changed and may have become due."""
        for wake in self.listeners:
            wake()

    def lock(self, table_id: int) -> asyncio.Lock:
        """The lock that whoever changes a table holds from the look to the commit."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    def time(self) -> int:
        """Now, in unix seconds."""
        return int(self.clock().timestamp())


def seated(table: Table, user: int) -> Seat:
    """A person's seat. Raises Refusal for somebody who has none."""
    seat = table.seat_of(user)
    if seat is None:
        if table.status == "lobby":
            raise Refusal(say("You have no seat at this table yet. Press Join first."))
        raise Refusal(
            say("You are not in this game. /board shows it to you; /play in another channel or thread opens a new one.")
        )
    return seat


def playing(table: Table, user: int) -> Seat:
    """A person's seat in a running game. Raises Refusal."""
    if table.status == "lobby":
        raise Refusal(say("The game has not begun. Press Start when everybody has joined."))
    if not table.live:
        raise Refusal(game_over())
    return seated(table, user)


def current(live: Loaded, seat: Seat, asked: int | None) -> None:
    """Raise Late when the seat owes nothing, or `asked` is an earlier question than the present one."""
    assert live.now is not None
    if asked is not None and asked != live.table.asked:
        raise Late(say("Those buttons are from an earlier turn; here is how things stand now."))
    if seat not in live.now.ask:
        waiting: list[Any] = [Who(other) for other in sorted(live.now.ask)]
        raise Late(say("It is not your turn: {waiting} is to move. You will be called.", waiting=waiting))


def played(
    live: Loaded, position: Position[Any], kind: Kind, seat: Seat, words: Words
) -> tuple[NewEntry, Position[Any]]:
    """A move as an entry, and the position after it. Raises Illegal."""
    before = kernel.now(live.game, position, live.seed)
    played = kernel.play(live.game, position, live.seed, seat, words)
    hidden = secret(before.menu(seat), words)
    entry = NewEntry(
        kind, seat, " ".join(words), kernel.digest(played.position, live.seed), played.events, played.barrier, hidden
    )
    return entry, played.position


def resignation(seat: Seat, digest: str, told: Text | None = None) -> NewEntry:
    """Nobody plays a seat from now on; `digest` is of the position, which stays the same."""
    told = told or say("{seat} gives up.", seat=Who(seat))
    return NewEntry("resign", seat, "resign", digest, (Event(told),), barrier=True)


def _by_itself(game: AnyGame, now: Now[Any], left: set[Seat]) -> tuple[Seat, Words] | None:
    """A move that needs nobody: of a seat that was given up, or the only one there is."""
    for seat in sorted(now.ask):
        menu = now.menu(seat)
        words = game.stall(seat, menu) if seat in left else forced(menu)
        if words is not None:
            return seat, words
    return None


def _ordered(game: AnyGame, now: Now[Any], orders: Sequence[Order]) -> tuple[Seat, Words] | None:
    """A move that somebody has left word for."""
    for seat in sorted({order.seat for order in orders} & now.ask.keys()):
        words = obeyed(game, now, seat, orders)
        if words is not None:
            return seat, words
    return None


def obeyed(game: AnyGame, now: Now[Any], seat: Seat, left: Sequence[Order]) -> Words | None:
    """What the seat's orders answer to the present question; None when they have no legal answer: the player is asked."""
    menu = now.menu(seat)
    for order in left:
        answer = game.obey(now.state, seat, order.words, menu) if order.seat == seat else None
        if answer is not None:
            try:
                return canon(menu, answer)
            except Illegal:
                continue
    return None


def _by_order(entry: NewEntry, seat: Seat, words: Words) -> NewEntry:
    """The answer of an order. Like a move of the player's own it is not taken back by somebody else alone; only its seat
    reads that it was an order."""
    told = Event(say("Your standing order has answered for you: “{words}”.", words=" ".join(words)), (seat,))
    return msgspec.structs.replace(entry, events=(*entry.events, told), barrier=True)
