"""Turn a menu into blocks of buttons and selects that fit one screen, one question at a time.

A first screen shows the kinds of move; the most frequent kind is a list at once if its moves fit one.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.interactions.limits import MAX_SELECT_OPTIONS
from cogs.messages.choices import Choice, MovePath, complete_paths, list_paths
from cogs.messages.lists import (
    MAX_BUTTONS,
    MAX_CONTROLS,
    ChoiceBlock,
    build_list_blocks,
    build_selects,
    count_controls,
    group_choices,
)
from engine.kernel.menu import Menu, Option, Words
from engine.kernel.text import Text, say

MAX_KINDS = 5
"""The kinds of move of one screen; the last of more kinds are a list. There is space for one likely move."""


def build_blocks(menu: Menu, prefix: Words) -> list[ChoiceBlock]:
    """Build the blocks of a menu."""
    if menu.max_picks > 1:
        return [_build_subset(menu, prefix, menu.prompt)]
    if menu.build_pick_lists is not None:
        return _build_pick_blocks(menu, prefix)
    paths = list_paths(menu, prefix)
    endings = [path for path in paths if _is_ending(path)]
    kinds = [path for path in paths if path not in endings]
    if not kinds:
        return build_list_blocks(_build_choices(endings), prefix, menu.prompt)
    blocks = _build_kind_blocks(menu, prefix, kinds, min(MAX_KINDS, MAX_CONTROLS - len(endings)))
    if endings:
        blocks.append(ChoiceBlock("endings", prefix, menu.prompt, tuple(_build_choices(endings))))
    return blocks


def build_group(menu: Menu, prefix: Words, group: int) -> list[ChoiceBlock]:
    """Build the blocks of one group of a list that is too long for selects."""
    groups = group_choices(_build_choices([path for path in list_paths(menu, prefix) if not _is_ending(path)]))
    if not 0 <= group < len(groups):
        return build_blocks(menu, prefix)
    _, choices = groups[group]
    return build_list_blocks(choices, prefix, menu.prompt)


def _build_choices(paths: Sequence[MovePath]) -> list[Choice]:
    return [path.build_choice() for path in paths]


def _is_ending(path: MovePath) -> bool:
    """Return whether a path ends the turn, or gives up something that could be used."""
    option: Option = path.chosen[0]
    return path.next_menu is None and (option.ends_turn or option.loses is not None)


# ---------------------------------------------------------------- kinds of move
def _build_kind_blocks(menu: Menu, prefix: Words, paths: list[MovePath], max_kinds: int) -> list[ChoiceBlock]:
    """Build the blocks of the kinds of move on the first screen, and of the choices of one question on a later one."""
    if all(path.next_menu is None for path in paths):
        return build_list_blocks(_build_choices(paths), prefix, menu.prompt)
    if not prefix and len(paths) > max_kinds:
        first, last = paths[: max_kinds - 1], paths[max_kinds - 1 :]
        rest = ChoiceBlock("select", prefix, say("Something else"), tuple(_build_choices(last)))
        return [*_build_mixed_blocks(menu, prefix, first), rest]
    if not prefix or (len(paths) <= max_kinds and any(_has_pick_lists(path) for path in paths)):
        return _build_mixed_blocks(menu, prefix, paths)
    whole = complete_paths(paths, MAX_SELECT_OPTIONS)
    if any(path.next_menu is not None for path in whole):
        whole = paths
    return build_list_blocks(_build_choices(whole), prefix, menu.prompt)


def _has_pick_lists(path: MovePath) -> bool:
    return path.next_menu is not None and path.next_menu.build_pick_lists is not None


def _build_mixed_blocks(menu: Menu, prefix: Words, paths: list[MovePath]) -> list[ChoiceBlock]:
    """Build a button for each path, or buttons or one list of what is behind it if there is space."""
    branches = [[path] for path in paths]
    room = MAX_BUTTONS - len(paths)
    for n, path in enumerate(paths):
        whole = complete_paths([path], max(1, room + 1))
        if len(whole) > 1 and len(whole) - 1 <= room:
            branches[n] = whole
            room -= len(whole) - 1
    lists = _build_first_list(paths, branches, only_picks=bool(prefix))
    buttons = [path for branch in branches for path in branch]
    blocks: list[ChoiceBlock] = []
    if buttons:
        blocks.append(ChoiceBlock("buttons", prefix, menu.prompt, tuple(_build_choices(buttons))))
    return [*lists, *blocks]


def _build_first_list(paths: list[MovePath], branches: list[list[MovePath]], *, only_picks: bool) -> list[ChoiceBlock]:
    """Build the blocks of the first path that leads to one list, or to pick lists, in place of its button."""
    for n, path in enumerate(paths):
        if len(branches[n]) > 1 or (only_picks and not _has_pick_lists(path)):
            continue
        blocks = _build_path_lists(path)
        others = sum(map(len, branches)) - 1
        if blocks and count_controls(blocks) + others <= MAX_CONTROLS:
            branches[n] = []
            return blocks
    return []


def _build_path_lists(path: MovePath) -> list[ChoiceBlock]:
    """Build the lists behind a path; none if they are too long or belong to another screen."""
    menu, label = path.next_menu, path.chosen[-1].label
    if menu is None:
        return []
    if menu.build_pick_lists is not None:
        return _build_pick_blocks(menu, path.words)
    if menu.starts_screen:
        return []
    if menu.max_picks > 1:
        return [_build_subset(menu, path.words, say("{verb}: {what}", verb=label, what=menu.prompt))]
    choices = _build_choices(complete_paths(list_paths(menu, path.words), MAX_SELECT_OPTIONS))
    if len(choices) > MAX_SELECT_OPTIONS:
        return []
    return build_selects(choices, path.words, label)


# ---------------------------------------------------------------- several picks
def _build_pick_blocks(menu: Menu, prefix: Words) -> list[ChoiceBlock]:
    """Build the pick lists of a menu, and below them its options that are not wholly in the lists."""
    assert menu.build_pick_lists is not None
    pick_lists = menu.build_pick_lists(menu)
    blocks = []
    for pick_list in pick_lists.lists:
        choices = [
            Choice((*prefix, *pick.words), pick.label, spots=pick.spots, is_alone=pick.is_alone)
            for pick in pick_list.picks
        ]
        label = pick_list.label
        if pick_list.max_picks > 1:
            label = say("{what} (up to {n})", what=label, n=pick_list.max_picks)
        blocks.append(ChoiceBlock("several", prefix, label, tuple(choices), hi=pick_list.max_picks))
    paths = [path for path in list_paths(menu, prefix) if path.words[len(prefix)] not in pick_lists.covered_words]
    endings = [path for path in paths if _is_ending(path)]
    others = [path for path in paths if path not in endings]
    if others:
        blocks += build_list_blocks(_build_choices(others), prefix, menu.prompt)
    if endings:
        blocks.append(ChoiceBlock("endings", prefix, menu.prompt, tuple(_build_choices(endings))))
    return blocks


def _build_subset(menu: Menu, prefix: Words, label: Text) -> ChoiceBlock:
    choices = []
    for option in menu.list_open_options():
        spots = (option.spot,) if option.spot else ()
        choices.append(Choice((*prefix, option.word), option.label, "", spots))
    return ChoiceBlock("subset", prefix, label, tuple(choices), menu.min_picks, min(menu.max_picks, len(choices)))
