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
from engine.host.model.pace import Person
from engine.host.model.table import NOBODY, Line, Seated, Table
from engine.host.service.context import Context
from engine.host.service.play.limits import require_few_alone
from engine.host.service.play.live import Loaded, played, playing, seated, with_level, with_others
from engine.host.service.play.lobby import Lobby
from engine.host.service.play.moves import STAND_IN
from engine.host.service.play.seating import on_free_seat, without_seat
from engine.host.service.time.handover import Handover
from engine.host.store import crew, entries, motions, notices, offers, tables, turns, wishes
from engine.host.store.crew import Owed
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.kernel import position as kernel
from engine.kernel.dice import Dice, commitment
from engine.kernel.event import Event
from engine.kernel.menu import Words
from engine.kernel.registry import AnyGame
from engine.kernel.text import Illegal, Refusal, Seat, Text, Who, say
from engine.players.arena import MAX_GAME_MOVES
from engine.players.circles import needs_safe_move
from engine.players.computer_levels import LEVELS, Budget, choose_move
from engine.players.evaluator import load_evaluator
from engine.players.question import create_question
from engine.workers.requests import MoveRequest, UnansweredError

WATCHED = 2
"""Tables of computers only that a server may have at the same time."""
PACE = 20
"""Seconds between two moves of a table that is only watched."""
QUEUE = 3
"""With so many jobs before it a computer's turn says that it waits."""


class Returned(msgspec.Struct, frozen=True):
    """A person has their seat again: `lines` are what they may read of what happened meanwhile, `moves` how many moves were made
    for them."""

    table: Table
    seat: Seat
    lines: tuple[Line, ...]
    moves: int


