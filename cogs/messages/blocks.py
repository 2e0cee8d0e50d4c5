"""The choices of a menu as blocks of buttons and selects, as much at once as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from cogs.interactions.limits import SELECT_OPTIONS
from cogs.messages.choices import Choice, Way, grown, run_out, ways
from engine.kernel.menu import Menu, Words, walk
from engine.kernel.text import Illegal, Text, say

Kind = Literal["buttons", "select", "subset", "groups", "several"]
BUTTONS, SELECTS = 15, 4
"""Buttons and selects of one screen, so that with pictures, texts and the last row a message stays within Discord's 40 parts."""
VERBS = 9
"""Up to so many options of a first step each may have a list of its own."""
PAIRS = 2
"""Selects that pairs of one verb may fill."""


class Block(msgspec.Struct, frozen=True):
    """Choices that are offered together, as buttons or as one select with this label.

    All choices begin with `prefix`. In a subset the player picks `lo` to `hi` of them; in groups they are the groups, by
    number. Of several, up to `hi` are picked and chosen one after the other (`chained`).
    """

    kind: Kind
    prefix: Words
    label: Text
    choices: tuple[Choice, ...]
    lo: int = 1
    hi: int = 1


def blocks_of(at: Menu, prefix: Words, *, first: bool) -> list[Block]:
    """What a menu offers, in blocks; `first`: on the first screen of a decision."""
    if at.hi > 1:
        return [_subset(at, prefix, at.prompt)]
    if at.again:
        return _repeated(at, prefix)
    found = ways(at, prefix, first=first)
    pairs = grown(found, SELECT_OPTIONS)
    lists = sum(way.below is not None for way in found)
    verbs = len(found) <= VERBS and (lists <= SELECTS or not prefix)
    enough = len(found) < len(pairs) <= BUTTONS and all(way.below is None or way.below.apart for way in pairs)
    if lists and verbs and not (prefix and enough):
        return _by_verb(at, prefix, found)
    return _listed([way.choice() for way in pairs], prefix, at.prompt, SELECTS)


def _by_verb(at: Menu, prefix: Words, found: list[Way]) -> list[Block]:
    """Buttons while there is room for what follows each option, unless a list says more; and a single button for what has no
    room as a list."""
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
    lists: list[Block] = []
    for way, longer in zip(found, each, strict=True):
        if longer:
            buttons += longer
            continue
        waiting -= 1
        left = SELECTS - len(lists)
        more = _list_of(way, left, max(1, left - waiting))
        lists += more
        if not more:
            buttons.append(way)
    made = _listed([way.choice() for way in buttons], prefix, at.prompt, SELECTS) if buttons else []
    return [*made, *lists]


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
        made = _repeated(way.below, way.words)
        lists = [
            msgspec.structs.replace(block, label=say("{verb}: {what}", verb=label, what=block.label))
            for block in made
            if block.kind == "several"
        ]
        held = {choice.words for block in lists for choice in block.choices}
        fits = all(choice.words in held for block in made for choice in block.choices)
        return lists if fits and len(lists) <= (1 if way.silent else min(room, share)) else []
    found = run_out(ways(way.below, way.words, first=way.first), SELECT_OPTIONS * min(share, PAIRS))
    made = _listed([one.choice() for one in found], way.words, label, room, within=True)
    return [] if any(block.kind == "groups" for block in made) else made


def _repeated(at: Menu, prefix: Words) -> list[Block]:
    """A question that comes again: lists from which several answers are picked, and below them buttons for what ends it."""
    found = ways(at, prefix, first=False)
    ends = [way.choice() for way in found if way.below is None]
    acts = [(way, run_out([way], SELECT_OPTIONS * PAIRS)) for way in found if way.below is not None]
    parts = _packed(acts)
    if len(acts) > VERBS or all(len(further) == 1 for _, further in acts):
        parts = [(at.prompt, run_out([way for way, _ in acts], SELECT_OPTIONS * PAIRS))]
    blocks: list[Block] = []
    for label, part in parts:
        told = len({way.chosen[0].word for way in part}) == 1
        blocks += _listed([way.choice(told) for way in part], prefix, label, SELECTS - len(blocks), within=True)
    buttons = _listed(ends, prefix, at.prompt, SELECTS) if ends else []
    return [*(_severally(at, block, ends) for block in blocks), *buttons]


def _packed(acts: list[tuple[Way, list[Way]]]) -> list[tuple[Text, list[Way]]]:
    """What follows each verb as a list; neighbours in one as long as it is no longer than a select, to be picked together."""
    made: list[tuple[Text, list[Way]]] = []
    for way, act in acts:
        label = way.chosen[0].label
        if made and len(made[-1][1]) + len(act) <= SELECT_OPTIONS:
            before, part = made[-1]
            made[-1] = (say("{one} · {other}", one=before, other=label), [*part, *act])
        else:
            made.append((label, act))
    return made


