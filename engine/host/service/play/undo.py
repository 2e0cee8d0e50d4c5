"""Taking moves back, alone or with the consent of the others."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from engine.host.model.table import UNDO_REQUEST_S, AnnouncedLine, Table, UndoRequest
from engine.host.service.live_game import NO_SEAT, LoadedTable
from engine.host.service.order_answers import explain_undone_order
from engine.host.service.people.cooldowns import CooldownError, claim_call
from engine.host.service.play.rewind import rebuild_position, write_reopening
from engine.host.service.play.undo_plan import UndoPlan, plan_turn_restart, plan_undo
from engine.host.service.play.undone_moves import find_dropped_orders, list_undone_moves
from engine.host.service.seat_checks import (
    StaleControlsError,
    has_other_players,
    require_current_question,
    require_running_seat,
    require_seat,
)
from engine.host.service.service_context import ServiceContext
from engine.host.store import entries, outbox, questions, tables, undo_requests
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.history import game_end
from engine.host.store.standing_orders import delete_order, load_orders
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.text import Seat, SeatMention, Text, UserError, say


class RequestExpiredError(UserError):
    """Raised for an answer to an undo request that has expired."""


class UndoPreview(msgspec.Struct, frozen=True):
    """The moves that an undo would take back, oldest first, and the lines that go with them, as one viewer may see them.

    `revision` is the table's at the time. `needs_consent`: other players have to agree.
    """

    revision: int
    seat: Seat
    moves: tuple[AnnouncedLine, ...]
    lines: tuple[AnnouncedLine, ...]
    needs_consent: bool


def drop_if_expired(request: UndoRequest | None, now: int) -> UndoRequest | None:
    """Return the request, None if it has expired."""
    if request is None or request.expires_at <= now:
        return None
    return request


def explain_expiry() -> Text:
    """Explain that an undo request has expired."""
    hours = UNDO_REQUEST_S // 3600
    return say("Nobody settled this within {hours} hours, so the move stands. {/undo} asks again.", hours=hours)


class Undo:
    """Undo requests and their answers."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def preview_undo(self, table_id: int, user_id: int) -> UndoPreview:
        """Preview the undo of one's last move. Raises UserError if there is none, or if another player is asking."""
        loaded = await self._context.load_playable(table_id)
        seat = self._require_seat(loaded.table, user_id)
        request = await self.load_request(table_id)
        if request is not None and request.seat != seat:
            raise _explain_open_request(request)
        preview = await self._build_preview(loaded, seat, seat)
        if preview.needs_consent:
            _require_others(loaded.table, user_id)
        return preview

    async def preview_request(self, request: UndoRequest, table_id: int) -> UndoPreview:
        """Preview an undo request as everybody may see it. Raises UserError if it is no longer possible."""
        return await self._build_preview(await self._context.load_playable(table_id), request.seat, None)

    async def load_request(self, table_id: int) -> UndoRequest | None:
        """Return the open undo request, None if there is none, it has expired, or the game has gone on."""
        request = await undo_requests.load_request(
            self._context.store, table_id, (await self._context.load_playable(table_id)).table.revision
        )
        return drop_if_expired(request, self._context.now())

    async def take_back(
        self, table_id: int, user_id: int, *, revision: int | None = None, interaction_id: int | None = None
    ) -> UndoRequest | None:
        """Take back one's last move, or ask the others for consent; repeated calls ask them once.

        `revision` is the revision of the preview. Return None if the move was taken back, else the request. Raises
        StaleControlsError if the table has changed since the preview, UserError if there is nothing to take back or
        another player is asking.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return await self.load_request(table_id)
            seat = self._require_seat(loaded.table, user_id)
            if revision is not None and revision != loaded.table.revision:
                raise StaleControlsError(
                    say("The game has gone on since you asked, so nothing was taken back. {/undo} shows it anew.")
                )
            open_request = await self.load_request(table_id)
            if open_request is not None and open_request.seat != seat:
                raise _explain_open_request(open_request)
            undo_plan = await self._plan_undo(loaded, seat)
            if not undo_plan.needs_consent:
                await self._write_undo(loaded, undo_plan, seat, user_id, interaction_id)
                return None
            _require_others(loaded.table, user_id)
            now = self._context.now()
            if open_request is not None:
                request = open_request
                await self._context.write(lambda tx: undo_requests.retry_question(tx, table_id, now))
            else:
                request = UndoRequest(loaded.table.revision, seat, undo_plan.target_seq, (seat,), now)
                await self._context.write(lambda tx: self._open_request(tx, table_id, request, undo_plan))
        self._context.notify_listeners()
        return request

    async def restart_turn(
        self, table_id: int, user_id: int, *, asked_revision: int, interaction_id: int | None = None
    ) -> None:
        """Take back everything the player has done in this turn.

        Raises StaleControlsError if the question `asked_revision` is an earlier one, UserError if there is nothing to
        take back or something was revealed since.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return
            seat = require_running_seat(loaded.table, user_id)
            require_current_question(loaded, seat, asked_revision)
            undo_plan = plan_turn_restart(await entries.load_entries(self._context.store, table_id), seat)
            await self._write_undo(loaded, undo_plan, seat, user_id, interaction_id, free_undo_seat=NO_SEAT)

    async def answer(
        self,
        table_id: int,
        user_id: int,
        revision: int,
        *,
        agrees: bool,
        asking_seat: Seat | None = None,
        interaction_id: int | None = None,
    ) -> bool:
        """Answer the undo request of `asking_seat` (by default, of any seat). Return True if the moves were taken back.

        Raises StaleControlsError if the request is void, RequestExpiredError if it has expired, UserError for users
        without a say.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return True
            seat = self._require_seat(loaded.table, user_id)
            request = await undo_requests.load_request(self._context.store, table_id, loaded.table.revision)
            if request is None or request.revision != revision or asking_seat not in (None, request.seat):
                raise StaleControlsError(
                    say("That question is settled: it was answered, or the game has gone on since.")
                )
            if request.expires_at <= self._context.now():
                await self._context.write(lambda tx: undo_requests.delete_request(tx, table_id))
                raise RequestExpiredError(explain_expiry())
            if not agrees:
                await self._context.write(lambda tx: undo_requests.delete_request(tx, table_id))
                return False
            agreed = tuple(sorted({*request.agreed_seats, seat}))
            if {person.seat for person in loaded.table.active_players} - set(agreed):
                await self._context.write(lambda tx: undo_requests.save_agreement(tx, table_id, agreed))
                return False
            undo_plan = await self._plan_undo(loaded, request.seat)
            await self._write_undo(loaded, undo_plan, request.seat, user_id, interaction_id)
            return True

    # ---------------------------------------------------------- the question
    async def _open_request(self, tx: Transaction, table_id: int, request: UndoRequest, undo_plan: UndoPlan) -> None:
        """Store a new request. Raises UserError if the others were asked about the same move before."""
        first_seq = min(entry.seq for entry in undo_plan.undone_entries)
        try:
            await claim_call(tx, request.asked_at, "undo", table_id, first_seq, interval_s=UNDO_REQUEST_S)
        except CooldownError:
            raise UserError(say("The others were asked about this move already, and it stands.")) from None
        await undo_requests.save_request(tx, table_id, request)

    async def record_post(self, table_id: int, request: UndoRequest, message_id: int) -> None:
        """Store the message that asks the others, and schedule its end."""

        async def work(tx: Transaction) -> None:
            await undo_requests.save_message(tx, table_id, message_id)
            await outbox.add_message(
                tx, table_id, "expiry", request.asked_at, request.asked_at + UNDO_REQUEST_S, message_id
            )

        await self._context.write(work)
        self._context.notify_listeners()

    async def expire_request(self, table_id: int, message_id: int) -> bool:
        """End the request that a message asks about, since its time is over. Return whether it was open until now."""
        async with self._context.table_lock(table_id):
            return await self._context.write(lambda tx: undo_requests.expire_request(tx, table_id, message_id))

    async def excuse_seats(
        self, table_id: int, known_request: UndoRequest, absent_seats: Collection[Seat]
    ) -> UndoRequest | None:
        """Count seats whose users have left the server as consenting.

        Return the request, None if all have now agreed and the moves were taken back. Raises UserError.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            request = await undo_requests.load_request(self._context.store, table_id, loaded.table.revision)
            if request is None or request.asked_at != known_request.asked_at:
                return request
            agreed = tuple(sorted({*request.agreed_seats, *absent_seats}))
            if {person.seat for person in loaded.table.active_players} <= set(agreed):
                undo_plan = await self._plan_undo(loaded, request.seat)
                await self._write_undo(loaded, undo_plan, request.seat, loaded.table.find_seat_user(request.seat), None)
                return None
            await self._context.write(lambda tx: undo_requests.save_agreement(tx, table_id, agreed))
            return msgspec.structs.replace(request, agreed_seats=agreed)

    def _require_seat(self, table: Table, user_id: int) -> Seat:
        """Return a user's seat in a game whose moves can still be taken back. Raises UserError."""
        if table.is_sealed:
            return require_seat(table, user_id)
        if table.status == "finished":
            raise UserError(say("This game is over for good, so nothing is taken back. Rematch plays it once more."))
        return require_running_seat(table, user_id)

    async def _plan_undo(self, loaded: LoadedTable, seat: Seat) -> UndoPlan:
        """Plan the undo of a seat's last move. Raises UserError."""
        theirs = [person.seat for person in loaded.table.seats if not person.is_computer]
        return plan_undo(await entries.load_entries(self._context.store, loaded.table.id), seat, theirs)

    async def _build_preview(self, loaded: LoadedTable, seat: Seat, viewer: Seat | None) -> UndoPreview:
        undo_plan = await self._plan_undo(loaded, seat)
        undone_seqs = set()
        for entry in undo_plan.undone_entries:
            if entry.is_move:
                undone_seqs.add(entry.seq)
        table = loaded.table
        lines = await entries.load_lines(self._context.store, table.id, viewer, since_revision=undo_plan.target_seq)
        moves = list_undone_moves(loaded, undo_plan.undone_entries, seat, viewer, lines)
        undone_lines = tuple(line for line in lines if line.seq in undone_seqs)
        return UndoPreview(table.revision, seat, moves, undone_lines, undo_plan.needs_consent)

    async def _write_undo(
        self,
        loaded: LoadedTable,
        undo_plan: UndoPlan,
        seat: Seat,
        user_id: int,
        interaction_id: int | None,
        *,
        free_undo_seat: Seat | None = None,
    ) -> None:
        """Write an undo; `free_undo_seat` is the seat that could take back more alone, None if that must be looked up."""
        table, store = loaded.table, self._context.store
        position = await rebuild_position(self._context, loaded, undo_plan.target_seq)
        lines = await entries.load_lines(store, table.id, None, since_revision=undo_plan.target_seq)
        undone_moves = list_undone_moves(loaded, undo_plan.undone_entries, seat, None, lines)
        moves: list[Text] = [line.text for line in undone_moves]
        text = say("Everybody agrees, and {seat} takes back: {moves}.", seat=SeatMention(seat), moves=moves)
        if not undo_plan.needs_consent:
            text = say("{seat} takes back: {moves}.", seat=SeatMention(seat), moves=moves)
        situation = kernel.resolve_situation(loaded.game, position, loaded.seed)
        orders = await load_orders(store, table.id)
        dropped_orders = find_dropped_orders(loaded, position, undo_plan, seat, orders)
        events = [Event(text), *(Event(explain_undone_order(order), (order.seat,)) for order in dropped_orders)]
        digest = kernel.compute_digest(position, loaded.seed)
        entry = NewEntry("undo", seat, str(undo_plan.target_seq), digest, tuple(events))

        async def work(tx: Transaction) -> LoadedTable:
            now = self._context.now()
            revision = await entries.append_entries(tx, table.id, table.revision, [entry], user_id, now, interaction_id)
            await game_end.reopen_game(tx, table.id)
            await tables.save_position(tx, table.id, revision, kernel.encode_position(position).decode())
            await undo_requests.delete_request(tx, table.id)
            # A new `asked_revision` makes buttons from before the undo stale.
            await tables.update_table(tx, table.id, asked_revision=revision)
            for order in dropped_orders:
                await delete_order(tx, table.id, order)
            await questions.put_question(
                tx, table.id, revision, situation.questions, now, move_number=situation.asked_at_move, undo_seat=seat
            )
            after = msgspec.structs.replace(
                table,
                revision=revision,
                asked_revision=revision,
                status="running",
                result=None,
                seals_open_at=None,
                ended_at=None,
                computer_moves={},
            )
            return msgspec.structs.replace(
                loaded,
                table=after,
                position=position,
                situation=situation,
                known_turns=None,
                free_undo_seat=free_undo_seat,
            )

        await write_reopening(self._context, work)


def _require_others(table: Table, user_id: int) -> None:
    """Raise UserError if nobody is there who could agree to an undo of something revealed."""
    if not has_other_players(table, user_id):
        raise UserError(
            say("Since your last move something new was shown, and nobody else is here to agree: it stands.")
        )


def _explain_open_request(request: UndoRequest) -> UserError:
    return UserError(
        say(
            "{seat} is asking to take a move back. Answer that first; then you can ask.", seat=SeatMention(request.seat)
        )
    )
