"""A question that is repeated in a move: lists from which several answers are picked, and the move that the picks make.

The answers are given one after the other, in the order of the list if that is possible, else in another one. So a list
also holds answers that another of its answers makes possible, and answers to questions in between.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import msgspec

from cogs.interactions.limits import MAX_SELECT_OPTIONS
from cogs.messages.choices import Choice, MovePath, complete_paths, list_paths, start_path
from cogs.messages.lists import (
    MAX_PICK_SELECTS,
    MAX_SELECTS,
    MAX_VERB_LISTS,
    ChoiceBlock,
    build_list_blocks,
    fits_screen,
)
from engine.kernel.menu import Menu, Word, Words, follow_words
from engine.kernel.text import Text, say

LISTS = 4
"""The selects that the answers with one verb may fill."""
FOLLOWS = "&"
"""The first word of a pick that answers a question between two answers. No word of a move is spelled like this."""
FEW = 16
"""Up to this many answers are repeated below other lists.

A verb with more is not searched for answers that become possible later, since each search computes a step of the game.
"""
LOOKS = 200
"""The steps that are tried to find an order in which all picks are possible."""


Part = tuple[Text, list[MovePath]]
"""The answers of a list, and their name."""


# ---------------------------------------------------------------- lists
def repeated(at: Menu, prefix: Words) -> list[ChoiceBlock]:
    """Build the lists, and below them buttons for the answers that end the question.

    If that does not fit a screen, build blocks of the first steps only.
    """
    found = list_paths(at, prefix, is_first=False)
    ends = [way.build_choice() for way in found if way.next_menu is None]
    first = [way for way in found if way.next_menu is not None]
    for selects in range(LISTS, 0, -1):
        lists = _lists(at, prefix, first, ends, MAX_SELECT_OPTIONS * selects)
        made = [*lists, *(build_list_blocks(ends, prefix, at.prompt, MAX_SELECTS) if ends else [])]
        if fits_screen(made):
            return made
    return build_list_blocks([way.build_choice() for way in found], prefix, at.prompt, MAX_SELECTS)


def _lists(at: Menu, prefix: Words, found: list[MovePath], ends: list[Choice], most: int) -> list[ChoiceBlock]:
    """Build lists of all answers, with further steps as long as the answers with one verb are at most `most`.

    Build one list if a select holds it. Otherwise build lists of the verbs with many answers, first one answer for each
    place, then the others; below each of them are the verbs with few answers.
    """
    if not found:
        return []
    acts = [complete_paths([way], most, alike=False) for way in found]
    if len(acts) > MAX_VERB_LISTS or all(len(act) == 1 for act in acts):
        every = complete_paths(found, most, alike=False)
        if len(every) <= MAX_SELECT_OPTIONS:
            return [
                _several(
                    at, prefix, (at.prompt, []), every, _tail(at, every, every, ends, MAX_SELECT_OPTIONS), named=False
                )
            ]
        pieces = _pieces([(at.prompt, every)], MAX_SELECT_OPTIONS)
        return [_several(at, prefix, part, [], [], named=False) for part in pieces]
    every = [way for act in acts for way in act]
    if len(every) <= MAX_SELECT_OPTIONS:
        return [_several(at, prefix, (_named(every), []), every, _tail(at, every, every, ends, MAX_SELECT_OPTIONS))]
    usual, more, short = _parted(acts)
    others = {way.chosen[0].word for way in every}
    alone = _tail(at, short, short, ends, MAX_SELECT_OPTIONS) if short else []
    tail, parts = _planned(at, every, short, ends, usual, more, alone)
    made: list[ChoiceBlock] = []
    below = False
    for part in parts:
        room = MAX_SELECT_OPTIONS - len(part[1])
        if asked := _between(at, part[1], len(prefix)):
            made.append(_several(at, prefix, part, [], [*asked, *ends][:room], others))
        elif len(tail) <= room:
            below = True
            made.append(_several(at, prefix, part, short, tail, others))
        else:
            made.append(_several(at, prefix, part, [], [], others))
    if short and (not below or (len(alone) > len(tail) and len(made) < MAX_PICK_SELECTS)):
        by_itself = _several(at, prefix, (_named(short), []), short, alone, others)
        first = _answers(by_itself.choices, prefix) and not _answers(made[0].choices, prefix)
        made.insert(0 if first else len(made), by_itself)
    return made


def _planned(
    at: Menu,
    every: list[MovePath],
    short: list[MovePath],
    ends: list[Choice],
    usual: list[Part],
    more: list[Part],
    alone: list[Choice],
) -> tuple[list[Choice], list[Part]]:
    """Choose the choices below each list of verbs with many answers, and these lists, so that there are few lists.

    `alone` are the choices of a list of the verbs with few answers. It counts if it holds more than the choices below.
    """
    asked, choices = _below(at, every, short)
    tails = [_fitted(choices, between, ends, FEW) for between in (asked, [])]
    plans = [(tail, _split(usual, more, len(tail))) for tail in tails]
    if _answers(alone, every[0].words[: every[0].start]):
        plans.append(([], _split(usual, more, 0)))

    def rank(plan: tuple[list[Choice], list[Part]]) -> tuple[int, bool, int]:
        tail, parts = plan
        lists = len(parts) + (len(alone) > len(tail))
        return max(lists, MAX_PICK_SELECTS), not tail, lists

    return min(plans, key=rank)


def _answers(choices: Sequence[Choice], prefix: Words) -> bool:
    """Return whether the choices include answers to questions between two picks."""
    return any(choice.words[len(prefix)] == FOLLOWS for choice in choices)


def _split(usual: list[Part], more: list[Part], tail: int) -> list[Part]:
    """Split the parts into lists with space for `tail` more choices, at least below the first, if there are not too
    many lists.
    """
    room = MAX_SELECT_OPTIONS - tail
    for one, other in ((room, room), (room, MAX_SELECT_OPTIONS)):
        parts = [*_pieces(usual, one), *_pieces(more, other)]
        if len(parts) <= MAX_PICK_SELECTS:
            return parts
    return [*_pieces(usual, MAX_SELECT_OPTIONS), *_pieces(more, MAX_SELECT_OPTIONS)]


def _parted(acts: list[list[MovePath]]) -> tuple[list[Part], list[Part], list[MovePath]]:
    """Separate the answers of verbs with many answers and of verbs with few.

    Of a verb that one list cannot hold, only the first answer about the same places is in the first part, the others in
    the second.
    """
    short: list[list[MovePath]] = []
    for act in sorted(acts, key=len)[:-1]:
        if sum(map(len, short)) + len(act) <= FEW:
            short.append(act)
    usual, more = list[Part](), list[Part]()
    for act in (act for act in acts if act not in short):
        firsts = _firsts(act) if len(act) > MAX_SELECT_OPTIONS else act
        usual.append((_named(act), firsts))
        if len(firsts) < len(act):
            more.append((say("{what}: other ways", what=_named(act)), [way for way in act if way not in firsts]))
    return usual, more, [way for act in acts if act in short for way in act]


def _firsts(act: list[MovePath]) -> list[MovePath]:
    """Return the first of the answers about the same places."""
    firsts: dict[Words, MovePath] = {}
    for way in act:
        spots = tuple(option.spot for option in way.chosen if option.spot)
        firsts.setdefault(spots or tuple(option.word for option in way.chosen), way)
    return list(firsts.values())


def _pieces(parts: list[Part], most: int) -> list[Part]:
    """Split the parts into lists of at most `most` answers and about the same length, named after their first and last
    answers.
    """
    made: list[Part] = []
    for label, part in parts:
        size = -(-len(part) // -(-len(part) // most))
        for n in range(0, len(part), size):
            piece = part[n : n + size]
            first, last = piece[0].chosen[:2][-1].label, piece[-1].chosen[:2][-1].label
            where = first if first == last else say("{first} … {last}", first=first, last=last)
            made.append((label if len(part) <= most else say("{verb}: {what}", verb=label, what=where), piece))
    return made


def _named(part: list[MovePath]) -> Text:
    name, *more = {way.chosen[0].word: way.chosen[0].label for way in part}.values()
    for label in more:
        name = say("{one} · {other}", one=name, other=label)
    return name


def _tail(at: Menu, every: list[MovePath], short: list[MovePath], ends: list[Choice], most: int) -> list[Choice]:
    """Return the choices to put below every list, as many as fit."""
    asked, choices = _below(at, every, short)
    return _fitted(choices, asked, ends, most)


def _below(at: Menu, every: list[MovePath], short: list[MovePath]) -> tuple[list[Choice], list[Choice]]:
    """Return the choices that could be below every list: answers to questions between two picks, and verbs with few
    answers.
    """
    return _between(at, every, every[0].start), [way.build_choice(_of_one_verb(every)) for way in short]


def _fitted(choices: list[Choice], asked: list[Choice], ends: list[Choice], most: int) -> list[Choice]:
    """Return the choices that fit, and the answers that end the question if they fit as well."""
    if len(choices) + len(asked) > most:
        asked = asked[: MAX_SELECT_OPTIONS - len(choices)] if most == MAX_SELECT_OPTIONS else []
    if len(choices) + len(asked) + len(ends) > most:
        ends = []
    return [*choices, *asked, *ends]


def _of_one_verb(part: list[MovePath]) -> bool:
    return len({way.chosen[0].word for way in part}) == 1


def _several(
    at: Menu,
    prefix: Words,
    part: Part,
    short: list[MovePath],
    tail: list[Choice],
    others: Collection[Word] = (),
    *,
    named: bool = True,
) -> ChoiceBlock:
    """Build a list from which several answers are picked, with answers that another pick makes possible while they fit.

    Verbs in `others` have lists of their own.
    """
    label, long = part
    every, start = [*long, *short], len(prefix)
    choices = [*(way.build_choice(_of_one_verb(every)) for way in long), *tail]
    ends = [choice for choice in choices if choice.is_complete and choice in tail]
    held = {choice.words[start : len(choice.words) - choice.silent_steps] for choice in choices}
    but = {*others, *(way.chosen[0].word for way in long)} - {way.chosen[0].word for way in short}
    later = _later(at, every, held, but, start, MAX_SELECT_OPTIONS - len(choices))
    choices = [*(choice for choice in choices if choice not in ends), *later, *ends]
    doubled = _doubled(
        at, [way.build_choice(_of_one_verb(every)) for way in short], start, MAX_SELECT_OPTIONS - len(choices)
    )
    choices = [one for choice in choices for one in (choice, *doubled.get(choice.words, []))]
    most = min(at.max_repeats + 1, len(choices))
    between = _answers(choices, prefix)
    name = say("{one} · {other}", one=label, other=_named(short)) if named and long and short else label
    return ChoiceBlock(
        "several",
        prefix,
        say("{what} (up to {n})", what=name, n=most),
        tuple(choices),
        hi=min(most * (2 if between else 1), len(choices)),
    )


def _between(at: Menu, part: list[MovePath], start: int) -> list[Choice]:
    """Return the answers to questions that follow an answer of the list before the question is repeated, at once or
    later.
    """
    found: dict[Words, Choice] = {}
    acts: dict[Word, list[MovePath]] = {}
    for way in part:
        acts.setdefault(way.words[start], []).append(way)
    looked = {way.words for act in acts.values() for way in (act[0], act[-1])}
    for way in part:
        below = _asked(at, way, start) if way.words in looked else way.next_menu
        if below is None or not below.is_interchangeable or below.max_picks > 1:
            continue
        for further in complete_paths(list_paths(below, way.words, is_first=False), MAX_SELECT_OPTIONS):
            words = further.words[len(way.words) : further.labels]
            found.setdefault(
                words, _as_pick(further, way.words[:start], (FOLLOWS, *words), further.build_choice().label)
            )
    return list(found.values())


def _asked(at: Menu, way: MovePath, start: int) -> Menu | None:
    """Return the menu that follows an answer before the question is repeated, if it follows after enough such answers."""
    said, below = _answered(at, way, start).words[start:], way.next_menu
    for _ in range(at.max_repeats):
        if below is None or not _same(below, at):
            break
        below = _alongside(below, said)
    return below


def _alongside(at: Menu, words: Words) -> Menu | None:
    """Return the menu behind an answer, or behind a similar one if it is not possible."""
    below: Menu | None = at
    for word in words:
        if below is None or below.max_picks > 1 or not below.open_words:
            return None
        below = below.next_menu(word if word in below.open_words else below.open_words[0])
    return below


def _later(at: Menu, part: list[MovePath], held: set[Words], but: set[Word], start: int, most: int) -> list[Choice]:
    """Return up to `most` answers that are possible only after another pick of the list.

    Leaves out the verbs in `but`, and the answers that the list has already (`held`).
    """
    seen = held | {begin for way in part for begin in _beginnings(way.words[start : way.labels])}
    seen |= {(word,) for word in at.open_words if at.next_menu(word) is None}
    verbs = Counter(way.chosen[0].word for way in part)
    few = {word for word, n in verbs.items() if n <= FEW}
    found: list[Choice] = []
    looked = list(part)
    for way in looked:
        if len(found) >= most:
            break
        below, words = _past(way)
        if below is None or not _same(below, at):
            continue
        for word in (word for word in below.open_words if (word not in verbs or word in few) and word not in but):
            for further in _unseen(below, words, word, seen):
                pick = further.words[len(words) :]
                if pick in seen:
                    continue
                seen |= _beginnings(pick)
                label = further.build_choice(len(verbs) == 1 and word in verbs).label
                if not _possible(at, pick):
                    label = say("{what}, after another pick", what=label)
                found.append(_as_pick(further, way.words[:start], pick, label))
                if word not in verbs:
                    looked.append(further)
    return found[:most]


def _answered(at: Menu, way: MovePath, start: int) -> MovePath:
    """Return the answer with its silent steps as chosen steps, up to where something new begins.

    Another time these steps may need a decision.
    """
    below: Menu | None = at
    said = start
    for word in way.words[start:]:
        if below is None or (said >= way.labels and (below.starts_new_list or below.is_interchangeable)):
            break
        below = below.next_menu(word)
        said += 1
    silent = way.silent_steps[: said - way.labels]
    return msgspec.structs.replace(
        way, words=way.words[:said], labels=said, chosen=(*way.chosen, *silent), silent_steps=()
    )


def _past(way: MovePath) -> tuple[Menu | None, Words]:
    """Return the menu and the words behind an answer after the questions that follow it, each with its first option."""
    below, words = way.next_menu, way.words
    while below is not None and below.is_interchangeable and below.max_picks == 1 and below.open_words:
        words = (*words, below.open_words[0])
        below = below.next_menu(words[-1])
    return below, words


def _beginnings(pick: Words) -> set[Words]:
    """Return an answer and its beginnings, without its verb alone."""
    return {pick, *(pick[:n] for n in range(2, len(pick)))}


def _unseen(at: Menu, prefix: Words, word: Word, seen: set[Words]) -> list[MovePath]:
    """Return the complete answers that begin with a word and have not been seen.

    Each further step computes a step of the game, so beginnings that are known are left out.
    """
    if (word,) in seen:
        return []
    found: list[MovePath] = []
    for way in start_path(at, prefix, word):
        known = {one[1] for one in seen if len(one) > 1 and one[0] == word}
        found += (
            way.list_branches(alike=False, excluded=known if not way.silent_steps else ())
            if way.next_menu is not None
            else [way]
        )
    whole = complete_paths(found, MAX_SELECT_OPTIONS, alike=False)
    done = [
        way
        for way in whole
        if way.next_menu is None or way.next_menu.starts_new_list or way.next_menu.is_interchangeable
    ]
    return [_answered(at, way, len(prefix)) for way in done]


def _possible(at: Menu | None, words: Words) -> bool:
    for word in words:
        if at is None or not _offers(at, word):
            return False
        at = at.next_menu(word)
    return True


def _as_pick(way: MovePath, prefix: Words, words: Words, label: Text) -> Choice:
    """Build a choice that is possible only together with another pick."""
    made = way.build_choice()
    return msgspec.structs.replace(
        made, words=(*prefix, *words), label=label, is_complete=False, silent_steps=0, is_alone=False
    )


def _doubled(at: Menu, short: Sequence[Choice], start: int, room: int) -> dict[Words, list[Choice]]:
    """Return for each choice, by its words, the same answer given twice, or nothing if not all of them fit."""
    found: dict[Words, list[Choice]] = {}
    for choice in short if room > 0 else ():
        found[choice.words] = _twice(at, choice, start)
        room -= len(found[choice.words])
        if room < 0:
            return {}
    return found


def _twice(at: Menu, choice: Choice, start: int) -> list[Choice]:
    pick = choice.words[start : len(choice.words) - choice.silent_steps]
    words, left = chained(at, (), [pick, pick])
    if left or choice.is_complete:
        return []
    label = say("{what}, twice", what=choice.label)
    return [msgspec.structs.replace(choice, words=(*choice.words[:start], *words), label=label, silent_steps=0)]


# ---------------------------------------------------------------- picks
def chained(root: Menu, prefix: Words, picks: Sequence[Words]) -> tuple[Words, list[Words]]:
    """Give several answers to a repeated question one after the other.

    The answers are in the given order if that is possible, else in the first order in which all are possible. Return
    the words, and the answers that are impossible after the others. Raises IllegalMoveError if the menu does not offer
    the prefix.
    """
    first = follow_words(root, prefix)
    best: tuple[Words, list[Words]] = prefix, list(picks)
    looks = LOOKS
    trials = [(first, prefix, list(picks))]
    while trials and best[1] and looks > 0:
        at, words, waiting = trials.pop()
        if len(waiting) < len(best[1]):
            best = words, waiting
        further = []
        for n, pick in enumerate(waiting):
            if pick in waiting[:n]:
                continue
            looks -= 1
            found = _given(at, pick, first, begun=words != prefix)
            if found is not None:
                then, said = found
                further.append((then, (*words, *said), [*waiting[:n], *waiting[n + 1 :]]))
        trials += reversed(further)
    return best


def _given(at: Menu | None, pick: Words, first: Menu | None, *, begun: bool) -> tuple[Menu | None, Words] | None:
    """Return the menu behind an answer and all its words, or None if it is impossible or another question is asked."""
    if at is None or first is None:
        return None
    between = pick[0] == FOLLOWS
    if between == _same(at, first) or (begun and at.starts_new_list == between):
        return None
    words = pick[between:]
    if not _possible(at, words):
        return None
    at = follow_words(at, words)
    while at is not None and not at.starts_new_list and len(only := at.list_open_options()) == at.min_picks:
        words = (*words, "+".join(option.word for option in only))
        at = at.next_menu(words[-1])
    return at, words


def _same(at: Menu, other: Menu) -> bool:
    return at.prompt.template == other.prompt.template


def _offers(at: Menu, word: Word) -> bool:
    return word in at.open_words if at.max_picks == 1 else set(word.split("+")) <= set(at.open_words)
