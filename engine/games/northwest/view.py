"""The table as one seat or a spectator sees it.

Only the order of the tiles in the bag is hidden (N1.8). So all viewers see the same; `viewer` only names the viewer.

Coordinates. A cell is a pair (x, y): x counts the columns from 0 in the west, y the rows from 0 in the north. Moves use its printed
name, the row letter and the column number from 1: (11, 2) is "c12". Corners of cells are called "nw", "ne", "sw" and "se". Terrain
is True for land and False for sea, so the four quadrants of a cell are four booleans in the order nw, ne, sw, se. Two cells that
touch show equal quadrants at the corners they share. Inside a cell, equal quadrants side by side are connected. Opposite quadrants
are connected if they are sea, not if they are land: land nw and se with sea ne and sw is a channel.

`rows` are the corners of a tile as it lies, row by row from north to south, "1" land and "0" sea. "011/011" is a large tile on two
cells side by side, "11/01/01" a large tile on two cells below each other, "10/00" a small tile.

A rotation of a tile is a word: "f" for the front or "b" for the back, and the degrees by which it is turned clockwise: "f0", "f90",
"f180", "f270", "b0", "b90", "b180", "b270". A small tile has no "b". At 0 and 180 degrees a large tile lies on two cells side by
side, at 90 and 270 on two cells below each other. A tile lies "on" its first cell: the left or the upper one.

Spots (`Option.spot`), which a painter may mark with a letter:

    c12                 a cell: for a tile (its first cell), a ship or a sled
    c12-nw              an area of land or ice for a sled, by one of its quadrants (see `VisibleArea.quadrants`)
    rotation-l07-c12-f90
                        a way to lay a tile: tile, first cell and rotation; to be shown as a preview of the tile there
    tile-0, tile-1, …   a tile of the viewer's own reserve, by its index in `VisibleExpedition.hand`
    market-0, …         a large tile on offer, by its index in `View.market`
    small-0 … small-5   a pile of small tiles, by design (`View.piles`)
    ship-0, sled-0      a seat's ship or sled
    symbol-c12          a find that can be taken, by the cell with its symbol
"""

from __future__ import annotations

from typing import Literal, Optional

import msgspec

from engine.games.northwest.state import Cell, Kind, Tile, Vehicle
from engine.games.northwest.tiles import ROTATION_WORDS, rotate_rows
from engine.kernel.script import PieceFace

__all__ = [
    "ArrowFace",
    "Cell",
    "Corner",
    "CrewColumn",
    "Kind",
    "LaidTile",
    "MajorityPlace",
    "Point",
    "Quadrant",
    "Quadrants",
    "SunStep",
    "Tile",
    "TileFace",
    "TileLie",
    "Vehicle",
    "View",
    "VisibleArea",
    "VisibleCell",
    "VisibleExpedition",
    "VisibleMajority",
    "VisiblePile",
    "VisibleScoreLine",
    "VisibleShip",
    "VisibleSled",
    "VisibleTile",
    "VisibleTokens",
]

Point = tuple[int, int]
"""A cell as (x, y)."""
Corner = Literal["nw", "ne", "sw", "se"]
Quadrants = tuple[bool, bool, bool, bool]
"""Whether there is land at nw, ne, sw, se."""
Quadrant = tuple[int, int, Corner]
"""A quarter of a cell: x, y and the corner it lies at."""


class TileLie(msgspec.Struct, frozen=True):
    """A way in which a tile can lie: its rotation, its rows of corners and the cell of its symbol.

    `symbol_at` is 0 for the first cell, 1 for the second, None without a symbol.
    """

    rotation: str = msgspec.field(name="turn")
    rows: str
    symbol_at: Optional[int] = None


