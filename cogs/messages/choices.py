"""The choices of a menu, each with what follows it while that is little, and the letters that mark their places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

import msgspec

from engine.kernel.menu import Menu, Option, Word, Words
from engine.kernel.text import Text, plain, say

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONGEST = 70
"""Characters of an English label of several steps: a button takes 80, a select 100, other languages are longer."""
BETWEEN = " › "
"""What stands between the labels of several steps, or something as long."""
LONGEST_WORDS = 90
"""Characters of the words behind a choice of a select, which are its value: Discord takes 100."""


class Choice(msgspec.Struct, frozen=True):
    """A choice on a screen.

    `words` is the path it leads to, of which the last `silent` follow by themselves; `done`: that is a whole move. `letter`
    is its mark, `spots` the places that bear it (before letters are given: all places that it names, and `after` those of
    what follows by itself). `group` is the heading it stands under, `steps` how many questions it answers. Without `alone` it
    is possible only behind another choice that is picked with it, and `words` is no path.
    """

    words: Words
    label: Text
    letter: str = ""
    spots: tuple[str, ...] = ()
    done: bool = False
    after: tuple[str, ...] = ()
    group: Text | None = None
    steps: int = 1
    silent: int = 0
    alone: bool = True


class Way(msgspec.Struct, frozen=True):
    """A way on from a menu: its words, of which the first `start` lead to the menu and the last after `said` follow by
    themselves; what was chosen, what then followed, and the menu behind it, None where the move is complete. `first`: it
    begins on the first screen. `long` is how many characters tell what was chosen."""

    words: Words
    start: int
    said: int
    first: bool
    chosen: tuple[Option, ...]
    silent: tuple[Option, ...]
    below: Menu | None
    long: int

    def parts(self, *, alike: bool = True) -> int:
        """How many ways it parts into; 1 where it is complete, or what follows is asked for itself."""
        return len(self.below.picks) if self.below is not None and self._together(self.below, alike=alike) else 1

    def _together(self, below: Menu, *, alike: bool) -> bool:
        """Whether the question that follows may be put into one list: on the first screen also one that begins something new, but
        not one that comes again, of which several answers are picked."""
        one = below.hi == 1 and not below.again and len(below.picks) > 0
        return one and (self.first or not below.apart) and (alike or not below.alike)

    def further(self, *, alike: bool = True, but: Collection[Word] = ()) -> list[Way]:
        """The ways it parts into, `but` for some words."""
        if self.below is None or not self._together(self.below, alike=alike):
            return [self]
        before = (*self.chosen, *self.silent)
        long = self.long + sum(_length(option) for option in self.silent)
        return [
            _way(self.words, self.start, self.first, before, long, option, self.below)
            for option in self.below.open()
            if option.word not in but
        ]

    def choice(self, begun: int = 0) -> Choice:
        """It as a choice, of which the first `begun` steps need not be said. What followed by itself is told where it completes the
        move and there is room for it."""
        chosen = self.chosen[begun:] or self.chosen
        label = told([option.label for option in chosen])
        if self.below is None and self.silent:
            rest = say("{choices}", choices=[option.label for option in self.silent])
            whole = told([*(option.label for option in chosen), rest])
            label = whole if len(plain(whole)) <= LONGEST else label
        return Choice(
            self.words,
            label,
            spots=_spots(self.chosen),
            after=_spots(self.silent),
            done=self.below is None,
            group=self.chosen[0].group,
            steps=len(self.chosen),
            silent=len(self.words) - self.said,
        )


def ways(menu: Menu, prefix: Words, *, first: bool) -> list[Way]:
    """A way for each open option of a menu of which one is picked."""
    return [_way(prefix, len(prefix), first, (), 0, option, menu) for option in menu.open()]


def begun(menu: Menu, prefix: Words, word: Word) -> list[Way]:
    """The way by one option of a menu, as an answer of its own; none where it is not open."""
    open_ = (one for one in menu.open() if one.word == word)
    return [_way(prefix, len(prefix), first=False, before=(), long=0, option=one, menu=menu) for one in open_]


def grown(found: list[Way], room: int, *, alike: bool = True) -> list[Way]:
    """The ways with what follows them: all of it, or none where they would be more than `room` or too long to be read. Without
    `alike` nothing is put behind a way that may as well stand behind another one; then what is too long is left out by itself."""
    if sum(way.parts(alike=alike) for way in found) > room:
        return found
    made: list[Way] = []
    for way in found:
        further = way.further(alike=alike)
        if all(map(_short, further)):
            made += further
        elif alike:
            return found
        else:
            made.append(way)
    return made


def run_out(found: list[Way], room: int, *, alike: bool = True) -> list[Way]:
    """The ways with all that belongs to them, up to where something new begins; as far as they are not more than `room`."""
    while True:
        longer = grown(found, room, alike=alike)
        if len(longer) == len(found):
            return found
        found = longer


def lettered(blocks: Sequence[Sequence[Choice]]) -> tuple[list[tuple[Choice, ...]], dict[str, str]]:
    """The choices with letters, and the places that bear them: the same place has the same letter in all blocks.

    A choice has the letter of its own place, or else of what follows by itself. A place that several choices of a block
    share would not tell them apart; only a pair, neither of whose places is its own, has both their letters.
    """
    letters = iter(LETTERS)
    marks: dict[str, str] = {}
    made: list[tuple[Choice, ...]] = []
    for block in blocks:
        shared = Counter(spot for choice in block for spot in {*choice.spots, *choice.after})
        owns = [tuple(spot for spot in choice.spots if shared[spot] == 1) for choice in block]
        paired = any(choice.steps > 1 and not own for choice, own in zip(block, owns, strict=True))
        row: list[Choice] = []
        for choice, own in zip(block, owns, strict=True):
            if paired:
                places = tuple(spot for spot in dict.fromkeys(choice.spots) if shared[spot] < len(block))
                for spot in places:
                    marks[spot] = marks.get(spot) or next(letters, "")
            else:
                places = own or tuple(spot for spot in choice.after if shared[spot] == 1)
                if places:
                    mark = next((marks[spot] for spot in places if spot in marks), "") or next(letters, "")
                    marks |= {spot: marks.get(spot) or mark for spot in places}
            letter = "›".join(dict.fromkeys(marks[spot] for spot in places if marks[spot]))
            row.append(msgspec.structs.replace(choice, spots=places, letter=letter))
        made.append(tuple(row))
    return made, {spot: letter for spot, letter in marks.items() if letter}


def _spots(options: Sequence[Option]) -> tuple[str, ...]:
    return tuple([option.spot for option in options if option.spot]) if options else ()


def _way(
    words: Words,
    start: int,
    first: bool,
    before: tuple[Option, ...],
    long: int,
    option: Option,
    menu: Menu,
) -> Way:
    """The way by an option, and on as long as nothing is left to choose."""
    words, silent, below = (*words, option.word), list[Option](), menu.then(option.word)
    said = len(words)
    while below is not None:
        picks = below.picks  # the options themselves may not have been made yet
        if not picks or len(picks) != below.lo:
            break
        words = (*words, "+".join(picks))
        silent += below.open()
        below = below.then(words[-1])
    return Way(words, start, said, first, (*before, option), tuple(silent), below, long + _length(option))


def told(labels: Sequence[Text]) -> Text:
    """The labels of several steps as one: a verb, and one after the other what is done with it."""
    if len(labels) < 2:
        return labels[0]
    verb, what, *more = labels
    for label in more:
        what = say("{one} › {other}", one=what, other=label)
    return say("{verb}: {what}", verb=verb, what=what)


def _short(way: Way) -> bool:
    words = way.words[way.start : way.said]
    return way.long - len(BETWEEN) <= LONGEST and sum(map(len, words)) + len(words) <= LONGEST_WORDS


def _length(option: Option) -> int:
    label = option.label
    return len(plain(label) if label.args else label.template) + len(BETWEEN)
