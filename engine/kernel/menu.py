"""Decisions and moves: a decision is a lazy tree of menus, a move is a path of words through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Optional, Union

import msgspec

from engine.kernel.text import IllegalMoveError, SeatMention, Text, say

Word = str
Words = tuple[Word, ...]
"""A move in canonical spelling, e.g. ("take", "2", "ra"), as the log stores it and players may type it."""


class Option(msgspec.Struct, frozen=True):
    """One choice of a menu.

    `word` is stable and language-free ([a-z0-9+-], at most 24 characters; "+" only where one option is chosen). `group` is the
    heading of the option in a long menu. `why_not` shows the choice but refuses it, with that reason. `spot` names a place that
    the painter can mark with this option's letter, or several with spaces between them. `ends_turn` marks a choice that ends the
    turn and does nothing else; `loses` says what it gives up that could be used now, and `loses_score` that this is worth points.

    `whole_label` says also what the option before it says: in a list of both it replaces both labels, and the places are those
    of the option before. `lists_next`: the options behind it need no marks, so they can be a list next to other kinds of move.
    `is_price`: it spends what its player may want to keep, so it is named before it is played, even without another choice.
    """

    word: Word
    label: Text
    group: Optional[Text] = None
    why_not: Optional[Text] = None
    spot: str = ""
    ends_turn: bool = False
    loses: Optional[Text] = None
    loses_score: bool = False
    whole_label: Optional[Text] = None
    lists_next: bool = False
    is_price: bool = False

    @property
    def spots(self) -> tuple[str, ...]:
        """The places that `spot` names."""
        return tuple(self.spot.split())


class LazyOptions(msgspec.Struct, eq=False):  # noqa: PLW1641 - options are never hashed
    """Options that `build_options` makes on first use. `words` are the words that can be chosen, known in advance."""

    words: Sequence[Word]
    build_options: Callable[[], Iterable[Option]] = tuple
    built_options: tuple[Option, ...] = ()

    def list_options(self) -> tuple[Option, ...]:
        """Return the options, and build them on the first call."""
        self.built_options = self.built_options or tuple(self.build_options())
        return self.built_options

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 - an index or a slice
        return self.list_options()[index]

    def __len__(self) -> int:
        return len(self.list_options())

    def __iter__(self) -> Iterator[Option]:
        return iter(self.list_options())

    def __eq__(self, other: object) -> bool:
        return self.list_options() == (other.list_options() if isinstance(other, LazyOptions) else other)


class Pick(msgspec.Struct, frozen=True):
    """An entry of a pick list: the words that it adds to a move, its label, and the places that it names.

    A pick that is not `is_alone` is possible only together with another one.
    """

    words: Words
    label: Text
    spots: tuple[str, ...] = ()
    is_alone: bool = True


class PickList(msgspec.Struct, frozen=True):
    """A list from which up to `max_picks` entries are chosen at once."""

    label: Text
    picks: tuple[Pick, ...]
    max_picks: int = 1


class PickLists(msgspec.Struct, frozen=True):
    """The lists of a menu from which several answers are chosen at once, to it and to the menus behind it.

    `arrange` puts picks of one list into an order in which they are possible. It returns the words of the move from this menu
    on, and the picks for which there is no place. Everything behind the options in `covered_words` is in the lists.
    """

    lists: tuple[PickList, ...]
    covered_words: frozenset[Word]
    arrange: Callable[[Sequence[Words]], tuple[Words, tuple[Words, ...]]]


class Menu(msgspec.Struct, frozen=True, weakref=True):
    """One level of a move: pick `min_picks` to `max_picks` options, then continue with `next_menu(word)` until it returns None.

    `name` is the name of the slash-command parameter. A pick of several options is one word, the option words joined by "+" in
    menu order. `is_secret` marks a decision whose options or answer the other seats must not learn: the host neither plays it
    automatically nor prints the answer before the game is over. `preview_state` returns the state after the words so far, for a
    preview of the move; it is None where the state would look the same. It rolls no dice and is shown through the game's view,
    like any state. `why_not` says why a word that is not an option cannot be chosen, or returns None. `starts_screen` keeps the
    options apart from the question before, since the position has changed. `build_pick_lists` returns, for this menu
    itself, the lists from which several answers are chosen at once; it is None if there are none. `may_end_after`: after a move
    of this decision the same seat may end its turn.
    """

    name: str
    prompt: Text
    options: Union[tuple[Option, ...], LazyOptions]
    next_menu: Callable[[Word], Optional[Menu]] = lambda _: None
    min_picks: int = 1
    max_picks: int = 1
    is_secret: bool = False
    preview_state: Optional[Callable[[], Any]] = None
    why_not: Optional[Callable[[Word], Optional[Text]]] = None
    starts_screen: bool = False
    build_pick_lists: Optional[Callable[[Menu], PickLists]] = None
    may_end_after: bool = False

    def split_pick(self, word: Word) -> list[Word]:
        """Return the words of the options in a pick."""
        return [word] if self.max_picks == 1 else word.split("+")

    def canonicalize(self, word: Word) -> Word:
        """Return the canonical spelling of a pick. Raises IllegalMoveError, with the reason, if this menu does not offer it."""
        picks = self.split_pick(word)
        chosen = [pick for pick in self.open_words if pick in picks]
        if len(chosen) == len(picks) and self.min_picks <= len(picks) <= self.max_picks:
            return "+".join(chosen)
        raise IllegalMoveError(self._explain_refusal(word, picks))

    def _explain_refusal(self, word: Word, picks: Sequence[Word]) -> Text:
        """Return the reason why this menu does not accept `picks`, the parts of `word`."""
        reasons = {option.word: option.why_not for option in self.options if option.word in picks}
        if len(reasons) < len(picks):
            return self._explain_unknown_word(next((pick for pick in picks if pick not in reasons), word))
        if not self.min_picks <= len(picks) <= self.max_picks:
            return say("Choose {lo} to {hi} of these, not {n}.", lo=self.min_picks, hi=self.max_picks, n=len(picks))
        return next(reason for reason in reasons.values() if reason is not None)

    @property
    def open_words(self) -> Sequence[Word]:
        """The words of the options that can be chosen."""
        options: Any = self.options  # `isinstance` of a Union is slow where the answer is no
        return (
            [option.word for option in options if option.why_not is None] if type(options) is tuple else options.words
        )

    def list_open_options(self) -> list[Option]:
        """Return the options that can be chosen."""
        return [option for option in self.options if option.why_not is None]

    def generate_picks(self) -> Iterator[Word]:
        """Yield every pick this level accepts, in menu order."""
        for size in range(self.min_picks, min(self.max_picks, len(self.open_words)) + 1):
            for picks in combinations(self.open_words, size):
                yield "+".join(picks)

    def _explain_unknown_word(self, word: Word) -> Text:
        choices: list[str | int | SeatMention | Text] = [*self.open_words[:8]]
        if len(self.open_words) > len(choices):
            choices.append("…")
        why = (self.why_not and self.why_not(word[:24])) or say("“{word}” is not a choice here.", word=word[:24])
        return say("{why} {prompt} ({choices})", why=why, prompt=self.prompt, choices=choices)


def cache_menus(build_menu: Callable[[Word], Menu | None]) -> Callable[[Word], Menu | None]:
    """Wrap the function so that it builds each menu only once. Setting up `functools.cache` takes longer than building one."""
    menus: dict[Word, Menu | None] = {}

    def find_menu(word: Word) -> Menu | None:
        if word not in menus:
            menus[word] = build_menu(word)
        return menus[word]

    return find_menu


def follow_words(menu: Menu, words: Sequence[Word]) -> Menu | None:
    """Return the menu that a prefix of a move leads to, or None if the prefix is a complete move.

    Raises IllegalMoveError for a word that a menu does not offer.
    """
    level: Menu | None = menu
    for word in words:
        if level is None:
            raise _build_surplus_error(word)
        level = level.next_menu(level.canonicalize(word))
    return level


def generate_levels(menu: Menu, words: Words) -> Iterator[tuple[Menu, list[Option]]]:
    """Yield each menu on the path of a move in canonical spelling, with the options that are picked there."""
    level: Menu | None = menu
    for word in words:
        if level is None:
            return
        picks = level.split_pick(word)
        yield level, [option for option in level.options if option.word in picks]
        level = level.next_menu(word)


def _build_surplus_error(word: Word) -> IllegalMoveError:
    return IllegalMoveError(say("“{word}” is one word too many: the move is complete before it.", word=word[:24]))


def canonicalize_move(menu: Menu, words: Sequence[Word]) -> Words:
    """Return the canonical spelling of a complete move. Raises IllegalMoveError for an illegal or unfinished one."""
    level: Menu | None = menu
    spelled: list[Word] = []
    for given in words:
        if level is None:
            raise _build_surplus_error(given)
        options: Any = level.options  # as in `open_words`, which would be a call a word
        offered = options.words if type(options) is not tuple else level.open_words
        word = given if level.max_picks == 1 and given in offered else level.canonicalize(given)
        spelled.append(word)
        level = level.next_menu(word)
    if level is not None:
        raise IllegalMoveError(say("That move is not finished. {prompt}", prompt=level.prompt))
    return tuple(spelled)


def generate_moves(menu: Menu) -> Iterator[Words]:
    """Yield every complete move of a decision, in menu order."""
    for word in menu.generate_picks():
        next_menu = menu.next_menu(word)
        if next_menu is None:
            yield (word,)
            continue
        for tail in generate_moves(next_menu):
            yield (word, *tail)


def compose_move(menu: Menu, choose_word: Callable[[Menu], Word]) -> Words:
    """Return the complete move that results if `choose_word` answers each menu."""
    level: Menu | None = menu
    spelled: list[Word] = []
    while level is not None:
        spelled.append(choose_word(level))
        level = level.next_menu(spelled[-1])
    return tuple(spelled)


def sample_move(menu: Menu, roll_below: Callable[[int], int]) -> Words:
    """Return a complete move chosen level by level; `roll_below(n)` returns a number from 0 to n - 1."""
    level: Menu | None = menu
    spelled: list[Word] = []
    while level is not None:
        options: Any = level.options  # as in `open_words`, which would be a call a word
        names = options.words if type(options) is not tuple else level.open_words
        if level.max_picks == 1:
            word = names[roll_below(len(names))]
        else:
            picks = list(names)
            pick_count = level.min_picks + roll_below(min(level.max_picks, len(picks)) - level.min_picks + 1)
            while len(picks) > pick_count:
                picks.pop(roll_below(len(picks)))
            word = "+".join(picks)
        spelled.append(word)
        level = level.next_menu(word)
    return tuple(spelled)


def find_forced_move(menu: Menu) -> Words | None:
    """Return the only complete move of a decision; None if there are several or one of its menus is secret."""
    level: Menu | None = menu
    spelled: list[Word] = []
    while level is not None:
        names = level.open_words
        if level.is_secret or len(names) != level.min_picks:
            return None
        spelled.append("+".join(names))
        level = level.next_menu(spelled[-1])
    return tuple(spelled)


def passes_secret_menu(menu: Menu, words: Sequence[Word]) -> bool:
    """Return whether a complete move passes through a secret menu."""
    level: Menu | None = menu
    for word in words:
        if level is None:
            return False
        if level.is_secret:
            return True
        level = level.next_menu(word)
    return level is not None and level.is_secret
