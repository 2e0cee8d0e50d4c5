"""Taking moves back, alone or by agreement, and the question that is put to the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from engine.host.model.table import PATIENCE, Entry, Line, Table, UndoRequest
from engine.host.service.context import Context
from engine.host.service.play.live import NOBODY, Late, Loaded, current, obeyed, playing, seated, with_others
from engine.host.service.play.rewind import rebuilt, reopened
from engine.host.service.play.standing import Plan, beginning, plan
from engine.host.service.time.reminders import pause
from engine.host.store import entries, errands, questions, tables, wishes
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.errands import Errand
from engine.host.store.orders import Order, drop
from engine.host.store.orders import orders as given
from engine.host.store.wishes import Question, Settled
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.menu import forced
from engine.kernel.position import Position, Run
from engine.kernel.text import Refusal, Seat, Text, Who, say


class Expired(Refusal):
    """An answer to a wish that has run out."""


class Retraction(msgspec.Struct, frozen=True):
    """What taking back would roll back, told beforehand: the moves, newest last, and the lines of the log that go with them,
    as one viewer may know them. `rev` is the revision it was read at, `alone` whether nobody needs to agree."""

    rev: int
    seat: Seat
    moves: tuple[Line, ...]
    lines: tuple[Line, ...]
    alone: bool


def still_open(request: UndoRequest | None, now: int) -> UndoRequest | None:
    """A wish, unless it has run out."""
    return None if request is None or request.expires <= now else request


def nobody_settled() -> Text:
    """What becomes of a wish that has run out."""
    hours = PATIENCE // 3600
    return say("Nobody settled this within {hours} hours, so the move stands. /undo asks again.", hours=hours)


class Undo:
    """Taking back, alone or by agreement."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def retraction(self, table_id: int, user: int) -> Retraction:
        """What taking back one's last move would roll back. Raises Refusal where there is nothing, or somebody else is asking."""
        live = await self._context.load(table_id)
        seat = self._seat(live.table, user)
        request = await self.request(table_id)
        if request is not None and request.seat != seat:
            raise _asking(request)
        found = await self._retraction(live, seat, seat)
        if not found.alone:
            _require_others(live.table, user)
        return found

    async def wished(self, request: UndoRequest, table_id: int) -> Retraction:
        """What somebody wishes to roll back, as everybody may know it. Raises Refusal when that is no longer possible."""
        return await self._retraction(await self._context.load(table_id), request.seat, None)

    async def request(self, table_id: int) -> UndoRequest | None:
        """The wish that waits for answers, None when there is none, it has run out, or the game has gone on."""
        request = await wishes.request(self._context.store, table_id, (await self._context.load(table_id)).table.rev)
        return still_open(request, self._context.time())

    async def take_back(
        self, table_id: int, user: int, *, rev: int | None = None, interaction: int | None = None
    ) -> UndoRequest | None:
        """Take back one's last move: at once (None) when nothing stands in the way, else the request is returned that is put to
        the others, once, however often it is made.

        `rev` is the revision at which it was told what would be rolled back. Raises Late when the table has gone on since,
        Refusal when there is nothing to take back or somebody else's wish is open.
        """
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            if interaction is not None and await entries.known_interaction(self._context.store, interaction):
                return await self.request(table_id)
            seat = self._seat(live.table, user)
            if rev is not None and rev != live.table.rev:
                raise Late(say("The game has gone on since you asked, so nothing was taken back. /undo shows it anew."))
            request = await self.request(table_id)
            if request is not None and request.seat != seat:
                raise _asking(request)
            found = await self._plan(live, seat)
            if found.alone:
                await self._take_back(live, found, seat, user, interaction)
                return None
            _require_others(live.table, user)
            now = self._context.time()
            wish = request or UndoRequest(live.table.rev, seat, found.target, (seat,), now)
            if request is None:
                await self._context.write(lambda tx: wishes.save(tx, table_id, wish))
            else:
                await self._context.write(lambda tx: wishes.ask_again(tx, table_id, now))
        self._context.notify()
        return wish

    async def restart(self, table_id: int, user: int, *, asked: int, interaction: int | None = None) -> None:
        """Take back all that this person has done in this turn. Raises Late when the question `asked` is an earlier one, Refusal
        when there is nothing to take back, or something was shown since."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            if interaction is not None and await entries.known_interaction(self._context.store, interaction):
                return
            seat = playing(live.table, user)
            current(live, seat, asked)
            found = beginning(await entries.entries(self._context.store, table_id), seat)
            await self._take_back(live, found, seat, user, interaction, free=NOBODY)

    async def answer(
        self,
        table_id: int,
        user: int,
        rev: int,
        *,
        agree: bool,
        asker: Seat | None = None,
        interaction: int | None = None,
    ) -> bool:
        """Answer the wish of `asker` (by default, whoever asks) to take back. True when the last consent was given and the
        moves are gone.

        Raises Late when the wish is void, Expired when it has run out, Refusal when it is not this person's to answer.
        """
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            if interaction is not None and await entries.known_interaction(self._context.store, interaction):
                return True
            seat = self._seat(live.table, user)
            request = await wishes.request(self._context.store, table_id, live.table.rev)
            if request is None or request.rev != rev or asker not in (None, request.seat):
                raise Late(say("That question is settled: it was answered, or the game has gone on since."))
            if request.expires <= self._context.time():
                await self._context.write(lambda tx: wishes.answered(tx, table_id))
                raise Expired(nobody_settled())
            if not agree:
                await self._context.write(lambda tx: wishes.answered(tx, table_id))
                return False
            agreed = tuple(sorted({*request.agreed, seat}))
            if {person.seat for person in live.table.playing} - set(agreed):
                await self._context.write(lambda tx: wishes.agree(tx, table_id, agreed))
                return False
            found = await self._plan(live, request.seat)
            await self._take_back(live, found, request.seat, user, interaction)
            return True

    # ---------------------------------------------------------- the question
    async def due_questions(self) -> list[Question]:
        """Every wish that the others have not been told of."""
        return await wishes.due(self._context.store, self._context.share, self._context.time())

    async def trying(self, question: Question) -> UndoRequest | None:
        """The wish whose question is about to be sent; if it is not settled after that, it comes up again. None when it has
        just been answered or overtaken."""
        now = self._context.time()

        async def work(tx: Transaction) -> bool:
            if not await wishes.current(tx, question, now):
                return False
            await wishes.try_again_at(tx, question, now + pause(question.tries))
            return True

        return await self.request(question.table) if await self._context.write(work) else None

    async def settle(self, question: Question, state: Settled, message: int | None = None) -> None:
        """The others have been asked, or cannot be. What asks them says so when nobody has settled it in time."""

        async def work(tx: Transaction) -> None:
            await wishes.settle(tx, question, state, message)
            if message is not None:
                then = question.asked_at + PATIENCE
                await errands.put(tx, question.table, "question", question.asked_at, then, message)

        await self._context.write(work)
        self._context.notify()

    async def run_out(self, errand: Errand) -> bool:
        """The time for an answer is over. True when the question was open until now; False when the game had overtaken it."""

        async def work(tx: Transaction) -> bool:
            return await wishes.run_out(tx, errand.table, errand.mark)

        async with self._context.lock(errand.table):
            return await self._context.write(work)

    async def excuse(self, table_id: int, wish: UndoRequest, gone: Collection[Seat]) -> UndoRequest | None:
        """These seats need not answer a wish: their people have left the server. None when nobody is left to answer, and the moves
        are taken back. Raises Refusal."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            request = await wishes.request(self._context.store, table_id, live.table.rev)
            if request is None or request.asked_at != wish.asked_at:
                return request
            agreed = tuple(sorted({*request.agreed, *gone}))
            if {person.seat for person in live.table.playing} <= set(agreed):
                found = await self._plan(live, request.seat)
                await self._take_back(live, found, request.seat, live.table.user_of(request.seat), None)
                return None
            await self._context.write(lambda tx: wishes.agree(tx, table_id, agreed))
            return msgspec.structs.replace(request, agreed=agreed)

    def _seat(self, table: Table, user: int) -> Seat:
        """The seat of somebody at a game of which something can still be taken back. Raises Refusal."""
        if table.sealed(self._context.time()):
            return seated(table, user)
        if table.status == "finished":
            raise Refusal(say("This game is over for good, so nothing is taken back. Rematch plays it once more."))
        return playing(table, user)

    async def _plan(self, live: Loaded, seat: Seat) -> Plan:
        """What it takes to go back to before a seat's last move. Raises Refusal."""
        theirs = [person.seat for person in live.table.seats if not person.own]
        return plan(await entries.entries(self._context.store, live.table.id), seat, theirs)

    async def _retraction(self, live: Loaded, seat: Seat, viewer: Seat | None) -> Retraction:
        found = await self._plan(live, seat)
        gone = {entry.seq for entry in found.undone if entry.is_move}
        lines = await entries.lines(self._context.store, live.table.id, viewer, since=found.target)
        return Retraction(
            live.table.rev,
            seat,
            _moves(live, found.undone, seat, viewer, lines),
            tuple(line for line in lines if line.seq in gone),
            found.alone,
        )

    async def _take_back(
        self,
        live: Loaded,
        found: Plan,
        seat: Seat,
        user: int,
        interaction: int | None,
        *,
        free: Seat | None = None,
    ) -> None:
        """Go back to where a plan says; `free` is who could take still more back alone, None where that has to be looked up."""
        table_id = live.table.id
        position = await rebuilt(self._context, live, found.target)
        lines = await entries.lines(self._context.store, table_id, None, since=found.target)
        moves: list[Text] = [line.text for line in _moves(live, found.undone, seat, None, lines)]
        told = (
            say("{seat} takes back: {moves}.", seat=Who(seat), moves=moves)
            if found.alone
            else say("Everybody agrees, and {seat} takes back: {moves}.", seat=Who(seat), moves=moves)
        )
        now = kernel.now(live.game, position, live.seed)
        touched = _touched(live, position, found, seat, await given(self._context.store, table_id))
        events = [Event(told), *(Event(_no_more(order), (seat,)) for order in touched)]
        entry = NewEntry("undo", seat, str(found.target), kernel.digest(position, live.seed), tuple(events))

        async def work(tx: Transaction) -> Loaded:
            rev = await entries.append(tx, table_id, live.table.rev, [entry], user, self._context.time(), interaction)
            await tables.go_on(tx, table_id)
            await tables.save_position(tx, table_id, rev, kernel.encode(position).decode())
            await wishes.answered(tx, table_id)
            # A new `asked`: a button from before the undo never means something else after it.
            await tables.set_table(tx, table_id, asked_revision=rev)
            # The player wants to decide anew: an order must not answer the same question once more.
            for order in touched:
                await drop(tx, table_id, order)
            at, question = self._context.time(), now.asked
            await questions.put(tx, table_id, rev, now.ask, at, question=question, taken_back_by=seat)
            after = msgspec.structs.replace(
                live.table, rev=rev, asked=rev, status="running", result=None, sealed_until=None, ended_at=None
            )
            return msgspec.structs.replace(live, table=after, position=position, now=now, turns=None, free=free)

        await reopened(self._context, work)


