"""What a game tells computer players about itself: how good a position is, which moves are likely to be good, how far to search.

A game implements `Evaluator` in its module `evaluator.py`; a game without one is played by its result alone (`TerminalEvaluator`).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, Literal, NamedTuple, Optional, Protocol, cast

from engine.kernel.menu import Menu
from engine.kernel.registry import AnyGame
from engine.kernel.text import Seat, Text

SearchKind = Literal["tree", "plan", "reply", "rollout"]
"""The searches of `engine/players/search_factory.py`."""


class AnalysisDepth(NamedTuple):
    """The playouts by which an analysis tells the chances of a position.

    They have `moves` moves of all seats, each the best of `replies_compared` random ones, or of all there are (None). The seats
    share the `playouts`.
    """

    moves: int
    replies_compared: Optional[int]
    playouts: int


class Evaluator(Protocol):
    """A game's own evaluator: the class `Evaluator` of its module `evaluator.py`, created with the game.

    `playouts` is how many playouts a level makes for a decision, by its name: about half a second for a captain, and none for a
    level that is not named.

    `is_race`: the first who reaches the goal wins at once, so that a turn can win the game; then it is a `RaceEvaluator`.

    `candidates` limits how many complete moves are compared one ply deep, and `search_candidates` how many if a search follows.
    `computer_names` are more names than seats.
    """

    playouts: dict[str, int]
    is_race: bool
    candidates: int
    search_candidates: int
    computer_names: tuple[str, ...]

    @property
    def search_kind(self) -> SearchKind:
        """Which search suits the game."""

    def value(self, state: Any, seat: Seat) -> float:  # noqa: ANN401 - each game has its own state
        """Return the value of a position for a seat, from 0 (lost) to 1 (won), also after the end of the game."""

    def naive_value(self, state: Any, seat: Seat) -> float:  # noqa: ANN401
        """Return the value as a cadet sees it, who does not think of everything; from 0 to 1 as `value`."""

    def move_priors(self, state: Any, seat: Seat, menu: Menu) -> Sequence[float]:  # noqa: ANN401
        """Return a weight above 0 for each of `menu.picks`: how likely a good player is to choose it."""

    def follows(self, menu: Menu) -> bool:
        """Return whether a question belongs to the move before, so that the position is evaluated after its answer."""

    def name_gains(self, before: Any, after: Any, seat: Seat) -> Sequence[tuple[Text, float]]:  # noqa: ANN401
        """Return what a move between two positions does for the seat, in the words of the game, each with a weight above 0."""

    def is_side_choice(self, state: Any) -> bool:  # noqa: ANN401
        """Return whether seats choose a side, faction or character now: every level draws it by `move_priors`, to vary."""

    def nobody_chance(self, state: Any) -> float:  # noqa: ANN401
        """Return the chance that the game ends without a winner, from 0 to 1, also after its end."""

    def analysis_depth(self, state: Any) -> tuple[int, int | None, int]:  # noqa: ANN401
        """Return the values of an `AnalysisDepth` for a position."""

    def value_sharpness(self, state: Any) -> float:  # noqa: ANN401
        """Return the exponent that makes values true in an analysis: below 1 where leads do not last, above if too timid."""

    def resources(self, state: Any, seat: Seat) -> tuple[object, ...] | None:  # noqa: ANN401
        """Return whose move it is and what the seat can still spend, or None if every move of the game spends something.

        A move that spends nothing and does not improve the position is made only if there is no other.
        """


class RaceEvaluator(Evaluator, Protocol):
    """An evaluator for games that a turn can win."""

    def measure_win_distance(self, state: Any, seat: Seat) -> float | None:  # noqa: ANN401 - each game has its own state
        """Return how much the seat lacks to win before another one is to move, None if it cannot win in this turn."""


class ReplyEvaluator(Evaluator, Protocol):
    """An evaluator for games with few moves in a decision: a playout is evaluated after `horizon` replies."""

    horizon: int


class TreeEvaluator(Evaluator, Protocol):
    """An evaluator for games that a tree search suits: a reply is the best of `replies` random moves.

    A playout is cut after `horizon` moves and evaluated.
    """

    horizon: int
    replies: int


class PlanEvaluator(Evaluator, Protocol):
    """An evaluator for games in which the seats mostly do not interfere: it can evaluate a seat's own progress alone.

    A playout makes `actions` actions of the searching seat, each the best of `looks` random moves. A move whose first word is in
    `idle` is not an action.
    """

    actions: int
    looks: int
    idle: tuple[str, ...]

    def rivals(self, state: Any, seat: Seat) -> float:  # noqa: ANN401 - each game has its own state
        """Return how much the rivals' progress takes from the seat, in the game's own measure."""

    def alone(self, state: Any, seat: Seat, rivals: float) -> float:  # noqa: ANN401
        """Return the seat's value from 0 to 1 if the rivals' progress were `rivals`."""


class RolloutDepth(NamedTuple):
    """How many turns a rollout plays on, of how many random moves each reply is the best, and how many rollouts are made."""

    turns: int
    replies_compared: int
    max_playouts: int


class RolloutEvaluator(Evaluator, Protocol):
    """An evaluator for games in which leads do not last: it knows how far a position must be played on before it is evaluated."""

    def rollout_depth(self, state: Any) -> tuple[int, int, int]:  # noqa: ANN401 - each game has its own state
        """Return the values of a `RolloutDepth` for a search from this position."""

    def lead(self, state: Any, seat: Seat) -> float:  # noqa: ANN401
        """Return the seat's value in log-odds; after the end of the game, by how far the seat is ahead."""


