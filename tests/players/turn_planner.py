"""A player of the Paso that plans its whole turn, to measure captains against; it shares no code with the computer players.

It searches its own turn in one world that looks the same to it, keeps the positions that are nearest to the Pacific, and plays the
turn whose end is best for its own way and worst for the rivals'. A way is the cheapest one in points by Dijkstra's algorithm over
the hex, the route that the ship has raided, and the single and raid tokens left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import islice
from typing import Any, NamedTuple

from engine.games.paso.components import TOKEN_KINDS
from engine.games.paso.game import Paso
from engine.games.paso.state import Player, State
from engine.kernel.menu import Menu, Words, canonicalize_move, generate_moves
from engine.kernel.position import GameRun, Position
from engine.kernel.text import IllegalMoveError, Seat

FAVOURITES = ("franklin", "mcclure", "davis", "john-ross", "rae")
"""The characters that are chosen first."""
BEAM_WIDTH = 4
"""How many positions are played on after each move of the turn."""
COMPARED_ENDS = 10
"""How many ends of the turn are compared by the rivals' ways too."""
MAX_TURN_MOVES = 9
MAX_CARD_TARGETS = 8
"""How many targets of one treasure are tried."""
UNSEEN_ROW_POINTS = 1.4
SHIP_POINTS = 0.5
"""The points for a row that nobody has seen, and for a ship in the way."""
TREASURE_POINTS = 0.7
TOKEN_POINTS = 0.15
"""The points that a treasure in hand and a token in reserve are worth."""
NO_WAY_POINTS = 30.0
COUNTED_TOKENS = 2
"""How many single and raid tokens a way counts one by one."""
SINGLE, RAID = TOKEN_KINDS.index("u1"), TOKEN_KINDS.index("x1")


class TurnEnd(NamedTuple):
    """The end of a planned turn: the points still missing, the position, and the moves that lead to it."""

    missing: float
    run: GameRun[State]
    moves: list[Words]


