"""Proposals to all players of a running table: another pace needs two players, the end of the game all.

A late player has no say there, so nobody gains time with a new pace, and nobody holds the others at a table by silence. That a
rated game counts no more, and what a moderator who plays asks for, needs everybody who holds a seat, also who is late.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Optional

import msgspec

from engine.host.model.pace import PACES_H, format_pace
from engine.host.model.table import Table
from engine.host.model.votes import (
    PACE_SUPPORTERS_NEEDED,
    PROPOSAL_TIMEOUT_S,
    UNANIMOUS_PROPOSALS,
    Proposal,
    ProposalKind,
    ProposalState,
)
from engine.host.service.live_game import LoadedTable
from engine.host.service.lost_moves import write_resumption
from engine.host.service.moderation import find_asking_seat
from engine.host.service.people.cooldowns import claim_call
from engine.host.service.play.handover import SeatHandover, find_given_up_seat
from engine.host.service.play.rewind import Rewind, RewindWriter
from engine.host.service.seat_checks import StaleControlsError, require_complete, require_opener, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import close_table, write_note
from engine.host.store import outbox, proposals, tables, turn_deadlines
from engine.host.store.database import Transaction
from engine.host.store.sql_conditions import to_json
from engine.host.store.turn_deadlines import TurnDeadline
from engine.kernel.text import Seat, SeatMention, UserError, mention_seats, say


class Proposals:
    """Proposals and their answers."""

    def __init__(self, context: ServiceContext, rewind: Rewind, handover: SeatHandover) -> None:
        self._context = context
        self._rewind = rewind
        self._handover = handover

    async def set_pace(self, table_id: int, user_id: int, pace_h: int) -> Proposal | None:
        """Set the pace of a lobby (returns None), or propose it at a running game, where it counts from the next question.

        Raises UserError.
        """
        if pace_h not in PACES_H:
            raise UserError(say("Choose one of these: {paces}.", paces=[format_pace(hours) for hours in PACES_H]))
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            if loaded.table.status == "lobby":
                await self._set_lobby_pace(loaded.table, user_id, pace_h)
                return None
            seat = require_running_seat(loaded.table, user_id)
            if loaded.table.pace_h == pace_h:
                raise UserError(say("That is the pace already: {pace}.", pace=format_pace(pace_h)))
            return await self._open_proposal(loaded, "pace", pace_h, seat)

    async def propose_close(self, table_id: int, user_id: int) -> Proposal:
        """Propose to end a running game without a result. Raises UserError."""
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            return await self._open_proposal(loaded, "close", 0, require_running_seat(loaded.table, user_id))

    async def propose_unrated(self, table_id: int, user_id: int) -> Proposal:
        """Propose that a rated game counts no more, so that computers may play for people. Raises UserError."""
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            seat = require_running_seat(loaded.table, user_id)
            if not loaded.table.is_rated:
                raise UserError(say("This game counts in no rating. {/computer} lets a computer play for you."))
            return await self._open_proposal(loaded, "unrate", 0, seat)

    async def propose_resumption(self, table_id: int, user_id: int) -> Proposal:
        """Propose that a game goes on from the board that is left after a loss of moves. Raises UserError."""
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            seat = require_running_seat(loaded.table, user_id)
            if loaded.table.lost_revision is None:
                raise StaleControlsError(say("No moves are missing from this game any more."))
            return await self._open_proposal(loaded, "resume", 0, seat)

    async def propose_rewind(self, table_id: int, user_id: int, move_number: int) -> Proposal:
        """Propose to go back to the position after a move, as a moderator who plays or has played does. Raises UserError."""
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            if loaded.table.status != "running":
                raise UserError(
                    say("This game is over. {/undo} asks the others whether you may take your last move back.")
                )
            await self._rewind.plan(table_id, move_number)
            seat = find_asking_seat(loaded.table, user_id)
            return await self._open_proposal(loaded, "rewind", 0, seat, move_number)

    async def propose_reinstatement(self, table_id: int, user_id: int, player_id: int) -> Proposal:
        """Propose to give a seat back to its player, as a moderator who plays or has played does. Raises UserError."""
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            given_up_seat = find_given_up_seat(loaded.table, player_id)
            seat = find_asking_seat(loaded.table, user_id)
            return await self._open_proposal(loaded, "reinstate", 0, seat, given_up_seat)

    async def answer_proposal(self, table_id: int, user_id: int, proposal_id: int, *, agrees: bool) -> Proposal:
        """Answer a proposal and carry it out if the answer decides it. A proposer who does not agree withdraws it.

        Raises StaleControlsError if it is settled, UserError for users without a say.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            proposal = await self.load_proposal(proposal_id)
            if proposal.table_id != table_id or proposal.state != "open" or proposal.expires_at <= self._context.now():
                raise StaleControlsError(say("That question is settled, or has run out; it can be asked again."))
            seat = require_running_seat(loaded.table, user_id)
            deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
            if agrees and proposal.kind not in UNANIMOUS_PROPOSALS:
                self._require_on_time(deadlines, seat)
            answered = _add_answer(proposal, seat, agrees=agrees)
            await self._write_answers(loaded, answered, deadlines, user_id)
        return await self.load_proposal(proposal_id)

    async def excuse_seats(self, proposal_id: int, absent_seats: Collection[Seat]) -> Proposal:
        """Do not wait for players who have left the server, and carry out what the other answers decide."""
        table_id = (await self.load_proposal(proposal_id)).table_id
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            proposal = await self.load_proposal(proposal_id)
            if proposal.state == "open" and absent_seats:
                excused_seats = tuple(sorted({*proposal.absent_seats, *absent_seats}))
                excused = msgspec.structs.replace(proposal, absent_seats=excused_seats)
                deadlines = await turn_deadlines.load_deadlines(self._context.store, table_id)
                proposer = loaded.table.find_seat_user(proposal.seat)
                await self._write_answers(loaded, excused, deadlines, proposer)
        return await self.load_proposal(proposal_id)

    async def _write_answers(
        self, loaded: LoadedTable, proposal: Proposal, deadlines: list[TurnDeadline], user_id: int
    ) -> None:
        """Store the answers to a proposal, and carry it out if they decide that."""
        outcome = self._find_outcome(loaded.table, proposal, deadlines)
        write_rewind: RewindWriter | None = None
        if outcome == "carried" and proposal.kind == "rewind":
            write_rewind = await self._rewind.prepare_agreed(loaded, proposal.target, user_id)

        async def work(tx: Transaction) -> None:
            await proposals.save_answers(tx, proposal)
            if outcome is not None:
                await proposals.set_state(tx, proposal.id, outcome)
            if write_rewind is not None:
                await write_rewind(tx)
            elif outcome == "carried":
                await self._apply_proposal(tx, loaded, proposal, user_id)

        await self._context.write(work, proposal.table_id)

    async def load_proposal(self, proposal_id: int) -> Proposal:
        """Return a proposal with the seats it waits for. Raises UserError if there is none."""
        proposal = await proposals.load_proposal(self._context.store, proposal_id)
        if proposal is None:
            raise UserError(say("That question is gone; it can be asked again."))
        table = await self._context.load_table(proposal.table_id)
        deadlines = await turn_deadlines.load_deadlines(self._context.store, table.id)
        return msgspec.structs.replace(
            proposal, waiting_seats=tuple(self._list_awaited_seats(table, proposal, deadlines))
        )

    async def record_post(self, proposal: Proposal, channel_id: int, message_id: int) -> None:
        """Store the message of a proposal, so that its outcome can be shown there."""

        async def work(tx: Transaction) -> None:
            await proposals.save_message(tx, proposal.id, channel_id, message_id)
            if proposal.state != "open":
                now = self._context.now()
                await outbox.add_message(tx, proposal.table_id, "proposal", now, now, proposal.id)

        await self._context.write(work)
        self._context.notify_listeners()

    async def expire_proposal(self, proposal_id: int) -> Proposal:
        """Void a proposal that was not settled in time, and return it. Raises UserError if there is none."""
        proposal = await self.load_proposal(proposal_id)
        if proposal.state != "open" or proposal.expires_at > self._context.now():
            return proposal
        async with self._context.table_lock(proposal.table_id):
            await self._context.write(lambda tx: proposals.void_proposal(tx, proposal_id))
        return await self.load_proposal(proposal_id)

    # ---------------------------------------------------------------- parts
    async def _set_lobby_pace(self, table: Table, user_id: int, pace_h: int) -> None:
        if table.find_seat(user_id) is None:
            raise UserError(say("You have no seat at this table yet. Press Join first."))
        require_opener(table, user_id)
        if table.pace_h != pace_h:

            async def work(tx: Transaction) -> None:
                await tables.raise_revision(tx, table.id, table.revision, table.revision + 1)
                await tables.update_table(tx, table.id, pace_h=pace_h)
                await outbox.postpone_idle_check(tx, table.id, self._context.now())

            await self._context.write(work, table.id)

    async def _open_proposal(
        self, loaded: LoadedTable, kind: ProposalKind, pace_h: int, seat: Seat, target: int = 0
    ) -> Proposal:
        table, now = loaded.table, self._context.now()
        if kind not in ("close", "resume"):
            require_complete(table)
        deadlines = await turn_deadlines.load_deadlines(self._context.store, table.id)
        if kind not in UNANIMOUS_PROPOSALS:
            self._require_on_time(deadlines, seat)
        earlier = await proposals.find_open_proposal(self._context.store, table.id, kind)
        if earlier is not None and earlier.expires_at > now:
            if (earlier.pace_h, earlier.target) == (pace_h, target):
                return await self.load_proposal(earlier.id)
            if earlier.seat != seat and kind in UNANIMOUS_PROPOSALS:
                raise UserError(say("{seat} is asking already. Answer that first.", seat=SeatMention(earlier.seat)))
            if earlier.seat != seat:
                raise UserError(
                    say(
                        "{seat} has asked for another pace. Answer that first; then you can ask.",
                        seat=SeatMention(earlier.seat),
                    )
                )

        async def work(tx: Transaction) -> int:
            await claim_call(tx, now, kind, table.id)
            if earlier is not None:
                await proposals.set_state(tx, earlier.id, "void")
            proposal_id = await proposals.insert_proposal(tx, table.id, kind, pace_h, seat, now, target)
            await outbox.add_decision(tx, table.id, "proposal", proposal_id, now, now + PROPOSAL_TIMEOUT_S)
            proposal = await proposals.load_proposal(tx, proposal_id)
            assert proposal is not None
            if self._find_outcome(table, proposal, deadlines) == "carried":  # nobody else has to be asked
                await proposals.set_state(tx, proposal_id, "carried")
                await self._apply_proposal(tx, loaded, proposal, table.find_seat_user(seat))
            return proposal_id

        return await self.load_proposal(await self._context.write(work, table.id))

    async def _apply_proposal(self, tx: Transaction, loaded: LoadedTable, proposal: Proposal, user_id: int) -> None:
        if proposal.kind == "resume":
            await write_resumption(self._context, tx, loaded, user_id)
            return
        if proposal.kind == "close":
            await tables.update_table(tx, proposal.table_id, lost_revision=None)
            text = say("All who play have agreed: the game is abandoned, without a result.")
            await write_note(self._context, tx, loaded, text, user_id)
            await close_table(self._context, tx, loaded.table, "closed")
            return
        if proposal.kind == "unrate":
            text = say("All who play have agreed: this game counts no more, and computers may play for people.")
            options = to_json({**loaded.table.table_options, "rated": "no"})
            await tables.update_table(tx, proposal.table_id, table_options=options)
            await write_note(self._context, tx, loaded, text, user_id)
            return
        if proposal.kind == "reinstate":
            find_given_up_seat(loaded.table, loaded.table.find_seat_user(proposal.target))
            await self._handover.write_reinstatement(tx, loaded, proposal.target, user_id, is_agreed=True)
            return
        supporters = mention_seats(proposal.agreed_seats)
        text = say(
            "{people} set the pace from the next question on: {pace}.",
            people=supporters,
            pace=format_pace(proposal.pace_h),
        )
        await tables.update_table(tx, proposal.table_id, pace_h=proposal.pace_h)
        await write_note(self._context, tx, loaded, text, user_id)

    def _require_on_time(self, deadlines: list[TurnDeadline], seat: Seat) -> None:
        """Raise UserError if the seat is late."""
        if any(turn.seat == seat and turn.is_late(self._context.now()) for turn in deadlines):
            raise UserError(say("Your time for this move is over: make it first, then you have a say in this again."))

    def _list_awaited_seats(self, table: Table, proposal: Proposal, deadlines: list[TurnDeadline]) -> list[Seat]:
        """List the seats whose answer is missing.

        A late player is not waited for, nor one who has left the server. A single player who is left waits until the
        others have been late for twice the time. The end of a game also needs the players for whom a computer plays. Of
        `UNANIMOUS_PROPOSALS`, everybody who holds a seat must agree.
        """
        now = self._context.now()
        needs_everybody = proposal.kind in UNANIMOUS_PROPOSALS
        players = table.active_players
        if needs_everybody or proposal.kind == "close":
            players = table.remaining_players
        late_seats: set[Seat] = set()
        if not needs_everybody:
            late_seats = {turn.seat for turn in deadlines if turn.is_late(now)}.difference(proposal.agreed_seats)
        awaited = [person.seat for person in players if person.seat not in late_seats]
        if len(awaited) == 1:
            awaited += [turn.seat for turn in deadlines if turn.seat in late_seats and not turn.is_late(now, 2)]
        answered = {*proposal.agreed_seats, *proposal.refused_seats, *proposal.absent_seats}
        return [seat for seat in awaited if seat not in answered]

    def _find_outcome(self, table: Table, proposal: Proposal, deadlines: list[TurnDeadline]) -> Optional[ProposalState]:
        """Return the outcome of the answers, None while they settle nothing."""
        if proposal.seat in proposal.refused_seats:
            return "void"
        is_waiting = bool(self._list_awaited_seats(table, proposal, deadlines))
        if proposal.kind != "pace":
            if proposal.refused_seats:
                return "refused"
            if is_waiting:
                return None
            return "carried"
        present_count = len({person.seat for person in table.active_players}.difference(proposal.absent_seats))
        if len(proposal.agreed_seats) >= min(PACE_SUPPORTERS_NEEDED, present_count):
            return "carried"
        if is_waiting:
            return None
        return "refused"


def _add_answer(proposal: Proposal, seat: Seat, *, agrees: bool) -> Proposal:
    """Return the proposal with a seat's answer, in place of an earlier one."""
    agreed, refused = {*proposal.agreed_seats} - {seat}, {*proposal.refused_seats} - {seat}
    if agrees:
        agreed.add(seat)
    else:
        refused.add(seat)
    return msgspec.structs.replace(proposal, agreed_seats=tuple(sorted(agreed)), refused_seats=tuple(sorted(refused)))
