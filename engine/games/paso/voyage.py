"""How a ship gets about: tokens it can lay, steps along routes, and raids (P4, P7).

Nothing here changes the board. A ship stands on a hex (None before the first row); `raiding` is the seat whose route it is on by
right of a raid, `left` the hexes where it left the routes of each seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count, repeat
from typing import Optional

import msgspec

from engine.games.paso.board import Board
from engine.games.paso.hexes import FAR, Branch

WALK = -1
"""The kind of a way without a token."""


class Stand(msgspec.Struct, frozen=True):
    """Where a ship is and whose route it may use."""

    at: Optional[int]
    raiding: Optional[int]
    left: tuple[int, ...]


class Way(msgspec.Struct, frozen=True):
    """One advance: a token of a kind (by place in KINDS) laid on a path, or WALK; its price and where the ship stands then."""

    kind: int
    path: tuple[int, ...]
    price: int
    stand: Stand


class Sailor:
    """One seat's ship on a board, with its prices: `terrain` by letter, `own` for the hexes of its own routes, `route` for those of
    others, all in action points. `others` are the other ships by hex: its own is in nobody's way once it has moved."""

    __slots__ = ("_gists", "board", "others", "own", "route", "seat", "terrain")

    def __init__(self, board: Board, seat: int, terrain: Mapping[str, int], own: int, route: int) -> None:
        self.board, self.seat, self.terrain, self.own, self.route = board, seat, terrain, own, route
        self.others = {hex_: other for hex_, other in board.ships.items() if other != seat}
        self._gists: dict[tuple[int | None, tuple[int, ...]], tuple[int, ...]] = {}

    def on(self, board: Board) -> Sailor:
        """The same ship on another board of the same ships."""
        return Sailor(board, self.seat, self.terrain, self.own, self.route)

    def crossing(self, hex_: int) -> int:
        """How far it is to the nearest of the other ships, FAR where none is close."""
        close = self.board.passage.close[hex_]
        return min([close.get(ship, FAR) for ship in self.others], default=FAR)

    # ------------------------------------------------------------ single hexes
    def beside(self, stand: Stand) -> Sequence[int]:
        """The hexes with a tile that a ship can go to next: all of row 1 from before it (P4.2)."""
        return self.board.land.around(stand.at)

    def price(self, hex_: int, raiding: int | None) -> int | None:
        """What entering a hex costs; None where only a raid or a return helps (P4.1, P4.3, P4.4)."""
        owners = self.board.routes.get(hex_)
        if owners is None:
            return self.terrain[self.board.ground[hex_]]
        if self.seat in owners:
            price = self.own
        elif raiding in owners:
            price = self.route
        else:
            return None
        return self.terrain["I"] if hex_ in self.board.iced else price

    def arrive(self, stand: Stand, hex_: int, onto: int | None = None) -> Stand:
        """The ship on a hex it has come to; `onto` is the seat whose route it enters by a raid or a return (P7.2, P7.3)."""
        raiding, left = stand.raiding, stand.left
        new = self.guest(hex_, raiding, onto)
        if raiding is not None and raiding != new and stand.at is not None:
            left = (*left[:raiding], stand.at, *left[raiding + 1 :])
        return Stand(hex_, new, left)

    def guest(self, hex_: int, raiding: int | None, onto: int | None = None) -> int | None:
        """The seat whose route a ship is on by right of a raid once it has come to a hex (P7.2, P7.3)."""
        owners = self.board.routes.get(hex_)
        if owners is None or onto is not None:
            return onto
        if raiding in owners:
            return raiding
        below = owners.index(self.seat) - 1 if self.seat in owners else -1
        return owners[below] if below >= 0 else None

    def gist(self, stand: Stand) -> Stand:
        """What matters of a stand for all that may follow: a hex where a route was left only while the ship is off that route,
        and while it needs leave to step there and can (P7.3)."""
        raiding, left = stand.raiding, stand.left
        found = self._gists.get((raiding, left))
        if found is None:
            found = self._gists[raiding, left] = tuple(
                [hex_ if owner != raiding and self._needs_leave(owner, hex_) else -1 for owner, hex_ in enumerate(left)]
            )
        return stand if found == left else Stand(stand.at, raiding, found)

    def _needs_leave(self, owner: int, hex_: int) -> bool:
        """Whether a hex is one of that seat's route, not of the own one, with no ship on it."""
        owners = self.board.routes.get(hex_, ())
        return owner in owners and self.seat not in owners and hex_ not in self.others

    # ------------------------------------------------------------ tokens
    def tokens(self, stand: Stand, reserve: Sequence[int], points: int) -> Iterator[Way]:
        """Every way to lay one token of the reserve for so many points at most (P4.1 to P4.5)."""
        ships, at = self.others, stand.at
        routes, ground, terrain = self.board.routes, self.board.ground, self.terrain
        paths = self.board.passage.paths
        # An entry of the list: the branch; the ship before it, what is paid and travelled, if on a route and if over a ship.
        todo: list[tuple[Branch, tuple[Stand, int, tuple[int, ...], bool, bool]]] = [
            (paths[hex_], (stand, 0, (), False, False)) for hex_ in reversed(self.beside(stand))
        ]
        while todo:
            (hex_, kinds, further), (here, paid, travelled, routed, passed) = todo.pop()
            if hex_ == at or not ground[hex_]:
                continue
            on_route = hex_ in routes
            # What lies on a route must pass over a ship yet, which is not the last hex of at most four.
            if on_route and not passed and self.crossing(hex_) + len(travelled) > FAR - 2:
                continue
            if on_route:
                price = self.price(hex_, here.raiding)
                if price is None:
                    continue
                routed = True
                here = self.arrive(here, hex_)
            else:
                price = terrain[ground[hex_]]
                if here.raiding is not None:  # else where it has been does not matter to what follows
                    here = self.arrive(here, hex_)
            paid += price
            if paid > points:
                continue
            path = (*travelled, hex_)
            if hex_ in ships:
                passed = True
            elif passed or not routed:
                for kind in kinds:
                    if reserve[kind]:
                        yield Way(kind, path, paid, Stand(hex_, here.raiding, here.left))
            if further and (paid < points or not self.own):
                todo += zip(further, repeat((here, paid, path, routed, passed)))

    # ------------------------------------------------------------ steps
    def steps(self, stand: Stand) -> Iterator[tuple[int, int, Stand]]:
        """Single steps without a token: hex, price and the ship after it (P4.3, P7.1, P7.3)."""
        if stand.at is None:
            return
        board = self.board
        for hex_ in board.passage.neighbours[stand.at]:
            owners = board.routes.get(hex_)
            if owners is None or hex_ in self.others:
                continue
            price = self.price(hex_, stand.raiding)
            if price is not None:
                yield hex_, price, self.arrive(stand, hex_)
                continue
            back = next((seat for seat in owners if stand.left[seat] == hex_), None)
            if back is not None:
                price = self.terrain["I"] if hex_ in board.iced else self.route
                yield hex_, price, self.arrive(stand, hex_, back)

    def walks(self, stand: Stand, points: int) -> dict[int, Way]:
        """The cheapest way along routes to every hex that steps lead to, the shortest of equally cheap ones (P4.3)."""
        found: dict[int, Way] = {}
        for way in self.strolls(stand, points):
            if way.path[-1] != stand.at:
                found.setdefault(way.path[-1], way)
        return found

    def strolls(self, stand: Stand, points: int) -> Iterator[Way]:
        """Every stand that steps along routes lead to, once each, by the cheapest and shortest way: also the hex where the ship is
        now, if it comes back there by right of another route."""
        gist, start = self.gist, self.gist(stand)
        met: set[Stand] = {start}
        tie = count()
        queue: list[tuple[int, int, int, tuple[int, ...], Stand, Stand]] = [(0, 0, next(tie), (), stand, start)]
        while queue:
            paid, length, _, path, here, known = heappop(queue)
            if path:
                if known in met:
                    continue
                met.add(known)
                yield Way(WALK, path, paid, here)
            for hex_, price, there in self.steps(here):
                if paid + price <= points and (after := gist(there)) not in met:
                    heappush(queue, (paid + price, length + 1, next(tie), (*path, hex_), there, after))

    # ------------------------------------------------------------ raids
    def raidable(self, stand: Stand) -> Iterator[tuple[int, int]]:
        """Hexes beside the ship, each with an owner whose route could be raided there if he allowed it (P7, P7.4, P7.5)."""
        board = self.board
        for hex_ in self.beside(stand):
            owners = board.routes.get(hex_)
            if owners and self.seat not in owners and hex_ not in self.others:
                for owner in dict.fromkeys(owners):
                    if owner != stand.raiding:
                        yield hex_, owner
