"""Computers at the table: seats of their own, seats they play for somebody who is away, and the moves they make.

A `MoveService` receives what a seat may know and returns a move. That a decision is owed needs no row of its
own: it is the turn of a seat that a computer plays, and is found again after any accident.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Optional

import msgspec

from engine.host.model.move_service import MoveService
from engine.host.model.pace import UserSchedule
from engine.host.model.table import NO_USER, AnnouncedLine, SeatAssignment, Table
from engine.host.service.deadlines.handover import SeatHandover
from engine.host.service.play.limits import require_few_solo_games
from engine.host.service.play.live_game import (
    LoadedTable,
    has_other_players,
    play_entry,
    require_running_seat,
    require_seat,
    with_computer_level,
)
from engine.host.service.play.lobby import Lobby
from engine.host.service.play.moves import DEFAULT_SUBSTITUTE_LEVEL
from engine.host.service.play.seating import assign_free_seat, remove_seat
from engine.host.service.service_context import ServiceContext
from engine.host.store import (
    computer_turns,
    entries,
    proposals,
    reminders,
    seat_offers,
    tables,
    turn_deadlines,
    undo_requests,
)
from engine.host.store.computer_turns import PendingMove
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.kernel import position as kernel
from engine.kernel.dice import Dice, compute_commitment
from engine.kernel.event import Event
from engine.kernel.menu import Words
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError, Seat, SeatMention, Text, UserError, say
from engine.players.arena import MAX_GAME_MOVES
from engine.players.circles import needs_safe_move
from engine.players.computer_levels import LEVELS, Budget, choose_move
from engine.players.evaluator import load_evaluator
from engine.players.question import create_question
from engine.workers.requests import MoveRequest, UnansweredError

MAX_WATCHED_TABLES = 2
"""Tables of computers only that a server may have at the same time."""
WATCHED_MOVE_INTERVAL_S = 20
"""Seconds between two moves of a table that is only watched."""
BUSY_QUEUE_LENGTH = 3
"""With so many jobs before it a computer's turn says that it waits."""


class SeatReturn(msgspec.Struct, frozen=True):
    """A person has their seat again: `lines` are what they may read of what happened meanwhile, `move_count` how many
    moves were made
    for them."""

    table: Table
    seat: Seat
    lines: tuple[AnnouncedLine, ...]
    move_count: int


