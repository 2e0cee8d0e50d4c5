"""Presses that a decision and a turn take, by the shortest way that the panel offers.

A press is what is sent to Discord after the panel is open: a button, or a select with any number of picks. "Play it"
counts, "Your move" does not. Answers to a question that repeats within a move are given in the order that takes the
fewest presses, as long as it leads to the same position.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple

from cogs.messages.lists import ChoiceBlock
from cogs.messages.presenter import MoveScreen, add_shortcuts, build_offers, build_screen, find_leading_choice
from engine.commands import start_game
from engine.host.service.play.likely_moves import find_likely_moves
from engine.kernel import registry
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.players.computer_levels import GreedyPlayer, RandomPlayer
from tests.programs.presses.decisions import Decision, play_decisions
from tests.programs.presses.order import list_equal_orders

MAX_PRESSES = 60
MAX_PICK_SETS = 60
"""The most sets of picks of one size that are tried in a list."""
MIN_PRESSES = 2
"""A number of presses that no other order can reduce."""
END_VERBS = ("end", "pass")
"""Verbs that end a turn, also where the same seat begins the next one."""
DECISION_GOALS = (2, 3)
"""The goal for a decision: at the median, and in 95 of 100 decisions."""
TURN_GOALS: dict[str, tuple[int, int]] = {"amundsen": (2, 3), "expanse": (4, 7), "northwest": (5, 9), "paso": (4, 6)}
"""The goal for a turn: at the median, and in nine of ten turns."""


class PressCounts(NamedTuple):
    """The presses of all decisions and of all turns of some games."""

    decisions: tuple[int, ...]
    turns: tuple[int, ...]

    def find_decision_presses(self, share: float) -> int:
        """Return the number of presses that is enough for this share of the decisions."""
        return _find_quantile(self.decisions, share)

    def find_turn_presses(self, share: float) -> int:
        """Return the number of presses that is enough for this share of the turns."""
        return _find_quantile(self.turns, share)


def count_games(
    slug: str, games: int, *, max_seats: int | None = None, sensible: bool = True, shortcuts: bool = True
) -> PressCounts:
    """Play `games` games for each number of seats, at most `max_seats`, and count the presses.

    `sensible`: choose moves by a one-ply evaluation, else at random. `shortcuts`: count with the panel's shortcuts.
    """
    game, each, whole = registry.load_game(slug), list[int](), list[int]()
    for seats in game.seat_counts:
        if max_seats is not None and seats > max_seats:
            break
        for k in range(games):
            seed = f"presses-{k}"

            def least(one: Decision, seed: str = seed) -> int:
                may = functools.cache(lambda _: is_free(game, one, seed))
                made = count_presses(one.menu, one.words, may)
                if made > MIN_PRESSES:
                    orders = [one.words, *list_equal_orders(game, one, seed)]
                    for words in orders[1:]:
                        made = made if made <= MIN_PRESSES else min(made, count_presses(one.menu, words, may))
                    if shortcuts and not list_shortcuts(game, one, seed).isdisjoint(orders):
                        made = 1 if may(one.words) else 2
                return made

            begun = start_game(game, seats, {}, seed).position
            player = GreedyPlayer(worlds=1) if sensible else RandomPlayer()
            for turn in group_turns(play_decisions(game, begun, seed, player), least):
                each += turn
                whole.append(sum(turn))
    return PressCounts(tuple(each), tuple(whole))


def _find_quantile(presses: Sequence[int], share: float) -> int:
    return sorted(presses)[math.ceil(share * len(presses)) - 1]


def count_presses(root: Menu, words: Words, plays_at_once: Callable[[Words], bool]) -> int:
    """Count the presses that play a move.

    `plays_at_once` tells whether the last choice plays the move, because it can be taken back.
    """
    at: Words = ()
    group: int | None = None
    for made in range(1, MAX_PRESSES):
        step = build_offers(root, at, group)
        if step.is_complete:
            return made
        found, group = find_leading_choice(step, words), None
        if found is None:
            at, group = step.prefix, _find_group(root, step, words)
            continue
        block, choice = found
        if block.kind == "several":
            at = _measure_pick(root, block, words)
        else:
            at = words[: len(block.prefix) + 1] if block.kind == "subset" else choice.words
        last = build_offers(root, at)
        if last.is_complete:
            assert last.prefix == words
            return made if (made == 1 and last.prefix in step.whole_moves) or plays_at_once(words) else made + 1
    raise AssertionError(f"{words} is not reached")


def _measure_pick(root: Menu, block: ChoiceBlock, words: Words) -> Words:
    """Measure how far one press of several picks leads towards a move."""
    start = len(block.prefix)
    menu = follow_words(root, block.prefix)
    assert menu is not None
    assert menu.build_pick_lists is not None
    arrange = menu.build_pick_lists(menu).arrange
    fit: list[Words] = []
    for choice in block.choices:
        pick = choice.words[start:]
        said = pick[1:] if pick[0] == "from" else pick
        if any(words[n : n + len(said)] == said for n in range(start, len(words))):
            fit.append(pick)
    best = block.prefix
    for n in range(min(block.hi, len(fit)), 0, -1):
        for picks in islice(combinations(fit, n), MAX_PICK_SETS):
            arranged, without = arrange(picks)
            further = (*block.prefix, *arranged)
            if not without and len(further) > len(best) and words[: len(further)] == further:
                best = further
    return best


def _find_group(root: Menu, step: MoveScreen, words: Words) -> int:
    """Find the group that contains a move."""
    (groups,) = [block for block in step.blocks if block.kind == "groups"]
    return next(
        n
        for n in range(len(groups.choices))
        if find_leading_choice(build_offers(root, step.prefix, n), words) is not None
    )


def is_free(game: AnyGame, decision: Decision, seed: str) -> bool:
    """Whether the move can be taken back and does not end the game, so that the panel plays it without a question."""
    run: GameRun[Any] = GameRun(game, decision.position, seed)
    return not run.play(decision.seat, decision.words).is_barrier and run.result is None


def list_shortcuts(game: AnyGame, decision: Decision, seed: str) -> frozenset[Words]:
    """List the whole moves that the first screen of a decision has shortcuts to."""
    moves = [move.words for move in find_likely_moves(game, decision.position, seed, decision.seat)]
    return frozenset(cut.words for cut in add_shortcuts(decision.menu, build_screen(decision.menu), moves).shortcuts)


def group_turns(decisions: Iterable[Decision], least: Callable[[Decision], int]) -> Iterator[list[int]]:
    """Yield the presses of each decision, by turn: all decisions of one seat in a row, up to the move that ends the turn."""
    found: list[int] = []
    last = -1
    for one in decisions:
        if found and one.seat != last:
            yield found
            found = []
        last = one.seat
        found.append(least(one))
        if one.words[0] in END_VERBS:
            yield found
            found = []
    if found:
        yield found
