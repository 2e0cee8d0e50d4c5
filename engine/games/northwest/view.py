"""Who may know what: the table as one seat, or a spectator, sees it.

Everything lies open but the order of the tiles in the bag (N1.8). So all viewers see the same; `viewer` only says whose eyes
these are.

Coordinates. A cell is a pair (x, y): x counts the columns from 0 in the west, y the rows from 0 in the north. Its printed name,
which moves use, is the row letter and the column number from 1: (11, 2) is "c12". Corners of cells are called "nw", "ne", "sw"
and "se"; terrain is True for land and False for sea, so the four quadrants of a cell are four booleans in the order nw, ne, sw, se.
Two cells that touch show equal quadrants at the corners they share. Inside a cell quadrants side by side are connected when they
are equal; of two opposite ones sea is connected, land is not: land nw and se with sea ne and sw is a channel.

What a tile shows when it is laid is written in `rows`: a row of corners after the other from north to south, "1" land and "0"
sea. "011/011" is a large tile on two cells side by side, "11/01/01" one on two cells below each other, "10/00" a small one.

A rotation of a tile is a word: "f" for the front or "b" for the back, and by how many degrees it is turned clockwise: "f0", "f90",
"f180", "f270", "b0", "b90", "b180", "b270". A small tile has no "b". At 0 and 180 degrees a large tile lies on two cells side by
side, at 90 and 270 on two cells below each other. A tile is said to lie "on" its first cell: the left or the upper one.

Spots (`Option.spot`), which a painter may mark with a letter:

    c12                 a cell: where a tile may be laid (its first cell), a ship may sail, a sled may go
    c12-nw              an area of land or ice that a sled may choose, by a cell and corner of it
    (`VisibleArea.quadrants` has them all)
    rotation-l07-c12-f90
                        a way to lay a tile: tile, first cell and rotation; to be shown as a preview of the tile there
    tile-0, tile-1, …   a tile of the viewer's own reserve, by its index in `ScreensByPrefix.hand`
    market-0, …         a large tile on offer, by its index in `View.market`
    small-0 … small-5   a pile of small tiles, by design (`View.piles`)
    ship-0, sled-0      a seat's ship or sled
    symbol-c12          a find that may be taken, by the cell with its symbol
"""

from __future__ import annotations

from typing import Literal, Optional

import msgspec

from engine.games.northwest.state import Cell, Kind, Tile, Vehicle
from engine.games.northwest.tiles import ROTATION_WORDS, rotate_rows

