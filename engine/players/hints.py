"""The moves that a captain prefers, for a person who asks: how good each is, how certain that is, and why.

The captain's search proposes moves. Those that lead to the same position are one hint. The best of the others are compared in the
same worlds, which the search has not seen, so that a move is not called good because the search was lucky with it. A difference
counts only if it is greater than the error of the comparison. The reason is what the move does for the seat in every world that was
looked at (`Evaluator.name_gains`). A move that wins for certain within the turn (`winning_turn.py`) is the only hint. A move that
lets the next seat win (`rival_win.py`) is none, unless all do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import sub
from statistics import fmean, stdev
from typing import Any, Literal, NamedTuple, Optional

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat, SeatMention, Text, say
from engine.players.computer_levels import CAPTAIN, Budget
from engine.players.evaluator import Evaluator, load_evaluator
from engine.players.greedy import RankedMove
from engine.players.observation import Observation
from engine.players.playout import Line, Playout
from engine.players.rival_win import LOST_CHANCE, RivalWins
from engine.players.search_factory import create_search
from engine.players.winning_turn import WINS_THIS_TURN, find_winning_move

MAX_HINTS = 3
REASON_WORLDS = 3
"""In how many worlds a move must do what is given as its reason, and two moves must lead to the same position to be one."""
FIRST_COMPARISON_WORLD = 1_000_000
"""The search samples the worlds below this number."""
MIN_COMPARED_WORLDS = 12
"""With fewer worlds no move is called better than another."""
MAX_COMPARED_WORLDS = 60
MAX_FOLLOWED_QUESTIONS = 8
"""Questions of a turn that are answered to find out whether two moves lead to the same position."""
CLEAR_ERRORS = 2.0
"""A difference counts if it is greater than this many standard errors."""

Standing = Literal["best", "equal", "only", "behind"]
"""Clearly better than all others, about equal to the best, without another move, or clearly worse than the best."""


class Hint(msgspec.Struct, frozen=True):
    """A move, the seat's chance with it from 0 to 1, how it compares with the others, and what it does.

    Moves that are about equal have the same chance, because the comparison cannot tell them apart.
    """

    words: Words
    value: float
    standing: Standing = "equal"
    reason: Optional[Text] = None


def find_hints(
    game: AnyGame, position: Position[Any], seed: str | Dice, seat: Seat, dice: Dice, budget: Budget
) -> tuple[Hint, ...]:
    """Return the best moves, best first. The same question, dice and playouts give the same ones.

    Raises Illegal if the seat owes nothing.
    """
    observation = Observation(game, position, seed, seat)
    evaluator = load_evaluator(game)
    hint_dice = Dice(f"hints/{dice.roll_below(2**64, position.move_count, f'hints {seat}')}")
    winning_move = find_winning_move(observation, evaluator, hint_dice)
    if winning_move is not None:
        return (Hint(winning_move, 1.0, "best", WINS_THIS_TURN),)
    ranked = CAPTAIN.rank_candidates(observation, evaluator, budget, hint_dice)
    choice = _choose_moves(observation, evaluator, hint_dice, ranked)
    playouts = max(2 * MAX_HINTS, CAPTAIN.count_playouts(evaluator, budget))
    worlds = min(MAX_COMPARED_WORLDS, max(MIN_COMPARED_WORLDS, playouts // MAX_HINTS))
    if budget.max_playouts is not None:
        worlds = min(worlds, max(2, budget.max_playouts))
    search = create_search(observation, evaluator, hint_dice)
    hints: list[Hint] = []
    lines = [(words,) for words in choice.moves]
    for (words,), score, standing in rank_scores(search.score_lines(lines, FIRST_COMPARISON_WORLD, worlds)):
        value = min(search.to_value(score), LOST_CHANCE) if choice.is_lost else search.to_value(score)
        reason = choice.reason or next(
            (text for text, _ in find_gains(observation, evaluator, hint_dice, (words,))), None
        )
        is_only_safe_move = standing == "only" and choice.reason is not None and not choice.is_lost
        hints.append(Hint(words, round(value, 4), "best" if is_only_safe_move else standing, reason))
    return tuple(hints)


class _Choice(NamedTuple):
    """The moves to compare. If any lets the next seat win, `reason` says what those left do; `is_lost`: all let it win."""

    moves: list[Words]
    reason: Text | None = None
    is_lost: bool = False


def _choose_moves(observation: Observation, evaluator: Evaluator, dice: Dice, ranked: Sequence[RankedMove]) -> _Choice:
    """Choose the best moves that lead to different positions and do not lose; if all lose, the best ones."""
    moves = drop_equal_moves(observation, dice, ranked, MAX_HINTS)
    rival_wins = RivalWins(observation, evaluator, dice)
    defence = rival_wins.find_defence([move.words for move in ranked])
    if defence not in moves:
        moves.append(defence)
    safe_moves = list(filter(rival_wins.is_safe, moves))
    if rival_wins.rival is None or len(safe_moves) == len(moves):
        return _Choice(moves)
    if safe_moves and any(map(rival_wins.loses, moves)):
        return _Choice(safe_moves, rival_wins.describe_prevention())
    if rival_wins.loses(defence):
        reason = say("{seat} seems to win in the next turn", seat=SeatMention(rival_wins.rival))
        return _Choice(moves, reason, is_lost=True)
    return _Choice([words for words in moves if not rival_wins.loses(words)])


def rank_scores(scores: dict[Line, list[float]]) -> list[tuple[Line, float, Standing]]:
    """Rank lines by their scores in the same worlds, those that are about equal to the best before the others.

    Returns each line with a score and its standing. A line that is about equal to the best has the score of the best.
    """
    by_mean = sorted(scores, key=lambda line: -fmean(scores[line]))
    best = by_mean[0]
    behind = [line for line in by_mean[1:] if _is_clearly_better(scores[best], scores[line])]
    equal = [line for line in by_mean if line not in behind]
    top_standing: Standing = "equal" if len(equal) > 1 else "best" if behind else "only"
    top_score = fmean(scores[best])
    ranked = [(line, top_score, top_standing) for line in equal]
    return [*ranked, *((line, fmean(scores[line]), "behind") for line in behind)]


def _is_clearly_better(better: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether some scores are ahead of others by more than the error."""
    if len(better) < MIN_COMPARED_WORLDS:
        return False
    lead, error = measure_lead(better, other)
    return lead > CLEAR_ERRORS * error