class Crew:
    """Computers at tables; without a move service there are none."""

    def __init__(self, context: Context, lobby: Lobby, handover: Handover, move_service: Optional[MoveService]) -> None:
        self._context = context
        self._lobby = lobby
        self._handover = handover
        self._move_service = move_service

    # -------------------------------------------------------- before the game
    async def add(self, table_id: int, user: int, level: str) -> Table:
        """Give a computer of a level a seat at a table that has not begun. Raises Refusal: not seated, full, begun."""
        self._require(level)
        async with self._lobby.waiting(table_id) as table:
            seated(table, user)
            if table.imported:
                people = on_free_seat(table, NOBODY, self._name(table), level)
            else:
                people = await self._lobby.one_more(table, NOBODY, self._name(table), level)
            return await self._lobby.reseat(table, people)

    async def remove(self, table_id: int, user: int, seat: Seat) -> Table:
        """Take a computer off a table that has not begun; who opened it may. Raises Refusal."""
        async with self._lobby.waiting(table_id) as table:
            if user != table.opened_by:
                raise Refusal(say("Only the person who opened the table takes computers off it."))
            if not 0 <= seat < len(table.seats) or not table.seats[seat].own:
                raise Refusal(say("No computer has that seat any more."))
            return await self._lobby.reseat(table, without_seat(table, seat))

    async def solo(
        self,
        guild: int,
        channel: int,
        user: int,
        name: str,
        slug: str,
        level: str,
        seats: int = 0,
        *,
        parent: int | None = None,
    ) -> Table:
        """Begin a game of one person against computers of a level, at a table of so many seats (0: as few as the game takes).
        Raises Refusal: unknown game, not for so many, channel taken, too many such games."""
        self._require(level)
        game = self._context.catalogue.game(slug)
        await require_few_alone(self._context.store, user)
        return await self._seat_up(guild, channel, user, game, [Seated(0, user, name)], level, seats, parent)

    async def watch(
        self, guild: int, channel: int, user: int, slug: str, level: str, seats: int = 0, *, parent: int | None = None
    ) -> Table:
        """Begin a game among computers of a level, to be watched. Raises Refusal as `solo`."""
        self._require(level)
        game = self._context.catalogue.game(slug)
        if await crew.computer_tables(self._context.store, guild) >= WATCHED:
            raise Refusal(
                say("Computers play at {n} tables here already. Watch those, or wait until one is over.", n=WATCHED)
            )
        return await self._seat_up(guild, channel, user, game, [], level, seats, parent)

    async def _seat_up(
        self,
        guild: int,
        channel: int,
        user: int,
        game: AnyGame,
        people: list[Seated],
        level: str,
        seats: int,
        parent: int | None,
    ) -> Table:
        seats = seats or min(game.seats)
        if seats not in game.seats:
            least, most = min(game.seats), max(game.seats)
            raise Refusal(
                say("{title} is played by {n}.", title=game.title, n=least)
                if least == most
                else say("{title} is played by {least} to {most}.", title=game.title, least=least, most=most)
            )
        names = load_evaluator(game).computer_names
        while len(people) < seats:
            people.append(Seated(len(people), NOBODY, names[len(people)], level=level))
        table = await self._lobby.seat_up(guild, channel, user, game.slug, people, parent)
        try:
            return await self._lobby.start(table.id, user)
        except Refusal:  # another one has begun in this moment
            await self._context.end(table, "closed")
            raise

    def _name(self, table: Table) -> str:
        """A name that no computer at the table has."""
        taken = {person.name for person in table.seats if person.own}
        names = load_evaluator(self._context.catalogue.game(table.game)).computer_names
        return next(name for name in (*names[table.id % len(names) :], *names) if name not in taken)

    def _require(self, level: str) -> None:
        """Raise Refusal where there are no computers, or none of this level."""
        if self._move_service is None:
            raise Refusal(say("Computers do not play here."))
        if level not in LEVELS:
            raise Refusal(say("Choose one of these levels: {levels}.", levels=list(LEVELS)))

    # ------------------------------------------------------------- stand-ins
    async def stand_in(self, table_id: int, user: int, level: str = STAND_IN) -> Table:
        """Let a computer play one's own seat until one is back, in a rated game none better than a mate. Raises Refusal."""
        self._require(level)
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            seat = playing(live.table, user)
            if live.table.seats[seat].level:
                raise Refusal(say("A computer plays for you already. “Take my seat again” ends that."))
            return (await self._context.change(lambda tx: self.let_play(tx, live, seat, level, user))).table

    async def let_play(self, tx: Transaction, live: Loaded, seat: Seat, level: str, user: int) -> Loaded:
        """A computer plays for a person from now on. Returns the table as it will be stored."""
        if live.table.house["rated"] == "yes":  # or somebody could have their games won by a captain
            level = min(level, STAND_IN, key=LEVELS.index)
        told = Event(say("{seat} is away: a computer plays until they are back.", seat=Who(seat)))
        return await self._change_level(tx, live, seat, level, user, told)

    async def back(self, table_id: int, user: int, *, interaction: int | None = None) -> Returned:
        """A person takes their seat again. Raises Refusal where no computer plays it."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            seat = playing(live.table, user)
            if interaction is None or not await entries.known_interaction(self._context.store, interaction):
                if not live.table.seats[seat].stands_in:
                    raise Refusal(say("Your seat is yours: no computer plays for you here."))
                before = live
                away = (await turns.load_person(self._context.store, user)).back(self._context.time()) is not None

                async def work(tx: Transaction) -> Loaded:
                    if away:  # here they are, whatever they have said of their vacation
                        await turns.set_substitute(tx, user, None)
                    return await self._come_back(tx, before, seat, user, interaction)

                live = await self._context.change(work)
        return await self._returned(live.table, seat)

    async def _come_back(
        self, tx: Transaction, live: Loaded, seat: Seat, user: int, interaction: int | None = None
    ) -> Loaded:
        told = Event(say("{seat} is back, and plays on.", seat=Who(seat)))
        return await self._change_level(tx, live, seat, "", user, told, interaction)

    async def _returned(self, table: Table, seat: Seat) -> Returned:
        """What a person may read of the last time that a computer played for them."""
        until = max(held.until for held in table.past if held.seat == seat and held.level)
        since = max((held.until for held in table.past if held.seat == seat and held.until < until), default=-1)
        lines = await entries.lines(self._context.store, table.id, seat, since=since)
        log = await entries.entries(self._context.store, table.id)
        made = sum(entry.kind == "computer" and entry.seat == seat and since < entry.seq < until for entry in log)
        return Returned(table, seat, tuple(line for line in lines if line.seq < until), made)

    async def _change_level(
        self,
        tx: Transaction,
        live: Loaded,
        seat: Seat,
        level: str,
        user: int,
        told: Event,
        interaction: int | None = None,
    ) -> Loaded:
        """Somebody else plays a seat from now on: its person, or a computer for them."""
        table = live.table
        assert live.position is not None
        digest = kernel.digest(live.position, live.seed)
        # Who goes is named as a person, not as the computer that plays from this entry on.
        new = [NewEntry("note", seat, "", digest, (told,))] if level else []
        new.append(NewEntry("replace", seat, "", digest, () if level else (told,)))
        rev = await entries.append(tx, table.id, table.rev, new, user, self._context.time(), interaction)
        await tables.set_level(tx, table.id, seat, rev, level)
        await offers.drop(tx, table.id, seat)
        # The clock and a vote about the seat go on until it has moved: standing in and coming back wins no time.
        await turns.reschedule(tx, "t.table_id = ? AND t.seat = ?", table.id, seat)
        await notices.void_calls(tx, table.id, seat)
        await motions.forget_seat(tx, table.id, seat)
        await wishes.hold_on(tx, table.id, table.rev, rev)
        return msgspec.structs.replace(
            live, table=msgspec.structs.replace(with_level(table, seat, level, rev), rev=rev)
        )

    async def keep_covers(self) -> list[int]:
        """Let computers play for those whose vacation has begun and who have asked for that, where anybody waits for them, and give
        the seats back to those whose vacation is over. Returns the tables that have changed."""
        changed: list[int] = []
        for user, level in await crew.covered(self._context.store):
            person, now = await turns.load_person(self._context.store, user), self._context.time()
            seats = await tables.running_tables_of(self._context.store, user, self._context.share)
            async with AsyncExitStack() as locks:
                for table_id in seats:  # in the order of their ids, so that two people cannot wait for each other
                    await locks.enter_async_context(self._context.lock(table_id))
                for table_id in seats:
                    live = await self._context.load(table_id)
                    seat = live.table.seat_of(user)
                    if seat is None or live.table.status != "running":
                        continue
                    if live.table.seats[seat].level:
                        if await self._is_over(live.table, seat, person, level):
                            await self._context.change(partial(self._come_back, live=live, seat=seat, user=user))
                            changed.append(table_id)
                    elif level is not None and person.back(now) is not None and with_others(live.table, user):
                        goes = partial(self.let_play, live=live, seat=seat, level=level, user=user)
                        await self._context.change(goes)
                        changed.append(table_id)
            over = level is not None and not person.going(now)
            if over and not await crew.covers(self._context.store, user):  # else on the servers of another process
                await self._context.write(partial(turns.set_substitute, user=user, level=None))
        return changed

    async def _is_over(self, table: Table, seat: Seat, person: Person, cover: str | None) -> bool:
        """Whether somebody gets a seat back that a computer plays for them: the vacation is over on which it began to, or the one
        for which they have asked for the computer `cover`. What they ask for before a vacation goes on."""
        now = self._context.time()
        if person.back(now) is not None or (cover is not None and not person.going(now)):
            return person.back(now) is None
        until = max(held.until for held in table.past if held.seat == seat)
        at = await entries.written_at(self._context.store, table.id, until)
        went = None if at is None else person.local(at).date()
        return went is not None and any(first <= went <= last for first, last in person.vacations)

    # ------------------------------------------- a person for a computer's seat
    async def take_over(self, table_id: int, user: int, name: str, seat: Seat | None = None) -> Table:
        """An invited friend takes the seat of a computer (None: the first) in a running game. Raises Refusal."""
        table = await self._context.table(table_id)
        own = [person.seat for person in table.seats if person.own]
        if not own:
            raise Refusal(say("The game has begun already."))
        if table.seat_of(user) is not None:
            raise Refusal(say("You already have a seat. “Your move” shows it."))
        if table.computers_only:
            raise Refusal(say("Computers play here to be watched."))
        if not await tables.invited(self._context.store, table_id, user):
            raise Refusal(say("Ask somebody who plays here to /invite you; then /join takes the seat of a computer."))
        if seat is not None and seat not in own:
            raise Refusal(say("No computer has that seat any more."))
        return await self._handover.assign(table_id, own[0] if seat is None else seat, user, name)

    # ------------------------------------------------------------- their moves
    async def owed(self, resting: Collection[int] = ()) -> list[tuple[Owed, int]]:
        """The answers that computers owe, one a table, with the moment from which each may be given."""
        found: dict[int, tuple[Owed, int]] = {}
        for one in await crew.owed(self._context.store, self._context.share) if self._move_service is not None else ():
            if one.table not in resting:
                found.setdefault(one.table, (one, one.since + PACE if one.alone else 0))
        return list(found.values())

    def waits(self, owed: Owed) -> bool:
        """Whether others are served first, so that the table should be told."""
        return self._move_service is not None and self._move_service.count_ahead(owed.owner) >= QUEUE

    async def think(self, owed: Owed) -> Words | None:
        """What a computer would play; None when it is not asked any more. Raises UnansweredError."""
        live = await self._context.load(owed.table)
        if self._move_service is None or not _still(live, owed):
            return None
        assert live.position is not None
        afresh, dice = Dice(self._context.seeds()), commitment(live.seed)
        put = create_question(live.game, live.position, live.seed, owed.seat, afresh)
        if put is None:
            # Nothing may be told of this turn: a look one move ahead, of some thousandths of a second, does not need to be.
            return choose_move(
                owed.level, live.game, live.position, live.seed, owed.seat, Dice(dice), Budget(max_playouts=0)
            )
        stored = await self._context.stored(owed.table)
        return await self._move_service.choose_move(
            MoveRequest(live.table.game, stored.components_data, owed.level, put, dice), owed.owner
        )

    async def play(self, owed: Owed, words: Words) -> Table | None:
        """Make a computer's move; None when it has been overtaken."""
        return await self._play(owed, words, ())

    async def stall(self, owed: Owed) -> Table | None:
        """Play a safe move for a computer that could not think, and say so."""
        told = say("A computer could not think this through, so a safe move is played for {seat}.", seat=Who(owed.seat))
        return await self._play(owed, None, (Event(told),))

    async def _play(self, owed: Owed, words: Words | None, told: Sequence[Event]) -> Table | None:
        async with self._context.lock(owed.table):
            live = await self._context.load(owed.table)
            if not _still(live, owed):
                return None
            assert live.position is not None
            if live.position.moves >= MAX_GAME_MOVES:
                return await self._give_up(live)
            run = live.run()
            if await self._in_circles(owed):
                words = None
            move = live.game.stall(owed.seat, run.menu(owed.seat)) if words is None else words
            try:
                entry = played(run, "computer", owed.seat, move, live.seed)[0]
            except Illegal as no:
                raise UnansweredError(str(no)) from None
            entry = msgspec.structs.replace(entry, events=(*told, *entry.events))
            return (await self._context.change(lambda tx: self._context.advance(tx, live, [entry], run, None))).table

    async def _in_circles(self, owed: Owed) -> bool:
        return needs_safe_move(await entries.in_a_row(self._context.store, owed.table, owed.seat))

    async def _give_up(self, live: Loaded) -> Table:
        """A game that does not come to an end is closed."""

        async def work(tx: Transaction) -> None:
            told: Text = say(
                "After {n} moves there is no end in sight: the game is abandoned, without a result.", n=MAX_GAME_MOVES
            )
            await self._context.note(tx, live, told, None)
            await self._context.stop(tx, live.table, "closed")

        await self._context.write(work, live.table.id)
        return await self._context.table(live.table.id)


def _still(live: Loaded, owed: Owed) -> bool:
    """Whether a computer still owes this answer."""
    table = live.table
    return (
        table.status == "running"
        and table.asked == owed.asked
        and live.now is not None
        and owed.seat in live.now.ask
        and table.seats[owed.seat].level == owed.level
    )
