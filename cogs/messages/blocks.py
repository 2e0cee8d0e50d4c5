"""The choices of a menu as blocks of buttons and selects, as much at once as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cogs.interactions.limits import SELECT_OPTIONS
from cogs.messages.choices import Choice, Way, grown, run_out, told, ways
from cogs.messages.lists import BUTTONS, PAIRS, PARTS, REPEATED, SELECTS, VERBS, Block, groups_of, listed, parts
from cogs.messages.repeated import FOLLOWS, repeated
from engine.kernel.menu import Menu, Words
from engine.kernel.text import Text, say


def blocks_of(at: Menu, prefix: Words, *, first: bool) -> list[Block]:
    """What a menu offers, in blocks; `first`: on the first screen of a decision."""
    if at.hi > 1:
        return [_subset(at, prefix, at.prompt)]
    if at.again:
        return repeated(at, prefix)
    found = ways(at, prefix, first=first)
    whole = _whole(at, prefix) if not first else []
    if 0 < len(whole) <= SELECT_OPTIONS:
        return listed(whole, prefix, at.prompt, SELECTS)
    pairs = grown(found, SELECT_OPTIONS)
    lists = sum(way.below is not None for way in found)
    verbs = len(found) <= VERBS and (lists <= SELECTS or not prefix)
    enough = len(found) < len(pairs) <= BUTTONS and all(way.below is None or way.below.apart for way in pairs)
    if lists and verbs and not (prefix and enough):
        made = _by_verb(at, prefix, found)
    else:
        made = listed([way.choice() for way in pairs], prefix, at.prompt, SELECTS)
    if whole and not all(choice.done for block in made for choice in block.choices):
        return listed(whole, prefix, at.prompt, SELECTS)
    return [*made, *_usual(found, made)] if first else made


def _whole(at: Menu, prefix: Words) -> list[Choice]:
    """All whole moves behind a menu, none where they are too many for a few selects."""
    every = run_out(ways(at, prefix, first=True), SELECT_OPTIONS * PAIRS)
    return [way.choice() for way in every] if all(way.below is None for way in every) else []


def _by_verb(at: Menu, prefix: Words, found: list[Way]) -> list[Block]:
    """Buttons while there is room for what follows each option, unless a list says more; and a single button for what has no
    room as a list. Lists of what comes first stand above the buttons, the others below."""
    each = [grown([way], BUTTONS) for way in found]
    room = BUTTONS - len(found)
    order = sorted(range(len(found)), key=lambda n: len(each[n]))
    for n in order:
        if len(each[n]) - 1 <= room and not _several(found[n], each[n]) and _held(found[n]) <= len(each[n]):
            room -= len(each[n]) - 1
        else:
            each[n] = []
    for n in order:
        deeper = run_out(each[n], BUTTONS) if each[n] else []
        if len(deeper) - len(each[n]) <= room:
            room -= len(deeper) - len(each[n])
            each[n] = deeper
    waiting = sum(not longer for longer in each)
    buttons: list[Way] = []
    ahead: list[Block] = []
    lists: list[Block] = []
    for way, longer in zip(found, each, strict=True):
        if longer:
            buttons += longer
            continue
        waiting -= 1
        left = SELECTS - len(ahead) - len(lists)
        more = _list_of(way, left, max(1, left - waiting))
        (lists if buttons else ahead).extend(more)
        if not more:
            buttons.append(way)
    made = listed([way.choice() for way in buttons], prefix, at.prompt, SELECTS) if buttons else []
    return [*ahead, *made, *lists]


def _usual(found: Sequence[Way], made: Sequence[Block]) -> list[Block]:
    """Of what a first screen has room for only as one choice, and is answered by several picks, the lists that hold most: first one
    for each option, then another one where several things can be done with it, and then those that hold less."""
    room = min(REPEATED - sum(block.kind != "buttons" for block in made), (PARTS - parts(made)) // 2)
    held = {block.prefix for block in made if block.kind == "several"}
    rest = [one for way in found for one in grown([way], SELECT_OPTIONS) if one.words not in held]
    repeating = [way for way in rest if way.below is not None and way.below.again]
    shown = sorted(repeating, key=lambda way: _nth(way, repeating))[: max(0, room)]
    lists = [_fullest(way) for way in shown]
    turns = sorted((nth, whose) for whose, own in enumerate(lists) for nth in range(len(own)))[: max(0, room)]
    fit = [own[: sum(whose == k for _, whose in turns)] for k, own in enumerate(lists)]
    return [_beside(way, block, alone=len(own) == 1) for way, own in zip(shown, fit, strict=True) for block in own]


def _fullest(way: Way) -> list[Block]:
    """The lists from which what follows a way is picked, first what holds most of a move."""
    assert way.below is not None
    lists = [block for block in repeated(way.below, way.words) if block.kind == "several"]
    return sorted(lists, key=_mixed, reverse=True)


def _beside(way: Way, block: Block, *, alone: bool) -> Block:
    """A list of what follows a way as it stands on the screen before; `alone`: without any other one of the same."""
    label = told([option.label for option in (*way.chosen, *way.silent)])
    if alone:
        assert way.below is not None
        name = say("{what} (up to {n})", what=label, n=way.below.again + 1)
    else:
        name = say("{verb}: {what}", verb=label, what=block.label)
    # The board has no room for more letters, and the labels name the places.
    bare = tuple(msgspec.structs.replace(choice, spots=(), after=()) for choice in block.choices)
    return msgspec.structs.replace(block, label=name, choices=bare, usual=True)


def _nth(way: Way, among: Sequence[Way]) -> int:
    """The how manyeth it is of those that begin with the same option."""
    return [one for one in among if one.words[one.start] == way.words[way.start]].index(way)


def _mixed(block: Block) -> tuple[bool, int]:
    """How much of a move a list holds: answers to what is asked between, and different verbs."""
    firsts = {choice.words[len(block.prefix)] for choice in block.choices}
    return FOLLOWS in firsts, len(firsts)


def _several(way: Way, longer: Sequence[Way]) -> bool:
    """Whether something is picked that a button has no room for."""
    repeated = way.below is not None and way.below.again > 0
    return repeated or any(way.below is not None and way.below.hi > 1 for way in longer)


def _held(way: Way) -> int:
    return sum(len(block.choices) for block in _list_of(way, SELECTS, PAIRS))


def _list_of(way: Way, room: int, share: int) -> list[Block]:
    """What follows a verb as selects, at most `room`, and no more than `share` of pairs, one where several are picked; none where
    it does not fit."""
    if way.below is None or room < 1 or not way.below.open() or not (way.first or not way.below.apart):
        return []
    label = way.chosen[-1].label
    if way.below.hi > 1:
        return [_subset(way.below, way.words, say("{verb}: {what}", verb=label, what=way.below.prompt))]
    if way.below.again:
        made = repeated(way.below, way.words)
        lists = [
            msgspec.structs.replace(block, label=say("{verb}: {what}", verb=label, what=block.label))
            for block in made
            if block.kind == "several"
        ]
        held = {choice.words for block in lists for choice in block.choices}
        fits = all(choice.words in held for block in made for choice in block.choices)
        return lists if fits and len(lists) <= (1 if way.silent else min(room, share)) else []
    found = run_out(ways(way.below, way.words, first=way.first), SELECT_OPTIONS * min(share, PAIRS))
    made = listed([one.choice() for one in found], way.words, label, room, within=True)
    return [] if any(block.kind == "groups" for block in made) else made


def _subset(at: Menu, prefix: Words, label: Text) -> Block:
    options = at.open()
    spots = [(option.spot,) if option.spot else () for option in options]
    choices = [
        Choice((*prefix, option.word), option.label, "", spot) for option, spot in zip(options, spots, strict=True)
    ]
    return Block("subset", prefix, label, tuple(choices), at.lo, min(at.hi, len(options)))


def group_of(at: Menu, prefix: Words, group: int, *, first: bool) -> list[Block]:
    """One group of a list that is too long for selects."""
    groups = groups_of([way.choice() for way in ways(at, prefix, first=first)])
    if not 0 <= group < len(groups):
        return blocks_of(at, prefix, first=first)
    return listed(groups[group][1], prefix, at.prompt, 1)
