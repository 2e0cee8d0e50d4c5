"""Where the values of components come from: a printed copy, the rules, another public source, or ourselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

UNPRINTED_SOURCES = ("found", "inferred", "house")
"""The sources that are neither a printed copy nor the rules, the most reliable first."""


def list_unbacked_groups(components: msgspec.Struct) -> dict[str, tuple[str, ...]]:
    """Return the groups of components that have values from UNPRINTED_SOURCES, with these sources in order."""
    groups: dict[str, Any] = msgspec.to_builtins(components, str_keys=True)
    unbacked_groups: dict[str, tuple[str, ...]] = {}
    for name, group in groups.items():
        group_sources = list_sources(group)
        found = []
        for source in UNPRINTED_SOURCES:
            if source in group_sources:
                found.append(source)
        unprinted = tuple(found)
        if unprinted:
            unbacked_groups[name] = unprinted
    return unbacked_groups


def list_sources(data: Any) -> set[str]:  # noqa: ANN401 - each game has its own components
    """Return the sources of the values in this part of the components."""
    return {source for _, source in generate_provenance(data)}


def generate_provenance(data: Any, path: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401
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
                yield from generate_provenance(part, f"{path}.{name}" if path else name)
    elif isinstance(data, (list, tuple)):
        for i, part in enumerate(data):
            yield from generate_provenance(part, f"{path}[{i}]")
