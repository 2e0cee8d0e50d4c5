"""The movement of a ship: tokens it can lay, steps along routes, and raids (P4, P7). Nothing here changes the board.

A ship stands on a hex (None before the first row); `raiding` is the seat whose route it is on by right of a raid,
`leave_hexes` the hexes where it left the routes of each seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Optional

import msgspec

from engine.games.paso.board import Board
from engine.games.paso.hexes import MAX_TOKEN_HEXES, PathBranch

WALK_KIND = -1
"""The kind of a way without a token."""
UNKNOWN_HEX_PRICE = 1000
"""The price of a hex without a tile: more points than a player can have."""
_PositionKey = tuple[Optional[int], Optional[int], tuple[int, ...]]
"""The parts of a position that matter for further steps: the hex, `raiding` and the needed `leave_hexes`."""


class ShipPosition(msgspec.Struct, frozen=True, gc=False):
    """The hex of a ship and the routes it may use."""

    hex: Optional[int]
    raiding: Optional[int]
    leave_hexes: tuple[int, ...]


class Way(msgspec.Struct, frozen=True, gc=False):
    """One advance: a token laid on a path, or steps without a token.

    `kind` is the index of the token in `TOKEN_KINDS`, or `WALK_KIND`. `raiding` and `leave_hexes` belong to the
    position at the end.
    """

    kind: int
    path: tuple[int, ...]
    price: int
    raiding: Optional[int]
    leave_hexes: tuple[int, ...]

    @property
    def end_position(self) -> ShipPosition:
        """The position of the ship at the end of the way."""
        return ShipPosition(self.path[-1], self.raiding, self.leave_hexes)


class ShipMovement:
    """The movement rules for one seat's ship on a board, with its prices in action points.

    `terrain_prices` are by letter; `own_route_price` is for hexes of the seat's own routes, `other_route_price` for
    hexes of other routes. `other_ships` are the other ships by hex; the own ship never blocks its own way.
    """

    __slots__ = (
        "_ship_distances",
        "board",
        "other_route_price",
        "other_ships",
        "own_route_price",
        "seat",
        "terrain_prices",
    )

    def __init__(
        self,
        board: Board,
        seat: int,
        ship_hex: int | None,
        terrain_prices: Mapping[str, int],
        own_route_price: int,
        other_route_price: int,
    ) -> None:
        self.board, self.seat, self.terrain_prices = board, seat, terrain_prices
        self.own_route_price, self.other_route_price = own_route_price, other_route_price
        self.other_ships = board.ships.copy()
        if ship_hex is not None:
            del self.other_ships[ship_hex]
        self._ship_distances: dict[int, int] = {}

    def measure_ship_distance(self, hex_: int) -> int:
        """Return the distance to the nearest other ship, `MAX_TOKEN_HEXES` if it is that far or further."""
        distance = self._ship_distances.get(hex_)
        if distance is None:
            near_distances, distance = self.board.passage.near_distances[hex_], MAX_TOKEN_HEXES
            for ship in self.other_ships:
                if near_distances.get(ship, MAX_TOKEN_HEXES) < distance:
                    distance = near_distances[ship]
            self._ship_distances[hex_] = distance
        return distance

    # ------------------------------------------------------------ single hexes
    def list_next_hexes(self, position: ShipPosition) -> Sequence[int]:
        """Return the adjacent hexes with a tile; before the first row, the hexes of row 1 (P4.2)."""
        return self.board.land.list_neighbours(position.hex)

    def find_price(self, hex_: int, raiding: int | None) -> int | None:
        """Return the price of entering a hex; None if only a raid or a return leads there (P4.1, P4.3, P4.4)."""
        owners = self.board.routes.get(hex_)
        if owners is None:
            return self.terrain_prices[self.board.ground[hex_]]
        return self.find_route_entry(hex_, owners, raiding)[0]

    def find_route_entry(self, hex_: int, owners: Sequence[int], raiding: int | None) -> tuple[int | None, int | None]:
        """Return the price of entering a hex of a route with these owners, and `raiding` after it (P7.2, P7.3).

        The price is None if the ship may not enter the hex.
        """
        if raiding in owners:
            price, next_raiding = self.own_route_price if self.seat in owners else self.other_route_price, raiding
        elif self.seat in owners:
            below = owners.index(self.seat) - 1
            price, next_raiding = self.own_route_price, owners[below] if below >= 0 else None
        else:
            return None, None
        if hex_ in self.board.iced_hexes:
            price = self.terrain_prices["I"]
        return price, next_raiding

    def _select_leave_hexes(self, raiding: int | None, leave_hexes: tuple[int, ...]) -> tuple[int, ...]:
        """Return the leave hexes that matter for further steps, with -1 for all others (P7.3).

        A leave hex matters while the ship is off that route, and could only step back there by right of having left it.
        """
        routes = self.board.routes
        return tuple(
            [
                hex_ if hex_ in routes and owner != raiding and self._needs_leave(owner, hex_) else -1
                for owner, hex_ in enumerate(leave_hexes)
            ]
        )

    def _needs_leave(self, owner: int, hex_: int) -> bool:
        """Check whether a hex is on a route of `owner`, on no own route, and free of other ships."""
        owners = self.board.routes[hex_]
        return owner in owners and self.seat not in owners and hex_ not in self.other_ships

    # ------------------------------------------------------------ tokens
    def generate_token_ways(self, position: ShipPosition, reserve: Sequence[int], points: int) -> Iterator[Way]:
        """Generate all ways to lay one token of the reserve for at most this many points (P4.1 to P4.5)."""
        ships, ship_hex, is_own_route_free = self.other_ships, position.hex, not self.own_route_price
        routes, ground, terrain_prices = self.board.routes, self.board.ground, self.terrain_prices
        paths = self.board.passage.paths
        # Without a ship near enough, no token can pass over one.
        is_alone = ship_hex is not None and self.measure_ship_distance(ship_hex) == MAX_TOKEN_HEXES
        # An entry: branches; then of the path before them `raiding`, the leave hexes, the price, the hexes, whether it touches a
        # route and whether it passes over a ship.
        stack: list[tuple[Sequence[PathBranch], int | None, tuple[int, ...], int, tuple[int, ...], bool, bool]] = []
        first_branches = [paths[hex_] for hex_ in self.list_next_hexes(position)]
        stack.append((first_branches, position.raiding, position.leave_hexes, 0, (), False, False))
        while stack:
            branches, raiding, leave_hexes, paid, travelled, has_route, has_passed = stack.pop()
            points_left = points - paid
            for hex_, kinds, next_branches in branches:
                touches_route = has_route
                if hex_ in routes:
                    touches_route = True
                    if not has_passed and (is_alone or self._is_ship_too_far(hex_, len(travelled))):
                        continue
                    price, next_raiding = self.find_route_entry(hex_, routes[hex_], raiding)
                    if price is None:
                        continue
                else:
                    price, next_raiding = terrain_prices[ground[hex_]], None
                if price > points_left or hex_ == ship_hex:
                    continue
                next_leave_hexes = leave_hexes
                if raiding is not None:
                    previous = travelled[-1] if travelled else ship_hex
                    next_leave_hexes = update_leave_hexes(previous, raiding, next_raiding, leave_hexes)
                path = (*travelled, hex_)
                if (has_passed or not touches_route) and hex_ not in ships:
                    for kind in kinds:
                        if reserve[kind]:
                            yield Way(kind, path, paid + price, next_raiding, next_leave_hexes)
                if next_branches and (is_own_route_free or price < points_left):
                    passes_ship = has_passed or hex_ in ships
                    stack.append(
                        (next_branches, next_raiding, next_leave_hexes, paid + price, path, touches_route, passes_ship)
                    )

    def _is_ship_too_far(self, hex_: int, hexes_before: int) -> bool:
        """Return whether no token that enters a route here, after some hexes, can still pass over a ship.

        It must do so before its last hex, which is at most the fourth (P4.5).
        """
        return self.measure_ship_distance(hex_) + hexes_before > MAX_TOKEN_HEXES - 2

    # ------------------------------------------------------------ steps
    def generate_steps(
        self, start: int | None, raiding: int | None, leave_hexes: tuple[int, ...]
    ) -> Iterator[tuple[int, int, int | None]]:
        """Generate the single steps without a token from a hex (P4.3, P7.1, P7.3).

        A step is the hex, its price and `raiding` after it.
        """
        if start is None:
            return
        board, routes, other_ships = self.board, self.board.routes, self.other_ships
        for hex_ in board.passage.neighbours[start]:
            if hex_ not in routes or hex_ in other_ships:
                continue
            owners = routes[hex_]
            price, next_raiding = self.find_route_entry(hex_, owners, raiding)
            if price is not None:
                yield hex_, price, next_raiding
            elif hex_ in leave_hexes:
                returned_to = next((seat for seat in owners if leave_hexes[seat] == hex_), None)
                if returned_to is not None:
                    price = self.terrain_prices["I"] if hex_ in board.iced_hexes else self.other_route_price
                    yield hex_, price, returned_to

    def find_cheapest_walks(self, position: ShipPosition, points: int) -> dict[int, Way]:
        """Return the cheapest walk to every hex that steps lead to, the shortest of equally cheap ones (P4.3)."""
        found: dict[int, Way] = {}
        for way in self.generate_walks(position, points):
            end = way.path[-1]
            if end not in found and end != position.hex:
                found[end] = way
        return found

    def generate_walks(self, position: ShipPosition, points: int) -> Iterator[Way]:
        """Generate every position that steps along routes lead to, once, by the cheapest and shortest walk.

        This includes the present hex, if the ship returns there by right of another route.
        """
        tie, min_price = count(), min(self.own_route_price, self.other_route_price)
        start = (position.hex, position.raiding, self._select_leave_hexes(position.raiding, position.leave_hexes))
        visited: set[_PositionKey] = {start}
        # An entry: price and length of a path, a tie-breaker, the path, all leave hexes, and the position at its end.
        queue: list[tuple[int, int, int, tuple[int, ...], tuple[int, ...], _PositionKey]]
        queue = [(0, 0, next(tie), (), position.leave_hexes, start)]
        while queue:
            paid, length, _, path, leave_hexes, key = heappop(queue)
            hex_, raiding, needed_leave_hexes = key
            if path:
                if key in visited:
                    continue
                visited.add(key)
                yield Way(WALK_KIND, path, paid, raiding, leave_hexes)
            if paid + min_price > points:
                continue
            for next_hex, price, next_raiding in self.generate_steps(hex_, raiding, leave_hexes):
                if paid + price > points:
                    continue
                next_leave_hexes, next_needed = leave_hexes, needed_leave_hexes
                if next_raiding != raiding:
                    next_leave_hexes = update_leave_hexes(hex_, raiding, next_raiding, leave_hexes)
                    next_needed = self._select_leave_hexes(next_raiding, next_leave_hexes)
                next_key = (next_hex, next_raiding, next_needed)
                if next_key not in visited:
                    entry = (paid + price, length + 1, next(tie), (*path, next_hex), next_leave_hexes, next_key)
                    heappush(queue, entry)

    # ------------------------------------------------------------ raids
    def list_raidable_hexes(self, position: ShipPosition) -> list[tuple[int, int]]:
        """Return the hexes next to the ship, each with an owner whose route a raid could enter (P7, P7.4, P7.5).

        Whether the owner can be raided now is not checked.
        """
        routes, found = self.board.routes, list[tuple[int, int]]()
        for hex_ in self.list_next_hexes(position):
            if hex_ not in routes or hex_ in self.other_ships or self.seat in routes[hex_]:
                continue
            for owner in dict.fromkeys(routes[hex_]):
                if owner != position.raiding:
                    found.append((hex_, owner))
        return found


def update_leave_hexes(
    start: int | None, raiding: int | None, next_raiding: int | None, leave_hexes: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the leave hexes after a step from `start` that changes `raiding` to `next_raiding` (P7.2, P7.3)."""
    if start is None or raiding is None or raiding == next_raiding:
        return leave_hexes
    return (*leave_hexes[:raiding], start, *leave_hexes[raiding + 1 :])
