"""The decisions of a game between computer players of one kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, find_forced_move
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players.circles import needs_safe_move
from engine.players.computer_levels import Budget, ComputerPlayer
from engine.players.evaluator import load_evaluator
from engine.players.observation import Observation


class Decision(msgspec.Struct, frozen=True):
    """The question that a seat was asked in a position, and its answer."""

    position: Position[Any]
    seat: Seat
    menu: Menu
    words: Words


def play_decisions(game: AnyGame, position: Position[Any], seed: str, player: ComputerPlayer) -> Iterator[Decision]:
    """Play a game to its end and yield its decisions. A move without a choice is played and not yielded."""
    evaluator = load_evaluator(game)
    run: GameRun[Any] = GameRun(game, position, seed)
    last_seat, moves_in_row = -1, 0
    while run.questions:
        seat = min(run.situation.questions)
        moves_in_row = moves_in_row + 1 if seat == last_seat else 0
        last_seat = seat
        menu = run.build_menu(seat)
        words = find_forced_move(menu)
        if words is None:
            observation = Observation(game, run.position, seed, seat)
            dice = Dice(f"{seed}/presses/{run.position.move_count}")
            words = player.choose_move(observation, evaluator, Budget(), dice)
            if needs_safe_move(moves_in_row):
                words = game.safe_move(seat, menu)
            yield Decision(run.position, seat, menu, words)
        run.play(seat, words)
