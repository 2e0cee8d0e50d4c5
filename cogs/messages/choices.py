"""The choices of a menu, combined with their next steps where these are few, and the letters that mark their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from engine.kernel.menu import Menu, Option, Words, follow_words
from engine.kernel.text import Text, say, write_plain_text

CHOICE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MAX_LABEL_CHARS = 34
"""The length of an English label of several steps, which has a letter before it; other languages are longer."""
LABEL_SEPARATOR = " › "
"""A separator as long as those between the labels of several steps."""
MAX_WORDS_CHARS = 90
"""The length of a choice's words, which are its value in a select: Discord takes 100."""


class Choice(msgspec.Struct, frozen=True):
    """A choice on a screen.

    `words` is the path it leads to; the last `silent_steps` words need no decision. `is_complete`: the path is a whole move.
    `letter` is the choice's mark, and `spots` are the places that bear it. Before letters are assigned, `spots` are all places
    that the choice names, and `follow_ups` the places of its silent steps. `group` is the heading above the choice, and `steps`
    is the number of questions it answers. A choice that is not `is_alone` is possible only after another one picked with it,
    and its words are no path. `loses` says what it gives up.
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
    loses: Text | None = None


class MovePath(msgspec.Struct, frozen=True):
    """A way to continue from a menu.

    The first `start` words lead to the menu, and the words from index `labels` on are silent steps, which need no decision.
    `chosen` and `silent_steps` are the options of both parts. `next_menu` is None if the move is complete.
    `label_chars` is the length of the labels of what was chosen.
    """

    words: Words
    start: int
    labels: int
    chosen: tuple[Option, ...]
    silent_steps: tuple[Option, ...]
    next_menu: Menu | None
    label_chars: int

    def count_branches(self) -> int:
        """Count the paths that `list_branches` returns."""
        if self.next_menu is None or not self._can_merge(self.next_menu):
            return 1
        return len(self.next_menu.open_words)

    def list_branches(self) -> list[MovePath]:
        """List the paths by each option of the next menu, or this one if it stays as it is."""
        menu = self.next_menu
        if menu is None or not self._can_merge(menu):
            return [self]
        before = (*self.chosen, *self.silent_steps)
        label_chars = self.label_chars + sum(_measure_label(option) for option in self.silent_steps)
        branches: list[MovePath] = []
        for option in menu.list_open_options():
            branches.append(_build_path(self.words, self.start, before, label_chars, option, menu))
        return branches

    def _can_merge(self, menu: Menu) -> bool:
        """Return whether the options of the next menu can be in one list with this path's question."""
        if menu.max_picks != 1 or menu.build_pick_lists is not None or not menu.open_words:
            return False
        return not menu.starts_screen

    def build_choice(self, skipped_steps: int = 0) -> Choice:
        """Build the choice of this path. Its label leaves out the first `skipped_steps` steps.

        The label includes the silent steps if they complete the move and there is space.
        """
        chosen = self.chosen[skipped_steps:] or self.chosen
        labels = [option.label for option in chosen]
        label, placed_options = join_labels(labels), self.chosen
        if len(chosen) > 1 and chosen[-1].whole_label is not None:
            label, placed_options = chosen[-1].whole_label, self.chosen[:-1]
        if self.next_menu is None and self.silent_steps:
            silent_labels = [option.label for option in self.silent_steps]
            label = add_silent_labels(labels, silent_labels) or label
        return Choice(
            self.words,
            label,
            spots=_list_spots(placed_options),
            follow_ups=self._list_silent_spots(),
            is_complete=self.next_menu is None,
            group=self.chosen[0].group,
            steps=len(self.chosen),
            silent_steps=len(self.words) - self.labels,
            loses=self.chosen[-1].loses,
        )

    def _list_silent_spots(self) -> tuple[str, ...]:
        """List the places of the silent steps that name one place: a letter does not mark several."""
        silent_words = self.words[self.labels :]
        single = [option for option in self.silent_steps if option.word in silent_words and len(option.spots) == 1]
        return _list_spots(single)


# ---------------------------------------------------------------- paths
class ForcedSteps(NamedTuple):
    """The words of a move so far with the steps that leave nothing to decide, and the menu after them (None: it is complete).

    `picked` are the options of each such step, `refused` the options that cannot be chosen on the way.
    """

    words: Words
    menu: Menu | None
    picked: list[list[Option]]
    refused: list[Option]


