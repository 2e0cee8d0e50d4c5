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

from cogs.interactions.custom_ids import outdated
from cogs.messages.blocks import blocks_of, group_of
from cogs.messages.choices import LETTERS, Choice, lettered, told
from cogs.messages.lists import Block
from cogs.messages.repeated import chained
from engine.kernel.menu import Menu, Option, Words, walk
from engine.kernel.text import Illegal, Text, say

REFUSING = 40
"""Menus that are searched for refused options."""
SHORTCUTS = 3
"""So many shortcuts on a first screen at most, to moves that take three presses or more without one."""


QUESTIONS, STEPS = 48, 32
"""Questions of which the screens are kept, and how many of one: mostly it has one or two, of 3 to 75 kB each."""


class Shortcut(msgspec.Struct, frozen=True):
    """A whole move at one press: its words, what the choice it begins with is called, those of all its steps, and the letter that
    marks it and its places."""

    words: Words
    label: Text
    path: tuple[Text, ...]
    letter: str


class Screen(msgspec.Struct, frozen=True):
    """One step of making a move; without blocks the move is complete.

    `prefix` are the words so far (silent ones included), `path` their labels. `refused` are options that cannot be chosen now.
    `back` is the prefix of the step before, None on the first. `spots` are the places of what has been chosen so far,
    `marks` the letters of those that can be chosen and of the shortcuts.
    """

    prefix: Words
    path: tuple[Text, ...]
    prompt: Text
    blocks: tuple[Block, ...] = ()
    refused: tuple[Option, ...] = ()
    back: Optional[Words] = None
    spots: tuple[str, ...] = ()
    marks: dict[str, str] = {}
    shortcuts: tuple[Shortcut, ...] = ()

    @property
    def done(self) -> bool:
        """Whether nothing is left to choose."""
        return not self.blocks

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All choices, in the order in which they are shown."""
        return tuple(choice for block in self.blocks for choice in block.choices)

    @property
    def whole(self) -> tuple[Words, ...]:
        """The whole moves among the choices that are buttons, shortcuts apart."""
        shown = (choice for block in self.blocks if block.kind == "buttons" for choice in block.choices)
        return tuple(choice.words for choice in shown if choice.done)


Seen = dict[tuple[Words, int | None], Screen]
"""The screens that have been made of a menu, by what `offered` was asked for."""


class Screens:
    """The screens of the newest questions, so that one that is looked at again, or led back to, is not made anew."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Seen] = OrderedDict()

    def of(self, question: Hashable) -> Seen:
        """Those of a question; it must be another one as soon as anything of its menus can have changed."""
        seen = self._kept.setdefault(question, {})
        self._kept.move_to_end(question)
        while len(self._kept) > QUESTIONS:
            self._kept.popitem(last=False)
        return seen


def screen(root: Menu, prefix: Words = (), group: int | None = None, seen: Seen | None = None) -> Screen:
    """The screen for a prefix of a move; `seen` are those that have been made of the same menu. Raises Illegal when the menu does
    not offer the prefix."""
    seen = {} if seen is None else seen
    made = offered(root, prefix, group, seen)
    back = _back(root, prefix, seen) if group is None else prefix
    spots = tuple(option.spot for step in _steps(root, made.prefix) for option in step if option.spot)
    return msgspec.structs.replace(made, back=back, spots=spots)


def offered(root: Menu, prefix: Words, group: int | None = None, seen: Seen | None = None) -> Screen:
    """The same without the way back and the places so far, which cost more than the rest. Raises Illegal."""
    if seen is None:
        return _offered(root, prefix, group)
    made = seen.get((prefix, group))
    if made is None:
        if len(seen) >= STEPS:
            seen.clear()
        made = seen[prefix, group] = _offered(root, prefix, group)
    return made


