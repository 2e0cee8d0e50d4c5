"""The way of a piece that a turn has moved, for the frames of a film."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from render.kit.canvas import Point, Sprite


class Travel(NamedTuple):
    """A piece and the points of its way, from its old place to its new one."""

    sprite: Sprite
    way: Sequence[Point]

    def find_point(self, share: float) -> Point:
        """Return the point of the way after a share of its length."""
        distance = share * sum(math.dist(a, b) for a, b in pairwise(self.way))
        for a, b in pairwise(self.way):
            length = math.dist(a, b)
            if length and distance <= length:
                return a[0] + (b[0] - a[0]) * distance / length, a[1] + (b[1] - a[1]) * distance / length
            distance -= length
        return self.way[-1]
