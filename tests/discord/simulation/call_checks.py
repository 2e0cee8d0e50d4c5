"""Rules about calls: nobody is called while asleep or too often, and nobody who owes an answer is forgotten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from simcord.backend.models import Message
from simcord.components import walk_components

from cogs.interactions import custom_ids
from engine.host.model.table import Table
from engine.host.store import turn_deadlines
from tests.discord.camp_game import HOUR_S
from tests.discord.simulation.simulation_state import SimulationState
from tests.store_internals import read_at_once

MAX_CALL_DELAY_S = 3 * HOUR_S
"""Seconds after which a player who is awake must have been called, faults included."""
MAX_SEND_S = 10
"""Seconds between the time that a call is booked for and its arrival."""
LOOK_S = 60
"""Seconds that somebody looks at the table after a move of their own."""
LOST_SLACK_S = 120
"""Seconds in which a board may be posted again whose first post the bot does not know of."""


class Call(NamedTuple):
    """A mention of a user. `question` is what a board post calls the user to, with the moves that they have made, else None.
    A new channel calls to it once more.

    `kind` is the kind of the outbox's message, or the act of the first button of an answer.
    """

    moment: int
    message_id: int
    table_id: int
    question: tuple[int, int, int, int] | None
    kind: str
    channel_id: int


class CallLedger:
    """All calls of a season, by user."""

    def __init__(self, state: SimulationState) -> None:
        self._state = state
        self._calls: defaultdict[int, list[Call]] = defaultdict(list)
        self._reported: set[tuple[int, int, int]] = set()
        self.last_disturbed_at = 0
        """When a fault began last, or one that lasts was still there."""
        self.last_lost_at = -LOST_SLACK_S
        """When the bot last heard nothing of a message that had arrived. After a loss of writes it is later than now until the
        next check: the bot has forgotten messages, and schedules of people.
        """

    def note_message(self, message: Message, body: Mapping[str, Any]) -> list[int]:
        """Note whom a message mentions, check that none of them is asleep, and return them."""
        state = self._state
        users = [int(user) for user in (body.get("allowed_mentions") or {}).get("users", [])]
        nonce = str(body.get("nonce", ""))
        act, table_id = _find_first_control(message)
        for user in users:
            member = state.find_member(user)
            if member.is_asleep(state.now) and state.now >= self.last_lost_at:
                state.record_violation(f"{member.actor.name} was called while asleep: {nonce or act}")
            is_board = bool(nonce) and not nonce.startswith("n")
            question = self._find_question(table_id, user) if is_board else None
            kind = self._find_kind(nonce) or act
            self._add_call(user, Call(state.now, message.id, table_id, question, kind, message.channel_id))
        return users

    def forget_boards(self, table_ids: Collection[int]) -> None:
        """Forget the calls by the boards of tables that have lost moves. A board calls again once the players have decided."""
        for user, calls in self._calls.items():
            self._calls[user] = [one for one in calls if one.question is None or one.table_id not in table_ids]

    def _add_call(self, user: int, call: Call) -> None:
        """Add a call. Board posts call a player once to a question; all other calls of a user are an hour apart."""
        earlier, name = self._calls[user], self._state.find_member(user).actor.name
        if call.question is not None:
            former = [one for one in earlier if one[2:] == call[2:]]
        else:
            former = [one for one in earlier if one.question is None and one.moment > call.moment - HOUR_S + MAX_SEND_S]
        if former and call.moment >= self.last_lost_at + LOST_SLACK_S:
            how = "twice within an hour" if call.question is None else "again"
            self._state.record_violation(f"{name} was called {how}: {call} after {former}")
        earlier.append(call)

    def _find_kind(self, nonce: str) -> str:
        """Return the kind of a message of the outbox, "board" for a board post, "" for an answer."""
        if not nonce.startswith("n"):
            return "board" if nonce else ""
        row = read_at_once(
            self._state.home.bot.store, "SELECT kind FROM outbox WHERE id = ?", int(nonce[1:].partition(":")[0])
        )
        return str(row["kind"]) if row else "outbox"

    def _find_question(self, table_id: int, user: int) -> tuple[int, int, int, int] | None:
        """Find out when, after how many moves of the table and of the user and after how many undos a user was asked.

        Return None if the table does not wait for them. A question comes back if an answer is taken back: the user's own, or that
        of somebody else whose seat a computer then plays, all in the same second.
        """
        sql = (
            "SELECT max(asked_at) AS asked_at, move_number, (SELECT count(*) FROM entries e WHERE e.table_id = ?1 "
            "AND e.user_id = ?2 AND e.kind = 'move') AS answer_count, (SELECT count(*) FROM entries e WHERE e.table_id = ?1 "
            "AND e.kind = 'undo') AS undo_count FROM turn_deadlines NATURAL JOIN seats "
            "WHERE table_id = ?1 AND user_id = ?2 AND computer_level IS NULL"
        )
        row = read_at_once(self._state.home.bot.store, sql, table_id, user)
        if row["asked_at"] is None:
            return None
        return row["asked_at"], row["move_number"], row["answer_count"], row["undo_count"]

    async def check_owed_calls(self, table: Table) -> None:
        """Check that everybody who owes an answer has been called since somebody else changed the game or gave them the seat.

        Notes change no question, nor does a new player in another seat.
        """
        state = self._state
        for turn in await turn_deadlines.load_deadlines(state.home.bot.store, table.id):
            user, key = table.find_user_to_call(turn.seat), (table.id, turn.seat, turn.asked_revision)
            if user is None or key in self._reported or state.find_member(user).has_left:
                continue
            row = await state.home.bot.store.fetch_first(
                "SELECT max(written_at) AS moment, max(CASE WHEN kind <> 'computer' THEN written_at END) AS by_people, "
                "(SELECT max(written_at) FROM entries WHERE table_id = ?1 AND user_id = ?3 AND kind = 'move') AS own "
                "FROM entries WHERE table_id = ?1 AND seq <= ?2 AND (user_id IS NOT ?3 OR kind = 'origin') "
                "AND kind NOT IN ('auto', 'note') AND (kind <> 'replace' OR seat = ?4)",
                table.id,
                turn.asked_revision,
                user,
                turn.seat,
            )
            assert row is not None
            if row["own"] is not None and row["own"] >= max(turn.asked_at - LOOK_S, row["by_people"]):
                continue  # a computer has answered while they were looking
            since = min(turn.asked_at, row["moment"])
            schedule = state.find_member(user).schedules[-1][1]
            awake_at = max(schedule.find_awake_at(turn.asked_at), state.find_member(user).schedules[-1][0])
            is_late = max(awake_at, self.last_disturbed_at) + MAX_CALL_DELAY_S < state.now
            if (
                is_late
                and not schedule.is_asleep(state.now)
                and not await self._was_called(user, table.id, since, row["by_people"])
            ):
                self._reported.add(key)
                name = state.find_member(user).actor.name
                state.record_violation(f"table {table.id}: {name} owes an answer since {since}, and was not called")

    async def _was_called(self, user: int, table_id: int, since: int, since_people: int) -> bool:
        """Whether a user was called about a table, or by a message that stands for all their tables.

        While the table's newest post is the one that called them, the call stands until they answer it, and also if only a
        computer has answered since, in the middle of their turn.
        """
        post = await self._state.home.bot.tables.snapshots.load_post(table_id)
        question = self._find_question(table_id, user)
        for call in self._calls[user]:
            if call.moment >= since and (call.table_id == table_id or call.question is None):
                return True
            if post is None or call.message_id != post.message_id or call.question is None or question is None:
                continue
            if call.question[2] == question[2] or call.moment >= since_people:
                return True
        return False


def _find_first_control(message: Message) -> tuple[str, int]:
    """Return the act and the table of the first button of a message that belongs to a table; the act names its subject."""
    for part in walk_components(message.components):
        try:
            pressed = custom_ids.parse_custom_id(part.get("custom_id") or "")
        except ValueError:
            continue
        if pressed.table_id:
            return f"{pressed.act} {pressed.rest}", pressed.table_id
    return "", 0
