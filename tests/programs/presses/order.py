"""A move whose answers are given in the order of the lists, as people do who see the lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise, permutations
from typing import Any

import msgspec

from engine.kernel.menu import Menu, Words
from engine.kernel.position import Run
from engine.kernel.registry import AnyGame
from engine.kernel.text import Illegal
from tests.programs.one_ply.player import Decision

MIXED = 4
"""So many answers are put into another order at most."""


def best_order(game: AnyGame, one: Decision, seed: str) -> Words:
    """The same move with the answers to its first question that comes again in the order of the list, as far as that leads to the
    same position."""
    better = list(_orders(one.menu, one.words))
    there = _behind(game, one, one.words, seed) if better else b""
    return next((words for words in better if _behind(game, one, words, seed) == there), one.words)


def _behind(game: AnyGame, one: Decision, words: Words, seed: str) -> bytes:
    """The position after a move, with no trace of the order in which things were done; nothing where it cannot be made."""
    run: Run[Any] = Run(game, one.position, seed)
    try:
        run.play(one.seat, words)
    except Illegal:
        return b""
    return msgspec.json.encode(run.state, order="sorted")


def _orders(root: Menu, words: Words) -> Iterator[Words]:
    """The move in other orders, possible or not, that go less often against the list, those first that do so least."""
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
    places = {part: _place(question, part) for part in parts}
    turns = {mixed: _against([places[part] for part in mixed]) for mixed in permutations(parts)}
    for mixed in sorted(turns, key=lambda one: turns[one]):
        if turns[mixed] < turns[tuple(parts)]:
            yield (*words[: starts[0]], *chain.from_iterable(mixed), *words[starts[-1] :])


def _place(question: Menu, words: Words) -> list[int]:
    """Where an answer stands in the list; what is not in it yet stands behind all that is."""
    at: Menu | None = question
    found: list[int] = []
    for word in words:
        options = [option.word for option in at.options] if at is not None else []
        if at is None or word not in options:
            return [len(question.options)]
        found.append(options.index(word))
        at = at.then(word)
    return found


def _against(places: list[list[int]]) -> int:
    return sum(other < one for one, other in pairwise(places))
