"""What a player may do: a decision is a lazy tree of menus, a move is a path of words through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Optional, Union

import msgspec

from engine.kernel.text import IllegalMoveError, SeatMention, Text, say

Word = str
Words = tuple[Word, ...]
"""A move in canonical spelling, e.g. ("take", "2", "ra"). It is what the log stores and what players may type."""


class Option(msgspec.Struct, frozen=True):
    """One choice of a menu.

    `word` is stable and language-free ([a-z0-9+-], at most 24 characters; "+" only where one option is chosen).
    `group` is the heading it stands under in a long menu. `why_not` shows the choice but refuses it, with that reason.
    `spot` names a place that the painter can mark with this option's letter.
    """

    word: Word
    label: Text
    group: Optional[Text] = None
    why_not: Optional[Text] = None
    spot: str = ""


class LazyOptions(msgspec.Struct, eq=False):  # noqa: PLW1641 - nobody asks for a hash
    """Options that `build_options` makes once somebody looks at them: `list_picks` are those that can be chosen, known without."""

    words: Sequence[Word]
    build_options: Callable[[], Iterable[Option]] = tuple
    built_options: tuple[Option, ...] = ()

    def list_options(self) -> tuple[Option, ...]:
        """The options."""
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


class Menu(msgspec.Struct, frozen=True, weakref=True):
    """One level of a move: pick `min_picks` to `max_picks` of the options, then continue with `then(word)` until it returns None.

    `name` is the name of the slash-command parameter. A pick of several options is one word, the option
    words joined by "+" in menu order. `is_secret` marks a decision whose options or answer the other seats must
    not learn: the host neither plays it automatically nor prints the answer before the game is over.
    `preview_state` returns the state as it would be after the words so far, for a preview of the move; None where it would
    look no different. It rolls no dice and is shown through the game's view, like any state.
    `why_not` says why a word that is not among the options cannot be chosen; None where there is nothing to say.
    `starts_new_list`: it begins something new, and is not put into one list with the question before.
    `max_repeats`: how often the same question may come again in this move after it, `starts_new_list` each time, with
    what is then possible.
    `is_interchangeable`: where it is asked more than once in a move, it makes no difference which time an answer is given.
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
    starts_new_list: bool = False
    max_repeats: int = 0
    is_interchangeable: bool = False

    def canonicalize(self, word: Word) -> Word:
        """The canonical spelling of a pick. Raises Illegal, with the reason, when this menu does not offer it."""
        picks = [word] if self.max_picks == 1 else word.split("+")
        chosen = [pick for pick in self.open_words if pick in picks]
        if len(chosen) == len(picks) and self.min_picks <= len(picks) <= self.max_picks:
            return "+".join(chosen)
        whys = {option.word: option.why_not for option in self.options if option.word in picks}
        if len(whys) < len(picks):
            raise IllegalMoveError(self._explain_unknown_word(next((pick for pick in picks if pick not in whys), word)))
        if not self.min_picks <= len(picks) <= self.max_picks:
            raise IllegalMoveError(
                say("Choose {lo} to {hi} of these, not {n}.", lo=self.min_picks, hi=self.max_picks, n=len(picks))
            )
        raise IllegalMoveError(next(why for why in whys.values() if why is not None))

    @property
    def open_words(self) -> Sequence[Word]:
        """The words of the options that can be chosen."""
        options: Any = self.options  # told by its type: `isinstance` takes long to say no
        return [one.word for one in options if one.why_not is None] if type(options) is tuple else options.words

    def list_open_options(self) -> list[Option]:
        """The options that can be chosen."""
        return [option for option in self.options if option.why_not is None]

    def list_picks(self) -> Iterator[Word]:
        """Every pick this level accepts, in menu order."""
        for size in range(self.min_picks, min(self.max_picks, len(self.open_words)) + 1):
            for picks in combinations(self.open_words, size):
                yield "+".join(picks)

    def _explain_unknown_word(self, word: Word) -> Text:
        some: list[str | int | SeatMention | Text] = [*self.open_words[:8], *("…" for _ in self.open_words[8:9])]
        why = (self.why_not and self.why_not(word[:24])) or say("“{word}” is not a choice here.", word=word[:24])
        return say("{why} {prompt} ({choices})", why=why, prompt=self.prompt, choices=some)


