"""The analysis of a finished game, move by move: every seat's chances, what the choice of a move brought and what luck brought.

A seat's chance is the game's own evaluation some moves later, averaged over playouts in worlds that look the same to that seat (cut
short as in the search: Lorentz, "Amazons discover Monte-Carlo", 2008). The chances of all seats are scaled to add up to one, less
the chance that nobody wins. Evaluated at once, in three mates' games of The Expanse, chances said less of the winner than an even
share does (Brier score 0.80, against 0.66 after nine moves) and jumped twice as far from move to move.

The chances before every move and at the end are the curve, and all else is read from it. A move changes the mover's chance in
two steps: to the chance with the move made, before any card or die, which is its choice, and from there to the next point of the
curve, which is its luck. Where nothing was drawn, the whole change is choice. This is the split of the "luck adjusted" results of
backgammon and of DIVAT and AIVAT for poker (Billings and Kan, "A tool for the direct assessment of poker decisions", 2006; Burch,
Schmid, Moravčík, Morrill and Bowling, "AIVAT: a new variance reduction technique for agent evaluation in imperfect information
games", 2018). All chances are estimated by the same playouts in worlds with the same numbers.

Every move is compared with the best other one that a look one move ahead finds, in the same worlds. One of them counts as better
only if the difference is greater than its error and the playouts of the curve agree, which say how much better. At the turning
points and at each seat's worst moves the captain's search names the other move. A win that is certain within the turn
(`winning_turn.py`) is no matter of estimates: the chance is one, and a move that gives it away is a mistake.

Worlds and playouts are counted, so the same game and the same dice give the same analysis on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from operator import sub
from statistics import fmean, stdev
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words, canonicalize_move, generate_levels
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.kernel.state_codec import encode_state
from engine.kernel.text import Seat, Text, write_plain_text
from engine.players import greedy
from engine.players.computer_levels import CAPTAIN, Budget
from engine.players.evaluator import Evaluator, load_evaluator
from engine.players.game_analysis import FIRST_LOOK, Moment, StudyDepth, share_victory
from engine.players.greedy import RankedMove
from engine.players.hints import (
    FIRST_COMPARISON_WORLD,
    MIN_COMPARED_WORLDS,
    REASON_WORLDS,
    find_gains,
    identify_position,
    rank_scores,
)
from engine.players.observation import Observation
from engine.players.playout import Playout
from engine.players.rival_win import LOST_CHANCE, MAX_TRIED_MOVES, RivalWins
from engine.players.search_factory import create_search
from engine.players.winning_turn import WINS_THIS_TURN, find_winning_move

POSITION_SHARE = 4
"""A position gets one part in this many of `Evaluator.analysis_playouts`, all its seats together."""
MIN_SEAT_PLAYOUTS = 3
COMPARED_WORLDS = MIN_COMPARED_WORLDS
"""In how many worlds two moves are compared: the fewest in which one can be called better."""
WORLDS_AT_A_TIME = 4
"""A comparison that will hardly become clear is given up after this many worlds, or twice as many."""
MAX_ESTIMATE = 0.999
"""A chance of one is for what a search knows."""
CAPTAIN_PLAYOUTS = 32
"""How many playouts the captain's search makes in a second look at most: it only names a move, which is then compared."""
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
    for seat, words in moves:
        is_side_choice = evaluator.is_side_choice(run.state)
        menu = run.build_menu(seat)
        spelled_words = canonicalize_move(menu, words)
        view = PositionAnalysis(game, evaluator, run.position, seed, seats, dice, played=spelled_words)
        _, first_options = next(generate_levels(menu, spelled_words))
        played = run.play(seat, words)
        moment = depth.estimate or view.estimate_moment(seat, spelled_words, has_chance=played.is_barrier)
        moment = msgspec.structs.replace(moment, is_turn_end=first_options[0].ends_turn)
        known_chance = view.find_known_chance(run, seed)
        if view.winning_move is not None:
            moment = view.judge_certain_win(moment, known_chance)
        elif known_chance is not None and view.safe_move is not None:
            moment = view.judge_lost_game(moment, known_chance)
        elif not view.is_lost and not is_side_choice:  # every level draws its side, and tastes differ
            moment = view.compare_with_best(moment, depth, budget)
        moments.append(moment)
    return tuple(moments)


def _to_share(value: float, scale: float) -> float:
    """Return the scaled value, from 0 to 1."""
    return round(min(1.0, max(0.0, value * scale)), 4)


