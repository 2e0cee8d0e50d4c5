"""A loaded table: a move as a log entry, and the automatic moves and results that follow. It reads and writes no store."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any
from weakref import ref

import msgspec

from engine.host.model.table import EntryKind, PastSeatHolder, SeatAssignment, Table
from engine.host.service.order_answers import OrderList
from engine.host.store.entries import NewEntry
from engine.host.store.standing_orders import StandingOrder
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.menu import Menu, Words, canonicalize_move, find_forced_move, passes_secret_menu
from engine.kernel.position import GameRun, MoveResult, Position, Situation
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult
from engine.kernel.text import Seat, SeatMention, Text, mention_seats, say
from engine.turn_log import TurnStart, find_turn_start

NO_SEAT = -1
"""The value of `free_undo_seat` if no seat can take back its move alone."""


class LoadedTable(msgspec.Struct, frozen=True):
    """A table with its game, seed and position. It never leaves the host.

    `known_turns` are its newest turns, None until they are needed; `unjoined_turns` have begun since.
    `free_undo_seat` is the seat that moved last and could take that back alone, NO_SEAT if there is none, None until
    somebody moves.
    """

    table: Table
    game: AnyGame
    seed: str
    position: Position[Any] | None = None
    situation: Situation[Any] | None = None
    known_turns: tuple[TurnStart, ...] | None = None
    unjoined_turns: tuple[TurnStart, ...] = ()
    free_undo_seat: Seat | None = None
    menu_refs: dict[Seat, ref[Menu]] = msgspec.field(default_factory=dict)

    def load_menu(self, seat: Seat) -> Menu:
        """Return the decision that a seat owes. Raises IllegalMoveError if it owes none.

        The menu is cached while a caller holds it, so that showing it and playing a word of it builds it once.
        """
        assert self.situation is not None
        menu_ref = self.menu_refs.get(seat)
        if menu_ref is None:
            menu = None
        else:
            menu = menu_ref()
        if menu is None:
            menu = self.situation.build_menu(seat)
            self.menu_refs[seat] = ref(menu)
        return menu

    @property
    def turns_at_hand(self) -> tuple[TurnStart, ...] | None:
        """The newest turns without the unjoined ones, if they are known; there are none before the first move."""
        if self.position is not None and not self.position.move_count:
            return ()
        return self.known_turns

    def create_run(self) -> GameRun[Any]:
        """Return a new run of the position, to be played on without changing this table."""
        assert self.position is not None
        return GameRun(self.game, self.position, self.seed)


def find_free_undo_seat(free_undo_seat: Seat | None, new_entries: Sequence[NewEntry]) -> Seat | None:
    """Return the seat that moved last and could take that back alone, after more entries."""
    for entry in new_entries:
        if entry.is_barrier or entry.seat is None:
            free_undo_seat = NO_SEAT
        elif entry.kind == "move":
            free_undo_seat = entry.seat
        elif entry.kind != "computer" and entry.seat != free_undo_seat:
            free_undo_seat = NO_SEAT
    return free_undo_seat


class GameProgress(msgspec.Struct, frozen=True):
    """The entries to write, the result if the game is over, and the orders that are left."""

    entries: tuple[NewEntry, ...]
    result: GameResult | None
    remaining_orders: tuple[StandingOrder, ...]


def play_entry(
    run: GameRun[Any],
    kind: EntryKind,
    seat: Seat,
    words: Words,
    seed: str,
    position_before: Position[Any] | None = None,
    menu: Menu | None = None,
) -> tuple[NewEntry, MoveResult[Any]]:
    """Play a move in `run` and return its entry. Raises IllegalMoveError, which leaves the run unchanged.

    `position_before` and `menu` are the position before the move and the seat's decision, if the caller has them.
    """
    menu = menu or run.build_menu(seat)
    spelled_words = canonicalize_move(menu, words)
    is_secret = passes_secret_menu(menu, spelled_words)
    turn_start = find_turn_start(run, seat, position_before)
    run.push(seat, spelled_words)
    result = run.build_move_result()
    position_json = kernel.encode_position(result.position)
    entry = NewEntry(
        kind,
        seat,
        " ".join(words),
        kernel.compute_digest(position_json, seed),
        result.events,
        result.is_barrier,
        is_secret,
        turn_start=turn_start,
        position_after=result.position,
        position_json=position_json,
    )
    return entry, result


def build_resignation(seat: Seat, digest: str, text: Text | None = None, words: str = "") -> NewEntry:
    """Build the entry that resigns a seat; `digest` is of the position, which does not change.

    `words`: see `leaving.find_leaving_words`.
    """
    text = text or say("{seat} gives up.", seat=SeatMention(seat))
    return NewEntry("resign", seat, words, digest, (Event(text),), is_barrier=True)


def play_automatic_moves(
    loaded: LoadedTable, run: GameRun[Any], new_entries: Sequence[NewEntry], orders: Sequence[StandingOrder]
) -> GameProgress:
    """Play in `run` all automatic moves after `new_entries`: forced moves, resigned seats, standing orders, the end.

    `run` has reached its position by `new_entries`.
    """
    all_entries = list(new_entries)
    game, seats, order_list = loaded.game, loaded.table.seats, OrderList(loaded.game, orders)
    left_seats = {person.seat for person in seats if person.has_left}
    abandoned_seats = {seat for seat in left_seats if not seats[seat].computer_level}
    if any(entry.is_move and entry.is_barrier for entry in new_entries):
        order_list.drop_after_reveal()
    while True:
        result = run.result or find_resignation_result(game, run.state, seats)
        if result is not None:
            _append_events(all_entries, [Event(result.reason)])
            return GameProgress(tuple(all_entries), result, ())
        order_list.drop_expired(run, left_seats)
        entry = _play_automatic_move(game, run, order_list, abandoned_seats, loaded.seed)
        if entry is None:
            break
        all_entries.append(entry)
    _append_events(all_entries, order_list.notes)
    return GameProgress(tuple(all_entries), None, tuple(order_list.remaining))


def _play_automatic_move(
    game: AnyGame, run: GameRun[Any], order_list: OrderList, abandoned_seats: set[Seat], seed: str
) -> NewEntry | None:
    """Play a move that needs no decision, or else the answer of a standing order; None if a player has to choose."""
    forced_move = _find_forced_move(game, run, abandoned_seats)
    if forced_move is not None:
        entry, _ = play_entry(run, "auto", *forced_move, seed)
        if entry.is_barrier:
            order_list.drop_after_reveal()
        return entry
    answer = order_list.take_answer(run)
    if answer is None:
        return None
    entry, _ = play_entry(run, "auto", answer.seat, answer.words, seed)
    if entry.is_barrier:
        order_list.drop_after_reveal()
    # Like the player's own move, others cannot take it back alone; so nobody learns by an undo what else it answers.
    return msgspec.structs.replace(entry, events=(*entry.events, answer.build_note()), is_barrier=True)


def _append_events(entries: list[NewEntry], events: Sequence[Event]) -> None:
    """Add events to the last entry, if there is one."""
    if entries:
        last = entries[-1]
        entries[-1] = msgspec.structs.replace(last, events=(*last.events, *events))


def resign_player(table: Table, seat: Seat, computer_level: str = "") -> Table:
    """Return the table after its next entry resigns a seat; a computer of the level, or "" for safe moves, plays on."""
    revision = table.revision + 1
    if computer_level:
        table = replace_computer_level(table, seat, computer_level, revision)
    seats = list(table.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], has_left=True, left_revision=revision)
    return msgspec.structs.replace(table, seats=tuple(seats))


def replace_computer_level(table: Table, seat: Seat, computer_level: str, revision: int) -> Table:
    """Return the table on which a computer of the level, or "" for its user, plays a seat from entry `revision` on."""
    person = table.seats[seat]
    holder = PastSeatHolder(seat, revision, person.user_id, person.name, person.computer_level)
    seats = list(table.seats)
    seats[seat] = msgspec.structs.replace(person, computer_level=computer_level)
    return msgspec.structs.replace(table, seats=tuple(seats), past_holders=(*table.past_holders, holder))


def find_resignation_result(game: AnyGame, state: msgspec.Struct, seats: Sequence[SeatAssignment]) -> GameResult | None:
    """Return the result if resignations have left one player, one side, or only computers; None while the game goes on.

    Players who left later rank higher. A side wins or loses as one, and leaves with the last of its seats.
    """
    left_revisions = {person.seat: person.left_revision for person in seats if person.has_left}
    if not left_revisions:
        return None
    teams = game.list_teams(state)
    sides = teams or tuple((person.seat,) for person in seats)
    left_sides = [side for side in sides if left_revisions.keys() >= set(side)]
    playing_sides = [side for side in sides if side not in left_sides]
    has_person = any(not person.has_left and not person.is_computer for person in seats)
    if len(playing_sides) != 1 and has_person:
        return None
    winners = tuple(chain.from_iterable(playing_sides))
    left_sides.sort(key=lambda side: -max(left_revisions[seat] for seat in side))
    reason = _explain_end(winners, has_sides=bool(teams), is_deserted=len(playing_sides) > 1)
    return GameResult(winners, (winners, *left_sides), reason, sides=teams)


def _explain_end(winners: Sequence[Seat], *, has_sides: bool, is_deserted: bool) -> Text:
    """Explain why a game is over after resignations; it is deserted if several sides of computers are left."""
    mentions = mention_seats(winners)
    if is_deserted:
        return say("{seats} are left, and no person plays any more.", seats=mentions)
    if has_sides:
        return say("{seats} are the last side in the game.", seats=mentions)
    return say("{seat} is the last one in the game.", seat=mentions[0])


def _find_forced_move(game: AnyGame, run: GameRun[Any], abandoned_seats: set[Seat]) -> tuple[Seat, Words] | None:
    """Return a move that needs no decision: of a resigned seat, or the only legal one."""
    for seat in sorted(run.situation.questions):
        menu = run.build_menu(seat)
        if seat in abandoned_seats:
            return seat, game.safe_move(seat, menu)
        words = find_forced_move(menu)
        if words is not None:
            return seat, words
    return None


def build_replacement(seat: Seat, digest: str, words: str = "") -> list[NewEntry]:
    """Build the entries by which another player takes a seat; `digest` is of the position, which does not change.

    `words`: see `leaving.find_leaving_words`.
    """
    # A line is read with the name of the player at its time, so the leaving player needs an entry before the replacement.
    return [
        NewEntry("note", seat, "", digest, (Event(say("{seat} hands the seat on.", seat=SeatMention(seat))),)),
        NewEntry(
            "replace", seat, words, digest, (Event(say("{seat} plays on in that seat.", seat=SeatMention(seat))),)
        ),
    ]
