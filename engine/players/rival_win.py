"""Find out whether a seat's moves let the next seat win in its turn, and which move prevents it.

A look one move ahead does not see a win of several moves, such as a raid, Fresh Waters and the exit of the Paso. So the turn is
finished behind a move as the seat would go on, and the next seat's win is searched as in `winning_turn.py`. The seat does not know
the other's hand: a win counts only if it is found in every sampled world, and a move prevents it only if it is found in none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat, SeatMention, Text, say
from engine.players.draw import create_random_stream
from engine.players.evaluator import Evaluator
from engine.players.observation import Observation
from engine.players.playout import CompleteMovePlayout
from engine.players.winning_turn import can_win

RIVAL_WORLDS = (60, 61, 62)
"""The numbers of the worlds in which the next seat's win is looked for."""
MAX_TURN_MOVES = 12
COMPARED_MOVES = 4
"""A turn is finished by at most this many moves, each the best of a few random ones."""
MAX_TRIED_MOVES = 16
"""How many moves are tried to prevent a win."""
LOST_CHANCE = 0.05
"""The chance that is left if nothing was found that prevents the win."""


class Threat(NamedTuple):
    """The seat that wins next after the best move, and the best move that prevents it, if there are any."""

    rival: Seat | None = None
    saving_move: Words | None = None

    @property
    def is_lost(self) -> bool:
        """Whether a rival wins next and no move was found that prevents it."""
        return self.rival is not None and self.saving_move is None


def find_threat(observation: Observation, evaluator: Evaluator, dice: Dice, ranked: Sequence[Words]) -> Threat:
    """Return whether the next seat wins in its turn. `ranked` are the moves that the seat thinks of, best first."""
    rival = find_rival_win(observation, evaluator, dice, ranked[0])
    if rival is None:
        return Threat()
    for words in ranked[1:MAX_TRIED_MOVES]:
        if all(_find_winner(observation, evaluator, dice, words, number) is None for number in RIVAL_WORLDS):
            return Threat(rival, words)
    return Threat(rival)


def describe_prevention(rival: Seat) -> Text:
    """Return what hints and analyses say of a move that prevents a rival's win."""
    return say("keeps {seat} from a win in the next turn", seat=SeatMention(rival))


def find_rival_win(observation: Observation, evaluator: Evaluator, dice: Dice, words: Words) -> Seat | None:
    """Return the next seat if it wins in every world after this move of the observation's seat, else None."""
    rival: Seat | None = None
    if not evaluator.is_race:
        return None
    for number in RIVAL_WORLDS:
        rival = _find_winner(observation, evaluator, dice, words, number)
        if rival is None:
            return None
    return rival


def _find_winner(
    observation: Observation, evaluator: Evaluator, dice: Dice, words: Words, world_number: int
) -> Seat | None:
    """Return the next seat if it wins in a world in which the seat makes a move and finishes its turn, else None."""
    seat = observation.seat
    playout = CompleteMovePlayout(observation, evaluator, dice, world_number)
    playout.make_move(seat, words)
    random = create_random_stream(dice, world_number, "rest of the turn")
    for _ in range(MAX_TURN_MOVES):
        if list(playout.run.questions) != [seat]:
            break
        playout.make_best_move(seat, playout.draw_moves(seat, COMPARED_MOVES, random))
    movers = list(playout.run.questions)
    if len(movers) != 1 or _are_partners(observation.game, playout.run, seat, movers[0]):
        return None
    return movers[0] if can_win(playout.run, evaluator, movers[0]) else None


def _are_partners(game: AnyGame, run: GameRun[Any], seat: Seat, other: Seat) -> bool:
    """Return whether two seats win together; a seat is its own partner."""
    return seat == other or any(seat in team and other in team for team in game.list_teams(run.state) or ())
