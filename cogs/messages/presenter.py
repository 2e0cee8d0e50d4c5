"""Any menu as a screen of buttons and selects within Discord's limits. It knows no Discord and no game.

What leaves nothing to choose is taken silently. Up to 15 choices become buttons in rows, up to 25 a select, up to 100 several
selects, more are parted into groups. What follows a choice is offered together with it while there is room: the verbs of a turn
stand beside lists of what each can be done with, and two questions of few answers each are one list of pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, Optional

import msgspec

from cogs.interactions.limits import SELECT_OPTIONS
from cogs.messages.choices import Choice, Way, grown, lettered, ways
from engine.kernel.menu import Menu, Option, Words, walk
from engine.kernel.text import Text, say

Kind = Literal["buttons", "select", "subset", "groups"]
BUTTONS, SELECTS = 15, 4
"""Buttons and selects of one screen, so that with pictures, texts and the last row a message stays within Discord's 40 parts."""
VERBS = 9
"""Up to so many options of a first step each may have a list of its own."""
PAIRS = 2
"""Selects that pairs of one verb may fill."""
REFUSING = 40
"""Menus that are searched for refused options."""


class Block(msgspec.Struct, frozen=True):
    """Choices that are offered together, as buttons or as one select with this label.

    All choices begin with `prefix`. In a subset the player picks `lo` to `hi` of them; in groups they are the groups, by
    number.
    """

    kind: Kind
    prefix: Words
    label: Text
    choices: tuple[Choice, ...]
    lo: int = 1
    hi: int = 1


class Screen(msgspec.Struct, frozen=True):
    """One step of making a move; without blocks the move is complete.

    `prefix` are the words so far (silent ones included), `path` their labels. `refused` are options that cannot be chosen now.
    `back` is the prefix of the step before, None on the first. `spots` are the places of what has been chosen so far,
    `marks` the letters of those that can be chosen.
    """

    prefix: Words
    path: tuple[Text, ...]
    prompt: Text
    blocks: tuple[Block, ...] = ()
    refused: tuple[Option, ...] = ()
    back: Optional[Words] = None
    spots: tuple[str, ...] = ()
    marks: dict[str, str] = {}

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
        """The whole moves among the choices that are buttons."""
        shown = (choice for block in self.blocks if block.kind == "buttons" for choice in block.choices)
        return tuple(choice.words for choice in shown if choice.done)


def screen(root: Menu, prefix: Words = (), group: int | None = None) -> Screen:
    """The screen for a prefix of a move. Raises Illegal when the menu does not offer the prefix."""
    made = _screen(root, prefix, group)
    back = _back(root, prefix) if group is None else prefix
    spots = tuple(option.spot for step in _steps(root, made.prefix) for option in step if option.spot)
    return msgspec.structs.replace(made, back=back, spots=spots)


def _screen(root: Menu, prefix: Words, group: int | None = None) -> Screen:
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
    blocks = _blocks(at, prefix, first=first) if group is None else _group(at, prefix, group, first=first)
    shown, marks = lettered([block.choices for block in blocks])
    blocks = [msgspec.structs.replace(block, choices=choices) for block, choices in zip(blocks, shown, strict=True)]
    return Screen(prefix, path, at.prompt, tuple(blocks), tuple(refused), marks=marks)


def at_one_press(step: Screen) -> frozenset[Words]:
    """The whole moves that a first step offers as buttons: each is played by its one press, since its label says it all."""
    return frozenset(step.whole if step.back is None else ())


# --------------------------------------------------------------------- blocks
def _blocks(at: Menu, prefix: Words, *, first: bool) -> list[Block]:
    if at.hi > 1:
        return [_subset(at, prefix, at.prompt)]
    found = ways(at, prefix, first=first)
    pairs = grown(found, SELECT_OPTIONS)
    lists = sum(way.below is not None for way in found)
    verbs = len(found) <= VERBS and (lists <= SELECTS or not prefix)
    enough = len(found) < len(pairs) <= BUTTONS and all(way.below is None or way.below.apart for way in pairs)
    if lists and verbs and not (prefix and enough):
        return _by_verb(at, prefix, found)
    return _listed([way.choice() for way in pairs], prefix, at.prompt, SELECTS)


def _by_verb(at: Menu, prefix: Words, found: list[Way]) -> list[Block]:
    """Buttons while there is room for what follows each option, unless a list says more; and a single button for what has no
    room as a list."""
    each = [grown([way], BUTTONS) for way in found]
    room = BUTTONS - len(found)
    for way, longer in sorted(zip(found, each, strict=True), key=lambda one: len(one[1])):
        listed = [choice for block in _list_of(way, SELECTS, PAIRS) for choice in block.choices]
        if len(longer) - 1 <= room and len(listed) <= len(longer) and not _several(longer):
            room -= len(longer) - 1
        else:
            longer.clear()
    waiting = sum(not longer for longer in each)
    buttons: list[Way] = []
    lists: list[Block] = []
    for way, longer in zip(found, each, strict=True):
        if longer:
            buttons += longer
            continue
        waiting -= 1
        left = SELECTS - len(lists)
        more = _list_of(way, left, max(1, left - waiting))
        lists += more
        if not more:
            buttons.append(way)
    made = _listed([way.choice() for way in buttons], prefix, at.prompt, SELECTS) if buttons else []
    return [*made, *lists]


