"""Where things are: hexes as numbers and words, their neighbours, the places of the tiles, and the paths that tokens can lie on.

A hex has the number (row - 1) * width + x, with rows from 1 and columns x from 0, and a word, "c7". Directions are counted
against the clock from the east: E, NE, NW, W, SW, SE; a turn to the left is one more.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from engine.games.paso.components import TOKEN_KINDS, TokenTravels

COLUMNS_BY_SEATS: Final = {2: 4, 3: 6, 4: 8}
"""Hexes in a row, by number of players (P2.1 to P2.3)."""
HEADING_CHANGES: Final = {"s": 0, "l": 1, "r": -1}
MAX_TOKEN_HEXES: Final = 4
"""As far as the longest token goes."""
MAX_TOKEN_SPAN: Final = MAX_TOKEN_HEXES - 1
"""As far from each other as two hexes of one token can lie."""
NO_HEX: Final = -1
"""Where there is no neighbour."""


class PathBranch(NamedTuple):
    """A hex on a path of a token from a first hex on: `kinds` are the tokens that may end here, by place in KINDS (the raid
    token is none of them), `next_branches` the hexes that a longer one may go to."""

    hex: int
    kinds: tuple[int, ...]
    next_branches: tuple[PathBranch, ...]


class Passage:
    """The geometry of the passage for so many players.

    `names` are the words of the hexes, `hex_by_name` the hexes by their words, and `row_by_name` their rows; "", where
    a ship is before
    the first row, is the hex EDGE in row 0.
    `neighbours[h]` has six entries, EDGE where the board ends. `rows[h]` is the row of a hex, `ranks[h]` its place in a list that
    begins with the last row. `slots` are the hexes of each tile in the order of laying, `piles` the pile each comes from ("four",
    "left", "right"), `laid_by_row[r]` how many tiles are laid when row r has been. `tile_at[h]` is the place of the tile that a
    hex belongs to, laid or not. `paths[h]` are the paths of all tokens that begin at h. `near[h]` are the other hexes within FAR of
    h, the nearest first and of these the foremost; `close[h]` are those within CLOSE, and h, with their distances.
    """

    __slots__ = (
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
        places = [(row, x) for row in range(1, last_row + 1) for x in range(self.width)]
        self.rows = tuple(row for row, _ in places)
        self.ranks = tuple((last_row - row) * self.width + x for row, x in places)
        self.names = tuple(f"{self.columns[x]}{row}" for row, x in places)
        self.hex_by_name = {"": NO_HEX, **{name: number for number, name in enumerate(self.names)}}
        self.row_by_name = {"": 0, **dict(zip(self.names, self.rows, strict=True))}
        self.neighbours = tuple(self._list_neighbours(row, x) for row, x in places)
        self.slots, self.piles, self.laid_by_row = self._arrange_tiles()
        place_of = {hex_: place for place, slot in enumerate(self.slots) for hex_ in slot}
        self.tile_by_hex = tuple(place_of[hex_] for hex_ in range(len(places)))
        self.hexes_in_reach = tuple(tuple(self._list_hexes_in_reach(at)) for at in range(len(places)))
        self.near_distances = tuple(
            {hex_: far for hex_ in (at, *near) if (far := self.measure_distance(at, hex_)) <= MAX_TOKEN_SPAN}
            for at, near in enumerate(self.hexes_in_reach)
        )
        ends = _map_path_ends(travels)
        self.paths = tuple(self._build_branch(start, None, "", ends) for start in range(len(places)))

    def find_hex(self, row: int, x: int) -> int:
        """The hex in a row and column, EDGE outside the board."""
        return (row - 1) * self.width + x if 1 <= row <= self.last_row and 0 <= x < self.width else NO_HEX

    def list_row_hexes(self, row: int) -> range:
        """All hexes of a row, from west to east."""
        return range((row - 1) * self.width, row * self.width)

    def measure_distance(self, start: int, end: int) -> int:
        """Steps from hex to hex on an empty board."""
        (q1, r1), (q2, r2) = self._convert_to_axial(start), self._convert_to_axial(end)
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))

    def _list_hexes_in_reach(self, origin: int) -> list[int]:
        window = MAX_TOKEN_HEXES * self.width + self.width
        around = range(max(0, origin - window), min(len(self.names), origin + window))
        far = {hex_: self.measure_distance(origin, hex_) for hex_ in around if hex_ != origin}
        return sorted(
            [hex_ for hex_ in far if far[hex_] <= MAX_TOKEN_HEXES], key=lambda hex_: (far[hex_], -self.rows[hex_], hex_)
        )

    def _convert_to_axial(self, hex_: int) -> tuple[int, int]:
        row = self.rows[hex_]
        return hex_ % self.width - (row + row % 2) // 2, row

    def _list_neighbours(self, row: int, x: int) -> tuple[int, ...]:
        west = x - row % 2  # the upper and lower neighbours to the west: an odd row lies half a hex further west
        return tuple(
            self.find_hex(*place)
            for place in (
                (row, x + 1),
                (row + 1, west + 1),
                (row + 1, west),
                (row, x - 1),
                (row - 1, west),
                (row - 1, west + 1),
            )
        )

    def _arrange_tiles(self) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...], tuple[int, ...]]:
        """P2.1 to P2.3: four hexes in the middle; two on each side with four players, two over two rows with three."""
        slots: list[tuple[int, ...]] = []
        piles: list[str] = []
        laid = [0]
        outer = (self.width - 4) // 2
        for row in range(1, self.last_row + 1):
            hexes = self.list_row_hexes(row)
            slots.append(tuple(hexes[outer : outer + 4]))
            piles.append("four")
            if self.seats == 4:
                slots += [tuple(hexes[:2]), tuple(hexes[6:])]
                piles += ["left", "right"]
            elif self.seats == 3 and row % 2 == 0:
                below = self.list_row_hexes(row - 1)
                slots += [(below[0], hexes[0]), (below[5], hexes[5])]
                piles += ["left", "left"]
            laid.append(len(slots))
        return tuple(slots), tuple(piles), tuple(laid)

    def _build_branch(self, hex_: int, heading: int | None, turns: str, ends: dict[str, tuple[int, ...]]) -> PathBranch:
        """The paths from a hex on that was entered with a heading (None: by the first hex of the token) after these turns."""
        if heading is None:
            kinds: tuple[int, ...] = (TOKEN_KINDS.index("u1"),)
            ways = [("", toward) for toward in range(6)]
        else:
            kinds = ends.get(turns, ())
            ways = [
                (turns + turn, (heading + by) % 6)
                for turn, by in HEADING_CHANGES.items()
                if any(end.startswith(turns + turn) for end in ends)
            ]
        around = self.neighbours[hex_]
        further = tuple(
            self._build_branch(around[toward], toward, made, ends) for made, toward in ways if around[toward] != NO_HEX
        )
        return PathBranch(hex_, kinds, further)


@cache
def create_passage(seats: int, last_row: int, travels: TokenTravels) -> Passage:
    """The geometry of a passage, worked out once."""
    return Passage(seats, last_row, travels)


def _map_path_ends(travels: TokenTravels) -> dict[str, tuple[int, ...]]:
    """Which tokens of two hexes and more end after which turns."""
    found: dict[str, tuple[int, ...]] = {"": (TOKEN_KINDS.index("s2"),)}
    for number, kind in enumerate(TOKEN_KINDS):
        for turns in dict(travels).get(kind, ()):
            found[turns] = (*found.get(turns, ()), number)
    return found