def measure_lead(scores: Sequence[float], other_scores: Sequence[float]) -> tuple[float, float]:
    """Return how far some scores are ahead of others of the same worlds, and the standard error of this difference."""
    differences = list(map(sub, scores, other_scores))
    return fmean(differences), stdev(differences) / math.sqrt(len(differences))


def drop_equal_moves(
    observation: Observation, dice: Dice, ranked: Sequence[RankedMove], max_moves: int, other_than: Words | None = None
) -> list[Words]:
    """Return the best moves that lead to different positions, also from the one behind the move `other_than`."""
    kept: list[Words] = []
    known = set[tuple[bytes, ...]]()
    if other_than is not None:
        known.add(_identify_position(observation, dice, other_than))
    for move in ranked:
        positions = _identify_position(observation, dice, move.words)
        if positions not in known:
            known.add(positions)
            kept.append(move.words)
        if len(kept) == max_moves:
            break
    return kept


def _identify_position(observation: Observation, dice: Dice, words: Words) -> tuple[bytes, ...]:
    """Return bytes for each of some worlds that are the same for moves that lead to the same position."""
    positions: list[bytes] = []
    for number in range(REASON_WORLDS):
        run = observation.world(dice, number)
        turn_start = run.tick
        run.push(observation.seat, words)
        positions.append(_identify_run(run, turn_start))
    return tuple(positions)


def _identify_run(run: GameRun[Any], tick: int) -> bytes:
    """Return bytes that are the same if the turn that began at `tick` goes on in the same way, by harmless answers to its end.

    The order of the entries of a mapping makes no difference. In the middle of a turn the script may remember more than the state.
    """
    questions: list[object] = []
    while run.questions and run.tick == tick and len(questions) < MAX_FOLLOWED_QUESTIONS:
        seat = min(run.situation.questions)
        menu = run.build_menu(seat)
        questions.append((seat, menu.prompt, list(menu.open_words)))
        run.push(seat, run.game.safe_move(seat, menu))
    plain = msgspec.to_builtins((run.state, questions), str_keys=True)
    return msgspec.json.encode(plain, order="sorted")


def find_gains(
    observation: Observation, evaluator: Evaluator, dice: Dice, line: Line, than: Line = ()
) -> list[tuple[Text, float]]:
    """Return the gains that a line brings in every world, with their weights, the greatest first.

    They are counted from the position behind the line `than`, or from the present one.
    """
    gains: list[tuple[Text, float]] = []
    for number in range(REASON_WORLDS):
        before, after = (_play_line(observation, evaluator, dice, number, moves) for moves in (than, line))
        named = list(evaluator.name_gains(before, after, observation.seat))
        if number == 0:
            gains = named
        gains = [gain for gain in gains if any(gain[0] == text for text, _ in named)]
    return sorted(gains, key=lambda gain: -gain[1])


def _play_line(observation: Observation, evaluator: Evaluator, dice: Dice, world_number: int, line: Line) -> Any:  # noqa: ANN401 - each game has its own state
    """Return the state behind a line in a world."""
    playout = Playout(observation, evaluator, dice, world_number)
    if line:
        playout.make_line(observation.seat, line)
    return playout.run.state