def _offered(root: Menu, prefix: Words, group: int | None) -> Screen:
    path, first = _labels(root, prefix), not prefix
    at = walk(root, prefix)
    refused: list[Option] = []
    while at is not None:
        refused += [
            option for option in at.options if option.why_not is not None and (first or len(at.open()) != at.lo)
        ]
        only = at.open()
        if not only or len(only) != at.lo or (first and len(at.options) != len(only) and at.hi > 1):
            break
        prefix, path = (*prefix, "+".join(option.word for option in only)), (*path, _named(only))
        at = at.then(prefix[-1])
    if at is None:
        return Screen(prefix, path, say("Play it?"))
    blocks = blocks_of(at, prefix, first=first) if group is None else group_of(at, prefix, group, first=first)
    shown, marks = lettered([block.choices for block in blocks])
    blocks = [msgspec.structs.replace(block, choices=choices) for block, choices in zip(blocks, shown, strict=True)]
    return Screen(prefix, path, at.prompt, tuple(blocks), tuple(refused), marks=marks)


def at_one_press(step: Screen) -> frozenset[Words]:
    """The whole moves that a first step offers as buttons: each is played by its one press, since its label says it all."""
    return frozenset(step.whole if step.back is None else ())


def shortened(
    root: Menu, step: Screen, likely: Sequence[Words], most: int = SHORTCUTS, seen: Seen | None = None
) -> Screen:
    """A first step with shortcuts to the likeliest of some whole moves, `most` at most, if they take long: each by a way of its
    own, two where there is only one way, and in the order of the menu, so that none is better than another."""
    moves: dict[Words, list[Words]] = {}
    labels: dict[Words, Text] = {}
    second = {} if seen is None else seen
    for words in likely if len(step.marks) < len(LETTERS) else ():
        way = leads(_without_usual(step), words)
        if way is None or way[1].done or way[0].kind == "subset" or len(moves) >= most:
            continue
        _, choice = way
        then = offered(root, choice.words, seen=second)
        further = leads(then, words)
        if not then.done and (further is None or not further[1].done):
            moves.setdefault(choice.words, []).append(words)
            labels[words] = _begun(root, step, choice)
    chosen = [held[0] for held in moves.values()]
    if len(moves) == 1:
        chosen = next(iter(moves.values()))[: min(most, SHORTCUTS - 1)]
    letters = [letter for letter in LETTERS if letter not in step.marks.values()]
    shown: list[Shortcut] = []
    marks = dict(step.marks)
    for words, letter in zip(sorted(chosen, key=lambda one: _order(root, one)), letters, strict=False):
        spots = {
            option.spot for options in _steps(root, words) for option in options if option.spot
        } - step.marks.keys()
        marks |= {spot: marks.get(spot, "") + letter for spot in sorted(spots)}
        shown.append(Shortcut(words, labels[words], _labels(root, words), letter))
    return msgspec.structs.replace(step, shortcuts=tuple(shown), marks=marks)


def _without_usual(step: Screen) -> Screen:
    """A screen without the lists that hold some of what other choices lead to."""
    return msgspec.structs.replace(step, blocks=tuple(block for block in step.blocks if not block.usual))


def _begun(root: Menu, step: Screen, choice: Choice) -> Text:
    """What a choice begins with, also where it stands in a list that says the first of it."""
    return told(_labels(root, choice.words[: len(choice.words) - choice.silent])[len(step.prefix) :])


def _order(root: Menu, words: Words) -> list[list[int]]:
    """Where a move stands in the menus."""
    found: list[list[int]] = []
    at: Menu | None = root
    for word in words:
        if at is None:
            break
        picks = set(word.split("+")) if at.hi > 1 else {word}
        found.append([n for n, option in enumerate(at.options) if option.word in picks])
        at = at.then(word)
    return found


