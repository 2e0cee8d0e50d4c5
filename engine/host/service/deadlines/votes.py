"""Votes of the other players about a seat whose player does not move. The program itself expels nobody.

`vote_counting` decides which ballots count and when.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from engine.host.model.table import Table
from engine.host.model.votes import Vote, VoteChoice
from engine.host.service.deadlines.vote_counting import (
    build_vote,
    count_decision,
    count_periods,
    find_deadline,
    find_recount_at,
    restrict_voters,
)
from engine.host.service.deadlines.vote_opening import check_wait_votes, refuse_early_vote, update_presence
from engine.host.service.live_game import LoadedTable, play_entry
from engine.host.service.people.cooldowns import claim_call
from engine.host.service.play.handover import SeatHandover
from engine.host.service.play.moves import DEFAULT_SUBSTITUTE_LEVEL, Moves
from engine.host.service.play.substitutes import Substitutes
from engine.host.service.seat_checks import StaleControlsError, require_own_control, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import write_moves
from engine.host.store import outbox, turn_deadlines, votes
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.turn_deadlines import TurnDeadline
from engine.host.store.votes import StoredVote
from engine.kernel.event import Event
from engine.kernel.position import GameRun
from engine.kernel.text import Seat, SeatMention, UserError, say

MAX_SAFE_MOVES = 16
"""Safe moves that one vote plays. They end with the turn, but a game might give one seat turn after turn."""


class Votes:
    """Votes about seats."""

    def __init__(self, context: ServiceContext, moves: Moves, handover: SeatHandover, substitutes: Substitutes) -> None:
        self._context = context
        self._moves = moves
        self._handover = handover
        self._substitutes = substitutes

    async def list_late_seats(self, table_id: int, user_id: int) -> list[Seat]:
        """List the seats about which a player may call a vote now. Raises UserError for users who are not in the game."""
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
        late_seats = []
        for turn in deadlines:
            if turn.seat != seat and self._is_late(loaded.table, turn):
                late_seats.append(turn.seat)
        return late_seats

    async def open(
        self,
        table_id: int,
        user_id: int,
        seat: Seat,
        *,
        successor: tuple[int, str] | None = None,
        has_left_guild: bool | None = None,
    ) -> Vote:
        """Open a vote about a seat, or return the open one.

        `successor` (id and name) would take the seat; `has_left_guild` says whether its user has left the server, None if that
        is not known. Raises UserError.
        """
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            own_seat = require_running_seat(table, user_id)
            open_vote = await votes.find_open_vote(self._context.store, table_id)
            if open_vote is not None:
                return await self._join_open_vote(table, own_seat, open_vote, seat, successor)
            require_own_control(table, own_seat)
            if 0 <= seat < len(table.seats) and table.seats[seat].computer_level:
                raise UserError(say("A computer plays that seat, and moves by itself. A vote is about people."))
            deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
            deadline = find_deadline(deadlines, seat)
            if deadline is None or seat == own_seat:
                raise UserError(
                    say("A vote is about somebody else who owes a move. {/board} shows whom the game waits for.")
                )
            deadline = await update_presence(self._context, deadline, has_left_guild=has_left_guild)
            if not self._is_late(table, deadline):
                refuse_early_vote(table, deadline, self._context.now())
            breaks_ties = await check_wait_votes(self._context, deadline)
            if successor is not None:
                self._handover.require_may_take(table, seat, successor[0])
            needs_everybody = not deadline.pace_h and not deadline.has_left_guild and not breaks_ties
            asked_revision = deadline.asked_revision

            async def work(tx: Transaction) -> int:
                now = self._context.now()
                await claim_call(tx, now, "vote", table_id, seat)
                vote_id = await votes.insert_vote(
                    tx,
                    table_id,
                    seat,
                    asked_revision,
                    successor,
                    now,
                    needs_everybody=needs_everybody,
                    breaks_ties=breaks_ties,
                )
                recount_at = find_recount_at(seat, deadlines, now, now)
                await outbox.add_decision(tx, table_id, "vote", vote_id, now, recount_at)
                return vote_id

            vote_id = await self._context.write(work)
            self._context.notify_listeners()
            return await self._load_vote(table, vote_id)

    async def _join_open_vote(
        self, table: Table, own_seat: Seat, open_vote: StoredVote, seat: Seat, successor: tuple[int, str] | None
    ) -> Vote:
        """Return the open vote if it is about the seat, with the successor named. Raises UserError."""
        if open_vote.seat != seat:
            raise UserError(
                say("There is a vote about {seat} already. Finish that one first.", seat=SeatMention(open_vote.seat))
            )
        if successor is not None and successor[0] != open_vote.successor_id:
            await self._set_successor(table, own_seat, open_vote, successor)
        return await self._load_vote(table, open_vote.id)

    async def name_successor(self, table_id: int, user_id: int, vote_id: int, successor: tuple[int, str]) -> Vote:
        """Name a friend (id and name) to whom the seat can be handed, in an open vote that has none.

        Raises StaleControlsError if the vote is over, UserError if somebody is named already or cannot take the seat.
        """
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            vote = await self._load_stored_vote(vote_id)
            if vote.table_id != table_id or vote.state != "open":
                raise StaleControlsError(say("That vote is over; the game has gone on."))
            if successor[0] != vote.successor_id:
                await self._set_successor(table, require_running_seat(table, user_id), vote, successor)
            return await self._load_vote(table, vote_id)

    async def _set_successor(self, table: Table, own_seat: Seat, vote: StoredVote, successor: tuple[int, str]) -> None:
        """Name a friend in an open vote that has none. Raises UserError."""
        if own_seat == vote.seat:
            raise UserError(say("The vote is about your own seat. A move of yours ends it; so does nothing else."))
        if vote.successor_id is not None:
            raise UserError(
                say("{heir} is named in this vote already. Vote about that first.", heir=f"<@{vote.successor_id}>")
            )
        self._handover.require_may_take(table, vote.seat, successor[0])

        async def work(tx: Transaction) -> None:
            await votes.set_successor(tx, vote.id, successor)
            await outbox.add_message(tx, table.id, "vote", self._context.now(), self._context.now(), vote.id)

        await self._context.write(work)
        self._context.notify_listeners()

    async def cast(
        self,
        table_id: int,
        user_id: int,
        vote_id: int,
        choice: VoteChoice,
        *,
        is_successor_gone: bool = False,
        has_left_guild: bool | None = None,
        interaction_id: int | None = None,
    ) -> Vote:
        """Cast or change a ballot, and carry out the decision if it decides.

        If it would hand the seat to a successor who cannot take it (or has left the server: `is_successor_gone`), the
        successor is removed and the vote goes on. `has_left_guild`: see `open`. Raises StaleControlsError if the vote is
        over, UserError for users without a vote.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            vote = await self._load_vote(loaded.table, vote_id)
            if vote.table_id != table_id or vote.state != "open":
                raise StaleControlsError(say("That vote is over; the game has gone on."))
            seat = require_running_seat(loaded.table, user_id)
            if seat not in vote.electorate:
                if seat != vote.seat:
                    require_own_control(loaded.table, seat)
                raise UserError(say("The vote is about your own seat. A move of yours ends it; so does nothing else."))
            if choice not in vote.choices:
                raise UserError(
                    say("Nobody is named who would take the seat. Choose a friend in the message of the vote first.")
                )
            ballots: dict[Seat, VoteChoice] = {**vote.ballots, seat: choice}
            now = self._context.now()
            deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
            deadline = find_deadline(deadlines, vote.seat)
            if deadline is not None:
                await update_presence(self._context, deadline, has_left_guild=has_left_guild)
                deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
            counted = restrict_voters(msgspec.structs.replace(vote, ballots=ballots), deadlines, now)

            async def work(tx: Transaction) -> None:
                await votes.cast_ballot(tx, vote_id, seat, choice)
                recount_at = find_recount_at(vote.seat, deadlines, vote.opened_at, now)
                await outbox.schedule_decision(tx, "vote", vote_id, recount_at)
                await self._apply_decision(
                    tx, loaded, counted, user_id, interaction_id, is_successor_gone=is_successor_gone
                )

            await self._context.write(work, table_id)
        return await self._load_vote(await self._context.load_table(table_id), vote_id)

    async def would_hand_over(self, table_id: int, vote_id: int) -> bool:
        """Return whether the present ballots would hand the seat to the successor."""
        table = (await self._context.load_playable(table_id)).table
        vote = await self._load_vote(table, vote_id)
        deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
        counted = restrict_voters(vote, deadlines, self._context.now())
        return vote.state == "open" and count_decision(counted) == "hand"

    async def recount(
        self, table_id: int, vote_id: int, absent_seats: Collection[Seat] = (), *, is_successor_gone: bool = False
    ) -> Vote:
        """Carry out a decision that came about by time or by departures, since fewer voters need a smaller majority.

        Seats in `absent_seats` have left the server and are not waited for. `is_successor_gone`: see `cast`.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            vote = await self._load_vote(loaded.table, vote_id)
            if vote.state != "open":
                return vote
            now = self._context.now()
            deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
            counted = restrict_voters(vote, deadlines, now, absent_seats)
            if count_decision(counted) is None and self._has_run_out(vote, deadlines):
                await self._context.write(lambda tx: self._settle_vote(tx, vote, "wait"))
                return await self._load_vote(loaded.table, vote_id)
            if counted is None or count_decision(counted) is None:
                recount_at = find_recount_at(vote.seat, deadlines, vote.opened_at, now)
                await self._context.write(lambda tx: outbox.schedule_decision(tx, "vote", vote_id, recount_at))
                return counted or vote
            voting_seat = next(seat for seat in counted.electorate if seat in counted.ballots)
            voter = loaded.table.find_seat_user(voting_seat)
            await self._context.write(
                lambda tx: self._apply_decision(tx, loaded, counted, voter, is_successor_gone=is_successor_gone),
                table_id,
            )
        return await self._load_vote(await self._context.load_table(table_id), vote_id)

    async def load_vote(self, vote_id: int) -> Vote:
        """Return a vote. Raises UserError if there is none."""
        stored = await self._load_stored_vote(vote_id)
        table = await self._context.load_table(stored.table_id)
        return build_vote(table, stored, has_computers=self._context.has_computers)

    async def record_post(self, vote: Vote, channel_id: int, message_id: int) -> Vote:
        """Store the message of a vote, so that its outcome can be shown there. Return the vote as it was before."""
        before = await self.load_vote(vote.id)

        async def work(tx: Transaction) -> None:
            await votes.save_message(tx, vote.id, channel_id, message_id)
            if before.state != "open":
                await outbox.add_message(tx, vote.table_id, "vote", self._context.now(), self._context.now(), vote.id)

        await self._context.write(work)
        self._context.notify_listeners()
        return before

    # ---------------------------------------------------------------- parts
    async def _apply_decision(
        self,
        tx: Transaction,
        loaded: LoadedTable,
        vote: Vote | None,
        user_id: int,
        interaction_id: int | None = None,
        *,
        is_successor_gone: bool = False,
    ) -> None:
        """Write and carry out the decision of the ballots, if there is one. `vote` is None if it is too early for one."""
        choice = count_decision(vote)
        if vote is None or choice is None:
            return
        if choice == "hand":
            await self._apply_handover(tx, loaded.table, vote, is_successor_gone=is_successor_gone)
            return
        await self._settle_vote(tx, vote, choice)
        if choice == "stall":
            safe_entries, run = _play_safe_moves(loaded, vote.seat)
            await write_moves(self._context, tx, loaded, safe_entries, run, user_id, interaction_id)
        elif choice == "computer":
            await self._substitutes.start_substitution(tx, loaded, vote.seat, DEFAULT_SUBSTITUTE_LEVEL, user_id)
        elif choice == "drop":
            text = say("By a vote, the seat of {seat} goes on with safe moves.", seat=SeatMention(vote.seat))
            if self._context.has_computers:
                text = say("By a vote, a computer plays on in the seat of {seat}.", seat=SeatMention(vote.seat))
            await self._moves.write_resignation(tx, loaded, vote.seat, user_id, interaction_id, text)

    async def _settle_vote(self, tx: Transaction, vote: Vote, choice: VoteChoice) -> None:
        """Write the outcome of a vote, and let its subject be told of it."""
        await votes.set_state(tx, vote.id, choice)
        await outbox.add_message(tx, vote.table_id, "outcome", self._context.now(), self._context.now(), vote.id)

    async def _apply_handover(self, tx: Transaction, table: Table, vote: Vote, *, is_successor_gone: bool) -> None:
        """Offer the seat to the successor, or remove a successor who cannot take it, so that the vote goes on."""
        successor_id = vote.successor_id
        if successor_id is None or is_successor_gone or not self._can_take_seat(table, vote.seat, successor_id):
            await votes.set_successor(tx, vote.id, None)
            return
        await self._settle_vote(tx, vote, "hand")
        await self._handover.write_offer(tx, table, vote.seat, (successor_id, vote.successor_name), vote.id)

    def _can_take_seat(self, table: Table, seat: Seat, successor: int) -> bool:
        try:
            self._handover.require_may_take(table, seat, successor)
        except UserError:
            return False
        return True

    def _is_late(self, table: Table, deadline: TurnDeadline) -> bool:
        return deadline.is_late(self._context.now(), count_periods(table, deadline))

    def _has_run_out(self, vote: Vote, deadlines: list[TurnDeadline]) -> bool:
        """Return whether the time of a vote is over, and votes about the seat do not pause."""
        deadline, now = find_deadline(deadlines, vote.seat), self._context.now()
        if deadline is None or deadline.is_stopped or deadline.votes_from_at > now:
            return False
        return vote.ends_at <= now

    async def _load_vote(self, table: Table, vote_id: int) -> Vote:
        return build_vote(table, await self._load_stored_vote(vote_id), has_computers=self._context.has_computers)

    async def _load_stored_vote(self, vote_id: int) -> StoredVote:
        stored = await votes.load_vote(self._context.store, vote_id)
        if stored is None:
            raise UserError(say("That vote is gone. {/vote} calls a new one."))
        return stored


def _play_safe_moves(loaded: LoadedTable, seat: Seat) -> tuple[list[NewEntry], GameRun[Any]]:
    """Play safe moves for a seat until its turn is over or another seat is asked. Return the entries and the run."""
    run = loaded.create_run()
    new_entries: list[NewEntry] = []
    tick = run.tick
    while len(new_entries) < MAX_SAFE_MOVES and seat in run.situation.questions and run.tick == tick:
        safe_move = loaded.game.safe_move(seat, run.build_menu(seat))
        entry, _ = play_entry(run, "auto", seat, safe_move, loaded.seed)
        new_entries.append(msgspec.structs.replace(entry, is_barrier=True))
    event = Event(say("By a vote, a safe move is played for {seat}.", seat=SeatMention(seat)))
    new_entries[0] = msgspec.structs.replace(new_entries[0], events=(event, *new_entries[0].events))
    return new_entries, run
