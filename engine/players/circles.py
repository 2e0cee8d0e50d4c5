"""Computers that go round in circles: a move that costs nothing, and another that leads back, look as good as any, and they
remember neither. After so many moves in a row a safe one comes between."""

from __future__ import annotations

CIRCLES = 40
"""Moves in a row after which a computer plays a safe one; the longest turn that makes sense has about half of that."""


def in_circles(made: int) -> bool:
    """Whether a computer that has just made so many moves in a row, nobody else answering between them, plays a safe one next."""
    return made > 0 and made % CIRCLES == 0