def picked(root: Menu, before: Words, values: Sequence[str]) -> tuple[Words, list[Text]]:
    """What a list leads to of which several were picked: the words, the picks in the order of the list whatever order they came
    in, and the labels of those that had no room behind the others. Raises Illegal for what the list does not hold."""
    held = {
        choice.words[len(before) : len(choice.words) - choice.silent]: choice.label
        for block in offered(root, before).blocks
        if block.kind == "several"
        for choice in block.choices
    }
    picks = {tuple(value.split()) for value in values}
    if not picks <= held.keys():
        raise Illegal(outdated())
    words, left = chained(root, before, [pick for pick in held if pick in picks])
    return words, [held[pick] for pick in left]


# -------------------------------------------------------------------- refused
class BlockedOption(msgspec.Struct, frozen=True):
    """Why something cannot be chosen now: `path` are the labels that lead to it, its own last."""

    path: tuple[Text, ...]
    why: Text


def refused(root: Menu, prefix: Words = ()) -> list[BlockedOption]:
    """The refused options from this prefix on, nearest first. Raises Illegal when the menu does not offer the prefix.

    Searches two levels and at most REFUSING menus: deeper down the same reasons repeat for every choice.
    """
    found: list[BlockedOption] = []
    level = [(_labels(root, prefix), walk(root, prefix))]
    seen = 0
    for _ in range(2):
        below: list[tuple[tuple[Text, ...], Menu | None]] = []
        for path, menu in level:
            if menu is None or seen >= REFUSING:
                continue
            seen += 1
            found += [
                BlockedOption((*path, option.label), option.why_not)
                for option in menu.options
                if option.why_not is not None
            ]
            if menu.hi == 1:
                below += [((*path, option.label), menu.then(option.word)) for option in menu.open()[:REFUSING]]
        level = below
    return found


# ----------------------------------------------------------------------- path
def _named(picked: Sequence[Option]) -> Text:
    return picked[0].label if len(picked) == 1 else say("{choices}", choices=[option.label for option in picked])


def _labels(root: Menu, words: Words) -> tuple[Text, ...]:
    return tuple(_named(step) for step in _steps(root, words))


def _steps(root: Menu, words: Words) -> Iterator[list[Option]]:
    """The options picked at each level of a move so far."""
    at: Menu | None = root
    for word in words:
        if at is None:
            break
        canonical = at.canon(word)
        picked = set(canonical.split("+")) if at.hi > 1 else {canonical}
        yield [option for option in at.options if option.word in picked]
        at = at.then(canonical)


def leads(step: Screen, words: Words) -> tuple[Block, Choice] | None:
    """The choice that leads furthest towards a move, and the block it stands in; of a subset any of its choices, None where
    the way goes by a group that is not on the screen."""
    found: tuple[Block, Choice] | None = None
    for block in step.blocks:
        if block.kind == "groups" or words[: len(block.prefix)] != block.prefix:
            continue
        for choice in (choice for choice in block.choices if choice.alone):
            if block.kind == "subset" and len(words) > len(block.prefix):
                within = choice.words[-1] in words[len(block.prefix)].split("+")
            else:
                said = len(choice.words) - choice.silent
                within = len(words) >= said and words[: len(choice.words)] == choice.words[: len(words)]
            rank = len(choice.words), block.kind == "buttons"
            if within and (found is None or rank > (len(found[1].words), found[0].kind == "buttons")):
                found = block, choice
    return found


def _back(root: Menu, words: Words, seen: Seen) -> Words | None:
    """The prefix of the screen before the one for `words`: the last step at which there was a choice."""
    before: Words | None = None
    for step in _stops(root, words, seen):
        before = step.prefix
    return before


def _stops(root: Menu, words: Words, seen: Seen) -> Iterator[Screen]:
    """The screens on the way to the one for `words`."""
    at: Words = ()
    while True:
        step = offered(root, at, seen=seen)
        if len(step.prefix) >= len(words):
            return
        yield step
        # What was picked from a list of the usual has the same way back as from the list of all.
        found = leads(_without_usual(step), words)
        if found is None:
            at = words[: len(step.prefix) + 1]
        elif found[0].kind == "subset":
            at = words[: len(found[0].prefix) + 1]
        else:
            at = found[1].words