def follow_forced_steps(root: Menu, prefix: Words) -> ForcedSteps:
    """Follow a prefix, and go on as long as all open options have to be picked.

    On a first screen, a list of several picks is shown if it also has refused ones. Raises IllegalMoveError for a prefix that the
    menu does not offer.
    """
    words, menu = prefix, follow_words(root, prefix)
    picked: list[list[Option]] = []
    refused: list[Option] = []
    while menu is not None:
        open_options = menu.list_open_options()
        leaves_choice = len(open_options) != menu.min_picks
        if leaves_choice or not prefix:
            refused += [option for option in menu.options if option.why_not is not None]
        has_refused_picks = menu.max_picks > 1 and len(menu.options) != len(open_options)
        if leaves_choice or not open_options or (has_refused_picks and not prefix):
            break
        words = (*words, "+".join(option.word for option in open_options))
        picked.append(open_options)
        menu = menu.next_menu(words[-1])
    return ForcedSteps(words, menu, picked, refused)


def list_paths(menu: Menu, prefix: Words) -> list[MovePath]:
    """List a path for each open option of a menu."""
    return [_build_path(prefix, len(prefix), (), 0, option, menu) for option in menu.list_open_options()]


def grow_paths(paths: list[MovePath], max_count: int) -> list[MovePath]:
    """Extend all paths by their next step, or none if there would be more than `max_count` or labels would be too long."""
    if sum(path.count_branches() for path in paths) > max_count:
        return paths
    grown: list[MovePath] = []
    for path in paths:
        grown += path.list_branches()
    if all(map(_fits_label, grown)):
        return grown
    return paths


def complete_paths(paths: list[MovePath], max_count: int) -> list[MovePath]:
    """Extend the paths again and again, up to steps that start a screen, as long as there are at most `max_count`."""
    while True:
        grown = grow_paths(paths, max_count)
        if len(grown) == len(paths):
            return _complete_some(paths, max_count)
        paths = grown


def _complete_some(paths: list[MovePath], max_count: int) -> list[MovePath]:
    """Complete those paths that have the fewest branches, as far as there is space and a whole label for each."""
    branches = [[path] for path in paths]
    room = max_count - len(paths)
    for n in sorted(range(len(paths)), key=lambda n: paths[n].count_branches()):
        if not 1 < paths[n].count_branches() <= room + 1:
            continue
        grown = paths[n].list_branches()
        if grown and all(_is_whole(branch) for branch in grown):
            branches[n] = grown
            room -= len(grown) - 1
    return list(chain.from_iterable(branches))


def _is_whole(path: MovePath) -> bool:
    return path.next_menu is None and path.chosen[-1].whole_label is not None and _fits_label(path)


def _build_path(
    prefix: Words,
    start: int,
    before: tuple[Option, ...],
    label_chars: int,
    option: Option,
    menu: Menu,
) -> MovePath:
    """Build the path by an option of a menu, and on by the steps that leave nothing to decide."""
    words = (*prefix, option.word)
    labelled_words = len(words)
    silent_steps: list[Option] = []
    next_menu = menu.next_menu(option.word)
    while next_menu is not None:
        picks = next_menu.open_words  # the options themselves may not have been made yet
        if not picks or len(picks) != next_menu.min_picks:
            break
        words = (*words, "+".join(picks))
        silent_steps += next_menu.list_open_options()
        next_menu = next_menu.next_menu(words[-1])
    label_chars += _measure_label(option)
    if before and option.whole_label:
        label_chars = _measure_text(option.whole_label)
    return MovePath(words, start, labelled_words, (*before, option), tuple(silent_steps), next_menu, label_chars)


def _list_spots(options: Sequence[Option]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(option.spots for option in options))


# ---------------------------------------------------------------- labels
def join_labels(labels: Sequence[Text]) -> Text:
    """Join the labels of several steps: a verb, then its objects in order."""
    if len(labels) < 2:
        return labels[0]
    verb, joined, *more = labels
    for label in more:
        joined = say("{one} › {other}", one=joined, other=label)
    return say("{verb}: {what}", verb=verb, what=joined)


