"""The choices of a menu, each with what follows it while that is little, and the letters that mark their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import msgspec

from engine.kernel.menu import Menu, Option, Word, Words
from engine.kernel.text import Text, say, write_plain_text

CHOICE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_LABEL_CHARS = 70
"""Characters of an English label of several steps: a button takes 80, a select 100, other languages are longer."""
LABEL_SEPARATOR = " › "
"""What stands between the labels of several steps, or something as long."""
MAX_WORDS_CHARS = 90
"""Characters of the words behind a choice of a select, which are its value: Discord takes 100."""


class Choice(msgspec.Struct, frozen=True):
    """A choice on a screen.

    `words` is the path it leads to, of which the last `silent_steps` follow by themselves; `is_complete`: that is a
    whole move. `letter`
    is its mark, `spots` the places that bear it (before letters are given: all places that it names, and `follow_ups` those of
    what follows by itself). `group` is the heading it stands under, `steps` how many questions it answers. Without `is_alone` it
    is possible only behind another choice that is picked with it, and `words` is no path.
    """

    words: Words
    label: Text
    letter: str = ""
    spots: tuple[str, ...] = ()
    is_complete: bool = False
    follow_ups: tuple[str, ...] = ()
    group: Text | None = None
    steps: int = 1
    silent_steps: int = 0
    is_alone: bool = True


class MovePath(msgspec.Struct, frozen=True):
    """A way on from a menu: its words, of which the first `start` lead to the menu and the last after `labels` follow by
    themselves; what was chosen, what then followed, and the menu behind it, None where the move is complete. `is_first`: it
    begins on the first screen. `is_long` is how many characters tell what was chosen."""

    words: Words
    start: int
    labels: int
    is_first: bool
    chosen: tuple[Option, ...]
    silent_steps: tuple[Option, ...]
    next_menu: Menu | None
    is_long: int

    def count_branches(self, *, alike: bool = True) -> int:
        """How many ways it parts into; 1 where it is complete, or what follows is asked for itself."""
        return (
            len(self.next_menu.open_words)
            if self.next_menu is not None and self._can_merge(self.next_menu, alike=alike)
            else 1
        )

    def _can_merge(self, below: Menu, *, alike: bool) -> bool:
        """Whether the question that follows may be put into one list: on the first screen also one that begins something new, but
        not one that comes again, of which several answers are picked."""
        one = below.max_picks == 1 and not below.max_repeats and len(below.open_words) > 0
        return one and (self.is_first or not below.starts_new_list) and (alike or not below.is_interchangeable)

    def list_branches(self, *, alike: bool = True, excluded: Collection[Word] = ()) -> list[MovePath]:
        """The ways it parts into, `excluded` for some words."""
        if self.next_menu is None or not self._can_merge(self.next_menu, alike=alike):
            return [self]
        before = (*self.chosen, *self.silent_steps)
        long = self.is_long + sum(_measure_label(option) for option in self.silent_steps)
        return [
            _build_path(self.words, self.start, self.is_first, before, long, option, self.next_menu)
            for option in self.next_menu.list_open_options()
            if option.word not in excluded
        ]

    def build_choice(self, skipped_steps: int = 0) -> Choice:
        """It as a choice, of which the first `skipped_steps` steps need not be said. What followed by itself is told
        where it completes the
        move and there is room for it."""
        chosen = self.chosen[skipped_steps:] or self.chosen
        label = join_labels([option.label for option in chosen])
        if self.next_menu is None and self.silent_steps:
            rest = say("{choices}", choices=[option.label for option in self.silent_steps])
            whole = join_labels([*(option.label for option in chosen), rest])
            label = whole if len(write_plain_text(whole)) <= MAX_LABEL_CHARS else label
        return Choice(
            self.words,
            label,
            spots=_list_spots(self.chosen),
            follow_ups=_list_spots(self.silent_steps),
            is_complete=self.next_menu is None,
            group=self.chosen[0].group,
            steps=len(self.chosen),
            silent_steps=len(self.words) - self.labels,
        )


def list_paths(menu: Menu, prefix: Words, *, is_first: bool) -> list[MovePath]:
    """A way for each open option of a menu of which one is picked."""
    return [_build_path(prefix, len(prefix), is_first, (), 0, option, menu) for option in menu.list_open_options()]


def start_path(menu: Menu, prefix: Words, word: Word) -> list[MovePath]:
    """The way by one option of a menu, as an answer of its own; none where it is not open."""
    open_ = (one for one in menu.list_open_options() if one.word == word)
    return [_build_path(prefix, len(prefix), is_first=False, labels=(), long=0, option=one, menu=menu) for one in open_]


def grow_paths(paths: list[MovePath], room: int, *, alike: bool = True) -> list[MovePath]:
    """The ways with what follows them: all of it, or none where they would be more than `room` or too long to be read. Without
    `alike` nothing is put behind a way that may as well stand behind another one; then what is too long is left out by itself."""
    if sum(way.count_branches(alike=alike) for way in paths) > room:
        return paths
    made: list[MovePath] = []
    for way in paths:
        further = way.list_branches(alike=alike)
        if all(map(_shorten_label, further)):
            made += further
        elif alike:
            return paths
        else:
            made.append(way)
    return made


def complete_paths(paths: list[MovePath], room: int, *, alike: bool = True) -> list[MovePath]:
    """The ways with all that belongs to them, up to where something new begins; as far as they are not more than `room`."""
    while True:
        longer = grow_paths(paths, room, alike=alike)
        if len(longer) == len(paths):
            return paths
        paths = longer


def assign_letters(blocks: Sequence[Sequence[Choice]]) -> tuple[list[tuple[Choice, ...]], dict[str, str]]:
    """The choices with letters, and the places that bear them: the same place has the same letter in all blocks.

    A choice has the letter of its own place, or else of what follows by itself. A place that several choices of a block
    share would not tell them apart; only a pair, neither of whose places is its own, has both their letters.
    """
    letters = iter(CHOICE_LETTERS)
    marks: dict[str, str] = {}
    made: list[tuple[Choice, ...]] = []
    for block in blocks:
        shared = Counter(spot for choice in block for spot in {*choice.spots, *choice.follow_ups})
        owns = [tuple(spot for spot in choice.spots if shared[spot] == 1) for choice in block]
        paired = any(choice.steps > 1 and not own for choice, own in zip(block, owns, strict=True))
        row: list[Choice] = []
        for choice, own in zip(block, owns, strict=True):
            if paired:
                places = tuple(spot for spot in dict.fromkeys(choice.spots) if shared[spot] < len(block))
                for spot in places:
                    marks[spot] = marks.get(spot) or next(letters, "")
            else:
                places = own or tuple(spot for spot in choice.follow_ups if shared[spot] == 1)
                if places:
                    mark = next((marks[spot] for spot in places if spot in marks), "") or next(letters, "")
                    marks |= {spot: marks.get(spot) or mark for spot in places}
            letter = "›".join(dict.fromkeys(marks[spot] for spot in places if marks[spot]))
            row.append(msgspec.structs.replace(choice, spots=places, letter=letter))
        made.append(tuple(row))
    return made, {spot: letter for spot, letter in marks.items() if letter}


def _list_spots(options: Sequence[Option]) -> tuple[str, ...]:
    return tuple([option.spot for option in options if option.spot]) if options else ()


def _build_path(
    words: Words,
    start: int,
    is_first: bool,
    labels: tuple[Option, ...],
    long: int,
    option: Option,
    menu: Menu,
) -> MovePath:
    """The way by an option, and on as long as nothing is left to choose."""
    words, silent, below = (*words, option.word), list[Option](), menu.next_menu(option.word)
    said = len(words)
    while below is not None:
        picks = below.open_words  # the options themselves may not have been made yet
        if not picks or len(picks) != below.min_picks:
            break
        words = (*words, "+".join(picks))
        silent += below.list_open_options()
        below = below.next_menu(words[-1])
    return MovePath(
        words, start, said, is_first, (*labels, option), tuple(silent), below, long + _measure_label(option)
    )


def join_labels(labels: Sequence[Text]) -> Text:
    """The labels of several steps as one: a verb, and one after the other what is done with it."""
    if len(labels) < 2:
        return labels[0]
    verb, what, *more = labels
    for label in more:
        what = say("{one} › {other}", one=what, other=label)
    return say("{verb}: {what}", verb=verb, what=what)


def _shorten_label(way: MovePath) -> bool:
    words = way.words[way.start : way.labels]
    return (
        way.is_long - len(LABEL_SEPARATOR) <= MAX_LABEL_CHARS and sum(map(len, words)) + len(words) <= MAX_WORDS_CHARS
    )


def _measure_label(option: Option) -> int:
    label = option.label
    return len(write_plain_text(label) if label.args else label.template) + len(LABEL_SEPARATOR)
