"""Lists of answers to a repeated question, with several picks at once, and the order in which the picks are possible.

An action may make another one possible, and a player without influence to place says where it comes from: the lists hold both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from engine.kernel.menu import Menu, Option, Pick, PickList, PickLists, Word, Words
from engine.kernel.text import Text, say

ASK_ORIGIN: Final = say("You have no influence left beside the map. From which base do you take it?")
ASK_REMOVED: Final = say("From which base do you remove influence?")
_FROM_WORD: Final = "from"
"""The first word of a pick that answers ASK_ORIGIN. No menu offers it."""
_STOP_WORD: Final = "stop"
"""The word that ends a repeated question. It is the last pick of every list."""
_DONE_WORD: Final = "done"
"""The word that leaves Action Points unused. It is no pick, since its button says what is lost."""
MAX_LIST_PICKS: Final = 25
"""The entries that Discord shows in one list."""
MAX_LISTS: Final = 3
"""The lists of one question."""
_DIPLOMAT_WORDS: Final = ("diplomat", "swap")
"""The last words of an action that places a Diplomat."""
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
        spots = [spot for option in self.options for spot in option.spots]
        return Pick(self.words, _join_labels(self.options), tuple(spots))


def build_pick_lists(menu: Menu, max_picks: int) -> PickLists:
    """Build the lists of all answers to a repeated question: one, or actions and moves of fleets apart."""
    answers: list[_Answer] = []
    for word in menu.open_words:
        if word != _DONE_WORD:
            answers += _generate_answers(menu, word)
    endings = [answer.build_pick() for answer in answers if answer.words[0] == _STOP_WORD]
    sorted_answers = _SortedAnswers(menu, answers, max_picks, MAX_LIST_PICKS - len(endings))
    contents = sorted_answers.build_lists()
    # Every list has the endings, but only in the first one they can be picked alone.
    later_endings = [msgspec.structs.replace(ending, is_alone=False) for ending in endings]
    lists: list[PickList] = []
    for label, picks in contents:
        listed = (*picks, *(later_endings if lists else endings))
        max_list_picks = max_picks
        if any(pick.words[0] == _FROM_WORD for pick in picks):
            max_list_picks *= 2  # each answer with the base that its influence comes from
        lists.append(PickList(label, listed, min(max_list_picks, len(listed))))
    covered = frozenset(menu.open_words) - _list_left_out(answers, contents) - {_DONE_WORD}
    return PickLists(tuple(lists), covered, lambda chosen: _arrange(menu, chosen))


_ListContent = tuple[Text, list[Pick]]
"""The label of a list, and its picks."""


class _PickOrder(NamedTuple):
    """The words of a move that plays some picks one after the other, and the picks that it leaves out."""

    words: Words
    left: tuple[Words, ...]


def _list_left_out(answers: Sequence[_Answer], contents: Sequence[_ListContent]) -> set[Word]:
    """List the first words of the answers that no list has."""
    listed: set[Words] = set()
    for _, picks in contents:
        listed.update(pick.words for pick in picks)
    return {answer.words[0] for answer in answers if answer.words not in listed} - {_STOP_WORD}


class _SortedAnswers:
    """The answers to a question by kind, and the lists that hold them. `room` is the entries that a list has for them."""

    def __init__(self, menu: Menu, answers: Sequence[_Answer], max_picks: int, room: int) -> None:
        self._menu = menu
        self._room = room
        self._moves: list[_Answer] = []
        self._others: list[_Answer] = []
        for answer in answers:
            if answer.words[0] == "move":
                self._moves.append(answer)
            elif answer.words[0] != _STOP_WORD:
                self._others.append(answer)
        self._origins = _list_origin_picks(answers, max_picks)
        self._later: list[Pick] = []
        self._doubles: list[Pick] = []
        if max_picks > 1:
            self._later = _list_later_picks(menu, self._moves or self._others, self._others)
            for answer in self._others:
                self._doubles += _build_double(menu, answer)

    def build_lists(self) -> list[_ListContent]:
        """Build one list of everything if it fits, else lists of actions and of moves."""
        whole = [*_build_picks(self._others), *self._later, *self._origins, *_build_picks(self._moves)]
        label = self._name_answers()
        if len(whole) <= self._room:
            return [(label, self._add_doubles(whole))]
        contents = self._build_action_lists(label)
        return [*contents, *self._build_move_lists(MAX_LISTS - len(contents))]

    def _name_answers(self) -> Text:
        """Name the list of all answers but moves, in a few words where the question would be cut."""
        if self._menu.prompt == ASK_REMOVED:
            return say("Remove influence")
        verbs = {answer.words[0] for answer in self._others}
        if "place" not in verbs:
            return self._menu.prompt
        return say("Place influence") if verbs == {"place"} else say("Actions")

    def _build_action_lists(self, label: Text) -> list[_ListContent]:
        """Build the lists of all answers but moves. Diplomats come after cubes and the bases from which these can be taken."""
        picks = _build_picks(self._others)
        if not picks:
            return []
        further = self._origins
        if not self._moves:
            further = [*self._later, *self._origins]
        if len(picks) + len(further) <= self._room:
            return [(label, self._add_doubles([*picks, *further]))]
        first: list[Pick] = []
        rest: list[Pick] = []
        for pick in picks:
            if pick.words[-1] in _DIPLOMAT_WORDS or len(first) >= self._room - len(self._origins):
                rest.append(pick)
            else:
                first.append(pick)
        contents = [(label, [*first, *self._origins])]
        if rest:
            contents.append((say("More choices"), rest[: self._room]))
        return contents

    def _build_move_lists(self, max_lists: int) -> list[_ListContent]:
        """Build the lists of the moves; the first has also what is possible only after one."""
        moves = _build_picks(_shorten_moves(self._moves, max_lists * self._room))
        if not moves:
            return []
        start_labels = {answer.words[1]: answer.options[1].label for answer in self._moves}
        contents: list[_ListContent] = []
        for first in range(0, len(moves), self._room):
            part = moves[first : first + self._room]
            places = [start_labels[start] for start in dict.fromkeys(pick.words[1] for pick in part)]
            contents.append((_name_move_list(places, [name for name, _ in contents]), part))
        if self._later:
            label, part = contents[-1]
            contents[-1] = label, [*part, *self._later, *self._origins][: self._room]
        return contents

    def _add_doubles(self, picks: list[Pick]) -> list[Pick]:
        """Add the picks that give an answer twice, if there is space."""
        if len(picks) + len(self._doubles) > self._room:
            return picks
        return _insert_doubles(picks, self._doubles)


def _build_picks(answers: Sequence[_Answer]) -> list[Pick]:
    return [answer.build_pick() for answer in answers]


def _generate_answers(menu: Menu, *words: Word, options: tuple[Option, ...] = ()) -> Iterator[_Answer]:
    """Yield the answers that begin with these words, up to the next question that is asked again, or to a changed position.

    `menu` is the menu of the last word, `options` are the options of the words before it.
    """
    (option,) = [option for option in menu.list_open_options() if option.word == words[-1]]
    below, options = menu.next_menu(option.word), (*options, option)
    if below is None or below.build_pick_lists is not None or below.starts_screen:
        yield _Answer(words, options, below)
        return
    for word in below.open_words:
        yield from _generate_answers(below, *words, word, options=options)


def _join_labels(options: Sequence[Option]) -> Text:
    """Join the labels of an answer: its action, then the places and pieces in order."""
    labels = [option.label for option in options]
    if len(labels) == 1:
        return labels[0]
    if options[0].word == "place":
        if len(labels) > 2:
            return say("{base}: {what}", base=labels[1], what=say("{choices}", choices=labels[2:]))
        return say("{verb}: {what}", verb=say("Influence"), what=labels[1])
    if options[0].word == "move":
        way = say("{one} › {other}", one=labels[1], other=labels[-1])
        if len(labels) == 4:
            return say("{way}: {fleets}", way=way, fleets=labels[2])
        return say("Move: {way}", way=way)
    joined = labels[1]
    for further in labels[2:]:
        joined = say("{one} › {other}", one=joined, other=further)
    return say("{verb}: {what}", verb=labels[0], what=joined)


def _name_move_list(places: Sequence[Text], known_labels: Sequence[Text]) -> Text:
    """Name a list of moves by the first and the last Orbital that they start from, unlike the lists before it."""
    label = say("Fleets from {places}", places=[*places])
    if len(places) > 2:
        label = say("Fleets from {first} … {last}", first=places[0], last=places[-1])
    return say("{what}, continued", what=label) if label in known_labels else label


def _shorten_moves(moves: Sequence[_Answer], max_count: int) -> list[_Answer]:
    """Return the moves of one list. If there are too many, keep one group of fleets for each pair of Orbitals."""
    if len(moves) <= max_count:
        return list(moves)
    move_by_ends: dict[tuple[Word, Word], _Answer] = {}
    for answer in moves:
        move_by_ends.setdefault((answer.words[1], answer.words[-1]), answer)
    return list(move_by_ends.values())[:max_count]


def _list_later_picks(menu: Menu, first_answers: Sequence[_Answer], others: Sequence[_Answer]) -> list[Pick]:
    """List the influence that can be placed only after a move, or after another answer where no fleet moves."""
    known = {answer.words for answer in others}
    found: list[Pick] = []
    answer_by_end = {answer.words[-1]: answer for answer in reversed(first_answers)}
    for answer in [*answer_by_end.values()][:MAX_ANSWERS_FOLLOWED]:
        below = answer.next_menu
        if below is None or not _is_same_question(below, menu):
            continue
        for later in _list_same_kind(below, answer):
            if later.words not in known:
                known.add(later.words)
                found.append(_build_later_pick(later, is_move=answer.words[0] == "move"))
    return found


def _list_same_kind(menu: Menu, answer: _Answer) -> list[_Answer]:
    """List the influence that can be placed after a move, or all answers after another answer."""
    found: list[_Answer] = []
    for word in menu.open_words:
        if word == "place" or (answer.words[0] != "move" and word != _STOP_WORD):
            found += _generate_answers(menu, word)
    return found


def _build_later_pick(answer: _Answer, *, is_move: bool) -> Pick:
    pick = answer.build_pick()
    what = pick.label
    if len(answer.options) > 1:
        what = say("{choices}", choices=[option.label for option in answer.options[1:]])
    label = say("{what}, after another", what=pick.label)
    if is_move:
        label = say("After a move: {what}", what=what)
    return msgspec.structs.replace(pick, label=label, is_alone=False)


def _list_origin_picks(answers: Sequence[_Answer], max_picks: int) -> list[Pick]:
    """List the bases from which influence can come, if an answer or as many like it as can be picked ask for them.

    Influence does not come from the base where it goes, so two answers are needed to find all bases.
    """
    picks: dict[Word, Pick] = {}
    known_labels = [answer.build_pick().label for answer in answers]
    questions = 0
    for answer in answers:
        below = answer.next_menu
        for _ in range(max_picks - 1):
            if below is None or _is_origin_question(below):
                break
            _, below = _try_words(below, answer.words)
        if below is None or not _is_origin_question(below):
            continue
        for option in below.list_open_options():
            label = say("{what}, to place it", what=option.label) if option.label in known_labels else option.label
            picks.setdefault(option.word, Pick((_FROM_WORD, option.word), label, option.spots, is_alone=False))
        questions += 1
        if questions == 2:
            break
    return list(picks.values())


def _build_double(menu: Menu, answer: _Answer) -> list[Pick]:
    """Build the pick that gives an answer twice, if that is possible."""
    below = answer.next_menu
    if below is None or not _is_same_question(below, menu) or not _try_words(below, answer.words)[0]:
        return []
    pick = answer.build_pick()
    label = say("{what}, twice", what=pick.label)
    return [msgspec.structs.replace(pick, words=answer.words * 2, label=label)]


def _insert_doubles(picks: Sequence[Pick], doubles: Sequence[Pick]) -> list[Pick]:
    by_words = {double.words: double for double in doubles}
    listed: list[Pick] = []
    for pick in picks:
        listed.append(pick)
        if pick.words * 2 in by_words:
            listed.append(by_words[pick.words * 2])
    return listed


# ---------------------------------------------------------------- the order of picks
def _arrange(menu: Menu, picks: Sequence[Words]) -> _PickOrder:
    """Return the first order in which all picks are possible, else the one with most of them.

    This is a depth-first search, which ends after `MAX_STEPS_TRIED` steps.
    """
    best = _PickOrder((), tuple(picks))
    steps_left = MAX_STEPS_TRIED
    stack: list[tuple[Menu, _PickOrder]] = [(menu, best)]
    while stack and best.left and steps_left > 0:
        current_menu, order = stack.pop()
        steps_left -= len(order.left)
        asks_origin = _is_origin_question(current_menu) and not _is_origin_question(menu)
        continuations = []
        for next_menu, longer_order in _extend_order(current_menu, order, asks_origin=asks_origin):
            if len(longer_order.left) < len(best.left):
                best = longer_order
            if next_menu is not None and (_is_same_question(next_menu, menu) or _is_origin_question(next_menu)):
                continuations.append((next_menu, longer_order))
        stack += reversed(continuations)
    return best


def _extend_order(menu: Menu, order: _PickOrder, *, asks_origin: bool) -> Iterator[tuple[Menu | None, _PickOrder]]:
    """Yield the menu and the order after each of the left picks that the menu offers.

    `asks_origin`: only picks of an origin are answers. Elsewhere they are none.
    """
    for n, pick in enumerate(order.left):
        is_origin = pick[0] == _FROM_WORD
        if is_origin != asks_origin:
            continue
        words = pick[1:] if is_origin else pick
        is_offered, next_menu = _try_words(menu, words)
        if is_offered:
            yield next_menu, _PickOrder((*order.words, *words), (*order.left[:n], *order.left[n + 1 :]))


def _is_same_question(menu: Menu, other: Menu) -> bool:
    return menu.prompt.template == other.prompt.template


def _is_origin_question(menu: Menu) -> bool:
    return menu.prompt.template == ASK_ORIGIN.template


def _try_words(menu: Menu, words: Words) -> tuple[bool, Menu | None]:
    """Return whether words can be chosen one after the other, and the menu behind them, None if the move is complete."""
    current_menu: Menu | None = menu
    for word in words:
        if current_menu is None or word not in current_menu.open_words:
            return False, None
        current_menu = current_menu.next_menu(word)
    return True, current_menu
