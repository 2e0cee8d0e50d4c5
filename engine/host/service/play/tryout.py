"""Trying out moves on a private copy that knows no more than the player; nothing is stored or shown to others.

The copy deals all unknown cards again with dice of its own. It stops before anything its player cannot know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Optional

import msgspec

from engine.host.model.table import Table
from engine.host.service.live_game import LoadedTable, play_entry
from engine.host.service.seat_checks import require_current_question, require_running_seat
from engine.host.service.service_context import ServiceContext
from engine.host.service.table_writes import write_moves
from engine.host.store import entries
from engine.host.store.entries import NewEntry
from engine.kernel.dice import Dice
from engine.kernel.event import Event
from engine.kernel.menu import Menu, Words
from engine.kernel.position import GameRun
from engine.kernel.text import Seat, Text, UserError, mention_seats, say
from engine.learning.positions import deal_afresh, find_forced_answer

TRYOUT_SEED = "try-out"
"""The seed of the copy's dice; their throws are never shown."""
MoveReader = Callable[[Menu], Words]
"""A function that reads a move with the menu it answers; the move may be stored as positions of options."""


def return_words(words: Words, _menu: Menu) -> Words:
    """Return the words: `partial(return_words, words)` is the reader of a move that is known."""
    return words


class TryOutResult(msgspec.Struct, frozen=True):
    """The position reached by some moves, as their player sees it.

    `menu` is the player's next decision; it is None if nobody can know how it goes on, and then `stop_reason` says why.
    `announced_lines` are the lines that the moves announce, `waiting_seats` the seats that would be to act next.
    """

    view: Any
    menu: Optional[Menu]
    announced_lines: tuple[Text, ...]
    stop_reason: Optional[Text]
    waiting_seats: tuple[Seat, ...]


class TryOuts:
    """Tried moves, and playing them."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    async def try_moves(
        self, table_id: int, user_id: int, moves: Sequence[MoveReader], asked_revision: int
    ) -> TryOutResult:
        """Return where some moves lead.

        Raises StaleControlsError if the question `asked_revision` is an earlier one, IllegalMoveError for a move that
        is not offered, another UserError if nothing can be tried.
        """
        loaded = await self._context.load_playable(table_id)
        seat = require_running_seat(loaded.table, user_id)
        require_current_question(loaded, seat, asked_revision)
        return compute_try_out(loaded, seat, moves)

    async def play_moves(
        self,
        table_id: int,
        user_id: int,
        moves: Sequence[MoveReader],
        *,
        asked_revision: int,
        interaction_id: int | None = None,
    ) -> Table:
        """Play all moves in one transaction, but none after a reveal or another player's question.

        Raises StaleControlsError, IllegalMoveError or another UserError, and then nothing has changed.
        """
        async with self._context.table_lock(table_id):
            loaded = await self._context.load_playable(table_id)
            if interaction_id is not None and await entries.is_interaction_known(self._context.store, interaction_id):
                return loaded.table
            seat = require_running_seat(loaded.table, user_id)
            require_current_question(loaded, seat, asked_revision)
            run = loaded.create_run()
            new_entries = _play_entries(run, seat, moves, loaded.seed)
            after = await self._context.change_table(
                lambda tx: write_moves(self._context, tx, loaded, new_entries, run, user_id, interaction_id)
            )
            return after.table


def compute_try_out(loaded: LoadedTable, seat: Seat, moves: Sequence[MoveReader]) -> TryOutResult:
    """Return where some moves lead, as far as the seat can know. Raises IllegalMoveError or another UserError."""
    lines: list[Text] = []
    run = _copy_table(loaded, seat)
    played: list[Words] = []
    for read_move in moves:
        if seat not in run.situation.questions:
            break
        words: Words | None = read_move(run.build_menu(seat))
        while words is not None:
            result = run.play(seat, words)
            if result.is_barrier:
                view = loaded.game.build_view(_replay_copy(loaded, seat, played).state, seat)
                reason = say(
                    "What comes next nobody knows before it is played: something is drawn, thrown or turned up."
                )
                return TryOutResult(view, None, tuple(lines), reason, (seat,))
            played.append(words)
            lines += _list_announced(result.events, seat)
            words = find_forced_answer(run, seat)
    view, waiting_seats = loaded.game.build_view(run.state, seat), tuple(sorted(run.situation.questions))
    if run.result is not None:
        return TryOutResult(view, None, tuple(lines), say("With this the game would be over."), ())
    if seat not in run.situation.questions:
        stop_reason = say(
            "Then {seats} would be to move, and what they do nobody knows.", seats=mention_seats(waiting_seats)
        )
        return TryOutResult(view, None, tuple(lines), stop_reason, waiting_seats)
    return TryOutResult(view, run.build_menu(seat), tuple(lines), None, waiting_seats)


def _replay_copy(loaded: LoadedTable, seat: Seat, moves: Sequence[Words]) -> GameRun[Any]:
    """Return a new copy after some moves of the seat."""
    run = _copy_table(loaded, seat)
    for words in moves:
        run.play(seat, words)
    return run


def _list_announced(events: Sequence[Event], seat: Seat) -> list[Text]:
    return [event.text for event in events if event.to is None or seat in event.to]


def _play_entries(run: GameRun[Any], seat: Seat, moves: Sequence[MoveReader], seed: str) -> list[NewEntry]:
    """Play moves and the forced moves after them, until a reveal or another player's question."""
    new_entries: list[NewEntry] = []
    for read_move in moves:
        entry, _ = play_entry(run, "move", seat, read_move(run.build_menu(seat)), seed)
        new_entries.append(entry)
        while not entry.is_barrier and (words := find_forced_answer(run, seat)) is not None:
            entry, _ = play_entry(run, "auto", seat, words, seed)
            new_entries.append(entry)
        if entry.is_barrier or seat not in run.situation.questions:
            break
    return new_entries


def _copy_table(loaded: LoadedTable, seat: Seat) -> GameRun[Any]:
    """Copy the table as the seat knows it, with all else dealt again, always in the same way.

    Answers of others to the open question are left out. Raises UserError if a reveal of this turn cannot be dealt
    again.
    """
    assert loaded.position is not None
    position, shuffle_tick = loaded.position, loaded.table.asked_revision
    copy = deal_afresh(loaded.game, position, loaded.seed, seat, Dice(TRYOUT_SEED), shuffle_tick)
    if copy is None:
        raise UserError(say("Something was turned up in this turn, so nothing can be tried out before the next."))
    return copy
