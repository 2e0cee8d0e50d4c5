"""The result of a step: random games compare the table that adopts it with the step's own table."""

from __future__ import annotations

import random

from engine.games.expanse.flow import adopt_result, follow_words
from engine.games.expanse.game import Expanse
from engine.games.expanse.menus import TurnMenu
from engine.games.expanse.steps import create_working_copy
from engine.kernel import registry
from engine.kernel.menu import sample_move
from engine.kernel.position import GameRun, begin_game
from engine.kernel.script import complete_options
from engine.kernel.state_codec import copy_state


def test_a_table_takes_over_all_that_a_step_can_change() -> None:
    game = registry.load_game("expanse")
    assert isinstance(game, Expanse)
    lot, met = random.Random("steps"), set[str]()  # noqa: S311 - a game for a test
    for seats in (2, 4):
        run = GameRun(game, begin_game(game, seats, complete_options(game.settings, {}), "steps").position, "steps")
        while run.result is None:
            if run.state.phase == "turn":
                first = TurnMenu(create_working_copy(game.board, run.state, run.state.active))
                words = sample_move(first.build_menu(), lot.randrange)
                for n in range(1, len(words) + 1):
                    table, step = copy_state(run.state), follow_words(first.find_choice(words[0]), words[1:n])
                    adopt_result(table, step.work)
                    assert table == step.work.state, words[:n]
                met.add(words[0] if len(words) < 3 else words[2])
            seat = lot.choice(list(run.situation.questions))
            run.push(seat, sample_move(run.build_menu(seat), lot.randrange))
    assert {"points", "event", "keep", "play"} <= met
