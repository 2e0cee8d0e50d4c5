"""Presses that a decision and a turn take, by the shortest way that the panel offers.

A press is what is sent to Discord after the panel is open: a button, or a select whatever the number of its picks. "Play it"
counts, "Your move" does not. Answers to a question that comes again in a move are given in the order that takes the fewest, as long
as it leads to the same position.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple

from cogs.messages.lists import Block
from cogs.messages.presenter import Screen, leads, offered, screen, shortened
from cogs.messages.repeated import FOLLOWS, chained
from engine.commands import opening
from engine.host.service.play.likely import likely
from engine.kernel import registry
from engine.kernel.menu import Menu, Words
from engine.kernel.position import Run
from engine.kernel.registry import AnyGame
from engine.players.computer_levels import GreedyPlayer, RandomPlayer
from tests.programs.presses.decisions import Decision, play_decisions
from tests.programs.presses.order import same_orders

MOST = 60
TRIED = 60
"""So many sets of picks of one size are tried in a list."""
SHORT = 2
"""Presses that no other order could lessen."""
ENDS = ("end", "pass")
"""Verbs that end a turn, also where the same seat begins the next one."""
DECISION = (2, 3)
"""What a decision should take: at the median, and in 95 of 100 decisions."""
AIMS: dict[str, tuple[int, int]] = {"amundsen": (2, 3), "expanse": (4, 7), "northwest": (5, 9), "paso": (4, 6)}
"""What a turn should take: at the median, and in nine of ten turns."""


class Counted(NamedTuple):
    """The presses of all decisions and of all turns of some games."""

    decisions: tuple[int, ...]
    turns: tuple[int, ...]

    def decision(self, share: float) -> int:
        """So many presses are enough for this share of the decisions."""
        return _enough(self.decisions, share)

    def turn(self, share: float) -> int:
        """So many presses are enough for this share of the turns."""
        return _enough(self.turns, share)


def counted(slug: str, games: int, *, sensible: bool = True, shortcuts: bool = True) -> Counted:
    """Play so many games for each number of seats, one ply deep or at random, and count; also without the panel's shortcuts."""
    game, each, whole = registry.load(slug), list[int](), list[int]()
    for seats in game.seats:
        for k in range(games):
            seed = f"presses-{k}"

            def least(one: Decision, seed: str = seed) -> int:
                may = functools.cache(lambda _: free(game, one, seed))
                made = presses(one.menu, one.words, may)
                if made > SHORT:
                    orders = [one.words, *same_orders(game, one, seed)]
                    for words in orders[1:]:
                        made = made if made <= SHORT else min(made, presses(one.menu, words, may))
                    if shortcuts and not shortcuts_of(game, one, seed).isdisjoint(orders):
                        made = 1 if may(one.words) else 2
                return made

            begun = opening(game, seats, {}, seed).position
            player = GreedyPlayer(worlds=1) if sensible else RandomPlayer()
            for turn in turns(play_decisions(game, begun, seed, player), least):
                each += turn
                whole.append(sum(turn))
    return Counted(tuple(each), tuple(whole))


def _enough(presses: Sequence[int], share: float) -> int:
    return sorted(presses)[math.ceil(share * len(presses)) - 1]


def presses(root: Menu, words: Words, free: Callable[[Words], bool]) -> int:
    """What it takes to play a move; `free`: it can be taken back, so that its last choice plays it."""
    at: Words = ()
    group: int | None = None
    for made in range(1, MOST):
        step = offered(root, at, group)
        if step.done:
            return made
        found, group = leads(step, words), None
        if found is None:
            at, group = step.prefix, _group(root, step, words)
            continue
        block, choice = found
        if block.kind == "several":
            at = _picked(root, block, words)
        else:
            at = words[: len(block.prefix) + 1] if block.kind == "subset" else choice.words
        last = offered(root, at)
        if last.done:
            assert last.prefix == words
            return made if (made == 1 and last.prefix in step.whole) or free(words) else made + 1
    raise AssertionError(f"{words} is not reached")


def _picked(root: Menu, block: Block, words: Words) -> Words:
    """How far one press leads towards a move where several can be picked."""
    start = len(block.prefix)
    fit: list[Words] = []
    for choice in block.choices:
        pick = choice.words[start : len(choice.words) - choice.silent]
        said = pick[pick[0] == FOLLOWS :]
        if any(words[n : n + len(said)] == said for n in range(start, len(words))):
            fit.append(pick)
    best, left = block.prefix, len(words) - start
    for n in range(min(block.hi, len(fit)), 0, -1):
        for picks in islice(combinations(fit, n), TRIED):
            told = sum(len(pick) - (pick[0] == FOLLOWS) for pick in picks)
            if len(best) - start < told <= left:
                further, without = chained(root, block.prefix, picks)
                if not without and len(further) > len(best) and words[: len(further)] == further:
                    best = further
    return best


def _group(root: Menu, step: Screen, words: Words) -> int:
    """The group that a move is in."""
    (groups,) = [block for block in step.blocks if block.kind == "groups"]
    return next(n for n in range(len(groups.choices)) if leads(offered(root, step.prefix, n), words) is not None)


def free(game: AnyGame, one: Decision, seed: str) -> bool:
    """Whether the move can be taken back and does not end the game, so that it is played without asking."""
    run: Run[Any] = Run(game, one.position, seed)
    return not run.play(one.seat, one.words).barrier and run.result is None


def shortcuts_of(game: AnyGame, one: Decision, seed: str) -> frozenset[Words]:
    """The whole moves that the first screen of a decision has shortcuts to."""
    moves = [move.words for move in likely(game, one.position, seed, one.seat)]
    return frozenset(cut.words for cut in shortened(one.menu, screen(one.menu), moves).shortcuts)


def turns(decisions: Iterable[Decision], least: Callable[[Decision], int]) -> Iterator[list[int]]:
    """The presses of each decision, turn by turn: what one seat decides without a break, up to the move that ends it."""
    found: list[int] = []
    last = -1
    for one in decisions:
        if found and one.seat != last:
            yield found
            found = []
        last = one.seat
        found.append(least(one))
        if one.words[0] in ENDS:
            yield found
            found = []
    if found:
        yield found
