"""The rules page of a game with the numbers of the components it is played with, also of an owner's file.

In RULES.md a comment after a number names its value: `at most 7<!--limits.hand--> cards`. The number may be a word
(`Four<!--board.visible--> rows`), and may include a noun with both its forms: `1 crewman<!--
costs.draw|crewman|crewmen-->`. The name is a path (`franklin.points.0`), `minus(path)`, or over all numbers below a
path (`*` is any key) `sum(deck)`, `len(track.prices)` or `count(cards.*.sets 3)`; `copies(deck.dog.r)` is 0 if there is no such
entry; "+" adds values. As long as the value is the
one of the built-in components, the page's words stay; any other value is written in figures.

A list of any length is named as a whole: `0, 1, 1, 2 and 2<!--list(track.prices)-->`. `sizes(islands.points)` are the numbers from
2 on, one for each entry. A cell of a table may be a word of the components: `| Water <!--said(bases.africa.resource)--> |` has the
page's word until the component changes, then the component's. `<!--ours(islands)-->(The points are ours.)<!--/-->` stands only as
long as a value at the path has a source that is neither a printed copy nor the rules.
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
from engine.ops.provenance import UNPRINTED_SOURCES, list_sources
from engine.rulebook import Rule, Section

MARKED_NUMBER_PATTERN = re.compile(
    r"(?P<said>[−+]?\b\w+)(?:(?P<noun> [^\W\d]+)<!--(?P<forms>[^<>|]+\|[^<>|]+\|[^<>|]+)-->"
    r"|<!--(?P<path>(?!list|sizes|ours|said)[^<>|]+)-->)"
)
"""Matches a number of the page with the comment that names its value."""
MARKED_LIST_PATTERN = re.compile(
    r"(?P<said>\d+(?:, \d+)* (?P<conjunction>\w+) \d+)<!--(?P<what>list|sizes)\((?P<path>[^ ()]+)\)-->"
)
"""Matches a list of the page with the comment that names it."""
MARKED_WORD_PATTERN = re.compile(r"(?<=\|)(?P<said>[^|<>\n]+)<!--said\((?P<path>[^ ()]+)\)-->")
"""Matches a cell of a table with the comment that names its word in the components."""
MARKED_NOTE_PATTERN = re.compile(r" ?<!--ours\((?P<path>[^()]+)\)-->(?P<note>.*?)<!--/-->")
"""Matches a note about values that are not printed, with the paths of these values."""
_CALL_PATTERN = re.compile(r"(?P<what>sum|count|minus|len|copies)\((?P<path>[^ ()]+)(?: (?P<wanted>\d+))?\)")
FIRST_SIZE = 2
"""The number that `sizes` gives to the first entry of a list."""


def load_rules(game: AnyGame, language: str = rulebook.ENGLISH_CODE) -> tuple[Rule, ...]:
    """Load the rules of a game with the numbers of its components, in a language or else in English."""
    return rulebook.parse_page(_fill_page(game, language))


def load_overview(game: AnyGame, language: str = rulebook.ENGLISH_CODE) -> tuple[Section, ...]:
    """Load the overview of a game with the numbers of its components, in a language or else in English."""
    return rulebook.parse_overview(_fill_page(game, language))


def _fill_page(game: AnyGame, language: str) -> str:
    """Load a page with the values that differ from the built-in components."""
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

    def write_list(match: re.Match[str]) -> str:
        numbers = find_list(components, match["what"], match["path"])
        if numbers == find_list(built_in, match["what"], match["path"]):
            return match[0]
        return f" {match['conjunction']} ".join(filter(None, (", ".join(numbers[:-1]), numbers[-1])))

    def write_word(match: re.Match[str]) -> str:
        word = find_word(components, match["path"])
        if word == find_word(built_in, match["path"]):
            return match[0]
        return f" {word} "

    def write_note(match: re.Match[str]) -> str:
        sources = {source for path in match["path"].split("+") for source in find_sources(components, path)}
        if sources.intersection(UNPRINTED_SOURCES):
            return match[0]
        return ""

    page = MARKED_NOTE_PATTERN.sub(write_note, rulebook.load_page(game.slug, language))
    page = MARKED_WORD_PATTERN.sub(write_word, MARKED_LIST_PATTERN.sub(write_list, page))
    return MARKED_NUMBER_PATTERN.sub(write_number, page)


def find_word(components: Any, path: str) -> str:  # noqa: ANN401 - each game has its own components
    """Return the word that a path names in components as plain data.

    Raises:
        KeyError: There is no word at the path.
    """
    words = []
    for value in _find_value(components, path):
        if isinstance(value, str):
            words.append(value)
    if len(words) != 1:
        raise KeyError(path)
    return words[0]


def find_list(components: Any, what: str, path: str) -> list[str]:  # noqa: ANN401 - each game has its own components
    """Return the numbers that a `list` or `sizes` names, in figures.

    Raises:
        KeyError: There are no numbers at the path.
    """
    numbers = _find_numbers(components, path)
    if not numbers:
        raise KeyError(path)
    if what == "sizes":
        numbers = list(range(FIRST_SIZE, FIRST_SIZE + len(numbers)))
    return [str(number) for number in numbers]


def find_sources(components: Any, path: str) -> set[str]:  # noqa: ANN401
    """Return the sources of the values at a path: of a whole entry, or of one value of it.

    Raises:
        KeyError: There is no entry with a source on the path.
    """
    step, _, rest = path.partition(".")
    sources: set[str] = set()
    for key in _list_keys(components, step):
        entry = components[key]
        value_name = rest.partition(".")[0]
        if not rest:
            sources |= list_sources(entry)
        elif isinstance(entry, dict) and "source" in entry and not list_sources(entry.get(value_name)):
            sources.add(entry.get("sources", {}).get(value_name, entry["source"]))
        else:
            sources |= find_sources(entry, rest)
    if not sources:
        raise KeyError(path)
    return sources


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
    if call["what"] == "len":
        return sum(len(value) for value in _find_value(components, call["path"]))
    if call["what"] == "copies":
        return _count_copies(components, call["path"])
    numbers = _find_numbers(components, call["path"])
    if call["what"] == "sum":
        return sum(numbers)
    if call["wanted"] is None:
        raise KeyError(path)
    return numbers.count(int(call["wanted"]))


def _count_copies(components: Any, path: str) -> int:  # noqa: ANN401
    """Return the number at a path, 0 if its last step is missing: a file leaves out what it has no copies of."""
    entry, _, last = path.rpartition(".")
    (found,) = _find_value(components, entry)
    return int(found.get(last, 0))


def _find_single_number(components: Any, path: str) -> int:  # noqa: ANN401
    numbers = _find_numbers(components, path)
    if len(numbers) != 1:
        raise KeyError(path)
    return numbers[0]


def _find_numbers(components: Any, path: str) -> list[int]:  # noqa: ANN401
    return list(_generate_numbers(list(_find_value(components, path))))


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
        if step == "*":
            return [key for key in data if key not in ("source", "sources")]
        return [step]
    if step == "*":
        return list(range(len(data)))
    return [int(step) if isinstance(data, (list, tuple)) else step]


def _generate_numbers(data: Any) -> Iterator[int]:  # noqa: ANN401
    if isinstance(data, int):
        yield data
    elif isinstance(data, dict):
        yield from _generate_numbers(list(data.values()))
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _generate_numbers(value)


@lru_cache(maxsize=16)
def _load_built_in_components(_package: str, slug: str) -> Any:  # noqa: ANN401
    return msgspec.to_builtins(registry.load_game(slug).components, str_keys=True)
