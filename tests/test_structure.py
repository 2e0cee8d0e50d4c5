"""How the house is built, counted: few ancestors, small rooms."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import cogs
import engine.host

ROOT = Path(__file__).parents[1]
OURS = ("cogs", "engine", "render")
ROOM = 22
"""Modules that somebody finds their way among."""


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def ours(name: str) -> bool:
    return name.split(".")[0] in OURS


@pytest.mark.parametrize("package", [cogs, engine.host], ids=lambda package: package.__name__)
def test_no_class_has_more_than_one_class_of_ours_above_it(package: ModuleType) -> None:
    towers = {
        f"{kind.__module__}.{kind.__name__}": [base.__name__ for base in kind.__mro__[1:] if ours(base.__module__)]
        for module in modules(package)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__
    }
    assert len(towers) > 20
    assert {name: above for name, above in towers.items() if len(above) > 1} == {}


@pytest.mark.parametrize("top", OURS)
def test_no_folder_holds_more_modules_than_one_can_look_through(top: str) -> None:
    folders = {path.parent for path in (ROOT / top).rglob("*.py")}
    counts = {folder.relative_to(ROOT): len(list(folder.glob("*.py"))) for folder in folders}
    assert len(counts) > 1
    assert {str(folder): n for folder, n in counts.items() if n > ROOM} == {}