class ComputerSeats:
    """Computers at tables; without a move service there are none."""

    def __init__(
        self, context: ServiceContext, lobby: Lobby, handover: SeatHandover, move_service: Optional[MoveService]
    ) -> None:
        self._context = context
        self._lobby = lobby
        self._handover = handover
        self._move_service = move_service

    # -------------------------------------------------------- before the game
    async def add(self, table_id: int, user_id: int, level: str) -> Table:
        """Give a computer of a level a seat at a table that has not begun. Raises Refusal: not seated, full, begun."""
        self._require_level(level)
        async with self._lobby.lock_lobby(table_id) as table:
            require_seat(table, user_id)
            if table.is_imported:
                people = assign_free_seat(table, NO_USER, self._pick_name(table), level)
            else:
                people = await self._lobby.add_player(table, NO_USER, self._pick_name(table), level)
            return await self._lobby.save_seats(table, people)

    async def remove(self, table_id: int, user_id: int, seat: Seat) -> Table:
        """Take a computer off a table that has not begun; who opened it may. Raises Refusal."""
        async with self._lobby.lock_lobby(table_id) as table:
            if user_id != table.opened_by:
                raise UserError(say("Only the person who opened the table takes computers off it."))
            if not 0 <= seat < len(table.seats) or not table.seats[seat].is_computer:
                raise UserError(say("No computer has that seat any more."))
            return await self._lobby.save_seats(table, remove_seat(table, seat))

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
        """Begin a game of one person against computers of a level, at a table of so many seats (0: as few as the game takes).
        Raises Refusal: unknown game, not for so many, channel taken, too many such games."""
        self._require_level(level)
        game = self._context.catalogue.load_game(slug)
        await require_few_solo_games(self._context.store, user_id)
        return await self._start_game(
            guild_id, channel_id, user_id, game, [SeatAssignment(0, user_id, name)], level, seats, parent_channel_id
        )

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
        """Begin a game among computers of a level, to be watched. Raises Refusal as `start_solo`."""
        self._require_level(level)
        game = self._context.catalogue.load_game(slug)
        if await computer_turns.count_computer_tables(self._context.store, guild_id) >= MAX_WATCHED_TABLES:
            raise UserError(
                say(
                    "Computers play at {n} tables here already. Watch those, or wait until one is over.",
                    n=MAX_WATCHED_TABLES,
                )
            )
        return await self._start_game(guild_id, channel_id, user_id, game, [], level, seats, parent_channel_id)

    async def _start_game(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        game: AnyGame,
        assignments: list[SeatAssignment],
        level: str,
        seats: int,
        parent_channel_id: int | None,
    ) -> Table:
        seats = seats or min(game.seat_counts)
        if seats not in game.seat_counts:
            least, most = min(game.seat_counts), max(game.seat_counts)
            raise UserError(
                say("{title} is played by {n}.", title=game.title, n=least)
                if least == most
                else say("{title} is played by {least} to {most}.", title=game.title, least=least, most=most)
            )
        names = load_evaluator(game).computer_names
        while len(assignments) < seats:
            assignments.append(SeatAssignment(len(assignments), NO_USER, names[len(assignments)], computer_level=level))
        table = await self._lobby.open_seated_table(
            guild_id, channel_id, user_id, game.slug, assignments, parent_channel_id
        )
        try:
            return await self._lobby.start(table.id, user_id)
        except UserError:  # another one has begun in this moment
            await self._context.end_table(table, "closed")
            raise

    def _pick_name(self, table: Table) -> str:
        """A name that no computer at the table has."""
        taken = {person.name for person in table.seats if person.is_computer}
        names = load_evaluator(self._context.catalogue.load_game(table.game)).computer_names
        return next(name for name in (*names[table.id % len(names) :], *names) if name not in taken)

    def _require_level(self, level: str) -> None:
        """Raise Refusal where there are no computers, or none of this level."""
        if self._move_service is None:
            raise UserError(say("Computers do not play here."))
        if level not in LEVELS:
            raise UserError(say("Choose one of these levels: {levels}.", levels=list(LEVELS)))

    # ------------------------------------------------------------- stand-ins
    async def substitute(self, table_id: int, user_id: int, level: str = DEFAULT_SUBSTITUTE_LEVEL) -> Table:
        """Let a computer play one's own seat until one is back, in a rated game none better than a mate. Raises Refusal."""
        self._require_level(level)
        async with self._context.table_lock(table_id):
            live = await self._context.load_playable(table_id)
            seat = require_running_seat(live.table, user_id)
            if live.table.seats[seat].computer_level:
                raise UserError(say("A computer plays for you already. “Take my seat again” ends that."))
            return (
                await self._context.change_table(lambda tx: self.start_substitution(tx, live, seat, level, user_id))
            ).table

    async def start_substitution(
        self, tx: Transaction, loaded: LoadedTable, seat: Seat, level: str, user_id: int
    ) -> LoadedTable:
        """A computer plays for a person from now on. Returns the table as it will be stored."""
        if loaded.table.table_options["rated"] == "yes":  # or somebody could have their games won by a captain
            level = min(level, DEFAULT_SUBSTITUTE_LEVEL, key=LEVELS.index)
        told = Event(say("{seat} is away: a computer plays until they are back.", seat=SeatMention(seat)))
        return await self._change_level(tx, loaded, seat, level, user_id, told)

    async def end_substitution(self, table_id: int, user_id: int, *, interaction_id: int | None = None) -> SeatReturn:
        """A person takes their seat again. Raises Refusal where no computer plays it."""
        async with self._context.table_lock(table_id):
            live = await self._context.load_playable(table_id)
            seat = require_running_seat(live.table, user_id)
            if interaction_id is None or not await entries.is_interaction_known(self._context.store, interaction_id):
                if not live.table.seats[seat].is_substituted:
                    raise UserError(say("Your seat is yours: no computer plays for you here."))
                before = live
                away = (await turn_deadlines.load_schedule(self._context.store, user_id)).find_vacation_end(
                    self._context.now()
                ) is not None

                async def work(tx: Transaction) -> LoadedTable:
                    if away:  # here they are, whatever they have said of their vacation
                        await turn_deadlines.set_substitute(tx, user_id, None)
                    return await self._write_return(tx, before, seat, user_id, interaction_id)

                live = await self._context.change_table(work)
        return await self._build_seat_return(live.table, seat)

    async def _write_return(
        self, tx: Transaction, loaded: LoadedTable, seat: Seat, user_id: int, interaction_id: int | None = None
    ) -> LoadedTable:
        told = Event(say("{seat} is back, and plays on.", seat=SeatMention(seat)))
        return await self._change_level(tx, loaded, seat, "", user_id, told, interaction_id)

    async def _build_seat_return(self, table: Table, seat: Seat) -> SeatReturn:
        """What a person may read of the last time that a computer played for them."""
        until = max(held.until_revision for held in table.past_holders if held.seat == seat and held.computer_level)
        since = max(
            (held.until_revision for held in table.past_holders if held.seat == seat and held.until_revision < until),
            default=-1,
        )
        lines = await entries.load_lines(self._context.store, table.id, seat, since_revision=since)
        log = await entries.load_entries(self._context.store, table.id)
        made = sum(entry.kind == "computer" and entry.seat == seat and since < entry.seq < until for entry in log)
        return SeatReturn(table, seat, tuple(line for line in lines if line.seq < until), made)

    async def _change_level(
        self,
        tx: Transaction,
        loaded: LoadedTable,
        seat: Seat,
        computer_level: str,
        user_id: int,
        event: Event,
        interaction_id: int | None = None,
    ) -> LoadedTable:
        """Somebody else plays a seat from now on: its person, or a computer for them."""
        table = loaded.table
        assert loaded.position is not None
        digest = kernel.compute_digest(loaded.position, loaded.seed)
        # Who goes is named as a person, not as the computer that plays from this entry on.
        new = [NewEntry("note", seat, "", digest, (event,))] if computer_level else []
        new.append(NewEntry("replace", seat, "", digest, () if computer_level else (event,)))
        rev = await entries.append_entries(
            tx, table.id, table.revision, new, user_id, self._context.now(), interaction_id
        )
        await tables.set_computer_level(tx, table.id, seat, rev, computer_level)
        await seat_offers.delete_offer(tx, table.id, seat)
        # The clock and a vote about the seat go on until it has moved: standing in and coming back wins no time.
        await turn_deadlines.reschedule(tx, "t.table_id = ? AND t.seat = ?", table.id, seat)
        await reminders.void_pending_calls(tx, table.id, seat)
        await proposals.void_seat_proposals(tx, table.id, seat)
        await undo_requests.keep_valid(tx, table.id, table.revision, rev)
        return msgspec.structs.replace(
            loaded, table=msgspec.structs.replace(with_computer_level(table, seat, computer_level, rev), revision=rev)
        )

    async def update_substitutes(self) -> list[int]:
        """Let computers play for those whose vacation has begun and who have asked for that, where anybody waits for them, and give
        the seats back to those whose vacation is over. Returns the tables that have changed."""
        changed: list[int] = []
        for user, level in await computer_turns.list_substitute_levels(self._context.store):
            person, now = await turn_deadlines.load_schedule(self._context.store, user), self._context.now()
            seats = await tables.list_running_tables(self._context.store, user, self._context.share)
            async with AsyncExitStack() as locks:
                for table_id in seats:  # in the order of their ids, so that two people cannot wait for each other
                    await locks.enter_async_context(self._context.table_lock(table_id))
                for table_id in seats:
                    live = await self._context.load_playable(table_id)
                    seat = live.table.find_seat(user)
                    if seat is None or live.table.status != "running":
                        continue
                    if live.table.seats[seat].computer_level:
                        if await self._is_substitution_over(live.table, seat, person, level):
                            await self._context.change_table(
                                partial(self._write_return, loaded=live, seat=seat, user_id=user)
                            )
                            changed.append(table_id)
                    elif (
                        level is not None
                        and person.find_vacation_end(now) is not None
                        and has_other_players(live.table, user)
                    ):
                        goes = partial(self.start_substitution, loaded=live, seat=seat, level=level, user_id=user)
                        await self._context.change_table(goes)
                        changed.append(table_id)
            over = level is not None and not person.find_vacation(now)
            if over and not await computer_turns.is_user_substituted(
                self._context.store, user
            ):  # else on the servers of another process
                await self._context.write(partial(turn_deadlines.set_substitute, user_id=user, computer_level=None))
        return changed

    async def _is_substitution_over(
        self, table: Table, seat: Seat, schedule: UserSchedule, substitute_level: str | None
    ) -> bool:
        """Whether somebody gets a seat back that a computer plays for them: the vacation is over on which it began to, or the one
        for which they have asked for the computer `substitute_level`. What they ask for before a vacation goes on."""
        now = self._context.now()
        if schedule.find_vacation_end(now) is not None or (
            substitute_level is not None and not schedule.find_vacation(now)
        ):
            return schedule.find_vacation_end(now) is None
        until = max(held.until_revision for held in table.past_holders if held.seat == seat)
        at = await entries.find_written_at(self._context.store, table.id, until)
        went = None if at is None else schedule.to_local_time(at).date()
        return went is not None and any(first <= went <= last for first, last in schedule.all_vacations)

    # ------------------------------------------- a person for a computer's seat
    async def replace_computer(self, table_id: int, user_id: int, name: str, seat: Seat | None = None) -> Table:
        """An invited friend takes the seat of a computer (None: the first) in a running game. Raises Refusal."""
        table = await self._context.load_table(table_id)
        own = [person.seat for person in table.seats if person.is_computer]
        if not own:
            raise UserError(say("The game has begun already."))
        if table.find_seat(user_id) is not None:
            raise UserError(say("You already have a seat. “Your move” shows it."))
        if table.has_only_computers:
            raise UserError(say("Computers play here to be watched."))
        if not await tables.is_invited(self._context.store, table_id, user_id):
            raise UserError(say("Ask somebody who plays here to /invite you; then /join takes the seat of a computer."))
        if seat is not None and seat not in own:
            raise UserError(say("No computer has that seat any more."))
        return await self._handover.assign_seat(table_id, own[0] if seat is None else seat, user_id, name)

    # ------------------------------------------------------------- their moves
    async def list_pending_moves(self, paused_table_ids: Collection[int] = ()) -> list[tuple[PendingMove, int]]:
        """The answers that computers owe, one a table, with the moment from which each may be given."""
        found: dict[int, tuple[PendingMove, int]] = {}
        for one in (
            await computer_turns.list_pending_moves(self._context.store, self._context.share)
            if self._move_service is not None
            else ()
        ):
            if one.table_id not in paused_table_ids:
                found.setdefault(
                    one.table_id, (one, one.asked_at + WATCHED_MOVE_INTERVAL_S if one.is_unattended else 0)
                )
        return list(found.values())

    def must_wait(self, pending_move: PendingMove) -> bool:
        """Whether others are served first, so that the table should be told."""
        return (
            self._move_service is not None
            and self._move_service.count_ahead(pending_move.opened_by) >= BUSY_QUEUE_LENGTH
        )

    async def choose_move(self, pending_move: PendingMove) -> Words | None:
        """What a computer would play; None when it is not asked any more. Raises UnansweredError."""
        live = await self._context.load_playable(pending_move.table_id)
        if self._move_service is None or not _is_still_pending(live, pending_move):
            return None
        assert live.position is not None
        afresh, dice = Dice(self._context.seeds()), compute_commitment(live.seed)
        put = create_question(live.game, live.position, live.seed, pending_move.seat, afresh)
        if put is None:
            # Nothing may be told of this turn: a look one move ahead, of some thousandths of a second, does not need to be.
            return choose_move(
                pending_move.computer_level,
                live.game,
                live.position,
                live.seed,
                pending_move.seat,
                Dice(dice),
                Budget(max_playouts=0),
            )
        stored = await self._context.load_stored(pending_move.table_id)
        return await self._move_service.choose_move(
            MoveRequest(live.table.game, stored.components_data, pending_move.computer_level, put, dice),
            pending_move.opened_by,
        )

    async def play_move(self, pending_move: PendingMove, words: Words) -> Table | None:
        """Make a computer's move; None when it has been overtaken."""
        return await self._play_move(pending_move, words, ())

    async def play_safe_move(self, pending_move: PendingMove) -> Table | None:
        """Play a safe move for a computer that could not think, and say so."""
        told = say(
            "A computer could not think this through, so a safe move is played for {seat}.",
            seat=SeatMention(pending_move.seat),
        )
        return await self._play_move(pending_move, None, (Event(told),))

    async def _play_move(self, pending_move: PendingMove, words: Words | None, events: Sequence[Event]) -> Table | None:
        async with self._context.table_lock(pending_move.table_id):
            live = await self._context.load_playable(pending_move.table_id)
            if not _is_still_pending(live, pending_move):
                return None
            assert live.position is not None
            if live.position.move_count >= MAX_GAME_MOVES:
                return await self._abandon_game(live)
            run = live.create_run()
            if await self._plays_in_circles(pending_move):
                words = None
            move = live.game.safe_move(pending_move.seat, run.build_menu(pending_move.seat)) if words is None else words
            try:
                entry = play_entry(run, "computer", pending_move.seat, move, live.seed)[0]
            except IllegalMoveError as no:
                raise UnansweredError(str(no)) from None
            entry = msgspec.structs.replace(entry, events=(*events, *entry.events))
            return (
                await self._context.change_table(lambda tx: self._context.write_moves(tx, live, [entry], run, None))
            ).table

    async def _plays_in_circles(self, pending_move: PendingMove) -> bool:
        return needs_safe_move(
            await entries.count_moves_in_row(self._context.store, pending_move.table_id, pending_move.seat)
        )

    async def _abandon_game(self, loaded: LoadedTable) -> Table:
        """A game that does not come to an end is closed."""

        async def work(tx: Transaction) -> None:
            told: Text = say(
                "After {n} moves there is no end in sight: the game is abandoned, without a result.", n=MAX_GAME_MOVES
            )
            await self._context.write_note(tx, loaded, told, None)
            await self._context.close_table(tx, loaded.table, "closed")

        await self._context.write(work, loaded.table.id)
        return await self._context.load_table(loaded.table.id)


def _is_still_pending(loaded: LoadedTable, pending_move: PendingMove) -> bool:
    """Whether a computer still owes this answer."""
    table = loaded.table
    return (
        table.status == "running"
        and table.asked_revision == pending_move.asked_revision
        and loaded.situation is not None
        and pending_move.seat in loaded.situation.questions
        and table.seats[pending_move.seat].computer_level == pending_move.computer_level
    )
