"""The board as ships find it: terrain, routes and chests, worked out from the tiles and the pieces that lie on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import ne

from engine.games.paso.hexes import NO_HEX, Passage
from engine.games.paso.state import Piece, Tile
from engine.games.paso.view import VisibleHex, VisiblePiece, VisibleTile

TileFace = tuple[tuple[str, str], ...]
"""A tile as it lies: letter of the terrain and word of the chest printed there, "" without one, hex by hex."""

BoardView = tuple[tuple[VisibleHex, ...], tuple[VisibleTile, ...], tuple[VisiblePiece, ...]]
"""What everybody sees of a board."""


class Land:
    """The tiles alone: for every hex its printed terrain ("" where no tile lies) and the chest printed on it, if it is not
    spent (P9.2).

    Never changed: `derive` makes another one out of it. `visible_bare_hexes` is how views show its hexes where nothing
    lies, once somebody
    has looked (see `seen`).
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
        """Tiles behind those that lie."""
        for tile, slots in zip(new_tiles, self._passage.slots[len(self._laid) :], strict=False):
            for hex_, (letter, chest) in zip(slots, self._faces[tile], strict=True):
                self.terrain[hex_] = letter
                if chest and chest not in self._spent:
                    self.chests[hex_] = chest
        self._laid += new_tiles

    def derive(self, laid: Sequence[Tile], spent: Sequence[str]) -> Land:
        """The land of these tiles and spent chests: this one where it is the same."""
        mine = len(self._laid)
        if laid == self._laid and spent == self._spent:
            return self
        if laid[:mine] != self._laid or spent != self._spent:
            return Land(self._passage, self._faces, laid, spent)
        new = object.__new__(Land)
        new._passage, new._faces, new._spent, new._neighbours = self._passage, self._faces, self._spent, {}
        new._laid, new.terrain, new.chests = self._laid.copy(), self.terrain.copy(), self.chests.copy()
        new.visible_bare_hexes = None
        new._add_tiles(laid[mine:])
        return new

    def list_neighbours(self, origin: int | None) -> tuple[int, ...]:
        """The hexes with a tile beside a hex, or those of row 1 for None."""
        found = self._neighbours.get(origin)
        if found is None:
            near = self._passage.list_row_hexes(1) if origin is None else self._passage.neighbours[origin]
            found = self._neighbours[origin] = tuple([hex_ for hex_ in near if hex_ != NO_HEX and self.terrain[hex_]])
        return found