def _require_others(table: Table, user: int) -> None:
    """Raise Refusal where nobody could agree to taking back what was shown."""
    if not with_others(table, user):
        raise Refusal(say("Since your last move something new was shown, and nobody else is here to agree: it stands."))


def _touched(live: Loaded, position: Position[Any], found: Plan, seat: Seat, orders: Sequence[Order]) -> list[Order]:
    """The orders of a seat that answer what it is asked again, or that have answered what was taken back: they would do so once
    more. `position` is the one that stands again."""
    own, touched = [order for order in orders if order.seat == seat], list[Order]()
    run = Run(live.game, position, live.seed)

    def answering(words: str | None) -> list[Order]:
        """Those that answer the present question, with these words if any are given."""
        if seat not in run.now.ask or forced(run.menu(seat)) is not None:
            return []
        answers = [(order, obeyed(live.game, run, seat, [order])) for order in own if order not in touched]
        return [order for order, answer in answers if answer is not None and words in (None, " ".join(answer))]

    touched += answering(None)
    for entry in found.undone:
        if own and entry.is_move and entry.seat is not None:
            if (entry.kind, entry.seat) == ("auto", seat):
                touched += answering(entry.words)
            run.play(entry.seat, tuple(entry.words.split()))
    return touched


def _no_more(order: Order) -> Text:
    return say(
        "Your standing order “{words}” went with it: it would have answered again. /orders leaves it anew.",
        words=" ".join(order.words),
    )


