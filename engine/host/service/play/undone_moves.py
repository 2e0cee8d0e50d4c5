"""The moves that an undo takes back, as players may read them, and the standing orders that it affects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.host.model.table import AnnouncedLine, LogEntry
from engine.host.service.live_game import LoadedTable, find_order_answer
from engine.host.service.play.undo_plan import UndoPlan
from engine.host.store.standing_orders import StandingOrder
from engine.kernel.menu import find_forced_move
from engine.kernel.position import GameRun, Position
from engine.kernel.text import Seat, SeatMention, Text, say


def find_affected_orders(
    loaded: LoadedTable, position: Position[Any], undo_plan: UndoPlan, seat: Seat, orders: Sequence[StandingOrder]
) -> list[StandingOrder]:
    """List a seat's orders that would answer the same question again after the undo.

    These are the orders that answer the question of `position`, to which the undo goes back, and those that have
    answered an undone question.
    """
    own, touched = [order for order in orders if order.seat == seat], list[StandingOrder]()
    run = GameRun(loaded.game, position, loaded.seed)

    def answering(words: str | None) -> list[StandingOrder]:
        """Those that answer the present question, with these words if any are given."""
        if seat not in run.situation.questions or find_forced_move(run.build_menu(seat)) is not None:
            return []
        answers = [(order, find_order_answer(loaded.game, run, seat, [order])) for order in own if order not in touched]
        return [order for order, answer in answers if answer is not None and words in (None, " ".join(answer))]

    touched += answering(None)
    for entry in undo_plan.undone_entries:
        if own and entry.is_move and entry.seat is not None:
            if (entry.kind, entry.seat) == ("auto", seat):
                touched += answering(entry.words)
            run.play(entry.seat, tuple(entry.words.split()))
    return touched


def explain_dropped_order(order: StandingOrder) -> Text:
    """Explain to a player that the undo has deleted a standing order."""
    return say(
        "Your standing order “{words}” went with it: it would have answered again. /orders leaves it anew.",
        words=" ".join(order.words),
    )


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
    open_ones = loaded.position.move_count - loaded.situation.asked_at_move
    played = [entry for entry in undone_entries if entry.is_move]
    pending = {entry.seq for entry in played[max(0, len(played) - open_ones) :]}
    return tuple(
        AnnouncedLine(
            entry.seq,
            entry.written_at,
            _describe_move(
                entry,
                entry.seat,
                seat,
                announced_lines,
                is_hidden=entry.seat != viewer and (entry.is_secret or entry.seq in pending),
            ),
        )
        for entry in played
        if entry.kind == "move" and entry.seat is not None
    )


def _describe_move(
    entry: LogEntry, moving_seat: Seat, asking_seat: Seat, announced_lines: Sequence[AnnouncedLine], *, is_hidden: bool
) -> Text:
    """Describe a move by the line that announced it for its seat, or else by its words."""
    if is_hidden:
        return (
            say("a hidden choice")
            if moving_seat == asking_seat
            else say("a hidden choice of {seat}", seat=SeatMention(moving_seat))
        )
    announced = next(
        (line.text for line in announced_lines if line.seq == entry.seq and _is_about_seat(line.text, moving_seat)),
        None,
    )
    if announced is not None:
        return say("“{line}”", line=announced)
    words = f"“{entry.words}”"
    return (
        say("{words}", words=words)
        if moving_seat == asking_seat
        else say("{seat} {words}", seat=SeatMention(moving_seat), words=words)
    )


def _is_about_seat(text: Text, seat: Seat) -> bool:
    """Whether a line names a seat before all other seats."""
    named = [value for value in text.args.values() if isinstance(value, SeatMention)]
    return bool(named) and named[0] == SeatMention(seat)