def _several(found: Sequence[Way]) -> bool:
    return any(way.below is not None and way.below.hi > 1 for way in found)


def _list_of(way: Way, room: int, share: int) -> list[Block]:
    """What follows a verb as selects, at most `room`, and no more than `share` of pairs; none where it does not fit."""
    if way.below is None or room < 1 or not way.below.open() or not (way.first or not way.below.apart):
        return []
    label = way.chosen[-1].label
    if way.below.hi > 1:
        return [_subset(way.below, way.words, say("{verb}: {what}", verb=label, what=way.below.prompt))]
    found = grown(ways(way.below, way.words, first=way.first), SELECT_OPTIONS * min(share, PAIRS))
    made = _listed([one.choice() for one in found], way.words, label, room, within=True)
    return [] if any(block.kind == "groups" for block in made) else made


def _subset(at: Menu, prefix: Words, label: Text) -> Block:
    options = at.open()
    spots = [(option.spot,) if option.spot else () for option in options]
    choices = [
        Choice((*prefix, option.word), option.label, "", spot) for option, spot in zip(options, spots, strict=True)
    ]
    return Block("subset", prefix, label, tuple(choices), at.lo, min(at.hi, len(options)))


def _listed(choices: list[Choice], prefix: Words, label: Text, room: int, *, within: bool = False) -> list[Block]:
    """Buttons, one select, several where there is room for them, or the select of their groups."""
    if len(choices) <= BUTTONS and not within:
        return [Block("buttons", prefix, label, tuple(choices))]
    if len(choices) <= SELECT_OPTIONS:
        return [Block("select", prefix, label, tuple(choices))]
    groups = _groups(choices)
    packed: list[tuple[Text, Text, list[Choice]]] = []
    for name, held in groups:
        if packed and len(packed[-1][2]) + len(held) <= SELECT_OPTIONS:
            packed[-1] = (packed[-1][0], name, [*packed[-1][2], *held])
        else:
            packed.append((name, name, held))
    if len(packed) <= room:
        return [
            Block(
                "select",
                prefix,
                say(
                    "{verb}: {what}",
                    verb=label,
                    what=first if first == last else say("{first} … {last}", first=first, last=last),
                ),
                tuple(held),
            )
            for first, last, held in packed
        ]
    named = tuple(Choice((*prefix, str(n)), name) for n, (name, _) in enumerate(groups))
    return [Block("groups", prefix, label, named)]


def _group(at: Menu, prefix: Words, group: int, *, first: bool) -> list[Block]:
    """One group of a list that is too long for selects."""
    groups = _groups([way.choice() for way in ways(at, prefix, first=first)])
    if not 0 <= group < len(groups):
        return _blocks(at, prefix, first=first)
    return _listed(groups[group][1], prefix, at.prompt, 1)


def _groups(choices: list[Choice]) -> list[tuple[Text, list[Choice]]]:
    by_name: dict[str, tuple[Text, list[Choice]]] = {}
    for choice in choices:
        label = choice.group or say("Others")
        by_name.setdefault(repr(label), (label, []))[1].append(choice)
    groups = list(by_name.values())
    if 1 < len(groups) <= SELECT_OPTIONS and all(len(held) <= SELECT_OPTIONS for _, held in groups):
        return groups
    parts = [choices[i : i + SELECT_OPTIONS] for i in range(0, len(choices), SELECT_OPTIONS)]
    return [(say("{first} … {last}", first=part[0].label, last=part[-1].label), part) for part in parts]


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
        for choice in block.choices:
            if block.kind == "subset" and len(words) > len(block.prefix):
                within = choice.words[-1] in words[len(block.prefix)].split("+")
            else:
                said = len(choice.words) - choice.silent
                within = len(words) >= said and words[: len(choice.words)] == choice.words[: len(words)]
            if within and (found is None or len(choice.words) > len(found[1].words)):
                found = block, choice
    return found


def _back(root: Menu, words: Words) -> Words | None:
    """The prefix of the screen before the one for `words`: the last step at which there was a choice."""
    at: Words = ()
    before: Words | None = None
    while True:
        step = _screen(root, at)
        if len(step.prefix) >= len(words):
            return before
        before = step.prefix
        found = leads(step, words)
        if found is None:
            at = words[: len(step.prefix) + 1]
        elif found[0].kind == "subset":
            at = words[: len(found[0].prefix) + 1]
        else:
            at = found[1].words
