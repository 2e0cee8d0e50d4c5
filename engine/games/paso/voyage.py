"""How a ship gets about: tokens it can lay, steps along routes, and raids (P4, P7).

Nothing here changes the board. A ship stands on a hex (None before the first row); `raiding` is the seat whose route it is on by
right of a raid, `left` the hexes where it left the routes of each seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Optional

import msgspec

from engine.games.paso.board import Board
from engine.games.paso.hexes import FAR, Branch

WALK = -1
"""The kind of a way without a token."""
UNKNOWN = 1000
"""The price of a hex without a tile: more than anybody can pay."""
_Known = tuple[Optional[int], Optional[int], tuple[int, ...]]
"""What of a ship's stand matters for all that may follow."""


class Stand(msgspec.Struct, frozen=True, gc=False):
    """Where a ship is and whose route it may use."""

    at: Optional[int]
    raiding: Optional[int]
    left: tuple[int, ...]


class Way(msgspec.Struct, frozen=True, gc=False):
    """One advance: a token of a kind (by place in KINDS) laid on a path, or WALK; its price, and whose route the ship may use then
    and where it left the others, as in a `Stand`."""

    kind: int
    path: tuple[int, ...]
    price: int
    raiding: Optional[int]
    left: tuple[int, ...]

    @property
    def stand(self) -> Stand:
        """Where the ship stands then."""
        return Stand(self.path[-1], self.raiding, self.left)


