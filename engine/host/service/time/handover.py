"""A seat changes hands: held out by its own person or by a vote, taken by a friend who presses a button."""

from __future__ import annotations

from engine.host.model.table import Table, game_over
from engine.host.model.votes import Offer
from engine.host.service.context import Context
from engine.host.service.play.live import Late, Loaded, playing
from engine.host.store import entries, motions, notices, offers, orders, tables, turns, votes, wishes
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.text import Refusal, Seat, Text, Who, say


def passed_on(seat: Seat, digest: str) -> list[NewEntry]:
    """Another person has a seat from now on; `digest` is of the position, which stays the same."""
    # Each line is read with the name of whoever had the seat by then.
    return [
        NewEntry("note", seat, "", digest, (Event(say("{seat} hands the seat on.", seat=Who(seat))),)),
        NewEntry("replace", seat, "", digest, (Event(say("{seat} plays on in that seat.", seat=Who(seat))),)),
    ]


class Handover:
    """Giving a seat away and taking it."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def offer(self, table_id: int, user: int, heir: int, name: str) -> Offer:
        """Hold one's own seat out to somebody; an earlier offer of it is withdrawn. Raises Refusal."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            if table.status == "lobby":
                raise Refusal(say("The game has not begun: press Leave, and your friend presses Join."))
            seat = playing(table, user)
            self.may_take(table, seat, heir)
            voted = await self.offer_of(table_id, seat)
            if voted is not None and voted.vote is not None:
                raise Refusal(_offered_by_all())
            await self._context.write(lambda tx: self.hold_out(tx, table, seat, (heir, name), None))
        return Offer(table_id, seat, table.rev, heir)

    async def offer_of(self, table_id: int, seat: Seat) -> Offer | None:
        """To whom a seat is held out."""
        return await offers.offer(self._context.store, table_id, seat)

    async def take(
        self, table_id: int, user: int, name: str, seat: Seat, rev: int, *, interaction: int | None = None
    ) -> Table:
        """Take a seat that is held out. Its hand and its turn are the newcomer's from now on; what was played before stays
        under the name of whoever played it. Raises Late when the offer is void, Refusal for anybody it was not made to."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            if interaction is not None and await entries.known_interaction(self._context.store, interaction):
                return live.table
            offer = await self._open_offer(live.table, seat, rev)
            if offer.heir != user:
                raise Refusal(say("That seat is held out to somebody else. /play opens a table of your own."))
            self.may_take(live.table, seat, user)
            await self._pass_on(live, seat, user, name, interaction)
        return await self._context.table(table_id)

    async def assign(self, table_id: int, seat: Seat, user: int, name: str) -> Table:
        """Give a seat, also one that was given up, to another person without asking anybody. Raises Refusal."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            table = live.table
            if table.status == "lobby":
                raise Refusal(say("The game has not begun: press Leave, and your friend presses Join."))
            if table.status != "running":
                raise Refusal(game_over())
            if not 0 <= seat < len(table.seats):
                raise Refusal(say("This table has the seats 1 to {n}.", n=len(table.seats)))
            self.may_take(table, seat, user)
            if table.user_of(seat) == user:
                await self._give_back(live, seat, user)
            else:
                await self._pass_on(live, seat, user, name, None)
        return await self._context.table(table_id)

    async def reinstate(self, table_id: int, user: int) -> Seat:
        """Give a seat that was given up, or dropped by a vote, back to its person: a moderator's hand. Returns which. Raises
        Refusal."""
        async with self._context.lock(table_id):
            live = await self._context.load(table_id)
            if live.table.status != "running":
                raise Refusal(say("There is no game going on here, so no seat can be given back."))
            seat = next((person.seat for person in live.table.seats if person.user == user and person.left), None)
            if seat is None:
                raise Refusal(say("They have given up no seat in this game. /board shows who plays."))
            await self._give_back(live, seat, user)
        return seat

    async def _give_back(self, live: Loaded, seat: Seat, user: int) -> None:
        """The person of a seat plays it again, with a clock that begins anew."""
        table, position = live.table, live.position
        assert position is not None
        told = Event(say("{seat} has the seat again, and plays on.", seat=Who(seat)))
        entry = NewEntry("replace", seat, "", kernel.digest(position, live.seed), (told,))

        async def work(tx: Transaction) -> None:
            reached = await entries.append(tx, table.id, table.rev, [entry], user, self._context.time())
            await tables.return_seat(tx, table.id, seat, reached)
            await turns.restart_turn(tx, table.id, seat, table.asked, self._context.time())
            await wishes.hold_on(tx, table.id, table.rev, reached)

        await self._context.write(work, table.id)

    async def _pass_on(self, live: Loaded, seat: Seat, user: int, name: str, interaction: int | None) -> None:
        """The seat is somebody else's from now on, with its hand, its turn and a clock that begins anew."""
        table, position = live.table, live.position
        assert position is not None
        told = passed_on(seat, kernel.digest(position, live.seed))

        async def work(tx: Transaction) -> None:
            reached = await entries.append(tx, table.id, table.rev, told, user, self._context.time(), interaction)
            await tables.hand_over(tx, table.id, seat, reached, user, name)
            if table.opened_by == table.user_of(seat):
                await tables.set_table(tx, table.id, opened_by=user)
            await orders.drop_all(tx, table.id, seat)
            await turns.cancel_early_notice(tx, table.id, seat)
            await offers.drop(tx, table.id, seat)
            await votes.void_of_seat(tx, table.id, seat)
            await turns.restart_turn(tx, table.id, seat, table.asked, self._context.time())
            await notices.void_calls(tx, table.id, seat)
            await motions.forget_seat(tx, table.id, seat)
            await wishes.hold_on(tx, table.id, table.rev, reached)
            await wishes.another_person(tx, table.id, seat)

        await self._context.write(work, table.id)

    async def decline(self, table_id: int, user: int, seat: Seat, rev: int) -> Offer:
        """No, thanks; or, from the person whose seat it is, the offer is withdrawn, unless the table has made it. Raises Late or
        Refusal."""
        async with self._context.lock(table_id):
            table = (await self._context.load(table_id)).table
            offer = await self._open_offer(table, seat, rev)
            if user not in (offer.heir, table.user_of(seat)):
                raise Refusal(say("That is for the person it was offered to."))
            if offer.vote is not None and user != offer.heir:
                raise Refusal(_offered_by_all())
            await self._context.write(lambda tx: offers.drop(tx, table_id, seat))
        return offer

    async def _open_offer(self, table: Table, seat: Seat, rev: int) -> Offer:
        offer = await self.offer_of(table.id, seat)
        if offer is None or offer.rev != rev or table.status != "running" or table.seats[seat].left:
            raise Late(say("That offer no longer stands: it was taken back, or the game has gone on."))
        return offer

    async def hold_out(
        self, tx: Transaction, table: Table, seat: Seat, heir: tuple[int, str], vote: int | None
    ) -> None:
        """Hold a seat out to somebody (id and name), by a vote or by its own person."""
        await offers.save(tx, Offer(table.id, seat, table.rev, heir[0], vote), heir[1])

    def may_take(self, table: Table, seat: Seat, heir: int) -> None:
        """Raise Refusal for whoever has, or has had, another seat of this game: they know another hand."""
        known = [(person.seat, person.user) for person in table.seats] + [(held.seat, held.user) for held in table.past]
        if (seat, heir) in [(person.seat, person.user) for person in table.seats if not person.left]:
            raise Refusal(say("That seat is theirs already. Name a friend who is not in the game."))
        if any(user == heir and other != seat for other, user in known):
            raise Refusal(
                say(
                    "Somebody who has seen another hand of this game cannot take the seat. Name a friend who is not in it."
                )
            )


def _offered_by_all() -> Text:
    return say("The table has offered your seat by a vote. A move of yours takes that back; nothing else does.")
