"""Information-set Monte Carlo tree search: the captain's way to a move.

One tree is grown over what the searching seat knows, and every iteration deals the hidden things afresh and walks it with the
moves that this world allows (single-observer ISMCTS with availability counts: Cowling, Powley and Whitehouse, "Information Set
Monte Carlo Tree Search", 2012, whose answer to secret simultaneous moves is used too: an unseen move is searched as if it came
next). At the root the moves are halved from phase to phase, each tried in the same worlds with the same luck, so that they differ
by the move alone (Pepels, Cazenave, Winands and Lanctot, "Minimizing simple and cumulative regret in Monte-Carlo tree search",
2014; UCB1 at the root, with a world for each try, lost 4 of 4 games of The Expanse to the look one move ahead). Below it, which
of the known moves is tried follows UCB1 (Auer, Cesa-Bianchi and Fischer, 2002). A node opens its moves one by one as it is
visited more often (progressive widening: Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007; Chaslot et
al., "Progressive strategies for Monte-Carlo tree search", 2008), in the order of a look one move ahead at the root and as the
game's judgement inclines elsewhere. A playout is cut after the game's own number of moves and judged (Lorentz,
"Amazons discover Monte-Carlo", 2008). In a game that says how, there is no tree below the root but the seat's own plan
(`engine/players/plans.py`). Where a game says so, a move that the search opens or plays out is the best of some drawn at
random, by the judgement of the position right behind it: a random answer says little where moves are put together of many choices.
"""

from __future__ import annotations

import math
import time
from typing import Any

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import Run
from engine.kernel.text import Seat
from engine.players import plans
from engine.players.draw import drawn, fits, luck
from engine.players.greedy import Tried
from engine.players.judgement import Judgement
from engine.players.outlook import Outlook

EXPLORE = 0.25
"""How much a move's uncertainty counts beside its value, which is from 0 to 1."""
TRUST = 3.0
"""So many visits a look one move ahead is worth at the root."""
WIDE, WIDER = 1.0, 0.4
"""A node visited n times has WIDE * n ** WIDER moves open."""
TRIES = 3
"""How often a move is drawn anew that is open already."""


FIRST = 100
"""The number of the first world that is searched: not those of the look one move ahead."""


class Edge(msgspec.Struct):
    """A move out of a node: how often it was made and could have been made, what it brought its seat, and what lies behind it."""

    words: Words
    visits: float = 0.0
    total: float = 0.0
    offered: int = 0
    made: int = 0
    node: Node | None = None

    @property
    def mean(self) -> float:
        """What it brought on average."""
        return self.total / self.visits


class Node(msgspec.Struct):
    """A question as the searching seat can tell it from others: the moves that led to it. `edges` are the moves that are open."""

    edges: dict[Words, Edge] = {}
    visits: int = 0


def searched(
    outlook: Outlook, judgement: Judgement, dice: Dice, first: list[Tried], iterations: int, seconds: float
) -> list[Tried]:
    """What the search found of the root's moves, best first; `first` are those moves as a look one move ahead ranks them."""
    edges = [Edge(one.words, TRUST, TRUST * one.mean) for one in first]
    until = time.monotonic() + seconds
    left, n = edges, 0
    planned = plans.planned(judgement)
    phases = max(1, math.ceil(math.log2(len(edges))))
    for _ in range(phases):
        for _ in range(max(1, iterations // (phases * len(left)))):
            for edge in left:
                if time.monotonic() > until:
                    return _found(edges)
                if planned is None:
                    _iterate(outlook, judgement, dice, n, edge)
                else:
                    edge.total += plans.outcome(outlook, planned, dice, n + FIRST, edge.words)
                    edge.visits += 1
            n += 1
        left = sorted(left, key=lambda edge: -edge.mean)[: max(1, (len(left) + 1) // 2)]
    return _found(edges)


def _found(edges: list[Edge]) -> list[Tried]:
    """The moves that lasted longest first, and of those the better one."""
    return [Tried(edge.words, edge.mean, 1) for edge in sorted(edges, key=lambda edge: (-edge.visits, -edge.mean))]


class World:
    """One dealing of the hidden things: the turn that runs in it, and how moves are made up in it."""

    __slots__ = ("judgement", "lot", "outlook", "run")

    def __init__(self, outlook: Outlook, judgement: Judgement, dice: Dice, n: int) -> None:
        self.outlook, self.judgement = outlook, judgement
        self.run: Run[Any] = outlook.world(dice, n)
        self.lot = luck(dice, n, "playout")

    def next_seat(self) -> Seat:
        """Who answers next: of several that owe an answer the lowest, whose answer the others do not see."""
        return min(self.run.now.ask)

    def proposal(self, seat: Seat) -> Words:
        """A move that a sensible player could make."""
        run, menu = self.run, self.run.menu(seat)
        drawn_ones = [drawn(self.judgement, run.state, seat, menu, self.lot) for _ in range(self.judgement.replies)]
        different = list(dict.fromkeys(drawn_ones))
        if len(different) == 1:
            return different[0]
        best, most = different[0], -1.0
        for words in different:
            copy = self.outlook.copy(run)
            if copy is None:
                break
            copy.push(seat, words)
            value = self.judgement.value(copy.state, seat)
            if value > most:
                best, most = words, value
        return best


def _iterate(outlook: Outlook, judgement: Judgement, dice: Dice, n: int, first: Edge) -> None:
    """The n-th world: a move of the root, down the tree behind it, one new node, a playout, and the values back up."""
    world = World(outlook, judgement, dice, n + FIRST)
    run = world.run
    edge, seat, left = first, outlook.seat, judgement.horizon
    path: list[tuple[Edge, Seat]] = []
    while True:
        path.append((edge, seat))
        grown = edge.made == 0 and edge is not first
        run.push(seat, edge.words)
        left -= 1
        if not run.ask or grown or left <= 0:
            break
        if edge.node is None:
            edge.node = Node()
        seat = world.next_seat()
        edge.node.visits += 1
        edge = _chosen(world, seat, edge.node)
    while run.ask and left > 0:
        seat = world.next_seat()
        run.push(seat, world.proposal(seat))
        left -= 1
    values: dict[Seat, float] = {}
    for edge, seat in path:
        if seat not in values:
            values[seat] = judgement.value(run.state, seat)
        edge.visits += 1
        edge.made += 1
        edge.total += values[seat]


def _chosen(world: World, seat: Seat, node: Node) -> Edge:
    """The move to make at a node: a new one where it may grow wider, else the one with the best upper bound."""
    menu = world.run.menu(seat)
    open_here = [edge for edge in node.edges.values() if fits(menu, edge.words)]
    if len(open_here) < WIDE * node.visits**WIDER:
        new = _opened(world, seat, node)
        if new is not None:
            open_here.append(new)
    for edge in open_here:
        edge.offered += 1
    return max(open_here, key=_bound)


def _opened(world: World, seat: Seat, node: Node) -> Edge | None:
    for _ in range(TRIES):
        words = world.proposal(seat)
        if words not in node.edges:
            edge = node.edges[words] = Edge(words)
            return edge
    return None


def _bound(edge: Edge) -> float:
    if not edge.visits:
        return math.inf
    return edge.mean + EXPLORE * math.sqrt(math.log(edge.offered + 1) / edge.visits)
