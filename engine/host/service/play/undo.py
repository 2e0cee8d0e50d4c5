"""Taking moves back, alone or with the consent of the others."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from engine.host.model.table import UNDO_REQUEST_S, AnnouncedLine, Table, UndoRequest
from engine.host.service.deadlines.reminders import compute_retry_delay
from engine.host.service.live_game import NO_SEAT, LoadedTable
from engine.host.service.play.rewind import rebuild_position, write_reopening
from engine.host.service.play.undo_plan import UndoPlan, plan_turn_restart, plan_undo
from engine.host.service.play.undone_moves import explain_dropped_order, find_affected_orders, list_undone_moves
from engine.host.service.seat_checks import (
    StaleControlsError,
    has_other_players,
    require_current_question,
    require_running_seat,
    require_seat,
)
from engine.host.service.service_context import ServiceContext
from engine.host.store import announcements, entries, questions, tables, undo_requests
from engine.host.store.announcements import Announcement
from engine.host.store.database import Transaction
from engine.host.store.entries import NewEntry
from engine.host.store.standing_orders import delete_order
from engine.host.store.standing_orders import load_orders as given
from engine.host.store.undo_requests import QuestionOutcome, UndoQuestion
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.text import Seat, SeatMention, Text, UserError, say


class RequestExpiredError(UserError):
    """Raised for an answer to an undo request that has expired."""


class UndoPreview(msgspec.Struct, frozen=True):
    """The moves that an undo would take back, oldest first, and the lines that go with them, as one viewer may see them.

    `revision` is the table's at the time. `needs_no_consent`: no other player has to agree.
    """

    revision: int
    seat: Seat
    moves: tuple[AnnouncedLine, ...]
    lines: tuple[AnnouncedLine, ...]
    needs_no_consent: bool


def drop_if_expired(request: UndoRequest | None, now: int) -> UndoRequest | None:
    """Return the request, None if it has expired."""
    return None if request is None or request.expires_at <= now else request


def explain_expiry() -> Text:
    """Explain that an undo request has expired."""
    hours = UNDO_REQUEST_S // 3600
    return say("Nobody settled this within {hours} hours, so the move stands. /undo asks again.", hours=hours)


class Undo:
    """Undo requests and their answers."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def preview_undo(self, table_id: int, user_id: int) -> UndoPreview:
        """Preview the undo of one's last move. Raises UserError if there is none, or if another player is asking."""
        live = await self._context.load_playable(table_id)
        seat = self._require_seat(live.table, user_id)
        request = await self.load_request(table_id)
        if request is not None and request.seat != seat:
            raise _explain_open_request(request)
        found = await self._build_preview(live, seat, seat)
        if not found.needs_no_consent:
            _require_others(live.table, user_id)
        return found

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
            live = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return await self.load_request(table_id)
            seat = self._require_seat(live.table, user_id)
            if revision is not None and revision != live.table.revision:
                raise StaleControlsError(
                    say("The game has gone on since you asked, so nothing was taken back. /undo shows it anew.")
                )
            request = await self.load_request(table_id)
            if request is not None and request.seat != seat:
                raise _explain_open_request(request)
            found = await self._plan_undo(live, seat)
            if found.needs_no_consent:
                await self._write_undo(live, found, seat, user_id, interaction_id)
                return None
            _require_others(live.table, user_id)
            now = self._context.now()
            wish = request or UndoRequest(live.table.revision, seat, found.target_seq, (seat,), now)
            if request is None:
                await self._context.write(lambda tx: undo_requests.save_request(tx, table_id, wish))
            else:
                await self._context.write(lambda tx: undo_requests.retry_question(tx, table_id, now))
        self._context.notify_listeners()
        return wish

    async def restart_turn(
        self, table_id: int, user_id: int, *, asked_revision: int, interaction_id: int | None = None
    ) -> None:
        """Take back everything the player has done in this turn.

        Raises StaleControlsError if the question `asked_revision` is an earlier one, UserError if there is nothing to
        take back or something was revealed since.
        """
        async with self._context.table_lock(table_id):
            live = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return
            seat = require_running_seat(live.table, user_id)
            require_current_question(live, seat, asked_revision)
            found = plan_turn_restart(await entries.load_entries(self._context.store, table_id), seat)
            await self._write_undo(live, found, seat, user_id, interaction_id, free_undo_seat=NO_SEAT)

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
            live = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return True
            seat = self._require_seat(live.table, user_id)
            request = await undo_requests.load_request(self._context.store, table_id, live.table.revision)
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
            if {person.seat for person in live.table.active_players} - set(agreed):
                await self._context.write(lambda tx: undo_requests.save_agreement(tx, table_id, agreed))
                return False
            found = await self._plan_undo(live, request.seat)
            await self._write_undo(live, found, request.seat, user_id, interaction_id)
            return True

    # ---------------------------------------------------------- the question
    async def list_due_questions(self) -> list[UndoQuestion]:
        """List the undo requests that the others have not been told of."""
        return await undo_requests.list_due(self._context.store, self._context.shard_range, self._context.now())

    async def begin_attempt(self, question: UndoQuestion) -> UndoRequest | None:
        """Schedule the next attempt to ask a question before this one. Return its request, None if the game has overtaken it."""
        now = self._context.now()

        async def work(tx: Transaction) -> bool:
            if not await undo_requests.is_current(tx, question, now):
                return False
            await undo_requests.set_retry(tx, question, now + compute_retry_delay(question.attempts))
            return True

        return await self.load_request(question.table_id) if await self._context.write(work) else None

    async def record_outcome(
        self, question: UndoQuestion, state: QuestionOutcome, message_id: int | None = None
    ) -> None:
        """Settle a question that was asked or cannot be asked, and schedule the end of its message."""

        async def work(tx: Transaction) -> None:
            await undo_requests.record_outcome(tx, question, state, message_id)
            if message_id is not None:
                then = question.asked_at + UNDO_REQUEST_S
                await announcements.schedule_announcement(
                    tx, question.table_id, "question", question.asked_at, then, message_id
                )

        await self._context.write(work)
        self._context.notify_listeners()

    async def expire_request(self, announcement: Announcement) -> bool:
        """End a request whose time is over. Return whether it was open until now."""

        async def work(tx: Transaction) -> bool:
            return await undo_requests.expire_request(tx, announcement.table_id, announcement.subject_id)

        async with self._context.table_lock(announcement.table_id):
            return await self._context.write(work)

    async def excuse_seats(
        self, table_id: int, known_request: UndoRequest, absent_seats: Collection[Seat]
    ) -> UndoRequest | None:
        """Count seats whose users have left the server as consenting.

        Return the request, None if all have now agreed and the moves were taken back. Raises UserError.
        """
        async with self._context.table_lock(table_id):
            live = await self._context.load_playable(table_id)
            request = await undo_requests.load_request(self._context.store, table_id, live.table.revision)
            if request is None or request.asked_at != known_request.asked_at:
                return request
            agreed = tuple(sorted({*request.agreed_seats, *absent_seats}))
            if {person.seat for person in live.table.active_players} <= set(agreed):
                found = await self._plan_undo(live, request.seat)
                await self._write_undo(live, found, request.seat, live.table.find_seat_user(request.seat), None)
                return None
            await self._context.write(lambda tx: undo_requests.save_agreement(tx, table_id, agreed))
            return msgspec.structs.replace(request, agreed_seats=agreed)

    def _require_seat(self, table: Table, user_id: int) -> Seat:
        """Return a user's seat in a game of which moves can still be taken back. Raises UserError."""
        if table.is_sealed(self._context.now()):
            return require_seat(table, user_id)
        if table.status == "finished":
            raise UserError(say("This game is over for good, so nothing is taken back. Rematch plays it once more."))
        return require_running_seat(table, user_id)

    async def _plan_undo(self, loaded: LoadedTable, seat: Seat) -> UndoPlan:
        """Plan the undo of a seat's last move. Raises UserError."""
        theirs = [person.seat for person in loaded.table.seats if not person.is_computer]
        return plan_undo(await entries.load_entries(self._context.store, loaded.table.id), seat, theirs)

    async def _build_preview(self, loaded: LoadedTable, seat: Seat, viewer: Seat | None) -> UndoPreview:
        found = await self._plan_undo(loaded, seat)
        gone = {entry.seq for entry in found.undone_entries if entry.is_move}
        lines = await entries.load_lines(self._context.store, loaded.table.id, viewer, since_revision=found.target_seq)
        return UndoPreview(
            loaded.table.revision,
            seat,
            list_undone_moves(loaded, found.undone_entries, seat, viewer, lines),
            tuple(line for line in lines if line.seq in gone),
            found.needs_no_consent,
        )

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
        table_id = loaded.table.id
        position = await rebuild_position(self._context, loaded, undo_plan.target_seq)
        lines = await entries.load_lines(self._context.store, table_id, None, since_revision=undo_plan.target_seq)
        moves: list[Text] = [
            line.text for line in list_undone_moves(loaded, undo_plan.undone_entries, seat, None, lines)
        ]
        told = (
            say("{seat} takes back: {moves}.", seat=SeatMention(seat), moves=moves)
            if undo_plan.needs_no_consent
            else say("Everybody agrees, and {seat} takes back: {moves}.", seat=SeatMention(seat), moves=moves)
        )
        now = kernel.resolve_situation(loaded.game, position, loaded.seed)
        touched = find_affected_orders(loaded, position, undo_plan, seat, await given(self._context.store, table_id))
        events = [Event(told), *(Event(explain_dropped_order(order), (seat,)) for order in touched)]
        entry = NewEntry(
            "undo", seat, str(undo_plan.target_seq), kernel.compute_digest(position, loaded.seed), tuple(events)
        )

        async def work(tx: Transaction) -> LoadedTable:
            rev = await entries.append_entries(
                tx, table_id, loaded.table.revision, [entry], user_id, self._context.now(), interaction_id
            )
            await tables.reopen_game(tx, table_id)
            await tables.save_position(tx, table_id, rev, kernel.encode_position(position).decode())
            await undo_requests.delete_request(tx, table_id)
            # A new `asked_revision` makes buttons from before the undo stale.
            await tables.update_table(tx, table_id, asked_revision=rev)
            # The player wants to decide again, so an order must not answer the same question.
            for order in touched:
                await delete_order(tx, table_id, order)
            at, question = self._context.now(), now.asked_at_move
            await questions.put_question(tx, table_id, rev, now.questions, at, move_number=question, undo_seat=seat)
            after = msgspec.structs.replace(
                loaded.table,
                revision=rev,
                asked_revision=rev,
                status="running",
                result=None,
                seals_open_at=None,
                ended_at=None,
            )
            return msgspec.structs.replace(
                loaded, table=after, position=position, situation=now, known_turns=None, free_undo_seat=free_undo_seat
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
