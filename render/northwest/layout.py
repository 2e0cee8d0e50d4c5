"""Where everything of Expedition: Northwest Passage is on the picture, in pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.northwest.view import View
from render.kit.canvas import Point
from render.kit.sums import total

Cell = tuple[int, int]
Spots = dict[str, tuple[Point, float]]
"""The middle and the radius of the spots of pieces and tokens."""
X0, Y0 = 108, 130
"""The north-west corner of the chart."""
ROOM, DEPTH = 1050, 700
"""The room for all squares: width and height."""
EDGE = 1242
"""Where the panel begins."""
ARCH_LEFT, ARCH_TOP = 39, 48
TITLE_LEFT, TITLE_RIGHT, TITLE_Y = 20, EDGE - 14, 20
"""Where the title begins and the table's number ends, above the arch, and their middle line."""
TRAY = 850
"""Where the strip below the chart begins."""
ROW_LETTERS = "abcdefghijklmnopqrstuvwxyz"
QUARTER = {"nw": (-1, -1), "ne": (1, -1), "sw": (-1, 1), "se": (1, 1)}


class BoardLayout(NamedTuple):
    """A board of so many columns and rows in pixels; `zones` gives the multiplier of every column."""

    columns: int
    rows: int
    zones: tuple[int, ...]

    @classmethod
    def of(cls, view: View) -> BoardLayout:
        """The layout of a view's board."""
        return cls(view.columns, view.rows, view.zones)

    @property
    def side(self) -> int:
        """A square's side."""
        return min(ROOM // self.columns, DEPTH // self.rows)

    @property
    def right(self) -> int:
        """The eastern neatline."""
        return X0 + self.columns * self.side

    @property
    def bottom(self) -> int:
        """The southern neatline."""
        return Y0 + self.rows * self.side

    @property
    def arch_right(self) -> int:
        """The eastern leg of the sun's arch."""
        return self.right + 40

    def corner(self, i: float, j: float) -> Point:
        """The lattice point (i, j)."""
        return X0 + i * self.side, Y0 + j * self.side

    def middle(self, cell: Cell) -> Point:
        """The middle of a square."""
        return self.corner(cell[0] + 0.5, cell[1] + 0.5)

    def quarter(self, cell: Cell, corner: str) -> Point:
        """The middle of a quadrant of a square."""
        dx, dy = QUARTER[corner]
        return self.corner(cell[0] + 0.5 + 0.25 * dx, cell[1] + 0.5 + 0.25 * dy)

    def named(self, word: str) -> Cell | None:
        """The square that moves call so, "c12"; None when it is not on the board."""
        y, number = ROW_LETTERS.find(word[:1]) if word else -1, word[1:]
        if not number.isdecimal() or not 0 <= y < self.rows or not 1 <= int(number) <= self.columns:
            return None
        return int(number) - 1, y

    def name(self, cell: Cell) -> str:
        """What moves call a square."""
        return f"{ROW_LETTERS[cell[1]]}{cell[0] + 1}"

    def bands(self) -> list[tuple[int, int, int]]:
        """The zones from west to east: multiplier, first column, last column."""
        found: list[tuple[int, int, int]] = []
        for x, factor in enumerate(self.zones):
            if found and found[-1][0] == factor:
                found[-1] = (factor, found[-1][1], x)
            else:
                found.append((factor, x, x))
        return found

    def sun(self, ice: Sequence[int]) -> list[Point]:
        """The sun's positions on its arch, counter-clockwise from the east; `ice` are their frozen rows, 0 is the top."""
        places: list[Point] = []
        east, before = True, self.rows + 1
        for row in ice:
            if row == 0:
                places.append(((X0 + self.right) / 2, ARCH_TOP))
                east = False
            else:
                east = row < before if east else row <= before
                places.append((self.arch_right if east else ARCH_LEFT, Y0 + row * self.side))
            before = row
        return places

    def arch(self) -> list[Point]:
        """The sun's way over the chart, from its eastern to its western foot."""
        foot, bend, right = self.bottom - 2 * self.side, Y0 + 60, self.arch_right
        return [
            (right, foot),
            (right, bend),
            *_bend((right, bend), (right, ARCH_TOP), (right - 150, ARCH_TOP)),
            *_bend((ARCH_LEFT + 150, ARCH_TOP), (ARCH_LEFT, ARCH_TOP), (ARCH_LEFT, bend)),
            (ARCH_LEFT, bend),
            (ARCH_LEFT, foot),
        ]


def _bend(a: Point, b: Point, c: Point) -> list[Point]:
    """A quadratic Bézier curve from a to c with the control point b."""
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * b[0] + t * t * c[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * b[1] + t * t * c[1],
        )
        for t in (k / 16 for k in range(17))
    ]


# ------------------------------------------------------------ where pieces stand
class Stand(NamedTuple):
    """A piece to be placed: the middles of the squares where it may stand, the best places, and its radius."""

    squares: tuple[Point, ...]
    best: tuple[Point, ...]
    reach: float


@lru_cache(maxsize=256)
def stands(pieces: tuple[Stand, ...], taken: tuple[tuple[Point, float], ...], side: int) -> tuple[Point, ...]:
    """Where each piece is drawn: close to its best place, hiding as little as possible of the others and of what is `taken`."""
    placed: list[tuple[Point, float]] = []
    for piece in pieces:
        slack = side / 2 - piece.reach * 0.78
        steps = (-1.0, -0.5, 0.0, 0.5, 1.0)
        room = [(x + slack * sx, y + slack * sy) for x, y in piece.squares for sx in steps for sy in steps]
        near = [*piece.best, *room]
        (left, right), (top, bottom) = ((min(one), max(one)) for one in zip(*near, strict=True))
        reached = [
            (other, r)
            for other, r in taken
            if left - piece.reach - r < other[0] < right + piece.reach + r
            and top - piece.reach - r < other[1] < bottom + piece.reach + r
        ]
        found, least = near[0], math.inf
        for at in near:
            if not least:  # nothing is better than its best place with nothing hidden
                break
            far = min([math.dist(at, best) for best in piece.best], default=0.0)
            if far >= least:  # what it hides can only add to that
                continue
            hidden = total(max(0.0, (piece.reach + r) * 0.86 - math.dist(at, other)) * 3.2 for other, r in reached)
            crowded = total(max(0.0, (piece.reach + r) * 0.9 - math.dist(at, other)) * 2.6 for other, r in placed)
            harm = far + hidden + crowded
            if harm < least:
                found, least = at, harm
        placed.append((found, piece.reach))
    return tuple(at for at, _ in placed)
