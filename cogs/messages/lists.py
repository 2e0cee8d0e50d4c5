"""Choices as buttons, as one select, or as several where they are too many for one: what fits into a message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from cogs.interactions.limits import BUTTONS_IN_ROW, SELECT_OPTIONS
from cogs.messages.choices import Choice
from engine.kernel.menu import Words
from engine.kernel.text import Text, say

Kind = Literal["buttons", "select", "subset", "groups", "several"]
BUTTONS, SELECTS = 15, 4
"""Buttons and selects of one screen, so that with pictures, texts and the last row a message stays within Discord's 40 parts."""
PARTS = 22
"""Parts of a message that choices may take so that there is room for shortcuts too: lists of the usual are added up to that."""
REPEATED = 6
"""Selects of a screen on which several answers are picked from each: beside them there are few buttons."""
VERBS = 9
"""Up to so many options of a first step each may have a list of its own."""
PAIRS = 3
"""Selects that pairs of one verb, or whole moves, may fill."""


class Block(msgspec.Struct, frozen=True):
    """Choices that are offered together, as buttons or as one select with this label.

    All choices begin with `prefix`. In a subset the player picks `lo` to `hi` of them; in groups they are the groups, by
    number. Of several, up to `hi` are picked and chosen one after the other (`chained`). `usual`: some of what another choice
    of the screen leads to.
    """

    kind: Kind
    prefix: Words
    label: Text
    choices: tuple[Choice, ...]
    lo: int = 1
    hi: int = 1
    usual: bool = False


def parts(blocks: Sequence[Block]) -> int:
    """How many parts of a message blocks take: a button and its share of a row, a select in a row of its own."""
    return sum(
        len(block.choices) + -(-len(block.choices) // BUTTONS_IN_ROW) if block.kind == "buttons" else 2
        for block in blocks
    )


def fits(blocks: Sequence[Block]) -> bool:
    """Whether lists from which several answers are picked, and the buttons below them, have room on a screen."""
    selects = sum(block.kind != "buttons" for block in blocks)
    return selects <= REPEATED and parts(blocks) <= BUTTONS + BUTTONS // BUTTONS_IN_ROW + 2 * SELECTS


def listed(choices: list[Choice], prefix: Words, label: Text, room: int, *, within: bool = False) -> list[Block]:
    """Buttons, one select, several where there is room for them, or the select of their groups. `within`: the lists stand beside
    those of other options, and say by the label which they belong to."""
    if len(choices) <= BUTTONS and not within:
        return [Block("buttons", prefix, label, tuple(choices))]
    if len(choices) <= SELECT_OPTIONS:
        return [Block("select", prefix, label, tuple(choices))]
    groups = groups_of(choices)
    packed: list[tuple[Text, Text, list[Choice]]] = []
    for name, held in groups:
        if packed and len(packed[-1][2]) + len(held) <= SELECT_OPTIONS:
            packed[-1] = (packed[-1][0], name, [*packed[-1][2], *held])
        else:
            packed.append((name, name, held))
    if len(packed) <= room:
        names = [
            first if first == last else say("{first} … {last}", first=first, last=last) for first, last, _ in packed
        ]
        return [
            Block("select", prefix, say("{verb}: {what}", verb=label, what=name) if within else name, tuple(held))
            for name, (_, _, held) in zip(names, packed, strict=True)
        ]
    named = tuple(Choice((*prefix, str(n)), name) for n, (name, _) in enumerate(groups))
    return [Block("groups", prefix, label, named)]


def groups_of(choices: list[Choice]) -> list[tuple[Text, list[Choice]]]:
    """The choices by their headings, or else in parts that fill a select."""
    by_name: dict[str, tuple[Text, list[Choice]]] = {}
    for choice in choices:
        label = choice.group or say("Others")
        by_name.setdefault(repr(label), (label, []))[1].append(choice)
    groups = list(by_name.values())
    if 1 < len(groups) <= SELECT_OPTIONS and all(len(held) <= SELECT_OPTIONS for _, held in groups):
        return groups
    parts = [choices[i : i + SELECT_OPTIONS] for i in range(0, len(choices), SELECT_OPTIONS)]
    return [(say("{first} … {last}", first=part[0].label, last=part[-1].label), part) for part in parts]
