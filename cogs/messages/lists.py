"""Choices as buttons, as one select, or as several where they are too many for one: what fits into a message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from cogs.interactions.limits import MAX_ROW_BUTTONS, MAX_SELECT_OPTIONS
from cogs.messages.choices import Choice
from engine.kernel.menu import Words
from engine.kernel.text import Text, say

BlockKind = Literal["buttons", "select", "subset", "groups", "several"]
MAX_BUTTONS, MAX_SELECTS = 15, 4
"""Buttons and selects of one screen, so that with pictures, texts and the last row a message stays within Discord's 40 parts."""
MAX_CHOICE_PARTS = 22
"""Parts of a message that choices may take so that there is room for shortcuts too: lists of the usual are added up to that."""
MAX_PICK_SELECTS = 6
"""Selects of a screen on which several answers are picked from each: beside them there are few buttons."""
MAX_VERB_LISTS = 9
"""Up to so many options of a first step each may have a list of its own."""
MAX_PAIR_SELECTS = 3
"""Selects that pairs of one verb, or whole moves, may fill."""


class ChoiceBlock(msgspec.Struct, frozen=True):
    """Choices that are offered together, as buttons or as one select with this label.

    All choices begin with `prefix`. In a subset the player picks `lo` to `hi` of them; in groups they are the groups, by
    number. Of several, up to `hi` are picked and chosen one after the other (`chained`). `is_usual`: some of what another choice
    of the screen leads to.
    """

    kind: BlockKind
    prefix: Words
    label: Text
    choices: tuple[Choice, ...]
    lo: int = 1
    hi: int = 1
    is_usual: bool = False


def count_parts(blocks: Sequence[ChoiceBlock]) -> int:
    """How many parts of a message blocks take: a button and its share of a row, a select in a row of its own."""
    return sum(
        len(block.choices) + -(-len(block.choices) // MAX_ROW_BUTTONS) if block.kind == "buttons" else 2
        for block in blocks
    )


def fits_screen(blocks: Sequence[ChoiceBlock]) -> bool:
    """Whether lists from which several answers are picked, and the buttons below them, have room on a screen."""
    selects = sum(block.kind != "buttons" for block in blocks)
    return (
        selects <= MAX_PICK_SELECTS
        and count_parts(blocks) <= MAX_BUTTONS + MAX_BUTTONS // MAX_ROW_BUTTONS + 2 * MAX_SELECTS
    )


def build_list_blocks(
    choices: list[Choice], prefix: Words, label: Text, room: int, *, within: bool = False
) -> list[ChoiceBlock]:
    """Buttons, one select, several where there is room for them, or the select of their groups. `within`: the lists stand beside
    those of other options, and say by the label which they belong to."""
    if len(choices) <= MAX_BUTTONS and not within:
        return [ChoiceBlock("buttons", prefix, label, tuple(choices))]
    if len(choices) <= MAX_SELECT_OPTIONS:
        return [ChoiceBlock("select", prefix, label, tuple(choices))]
    groups = group_choices(choices)
    packed: list[tuple[Text, Text, list[Choice]]] = []
    for name, held in groups:
        if packed and len(packed[-1][2]) + len(held) <= MAX_SELECT_OPTIONS:
            packed[-1] = (packed[-1][0], name, [*packed[-1][2], *held])
        else:
            packed.append((name, name, held))
    if len(packed) <= room:
        names = [
            first if first == last else say("{first} … {last}", first=first, last=last) for first, last, _ in packed
        ]
        return [
            ChoiceBlock("select", prefix, say("{verb}: {what}", verb=label, what=name) if within else name, tuple(held))
            for name, (_, _, held) in zip(names, packed, strict=True)
        ]
    named = tuple(Choice((*prefix, str(n)), name) for n, (name, _) in enumerate(groups))
    return [ChoiceBlock("groups", prefix, label, named)]


def group_choices(choices: list[Choice]) -> list[tuple[Text, list[Choice]]]:
    """The choices by their headings, or else in parts that fill a select."""
    by_name: dict[str, tuple[Text, list[Choice]]] = {}
    for choice in choices:
        label = choice.group or say("Others")
        by_name.setdefault(repr(label), (label, []))[1].append(choice)
    groups = list(by_name.values())
    if 1 < len(groups) <= MAX_SELECT_OPTIONS and all(len(held) <= MAX_SELECT_OPTIONS for _, held in groups):
        return groups
    parts = [choices[i : i + MAX_SELECT_OPTIONS] for i in range(0, len(choices), MAX_SELECT_OPTIONS)]
    return [(say("{first} … {last}", first=part[0].label, last=part[-1].label), part) for part in parts]
