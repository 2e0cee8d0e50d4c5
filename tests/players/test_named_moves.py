"""Named moves are judged by games that are played on behind them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.kernel.dice import Dice
from engine.players.analysis.game_analysis import Turn
from engine.players.observation import Observation
from tests.players.played_games import played
from tests.players.winning_positions import BEN_NEXT
from tests.programs.named_moves import JudgedMove, format_rows, judge_games, judge_move, judge_turn, read_moves
from tests.rules.paso.play import make_table


def test_the_line_that_keeps_the_other_from_a_win_is_worth_more() -> None:
    t = make_table(**BEN_NEXT, hands={0: "shield"})
    observation = Observation(t.rules, t.position, "seed", 0)
    shield, end = (("card", "shield"),), (("end",),)
    assert sum(judge_move(observation, shield, end, 2, 2, Dice("judge"))) > 0
    assert judge_move(observation, end, end, 2, 1, Dice("judge")) == (0.0,)


def test_a_turn_of_the_curve_is_played_out_before_and_after_its_round() -> None:
    game = played("amundsen")
    winner = game.result.winners[0]
    loser, end = 1 - winner, len(game.positions)
    assert judge_turn(game, Turn(winner, 0.9, 1.0, end - 1, end), 2) == (0.0, 0.0)  # mates win there too
    assert judge_turn(game, Turn(loser, 0.4, 0.0, end - 1, end), 1) == (0.0,)
    (fell,), (rose,) = (judge_turn(game, Turn(winner, 0.5, after, end - 1, end - 4), 1) for after in (0.4, 0.6))
    assert fell == -rose


def test_rows_tell_each_grade_by_itself(tmp_path: Path) -> None:
    judged = [
        JudgedMove(0, -1, 0.0),
        JudgedMove(1, 5, 0.12, (1.0, 0.0)),
        JudgedMove(1, 9, 0.14, (0.0, 0.0)),
        JudgedMove(2, 7, 0.3, (1.0, 0.0)),
        JudgedMove(2, 8, 0.5, (0.0, -1.0)),
        JudgedMove(3, 8, -0.2, (0.0, -1.0)),
        JudgedMove(2, 8, 0.3, (0.0, 1.0), is_turning_point=True),
        JudgedMove(3, 2, 0.2, (0.0, 0.0), is_turning_point=True),
    ]
    file = tmp_path / "paso.jsonl"
    file.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in judged))
    _, _, mistakes, blunders, turning_points, *_ = format_rows([file])
    assert mistakes == "| paso | 4 | mistakes | 2 | +13% | +25% | 25% | 1 of 1 |"
    assert blunders == "| paso | 4 | blunders | 2 | +40% | +0% | 50% | 1 of 2 |"
    assert turning_points == "| paso | 4 | turning points | 2 | +25% | +25% | 25% | 1 of 1 |"


@pytest.mark.soak
def test_a_file_of_judged_games_goes_on_where_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "amundsen.jsonl"
    judge_games("amundsen", ("cadet", "greenhand"), 2, 1, 0, 2, "judged", file)
    kept = file.read_bytes()
    judge_games("amundsen", ("cadet", "greenhand"), 2, 2, 0, 2, "judged", file)
    assert file.read_bytes().startswith(kept)
    assert {one.game for one in read_moves(file)} == {0, 1}
    assert all(len(one.differences) == 2 for one in read_moves(file) if one.number >= 0)
