"""The board as ships find it: terrain, routes and chests, worked out from the tiles and the pieces that lie on them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

from engine.games.paso.hexes import Passage
from engine.games.paso.state import Piece, Tile

Face = tuple[tuple[str, bool], ...]
"""A tile as printed: letter of the terrain and whether there is a chest, hex by hex."""


class Land:
    """The tiles alone: for every hex its printed terrain ("" where no tile lies) and the chest printed on it."""

    __slots__ = ("chests", "terrain")

    def __init__(self, passage: Passage, laid: Sequence[Tile], faces: dict[str, Face]) -> None:
        hexes = len(passage.names)
        self.terrain = [""] * hexes
        self.chests = [""] * hexes
        for n, tile in enumerate(laid):
            turned = tile[-1] == "r"
            word = tile.rstrip("r")
            face = faces[word]
            places = range(len(face))
            for hex_, place in zip(passage.slots[n], reversed(places) if turned else places, strict=True):
                self.terrain[hex_], chest = face[place]
                if chest:
                    self.chests[hex_] = f"{word}-{place + 1}"

    def without(self, spent: Collection[str]) -> Land:
        """The same without chests that are spent (P9.2)."""
        new = copy(self)
        new.chests = ["" if chest in spent else chest for chest in self.chests]
        return new


class Board:
    """What lies where.

    `ground[h]` is the terrain that a ship finds on a hex without a route: "W", "L", "S", "I", or "" where no tile lies.
    `routes` are the owners of the pieces in sight on each hex of a route, lowest first (P4.7); a hex that is not in it is open
    terrain. `iced` are hexes of routes that cost an iceberg's price (only where icebergs do not break routes). `stacks` are all
    pieces on a hex, lowest first, by index. `ships` are the seats by the hex of their ship.
    """

    __slots__ = ("ground", "iced", "land", "passage", "pieces", "routes", "ships", "stacks")

    def __init__(
        self, passage: Passage, land: Land, pieces: Sequence[Piece], ships: dict[int, int], *, ice_breaks: bool
    ) -> None:
        self.passage, self.land, self.pieces, self.ships = passage, land, pieces, ships
        self.ground = ground = land.terrain.copy()
        self.stacks: dict[int, list[int]] = {}
        self.routes: dict[int, list[int]] = {}
        self.iced: set[int] = set()
        stacks, routes, numbers = self.stacks, self.routes, passage.numbers
        for n, piece in enumerate(pieces):
            owner, kind = piece.owner, piece.kind
            for name in piece.hexes:
                at = numbers[name]
                if at in stacks:
                    stacks[at].append(n)
                else:
                    stacks[at] = [n]
                if owner >= 0:
                    if at in routes:
                        routes[at].append(owner)
                    else:
                        routes[at] = [owner]
                    self.iced.discard(at)
                elif kind == "ice" and not ice_breaks and at in routes:
                    self.iced.add(at)
                else:  # P4.9
                    routes.pop(at, None)
                    ground[at] = "I" if kind == "ice" else "W"

    def is_open(self, n: int) -> bool:
        """Whether a piece has nothing on it, neither piece nor ship (P5.1)."""
        numbers, stacks, ships = self.passage.numbers, self.stacks, self.ships
        return all(stacks[numbers[name]][-1] == n and numbers[name] not in ships for name in self.pieces[n].hexes)

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