def _severally(at: Menu, block: Block, ends: list[Choice]) -> Block:
    """A list of which several can be picked; while there is room also for doing one thing twice, and for ending it."""
    if block.kind != "select":
        return block
    choices = list(block.choices)
    if 2 * len(choices) <= SELECT_OPTIONS:
        choices = [one for choice in choices for one in (choice, *_twice(at, choice, len(block.prefix)))]
    if len(choices) + len(ends) <= SELECT_OPTIONS:
        choices += ends
    most = min(at.again + 1, len(choices))
    label = say("{what} (up to {n})", what=block.label, n=most)
    return msgspec.structs.replace(block, kind="several", label=label, choices=tuple(choices), hi=most)


def _twice(at: Menu, choice: Choice, start: int) -> list[Choice]:
    pick = choice.words[start : len(choice.words) - choice.silent]
    words, left = chained(at, (), [pick, pick])
    if left or choice.done:
        return []
    label = say("{what}, twice", what=choice.label)
    return [msgspec.structs.replace(choice, words=(*choice.words[:start], *words), label=label, silent=0)]


def chained(root: Menu, prefix: Words, picks: Sequence[Words]) -> tuple[Words, list[Words]]:
    """Several answers to a question that comes again, one after the other in their order: the words, and the answers that
    could not follow, since the others left no room for them or something else to choose. Raises Illegal when the menu does not
    offer the prefix."""
    at = first = walk(root, prefix)
    left: list[Words] = []
    for n, pick in enumerate(picks):
        if at is None or first is None or at.prompt.template != first.prompt.template or (n and not at.apart):
            left.append(pick)
            continue
        try:
            at = walk(at, pick)
        except Illegal:
            left.append(pick)
            continue
        prefix = (*prefix, *pick)
        while at is not None and not at.apart and len(only := at.open()) == at.lo:
            prefix = (*prefix, "+".join(option.word for option in only))
            at = at.then(prefix[-1])
    return prefix, left


def _subset(at: Menu, prefix: Words, label: Text) -> Block:
    options = at.open()
    spots = [(option.spot,) if option.spot else () for option in options]
    choices = [
        Choice((*prefix, option.word), option.label, "", spot) for option, spot in zip(options, spots, strict=True)
    ]
    return Block("subset", prefix, label, tuple(choices), at.lo, min(at.hi, len(options)))


def _listed(choices: list[Choice], prefix: Words, label: Text, room: int, *, within: bool = False) -> list[Block]:
    """Buttons, one select, several where there is room for them, or the select of their groups."""
    if len(choices) <= BUTTONS and not within:
        return [Block("buttons", prefix, label, tuple(choices))]
    if len(choices) <= SELECT_OPTIONS:
        return [Block("select", prefix, label, tuple(choices))]
    groups = _groups(choices)
    packed: list[tuple[Text, Text, list[Choice]]] = []
    for name, held in groups:
        if packed and len(packed[-1][2]) + len(held) <= SELECT_OPTIONS:
            packed[-1] = (packed[-1][0], name, [*packed[-1][2], *held])
        else:
            packed.append((name, name, held))
    if len(packed) <= room:
        return [
            Block(
                "select",
                prefix,
                say(
                    "{verb}: {what}",
                    verb=label,
                    what=first if first == last else say("{first} … {last}", first=first, last=last),
                ),
                tuple(held),
            )
            for first, last, held in packed
        ]
    named = tuple(Choice((*prefix, str(n)), name) for n, (name, _) in enumerate(groups))
    return [Block("groups", prefix, label, named)]


def group_of(at: Menu, prefix: Words, group: int, *, first: bool) -> list[Block]:
    """One group of a list that is too long for selects."""
    groups = _groups([way.choice() for way in ways(at, prefix, first=first)])
    if not 0 <= group < len(groups):
        return blocks_of(at, prefix, first=first)
    return _listed(groups[group][1], prefix, at.prompt, 1)


def _groups(choices: list[Choice]) -> list[tuple[Text, list[Choice]]]:
    by_name: dict[str, tuple[Text, list[Choice]]] = {}
    for choice in choices:
        label = choice.group or say("Others")
        by_name.setdefault(repr(label), (label, []))[1].append(choice)
    groups = list(by_name.values())
    if 1 < len(groups) <= SELECT_OPTIONS and all(len(held) <= SELECT_OPTIONS for _, held in groups):
        return groups
    parts = [choices[i : i + SELECT_OPTIONS] for i in range(0, len(choices), SELECT_OPTIONS)]
    return [(say("{first} … {last}", first=part[0].label, last=part[-1].label), part) for part in parts]