class VisibleTile(msgspec.Struct, frozen=True):
    """A tile that is not on the board.

    `lies[0]` is its front as printed ("f0"). Of rotations that show the same `lies` has the first only. `back` are the rows of the
    other side unturned ("b0"), "" for a small tile, which has a joker there. `symbol` is the kind of find on it or "".
    """

    tile: Tile
    kind: Literal["large", "small"]
    symbol: str
    back: str
    lies: tuple[TileLie, ...]

    def find_lie(self, rotation: str) -> TileLie | None:
        """Compute how the tile lies in any rotation; None for a rotation that it does not have."""
        if rotation not in ROTATION_WORDS or (rotation[0] == "b" and not self.back):
            return None
        front, flipped, quarters = self.lies[0], rotation[0] == "b", int(rotation[1:]) // 90
        rows = rotate_rows(tuple((self.back if flipped else front.rows).split("/")), quarters)
        symbol_at = None if front.symbol_at is None else (front.symbol_at + flipped + quarters // 2) % 2
        return TileLie(rotation, "/".join(rows), symbol_at)


class TileFace(PieceFace, frozen=True):
    """A tile that belongs to no table."""

    tile: VisibleTile


class ArrowFace(PieceFace, frozen=True):
    """The tokens on an arrow: the label of the arrow and their different values, the highest first."""

    label: str
    values: tuple[int, ...]


class VisiblePile(msgspec.Struct, frozen=True):
    """The remaining small tiles of one design. `tile` is its word, `rows` are its corners unturned."""

    tile: Tile
    rows: str
    tiles_left: int


class LaidTile(msgspec.Struct, frozen=True):
    """A tile on the board. `tile` is its word; the printed tiles are "greenland", "passage", "cape" and "continent".

    `kind` "gap" is a gap that was closed without a tile because none was left (N5.7). `cells` are the one or two cells it covers,
    the first cell first. `symbol` is the kind of find printed on it or "", `symbol_cell` the cell with the symbol, `has_token`
    whether the token still lies there. `points` are the points for the token now (zone included), 0 without a token.
    """

    tile: Tile
    kind: Literal["large", "small", "joker", "printed", "gap"]
    rotation: str = msgspec.field(name="turn")
    rows: str
    cells: tuple[Point, ...]
    symbol: str = ""
    symbol_cell: Optional[Point] = None
    has_token: bool = False
    points: int = 0


class VisibleCell(msgspec.Struct, frozen=True):
    """A cell with a tile on it. `tile_index` is the index of its tile in `View.laid_tiles`, `is_frozen` whether it is ice now."""

    x: int
    y: int
    name: Cell
    tile_index: int
    land: Quadrants
    is_frozen: bool


class VisibleArea(msgspec.Struct, frozen=True):
    """Connected land or ice on one tile. `name` is its word in moves ("c12-nw"). All of a frozen cell belongs to the area."""

    name: str
    quadrants: tuple[Quadrant, ...]


class VisibleShip(msgspec.Struct, frozen=True):
    """A ship on the tile with the index `tile_index` in `View.laid_tiles`.

    It may be drawn on any of `water`, the unfrozen sea quadrants of that tile. If the ice holds it, `is_held`, `water` is empty and
    the ship lies in one of `cells`. `will_be_held` is whether the ice will hold it in the next round if it stays; None if there is
    no next round.
    """

    tile_index: int
    cells: tuple[Point, ...]
    water: tuple[Quadrant, ...]
    is_held: bool
    will_be_held: Optional[bool]


class VisibleSled(msgspec.Struct, frozen=True):
    """A sled: "aboard" the ship (not deployed), "out" on the given area, or "lost".

    `next_fate` is the effect of the next sun step if it stays: "safe", "moved" (its ice melts, and it must go to another area of
    its tile) or "lost". It is None if there is no next round or the sled is not out.
    """

    state: Literal["aboard", "out", "lost"]
    tile_index: Optional[int] = None
    area: Optional[VisibleArea] = None
    next_fate: Optional[Literal["safe", "moved", "lost"]] = None


class CrewColumn(msgspec.Struct, frozen=True):
    """The crewmen in one column of a player board."""

    available: int
    resting: int


class VisibleScoreLine(msgspec.Struct, frozen=True):
    """A line of a score. `points` may be negative. The lines of a seat are always in the order of the type of `item`."""

    item: Literal["finds", "islands", "passage", "greenland", "franklin", "strait", "cartography", "sets", "losses"]
    points: int


class VisibleExpedition(msgspec.Struct, frozen=True):
    """An expedition. `crew` are its two columns; `lost_crewmen` were lost with a sled. `hand` is its personal reserve.

    `tokens` counts its tokens of all five kinds, `sets` the complete sets of five. `passage` and `greenland` are the values of its
    tokens from the arrows, None without a token. `home` is its place in the order of return (1, 2, …), 0 while it is out.
    `has_passed` is whether it has no more actions in this round. `track_points` is the score so far, as the disc on the track shows
    it. `score` are all lines as if the game ended now (majorities, sets and losses included), `total` is their sum.
    """

    seat: int
    ship: VisibleShip
    sled: VisibleSled
    crew: dict[Vehicle, CrewColumn]
    lost_crewmen: int
    hand: tuple[VisibleTile, ...]
    tokens: dict[Kind, int]
    sets: int
    passage: Optional[int]
    greenland: Optional[int]
    home: int
    has_passed: bool
    track_points: int
    score: tuple[VisibleScoreLine, ...]
    total: int


class MajorityPlace(msgspec.Struct, frozen=True):
    """The tokens of a seat in a majority and its points now. `place` is the paid place from 1 (the lowest of a tie) or 0."""

    seat: int
    tokens: int
    place: int
    points: int


class VisibleMajority(msgspec.Struct, frozen=True):
    """A majority: the points of each place, and the places of the seats, most tokens first."""

    kind: Literal["franklin", "strait", "cartography"]
    place_points: tuple[int, ...]
    places: tuple[MajorityPlace, ...]


class SunStep(msgspec.Struct, frozen=True):
    """The sun in a round.

    `position` is 1 to 7, counter-clockwise from the Greenland arrow. The rows y < `frozen_rows` are ice.
    """

    round: int
    position: int
    frozen_rows: int


class VisibleTokens(msgspec.Struct, frozen=True):
    """The tokens that nobody has won.

    `bag` counts by kind the symbols on tiles that are not placed, `board` the tokens on placed tiles. `passage` and `greenland` are
    the values left at the arrows, highest first.
    """

    bag: dict[Kind, int]
    board: dict[Kind, int]
    passage: tuple[int, ...]
    greenland: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it.

    `columns` and `rows` are the size of the board in cells, `zones` the multiplier of every column. `cells` are the cells with a
    tile; `laid_tiles` the tiles, first the printed ones, then in the order of placing; `greenland` and `passage` the cells of the
    two arrow tiles. `bag` counts the large tiles that are not drawn.

    `sun` is the sun now, `suns` the rounds to come in order, `arch` the frozen rows at each position of the sun, `rounds` the
    number of rounds. `order` is the turn order of this round (seats not home), `next_order` the places taken so far for the next
    round. `to_move` is the seat whose turn it is, `acted` its actions in this turn, `surcharge` the extra cost of a further action
    now. `is_drafting` is whether the players still choose their first tiles, before round 1.
    """

    viewer: Optional[int]
    columns: int
    rows: int
    zones: tuple[int, ...]
    cells: tuple[VisibleCell, ...]
    laid_tiles: tuple[LaidTile, ...]
    greenland: tuple[Point, ...]
    passage: tuple[Point, ...]
    expeditions: tuple[VisibleExpedition, ...]
    market: tuple[VisibleTile, ...]
    piles: tuple[VisiblePile, ...]
    bag: int
    tokens: VisibleTokens
    cartography: int
    island_points: tuple[int, ...]
    majorities: tuple[VisibleMajority, ...]
    sun: SunStep
    suns: tuple[SunStep, ...]
    arch: tuple[int, ...]
    rounds: int
    order: tuple[int, ...]
    next_order: tuple[int, ...]
    to_move: int
    acted: int
    surcharge: int
    options: dict[str, str]
    is_drafting: bool
    ended: bool
    winners: tuple[int, ...]
