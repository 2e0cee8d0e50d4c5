"""The oracle: how ships move, once more and slowly, from the words of RULES.md: every path of hexes is held against the shapes.

Only the state and the components are used, nothing of the engine's geometry, board or rules. A hex is a pair (column, row), with
columns from 0 and rows from 1; its centre is worked out as on paper, and neighbours are hexes whose centres are one step apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import product
from math import floor, hypot, isclose, sqrt
from typing import NamedTuple

from msgspec.structs import replace

from engine.games.paso.components import Components
from engine.games.paso.state import State

Hex = tuple[int, int]
ORDER = ("s4", "l4", "j4", "z4", "n4", "s3", "c3", "s2", "u1")
DRAWN: dict[str, tuple[Hex, ...]] = {
    # As drawn in the list of tokens, in axial steps: east, and up to the north-east.
    "s4": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "l4": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "j4": ((0, 0), (1, 0), (1, 1), (1, 2)),
    "z4": ((0, 0), (1, 0), (2, -1), (3, -1)),
    "n4": ((0, 0), (1, 0), (1, 1), (2, 1)),
    "s3": ((0, 0), (1, 0), (2, 0)),
    "c3": ((0, 0), (1, 0), (1, 1)),
    "s2": ((0, 0), (1, 0)),
    "u1": ((0, 0),),
}


class Found(NamedTuple):
    """A token that could be laid: kind, hexes in order, price, and whose route the ship is on then by a raid."""

    kind: str
    path: tuple[str, ...]
    price: int
    raiding: int | None


def word(hex_: Hex) -> str:
    return f"{'abcdefgh'[hex_[0]]}{hex_[1]}"


def hex_of(name: str) -> Hex:
    return "abcdefgh".index(name[0]), int(name[1:])


def centre(hex_: Hex) -> tuple[float, float]:
    x, row = hex_
    return sqrt(3) * (x + (0.5 if row % 2 == 0 else 0)), 1.5 * row


@cache
def touching(hex_: Hex, other: Hex) -> bool:
    (x1, y1), (x2, y2) = centre(hex_), centre(other)
    return isclose(hypot(x1 - x2, y1 - y2), sqrt(3))


@cache
def around(hex_: Hex, width: int, rows: int) -> tuple[Hex, ...]:
    x, row = hex_
    near = product(range(max(0, x - 1), min(width, x + 2)), range(max(1, row - 1), min(rows, row + 1) + 1))
    return tuple(other for other in near if touching(hex_, other))


@cache
def footprints(kind: str) -> frozenset[frozenset[Hex]]:
    """The token in all six directions, each pushed into the corner of a grid of axial steps; never turned over."""
    found, hexes = set(), DRAWN[kind]
    for _ in range(6):
        found.add(cornered(hexes))
        hexes = tuple((-r, q + r) for q, r in hexes)
    return frozenset(found)


def cornered(hexes: tuple[Hex, ...]) -> frozenset[Hex]:
    west, south = min(q for q, _ in hexes), min(r for _, r in hexes)
    return frozenset((q - west, r - south) for q, r in hexes)


def axial(hex_: Hex) -> Hex:
    """Steps to the east and to the north-east from a corner of the board."""
    across, row = centre(hex_)[0] / sqrt(3), hex_[1]
    return floor(across - row / 2 + 0.75), row


@cache
def kinds_of(path: tuple[Hex, ...]) -> tuple[str, ...]:
    """The tokens that could lie on a path of hexes."""
    lying = cornered(tuple(axial(hex_) for hex_ in path))
    return tuple(kind for kind in ORDER if lying in footprints(kind))


class Slow:
    """The table as one player's ship finds it."""

    def __init__(self, parts: Components, state: State) -> None:
        self.parts, self.state, self.seat = parts, state, state.to_move
        self.width, self.rows = {2: 4, 3: 6, 4: 8}[len(state.players)], parts.board.rows
        self.me = state.players[self.seat]
        self.at = hex_of(self.me.ship) if self.me.ship else None
        self.ships = {hex_of(player.ship): seat for seat, player in enumerate(state.players) if player.ship}
        self.ability = next((c.ability for c in parts.characters.cards if c.word == self.me.character), "")
        self.printed = self._printed()

    def _printed(self) -> dict[Hex, str]:
        """The letters of the tiles, as they were laid."""
        printed: dict[Hex, str] = {}
        middle = (self.width - 4) // 2
        places: list[list[Hex]] = []
        for row in range(1, self.rows + 1):
            places.append([(middle + i, row) for i in range(4)])
            if self.width == 8:
                places += [[(0, row), (1, row)], [(6, row), (7, row)]]
            if self.width == 6 and row % 2 == 0:
                places += [[(0, row - 1), (0, row)], [(5, row - 1), (5, row)]]
        tiles = {"a": self.parts.tiles.four, "b": self.parts.tiles.two, "c": self.parts.tiles.two_for_four}
        for hexes, tile in zip(places, self.state.laid, strict=False):
            letters = tiles[tile[0]][int(tile[1:].rstrip("r")) - 1].replace("*", "")
            printed.update(zip(hexes, letters[::-1] if tile.endswith("r") else letters, strict=True))
        return printed

    # ------------------------------------------------------------ what lies on a hex
    def in_sight(self, hex_: Hex) -> list[int]:
        """Owners of the tokens above the uppermost special tile, lowest first (P4.7, P4.9)."""
        owners: list[int] = []
        for piece in self.state.pieces:
            if word(hex_) in piece.hexes:
                owners = [*owners, piece.owner] if piece.owner >= 0 else []
        return owners

    def terrain_price(self, hex_: Hex) -> int:
        letter = self.printed[hex_]
        for piece in self.state.pieces:
            if word(hex_) in piece.hexes and piece.owner < 0:
                letter = "I" if piece.kind == "ice" else "W"
        if letter == "S" and self.ability == "snow":
            return self.parts.abilities.snow
        if letter == "I" and self.ability == "iceberg":
            return self.parts.abilities.iceberg
        costs = self.parts.costs
        return {"W": costs.water, "L": costs.land, "S": costs.snow, "I": costs.iceberg}[letter]

    # ------------------------------------------------------------ entering a hex
    def enter(self, hex_: Hex, raiding: int | None) -> tuple[int, int | None] | None:
        """Price and whose route the ship is on then; None where it may not go (P4.1, P4.3, P4.4, P7.1 to P7.3)."""
        owners = self.in_sight(hex_)
        if not owners:
            return self.terrain_price(hex_), None
        if self.seat in owners:
            price = 0 if self.ability == "own-route" else self.parts.costs.route
        elif raiding in owners:
            price = self.parts.costs.route
        else:
            return None
        if raiding in owners:
            return price, raiding
        mine = owners.index(self.seat)
        return price, owners[mine - 1] if mine else None

    def starts(self) -> list[Hex]:
        if self.at is None:
            return [hex_ for hex_ in self.printed if hex_[1] == 1]
        return [hex_ for hex_ in around(self.at, self.width, self.rows) if hex_ in self.printed]

    # ------------------------------------------------------------ tokens
    def tokens(self, points: int | None = None) -> set[Found]:
        """Every token that could be laid for the points of the turn, or for so many."""
        most = self.state.points if points is None else points
        return {found for found in self.fitting if found.price <= most}

    @cached_property
    def fitting(self) -> list[Found]:
        """Every token that could be laid if points did not matter."""
        return [found for path in self.paths() for found in self.laid_on(path)]

    def paths(self) -> Iterator[tuple[Hex, ...]]:
        """Every path of one to four different hexes that begins beside the ship and leaves out the ship's own hex."""
        level: list[tuple[Hex, ...]] = [(hex_,) for hex_ in self.starts()]
        for _ in range(4):
            yield from level
            level = [
                (*path, after)
                for path in level
                for after in around(path[-1], self.width, self.rows)
                if after in self.printed and after not in path and after != self.at
            ]

    def laid_on(self, path: tuple[Hex, ...]) -> Iterator[Found]:
        kinds = kinds_of(path)
        if not kinds or path[-1] in self.ships:
            return
        over_route = any(self.in_sight(hex_) for hex_ in path)
        over_ship = any(hex_ in self.ships for hex_ in path)
        if over_route and not over_ship:
            return
        price, raiding = 0, self.me.raiding
        for hex_ in path:
            entered = self.enter(hex_, raiding)
            if entered is None:
                return
            price, raiding = price + entered[0], entered[1]
        for kind in kinds:
            if self.me.reserve[ORDER.index(kind)]:
                yield Found(kind, tuple(map(word, path)), price, raiding)

    # ------------------------------------------------------------ steps
    def walks(self) -> dict[str, int]:
        """The hexes that steps along routes lead to, with the least price."""
        found: dict[str, int] = {}
        for (hex_, _, _), price in self.strolls().items():
            if hex_ != self.at:
                found[word(hex_)] = min(price, found.get(word(hex_), 99))
        return found

    def strolls(self) -> dict[tuple[Hex, int | None, tuple[str, ...]], int]:
        """Hex, raided route and places where routes were left, for all that steps lead to, each with its least price; all that can
        happen is followed to its end. The ship's own hex is free once it has left it."""
        if self.at is None:
            return {}
        start = (self.at, self.me.raiding, tuple(self.me.left))
        prices = {start: 0}
        todo = [start]
        while todo:
            here = todo.pop()
            at, raiding, left = here
            for hex_ in around(at, self.width, self.rows):
                owners = self.in_sight(hex_) if hex_ in self.printed else []
                if not owners or self.ships.get(hex_, self.seat) != self.seat:
                    continue
                entered = self.enter(hex_, raiding)
                if entered is None:
                    back = [owner for owner in owners if left[owner] == word(hex_)]
                    if not back:
                        continue
                    entered = self.parts.costs.route, back[0]
                price, new = prices[here] + entered[0], entered[1]
                after = list(left)
                if raiding is not None and raiding != new:
                    after[raiding] = word(at)
                there = (hex_, new, tuple(after))
                if price <= self.state.points and price < prices.get(there, 99):
                    prices[there] = price
                    todo.append(there)
        return prices

    def can_lay(self) -> bool:
        """Whether a token, a raid token too, can still be laid, from here or from wherever steps lead (P5.2)."""
        if self.tokens() or self.raids():
            return True
        for (hex_, raiding, left), price in self.strolls().items():
            me = replace(self.me, ship=word(hex_), raiding=raiding, left=[*left])
            players = [me if player is self.me else player for player in self.state.players]
            there = Slow(self.parts, replace(self.state, players=players, points=self.state.points - price))
            if there.tokens() or there.raids():
                return True
        return False

    # ------------------------------------------------------------ raids
    def raids(self) -> set[tuple[str, int]]:
        """The hexes that could be raided, with whose route (P7 to P7.5, P10.4, P11.4)."""
        found = set()
        for hex_ in self.starts():
            owners = self.in_sight(hex_)
            if self.seat in owners or hex_ in self.ships or not self.me.reserve[9]:
                continue
            for owner in owners:
                other = self.state.players[owner]
                if owner != self.me.raiding and not other.shielded and self.parts.costs.raid <= self.state.points:
                    found.add((word(hex_), owner))
        return found
