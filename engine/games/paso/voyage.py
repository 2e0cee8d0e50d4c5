"""How a ship gets about: tokens it can lay, steps along routes, raids, and all that it can reach in a turn (P4, P7).

Nothing here changes the board. A ship stands on a hex (None before the first row); `raiding` is the seat whose route it is on by
right of a raid, `left` the hexes where it left the routes of each seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from heapq import heappop, heappush
from itertools import count
from operator import ge, itemgetter
from typing import NamedTuple, Optional

from engine.games.paso.board import Board
from engine.games.paso.hexes import EDGE, Branch

WALK = -1
"""The kind of a way without a token."""


class Stand(NamedTuple):
    """Where a ship is and whose route it may use."""

    at: Optional[int]
    raiding: Optional[int]
    left: tuple[int, ...]


class Way(NamedTuple):
    """One advance: a token of a kind (by place in KINDS) laid on a path, or WALK; its price and where the ship stands then."""

    kind: int
    path: tuple[int, ...]
    price: int
    stand: Stand


Edge = tuple[int, int, Stand]
"""One step or one token as the search for a whole turn sees it: price, kind and the ship after it."""
Ahead = dict[tuple[Optional[int], Optional[int]], list[Edge]]
"""The edges from each place and route, cheapest first."""


class Sailor:
    """One seat's ship on a board, with its prices: `terrain` by letter, `own` for the hexes of its own routes, `route` for those of
    others, all in action points."""

    __slots__ = ("board", "own", "route", "seat", "terrain")

    def __init__(self, board: Board, seat: int, terrain: Mapping[str, int], own: int, route: int) -> None:
        self.board, self.seat, self.terrain, self.own, self.route = board, seat, terrain, own, route

    # ------------------------------------------------------------ single hexes
    def beside(self, stand: Stand) -> Sequence[int]:
        """The hexes with a tile that a ship can go to next: all of row 1 from before it (P4.2)."""
        terrain = self.board.land.terrain
        if stand.at is None:
            return [hex_ for hex_ in self.board.passage.row_hexes(1) if terrain[hex_]]
        return [hex_ for hex_ in self.board.passage.neighbours[stand.at] if hex_ != EDGE and terrain[hex_]]

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

    def arrive(self, stand: Stand, hex_: int, onto: int | None = None, *, laid: bool = False) -> Stand:
        """The ship on a hex it has come to; `onto` is the seat whose route it enters by a raid or a return (P7.2, P7.3), `laid`
        whether a token of its own has been laid there in the meantime."""
        owners = self.board.routes.get(hex_, [])
        if laid:
            owners = [*owners, self.seat]
        raiding, left = stand.raiding, stand.left
        if onto is None and raiding in owners:
            return Stand(hex_, raiding, left)
        new = onto
        if new is None and self.seat in owners:
            below = owners.index(self.seat) - 1
            new = owners[below] if below >= 0 else None
        if raiding is not None and raiding != new and stand.at is not None:
            left = (*left[:raiding], stand.at, *left[raiding + 1 :])
        return Stand(hex_, new, left)

    # ------------------------------------------------------------ tokens
    def tokens(self, stand: Stand, reserve: Sequence[int], points: int) -> Iterator[Way]:
        """Every way to lay one token of the reserve for so many points at most (P4.1 to P4.5)."""
        ships, at = self.board.ships, stand.at
        routes, ground, terrain = self.board.routes, self.board.ground, self.terrain
        paths = self.board.passage.paths
        # An entry of the list: the branch, the ship before it, what is paid and travelled, if on a route and if over a ship.
        todo: list[tuple[Branch, Stand, int, tuple[int, ...], bool, bool]] = [
            (paths[hex_], stand, 0, (), False, False) for hex_ in reversed(self.beside(stand))
        ]
        while todo:
            branch, here, paid, travelled, routed, passed = todo.pop()
            hex_, kinds, further = branch
            if hex_ == at or not ground[hex_]:
                continue
            if hex_ in routes:
                price = self.price(hex_, here.raiding)
                if price is None:
                    continue
                routed = True
                here = self.arrive(here, hex_)
            else:
                price = terrain[ground[hex_]]
                here = Stand(hex_, None, here.left) if here.raiding is None else self.arrive(here, hex_)
            paid += price
            if paid > points:
                continue
            path = (*travelled, hex_)
            if hex_ in ships:
                passed = True
            elif passed or not routed:
                for kind in kinds:
                    if reserve[kind]:
                        yield Way(kind, path, paid, here)
            if paid < points or not self.own:
                todo += [(after, here, paid, path, routed, passed) for after in further]

    # ------------------------------------------------------------ steps
    def steps(self, stand: Stand) -> Iterator[tuple[int, int, Stand]]:
        """Single steps without a token: hex, price and the ship after it (P4.3, P7.1, P7.3)."""
        if stand.at is None:
            return
        board = self.board
        for hex_ in board.passage.neighbours[stand.at]:
            owners = board.routes.get(hex_)
            if owners is None or hex_ in board.ships:
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
        if stand.at is None:
            return found
        met: set[tuple[int | None, int | None]] = {(stand.at, stand.raiding)}
        tie = count()
        queue: list[tuple[int, int, int, tuple[int, ...], Stand]] = [(0, 0, next(tie), (), stand)]
        while queue:
            paid, length, _, path, here = heappop(queue)
            if path:
                if (here.at, here.raiding) in met:
                    continue
                met.add((here.at, here.raiding))
                if path[-1] not in found:
                    found[path[-1]] = Way(WALK, path, paid, here)
            for hex_, price, there in self.steps(here):
                if paid + price <= points and hex_ != stand.at and (hex_, there.raiding) not in met:
                    heappush(queue, (paid + price, length + 1, next(tie), (*path, hex_), there))
        return found

    # ------------------------------------------------------------ raids
    def raidable(self, stand: Stand) -> Iterator[tuple[int, int]]:
        """Hexes beside the ship, each with an owner whose route could be raided there if he allowed it (P7, P7.4, P7.5)."""
        board = self.board
        for hex_ in self.beside(stand):
            owners = board.routes.get(hex_)
            if owners and self.seat not in owners and hex_ not in board.ships:
                for owner in dict.fromkeys(owners):
                    if owner != stand.raiding:
                        yield hex_, owner

    # ------------------------------------------------------------ a whole turn
    def reach(self, stand: Stand, reserve: Sequence[int], points: int) -> dict[int, int]:
        """Every hex that advances can lead to with so many points, and the least price (bonus points of characters aside).

        A token is laid as if those of this turn did not lie there; they matter only to who lays a long one and goes back along it.
        """
        board = copy(self.board)
        board.ships = {
            hex_: seat for hex_, seat in board.ships.items() if seat != self.seat
        }  # it does not stay where it is
        sailor = Sailor(board, self.seat, self.terrain, self.own, self.route)
        best, ahead = sailor._with_plenty(stand, reserve, points)
        if not self.own:
            ahead = {start: _without_detours(edges, ahead) for start, edges in ahead.items()}
        cheapest = [points + 1] * len(reserve)
        for price, kind, _ in (edge for edges in ahead.values() for edge in edges):
            if kind != WALK:
                cheapest[kind] = min(cheapest[kind], price)
        if all(price and kept >= points // price for price, kept in zip(cheapest, reserve, strict=True)):
            return best
        return sailor._with_few(stand, reserve, points, ahead, cheapest)

    def _with_plenty(self, stand: Stand, reserve: Sequence[int], points: int) -> tuple[dict[int, int], Ahead]:
        """The same as if no kind of token in the reserve ran out, and where one step or token leads from everywhere."""
        best: dict[int, int] = {}
        ahead: Ahead = {}
        tie = count()
        queue = [(0, next(tie), stand)]
        while queue:
            paid, _, here = heappop(queue)
            key = (here.at, here.raiding)
            if key in ahead:
                continue
            if here.at is not None and here.at != stand.at:
                best.setdefault(here.at, paid)
            left = points - paid
            ahead[key] = self._ahead(here, reserve, left) if left or not self.own else []
            for price, _, there in ahead[key]:
                if (there.at, there.raiding) not in ahead:
                    heappush(queue, (paid + price, next(tie), there))
        return best, ahead

    def _with_few(
        self, stand: Stand, reserve: Sequence[int], points: int, ahead: Ahead, cheapest: Sequence[int]
    ) -> dict[int, int]:
        """The same with the tokens there are. To come to a hex dearer and without more of any kind left is of no use; of a kind
        only so many count as the points left can pay for."""
        best: dict[int, int] = {}
        met: dict[tuple[int | None, int | None], list[tuple[int, ...]]] = {}
        useful = [[left // price if price else max(reserve) for price in cheapest] for left in range(points + 1)]
        tie = count()
        queue = [(0, next(tie), stand, tuple(map(min, reserve, useful[points])))]
        while queue:
            paid, _, here, kept = heappop(queue)
            key = (here.at, here.raiding)
            known = met.setdefault(key, [])
            if any(all(map(ge, other, kept)) for other in known):
                continue
            known.append(kept)
            if here.at is not None and here.at != stand.at:
                best.setdefault(here.at, paid)
            left = points - paid
            for price, kind, there in ahead[key]:
                if price > left:
                    break
                if kind == WALK:
                    rest = kept
                elif kept[kind]:
                    rest = (*kept[:kind], kept[kind] - 1, *kept[kind + 1 :])
                else:
                    continue
                heappush(queue, (paid + price, next(tie), there, tuple(map(min, rest, useful[left - price]))))
        return best

    def _ahead(self, here: Stand, reserve: Sequence[int], points: int) -> list[Edge]:
        """Where one step or one token leads, also with steps back along it: price, kind and the ship after it, cheapest first, once
        for each kind and end."""
        found: dict[tuple[int, int | None, int | None], Edge] = {}

        def note(price: int, kind: int, there: Stand) -> None:
            key = (kind, there.at, there.raiding)
            if price <= points and (key not in found or found[key][0] > price):
                found[key] = (price, kind, there)

        for _, price, there in self.steps(here):
            note(price, WALK, there)
        for way in self.tokens(here, reserve, points):
            price, there = way.price, way.stand
            note(price, way.kind, there)
            for hex_ in way.path[-2::-1]:
                price += self.own
                if price > points or hex_ in self.board.ships:
                    break
                there = self.arrive(there, hex_, laid=True)
                note(price, way.kind, there)
        return sorted(found.values(), key=itemgetter(0))


def _without_detours(edges: Sequence[Edge], ahead: Ahead) -> list[Edge]:
    """The same edges but for tokens to where the ship can walk for nothing."""
    free = {(there.at, there.raiding) for price, kind, there in edges if kind == WALK and not price}
    todo = [*free]
    while todo:
        for price, kind, there in ahead[todo.pop()]:
            if kind == WALK and not price and (there.at, there.raiding) not in free:
                free.add((there.at, there.raiding))
                todo.append((there.at, there.raiding))
    return [edge for edge in edges if edge[1] == WALK or (edge[2].at, edge[2].raiding) not in free]
