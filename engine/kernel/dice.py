"""Keyed chance: an outcome depends on the seed, the number of moves made before it and a label, never on a stream."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Every roll of one table. Two rolls with the same (tick, label) are the same roll."""

    __slots__ = ("seed",)

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def roll_below(self, upper_bound: int, tick: int, label: str) -> int:
        """A number from 0 to n - 1, from 256 bits modulo n: the bias is below n / 2**256."""
        return int.from_bytes(hashlib.sha256(f"{self.seed}/{tick}/{label}".encode()).digest(), "big") % upper_bound

    def shuffle(self, items: Sequence[T], tick: int, label: str) -> list[T]:
        """A new list in uniformly random order. Fisher-Yates of our own: `random` may shuffle differently in another Python."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.roll_below(i + 1, tick, f"{label}/{i}")
            order[i], order[j] = order[j], order[i]
        return order


def compute_commitment(seed: str) -> str:
    """The SHA-256 of a seed. It may be published while the game runs, and the seed checked against it at the end."""
    return hashlib.sha256(seed.encode()).hexdigest()
