"""Turn a menu into blocks of buttons and selects, with as many steps at once as fit a screen."""

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
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say


def build_blocks(menu: Menu, prefix: Words, *, is_first_screen: bool) -> list[ChoiceBlock]:
    """Build the blocks of a menu. `is_first_screen`: the screen is the first of a decision."""
    if menu.max_picks > 1:
        return [_build_subset(menu, prefix, menu.prompt)]
    if menu.build_pick_lists is not None:
        return _build_pick_blocks(menu, prefix)
    paths = list_paths(menu, prefix, is_first=is_first_screen)
    if is_first_screen:
        blocks = _build_step_blocks(menu, prefix, paths)
        return [*blocks, *_build_usual_lists(paths, blocks)]
    whole_moves = _list_whole_moves(menu, prefix)
    if 0 < len(whole_moves) <= MAX_SELECT_OPTIONS:
        return build_list_blocks(whole_moves, prefix, menu.prompt, MAX_SELECTS)
    blocks = _build_step_blocks(menu, prefix, paths)
    are_all_complete = all(choice.is_complete for block in blocks for choice in block.choices)
    if whole_moves and not are_all_complete:
        return build_list_blocks(whole_moves, prefix, menu.prompt, MAX_SELECTS)
    return blocks


def build_group(menu: Menu, prefix: Words, group: int, *, is_first_screen: bool) -> list[ChoiceBlock]:
    """Build the blocks of one group of a list that is too long for selects."""
    paths = list_paths(menu, prefix, is_first=is_first_screen)
    groups = group_choices([path.build_choice() for path in paths])
    if not 0 <= group < len(groups):
        return build_blocks(menu, prefix, is_first_screen=is_first_screen)
    _, choices = groups[group]
    return build_list_blocks(choices, prefix, menu.prompt, 1)


def _list_whole_moves(menu: Menu, prefix: Words) -> list[Choice]:
    """List all whole moves behind a menu. Return an empty list if they are too many for a few selects."""
    paths = complete_paths(list_paths(menu, prefix, is_first=True), MAX_SELECT_OPTIONS * MAX_PAIR_SELECTS)
    if any(path.next_menu is not None for path in paths):
        return []
    return [path.build_choice() for path in paths]


def _build_step_blocks(menu: Menu, prefix: Words, paths: list[MovePath]) -> list[ChoiceBlock]:
    """Build buttons with a list for each verb, or a list of pairs if that is better."""
    pairs = grow_paths(paths, MAX_SELECT_OPTIONS)
    list_count = sum(path.next_menu is not None for path in paths)
    can_have_verb_lists = len(paths) <= MAX_VERB_LISTS and (list_count <= MAX_SELECTS or not prefix)
    if list_count and can_have_verb_lists and not (prefix and _are_pairs_enough(paths, pairs)):
        return _build_verb_blocks(menu, prefix, paths)
    return build_list_blocks([path.build_choice() for path in pairs], prefix, menu.prompt, MAX_SELECTS)


def _are_pairs_enough(paths: list[MovePath], pairs: list[MovePath]) -> bool:
    """Return whether the pairs fit buttons and lead to nothing that belongs to the same list."""
    if not len(paths) < len(pairs) <= MAX_BUTTONS:
        return False
    return all(pair.next_menu is None or pair.next_menu.starts_screen for pair in pairs)


# ---------------------------------------------------------------- verbs
def _build_verb_blocks(menu: Menu, prefix: Words, paths: list[MovePath]) -> list[ChoiceBlock]:
    """Build buttons and lists for the verbs of a turn.

    A verb whose next steps fit becomes buttons, unless a list holds more; another becomes a list if that fits, else one button.
    The lists of verbs before the first button are above the buttons, the others below.
    """
    branches = _choose_button_paths(paths)
    verbs_left = sum(not paths_of_verb for paths_of_verb in branches)
    buttons: list[MovePath] = []
    lists_above: list[ChoiceBlock] = []
    lists_below: list[ChoiceBlock] = []
    for path, button_paths in zip(paths, branches, strict=True):
        if button_paths:
            buttons += button_paths
            continue
        verbs_left -= 1
        selects_left = MAX_SELECTS - len(lists_above) - len(lists_below)
        lists = _build_verb_lists(path, selects_left, max(1, selects_left - verbs_left))
        if not lists:
            buttons.append(path)
        elif buttons:
            lists_below += lists
        else:
            lists_above += lists
    blocks = lists_above
    if buttons:
        choices = [path.build_choice() for path in buttons]
        blocks = blocks + build_list_blocks(choices, prefix, menu.prompt, MAX_SELECTS)
    return blocks + lists_below


