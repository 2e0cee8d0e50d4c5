"""Where ships and sleds can be: open water, land and ice on the tiles, and the ways between them (N7, N8).

A sled stands on an area: quarters of the cells of one tile that hang together, land or ice. It is called by its first cell and
its first corner there.
"""

from __future__ import annotations

from engine.games.northwest.grid import CORNERS
from engine.games.northwest.ground import Ground, Laid

Quarter = tuple[int, int]
"""A quarter of a cell: the cell's number and 0 to 3 for nw, ne, sw, se."""
Area = tuple[Quarter, ...]
"""Quarters that hang together, in order."""

_WITHIN = ((1, 2), (0, 3), (0, 3), (1, 2))
"""The quarters of a cell that lie beside each one: land does not reach across a cell (N5.8)."""


def water(ground: Ground, tile: Laid, frozen: int) -> tuple[Quarter, ...]:
    """The unfrozen sea of a tile, by quarters (N7.2)."""
    return tuple(
        (cell, quarter)
        for cell in tile.cells
        if not frozen >> cell & 1
        for quarter, offset in enumerate(ground.grid.offset)
        if not ground.land >> cell + offset & 1
    )


def areas(ground: Ground, tile: Laid, frozen: int) -> tuple[Area, ...]:
    """The land and ice of a tile as areas, in the order of their first quarters (N7.3, N7.4)."""
    ice = frozen & tile.mask
    found = tile.areas.get(ice)
    if found is None:
        found = tile.areas[ice] = _areas(ground, tile, ice)
    return found


def _areas(ground: Ground, tile: Laid, frozen: int) -> tuple[Area, ...]:
    offset = ground.grid.offset
    left = [
        (cell, quarter)
        for cell in tile.cells
        for quarter in range(4)
        if frozen >> cell & 1 or ground.land >> cell + offset[quarter] & 1
    ]
    found: list[Area] = []
    while left:
        area, rest = [left.pop(0)], left
        for cell, quarter in area:  # grows while it is walked through
            corner = cell + offset[quarter]
            near = [
                one
                for one in rest
                if (one[1] in _WITHIN[quarter] and one[0] == cell)
                or (one[0] != cell and one[0] + offset[one[1]] == corner)
            ]
            area += near
            rest = [one for one in rest if one not in near]
        left = rest
        found.append(tuple(sorted(area)))
    return tuple(found)


def area_of(ground: Ground, name: str, frozen: int) -> Area | None:
    """The area that a word names; None when there is neither land nor ice."""
    quarter = quarter_named(ground, name)
    for area in areas(ground, ground.tile_on(quarter[0]), frozen):
        if quarter in area:
            return area
    return None


def quarter_named(ground: Ground, name: str) -> Quarter:
    """The quarter that a word such as "c12-nw" names."""
    return ground.grid.quarters[name]


def area_name(ground: Ground, area: Area) -> str:
    """The word for an area: its first quarter."""
    cell, quarter = area[0]
    return f"{ground.grid.names[cell]}-{CORNERS[quarter]}"


# ---------------------------------------------------------------- N7 moving
def sailings(ground: Ground, tile: Laid, frozen: int) -> tuple[int, ...]:
    """The tiles, by index, that a ship can sail to: across a side with a sea end, out of the ice and not into it (N7.1, N3.2)."""
    key = ground.at[tile.cells[0]], frozen
    known = ground.sailed.get(key)
    if known is None:
        known = ground.sailed[key] = tuple(_sailings(ground, tile, frozen))
    return known


def _sailings(ground: Ground, tile: Laid, frozen: int) -> dict[int, None]:
    grid, land = ground.grid, ground.land
    here = ground.at[tile.cells[0]]
    found: dict[int, None] = {}
    for cell in tile.cells:
        if frozen >> cell & 1:
            continue
        for next_to in grid.neighbours[cell]:
            there = ground.at.get(next_to, here)
            if there != here and not frozen >> next_to & 1:
                near, far = sorted((cell, next_to))
                ends = (1 << far | 1 << far + grid.stride) if far - near == 1 else (1 << far | 1 << far + 1)
                if ends & ~land:
                    found[there] = None
    return found


def drives(ground: Ground, area: Area, frozen: int) -> dict[int, tuple[Area, ...]]:
    """The areas that a sled can go to, by index of their tile: across a side at whose end both quarters bear it (N7.3, N7.4)."""
    found = ground.driven.get((area, frozen))
    if found is None:
        found = ground.driven[area, frozen] = _drives(ground, area, frozen)
    return found


def _drives(ground: Ground, area: Area, frozen: int) -> dict[int, tuple[Area, ...]]:
    grid, land, at = ground.grid, ground.land, ground.at
    here = at[area[0][0]]
    reached: dict[int, list[Quarter]] = {}
    for cell, quarter in area:
        for step, facing in _ACROSS[quarter]:
            next_to = cell + (step if abs(step) == 1 else step // 2 * grid.stride)
            there = at.get(next_to, here)
            if (
                there != here
                and next_to in grid.neighbours[cell]
                and (frozen >> next_to & 1 or land >> cell + grid.offset[quarter] & 1)
            ):
                reached.setdefault(there, []).append((next_to, facing))
    return {
        there: tuple(
            one for one in areas(ground, ground.laid[there], frozen) if any(quarter in one for quarter in arrivals)
        )
        for there, arrivals in reached.items()
    }


_ACROSS = (
    ((-1, 1), (-2, 2)),
    ((1, 0), (-2, 3)),
    ((-1, 3), (2, 0)),
    ((1, 2), (2, 1)),
)
"""For each quarter the two neighbouring cells that it faces (1 east, -1 west, 2 south, -2 north) and the quarter met there."""
