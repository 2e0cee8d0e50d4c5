"""Presses that a decision and a turn take, by the shortest way that the panel offers.

A press is what is sent to Discord after the panel is open: a button, or a select whatever the number of its picks. "Play it"
counts, "Your move" does not. Answers to a question that comes again in a move are given in the order that takes the fewest, as long
as it leads to the same position.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise, permutations
from typing import Any, NamedTuple

import msgspec

from cogs.messages.blocks import Block, chained
from cogs.messages.presenter import Screen, at_one_press, leads, screen
from engine.commands import opening
from engine.kernel import registry
from engine.kernel.menu import Menu, Words
from engine.kernel.position import Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Illegal
from tests.programs.one_ply.__main__ import JUDGES
from tests.programs.one_ply.player import Decision, Effort, decisions

MOST = 60
SHORT = 2
"""Presses that no other order could lessen."""
MIXED = 4
"""So many answers are tried in all orders."""
ENDS = ("end", "pass")
"""Verbs that end a turn, also where the same seat begins the next one."""
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


def counted(slug: str, games: int, *, sensible: bool = True) -> Counted:
    """Play so many games for each number of seats, one ply deep or at random, and count."""
    game, each, whole = registry.load(slug), list[int](), list[int]()
    for seats in game.seats:
        for k in range(games):
            seed = f"presses-{k}"

            def free(one: Decision, seed: str = seed) -> bool:
                run: Run[Any] = Run(game, one.position, seed)
                return not run.play(one.seat, one.words).barrier and run.result is None

            def alike(one: Decision, seed: str = seed) -> Iterator[Words]:
                there = _behind(game, one, one.words, seed)
                for words in in_other_orders(one.menu, one.words):
                    if _behind(game, one, words, seed) == there:
                        yield words

            begun = opening(game, seats, {}, seed).position
            judge = JUDGES[slug] if sensible else None
            for turn in turns(decisions(game, seats, begun, seed, judge, Effort()), free, alike):
                each += turn
                whole.append(sum(turn))
    return Counted(tuple(each), tuple(whole))


def _behind(game: AnyGame, one: Decision, words: Words, seed: str) -> bytes:
    """The position after a move, with no trace of the order in which things were done; nothing where it cannot be made."""
    run: Run[Any] = Run(game, one.position, seed)
    try:
        run.play(one.seat, words)
    except Illegal:
        return b""
    return msgspec.json.encode(run.state, order="sorted")


def in_other_orders(root: Menu, words: Words) -> Iterator[Words]:
    """A move with the answers to its first question that comes again in all other orders, whether that is possible or not."""
    at: Menu | None = root
    starts: list[int] = []
    question = ""
    for n, word in enumerate((*words, "")):
        same = at is not None and at.apart and at.prompt.template == question
        if at is None or (starts and at.apart and not same):
            starts.append(n)
            break
        if same or (not starts and at.again):
            starts.append(n)
            question = at.prompt.template
        at = at.then(word) if n < len(words) else None
    parts = [words[one:other] for one, other in pairwise(starts)]
    for mixed in dict.fromkeys(permutations(parts)) if len(parts) <= MIXED else ():
        other = (*words[: starts[0]], *chain.from_iterable(mixed), *words[starts[-1] :])
        if other != words:
            yield other


def _enough(presses: Sequence[int], share: float) -> int:
    return sorted(presses)[math.ceil(share * len(presses)) - 1]


def presses(root: Menu, words: Words, free: Callable[[Words], bool]) -> int:
    """What it takes to play a move; `free`: it can be taken back, so that its last choice plays it."""
    at: Words = ()
    group: int | None = None
    for made in range(1, MOST):
        step = screen(root, at, group)
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
        last = screen(root, at)
        if last.done:
            assert last.prefix == words
            return made if last.prefix in at_one_press(step) or free(words) else made + 1
    raise AssertionError(f"{words} is not reached")


def _picked(root: Menu, block: Block, words: Words) -> Words:
    """How far one press leads towards a move where several can be picked, in the order of the list."""
    picks = [choice.words[len(block.prefix) : len(choice.words) - choice.silent] for choice in block.choices]

    def best(start: int, made: list[Words], at: Words) -> Words:
        found = [at]
        for n, pick in enumerate(picks[start:] if len(made) < block.hi else (), start):
            if words[len(at) : len(at) + len(pick)] == pick:
                further, left = chained(root, block.prefix, [*made, pick])
                if not left and words[: len(further)] == further:
                    found.append(best(n + 1, [*made, pick], further))
        return max(found, key=len)

    return best(0, [], block.prefix)


def _group(root: Menu, step: Screen, words: Words) -> int:
    """The group that a move is in."""
    (groups,) = [block for block in step.blocks if block.kind == "groups"]
    return next(n for n in range(len(groups.choices)) if leads(screen(root, step.prefix, n), words) is not None)


def turns(
    decisions: Iterable[Decision],
    free: Callable[[Decision], bool],
    alike: Callable[[Decision], Iterable[Words]] = lambda _: (),
) -> Iterator[list[int]]:
    """The presses of each decision, turn by turn: what one seat decides without a break, up to the move that ends it. `alike`
    are other ways to say the same move."""
    found: list[int] = []
    last = -1
    for one in decisions:
        if found and one.seat != last:
            yield found
            found = []
        last = one.seat
        least = presses(one.menu, one.words, may := lambda _: free(one))  # noqa: B023 - called before the next one
        if least > SHORT:
            least = min([least, *(presses(one.menu, words, may) for words in alike(one))])
        found.append(least)
        if one.words[0] in ENDS:
            yield found
            found = []
    if found:
        yield found
