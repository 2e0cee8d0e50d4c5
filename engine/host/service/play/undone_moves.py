"""The moves that an undo takes back, as players may read them, and the standing orders that it affects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.host.model.table import AnnouncedLine, LogEntry
from engine.host.service.live_game import LoadedTable
from engine.host.service.order_answers import find_order_answer
from engine.host.service.play.undo_plan import UndoPlan
from engine.host.store.standing_orders import StandingOrder
from engine.kernel.menu import find_forced_move
from engine.kernel.position import GameRun, Position
from engine.kernel.text import Seat, SeatMention, Text, say


def find_dropped_orders(
    loaded: LoadedTable, position: Position[Any], undo_plan: UndoPlan, seat: Seat, orders: Sequence[StandingOrder]
) -> list[StandingOrder]:
    """List the orders that an undo drops: all moves in advance, and rules of `seat` that would answer the same question again.

    These rules answer the question of `position`, to which the undo goes back, or have answered an undone question.
    """
    dropped: list[StandingOrder] = []
    rules: list[StandingOrder] = []
    for order in orders:
        if order.is_move:
            dropped.append(order)
        elif order.seat == seat:
            rules.append(order)
    if not rules:
        return dropped
    run = GameRun(loaded.game, position, loaded.seed)
    dropped += _find_answering_orders(loaded, run, seat, rules)
    for entry in undo_plan.undone_entries:
        if not entry.is_move or entry.seat is None:
            continue
        if entry.kind == "auto" and entry.seat == seat:
            rules = [order for order in rules if order not in dropped]
            dropped += _find_answering_orders(loaded, run, seat, rules, entry.words)
        run.play(entry.seat, tuple(entry.words.split()))
    return dropped


def _find_answering_orders(
    loaded: LoadedTable, run: GameRun[Any], seat: Seat, orders: Sequence[StandingOrder], words: str | None = None
) -> list[StandingOrder]:
    """Return the orders that answer the seat's current question, with these words if they are given."""
    if seat not in run.situation.questions or find_forced_move(run.build_menu(seat)) is not None:
        return []
    answering: list[StandingOrder] = []
    for order in orders:
        answer = find_order_answer(loaded.game, run, seat, [order])
        if answer is not None and words in (None, " ".join(answer)):
            answering.append(order)
    return answering


def list_undone_moves(
    loaded: LoadedTable,
    undone_entries: Sequence[LogEntry],
    seat: Seat,
    viewer: Seat | None,
    announced_lines: Sequence[AnnouncedLine],
) -> tuple[AnnouncedLine, ...]:
    """List the undone moves of people as the viewer may read them, each with the names at its time.

    Secret moves, and answers to a question that others still owe, are shown to their player only. `announced_lines`
    are the lines that the viewer may read.
    """
    assert loaded.position is not None
    assert loaded.situation is not None
    moves = [entry for entry in undone_entries if entry.is_move]
    # The newest moves may answer a question to which others still owe an answer.
    answers_count = loaded.position.move_count - loaded.situation.asked_at_move
    pending_seqs = {entry.seq for entry in moves[max(0, len(moves) - answers_count) :]}
    lines: list[AnnouncedLine] = []
    for entry in moves:
        if entry.kind != "move" or entry.seat is None:
            continue
        is_hidden = entry.seat != viewer and (entry.is_secret or entry.seq in pending_seqs)
        text = _describe_move(entry, entry.seat, seat, announced_lines, is_hidden=is_hidden)
        lines.append(AnnouncedLine(entry.seq, entry.written_at, text))
    return tuple(lines)


def _describe_move(
    entry: LogEntry, moving_seat: Seat, asking_seat: Seat, announced_lines: Sequence[AnnouncedLine], *, is_hidden: bool
) -> Text:
    """Describe a move by the line that announced it for its seat, or else by its words."""
    is_own = moving_seat == asking_seat
    if is_hidden:
        if is_own:
            return say("a hidden choice")
        return say("a hidden choice of {seat}", seat=SeatMention(moving_seat))
    for line in announced_lines:
        if line.seq == entry.seq and _is_about_seat(line.text, moving_seat):
            return say("“{line}”", line=line.text)
    words = f"“{entry.words}”"
    if is_own:
        return say("{words}", words=words)
    return say("{seat} {words}", seat=SeatMention(moving_seat), words=words)


def _is_about_seat(text: Text, seat: Seat) -> bool:
    """Return whether a line names a seat before all other seats."""
    for value in text.args.values():
        if isinstance(value, SeatMention):
            return value == SeatMention(seat)
    return False
