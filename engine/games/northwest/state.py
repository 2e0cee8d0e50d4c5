"""The state of a table: the tiles, the tokens and the expeditions.

A tile is a word: "l00" to "l63" for the large ones, "s0" to "s5" for the designs of small ones. A cell is its row letter and its
column number, "c12" (see `grid`). The words of its placement stand for a placed tile: "l07 c12 f90" is tile l07 on c12 and the
cell below it, front up and turned clockwise by 90 degrees; "s3 c5 f90" is a small tile. "s3 c5 j1001" is a small tile of design 3
as a joker for the corners 10/01, "x c5 j1001" a gap that was closed without a tile because no small tile was left.
"""

from __future__ import annotations

from typing import Literal, Optional

import msgspec

Tile = str
Cell = str
Area = str
"""Land or ice with a sled on it: the first cell of the area and its first corner there, "c12-nw" (see `travel.find_area`)."""
Kind = Literal["cairn", "inuit", "franklin", "strait", "cartography"]
SET_KINDS: tuple[Kind, ...] = ("inuit", "cairn", "franklin", "strait", "cartography")
"""The kinds of tokens that make a set."""
Vehicle = Literal["ship", "sled"]


class Expedition(msgspec.Struct):
    """One player's ship, sled, crew, tiles and finds.

    `ship` is the first cell of the tile on which the ship lies. `sled` is the area on which the sled stands, "" while it is
    aboard the ship. `sled_lost` is whether it broke through the ice, `lost` the number of crewmen who were lost with it. `hand` is
    the personal reserve. `trail` are the points for finds, `islands` the points for islands, `largest` the number of tiles of the
    largest island. `passage` and `greenland` are the values of the tokens won at the arrows, None without one. `home` is the
    place in the order of return to Greenland, 0 while out.
    """

    ship: Cell
    ship_available: int
    ship_resting: int = 0
    sled_available: int = 0
    sled_resting: int = 0
    sled: Area = ""
    sled_lost: bool = False
    lost: int = 0
    hand: list[Tile] = []
    tokens: dict[Kind, int] = {}
    trail: int = 0
    islands: int = 0
    largest: int = 0
    passage: Optional[int] = None
    greenland: Optional[int] = None
    home: int = 0


class State(msgspec.Struct):
    """A table of Expedition: Northwest Passage.

    Tiles are drawn from the end of `bag`. `piles` counts the small tiles of each design. `placed` are all tiles placed since the
    beginning, in order, `taken` the tiles (large or printed) whose token has been picked up. `order` is the first line of the turn
    order, `passed` its second; both list seats that are not home. `acted` counts the actions of the current turn. `round` is 0
    while the players draw the first tiles.
    """

    options: dict[str, str]
    expeditions: list[Expedition]
    bag: list[Tile]
    market: list[Tile]
    piles: list[int]
    cartography: int
    passage_tokens: list[int]
    greenland_tokens: list[int]
    order: list[int]
    to_move: int
    placed: list[str] = []
    taken: list[Tile] = []
    passed: list[int] = []
    round: int = 0
    acted: int = 0
    ended: bool = False
