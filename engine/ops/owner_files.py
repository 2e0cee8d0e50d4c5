"""An owner's components file held against ours: everything that is missing or wrong in it, and what in it is not printed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import import_module, resources
from typing import Any

import msgspec

from engine.kernel import registry

MOST = 200
"""Mistakes that are looked for in one file, at most."""
_MISSING = re.compile(r"missing required field `(?P<field>[^`]+)`")
_STEP = re.compile(r"[^.\[\]]+|\[\d+\]")


def problems(slug: str, text: bytes) -> list[tuple[str, str]]:
    """Every mistake as (key, reason), in the order in which they are met; empty when the file can be used.

    A file is refused at its first mistake. To find the others, each is mended with what stands in our own file.
    """
    package = import_module(f"{registry.HOME}.{slug}")
    ours = tomllib.loads(resources.files(package).joinpath("components.toml").read_text("utf-8"))
    try:
        data = tomllib.loads(text.decode())
    except ValueError as bad:  # neither text nor TOML
        return [("", f"this is not TOML: {bad}")]
    found: list[tuple[str, str]] = []
    while len(found) < MOST:
        try:
            package.load(msgspec.convert(data, package.Components, str_keys=True))
        except ValueError as bad:
            reason, _, path = str(bad).partition(" - at `$")
            key = path.strip("`.")
            field = _MISSING.search(reason)
            named = ".".join(filter(None, (key, field["field"]))) if field else key
            if (named, reason) in found:
                break
            found.append((named, "it is missing" if field else reason))
            if not _mend(data, ours, _STEP.findall(named)):
                break
        else:
            break
    return found


def _mend(data: Any, ours: Any, steps: list[str]) -> bool:  # noqa: ANN401 - TOML of any shape
    """Our own value in place of a wrong one, at the key or the closest above it where we have one; else the key goes."""
    if not steps:
        return False
    step: Any = int(steps[0][1:-1]) if steps[0].startswith("[") else steps[0]
    here, there = _at(data, step), _at(ours, step)
    if len(steps) > 1 and here is not None and there is not None and _mend(here, there, steps[1:]):
        return True
    if here == there or (here is None and isinstance(data, list)):
        return False
    if there is None:
        del data[step]
    else:
        data[step] = there
    return True


def _at(held: Any, step: Any) -> Any:  # noqa: ANN401
    if isinstance(held, dict):
        return held.get(step)
    return held[step] if isinstance(held, list) and isinstance(step, int) and step < len(held) else None


def sources(held: Any) -> set[str]:  # noqa: ANN401 - components are whatever a game makes of them
    """Where the values below come from."""
    return {source for _, source in provenance(held)}


def provenance(held: Any, path: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """(key, source) for every entry that says where it comes from, and for every single value that comes from elsewhere."""
    if isinstance(held, dict):
        if isinstance(held.get("source"), str):
            yield path, held["source"]
        single = held.get("sources")
        for name, source in single.items() if isinstance(single, dict) else ():
            yield f"{path}.{name}", source
        for name, part in held.items():
            if name != "sources":
                yield from provenance(part, f"{path}.{name}" if path else name)
    elif isinstance(held, (list, tuple)):
        for i, part in enumerate(held):
            yield from provenance(part, f"{path}[{i}]")
