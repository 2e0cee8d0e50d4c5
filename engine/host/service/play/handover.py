"""Handing a seat to another player: an offer by its player or by a vote, accepted with a button."""

from __future__ import annotations

from engine.host.model.table import PastSeatHolder, SeatAssignment, Table, explain_game_over
from engine.host.model.votes import SeatOffer
from engine.host.service.live_game import LoadedTable, build_replacement
from engine.host.service.moderation import mention_moderator, require_uninvolved
from engine.host.service.play.leaving import find_leaving_words
from engine.host.service.seat_checks import StaleControlsError, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.store import (
    entries,
    proposals,
    seat_offers,
    standing_orders,
    tables,
    turn_deadlines,
    undo_requests,
    votes,
)
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.moderator_acts import insert_act
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.text import Seat, SeatMention, Text, UserError, say


class SeatHandover:
    """Offers of seats and the handover itself."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def offer_seat(self, table_id: int, user_id: int, successor: int, name: str) -> SeatOffer:
        """Offer one's own seat to a user, in place of an earlier offer. Raises UserError."""
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            if table.status == "lobby":
                raise UserError(say("The game has not begun: press Leave, and your friend presses Join."))
            seat = require_running_seat(table, user_id)
            self.require_may_take(table, seat, successor)
            voted = await self.find_offer(table_id, seat)
            if voted is not None and voted.vote_id is not None:
                raise UserError(_explain_offer_by_vote())
            await self._context.write(lambda tx: self.write_offer(tx, table, seat, (successor, name), None))
        return SeatOffer(table_id, seat, table.revision, successor)

    async def find_offer(self, table_id: int, seat: Seat) -> SeatOffer | None:
        """Return the open offer of a seat."""
        return await seat_offers.find_offer(self._context.store, table_id, seat)

    async def accept_offer(
        self, table_id: int, user_id: int, name: str, seat: Seat, revision: int, *, interaction_id: int | None = None
    ) -> Table:
        """Take an offered seat with its hand and its turn. Earlier moves keep the name of their player.

        Raises StaleControlsError if the offer is void, UserError if it was made to another user.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return loaded.table
            offer = await self._require_offer(loaded.table, seat, revision)
            if offer.successor_id != user_id:
                raise UserError(say("That seat is held out to somebody else. {/play} opens a table of your own."))
            self.require_may_take(loaded.table, seat, user_id)
            await self._write_handover(loaded, seat, user_id, name, interaction_id)
        return await self._context.load_table(table_id)

    async def assign_seat(
        self, table_id: int, seat: Seat, user_id: int, name: str, *, moderator_id: int | None = None
    ) -> Table:
        """Give a seat, also a resigned one, to another user without asking anybody; `moderator_id` is who does that, if it is
        not the new user. Raises UserError."""
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            table = loaded.table
            if table.status == "lobby":
                raise UserError(say("The game has not begun: press Leave, and your friend presses Join."))
            if table.status != "running":
                raise UserError(explain_game_over())
            if not 0 <= seat < len(table.seats):
                raise UserError(say("This table has the seats 1 to {n}.", n=len(table.seats)))
            if moderator_id is not None:
                require_uninvolved(table, moderator_id)
            self.require_may_take(table, seat, user_id)
            if table.find_seat_user(seat) == user_id:
                await self._context.write(
                    lambda tx: self.write_reinstatement(tx, loaded, seat, moderator_id or user_id), table_id
                )
            else:
                await self._write_handover(loaded, seat, user_id, name, None, moderator_id)
        return await self._context.load_table(table_id)

    async def reinstate_player(self, table_id: int, user_id: int, moderator_id: int) -> Seat:
        """Give a resigned or dropped seat back to its user, as a moderator does. Return the seat. Raises UserError."""
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            require_uninvolved(loaded.table, moderator_id)
            seat = find_given_up_seat(loaded.table, user_id)
            await self._context.write(lambda tx: self.write_reinstatement(tx, loaded, seat, moderator_id), table_id)
        return seat

    async def write_reinstatement(
        self, tx: Transaction, loaded: LoadedTable, seat: Seat, actor_id: int, *, is_agreed: bool = False
    ) -> None:
        """Write that the user of a seat plays it again, with a new clock. `actor_id` is the moderator, or the user who gave the
        last consent of all (`is_agreed`)."""
        table, position, now = loaded.table, loaded.position, self._context.now()
        assert position is not None
        text = say(
            "{moderator}, a moderator, gives {seat} the seat again.",
            moderator=mention_moderator(),
            seat=SeatMention(seat),
        )
        if is_agreed:
            text = say("Everybody agrees: {seat} has the seat again, and plays on.", seat=SeatMention(seat))
        entry = NewEntry("replace", seat, "", kernel.compute_digest(position, loaded.seed), (Event(text),))
        revision = await entries.append_entries(tx, table.id, table.revision, [entry], actor_id, now)
        await tables.return_seat(tx, table.id, seat, revision)
        await turn_deadlines.restart_turn(tx, table.id, seat, table.asked_revision, now)
        await undo_requests.keep_valid(tx, table.id, table.revision, revision)
        if not is_agreed:
            await insert_act(tx, table.id, actor_id, "reinstate", now, seat + 1)

    async def _write_handover(
        self,
        loaded: LoadedTable,
        seat: Seat,
        user_id: int,
        name: str,
        interaction_id: int | None,
        moderator_id: int | None = None,
    ) -> None:
        """Write the new user of a seat, with its hand, its turn and a new clock."""
        table, position = loaded.table, loaded.position
        assert position is not None
        digest = kernel.compute_digest(position, loaded.seed)

        async def work(tx: Transaction) -> None:
            words = await find_leaving_words(tx, loaded)
            new_entries = build_replacement(seat, digest, words)
            if moderator_id is not None:
                text = say(
                    "{moderator}, who looks after this bot, gives the seat of {seat} to somebody else.",
                    moderator=mention_moderator(),
                    seat=SeatMention(seat),
                )
                new_entries = [NewEntry("note", seat, "", digest, (Event(text),)), *new_entries[1:]]
            revision = await entries.append_entries(
                tx, table.id, table.revision, new_entries, moderator_id or user_id, self._context.now(), interaction_id
            )
            if moderator_id is not None:
                await insert_act(tx, table.id, moderator_id, "assign", self._context.now(), seat + 1)
            await tables.assign_seat(tx, table.id, seat, revision, user_id, name)
            if table.opened_by == table.find_seat_user(seat):
                await tables.update_table(tx, table.id, opened_by=user_id)
            await standing_orders.delete_seat_orders(tx, table.id, seat)
            await turn_deadlines.cancel_early_notice(tx, table.id, seat)
            await seat_offers.delete_offer(tx, table.id, seat)
            await votes.void_seat_votes(tx, table.id, seat)
            await turn_deadlines.restart_turn(tx, table.id, seat, table.asked_revision, self._context.now())
            await proposals.void_seat_proposals(tx, table.id, seat)
            await undo_requests.keep_valid(tx, table.id, table.revision, revision)
            await undo_requests.remove_agreement(tx, table.id, seat)

        await self._context.write(work, table.id)

    async def decline_offer(self, table_id: int, user_id: int, seat: Seat, revision: int) -> SeatOffer:
        """Decline an offer, or withdraw the offer of one's own seat unless a vote made it.

        Raises StaleControlsError if the offer is void, UserError for other users.
        """
        async with self._context.table_lock(table_id):
            table = (await self._context.load_playable(table_id)).table
            offer = await self._require_offer(table, seat, revision)
            if user_id not in (offer.successor_id, table.find_seat_user(seat)):
                raise UserError(say("That is for the person it was offered to."))
            if offer.vote_id is not None and user_id != offer.successor_id:
                raise UserError(_explain_offer_by_vote())
            await self._context.write(lambda tx: seat_offers.delete_offer(tx, table_id, seat))
        return offer

    async def _require_offer(self, table: Table, seat: Seat, revision: int) -> SeatOffer:
        offer = await self.find_offer(table.id, seat)
        if offer is None or offer.revision != revision or table.status != "running" or table.seats[seat].has_left:
            raise StaleControlsError(say("That offer no longer stands: it was taken back, or the game has gone on."))
        return offer

    async def write_offer(
        self, tx: Transaction, table: Table, seat: Seat, successor: tuple[int, str], vote_id: int | None
    ) -> None:
        """Write the offer of a seat to a user (id and name), by a vote or by its player."""
        await seat_offers.save_offer(tx, SeatOffer(table.id, seat, table.revision, successor[0], vote_id), successor[1])

    def require_may_take(self, table: Table, seat: Seat, successor: int) -> None:
        """Raise UserError if a user has, or had, another seat of this game and so knows another hand."""
        for person in table.seats:
            if (person.seat, person.user_id) == (seat, successor) and not person.has_left:
                raise UserError(say("That seat is theirs already. Name a friend who is not in the game."))
        holders: list[SeatAssignment | PastSeatHolder] = [*table.seats, *table.past_holders]
        for holder in holders:
            if holder.user_id == successor and holder.seat != seat:
                raise UserError(
                    say(
                        "Somebody who has seen another hand of this game cannot take the seat. Name a friend who is not in it."
                    )
                )


def find_given_up_seat(table: Table, user_id: int) -> Seat:
    """Return the seat that a user of a running game has given up or lost. Raises UserError."""
    if table.status != "running":
        raise UserError(say("There is no game going on here, so no seat can be given back."))
    for person in table.seats:
        if person.user_id == user_id and person.has_left:
            return person.seat
    raise UserError(say("They have given up no seat in this game. {/board} shows who plays."))


def _explain_offer_by_vote() -> Text:
    return say("The table has offered your seat by a vote. A move of yours takes that back; nothing else does.")
