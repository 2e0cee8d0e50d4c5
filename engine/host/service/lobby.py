"""Before the first move and after the last: opening a table, sitting down, options, starting, closing."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec

from engine.host.model.table import HOUSE, NOBODY, Seated, Table, game_over
from engine.host.service.context import Loaded, seated
from engine.host.service.settings import Settings
from engine.host.store import tables
from engine.host.store.database import Transaction
from engine.host.store.tables import NewEntry
from engine.kernel import position as kernel
from engine.kernel.script import restored, settle
from engine.kernel.text import Refusal, Text, say


class Lobby(Settings):
    """Who plays what."""

    async def open(self, guild: int, channel: int, user: int, name: str, slug: str, options: dict[str, str]) -> Table:
        """Open a table in a channel and seat its opener. Raises Refusal: unknown game or option, channel taken."""
        game = self.catalogue.game(slug)
        return await self._opened(
            guild,
            channel,
            user,
            slug,
            settle(game.settings, options),
            settle(HOUSE, {}),
            [Seated(0, user, name)],
            _no_more,
        )

    async def rematch(self, table_id: int, user: int, name: str) -> Table:
        """Open a table for the people of a finished game, with its options, and seat who asks. The others join as always;
        seats go by those of the last game, moved up by one. Raises Refusal: not of that game, not over, channel taken.
        """
        last = await self.table(table_id)
        if last.status != "finished":
            raise Refusal(say("The game goes on. A rematch can be asked for when it is over."))
        if user not in [person.user for person in last.seats]:
            raise Refusal(say("A rematch is for the people of that game. /play opens a table of your own."))
        known = {setting.name: setting.values for setting in self.catalogue.game(last.game).settings}
        options = {key: value for key, value in last.options.items() if value in known.get(key, {})}
        settled = restored(self.catalogue.game(last.game).settings, options)
        people = [Seated(0, user, name)]

        async def also(tx: Transaction, new: int) -> None:
            await tables.set_table(tx, new, rematch_of=last.id, pace=last.pace)
            for person in last.seats:
                if person.user > NOBODY:
                    await tables.invite(tx, new, person.user)

        return await self._opened(last.guild, last.channel, user, last.game, settled, last.house, people, also)

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
    ) -> Table:
        """A new table, and `also` what belongs to it. Raises Refusal: channel taken."""
        game = self.catalogue.game(slug)
        components = self.catalogue.digest(slug), self.catalogue.data(slug)
        pace = int((await self.chosen("server", guild)).values["pace"])

        async def work(tx: Transaction) -> int:
            table_id = await tables.insert_table(
                tx,
                guild,
                channel,
                (slug, game.rules_version),
                components,
                options,
                house,
                self._seeds(),
                user,
                self._time(),
            )
            await tables.replace_seats(tx, table_id, people)
            await tables.set_table(tx, table_id, rev=1, pace=pace)
            await also(tx, table_id)
            return table_id

        try:
            table_id = await self._write(work)
        except sqlite3.IntegrityError:
            raise Refusal(
                say("There is already a table in this channel. Join it, or play the next one in a thread.")
            ) from None
        return await self.table(table_id)

    async def join(self, table_id: int, user: int, name: str) -> Table:
        """Sit down. Raises Refusal: seated already, full, begun or over."""
        async with self._lobby(table_id) as table:
            if table.seat_of(user) is not None:
                raise Refusal(say("You already have a seat. Wait for the others, or press Start."))
            await self._require_invitation(table, user)
            most = max(self.catalogue.game(table.game).seats)
            if len(table.seats) >= most:
                raise Refusal(
                    say("All {n} seats are taken. /play in another channel or thread opens a new table.", n=most)
                )
            people = [*table.seats, Seated(len(table.seats), user, name)]
            if table.rematch_of is not None:
                people = _moved_up(people, (await self.table(table.rematch_of)).seats)
            return await self._reseat(table, people)

    async def invite(self, table_id: int, user: int, guest: int) -> Table:
        """Let somebody join a table that is for invited friends. Raises Refusal: not seated, begun, seated already."""
        async with self._lobby(table_id) as table:
            seated(table, user)
            if table.seat_of(guest) is not None:
                raise Refusal(say("They have a seat already."))
            await self._write(lambda tx: tables.invite(tx, table_id, guest))
        return table

    async def leave(self, table_id: int, user: int) -> Table:
        """Get up before the game begins; the last one to leave closes the table. Raises Refusal."""
        async with self._lobby(
            table_id, begun=say("The game has begun. /resign gives it up, /undo takes a move back.")
        ) as table:
            seat = table.seat_of(user)
            if seat is None:
                raise Refusal(say("You have no seat at this table. Press Join to take one."))
            rest = [
                msgspec.structs.replace(person, seat=i)
                for i, person in enumerate(p for p in table.seats if p.user != user)
            ]
            if not rest:
                return await self._end(table, "closed")
            opener = rest[0].user if table.opened_by == user else table.opened_by
            return await self._reseat(table, rest, opened_by=opener)

    async def set_option(self, table_id: int, user: int, name: str, value: str) -> Table:
        """Change an option before the game begins. Raises Refusal."""
        async with self._lobby(table_id, begun=say("The game has begun, so its options stay as they are.")) as table:
            seated(table, user)
            house, options = table.house, table.options
            if name in house:
                house = settle(HOUSE, {**house, name: value})
            else:
                options = restored(self.catalogue.game(table.game).settings, {**options, name: value})

            async def work(tx: Transaction) -> None:
                await tables.set_table(
                    tx,
                    table_id,
                    house=msgspec.json.encode(house).decode(),
                    options=msgspec.json.encode(options).decode(),
                    rev=table.rev + 1,
                )

            await self._write(work)
        return await self.table(table_id)

    async def start(self, table_id: int, user: int) -> Table:
        """Begin the game. Raises Refusal: not seated, too few players, begun already."""
        async with self._lobby(table_id) as table:
            seated(table, user)
            game = self.catalogue.game(table.game)
            if len(table.seats) not in game.seats:
                raise Refusal(
                    say(
                        "{title} needs {least} players; {n} so far. Ask a friend to press Join.",
                        title=game.title,
                        least=min(game.seats),
                        n=len(table.seats),
                    )
                )
            row = await self._stored(table_id)
            # Rules or components may have changed while the lobby stood open: the game is played with today's.
            components = self.catalogue.digest(table.game), self.catalogue.data(table.game)
            begun = kernel.start(game, len(table.seats), restored(game.settings, table.options), row.seed)
            data = kernel.encode(begun.position).decode()
            first = NewEntry(
                "origin", None, "", kernel.digest(begun.position, row.seed), begun.events, barrier=True, data=data
            )
            live = Loaded(table, game, row.seed, begun.position)

            async def work(tx: Transaction) -> None:
                await tables.keep_components(tx, table.game, components)
                await tables.set_table(
                    tx, table_id, status="running", rules_version=game.rules_version, components=components[0]
                )
                await self._advance(tx, live, [first], begun.position, user)

            await self._write(work)
        return await self.table(table_id)

    async def close(self, table_id: int, user: int, *, moderator: bool = False) -> Table:
        """End a table without a result. Raises Refusal: only its opener or a moderator may."""
        async with self._lock(table_id):
            table = (await self._load(table_id)).table
            await self.may_close(table, user, moderator=moderator)
            return await self._end(table, "closed")

    async def may_close(self, table: Table, user: int, *, moderator: bool) -> None:
        """Raise Refusal where somebody may not close a table, or it is closed."""
        if not table.live:
            raise Refusal(say("This table is closed already. /play opens a new one."))
        if moderator:
            return
        if (await self.chosen("server", table.guild)).values["closing"] == "moderators":
            raise Refusal(say("On this server moderators close the tables. /resign gives up your own seat."))
        if user != table.opened_by:
            raise Refusal(
                say(
                    "Only the person who opened the table, or a moderator, can close it. /resign gives up your own seat."
                )
            )

    async def abandon(self, table_id: int) -> None:
        """End a live table whose channel is gone."""
        async with self._lock(table_id):
            table = (await self._load(table_id)).table
            if table.live:
                await self._end(table, "closed")

    async def _require_invitation(self, table: Table, user: int) -> None:
        """Raise Refusal for a stranger at a table that is for invited friends."""
        if table.house["joining"] == "invited" and not await tables.invited(self.store, table.id, user):
            raise Refusal(say("This table is for invited friends. Ask somebody who sits here to /invite you."))

    async def _reseat(self, table: Table, people: list[Seated], *, opened_by: int | None = None) -> Table:
        async def work(tx: Transaction) -> None:
            await tables.replace_seats(tx, table.id, people)
            await tables.set_table(tx, table.id, rev=table.rev + 1, opened_by=opened_by or table.opened_by)

        await self._write(work)
        self._forget(table.id)
        return await self.table(table.id)

    @asynccontextmanager
    async def _lobby(self, table_id: int, begun: Text | None = None) -> AsyncIterator[Table]:
        """The table, locked, while it is still in the lobby; forgotten from memory afterwards."""
        async with self._lock(table_id):
            table = (await self._load(table_id)).table
            if table.status == "running":
                raise Refusal(begun or say("The game has begun already."))
            if not table.live:
                raise Refusal(game_over())
            yield table
            self._forget(table_id)


async def _no_more(_tx: Transaction, _table_id: int) -> None:
    return None


def _moved_up(people: Sequence[Seated], last: Sequence[Seated]) -> list[Seated]:
    """People in the order of the last game's seats, begun with the second; newcomers come after them."""
    order = {person.user: (person.seat - 1) % len(last) for person in last}
    ranked = sorted(people, key=lambda person: (order.get(person.user, len(last)), person.seat))
    return [msgspec.structs.replace(person, seat=seat) for seat, person in enumerate(ranked)]
