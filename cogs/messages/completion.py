"""Complete a typed move from any menu. It knows no Discord and no game."""

from __future__ import annotations

from collections.abc import Callable

from cogs.interactions.limits import MAX_SUGGESTIONS
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.text import IllegalMoveError, Text


def list_completions(root: Menu, typed: str, write: Callable[[Text], str]) -> list[tuple[str, str]]:
    """List at most 25 continuations of a typed move, as (label, words). A subset is completed one pick at a time.

    `write` formats a label; the typed text is searched in words and labels. A finished move offers itself.
    """
    done, part = typed.split(), ""
    if done and not typed.endswith(" "):
        part = done.pop()
    try:
        menu = follow_words(root, done)
    except IllegalMoveError:
        return []
    if menu is None:
        return [(" ".join(done), " ".join(done))]
    chosen, last = list[str](), part
    if menu.max_picks > 1:
        *chosen, last = part.split("+")
    offers: list[tuple[str, str]] = []
    for option in menu.list_open_options():
        if option.word in chosen:
            continue
        label = write(option.label)
        if last.casefold() in f"{option.word} {label}".casefold():
            word = "+".join((*chosen, option.word))
            words = " ".join((*done, word))
            offers.append((f"{words} · {label}", words))
    offers.sort(key=lambda offer: offer[1].split()[-1] != part)  # the pick that is typed in full comes first
    return offers[:MAX_SUGGESTIONS]


def resolve_words(root: Menu, typed: str, write: Callable[[Text], str]) -> Words:
    """Resolve a typed move into words: each the word of an option or its whole label, in any case.

    Text that is not understood stays as it was typed, so that the menu can explain why it is refused. `write` formats a
    label.
    """
    left, words = " ".join(typed.split()), list[str]()
    at: Menu | None = root
    while left and at is not None:
        found = _find_pick(at, left, write)
        if found is None:
            break
        word, length = found
        words.append(word)
        left = left[length:].strip()
        try:
            at = at.next_menu(at.canonicalize(word))
        except IllegalMoveError:
            break
    return (*words, *left.split())


def _find_pick(menu: Menu, typed: str, write: Callable[[Text], str]) -> tuple[str, int] | None:
    """Find the pick with which a text begins, and its length: the longest word or label."""
    first = typed.split(maxsplit=1)[0]
    if menu.max_picks > 1:
        known = {option.word for option in menu.options}
        picks = first.casefold().split("+")
        if not known.issuperset(picks):
            return None
        return "+".join(picks), len(first)
    begun = f"{typed} ".casefold()
    fitting: list[tuple[int, str]] = []
    for option in menu.options:
        for name in (option.word, write(option.label)):
            if begun.startswith(f"{name} ".casefold()):
                fitting.append((len(name), option.word))
    if not fitting:
        return None
    length, word = max(fitting)
    return word, length
