"""Complete a typed move from any menu. It knows no Discord and no game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from cogs.interactions.limits import MAX_SUGGESTIONS
from engine.kernel.menu import Menu, Words, follow_words
from engine.kernel.text import IllegalMoveError, Text


def list_completions(root: Menu, typed: str, write: Callable[[Text], str]) -> list[tuple[str, str]]:
    """List at most 25 continuations of a typed move, as (label, words). A subset is completed one pick at a time.

    `write` formats a label; the typed text is searched in words and labels. A finished move offers itself.
    """
    done, at = typed.split(), root
    part = "" if typed.endswith(" ") or not done else done.pop()
    path: Menu | None = root
    try:
        path = follow_words(root, done)
    except IllegalMoveError:
        return []
    if path is None:
        return [(" ".join(done), " ".join(done))]
    at = path
    *chosen, last = part.split("+") if at.max_picks > 1 else [part]
    offers: list[tuple[str, str]] = []
    for option in at.list_open_options():
        if option.word in chosen:
            continue
        label = write(option.label)
        if last.casefold() in f"{option.word} {label}".casefold():
            word = "+".join((*chosen, option.word))
            words = " ".join((*done, word))
            offers.append((f"{words} · {label}", words))
    exact = [offer for offer in offers if offer[1].split()[-1] == part]
    return list(islice([*exact, *(offer for offer in offers if offer not in exact)], MAX_SUGGESTIONS))


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
        return ("+".join(picks), len(first)) if known.issuperset(picks) else None
    names = [(name, option.word) for option in menu.options for name in (option.word, write(option.label))]
    fitting = [(len(name), word) for name, word in names if f"{typed} ".casefold().startswith(f"{name} ".casefold())]
    return (max(fitting)[1], max(fitting)[0]) if fitting else None
