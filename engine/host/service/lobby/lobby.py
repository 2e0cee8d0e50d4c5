"""The lobby: opening a table, taking and leaving seats, options, starting the game, closing the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

from engine.host.model.table import NO_USER, TABLE_SETTINGS, SeatAssignment, Table
from engine.host.service.history.records import Records
from engine.host.service.live_game import LoadedTable
from engine.host.service.lobby.closing import write_closing
from engine.host.service.lobby.game_start import deal_game, is_rematch_of_all, mark_left_seats, require_all_seats_taken
from engine.host.service.lobby.limits import require_few_lobbies, require_few_solo_games
from engine.host.service.lobby.lobby_seats import LobbySeats
from engine.host.service.lobby.options import change_option, confirm_start
from engine.host.service.lobby.seating import (
    assign_seat,
    create_empty_seat,
    remove_user,
    rotate_seats,
)
from engine.host.service.lobby.table_creation import TableCreator, TableDraft, carry_over_options
from engine.host.service.people.settings import Settings
from engine.host.service.seat_checks import require_opener, require_seat
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import end_table, write_moves
from engine.host.store import outbox, tables
from engine.host.store.database import Transaction
from engine.host.store.history import game_end, table_archive
from engine.host.store.user_data import list_subscribers
from engine.host.store.users import user_schedules
from engine.kernel.record import format_record
from engine.kernel.script import complete_options, restore_options
from engine.kernel.text import Seat, SeatMention, UserError, say


class Lobby:
    """The operations on tables that have not begun. A game from a record has fixed seats, and players choose theirs."""

    def __init__(self, context: ServiceContext, settings: Settings, records: Records, lobby_seats: LobbySeats) -> None:
        self._context = context
        self._settings = settings
        self._records = records
        self._seats = lobby_seats
        self._creator = TableCreator(context, settings)

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
        """Open a table in a channel and give its opener a seat; `parent_channel_id` is the channel of a public thread.

        Raises UserError for an unknown game or option, or if the channel has a table.
        """
        game = self._context.catalogue.load_game(slug)
        new_table = TableDraft(
            guild_id,
            channel_id,
            user_id,
            slug,
            complete_options(game.settings, options),
            complete_options(TABLE_SETTINGS, {}),
            [SeatAssignment(0, user_id, name)],
            parent_channel_id,
        )

        async def announce_to_subscribers(tx: Transaction, table_id: int) -> None:
            now = self._context.now()
            for subscriber in await list_subscribers(tx, guild_id, slug):
                if subscriber != user_id:
                    schedule = await user_schedules.load_schedule(tx, subscriber)
                    due_at = schedule.find_awake_at(now)
                    await outbox.add_message(tx, table_id, "opened", now, due_at, subscriber)

        return await self._creator.create_table(new_table, announce_to_subscribers)

    async def open_seated_table(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        slug: str,
        seats: list[SeatAssignment],
        parent_channel_id: int | None,
    ) -> Table:
        """Open a table with the given users and computers; others need an invitation. Raises UserError if the channel
        has a table."""
        settings = self._context.catalogue.load_game(slug).settings
        table_options = complete_options(TABLE_SETTINGS, {"rated": "no", "joining": "invited"})
        return await self._creator.create_table(
            TableDraft(
                guild_id,
                channel_id,
                user_id,
                slug,
                complete_options(settings, {}),
                table_options,
                seats,
                parent_channel_id,
            )
        )

    async def require_may_open(self, user_id: int) -> None:
        """Raise UserError if a user has opened too many tables and begun none of them."""
        await require_few_lobbies(self._context.store, user_id)

    async def open_rematch(self, table_id: int, user_id: int, name: str) -> Table:
        """Open a table for the players of a finished game with its options, and give the asking user a seat.

        The others join as usual. The seats of the last game move up by one. Raises UserError if the user was not in
        that game, it is not over, or the channel has a table.
        """
        last = await self._context.load_table(table_id)
        if last.status != "finished":
            raise UserError(say("The game goes on. A rematch can be asked for when it is over."))
        if user_id not in [person.user_id for person in last.seats]:
            raise UserError(say("A rematch is for the people of that game. {/play} opens a table of your own."))
        settings = self._context.catalogue.load_game(last.game).settings
        computers = []
        for person in last.seats:
            if person.is_computer:
                computers.append(msgspec.structs.replace(person, has_left=False, left_revision=0))
        new_table = TableDraft(
            last.guild_id,
            last.channel_id,
            user_id,
            last.game,
            carry_over_options(settings, last.options),
            # HINT_USED is no setting, so a hint in the last game does not count for this one.
            {setting.name: last.table_options[setting.name] for setting in TABLE_SETTINGS},
            rotate_seats([SeatAssignment(0, user_id, name), *computers], last.seats),
            last.parent_channel_id,
        )

        async def link_and_invite(tx: Transaction, table_id: int) -> None:
            await tables.update_table(tx, table_id, rematch_of=last.id, pace_h=last.pace_h)
            for person in last.reachable_players:
                await tables.add_invitation(tx, table_id, person.user_id)

        return await self._creator.create_table(new_table, link_and_invite)

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
        """Open a table for a record and give its opener the first seat that is still played; `start` goes on at the record's end.

        Raises UserError, naming the line, if it is no record or illegal, and if the channel has a table.
        """
        record, start = await self._records.read_record(text)
        seats = [create_empty_seat(seat, has_left=seat in start.left_seats) for seat in range(record.seat_count)]
        own_seat = next(person.seat for person in seats if not person.has_left)
        seats[own_seat] = SeatAssignment(own_seat, user_id, name)
        new_table = TableDraft(
            guild_id,
            channel_id,
            user_id,
            record.game,
            restore_options(start.game.settings, record.options),
            complete_options(TABLE_SETTINGS, {}),
            seats,
            parent_channel_id,
        )

        async def write_record(tx: Transaction, table_id: int) -> None:
            await tables.save_components(tx, record.game, start.components)
            await tables.update_table(tx, table_id, seed=record.seed, components_digest=start.components[0])
            # The record is formatted again: anything else in the text, such as a name in a comment, must not be stored.
            await table_archive.save_record(tx, table_id, format_record(record), is_complete=start.is_over)

        return await self._creator.create_table(new_table, write_record)

    async def join(self, table_id: int, user_id: int, name: str) -> Table:
        """Take a free seat. Raises UserError if the user has one, the table is full, or the game has begun or is over."""
        async with self._seats.lock_lobby(table_id) as table:
            if table.find_seat(user_id) is not None:
                raise UserError(say("You already have a seat. Wait for the others, or press Start."))
            await self._require_invitation(table, user_id)
            seats = await self._seats.add_player(table, user_id, name)
            return await self._seats.save_seats(table, seats)

    async def take_seat(self, table_id: int, user_id: int, name: str, seat: Seat) -> Table:
        """Take a given free seat of a game from a record, and leave one's own. Raises UserError."""
        async with self._seats.lock_lobby(table_id) as table:
            if not table.is_imported or not 0 <= seat < len(table.seats):
                raise UserError(say("Seats can be chosen at tables that were opened from a record. Press Join."))
            if table.seats[seat].has_left:
                raise UserError(say("That seat was given up on the way: nobody plays it any more. Choose another one."))
            if table.seats[seat].is_computer or table.seats[seat].user_id not in (NO_USER, user_id):
                raise UserError(say("{seat} sits there already. Choose a free seat.", seat=SeatMention(seat)))
            if table.find_seat(user_id) is None:
                await self._require_invitation(table, user_id)
            return await self._seats.save_seats(table, assign_seat(table, seat, user_id, name))

    async def invite(self, table_id: int, user_id: int, guest: int) -> Table:
        """Allow a user to join a table for invited players, or to take a computer's seat at a running one.

        Raises UserError if the inviting user has no seat, the game has begun without computers, or the guest has a
        seat.
        """
        async with self._lock_for_guests(table_id) as table:
            require_seat(table, user_id)
            if table.find_seat(guest) is not None:
                raise UserError(say("They have a seat already."))

            async def work(tx: Transaction) -> None:
                await tables.add_invitation(tx, table_id, guest)
                if table.status == "lobby":
                    await outbox.postpone_idle_check(tx, table_id, self._context.now())

            await self._context.write(work)
        self._context.notify_listeners()
        return table

    async def remove_user(self, table_id: int, user_id: int, guest: int) -> Table:
        """Remove a user from a table that has not begun, as its opener may. Raises UserError."""
        async with self._seats.lock_lobby(table_id) as table:
            if user_id != table.opened_by:
                raise UserError(
                    say("Only the person who opened the table takes others off it. {/leave} gives up your own seat.")
                )
            if guest == user_id:
                raise UserError(say("That is you. {/leave} gives your seat back, {/close} closes the table."))
            if table.find_seat(guest) is None:
                raise UserError(say("They have no seat at this table."))
            return await self._seats.save_seats(table, remove_user(table, guest), removed_user=guest)

    async def leave(self, table_id: int, user_id: int) -> Table:
        """Leave a seat before the game begins; the last player closes the table. Raises UserError."""
        async with self._seats.lock_lobby(
            table_id, begun_text=say("The game has begun. {/resign} gives it up, {/undo} takes a move back.")
        ) as table:
            if table.find_seat(user_id) is None:
                raise UserError(say("You have no seat at this table. Press Join to take one."))
            seats = remove_user(table, user_id)
            remaining_users = [person.user_id for person in seats if person.user_id != NO_USER]
            if not remaining_users:
                return await end_table(self._context, table, "closed")
            if table.opened_by != user_id:
                return await self._seats.save_seats(table, seats)
            return await self._seats.save_seats(table, seats, opened_by=remaining_users[0])

    async def set_option(self, table_id: int, user_id: int, name: str, value: str) -> Table:
        """Change an option before the game begins; see `options`.

        Raises UserError; in a game from a record only the option `joining` can change.
        """
        async with self._seats.lock_lobby(
            table_id, begun_text=say("The game has begun, so its options stay as they are.")
        ) as table:
            if name != "joining" and table.is_imported:
                raise UserError(say("This game comes from a record, and its options with it."))
            require_seat(table, user_id)
            require_opener(table, user_id)
            await change_option(self._context, table, user_id, name, value)
        return await self._context.load_table(table_id)

    async def start(self, table_id: int, user_id: int) -> Table:
        """Begin the game; one from a record goes on at the record's end.

        Raises UserError if the user has no seat, there are too few players, others must press Start, or the game has begun.
        """
        record_start = await self._records.load_start(table_id)
        async with self._seats.lock_lobby(table_id) as table:
            if not table.has_only_computers or user_id != table.opened_by:
                require_seat(table, user_id)
            if record_start is None:
                start = await deal_game(self._context, table)
            else:
                start = record_start
                require_all_seats_taken(table, start)
            await confirm_start(self._seats, table, user_id)
            seats, rules_version = mark_left_seats(table, start), start.game.rules_version
            ends_last_game = table.rematch_of is not None and is_rematch_of_all(
                await self._context.load_table(table.rematch_of), table
            )
            running = msgspec.structs.replace(table, status="running", rules_version=rules_version, seats=seats)
            loaded = LoadedTable(running, start.game, start.seed, start.position)

            async def work(tx: Transaction) -> LoadedTable:
                if table.has_computer_seats and len(table.reachable_players) == 1:
                    await require_few_solo_games(tx, table.reachable_players[0].user_id)
                await tables.save_components(tx, table.game, start.components)
                await tables.update_table(
                    tx, table_id, status="running", rules_version=rules_version, components_digest=start.components[0]
                )
                await tables.replace_seats(tx, table_id, seats)
                await outbox.delete_messages(tx, table_id, "idle", "shut", "full", "opened")
                if ends_last_game:
                    assert table.rematch_of is not None
                    await game_end.open_seals(tx, table.rematch_of)
                for person in seats:
                    if person.has_left:
                        await tables.leave_seat(tx, table_id, person.seat, self._context.now(), person.left_revision)
                return await write_moves(self._context, tx, loaded, start.entries, loaded.create_run(), user_id)

            started = (await self._context.change_table(work)).table
            if ends_last_game and table.rematch_of is not None:
                self._context.drop_cached(table.rematch_of)
            return started

    async def close(self, table_id: int, user_id: int, *, is_moderator: bool = False) -> Table:
        """End a table without a result: a lobby, or a running game as abandoned by a moderator.

        Raises UserError for users who may not. Players of a running game agree on its end, see
        `Proposals.propose_close`.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            await self.require_may_close(loaded.table, user_id, is_moderator=is_moderator)
            await write_closing(self._context, loaded, user_id, is_moderator=is_moderator)
        return await self._context.load_table(table_id)

    async def require_may_close(self, table: Table, user_id: int, *, is_moderator: bool) -> None:
        """Raise UserError if a user may not close a lobby, or propose the end of a game, or if the table is closed."""
        if not table.is_live:
            raise UserError(say("This table is closed already. {/play} opens a new one."))
        if is_moderator:
            return
        server_settings = await self._settings.load_settings("server", table.guild_id)
        if server_settings.values["closing"] == "moderators":
            if table.status == "lobby":
                raise UserError(say("On this server moderators close the tables. {/leave} gives up your own seat."))
            raise UserError(say("On this server moderators close the tables. {/resign} gives up your own seat."))
        if table.status == "running" and not table.has_only_computers:
            require_seat(table, user_id)
        elif user_id != table.opened_by:
            text = say(
                "Only the person who opened the table, or a moderator, can close it. {/leave} gives up your own seat."
            )
            raise UserError(text)

    async def _require_invitation(self, table: Table, user_id: int) -> None:
        """Raise UserError for a user who needs an invitation: at a table for invited players, or after a removal."""
        is_invited = await tables.is_invited(self._context.store, table.id, user_id)
        if is_invited is False:
            raise UserError(say("You were taken off this table. Ask somebody who sits here to {/invite} you."))
        if table.table_options["joining"] == "invited" and not is_invited:
            raise UserError(say("This table is for invited friends. Ask somebody who sits here to {/invite} you."))

    @asynccontextmanager
    async def _lock_for_guests(self, table_id: int) -> AsyncIterator[Table]:
        """Lock a table that is in the lobby, or at which a computer has a seat."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.status == "running" and any(person.is_computer for person in table.seats):
                yield table
                return
        async with self._seats.lock_lobby(table_id) as table:
            yield table
