"""Any menu as a screen of buttons or selects within Discord's limits, and as autocomplete. It knows no Discord and no game.

One open option is taken silently, up to five become buttons, up to 25 a select, more are parted into groups. Small menus
below a small menu are shown at once, so that a simple move is one press.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Literal, Optional

import msgspec

from cogs.interactions.limits import AUTOCOMPLETE_CHOICES, BUTTONS_IN_ROW, SELECT_OPTIONS
from engine.kernel.menu import Menu, Option, Words, walk
from engine.kernel.text import Illegal, Text, say

Kind = Literal["buttons", "select", "subset", "groups", "done"]
REFUSING = 40
"""Menus that are searched for refused options."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Choice(msgspec.Struct, frozen=True):
    """A choice on a screen: `words` is the path it leads to, `done` whether that is a whole move, `letter` its mark."""

    words: Words
    label: Text
    letter: str = ""
    spots: tuple[str, ...] = ()
    done: bool = False


class Screen(msgspec.Struct, frozen=True):
    """One step of making a move.

    `prefix` are the words so far (silent ones included), `path` their labels. In a subset screen the player picks `lo` to `hi`
    of the choices; in a groups screen the choices are the groups, by number. `refused` are options that cannot be chosen now.
    `back` is the prefix of the step before, None on the first. `spots` are the places of what has been chosen so far.
    """

    kind: Kind
    prefix: Words
    path: tuple[Text, ...]
    prompt: Text
    choices: tuple[Choice, ...] = ()
    refused: tuple[Option, ...] = ()
    back: Optional[Words] = None
    lo: int = 1
    hi: int = 1
    spots: tuple[str, ...] = ()


def screen(root: Menu, prefix: Words = (), group: int | None = None) -> Screen:
    """The screen for a prefix of a move. Raises Illegal when the menu does not offer the prefix."""
    made = _screen(root, prefix, group)
    back = _back(root, prefix) if group is None else prefix
    spots = _spots([option for step in _steps(root, made.prefix) for option in step])
    return msgspec.structs.replace(made, back=back, spots=spots)


def _screen(root: Menu, prefix: Words, group: int | None = None) -> Screen:
    path = _labels(root, prefix)
    at = walk(root, prefix)
    while at is not None:
        only = at.open()
        if not (at.hi == 1 and len(only) == 1 and (prefix or len(at.options) == 1)):
            break
        prefix, path = (*prefix, only[0].word), (*path, only[0].label)
        at = at.then(only[0].word)
    if at is None:
        return Screen("done", prefix, path, say("Play it?"))
    options = at.open()
    refused = tuple(option for option in at.options if option.why_not is not None)
    if at.hi > 1:
        choices = _lettered(
            [Choice((*prefix, option.word), option.label, spots=_spots([option])) for option in options]
        )
        return Screen("subset", prefix, path, at.prompt, choices, refused, lo=at.lo, hi=min(at.hi, len(options)))
    choices = _lettered(_flat(at, prefix))
    if len(choices) <= BUTTONS_IN_ROW:
        return Screen("buttons", prefix, path, at.prompt, choices, refused)
    if len(choices) <= SELECT_OPTIONS:
        return Screen("select", prefix, path, at.prompt, choices, refused)
    groups = _groups(options)
    if group is not None and 0 <= group < len(groups):
        return Screen(
            "select", prefix, path, at.prompt, _lettered([_choice(at, prefix, option) for option in groups[group][1]])
        )
    named = tuple(Choice((str(i),), label) for i, (label, _) in enumerate(groups))
    return Screen("groups", prefix, path, at.prompt, named, refused)


def at_one_press(step: Screen) -> set[Words]:
    """The whole moves that a first step offers as buttons: each is played by its one press."""
    if step.kind != "buttons" or step.back is not None:
        return set()
    return {choice.words for choice in step.choices if choice.done}


class BlockedOption(msgspec.Struct, frozen=True):
    """Why something cannot be chosen now: `path` are the labels that lead to it, its own last."""

    path: tuple[Text, ...]
    why: Text


def refused(root: Menu, prefix: Words = ()) -> list[BlockedOption]:
    """The refused options from this prefix on, nearest first. Raises Illegal when the menu does not offer the prefix.

    Searches two levels and at most REFUSING menus: deeper down the same reasons repeat for every choice.
    """
    found: list[BlockedOption] = []
    level = [(_labels(root, prefix), walk(root, prefix))]
    seen = 0
    for _ in range(2):
        below: list[tuple[tuple[Text, ...], Menu | None]] = []
        for path, menu in level:
            if menu is None or seen >= REFUSING:
                continue
            seen += 1
            found += [
                BlockedOption((*path, option.label), option.why_not)
                for option in menu.options
                if option.why_not is not None
            ]
            if menu.hi == 1:
                below += [((*path, option.label), menu.then(option.word)) for option in menu.open()[:REFUSING]]
        level = below
    return found


