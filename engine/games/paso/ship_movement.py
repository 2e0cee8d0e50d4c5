"""How a ship gets about: tokens it can lay, steps along routes, and raids (P4, P7).

Nothing here changes the board. A ship stands on a hex (None before the first row); `raiding` is the seat whose route it is on by
right of a raid, `leave_hexes` the hexes where it left the routes of each seat.
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
"""The price of a hex without a tile: more than anybody can pay."""
_PositionKey = tuple[Optional[int], Optional[int], tuple[int, ...]]
"""What of a ship's stand matters for all that may follow."""


class ShipPosition(msgspec.Struct, frozen=True, gc=False):
    """Where a ship is and whose route it may use."""

    hex: Optional[int]
    raiding: Optional[int]
    leave_hexes: tuple[int, ...]


class Way(msgspec.Struct, frozen=True, gc=False):
    """One advance: a token of a kind (by place in KINDS) laid on a path, or WALK; its price, and whose route the ship may use then
    and where it left the others, as in a `ShipPosition`."""

    kind: int
    path: tuple[int, ...]
    price: int
    raiding: Optional[int]
    leave_hexes: tuple[int, ...]

    @property
    def end_position(self) -> ShipPosition:
        """Where the ship stands then."""
        return ShipPosition(self.path[-1], self.raiding, self.leave_hexes)