class Sailor:
    """One seat's ship on a board, with its prices: `terrain` by letter, `own` for the hexes of its own routes, `route` for those of
    others, all in action points. `at` is where it is now, `others` are the other ships by hex: its own is in nobody's way once it
    has moved."""

    __slots__ = ("_crossings", "board", "others", "own", "route", "seat", "terrain")

    def __init__(
        self, board: Board, seat: int, at: int | None, terrain: Mapping[str, int], own: int, route: int
    ) -> None:
        self.board, self.seat, self.terrain, self.own, self.route = board, seat, terrain, own, route
        self.others = board.ships.copy()
        if at is not None:
            del self.others[at]
        self._crossings: dict[int, int] = {}

    def crossing(self, hex_: int) -> int:
        """How far it is to the nearest of the other ships, FAR where none is close."""
        far = self._crossings.get(hex_)
        if far is None:
            close, far = self.board.passage.close[hex_], FAR
            for ship in self.others:
                if close.get(ship, FAR) < far:
                    far = close[ship]
            self._crossings[hex_] = far
        return far

    # ------------------------------------------------------------ single hexes
    def beside(self, stand: Stand) -> Sequence[int]:
        """The hexes with a tile that a ship can go to next: all of row 1 from before it (P4.2)."""
        return self.board.land.around(stand.at)

    def price(self, hex_: int, raiding: int | None) -> int | None:
        """What entering a hex costs; None where only a raid or a return helps (P4.1, P4.3, P4.4)."""
        owners = self.board.routes.get(hex_)
        return self.terrain[self.board.ground[hex_]] if owners is None else self.entry(hex_, owners, raiding)[0]

    def entry(self, hex_: int, owners: Sequence[int], raiding: int | None) -> tuple[int | None, int | None]:
        """What entering a hex of a route costs, which these seats own, and the seat whose route the ship is on by right of a raid
        once it is there (P7.2, P7.3)."""
        if raiding in owners:
            price, guest = self.own if self.seat in owners else self.route, raiding
        elif self.seat in owners:
            below = owners.index(self.seat) - 1
            price, guest = self.own, owners[below] if below >= 0 else None
        else:
            return None, None
        return self.terrain["I"] if hex_ in self.board.iced else price, guest

    def _leave(self, raiding: int | None, left: tuple[int, ...]) -> tuple[int, ...]:
        """What of `Stand.left` matters for all that may follow: a hex where a route was left only while the ship is off that route,
        and while it needs leave to step there and can (P7.3)."""
        routes = self.board.routes
        return tuple(
            [
                hex_ if hex_ in routes and owner != raiding and self._needs_leave(owner, hex_) else -1
                for owner, hex_ in enumerate(left)
            ]
        )

    def _needs_leave(self, owner: int, hex_: int) -> bool:
        """Whether a hex of routes is one of that seat's, not of the own one, with no ship on it."""
        owners = self.board.routes[hex_]
        return owner in owners and self.seat not in owners and hex_ not in self.others

    # ------------------------------------------------------------ tokens
    def tokens(self, stand: Stand, reserve: Sequence[int], points: int) -> Iterator[Way]:
        """Every way to lay one token of the reserve for so many points at most (P4.1 to P4.5)."""
        ships, at, free = self.others, stand.at, not self.own
        routes, ground, terrain = self.board.routes, self.board.ground, self.terrain
        paths = self.board.passage.paths
        alone = at is not None and self.crossing(at) == FAR  # no token gets over a ship
        # An entry of the list: branches; the ship before them, what is paid and travelled, if on a route and if over a ship.
        todo: list[tuple[Sequence[Branch], int | None, tuple[int, ...], int, tuple[int, ...], bool, bool]] = [
            ([paths[hex_] for hex_ in self.beside(stand)], stand.raiding, stand.left, 0, (), False, False)
        ]
        while todo:
            branches, raiding, left, paid, travelled, routed, passed = todo.pop()
            points_left = points - paid
            for hex_, kinds, further in branches:
                on_route = hex_ in routes
                if on_route:
                    # What lies on a route must pass over a ship yet, which is not the last hex of at most four.
                    if not passed and (alone or self.crossing(hex_) + len(travelled) > FAR - 2):
                        continue
                    price, guest = self.entry(hex_, routes[hex_], raiding)
                    if price is None:
                        continue
                else:
                    price, guest = terrain[ground[hex_]], None
                if price > points_left or hex_ == at:
                    continue
                gone = left if raiding is None else behind(travelled[-1] if travelled else at, raiding, guest, left)
                path = (*travelled, hex_)
                if (passed or not (on_route or routed)) and hex_ not in ships:
                    for kind in kinds:
                        if reserve[kind]:
                            yield Way(kind, path, paid + price, guest, gone)
                if further and (free or price < points_left):
                    todo.append((further, guest, gone, paid + price, path, on_route or routed, passed or hex_ in ships))

    # ------------------------------------------------------------ steps
    def steps(
        self, at: int | None, raiding: int | None, left: tuple[int, ...]
    ) -> Iterator[tuple[int, int, int | None]]:
        """Single steps without a token from a hex: hex, price and the seat whose guest the ship is then (P4.3, P7.1, P7.3)."""
        if at is None:
            return
        board, routes, others = self.board, self.board.routes, self.others
        for hex_ in board.passage.neighbours[at]:
            if hex_ not in routes or hex_ in others:
                continue
            owners = routes[hex_]
            price, guest = self.entry(hex_, owners, raiding)
            if price is not None:
                yield hex_, price, guest
            elif hex_ in left:
                back = next((seat for seat in owners if left[seat] == hex_), None)
                if back is not None:
                    yield hex_, self.terrain["I"] if hex_ in board.iced else self.route, back

    def walks(self, stand: Stand, points: int) -> dict[int, Way]:
        """The cheapest way along routes to every hex that steps lead to, the shortest of equally cheap ones (P4.3)."""
        found: dict[int, Way] = {}
        for way in self.strolls(stand, points):
            end = way.path[-1]
            if end not in found and end != stand.at:
                found[end] = way
        return found

    def strolls(self, stand: Stand, points: int) -> Iterator[Way]:
        """Every stand that steps along routes lead to, once each, by the cheapest and shortest way: also the hex where the ship is
        now, if it comes back there by right of another route."""
        tie, least = count(), min(self.own, self.route)  # what a step costs at least
        first = (stand.at, stand.raiding, self._leave(stand.raiding, stand.left))
        met: set[_Known] = {first}
        # An entry of the queue: paid and length of a path; the path; where routes were left; what of the ship's stand matters.
        queue: list[tuple[int, int, int, tuple[int, ...], tuple[int, ...], _Known]]
        queue = [(0, 0, next(tie), (), stand.left, first)]
        while queue:
            paid, length, _, path, left, known = heappop(queue)
            at, raiding, needed = known
            if path:
                if known in met:
                    continue
                met.add(known)
                yield Way(WALK, path, paid, raiding, left)
            if paid + least > points:
                continue
            for hex_, price, guest in self.steps(at, raiding, left):
                if paid + price > points:
                    continue
                gone, leave = left, needed
                if guest != raiding:
                    gone = behind(at, raiding, guest, left)
                    leave = self._leave(guest, gone)
                after = (hex_, guest, leave)
                if after not in met:
                    heappush(queue, (paid + price, length + 1, next(tie), (*path, hex_), gone, after))

    # ------------------------------------------------------------ raids
    def raidable(self, stand: Stand) -> list[tuple[int, int]]:
        """Hexes beside the ship, each with an owner whose route could be raided there if he allowed it (P7, P7.4, P7.5)."""
        routes, seat, others = self.board.routes, self.seat, self.others
        return [
            (hex_, owner)
            for hex_ in self.beside(stand)
            if hex_ in routes and seat not in routes[hex_] and hex_ not in others
            for owner in dict.fromkeys(routes[hex_])
            if owner != stand.raiding
        ]


def behind(at: int | None, raiding: int | None, guest: int | None, left: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes where routes were left, once a ship goes from a hex and is no longer the guest of one seat but of another, or of
    nobody (P7.2, P7.3)."""
    if at is None or raiding is None or raiding == guest:
        return left
    return (*left[:raiding], at, *left[raiding + 1 :])
