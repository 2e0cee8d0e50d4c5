"""Playing on from a move of the root turn by turn, with sensible answers from everybody, for games in which leads do not last.

Where everybody fights whoever is ahead, the position right behind a move says little of how the game will end: what a playout of
three drawn moves says of it says no more. In a game that says so (`course` of its judgement) a move is played on for whole turns
of all seats, and everybody's answer is the best of some that are drawn, half of them beginning like the best so far. How far is
for the game to say: what moves differ by is mostly seen after the others have answered, and luck hides it the more the farther a
playout goes (`tests/programs/horizons.py` measures both). Leads are averaged, not chances: a game that is lost by a point says more
for a move than one lost by twenty, and few playouts tell moves apart by it sooner. All moves are tried in the same worlds and
halved from phase to phase.

That is a rollout policy of one ply with truncated playouts (Tesauro and Galperin, "On-line policy improvement using Monte-Carlo
search", 1996), halved as in `engine/players/search.py`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any, Protocol, cast

import msgspec

from engine.kernel.dice import Dice
from engine.kernel.menu import Words
from engine.kernel.position import Run
from engine.kernel.text import Seat
from engine.players.draw import Luck, drawn, luck
from engine.players.greedy import Tried
from engine.players.judgement import Judgement
from engine.players.outlook import Outlook

TRUST = 4.0
"""So many playouts a look one move ahead is worth."""
FIRST = 100
"""The number of the first world that is searched: not those of the look one move ahead."""
NEVER = 0.001
"""No chance is taken to be smaller, nor nearer to 1."""


class Lasting(Judgement, Protocol):
    """A judgement that knows how far ahead a position has to be played on to be judged.

    `wider` is the `candidates` of a captain, who goes on to search the best of them. `iterations` are answers in playouts.
    """

    wider: int

    def course(self, state: Any) -> tuple[int, int, int]:  # noqa: ANN401 - each game has its own state
        """How to play on from here: for so many turns with the seat's own one, every answer the best of so many; and so many
        answers altogether at most."""

    def lead(self, state: Any, seat: Seat) -> float:  # noqa: ANN401
        """How good a position is in log-odds of its value; one in which the game is over by how far ahead the seat is."""


def lasting(judgement: Judgement) -> Lasting | None:
    """The judgement, if the game says how to play on."""
    return None if getattr(judgement, "course", None) is None else cast("Lasting", judgement)


def searched(
    outlook: Outlook, judgement: Lasting, dice: Dice, first: list[Tried], iterations: int, seconds: float
) -> list[Tried]:
    """What playing on found of the root's moves, those that lasted longest first, and of these the better one; `first` are the
    moves as a look one move ahead ranks them. Means are chances, from 0 to 1."""
    until = time.monotonic() + seconds
    turns, looks, most = judgement.course(outlook.world(dice, FIRST).state)
    most = min(iterations, most)
    turns = min(turns, most)  # in a hurry no farther than the budget
    edges = [_Edge(one.words, TRUST, TRUST * _odds(one.mean)) for one in first]
    left, n, spent = edges, FIRST, 0
    phases = max(1, math.ceil(math.log2(len(edges))))
    for phase in range(1, phases + 1):
        while True:
            for edge in left:
                if time.monotonic() > until:
                    return _found(edges)
                *_, (run, answers) = islice(playout(outlook, judgement, dice, n, edge.words, looks), turns)
                edge.visits += 1
                edge.total += judgement.lead(run.state, outlook.seat)
                spent += answers
            n += 1
            if spent * phases >= most * phase:
                break
        left = sorted(left, key=lambda edge: -edge.mean)[: max(1, (len(left) + 1) // 2)]
    return _found(edges)


class _Edge(msgspec.Struct):
    words: Words
    visits: float
    total: float

    @property
    def mean(self) -> float:
        return self.total / self.visits


def _found(edges: list[_Edge]) -> list[Tried]:
    best = sorted(edges, key=lambda edge: (-edge.visits, -edge.mean))
    return [Tried(edge.words, 1 / (1 + math.exp(-edge.mean)), 1) for edge in best]


def _odds(chance: float) -> float:
    chance = min(max(chance, NEVER), 1 - NEVER)
    return math.log(chance / (1 - chance))


def playout(
    outlook: Outlook, judgement: Judgement, dice: Dice, n: int, first: Words, looks: int
) -> Iterator[tuple[Run[Any], int]]:
    """The n-th world behind a move of the root, where each of the turns begins that follow and at the end of the game, and how
    many answers that took."""
    run = outlook.world(dice, n)
    turn = run.tick
    run.push(outlook.seat, first)
    over, answers = 0, 1
    while run.ask:
        if run.tick != turn:
            turn = run.tick
            over += 1
            yield run, answers
        seat = min(run.now.ask)
        run = _answered(outlook, judgement, run, seat, luck(dice, n, f"{over} {run.asked - turn} {seat}"), looks)
        answers += 1
    yield run, answers


def _answered(outlook: Outlook, judgement: Judgement, run: Run[Any], seat: Seat, lot: Luck, looks: int) -> Run[Any]:
    """The same world after the best of the seat's answers that are looked at."""
    menu = run.menu(seat)
    tried: set[Words] = set()
    best: tuple[float, Words, Run[Any]] | None = None
    for look in range(looks):
        kept = best[1][: int(lot() * len(best[1]))] if best and look >= looks // 2 else ()
        words = drawn(judgement, run.state, seat, menu, lot, kept)
        if words in tried:
            continue
        tried.add(words)
        copy = run if look == looks - 1 else outlook.copy(run)
        if copy is None:  # in the turn that the world was dealt in the middle of
            run.push(seat, words)
            return run
        copy.push(seat, words)
        value = judgement.value(copy.state, seat)
        if best is None or value > best[0]:
            best = value, words, copy
    assert best is not None
    return best[2]