def _moves(
    live: Loaded, undone: Sequence[Entry], seat: Seat, viewer: Seat | None, told: Sequence[Line]
) -> tuple[Line, ...]:
    """The moves people made, as they were announced in the lines `told` to the viewer, as lines of their time: whose seat it was
    then. Only who made them reads those that are secret, or that answer a question which others still owe."""
    assert live.position is not None
    assert live.now is not None
    open_ones = live.position.moves - live.now.asked
    played = [entry for entry in undone if entry.is_move]
    pending = {entry.seq for entry in played[max(0, len(played) - open_ones) :]}
    return tuple(
        Line(
            entry.seq,
            entry.at,
            _move(
                entry,
                entry.seat,
                seat,
                told,
                hidden=entry.seat != viewer and (entry.secret or entry.seq in pending),
            ),
        )
        for entry in played
        if entry.kind == "move" and entry.seat is not None
    )


def _move(entry: Entry, mover: Seat, asker: Seat, told: Sequence[Line], *, hidden: bool) -> Text:
    """A move as people speak of it: what was announced of the mover, else the words that were typed or pressed."""
    if hidden:
        return say("a hidden choice") if mover == asker else say("a hidden choice of {seat}", seat=Who(mover))
    announced = next((line.text for line in told if line.seq == entry.seq and _about(line.text, mover)), None)
    if announced is not None:
        return say("“{line}”", line=announced)
    words = f"“{entry.words}”"
    return say("{words}", words=words) if mover == asker else say("{seat} {words}", seat=Who(mover), words=words)


def _about(text: Text, seat: Seat) -> bool:
    """Whether a line names a seat first of all seats."""
    named = [value for value in text.args.values() if isinstance(value, Who)]
    return bool(named) and named[0] == Who(seat)


def _asking(request: UndoRequest) -> Refusal:
    return Refusal(
        say("{seat} is asking to take a move back. Answer that first; then you can ask.", seat=Who(request.seat))
    )
