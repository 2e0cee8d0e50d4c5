"""Checks that nothing hidden reaches a seat, on pairs of tables that look the same to it; each raises AssertionError at a leak.

The pairs come from the tests' own lists of hidden places. `test_secrecy.py` runs the checks, also with leaks planted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import canonicalize_move
from engine.kernel.position import GameRun, Position
from engine.kernel.registry import AnyGame
from engine.players import hints, question
from engine.players.computer_levels import Budget
from engine.players.observation import Observation
from tests.players.resampled_worlds import EquivalentTables

T = TypeVar("T")


class SortingDice(Dice):
    """Dice whose shuffles sort: the order of the things before the shuffle does not show in the result."""

    def shuffle(self, items: Sequence[T], tick: int, label: str) -> list[T]:
        """Return the items in the order of their JSON."""
        return sorted(items, key=msgspec.json.encode)


def check_views(game: AnyGame, pairs: Iterable[EquivalentTables]) -> None:
    """Check that the seat sees and may do the same at both tables."""
    for pair in pairs:
        one, other = (GameRun(game, *table) for table in pair.tables)
        assert game.build_view(one.state, pair.seat) == game.build_view(other.state, pair.seat), describe_pair(pair)
        assert one.build_menu(pair.seat).options == other.build_menu(pair.seat).options, describe_pair(pair)


def check_resampling(game: AnyGame, pairs: Iterable[EquivalentTables]) -> None:
    """Check that no trace of the true deal is left after resampling for the seat."""
    for pair in pairs:
        states = [GameRun(game, *table).state for table in pair.tables]
        for state in states:
            game.resample_hidden(state, pair.seat, lambda pool: sorted(pool, key=msgspec.json.encode))
        assert msgspec.json.encode(states[0]) == msgspec.json.encode(states[1]), describe_pair(pair)


def check_worlds(game: AnyGame, pairs: Iterable[EquivalentTables]) -> None:
    """Check that both tables give a computer player the same worlds."""
    for number, pair in enumerate(pairs):
        worlds = [Observation(game, *table, pair.seat).world(Dice("worlds"), number) for table in pair.tables]
        assert msgspec.json.encode(worlds[0].state) == msgspec.json.encode(worlds[1].state), describe_pair(pair)


def check_questions(game: AnyGame, pairs: Iterable[EquivalentTables]) -> None:
    """Check that a question holds nothing of the true deal, and no answer that others gave to the same question.

    Only questions at the start of a turn are compared: in its middle all copies of a card that was shown keep their places, so
    there two questions may differ without telling anything.
    """
    for pair in pairs:
        if Observation(game, *pair.table, pair.seat).moves != pair.table[0].tick:
            continue
        questions = [
            question.create_question(game, *table, pair.seat, SortingDice("questions")) for table in pair.tables
        ]
        assert questions[0] == questions[1], describe_pair(pair)


def check_shuffle_is_hidden(game: AnyGame, position: Position[Any], seat: int, seeds: Sequence[str]) -> None:
    """Check that the seed of this turn's shuffles does not change the question."""
    questions = [question.create_question(game, position, seed, seat, SortingDice("questions")) for seed in seeds]
    assert None not in questions
    assert all(other == questions[0] for other in questions), seeds


def check_hints(game: AnyGame, pairs: Iterable[EquivalentTables]) -> None:
    """Check that both tables give the same hints, with the same reasons."""
    for pair in pairs:
        found = [
            hints.find_hints(game, *table, pair.seat, Dice("hints"), Budget(max_playouts=2)) for table in pair.tables
        ]
        assert found[0] == found[1], describe_pair(pair)
        menu = GameRun(game, *pair.table).build_menu(pair.seat)
        assert all(canonicalize_move(menu, hint.words) == hint.words for hint in found[0])


def describe_pair(pair: EquivalentTables) -> str:
    """Describe the question and the two tables."""
    position, other = pair.table[0], pair.other_table[0]
    return f"seat {pair.seat} after {position.answers} or {other.answers}:\n{position.base}\nor\n{other.base}"
