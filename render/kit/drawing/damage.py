"""The difference of two drawings, found from their strokes, in cells of a grid.

Strokes that both drawings have in the same order lay the same pixels where no other stroke lies, so everything outside the
boxes of the other strokes is equal. A set of cells is an integer with a bit for each.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from render.kit.boxes import Box

Stroke = tuple[object, Box]
"""The content and the box of a stroke. Equal strokes lay the same pixels: the content is a colour, an image's fingerprint (see
`render.kit.drawing.find_fingerprint`), or both for a mask."""
CELL_WIDTH_PX, CELL_HEIGHT_PX = 22, 20
"""The size of a cell: smaller ones include fewer unchanged pixels, and make more boxes. Both are even for films, which show
boards at half their size."""
ROW_BITS = 80
"""The bits for a row of cells: enough for a board."""


@lru_cache(maxsize=8192)
def find_covered_cells(box: Box) -> int:
    """Return the cells that a box meets, as far as it lies right of and below the origin."""
    left, top, right, bottom = (max(0, value) for value in box)
    if left >= right or top >= bottom:
        return 0
    columns = (1 << min(ROW_BITS, -(-right // CELL_WIDTH_PX))) - (1 << min(ROW_BITS, left // CELL_WIDTH_PX))
    first, last = top // CELL_HEIGHT_PX, -(-bottom // CELL_HEIGHT_PX)
    return columns * (((1 << ROW_BITS * (last - first)) - 1) // ((1 << ROW_BITS) - 1)) << ROW_BITS * first


def find_changed_cells(old: Sequence[Stroke], new: Sequence[Stroke]) -> int:
    """Return the cells in which two drawings may differ."""
    first, ends = 0, (len(old), len(new))
    for was, now in zip(old, new, strict=False):
        if was is not now and was != now:
            break
        first += 1
    last = 0
    while last < min(ends) - first and old[ends[0] - 1 - last] == new[ends[1] - 1 - last]:
        last += 1
    gone, come = old[first : ends[0] - last], new[first : ends[1] - last]
    cells = 0
    for strokes, staying in zip((gone, come), _find_common_order(gone, come), strict=True):
        for k, (_, box) in enumerate(strokes):
            if k not in staying:
                cells |= find_covered_cells(box)
    return cells


def _find_common_order(old: Sequence[Stroke], new: Sequence[Stroke]) -> tuple[set[int], set[int]]:
    """Return the indices of the strokes that both lists have in the same order: as many as possible.

    It is the longest increasing subsequence of the places in `old`. Of all increasing subsequences of a length that were found so
    far, `end_places` has the lowest last place, by the length less one, and `end_indices` the index in `new` of its last stroke.
    """
    places = {stroke: k for k, stroke in enumerate(old)}
    end_places: list[int] = []
    end_indices: list[int] = []
    index_before: dict[int, int | None] = {}
    for k, stroke in enumerate(new):
        place = places.get(stroke)
        if place is None:
            continue
        # Mostly the place is after all others, so no search is needed.
        length = len(end_places) if not end_places or place > end_places[-1] else bisect_left(end_places, place)
        end_places[length : length + 1], end_indices[length : length + 1] = [place], [k]
        index_before[k] = end_indices[length - 1] if length else None
    common: set[int] = set()
    index = end_indices[-1] if end_indices else None
    while index is not None:
        common.add(index)
        index = index_before[index]
    return {places[new[k]] for k in common}, common


def merge_cells(cells: int, size: tuple[int, int]) -> list[Box]:
    """Merge the cells within a picture of this size into boxes that do not overlap."""
    found: list[Box] = []
    begun: dict[tuple[int, int], int] = {}
    rows = -(-size[1] // CELL_HEIGHT_PX)
    for row in range(rows + 1):
        here = 0
        if row < rows:
            here = (cells >> ROW_BITS * row) & ((1 << ROW_BITS) - 1)
        runs: set[tuple[int, int]] = set()
        while here:
            start = (here & -here).bit_length() - 1
            end = start + (~(here >> start) & ((here >> start) + 1)).bit_length() - 1
            runs.add((start, end))
            here &= ~((1 << end) - 1)
        for run in [run for run in begun if run not in runs]:
            box = (
                run[0] * CELL_WIDTH_PX,
                begun.pop(run) * CELL_HEIGHT_PX,
                min(run[1] * CELL_WIDTH_PX, size[0]),
                min(row * CELL_HEIGHT_PX, size[1]),
            )
            if box[0] < box[2]:
                found.append(box)
        for run in runs:
            begun.setdefault(run, row)
    return found
