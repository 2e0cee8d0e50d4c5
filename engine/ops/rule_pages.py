"""The rules page of a game with the numbers of the components it is played with, also of an owner's file.

In RULES.md a comment after a number names its value: `at most 7<!--limits.hand--> cards`. The number may be a word
(`Four<!--board.visible--> rows`), and may include a noun with both its forms: `1 crewman<!--
costs.draw|crewman|crewmen-->`. The name is a path (`franklin.points.0`), `minus(path)`, or over all numbers below a
path (`*` is any key) `sum(deck)` or `count(cards.*.sets 3)`; "+" adds values. As long as the value is the one of the
built-in components, the page's words stay; any other value is written in figures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from engine import rulebook
from engine.kernel import registry
from engine.kernel.registry import AnyGame
from engine.rulebook import Rule

MARKED_NUMBER_PATTERN = re.compile(
    r"(?P<said>[−+]?\b\w+)(?:(?P<noun> [^\W\d]+)<!--(?P<forms>[^<>|]+\|[^<>|]+\|[^<>|]+)-->|<!--(?P<path>[^<>|]+)-->)"
)
"""Matches a number of the page with the comment that names its value."""
_CALL_PATTERN = re.compile(r"(?P<what>sum|count|minus)\((?P<path>[^ ()]+)(?: (?P<wanted>\d+))?\)")


def load_rules(game: AnyGame, language: str = rulebook.ENGLISH_CODE) -> tuple[Rule, ...]:
    """Load the rules of a game with the numbers of its components, in a language or else in English."""
    built_in = _load_built_in_components(registry.GAMES_PACKAGE, game.slug)
    components = msgspec.to_builtins(game.components, str_keys=True)

    def write_number(match: re.Match[str]) -> str:
        path, _, forms = (match["forms"] or match["path"]).partition("|")
        value = find_number(components, path)
        if value == find_number(built_in, path):
            return match[0]
        figures = f"−{-value}" if value < 0 else str(value)
        if not forms:
            return figures
        singular, _, plural = forms.partition("|")
        return f"{figures} {singular if value == 1 else plural}"

    return rulebook.parse_page(MARKED_NUMBER_PATTERN.sub(write_number, rulebook.load_page(game.slug, language)))


def find_number(components: Any, path: str) -> int:  # noqa: ANN401 - each game has its own components
    """Return the number that a path names in components as plain data.

    Raises:
        KeyError: There is no number at the path.
    """
    return sum(_compute_number(components, part) for part in path.split("+"))


def _compute_number(components: Any, path: str) -> int:  # noqa: ANN401
    call = _CALL_PATTERN.fullmatch(path)
    if call is None:
        return _find_single_number(components, path)
    if call["what"] == "minus":
        return -_find_single_number(components, call["path"])
    numbers = _find_numbers(components, call["path"])
    if call["what"] == "sum":
        return sum(numbers)
    if call["wanted"] is None:
        raise KeyError(path)
    return numbers.count(int(call["wanted"]))


def _find_single_number(components: Any, path: str) -> int:  # noqa: ANN401
    numbers = _find_numbers(components, path)
    if len(numbers) != 1:
        raise KeyError(path)
    return numbers[0]


def _find_numbers(components: Any, path: str) -> list[int]:  # noqa: ANN401
    return list(_list_numbers(list(_find_value(components, path))))


def _find_value(data: Any, path: str) -> Iterator[Any]:  # noqa: ANN401
    step, _, rest = path.partition(".")
    for key in _list_keys(data, step):
        try:
            value = data[key]
        except (IndexError, TypeError) as error:
            raise KeyError(path) from error
        if rest:
            yield from _find_value(value, rest)
        else:
            yield value


def _list_keys(data: Any, step: str) -> list[Any]:  # noqa: ANN401
    if isinstance(data, dict):
        return list(data) if step == "*" else [step]
    if step == "*":
        return list(range(len(data)))
    return [int(step) if isinstance(data, (list, tuple)) else step]


def _list_numbers(data: Any) -> Iterator[int]:  # noqa: ANN401
    if isinstance(data, int):
        yield data
    elif isinstance(data, dict):
        yield from _list_numbers(list(data.values()))
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _list_numbers(value)


@lru_cache(maxsize=16)
def _load_built_in_components(_package: str, slug: str) -> Any:  # noqa: ANN401
    return msgspec.to_builtins(registry.load_game(slug).components, str_keys=True)
