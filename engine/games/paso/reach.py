"""How far a ship can get in a turn: every sequence of steps and tokens is followed, each on the board as those before it leave it.

Three thoughts keep that short. Of the tokens laid on the way only those are remembered that can still matter: that the ship can
come back to with the points left, or, where its own route costs it nothing, that lie beside a ship it might pass over. Whoever has
left a token behind is no better off than who never laid it. And of each kind of token only so many count as can still be paid for.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from heapq import heappop, heappush
from itertools import count
from operator import ge
from typing import Final, NamedTuple

from engine.games.paso.components import KINDS
from engine.games.paso.voyage import Sailor, Stand

Hexes = frozenset[int]
NONE: Final[Hexes] = frozenset()
RAID: Final = KINDS.index("x1")
SIZES: Final = tuple([int(kind[1]) for kind in KINDS[:RAID]])
PATIENCE: Final = (200, 2_500)
"""Trips followed before it no longer matters which tokens a ship has left near others, and before it no longer matters how it came
to a place. Only one whose own route is free, on a long route among other ships, takes so many."""


class _Trip(NamedTuple):
    """A ship on the way: what it has paid, the tokens it has laid, and a number, so that of equally cheap trips the simpler comes
    first; where it stands; new hexes of its own route, those laid earlier and those under the token it is on; tokens left, by kind.
    """

    paid: int
    laid: int
    number: int
    stand: Stand
    earlier: Hexes
    under: Hexes
    kept: tuple[int, ...]


def reach(sailor: Sailor, stand: Stand, reserve: Sequence[int], points: int) -> dict[int, int]:
    """Every hex that advances can lead to with so many points, and the least price (bonus points of characters aside)."""
    return _Search(sailor, stand).best(reserve, points)


class _Search:
    """One turn of a ship; `passable` are the ships it could pass over, `beside` the hexes near them."""

    def __init__(self, sailor: Sailor, stand: Stand) -> None:
        self.free = not sailor.own
        self.start = stand
        self.passage = sailor.board.passage
        self.sailors = {NONE: sailor}
        self.passable = _passable(sailor, stand)
        self.beside: Hexes = frozenset().union(*[self.passage.close[ship] for ship in self.passable])
        self.met: dict[Stand, dict[Hexes, list[tuple[int, ...]]]] = {}
        self.followed = 0
        self.numbers = count()

    def best(self, reserve: Sequence[int], points: int) -> dict[int, int]:
        """What `reach` promises."""
        best: dict[int, int] = {}
        last: set[int] = set()
        queue = [_Trip(0, 0, next(self.numbers), self.start, NONE, NONE, self._useful(reserve[:RAID], points))]
        while queue:
            trip = heappop(queue)
            sailor = self._sailor(trip.earlier | trip.under)
            if self._known(trip, sailor.gist(trip.stand)):
                continue
            at = trip.stand.at
            if at is not None and at != self.start.at:
                best.setdefault(at, trip.paid)
            for after in self._ahead(sailor, trip, points):
                if after.paid < points or self.free:
                    heappush(queue, after)
                elif after.stand.at is not None:  # nothing follows
                    last.add(after.stand.at)
        for end in sorted(last - best.keys() - {self.start.at}):
            best[end] = points
        return best

    def _sailor(self, new: Hexes) -> Sailor:
        """The ship on the board with these hexes added to its route."""
        known = self.sailors.get(new)
        if known is None:
            plain = self.sailors[NONE]
            board = copy(plain.board)
            board.routes = {**board.routes, **{hex_: [*board.routes.get(hex_, ()), plain.seat] for hex_ in new}}
            board.iced = board.iced - new
            known = self.sailors[new] = plain.on(board)
        return known

    def _known(self, trip: _Trip, stand: Stand) -> bool:
        """Whether the ship was here before for no more and with no fewer tokens; notes it if not."""
        new, kept = trip.earlier | trip.under, trip.kept
        here = self.met.setdefault(stand, {})
        tired, spent = (self.followed > trips for trips in PATIENCE)
        if spent and here:
            return True
        others = [new] if stand.at in new else [new, new & self.beside]
        if tired:
            others = [other for other in here if other <= new]
        if any(all(map(ge, known, kept)) for other in others for known in here.get(other, ())):
            return True
        here.setdefault(new, []).append(kept)
        self.followed += 1
        return False

    def _ahead(self, sailor: Sailor, trip: _Trip, points: int) -> list[_Trip]:
        """Where one step or one token leads."""
        found: list[_Trip] = []
        for hex_, price, stand in sailor.steps(trip.stand):
            paid = trip.paid + price
            if paid <= points:
                on_it = hex_ in trip.under
                earlier = self._relevant(trip.earlier if on_it else trip.earlier | trip.under, hex_, points - paid)
                under = trip.under if on_it else NONE
                kept = self._useful(trip.kept, points - paid)
                found.append(_Trip(paid, trip.laid, next(self.numbers), stand, earlier, under, kept))
        for way in sailor.tokens(trip.stand, trip.kept, points - trip.paid):
            paid, end = trip.paid + way.price, way.path[-1]
            earlier = self._relevant(trip.earlier | trip.under, end, points - paid)
            routes, iced = sailor.board.routes, sailor.board.iced
            under = frozenset([at for at in way.path if sailor.seat not in routes.get(at, ()) or at in iced])
            kept = (*trip.kept[: way.kind], trip.kept[way.kind] - 1, *trip.kept[way.kind + 1 :])
            kept = self._useful(kept, points - paid)
            found.append(_Trip(paid, trip.laid + 1, next(self.numbers), way.stand, earlier, under, kept))
        return found

    def _relevant(self, new: Hexes, at: int, left: int) -> Hexes:
        """New hexes of the route that the ship could come back to from here."""
        if not new:
            return new
        distance = self.passage.distance
        return frozenset([hex_ for hex_ in new if distance(at, hex_) <= left or (self.free and hex_ in self.beside)])

    def _useful(self, kept: Sequence[int], left: int) -> tuple[int, ...]:
        """The tokens that so many points could pay for; one that passes over a ship may cost nothing where the own route does."""
        unpaid = self.free and bool(self.passable)
        return tuple([n if unpaid and size > 1 else min(n, left // size) for n, size in zip(kept, SIZES, strict=True)])


def _passable(sailor: Sailor, stand: Stand) -> list[int]:
    """Hexes of the other ships that stand on the own route, or on one that the ship is on or could come to without a raid."""
    routes, seat = sailor.board.routes, sailor.seat
    open_to = {seat, stand.raiding, *(owner for owner, hex_ in enumerate(stand.left) if hex_ >= 0)}
    for owners in routes.values():
        if seat in owners:
            open_to.update(owners)
    return [hex_ for hex_ in sailor.others if hex_ not in routes or not open_to.isdisjoint(routes[hex_])]
