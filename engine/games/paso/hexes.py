"""The geometry of the passage: hexes, their neighbours, the places of the tiles, and the paths that tokens can lie on.

A hex has the number (row - 1) * width + x, with rows from 1 and columns x from 0, and a name, "c7". Directions are
counted counterclockwise from the east: E, NE, NW, W, SW, SE; a turn to the left adds one.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from engine.games.paso.components import TOKEN_KINDS, TokenTravels

COLUMNS_BY_SEATS: Final = {2: 4, 3: 6, 4: 8}
"""The hexes in a row, by the number of players (P2.1 to P2.3)."""
HEADING_CHANGES: Final = {"s": 0, "l": 1, "r": -1}
"""The change of direction for each letter of the turns of a token."""
MAX_TOKEN_HEXES: Final = 4
"""The size of the longest token."""
MAX_TOKEN_SPAN: Final = MAX_TOKEN_HEXES - 1
"""The greatest distance between two hexes of one token."""
NO_HEX: Final = -1
"""The neighbour of a hex beyond the edge of the board."""


class TurnPattern(NamedTuple):
    """The turns that tokens can take from a hex on, on any board and in any direction.

    `kinds` are the tokens that may end here, by their index in `TOKEN_KINDS`. `next_patterns` are the changes of direction to the
    next hex, each with the pattern from there on.
    """

    kinds: tuple[int, ...]
    next_patterns: tuple[tuple[int, TurnPattern], ...]


class PathBranch(NamedTuple):
    """A hex on the paths that tokens can take from a start hex.

    `kinds` are the tokens that may end here, by their index in `TOKEN_KINDS`; the raid token is not among them.
    `next_branches` are the hexes to which longer tokens may continue.
    """

    hex: int
    kinds: tuple[int, ...]
    next_branches: tuple[PathBranch, ...]


class Passage:
    """The geometry of the passage for a number of players.

    `names` are the names of the hexes, `hex_by_name` the hexes by name and `row_by_name` their rows. The name "" stands
    for a ship before the first row: `NO_HEX` in row 0. `neighbours[h]` has six entries, `NO_HEX` beyond the edge.
    `rows[h]` is the row of a hex, `ranks[h]` its position in an order that begins with the last row.

    `slots` are the hexes of each tile in the order of laying, `piles` the pile that each tile comes from ("four",
    "left", "right"). `laid_by_row[r]` is the number of tiles laid once row r is complete. `tile_by_hex[h]` is the index
    of the tile of a hex, laid or not.

    `paths[h]` are the paths of all tokens that begin at h. `hexes_in_reach[h]` are the other hexes within
    `MAX_TOKEN_HEXES` of h, the nearest first, and among equally near ones the foremost. `near_distances[h]` maps h and
    the hexes within `MAX_TOKEN_SPAN` to their distances.
    """

    __slots__ = (
        "_axial_places",
        "columns",
        "hex_by_name",
        "hexes_in_reach",
        "laid_by_row",
        "last_row",
        "names",
        "near_distances",
        "neighbours",
        "paths",
        "piles",
        "ranks",
        "row_by_name",
        "rows",
        "seats",
        "slots",
        "tile_by_hex",
        "width",
    )

    def __init__(self, seats: int, last_row: int, travels: TokenTravels) -> None:
        self.seats, self.last_row = seats, last_row
        self.width = COLUMNS_BY_SEATS[seats]
        self.columns = "abcdefgh"[: self.width]
        self._number_hexes()
        self.slots, self.piles, self.laid_by_row = self._arrange_tiles()
        hexes = range(len(self.names))
        tile_by_hex = dict.fromkeys(hexes, 0)
        for tile, slot in enumerate(self.slots):
            tile_by_hex.update(dict.fromkeys(slot, tile))
        self.tile_by_hex = tuple(tile_by_hex.values())
        self.hexes_in_reach = tuple([self._list_hexes_in_reach(hex_) for hex_ in hexes])
        self.near_distances = tuple([self._map_near_distances(hex_) for hex_ in hexes])
        after_one_step = _build_turn_pattern("", _map_path_ends(travels))
        first = TurnPattern((TOKEN_KINDS.index("u1"),), tuple([(direction, after_one_step) for direction in range(6)]))
        self.paths = tuple([self._build_branch(hex_, 0, first) for hex_ in hexes])

    def _number_hexes(self) -> None:
        """Fill in the row, the name and the neighbours of each hex, row by row from the first."""
        rows: list[int] = []
        ranks: list[int] = []
        names: list[str] = []
        neighbours: list[tuple[int, ...]] = []
        axial_places: list[tuple[int, int]] = []
        for row in range(1, self.last_row + 1):
            for x in range(self.width):
                rows.append(row)
                ranks.append((self.last_row - row) * self.width + x)
                names.append(f"{self.columns[x]}{row}")
                neighbours.append(self._list_neighbours(row, x))
                axial_places.append((x - (row + row % 2) // 2, row))
        self.rows, self.ranks, self.names = tuple(rows), tuple(ranks), tuple(names)
        self.neighbours, self._axial_places = tuple(neighbours), tuple(axial_places)
        self.hex_by_name = {"": NO_HEX, **dict(zip(names, range(len(names)), strict=True))}
        self.row_by_name = {"": 0, **dict(zip(names, rows, strict=True))}

    def find_hex(self, row: int, x: int) -> int:
        """Return the hex in a row and column, `NO_HEX` outside the board."""
        if 1 <= row <= self.last_row and 0 <= x < self.width:
            return (row - 1) * self.width + x
        return NO_HEX

    def list_row_hexes(self, row: int) -> range:
        """Return the hexes of a row from west to east."""
        return range((row - 1) * self.width, row * self.width)

    def measure_distance(self, start: int, end: int) -> int:
        """Return the number of steps from hex to hex on an empty board."""
        (q1, r1), (q2, r2) = self._axial_places[start], self._axial_places[end]
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))

    def _list_hexes_in_reach(self, origin: int) -> tuple[int, ...]:
        window = MAX_TOKEN_HEXES * self.width + self.width
        distances: dict[int, int] = {}
        for hex_ in range(max(0, origin - window), min(len(self.names), origin + window)):
            distance = self.measure_distance(origin, hex_)
            if 0 < distance <= MAX_TOKEN_HEXES:
                distances[hex_] = distance
        return tuple(sorted(distances, key=lambda hex_: (distances[hex_], -self.rows[hex_], hex_)))

    def _map_near_distances(self, origin: int) -> dict[int, int]:
        distances = {origin: 0}
        for hex_ in self.hexes_in_reach[origin]:
            distance = self.measure_distance(origin, hex_)
            if distance <= MAX_TOKEN_SPAN:
                distances[hex_] = distance
        return distances

    def _list_neighbours(self, row: int, x: int) -> tuple[int, ...]:
        west = (
            x - row % 2
        )  # the column of the upper and lower neighbours to the west: odd rows lie half a hex further west
        return (
            self.find_hex(row, x + 1),
            self.find_hex(row + 1, west + 1),
            self.find_hex(row + 1, west),
            self.find_hex(row, x - 1),
            self.find_hex(row - 1, west),
            self.find_hex(row - 1, west + 1),
        )

    def _arrange_tiles(self) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...], tuple[int, ...]]:
        """Return `slots`, `piles` and `laid_by_row` (P2.1 to P2.3).

        Each row has a tile of four hexes in its middle. With four players a tile of two hexes lies on each side of it, with three
        players one on each side of every two rows.
        """
        slots: list[tuple[int, ...]] = []
        piles: list[str] = []
        tiles_laid = [0]
        outer = (self.width - 4) // 2
        for row in range(1, self.last_row + 1):
            hexes = self.list_row_hexes(row)
            slots.append(tuple(hexes[outer : outer + 4]))
            piles.append("four")
            if self.seats == 4:
                slots += [tuple(hexes[:2]), tuple(hexes[6:])]
                piles += ["left", "right"]
            elif self.seats == 3 and row % 2 == 0:
                row_below = self.list_row_hexes(row - 1)
                slots += [(row_below[0], hexes[0]), (row_below[5], hexes[5])]
                piles += ["left", "left"]
            tiles_laid.append(len(slots))
        return tuple(slots), tuple(piles), tuple(tiles_laid)

    def _build_branch(self, hex_: int, heading: int, pattern: TurnPattern) -> PathBranch:
        """Build the paths onward from a hex that was entered with a heading."""
        branches: list[PathBranch] = []
        for change, next_pattern in pattern.next_patterns:
            direction = (heading + change) % 6
            neighbour = self.neighbours[hex_][direction]
            if neighbour != NO_HEX:
                branches.append(self._build_branch(neighbour, direction, next_pattern))
        return PathBranch(hex_, pattern.kinds, tuple(branches))


@cache
def create_passage(seats: int, last_row: int, travels: TokenTravels) -> Passage:
    """Create the geometry of a passage, once for each number of players, last row and travel of tokens."""
    return Passage(seats, last_row, travels)


def _map_path_ends(travels: TokenTravels) -> dict[str, tuple[int, ...]]:
    """Map the turns of a path of two or more hexes to the tokens that fit it, by index in `TOKEN_KINDS`."""
    found: dict[str, tuple[int, ...]] = {"": (TOKEN_KINDS.index("s2"),)}
    for number, kind in enumerate(TOKEN_KINDS):
        for turns in dict(travels).get(kind, ()):
            found[turns] = (*found.get(turns, ()), number)
    return found


def _build_turn_pattern(turns: str, ends: dict[str, tuple[int, ...]]) -> TurnPattern:
    """Build the pattern after some turns. `ends` is the result of `_map_path_ends`."""
    next_patterns: list[tuple[int, TurnPattern]] = []
    for turn, change in HEADING_CHANGES.items():
        if any(end.startswith(turns + turn) for end in ends):
            next_patterns.append((change, _build_turn_pattern(turns + turn, ends)))
    return TurnPattern(ends.get(turns, ()), tuple(next_patterns))
