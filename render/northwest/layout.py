"""Where everything of Expedition: Northwest Passage is on the picture, in pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.games.northwest.view import View
from render.kit.canvas import Point
from render.kit.ordered_sum import sum_in_order

Cell = tuple[int, int]
SpotPlaces = dict[str, tuple[Point, float]]
"""The middle and the radius of the spots of pieces and tokens."""
CHART_LEFT_PX, CHART_TOP_PX = 108, 130
"""The north-west corner of the chart."""
CHART_ROOM_WIDTH_PX, CHART_ROOM_HEIGHT_PX = 1050, 700
"""The room for all squares: width and height."""
PANEL_EDGE_PX = 1242
"""Where the panel begins."""
ARCH_LEFT_PX, ARCH_TOP_PX = 39, 48
TITLE_LEFT_PX, TITLE_RIGHT_PX, TITLE_MIDDLE_PX = 20, PANEL_EDGE_PX - 14, 20
"""Where the title begins and the table's number ends, above the arch, and their middle line."""
STRIP_TOP_PX = 850
"""Where the strip below the chart begins."""
ROW_LETTERS = "abcdefghijklmnopqrstuvwxyz"
QUARTER_DIRECTIONS = {"nw": (-1, -1), "ne": (1, -1), "sw": (-1, 1), "se": (1, 1)}


class BoardLayout(NamedTuple):
    """A board of so many columns and rows in pixels; `zones` gives the multiplier of every column."""

    columns: int
    rows: int
    zones: tuple[int, ...]

    @classmethod
    def from_view(cls, view: View) -> BoardLayout:
        """The layout of a view's board."""
        return cls(view.columns, view.rows, view.zones)

    @property
    def side(self) -> int:
        """A square's side."""
        return min(CHART_ROOM_WIDTH_PX // self.columns, CHART_ROOM_HEIGHT_PX // self.rows)

    @property
    def right(self) -> int:
        """The eastern neatline."""
        return CHART_LEFT_PX + self.columns * self.side

    @property
    def bottom(self) -> int:
        """The southern neatline."""
        return CHART_TOP_PX + self.rows * self.side

    @property
    def arch_right(self) -> int:
        """The eastern leg of the sun's arch."""
        return self.right + 40

    def find_corner(self, i: float, j: float) -> Point:
        """The lattice point (i, j)."""
        return CHART_LEFT_PX + i * self.side, CHART_TOP_PX + j * self.side

    def find_middle(self, cell: Cell) -> Point:
        """The middle of a square."""
        return self.find_corner(cell[0] + 0.5, cell[1] + 0.5)

    def find_quarter(self, cell: Cell, corner: str) -> Point:
        """The middle of a quadrant of a square."""
        dx, dy = QUARTER_DIRECTIONS[corner]
        return self.find_corner(cell[0] + 0.5 + 0.25 * dx, cell[1] + 0.5 + 0.25 * dy)

    def find_square(self, word: str) -> Cell | None:
        """The square that moves call so, "c12"; None when it is not on the board."""
        y, number = ROW_LETTERS.find(word[:1]) if word else -1, word[1:]
        if not number.isdecimal() or not 0 <= y < self.rows or not 1 <= int(number) <= self.columns:
            return None
        return int(number) - 1, y

    def name_square(self, cell: Cell) -> str:
        """What moves call a square."""
        return f"{ROW_LETTERS[cell[1]]}{cell[0] + 1}"

    def list_zone_bands(self) -> list[tuple[int, int, int]]:
        """The zones from west to east: multiplier, first column, last column."""
        found: list[tuple[int, int, int]] = []
        for x, factor in enumerate(self.zones):
            if found and found[-1][0] == factor:
                found[-1] = (factor, found[-1][1], x)
            else:
                found.append((factor, x, x))
        return found

    def place_suns(self, ice: Sequence[int]) -> list[Point]:
        """The sun's positions on its arch, counter-clockwise from the east; `ice` are their frozen rows, 0 is the top."""
        places: list[Point] = []
        east, before = True, self.rows + 1
        for row in ice:
            if row == 0:
                places.append(((CHART_LEFT_PX + self.right) / 2, ARCH_TOP_PX))
                east = False
            else:
                east = row < before if east else row <= before
                places.append((self.arch_right if east else ARCH_LEFT_PX, CHART_TOP_PX + row * self.side))
            before = row
        return places

    def compute_arch(self) -> list[Point]:
        """The sun's way over the chart, from its eastern to its western foot."""
        foot, bend, right = self.bottom - 2 * self.side, CHART_TOP_PX + 60, self.arch_right
        return [
            (right, foot),
            (right, bend),
            *_compute_curve((right, bend), (right, ARCH_TOP_PX), (right - 150, ARCH_TOP_PX)),
            *_compute_curve((ARCH_LEFT_PX + 150, ARCH_TOP_PX), (ARCH_LEFT_PX, ARCH_TOP_PX), (ARCH_LEFT_PX, bend)),
            (ARCH_LEFT_PX, bend),
            (ARCH_LEFT_PX, foot),
        ]


def _compute_curve(curve_start: Point, control_point: Point, curve_end: Point) -> list[Point]:
    """A quadratic Bézier curve from a to c with the control point b."""
    return [
        (
            (1 - t) ** 2 * curve_start[0] + 2 * t * (1 - t) * control_point[0] + t * t * curve_end[0],
            (1 - t) ** 2 * curve_start[1] + 2 * t * (1 - t) * control_point[1] + t * t * curve_end[1],
        )
        for t in (k / 16 for k in range(17))
    ]


# ------------------------------------------------------------ where pieces stand
class PieceStand(NamedTuple):
    """A piece to be placed: the middles of the squares where it may stand, the best places, and its radius."""

    squares: tuple[Point, ...]
    best_places: tuple[Point, ...]
    radius: float


@lru_cache(maxsize=256)
def place_pieces(
    pieces: tuple[PieceStand, ...], taken: tuple[tuple[Point, float], ...], side: int
) -> tuple[Point, ...]:
    """Where each piece is drawn: close to its best place, hiding as little as possible of the others and of what is `taken`."""
    placed: list[tuple[Point, float]] = []
    for piece in pieces:
        slack = side / 2 - piece.radius * 0.78
        steps = (-1.0, -0.5, 0.0, 0.5, 1.0)
        room = [(x + slack * sx, y + slack * sy) for x, y in piece.squares for sx in steps for sy in steps]
        near = [*piece.best_places, *room]
        (left, right), (top, bottom) = ((min(one), max(one)) for one in zip(*near, strict=True))
        reached = [
            (other, r)
            for other, r in taken
            if left - piece.radius - r < other[0] < right + piece.radius + r
            and top - piece.radius - r < other[1] < bottom + piece.radius + r
        ]
        found, least = near[0], math.inf
        for at in near:
            if not least:  # nothing is better than its best place with nothing hidden
                break
            far = min([math.dist(at, best) for best in piece.best_places], default=0.0)
            if far >= least:  # what it hides can only add to that
                continue
            hidden = sum_in_order(
                max(0.0, (piece.radius + r) * 0.86 - math.dist(at, other)) * 3.2 for other, r in reached
            )
            crowded = sum_in_order(
                max(0.0, (piece.radius + r) * 0.9 - math.dist(at, other)) * 2.6 for other, r in placed
            )
            harm = far + hidden + crowded
            if harm < least:
                found, least = at, harm
        placed.append((found, piece.radius))
    return tuple(at for at, _ in placed)
