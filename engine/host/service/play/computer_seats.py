"""Computers with seats of their own: adding, removing and replacing them, and games of one person or nobody against them."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

import msgspec

from engine.host.model.table import NO_USER, SeatAssignment, Table
from engine.host.service.lobby.limits import require_computer_level, require_few_solo_games
from engine.host.service.lobby.lobby import Lobby
from engine.host.service.lobby.lobby_seats import LobbySeats, ask_to_confirm
from engine.host.service.lobby.seating import remove_seat
from engine.host.service.play.handover import SeatHandover
from engine.host.service.seat_checks import require_seat
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import end_table
from engine.host.store import computer_turns, tables
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat, UserError, say
from engine.players.evaluator import load_evaluator

MAX_WATCHED_TABLES = 2
"""Tables of computers only that a server may have at the same time."""


class ComputerSeats:
    """The seats of computers."""

    def __init__(self, context: ServiceContext, lobby: Lobby, lobby_seats: LobbySeats, handover: SeatHandover) -> None:
        self._context = context
        self._lobby = lobby
        self._lobby_seats = lobby_seats
        self._handover = handover
        self._watching_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def add(self, table_id: int, user_id: int, level: str) -> Table:
        """Give a computer of a level a seat before the game begins. Raises UserError without a seat, if it is full or has begun."""
        self._require_level(level)
        async with self._lobby_seats.lock_lobby(table_id) as table:
            require_seat(table, user_id)
            seats = await self._lobby_seats.add_player(table, NO_USER, self._pick_name(table), level)
            return await self._save_seats(table, seats, user_id)

    async def remove(self, table_id: int, user_id: int, seat: Seat) -> Table:
        """Remove a computer before the game begins, as the opener may. Raises UserError."""
        async with self._lobby_seats.lock_lobby(table_id) as table:
            if user_id != table.opened_by:
                raise UserError(say("Only the person who opened the table takes computers off it."))
            if not 0 <= seat < len(table.seats) or not table.seats[seat].is_computer:
                raise UserError(say("No computer has that seat any more."))
            return await self._save_seats(table, remove_seat(table, seat), user_id)

    async def _save_seats(self, table: Table, seats: list[SeatAssignment], user_id: int) -> Table:
        """Store the seats. If the game counts now or counts no more, all others must press Start again."""
        if msgspec.structs.replace(table, seats=tuple(seats)).is_rated != table.is_rated:
            seats = ask_to_confirm(seats, user_id)
        return await self._lobby_seats.save_seats(table, seats)

    async def start_solo(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        slug: str,
        level: str,
        seats: int = 0,
        *,
        parent_channel_id: int | None = None,
    ) -> Table:
        """Begin a game of one user against computers of a level, with `seats` seats (0: as few as possible).

        Raises UserError for an unknown game, a wrong number of seats, a channel with a table, or too many such games.
        """
        self._require_level(level)
        game = self._context.catalogue.load_game(slug)
        await require_few_solo_games(self._context.store, user_id)
        assignments = _fill_with_computers([SeatAssignment(0, user_id, name)], game, level, seats)
        return await self._start_game(guild_id, channel_id, user_id, slug, assignments, parent_channel_id)

    async def start_watched(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        slug: str,
        level: str,
        seats: int = 0,
        *,
        parent_channel_id: int | None = None,
    ) -> Table:
        """Begin a game among computers of a level, to be watched. Raises UserError like `start_solo`."""
        self._require_level(level)
        game = self._context.catalogue.load_game(slug)
        assignments = _fill_with_computers([], game, level, seats)
        # The limit is checked and the game is opened under one lock, so that people who press at the same time share it.
        async with self._lock_watching(guild_id):
            if await computer_turns.count_computer_tables(self._context.store, guild_id) >= MAX_WATCHED_TABLES:
                raise UserError(
                    say(
                        "Computers play at {n} tables here already. Watch those, or wait until one is over.",
                        n=MAX_WATCHED_TABLES,
                    )
                )
            return await self._start_game(guild_id, channel_id, user_id, slug, assignments, parent_channel_id)

    def _lock_watching(self, guild_id: int) -> asyncio.Lock:
        """Return the lock for opening tables of computers only on a server."""
        lock = self._watching_locks.get(guild_id)
        if lock is None:
            lock = self._watching_locks[guild_id] = asyncio.Lock()
        return lock

    async def _start_game(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        slug: str,
        assignments: list[SeatAssignment],
        parent_channel_id: int | None,
    ) -> Table:
        table = await self._lobby.open_seated_table(guild_id, channel_id, user_id, slug, assignments, parent_channel_id)
        try:
            return await self._lobby.start(table.id, user_id)
        except UserError:  # the user has reached a limit by another table in the meantime
            await end_table(self._context, table, "closed")
            raise

    async def replace_computer(self, table_id: int, user_id: int, name: str, seat: Seat | None = None) -> Table:
        """Give an invited user the seat of a computer (by default, the first) in a running game. Raises UserError."""
        table = await self._context.load_table(table_id)
        computer_seats = [person.seat for person in table.seats if person.is_computer]
        if not computer_seats:
            raise UserError(say("The game has begun already."))
        if table.find_seat(user_id) is not None:
            raise UserError(say("You already have a seat. “Your move” shows it."))
        if table.has_only_computers:
            raise UserError(say("Computers play here to be watched."))
        if not await tables.is_invited(self._context.store, table_id, user_id):
            raise UserError(
                say("Ask somebody who plays here to {/invite} you; then {/join} takes the seat of a computer.")
            )
        if seat is None:
            seat = computer_seats[0]
        if seat not in computer_seats:
            raise UserError(say("No computer has that seat any more."))
        return await self._handover.assign_seat(table_id, seat, user_id, name)

    def _pick_name(self, table: Table) -> str:
        """Return a name that no computer at the table has."""
        taken = {person.name for person in table.seats if person.is_computer}
        names = load_evaluator(self._context.catalogue.load_game(table.game)).computer_names
        first = table.id % len(names)
        return next(name for name in (*names[first:], *names) if name not in taken)

    def _require_level(self, level: str) -> None:
        require_computer_level(level, has_computers=self._context.has_computers)


def _fill_with_computers(
    assignments: list[SeatAssignment], game: AnyGame, level: str, seat_count: int
) -> list[SeatAssignment]:
    """Return the seats filled up with computers to `seat_count` (0: as few as possible). Raises UserError."""
    seat_count = seat_count or min(game.seat_counts)
    if seat_count not in game.seat_counts:
        fewest, most = min(game.seat_counts), max(game.seat_counts)
        if fewest == most:
            raise UserError(say("{title} is played by {n}.", title=game.title, n=fewest))
        raise UserError(say("{title} is played by {least} to {most}.", title=game.title, least=fewest, most=most))
    names = load_evaluator(game).computer_names
    computers = []
    for seat in range(len(assignments), seat_count):
        computers.append(SeatAssignment(seat, NO_USER, names[seat], computer_level=level))
    return [*assignments, *computers]
