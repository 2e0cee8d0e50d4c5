"""The likeliest moves: bounded, the same every time, and found from what the seat may know alone."""

from __future__ import annotations

from typing import Any

import pytest

from engine.commands import choose, opening
from engine.host.service.play.likely import LOOKS, MOST, likely
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.kernel.menu import canon
from engine.kernel.position import Run
from engine.players.greedy import MAX_FOLLOW_UP_ANSWERS, MAX_FOLLOW_UPS
from engine.players.observation import Observation
from tests.players.twins import twins

HIDING = [slug for slug in registry.slugs() if registry.load(slug).kind.hidden]
QUESTIONS = 60


@pytest.mark.parametrize("slug", HIDING)
def test_what_a_seat_cannot_know_changes_none_of_them(slug: str) -> None:
    game, exchanged = registry.load(slug), 0
    for seats in (min(game.seats), max(game.seats)):
        for pair in list(twins(game, seats, "likely", {}, QUESTIONS))[::2]:
            assert likely(game, *pair.one, pair.seat) == likely(game, *pair.other, pair.seat)
            exchanged += pair.exchanged
    assert exchanged > QUESTIONS / 4


@pytest.mark.parametrize("slug", registry.slugs())
def test_they_can_be_played_and_cost_no_more_than_a_look_one_move_ahead(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seats = registry.load(slug), max(registry.load(slug).seats)
    worlds, made = 0, Observation.world

    def counting(observation: Observation, dice: Dice, n: int) -> Run[Any]:
        nonlocal worlds
        worlds += 1
        return made(observation, dice, n)

    monkeypatch.setattr(Observation, "world", counting)
    position, dice, longest = opening(game, seats, {}, "bounded").position, Dice("bounded"), 0
    for _ in range(24):
        run: Run[Any] = Run(game, position, "bounded")
        if not run.ask:
            break
        seat, before = min(run.now.ask), worlds
        found = likely(game, position, "bounded", seat)
        longest = max(longest, worlds - before)
        assert 1 <= len(found) <= MOST
        assert len({move.words for move in found}) == len(found)
        for move in found:
            assert canon(run.menu(seat), move.words) == move.words
        if not position.answers:
            assert found == likely(game, position, "bounded", seat)
        who, words = choose(run.now, dice, position.moves)
        position = run.play(who, words).position
    most = 1 + LOOKS
    assert most / 4 < longest <= 1 + most * (1 + MAX_FOLLOW_UP_ANSWERS * MAX_FOLLOW_UPS) + MOST
