"""Estimate the quickest way of a ship over the discovered rows, for the evaluator.

Time is counted in action points, from the beginning of the present turn. A step that the rest of a turn cannot pay waits for the
next turn, and the points of the rest are lost: so a ship before snow knows that its last two points are worth nothing, and takes a
token back while it can. Without this, ships that could not advance sailed to and fro for ever.
"""

from __future__ import annotations

import math
from heapq import heappop, heappush
from itertools import count
from typing import Final

from engine.games.paso.board import Board
from engine.games.paso.components import TOKEN_KINDS
from engine.games.paso.game_box import GameBox
from engine.games.paso.rules import RAID_KIND
from engine.games.paso.state import State
from engine.kernel.text import Seat

SHIP_PENALTY_POINTS: Final = 0.5
"""The action points that a ship in the way costs."""
FREE_STEP_PENALTY_POINTS: Final = 0.1
"""What a step that costs nothing counts: a ship that is nearer along its own route is better off, so it sails there and goes on."""
_TOKEN_SIZES: Final = tuple([int(kind[1]) for kind in TOKEN_KINDS[:RAID_KIND]])
"""The hexes of each progress token but the raid token, which cannot open a way."""


MAX_KNOWN_ENDS: Final = 10_000
"""How many ends of ways are kept. Of those that an analysis asks for one in three is new."""


class KnownWays:
    """The ends of the quickest ways that were found, by all that they depend on: worlds differ in what no way depends on."""

    def __init__(self, box: GameBox) -> None:
        self._box = box
        self._ends: dict[tuple[object, ...], tuple[float, int] | None] = {}

    def find_end(
        self, state: State, board: Board, seat: Seat, turn_points: float, start: float, open_rows: int
    ) -> tuple[float, int] | None:
        """Return the time and the row of the end of a ship's quickest way; None if no way leads there."""
        player = state.players[seat]
        ship = player.character, player.ship, player.raiding, tuple(map(bool, player.reserve))
        key = board.encode_surface(), len(state.players), seat, *ship, turn_points, start, open_rows
        if key not in self._ends:
            if len(self._ends) == MAX_KNOWN_ENDS:
                self._ends.clear()
            self._ends[key] = _QuickestWay(self._box, state, board, seat, turn_points).find_end(start, open_rows)
        return self._ends[key]


class _QuickestWay:
    """The search for the quickest way of one ship, over hexes and the route that the ship is on by a raid.

    It is an A* search (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths", 1968): no
    step brings a ship further than a row, so a way costs at least the cheapest hex of each row before it. Penalties are added to
    the time of a way, and make nothing wait. With infinite `turn_points` no step waits, and free steps are free.
    """

    def __init__(self, box: GameBox, state: State, board: Board, seat: Seat, turn_points: float) -> None:
        player = state.players[seat]
        ship_hex = board.passage.hex_by_name[player.ship] if player.ship else None
        self._board, self._turn_points, self._costs = board, turn_points, box.components.costs
        self._movement = box.create_movement(board, seat, ship_hex, box.find_ability(player))
        self._start_hex, self._start_raiding = ship_hex, player.raiding
        self._shortest_token = min(
            [size for size, left in zip(_TOKEN_SIZES, player.reserve[:RAID_KIND], strict=True) if left], default=0
        )
        self._may_lack_token = self._shortest_token != 1 and not math.isinf(turn_points)
        self._has_raid_token = player.reserve[RAID_KIND] > 0
        self._free_step_penalty = 0.0 if math.isinf(turn_points) else FREE_STEP_PENALTY_POINTS
        self._min_step_points = self._movement.own_route_price or self._free_step_penalty

    def find_end(self, start: float, open_rows: int) -> tuple[float, int] | None:
        """Return the time and the row of the way's end, in row `open_rows` or later; None if no way leads there."""
        rows, least_points = self._board.passage.rows, self._list_least_points(open_rows)
        best = {(self._start_hex, self._start_raiding): start}
        tie = count(0, -1)  # of equal ways the last one goes on first: it is further ahead
        queue = [(0.0, next(tie), start, self._start_hex, self._start_raiding, start)]
        while queue:
            _, _, total, here, raiding, time = heappop(queue)
            if total > best[here, raiding]:
                continue
            if here is not None and rows[here] >= open_rows:
                return total, rows[here]
            rest = self._count_rest(time)
            for hex_ in self._board.land.list_neighbours(here):
                step = self._price_step(hex_, raiding, time, rest)
                if step is None:
                    continue
                next_time, penalty, next_raiding = step
                next_total = next_time + total - time + penalty
                key = hex_, next_raiding
                if key not in best or next_total < best[key]:
                    best[key] = next_total
                    least_total = next_total + least_points[rows[hex_]]
                    heappush(queue, (least_total, next(tie), next_total, hex_, next_raiding, next_time))
        return None

    def _list_least_points(self, open_rows: int) -> list[float]:
        """Return for each row the least that a way from there to `open_rows` costs; from rows behind the ship, from the ship's."""
        board, prices, route_price = self._board, self._movement.terrain_prices, self._min_step_points
        start_row = 0 if self._start_hex is None else board.passage.rows[self._start_hex]
        least = [0.0] * (board.passage.last_row + 1)
        for row in range(open_rows, start_row, -1):
            hexes = [hex_ for hex_ in board.passage.list_row_hexes(row) if board.ground[hex_]]
            hex_prices = [route_price if hex_ in board.routes else prices[board.ground[hex_]] for hex_ in hexes]
            least[row - 1] = least[row] + min(hex_prices, default=math.inf)
        least[:start_row] = [least[start_row]] * start_row
        return least

    def _price_step(
        self, hex_: int, raiding: Seat | None, time: float, rest: float
    ) -> tuple[float, float, Seat | None] | None:
        """Return the time after a step to a hex, its penalty, and the route that it is on by a raid; None if none leads there."""
        owners = self._board.routes.get(hex_)
        penalty = SHIP_PENALTY_POINTS if hex_ in self._movement.other_ships else 0.0
        if owners is None:
            price = self._movement.terrain_prices[self._board.ground[hex_]]
            if self._may_lack_token and self._needs_shorter_token(hex_, price):
                time = _spend(time, rest, self._costs.recover)
                rest = self._count_rest(time)
            return _spend(time, rest, price), penalty, None
        route_price, next_raiding = self._movement.find_route_entry(hex_, owners, raiding)
        if route_price is not None:
            return _spend(time, rest, route_price), penalty + self._free_step_penalty * (not route_price), next_raiding
        if not self._has_raid_token or hex_ in self._movement.other_ships:
            return None
        return _spend(time, rest, self._costs.raid), penalty, owners[-1]

    def _needs_shorter_token(self, hex_: int, price: int) -> bool:
        """Return whether the ship has to take a token back first, since none in reserve can cover a hex of this price.

        A token of several hexes covers others beside this one, and a turn has to pay for all of them.
        """
        board, prices = self._board, self._movement.terrain_prices
        near = [prices[board.ground[other]] for other in board.land.list_neighbours(hex_) if other not in board.routes]
        others = sorted(near)[: self._shortest_token - 1]
        is_too_short = not self._shortest_token or len(others) < self._shortest_token - 1
        return is_too_short or price + sum(others) > self._turn_points

    def _count_rest(self, time: float) -> float:
        """Return the action points that are left of the turn at this time."""
        return self._turn_points - (time if time < self._turn_points else time % self._turn_points)


def _spend(time: float, rest: float, price: float) -> float:
    """Return the time after a price is paid, in this turn or, if its rest is too small, in the next."""
    return time + price if price <= rest else time + rest + price
