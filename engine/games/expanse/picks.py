"""Lists of answers to a repeated question, with several picks at once, and the order in which the picks are possible.

An action may make another one possible, and a player without influence to place says where it comes from: the lists hold both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from engine.kernel.menu import Menu, Option, Pick, PickList, PickLists, Word, Words
from engine.kernel.text import Text, say

ASK_ORIGIN: Final = say("You have no influence left beside the map. From which base do you take it?")
_FROM_WORD: Final = "from"
"""The first word of a pick that answers ASK_ORIGIN. No menu offers it."""
_STOP_WORD: Final = "stop"
"""The word that ends a repeated question. It is the last pick of every list."""
_DONE_WORD: Final = "done"
"""The word that leaves Action Points unused. It is no pick, since its button says what is lost."""
MAX_LIST_PICKS: Final = 25
"""The entries that Discord shows in one list."""
MAX_ANSWERS_FOLLOWED: Final = 16
"""The answers behind which answers are searched that are possible only after them. Each takes a step of the game."""
MAX_STEPS_TRIED: Final = 200
"""The steps that are tried to find an order of picks."""


class _Answer(msgspec.Struct, frozen=True):
    """An answer to a repeated question, with the menu that follows it."""

    words: Words
    options: tuple[Option, ...]
    next_menu: Menu | None

    def build_pick(self) -> Pick:
        """Build the entry of a list."""
        return Pick(
            self.words, _join_labels(self.options), tuple(option.spot for option in self.options if option.spot)
        )


def build_pick_lists(menu: Menu, max_picks: int) -> PickLists:
    """Build one list of all answers to a repeated question, and one of the moves of fleets for which it has no space."""
    answers = [answer for word in menu.open_words if word != _DONE_WORD for answer in _generate_answers(menu, word)]
    moves = [answer for answer in answers if answer.words[0] == "move"]
    others = [answer for answer in answers if answer.words[0] not in ("move", _STOP_WORD)]
    endings = tuple(answer.build_pick() for answer in answers if answer.words[0] == _STOP_WORD)
    room = MAX_LIST_PICKS - len(endings)
    origins = _list_origin_picks(answers)
    actions = [answer.build_pick() for answer in others]
    if max_picks > 1:
        actions += _list_later_picks(menu, moves, others)
    actions = [*actions, *origins][:room]
    if max_picks > 1:
        actions = _insert_doubles(actions, [pick for answer in others for pick in _build_double(menu, answer)], room)
    picked_count = max_picks * 2 if origins else max_picks
    label = say("Actions") if any(answer.words[0] == "place" for answer in others) else menu.prompt
    listed_moves = [answer.build_pick() for answer in _shorten_moves(moves, 2 * room - len(actions))]
    in_first_list = room - len(actions)
    lists = [
        PickList(name, (*listed, *endings), min(picked_count, len(listed) + len(endings)))
        for name, listed in (
            (label, actions + listed_moves[:in_first_list]),
            (say("Move fleets"), listed_moves[in_first_list:][:room]),
        )
        if listed
    ]
    return PickLists(tuple(lists), _find_covered_words(menu, answers, lists), lambda chosen: _arrange(menu, chosen))


def _find_covered_words(menu: Menu, answers: Sequence[_Answer], lists: Sequence[PickList]) -> frozenset[Word]:
    """Return the first words whose answers are all in the lists."""
    listed = {pick.words for pick_list in lists for pick in pick_list.picks}
    left_out = {answer.words[0] for answer in answers if answer.words not in listed}
    return frozenset(menu.open_words) - left_out - {_DONE_WORD}


def _generate_answers(menu: Menu, *said: Word, options: tuple[Option, ...] = ()) -> Iterator[_Answer]:
    """Yield the answers that begin with a word, up to the next question that is asked again, or to a changed position."""
    (option,) = [option for option in menu.list_open_options() if option.word == said[-1]]
    below, options = menu.next_menu(option.word), (*options, option)
    if below is None or below.build_pick_lists is not None or below.starts_screen:
        yield _Answer(said, options, below)
        return
    for word in below.open_words:
        yield from _generate_answers(below, *said, word, options=options)


def _join_labels(options: Sequence[Option]) -> Text:
    """Join the labels of an answer: its action, then the places and pieces in order."""
    labels = [option.label for option in options]
    if len(labels) == 1:
        return labels[0]
    if options[0].word == "place":
        return say("{verb}: {what}", verb=say("Influence"), what=say("{choices}", choices=labels[1:]))
    if options[0].word == "move":
        way = say("{one} › {other}", one=labels[1], other=labels[-1])
        return say("{way}: {fleets}", way=way, fleets=labels[2]) if len(labels) == 4 else say("Move: {way}", way=way)
    joined = labels[1]
    for further in labels[2:]:
        joined = say("{one} › {other}", one=joined, other=further)
    return say("{verb}: {what}", verb=labels[0], what=joined)


def _shorten_moves(moves: Sequence[_Answer], max_count: int) -> list[_Answer]:
    """Return the moves of one list. If there are too many, keep one group of fleets for each pair of Orbitals."""
    if len(moves) <= max_count:
        return list(moves)
    firsts: dict[tuple[Word, Word], _Answer] = {}
    for answer in moves:
        firsts.setdefault((answer.words[1], answer.words[-1]), answer)
    return list(firsts.values())[:max_count]


def _list_later_picks(menu: Menu, moves: Sequence[_Answer], others: Sequence[_Answer]) -> list[Pick]:
    """List the influence that can be placed only after a move."""
    known = {answer.words for answer in others}
    found: list[Pick] = []
    ends = {answer.words[-1]: answer for answer in reversed(moves)}
    for answer in [*ends.values()][:MAX_ANSWERS_FOLLOWED]:
        below = answer.next_menu
        if below is None or not _is_same_question(below, menu) or "place" not in below.open_words:
            continue
        for later in _generate_answers(below, "place"):
            if later.words not in known:
                known.add(later.words)
                pick = later.build_pick()
                label = say("{what}, after a move", what=pick.label)
                found.append(msgspec.structs.replace(pick, label=label, is_alone=False))
    return found


def _list_origin_picks(answers: Sequence[_Answer]) -> list[Pick]:
    """List the bases from which influence can come, if an answer or a second one like it asks for them."""
    for answer in answers:
        below = answer.next_menu
        if below is not None and not _is_origin_question(below):
            _, below = _try_words(below, answer.words)
        if below is not None and _is_origin_question(below):
            return [
                Pick((_FROM_WORD, option.word), option.label, (option.spot,) if option.spot else (), is_alone=False)
                for option in below.list_open_options()
            ]
    return []


def _build_double(menu: Menu, answer: _Answer) -> list[Pick]:
    """Build the pick that gives an answer twice, if that is possible."""
    below = answer.next_menu
    if below is None or not _is_same_question(below, menu) or not _try_words(below, answer.words)[0]:
        return []
    pick = answer.build_pick()
    label = say("{what}, twice", what=pick.label)
    return [msgspec.structs.replace(pick, words=answer.words * 2, label=label)]


def _insert_doubles(picks: list[Pick], doubles: Sequence[Pick], room: int) -> list[Pick]:
    """Return the picks with each double behind its single pick, or as they are if there is no room for all doubles."""
    if len(picks) + len(doubles) > room:
        return picks
    by_words = {double.words: double for double in doubles}
    listed: list[Pick] = []
    for pick in picks:
        listed.append(pick)
        if pick.words * 2 in by_words:
            listed.append(by_words[pick.words * 2])
    return listed


# ---------------------------------------------------------------- the order of picks
def _arrange(menu: Menu, picks: Sequence[Words]) -> tuple[Words, tuple[Words, ...]]:
    """Return the words of the first order in which all picks are possible, else of the one with most of them."""
    best: tuple[Words, tuple[Words, ...]] = (), tuple(picks)
    steps_left = MAX_STEPS_TRIED
    waiting: list[tuple[Menu, Words, tuple[Words, ...]]] = [(menu, (), tuple(picks))]
    while waiting and best[1] and steps_left > 0:
        at, said, open_picks = waiting.pop()
        branches = []
        for n, pick in enumerate(open_picks):
            steps_left -= 1
            words = pick[1:] if pick[0] == _FROM_WORD else pick
            asks_origin = _is_origin_question(at) and not _is_origin_question(menu)
            if (pick[0] == _FROM_WORD) != asks_origin:
                continue
            is_offered, below = _try_words(at, words)
            if not is_offered:
                continue
            left = (*open_picks[:n], *open_picks[n + 1 :])
            if len(left) < len(best[1]):
                best = (*said, *words), left
            if below is not None and (_is_same_question(below, menu) or _is_origin_question(below)):
                branches.append((below, (*said, *words), left))
        waiting += reversed(branches)
    return best


def _is_same_question(menu: Menu, other: Menu) -> bool:
    return menu.prompt.template == other.prompt.template


def _is_origin_question(menu: Menu) -> bool:
    return menu.prompt.template == ASK_ORIGIN.template


def _try_words(menu: Menu, words: Words) -> tuple[bool, Menu | None]:
    """Return whether words can be chosen one after the other, and the menu behind them, None if the move is complete."""
    at: Menu | None = menu
    for word in words:
        if at is None or word not in at.open_words:
            return False, None
        at = at.next_menu(word)
    return True, at
