"""Computers of a level vary their side, faction or character, and an arena record names it."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.position import GameRun, begin_game
from engine.kernel.script import complete_options
from engine.players.arena import play_game
from engine.players.computer_levels import LEVELS, choose_move
from tests.rules.paso.play import load_game


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("slug", "kinds"), [("amundsen", 2), ("expanse", 2), ("paso", 4)])
def test_the_first_seat_does_not_always_choose_the_same(slug: str, kinds: int, level: str) -> None:
    game = registry.load_game(slug)
    options = {"factions": "choose"} if slug == "expanse" else {}
    chosen: Counter[str] = Counter()
    for n in range(20):
        seed = f"side {n}"
        position = begin_game(game, 2, complete_options(game.settings, options), seed).position
        run = GameRun(game, position, seed)
        seat = min(run.situation.questions)
        chosen[choose_move(level, game, run.position, seed, seat, Dice(seed))[-1]] += 1
    assert len(chosen) >= kinds, chosen


def test_an_arena_record_names_the_characters_of_the_paso() -> None:
    game = load_game()
    played = play_game(game, ("random", "random"), 2, 0, "roles", complete_options(game.settings, {}))
    names = {card.name for card in game.components.characters.cards}
    assert len(played.roles) == 2
    assert set(played.roles) <= names
