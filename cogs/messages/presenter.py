"""Any menu as a screen of buttons and selects within Discord's limits. It knows no Discord and no game.

What leaves nothing to choose is taken silently. Up to 15 choices become buttons in rows, up to 25 a select, up to 100 several
selects, more are parted into groups. What follows a choice is offered together with it while there is room: the verbs of a turn
stand beside lists of what each can be done with, and two questions of few answers each are one list of pairs. Where the same
question comes again in a move, several answers are picked from one list and given one after the other.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from typing import Optional

import msgspec

from cogs.interactions.custom_ids import describe_outdated
from cogs.messages.blocks import build_blocks, build_group
from cogs.messages.choices import CHOICE_LETTERS, Choice, assign_letters, join_labels
from cogs.messages.lists import ChoiceBlock
from cogs.messages.repeated import chained
from engine.kernel.menu import Menu, Option, Words, follow_words
from engine.kernel.text import IllegalMoveError, Text, say

MAX_MENUS_SEARCHED = 40
"""Menus that are searched for refused options."""
MAX_SHORTCUTS = 3
"""So many shortcuts on a first screen at most, to moves that take three presses or more without one."""


MAX_QUESTIONS_KEPT, MAX_QUESTION_SCREENS = 48, 32
"""Questions of which the screens are kept, and how many of one: mostly it has one or two, of 3 to 75 kB each."""


class Shortcut(msgspec.Struct, frozen=True):
    """A whole move at one press: its words, what the choice it begins with is called, those of all its steps, and the letter that
    marks it and its places."""

    words: Words
    label: Text
    path: tuple[Text, ...]
    letter: str


class MoveScreen(msgspec.Struct, frozen=True):
    """One step of making a move; without blocks the move is complete.

    `prefix` are the words so far (silent ones included), `path` their labels. `refused_options` are options that cannot
    be chosen now.
    `back_prefix` is the prefix of the step before, None on the first. `spots` are the places of what has been chosen so far,
    `marks` the letters of those that can be chosen and of the shortcuts.
    """

    prefix: Words
    path: tuple[Text, ...]
    prompt: Text
    blocks: tuple[ChoiceBlock, ...] = ()
    refused_options: tuple[Option, ...] = ()
    back_prefix: Optional[Words] = None
    spots: tuple[str, ...] = ()
    marks: dict[str, str] = {}
    shortcuts: tuple[Shortcut, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to choose."""
        return not self.blocks

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All choices, in the order in which they are shown."""
        return tuple(choice for block in self.blocks for choice in block.choices)

    @property
    def whole_moves(self) -> tuple[Words, ...]:
        """The whole moves among the choices that are buttons, shortcuts apart."""
        shown = (choice for block in self.blocks if block.kind == "buttons" for choice in block.choices)
        return tuple(choice.words for choice in shown if choice.is_complete)


ScreensByPrefix = dict[tuple[Words, int | None], MoveScreen]
"""The screens that have been made of a menu, by what `build_offers` was asked for."""


class ScreenCache:
    """The screens of the newest questions, so that one that is looked at again, or led back to, is not made anew."""

    def __init__(self) -> None:
        self._screens_by_question: OrderedDict[Hashable, ScreensByPrefix] = OrderedDict()

    def find_screens(self, question: Hashable) -> ScreensByPrefix:
        """Those of a question; it must be another one as soon as anything of its menus can have changed."""
        seen = self._screens_by_question.setdefault(question, {})
        self._screens_by_question.move_to_end(question)
        while len(self._screens_by_question) > MAX_QUESTIONS_KEPT:
            self._screens_by_question.popitem(last=False)
        return seen


def build_screen(
    root: Menu, prefix: Words = (), group: int | None = None, known_screens: ScreensByPrefix | None = None
) -> MoveScreen:
    """The screen for a prefix of a move; `known_screens` are those that have been made of the same menu. Raises Illegal
    when the menu does
    not offer the prefix."""
    known_screens = {} if known_screens is None else known_screens
    made = build_offers(root, prefix, group, known_screens)
    back = _find_back_prefix(root, prefix, known_screens) if group is None else prefix
    spots = tuple(option.spot for step in _list_steps(root, made.prefix) for option in step if option.spot)
    return msgspec.structs.replace(made, back_prefix=back, spots=spots)


def build_offers(
    root: Menu, prefix: Words, group: int | None = None, known_screens: ScreensByPrefix | None = None
) -> MoveScreen:
    """The same without the way back and the places so far, which cost more than the rest. Raises Illegal."""
    if known_screens is None:
        return _build_offers(root, prefix, group)
    made = known_screens.get((prefix, group))
    if made is None:
        if len(known_screens) >= MAX_QUESTION_SCREENS:
            known_screens.clear()
        made = known_screens[prefix, group] = _build_offers(root, prefix, group)
    return made


def _build_offers(root: Menu, prefix: Words, group: int | None) -> MoveScreen:
    path, first = _list_labels(root, prefix), not prefix
    at = follow_words(root, prefix)
    refused: list[Option] = []
    while at is not None:
        refused += [
            option
            for option in at.options
            if option.why_not is not None and (first or len(at.list_open_options()) != at.min_picks)
        ]
        only = at.list_open_options()
        if not only or len(only) != at.min_picks or (first and len(at.options) != len(only) and at.max_picks > 1):
            break
        prefix, path = (*prefix, "+".join(option.word for option in only)), (*path, _format_picks(only))
        at = at.next_menu(prefix[-1])
    if at is None:
        return MoveScreen(prefix, path, say("Play it?"))
    blocks = (
        build_blocks(at, prefix, is_first_screen=first)
        if group is None
        else build_group(at, prefix, group, is_first_screen=first)
    )
    shown, marks = assign_letters([block.choices for block in blocks])
    blocks = [msgspec.structs.replace(block, choices=choices) for block, choices in zip(blocks, shown, strict=True)]
    return MoveScreen(prefix, path, at.prompt, tuple(blocks), tuple(refused), marks=marks)


def list_one_press_moves(step: MoveScreen) -> frozenset[Words]:
    """The whole moves that a first step offers as buttons: each is played by its one press, since its label says it all."""
    return frozenset(step.whole_moves if step.back_prefix is None else ())


def add_shortcuts(
    root: Menu,
    step: MoveScreen,
    likely: Sequence[Words],
    max_shortcuts: int = MAX_SHORTCUTS,
    known_screens: ScreensByPrefix | None = None,
) -> MoveScreen:
    """A first step with shortcuts to the likeliest of some whole moves, `max_shortcuts` at most, if they take long:
    each by a way of its
    own, two where there is only one way, and in the order of the menu, so that none is better than another."""
    moves: dict[Words, list[Words]] = {}
    labels: dict[Words, Text] = {}
    second = {} if known_screens is None else known_screens
    for words in likely if len(step.marks) < len(CHOICE_LETTERS) else ():
        way = find_leading_choice(_drop_usual_lists(step), words)
        if way is None or way[1].is_complete or way[0].kind == "subset" or len(moves) >= max_shortcuts:
            continue
        _, choice = way
        then = build_offers(root, choice.words, known_screens=second)
        further = find_leading_choice(then, words)
        if not then.is_complete and (further is None or not further[1].is_complete):
            moves.setdefault(choice.words, []).append(words)
            labels[words] = _find_first_label(root, step, choice)
    chosen = [held[0] for held in moves.values()]
    if len(moves) == 1:
        chosen = next(iter(moves.values()))[: min(max_shortcuts, MAX_SHORTCUTS - 1)]
    letters = [letter for letter in CHOICE_LETTERS if letter not in step.marks.values()]
    shown: list[Shortcut] = []
    marks = dict(step.marks)
    for words, letter in zip(sorted(chosen, key=lambda one: _find_menu_order(root, one)), letters, strict=False):
        spots = {
            option.spot for options in _list_steps(root, words) for option in options if option.spot
        } - step.marks.keys()
        marks |= {spot: marks.get(spot, "") + letter for spot in sorted(spots)}
        shown.append(Shortcut(words, labels[words], _list_labels(root, words), letter))
    return msgspec.structs.replace(step, shortcuts=tuple(shown), marks=marks)


def _drop_usual_lists(step: MoveScreen) -> MoveScreen:
    """A screen without the lists that hold some of what other choices lead to."""
    return msgspec.structs.replace(step, blocks=tuple(block for block in step.blocks if not block.is_usual))


def _find_first_label(root: Menu, step: MoveScreen, choice: Choice) -> Text:
    """What a choice begins with, also where it stands in a list that says the first of it."""
    return join_labels(_list_labels(root, choice.words[: len(choice.words) - choice.silent_steps])[len(step.prefix) :])


def _find_menu_order(root: Menu, words: Words) -> list[list[int]]:
    """Where a move stands in the menus."""
    found: list[list[int]] = []
    at: Menu | None = root
    for word in words:
        if at is None:
            break
        picks = set(word.split("+")) if at.max_picks > 1 else {word}
        found.append([n for n, option in enumerate(at.options) if option.word in picks])
        at = at.next_menu(word)
    return found


def resolve_picks(root: Menu, prefix: Words, values: Sequence[str]) -> tuple[Words, list[Text]]:
    """What a list leads to of which several were picked: the words, the picks in the order of the list whatever order they came
    in, and the labels of those that had no room behind the others. Raises Illegal for what the list does not hold."""
    held = {
        choice.words[len(prefix) : len(choice.words) - choice.silent_steps]: choice.label
        for block in build_offers(root, prefix).blocks
        if block.kind == "several"
        for choice in block.choices
    }
    picks = {tuple(value.split()) for value in values}
    if not picks <= held.keys():
        raise IllegalMoveError(describe_outdated())
    words, left = chained(root, prefix, [pick for pick in held if pick in picks])
    return words, [held[pick] for pick in left]


# -------------------------------------------------------------------- refused
class BlockedOption(msgspec.Struct, frozen=True):
    """Why something cannot be chosen now: `path` are the labels that lead to it, its own last."""

    path: tuple[Text, ...]
    reason: Text


def list_refused(root: Menu, prefix: Words = ()) -> list[BlockedOption]:
    """The refused options from this prefix on, nearest first. Raises Illegal when the menu does not offer the prefix.

    Searches two levels and at most REFUSING menus: deeper down the same reasons repeat for every choice.
    """
    found: list[BlockedOption] = []
    level = [(_list_labels(root, prefix), follow_words(root, prefix))]
    seen = 0
    for _ in range(2):
        below: list[tuple[tuple[Text, ...], Menu | None]] = []
        for path, menu in level:
            if menu is None or seen >= MAX_MENUS_SEARCHED:
                continue
            seen += 1
            found += [
                BlockedOption((*path, option.label), option.why_not)
                for option in menu.options
                if option.why_not is not None
            ]
            if menu.max_picks == 1:
                below += [
                    ((*path, option.label), menu.next_menu(option.word))
                    for option in menu.list_open_options()[:MAX_MENUS_SEARCHED]
                ]
        level = below
    return found


# ----------------------------------------------------------------------- path
def _format_picks(picked: Sequence[Option]) -> Text:
    return picked[0].label if len(picked) == 1 else say("{choices}", choices=[option.label for option in picked])


def _list_labels(root: Menu, words: Words) -> tuple[Text, ...]:
    return tuple(_format_picks(step) for step in _list_steps(root, words))


def _list_steps(root: Menu, words: Words) -> Iterator[list[Option]]:
    """The options picked at each level of a move so far."""
    at: Menu | None = root
    for word in words:
        if at is None:
            break
        canonical = at.canonicalize(word)
        picked = set(canonical.split("+")) if at.max_picks > 1 else {canonical}
        yield [option for option in at.options if option.word in picked]
        at = at.next_menu(canonical)


def find_leading_choice(step: MoveScreen, words: Words) -> tuple[ChoiceBlock, Choice] | None:
    """The choice that leads furthest towards a move, and the block it stands in; of a subset any of its choices, None where
    the way goes by a group that is not on the screen."""
    found: tuple[ChoiceBlock, Choice] | None = None
    for block in step.blocks:
        if block.kind == "groups" or words[: len(block.prefix)] != block.prefix:
            continue
        for choice in (choice for choice in block.choices if choice.is_alone):
            if block.kind == "subset" and len(words) > len(block.prefix):
                within = choice.words[-1] in words[len(block.prefix)].split("+")
            else:
                said = len(choice.words) - choice.silent_steps
                within = len(words) >= said and words[: len(choice.words)] == choice.words[: len(words)]
            rank = len(choice.words), block.kind == "buttons"
            if within and (found is None or rank > (len(found[1].words), found[0].kind == "buttons")):
                found = block, choice
    return found


def _find_back_prefix(root: Menu, words: Words, known_screens: ScreensByPrefix) -> Words | None:
    """The prefix of the screen before the one for `words`: the last step at which there was a choice."""
    before: Words | None = None
    for step in _list_screens(root, words, known_screens):
        before = step.prefix
    return before


def _list_screens(root: Menu, words: Words, known_screens: ScreensByPrefix) -> Iterator[MoveScreen]:
    """The screens on the way to the one for `words`."""
    at: Words = ()
    while True:
        step = build_offers(root, at, known_screens=known_screens)
        if len(step.prefix) >= len(words):
            return
        yield step
        # What was picked from a list of the usual has the same way back as from the list of all.
        found = find_leading_choice(_drop_usual_lists(step), words)
        if found is None:
            at = words[: len(step.prefix) + 1]
        elif found[0].kind == "subset":
            at = words[: len(found[0].prefix) + 1]
        else:
            at = found[1].words
