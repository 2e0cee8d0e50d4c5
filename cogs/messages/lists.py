"""Arrange choices as buttons, as one select, or as several selects, within the space of one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from cogs.interactions.limits import MAX_SELECT_OPTIONS
from cogs.messages.choices import Choice
from engine.kernel.menu import Words
from engine.kernel.text import Text, say

BlockKind = Literal["buttons", "select", "subset", "groups", "several", "endings"]
MAX_CONTROLS = 6
"""The controls of one screen, apart from the row of small buttons. A select is one control."""
MAX_BUTTONS = 4
"""Up to this many choices are buttons; more are a list, so that picture and choices fit a phone."""
MAX_SELECTS = 3
"""The selects that the choices of one question may fill."""


class ChoiceBlock(msgspec.Struct, frozen=True):
    """Choices that are offered together, as buttons or as one select with this label.

    All choices begin with `prefix`. In a "subset" the player picks `lo` to `hi` of them. The choices of "groups" are groups of
    choices, by number. Of "several", up to `hi` are picked, and the game puts them into an order. "endings" end the turn.
    """

    kind: BlockKind
    prefix: Words
    label: Text
    choices: tuple[Choice, ...]
    lo: int = 1
    hi: int = 1


def count_controls(blocks: Sequence[ChoiceBlock]) -> int:
    """Count the controls of some blocks."""
    buttons = sum(len(block.choices) for block in blocks if block.kind in ("buttons", "endings"))
    return buttons + sum(block.kind not in ("buttons", "endings") for block in blocks)


def build_list_blocks(choices: list[Choice], prefix: Words, label: Text) -> list[ChoiceBlock]:
    """Build a block of buttons, one select, a few selects, or the select of their groups."""
    if len(choices) <= MAX_BUTTONS:
        return [ChoiceBlock("buttons", prefix, label, tuple(choices))]
    return build_selects(choices, prefix, label)


def build_selects(choices: list[Choice], prefix: Words, label: Text) -> list[ChoiceBlock]:
    """Build one select, a few selects, or the select of the groups of the choices."""
    if len(choices) <= MAX_SELECT_OPTIONS:
        return [ChoiceBlock("select", prefix, label, tuple(choices))]
    groups = group_choices(choices)
    selects = _pack_groups(groups)
    if len(selects) > MAX_SELECTS:
        group_names = tuple(Choice((*prefix, str(n)), name) for n, (name, _) in enumerate(groups))
        return [ChoiceBlock("groups", prefix, label, group_names)]
    blocks = []
    for first, last, held in selects:
        name = first if first == last else say("{first} … {last}", first=first, last=last)
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
