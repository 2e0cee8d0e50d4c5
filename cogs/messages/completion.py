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
    done, begun_word = typed.split(), ""
    if done and not typed.endswith(" "):
        begun_word = done.pop()
    try:
        menu = follow_words(root, done)
    except IllegalMoveError:
        return []
    if menu is None:
        return [(" ".join(done), " ".join(done))]
    *earlier_picks, begun_pick = begun_word.split("+") if menu.max_picks > 1 else [begun_word]
    offers: list[tuple[str, str]] = []
    for option in menu.list_open_options():
        if option.word in earlier_picks:
            continue
        label = write(option.label)
        if begun_pick.casefold() not in f"{option.word} {label}".casefold():
            continue
        word = "+".join((*earlier_picks, option.word))
        words = " ".join((*done, word))
        offer = (f"{words} · {label}", words)
        if word == begun_word:  # what is typed in full comes first
            offers.insert(0, offer)
        else:
            offers.append(offer)
    return offers[:MAX_SUGGESTIONS]


def resolve_words(root: Menu, typed: str, write: Callable[[Text], str]) -> Words:
    """Resolve a typed move into words: each the word of an option or its whole label, in any case.

    Text that is not understood stays as it was typed, so that the menu can explain why it is refused. `write` formats a
    label.
    """
    left, words = " ".join(typed.split()), list[str]()
    menu: Menu | None = root
    while left and menu is not None:
        pick = _find_pick(menu, left, write)
        if pick is None:
            break
        word, char_count = pick
        words.append(word)
        left = left[char_count:].strip()
        try:
            menu = menu.next_menu(menu.canonicalize(word))
        except IllegalMoveError:
            break
    return (*words, *left.split())


def _find_pick(menu: Menu, typed: str, write: Callable[[Text], str]) -> tuple[str, int] | None:
    """Find the pick with which a text begins, as a word: the longest word or label. The number is its typed characters."""
    first = typed.split(maxsplit=1)[0]
    if menu.max_picks > 1:
        known_words = {option.word for option in menu.options}
        picks = first.casefold().split("+")
        if not known_words.issuperset(picks):
            return None
        return "+".join(picks), len(first)
    begun = f"{typed} ".casefold()  # with a space, so that a word ends where an option's does
    fitting: list[tuple[int, str]] = []
    for option in menu.options:
        for name in (option.word, write(option.label)):
            if begun.startswith(f"{name} ".casefold()):
                fitting.append((len(name), option.word))
    if not fitting:
        return None
    length, word = max(fitting)
    return word, length
