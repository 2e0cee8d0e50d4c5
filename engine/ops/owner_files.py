"""Checks an owner's components file: everything that is missing or wrong in it, and where its values come from."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import msgspec
from msgspec import inspect

from engine.kernel import registry

MAX_PROBLEMS = 200
"""The largest number of problems that are reported for one file."""
UNPRINTED_SOURCES = ("found", "inferred", "house")
"""The sources that are neither a printed copy nor the rules, the most reliable first."""
_MISSING_FIELD_PATTERN = re.compile(r"missing required field `(?P<field>[^`]+)`")
_KEY_STEP_PATTERN = re.compile(r"[^.\[\]]+|\[\d+\]")


def find_problems(slug: str, text: bytes) -> list[tuple[str, str]]:
    """List every problem of a file as (key, reason), in the order in which they are found.

    Loading a file stops at its first problem. To find the others, this function replaces each wrong value by the
    one of the built-in file.
    """
    package = import_module(f"{registry.GAMES_PACKAGE}.{slug}")
    components_type = registry.components_type(package)
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
            problem = _describe_problem(getattr(package, "TypedComponents", components_type), error)
        else:
            break
        if problem in problems:
            break
        problems.append(problem)
        if not _replace_wrong_value(data, default_data, _KEY_STEP_PATTERN.findall(problem[0])):
            break
    return problems


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
            inner_types += _list_inner_types(field_type, step)
        types = inner_types
    allowed: set[str] = set()
    for field_type in types:
        allowed.update(_list_values(field_type))
    if not allowed:
        return ""
    return f" (one of: {', '.join(sorted(allowed))})"


def _list_inner_types(field_type: inspect.Type, step: str) -> Iterator[inspect.Type]:
    """Yield the types that a value of `field_type` may have at its key or index `step`."""
    match field_type:
        case inspect.UnionType(types=types):
            for member in types:
                yield from _list_inner_types(member, step)
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


def _list_values(field_type: inspect.Type) -> Iterator[str]:
    match field_type:
        case inspect.LiteralType(values=values):
            yield from (str(value) for value in values)
        case inspect.UnionType(types=types):
            for member in types:
                yield from _list_values(member)
        case _:
            return


def list_unbacked_groups(components: msgspec.Struct) -> dict[str, tuple[str, ...]]:
    """Return the groups of components that have values from UNPRINTED_SOURCES, with these sources in order."""
    groups: dict[str, Any] = msgspec.to_builtins(components, str_keys=True)
    unbacked_groups: dict[str, tuple[str, ...]] = {}
    for name, group in groups.items():
        group_sources = list_sources(group)
        unprinted = tuple(source for source in UNPRINTED_SOURCES if source in group_sources)
        if unprinted:
            unbacked_groups[name] = unprinted
    return unbacked_groups


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


def list_sources(data: Any) -> set[str]:  # noqa: ANN401 - each game has its own components
    """Return the sources of the values in this part of the components."""
    return {source for _, source in list_provenance(data)}


def list_provenance(data: Any, path: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Yield (key, source) for every entry with a source, and for every single value with a source of its own."""
    if isinstance(data, dict):
        if isinstance(data.get("source"), str):
            yield path, data["source"]
        value_sources = data.get("sources")
        if isinstance(value_sources, dict):
            for name, source in value_sources.items():
                yield f"{path}.{name}", source
        for name, part in data.items():
            if name != "sources":
                yield from list_provenance(part, f"{path}.{name}" if path else name)
    elif isinstance(data, (list, tuple)):
        for i, part in enumerate(data):
            yield from list_provenance(part, f"{path}[{i}]")