class TurnPlanner:
    """Plays one seat. A plan is followed until it is played out or no longer legal."""

    def __init__(self, game: Paso) -> None:
        self._game, self._box = game, game.game_box
        self._plan: list[Words] = []
        self._planned_turn = -1

    def choose_move(self, position: Position[State], seed: str, seat: Seat) -> Words:
        """Choose a move for a seat that owes an answer; nothing that is hidden from it is used."""
        menu = GameRun(self._game, position, seed).build_menu(seat)
        words = menu.open_words
        if words == ("choose",):
            offers = list(generate_moves(menu))
            return next((("choose", name) for name in FAVOURITES if ("choose", name) in offers), offers[0])
        if "end" not in words:
            return self._game.safe_move(seat, menu)
        if self._plan and self._planned_turn == position.base.turn:
            try:
                return canonicalize_move(menu, self._plan.pop(0))
            except IllegalMoveError:
                pass
        self._plan, self._planned_turn = self._plan_turn(position, seat), position.base.turn
        return self._plan.pop(0)

    def _plan_turn(self, position: Position[State], seat: Seat) -> list[Words]:
        """Return the moves of the best turn that was found."""
        dealer = random.Random(position.tick)  # noqa: S311 - a deal for a guess
        state = self._game.resample_state(position.base, seat, lambda pool: dealer.sample(sorted(pool), len(pool)))
        beam = [TurnEnd(0.0, GameRun(self._game, Position(state, position.tick), "plan"), [])]
        ends: list[TurnEnd] = []
        known: set[tuple[object, ...]] = set()
        for _ in range(MAX_TURN_MOVES):
            children: list[TurnEnd] = []
            for node in beam:
                for child in self._expand(node, seat):
                    after = child.run.state
                    if after.players[seat].exited:
                        return child.moves
                    key = _identify(after, seat)
                    if key in known:
                        continue
                    known.add(key)
                    (ends if after.to_move != seat or after.phase == "over" else children).append(child)
            beam = sorted(children, key=lambda child: child.missing)[:BEAM_WIDTH]
        ends.sort(key=lambda end: end.missing)
        return max(ends[:COMPARED_ENDS], key=lambda end: self._rate_end(end, seat)).moves

    def _expand(self, node: TurnEnd, seat: Seat) -> Iterator[TurnEnd]:
        """Yield the positions after each move, with the questions that follow it answered harmlessly."""
        for words in _list_moves(node.run.build_menu(seat)):
            run = node.run.clone()
            run.push(seat, words)
            while run.questions and run.answers:
                asked = min(run.questions)
                run.push(asked, self._game.safe_move(asked, run.build_menu(asked)))
            state = run.state
            points = state.points if state.to_move == seat else 0
            yield TurnEnd(self._count_missing(state, seat) - points, run, [*node.moves, words])

    def _rate_end(self, end: TurnEnd, seat: Seat) -> float:
        """Return the turns by which the nearest rival is further away than the seat."""
        state = end.run.state
        rivals = [self._count_turns(state, other) for other in range(len(state.players)) if other != seat]
        return min(rivals) - self._count_turns(state, seat)

    def _count_turns(self, state: State, seat: Seat) -> float:
        player = state.players[seat]
        return (self._count_missing(state, seat) + player.slowed) / self._box.count_turn_points(player)

    def _count_missing(self, state: State, seat: Seat) -> float:
        """Return the points that the ship needs to get out, less what its treasures and tokens save."""
        player = state.players[seat]
        saved = TREASURE_POINTS * len(player.hand) * (player.character != "franklin")
        return self._measure_way(state, seat, player) - saved - TOKEN_POINTS * sum(player.reserve)

    def _measure_way(self, state: State, seat: Seat, player: Player) -> float:
        """Return the points of the cheapest way past the last row."""
        board, costs = self._box.find_board(state), self._box.components.costs
        passage, ground, routes = board.passage, board.ground, board.routes
        ability = self._box.find_ability(player)
        prices = self._box.terrain_prices.get(ability, self._box.terrain_prices[None])
        own_price = 0 if ability == "own-route" else costs.route
        start = passage.hex_by_name[player.ship] if player.ship else None
        seen_row = max([row for row in range(passage.last_row + 1) if passage.laid_by_row[row] <= len(state.laid)])
        others = {hex_ for hex_, other in board.ships.items() if other != seat}
        first = (
            start,
            player.raiding,
            min(COUNTED_TOKENS, player.reserve[SINGLE]),
            min(COUNTED_TOKENS, player.reserve[RAID]),
        )
        queue: list[tuple[float, int, Any]] = [(0.0, 0, first)]
        done: set[Any] = set()
        number = 0
        while queue:
            paid, _, node = heappop(queue)
            if node in done:
                continue
            done.add(node)
            here, raided, singles, raids = node
            row = 0 if here is None else passage.rows[here]
            if row >= seen_row:
                return paid + costs.exit + (passage.last_row - row) * UNSEEN_ROW_POINTS
            for hex_ in board.land.list_neighbours(here):
                owners, left = routes.get(hex_), (singles, raids)
                price, route = float(costs.route), raided
                if owners is None:
                    price, route = prices[ground[hex_]], None
                    if price > costs.snow - 1:
                        price += 0 if singles else costs.recover / 2
                        left = max(0, singles - 1), raids
                elif seat in owners:
                    price, route = own_price, raided if raided in owners else None
                elif raided not in owners:
                    if not raids or hex_ in others:
                        continue
                    price, route, left = costs.raid, owners[-1], (singles, raids - 1)
                number += 1
                heappush(queue, (paid + price + SHIP_POINTS * (hex_ in others), number, (hex_, route, *left)))
        return NO_WAY_POINTS + (passage.last_row - seen_row) * UNSEEN_ROW_POINTS


def _list_moves(menu: Menu) -> Iterator[Words]:
    """Yield the moves of a menu, with some of the targets of each treasure."""
    for verb in menu.open_words:
        level = menu.next_menu(verb)
        if level is None:
            yield (verb,)
            continue
        for word in level.open_words:
            next_level = level.next_menu(word)
            if next_level is None:
                yield (verb, word)
                continue
            tails = generate_moves(next_level)
            for tail in islice(tails, MAX_CARD_TARGETS if verb == "card" else None):
                yield (verb, word, *tail)


def _identify(state: State, seat: Seat) -> tuple[object, ...]:
    """Return what tells the positions of one turn apart."""
    player = state.players[seat]
    ways = player.ship, player.raiding, tuple(player.reserve), tuple(player.hand)
    return *ways, len(state.pieces), state.points, state.cards, state.fresh, state.to_move
