"""Presses that a decision and a turn take, by the shortest way that the panel offers.

A press is what is sent to Discord after the panel is open: a button, or a select with any number of picks. "Play it"
counts, "Your move" does not. Answers to a question that repeats within a move are given in the order that takes the
fewest presses, as long as it leads to the same position. The end of a turn takes no press of its own where the press before
it may end the turn as well.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cogs.messages.blocks import ChoiceBlock
from cogs.messages.controls import has_pairs
from cogs.messages.presenter import (
    MoveScreen,
    add_shortcuts,
    asks_before,
    build_offers,
    build_screen,
    ends_turn_only,
    find_leading_choice,
    list_one_press_moves,
)
from engine.commands import start_game
from engine.host.service.play.likely_moves import find_likely_moves
from engine.host.service.play.move_warnings import find_warnings
from engine.kernel import registry
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.position import GameRun
from engine.kernel.registry import AnyGame
from engine.players.computer_levels import GreedyPlayer, RandomPlayer
from tests.programs.presses.decisions import Decision, play_decisions
from tests.programs.presses.order import list_equal_orders

MAX_PRESSES = 60
MIN_PRESSES = 2
"""A number of presses that no other order can reduce."""
END_VERBS = ("end", "pass")
"""Verbs that end a turn, also where the same seat begins the next one."""
DECISION_GOALS = (2, 4)
"""The goal for a decision: at the median, and in 95 of 100 decisions."""
TURN_GOALS: dict[str, tuple[int, int]] = {"amundsen": (2, 3), "expanse": (3, 5), "northwest": (3, 5), "paso": (3, 5)}
"""The goal for a turn: at the median, and in nine of ten turns."""


class PressCount(NamedTuple):
    """The presses of a decision, and whether its last press may end the turn too."""

    presses: int
    can_end_turn: bool


class PressCounts(NamedTuple):
    """The presses of all decisions and of all turns of some games."""

    decisions: tuple[int, ...]
    turns: tuple[int, ...]

    def find_decision_presses(self, share: float) -> int:
        """Return the number of presses that is enough for this share of the decisions."""
        return find_quantile(self.decisions, share)

    def find_turn_presses(self, share: float) -> int:
        """Return the number of presses that is enough for this share of the turns."""
        return find_quantile(self.turns, share)


def count_games(
    slug: str, games: int, *, seat_counts: Iterable[int] = (), sensible: bool = True, shortcuts: bool = True
) -> PressCounts:
    """Play `games` games for each of these numbers of seats, or for all, and count the presses.

    `sensible`: choose moves by a one-ply evaluation, else at random. `shortcuts`: count with the panel's shortcuts.
    """
    game, each, whole = registry.load_game(slug), list[int](), list[int]()
    for seats in seat_counts or game.seat_counts:
        for k in range(games):
            seed = f"presses-{k}"

            begun = start_game(game, seats, {}, seed).position
            player = GreedyPlayer(worlds=1) if sensible else RandomPlayer()
            for turn in group_turns(
                play_decisions(game, begun, seed, player),
                functools.partial(count_decision, game, seed=seed, shortcuts=shortcuts),
            ):
                each += turn
                whole.append(sum(turn))
    return PressCounts(tuple(each), tuple(whole))


def count_decision(game: AnyGame, decision: Decision, seed: str, *, shortcuts: bool = True) -> PressCount:
    """Count the presses of a decision by the shortest way."""
    menu, words = decision.menu, decision.words
    may = functools.cache(lambda _: is_free(game, decision, seed))
    made = count_presses(menu, words, may)
    if made.presses > MIN_PRESSES:
        for order in list_equal_orders(game, decision, seed):
            made = made if made.presses <= MIN_PRESSES else min(made, count_presses(menu, order, may))
    if made.presses > 1 and shortcuts and words in list_shortcuts(game, decision, seed):
        asks = is_asked(game, decision, seed)
        made = min(made, PressCount(2 if asks else 1, can_end_turn=asks and menu.may_end_after))
    return made


def find_quantile(presses: Sequence[int], share: float) -> int:
    """Return the number that is enough for this share of the numbers."""
    return sorted(presses)[math.ceil(share * len(presses)) - 1]


def count_presses(root: Menu, words: Words, plays_at_once: Callable[[Words], bool]) -> PressCount:
    """Count the presses that play a move.

    `plays_at_once` tells whether the last choice plays the move without a question.
    """
    at: Words = ()
    group: int | None = None
    for made in range(1, MAX_PRESSES):
        step = build_offers(root, at, group)
        if step.is_complete:
            return PressCount(made, can_end_turn=root.may_end_after)
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
            if (
                made == 1 and words in list_one_press_moves(step) and not asks_before(root, words, "usual")
            ) or plays_at_once(words):
                return PressCount(made, can_end_turn=root.may_end_after and has_pairs(step))
            return PressCount(made + 1, can_end_turn=root.may_end_after)
    raise AssertionError(f"{words} is not reached")


def _measure_pick(root: Menu, block: ChoiceBlock, words: Words) -> Words:
    """Measure how far one press of several picks leads towards a move."""
    start = len(block.prefix)
    menu = follow_words(root, block.prefix)
    assert menu is not None
    assert menu.build_pick_lists is not None
    arrange = menu.build_pick_lists(menu).arrange
    picks = [choice.words[start:] for choice in block.choices]
    answers = _split_answers(menu, picks, words[start:])[: block.max_picks]
    for n in range(len(answers), 0, -1):
        chosen = [pick for pick in picks if pick in answers[:n]]
        arranged, without = arrange(chosen)
        further = (*block.prefix, *arranged)
        if not without and words[: len(further)] == further:
            return further
    return block.prefix


def _split_answers(menu: Menu, picks: Sequence[Words], words: Words) -> list[Words]:
    """Split the rest of a move into picks of a list, as far as it goes. No pick comes twice."""
    answers: list[Words] = []
    at = 0
    while at < len(words):
        question = follow_words(menu, words[:at])
        is_other = question is not None and question.prompt.template != menu.prompt.template
        fitting = [pick for pick in picks if pick not in answers and words[at:][: len(_speak(pick))] == _speak(pick)]
        fitting = [pick for pick in fitting if (pick[0] == "from") == is_other]
        if not fitting:
            break
        answers.append(max(fitting, key=lambda pick: len(_speak(pick))))
        at += len(_speak(answers[-1]))
    return answers


def _speak(pick: Words) -> Words:
    """Return the words that a pick adds to a move. "from" only tells which question it answers."""
    return pick[1:] if pick[0] == "from" else pick


def _find_group(root: Menu, step: MoveScreen, words: Words) -> int:
    """Find the group that contains a move."""
    (groups,) = [block for block in step.blocks if block.kind == "groups"]
    return next(
        n
        for n in range(len(groups.choices))
        if find_leading_choice(build_offers(root, step.prefix, n), words) is not None
    )


def is_free(game: AnyGame, decision: Decision, seed: str) -> bool:
    """Whether the panel plays the move without a question: it can be taken back, gives nothing up and does not end the game."""
    if is_asked(game, decision, seed):
        return False
    run: GameRun[Any] = GameRun(game, decision.position, seed)
    return not run.play(decision.seat, decision.words).is_barrier and run.result is None


def is_asked(game: AnyGame, decision: Decision, seed: str) -> bool:
    """Whether the panel asks before the move although it could be taken back."""
    if asks_before(decision.menu, decision.words, "usual"):
        return True
    return bool(find_warnings(game, decision.position, seed, decision.seat, decision.words))


def list_shortcuts(game: AnyGame, decision: Decision, seed: str) -> frozenset[Words]:
    """List the whole moves that the first screen of a decision has shortcuts to."""
    moves = [move.words for move in find_likely_moves(game, decision.position, seed, decision.seat)]
    return frozenset(cut.words for cut in add_shortcuts(decision.menu, build_screen(decision.menu), moves).shortcuts)


def group_turns(decisions: Iterable[Decision], least: Callable[[Decision], PressCount]) -> Iterator[list[int]]:
    """Yield the presses of each decision, by turn: all decisions of one seat in a row, up to the move that ends the turn."""
    found: list[int] = []
    last, can_end_turn = -1, False
    for one in decisions:
        if found and one.seat != last:
            yield found
            found, can_end_turn = [], False
        last = one.seat
        if can_end_turn and ends_turn_only(one.menu, one.words) and not asks_before(one.menu, one.words, "usual"):
            found.append(0)
        else:
            presses, can_end_turn = least(one)
            found.append(presses)
        if one.words[0] in END_VERBS:
            yield found
            found, can_end_turn = [], False
    if found:
        yield found
