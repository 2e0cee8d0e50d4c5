"""Checks an owner's components file: finds everything that is missing or wrong in it, renders its rules and plays games with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
from msgspec import inspect

from engine import rulebook
from engine.kernel import registry
from engine.kernel.registry import AnyGame
from engine.kernel.script import complete_options
from engine.ops import rule_pages
from engine.players import arena

MAX_PROBLEMS = 200
"""The largest number of problems that are reported for one file."""
TRIAL_GAMES = 3
"""The number of games that are played with a file, for each number of seats."""
TRIAL_LEVELS = ("random", "random")
_MISSING_FIELD_PATTERN = re.compile(r"missing required field `(?P<field>[^`]+)`")
_KEY_STEP_PATTERN = re.compile(r"[^.\[\]]+|\[\d+\]")


def find_problems(slug: str, text: bytes) -> list[tuple[str, str]]:
    """List every problem of a file as (key, reason), in the order in which they are found.

    Loading a file stops at its first problem. To find the others, this function replaces each wrong value by the
    one of the built-in file. A file without problems is then tried: see `try_out`.
    """
    package = import_module(f"{registry.GAMES_PACKAGE}.{slug}")
    components_type = registry.components_type(package)
    typed_components = registry.load_game(slug).typed_components or components_type
    default_data = tomllib.loads(registry.own_components(slug))
    try:
        data = tomllib.loads(text.decode())
    except ValueError as error:  # neither text nor TOML
        return [("", f"this is not TOML: {error}")]
    problems: list[tuple[str, str]] = []
    while len(problems) < MAX_PROBLEMS:
        try:
            package.load(msgspec.convert(data, components_type, str_keys=True))
        except ValueError as error:
            problem = _describe_problem(typed_components, error)
        else:
            break
        if problem in problems:
            break
        problems.append(problem)
        if not _replace_wrong_value(data, default_data, _KEY_STEP_PATTERN.findall(problem[0])):
            break
    return problems or [("", reason) for reason in try_out(registry.load_game(slug, text))]


def try_out(game: AnyGame) -> Iterator[str]:
    """Render the rules in every language and play random games with all numbers of seats; yield each failure as a sentence."""
    for language in rulebook.list_languages(game.slug):
        try:
            rule_pages.load_rules(game, language)
        except KeyError as error:
            yield f"the rules in the language “{language}” name {error}, which the file does not have"
    options = complete_options(game.settings, {})
    for seats in game.seat_counts:
        try:
            for number in range(TRIAL_GAMES):
                arena.play_game(game, TRIAL_LEVELS, seats, number, "trial", options)
        except Exception as error:  # noqa: BLE001 - the file may break the game anywhere
            yield f"a random game with {seats} players stops: {type(error).__name__}: {error}"


def _describe_problem(components_type: type[msgspec.Struct], error: ValueError) -> tuple[str, str]:
    """Return the key and the reason of an error that msgspec or a game raised."""
    reason, _, path = str(error).partition(" - at `$")
    key = path.strip("`.")
    missing = _MISSING_FIELD_PATTERN.search(reason)
    if missing is None:
        return key, reason + _list_allowed_values(components_type, reason, key)
    field = missing["field"]
    return f"{key}.{field}" if key else field, "it is missing"


def _list_allowed_values(components_type: type[msgspec.Struct], reason: str, key: str) -> str:
    """Return the values allowed at a key, in brackets, if the reason is that a value is none of them."""
    if not reason.startswith("Invalid"):
        return ""
    types: list[inspect.Type] = [inspect.type_info(components_type)]
    for step in _KEY_STEP_PATTERN.findall(key):
        inner_types: list[inspect.Type] = []
        for field_type in types:
            inner_types += _generate_inner_types(field_type, step)
        types = inner_types
    allowed: set[str] = set()
    for field_type in types:
        allowed.update(_generate_values(field_type))
    if not allowed:
        return ""
    return f" (one of: {', '.join(sorted(allowed))})"


def _generate_inner_types(field_type: inspect.Type, step: str) -> Iterator[inspect.Type]:
    """Yield the types that a value of `field_type` may have at its key or index `step`."""
    match field_type:
        case inspect.UnionType(types=types):
            for member in types:
                yield from _generate_inner_types(member, step)
        case inspect.StructType(fields=fields, tag=tag, tag_field=tag_field):
            yield from (field.type for field in fields if field.encode_name == step)
            if step == tag_field and tag is not None:
                yield inspect.LiteralType((tag,))
        case inspect.DictType(value_type=value):
            yield value
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield item
        case inspect.TupleType(item_types=items):
            yield from items
        case _:
            return


def _generate_values(field_type: inspect.Type) -> Iterator[str]:
    match field_type:
        case inspect.LiteralType(values=values):
            yield from (str(value) for value in values)
        case inspect.UnionType(types=types):
            for member in types:
                yield from _generate_values(member)
        case _:
            return


def _replace_wrong_value(data: Any, default_data: Any, steps: list[str]) -> bool:  # noqa: ANN401 - TOML of any shape
    """Replace a wrong value by the built-in one, at its key or at the closest key above that has one.

    A key that the built-in file does not have is deleted. Return False if nothing could be replaced.
    """
    if not steps:
        return False
    step: Any = int(steps[0][1:-1]) if steps[0].startswith("[") else steps[0]
    value, default = _find_value(data, step), _find_value(default_data, step)
    has_both = value is not None and default is not None
    if len(steps) > 1 and has_both and _replace_wrong_value(value, default, steps[1:]):
        return True
    if value == default or (value is None and isinstance(data, list)):
        return False
    if default is None:
        del data[step]
    else:
        data[step] = default
    return True


def _find_value(data: Any, step: Any) -> Any:  # noqa: ANN401
    if isinstance(data, dict):
        return data.get(step)
    if isinstance(data, list) and isinstance(step, int) and step < len(data):
        return data[step]
    return None
