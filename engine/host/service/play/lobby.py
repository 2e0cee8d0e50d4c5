"""Before the first move and after the last: opening a table, sitting down, options, starting, closing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import msgspec

from engine.host.model.table import (
    FULL_LOBBY_CALL_S,
    LOBBY_GRACE_S,
    NO_USER,
    TABLE_SETTINGS,
    SeatAssignment,
    Table,
    explain_game_over,
)
from engine.host.service.history.records import Records, TableStart
from engine.host.service.people.settings import Settings
from engine.host.service.play.limits import require_few_lobbies, require_few_solo_games
from engine.host.service.play.live_game import LoadedTable, has_others_to_ask, require_opener, require_seat
from engine.host.service.play.seating import (
    assign_free_seat,
    assign_seat,
    create_empty_seat,
    explain_table_full,
    remove_user,
    rotate_seats,
)
from engine.host.service.service_context import ServiceContext
from engine.host.store import announcements, tables, turn_deadlines
from engine.host.store.announcements import Announcement
from engine.host.store.database import ConstraintError, Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.history import table_archive
from engine.host.store.tables import NewTable
from engine.host.store.user_data import list_subscribers
from engine.kernel import position as kernel
from engine.kernel.record import format_record
from engine.kernel.script import complete_options, restore_options
from engine.kernel.text import Seat, SeatMention, Text, UserError, say


class Lobby:
    """Who plays what. A game from a record has its seats from the beginning, and people choose theirs."""

    def __init__(self, context: ServiceContext, settings: Settings, records: Records) -> None:
        self._context = context
        self._settings = settings
        self._records = records

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        slug: str,
        options: dict[str, str],
        *,
        parent_channel_id: int | None = None,
    ) -> Table:
        """Open a table in a channel and seat its opener; `parent_channel_id` is the channel of a public thread. Raises Refusal:
        unknown game or option, channel taken."""
        game = self._context.catalogue.load_game(slug)

        async def told(tx: Transaction, table_id: int) -> None:
            now = self._context.now()
            for watcher in await list_subscribers(tx, guild_id, slug):
                if watcher != user_id:
                    awake = (await turn_deadlines.load_schedule(tx, watcher)).find_awake_at(now)
                    await announcements.schedule_announcement(tx, table_id, "opened", now, awake, watcher)

        return await self._create_table(
            guild_id,
            channel_id,
            user_id,
            slug,
            complete_options(game.settings, options),
            complete_options(TABLE_SETTINGS, {}),
            [SeatAssignment(0, user_id, name)],
            told,
            parent_channel_id,
        )

    async def open_seated_table(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        slug: str,
        assignments: list[SeatAssignment],
        parent_channel_id: int | None,
    ) -> Table:
        """Open a table at which certain people and computers sit, and others only if invited. Raises Refusal: channel taken."""
        settings = self._context.catalogue.load_game(slug).settings
        house = complete_options(TABLE_SETTINGS, {"rated": "no", "joining": "invited"})

        async def nothing_else(_tx: Transaction, _table: int) -> None: ...

        return await self._create_table(
            guild_id,
            channel_id,
            user_id,
            slug,
            complete_options(settings, {}),
            house,
            assignments,
            nothing_else,
            parent_channel_id,
        )

    async def require_may_open(self, user_id: int) -> None:
        """Raise Refusal for somebody who has opened many tables and begun none of them."""
        await require_few_lobbies(self._context.store, user_id)

    async def open_rematch(self, table_id: int, user_id: int, name: str) -> Table:
        """Open a table for the people of a finished game, with its options, and seat who asks. The others join as always;
        seats go by those of the last game, moved up by one. Raises Refusal: not of that game, not over, channel taken.
        """
        last = await self._context.load_table(table_id)
        if last.status != "finished":
            raise UserError(say("The game goes on. A rematch can be asked for when it is over."))
        if user_id not in [person.user_id for person in last.seats]:
            raise UserError(say("A rematch is for the people of that game. /play opens a table of your own."))
        known = {setting.name: setting.values for setting in self._context.catalogue.load_game(last.game).settings}
        options = {key: value for key, value in last.options.items() if value in known.get(key, {})}
        settled = restore_options(self._context.catalogue.load_game(last.game).settings, options)
        own = [
            msgspec.structs.replace(person, has_left=False, left_revision=0)
            for person in last.seats
            if person.is_computer
        ]
        people = rotate_seats([SeatAssignment(0, user_id, name), *own], last.seats)

        async def also(tx: Transaction, new: int) -> None:
            await tables.update_table(tx, new, rematch_of=last.id, pace_h=last.pace_h)
            for person in last.reachable_players:
                await tables.add_invitation(tx, new, person.user_id)

        # Who asks the captain in a game alone has decided that for this game only.
        house = {setting.name: last.table_options[setting.name] for setting in TABLE_SETTINGS}
        return await self._create_table(
            last.guild_id, last.channel_id, user_id, last.game, settled, house, people, also, last.parent_channel_id
        )

    async def open_record(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        text: str,
        *,
        parent_channel_id: int | None = None,
    ) -> Table:
        """Open a table for a record and give its opener the first seat that is still played; `start` begins it where the record
        ends.

        Raises Refusal, naming the line, for a text that is not a record or does not play; channel taken.
        """
        record, begun = await self._records.read_record(text)
        options = restore_options(begun.game.settings, record.options)
        own = next(seat for seat in range(record.seat_count) if seat not in begun.left_seats)
        free = (create_empty_seat(seat, has_left=seat in begun.left_seats) for seat in range(record.seat_count))
        people = [SeatAssignment(own, user_id, name) if person.seat == own else person for person in free]

        async def also(tx: Transaction, table_id: int) -> None:
            await tables.save_components(tx, record.game, begun.components)
            await tables.update_table(tx, table_id, seed=record.seed, components_digest=begun.components[0])
            # Written anew: what else stands in a text, a friend's name in a comment, is not ours to keep.
            await table_archive.save_record(tx, table_id, format_record(record), is_complete=begun.is_over)

        return await self._create_table(
            guild_id,
            channel_id,
            user_id,
            record.game,
            options,
            complete_options(TABLE_SETTINGS, {}),
            people,
            also,
            parent_channel_id,
        )

    async def _create_table(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        slug: str,
        options: dict[str, str],
        table_options: dict[str, str],
        assignments: list[SeatAssignment],
        write_extra: Callable[[Transaction, int], Awaitable[None]],
        parent_channel_id: int | None,
    ) -> Table:
        """A new table, and `write_extra` what belongs to it. Raises Refusal: channel taken."""
        game = self._context.catalogue.load_game(slug)
        components = self._context.catalogue.components_digest(slug), self._context.catalogue.components_json(slug)
        pace = int((await self._settings.load_settings("server", guild_id)).values["pace"])

        async def work(tx: Transaction) -> int:
            await require_few_lobbies(tx, user_id)
            new_table = NewTable(
                guild_id,
                channel_id,
                slug,
                game.rules_version,
                options,
                table_options,
                self._context.seeds(),
                user_id,
                self._context.now(),
            )
            table_id = await tables.insert_table(tx, new_table, components)
            await tables.replace_seats(tx, table_id, assignments)
            await tables.update_table(tx, table_id, revision=1, pace_h=pace, parent_channel_id=parent_channel_id)
            await announcements.postpone_idle_check(tx, table_id, self._context.now())
            await write_extra(tx, table_id)
            return table_id

        try:
            table_id = await self._context.write(work)
            self._context.notify_listeners()
        except ConstraintError:
            raise UserError(
                say("There is already a table in this channel. Join it, or play the next one in a thread.")
            ) from None
        return await self._context.load_table(table_id)

    async def join(self, table_id: int, user_id: int, name: str) -> Table:
        """Sit down. Raises Refusal: seated already, full, begun or over."""
        async with self.lock_lobby(table_id) as table:
            if table.find_seat(user_id) is not None:
                raise UserError(say("You already have a seat. Wait for the others, or press Start."))
            await self._require_invitation(table, user_id)
            if table.is_imported:
                people = assign_free_seat(table, user_id, name)
            else:
                people = await self.add_player(table, user_id, name)
            return await self.save_seats(table, people)

    async def take_seat(self, table_id: int, user_id: int, name: str, seat: Seat) -> Table:
        """Take a certain free seat of a game from a record, leaving one's own. Raises Refusal."""
        async with self.lock_lobby(table_id) as table:
            if not table.is_imported or not 0 <= seat < len(table.seats):
                raise UserError(say("Seats can be chosen at tables that were opened from a record. Press Join."))
            if table.seats[seat].has_left:
                raise UserError(say("That seat was given up on the way: nobody plays it any more. Choose another one."))
            if table.seats[seat].is_computer or table.seats[seat].user_id not in (NO_USER, user_id):
                raise UserError(say("{seat} sits there already. Choose a free seat.", seat=SeatMention(seat)))
            if table.find_seat(user_id) is None:
                await self._require_invitation(table, user_id)
            return await self.save_seats(table, assign_seat(table, seat, user_id, name))

    async def invite(self, table_id: int, user_id: int, guest: int) -> Table:
        """Let somebody join a table that is for invited friends, or take the seat of a computer at one that has begun. Raises
        Refusal: not seated, begun without a computer, seated already."""
        async with self._lock_for_guests(table_id) as table:
            require_seat(table, user_id)
            if table.find_seat(guest) is not None:
                raise UserError(say("They have a seat already."))

            async def work(tx: Transaction) -> None:
                await tables.add_invitation(tx, table_id, guest)
                if table.status == "lobby":
                    await announcements.postpone_idle_check(tx, table_id, self._context.now())

            await self._context.write(work)
        self._context.notify_listeners()
        return table

    async def remove_user(self, table_id: int, user_id: int, guest: int) -> Table:
        """Take somebody off a table that has not begun; who opened it may. Raises Refusal."""
        async with self.lock_lobby(table_id) as table:
            if user_id != table.opened_by:
                raise UserError(
                    say("Only the person who opened the table takes others off it. /leave gives up your own seat.")
                )
            if guest == user_id:
                raise UserError(say("That is you. /leave gives your seat back, /close closes the table."))
            if table.find_seat(guest) is None:
                raise UserError(say("They have no seat at this table."))
            return await self.save_seats(table, remove_user(table, guest), drop_idle_check=guest)

    async def keep_open(self, table_id: int, user_id: int) -> Table:
        """A lobby that asked whether it is still wanted is. Raises Refusal."""
        async with self.lock_lobby(table_id) as table:
            require_seat(table, user_id)
            await self._context.write(
                lambda tx: announcements.postpone_idle_check(tx, table_id, self._context.now()), table_id
            )
        return table

    async def record_idle_question(self, announcement: Announcement) -> None:
        """A lobby has been asked whether it is still wanted: unless somebody touches it, it closes by itself."""
        now = self._context.now()

        async def work(tx: Transaction) -> None:
            if await announcements.is_pending(tx, announcement):
                await announcements.schedule_announcement(tx, announcement.table_id, "shut", now, now + LOBBY_GRACE_S)

        await self._context.write(work)

    async def close_idle(self, table_id: int) -> None:
        """Nobody wants a lobby any more: it closes."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.status == "lobby":
                await self._context.end_table(table, "closed")

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Get up before the game begins; the last one to leave closes the table. Raises Refusal."""
        async with self.lock_lobby(
            table_id, begun_text=say("The game has begun. /resign gives it up, /undo takes a move back.")
        ) as table:
            if table.find_seat(user_id) is None:
                raise UserError(say("You have no seat at this table. Press Join to take one."))
            people = remove_user(table, user_id)
            left = [person.user_id for person in people if person.user_id != NO_USER]
            if not left:
                return await self._context.end_table(table, "closed")
            return await self.save_seats(table, people, opened_by=left[0] if table.opened_by == user_id else None)

    async def set_option(self, table_id: int, user_id: int, name: str, value: str) -> Table:
        """Change an option before the game begins. Raises Refusal; in a game from a record for all but who may join."""
        async with self.lock_lobby(
            table_id, begun_text=say("The game has begun, so its options stay as they are.")
        ) as table:
            if name != "joining" and table.is_imported:
                raise UserError(say("This game comes from a record, and its options with it."))
            require_seat(table, user_id)
            require_opener(table, user_id)
            house, options = table.table_options, table.options
            if name in house:
                house = complete_options(TABLE_SETTINGS, {**house, name: value})
            else:
                options = restore_options(
                    self._context.catalogue.load_game(table.game).settings, {**options, name: value}
                )

            async def work(tx: Transaction) -> None:
                await tables.raise_revision(tx, table_id, table.revision, table.revision + 1)
                await tables.update_table(
                    tx,
                    table_id,
                    table_options=msgspec.json.encode(house).decode(),
                    options=msgspec.json.encode(options).decode(),
                )
                await announcements.postpone_idle_check(tx, table_id, self._context.now())

            await self._context.write(work, table_id)
        return await self._context.load_table(table_id)

    async def start(self, table_id: int, user_id: int) -> Table:
        """Begin the game; one from a record goes on where the record ends. Raises Refusal: not seated, too few players,
        begun already."""
        recorded = await self._records.load_start(table_id)
        async with self.lock_lobby(table_id) as table:
            if not table.has_only_computers or user_id != table.opened_by:
                require_seat(table, user_id)
            begun = recorded or await self._deal(table)
            if recorded is not None:
                _require_everybody(table, recorded)
            components = begun.components
            # The entries of a record come next: by which of them a seat was given up.
            left = {
                entry.seat: table.revision + n
                for n, entry in enumerate(begun.entries, 1)
                if entry.kind == "resign" and entry.seat in begun.left_seats
            }
            people = tuple(
                msgspec.structs.replace(p, has_left=p.seat in left, left_revision=left.get(p.seat, 0))
                for p in table.seats
            )
            running = msgspec.structs.replace(
                table, status="running", rules_version=begun.game.rules_version, seats=people
            )
            live = LoadedTable(running, begun.game, begun.seed, begun.position)

            async def work(tx: Transaction) -> LoadedTable:
                if table.has_computer_seats and len(table.reachable_players) == 1:
                    await require_few_solo_games(tx, table.reachable_players[0].user_id)
                await tables.save_components(tx, table.game, components)
                await tables.update_table(
                    tx,
                    table_id,
                    status="running",
                    rules_version=begun.game.rules_version,
                    components_digest=components[0],
                )
                await announcements.delete_announcements(tx, table_id, "idle", "shut", "full", "opened")
                if table.rematch_of is not None:
                    await tables.open_seals(tx, table.rematch_of)
                for person in people:
                    if person.has_left:
                        await tables.leave_seat(tx, table_id, person.seat, self._context.now(), person.left_revision)
                return await self._context.write_moves(tx, live, begun.entries, live.create_run(), user_id)

            started = (await self._context.change_table(work)).table
            if table.rematch_of is not None:
                self._context.drop_cached(table.rematch_of)
            return started

    async def _deal(self, table: Table) -> TableStart:
        """A fresh game. Raises Refusal: too few players."""
        catalogue = self._context.catalogue
        game = catalogue.load_game(table.game)
        if len(table.seats) not in game.seat_counts:
            raise UserError(
                say(
                    "{title} needs {least} players; {n} so far. Ask a friend to press Join.",
                    title=game.title,
                    least=min(game.seat_counts),
                    n=len(table.seats),
                )
            )
        seed = (await self._context.load_stored(table.id)).seed
        # Rules or components may have changed while the lobby stood open: the game is played with today's.
        components = catalogue.components_digest(table.game), catalogue.components_json(table.game)
        begun = kernel.begin_game(game, len(table.seats), restore_options(game.settings, table.options), seed)
        data = kernel.encode_position(begun.position).decode()
        digest = kernel.compute_digest(begun.position, seed)
        first = NewEntry("origin", None, "", digest, begun.events, is_barrier=True, origin_json=data)
        return TableStart(game, components, seed, (first,), begun.position)

    async def close(self, table_id: int, user_id: int, *, is_moderator: bool = False) -> Table:
        """End a table without a result: one that has not begun, or by a moderator a running one, which is written down as
        abandoned. Raises Refusal: only its opener or a moderator may; those who play agree on it, see
        `ProposalCommands.propose_close`."""
        async with self._context.table_lock(table_id):
            live = await self._context.load_playable(table_id)
            await self.require_may_close(live.table, user_id, is_moderator=is_moderator)
            if live.table.status == "lobby":
                return await self._context.end_table(live.table, "closed")
            asks = has_others_to_ask(live.table, user_id)
            if not is_moderator and asks:
                raise UserError(say("A game that has begun is closed by all who play it: /close asks them."))

            async def work(tx: Transaction) -> None:
                told = (
                    say("A moderator has closed the table: the game is abandoned, without a result.")
                    if asks
                    else say("The table is closed: the game is abandoned, without a result.")
                )
                await self._context.write_note(tx, live, told, user_id)
                await self._context.close_table(tx, live.table, "closed")

            await self._context.write(work, table_id)
        return await self._context.load_table(table_id)

    async def require_may_close(self, table: Table, user_id: int, *, is_moderator: bool) -> None:
        """Raise Refusal where somebody may not close a table that has not begun, or ask for the end of a game; or it is closed."""
        if not table.is_live:
            raise UserError(say("This table is closed already. /play opens a new one."))
        if is_moderator:
            return
        if (await self._settings.load_settings("server", table.guild_id)).values["closing"] == "moderators":
            raise UserError(
                say("On this server moderators close the tables. /leave gives up your own seat.")
                if table.status == "lobby"
                else say("On this server moderators close the tables. /resign gives up your own seat.")
            )
        if table.status == "running" and not table.has_only_computers:
            require_seat(table, user_id)
        elif user_id != table.opened_by:
            raise UserError(
                say(
                    "Only the person who opened the table, or a moderator, can close it. /leave gives up your own seat."
                )
            )

    async def abandon(self, table_id: int) -> None:
        """End a live table whose channel is gone."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.is_live:
                await self._context.end_table(table, "closed")

    async def _require_invitation(self, table: Table, user_id: int) -> None:
        """Raise Refusal for a stranger at a table that is for invited friends."""
        if table.table_options["joining"] == "invited" and not await tables.is_invited(
            self._context.store, table.id, user_id
        ):
            raise UserError(say("This table is for invited friends. Ask somebody who sits here to /invite you."))

    async def add_player(self, table: Table, user_id: int, name: str, computer_level: str = "") -> list[SeatAssignment]:
        """The people of a table and a newcomer, or a computer of a level. Raises Refusal: full."""
        most = max(self._context.catalogue.load_game(table.game).seat_counts)
        if len(table.seats) >= most:
            raise explain_table_full(most)
        people = [*table.seats, SeatAssignment(len(table.seats), user_id, name, computer_level=computer_level)]
        if table.rematch_of is not None:
            people = rotate_seats(people, (await self._context.load_table(table.rematch_of)).seats)
        return people

    async def save_seats(
        self,
        table: Table,
        assignments: list[SeatAssignment],
        *,
        opened_by: int | None = None,
        drop_idle_check: int | None = None,
    ) -> Table:
        """Other people, or the same in other seats, at a table that has not begun."""
        full = (
            len(assignments) == max(self._context.catalogue.load_game(table.game).seat_counts) and not table.is_imported
        )
        now = self._context.now()

        async def work(tx: Transaction) -> None:
            await tables.raise_revision(tx, table.id, table.revision, table.revision + 1)
            await tables.replace_seats(tx, table.id, assignments)
            await announcements.postpone_idle_check(tx, table.id, now)
            if not full:
                await announcements.delete_announcements(tx, table.id, "full")
            elif len(table.seats) < len(assignments):
                await announcements.schedule_announcement(tx, table.id, "full", now, now + FULL_LOBBY_CALL_S)
            if drop_idle_check is not None:
                await tables.delete_invitation(tx, table.id, drop_idle_check)
            await tables.update_table(tx, table.id, opened_by=opened_by or table.opened_by)

        await self._context.write(work, table.id)
        return await self._context.load_table(table.id)

    @asynccontextmanager
    async def _lock_for_guests(self, table_id: int) -> AsyncIterator[Table]:
        """The table, locked, in the lobby or while a computer has a seat at it."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.status == "running" and any(person.is_computer for person in table.seats):
                yield table
                return
        async with self.lock_lobby(table_id) as table:
            yield table

    @asynccontextmanager
    async def lock_lobby(self, table_id: int, begun_text: Text | None = None) -> AsyncIterator[Table]:
        """The table, locked, while it is still in the lobby. Raises Refusal: begun (`begun_text` says so in its own
        words), over."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.status == "running":
                raise UserError(begun_text or say("The game has begun already."))
            if not table.is_live:
                raise UserError(explain_game_over())
            yield table


def _require_everybody(table: Table, start: TableStart) -> None:
    """Raise Refusal when somebody is missing who would have to play on from a record's end."""
    free = [
        p.seat + 1
        for p in table.seats
        if p.user_id == NO_USER and not p.computer_level and p.seat not in start.left_seats
    ]
    if free and not start.is_over:
        raise UserError(
            say("The game goes on from here, so every seat needs somebody. Still free: {seats}.", seats=list(free))
        )