class ShipMovement:
    """One seat's ship on a board, with its prices: `terrain_prices` by letter, `own_route_price` for the hexes of its
    own routes, `other_route_price` for those of
    others, all in action points. `hex` is where it is now, `other_ships` are the other ships by hex: its own is in
    nobody's way once it
    has moved."""

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
        self.board, self.seat, self.terrain_prices, self.own_route_price, self.other_route_price = (
            board,
            seat,
            terrain_prices,
            own_route_price,
            other_route_price,
        )
        self.other_ships = board.ships.copy()
        if ship_hex is not None:
            del self.other_ships[ship_hex]
        self._ship_distances: dict[int, int] = {}

    def measure_ship_distance(self, hex_: int) -> int:
        """How far it is to the nearest of the other ships, FAR where none is close."""
        far = self._ship_distances.get(hex_)
        if far is None:
            close, far = self.board.passage.near_distances[hex_], MAX_TOKEN_HEXES
            for ship in self.other_ships:
                if close.get(ship, MAX_TOKEN_HEXES) < far:
                    far = close[ship]
            self._ship_distances[hex_] = far
        return far

    # ------------------------------------------------------------ single hexes
    def list_next_hexes(self, position: ShipPosition) -> Sequence[int]:
        """The hexes with a tile that a ship can go to next: all of row 1 from before it (P4.2)."""
        return self.board.land.list_neighbours(position.hex)

    def find_price(self, hex_: int, raiding: int | None) -> int | None:
        """What entering a hex costs; None where only a raid or a return helps (P4.1, P4.3, P4.4)."""
        owners = self.board.routes.get(hex_)
        return (
            self.terrain_prices[self.board.ground[hex_]]
            if owners is None
            else self.find_route_entry(hex_, owners, raiding)[0]
        )

    def find_route_entry(self, hex_: int, owners: Sequence[int], raiding: int | None) -> tuple[int | None, int | None]:
        """What entering a hex of a route costs, which these seats own, and the seat whose route the ship is on by right of a raid
        once it is there (P7.2, P7.3)."""
        if raiding in owners:
            price, guest = self.own_route_price if self.seat in owners else self.other_route_price, raiding
        elif self.seat in owners:
            below = owners.index(self.seat) - 1
            price, guest = self.own_route_price, owners[below] if below >= 0 else None
        else:
            return None, None
        return self.terrain_prices["I"] if hex_ in self.board.iced_hexes else price, guest

    def _select_leave_hexes(self, raiding: int | None, leave_hexes: tuple[int, ...]) -> tuple[int, ...]:
        """What of `TimedDiscord.leave_hexes` matters for all that may follow: a hex where a route was left only while
        the ship is off that route,
        and while it needs leave to step there and can (P7.3)."""
        routes = self.board.routes
        return tuple(
            [
                hex_ if hex_ in routes and owner != raiding and self._needs_leave(owner, hex_) else -1
                for owner, hex_ in enumerate(leave_hexes)
            ]
        )

    def _needs_leave(self, owner: int, hex_: int) -> bool:
        """Whether a hex of routes is one of that seat's, not of the own one, with no ship on it."""
        owners = self.board.routes[hex_]
        return owner in owners and self.seat not in owners and hex_ not in self.other_ships

    # ------------------------------------------------------------ tokens
    def generate_token_ways(self, position: ShipPosition, reserve: Sequence[int], points: int) -> Iterator[Way]:
        """Every way to lay one token of the reserve for so many points at most (P4.1 to P4.5)."""
        ships, at, free = self.other_ships, position.hex, not self.own_route_price
        routes, ground, terrain = self.board.routes, self.board.ground, self.terrain_prices
        paths = self.board.passage.paths
        alone = at is not None and self.measure_ship_distance(at) == MAX_TOKEN_HEXES  # no token gets over a ship
        # An entry of the list: branches; the ship before them, what is paid and travelled, if on a route and if over a ship.
        todo: list[tuple[Sequence[PathBranch], int | None, tuple[int, ...], int, tuple[int, ...], bool, bool]] = [
            (
                [paths[hex_] for hex_ in self.list_next_hexes(position)],
                position.raiding,
                position.leave_hexes,
                0,
                (),
                False,
                False,
            )
        ]
        while todo:
            branches, raiding, left, paid, travelled, routed, passed = todo.pop()
            points_left = points - paid
            for hex_, kinds, further in branches:
                on_route = hex_ in routes
                if on_route:
                    # What lies on a route must pass over a ship yet, which is not the last hex of at most four.
                    if not passed and (
                        alone or self.measure_ship_distance(hex_) + len(travelled) > MAX_TOKEN_HEXES - 2
                    ):
                        continue
                    price, guest = self.find_route_entry(hex_, routes[hex_], raiding)
                    if price is None:
                        continue
                else:
                    price, guest = terrain[ground[hex_]], None
                if price > points_left or hex_ == at:
                    continue
                gone = (
                    left
                    if raiding is None
                    else update_leave_hexes(travelled[-1] if travelled else at, raiding, guest, left)
                )
                path = (*travelled, hex_)
                if (passed or not (on_route or routed)) and hex_ not in ships:
                    for kind in kinds:
                        if reserve[kind]:
                            yield Way(kind, path, paid + price, guest, gone)
                if further and (free or price < points_left):
                    todo.append((further, guest, gone, paid + price, path, on_route or routed, passed or hex_ in ships))

    # ------------------------------------------------------------ steps
    def generate_steps(
        self, start: int | None, raiding: int | None, leave_hexes: tuple[int, ...]
    ) -> Iterator[tuple[int, int, int | None]]:
        """Single steps without a token from a hex: hex, price and the seat whose guest the ship is then (P4.3, P7.1, P7.3)."""
        if start is None:
            return
        board, routes, others = self.board, self.board.routes, self.other_ships
        for hex_ in board.passage.neighbours[start]:
            if hex_ not in routes or hex_ in others:
                continue
            owners = routes[hex_]
            price, guest = self.find_route_entry(hex_, owners, raiding)
            if price is not None:
                yield hex_, price, guest
            elif hex_ in leave_hexes:
                back = next((seat for seat in owners if leave_hexes[seat] == hex_), None)
                if back is not None:
                    yield hex_, self.terrain_prices["I"] if hex_ in board.iced_hexes else self.other_route_price, back

    def find_cheapest_walks(self, position: ShipPosition, points: int) -> dict[int, Way]:
        """The cheapest way along routes to every hex that steps lead to, the shortest of equally cheap ones (P4.3)."""
        found: dict[int, Way] = {}
        for way in self.generate_walks(position, points):
            end = way.path[-1]
            if end not in found and end != position.hex:
                found[end] = way
        return found

    def generate_walks(self, position: ShipPosition, points: int) -> Iterator[Way]:
        """Every stand that steps along routes lead to, once each, by the cheapest and shortest way: also the hex where the ship is
        now, if it comes back there by right of another route."""
        tie, least = count(), min(self.own_route_price, self.other_route_price)  # what a step costs at least
        first = (position.hex, position.raiding, self._select_leave_hexes(position.raiding, position.leave_hexes))
        met: set[_PositionKey] = {first}
        # An entry of the queue: paid and length of a path; the path; where routes were left; what of the ship's stand matters.
        queue: list[tuple[int, int, int, tuple[int, ...], tuple[int, ...], _PositionKey]]
        queue = [(0, 0, next(tie), (), position.leave_hexes, first)]
        while queue:
            paid, length, _, path, left, known = heappop(queue)
            at, raiding, needed = known
            if path:
                if known in met:
                    continue
                met.add(known)
                yield Way(WALK_KIND, path, paid, raiding, left)
            if paid + least > points:
                continue
            for hex_, price, guest in self.generate_steps(at, raiding, left):
                if paid + price > points:
                    continue
                gone, leave = left, needed
                if guest != raiding:
                    gone = update_leave_hexes(at, raiding, guest, left)
                    leave = self._select_leave_hexes(guest, gone)
                after = (hex_, guest, leave)
                if after not in met:
                    heappush(queue, (paid + price, length + 1, next(tie), (*path, hex_), gone, after))

    # ------------------------------------------------------------ raids
    def list_raidable_hexes(self, position: ShipPosition) -> list[tuple[int, int]]:
        """Hexes beside the ship, each with an owner whose route could be raided there if he allowed it (P7, P7.4, P7.5)."""
        routes, seat, others = self.board.routes, self.seat, self.other_ships
        return [
            (hex_, owner)
            for hex_ in self.list_next_hexes(position)
            if hex_ in routes and seat not in routes[hex_] and hex_ not in others
            for owner in dict.fromkeys(routes[hex_])
            if owner != position.raiding
        ]


def update_leave_hexes(
    start: int | None, raiding: int | None, guest: int | None, leave_hexes: tuple[int, ...]
) -> tuple[int, ...]:
    """The hexes where routes were left, once a ship goes from a hex and is no longer the guest of one seat but of another, or of
    nobody (P7.2, P7.3)."""
    if start is None or raiding is None or raiding == guest:
        return leave_hexes
    return (*leave_hexes[:raiding], start, *leave_hexes[raiding + 1 :])
