"""The order of seats by their points on the board of a game that is over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

Ranked = TypeVar("Ranked")
RankKey = tuple[bool, int]


def rank_by_points(
    seats: Iterable[Ranked], winners: Collection[int], describe: Callable[[Ranked], tuple[int, int]]
) -> list[tuple[int, Ranked]]:
    """List what belongs to each seat with its place, the best first, the winners before others with the same points.

    `describe` returns the seat and the points. Ties share a place.
    """

    def compute_key(item: Ranked) -> RankKey:
        seat, points = describe(item)
        return seat not in winners, -points

    ranked: list[tuple[int, Ranked]] = []
    place, last_key = 0, None
    for position, item in enumerate(sorted(seats, key=compute_key), 1):
        key = compute_key(item)
        if key != last_key:
            place, last_key = position, key
        ranked.append((place, item))
    return ranked
