"""An independent and slow implementation of the movement of ships from RULES.md: it compares all paths with the shapes.

It uses only the state and the components, nothing of the engine's geometry, board or rules. A hex is a pair (column,
row), with columns from 0 and rows from 1. Its centre is computed as on paper; neighbours are hexes whose centres are
one step apart.
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
KIND_ORDER = ("s4", "l4", "j4", "z4", "n4", "s3", "c3", "s2", "u1")
TOKEN_SHAPES: dict[str, tuple[Hex, ...]] = {
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


class FoundAdvance(NamedTuple):
    """A token that could be laid: kind, hexes in order, price, and the seat whose route the ship is on by a raid afterwards."""

    kind: str
    path: tuple[str, ...]
    price: int
    raiding: int | None


def format_hex(hex_: Hex) -> str:
    return f"{'abcdefgh'[hex_[0]]}{hex_[1]}"


def parse_hex(name: str) -> Hex:
    return "abcdefgh".index(name[0]), int(name[1:])


def find_centre(hex_: Hex) -> tuple[float, float]:
    x, row = hex_
    return sqrt(3) * (x + (0.5 if row % 2 == 0 else 0)), 1.5 * row


@cache
def are_touching(hex_: Hex, other_hex: Hex) -> bool:
    (x1, y1), (x2, y2) = find_centre(hex_), find_centre(other_hex)
    return isclose(hypot(x1 - x2, y1 - y2), sqrt(3))


@cache
def list_neighbours(hex_: Hex, width: int, rows: int) -> tuple[Hex, ...]:
    x, row = hex_
    near = product(range(max(0, x - 1), min(width, x + 2)), range(max(1, row - 1), min(rows, row + 1) + 1))
    return tuple(other for other in near if are_touching(hex_, other))


@cache
def list_footprints(kind: str) -> frozenset[frozenset[Hex]]:
    """List the token in all six directions, each moved into the corner of a grid of axial steps; never turned over."""
    found, hexes = set(), TOKEN_SHAPES[kind]
    for _ in range(6):
        found.add(shift_to_corner(hexes))
        hexes = tuple((-r, q + r) for q, r in hexes)
    return frozenset(found)


def shift_to_corner(hexes: tuple[Hex, ...]) -> frozenset[Hex]:
    west, south = min(q for q, _ in hexes), min(r for _, r in hexes)
    return frozenset((q - west, r - south) for q, r in hexes)


def convert_to_axial(hex_: Hex) -> Hex:
    """Convert a hex to steps to the east and to the north-east from a corner of the board."""
    across, row = find_centre(hex_)[0] / sqrt(3), hex_[1]
    return floor(across - row / 2 + 0.75), row


@cache
def list_kinds(path: tuple[Hex, ...]) -> tuple[str, ...]:
    """List the tokens that could lie on a path of hexes."""
    lying = shift_to_corner(tuple(convert_to_axial(hex_) for hex_ in path))
    return tuple(kind for kind in KIND_ORDER if lying in list_footprints(kind))


class SlowOracle:
    """The table from the point of view of one player's ship."""

    def __init__(self, parts: Components, state: State) -> None:
        self.parts, self.state, self.seat = parts, state, state.to_move
        self.width, self.rows = {2: 4, 3: 6, 4: 8}[len(state.players)], parts.board.rows
        self.me = state.players[self.seat]
        self.ship_hex = parse_hex(self.me.ship) if self.me.ship else None
        self.ships = {parse_hex(player.ship): seat for seat, player in enumerate(state.players) if player.ship}
        self.ability = next((c.ability for c in parts.characters.cards if c.word == self.me.character), "")
        self.printed_letters = self._find_printed_letters()

    def _find_printed_letters(self) -> dict[Hex, str]:
        """Return the letters of the tiles as they were laid."""
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

    # ------------------------------------------------------------ pieces on a hex
    def list_owners_in_sight(self, hex_: Hex) -> list[int]:
        """List the owners of the tokens above the uppermost special tile, lowest first (P4.7, P4.9)."""
        owners: list[int] = []
        for piece in self.state.pieces:
            if format_hex(hex_) in piece.hexes:
                owners = [*owners, piece.owner] if piece.owner >= 0 else []
        return owners

    def find_terrain_price(self, hex_: Hex) -> int:
        letter = self.printed_letters[hex_]
        for piece in self.state.pieces:
            if format_hex(hex_) in piece.hexes and piece.owner < 0:
                letter = "I" if piece.kind == "ice" else "W"
        if letter == "S" and self.ability == "snow":
            return self.parts.abilities.snow
        if letter == "I" and self.ability == "iceberg":
            return self.parts.abilities.iceberg
        costs = self.parts.costs
        return {"W": costs.water, "L": costs.land, "S": costs.snow, "I": costs.iceberg}[letter]

    # ------------------------------------------------------------ entering a hex
    def find_entry(self, hex_: Hex, raiding: int | None) -> tuple[int, int | None] | None:
        """Return the price of a hex and the seat whose route the ship is on there.

        It is None if the ship may not enter (P4.1, P4.3, P4.4, P7.1 to P7.3).
        """
        owners = self.list_owners_in_sight(hex_)
        if not owners:
            return self.find_terrain_price(hex_), None
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

    def list_starts(self) -> list[Hex]:
        if self.ship_hex is None:
            return [hex_ for hex_ in self.printed_letters if hex_[1] == 1]
        return [hex_ for hex_ in list_neighbours(self.ship_hex, self.width, self.rows) if hex_ in self.printed_letters]

    # ------------------------------------------------------------ tokens
    def list_advances(self, points: int | None = None) -> set[FoundAdvance]:
        """List every token that could be laid for a number of points, by default the points of the turn."""
        most = self.state.points if points is None else points
        return {found for found in self.fitting_advances if found.price <= most}

    @cached_property
    def fitting_advances(self) -> list[FoundAdvance]:
        """Every token that could be laid if points did not matter."""
        return [found for path in self.list_paths() for found in self.find_advance(path)]

    def list_paths(self) -> Iterator[tuple[Hex, ...]]:
        """List every path of one to four different hexes that begins next to the ship and leaves out the ship's own hex."""
        level: list[tuple[Hex, ...]] = [(hex_,) for hex_ in self.list_starts()]
        for _ in range(4):
            yield from level
            level = [
                (*path, after)
                for path in level
                for after in list_neighbours(path[-1], self.width, self.rows)
                if after in self.printed_letters and after not in path and after != self.ship_hex
            ]

    def find_advance(self, path: tuple[Hex, ...]) -> Iterator[FoundAdvance]:
        kinds = list_kinds(path)
        if not kinds or path[-1] in self.ships:
            return
        over_route = any(self.list_owners_in_sight(hex_) for hex_ in path)
        over_ship = any(hex_ in self.ships for hex_ in path)
        if over_route and not over_ship:
            return
        price, raiding = 0, self.me.raiding
        for hex_ in path:
            entered = self.find_entry(hex_, raiding)
            if entered is None:
                return
            price, raiding = price + entered[0], entered[1]
        for kind in kinds:
            if self.me.reserve[KIND_ORDER.index(kind)]:
                yield FoundAdvance(kind, tuple(map(format_hex, path)), price, raiding)

    # ------------------------------------------------------------ steps
    def find_walks(self) -> dict[str, int]:
        """Return the hexes that steps along routes lead to, with the least price."""
        found: dict[str, int] = {}
        for (hex_, _, _), price in self.list_walk_states().items():
            if hex_ != self.ship_hex:
                found[format_hex(hex_)] = min(price, found.get(format_hex(hex_), 99))
        return found

    def list_walk_states(self) -> dict[tuple[Hex, int | None, tuple[str, ...]], int]:
        """List the positions that steps lead to, each with its least price, by following all sequences of steps to their end.

        A position is the hex, the raided route and the hexes where routes were left. The ship's own hex is free once it
        has left it.
        """
        if self.ship_hex is None:
            return {}
        start = (self.ship_hex, self.me.raiding, tuple(self.me.left))
        prices = {start: 0}
        todo = [start]
        while todo:
            here = todo.pop()
            at, raiding, left = here
            for hex_ in list_neighbours(at, self.width, self.rows):
                owners = self.list_owners_in_sight(hex_) if hex_ in self.printed_letters else []
                if not owners or self.ships.get(hex_, self.seat) != self.seat:
                    continue
                entered = self.find_entry(hex_, raiding)
                if entered is None:
                    back = [owner for owner in owners if left[owner] == format_hex(hex_)]
                    if not back:
                        continue
                    entered = self.parts.costs.route, back[0]
                price, new = prices[here] + entered[0], entered[1]
                after = list(left)
                if raiding is not None and raiding != new:
                    after[raiding] = format_hex(at)
                there = (hex_, new, tuple(after))
                if price <= self.state.points and price < prices.get(there, 99):
                    prices[there] = price
                    todo.append(there)
        return prices

    def can_lay_token(self) -> bool:
        """Check whether a token or raid token can still be laid, from here or after any steps (P5.2)."""
        if self.list_advances() or self.list_raids():
            return True
        for (hex_, raiding, left), price in self.list_walk_states().items():
            me = replace(self.me, ship=format_hex(hex_), raiding=raiding, left=[*left])
            players = [me if player is self.me else player for player in self.state.players]
            there = SlowOracle(self.parts, replace(self.state, players=players, points=self.state.points - price))
            if there.list_advances() or there.list_raids():
                return True
        return False

    # ------------------------------------------------------------ raids
    def list_raids(self) -> set[tuple[str, int]]:
        """List the hexes that could be raided, with the owner of the route (P7 to P7.5, P10.4, P11.4)."""
        found = set()
        for hex_ in self.list_starts():
            owners = self.list_owners_in_sight(hex_)
            if self.seat in owners or hex_ in self.ships or not self.me.reserve[9]:
                continue
            for owner in owners:
                other = self.state.players[owner]
                if owner != self.me.raiding and not other.shielded and self.parts.costs.raid <= self.state.points:
                    found.add((format_hex(hex_), owner))
        return found
