"""Turn a menu into blocks of buttons and selects that fit one screen, one question at a time.

A first screen shows the kinds of move; the most frequent kind is a list at once if its moves fit one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from cogs.interactions.limits import MAX_SELECT_OPTIONS
from cogs.messages.choices import Choice, MovePath, complete_paths, list_paths
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say

BlockKind = Literal["buttons", "select", "subset", "groups", "several", "endings"]
MAX_CONTROLS = 6
"""The controls of one screen, apart from the row of small buttons. A select is one control."""
MAX_BUTTONS = 4
"""Up to this many choices are buttons; more are a list, so that picture and choices fit a phone."""
MAX_SELECTS = 3
"""The selects that the choices of one question may fill."""
MAX_KINDS = 5
"""The kinds of move of one screen; the last of more kinds are a list. There is space for one likely move."""


class ChoiceBlock(msgspec.Struct, frozen=True):
    """Choices that are offered together, as buttons or as one select with this label.

    All choices begin with `prefix`. In a "subset" the player picks `min_picks` to `max_picks` of them. The choices of "groups" are
    groups of choices, by number. Of "several", up to `max_picks` are picked, and the game puts them into an order. "endings" end
    the turn.
    """

    kind: BlockKind
    prefix: Words
    label: Text
    choices: tuple[Choice, ...]
    min_picks: int = 1
    max_picks: int = 1


def build_blocks(menu: Menu, prefix: Words, *, is_first: bool) -> list[ChoiceBlock]:
    """Build the blocks of a menu. `is_first`: no decision of the move came before it."""
    if menu.max_picks > 1:
        return [_build_subset(menu, prefix, menu.prompt)]
    if menu.build_pick_lists is not None:
        return _build_pick_blocks(menu, prefix)
    kinds, endings = _split_endings(list_paths(menu, prefix))
    if not kinds:
        return build_list_blocks(_build_choices(endings), prefix, menu.prompt)
    blocks = _build_kind_blocks(menu, prefix, kinds, MAX_CONTROLS - len(endings), is_first=is_first)
    return blocks + _build_ending_blocks(menu, prefix, endings)


def build_group(menu: Menu, prefix: Words, group: int) -> list[ChoiceBlock]:
    """Build the blocks of one group of a list that is too long for selects."""
    kinds, _ = _split_endings(list_paths(menu, prefix))
    groups = group_choices(_build_choices(kinds))
    if not 0 <= group < len(groups):
        return build_blocks(menu, prefix, is_first=False)
    _, choices = groups[group]
    return build_list_blocks(choices, prefix, menu.prompt)


def _build_choices(paths: Sequence[MovePath]) -> list[Choice]:
    return [path.build_choice() for path in paths]


def _is_ending(path: MovePath) -> bool:
    """Return whether a path ends the turn, or gives up something that could be used."""
    option = path.chosen[0]
    return path.next_menu is None and (option.ends_turn or option.loses is not None)


def _split_endings(paths: Sequence[MovePath]) -> tuple[list[MovePath], list[MovePath]]:
    """Split paths into those that go on and those that end the turn."""
    others: list[MovePath] = []
    endings: list[MovePath] = []
    for path in paths:
        if _is_ending(path):
            endings.append(path)
        else:
            others.append(path)
    return others, endings


def _build_ending_blocks(menu: Menu, prefix: Words, endings: Sequence[MovePath]) -> list[ChoiceBlock]:
    """Build the block of the paths that end the turn; none if there are none."""
    if not endings:
        return []
    return [ChoiceBlock("endings", prefix, menu.prompt, tuple(_build_choices(endings)))]


# ---------------------------------------------------------------- kinds of move
def _build_kind_blocks(
    menu: Menu, prefix: Words, paths: list[MovePath], max_controls: int, *, is_first: bool
) -> list[ChoiceBlock]:
    """Build the blocks of the kinds of move on the first screen, and of the choices of one question on a later one."""
    if all(path.next_menu is None for path in paths):
        return build_list_blocks(_build_choices(paths), prefix, menu.prompt)
    max_kinds = min(MAX_KINDS, max_controls)
    if is_first and len(paths) > max_kinds:
        first, last = paths[: max_kinds - 1], paths[max_kinds - 1 :]
        rest = ChoiceBlock("select", prefix, say("Something else"), tuple(_build_choices(last)))
        return [*_build_mixed_blocks(menu, prefix, first, max_controls - 1, is_first=True), rest]
    if is_first or (len(paths) <= max_kinds and any(_has_pick_lists(path) for path in paths)):
        return _build_mixed_blocks(menu, prefix, paths, max_controls, is_first=is_first)
    return _build_whole_lists(paths, prefix, menu.prompt, max_controls)


def _build_whole_lists(paths: list[MovePath], prefix: Words, label: Text, max_controls: int) -> list[ChoiceBlock]:
    """Build one list of whole moves, or several if there is space, or else the lists of the next choices."""
    whole = complete_paths(paths, MAX_SELECT_OPTIONS)
    if all(path.next_menu is None for path in whole):
        return build_list_blocks(_build_choices(whole), prefix, label)
    longer = complete_paths(paths, min(MAX_SELECTS, max_controls) * MAX_SELECT_OPTIONS)
    if all(path.next_menu is None for path in longer):
        blocks = build_selects(_build_choices(longer), prefix, label)
        if len(blocks) <= max_controls and blocks[0].kind == "select":
            return blocks
    return build_list_blocks(_build_choices(whole), prefix, label)


def _has_pick_lists(path: MovePath) -> bool:
    return path.next_menu is not None and path.next_menu.build_pick_lists is not None


def _build_mixed_blocks(
    menu: Menu, prefix: Words, paths: list[MovePath], max_controls: int, *, is_first: bool
) -> list[ChoiceBlock]:
    """Build a button for each path, or buttons or one list of what is behind it if there is space."""
    branches = _expand_paths(paths, max(MAX_BUTTONS, max_controls - 1))
    lists_by_path = _build_first_list(paths, branches, max_controls, only_picks=not is_first)
    lists_by_path |= _build_plain_lists(paths, branches, lists_by_path.keys())
    blocks: list[ChoiceBlock] = []
    for lists in lists_by_path.values():
        blocks += lists
    buttons: list[Choice] = []
    for n, branch in enumerate(branches):
        if n not in lists_by_path:
            buttons += _build_choices(branch)
    if buttons:
        blocks.append(ChoiceBlock("buttons", prefix, menu.prompt, tuple(buttons)))
    return _fit_blocks(blocks, prefix, max_controls)


def _expand_paths(paths: list[MovePath], max_buttons: int) -> list[list[MovePath]]:
    """Return for each path the paths that have a button: all whole moves behind it if there is space, else itself."""
    branches: list[list[MovePath]] = []
    free_buttons = max_buttons - len(paths)
    for path in paths:
        whole = complete_paths([path], max(1, free_buttons + 1))
        if 1 < len(whole) <= free_buttons + 1:
            branches.append(whole)
            free_buttons -= len(whole) - 1
        else:
            branches.append([path])
    return branches


def _fit_blocks(blocks: list[ChoiceBlock], prefix: Words, max_controls: int) -> list[ChoiceBlock]:
    """Put all buttons but the endings into one list, if there is no space for them."""
    if count_controls(blocks) <= max_controls:
        return blocks
    buttons: list[Choice] = []
    lists: list[ChoiceBlock] = []
    endings: list[ChoiceBlock] = []
    for block in blocks:
        if block.kind == "buttons":
            buttons += block.choices
        elif block.kind == "endings":
            endings.append(block)
        else:
            lists.append(block)
    return [*lists, ChoiceBlock("select", prefix, say("Something else"), tuple(buttons)), *endings]


def _build_first_list(
    paths: list[MovePath], branches: list[list[MovePath]], max_controls: int, *, only_picks: bool
) -> dict[int, list[ChoiceBlock]]:
    """Build the blocks of the first path that leads to one list, or to pick lists, in place of its button.

    Return them by the index of the path; {} if no path's blocks fit. `only_picks`: look for pick lists only.
    """
    other_buttons = sum(map(len, branches)) - 1
    has_one_unfinished = sum(path.next_menu is not None for path in paths) == 1
    for n, path in enumerate(paths):
        # Pick lists fill the screen, so a first screen has them only if nothing else leads on.
        is_wanted = _has_pick_lists(path) if only_picks else has_one_unfinished or not _has_pick_lists(path)
        if not is_wanted or len(branches[n]) > 1:
            continue
        blocks = _build_path_lists(path)
        if blocks and _count_least_controls(blocks, other_buttons) <= max_controls:
            return {n: blocks}
    return {}


def _count_least_controls(blocks: Sequence[ChoiceBlock], other_buttons: int) -> int:
    """Count the controls that a path's blocks need, with the buttons of the other paths.

    Next to pick lists, `_fit_blocks` puts all buttons but the endings into one list if it has to.
    """
    needed = count_controls(blocks) + other_buttons
    pick_lists = sum(block.kind == "several" for block in blocks)
    if not pick_lists:
        return needed
    endings = sum(len(block.choices) for block in blocks if block.kind == "endings")
    return min(needed, pick_lists + endings + 1)


def _build_plain_lists(
    paths: list[MovePath], branches: list[list[MovePath]], listed_paths: Collection[int]
) -> dict[int, list[ChoiceBlock]]:
    """Build the lists of the paths whose next options need no marks on the picture, in place of their buttons.

    Return them by the index of the path. `listed_paths` are the indices of paths that have a list already.
    """
    lists_by_path: dict[int, list[ChoiceBlock]] = {}
    for n, path in enumerate(paths):
        if n in listed_paths or branches[n] != [path] or not path.chosen[-1].lists_next:
            continue
        blocks = _build_path_lists(path)
        if len(blocks) == 1 and blocks[0].kind == "select":
            choices = [msgspec.structs.replace(choice, spots=(), follow_ups=()) for choice in blocks[0].choices]
            lists_by_path[n] = [msgspec.structs.replace(blocks[0], choices=tuple(choices))]
    return lists_by_path


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
        if path.silent_steps:
            label = path.silent_steps[-1].label
        return [_build_subset(menu, path.words, label)]
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
        blocks.append(ChoiceBlock("several", prefix, pick_list.label, tuple(choices), max_picks=pick_list.max_picks))
    paths = [path for path in list_paths(menu, prefix) if path.words[len(prefix)] not in pick_lists.covered_words]
    others, endings = _split_endings(paths)
    if others:
        blocks += build_list_blocks(_build_choices(others), prefix, menu.prompt)
    return blocks + _build_ending_blocks(menu, prefix, endings)


def _build_subset(menu: Menu, prefix: Words, label: Text) -> ChoiceBlock:
    choices = [Choice((*prefix, option.word), option.label, spots=option.spots) for option in menu.list_open_options()]
    return ChoiceBlock("subset", prefix, label, tuple(choices), menu.min_picks, min(menu.max_picks, len(choices)))


# ---------------------------------------------------------------- buttons and selects
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
        name = first
        if first != last:
            name = say("{first} … {last}", first=first, last=last)
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
