"""Information-set Monte Carlo tree search: the captain's way to a move.

One tree is grown over what the searching seat knows, and every iteration deals the hidden things afresh and walks it with the
moves that this world allows (single-observer ISMCTS with availability counts: Cowling, Powley and Whitehouse, "Information Set
Monte Carlo Tree Search", 2012, whose answer to secret simultaneous moves is used too: an unseen move is searched as if it came
next). Which of the known moves is tried follows UCB1 (Auer, Cesa-Bianchi and Fischer, 2002). A node opens its moves one by
one as it is visited more often (progressive widening: Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007;
Chaslot et al., "Progressive strategies for Monte-Carlo tree search", 2008), in the order of a look one move ahead at the
root and as the game's judgement inclines elsewhere. A playout is cut after the game's own number of moves and judged (Lorentz,
"Amazons discover Monte-Carlo", 2008). Where a game says so, a move that the search opens or plays out is the best of some drawn at
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


class Node(msgspec.Struct):
    """A question as the searching seat can tell it from others: the moves that led to it. `edges` are the moves that are open."""

    edges: dict[Words, Edge] = {}
    visits: int = 0


def searched(
    outlook: Outlook, judgement: Judgement, dice: Dice, first: list[Tried], iterations: int, seconds: float
) -> list[Tried]:
    """The root's moves with what the search found, the most visited first. `first` are the moves to open, the best one first."""
    root = Node()
    for one in first:
        root.edges[one.words] = Edge(one.words, TRUST, TRUST * one.mean)
    until = time.monotonic() + seconds
    for n in range(iterations):
        if time.monotonic() > until:
            break
        _iterate(outlook, judgement, dice, n, root)
    edges = sorted(root.edges.values(), key=lambda edge: (-edge.visits, -edge.total))
    return [Tried(edge.words, edge.total / edge.visits, 1) for edge in edges]


class World:
    """One dealing of the hidden things: the turn that runs in it, and how moves are made up in it."""

    __slots__ = ("dice", "judgement", "lot", "n", "outlook", "run")

    def __init__(self, outlook: Outlook, judgement: Judgement, dice: Dice, n: int) -> None:
        self.outlook, self.judgement, self.dice, self.n = outlook, judgement, dice, n
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
            copy = self.outlook.copy(run, self.dice, self.n)
            if copy is None:
                break
            copy.play(seat, words)
            value = self.judgement.value(copy.state, seat)
            if value > most:
                best, most = words, value
        return best


def _iterate(outlook: Outlook, judgement: Judgement, dice: Dice, n: int, root: Node) -> None:
    """One world: down the tree, one new node, a playout, and the values back up."""
    world = World(outlook, judgement, dice, n + FIRST)
    run = world.run
    path: list[tuple[Edge, Seat]] = []
    node, seat, left = root, outlook.seat, judgement.horizon
    grown = False
    while not grown and left > 0:
        edge = _chosen(world, seat, node, top=node is root)
        node.visits += 1
        grown = edge.made == 0 and node is not root
        path.append((edge, seat))
        run.play(seat, edge.words)
        left -= 1
        if not run.ask:
            break
        if edge.node is None:
            edge.node = Node()
        node = edge.node
        seat = world.next_seat()
    while run.ask and left > 0:
        seat = world.next_seat()
        run.play(seat, world.proposal(seat))
        left -= 1
    values: dict[Seat, float] = {}
    for edge, seat in path:
        if seat not in values:
            values[seat] = judgement.value(run.state, seat)
        edge.visits += 1
        edge.made += 1
        edge.total += values[seat]


def _chosen(world: World, seat: Seat, node: Node, *, top: bool) -> Edge:
    """The move to make at a node: a new one where it may grow wider, else the one with the best upper bound."""
    menu = world.run.menu(seat)
    open_here = [edge for edge in node.edges.values() if top or fits(menu, edge.words)]
    if not top and len(open_here) < WIDE * (node.visits + 1) ** WIDER:
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
    return edge.total / edge.visits + EXPLORE * math.sqrt(math.log(edge.offered + 1) / edge.visits)
