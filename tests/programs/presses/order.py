"""A move whose answers are given in another order, as people do who see the lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise, permutations
from typing import Any

import msgspec

from engine.kernel.menu import Menu, Words
from engine.kernel.position import Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Illegal
from tests.programs.presses.decisions import Decision

MIXED = 4
"""So many answers are put into another order at most."""


def same_orders(game: AnyGame, one: Decision, seed: str) -> Iterator[Words]:
    """The same move with the answers to its first question that comes again in other orders, as far as they lead to the same
    position."""
    others = list(_orders(one.menu, one.words))
    there = _behind(game, one, one.words, seed) if others else b""
    return (words for words in others if _behind(game, one, words, seed) == there)


def _behind(game: AnyGame, one: Decision, words: Words, seed: str) -> bytes:
    """The position after a move, with no trace of the order in which things were done; nothing where it cannot be made."""
    run: Run[Any] = Run(game, one.position, seed)
    try:
        run.play(one.seat, words)
    except Illegal:
        return b""
    return msgspec.json.encode(run.state, order="sorted")


def _orders(root: Menu, words: Words) -> Iterator[Words]:
    """The move in other orders, possible or not."""
    at: Menu | None = root
    starts: list[int] = []
    question: Menu | None = None
    for n, word in enumerate((*words, "")):
        same = at is not None and question is not None and at.apart and at.prompt.template == question.prompt.template
        if at is None or (starts and at.apart and not same):
            starts.append(n)
            break
        if same or (not starts and at.again):
            starts.append(n)
            question = question or at
        at = at.then(word) if n < len(words) else None
    parts = [words[one:other] for one, other in pairwise(starts)]
    if question is None or len(parts) > MIXED:
        return
    for mixed in permutations(parts):
        yield (*words[: starts[0]], *chain.from_iterable(mixed), *words[starts[-1] :])