def _choose_button_paths(paths: list[MovePath]) -> list[list[MovePath]]:
    """Return the paths of each verb that become buttons, empty for a verb that needs a list. Short verbs come first."""
    branches = [grow_paths([path], MAX_BUTTONS) for path in paths]
    buttons_left = MAX_BUTTONS - len(paths)
    shortest_first = sorted(range(len(paths)), key=lambda n: len(branches[n]))
    for n in shortest_first:
        more_buttons = len(branches[n]) - 1
        if more_buttons <= buttons_left and _suit_buttons(paths[n], branches[n]):
            buttons_left -= more_buttons
        else:
            branches[n] = []
    for n in shortest_first:
        if not branches[n]:
            continue
        completed = complete_paths(branches[n], MAX_BUTTONS)
        more_buttons = len(completed) - len(branches[n])
        if more_buttons <= buttons_left:
            buttons_left -= more_buttons
            branches[n] = completed
    return branches


def _suit_buttons(path: MovePath, branches: Sequence[MovePath]) -> bool:
    """Return whether buttons show as much of a verb as lists would."""
    return not _needs_picks(path, branches) and _count_listed_choices(path) <= len(branches)


def _needs_picks(path: MovePath, branches: Sequence[MovePath]) -> bool:
    """Return whether several answers are picked at once behind a verb, for which a button is not enough."""
    if path.next_menu is not None and path.next_menu.build_pick_lists is not None:
        return True
    return any(branch.next_menu is not None and branch.next_menu.max_picks > 1 for branch in branches)


def _count_listed_choices(path: MovePath) -> int:
    return sum(len(block.choices) for block in _build_verb_lists(path, MAX_SELECTS, MAX_PAIR_SELECTS))


def _build_verb_lists(path: MovePath, max_selects: int, max_pair_selects: int) -> list[ChoiceBlock]:
    """Build the selects of the steps behind a verb, at most `max_selects`, and at most `max_pair_selects` of pairs.

    Return no block if the steps do not fit, or do not belong to the same list.
    """
    menu = path.next_menu
    if menu is None or max_selects < 1 or not menu.list_open_options():
        return []
    if menu.starts_screen and not path.is_first:
        return []
    label = path.chosen[-1].label
    if menu.max_picks > 1:
        return [_build_subset(menu, path.words, say("{verb}: {what}", verb=label, what=menu.prompt))]
    if menu.build_pick_lists is not None:
        return []
    pairs = complete_paths(
        list_paths(menu, path.words, is_first=path.is_first),
        MAX_SELECT_OPTIONS * min(max_pair_selects, MAX_PAIR_SELECTS),
    )
    choices = [pair.build_choice() for pair in pairs]
    blocks = build_list_blocks(choices, path.words, label, max_selects, within=True)
    return [] if any(block.kind == "groups" for block in blocks) else blocks


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
        label = say("{what} (up to {n})", what=pick_list.label, n=pick_list.max_picks)
        blocks.append(ChoiceBlock("several", prefix, label, tuple(choices), hi=pick_list.max_picks))
    paths = list_paths(menu, prefix, is_first=False)
    others = [path.build_choice() for path in paths if path.words[len(prefix)] not in pick_lists.covered_words]
    return [*blocks, *(build_list_blocks(others, prefix, menu.prompt, MAX_SELECTS) if others else [])]


def _build_subset(menu: Menu, prefix: Words, label: Text) -> ChoiceBlock:
    choices = []
    for option in menu.list_open_options():
        spots = (option.spot,) if option.spot else ()
        choices.append(Choice((*prefix, option.word), option.label, "", spots))
    return ChoiceBlock("subset", prefix, label, tuple(choices), menu.min_picks, min(menu.max_picks, len(choices)))


# ---------------------------------------------------------------- lists of later screens
def _build_usual_lists(paths: Sequence[MovePath], blocks: Sequence[ChoiceBlock]) -> list[ChoiceBlock]:
    """Build the pick lists of questions that a first screen offers only as one choice, as many as fit."""
    selects = sum(block.kind != "buttons" for block in blocks)
    max_lists = max(0, min(MAX_PICK_SELECTS - selects, (MAX_CHOICE_PARTS - count_parts(blocks)) // 2))
    branches = [branch for path in paths for branch in grow_paths([path], MAX_SELECT_OPTIONS)]
    usual_lists: list[ChoiceBlock] = []
    for branch in branches:
        if (
            branch.next_menu is not None
            and branch.next_menu.build_pick_lists is not None
            and len(usual_lists) < max_lists
        ):
            lists = _build_pick_blocks(branch.next_menu, branch.words)
            usual_lists += [_build_next_list(branch, block) for block in lists if block.kind == "several"]
    return usual_lists[:max_lists]


def _build_next_list(path: MovePath, block: ChoiceBlock) -> ChoiceBlock:
    """Build a list of a later screen for the screen before."""
    label = join_labels([option.label for option in (*path.chosen, *path.silent_steps)])
    # The board has no space for more letters, and the labels name the places.
    choices = tuple(msgspec.structs.replace(choice, spots=()) for choice in block.choices)
    name = say("{verb}: {what}", verb=label, what=block.label)
    return msgspec.structs.replace(block, label=name, choices=choices, is_usual=True)
