"""An independent and slow implementation of the board: squares are cut into quarters, and every question is answered by search.

It uses nothing of the engine, only the numbers of components.toml. A quarter is (x, y), counted from the north-west,
two to a square in each direction; it is land or sea. Quarters are adjacent if they share a side. The four quarters
that meet in a corner of the grid belong to up to four tiles and must all be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

Quarter = tuple[int, int]
Square = tuple[int, int]
ConnectedQuarters = frozenset[Quarter]
"""A connected set of quarters."""

CORNER_NAMES = {(0, 0): "nw", (1, 0): "ne", (0, 1): "sw", (1, 1): "se"}
GREENLAND_TILE, PASSAGE_TILE = 0, 1
"""The arrows are the first two tiles of every chart."""


class TileFace(NamedTuple):
    """The visible side of a tile: its quarters, True for land, and the square with the symbol."""

    quarters: frozenset[tuple[Quarter, bool]]
    symbol: Square | None

    def move_to(self, square: Square) -> TileFace:
        """Return the face moved to a square."""
        x, y = square
        return TileFace(
            frozenset(((2 * x + i, 2 * y + j), land) for (i, j), land in self.quarters),
            (x + self.symbol[0], y + self.symbol[1]) if self.symbol else None,
        )

    def find_squares(self) -> frozenset[Square]:
        """Find the squares that the tile covers."""
        return frozenset((i // 2, j // 2) for (i, j), _ in self.quarters)


def parse_face(rows: list[str], symbol: int | None = None) -> TileFace:
    """Parse a face from its corners: "1" for land, row by row."""
    squares = [(x, y) for y in range(len(rows) - 1) for x in range(len(rows[0]) - 1)]
    quarters = {((2 * x + i, 2 * y + j), rows[y + j][x + i] == "1") for x, y in squares for i, j in CORNER_NAMES}
    return TileFace(frozenset(quarters), None if symbol is None else squares[symbol])


def mirror_face(face: TileFace) -> TileFace:
    """Mirror a face to get the back of a large tile."""
    quarters = frozenset(((3 - i, j), land) for (i, j), land in face.quarters)
    return TileFace(quarters, (1 - face.symbol[0], 0) if face.symbol else None)


def rotate_face(face: TileFace) -> TileFace:
    """Rotate a face by a right angle."""
    low = max(j for (_, j), _ in face.quarters)
    quarters = frozenset(((low - j, i), land) for (i, j), land in face.quarters)
    return TileFace(quarters, (low // 2 - face.symbol[1], face.symbol[0]) if face.symbol else None)


class TileFaces:
    """The faces of all tiles of a box, by the words of their orientation: "f0" to "f270", "b0" to "b270"."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.faces: dict[str, dict[str, TileFace]] = {}
        for n, text in enumerate(data["tiles"]["large"]):
            front = parse_face([text[:3], text[3:6]], int(text[7]) if text[6] != "." else None)
            self.faces[f"l{n:02}"] = {**_build_rotations("f", front), **_build_rotations("b", mirror_face(front))}
        for n, design in enumerate(data["tiles"]["small"]):
            self.faces[f"s{n}"] = _build_rotations("f", parse_face(design["rows"].split("/")))


def _build_rotations(side: str, face: TileFace) -> dict[str, TileFace]:
    found = {}
    for degrees in (0, 90, 180, 270):
        found[f"{side}{degrees}"] = face
        face = rotate_face(face)
    return found


@cache
def find_meeting_quarters(quarter: Quarter) -> tuple[Quarter, ...]:
    """Return the quarters that meet in the same corner of the grid, including this one."""
    east, south = (quarter[0] + 1) // 2 * 2, (quarter[1] + 1) // 2 * 2
    return tuple((x, y) for x in (east - 1, east) for y in (south - 1, south))


@cache
def find_adjacent_quarters(quarter: Quarter) -> tuple[Quarter, ...]:
    """Return the quarters that share a side with this one."""
    x, y = quarter
    return (x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)


def find_reachable(start: Iterable[Quarter], among: set[Quarter]) -> ConnectedQuarters:
    """Find the quarters that can be reached from side to side."""
    found = set(start)
    todo = list(found)
    while todo:
        for other in find_adjacent_quarters(todo.pop()):
            if other in among and other not in found:
                found.add(other)
                todo.append(other)
    return frozenset(found)


def split_into_parts(quarters: set[Quarter]) -> list[ConnectedQuarters]:
    """Split quarters into connected parts."""
    left, found = set(quarters), []
    while left:
        part = find_reachable([min(left)], left)
        found.append(part)
        left -= part
    return found


class OracleIsland(NamedTuple):
    """Complete land and the tiles that it covers."""

    land: ConnectedQuarters
    tiles: frozenset[int]


