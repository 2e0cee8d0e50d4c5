"""What the others may do about somebody who does not move: they vote. No machine expels anybody.

A vote is about one seat and the question it owes. Each of the others still in the game chooses to play a safe move for it,
to drop it (safe moves from then on, like giving up), to hand it to a friend, or to wait; more than half of them decide.
One person alone may decide only after twice the time. Whatever the player does in the meantime makes the vote void.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from engine.host.model.pace import HOUR, PACES
from engine.host.model.table import Table
from engine.host.model.votes import Choice, Vote, decided
from engine.host.service.context import Context
from engine.host.service.play.live import Late, Loaded, played, playing
from engine.host.service.play.moves import Moves
from engine.host.service.time.handover import Handover
from engine.host.store import turns, votes
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.turns import Turn
from engine.host.store.votes import StoredVote
from engine.kernel.event import Event
from engine.kernel.position import Run
from engine.kernel.text import Refusal, Seat, Who, count, say

PLAYED = 16
"""Safe moves that one vote plays, at most: they end with the turn, but a game might give turn after turn to one seat."""


class Votes:
    """Voting about a seat."""

    def __init__(self, context: Context, moves: Moves, handover: Handover) -> None:
        self._context = context
        self._moves = moves
        self._handover = handover

    async def late_seats(self, table_id: int, user: int) -> list[Seat]:
        """Whom the person may call a vote about now. Raises Refusal for somebody who is not in the game."""
        live = await self._context.load(table_id)
        seat = playing(live.table, user)
        owing = await turns.of_table(self._context.store, table_id)
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
                return _vote(table, open_one)
            turn = next((one for one in await turns.of_table(self._context.store, table_id) if one.seat == seat), None)
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

            vote_id = await self._context.write(
                lambda tx: votes.insert(tx, table_id, seat, turn.asked, heir, self._context.time())
            )
            return await self._stored_vote(table, vote_id)

    async def cast(
        self, table_id: int, user: int, vote_id: int, choice: Choice, *, interaction: int | None = None
    ) -> Vote:
        """Vote, or vote otherwise. The ballot that decides also carries it out. Raises Late when the vote is over, Refusal
        for whoever has no vote."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            vote = await self._stored_vote(live.table, vote_id)
            if vote.table != table_id or vote.state != "open":
                raise Late(say("That vote is over; the game has gone on."))
            seat = playing(live.table, user)
            if seat not in vote.electorate:
                raise Refusal(say("The vote is about your own seat. A move of yours ends it; so does nothing else."))
            if choice not in vote.choices:
                raise Refusal(say("Nobody was named who would take the seat. /vote with a friend’s name does that."))
            ballots: dict[Seat, Choice] = {**vote.ballots, seat: choice}

            async def work(tx: Transaction) -> None:
                await votes.cast_ballot(tx, vote_id, seat, choice)
                await self._decide(tx, live, vote, ballots, user, interaction)

            await self._context.write(work, table_id)
        return await self._stored_vote(await self._context.table(table_id), vote_id)

    async def open_votes(self) -> list[tuple[int, int]]:
        """The votes that are open, as (table, vote)."""
        return await votes.open_votes(self._context.store)

    async def recount(self, table_id: int, vote_id: int, absent: Collection[Seat] = ()) -> Vote:
        """Carry out what was decided by somebody's leaving: fewer voters, a smaller majority. `absent` have left the server
        and are not waited for; who is alone by that decides after twice the time, as in a game of two."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            vote = await self._stored_vote(live.table, vote_id)
            present = tuple(seat for seat in vote.electorate if seat not in absent or seat in vote.ballots)
            vote = msgspec.structs.replace(vote, electorate=present)
            if vote.state != "open" or decided(vote.electorate, vote.ballots) is None:
                return vote
            if absent and len(present) == 1 and not await self._long_over(vote):
                return vote
            voter = live.table.user_of(next(seat for seat in vote.electorate if seat in vote.ballots))
            await self._context.write(lambda tx: self._decide(tx, live, vote, vote.ballots, voter), table_id)
        return await self._stored_vote(await self._context.table(table_id), vote_id)

    async def vote(self, vote_id: int) -> Vote:
        """A vote. Raises Refusal when there is none."""
        stored = await self._stored(vote_id)
        return _vote(await self._context.table(stored.table), stored)

    async def posted(self, vote: Vote, channel: int, message: int) -> Vote:
        """Remember where a vote is shown, so that its end can be shown there. Returns the vote as it was until now."""
        before = await self.vote(vote.id)
        await self._context.write(lambda tx: votes.save_message(tx, vote.id, channel, message))
        return before

    async def to_show(self) -> list[int]:
        """Votes whose message does not show how they ended."""
        return await votes.to_show(self._context.store)

    async def shown(self, vote: Vote) -> None:
        """A vote's message shows its end, or is gone for good."""
        await self._context.write(lambda tx: votes.save_shown(tx, vote.id, vote.state))

    # ---------------------------------------------------------------- parts
    async def _decide(
        self,
        tx: Transaction,
        live: Loaded,
        vote: Vote,
        ballots: Mapping[Seat, Choice],
        user: int,
        interaction: int | None = None,
    ) -> None:
        """If the ballots decide, write that down and do it, in this transaction."""
        choice = decided(vote.electorate, ballots)
        if choice is None:
            return
        await votes.decide(tx, vote.id, choice)
        who = Who(vote.seat)
        if choice == "stall":
            made, run = _safe_moves(live, vote.seat)
            await self._context.advance(tx, live, made, run, user, interaction)
        elif choice == "drop":
            told = say("By a vote, {seat}’s seat goes on with safe moves.", seat=who)
            await self._moves.give_up(tx, live, vote.seat, user, interaction, told)
        elif choice == "hand":
            assert vote.heir is not None
            await self._handover.hold_out(tx, live.table, vote.seat, (vote.heir, vote.heir_name), vote.id)

    def _over(self, table: Table, turn: Turn) -> bool:
        end = turn.ends(self._times(table, turn.seat))
        return turn.gone or (end is not None and end <= self._context.time())

    async def _long_over(self, vote: Vote) -> bool:
        """Whether one person alone may decide about the seat."""
        owing = await turns.of_table(self._context.store, vote.table)
        turn = next(one for one in owing if one.seat == vote.seat)
        end = turn.ends(2)
        return turn.gone or (end is not None and end <= self._context.time())

    def _times(self, table: Table, seat: Seat) -> int:
        """How many times the pace has to be over: once where several decide, twice for one person alone."""
        return 1 if len(_others(table, seat)) > 1 else 2

    def _too_early(self, table: Table, turn: Turn) -> None:
        end = turn.ends(self._times(table, turn.seat))
        if end is None:
            raise Refusal(
                say(
                    "This table gives every move all the time it needs. /pace sets a limit; after it there can be a vote."
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

    async def _not_again(self, turn: Turn) -> None:
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
        return _vote(table, await self._stored(vote_id))

    async def _stored(self, vote_id: int) -> StoredVote:
        stored = await votes.vote(self._context.store, vote_id)
        if stored is None:
            raise Refusal(say("That vote is gone. /vote calls a new one."))
        return stored


def _vote(table: Table, stored: StoredVote) -> Vote:
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
    )


def _others(table: Table, seat: Seat) -> list[Seat]:
    return [person.seat for person in table.seats if person.seat != seat and not person.left]


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
