"""Which games there are: every package in `engine.games` that offers `load(components)`."""

from __future__ import annotations

import pkgutil
from importlib import import_module, resources
from typing import Any, cast

import msgspec

from engine.kernel.script import Game

AnyGame = Game[Any, Any]
HOME = "engine.games"


class BadComponents(ValueError):
    """A components file that cannot be used: which key, and why."""


def slugs() -> tuple[str, ...]:
    """Every game's slug, in alphabetical order."""
    home = import_module(HOME)
    return tuple(sorted(found.name for found in pkgutil.iter_modules(home.__path__) if found.ispkg))


def load(slug: str, components: bytes | str | None = None) -> AnyGame:
    """A game with its own components, or with those of a TOML text of the same shape.

    Raises KeyError for an unknown slug and BadComponents, naming the key, for components that do not fit.
    """
    if slug not in slugs():
        raise KeyError(slug)
    package = import_module(f"{HOME}.{slug}")
    text = components if components is not None else resources.files(package).joinpath("components.toml").read_bytes()
    try:
        return cast("AnyGame", package.load(msgspec.toml.decode(text, type=package.Components)))
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as bad:
        raise BadComponents(str(bad)) from bad


def reload(slug: str, components: bytes) -> AnyGame:
    """A game with the components that were stored with a table: the JSON of its `components`."""
    package = import_module(f"{HOME}.{slug}")
    return cast("AnyGame", package.load(msgspec.json.decode(components, type=package.Components)))
