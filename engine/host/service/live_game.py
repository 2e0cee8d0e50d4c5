"""A loaded table: a move as a log entry, and the automatic moves and results that follow. It reads and writes no store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import ref

import msgspec

from engine.host.model.table import EntryKind, PastSeatHolder, SeatAssignment, Table
from engine.host.store.entries import NewEntry
from engine.host.store.standing_orders import StandingOrder
from engine.kernel import position as kernel
from engine.kernel.event import Event
from engine.kernel.menu import Menu, Words, canonicalize_move, find_forced_move, passes_secret_menu
from engine.kernel.position import GameRun, MoveResult, Position, Situation
from engine.kernel.registry import AnyGame
from engine.kernel.script import GameResult
from engine.kernel.text import IllegalMoveError, Seat, SeatMention, Text, say
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
        made = self.menu_refs.get(seat)
        menu = made() if made is not None else None
        if menu is None:
            menu = self.situation.build_menu(seat)
            self.menu_refs[seat] = ref(menu)
        return menu

    @property
    def turns_at_hand(self) -> tuple[TurnStart, ...] | None:
        """The newest turns without the unjoined ones, if they are known; there are none before the first move."""
        return () if self.position is not None and not self.position.move_count else self.known_turns

    def create_run(self) -> GameRun[Any]:
        """Return a new run of the position, to be played on without changing this table."""
        assert self.position is not None
        return GameRun(self.game, self.position, self.seed)


def find_free_undo_seat(free_undo_seat: Seat | None, new_entries: Sequence[NewEntry]) -> Seat | None:
    """Return the seat that moved last and could take that back alone, after more entries."""
    for entry in new_entries:
        if (
            entry.is_barrier
            or entry.seat is None
            or (entry.kind not in ("move", "computer") and entry.seat != free_undo_seat)
        ):
            free_undo_seat = NO_SEAT
        elif entry.kind == "move":
            free_undo_seat = entry.seat
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
    spelled = canonicalize_move(menu, words)
    hidden = passes_secret_menu(menu, spelled)
    begins = find_turn_start(run, seat, position_before)
    run.push(seat, spelled)
    made = run.build_move_result()
    after = made.position
    data = kernel.encode_position(after)
    entry = NewEntry(
        kind,
        seat,
        " ".join(words),
        kernel.compute_digest(data, seed),
        made.events,
        made.is_barrier,
        hidden,
        turn_start=begins,
        position_after=after,
        position_json=data,
    )
    return entry, made


def build_resignation(seat: Seat, digest: str, text: Text | None = None) -> NewEntry:
    """Build the entry that resigns a seat; `digest` is of the position, which does not change."""
    text = text or say("{seat} gives up.", seat=SeatMention(seat))
    return NewEntry("resign", seat, "resign", digest, (Event(text),), is_barrier=True)


def play_automatic_moves(
    loaded: LoadedTable, run: GameRun[Any], new_entries: Sequence[NewEntry], orders: Sequence[StandingOrder]
) -> GameProgress:
    """Play in `run` all automatic moves after `new_entries`: forced moves, resigned seats, standing orders, the end.

    `run` has reached its position by `new_entries`.
    """
    done, left = (
        list(new_entries),
        {person.seat for person in loaded.table.seats if person.has_left and not person.computer_level},
    )
    while True:
        result = run.result or find_resignation_result(loaded.game, run.state, loaded.table.seats)
        orders = [
            order
            for order in orders
            if result is None
            and order.seat not in left
            and not loaded.game.is_order_expired(run.state, order.seat, order.words)
        ]
        if result is not None:
            if done:
                done[-1] = msgspec.structs.replace(done[-1], events=(*done[-1].events, Event(result.reason)))
            return GameProgress(tuple(done), result, ())
        step = _find_forced_move(loaded.game, run, left)
        if step is not None:
            done.append(play_entry(run, "auto", *step, loaded.seed)[0])
            continue
        step = _find_ordered_move(loaded.game, run, orders)
        if step is None:
            return GameProgress(tuple(done), None, tuple(orders))
        answer = _list_choice_labels(run.build_menu(step[0]), step[1])
        done.append(_mark_as_ordered(play_entry(run, "auto", *step, loaded.seed)[0], step[0], answer))


def without_player(table: Table, seat: Seat, computer_level: str = "") -> Table:
    """Return the table after its next entry resigns a seat; a computer of the level, or "" for safe moves, plays on."""
    rev = table.revision + 1
    after = with_computer_level(table, seat, computer_level, rev) if computer_level else table
    gone = msgspec.structs.replace(after.seats[seat], has_left=True, left_revision=rev)
    return msgspec.structs.replace(
        after, seats=tuple(gone if person.seat == seat else person for person in after.seats)
    )


def with_computer_level(table: Table, seat: Seat, computer_level: str, revision: int) -> Table:
    """Return the table on which a computer of the level, or "" for its user, plays a seat from entry `revision` on."""
    was = table.seats[seat]
    now = msgspec.structs.replace(was, computer_level=computer_level)
    held = PastSeatHolder(seat, revision, was.user_id, was.name, was.computer_level)
    return msgspec.structs.replace(
        table,
        seats=tuple(now if person.seat == seat else person for person in table.seats),
        past_holders=(*table.past_holders, held),
    )


def find_resignation_result(game: AnyGame, state: msgspec.Struct, seats: Sequence[SeatAssignment]) -> GameResult | None:
    """Return the result if resignations have left one player, one side, or only computers; None while the game goes on.

    Players who left later rank higher. A side wins or loses as one, and leaves with the last of its seats.
    """
    gone = {person.seat: person.left_revision for person in seats if person.has_left}
    if not gone:
        return None
    sides = game.list_teams(state) or tuple((person.seat,) for person in seats)
    there = [side for side in sides if not gone.keys() >= {*side}]
    deserted = all(person.has_left or person.is_computer for person in seats)
    if len(there) != 1 and not deserted:
        return None
    others = sorted((side for side in sides if side not in there), key=lambda side: -max(gone[seat] for seat in side))
    left = tuple(seat for side in there for seat in side)
    winners: list[Any] = [SeatMention(seat) for seat in left]
    reason = (
        say("{seats} are left, and no person plays any more.", seats=winners)
        if len(there) > 1
        else say("{seats} are the last side in the game.", seats=winners)
        if game.list_teams(state)
        else say("{seat} is the last one in the game.", seat=winners[0])
    )
    return GameResult(left, (left, *others), reason, sides=game.list_teams(state))


def _find_forced_move(game: AnyGame, run: GameRun[Any], left_seats: set[Seat]) -> tuple[Seat, Words] | None:
    """Return a move that needs no decision: of a resigned seat, or the only legal one."""
    for seat in sorted(run.situation.questions):
        menu = run.build_menu(seat)
        words = game.safe_move(seat, menu) if seat in left_seats else find_forced_move(menu)
        if words is not None:
            return seat, words
    return None


def _find_ordered_move(game: AnyGame, run: GameRun[Any], orders: Sequence[StandingOrder]) -> tuple[Seat, Words] | None:
    """Return a move that answers a question by a standing order."""
    for seat in sorted({order.seat for order in orders} & run.situation.questions.keys()):
        words = find_order_answer(game, run, seat, orders)
        if words is not None:
            return seat, words
    return None


def find_order_answer(game: AnyGame, run: GameRun[Any], seat: Seat, orders: Sequence[StandingOrder]) -> Words | None:
    """Return the answer of a seat's orders to the current question, None if they have no legal one and the player is asked."""
    menu = run.build_menu(seat)
    for order in orders:
        answer = game.answer_by_order(run.state, seat, order.words, menu) if order.seat == seat else None
        if answer is not None:
            try:
                return canonicalize_move(menu, answer)
            except IllegalMoveError:
                continue
    return None


