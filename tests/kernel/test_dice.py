"""Chance is a function of seed, move and label: uniform, and the same on every machine and in every version."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.dice import Dice, compute_commitment, derive_seed
from engine.kernel.event import Effects, Event
from engine.kernel.text import say

# Chi-square: the value that a fair generator exceeds once in a thousand times, by degrees of freedom.
CHI_SQUARE_LIMITS = {5: 20.52, 9: 27.88, 23: 49.73}


def compute_chi_square(found: Counter[Any], kinds: int) -> float:
    expected = found.total() / kinds
    return sum((found[kind] - expected) ** 2 / expected for kind in found) + (kinds - len(found)) * expected


def test_outcomes_never_change() -> None:
    """If these outcomes changed, every stored game would continue differently."""
    dice = Dice("overwinter")
    assert [dice.roll_below(6, tick, "roll") for tick in range(10)] == [5, 0, 0, 2, 4, 3, 1, 1, 0, 4]
    assert "".join(dice.shuffle("abcdefghij", 3, "deck")) == "bhcjfigaed"
    assert dice.roll_below(10**18, 0, "Größe/№") == 264228845955322727
    assert compute_commitment("overwinter") == "afb59849e3555daea1e0ab7e711a9a0c16910fd4100858bb6096c73f87925258"


def test_a_derived_seed_differs_by_purpose_seat_and_move() -> None:
    derived = [
        derive_seed("overwinter", purpose, seat, move)
        for purpose in ("computer", "hints")
        for seat in range(4)
        for move in range(50)
    ]
    assert len({*derived, compute_commitment("overwinter")}) == len(derived) + 1


@pytest.mark.slow
@given(st.text(), st.text(), st.integers(0, 3), st.integers(0, 500))
def test_a_derived_seed_yields_no_roll_of_the_table(seed: str, label: str, seat: int, move: int) -> None:
    """A computer that rolls with any label, also with the table's own, gets other numbers than the table."""
    own_dice, table = Dice(derive_seed(seed, "computer", seat, move)), Dice(seed)
    for own_label in (label, "deck", "bonus", f"{seed}/{move}/{label}"):
        assert own_dice.roll_below(2**256, move, own_label) != table.roll_below(2**256, move, label)


def test_rolls_are_even() -> None:
    found = Counter(Dice(f"seed {seed}").roll_below(10, 7, "roll") for seed in range(5_000))
    assert compute_chi_square(found, 10) < CHI_SQUARE_LIMITS[9]


@pytest.mark.parametrize("n", [3, 4])
def test_shuffles_are_even(n: int) -> None:
    orders = list(permutations(range(n)))
    found = Counter(tuple(Dice("even").shuffle(range(n), tick, "deck")) for tick in range(200 * len(orders)))
    assert set(found) == set(orders)
    assert compute_chi_square(found, len(orders)) < CHI_SQUARE_LIMITS[len(orders) - 1]


@given(st.text(), st.integers(0, 10**6), st.text(), st.lists(st.integers()))
def test_shuffle_keeps_the_items_and_its_argument(seed: str, tick: int, label: str, items: list[int]) -> None:
    before = list(items)
    assert sorted(Dice(seed).shuffle(items, tick, label)) == sorted(items)
    assert items == before


@given(st.text(), st.integers(1, 10**9), st.integers(0, 10**6), st.text())
def test_roll_is_in_range_and_repeats(seed: str, n: int, tick: int, label: str) -> None:
    roll = Dice(seed).roll_below(n, tick, label)
    assert 0 <= roll < n
    assert Dice(seed).roll_below(n, tick, label) == roll


def test_another_roll_elsewhere_changes_no_outcome() -> None:
    few, many = Effects("seed", 4), Effects("seed", 4)
    many.roll_below(6, "a new rule")
    many.shuffle(range(9), "and another")
    assert [few.roll_below(100, f"roll {k}") for k in range(50)] == [
        many.roll_below(100, f"roll {k}") for k in range(50)
    ]
    assert few.shuffle(range(20), "deck") == many.shuffle(range(20), "deck")


def test_seed_move_and_label_all_matter() -> None:
    rolls = {
        Dice(seed).roll_below(10**9, tick, label)
        for seed in ("a", "b")
        for tick in (1, 11)
        for label in ("x", "y", "1/x")
    }
    assert len(rolls) == 12


def test_a_label_serves_once_in_a_move() -> None:
    out = Effects("seed", 0)
    out.roll_below(6, "weather")
    with pytest.raises(RuntimeError, match="'weather' is used twice"):
        out.shuffle([1, 2], "weather")
    out.tick += 1
    out.roll_below(6, "weather")


def test_out_counts_what_cannot_be_taken_back() -> None:
    out = Effects("seed", 0)
    out.announce(say("Ana moves."))
    out.announce(say("Your turn."), 1)
    assert out.barrier_count == 0
    out.reveal(say("You draw a dog."), 0)
    out.roll_below(6, "roll")
    out.shuffle([1, 2, 3], "deck")
    assert out.barrier_count == 3
    assert out.events == [Event(say("Ana moves.")), Event(say("Your turn."), (1,)), Event(say("You draw a dog."), (0,))]