def _flat(menu: Menu, prefix: Words) -> list[Choice]:
    """The options as choices; an option with few options below it is replaced by those while all fit a row of buttons."""
    choices = [_choice(menu, prefix, option) for option in menu.open()]
    if len(choices) > BUTTONS_IN_ROW:
        return choices
    room = BUTTONS_IN_ROW - len(choices)
    flat: list[Choice] = []
    for choice in choices:
        below = None if choice.done else menu.then(choice.words[len(prefix)])
        if below is None or below.hi > 1 or not 1 < len(below.open()) <= room + 1:
            flat.append(choice)
            continue
        room -= len(below.open()) - 1
        for option in below.open():
            deeper = _choice(below, choice.words, option)
            label = say("{verb}: {what}", verb=choice.label, what=deeper.label)
            flat.append(msgspec.structs.replace(deeper, label=label, spots=(*choice.spots, *deeper.spots)))
    return flat


def _choice(menu: Menu, prefix: Words, option: Option) -> Choice:
    """An option as a choice; where only one way leads on, the choice is the whole move and its label says so."""
    words = (*prefix, option.word)
    rest = _only_way(menu.then(option.word))
    if rest is None:
        return Choice(words, option.label, spots=_spots([option]))
    label = say("{verb}: {what}", verb=option.label, what=[step.label for step in rest]) if rest else option.label
    return Choice((*words, *(step.word for step in rest)), label, spots=_spots([option, *rest]), done=True)


def _spots(way: list[Option]) -> tuple[str, ...]:
    return tuple(option.spot for option in way if option.spot)


def _only_way(menu: Menu | None) -> list[Option] | None:
    """The options from here to the end of the move when there is one way only, else None."""
    way: list[Option] = []
    while menu is not None:
        only = menu.open()
        if menu.hi > 1 or len(only) != 1:
            return None
        way.append(only[0])
        menu = menu.then(only[0].word)
    return way


def _lettered(choices: list[Choice]) -> tuple[Choice, ...]:
    """Give letters to the choices that have a place of their own; a place that several share would not tell them apart."""
    shared = Counter(spot for choice in choices for spot in set(choice.spots))
    letters = iter(LETTERS)
    lettered: list[Choice] = []
    for choice in choices:
        own = tuple(spot for spot in dict.fromkeys(choice.spots) if shared[spot] == 1)
        lettered.append(msgspec.structs.replace(choice, spots=own, letter=next(letters, "") if own else ""))
    return tuple(lettered)


def _groups(options: list[Option]) -> list[tuple[Text, list[Option]]]:
    by_name: dict[str, tuple[Text, list[Option]]] = {}
    for option in options:
        label = option.group or say("Others")
        by_name.setdefault(repr(label), (label, []))[1].append(option)
    groups = list(by_name.values())
    if 1 < len(groups) <= SELECT_OPTIONS and all(len(held) <= SELECT_OPTIONS for _, held in groups):
        return groups
    parts = [options[i : i + SELECT_OPTIONS] for i in range(0, len(options), SELECT_OPTIONS)]
    return [(say("{first} … {last}", first=part[0].label, last=part[-1].label), part) for part in parts]


def _labels(root: Menu, words: Words) -> tuple[Text, ...]:
    return tuple(
        step[0].label if len(step) == 1 else say("{choices}", choices=[option.label for option in step])
        for step in _steps(root, words)
    )


def _steps(root: Menu, words: Words) -> Iterator[list[Option]]:
    """The options picked at each level of a move so far."""
    at: Menu | None = root
    for word in words:
        if at is None:
            break
        canonical = at.canon(word)
        picked = set(canonical.split("+")) if at.hi > 1 else {canonical}
        yield [option for option in at.options if option.word in picked]
        at = at.then(canonical)


def _back(root: Menu, words: Words) -> Words | None:
    """The prefix of the screen before the one for `words`: the last step at which there was a choice."""
    at: Words = ()
    before: Words | None = None
    while True:
        step = _screen(root, at)
        if len(step.prefix) >= len(words):
            return before
        before = step.prefix
        leads = [c.words for c in step.choices if words[: len(c.words)] == c.words]
        at = max(leads, key=len) if leads and step.kind in ("buttons", "select") else words[: len(step.prefix) + 1]


# -------------------------------------------------------------- autocomplete
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