__all__ = [
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
"""Land or not, at nw, ne, sw, se."""
Quadrant = tuple[int, int, Corner]
"""A quarter of a cell: x, y and the corner it lies at."""


class TileLie(msgspec.Struct, frozen=True):
    """A different way in which a tile can lie: its rotation, what it then shows, and on which of its cells the symbol is (0 the
    first, 1 the second, None without one). Rotations that show the same are listed once, under the first."""

    rotation: str = msgspec.field(name="turn")
    rows: str
    symbol_at: Optional[int] = None


class VisibleTile(msgspec.Struct, frozen=True):
    """A tile that is not on the board. `lies[0]` is its front as printed ("f0"); `back` is what the other side shows, unturned
    ("b0"), "" for a small tile, whose other side is a joker. `symbol` is the kind of find on it or ""."""

    tile: Tile
    kind: Literal["large", "small"]
    symbol: str
    back: str
    lies: tuple[TileLie, ...]

    def find_lie(self, rotation: str) -> TileLie | None:
        """How the tile lies in a rotation, listed in `lies` or not; None for one that it does not have."""
        if rotation not in ROTATION_WORDS or (rotation[0] == "b" and not self.back):
            return None
        front, flipped, quarters = self.lies[0], rotation[0] == "b", int(rotation[1:]) // 90
        rows = rotate_rows(tuple((self.back if flipped else front.rows).split("/")), quarters)
        symbol_at = None if front.symbol_at is None else (front.symbol_at + flipped + quarters // 2) % 2
        return TileLie(rotation, "/".join(rows), symbol_at)


class VisiblePile(msgspec.Struct, frozen=True):
    """The small tiles of one design that are left. `tile` is its word, `rows` what it shows unturned."""

    tile: Tile
    rows: str
    tiles_left: int


class LaidTile(msgspec.Struct, frozen=True):
    """A tile on the board. `tile` is its word; printed ones are called "greenland", "passage", "cape", "continent".

    `kind` "gap" is a hole that was closed without a tile because none was left (N5.7). `cells` are the one or two cells it
    covers, the first one first. `symbol` is the kind of find printed on it or "", `symbol_cell` the cell with the symbol,
    `has_token` whether the token still lies there, `points` what taking it pays now (zone included), 0 without a token.
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
    """Connected land or ice on one tile. `name` is how moves call it ("c12-nw"); frozen cells belong to it whole."""

    name: str
    quadrants: tuple[Quadrant, ...]


class VisibleShip(msgspec.Struct, frozen=True):
    """A ship. `tile_index` is the index in `View.laid_tiles` of the tile on which it lies; it may be drawn on any of
    `water`, the unfrozen
    sea quadrants of that tile. `is_held`: the ice holds it, `water` is empty, and it lies in a cell of `cells`.

    `will_be_held` is whether it will be held in the next round if it stays; None when there is no next round.
    """

    tile_index: int
    cells: tuple[Point, ...]
    water: tuple[Quadrant, ...]
    is_held: bool
    will_be_held: Optional[bool]


class VisibleSled(msgspec.Struct, frozen=True):
    """A sled. "aboard" the ship (not deployed), "out" on the area given, or "lost".

    `next_fate`: what the next sun step does to it if it stays: "safe", "moved" (its ice melts, it must go to another area of its
    tile) or "lost"; None when there is no next round or it is not out.
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
    """A line of a score. `points` may be negative. The lines of a seat always come in the order of `item`'s type."""

    item: Literal["finds", "islands", "passage", "greenland", "franklin", "strait", "cartography", "sets", "losses"]
    points: int


class VisibleExpedition(msgspec.Struct, frozen=True):
    """An expedition. `crew` are its two columns; `lost_crewmen` crewmen went down with a sled. `hand` is its personal reserve.

    `tokens` counts its tokens of all five kinds, `sets` the complete sets of five. `passage` and `greenland` are the values of
    its tokens from the arrows, None without. `home` is its place in the order of return (1, 2, …), 0 while it is out.
    `track_points` is
    the score so far, as the disc on the track shows it; `score` are all lines as they would count if the game ended now
    (majorities, sets and losses included), `total` their sum. `has_passed`: no more actions in this round.
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
    """What one seat has in a majority and would be paid now. `place` counts from 1 as paid (ties take the lowest), 0 for none."""

    seat: int
    tokens: int
    place: int
    points: int


class VisibleMajority(msgspec.Struct, frozen=True):
    """One majority: what each place pays, and where the seats stand, most tokens first."""

    kind: Literal["franklin", "strait", "cartography"]
    place_points: tuple[int, ...]
    places: tuple[MajorityPlace, ...]


class SunStep(msgspec.Struct, frozen=True):
    """The sun in a round: its position (1 to 7, counter-clockwise from the Greenland arrow) and how many rows are frozen,
    counted from the north: rows y < `frozen_rows` are ice."""

    round: int
    position: int
    frozen_rows: int


class VisibleTokens(msgspec.Struct, frozen=True):
    """Tokens not yet won: `bag` of each kind still to be laid out or drawn (symbols on tiles not placed), `board` lying on
    placed tiles, `passage` and `greenland` the values left at the arrows, highest first."""

    bag: dict[Kind, int]
    board: dict[Kind, int]
    passage: tuple[int, ...]
    greenland: tuple[int, ...]


class View(msgspec.Struct, frozen=True):
    """The table as seen.

    `columns` and `rows` are the size of the board in cells. `zones` gives for every column x its multiplier. `cells` are the
    cells with a tile on them, `laid_tiles` the tiles, printed ones first, then in the order of laying; `greenland` and
    `passage` the
    cells of the two arrow tiles. `sun` is now, `suns` every round to come in order; `arch` the frozen rows at each of the
    sun's positions, `rounds` how many rounds there are. `order` is the turn order of this round (seats not home), `next_order`
    the places taken so far for the next, `to_move` the seat whose turn it is and `acted` how many actions it has taken in this
    turn; `surcharge` is what a further action costs more now. `bag` counts the large tiles not drawn. `is_drafting`:
    the first tiles
    are being chosen, before round 1 begins.
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
