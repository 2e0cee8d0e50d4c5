"""An owner's components file held against ours: everything that is missing or wrong in it, and what in it is not printed."""

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
"""Mistakes that are looked for in one file, at most."""
UNPRINTED_SOURCES = ("found", "inferred", "house")
"""Sources that neither a printed copy nor the rules stand behind, the surest first."""
_MISSING_FIELD_PATTERN = re.compile(r"missing required field `(?P<field>[^`]+)`")
_KEY_STEP_PATTERN = re.compile(r"[^.\[\]]+|\[\d+\]")


def find_problems(slug: str, text: bytes) -> list[tuple[str, str]]:
    """Every mistake as (key, reason), in the order in which they are met; empty when the file can be used.

    A file is refused at its first mistake. To find the others, each is mended with what stands in our own file.
    """
    package = import_module(f"{registry.GAMES_PACKAGE}.{slug}")
    components_type = registry.components_type(package)
    ours = tomllib.loads(registry.own_components(slug))
    try:
        data = tomllib.loads(text.decode())
    except ValueError as bad:  # neither text nor TOML
        return [("", f"this is not TOML: {bad}")]
    found: list[tuple[str, str]] = []
    while len(found) < MAX_PROBLEMS:
        try:
            package.load(msgspec.convert(data, components_type, str_keys=True))
        except ValueError as bad:
            reason, _, path = str(bad).partition(" - at `$")
            key = path.strip("`.")
            field = _MISSING_FIELD_PATTERN.search(reason)
            named = ".".join(filter(None, (key, field["field"]))) if field else key
            told = "it is missing" if field else reason + _list_allowed_values(package, reason, named)
            if (named, told) in found:
                break
            found.append((named, told))
            if not _replace_wrong_value(data, ours, _KEY_STEP_PATTERN.findall(named)):
                break
        else:
            break
    return found


def _list_allowed_values(package: Any, reason: str, key: str) -> str:  # noqa: ANN401 - a game's package
    """The values allowed at a key, in brackets, where a value is refused for being none of them."""
    if not reason.startswith("Invalid"):
        return ""
    held: list[inspect.Type] = [
        inspect.type_info(getattr(package, "TypedComponents", registry.components_type(package)))
    ]
    for step in _KEY_STEP_PATTERN.findall(key):
        held = [inner for kind in held for inner in _list_inner_types(kind, step)]
    allowed = sorted({value for kind in held for value in _list_values(kind)})
    return f" (one of: {', '.join(allowed)})" if allowed else ""


def _list_inner_types(field_type: inspect.Type, step: str) -> Iterator[inspect.Type]:
    """The types that may stand at a step below a type."""
    match field_type:
        case inspect.UnionType(types=types):
            for one in types:
                yield from _list_inner_types(one, step)
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
            for one in types:
                yield from _list_values(one)
        case _:
            return


def list_unbacked_groups(components: msgspec.Struct) -> dict[str, tuple[str, ...]]:
    """The groups of components that no printed copy and no rule text backs in full, each with the other sources in it:
    "found", "inferred" or "house", in this order."""
    groups: dict[str, Any] = msgspec.to_builtins(components, str_keys=True)
    held = {name: list_sources(group) for name, group in groups.items()}
    open_to_owners = {name: tuple(one for one in UNPRINTED_SOURCES if one in given) for name, given in held.items()}
    return {name: given for name, given in open_to_owners.items() if given}


def _replace_wrong_value(data: Any, default_data: Any, steps: list[str]) -> bool:  # noqa: ANN401 - TOML of any shape
    """Our own value in place of a wrong one, at the key or the closest above it where we have one; else the key goes."""
    if not steps:
        return False
    step: Any = int(steps[0][1:-1]) if steps[0].startswith("[") else steps[0]
    here, there = _find_value(data, step), _find_value(default_data, step)
    if len(steps) > 1 and here is not None and there is not None and _replace_wrong_value(here, there, steps[1:]):
        return True
    if here == there or (here is None and isinstance(data, list)):
        return False
    if there is None:
        del data[step]
    else:
        data[step] = there
    return True


def _find_value(data: Any, step: Any) -> Any:  # noqa: ANN401
    if isinstance(data, dict):
        return data.get(step)
    return data[step] if isinstance(data, list) and isinstance(step, int) and step < len(data) else None


def list_sources(data: Any) -> set[str]:  # noqa: ANN401 - components are whatever a game makes of them
    """Where the values below come from."""
    return {source for _, source in list_provenance(data)}


def list_provenance(data: Any, path: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """(key, source) for every entry that says where it comes from, and for every single value that comes from elsewhere."""
    if isinstance(data, dict):
        if isinstance(data.get("source"), str):
            yield path, data["source"]
        single = data.get("sources")
        for name, source in single.items() if isinstance(single, dict) else ():
            yield f"{path}.{name}", source
        for name, part in data.items():
            if name != "sources":
                yield from list_provenance(part, f"{path}.{name}" if path else name)
    elif isinstance(data, (list, tuple)):
        for i, part in enumerate(data):
            yield from list_provenance(part, f"{path}[{i}]")
