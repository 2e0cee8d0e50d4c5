"""Any menu as autocomplete: the ways to go on from what somebody has typed. It knows no Discord and no game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from cogs.interactions.limits import AUTOCOMPLETE_CHOICES
from engine.kernel.menu import Menu, walk
from engine.kernel.text import Illegal, Text


def complete(root: Menu, typed: str, write: Callable[[Text], str]) -> list[tuple[str, str]]:
    """At most 25 continuations of a move typed so far, as (label, words). A subset is completed one pick at a time.

    `write` formats a label; the typed text is searched in words and labels. A finished move offers itself.
    """
    done, at = typed.split(), root
    part = "" if typed.endswith(" ") or not done else done.pop()
    path: Menu | None = root
    try:
        path = walk(root, done)
    except Illegal:
        return []
    if path is None:
        return [(" ".join(done), " ".join(done))]
    at = path
    *chosen, last = part.split("+") if at.hi > 1 else [part]
    offers: list[tuple[str, str]] = []
    for option in at.open():
        if option.word in chosen:
            continue
        label = write(option.label)
        if last.casefold() in f"{option.word} {label}".casefold():
            word = "+".join((*chosen, option.word))
            words = " ".join((*done, word))
            offers.append((f"{words} · {label}", words))
    exact = [offer for offer in offers if offer[1].split()[-1] == part]
    return list(islice([*exact, *(offer for offer in offers if offer not in exact)], AUTOCOMPLETE_CHOICES))
