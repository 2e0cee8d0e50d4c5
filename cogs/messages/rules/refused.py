"""The options of a menu that cannot be chosen now, with the reasons. It knows no Discord and no game."""

from __future__ import annotations

import msgspec

from cogs.messages.presenter import list_labels
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.text import Text

MAX_MENUS_SEARCHED = 40
"""The menus that are searched for refused options."""
MAX_LEVELS_SEARCHED = 2
"""The levels that are searched: deeper down the same reasons repeat for every choice."""


class RefusedOption(msgspec.Struct, frozen=True):
    """An option that cannot be chosen now, with the reason. `path` has the labels that lead to it, and its own."""

    path: tuple[Text, ...]
    reason: Text


def list_refused_options(root: Menu, prefix: Words = ()) -> list[RefusedOption]:
    """List the refused options from this prefix on, nearest first.

    Searches at most MAX_LEVELS_SEARCHED levels and MAX_MENUS_SEARCHED menus. Raises IllegalMoveError if the menu does not offer
    the prefix.
    """
    refused: list[RefusedOption] = []
    level: list[tuple[tuple[Text, ...], Menu | None]] = [(list_labels(root, prefix), follow_words(root, prefix))]
    menus_searched = 0
    for _ in range(MAX_LEVELS_SEARCHED):
        next_level: list[tuple[tuple[Text, ...], Menu | None]] = []
        for path, menu in level:
            if menu is None or menus_searched >= MAX_MENUS_SEARCHED:
                continue
            menus_searched += 1
            for option in menu.options:
                if option.why_not is not None:
                    refused.append(RefusedOption((*path, option.label), option.why_not))
            if menu.max_picks > 1:
                continue
            for option in menu.list_open_options()[:MAX_MENUS_SEARCHED]:
                next_level.append(((*path, option.label), menu.next_menu(option.word)))
        level = next_level
    return refused
