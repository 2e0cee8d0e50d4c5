"""Measure a level of the Paso against players that plan whole turns (`tests/players/turn_planner.py`).

    python -m tests.programs.planner_games --level captain --seats 2 --games 100

The level has one seat, planners have all others, and the seats rotate. The same seed and number give the same game.
"""

from __future__ import annotations

import argparse
import time

from engine.commands import start_game
from engine.games.paso.game import Paso
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun
from engine.players.arena import to_two_seat_strength, wilson_interval
from engine.players.circles import needs_safe_move
from engine.players.computer_levels import LEVELS, choose_move
from tests.players.turn_planner import TurnPlanner


def play_against_planners(game: Paso, level: str, seats: int, number: int, seed: str) -> float:
    """Play a game, and return the level's share of the victory."""
    game_seed, own_seat = f"{seed}-{number}", number % seats
    run = GameRun(game, start_game(game, seats, {}, game_seed).position, game_seed)
    dice, planners = Dice(f"{game_seed}/crew"), [TurnPlanner(game) for _ in range(seats)]
    last_seat, moves_in_row = -1, 0
    while run.questions:
        seat = min(run.situation.questions)
        moves_in_row = moves_in_row + 1 if seat == last_seat else 0
        last_seat = seat
        if needs_safe_move(moves_in_row):
            words = game.safe_move(seat, run.build_menu(seat))
        elif seat == own_seat:
            words = choose_move(level, game, run.position, game_seed, seat, dice)
        else:
            words = planners[seat].choose_move(run.position, game_seed, seat)
        run.play(seat, words)
    assert run.result is not None
    return (own_seat in run.result.winners) / len(run.result.winners)


def main() -> None:
    """Play the games, and print the strength after every tenth and the last one."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.planner_games", description=__doc__)
    parser.add_argument("--level", choices=LEVELS, default="captain")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seed", default="docs")
    given = parser.parse_args()
    game = registry.load_game("paso")
    assert isinstance(game, Paso)
    won, began = 0.0, time.process_time()
    for played in range(1, given.games + 1):
        won += play_against_planners(game, given.level, given.seats, given.first + played - 1, given.seed)
        if played % 10 and played < given.games:
            continue
        strengths = [
            f"{to_two_seat_strength(share, given.seats):.0%}" for share in (won / played, *wilson_interval(won, played))
        ]
        print(
            f"paso, {given.seats} seats, {given.level} against planners, {played} games: {strengths[0]} "
            f"({strengths[1]} to {strengths[2]}), {time.process_time() - began:.0f} s CPU",
            flush=True,
        )


if __name__ == "__main__":
    main()
