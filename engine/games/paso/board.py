"""The board as ships find it: terrain, routes and chests, worked out from the tiles and the pieces that lie on them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.games.paso.hexes import EDGE, Passage
from engine.games.paso.state import Piece, Tile

Face = tuple[tuple[str, str], ...]
"""A tile as it lies: letter of the terrain and word of the chest printed there, "" without one, hex by hex."""


class Land:
    """The tiles alone: for every hex its printed terrain ("" where no tile lies) and the chest printed on it, if it is not
    spent (P9.2)."""

    __slots__ = ("_around", "_passage", "chests", "terrain")

    def __init__(self, passage: Passage, laid: Sequence[Tile], faces: dict[Tile, Face], spent: Collection[str]) -> None:
        hexes = len(passage.names)
        self._passage = passage
        self._around: dict[int | None, tuple[int, ...]] = {}
        self.terrain = [""] * hexes
        self.chests = [""] * hexes
        for tile, slots in zip(laid, passage.slots, strict=False):
            for hex_, (letter, chest) in zip(slots, faces[tile], strict=True):
                self.terrain[hex_] = letter
                if chest and chest not in spent:
                    self.chests[hex_] = chest

    def around(self, at: int | None) -> tuple[int, ...]:
        """The hexes with a tile beside a hex, or those of row 1 for None."""
        found = self._around.get(at)
        if found is None:
            near = self._passage.row_hexes(1) if at is None else self._passage.neighbours[at]
            found = self._around[at] = tuple([hex_ for hex_ in near if hex_ != EDGE and self.terrain[hex_]])
        return found


class Board:
    """What lies where.

    `ground[h]` is the terrain that a ship finds on a hex without a route: "W", "L", "S", "I", or "" where no tile lies.
    `routes` are the owners of the pieces in sight on each hex of a route, lowest first (P4.7); a hex that is not in it is open
    terrain. `iced` are hexes of routes that cost an iceberg's price (only where icebergs do not break routes). `stacks` are all
    pieces on a hex, lowest first. `ships` are the seats by the hex of their ship. `covered` is the terrain that special
    tiles have laid over the printed one.

    Never changed: `carried_on` makes another one out of it.
    """

    __slots__ = ("covered", "ground", "iced", "land", "passage", "pieces", "routes", "ships", "stacks")

    def __init__(
        self, passage: Passage, land: Land, pieces: Sequence[Piece], ships: dict[int, int], *, ice_breaks: bool
    ) -> None:
        self.passage, self.land, self.ships = passage, land, ships
        self.pieces: list[Piece] = []
        self.ground = land.terrain.copy()
        self.stacks: dict[int, list[Piece]] = {}
        self.routes: dict[int, list[int]] = {}
        self.iced: set[int] = set()
        self.covered: dict[int, str] = {}
        for piece in pieces:
            self._put(piece, ice_breaks=ice_breaks)

    def _put(self, piece: Piece, *, ice_breaks: bool) -> None:
        """One piece more on top."""
        self.pieces.append(piece)
        for name in piece.hexes:
            self._lay(piece, self.passage.numbers[name], ice_breaks=ice_breaks)

    def _lay(self, piece: Piece, at: int, *, ice_breaks: bool) -> None:
        """A piece on what lies on one hex. Lists are replaced and not changed: another board may hold them, too."""
        stacks, routes = self.stacks, self.routes
        stacks[at] = [*stacks[at], piece] if at in stacks else [piece]
        if piece.owner >= 0:
            routes[at] = [*routes[at], piece.owner] if at in routes else [piece.owner]
            self.iced.discard(at)
        elif piece.kind == "ice" and not ice_breaks and at in routes:
            self.iced.add(at)
        else:  # P4.9
            routes.pop(at, None)
            self.ground[at] = self.covered[at] = "I" if piece.kind == "ice" else "W"

    def _take(self, n: int, *, ice_breaks: bool) -> None:
        """One piece less."""
        piece = self.pieces.pop(n)
        for name in piece.hexes:
            at = self.passage.numbers[name]
            stack = self.stacks.pop(at)
            self.routes.pop(at, None)
            self.iced.discard(at)
            self.covered.pop(at, None)
            self.ground[at] = self.land.terrain[at]
            for other in stack:
                if other is not piece:
                    self._lay(other, at, ice_breaks=ice_breaks)

    def carried_on(
        self, land: Land, pieces: Sequence[Piece], ships: dict[int, int], *, ice_breaks: bool
    ) -> Board | None:
        """The board with these ships, tiles and pieces, where the pieces are its own with at most one more on top, or one less;
        else None."""
        mine, more = self.pieces, len(pieces) - len(self.pieces)
        gone = -1
        if more == -1:
            gone = next((n for n, piece in enumerate(pieces) if piece != mine[n]), len(pieces))
            if pieces[gone:] != mine[gone + 1 :]:
                return None
        elif more not in (0, 1) or pieces[: len(mine)] != mine:
            return None
        new = object.__new__(Board)
        new.passage, new.land, new.ships, new.ground = self.passage, land, ships, self.ground
        new.pieces, new.stacks, new.routes = mine, self.stacks, self.routes
        new.iced, new.covered = self.iced, self.covered
        if land is not self.land:
            new.ground = land.terrain.copy()
            for hex_, terrain in self.covered.items():
                new.ground[hex_] = terrain
        if more:
            new.pieces, new.stacks, new.routes = mine.copy(), self.stacks.copy(), self.routes.copy()
            new.iced, new.covered, new.ground = self.iced.copy(), self.covered.copy(), new.ground.copy()
        if more > 0:
            new._put(pieces[-1], ice_breaks=ice_breaks)
        elif gone >= 0:
            new._take(gone, ice_breaks=ice_breaks)
        return new

    def is_open(self, n: int) -> bool:
        """Whether a piece has nothing on it, neither piece nor ship (P5.1)."""
        numbers, stacks, ships, piece = self.passage.numbers, self.stacks, self.ships, self.pieces[n]
        for name in piece.hexes:
            at = numbers[name]
            if stacks[at][-1] is not piece or at in ships:
                return False
        return True

    def bears_ship(self, n: int) -> bool:
        """Whether a ship stands on a piece, or on something on it."""
        return any(self.passage.numbers[name] in self.ships for name in self.pieces[n].hexes)

    def is_bare(self, hex_: int) -> bool:
        """Whether a hex has a tile and nothing on it."""
        return bool(self.land.terrain[hex_]) and hex_ not in self.stacks and hex_ not in self.ships

    def tile_is_bare(self, tile: int) -> bool:
        """Whether a whole tile has nothing on it."""
        return all(hex_ not in self.stacks and hex_ not in self.ships for hex_ in self.passage.slots[tile])

    def chest(self, hex_: int) -> str:
        """The chest in sight on a hex, "" without one (P9)."""
        return "" if hex_ in self.stacks else self.land.chests[hex_]
