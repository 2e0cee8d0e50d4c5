"""The computer players of each level, by name, and the time they may take.

A player of a level is a `ComputerPlayer`, not a `Bot` as in OpenSpiel: in this program the bot is the one on Discord.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words, sample_move
from engine.kernel.position import Position
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat
from engine.players import greedy
from engine.players.circles import needs_drawn_move
from engine.players.draw import create_random_stream, draw_move
from engine.players.evaluator import Evaluator, load_evaluator
from engine.players.greedy import RankedMove
from engine.players.observation import Observation
from engine.players.rival_win import RivalWins
from engine.players.search_factory import create_search
from engine.players.winning_turn import find_winning_move


class Budget(msgspec.Struct, frozen=True):
    """How much a player may compute for a decision. With `max_playouts` None the number of the game applies.

    Where moves have to be the same on every machine, only the playouts limit a search. The time limit is for a machine in trouble.
    """

    max_playouts: int | None = None
    time_limit_s: float = 30.0


class ComputerPlayer(Protocol):
    """A computer player of one level."""

    def choose_move(self, observation: Observation, evaluator: Evaluator, budget: Budget, dice: Dice) -> Words:
        """Choose a move for the observation's seat. The same observation, playouts and dice give the same move."""


class RandomPlayer:
    """Plays any legal move; every option is as likely as the next."""

    def choose_move(self, observation: Observation, evaluator: Evaluator, budget: Budget, dice: Dice) -> Words:  # noqa: ARG002
        """Choose a random move."""
        random = create_random_stream(dice, observation.moves, "anybody")
        menu = observation.world(dice, 0).build_menu(observation.seat)
        return sample_move(menu, lambda n: int(random() * n))


class GreedyPlayer(msgspec.Struct, frozen=True):
    """Looks one move ahead in `worlds` worlds.

    With `max_moves` it thinks of no more moves, drawn by `Evaluator.move_priors`. With `is_naive` it judges positions by
    `Evaluator.naive_value`.
    """

    worlds: int
    max_moves: int | None = None
    is_naive: bool = False

    def choose_move(self, observation: Observation, evaluator: Evaluator, budget: Budget, dice: Dice) -> Words:  # noqa: ARG002
        """Choose the best move it sees."""
        return self.rank_candidates(observation, evaluator, dice)[0]

    def rank_candidates(self, observation: Observation, evaluator: Evaluator, dice: Dice) -> list[Words]:
        """Return at most `max_moves` or `Evaluator.candidates` moves, best first as the player judges them."""
        ranked = greedy.rank_moves(observation, evaluator, dice, self.worlds, self.max_moves, is_naive=self.is_naive)
        return [move.words for move in ranked]


class SearchPlayer(msgspec.Struct, frozen=True):
    """Looks one move ahead in `worlds` worlds, and searches the best `root_moves` moves as far as the game says for `level`."""

    level: str
    worlds: int
    root_moves: int

    def choose_move(self, observation: Observation, evaluator: Evaluator, budget: Budget, dice: Dice) -> Words:
        """Choose a move that wins within this turn if there is one, else the best one that does not let the next seat win."""
        winning_move = find_winning_move(observation, evaluator, dice)
        if winning_move is not None:
            return winning_move
        ranked = [move.words for move in self.rank_candidates(observation, evaluator, budget, dice)]
        if len(ranked) == 1:
            return ranked[0]
        return RivalWins(observation, evaluator, dice).find_defence(ranked)

    def rank_candidates(
        self, observation: Observation, evaluator: Evaluator, budget: Budget, dice: Dice
    ) -> list[RankedMove]:
        """Rank the moves that were tried, best first: those that were searched, then the others."""
        max_playouts = self.count_playouts(evaluator, budget)
        if not max_playouts:
            return greedy.rank_moves(observation, evaluator, dice, self.worlds)
        ranked = greedy.rank_moves(observation, evaluator, dice, self.worlds, evaluator.search_candidates)
        if len(ranked) == 1:
            return ranked
        search = create_search(observation, evaluator, dice)
        searched = search.rank(ranked[: self.root_moves], max_playouts, budget.time_limit_s)
        return [*searched, *ranked[self.root_moves :]]

    def count_playouts(self, evaluator: Evaluator, budget: Budget) -> int:
        """Return how many playouts the level makes within the budget."""
        game_playouts = evaluator.playouts.get(self.level, 0)
        if budget.max_playouts is None:
            return game_playouts
        return min(game_playouts, budget.max_playouts)


GREENHAND: Final = GreedyPlayer(worlds=1, max_moves=2)
CADET: Final = GreedyPlayer(worlds=1, is_naive=True)
CAPTAIN: Final = SearchPlayer("captain", worlds=3, root_moves=8)
COMPUTER_PLAYERS: dict[str, ComputerPlayer] = {
    "random": RandomPlayer(),
    "greenhand": GREENHAND,
    "cadet": CADET,
    "mate": SearchPlayer("mate", worlds=3, root_moves=6),
    "captain": CAPTAIN,
}
"""The player of each level, the weakest first. "random" is there to measure the others against."""
LEVELS = ("greenhand", "cadet", "mate", "captain")
"""The levels that people play against."""


def choose_move(
    level: str,
    game: AnyGame,
    position: Position[Any],
    seed: str | Dice,
    seat: Seat,
    dice: Dice,
    budget: Budget | None = None,
) -> Words:
    """Choose a move for a seat that owes an answer.

    `position` and `seed` belong to the table; the player gets no more of them than the seat may know.

    Raises KeyError for an unknown level, and Illegal if the seat owes nothing.
    """
    player = COMPUTER_PLAYERS[level]
    player_dice = Dice(f"{level}/{dice.roll_below(2**64, position.move_count, f'crew {seat}')}")
    observation = Observation(game, position, seed, seat)
    evaluator = load_evaluator(game)
    world = observation.world(player_dice, 0)
    random = create_random_stream(player_dice, observation.moves, "side")
    if level in LEVELS and (evaluator.is_side_choice(world.state) or needs_drawn_move(position.move_count, random())):
        return draw_move(evaluator, world.state, seat, world.build_menu(seat), random)
    return player.choose_move(observation, evaluator, budget or Budget(), player_dice)
