"""The board as ships find it: terrain, routes and chests, worked out from the tiles and the pieces that lie on them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count
from operator import ne

from engine.games.paso.hexes import EDGE, Passage
from engine.games.paso.state import Piece, Tile
from engine.games.paso.view import SeenHex, SeenPiece, SeenTile

Face = tuple[tuple[str, str], ...]
"""A tile as it lies: letter of the terrain and word of the chest printed there, "" without one, hex by hex."""

Shown = tuple[tuple[SeenHex, ...], tuple[SeenTile, ...], tuple[SeenPiece, ...]]
"""What everybody sees of a board."""


class Land:
    """The tiles alone: for every hex its printed terrain ("" where no tile lies) and the chest printed on it, if it is not
    spent (P9.2).

    Never changed: `carried_on` makes another one out of it. `bare` is how views show its hexes where nothing lies, once somebody
    has looked (see `seen`).
    """

    __slots__ = ("_around", "_faces", "_laid", "_passage", "_spent", "bare", "chests", "terrain")

    def __init__(self, passage: Passage, faces: dict[Tile, Face], laid: Sequence[Tile], spent: Sequence[str]) -> None:
        self._passage, self._faces, self._spent = passage, faces, list(spent)
        self._around: dict[int | None, tuple[int, ...]] = {}
        self._laid: list[Tile] = []
        self.bare: dict[int, SeenHex] | None = None
        self.terrain = [""] * len(passage.names)
        self.chests = [""] * len(passage.names)
        self._lay(laid)

    def _lay(self, more: Sequence[Tile]) -> None:
        """Tiles behind those that lie."""
        for tile, slots in zip(more, self._passage.slots[len(self._laid) :], strict=False):
            for hex_, (letter, chest) in zip(slots, self._faces[tile], strict=True):
                self.terrain[hex_] = letter
                if chest and chest not in self._spent:
                    self.chests[hex_] = chest
        self._laid += more

    def carried_on(self, laid: Sequence[Tile], spent: Sequence[str]) -> Land:
        """The land of these tiles and spent chests: this one where it is the same."""
        mine = len(self._laid)
        if laid == self._laid and spent == self._spent:
            return self
        if laid[:mine] != self._laid or spent != self._spent:
            return Land(self._passage, self._faces, laid, spent)
        new = object.__new__(Land)
        new._passage, new._faces, new._spent, new._around = self._passage, self._faces, self._spent, {}
        new._laid, new.terrain, new.chests = self._laid.copy(), self.terrain.copy(), self.chests.copy()
        new.bare = None
        new._lay(laid[mine:])
        return new

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
    pieces on a hex, lowest first; `tops` the pieces without another on them, by their place in `pieces`. `ships` are the seats by
    the hex of their ship, `afloat` these hexes by name. `covered` is the terrain that special tiles have laid over the printed one.

    Never changed: `carried_on` makes another one out of it. `shown` is how views show it, once somebody has looked (see `seen`).
    """

    __slots__ = (
        "_ice_breaks",
        "afloat",
        "covered",
        "ground",
        "iced",
        "land",
        "passage",
        "pieces",
        "routes",
        "ships",
        "shown",
        "stacks",
        "tops",
    )

    def __init__(
        self, passage: Passage, land: Land, pieces: Sequence[Piece], ships: dict[int, int], *, ice_breaks: bool
    ) -> None:
        self.passage, self.land, self._ice_breaks = passage, land, ice_breaks
        self.ships, self.afloat = ships, {passage.names[hex_] for hex_ in ships}
        self.pieces: list[Piece] = []
        self.tops: list[int] = []
        self.ground = land.terrain.copy()
        self.stacks: dict[int, list[Piece]] = {}
        self.routes: dict[int, list[int]] = {}
        self.iced: frozenset[int] = frozenset()
        self.covered: dict[int, str] = {}
        self.shown: Shown | None = None
        for piece in pieces:
            self._put(piece)

    def _put(self, piece: Piece) -> None:
        """One piece more on top."""
        hexes = [self.passage.numbers[name] for name in piece.hexes]
        under = {id(self.stacks[at][-1]) for at in hexes if at in self.stacks}
        if under:
            self.tops = [n for n in self.tops if id(self.pieces[n]) not in under]
        self.tops.append(len(self.pieces))
        self.pieces.append(piece)
        for at in hexes:
            self._lay(piece, at)

    def _lay(self, piece: Piece, at: int) -> None:
        """A piece on what lies on one hex. All but `stacks` and `routes` is replaced: another board may hold it, too."""
        stacks, routes = self.stacks, self.routes
        stacks[at] = [*stacks[at], piece] if at in stacks else [piece]
        if piece.owner >= 0:
            routes[at] = [*routes[at], piece.owner] if at in routes else [piece.owner]
            if at in self.iced:
                self.iced = self.iced - {at}
        elif piece.kind == "ice" and not self._ice_breaks and at in routes:
            self.iced = self.iced | {at}
        else:  # P4.9
            routes.pop(at, None)
            self.covered = {**self.covered, at: "I" if piece.kind == "ice" else "W"}
            self.ground = [*self.ground]
            self.ground[at] = self.covered[at]

    def _take(self, gone: int) -> None:
        """One piece less."""
        piece = self.pieces.pop(gone)
        freed: set[int] = set()
        for name in piece.hexes:
            at = self.passage.numbers[name]
            stack = self.stacks.pop(at)
            self.routes.pop(at, None)
            self.iced = self.iced - {at}
            if at in self.covered:
                self.covered = {hex_: terrain for hex_, terrain in self.covered.items() if hex_ != at}
                self.ground = [*self.ground]
                self.ground[at] = self.land.terrain[at]
            for other in stack:
                if other is not piece:
                    self._lay(other, at)
                    freed.add(id(other))
        self.tops = [n - (n > gone) for n in self.tops if n != gone]
        if freed:
            self.tops += [n for n, one in enumerate(self.pieces) if id(one) in freed and self._on_top(one)]
            self.tops = sorted(set(self.tops))

    def _on_top(self, piece: Piece) -> bool:
        return all(self.stacks[self.passage.numbers[name]][-1] is piece for name in piece.hexes)

    def carried_on(
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
        land = self.land.carried_on(laid, spent)
        if not more and land is self.land and ships == self.ships:
            return self
        new = object.__new__(Board)
        new.passage, new.land, new._ice_breaks = self.passage, land, self._ice_breaks
        new.ships, new.afloat = ships, {self.passage.names[hex_] for hex_ in ships}
        new.pieces, new.tops, new.stacks, new.routes = mine, self.tops, self.stacks, self.routes
        new.iced, new.covered, new.ground, new.shown = self.iced, self.covered, self.ground, None
        if land is not self.land:
            new.ground = land.terrain.copy()
            for hex_, terrain in self.covered.items():
                new.ground[hex_] = terrain
        if more:
            new.pieces, new.tops, new.stacks, new.routes = (
                mine.copy(),
                self.tops.copy(),
                self.stacks.copy(),
                self.routes.copy(),
            )
        if more > 0:
            new._put(pieces[-1])
        elif gone >= 0:
            new._take(gone)
        return new

    def open_tokens(self, owner: int | None) -> list[int]:
        """The tokens of a seat, or of all, that have nothing on them, by their place in `pieces` (P5.1)."""
        found: list[int] = []
        for n in self.tops:
            its = self.pieces[n].owner
            if (its >= 0 if owner is None else its == owner) and not self.bears_ship(n):
                found.append(n)
        return found

    def bears_ship(self, n: int) -> bool:
        """Whether a ship stands on a piece, or on something on it."""
        return not self.afloat.isdisjoint(self.pieces[n].hexes)

    def is_bare(self, hex_: int) -> bool:
        """Whether a hex has a tile and nothing on it."""
        return bool(self.land.terrain[hex_]) and hex_ not in self.stacks and hex_ not in self.ships

    def tile_is_bare(self, tile: int) -> bool:
        """Whether a whole tile has nothing on it."""
        hexes = self.passage.slots[tile]
        return self.stacks.keys().isdisjoint(hexes) and self.ships.keys().isdisjoint(hexes)

    def chest(self, hex_: int) -> str:
        """The chest in sight on a hex, "" without one (P9)."""
        return "" if hex_ in self.stacks else self.land.chests[hex_]
