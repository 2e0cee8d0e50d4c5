"""What steps leave of a table: random games hold what is taken over against the table that the steps have made."""

from __future__ import annotations

import random

from engine.games.expanse.flow import adopt, follow
from engine.games.expanse.game import Expanse
from engine.games.expanse.menus import Turn
from engine.games.expanse.steps import begin
from engine.kernel import registry
from engine.kernel.freeze import copied
from engine.kernel.menu import sample
from engine.kernel.position import Run, start
from engine.kernel.script import settle


def test_a_table_takes_over_all_that_a_step_can_change() -> None:
    game = registry.load("expanse")
    assert isinstance(game, Expanse)
    lot, met = random.Random("steps"), set[str]()  # noqa: S311 - a game for a test
    for seats in (2, 4):
        run = Run(game, start(game, seats, settle(game.settings, {}), "steps").position, "steps")
        while run.result is None:
            if run.state.phase == "turn":
                first = Turn(begin(game.board, run.state, run.state.active))
                words = sample(first.menu(), lot.randrange)
                for n in range(1, len(words) + 1):
                    table, step = copied(run.state), follow(first.below(words[0]), words[1:n])
                    adopt(table, step.work)
                    assert table == step.work.state, words[:n]
                met.add(words[0] if len(words) < 3 else words[2])
            seat = lot.choice(list(run.now.ask))
            run.push(seat, sample(run.menu(seat), lot.randrange))
    assert {"points", "event", "keep", "play"} <= met
