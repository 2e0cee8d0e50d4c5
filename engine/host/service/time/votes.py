"""What the others may do about somebody who does not move: they vote. No machine expels anybody.

A vote is about one seat and the question it owes. Each of the others still in the game chooses to play a safe move for it, to
let a computer play until they are back, to drop it (a computer or safe moves from then on, like giving up), to hand it to a friend,
or to wait; more than half of them decide.
Where the table has no pace there can be a vote after a long silence, and only all of them together decide. Nobody waits for the
ballot of somebody who is late too, nor, after twice the time, of anybody who has had a move's time to vote and said nothing. One
person alone may decide only after twice the time. Whatever the player does in the meantime makes the vote void, until it is taken
back.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from engine.host.model.pace import HOUR, PACES, SILENCE
from engine.host.model.table import Table
from engine.host.model.votes import Choice, Vote, decided
from engine.host.service.context import Context
from engine.host.service.play.crew import Crew
from engine.host.service.play.live import Late, Loaded, played, playing, require_here
from engine.host.service.play.moves import STAND_IN, Moves
from engine.host.service.time.handover import Handover
from engine.host.store import turns, votes
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.turns import TurnDeadline
from engine.host.store.votes import StoredVote
from engine.kernel.event import Event
from engine.kernel.position import Run
from engine.kernel.text import Refusal, Seat, Who, count, say

PLAYED = 16
"""Safe moves that one vote plays, at most: they end with the turn, but a game might give turn after turn to one seat."""


class Votes:
    """Voting about a seat."""

    def __init__(self, context: Context, moves: Moves, handover: Handover, crew: Crew) -> None:
        self._context = context
        self._moves = moves
        self._handover = handover
        self._crew = crew

    async def late_seats(self, table_id: int, user: int) -> list[Seat]:
        """Whom the person may call a vote about now. Raises Refusal for somebody who is not in the game."""
        live = await self._context.load(table_id)
        seat = playing(live.table, user)
        owing = await turns.load_deadlines(self._context.store, table_id)
        return [turn.seat for turn in owing if turn.seat != seat and self._over(live.table, turn)]

    async def open(
        self,
        table_id: int,
        user: int,
        seat: Seat,
        *,
        heir: tuple[int, str] | None = None,
        gone: bool = False,
    ) -> Vote:
        """Call a vote about a seat, or look at the one that is open; `heir` (id and name) would take the seat, `gone` says
        that its person is not on the server any more. Raises Refusal."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            table = live.table
            own = playing(table, user)
            open_one = await votes.open_at(self._context.store, table_id)
            if open_one is not None:
                if open_one.seat != seat:
                    raise Refusal(
                        say("There is a vote about {seat} already. Finish that one first.", seat=Who(open_one.seat))
                    )
                if heir is not None and heir[0] != open_one.heir:
                    await self._name_heir(table, own, open_one, heir)
                return await self._stored_vote(table, open_one.id)
            require_here(table, own)
            if 0 <= seat < len(table.seats) and table.seats[seat].level:
                raise Refusal(say("A computer plays that seat, and moves by itself. A vote is about people."))
            owing = await turns.load_deadlines(self._context.store, table_id)
            turn = next((one for one in owing if one.seat == seat), None)
            if turn is None or seat == own:
                raise Refusal(
                    say("A vote is about somebody else who owes a move. /board shows whom the game waits for.")
                )
            if gone:
                await self._context.write(lambda tx: turns.mark_gone(tx, table_id, seat))
            elif not self._over(table, turn):
                self._too_early(table, turn)
            await self._not_again(turn)
            if heir is not None:
                self._handover.may_take(table, seat, heir[0])
            together = not turn.pace and not turn.gone and not gone

            async def work(tx: Transaction) -> int:
                made = await votes.insert(tx, table_id, seat, turn.asked, heir, self._context.time(), together=together)
                await votes.count_again(tx, made, self._next_count(seat, owing, self._context.time()))
                return made

            vote_id = await self._context.write(work)
            self._context.notify()
            return await self._stored_vote(table, vote_id)

    async def name(self, table_id: int, user: int, vote_id: int, heir: tuple[int, str]) -> Vote:
        """Name a friend (id and name), to whom the seat can then be handed, in an open vote that has none. Raises Late when the
        vote is over, Refusal when somebody is named already or cannot take the seat."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            vote = await self._stored(vote_id)
            if vote.table != table_id or vote.state != "open":
                raise Late(say("That vote is over; the game has gone on."))
            if heir[0] != vote.heir:
                await self._name_heir(table, playing(table, user), vote, heir)
            return await self._stored_vote(table, vote_id)

    async def _name_heir(self, table: Table, own: Seat, vote: StoredVote, heir: tuple[int, str]) -> None:
        """Name a friend in an open vote that has none. Raises Refusal."""
        if own == vote.seat:
            raise Refusal(say("The vote is about your own seat. A move of yours ends it; so does nothing else."))
        if vote.heir is not None:
            raise Refusal(say("{heir} is named in this vote already. Vote about that first.", heir=f"<@{vote.heir}>"))
        self._handover.may_take(table, vote.seat, heir[0])
        await self._context.write(lambda tx: votes.name_heir(tx, vote.id, heir))

    async def cast(
        self,
        table_id: int,
        user: int,
        vote_id: int,
        choice: Choice,
        *,
        heir_gone: bool = False,
        interaction: int | None = None,
    ) -> Vote:
        """Vote, or vote otherwise. The ballot that decides also carries it out; where it would hand the seat to somebody who
        cannot take it any more (or has left the server: `heir_gone`) they are named no more, and the vote goes on. Raises Late
        when the vote is over, Refusal for whoever has no vote."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            vote = await self._stored_vote(live.table, vote_id)
            if vote.table != table_id or vote.state != "open":
                raise Late(say("That vote is over; the game has gone on."))
            seat = playing(live.table, user)
            if seat not in vote.electorate:
                if seat != vote.seat:
                    require_here(live.table, seat)
                raise Refusal(say("The vote is about your own seat. A move of yours ends it; so does nothing else."))
            if choice not in vote.choices:
                raise Refusal(
                    say("Nobody is named who would take the seat. Choose a friend in the message of the vote first.")
                )
            ballots: dict[Seat, Choice] = {**vote.ballots, seat: choice}

            owing = await turns.load_deadlines(self._context.store, table_id)
            counted = self._counted(msgspec.structs.replace(vote, ballots=ballots), owing)

            async def work(tx: Transaction) -> None:
                await votes.cast_ballot(tx, vote_id, seat, choice)
                await votes.count_again(tx, vote_id, self._next_count(vote.seat, owing, vote.opened_at))
                await self._decide(tx, live, counted, user, interaction, heir_gone=heir_gone)

            await self._context.write(work, table_id)
        return await self._stored_vote(await self._context.table(table_id), vote_id)

    async def open_votes(self) -> list[tuple[int, int]]:
        """The votes that are open, as (table, vote)."""
        return await votes.open_votes(self._context.store, self._context.share)

    async def would_hand(self, table_id: int, vote_id: int) -> bool:
        """Whether the ballots as they are counted now would hand the seat to a friend."""
        vote = await self._stored_vote((await self._context.load(table_id)).table, vote_id)
        counted = self._counted(vote, await turns.load_deadlines(self._context.store, table_id))
        return (
            vote.state == "open"
            and counted is not None
            and decided(counted.electorate, counted.ballots, together=counted.together) == "hand"
        )

    async def recount(
        self, table_id: int, vote_id: int, absent: Collection[Seat] = (), *, heir_gone: bool = False
    ) -> Vote:
        """Carry out what was decided by somebody's leaving, or by time: fewer voters, a smaller majority. `absent` have left the
        server and are not waited for, and nobody who is late is; who is alone by that decides after twice the time, as in a game
        of two. `heir_gone`: see `cast`."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            vote = await self._stored_vote(live.table, vote_id)
            if vote.state != "open":
                return vote
            owing = await turns.load_deadlines(self._context.store, table_id)
            counted = self._counted(vote, owing, absent)
            if counted is None or decided(counted.electorate, counted.ballots, together=counted.together) is None:
                then = self._next_count(vote.seat, owing, vote.opened_at)
                await self._context.write(lambda tx: votes.count_again(tx, vote_id, then))
                return vote if counted is None else counted
            voter = live.table.user_of(next(seat for seat in counted.electorate if seat in counted.ballots))
            await self._context.write(lambda tx: self._decide(tx, live, counted, voter, heir_gone=heir_gone), table_id)
        return await self._stored_vote(await self._context.table(table_id), vote_id)

    async def vote(self, vote_id: int) -> Vote:
        """A vote. Raises Refusal when there is none."""
        stored = await self._stored(vote_id)
        return _vote(await self._context.table(stored.table), stored, crewed=self._context.crewed)

    async def posted(self, vote: Vote, channel: int, message: int) -> Vote:
        """Remember where a vote is shown, so that its end can be shown there. Returns the vote as it was until now."""
        before = await self.vote(vote.id)
        await self._context.write(lambda tx: votes.save_message(tx, vote.id, channel, message))
        return before

    async def to_show(self) -> list[int]:
        """Votes whose message does not show how they ended."""
        return await votes.to_show(self._context.store, self._context.share)

    async def shown(self, vote: Vote) -> None:
        """A vote's message shows its end, or is gone for good."""
        await self._context.write(lambda tx: votes.save_shown(tx, vote.id, vote.state))

    # ---------------------------------------------------------------- parts
    async def _decide(
        self,
        tx: Transaction,
        live: Loaded,
        vote: Vote | None,
        user: int,
        interaction: int | None = None,
        *,
        heir_gone: bool = False,
    ) -> None:
        """If the ballots decide, write that down and do it, in this transaction. None: it is too early for that."""
        choice = None if vote is None else decided(vote.electorate, vote.ballots, together=vote.together)
        if vote is None or choice is None:
            return
        if choice == "hand" and (
            vote.heir is None or heir_gone or not self._can_take(live.table, vote.seat, vote.heir)
        ):
            await votes.name_heir(tx, vote.id, None)
            return
        await votes.decide(tx, vote.id, choice)
        who = Who(vote.seat)
        if choice == "stall":
            made, run = _safe_moves(live, vote.seat)
            await self._context.advance(tx, live, made, run, user, interaction)
        elif choice == "computer":
            await self._crew.let_play(tx, live, vote.seat, STAND_IN, user)
        elif choice == "drop":
            told = (
                say("By a vote, a computer plays on in {seat}’s seat.", seat=who)
                if self._context.crewed
                else say("By a vote, {seat}’s seat goes on with safe moves.", seat=who)
            )
            await self._moves.give_up(tx, live, vote.seat, user, interaction, told)
        elif choice == "hand":
            assert vote.heir is not None
            await self._handover.hold_out(tx, live.table, vote.seat, (vote.heir, vote.heir_name), vote.id)

    def _can_take(self, table: Table, seat: Seat, heir: int) -> bool:
        try:
            self._handover.may_take(table, seat, heir)
        except Refusal:
            return False
        return True

    def _counted(self, vote: Vote, owing: Sequence[TurnDeadline], absent: Collection[Seat] = ()) -> Vote | None:
        """The vote with those who are waited for: whoever has left the server, or is late too, is not, unless they have voted; nor,
        in the end, is anybody else who says nothing. None while it is too early for those who are left to decide alone."""
        now = self._context.time()
        late = {turn.seat for turn in owing if turn.is_late(now)} | {*absent}
        present = tuple(seat for seat in vote.electorate if seat not in late or seat in vote.ballots)
        turn = next((one for one in owing if one.seat == vote.seat), None)
        if turn is not None and max(turn.vote_opens_at(2), vote.opened_at + _heard(turn)) <= now:
            present = tuple(seat for seat in vote.electorate if seat in vote.ballots)
        alone = len(present) == 1 and len(vote.electorate) > 1
        if not present or (alone and (turn is None or not turn.is_late(now, 2))):
            return None
        return msgspec.structs.replace(vote, electorate=present)

    def _next_count(self, seat: Seat, owing: Sequence[TurnDeadline], opened_at: int) -> int | None:
        """When the ballots of a vote may come to something else by themselves: somebody is late by then, or late enough, or has
        said nothing for long enough."""
        moments = [turn.vote_opens_at(2) if turn.seat == seat else turn.vote_opens_at() for turn in owing]
        moments += [max(turn.vote_opens_at(2), opened_at + _heard(turn)) for turn in owing if turn.seat == seat]
        return min((moment for moment in moments if moment > self._context.time()), default=None)

    def _over(self, table: Table, turn: TurnDeadline) -> bool:
        return turn.is_late(self._context.time(), self._times(table, turn))

    def _times(self, table: Table, turn: TurnDeadline) -> int:
        """How many times the pace has to be over for a vote to begin: once where several decide, twice for one person alone. After
        a long silence without a pace, once."""
        return 1 if len(_others(table, turn.seat)) > 1 or not turn.pace else 2

    def _too_early(self, table: Table, turn: TurnDeadline) -> None:
        end = turn.vote_opens_at(self._times(table, turn))
        if not turn.pace:
            raise Refusal(
                say(
                    "This table gives every move all the time it needs: a vote about {seat} is possible {when}, after "
                    "{n} days of silence. /pace asks for a limit.",
                    seat=Who(turn.seat),
                    when=f"<t:{end}:R>",
                    n=SILENCE // (24 * HOUR),
                )
            )
        hours = -(-(end - self._context.time()) // HOUR)
        raise Refusal(
            count(
                "{seat} has time yet: a vote is possible in {n} hour.",
                "{seat} has time yet: a vote is possible in {n} hours.",
                hours,
                seat=Who(turn.seat),
            )
        )

    async def _not_again(self, turn: TurnDeadline) -> None:
        """Raise Refusal when the table has just decided to wait for the same move."""
        opened = await votes.waited_at(self._context.store, turn.table, turn.seat, turn.asked)
        rest = (turn.pace or PACES[1]) * HOUR
        if opened is not None and opened + rest > self._context.time():
            hours = -(-(opened + rest - self._context.time()) // HOUR)
            raise Refusal(
                count(
                    "The table has voted to wait. It can vote again in {n} hour.",
                    "The table has voted to wait. It can vote again in {n} hours.",
                    hours,
                )
            )

    async def _stored_vote(self, table: Table, vote_id: int) -> Vote:
        return _vote(table, await self._stored(vote_id), crewed=self._context.crewed)

    async def _stored(self, vote_id: int) -> StoredVote:
        stored = await votes.vote(self._context.store, vote_id)
        if stored is None:
            raise Refusal(say("That vote is gone. /vote calls a new one."))
        return stored


def _vote(table: Table, stored: StoredVote, *, crewed: bool) -> Vote:
    """A vote with those who may vote now: what was voted by people who have gone since does not count."""
    others = _others(table, stored.seat)
    return Vote(
        stored.id,
        stored.table,
        stored.seat,
        stored.asked,
        stored.state,
        tuple(others),
        {seat: choice for seat, choice in stored.ballots.items() if seat in others},
        stored.heir,
        stored.heir_name,
        stored.channel,
        stored.message,
        stored.shown,
        stored.together,
        stored.opened_at,
        crewed,
    )


def _heard(turn: TurnDeadline) -> int:
    """Seconds that everybody has to vote before the others may decide without them."""
    return turn.pace * HOUR or SILENCE


def _others(table: Table, seat: Seat) -> list[Seat]:
    return [person.seat for person in table.playing if person.seat != seat]


def _safe_moves(live: Loaded, seat: Seat) -> tuple[list[NewEntry], Run[Any]]:
    """Safe moves for a seat until its turn is over or somebody else is asked: a turn may take several. With the run that has
    made them."""
    run, made = live.run(), list[NewEntry]()
    tick = run.tick
    while len(made) < PLAYED and seat in run.now.ask and run.tick == tick:
        entry, _ = played(run, "auto", seat, live.game.stall(seat, run.menu(seat)), live.seed)
        made.append(msgspec.structs.replace(entry, barrier=True))
    told = Event(say("By a vote, a safe move is played for {seat}.", seat=Who(seat)))
    made[0] = msgspec.structs.replace(made[0], events=(told, *made[0].events))
    return made, run