def _list_choice_labels(menu: Menu, words: Words) -> list[Text]:
    """List the labels of the last choice of a move."""
    level: Menu | None = menu
    labels: list[Text] = []
    for word in words:
        assert level is not None
        picks = word.split("+")
        labels = [option.label for option in level.options if option.word in (picks if level.max_picks > 1 else [word])]
        level = level.next_menu(word)
    return labels


def _mark_as_ordered(entry: NewEntry, seat: Seat, answer: Sequence[Text]) -> NewEntry:
    """Add the line that tells the seat of its order's answer.

    The entry is a barrier: like the player's own move, others cannot take it back alone.
    """
    told = Event(say("Your standing order has answered for you: “{answer}”.", answer=[*answer]), (seat,))
    return msgspec.structs.replace(entry, events=(*entry.events, told), is_barrier=True)


def build_replacement(seat: Seat, digest: str) -> list[NewEntry]:
    """Build the entries by which another player takes a seat; `digest` is of the position, which does not change."""
    # Each line is read with the name of whoever had the seat by then.
    return [
        NewEntry("note", seat, "", digest, (Event(say("{seat} hands the seat on.", seat=SeatMention(seat))),)),
        NewEntry("replace", seat, "", digest, (Event(say("{seat} plays on in that seat.", seat=SeatMention(seat))),)),
    ]
