"""The board, the tiles and the values as typed data, from components.toml or an owner's file of the same shape."""

from __future__ import annotations

import re
from collections import Counter
from typing import Annotated, Literal

import msgspec

from engine.kernel.script import Source

FIND_KINDS = ("cairn", "inuit", "franklin", "strait")
"""The kinds of symbols on tiles, and of the tokens for them."""
MAJORITY_KINDS: tuple[Literal["franklin", "strait", "cartography"], ...] = ("franklin", "strait", "cartography")
"""The kinds of tokens with a majority."""
SYMBOL_LETTERS = {"C": "cairn", "I": "inuit", "F": "franklin", "S": "strait"}

ZONE_COUNT = 3
MAX_SUN_POSITIONS = 12
MAX_ISLAND_SIZES = 12

PieceCount = Annotated[int, msgspec.Meta(ge=0)]
"""A number of pieces, crewmen or rounds."""

_LARGE_TILE_PATTERN = re.compile(r"[01]{6}(\.|[CIFS][01])")


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone of the board: a number of columns from the west whose finds are multiplied."""

    multiplier: PieceCount
    columns: PieceCount


class PrintedTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile printed on the board.

    `cell` is its first (north-western) cell. `rows` are its rows of corners, 1 land and 0 sea: "011/011" lies on two cells side by
    side, "11/01/01" on two cells below each other. `symbol` is the kind of find on it or ""; `symbol_cell` is 0 for the first cell
    and 1 for the second.
    """

    name: str
    cell: str
    rows: str
    symbol: str = ""
    symbol_cell: int = 0

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[01]{3}/[01]{3}|[01]{2}/[01]{2}/[01]{2}", self.rows):
            raise ValueError(f"rows of corners look like 011/011 or 11/01/01, not {self.rows!r}")
        if self.symbol and self.symbol not in FIND_KINDS:
            raise ValueError(f"a symbol is one of {', '.join(FIND_KINDS)}")


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The printed board. Columns have the numbers 1, 2, … from the west, rows the letters a, b, … from the north.

    `printed` are the tiles on the board. The first is the Greenland arrow, the second the Northwest Passage arrow.
    """

    source: Source
    columns: int
    rows: int
    zones: tuple[Zone, ...]
    printed: tuple[PrintedTile, ...]

    def __post_init__(self) -> None:
        if not 4 <= self.columns <= 25 or not 4 <= self.rows <= 26:
            raise ValueError("the board has 4 to 25 columns and 4 to 26 rows")
        if len(self.zones) != ZONE_COUNT:
            raise ValueError(f"the board has {ZONE_COUNT} zones: west, middle and east")
        if sum(zone.columns for zone in self.zones) != self.columns:
            raise ValueError(f"the zones must cover {self.columns} columns")
        if [tile.name for tile in self.printed[:2]] != ["greenland", "passage"]:
            raise ValueError("the first two printed tiles are the arrows, named greenland and passage")
        corners: dict[tuple[int, int], str] = {}
        covered: set[tuple[int, int]] = set()
        for tile in self.printed:
            self._check_printed_tile(tile, corners, covered)

    def _check_printed_tile(
        self, tile: PrintedTile, corners: dict[tuple[int, int], str], covered: set[tuple[int, int]]
    ) -> None:
        """Add a printed tile's corners and cells to the earlier ones.

        Raises:
            ValueError: The tile does not match an earlier one, or lies outside the board or on another tile.
        """
        x, y = int(tile.cell[1:]) - 1, ord(tile.cell[0]) - ord("a")
        rows = tile.rows.split("/")
        for j, row in enumerate(rows):
            for i, land in enumerate(row):
                if corners.setdefault((x + i, y + j), land) != land:
                    raise ValueError(f"printed tile {tile.name} does not match its neighbour")
        for j in range(y, y + len(rows) - 1):
            for i in range(x, x + len(rows[0]) - 1):
                if (i, j) in covered or not (0 <= i < self.columns and 0 <= j < self.rows):
                    raise ValueError(f"printed tile {tile.name} lies outside the board or on another tile")
                covered.add((i, j))


class SolarArch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The solar arch: the number of frozen rows, counted from the north, for each position of the sun.

    The sun begins at the first position and returns to it after the last.
    """

    source: Source
    frozen_rows: tuple[PieceCount, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.frozen_rows) <= MAX_SUN_POSITIONS:
            raise ValueError(f"the sun has 1 to {MAX_SUN_POSITIONS} positions")


class SmallTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A design of small tiles: its corners "nw ne / sw se" and the number of tiles."""

    rows: str
    count: PieceCount

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[01]{2}/[01]{2}", self.rows):
            raise ValueError(f"the corners of a small tile look like 10/00, not {self.rows!r}")


class Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The exploration tiles.

    The text of a large tile is the six corners of its front (two rows of three), the letter of its symbol (C cairn, I inuit,
    F franklin, S strait, "." none) and the cell of the symbol, 0 left or 1 right. Its back shows the front mirrored left to right.
    A small tile has a joker on its back.
    """

    source: Source
    market: int
    large: tuple[str, ...]
    small: tuple[SmallTile, ...]

    def __post_init__(self) -> None:
        for tile in self.large:
            if not _LARGE_TILE_PATTERN.fullmatch(tile):
                raise ValueError(f"a large tile looks like 000001F1 or 000101., not {tile!r}")
        if not 4 <= self.market <= 10:
            raise ValueError("4 to 10 large tiles lie on offer")
        if not 20 <= len(self.large) <= 100:
            raise ValueError("there are 20 to 100 large tiles")
        sides = {(design.rows.count("1"), design.rows in ("10/01", "01/10")) for design in self.small}
        if len(self.small) != 6 or len(sides) != 6:
            raise ValueError("there are six designs of small tiles, equal to none of the others when turned")


class TokenCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of tokens of each kind, and the values at the two arrows by number of players ("2", "3", "4")."""

    source: Source
    cairn: PieceCount
    inuit: PieceCount
    franklin: PieceCount
    strait: PieceCount
    cartography: PieceCount
    passage: dict[str, tuple[int, ...]]
    greenland: dict[str, tuple[int, ...]]


class ActionCosts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The costs of the actions in crewmen. `further` is added to every action of a turn except the first."""

    source: Source
    draw: PieceCount
    refresh: PieceCount
    place: PieceCount
    move: PieceCount
    transfer: PieceCount
    explore: PieceCount
    discover: PieceCount
    further: PieceCount


class CrewCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The crewmen of an expedition, and the greatest number of rounds."""

    source: Source
    crew: PieceCount
    rounds: PieceCount


class FindPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for a find before the zone multiplies it, for a set of all five kinds, and for losses."""

    source: Source
    cairn: int
    inuit: int
    franklin: int
    strait: int
    set_of_five: int
    lost_crewman: int
    lost_ship: int


class IslandPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for an island of 2, 3, 4, … tiles. The last value also holds for every larger island."""

    source: Source
    points: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.points) <= MAX_ISLAND_SIZES:
            raise ValueError(f"points are given for islands of 2 tiles and more, for {MAX_ISLAND_SIZES} sizes at most")


class MajorityPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for the most, the second most and the third most tokens of a kind."""

    source: Source
    points: tuple[int, int, int]


class Components(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All components of the game."""

    board: Board
    sun: SolarArch
    tiles: Tiles
    tokens: TokenCounts
    costs: ActionCosts
    expedition: CrewCounts
    finds: FindPoints
    islands: IslandPoints
    franklin: MajorityPoints
    strait: MajorityPoints
    cartography: MajorityPoints

    def __post_init__(self) -> None:
        self._check_symbols()
        self._check_arrow_tokens()
        if max(self.sun.frozen_rows) > self.board.rows:
            raise ValueError("more rows are frozen than the board has")

    def _check_symbols(self) -> None:
        """Raise ValueError unless as many symbols of each kind are printed as there are tokens."""
        symbols = Counter(printed.symbol for printed in self.board.printed)
        symbols.update(SYMBOL_LETTERS.get(tile[6], "") for tile in self.tiles.large)
        for kind in FIND_KINDS:
            token_count = getattr(self.tokens, kind)
            if symbols[kind] != token_count:
                raise ValueError(f"{symbols[kind]} symbols are printed for {token_count} {kind} tokens")

    def _check_arrow_tokens(self) -> None:
        """Raise ValueError unless every player can take a token at the passage, and all but one at Greenland."""
        for values, missing_count in ((self.tokens.passage, 0), (self.tokens.greenland, 1)):
            if set(values) != {"2", "3", "4"}:
                raise ValueError("the values at the arrows are given for 2, 3 and 4 players")
            for seats, points in values.items():
                if len(points) != int(seats) - missing_count:
                    raise ValueError(f"with {seats} players {seats} tokens lie at the passage, one fewer at Greenland")