class TerminalEvaluator:
    """The evaluator of a game that has none: all options are equally likely, and only the result counts."""

    search_kind: Final = "tree"
    horizon = 60
    replies = 1
    is_race = False
    candidates = 40
    search_candidates = 40
    computer_names: tuple[str, ...] = ("Nansen", "Sverdrup", "Weddell", "Scoresby", "Mawson", "Charcot")

    def __init__(self, game: AnyGame) -> None:
        self.playouts = {"captain": 200}
        self._game = game

    def value(self, state: Any, seat: Seat) -> float:  # noqa: ANN401
        """Return the seat's share of the victory, or one half while the game goes on."""
        result = self._game.find_result(state)
        if result is None:
            return 0.5
        if seat not in result.winners:
            return 0.0
        return 1 / len(result.winners)

    def naive_value(self, state: Any, seat: Seat) -> float:  # noqa: ANN401
        """Return the value."""
        return self.value(state, seat)

    def move_priors(self, state: Any, seat: Seat, menu: Menu) -> Sequence[float]:  # noqa: ANN401, ARG002
        """Return the same weight for all options."""
        return [1.0] * len(menu.open_words)

    def follows(self, menu: Menu) -> bool:  # noqa: ARG002
        """Return False: every question is a decision of its own."""
        return False

    def name_gains(self, before: Any, after: Any, seat: Seat) -> Sequence[tuple[Text, float]]:  # noqa: ANN401, ARG002
        """Return nothing."""
        return ()

    def is_side_choice(self, state: Any) -> bool:  # noqa: ANN401, ARG002
        """Return False: no choice is left to chance."""
        return False

    def nobody_chance(self, state: Any) -> float:  # noqa: ANN401, ARG002
        """Return 0: nothing is known about how the game may end."""
        return 0.0

    def analysis_depth(self, state: Any) -> tuple[int, int | None, int]:  # noqa: ANN401, ARG002
        """Return random moves to the end of a short game."""
        return self.horizon, 1, 200

    def value_sharpness(self, state: Any) -> float:  # noqa: ANN401, ARG002
        """Return 1: nothing is known about how true the values are."""
        return 1.0

    def resources(self, state: Any, seat: Seat) -> tuple[object, ...] | None:  # noqa: ANN401, ARG002
        """Return None: nothing is known about what moves spend."""
        return None


def find_race_evaluator(evaluator: Evaluator) -> RaceEvaluator | None:
    """Return the evaluator of a race, None for another game."""
    return cast("RaceEvaluator", evaluator) if evaluator.is_race else None


def load_evaluator(game: AnyGame) -> Evaluator:
    """Create the game's own evaluator, or a `TerminalEvaluator` if its folder has no `evaluator.py`."""
    module = _find_module(game)
    if module is None:
        return TerminalEvaluator(game)
    return cast("Evaluator", module.Evaluator(game))


def has_evaluator(game: AnyGame) -> bool:
    """Return whether the game has an evaluator of its own."""
    return _find_module(game) is not None


def _find_module(game: AnyGame) -> ModuleType | None:
    name = f"{type(game).__module__.rpartition('.')[0]}.evaluator"
    if find_spec(name) is None:
        return None
    return import_module(name)
