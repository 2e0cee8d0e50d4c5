"""The board as ships find it: terrain, routes and chests, computed from the tiles and the pieces on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import ne
from typing import TYPE_CHECKING

import msgspec

from engine.games.paso.hexes import NO_HEX, Passage
from engine.games.paso.state import Piece, Tile
from engine.games.paso.view import VisibleHex, VisiblePiece, VisibleTile

if TYPE_CHECKING:
    from engine.games.paso.ship_movement import Way

TileFace = tuple[tuple[str, str], ...]
"""The printed hexes of a tile as it lies: the letter of the terrain and the word of the chest, "" without one."""

BoardView = tuple[tuple[VisibleHex, ...], tuple[VisibleTile, ...], tuple[VisiblePiece, ...]]
"""The parts of a view that are the same for every viewer."""


class Land:
    """The tiles alone: the printed terrain of every hex, water too, and the chests that are not spent (P9.2).

    `terrain[h]` is "" where no tile lies. `visible_bare_hexes` caches how views show the hexes when nothing lies on
    them (see `build_view`). A land never changes: `derive` creates another one.
    """

    __slots__ = ("_faces", "_laid", "_neighbours", "_passage", "_spent", "chests", "terrain", "visible_bare_hexes")

    def __init__(
        self, passage: Passage, faces: dict[Tile, TileFace], laid: Sequence[Tile], spent: Sequence[str]
    ) -> None:
        self._passage, self._faces, self._spent = passage, faces, list(spent)
        self._neighbours: dict[int | None, tuple[int, ...]] = {}
        self._laid: list[Tile] = []
        self.visible_bare_hexes: dict[int, VisibleHex] | None = None
        self.terrain = [""] * len(passage.names)
        self.chests = [""] * len(passage.names)
        self._add_tiles(laid)

    def _add_tiles(self, new_tiles: Sequence[Tile]) -> None:
        """Lay tiles after the present ones."""
        for tile, slots in zip(new_tiles, self._passage.slots[len(self._laid) :], strict=False):
            for hex_, (letter, chest) in zip(slots, self._faces[tile], strict=True):
                self.terrain[hex_] = letter
                if chest and chest not in self._spent:
                    self.chests[hex_] = chest
        self._laid += new_tiles

    def shows(self, laid: Sequence[Tile], spent: Sequence[str]) -> bool:
        """Return whether this is the land with these tiles and spent chests."""
        return laid == self._laid and spent == self._spent

    def derive(self, laid: Sequence[Tile], spent: Sequence[str]) -> Land:
        """Return the land with these tiles and spent chests, or this land if they are the same."""
        if self.shows(laid, spent):
            return self
        tile_count = len(self._laid)
        if laid[:tile_count] != self._laid or spent != self._spent:
            return Land(self._passage, self._faces, laid, spent)
        new = object.__new__(Land)
        new._passage, new._faces, new._spent, new._neighbours = self._passage, self._faces, self._spent, {}
        new._laid, new.terrain, new.chests = self._laid.copy(), self.terrain.copy(), self.chests.copy()
        new.visible_bare_hexes = None
        new._add_tiles(laid[tile_count:])
        return new

    def list_neighbours(self, origin: int | None) -> tuple[int, ...]:
        """Return the neighbours of a hex that have a tile; for None, the hexes of row 1."""
        found = self._neighbours.get(origin)
        if found is None:
            near = self._passage.list_row_hexes(1) if origin is None else self._passage.neighbours[origin]
            found = self._neighbours[origin] = tuple([hex_ for hex_ in near if hex_ != NO_HEX and self.terrain[hex_]])
        return found


class Board:
    """The pieces and ships on the land.

    `ground[h]` is the terrain that a ship finds on a hex without a route: "W", "L", "S", "I", or "" where no tile lies.
    `routes` maps each hex of a route to the owners of the pieces in sight, lowest first (P4.7); all other hexes are
    open terrain. `iced_hexes` are hexes of routes that cost the price of an iceberg (only where icebergs do not break
    routes). `stacks` maps hexes to all their pieces, lowest first. `top_pieces` are the pieces without another on them,
    by their index in `pieces`. `ships` maps the hexes of ships to seats; `ship_hexes` are the names of these hexes.
    `covering_terrain` is the terrain of the special tiles that lie over the printed one.

    A board never changes: `derive` creates another one. `cached_view` caches how views show it (see `build_view`),
    `cached_surface` what ships find (`encode_surface`), and `cached_ways` the last advances (`TurnOptions.ways`).
    """

    __slots__ = (
        "cached_surface",
        "cached_view",
        "cached_ways",
        "covering_terrain",
        "ground",
        "ice_breaks",
        "iced_hexes",
        "land",
        "passage",
        "pieces",
        "routes",
        "ship_hexes",
        "ships",
        "stacks",
        "top_pieces",
    )

    def __init__(
        self, passage: Passage, land: Land, pieces: Sequence[Piece], ships: dict[int, int], *, ice_breaks: bool
    ) -> None:
        self.passage, self.land, self.ice_breaks = passage, land, ice_breaks
        self.ships, self.ship_hexes = ships, {passage.names[hex_] for hex_ in ships}
        self.pieces: list[Piece] = []
        self.top_pieces: list[int] = []
        self.ground = land.terrain.copy()
        self.stacks: dict[int, list[Piece]] = {}
        self.routes: dict[int, list[int]] = {}
        self.iced_hexes: frozenset[int] = frozenset()
        self.covering_terrain: dict[int, str] = {}
        self.cached_view: BoardView | None = None
        self.cached_surface: bytes | None = None
        self.cached_ways: tuple[object, dict[int, list[Way]]] | None = None
        for piece in pieces:
            self._add_piece(piece)

    def _add_piece(self, piece: Piece) -> None:
        """Lay a piece on top. Pieces are told apart by `id`, since two of them may be equal."""
        hexes = [self.passage.hex_by_name[name] for name in piece.hexes]
        covered = {id(self.stacks[hex_][-1]) for hex_ in hexes if hex_ in self.stacks}
        if covered:
            self.top_pieces = [n for n in self.top_pieces if id(self.pieces[n]) not in covered]
        self.top_pieces.append(len(self.pieces))
        self.pieces.append(piece)
        for hex_ in hexes:
            self._stack_piece(piece, hex_)

    def _stack_piece(self, piece: Piece, hex_: int) -> None:
        """Lay a piece on the stack of one hex.

        Containers other than `stacks` and `routes` are replaced, not changed, because another board may share them.
        """
        stacks, routes = self.stacks, self.routes
        stacks[hex_] = [*stacks[hex_], piece] if hex_ in stacks else [piece]
        if piece.owner >= 0:
            routes[hex_] = [*routes[hex_], piece.owner] if hex_ in routes else [piece.owner]
            if hex_ in self.iced_hexes:
                self.iced_hexes = self.iced_hexes - {hex_}
        elif piece.kind == "ice" and not self.ice_breaks and hex_ in routes:
            self.iced_hexes = self.iced_hexes | {hex_}
        else:  # P4.9
            routes.pop(hex_, None)
            self.iced_hexes = self.iced_hexes - {hex_}
            self.covering_terrain = {**self.covering_terrain, hex_: "I" if piece.kind == "ice" else "W"}
            self.ground = [*self.ground]
            self.ground[hex_] = self.covering_terrain[hex_]

    def _remove_piece(self, piece_index: int) -> None:
        """Take a piece off the board."""
        piece = self.pieces.pop(piece_index)
        uncovered: set[int] = set()
        for name in piece.hexes:
            hex_ = self.passage.hex_by_name[name]
            stack = self.stacks.pop(hex_)
            self._clear_hex(hex_)
            for other in stack:
                if other is not piece:
                    self._stack_piece(other, hex_)
                    uncovered.add(id(other))
        self.top_pieces = [n - (n > piece_index) for n in self.top_pieces if n != piece_index]
        if uncovered:
            for n, other in enumerate(self.pieces):
                if id(other) in uncovered and self._is_on_top(other):
                    self.top_pieces.append(n)
            self.top_pieces = sorted(set(self.top_pieces))

    def _clear_hex(self, hex_: int) -> None:
        """Restore the printed terrain of a hex whose stack was removed."""
        self.routes.pop(hex_, None)
        self.iced_hexes = self.iced_hexes - {hex_}
        if hex_ in self.covering_terrain:
            self.covering_terrain = {**self.covering_terrain}
            del self.covering_terrain[hex_]
            self.ground = [*self.ground]
            self.ground[hex_] = self.land.terrain[hex_]

    def _is_on_top(self, piece: Piece) -> bool:
        return all(self.stacks[self.passage.hex_by_name[name]][-1] is piece for name in piece.hexes)

    def shows(self, laid: Sequence[Tile], spent: Sequence[str], pieces: Sequence[Piece], ships: dict[int, int]) -> bool:
        """Return whether this is the board of a position."""
        return ships == self.ships and pieces == self.pieces and self.land.shows(laid, spent)

    def derive(
        self, laid: Sequence[Tile], spent: Sequence[str], pieces: Sequence[Piece], ships: dict[int, int]
    ) -> Board | None:
        """Return the board of a position that differs little from this one, or None if it differs more.

        Tiles, spent chests and ships may differ. The pieces must be the same, or one more on top, or one less.
        """
        change, removed_index = len(pieces) - len(self.pieces), -1
        if change == 0:
            if pieces != self.pieces:
                return None
        elif change == 1:
            if pieces[:-1] != self.pieces:
                return None
        elif change == -1:
            removed_index = _find_first_difference(pieces, self.pieces)
            if pieces[removed_index:] != self.pieces[removed_index + 1 :]:
                return None
        else:
            return None
        land = self.land.derive(laid, spent)
        new = object.__new__(Board)
        self._copy_to(new, land, ships, shares_pieces=change == 0)
        if change == 1:
            new._add_piece(pieces[-1])
        elif change == -1:
            new._remove_piece(removed_index)
        return new

    def _copy_to(self, new: Board, land: Land, ships: dict[int, int], *, shares_pieces: bool) -> None:
        """Set all attributes of a new board with the same pieces; `shares_pieces` if no piece will be added or removed."""
        new.passage, new.land, new.ice_breaks = self.passage, land, self.ice_breaks
        new.ships, new.ship_hexes = ships, {self.passage.names[hex_] for hex_ in ships}
        new.iced_hexes, new.covering_terrain = self.iced_hexes, self.covering_terrain
        new.cached_view = new.cached_surface = new.cached_ways = None
        if shares_pieces:
            new.pieces, new.top_pieces, new.stacks, new.routes = self.pieces, self.top_pieces, self.stacks, self.routes
        else:
            new.pieces, new.top_pieces = self.pieces.copy(), self.top_pieces.copy()
            new.stacks, new.routes = self.stacks.copy(), self.routes.copy()
        if land is self.land:
            new.ground = self.ground
        else:
            new.ground = land.terrain.copy()
            for hex_, terrain in self.covering_terrain.items():
                new.ground[hex_] = terrain

    def encode_surface(self) -> bytes:
        """Encode all that ships find on the hexes: terrain, routes, the price of icebergs, and other ships."""
        if self.cached_surface is None:
            surface = (self.ground, self.routes, self.iced_hexes, self.ships)
            self.cached_surface = msgspec.json.encode(surface)
        return self.cached_surface

    def list_open_tokens(self, owner: int | None) -> list[int]:
        """Return the tokens of a seat, or of all seats, with nothing on them, by their index in `pieces` (P5.1)."""
        found: list[int] = []
        for n in self.top_pieces:
            piece_owner = self.pieces[n].owner
            is_wanted = piece_owner >= 0 if owner is None else piece_owner == owner
            if is_wanted and not self.bears_ship(n):
                found.append(n)
        return found

    def bears_ship(self, piece_index: int) -> bool:
        """Check whether a ship stands on a hex of a piece."""
        return not self.ship_hexes.isdisjoint(self.pieces[piece_index].hexes)

    def is_bare(self, hex_: int) -> bool:
        """Check whether a hex has a tile and nothing on it."""
        return bool(self.land.terrain[hex_]) and hex_ not in self.stacks and hex_ not in self.ships

    def is_tile_bare(self, tile: int) -> bool:
        """Check whether a whole tile has nothing on it."""
        hexes = self.passage.slots[tile]
        return self.stacks.keys().isdisjoint(hexes) and self.ships.keys().isdisjoint(hexes)

    def find_chest(self, hex_: int) -> str:
        """Return the chest in sight on a hex, "" without one (P9)."""
        return "" if hex_ in self.stacks else self.land.chests[hex_]


def _find_first_difference(pieces: Sequence[Piece], longer: Sequence[Piece]) -> int:
    """Return the first index at which two lists differ, the length of the shorter one if it is the beginning of the other.

    It runs in C, since it compares all pieces of a board in most positions of a search.
    """
    return next(compress(count(), map(ne, pieces, longer)), len(pieces))
