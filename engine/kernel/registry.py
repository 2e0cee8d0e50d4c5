"""The games: every package in `engine.games` that offers `load(components)`."""

from __future__ import annotations

import pkgutil
from importlib import import_module, resources
from types import ModuleType
from typing import Any, cast

import msgspec

from engine.kernel.script import Game, NoComponents

AnyGame = Game[Any, Any]
GAMES_PACKAGE = "engine.games"


class ComponentsError(ValueError):
    """Raised for a components file that cannot be used. The message names the key and the reason."""


def list_slugs() -> tuple[str, ...]:
    """Return every game's slug, in alphabetical order."""
    package = import_module(GAMES_PACKAGE)
    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg))


def load_game(slug: str, components: bytes | str | None = None) -> AnyGame:
    """Load a game with its own components, or with the components in a TOML text of the same shape.

    Raises KeyError for an unknown slug and ComponentsError, naming the key, for components that do not fit.
    """
    if slug not in list_slugs():
        raise KeyError(slug)
    package = import_module(f"{GAMES_PACKAGE}.{slug}")
    text = own_components(slug) if components is None else components
    try:
        return cast("AnyGame", package.load(msgspec.toml.decode(text, type=components_type(package))))
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise ComponentsError(str(error)) from error


def reload_game(slug: str, components: bytes) -> AnyGame:
    """Load a game with the components that were stored with a table: the JSON of its `components`."""
    package = import_module(f"{GAMES_PACKAGE}.{slug}")
    return cast("AnyGame", package.load(msgspec.json.decode(components, type=components_type(package))))


def own_components(slug: str) -> str:
    """Return the text of a game's components.toml, "" for a game without one."""
    file = resources.files(f"{GAMES_PACKAGE}.{slug}").joinpath("components.toml")
    if file.is_file():
        return file.read_text("utf-8")
    return ""


def components_type(package: ModuleType) -> type[msgspec.Struct]:
    """Return the struct that a game's package reads its components into: `Components`, if it has any."""
    declared: type[msgspec.Struct] = vars(package).get("Components", NoComponents)
    return declared
