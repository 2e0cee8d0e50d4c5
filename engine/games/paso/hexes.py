"""Where things are: hexes as numbers and words, their neighbours, the places of the tiles, and the paths that tokens can lie on.

A hex has the number (row - 1) * width + x, with rows from 1 and columns x from 0, and a word, "c7". Directions are counted
against the clock from the east: E, NE, NW, W, SW, SE; a turn to the left is one more.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from engine.games.paso.components import KINDS, Travels

WIDTH: Final = {2: 4, 3: 6, 4: 8}
"""Hexes in a row, by number of players (P2.1 to P2.3)."""
AHEAD: Final = {"s": 0, "l": 1, "r": -1}
FAR: Final = 4
"""As far as the longest token goes."""
CLOSE: Final = FAR - 1
"""As far from each other as two hexes of one token can lie."""
EDGE: Final = -1
"""Where there is no neighbour."""


class Branch(NamedTuple):
    """A hex on a path of a token from a first hex on: `kinds` are the tokens that may end here, by place in KINDS (the raid
    token is none of them), `further` the hexes that a longer one may go to."""

    hex: int
    kinds: tuple[int, ...]
    further: tuple[Branch, ...]


class Passage:
    """The geometry of the passage for so many players.

    `names` are the words of the hexes, `numbers` the hexes by their words, and `row_by_name` their rows; "", where a ship is before
    the first row, is the hex EDGE in row 0.
    `neighbours[h]` has six entries, EDGE where the board ends. `rows[h]` is the row of a hex, `ranks[h]` its place in a list that
    begins with the last row. `slots` are the hexes of each tile in the order of laying, `piles` the pile each comes from ("four",
    "left", "right"), `laid_by_row[r]` how many tiles are laid when row r has been. `tile_at[h]` is the place of the tile that a
    hex belongs to, laid or not. `paths[h]` are the paths of all tokens that begin at h. `near[h]` are the other hexes within FAR of
    h, the nearest first and of these the foremost; `close[h]` are those within CLOSE, and h, with their distances.
    """

    __slots__ = (
        "close",
        "columns",
        "laid_by_row",
        "last_row",
        "names",
        "near",
        "neighbours",
        "numbers",
        "paths",
        "piles",
        "ranks",
        "row_by_name",
        "rows",
        "seats",
        "slots",
        "tile_at",
        "width",
    )

    def __init__(self, seats: int, last_row: int, travels: Travels) -> None:
        self.seats, self.last_row = seats, last_row
        self.width = WIDTH[seats]
        self.columns = "abcdefgh"[: self.width]
        places = [(row, x) for row in range(1, last_row + 1) for x in range(self.width)]
        self.rows = tuple(row for row, _ in places)
        self.ranks = tuple((last_row - row) * self.width + x for row, x in places)
        self.names = tuple(f"{self.columns[x]}{row}" for row, x in places)
        self.numbers = {"": EDGE, **{name: number for number, name in enumerate(self.names)}}
        self.row_by_name = {"": 0, **dict(zip(self.names, self.rows, strict=True))}
        self.neighbours = tuple(self._around(row, x) for row, x in places)
        self.slots, self.piles, self.laid_by_row = self._tiles()
        place_of = {hex_: place for place, slot in enumerate(self.slots) for hex_ in slot}
        self.tile_at = tuple(place_of[hex_] for hex_ in range(len(places)))
        self.near = tuple(tuple(self._near(at)) for at in range(len(places)))
        self.close = tuple(
            {hex_: far for hex_ in (at, *near) if (far := self.distance(at, hex_)) <= CLOSE}
            for at, near in enumerate(self.near)
        )
        ends = _ends(travels)
        self.paths = tuple(self._branch(start, None, "", ends) for start in range(len(places)))

    def number(self, row: int, x: int) -> int:
        """The hex in a row and column, EDGE outside the board."""
        return (row - 1) * self.width + x if 1 <= row <= self.last_row and 0 <= x < self.width else EDGE

    def row_hexes(self, row: int) -> range:
        """All hexes of a row, from west to east."""
        return range((row - 1) * self.width, row * self.width)

    def distance(self, one: int, other: int) -> int:
        """Steps from hex to hex on an empty board."""
        (q1, r1), (q2, r2) = self._axial(one), self._axial(other)
        return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))

    def _near(self, at: int) -> list[int]:
        window = FAR * self.width + self.width
        around = range(max(0, at - window), min(len(self.names), at + window))
        far = {hex_: self.distance(at, hex_) for hex_ in around if hex_ != at}
        return sorted([hex_ for hex_ in far if far[hex_] <= FAR], key=lambda hex_: (far[hex_], -self.rows[hex_], hex_))

    def _axial(self, number: int) -> tuple[int, int]:
        row = self.rows[number]
        return number % self.width - (row + row % 2) // 2, row

    def _around(self, row: int, x: int) -> tuple[int, ...]:
        west = x - row % 2  # the upper and lower neighbours to the west: an odd row lies half a hex further west
        return tuple(
            self.number(*place)
            for place in (
                (row, x + 1),
                (row + 1, west + 1),
                (row + 1, west),
                (row, x - 1),
                (row - 1, west),
                (row - 1, west + 1),
            )
        )

    def _tiles(self) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...], tuple[int, ...]]:
        """P2.1 to P2.3: four hexes in the middle; two on each side with four players, two over two rows with three."""
        slots: list[tuple[int, ...]] = []
        piles: list[str] = []
        laid = [0]
        outer = (self.width - 4) // 2
        for row in range(1, self.last_row + 1):
            hexes = self.row_hexes(row)
            slots.append(tuple(hexes[outer : outer + 4]))
            piles.append("four")
            if self.seats == 4:
                slots += [tuple(hexes[:2]), tuple(hexes[6:])]
                piles += ["left", "right"]
            elif self.seats == 3 and row % 2 == 0:
                below = self.row_hexes(row - 1)
                slots += [(below[0], hexes[0]), (below[5], hexes[5])]
                piles += ["left", "left"]
            laid.append(len(slots))
        return tuple(slots), tuple(piles), tuple(laid)

    def _branch(self, at: int, heading: int | None, turns: str, ends: dict[str, tuple[int, ...]]) -> Branch:
        """The paths from a hex on that was entered with a heading (None: by the first hex of the token) after these turns."""
        if heading is None:
            kinds: tuple[int, ...] = (KINDS.index("u1"),)
            ways = [("", toward) for toward in range(6)]
        else:
            kinds = ends.get(turns, ())
            ways = [
                (turns + turn, (heading + by) % 6)
                for turn, by in AHEAD.items()
                if any(end.startswith(turns + turn) for end in ends)
            ]
        around = self.neighbours[at]
        further = tuple(
            self._branch(around[toward], toward, made, ends) for made, toward in ways if around[toward] != EDGE
        )
        return Branch(at, kinds, further)


@cache
def passage(seats: int, last_row: int, travels: Travels) -> Passage:
    """The geometry of a passage, worked out once."""
    return Passage(seats, last_row, travels)


def _ends(travels: Travels) -> dict[str, tuple[int, ...]]:
    """Which tokens of two hexes and more end after which turns."""
    found: dict[str, tuple[int, ...]] = {"": (KINDS.index("s2"),)}
    for number, kind in enumerate(KINDS):
        for turns in dict(travels).get(kind, ()):
            found[turns] = (*found.get(turns, ()), number)
    return found
