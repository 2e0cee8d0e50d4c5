"""The choices of a menu as blocks of buttons and selects, as much at once as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cogs.interactions.limits import MAX_SELECT_OPTIONS
from cogs.messages.choices import Choice, MovePath, complete_paths, grow_paths, join_labels, list_paths
from cogs.messages.lists import (
    MAX_BUTTONS,
    MAX_CHOICE_PARTS,
    MAX_PAIR_SELECTS,
    MAX_PICK_SELECTS,
    MAX_SELECTS,
    MAX_VERB_LISTS,
    ChoiceBlock,
    build_list_blocks,
    count_parts,
    group_choices,
)
from cogs.messages.repeated import FOLLOWS, repeated
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say


def build_blocks(menu: Menu, prefix: Words, *, is_first_screen: bool) -> list[ChoiceBlock]:
    """What a menu offers, in blocks; `is_first_screen`: on the first screen of a decision."""
    if menu.max_picks > 1:
        return [_build_subset(menu, prefix, menu.prompt)]
    if menu.max_repeats:
        return repeated(menu, prefix)
    found = list_paths(menu, prefix, is_first=is_first_screen)
    whole = _list_whole_moves(menu, prefix) if not is_first_screen else []
    if 0 < len(whole) <= MAX_SELECT_OPTIONS:
        return build_list_blocks(whole, prefix, menu.prompt, MAX_SELECTS)
    pairs = grow_paths(found, MAX_SELECT_OPTIONS)
    lists = sum(way.next_menu is not None for way in found)
    verbs = len(found) <= MAX_VERB_LISTS and (lists <= MAX_SELECTS or not prefix)
    enough = len(found) < len(pairs) <= MAX_BUTTONS and all(
        way.next_menu is None or way.next_menu.starts_new_list for way in pairs
    )
    if lists and verbs and not (prefix and enough):
        made = _build_verb_blocks(menu, prefix, found)
    else:
        made = build_list_blocks([way.build_choice() for way in pairs], prefix, menu.prompt, MAX_SELECTS)
    if whole and not all(choice.is_complete for block in made for choice in block.choices):
        return build_list_blocks(whole, prefix, menu.prompt, MAX_SELECTS)
    return [*made, *_find_usual_lists(found, made)] if is_first_screen else made


def _list_whole_moves(menu: Menu, prefix: Words) -> list[Choice]:
    """All whole moves behind a menu, none where they are too many for a few selects."""
    every = complete_paths(list_paths(menu, prefix, is_first=True), MAX_SELECT_OPTIONS * MAX_PAIR_SELECTS)
    return [way.build_choice() for way in every] if all(way.next_menu is None for way in every) else []


def _build_verb_blocks(menu: Menu, prefix: Words, ways: list[MovePath]) -> list[ChoiceBlock]:
    """Buttons while there is room for what follows each option, unless a list says more; and a single button for what has no
    room as a list. Lists of what comes first stand above the buttons, the others below."""
    each = [grow_paths([way], MAX_BUTTONS) for way in ways]
    room = MAX_BUTTONS - len(ways)
    order = sorted(range(len(ways)), key=lambda n: len(each[n]))
    for n in order:
        if len(each[n]) - 1 <= room and not _needs_picks(ways[n], each[n]) and _count_held(ways[n]) <= len(each[n]):
            room -= len(each[n]) - 1
        else:
            each[n] = []
    for n in order:
        deeper = complete_paths(each[n], MAX_BUTTONS) if each[n] else []
        if len(deeper) - len(each[n]) <= room:
            room -= len(deeper) - len(each[n])
            each[n] = deeper
    waiting = sum(not longer for longer in each)
    buttons: list[MovePath] = []
    ahead: list[ChoiceBlock] = []
    lists: list[ChoiceBlock] = []
    for way, longer in zip(ways, each, strict=True):
        if longer:
            buttons += longer
            continue
        waiting -= 1
        left = MAX_SELECTS - len(ahead) - len(lists)
        more = _build_verb_lists(way, left, max(1, left - waiting))
        (lists if buttons else ahead).extend(more)
        if not more:
            buttons.append(way)
    made = (
        build_list_blocks([way.build_choice() for way in buttons], prefix, menu.prompt, MAX_SELECTS) if buttons else []
    )
    return [*ahead, *made, *lists]


def _find_usual_lists(ways: Sequence[MovePath], blocks: Sequence[ChoiceBlock]) -> list[ChoiceBlock]:
    """Of what a first screen has room for only as one choice, and is answered by several picks, the lists that hold most: first one
    for each option, then another one where several things can be done with it, and then those that hold less."""
    room = min(
        MAX_PICK_SELECTS - sum(block.kind != "buttons" for block in blocks),
        (MAX_CHOICE_PARTS - count_parts(blocks)) // 2,
    )
    held = {block.prefix for block in blocks if block.kind == "several"}
    rest = [one for way in ways for one in grow_paths([way], MAX_SELECT_OPTIONS) if one.words not in held]
    repeating = [way for way in rest if way.next_menu is not None and way.next_menu.max_repeats]
    shown = sorted(repeating, key=lambda way: _find_occurrence(way, repeating))[: max(0, room)]
    lists = [_sort_by_fullness(way) for way in shown]
    turns = sorted((nth, whose) for whose, own in enumerate(lists) for nth in range(len(own)))[: max(0, room)]
    fit = [own[: sum(whose == k for _, whose in turns)] for k, own in enumerate(lists)]
    return [
        _build_next_list(way, block, is_alone=len(own) == 1)
        for way, own in zip(shown, fit, strict=True)
        for block in own
    ]


def _sort_by_fullness(way: MovePath) -> list[ChoiceBlock]:
    """The lists from which what follows a way is picked, first what holds most of a move."""
    assert way.next_menu is not None
    lists = [block for block in repeated(way.next_menu, way.words) if block.kind == "several"]
    return sorted(lists, key=_measure_mix, reverse=True)


def _build_next_list(way: MovePath, block: ChoiceBlock, *, is_alone: bool) -> ChoiceBlock:
    """A list of what follows a way as it stands on the screen before; `is_alone`: without any other one of the same."""
    label = join_labels([option.label for option in (*way.chosen, *way.silent_steps)])
    if is_alone:
        assert way.next_menu is not None
        name = say("{what} (up to {n})", what=label, n=way.next_menu.max_repeats + 1)
    else:
        name = say("{verb}: {what}", verb=label, what=block.label)
    # The board has no room for more letters, and the labels name the places.
    bare = tuple(msgspec.structs.replace(choice, spots=(), follow_ups=()) for choice in block.choices)
    return msgspec.structs.replace(block, label=name, choices=bare, is_usual=True)


def _find_occurrence(way: MovePath, ways: Sequence[MovePath]) -> int:
    """The how manyeth it is of those that begin with the same option."""
    return [one for one in ways if one.words[one.start] == way.words[way.start]].index(way)


def _measure_mix(block: ChoiceBlock) -> tuple[bool, int]:
    """How much of a move a list holds: answers to what is asked between, and different verbs."""
    firsts = {choice.words[len(block.prefix)] for choice in block.choices}
    return FOLLOWS in firsts, len(firsts)


def _needs_picks(way: MovePath, longer: Sequence[MovePath]) -> bool:
    """Whether something is picked that a button has no room for."""
    repeated = way.next_menu is not None and way.next_menu.max_repeats > 0
    return repeated or any(way.next_menu is not None and way.next_menu.max_picks > 1 for way in longer)


def _count_held(way: MovePath) -> int:
    return sum(len(block.choices) for block in _build_verb_lists(way, MAX_SELECTS, MAX_PAIR_SELECTS))


def _build_verb_lists(way: MovePath, room: int, share: int) -> list[ChoiceBlock]:
    """What follows a verb as selects, at most `room`, and no more than `share` of pairs, one where several are picked; none where
    it does not fit."""
    if (
        way.next_menu is None
        or room < 1
        or not way.next_menu.list_open_options()
        or not (way.is_first or not way.next_menu.starts_new_list)
    ):
        return []
    label = way.chosen[-1].label
    if way.next_menu.max_picks > 1:
        return [_build_subset(way.next_menu, way.words, say("{verb}: {what}", verb=label, what=way.next_menu.prompt))]
    if way.next_menu.max_repeats:
        made = repeated(way.next_menu, way.words)
        lists = [
            msgspec.structs.replace(block, label=say("{verb}: {what}", verb=label, what=block.label))
            for block in made
            if block.kind == "several"
        ]
        held = {choice.words for block in lists for choice in block.choices}
        fits = all(choice.words in held for block in made for choice in block.choices)
        return lists if fits and len(lists) <= (1 if way.silent_steps else min(room, share)) else []
    found = complete_paths(
        list_paths(way.next_menu, way.words, is_first=way.is_first), MAX_SELECT_OPTIONS * min(share, MAX_PAIR_SELECTS)
    )
    made = build_list_blocks([one.build_choice() for one in found], way.words, label, room, within=True)
    return [] if any(block.kind == "groups" for block in made) else made


def _build_subset(menu: Menu, prefix: Words, label: Text) -> ChoiceBlock:
    options = menu.list_open_options()
    spots = [(option.spot,) if option.spot else () for option in options]
    choices = [
        Choice((*prefix, option.word), option.label, "", spot) for option, spot in zip(options, spots, strict=True)
    ]
    return ChoiceBlock("subset", prefix, label, tuple(choices), menu.min_picks, min(menu.max_picks, len(options)))


def build_group(menu: Menu, prefix: Words, group: int, *, is_first_screen: bool) -> list[ChoiceBlock]:
    """One group of a list that is too long for selects."""
    groups = group_choices([way.build_choice() for way in list_paths(menu, prefix, is_first=is_first_screen)])
    if not 0 <= group < len(groups):
        return build_blocks(menu, prefix, is_first_screen=is_first_screen)
    return build_list_blocks(groups[group][1], prefix, menu.prompt, 1)