def add_silent_labels(labels: Sequence[Text], silent_labels: Sequence[Text]) -> Text | None:
    """Add the labels of all silent steps to a label or, without the space, the label of the last one. None if neither fits."""
    for shown in (silent_labels, silent_labels[-1:]):
        joined = join_labels([*labels, say("{choices}", choices=list(shown))])
        if len(write_plain_text(joined)) <= MAX_LABEL_CHARS:
            return joined
    return None


def _fits_label(path: MovePath) -> bool:
    """Return whether the label and the words of a path are short enough for a choice."""
    if path.label_chars - len(LABEL_SEPARATOR) > MAX_LABEL_CHARS:
        return False
    words = path.words[path.start : path.labels]
    return sum(map(len, words)) + len(words) <= MAX_WORDS_CHARS


def _measure_label(option: Option) -> int:
    return _measure_text(option.label)


def _measure_text(label: Text) -> int:
    text = label.template
    if label.args:
        text = write_plain_text(label)
    return len(text) + len(LABEL_SEPARATOR)


# ---------------------------------------------------------------- letters
def assign_letters(
    blocks: Sequence[Sequence[Choice]], paired: Collection[int] = ()
) -> tuple[list[tuple[Choice, ...]], dict[str, str]]:
    """Give letters to choices and to the places that they name. A place has the same letter in all blocks.

    A choice has the letter of its own place, or else of the place of a silent step. A place that several choices of a block share
    would not tell them apart. In the `paired` blocks, and if a choice of a block is a pair whose places are both shared, all
    choices have the letters of each place that does not belong to the whole block.

    Return the choices of each block with their letters, and the letter of each place.
    """
    letters = iter(CHOICE_LETTERS)
    letter_by_spot: dict[str, str] = {}
    lettered_blocks = []
    for index, block in enumerate(blocks):
        counts = Counter(spot for choice in block for spot in {*choice.spots, *choice.follow_ups})
        own_spots = [tuple(spot for spot in choice.spots if counts[spot] == 1) for choice in block]
        has_shared_pair = any(
            not own and (choice.steps > 1 or len(choice.spots) > 1)
            for choice, own in zip(block, own_spots, strict=True)
        )
        if index in paired or has_shared_pair:
            lettered_blocks.append(_letter_pairs(block, counts, letters, letter_by_spot))
        else:
            lettered_blocks.append(_letter_own_spots(block, own_spots, counts, letters, letter_by_spot))
    return lettered_blocks, {spot: letter for spot, letter in letter_by_spot.items() if letter}


def _letter_pairs(
    block: Sequence[Choice], counts: Counter[str], letters: Iterator[str], letter_by_spot: dict[str, str]
) -> tuple[Choice, ...]:
    """Give each choice a letter for each of its places, apart from places that the whole block shares."""
    lettered = []
    for choice in block:
        spots = tuple(spot for spot in dict.fromkeys(choice.spots) if counts[spot] < len(block))
        for spot in spots:
            letter_by_spot[spot] = letter_by_spot.get(spot) or next(letters, "")
        lettered.append(_set_letter(choice, spots, letter_by_spot))
    return tuple(lettered)


def _letter_own_spots(
    block: Sequence[Choice],
    own_spots: Sequence[tuple[str, ...]],
    counts: Counter[str],
    letters: Iterator[str],
    letter_by_spot: dict[str, str],
) -> tuple[Choice, ...]:
    """Give each choice one letter, which marks all places that are its own."""
    lettered = []
    for choice, own in zip(block, own_spots, strict=True):
        spots = own or tuple(spot for spot in choice.follow_ups if counts[spot] == 1)
        if spots:
            known = next((letter_by_spot[spot] for spot in spots if spot in letter_by_spot), "")
            letter = known or next(letters, "")
            for spot in spots:
                letter_by_spot[spot] = letter_by_spot.get(spot) or letter
        lettered.append(_set_letter(choice, spots, letter_by_spot))
    return tuple(lettered)


def _set_letter(choice: Choice, spots: tuple[str, ...], letter_by_spot: dict[str, str]) -> Choice:
    letter = "›".join(dict.fromkeys(letter_by_spot[spot] for spot in spots if letter_by_spot[spot]))
    return msgspec.structs.replace(choice, spots=spots, letter=letter)
