"""The analysis of a finished game, move by move: every seat's chances, what the choice of a move brought and what luck brought.

The chances before every move and at the end are the curve (`position_analysis.py`), and all else is read from it. A move changes
the mover's chance in two steps: to the chance with the move made, before any card or die, which is its choice, and from there to
the next point of the curve, which is its luck. Where nothing was drawn, the whole change is choice. This is the split of the "luck
adjusted" results of backgammon and of DIVAT and AIVAT for poker (Billings and Kan, "A tool for the direct assessment of poker
decisions", 2006; Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT: a new variance reduction technique for agent evaluation in
imperfect information games", 2018). All chances are estimated by the same playouts in worlds with the same numbers.

Every move is compared with the best other one, each with the rest of the turn behind it (`line_comparison.py`). At the turning
points and at each seat's worst moves the captain's search names the other moves.

Worlds and playouts are counted, so the same game and the same dice give the same analysis on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Menu, Words, canonicalize_move, generate_levels
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players.analysis.game_analysis import FIRST_LOOK, Moment, StudyDepth
from engine.players.analysis.line_comparison import LineComparison
from engine.players.analysis.position_analysis import PositionAnalysis
from engine.players.analysis.turn_lines import MAX_FURTHER_MOVES
from engine.players.computer_levels import Budget
from engine.players.evaluator import load_evaluator
from engine.players.playout import Line

FULL_BUDGET = Budget()


def analyse_moves(
    game: AnyGame,
    position: Position[Any],
    seed: str,
    seats: int,
    moves: Sequence[tuple[Seat, Words]],
    dice: Dice,
    depth: StudyDepth = FIRST_LOOK,
    budget: Budget = FULL_BUDGET,
) -> tuple[Moment, ...]:
    """Analyse some moves of a log that begin at this position. The budget is the captain's.

    Raises Illegal if the moves cannot be played.
    """
    run: GameRun[Any] = GameRun(game, position, seed)
    evaluator = load_evaluator(game)
    moments: list[Moment] = []
    for number, (seat, words) in enumerate(moves[: depth.max_moves], 1):
        is_side_choice = evaluator.is_side_choice(run.state)
        menu = run.build_menu(seat)
        spelled_words = canonicalize_move(menu, words)
        view = PositionAnalysis(game, evaluator, run.position, seed, seats, dice, played=spelled_words)
        is_turn_end = _ends_turn(menu, spelled_words)
        played = run.play(seat, words)
        moment = depth.estimate or view.estimate_moment(seat, spelled_words, has_chance=played.is_barrier)
        moment = msgspec.structs.replace(moment, is_turn_end=is_turn_end, is_answer=view.is_follow_up)
        known_chance = view.find_known_chance(run, seed)
        if view.winning_move is not None:
            moment = view.judge_certain_win(moment, known_chance)
        elif known_chance is not None and view.safe_move is not None:
            moment = view.judge_lost_game(moment, known_chance)
        elif not view.is_lost and not is_side_choice:  # every level draws its side, and tastes differ
            rest = _list_rest(run, seat, moves[number:])
            moment = LineComparison(view, moment, rest, depth, budget).compare()
        moments.append(moment)
    return tuple(moments)


def _list_rest(run: GameRun[Any], seat: Seat, later_moves: Sequence[tuple[Seat, Words]]) -> Line:
    """List the moves by which a seat went on in its turn."""
    after, rest = run.clone(), list[Words]()
    for mover, words in later_moves[:MAX_FURTHER_MOVES]:
        if mover != seat or list(after.situation.questions) != [seat]:
            break
        rest.append(canonicalize_move(after.build_menu(seat), words))
        after.play(seat, words)
    return tuple(rest)


def _ends_turn(menu: Menu, words: Words) -> bool:
    """Return whether a move ends the turn and does nothing else."""
    _, first_options = next(generate_levels(menu, words))
    return any(option.ends_turn for option in first_options)
