"""The places on the pictures of Expedition: Northwest Passage, in pixels."""

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
CHART_MAX_WIDTH_PX, CHART_MAX_HEIGHT_PX = 1050, 700
"""The greatest width and height of all squares together."""
ZOOMED_MAX_HEIGHT_PX = 615
"""The greatest height of the shown part of a chart, with room for a position of the sun below it."""
SUN_DISTANCE_PX, SUN_MARGIN_PX = 62, 34
"""The least distance of two positions of the sun, and of one beyond the shown part from the neatline."""
PANEL_EDGE_PX = 1242
"""The left edge of the panel."""
ARCH_LEFT_PX, ARCH_TOP_PX = 39, 44
TITLE_LEFT_PX, TITLE_RIGHT_PX, TITLE_MIDDLE_PX = 20, PANEL_EDGE_PX - 14, 18
"""The left edge of the title, the right edge of the table's number, and their middle line, above the arch."""
STRIP_LEFT_PX, STRIP_TOP_PX, STRIP_RIGHT_PX, STRIP_BOTTOM_PX = 20, 850, PANEL_EDGE_PX - 12, 1036
"""The edges of the strip below the chart."""
DESIGN_SIDE_PX = 70
"""The side of a square for which sizes of pieces are given."""
ROW_LETTERS = "abcdefghijklmnopqrstuvwxyz"
QUARTER_DIRECTIONS = {"nw": (-1, -1), "ne": (1, -1), "sw": (-1, 1), "se": (1, 1)}


class ChartFrame(NamedTuple):
    """The part of a chart that a board shows: its first column and row, and the number of its columns and rows."""

    column: int
    row: int
    columns: int
    rows: int

    def contains(self, cell: Cell) -> bool:
        """Return whether the frame holds a square."""
        return 0 <= cell[0] - self.column < self.columns and 0 <= cell[1] - self.row < self.rows


