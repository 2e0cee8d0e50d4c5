"""The search for a sea path on random charts: it finds one if there is one, and returns a valid one."""

from __future__ import annotations

import random
from collections import Counter

from engine.games.northwest.board import find_sea_path
from engine.games.northwest.grid import Grid

Cell = tuple[int, int]
COLUMN_COUNT, ROW_COUNT = 7, 6


def list_open_sides(land: set[Cell], linked: set[frozenset[Cell]]) -> set[frozenset[Cell]]:
    """List the pairs of cells between which ships can pass: one tile, or a side that is not land at both ends."""
    found = set()
    for x in range(COLUMN_COUNT):
        for y in range(ROW_COUNT):
            for other, ends in (((x + 1, y), ((x + 1, y), (x + 1, y + 1))), ((x, y + 1), ((x, y + 1), (x + 1, y + 1)))):
                pair = frozenset(((x, y), other))
                if other[0] < COLUMN_COUNT and other[1] < ROW_COUNT and (pair in linked or not land.issuperset(ends)):
                    found.add(pair)
    return found


def find_reached_cells(start: set[Cell], sides: set[frozenset[Cell]]) -> set[Cell]:
    """Find every cell that can be reached."""
    found = set(start)
    while True:
        more = {cell for side in sides if side & found for cell in side} - found
        if not more:
            return found
        found |= more


def test_a_path_is_found_where_there_is_one_and_is_enough_by_itself() -> None:
    grid, seen = Grid(COLUMN_COUNT, ROW_COUNT), Counter[bool]()
    for n in range(1_500):
        luck = random.Random(n)  # noqa: S311
        corners = [(x, y) for x in range(COLUMN_COUNT + 1) for y in range(ROW_COUNT + 1)]
        land = {corner for corner in corners if luck.random() < luck.choice([0.5, 0.6, 0.7])}
        cells = [(x, y) for x in range(COLUMN_COUNT) for y in range(ROW_COUNT)]
        pairs = [((x, y), (x + 1, y)) for x in range(COLUMN_COUNT - 1) for y in range(ROW_COUNT)]
        pairs += [((x, y), (x, y + 1)) for x in range(COLUMN_COUNT) for y in range(ROW_COUNT - 1)]
        tiles, taken = [], set[Cell]()
        for one, other in luck.sample(pairs, len(pairs)):
            if luck.random() < 0.2 and not {one, other} & taken:
                tiles.append((one, other))
                taken |= {one, other}
        arrows = [set(cells[i : i + 1]) for i in luck.sample(range(len(cells)), 2)]
        for arrow in arrows:  # an arrow is a tile of two cells, if there is one
            arrow.update(*(tile for tile in tiles if arrow & set(tile)))
        start, goal = arrows

        def bits(some: set[Cell] | list[Cell]) -> int:
            return sum(1 << y * grid.stride + x for x, y in set(some))

        east = bits([one for one, other in tiles if one[1] == other[1]])
        south = bits([one for one, other in tiles if one[0] == other[0]])
        expected = bool(find_reached_cells(start, list_open_sides(land, set(map(frozenset, tiles)))) & goal)
        way = find_sea_path(grid, bits(land), east, south, bits(start), bits(goal))
        assert bool(way) == expected, n
        seen[expected] += 1
        if way:
            assert not way & bits(land), n
            rest = {(x, y) for x, y in corners if not way >> y * grid.stride + x & 1}
            left = list_open_sides(rest, set(map(frozenset, tiles)))
            assert find_reached_cells(start, left) & goal, f"{n}: what the path crosses does not lead there"
    assert min(seen.values()) > 300
