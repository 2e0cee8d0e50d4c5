"""Presses that a decision and a turn take, by the shortest way that the panel offers.

A press is what is sent to Discord after the panel is open: a button, or a select whatever the number of its picks. "Play it"
counts, "Your move" does not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cogs.messages.presenter import Screen, at_one_press, leads, screen
from engine.commands import opening
from engine.kernel import registry
from engine.kernel.menu import Menu, Words
from engine.kernel.position import Run
from tests.programs.one_ply.__main__ import JUDGES
from tests.programs.one_ply.player import Decision, Effort, decisions

MOST = 60
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

            begun = opening(game, seats, {}, seed).position
            for turn in turns(decisions(game, seats, begun, seed, JUDGES[slug] if sensible else None, Effort()), free):
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
        step = screen(root, at, group)
        if step.done:
            return made
        found, group = leads(step, words), None
        if found is None:
            at, group = step.prefix, _group(root, step, words)
            continue
        block, choice = found
        at = words[: len(block.prefix) + 1] if block.kind == "subset" else choice.words
        last = screen(root, at)
        if last.done:
            assert last.prefix == words
            return made if last.prefix in at_one_press(step) or free(words) else made + 1
    raise AssertionError(f"{words} is not reached")


def _group(root: Menu, step: Screen, words: Words) -> int:
    """The group that a move is in."""
    (groups,) = [block for block in step.blocks if block.kind == "groups"]
    return next(n for n in range(len(groups.choices)) if leads(screen(root, step.prefix, n), words) is not None)


def turns(decisions: Iterable[Decision], free: Callable[[Decision], bool]) -> Iterator[list[int]]:
    """The presses of each decision, turn by turn: what one seat decides without a break, up to the move that ends it."""
    found: list[int] = []
    last = -1
    for one in decisions:
        if found and one.seat != last:
            yield found
            found = []
        last = one.seat
        found.append(presses(one.menu, one.words, lambda _: free(one)))  # noqa: B023 - called before the next one
        if one.words[0] in ENDS:
            yield found
            found = []
    if found:
        yield found