class PositionAnalysis:
    """A position as each of its seats sees it."""

    def __init__(
        self,
        game: AnyGame,
        evaluator: Evaluator,
        position: Position[Any],
        seed: str,
        seats: int,
        dice: Dice,
        played: Words | None = None,
    ) -> None:
        self._evaluator = evaluator
        self._dice = dice
        self._number = position.move_count
        self._observations = [Observation(game, position, seed, seat) for seat in range(seats)]
        run: GameRun[Any] = GameRun(game, position, seed)
        state = run.state
        self._movers = list(run.situation.questions)
        self._sides = game.list_teams(state) or tuple((seat,) for seat in range(seats))
        self._value_sharpness = evaluator.value_sharpness(state)
        self._playouts = max(MIN_SEAT_PLAYOUTS, evaluator.analysis_playouts // (POSITION_SHARE * seats))
        self._max_moves = max(evaluator.horizon, evaluator.analysis_moves * seats)
        self._ends: dict[tuple[int, bytes, Words | None], Any] = {}
        self._ranked_moves: dict[Seat, list[RankedMove]] = {}
        self._played = played
        self._rival_wins = RivalWins(self._observations[min(self._movers, default=0)], evaluator, dice)

    @cached_property
    def winning_move(self) -> Words | None:
        """The first of the moves by which the seat to move wins for certain within this turn, None if none were found."""
        if len(self._movers) != 1:
            return None
        return find_winning_move(self._observations[self._movers[0]], self._evaluator, self._dice)

    @cached_property
    def is_lost(self) -> bool:
        """Whether the next seat wins after every move of the seat to move that was tried, if that cannot win before."""
        if not self._may_lose or self.winning_move is not None:
            return False
        moves = [self._rival_wins.find_defence(self._list_candidates())]
        if self._played is not None:
            moves.append(self._played)
        return all(map(self._rival_wins.loses, moves))

    @cached_property
    def safe_move(self) -> Words | None:
        """The best move after which the next seat does not win, if the played one loses; None if there is none."""
        if self._played is None or not self._loses(self._played):
            return None
        return next(filter(self._rival_wins.is_safe, self._list_candidates()), None)

    @property
    def _may_lose(self) -> bool:
        """Whether one seat alone is to move, in a game that the next one may win in its turn."""
        return self._evaluator.is_race and len(self._movers) == 1

    def _loses(self, words: Words) -> bool:
        """Return whether a move of the seat to move lets the next one win."""
        return self._may_lose and self._rival_wins.loses(words)

    def _list_candidates(self) -> list[Words]:
        """List the best moves of the seat to move, best first."""
        return [move.words for move in self._rank_moves(self._movers[0])[:MAX_TRIED_MOVES]]

    def _rank_moves(self, seat: Seat) -> list[RankedMove]:
        """Rank a seat's moves by a look one move ahead."""
        if seat not in self._ranked_moves:
            observation = self._observations[seat]
            self._ranked_moves[seat] = greedy.rank_moves(observation, self._evaluator, self._dice, REASON_WORLDS)
        return self._ranked_moves[seat]

    def chances(self) -> tuple[tuple[float, ...], float]:
        """Return the chances of all seats, and the factor that scales a seat's value to its chance.

        The chances of all sides and the chance that nobody wins add up to one. A certain win has a chance of one.
        """
        if self.winning_move is not None:
            return self._give_to_winner(self._movers[0], 1.0), 1.0
        if self.is_lost and self._rival_wins.rival is not None:
            return self._give_to_winner(self._rival_wins.rival, 1 - LOST_CHANCE), 1.0
        return self._estimate_chances()

    def _give_to_winner(self, winner: Seat, chance: float) -> tuple[float, ...]:
        """Return this chance for the winner's side; the others share the rest evenly."""
        (winning_side,) = [side for side in self._sides if winner in side]
        rest = round((1 - chance) / (len(self._sides) - 1), 4)
        return tuple(chance if seat in winning_side else rest for seat in range(len(self._observations)))

    def _estimate_chances(self) -> tuple[tuple[float, ...], float]:
        """Return the chances of all seats by playouts, and the factor from a seat's value to its chance."""
        nobody = 0.0
        values: list[float] = []
        for seat in range(len(self._observations)):
            value, nobody_chance = self._average_playouts(seat, None)
            values.append(value)
            nobody += nobody_chance / len(self._observations)
        for side in self._sides:
            mean = sum(values[seat] for seat in side) / len(side)
            for seat in side:
                values[seat] = mean
        scale = (1 - nobody) / (sum(values[side[0]] for side in self._sides) or 1.0)
        return tuple(min(MAX_ESTIMATE, _to_share(value, scale)) for value in values), scale

    def estimate_moment(self, seat: Seat, words: Words, *, has_chance: bool) -> Moment:
        """Estimate the chances before a move, and with it made if chance or anything hidden has an effect."""
        chances, scale = self.chances()
        moment = Moment(self._number, seat, words, chances, scale=scale)
        if not has_chance:
            return moment
        chosen = chances[seat] if self.is_lost else _to_share(self.estimate_move(seat, words), scale)
        return msgspec.structs.replace(moment, chosen=chosen)

    def estimate_chance(self, seat: Seat) -> float:
        """Return the seat's value of the position, averaged over playouts."""
        return self._average_playouts(seat, None)[0]

    def estimate_move(self, seat: Seat, words: Words) -> float:
        """Return the seat's value with a move made, averaged over playouts in the worlds of `estimate_chance`."""
        return self._average_playouts(seat, words)[0]

    def find_known_chance(self, after: GameRun[Any], seed: str) -> float | None:
        """Return the mover's chance after its move if a search knows it or the game is over, else None.

        It is looked for only where the mover could win, or loses by the move.
        """
        if self.winning_move is None and self.safe_move is None:
            return None
        seat, seats = self._movers[0], len(self._observations)
        if after.result is not None:
            return share_victory(after.result, seats)[seat]
        view = PositionAnalysis(after.game, self._evaluator, after.position, seed, seats, self._dice)
        return view.chances()[0][seat] if view.winning_move is not None or view.is_lost else None

    def judge_certain_win(self, moment: Moment, known_chance: float | None) -> Moment:
        """Return the moment of a seat that could win for certain: a mistake if it no longer can after its move."""
        if known_chance == 1:
            return moment if moment.chosen is None else msgspec.structs.replace(moment, chosen=1.0)
        chosen = known_chance
        if chosen is None:
            _, scale = self._estimate_chances()
            chosen = _to_share(self.estimate_move(moment.seat, moment.played), scale)
        return msgspec.structs.replace(
            moment,
            chosen=None if moment.chosen is None else chosen,
            alternative=self.winning_move,
            gain=round(1 - chosen, 4),
            missed=WINS_THIS_TURN,
            is_checked=True,
        )

    def judge_lost_game(self, moment: Moment, known_chance: float) -> Moment:
        """Return the moment of a seat that let the next one win: a mistake, as a safe move would have prevented that."""
        assert self.safe_move is not None
        saved = _to_share(self.estimate_move(moment.seat, self.safe_move), moment.scale)
        return msgspec.structs.replace(
            moment,
            chosen=None if moment.chosen is None else known_chance,
            alternative=self.safe_move,
            gain=round(max(0.0, saved - known_chance), 4),
            missed=self._rival_wins.describe_prevention(),
            is_checked=True,
        )

    def compare_with_best(self, moment: Moment, depth: StudyDepth, budget: Budget) -> Moment:
        """Return the moment with the best other move that was found, compared in the same worlds."""
        observation, evaluator, dice = self._observations[moment.seat], self._evaluator, self._dice
        if depth.asks_captain:
            playouts = min(CAPTAIN_PLAYOUTS, CAPTAIN.count_playouts(evaluator, budget))
            ranked = CAPTAIN.rank_candidates(observation, evaluator, Budget(playouts, budget.time_limit_s), dice)
        else:
            ranked = self._rank_moves(moment.seat)
        looks_best, alternative = _find_other_move(observation, dice, moment.played, ranked)
        if alternative is None:
            return moment
        is_checked = depth.asks_captain or depth.compares_all
        moment = msgspec.structs.replace(moment, alternative=alternative, is_checked=is_checked)
        if self._loses(alternative):
            if not self._rival_wins.is_safe(moment.played):
                return moment
            return msgspec.structs.replace(moment, gain=min(0.0, self._measure_gain(moment)), is_checked=True)
        if looks_best and not is_checked:
            return moment
        better = self._find_better_move(moment, budget, is_both_ways=is_checked)
        if better is None:
            return moment
        gain = self._measure_gain(moment)
        if gain == 0 or (gain < 0) != (better == moment.played):
            return moment
        if gain < 0:
            return msgspec.structs.replace(moment, gain=gain)
        had = {_omit_size(text): size for text, size in find_gains(observation, evaluator, dice, moment.played)}
        gains = find_gains(observation, evaluator, dice, alternative)
        missed = next((text for text, size in gains if size > had.get(_omit_size(text), 0.0)), None)
        return msgspec.structs.replace(moment, gain=gain, missed=missed)

    def _find_better_move(self, moment: Moment, budget: Budget, *, is_both_ways: bool) -> Words | None:
        """Return the move that is clearly better in the same worlds, None if they are about equal.

        Unless `is_both_ways`, only a better alternative is of interest: one that is not ahead is dropped after the first worlds. So
        is any comparison whose difference is less than its error after more of them.
        """
        worlds = COMPARED_WORLDS
        if budget.max_playouts is not None:
            worlds = min(worlds, max(2, budget.max_playouts))
        moves = [moment.played, moment.alternative]
        search = create_search(self._observations[moment.seat], self._evaluator, self._dice)
        played_scores: list[float] = []
        other_scores: list[float] = []
        for first in range(0, worlds, WORLDS_AT_A_TIME):
            more = search.score_moves(moves, FIRST_COMPARISON_WORLD + first, min(WORLDS_AT_A_TIME, worlds - first))
            played_scores += more[moment.played]
            other_scores += more[moment.alternative]
            lead, error = _measure_lead(other_scores, played_scores)
            if is_both_ways:
                lead = abs(lead)
            if first == 0:
                error = 0.0  # the first worlds only tell which is ahead
            if lead <= error:
                return None
        ranked = rank_scores({moment.played: played_scores, moment.alternative: other_scores})
        (better, _, _), (_, _, standing) = ranked
        return better if standing == "behind" else None

    def _measure_gain(self, moment: Moment) -> float:
        """Return how much better the alternative is on the scale of the curve, by playouts in the same worlds."""
        chosen, scale = moment.chosen, moment.scale
        if chosen is None:
            chosen = _to_share(self.estimate_move(moment.seat, moment.played), scale)
        if self._loses(moment.alternative):
            return round(LOST_CHANCE - chosen, 4)
        return round(_to_share(self.estimate_move(moment.seat, moment.alternative), scale) - chosen, 4)

    def _average_playouts(self, seat: Seat, words: Words | None) -> tuple[float, float]:
        """Return the seat's value and the chance that nobody wins, averaged over playouts that begin with the move.

        A value is too bold where leads do not last, or too timid: an exponent mends it (Guo, Pleiss, Sun and Weinberger, "On
        calibration of modern neural networks", 2017, call its inverse the temperature).
        """
        total = nobody = 0.0
        for world_number in range(self._playouts):
            end = self._play_on(seat, words, world_number)
            total += self._evaluator.value(end, seat)
            nobody += self._evaluator.nobody_chance(end)
        return (total / self._playouts) ** self._value_sharpness, nobody / self._playouts

    def _play_on(self, seat: Seat, words: Words | None, world_number: int) -> Any:  # noqa: ANN401 - each game has its own state
        """Return the state at the end of a playout that begins with the move.

        Where nothing is hidden from one seat but not from another, the worlds of both are equal: they share one playout.
        """
        playout = Playout(self._observations[seat], self._evaluator, self._dice, world_number)
        key = (world_number, encode_state(playout.run.state), words)
        if key not in self._ends:
            if words is not None:
                playout.make_move(seat, words)
            playout.play_on(self._max_moves, self._evaluator.analysis_replies)
            self._ends[key] = playout.run.state
        return self._ends[key]


def _omit_size(gain: Text) -> str:
    """Return a gain without its number: who comes three points nearer has not missed to come two points nearer."""
    return write_plain_text(msgspec.structs.replace(gain, args={**gain.args, "n": 1}))


def _measure_lead(scores: Sequence[float], other_scores: Sequence[float]) -> tuple[float, float]:
    """Return how far some scores are ahead of others of the same worlds, and the error of this difference."""
    differences = list(map(sub, scores, other_scores))
    return fmean(differences), stdev(differences) / math.sqrt(len(differences))


def _find_other_move(
    observation: Observation, dice: Dice, played: Words, ranked: Sequence[RankedMove]
) -> tuple[bool, Words | None]:
    """Return whether the move made is ranked first, and the first move that leads elsewhere, None if there is none.

    A move that leads to the same position is the same move.
    """
    position_after = identify_position(observation, dice, played)
    for rank, move in enumerate(ranked):
        if move.words != played and identify_position(observation, dice, move.words) != position_after:
            return rank > 0, move.words
    return True, None