class BoardLayout(NamedTuple):
    """The places of a board in pixels; `zones` are the multipliers of its columns. Without a `zoom` it shows the whole chart."""

    columns: int
    rows: int
    zones: tuple[int, ...]
    zoom: ChartFrame | None = None

    @classmethod
    def from_view(cls, view: View) -> BoardLayout:
        """Create the layout of a view's whole board."""
        return cls(view.columns, view.rows, view.zones)

    @property
    def frame(self) -> ChartFrame:
        """The shown part of the chart."""
        return self.zoom or ChartFrame(0, 0, self.columns, self.rows)

    @property
    def side(self) -> int:
        """The side of a square."""
        height = ZOOMED_MAX_HEIGHT_PX if self.zoom else CHART_MAX_HEIGHT_PX
        return min(CHART_MAX_WIDTH_PX // self.frame.columns, height // self.frame.rows)

    def scale(self, length: float) -> int:
        """Scale a length that is given for squares of 70 pixels."""
        return round(length * self.side / DESIGN_SIDE_PX)

    @property
    def right(self) -> int:
        """The eastern neatline."""
        return CHART_LEFT_PX + self.frame.columns * self.side

    @property
    def bottom(self) -> int:
        """The southern neatline."""
        return CHART_TOP_PX + self.frame.rows * self.side

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The shown part of the chart: left, top, right and bottom."""
        return CHART_LEFT_PX, CHART_TOP_PX, self.right, self.bottom

    @property
    def arch_right(self) -> int:
        """The eastern leg of the sun's arch."""
        return self.right + 40

    def find_corner(self, i: float, j: float) -> Point:
        """Find the lattice point (i, j)."""
        frame = self.frame
        return CHART_LEFT_PX + (i - frame.column) * self.side, CHART_TOP_PX + (j - frame.row) * self.side

    def place_square(self, cell: Cell) -> tuple[int, int]:
        """Find the top left pixel of a square."""
        frame, side = self.frame, self.side
        return CHART_LEFT_PX + (cell[0] - frame.column) * side, CHART_TOP_PX + (cell[1] - frame.row) * side

    def find_middle(self, cell: Cell) -> Point:
        """Find the middle of a square."""
        return self.find_corner(cell[0] + 0.5, cell[1] + 0.5)

    def find_quarter(self, cell: Cell, corner: str) -> Point:
        """Find the middle of a quadrant of a square."""
        dx, dy = QUARTER_DIRECTIONS[corner]
        return self.find_corner(cell[0] + 0.5 + 0.25 * dx, cell[1] + 0.5 + 0.25 * dy)

    def find_square(self, word: str) -> Cell | None:
        """Find a square by its name in moves, "c12"; None if it is not on the board."""
        y, number = ROW_LETTERS.find(word[:1]) if word else -1, word[1:]
        if not number.isdecimal() or not 0 <= y < self.rows or not 1 <= int(number) <= self.columns:
            return None
        return int(number) - 1, y

    def name_square(self, cell: Cell) -> str:
        """Return the name of a square in moves."""
        return f"{ROW_LETTERS[cell[1]]}{cell[0] + 1}"

    def list_zone_bands(self) -> list[tuple[int, int, int]]:
        """List the zones from west to east: multiplier, first column, last column."""
        found: list[tuple[int, int, int]] = []
        for x, factor in enumerate(self.zones):
            if found and found[-1][0] == factor:
                found[-1] = (factor, found[-1][1], x)
            else:
                found.append((factor, x, x))
        return found

    def list_shown_bands(self) -> list[tuple[int, int, int]]:
        """List the shown parts of the zones from west to east: multiplier, first column, last column."""
        first, end = self.frame.column, self.frame.column + self.frame.columns
        bands = [(factor, max(first, a), min(end - 1, b)) for factor, a, b in self.list_zone_bands()]
        return [band for band in bands if band[1] <= band[2]]

    def place_suns(self, ice: Sequence[int]) -> list[Point]:
        """Find the sun's positions on its arch, counter-clockwise from the east. `ice` are their frozen rows; 0 is the top."""
        places: list[Point] = []
        east, before = True, self.rows + 1
        for row in ice:
            if row == 0:
                places.append(((CHART_LEFT_PX + self.right) / 2, ARCH_TOP_PX))
                east = False
            else:
                east = row < before if east else row <= before
                places.append((self.arch_right if east else ARCH_LEFT_PX, self._find_sun_line(row, ice)))
            before = row
        return places

    def _find_sun_line(self, row: int, ice: Sequence[int]) -> float:
        """Find the line of the sun for an edge of the ice: next to the edge, or below the shown part of the chart."""
        line = self.find_corner(0, row)[1]
        if line <= self.bottom:
            return line
        last = max((below for below in ice if self.find_corner(0, below)[1] <= self.bottom), default=0)
        return max(self.bottom + SUN_MARGIN_PX, self.find_corner(0, last)[1] + SUN_DISTANCE_PX)

    def compute_arch(self) -> list[Point]:
        """Compute the sun's way over the chart, from its eastern to its western foot."""
        foot, bend, right = self.bottom - 2 * self.side, CHART_TOP_PX + 60, self.arch_right
        if self.zoom:
            foot = self.bottom + SUN_MARGIN_PX
        return [
            (right, foot),
            (right, bend),
            *_compute_curve((right, bend), (right, ARCH_TOP_PX), (right - 150, ARCH_TOP_PX)),
            *_compute_curve((ARCH_LEFT_PX + 150, ARCH_TOP_PX), (ARCH_LEFT_PX, ARCH_TOP_PX), (ARCH_LEFT_PX, bend)),
            (ARCH_LEFT_PX, bend),
            (ARCH_LEFT_PX, foot),
        ]


def _compute_curve(curve_start: Point, control_point: Point, curve_end: Point) -> list[Point]:
    """Compute the points of a quadratic Bézier curve."""
    points: list[Point] = []
    for k in range(17):
        t = k / 16
        start_weight, control_weight, end_weight = (1 - t) ** 2, 2 * t * (1 - t), t * t
        x = start_weight * curve_start[0] + control_weight * control_point[0] + end_weight * curve_end[0]
        y = start_weight * curve_start[1] + control_weight * control_point[1] + end_weight * curve_end[1]
        points.append((x, y))
    return points


# ------------------------------------------------------------ the places of pieces
class PieceStand(NamedTuple):
    """The stand of a piece: the middles of its possible squares, its best places, and its radius."""

    squares: tuple[Point, ...]
    best_places: tuple[Point, ...]
    radius: float


@lru_cache(maxsize=256)
def place_pieces(
    pieces: tuple[PieceStand, ...], taken: tuple[tuple[Point, float], ...], layout: BoardLayout
) -> tuple[Point, ...]:
    """Choose the place of each piece close to its best places, so that it hides little of other pieces and of `taken` spots."""
    placed: list[tuple[Point, float]] = []
    for piece in pieces:
        candidates = [*piece.best_places, *_list_square_places(piece, layout)]
        reachable = _list_reachable_spots(piece, candidates, taken)
        best_place, least_cost = candidates[0], math.inf
        for place in candidates:
            if not least_cost:  # no place is better than a best place that hides nothing
                break
            distance = min([math.dist(place, best) for best in piece.best_places], default=0.0)
            if distance >= least_cost:  # the other costs are never negative
                continue
            hidden = sum_in_order(
                max(0.0, (piece.radius + r) * 0.86 - math.dist(place, other)) * 3.2 for other, r in reachable
            )
            crowded = sum_in_order(
                max(0.0, (piece.radius + r) * 0.9 - math.dist(place, other)) * 4 for other, r in placed
            )
            cost = distance + hidden + crowded
            if cost < least_cost:
                best_place, least_cost = place, cost
        placed.append((best_place, piece.radius))
    return tuple(place for place, _ in placed)


def _list_square_places(piece: PieceStand, layout: BoardLayout) -> list[Point]:
    """List the possible places of a piece in its squares, five by five in each square; it can reach a little beyond them."""
    left, _, right, _ = layout.box
    reach, edge = layout.side / 2 - piece.radius * 0.5, piece.radius * 0.84
    offsets = [reach * step for step in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    return [
        (min(max(x + dx, left + edge), right - edge), y + dy)
        for x, y in piece.squares
        for dx in offsets
        for dy in offsets
    ]


def _list_reachable_spots(
    piece: PieceStand, places: list[Point], taken: tuple[tuple[Point, float], ...]
) -> list[tuple[Point, float]]:
    """List the taken spots that a piece on one of the places can overlap."""
    xs, ys = zip(*places, strict=True)
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    reachable: list[tuple[Point, float]] = []
    for (x, y), r in taken:
        reach = piece.radius + r
        if left - reach < x < right + reach and top - reach < y < bottom + reach:
            reachable.append(((x, y), r))
    return reachable
