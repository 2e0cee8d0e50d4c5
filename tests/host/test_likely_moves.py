"""The likeliest moves: limited, reproducible, and computed only from what the seat may know."""

from __future__ import annotations

from typing import Any

import pytest

from engine.commands import choose_random_move, start_game
from engine.host.service.play.likely_moves import MAX_LIKELY_MOVES, MAX_MOVES_EVALUATED, find_likely_moves
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import canonicalize_move
from engine.kernel.position import GameRun
from engine.players.greedy import MAX_FOLLOW_UP_ANSWERS, MAX_FOLLOW_UPS
from engine.players.observation import Observation
from tests.game_cases import list_game_cases
from tests.players.resampled_worlds import generate_equivalent_tables

SLUGS_WITH_HIDDEN_STATE = [
    slug for slug in registry.list_slugs() if registry.load_game(slug).kind.has_hidden_information
]
QUESTION_COUNT = 60


@pytest.mark.parametrize("slug", list_game_cases("northwest", slugs=SLUGS_WITH_HIDDEN_STATE))
def test_hidden_information_does_not_change_likely_moves(slug: str) -> None:
    game, exchanged = registry.load_game(slug), 0
    for seats in (min(game.seat_counts), max(game.seat_counts)):
        for pair in list(generate_equivalent_tables(game, seats, "likely", QUESTION_COUNT))[::2]:
            assert find_likely_moves(game, *pair.table, pair.seat) == find_likely_moves(
                game, *pair.other_table, pair.seat
            )
            exchanged += pair.are_different
    assert exchanged > QUESTION_COUNT / 4


@pytest.mark.parametrize("slug", registry.list_slugs())
def test_likely_moves_are_legal_and_cost_one_ply(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seats = registry.load_game(slug), max(registry.load_game(slug).seat_counts)
    worlds, made = 0, Observation.world

    def counting(observation: Observation, dice: Dice, n: int) -> GameRun[Any]:
        nonlocal worlds
        worlds += 1
        return made(observation, dice, n)

    monkeypatch.setattr(Observation, "world", counting)
    position, dice, longest = start_game(game, seats, {}, "bounded").position, Dice("bounded"), 0
    for _ in range(24):
        run: GameRun[Any] = GameRun(game, position, "bounded")
        if not run.questions:
            break
        seat, before = min(run.situation.questions), worlds
        found = find_likely_moves(game, position, "bounded", seat)
        longest = max(longest, worlds - before)
        assert 1 <= len(found) <= MAX_LIKELY_MOVES
        assert len({move.words for move in found}) == len(found)
        for move in found:
            assert canonicalize_move(run.build_menu(seat), move.words) == move.words
        if not position.answers:
            assert found == find_likely_moves(game, position, "bounded", seat)
        who, words = choose_random_move(run.situation, dice, position.move_count)
        position = run.play(who, words).position
    most = 1 + MAX_MOVES_EVALUATED
    assert most / 4 < longest <= 1 + most * (1 + MAX_FOLLOW_UP_ANSWERS * MAX_FOLLOW_UPS) + MAX_LIKELY_MOVES