class Board:
    """What lies where.

    `ground[h]` is the terrain that a ship finds on a hex without a route: "W", "L", "S", "I", or "" where no tile lies.
    `routes` are the owners of the pieces in sight on each hex of a route, lowest first (P4.7); a hex that is not in it is open
    terrain. `iced_hexes` are hexes of routes that cost an iceberg's price (only where icebergs do not break routes).
    `stacks` are all
    pieces on a hex, lowest first; `top_pieces` the pieces without another on them, by their place in `pieces`. `ships`
    are the seats by
    the hex of their ship, `ship_hexes` these hexes by name. `covering_terrain` is the terrain that special tiles have
    laid over the printed one.

    Never changed: `derive` makes another one out of it. `cached_view` is how views show it, once somebody has looked (see `seen`).
    """

    __slots__ = (
        "_ice_breaks",
        "cached_view",
        "covering_terrain",
        "ground",
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
        self.passage, self.land, self._ice_breaks = passage, land, ice_breaks
        self.ships, self.ship_hexes = ships, {passage.names[hex_] for hex_ in ships}
        self.pieces: list[Piece] = []
        self.top_pieces: list[int] = []
        self.ground = land.terrain.copy()
        self.stacks: dict[int, list[Piece]] = {}
        self.routes: dict[int, list[int]] = {}
        self.iced_hexes: frozenset[int] = frozenset()
        self.covering_terrain: dict[int, str] = {}
        self.cached_view: BoardView | None = None
        for piece in pieces:
            self._add_piece(piece)

    def _add_piece(self, piece: Piece) -> None:
        """One piece more on top."""
        hexes = [self.passage.hex_by_name[name] for name in piece.hexes]
        under = {id(self.stacks[at][-1]) for at in hexes if at in self.stacks}
        if under:
            self.top_pieces = [n for n in self.top_pieces if id(self.pieces[n]) not in under]
        self.top_pieces.append(len(self.pieces))
        self.pieces.append(piece)
        for at in hexes:
            self._stack_piece(piece, at)

    def _stack_piece(self, piece: Piece, hex_: int) -> None:
        """A piece on what lies on one hex. All but `stacks` and `routes` is replaced: another board may hold it, too."""
        stacks, routes = self.stacks, self.routes
        stacks[hex_] = [*stacks[hex_], piece] if hex_ in stacks else [piece]
        if piece.owner >= 0:
            routes[hex_] = [*routes[hex_], piece.owner] if hex_ in routes else [piece.owner]
            if hex_ in self.iced_hexes:
                self.iced_hexes = self.iced_hexes - {hex_}
        elif piece.kind == "ice" and not self._ice_breaks and hex_ in routes:
            self.iced_hexes = self.iced_hexes | {hex_}
        else:  # P4.9
            routes.pop(hex_, None)
            self.covering_terrain = {**self.covering_terrain, hex_: "I" if piece.kind == "ice" else "W"}
            self.ground = [*self.ground]
            self.ground[hex_] = self.covering_terrain[hex_]

    def _remove_piece(self, piece_index: int) -> None:
        """One piece less."""
        piece = self.pieces.pop(piece_index)
        freed: set[int] = set()
        for name in piece.hexes:
            at = self.passage.hex_by_name[name]
            stack = self.stacks.pop(at)
            self.routes.pop(at, None)
            self.iced_hexes = self.iced_hexes - {at}
            if at in self.covering_terrain:
                self.covering_terrain = {hex_: terrain for hex_, terrain in self.covering_terrain.items() if hex_ != at}
                self.ground = [*self.ground]
                self.ground[at] = self.land.terrain[at]
            for other in stack:
                if other is not piece:
                    self._stack_piece(other, at)
                    freed.add(id(other))
        self.top_pieces = [n - (n > piece_index) for n in self.top_pieces if n != piece_index]
        if freed:
            self.top_pieces += [n for n, one in enumerate(self.pieces) if id(one) in freed and self._is_on_top(one)]
            self.top_pieces = sorted(set(self.top_pieces))

    def _is_on_top(self, piece: Piece) -> bool:
        return all(self.stacks[self.passage.hex_by_name[name]][-1] is piece for name in piece.hexes)

    def derive(
        self, laid: Sequence[Tile], spent: Sequence[str], pieces: Sequence[Piece], ships: dict[int, int]
    ) -> Board | None:
        """The board with these tiles, spent chests, pieces and ships, where the pieces are its own with at most one more on top, or
        one less; else None."""
        mine, more = self.pieces, len(pieces) - len(self.pieces)
        gone = -1
        if not more:
            if pieces != mine:
                return None
        elif more == -1:
            gone = next(compress(count(), map(ne, pieces, mine)), len(pieces))
            if pieces[gone:] != mine[gone + 1 :]:
                return None
        elif more != 1 or pieces[:-1] != mine:
            return None
        land = self.land.derive(laid, spent)
        if not more and land is self.land and ships == self.ships:
            return self
        new = object.__new__(Board)
        new.passage, new.land, new._ice_breaks = self.passage, land, self._ice_breaks
        new.ships, new.ship_hexes = ships, {self.passage.names[hex_] for hex_ in ships}
        new.pieces, new.top_pieces, new.stacks, new.routes = mine, self.top_pieces, self.stacks, self.routes
        new.iced_hexes, new.covering_terrain, new.ground, new.cached_view = (
            self.iced_hexes,
            self.covering_terrain,
            self.ground,
            None,
        )
        if land is not self.land:
            new.ground = land.terrain.copy()
            for hex_, terrain in self.covering_terrain.items():
                new.ground[hex_] = terrain
        if more:
            new.pieces, new.top_pieces, new.stacks, new.routes = (
                mine.copy(),
                self.top_pieces.copy(),
                self.stacks.copy(),
                self.routes.copy(),
            )
        if more > 0:
            new._add_piece(pieces[-1])
        elif gone >= 0:
            new._remove_piece(gone)
        return new

    def list_open_tokens(self, owner: int | None) -> list[int]:
        """The tokens of a seat, or of all, that have nothing on them, by their place in `pieces` (P5.1)."""
        found: list[int] = []
        for n in self.top_pieces:
            its = self.pieces[n].owner
            if (its >= 0 if owner is None else its == owner) and not self.bears_ship(n):
                found.append(n)
        return found

    def bears_ship(self, piece_index: int) -> bool:
        """Whether a ship stands on a piece, or on something on it."""
        return not self.ship_hexes.isdisjoint(self.pieces[piece_index].hexes)

    def is_bare(self, hex_: int) -> bool:
        """Whether a hex has a tile and nothing on it."""
        return bool(self.land.terrain[hex_]) and hex_ not in self.stacks and hex_ not in self.ships

    def is_tile_bare(self, tile: int) -> bool:
        """Whether a whole tile has nothing on it."""
        hexes = self.passage.slots[tile]
        return self.stacks.keys().isdisjoint(hexes) and self.ships.keys().isdisjoint(hexes)

    def find_chest(self, hex_: int) -> str:
        """The chest in sight on a hex, "" without one (P9)."""
        return "" if hex_ in self.stacks else self.land.chests[hex_]
