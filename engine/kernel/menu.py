"""What a player may do: a decision is a lazy tree of menus, a move is a path of words through it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Optional, Union

import msgspec

from engine.kernel.text import Illegal, Text, Who, say

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


class Lazy(msgspec.Struct, eq=False):  # noqa: PLW1641 - nobody asks for a hash
    """Options that `make` makes once somebody looks at them: `words` are those that can be chosen, known without."""

    words: Sequence[Word]
    make: Callable[[], Iterable[Option]] = tuple
    made: tuple[Option, ...] = ()

    def all(self) -> tuple[Option, ...]:
        """The options."""
        self.made = self.made or tuple(self.make())
        return self.made

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401 - an index or a slice
        return self.all()[at]

    def __len__(self) -> int:
        return len(self.all())

    def __iter__(self) -> Iterator[Option]:
        return iter(self.all())

    def __eq__(self, other: object) -> bool:
        return self.all() == (other.all() if isinstance(other, Lazy) else other)


class Menu(msgspec.Struct, frozen=True, weakref=True):
    """One level of a move: pick `lo` to `hi` of the options, then continue with `then(word)` until it returns None.

    `name` is the name of the slash-command parameter. A pick of several options is one word, the option
    words joined by "+" in menu order. `secret` marks a decision whose options or answer the other seats must
    not learn: the host neither plays it automatically nor prints the answer before the game is over.
    `draft` returns the state as it would be after the words so far, for a preview of the move; None where it would
    look no different. It rolls no dice and is shown through the game's view, like any state.
    `why_not` says why a word that is not among the options cannot be chosen; None where there is nothing to say.
    `apart`: it begins something new, and is not put into one list with the question before.
    `again`: how often the same question may come again in this move after it, `apart` each time, with what is then possible.
    `alike`: where it is asked more than once in a move, it makes no difference which time an answer is given.
    """

    name: str
    prompt: Text
    options: Union[tuple[Option, ...], Lazy]
    then: Callable[[Word], Optional[Menu]] = lambda _: None
    lo: int = 1
    hi: int = 1
    secret: bool = False
    draft: Optional[Callable[[], Any]] = None
    why_not: Optional[Callable[[Word], Optional[Text]]] = None
    apart: bool = False
    again: int = 0
    alike: bool = False

    def canon(self, word: Word) -> Word:
        """The canonical spelling of a pick. Raises Illegal, with the reason, when this menu does not offer it."""
        picks = [word] if self.hi == 1 else word.split("+")
        chosen = [pick for pick in self.picks if pick in picks]
        if len(chosen) == len(picks) and self.lo <= len(picks) <= self.hi:
            return "+".join(chosen)
        whys = {option.word: option.why_not for option in self.options if option.word in picks}
        if len(whys) < len(picks):
            raise Illegal(self._unknown(next((pick for pick in picks if pick not in whys), word)))
        if not self.lo <= len(picks) <= self.hi:
            raise Illegal(say("Choose {lo} to {hi} of these, not {n}.", lo=self.lo, hi=self.hi, n=len(picks)))
        raise Illegal(next(why for why in whys.values() if why is not None))

    @property
    def picks(self) -> Sequence[Word]:
        """The words of the options that can be chosen."""
        options: Any = self.options  # told by its type: `isinstance` takes long to say no
        return [one.word for one in options if one.why_not is None] if type(options) is tuple else options.words

    def open(self) -> list[Option]:
        """The options that can be chosen."""
        return [option for option in self.options if option.why_not is None]

    def words(self) -> Iterator[Word]:
        """Every pick this level accepts, in menu order."""
        for size in range(self.lo, min(self.hi, len(self.picks)) + 1):
            for picks in combinations(self.picks, size):
                yield "+".join(picks)

    def _unknown(self, word: Word) -> Text:
        some: list[str | int | Who | Text] = [*self.picks[:8], *("…" for _ in self.picks[8:9])]
        why = (self.why_not and self.why_not(word[:24])) or say("“{word}” is not a choice here.", word=word[:24])
        return say("{why} {prompt} ({choices})", why=why, prompt=self.prompt, choices=some)


def once(make: Callable[[Word], Menu | None]) -> Callable[[Word], Menu | None]:
    """The same function, but it builds each menu only once. Setting up `functools.cache` takes longer than building one."""
    made: dict[Word, Menu | None] = {}

    def below(word: Word) -> Menu | None:
        if word not in made:
            made[word] = make(word)
        return made[word]

    return below


def walk(menu: Menu, words: Sequence[Word]) -> Menu | None:
    """The menu that a prefix of a move leads to; None when the prefix is a complete move. Raises Illegal."""
    level: Menu | None = menu
    for word in words:
        if level is None:
            raise Illegal(say("“{word}” is one word too many: the move is complete before it.", word=word[:24]))
        level = level.then(level.canon(word))
    return level


def canon(menu: Menu, words: Sequence[Word]) -> Words:
    """The canonical spelling of a complete move. Raises Illegal, also for an unfinished one."""
    level: Menu | None = menu
    spelled: list[Word] = []
    for given in words:
        if level is None:
            raise Illegal(say("“{word}” is one word too many: the move is complete before it.", word=given[:24]))
        options: Any = level.options  # as in `picks`, which would be a call a word
        offered = options.words if type(options) is not tuple else level.picks
        word = given if level.hi == 1 and given in offered else level.canon(given)
        spelled.append(word)
        level = level.then(word)
    if level is not None:
        raise Illegal(say("That move is not finished. {prompt}", prompt=level.prompt))
    return tuple(spelled)


def moves(menu: Menu) -> Iterator[Words]:
    """Every complete move of a decision, flat, in menu order."""
    for word in menu.words():
        below = menu.then(word)
        for tail in moves(below) if below is not None else [()]:
            yield (word, *tail)


def compose(menu: Menu, pick: Callable[[Menu], Word]) -> Words:
    """A complete move, made of what `pick` chooses from each menu on the way."""
    level: Menu | None = menu
    spelled: list[Word] = []
    while level is not None:
        spelled.append(pick(level))
        level = level.then(spelled[-1])
    return tuple(spelled)


def sample(menu: Menu, below: Callable[[int], int]) -> Words:
    """A complete move chosen level by level; `below(n)` returns a number from 0 to n - 1."""
    level: Menu | None = menu
    spelled: list[Word] = []
    while level is not None:
        options: Any = level.options  # as in `picks`, which would be a call a word
        names = options.words if type(options) is not tuple else level.picks
        if level.hi == 1:
            word = names[below(len(names))]
        else:
            names = list(names)
            for _ in range(len(names) - level.lo - below(min(level.hi, len(names)) - level.lo + 1)):
                names.pop(below(len(names)))
            word = "+".join(names)
        spelled.append(word)
        level = level.then(word)
    return tuple(spelled)


def forced(menu: Menu) -> Words | None:
    """The only complete move of a decision, if there is just one and it is no secret; else None."""
    level: Menu | None = menu
    spelled: list[Word] = []
    while level is not None:
        names = level.picks
        if level.secret or len(names) != level.lo or level.lo != min(level.hi, len(names)):
            return None
        spelled.append("+".join(names))
        level = level.then(spelled[-1])
    return tuple(spelled)


def secret(menu: Menu, words: Sequence[Word]) -> bool:
    """Whether a complete move passes through a secret menu."""
    level: Menu | None = menu
    for word in words:
        if level is None or level.secret:
            break
        level = level.then(word)
    return level is not None and level.secret
