"""Find out whether a seat's moves let the next seat win in its turn, and which move prevents it.

A look one move ahead does not see a win of several moves, such as a raid, Fresh Waters and the exit of the Paso. So the turn is
finished behind a move, by the best of a few random moves each, and the next seat's win is searched as in `winning_turn.py`. This is
done in several worlds, since the other's hand is not known. A move loses if the next seat wins in all of them, and is safe if it
wins in none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.text import Seat, SeatMention, Text, say
from engine.players.draw import create_random_stream
from engine.players.evaluator import Evaluator
from engine.players.observation import Observation
from engine.players.playout import CompleteMovePlayout, Line
from engine.players.winning_turn import can_win

FIRST_RIVAL_WORLD, RIVAL_WORLDS = 60, 3
"""The number of the first world in which the next seat's win is looked for, and how many there are."""
MAX_TURN_MOVES = 12
COMPARED_MOVES = 4
"""A turn is finished by at most this many moves, each the best of a few random ones."""
MAX_TRIED_MOVES = 16
"""How many moves are tried to prevent a win."""
LOST_CHANCE = 0.05
"""The chance that is left if all moves lose."""


class RivalWins:
    """The wins of the next seat after each move of a position, kept from call to call."""

    def __init__(self, observation: Observation, evaluator: Evaluator, dice: Dice) -> None:
        self._observation, self._evaluator, self._dice = observation, evaluator, dice
        self._rival_wins: dict[tuple[Line, int], bool] = {}
        self.rival: Seat | None = None
        """The seat whose win was found, None as long as none was."""

    def is_safe(self, *line: Words) -> bool:
        """Return whether the next seat wins in no world after a move, or moves in a row."""
        return not any(self._look_for_wins(line))

    def loses(self, *line: Words) -> bool:
        """Return whether the next seat wins in every world."""
        return all(self._look_for_wins(line))

    def count(self, *line: Words) -> int:
        """Return in how many worlds the next seat wins, from 0 to `RIVAL_WORLDS`."""
        return sum(self._look_for_wins(line))

    def _look_for_wins(self, line: Line) -> Iterator[bool]:
        """Yield for each world whether the next seat wins after a line; most questions are settled by the first."""
        if not self._evaluator.is_race:
            yield False
            return
        for number in range(FIRST_RIVAL_WORLD, FIRST_RIVAL_WORLD + RIVAL_WORLDS):
            key = line, number
            if key not in self._rival_wins:
                self._rival_wins[key] = self._lets_rival_win(line, number)
            yield self._rival_wins[key]

    def find_defence(self, ranked: Sequence[Words]) -> Words:
        """Return the best of the ranked moves; if it loses, the best safe one, else one with the fewest wins of the next seat."""
        tried = ranked[:MAX_TRIED_MOVES]
        if not self.loses(tried[0]):
            return tried[0]
        return next(filter(self.is_safe, tried), None) or min(tried, key=self.count)

    def describe_prevention(self) -> Text:
        """Return what hints and analyses say of a safe move where others lose."""
        assert self.rival is not None
        return say("keeps {seat} from a win in the next turn", seat=SeatMention(self.rival))

    def _lets_rival_win(self, line: Line, world_number: int) -> bool:
        """Return whether the next seat wins in a world in which the seat makes the moves of a line and finishes its turn."""
        seat = self._observation.seat
        playout = CompleteMovePlayout(self._observation, self._evaluator, self._dice, world_number)
        playout.make_line(seat, line)
        random = create_random_stream(self._dice, world_number, "rest of the turn")
        for _ in range(MAX_TURN_MOVES):
            if list(playout.run.questions) != [seat]:
                break
            playout.make_best_move(seat, playout.draw_moves(seat, COMPARED_MOVES, random))
        movers = list(playout.run.questions)
        if len(movers) != 1 or not self._observation.can_copy(playout.run):
            return False
        teams = self._observation.game.list_teams(playout.run.state) or ()
        is_partner = any(seat in team and movers[0] in team for team in teams)
        if movers == [seat] or is_partner or not can_win(playout.run, self._evaluator, movers[0]):
            return False
        self.rival = movers[0]
        return True
