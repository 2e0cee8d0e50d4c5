"""Keyed chance: a roll depends on the seed, the number of moves made before it and a label, never on a random stream."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """The dice of one table. Two rolls with the same (tick, label) are the same roll."""

    __slots__ = ("seed",)

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def roll_below(self, upper_bound: int, tick: int, label: str) -> int:
        """Return a number from 0 to `upper_bound` - 1: 256 bits modulo the bound, with a bias below `upper_bound` / 2**256."""
        return int.from_bytes(hashlib.sha256(f"{self.seed}/{tick}/{label}".encode()).digest(), "big") % upper_bound

    def shuffle(self, items: Sequence[T], tick: int, label: str) -> list[T]:
        """Return the items as a new list in uniformly random order, by Fisher-Yates.

        `random.shuffle` is not used: it may give another order in another version of Python.
        """
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.roll_below(i + 1, tick, f"{label}/{i}")
            order[i], order[j] = order[j], order[i]
        return order


def compute_commitment(seed: str) -> str:
    """Return the SHA-256 of a seed, which is published during the game so that players can check the seed at its end."""
    return hashlib.sha256(seed.encode()).hexdigest()


def derive_seed(seed: str, purpose: str, seat: int, move_count: int) -> str:
    """Derive a seed for a computer's own rolls, as HMAC-SHA256 under the table's seed.

    Nobody who lacks the seed can compute it, and it tells nothing about the seed or the table's rolls.
    """
    return hmac.digest(seed.encode(), f"{purpose}/{seat}/{move_count}".encode(), "sha256").hex()
