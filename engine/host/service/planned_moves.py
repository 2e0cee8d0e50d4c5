"""Moves in advance: the decision that they answer, as far as it can be known. It reads and writes no store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.host.service.live_game import LoadedTable
from engine.kernel.menu import Menu, Words, find_forced_move
from engine.kernel.position import GameRun, Position
from engine.kernel.state_codec import copy_state
from engine.kernel.text import IllegalMoveError, Seat


def build_planned_menu(loaded: LoadedTable, seat: Seat, planned_moves: Iterable[Words]) -> Menu | None:
    """Build the decision that a seat's next move in advance answers, after those that it has planned.

    The others do nothing before it. Return None if the seat is asked something now, or the game knows no such decision, or
    something would be shown before it.
    """
    assert loaded.situation is not None
    assert loaded.position is not None
    if seat in loaded.situation.questions:
        return None
    base = copy_state(loaded.position.base)
    if not loaded.game.skip_to_turn(base, seat):
        return None
    run = GameRun[Any](loaded.game, Position(base, loaded.position.move_count), loaded.seed)
    try:
        is_known = all(_play_unseen(run, seat, words) for words in planned_moves)
    except IllegalMoveError:
        return None
    if not is_known or seat not in run.situation.questions:
        return None
    menu = run.build_menu(seat)
    if find_forced_move(menu) is None:
        return menu
    return None


def _play_unseen(run: GameRun[Any], seat: Seat, words: Words) -> bool:
    """Play a move and the forced ones after it. Return whether they show nothing. Raises IllegalMoveError."""
    result = run.play(seat, words)
    while not result.is_barrier and seat in run.situation.questions:
        forced_move = find_forced_move(run.build_menu(seat))
        if forced_move is None:
            break
        result = run.play(seat, forced_move)
    return not result.is_barrier
