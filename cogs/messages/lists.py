"""Arrange choices as buttons, as one select, or as several selects, within Discord's limits."""

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
"""The buttons and selects of one screen: with pictures, texts and the last row a message stays within Discord's 40 parts."""
MAX_CHOICE_PARTS = 22
"""The parts of a message up to which lists of later screens are added, so that shortcuts fit as well."""
MAX_PICK_SELECTS = 6
"""The selects of a screen on which several answers are picked from each, since it has few buttons."""
MAX_VERB_LISTS = 9
"""Up to this many options of a first step may each have a list of their own."""
MAX_PAIR_SELECTS = 3
"""The selects that pairs of one verb, or whole moves, may fill."""


class ChoiceBlock(msgspec.Struct, frozen=True):
    """Choices that are offered together, as buttons or as one select with this label.

    All choices begin with `prefix`. In a "subset" the player picks `lo` to `hi` of them. The choices of "groups" are
    groups of choices, by number. Of "several", up to `hi` are picked, and the game puts them into an order.
    `is_usual`: the block repeats some of the choices behind another choice of the screen.
    """

    kind: BlockKind
    prefix: Words
    label: Text
    choices: tuple[Choice, ...]
    lo: int = 1
    hi: int = 1
    is_usual: bool = False


def count_parts(blocks: Sequence[ChoiceBlock]) -> int:
    """Count the parts of a message that the blocks take: a button and its share of a row, or a select in its row."""
    parts = 0
    for block in blocks:
        if block.kind == "buttons":
            rows = -(-len(block.choices) // MAX_ROW_BUTTONS)
            parts += len(block.choices) + rows
        else:
            parts += 2
    return parts


def fits_screen(blocks: Sequence[ChoiceBlock]) -> bool:
    """Return whether lists from which several answers are picked, and the buttons below them, fit one screen."""
    selects = sum(block.kind != "buttons" for block in blocks)
    max_parts = MAX_BUTTONS + MAX_BUTTONS // MAX_ROW_BUTTONS + 2 * MAX_SELECTS
    return selects <= MAX_PICK_SELECTS and count_parts(blocks) <= max_parts


def build_list_blocks(
    choices: list[Choice], prefix: Words, label: Text, max_selects: int, *, within: bool = False
) -> list[ChoiceBlock]:
    """Build a block of buttons, one select, up to `max_selects` selects, or the select of their groups.

    `within`: the lists are next to the lists of other options, so each label says to which option it belongs.
    """
    if len(choices) <= MAX_BUTTONS and not within:
        return [ChoiceBlock("buttons", prefix, label, tuple(choices))]
    if len(choices) <= MAX_SELECT_OPTIONS:
        return [ChoiceBlock("select", prefix, label, tuple(choices))]
    groups = group_choices(choices)
    selects = _pack_groups(groups)
    if len(selects) > max_selects:
        group_names = tuple(Choice((*prefix, str(n)), name) for n, (name, _) in enumerate(groups))
        return [ChoiceBlock("groups", prefix, label, group_names)]
    blocks = []
    for first, last, held in selects:
        name = first if first == last else say("{first} … {last}", first=first, last=last)
        if within:
            name = say("{verb}: {what}", verb=label, what=name)
        blocks.append(ChoiceBlock("select", prefix, name, tuple(held)))
    return blocks


def _pack_groups(groups: Sequence[tuple[Text, list[Choice]]]) -> list[tuple[Text, Text, list[Choice]]]:
    """Put neighbouring groups into one select while they fit. Return the first and the last heading of each, and its choices."""
    selects: list[tuple[Text, Text, list[Choice]]] = []
    for name, choices in groups:
        if selects:
            first, _, held = selects[-1]
            if len(held) + len(choices) <= MAX_SELECT_OPTIONS:
                selects[-1] = (first, name, [*held, *choices])
                continue
        selects.append((name, name, choices))
    return selects


def group_choices(choices: list[Choice]) -> list[tuple[Text, list[Choice]]]:
    """Group the choices by their headings, or else in parts that fill a select."""
    groups_by_name: dict[str, tuple[Text, list[Choice]]] = {}
    for choice in choices:
        heading = choice.group or say("Others")
        _, held = groups_by_name.setdefault(repr(heading), (heading, []))
        held.append(choice)
    groups = list(groups_by_name.values())
    longest = max((len(held) for _, held in groups), default=0)
    if 1 < len(groups) <= MAX_SELECT_OPTIONS and longest <= MAX_SELECT_OPTIONS:
        return groups
    groups = []
    for start in range(0, len(choices), MAX_SELECT_OPTIONS):
        part = choices[start : start + MAX_SELECT_OPTIONS]
        groups.append((say("{first} … {last}", first=part[0].label, last=part[-1].label), part))
    return groups
