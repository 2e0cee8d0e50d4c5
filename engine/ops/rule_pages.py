"""The rules page of a game as it is played here: numbers that come from its components follow an owner's file.

In RULES.md a number is followed by a comment that names its value: `at most 7<!--limits.hand--> cards`. It may be a word
(`Four<!--board.visible--> rows`), and take the noun after it along with both its forms:
`1 crewman<!--costs.draw|crewman|crewmen-->`. Besides a path (`franklin.points.0`) there is `minus(path)`, and of all numbers
below a path (`*` is any key) `sum(deck)` and `count(cards.*.sets 3)`; values joined by "+" are added. What the page says stands as
long as the value is that of our own components, so that its words stay; any other value is written in figures.
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
"""A number of the page with the comment that names its value."""
_CALL_PATTERN = re.compile(r"(?P<what>sum|count|minus)\((?P<path>[^ ()]+)(?: (?P<wanted>\d+))?\)")


def load_rules(game: AnyGame, language: str = rulebook.ENGLISH_CODE) -> tuple[Rule, ...]:
    """The rules of a game with the numbers of its components, in a language or else in English."""
    ours, here = (
        _load_house_rules(registry.GAMES_PACKAGE, game.slug),
        msgspec.to_builtins(game.components, str_keys=True),
    )

    def said(found: re.Match[str]) -> str:
        path, _, forms = (found["forms"] or found["path"]).partition("|")
        value = find_number(here, path)
        if value == find_number(ours, path):
            return found[0]
        one, _, many = forms.partition("|")
        noun = f" {one if value == 1 else many}" if forms else ""
        return f"−{-value}{noun}" if value < 0 else f"{value}{noun}"

    return rulebook.parse_page(MARKED_NUMBER_PATTERN.sub(said, rulebook.load_page(game.slug, language)))


def find_number(components: Any, path: str) -> int:  # noqa: ANN401 - components are whatever a game makes of them
    """The number that a path names in components as plain data. Raises KeyError where there is none."""
    return sum(_compute_number(components, part) for part in path.split("+"))


def _compute_number(components: Any, path: str) -> int:  # noqa: ANN401
    call = _CALL_PATTERN.fullmatch(path)
    below = list(_list_numbers(list(_find_value(components, call["path"] if call else path))))
    if call and call["what"] == "sum":
        return sum(below)
    if call and call["wanted"]:
        return below.count(int(call["wanted"]))
    if len(below) != 1:
        raise KeyError(path)
    return -below[0] if call else below[0]


def _find_value(data: Any, path: str) -> Iterator[Any]:  # noqa: ANN401
    step, _, rest = path.partition(".")
    if step == "*":
        steps = list(data) if isinstance(data, dict) else list(range(len(data)))
    else:
        steps = [int(step) if isinstance(data, (list, tuple)) else step]
    for one in steps:
        try:
            inner = data[one]
        except (IndexError, TypeError) as no:
            raise KeyError(path) from no
        yield from _find_value(inner, rest) if rest else [inner]


def _list_numbers(data: Any) -> Iterator[int]:  # noqa: ANN401
    if isinstance(data, int):
        yield data
    elif isinstance(data, (dict, list, tuple)):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from _list_numbers(inner)


@lru_cache(maxsize=16)
def _load_house_rules(_home: str, slug: str) -> Any:  # noqa: ANN401
    return msgspec.to_builtins(registry.load_game(slug).components, str_keys=True)
