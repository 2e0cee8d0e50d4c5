"""The program that measures how long playouts should be: its results for moves whose playouts are known."""

from __future__ import annotations

import random

import pytest

from tests.programs.horizons import MovePlayouts, compute_agreement, compute_gain

END = 10**6


def moves(worth: tuple[float, ...], noise: float) -> MovePlayouts:
    """Build the playouts of moves from their worth: two answers each after one turn, and ten with noise at the end."""
    luck = random.Random(1)  # noqa: S311 - not for secrets
    return MovePlayouts([[[(one, 2), (one + luck.gauss(0, noise), 10)] for _ in range(200)] for one in worth])


def test_moves_that_are_told_apart_at_once_are_chosen_by_few_answers() -> None:
    found = [moves((0.0, 0.5, 0.2), 2.0), moves((0.1, 0.0, 0.6), 2.0)]
    early, _ = compute_gain(found, 1, 60)
    late, _ = compute_gain(found, END, 60)
    assert early == pytest.approx(0.5, abs=0.2), "the second move, and the third"
    assert late < early - 0.1, "two playouts to the end say little"
    assert found[0].compute_mean_answers(1) == 2
    assert found[0].compute_mean_answers(END) == 10


def test_what_moves_differ_by_is_seen_through_the_luck_of_one_world() -> None:
    found = [moves((0.0, 0.5, 0.2), 1.0), moves((0.1, 0.0, 0.6), 1.0)]
    truth, noise, along = compute_agreement(found, 1)
    assert truth == pytest.approx(0.29, abs=0.01)
    assert noise == pytest.approx(0)
    assert along == pytest.approx(1, abs=0.2)
    truth, noise, _ = compute_agreement(found, END)
    assert truth == pytest.approx(0.29, abs=0.1)
    assert noise == pytest.approx(1, abs=0.1)
