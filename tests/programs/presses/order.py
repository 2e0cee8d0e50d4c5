"""A move with its answers in another order, as people give them when they see the lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise, permutations
from typing import Any

import msgspec

from engine.kernel.menu import Menu, Words
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.kernel.text import IllegalMoveError
from tests.programs.presses.decisions import Decision

MAX_REORDERED = 4
"""The most answers that are put into another order."""


def list_equal_orders(game: AnyGame, decision: Decision, seed: str) -> Iterator[Words]:
    """List the same move with the answers to its first repeated question in other orders, if they lead to the same position."""
    others = list(_list_orders(decision.menu, decision.words))
    there = _find_next_position(game, decision, decision.words, seed) if others else b""
    return (words for words in others if _find_next_position(game, decision, words, seed) == there)


def _find_next_position(game: AnyGame, decision: Decision, words: Words, seed: str) -> bytes:
    """Return the position after a move without any trace of the order of its steps, or nothing for an illegal move."""
    run: GameRun[Any] = GameRun(game, decision.position, seed)
    try:
        run.play(decision.seat, words)
    except IllegalMoveError:
        return b""
    return msgspec.json.encode(run.state, order="sorted")


def _list_orders(root: Menu, words: Words) -> Iterator[Words]:
    """List the move in other orders, legal or not."""
    at: Menu | None = root
    starts: list[int] = []
    question: Menu | None = None
    for n, word in enumerate((*words, "")):
        same = (
            at is not None
            and question is not None
            and at.starts_screen
            and at.prompt.template == question.prompt.template
        )
        if at is None or (starts and at.starts_screen and not same):
            starts.append(n)
            break
        if same or (not starts and at.build_pick_lists is not None):
            starts.append(n)
            question = question or at
        at = at.next_menu(word) if n < len(words) else None
    parts = [words[one:other] for one, other in pairwise(starts)]
    if question is None or len(parts) > MAX_REORDERED:
        return
    for mixed in permutations(parts):
        yield (*words[: starts[0]], *chain.from_iterable(mixed), *words[starts[-1] :])
