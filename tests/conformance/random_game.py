"""Random games with the data that the checks need, and the cases (seats, settings, seed) that the suite plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from typing import Any

from engine.commands import PlayedStep, play_random_moves
from engine.kernel.dice import Dice
from engine.kernel.position import MoveResult, Position, Situation, begin_game, resolve_situation
from engine.kernel.registry import AnyGame
from engine.kernel.script import Setting, complete_options
from engine.kernel.text import Seat, UserError

DEFAULT_GAMES_PER_COUNT = 3
"""Games with the default settings for each number of seats. Every other combination of settings is played once."""
MAX_GAME_MOVES = 2_000
"""The number of moves within which every random game must end."""


@dataclass(frozen=True)
class GameCase:
    """One game of the suite. `options` holds what differs from the defaults."""

    seat_count: int
    options: Mapping[str, str]
    seed: str

    def __str__(self) -> str:
        return "-".join(
            [f"{self.seat_count}p", *(f"{name}:{value}" for name, value in self.options.items()), self.seed]
        )


@dataclass(frozen=True)
class GameMoment:
    """A position with its decoded state, and the move that was made there."""

    move_index: int
    position: Position[Any]
    situation: Situation[Any]
    played_move: PlayedStep


@dataclass(frozen=True)
class RandomGame:
    """A random game from its opening to `last_position`.

    The checks roll `check_dice`, never the dice of the game; a counter gives each of their rolls its own label.
    """

    game: AnyGame
    case: GameCase
    opening: MoveResult[Any]
    moments: Sequence[GameMoment]
    last_position: Position[Any]
    check_dice: Dice
    _label_counter: Iterator[int] = field(default_factory=count)

    def restart_dice(self) -> RandomGame:
        """Return the same game with its dice at their start, so that a check does not depend on earlier checks."""
        return replace(self, _label_counter=count())

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """Every point of view: the spectator's and each seat's."""
        return (None, *range(self.case.seat_count))

    def sample_moments(self, moment_count: int) -> list[GameMoment]:
        """Sample about `moment_count` moments, evenly spread over the game."""
        return list(self.moments[:: max(1, len(self.moments) // moment_count)])

    def roll_below(self, upper_bound: int) -> int:
        """Roll a number from 0 to `upper_bound` - 1."""
        return self.check_dice.roll_below(upper_bound, 0, str(next(self._label_counter)))

    def shuffle(self, items: list[Any]) -> list[Any]:
        """Return the items in a random order."""
        return self.check_dice.shuffle(items, 0, str(next(self._label_counter)))

    def describe_moment(self, moment: GameMoment) -> str:
        """Describe the moment for the message of a failed check."""
        last_moves = [
            f"{before.played_move.seat} {' '.join(before.played_move.words)}"
            for before in self.moments[max(0, moment.move_index - 3) : moment.move_index]
        ]
        waiting_seats = ", ".join(str(seat) for seat in moment.situation.questions)
        moves = f"after move {moment.move_index} ({'; '.join(last_moves)})"
        return f"\n{self.game.slug} {self.case}, {moves}, waiting for {waiting_seats}:\n"


def play_random_game(game: AnyGame, case: GameCase) -> RandomGame:
    """Play the case's random game, for at most MAX_GAME_MOVES moves."""
    opening = begin_game(game, case.seat_count, complete_options(game.settings, case.options), case.seed)
    moments: list[GameMoment] = []
    position = opening.position
    for step in islice(play_random_moves(game, position, case.seed), MAX_GAME_MOVES):
        moments.append(GameMoment(len(moments), position, resolve_situation(game, position, case.seed), step))
        position = step.result.position
    return RandomGame(game, case, opening, moments, position, Dice(f"{case.seed}/checks"))


def list_option_combinations(settings: Sequence[Setting]) -> list[dict[str, str]]:
    """List combinations of settings in which every value occurs: each one among defaults, and the last values together.

    The first value of a setting is its default. A combination holds only what differs from the defaults.
    """
    single_changes = [{setting.name: value} for setting in settings for value in list(setting.values)[1:]]
    last_values = {setting.name: list(setting.values)[-1] for setting in settings if len(setting.values) > 1}
    return [*single_changes, *([last_values] if len(last_values) > 1 else [])]


def list_cases(game: AnyGame) -> list[GameCase]:
    """List the defaults with every number of seats, and every combination of settings with one number of seats that it allows."""
    default_cases = [
        GameCase(seat_count, {}, f"conform-{seat_count}-{k}")
        for seat_count in game.seat_counts
        for k in range(DEFAULT_GAMES_PER_COUNT)
    ]
    combinations = list_option_combinations(game.settings)
    return [*default_cases, *(_find_fitting_case(game, n, options) for n, options in enumerate(combinations))]


def _find_fitting_case(game: AnyGame, n: int, options: dict[str, str]) -> GameCase:
    """Return case `n` of the combinations, with a number of seats at which `setup` does not refuse its options.

    The search begins at another number for each `n`, so that all numbers of seats occur.
    """
    counts = list(game.seat_counts)
    refusals: list[str] = []
    for k in range(len(counts)):
        case = GameCase(counts[(n + k) % len(counts)], options, f"conform-{n}")
        try:
            begin_game(game, case.seat_count, complete_options(game.settings, options), case.seed)
        except UserError as refusal:
            refusals.append(str(refusal))
        else:
            return case
    raise AssertionError(f"{game.slug} takes {options} with no number of players: {refusals}")


Check = Callable[[RandomGame], None]
