"""Before the first move and after the last: opening a table, sitting down, options, starting, closing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec

from engine.host.model.table import CALLED_AFTER, GRACE, HOUSE, NOBODY, Seated, Table, game_over
from engine.host.service.context import Context
from engine.host.service.past.records import Beginning, Records
from engine.host.service.people.settings import Settings
from engine.host.service.play.limits import require_few_alone, require_room
from engine.host.service.play.live import Loaded, asks_others, require_opener, seated
from engine.host.service.play.seating import empty_seat, moved_up, on_free_seat, on_seat, table_full, without
from engine.host.store import errands, tables, turns
from engine.host.store.database import Conflict, Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.errands import Errand
from engine.host.store.past import archive
from engine.host.store.people import watchers
from engine.kernel import position as kernel
from engine.kernel.record import dump
from engine.kernel.script import restored, settle
from engine.kernel.text import Refusal, Seat, Text, Who, say


class Lobby:
    """Who plays what. A game from a record has its seats from the beginning, and people choose theirs."""

    def __init__(self, context: Context, settings: Settings, records: Records) -> None:
        self._context = context
        self._settings = settings
        self._records = records

    async def open(
        self,
        guild: int,
        channel: int,
        user: int,
        name: str,
        slug: str,
        options: dict[str, str],
        *,
        parent: int | None = None,
    ) -> Table:
        """Open a table in a channel and seat its opener; `parent` is the channel of a public thread. Raises Refusal:
        unknown game or option, channel taken."""
        game = self._context.catalogue.game(slug)

        async def told(tx: Transaction, table_id: int) -> None:
            now = self._context.time()
            for watcher in await watchers(tx, guild, slug):
                if watcher != user:
                    awake = (await turns.load_person(tx, watcher)).awake(now)
                    await errands.put(tx, table_id, "opened", now, awake, watcher)

        return await self._opened(
            guild,
            channel,
            user,
            slug,
            settle(game.settings, options),
            settle(HOUSE, {}),
            [Seated(0, user, name)],
            told,
            parent,
        )

    async def seat_up(
        self, guild: int, channel: int, user: int, slug: str, people: list[Seated], parent: int | None
    ) -> Table:
        """Open a table at which certain people and computers sit, and others only if invited. Raises Refusal: channel taken."""
        settings = self._context.catalogue.game(slug).settings
        house = settle(HOUSE, {"rated": "no", "joining": "invited"})

        async def nothing_else(_tx: Transaction, _table: int) -> None: ...

        return await self._opened(guild, channel, user, slug, settle(settings, {}), house, people, nothing_else, parent)

    async def may_open(self, user: int) -> None:
        """Raise Refusal for somebody who has opened many tables and begun none of them."""
        await require_room(self._context.store, user)

    async def rematch(self, table_id: int, user: int, name: str) -> Table:
        """Open a table for the people of a finished game, with its options, and seat who asks. The others join as always;
        seats go by those of the last game, moved up by one. Raises Refusal: not of that game, not over, channel taken.
        """
        last = await self._context.table(table_id)
        if last.status != "finished":
            raise Refusal(say("The game goes on. A rematch can be asked for when it is over."))
        if user not in [person.user for person in last.seats]:
            raise Refusal(say("A rematch is for the people of that game. /play opens a table of your own."))
        known = {setting.name: setting.values for setting in self._context.catalogue.game(last.game).settings}
        options = {key: value for key, value in last.options.items() if value in known.get(key, {})}
        settled = restored(self._context.catalogue.game(last.game).settings, options)
        own = [msgspec.structs.replace(person, left=False, left_rev=0) for person in last.seats if person.own]
        people = moved_up([Seated(0, user, name), *own], last.seats)

        async def also(tx: Transaction, new: int) -> None:
            await tables.set_table(tx, new, rematch_of=last.id, pace_h=last.pace)
            for person in last.played:
                await tables.invite(tx, new, person.user)

        # Who asks the captain in a game alone has decided that for this game only.
        house = {setting.name: last.house[setting.name] for setting in HOUSE}
        return await self._opened(last.guild, last.channel, user, last.game, settled, house, people, also, last.parent)

    async def open_record(
        self, guild: int, channel: int, user: int, name: str, text: str, *, parent: int | None = None
    ) -> Table:
        """Open a table for a record and give its opener the first seat that is still played; `start` begins it where the record
        ends.

        Raises Refusal, naming the line, for a text that is not a record or does not play; channel taken.
        """
        record, begun = await self._records.read(text)
        options = restored(begun.game.settings, record.options)
        own = next(seat for seat in range(record.seats) if seat not in begun.gone)
        free = (empty_seat(seat, left=seat in begun.gone) for seat in range(record.seats))
        people = [Seated(own, user, name) if person.seat == own else person for person in free]

        async def also(tx: Transaction, table_id: int) -> None:
            await tables.keep_components(tx, record.game, begun.components)
            await tables.set_table(tx, table_id, seed=record.seed, components_digest=begun.components[0])
            # Written anew: what else stands in a text, a friend's name in a comment, is not ours to keep.
            await archive.save_record(tx, table_id, dump(record), over=begun.over)

        return await self._opened(guild, channel, user, record.game, options, settle(HOUSE, {}), people, also, parent)

    async def _opened(
        self,
        guild: int,
        channel: int,
        user: int,
        slug: str,
        options: dict[str, str],
        house: dict[str, str],
        people: list[Seated],
        also: Callable[[Transaction, int], Awaitable[None]],
        parent: int | None,
    ) -> Table:
        """A new table, and `also` what belongs to it. Raises Refusal: channel taken."""
        game = self._context.catalogue.game(slug)
        components = self._context.catalogue.digest(slug), self._context.catalogue.data(slug)
        pace = int((await self._settings.chosen("server", guild)).values["pace"])

        async def work(tx: Transaction) -> int:
            await require_room(tx, user)
            table_id = await tables.insert_table(
                tx,
                guild,
                channel,
                (slug, game.rules_version),
                components,
                options,
                house,
                self._context.seeds(),
                user,
                self._context.time(),
            )
            await tables.replace_seats(tx, table_id, people)
            await tables.set_table(tx, table_id, revision=1, pace_h=pace, parent_channel_id=parent)
            await errands.touch(tx, table_id, self._context.time())
            await also(tx, table_id)
            return table_id

        try:
            table_id = await self._context.write(work)
            self._context.notify()
        except Conflict:
            raise Refusal(
                say("There is already a table in this channel. Join it, or play the next one in a thread.")
            ) from None
        return await self._context.table(table_id)

    async def join(self, table_id: int, user: int, name: str) -> Table:
        """Sit down. Raises Refusal: seated already, full, begun or over."""
        async with self.waiting(table_id) as table:
            if table.seat_of(user) is not None:
                raise Refusal(say("You already have a seat. Wait for the others, or press Start."))
            await self._require_invitation(table, user)
            if table.imported:
                people = on_free_seat(table, user, name)
            else:
                people = await self.one_more(table, user, name)
            return await self.reseat(table, people)

    async def sit(self, table_id: int, user: int, name: str, seat: Seat) -> Table:
        """Take a certain free seat of a game from a record, leaving one's own. Raises Refusal."""
        async with self.waiting(table_id) as table:
            if not table.imported or not 0 <= seat < len(table.seats):
                raise Refusal(say("Seats can be chosen at tables that were opened from a record. Press Join."))
            if table.seats[seat].left:
                raise Refusal(say("That seat was given up on the way: nobody plays it any more. Choose another one."))
            if table.seats[seat].own or table.seats[seat].user not in (NOBODY, user):
                raise Refusal(say("{seat} sits there already. Choose a free seat.", seat=Who(seat)))
            if table.seat_of(user) is None:
                await self._require_invitation(table, user)
            return await self.reseat(table, on_seat(table, seat, user, name))

    async def invite(self, table_id: int, user: int, guest: int) -> Table:
        """Let somebody join a table that is for invited friends, or take the seat of a computer at one that has begun. Raises
        Refusal: not seated, begun without a computer, seated already."""
        async with self._open_to_guests(table_id) as table:
            seated(table, user)
            if table.seat_of(guest) is not None:
                raise Refusal(say("They have a seat already."))

            async def work(tx: Transaction) -> None:
                await tables.invite(tx, table_id, guest)
                if table.status == "lobby":
                    await errands.touch(tx, table_id, self._context.time())

            await self._context.write(work)
        self._context.notify()
        return table

    async def take_off(self, table_id: int, user: int, guest: int) -> Table:
        """Take somebody off a table that has not begun; who opened it may. Raises Refusal."""
        async with self.waiting(table_id) as table:
            if user != table.opened_by:
                raise Refusal(
                    say("Only the person who opened the table takes others off it. /leave gives up your own seat.")
                )
            if guest == user:
                raise Refusal(say("That is you. /leave gives your seat back, /close closes the table."))
            if table.seat_of(guest) is None:
                raise Refusal(say("They have no seat at this table."))
            return await self.reseat(table, without(table, guest), unwanted=guest)

    async def keep(self, table_id: int, user: int) -> Table:
        """A lobby that asked whether it is still wanted is. Raises Refusal."""
        async with self.waiting(table_id) as table:
            seated(table, user)
            await self._context.write(lambda tx: errands.touch(tx, table_id, self._context.time()), table_id)
        return table

    async def asked(self, errand: Errand) -> None:
        """A lobby has been asked whether it is still wanted: unless somebody touches it, it closes by itself."""
        now = self._context.time()

        async def work(tx: Transaction) -> None:
            if await errands.there(tx, errand):
                await errands.put(tx, errand.table, "shut", now, now + GRACE)

        await self._context.write(work)

    async def shut(self, table_id: int) -> None:
        """Nobody wants a lobby any more: it closes."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            if table.status == "lobby":
                await self._context.end(table, "closed")

    async def leave(self, table_id: int, user: int) -> Table:
        """Get up before the game begins; the last one to leave closes the table. Raises Refusal."""
        async with self.waiting(
            table_id, begun=say("The game has begun. /resign gives it up, /undo takes a move back.")
        ) as table:
            if table.seat_of(user) is None:
                raise Refusal(say("You have no seat at this table. Press Join to take one."))
            people = without(table, user)
            left = [person.user for person in people if person.user != NOBODY]
            if not left:
                return await self._context.end(table, "closed")
            return await self.reseat(table, people, opened_by=left[0] if table.opened_by == user else None)

    async def set_option(self, table_id: int, user: int, name: str, value: str) -> Table:
        """Change an option before the game begins. Raises Refusal; in a game from a record for all but who may join."""
        async with self.waiting(table_id, begun=say("The game has begun, so its options stay as they are.")) as table:
            if name != "joining" and table.imported:
                raise Refusal(say("This game comes from a record, and its options with it."))
            seated(table, user)
            require_opener(table, user)
            house, options = table.house, table.options
            if name in house:
                house = settle(HOUSE, {**house, name: value})
            else:
                options = restored(self._context.catalogue.game(table.game).settings, {**options, name: value})

            async def work(tx: Transaction) -> None:
                await tables.raise_rev(tx, table_id, table.rev, table.rev + 1)
                await tables.set_table(
                    tx,
                    table_id,
                    table_options=msgspec.json.encode(house).decode(),
                    options=msgspec.json.encode(options).decode(),
                )
                await errands.touch(tx, table_id, self._context.time())

            await self._context.write(work, table_id)
        return await self._context.table(table_id)

    async def start(self, table_id: int, user: int) -> Table:
        """Begin the game; one from a record goes on where the record ends. Raises Refusal: not seated, too few players,
        begun already."""
        recorded = await self._records.beginning(table_id)
        async with self.waiting(table_id) as table:
            if not table.computers_only or user != table.opened_by:
                seated(table, user)
            begun = recorded or await self._dealt(table)
            if recorded is not None:
                _require_everybody(table, recorded)
            components = begun.components
            # The entries of a record come next: by which of them a seat was given up.
            left = {
                entry.seat: table.rev + n
                for n, entry in enumerate(begun.entries, 1)
                if entry.kind == "resign" and entry.seat in begun.gone
            }
            people = tuple(
                msgspec.structs.replace(p, left=p.seat in left, left_rev=left.get(p.seat, 0)) for p in table.seats
            )
            running = msgspec.structs.replace(
                table, status="running", rules_version=begun.game.rules_version, seats=people
            )
            live = Loaded(running, begun.game, begun.seed, begun.position)

            async def work(tx: Transaction) -> Loaded:
                if table.crewed and len(table.played) == 1:
                    await require_few_alone(tx, table.played[0].user)
                await tables.keep_components(tx, table.game, components)
                await tables.set_table(
                    tx,
                    table_id,
                    status="running",
                    rules_version=begun.game.rules_version,
                    components_digest=components[0],
                )
                await errands.drop(tx, table_id, "idle", "shut", "full", "opened")
                if table.rematch_of is not None:
                    await tables.open_seals(tx, table.rematch_of)
                for person in people:
                    if person.left:
                        await tables.leave_seat(tx, table_id, person.seat, self._context.time(), person.left_rev)
                return await self._context.advance(tx, live, begun.entries, live.run(), user)

            started = (await self._context.change(work)).table
            if table.rematch_of is not None:
                self._context.forget(table.rematch_of)
            return started

    async def _dealt(self, table: Table) -> Beginning:
        """A fresh game. Raises Refusal: too few players."""
        catalogue = self._context.catalogue
        game = catalogue.game(table.game)
        if len(table.seats) not in game.seats:
            raise Refusal(
                say(
                    "{title} needs {least} players; {n} so far. Ask a friend to press Join.",
                    title=game.title,
                    least=min(game.seats),
                    n=len(table.seats),
                )
            )
        seed = (await self._context.stored(table.id)).seed
        # Rules or components may have changed while the lobby stood open: the game is played with today's.
        components = catalogue.digest(table.game), catalogue.data(table.game)
        begun = kernel.start(game, len(table.seats), restored(game.settings, table.options), seed)
        data = kernel.encode(begun.position).decode()
        digest = kernel.digest(begun.position, seed)
        first = NewEntry("origin", None, "", digest, begun.events, barrier=True, data=data)
        return Beginning(game, components, seed, (first,), begun.position)

    async def close(self, table_id: int, user: int, *, moderator: bool = False) -> Table:
        """End a table without a result: one that has not begun, or by a moderator a running one, which is written down as
        abandoned. Raises Refusal: only its opener or a moderator may; those who play agree on it, see `Motions.close`."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            await self.may_close(live.table, user, moderator=moderator)
            if live.table.status == "lobby":
                return await self._context.end(live.table, "closed")
            asks = asks_others(live.table, user)
            if not moderator and asks:
                raise Refusal(say("A game that has begun is closed by all who play it: /close asks them."))

            async def work(tx: Transaction) -> None:
                told = (
                    say("A moderator has closed the table: the game is abandoned, without a result.")
                    if asks
                    else say("The table is closed: the game is abandoned, without a result.")
                )
                await self._context.note(tx, live, told, user)
                await self._context.stop(tx, live.table, "closed")

            await self._context.write(work, table_id)
        return await self._context.table(table_id)

    async def may_close(self, table: Table, user: int, *, moderator: bool) -> None:
        """Raise Refusal where somebody may not close a table that has not begun, or ask for the end of a game; or it is closed."""
        if not table.live:
            raise Refusal(say("This table is closed already. /play opens a new one."))
        if moderator:
            return
        if (await self._settings.chosen("server", table.guild)).values["closing"] == "moderators":
            raise Refusal(
                say("On this server moderators close the tables. /leave gives up your own seat.")
                if table.status == "lobby"
                else say("On this server moderators close the tables. /resign gives up your own seat.")
            )
        if table.status == "running" and not table.computers_only:
            seated(table, user)
        elif user != table.opened_by:
            raise Refusal(
                say(
                    "Only the person who opened the table, or a moderator, can close it. /leave gives up your own seat."
                )
            )

    async def abandon(self, table_id: int) -> None:
        """End a live table whose channel is gone."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            if table.live:
                await self._context.end(table, "closed")

    async def _require_invitation(self, table: Table, user: int) -> None:
        """Raise Refusal for a stranger at a table that is for invited friends."""
        if table.house["joining"] == "invited" and not await tables.invited(self._context.store, table.id, user):
            raise Refusal(say("This table is for invited friends. Ask somebody who sits here to /invite you."))

    async def one_more(self, table: Table, user: int, name: str, level: str = "") -> list[Seated]:
        """The people of a table and a newcomer, or a computer of a level. Raises Refusal: full."""
        most = max(self._context.catalogue.game(table.game).seats)
        if len(table.seats) >= most:
            raise table_full(most)
        people = [*table.seats, Seated(len(table.seats), user, name, level=level)]
        if table.rematch_of is not None:
            people = moved_up(people, (await self._context.table(table.rematch_of)).seats)
        return people

    async def reseat(
        self, table: Table, people: list[Seated], *, opened_by: int | None = None, unwanted: int | None = None
    ) -> Table:
        """Other people, or the same in other seats, at a table that has not begun."""
        full = len(people) == max(self._context.catalogue.game(table.game).seats) and not table.imported
        now = self._context.time()

        async def work(tx: Transaction) -> None:
            await tables.raise_rev(tx, table.id, table.rev, table.rev + 1)
            await tables.replace_seats(tx, table.id, people)
            await errands.touch(tx, table.id, now)
            if not full:
                await errands.drop(tx, table.id, "full")
            elif len(table.seats) < len(people):
                await errands.put(tx, table.id, "full", now, now + CALLED_AFTER)
            if unwanted is not None:
                await tables.uninvite(tx, table.id, unwanted)
            await tables.set_table(tx, table.id, opened_by=opened_by or table.opened_by)

        await self._context.write(work, table.id)
        return await self._context.table(table.id)

    @asynccontextmanager
    async def _open_to_guests(self, table_id: int) -> AsyncIterator[Table]:
        """The table, locked, in the lobby or while a computer has a seat at it."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            if table.status == "running" and any(person.own for person in table.seats):
                yield table
                return
        async with self.waiting(table_id) as table:
            yield table

    @asynccontextmanager
    async def waiting(self, table_id: int, begun: Text | None = None) -> AsyncIterator[Table]:
        """The table, locked, while it is still in the lobby. Raises Refusal: begun (`begun` says so in its own words), over."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            if table.status == "running":
                raise Refusal(begun or say("The game has begun already."))
            if not table.live:
                raise Refusal(game_over())
            yield table


def _require_everybody(table: Table, begun: Beginning) -> None:
    """Raise Refusal when somebody is missing who would have to play on from a record's end."""
    free = [p.seat + 1 for p in table.seats if p.user == NOBODY and not p.level and p.seat not in begun.gone]
    if free and not begun.over:
        raise Refusal(
            say("The game goes on from here, so every seat needs somebody. Still free: {seats}.", seats=list(free))
        )
