"""The options of a menu that cannot be chosen now, with the reasons. It knows no Discord and no game."""

from __future__ import annotations

import msgspec

from cogs.messages.presenter import list_labels
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.text import Text

MAX_MENUS_SEARCHED = 40
"""The menus that are searched for refused options."""


class BlockedOption(msgspec.Struct, frozen=True):
    """An option that cannot be chosen now, with the reason. `path` has the labels that lead to it, and its own."""

    path: tuple[Text, ...]
    reason: Text


def list_refused(root: Menu, prefix: Words = ()) -> list[BlockedOption]:
    """List the refused options from this prefix on, nearest first.

    Searches two levels and at most MAX_MENUS_SEARCHED menus: deeper down the same reasons repeat for every choice.
    Raises IllegalMoveError if the menu does not offer the prefix.
    """
    blocked: list[BlockedOption] = []
    level: list[tuple[tuple[Text, ...], Menu | None]] = [(list_labels(root, prefix), follow_words(root, prefix))]
    menus_searched = 0
    for _ in range(2):
        next_level: list[tuple[tuple[Text, ...], Menu | None]] = []
        for path, menu in level:
            if menu is None or menus_searched >= MAX_MENUS_SEARCHED:
                continue
            menus_searched += 1
            for option in menu.options:
                if option.why_not is not None:
                    blocked.append(BlockedOption((*path, option.label), option.why_not))
            if menu.max_picks > 1:
                continue
            for option in menu.list_open_options()[:MAX_MENUS_SEARCHED]:
                next_level.append(((*path, option.label), menu.next_menu(option.word)))
        level = next_level
    return blocked
