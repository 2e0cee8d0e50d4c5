"""The comparison of chances with results: scores, tenths, and the exponent that makes chances true."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs.calibration import (
    POSITIONS_PER_GAME,
    JudgedPosition,
    count_tenths,
    fit_sharpness,
    format_rows,
    play_games,
    read_positions,
    score_brier,
    sharpen,
)


def judge(game: int, chance: float, *, is_won: bool) -> JudgedPosition:
    return JudgedPosition(game, 0.5, (chance, 1 - chance), (1.0, 0.0) if is_won else (0.0, 1.0))


def test_an_even_share_scores_one_half_and_certainty_nothing() -> None:
    assert score_brier([judge(0, 0.5, is_won=True), judge(1, 0.5, is_won=False)]) == 0.5
    assert score_brier([judge(0, 1.0, is_won=True)]) == 0.0
    assert sharpen((0.8, 0.2), 0.0) == (0.5, 0.5)
    assert sharpen((0.8, 0.2), 1.0) == pytest.approx((0.8, 0.2))


def test_chances_that_are_too_bold_get_a_smaller_exponent() -> None:
    """What is told is the square of the true chance, scaled."""
    positions = []
    for tenths in range(1, 10):
        told = sharpen((tenths / 10, 1 - tenths / 10), 2.0)[0]
        positions += [judge(number, told, is_won=number < tenths) for number in range(10)]
    exponent = fit_sharpness(positions)
    assert exponent == pytest.approx(0.5, abs=0.01)
    assert score_brier(positions, exponent) < score_brier(positions)


def test_a_game_counts_once_a_seat_and_tenth() -> None:
    positions = [judge(0, 0.75, is_won=True), judge(0, 0.72, is_won=True), judge(1, 0.78, is_won=False)]
    tenths = count_tenths(positions)
    assert [count for count, _, _ in tenths] == [0, 0, 2, 0, 0, 0, 0, 2, 0, 0]
    assert tenths[7][2] == 0.5


def test_a_file_goes_on_where_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "amundsen-2.jsonl"
    play_games("amundsen", 2, 1, 0, "kept", file)
    kept = file.read_bytes()
    play_games("amundsen", 2, 2, 0, "kept", file)
    assert file.read_bytes().startswith(kept)
    positions = read_positions(file)
    assert [one.game for one in positions] == [0] * POSITIONS_PER_GAME + [1] * POSITIONS_PER_GAME
    assert all(0 <= chance <= 1 for one in positions for chance in one.chances)
    *_, row = format_rows([file])
    assert row.startswith("| amundsen | 2 | 2 |")