class OracleBoard:
    """A board with tiles by number: first the printed ones, then `placed` in order."""

    def __init__(self, data: Mapping[str, Any], tiles: TileFaces, placed: Iterable[str] = ()) -> None:
        self.data, self.tiles = data, tiles
        self.columns, self.rows = data["board"]["columns"], data["board"]["rows"]
        self.squares = [(x, y) for y in range(self.rows) for x in range(self.columns)]
        self.quarters = {(x, y) for x in range(2 * self.columns) for y in range(2 * self.rows)}
        self.laid: list[TileFace] = []
        self.owner: dict[Quarter, int] = {}
        self.land: dict[Quarter, bool] = {}
        self.grounds: dict[tuple[int, int], list[ConnectedQuarters]] = {}
        for printed in data["board"]["printed"]:
            symbol = printed["symbol_cell"] if "symbol" in printed else None
            self._lay_tile(parse_face(printed["rows"].split("/"), symbol).move_to(parse_square(printed["cell"])))
        self.printed = len(self.laid)
        for words in placed:
            self._lay_tile(self.parse_placement(words))

    def _lay_tile(self, face: TileFace) -> None:
        for quarter, land in face.quarters:
            assert quarter in self.quarters, f"{quarter} is off the board"
            assert quarter not in self.owner, f"two tiles lie on {quarter}"
            self.owner[quarter], self.land[quarter] = len(self.laid), land
        self.laid.append(face)

    def parse_placement(self, words: str) -> TileFace:
        """Parse the words of a placement: "l07 c12 f90", "s3 c5 j1001"."""
        tile, cell, rotation = words.split()
        if rotation[0] == "j":
            return parse_face([rotation[1:3], rotation[3:5]]).move_to(parse_square(cell))
        return self.tiles.faces[tile][rotation].move_to(parse_square(cell))

    def name_tile(self, tile: int) -> str:
        """Name a tile by its western or northern square."""
        return self.find_first_square(self.laid[tile])

    @staticmethod
    def find_first_square(face: TileFace) -> str:
        """Find the western or northern square of a tile."""
        return name_square(min(face.find_squares(), key=lambda tx: (tx[1], tx[0])))

    def find_tile(self, name: str) -> int:
        """Find the tile on a square."""
        x, y = parse_square(name)
        return self.owner[2 * x, 2 * y]

    # ------------------------------------------------------------ placements
    def list_placements(self, tile: str, stands_on: int) -> set[TileFace]:
        """List every placement of a tile that shares a side with another tile, matches and keeps the sea path open."""
        return {
            face
            for face in self.list_rooms(tile, stands_on)
            if self.matches_neighbours(face) and self.has_sea_path(face)
        }

    def list_rooms(self, tile: str, stands_on: int) -> list[TileFace]:
        """List every placement of a tile on empty squares that shares a side with another tile, without the rules of matching."""
        touching = {
            (x // 2, y // 2) for quarter in self._list_quarters(stands_on) for x, y in find_adjacent_quarters(quarter)
        }
        empty = {at for at in self.squares if self._is_empty(at)}
        found: list[TileFace] = []
        faces = set(self.tiles.faces[tile].values())
        for shape in set(map(TileFace.find_squares, faces)):
            for x, y in self.squares:
                squares = {(x + i, y + j) for i, j in shape}
                if squares <= empty and squares & touching:
                    found += [face.move_to((x, y)) for face in faces if face.find_squares() == shape]
        return found

    def find_rule_against(self, tile: str, stand_on: Iterable[int]) -> str:
        """Find the rule that keeps a tile from fitting next to any of these tiles."""
        room = [face for at in stand_on for face in self.list_rooms(tile, at)]
        return "N5.3" if any(map(self.matches_neighbours, room)) else "N5.2" if room else "N5.1"

    def _list_quarters(self, tile: int) -> list[Quarter]:
        return [quarter for quarter, _ in self.laid[tile].quarters]

    def _is_empty(self, square: Square) -> bool:
        return (2 * square[0], 2 * square[1]) not in self.owner

    def matches_neighbours(self, face: TileFace) -> bool:
        """Return whether a tile shows the same as all tiles that it meets in a corner."""
        return all(
            self.land.get(other, land) == land
            for quarter, land in face.quarters
            for other in find_meeting_quarters(quarter)
        )

    def has_sea_path(self, face: TileFace | None = None) -> bool:
        """Return whether a way by sea from arrow to arrow is possible.

        It leads through all sea of a tile, and through unexplored squares as far as the tiles around them show no
        land.
        """
        land = dict(self.land)
        if face:
            land.update(face.quarters)
        coast = {other for quarter, is_land in land.items() if is_land for other in find_meeting_quarters(quarter)}
        sea = self.quarters - coast
        together: dict[Quarter, list[Quarter]] = {}
        for lying in [*self.laid, face] if face else self.laid:
            whole = [quarter for quarter, is_land in lying.quarters if not is_land]
            together.update(dict.fromkeys(whole, whole))
        found = {start for start in self._list_quarters(GREENLAND_TILE) if start in sea}
        todo, goal = list(found), set(self._list_quarters(PASSAGE_TILE))
        while todo:
            quarter = todo.pop()
            if quarter in goal:
                return True
            for other in (*find_adjacent_quarters(quarter), *(together.get(quarter) or _is_same_square(quarter))):
                if other in sea and other not in found:
                    found.add(other)
                    todo.append(other)
        return False

    # ------------------------------------------------------------ gaps
    def find_gaps(self) -> set[Square]:
        """Find the empty squares with tiles or the edge of the board on all four sides."""
        return {
            at
            for at in self.squares
            if self._is_empty(at)
            and all(not self._is_empty(other) for other in find_adjacent_quarters(at) if other in self.squares)
        }

    def find_shown_quarters(self, at: Square) -> dict[Quarter, bool | None]:
        """Return the quarters of an empty square as the surrounding tiles show them, None where they show nothing."""
        found: dict[Quarter, bool | None] = {}
        for i, j in CORNER_NAMES:
            quarter = 2 * at[0] + i, 2 * at[1] + j
            told = {self.land[other] for other in find_meeting_quarters(quarter) if other in self.land}
            assert len(told) < 2, f"the tiles round {quarter} contradict each other"
            found[quarter] = told.pop() if told else None
        return found

    def find_matching_designs(self, at: Square) -> set[str]:
        """Find the small tiles that match a gap in some orientation."""
        return {
            tile
            for tile, faces in self.tiles.faces.items()
            if tile[0] == "s" and any(self.matches_neighbours(face.move_to(at)) for face in faces.values())
        }

    # ------------------------------------------------------------ islands
    def find_islands(self, *, mainland: bool) -> set[OracleIsland]:
        """Find all complete islands of two tiles or more. Islands with a printed tile count only if the mainland counts."""
        found = set()
        for part in split_into_parts({quarter for quarter, land in self.land.items() if land}):
            tiles = frozenset(self.owner[quarter] for quarter in part)
            shut = all(
                other in self.owner
                for quarter in part
                for other in find_adjacent_quarters(quarter)
                if other in self.quarters
            )
            if shut and len(tiles) > 1 and (mainland or min(tiles) >= self.printed):
                found.add(OracleIsland(part, tiles))
        return found

    # ------------------------------------------------------------ ships
    def find_water(self, tile: int, frozen: int) -> set[Quarter]:
        """Find the open sea of a tile while the northernmost rows are ice."""
        return {
            quarter for quarter in self._list_quarters(tile) if not self.land[quarter] and quarter[1] // 2 >= frozen
        }

    def find_sailings(self, tile: int, frozen: int) -> set[int]:
        """Find the tiles that a ship can sail to."""
        around = {other for quarter in self.find_water(tile, frozen) for other in find_adjacent_quarters(quarter)}
        return {there for there in range(len(self.laid)) if there != tile and self.find_water(there, frozen) & around}

    # ------------------------------------------------------------ sleds
    def list_areas(self, tile: int, frozen: int) -> list[ConnectedQuarters]:
        """List the connected parts of the land and ice of a tile."""
        if (tile, frozen) not in self.grounds:
            self.grounds[tile, frozen] = split_into_parts(
                {quarter for quarter in self._list_quarters(tile) if self.land[quarter] or quarter[1] // 2 < frozen}
            )
        return self.grounds[tile, frozen]

    def find_drives(self, tile: int, part: ConnectedQuarters, frozen: int) -> dict[int, set[ConnectedQuarters]]:
        """Find the parts of other tiles that a sled on one part can reach."""
        around = {other for quarter in part for other in find_adjacent_quarters(quarter)}
        found = {
            there: {other for other in self.list_areas(there, frozen) if other & around}
            for there in range(len(self.laid))
            if there != tile
        }
        return {there: arrivals for there, arrivals in found.items() if arrivals}

    def find_part(self, name: str, frozen: int) -> ConnectedQuarters | None:
        """Find the part that a word such as "c12-nw" names."""
        tile = self.find_tile(name.split("-", maxsplit=1)[0])
        return next((part for part in self.list_areas(tile, frozen) if name in map(name_quarter, part)), None)


@cache
def _is_same_square(quarter: Quarter) -> tuple[Quarter, ...]:
    x, y = quarter[0] // 2 * 2, quarter[1] // 2 * 2
    return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


# ---------------------------------------------------------------- words
@cache
def parse_square(name: str) -> Square:
    """Parse a square such as "c12"."""
    return int(name[1:]) - 1, ord(name[0]) - ord("a")


def name_square(position: Square) -> str:
    """Return the word for a square."""
    return f"{chr(ord('a') + position[1])}{position[0] + 1}"


def name_quarter(quarter: Quarter) -> str:
    """Return the word for a quarter."""
    x, y = quarter
    return f"{name_square((x // 2, y // 2))}-{CORNER_NAMES[x % 2, y % 2]}"


def name_part(part: ConnectedQuarters) -> str:
    """Return the word for a part: its first quarter, square by square in reading order."""
    return name_quarter(min(part, key=lambda tx: (tx[1] // 2, tx[0] // 2, tx[1], tx[0])))