def cache_menus(build_menu: Callable[[Word], Menu | None]) -> Callable[[Word], Menu | None]:
    """The same function, but it builds each menu only once. Setting up `functools.cache` takes longer than building one."""
    made: dict[Word, Menu | None] = {}

    def below(word: Word) -> Menu | None:
        if word not in made:
            made[word] = build_menu(word)
        return made[word]

    return below


def follow_words(menu: Menu, words: Sequence[Word]) -> Menu | None:
    """The menu that a prefix of a move leads to; None when the prefix is a complete move. Raises Illegal."""
    level: Menu | None = menu
    for word in words:
        if level is None:
            raise IllegalMoveError(
                say("“{word}” is one word too many: the move is complete before it.", word=word[:24])
            )
        level = level.next_menu(level.canonicalize(word))
    return level


def canonicalize_move(menu: Menu, words: Sequence[Word]) -> Words:
    """The canonical spelling of a complete move. Raises Illegal, also for an unfinished one."""
    level: Menu | None = menu
    spelled: list[Word] = []
    for given in words:
        if level is None:
            raise IllegalMoveError(
                say("“{word}” is one word too many: the move is complete before it.", word=given[:24])
            )
        options: Any = level.options  # as in `open_words`, which would be a call a word
        offered = options.words if type(options) is not tuple else level.open_words
        word = given if level.max_picks == 1 and given in offered else level.canonicalize(given)
        spelled.append(word)
        level = level.next_menu(word)
    if level is not None:
        raise IllegalMoveError(say("That move is not finished. {prompt}", prompt=level.prompt))
    return tuple(spelled)


def list_moves(menu: Menu) -> Iterator[Words]:
    """Every complete move of a decision, flat, in menu order."""
    for word in menu.list_picks():
        below = menu.next_menu(word)
        for tail in list_moves(below) if below is not None else [()]:
            yield (word, *tail)


def compose_move(menu: Menu, choose_word: Callable[[Menu], Word]) -> Words:
    """A complete move, made of what `choose_word` chooses from each menu on the way."""
    level: Menu | None = menu
    spelled: list[Word] = []
    while level is not None:
        spelled.append(choose_word(level))
        level = level.next_menu(spelled[-1])
    return tuple(spelled)


def sample_move(menu: Menu, roll_below: Callable[[int], int]) -> Words:
    """A complete move chosen level by level; `below(n)` returns a number from 0 to n - 1."""
    level: Menu | None = menu
    spelled: list[Word] = []
    while level is not None:
        options: Any = level.options  # as in `open_words`, which would be a call a word
        names = options.words if type(options) is not tuple else level.open_words
        if level.max_picks == 1:
            word = names[roll_below(len(names))]
        else:
            names = list(names)
            for _ in range(
                len(names) - level.min_picks - roll_below(min(level.max_picks, len(names)) - level.min_picks + 1)
            ):
                names.pop(roll_below(len(names)))
            word = "+".join(names)
        spelled.append(word)
        level = level.next_menu(word)
    return tuple(spelled)


def find_forced_move(menu: Menu) -> Words | None:
    """The only complete move of a decision, if there is just one and it is no secret; else None."""
    level: Menu | None = menu
    spelled: list[Word] = []
    while level is not None:
        names = level.open_words
        if level.is_secret or len(names) != level.min_picks or level.min_picks != min(level.max_picks, len(names)):
            return None
        spelled.append("+".join(names))
        level = level.next_menu(spelled[-1])
    return tuple(spelled)


def passes_secret_menu(menu: Menu, words: Sequence[Word]) -> bool:
    """Whether a complete move passes through a secret menu."""
    level: Menu | None = menu
    for word in words:
        if level is None or level.is_secret:
            break
        level = level.next_menu(word)
    return level is not None and level.is_secret
