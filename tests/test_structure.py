"""Counts about the structure of the code: few base classes, and modules and folders of limited size."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import cogs
import engine.host
from tests.source_statements import list_statements

ROOT = Path(__file__).parents[1]
OUR_PACKAGES = ("cogs", "engine", "render")
MAX_MODULES_PER_FOLDER = 24
MAX_MODULES_PER_GAME = 30
"""A game is one folder, with a module for each part of its rules."""


def list_modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def is_ours(name: str) -> bool:
    return name.split(".", maxsplit=1)[0] in OUR_PACKAGES


@pytest.mark.parametrize("package", [cogs, engine.host], ids=lambda package: package.__name__)
def test_no_class_has_more_than_one_class_of_ours_above_it(package: ModuleType) -> None:
    towers = {
        f"{kind.__module__}.{kind.__name__}": [base.__name__ for base in kind.__mro__[1:] if is_ours(base.__module__)]
        for module in list_modules(package)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__
    }
    assert len(towers) > 20
    assert {name: above for name, above in towers.items() if len(above) > 1} == {}


@pytest.mark.parametrize("top", OUR_PACKAGES)
def test_no_folder_has_too_many_modules(top: str) -> None:
    folders = {path.parent for path in (ROOT / top).rglob("*.py")}
    counts = {folder.relative_to(ROOT): len(list(folder.glob("*.py"))) for folder in folders}
    assert len(counts) > 1
    limits = {
        folder: MAX_MODULES_PER_GAME if folder.parent.name == "games" else MAX_MODULES_PER_FOLDER for folder in counts
    }
    assert {str(folder): n for folder, n in counts.items() if n > limits[folder]} == {}


MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 60
LONG_FUNCTIONS = {"engine/__main__.py:_build_parser"}
"""A parser of arguments is one list."""


def list_product_files() -> list[Path]:
    return [ROOT / "bot.py", *(path for top in OUR_PACKAGES for path in sorted((ROOT / top).rglob("*.py")))]


def test_no_module_is_too_long() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in list_product_files()}
    assert len(lengths) > 300
    assert {name for name, lines in lengths.items() if lines > MAX_MODULE_LINES} == set()


def test_no_function_is_too_long() -> None:
    found = set()
    for path in list_product_files():
        for node in list_statements(ast.parse(path.read_text("utf-8")).body):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if (node.end_lineno or node.lineno) - node.lineno >= MAX_FUNCTION_LINES:
                found.add(f"{path.relative_to(ROOT)}:{node.name}")
    assert found == LONG_FUNCTIONS


SQL_PATTERN = re.compile(
    r"\b(SELECT\s.+\sFROM|SELECT\s+1|INSERT\s+(OR\s+\w+\s+)?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|REPLACE\s+INTO|WHERE\s+\w+"
    r"|CREATE\s+(TABLE|INDEX)|ALTER\s+TABLE|DROP\s+TABLE|ON\s+CONFLICT|ORDER\s+BY|PRAGMA|VACUUM)\b",
    re.DOTALL,
)
STORE_FOLDER = ROOT / "engine" / "host" / "store"
SQL_WORD_PATTERN = re.compile(
    r"\b(SELECT|INSERT|UPDATE|DELETE|REPLACE|WHERE|CREATE|ALTER|DROP|CONFLICT|ORDER|PRAGMA|VACUUM)\b"
)
"""A word of each phrase above: a module without one is not parsed."""
BACKUP_MODULE = ROOT / "engine" / "ops" / "backup.py"
"""A module that reads whole files and plays nothing."""


def list_strings(source: str) -> Iterator[tuple[int, str]]:
    """List the strings of a module, without docstrings."""
    tree = ast.parse(source)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def find_sql(path: Path) -> list[str]:
    source = path.read_text("utf-8")
    if not SQL_WORD_PATTERN.search(source):
        return []
    return [f"{path.relative_to(ROOT)}:{line}" for line, text in list_strings(source) if SQL_PATTERN.search(text)]


def test_sql_is_in_the_store_and_nowhere_else() -> None:
    outside = [path for path in list_product_files() if STORE_FOLDER not in path.parents and path != BACKUP_MODULE]
    assert [found for path in outside for found in find_sql(path)] == []
    assert len([path for path in STORE_FOLDER.glob("*.py") if find_sql(path)]) > 8  # the check would find a violation


def test_contributing_names_existing_files() -> None:
    """CONTRIBUTING shortens a path whose folder is clear."""
    told = set(re.findall(r"`([a-z_/<>]+\.(?:py|toml|txt))`", (ROOT / "CONTRIBUTING.md").read_text("utf-8")))
    ours = [*ROOT.glob("*.*"), *(path for top in (*OUR_PACKAGES, "tests") for path in (ROOT / top).rglob("*.*"))]
    there = ["/" + path.relative_to(ROOT).as_posix() for path in ours]
    patterns = {name: re.compile("/" + re.escape(name).replace("<slug>", "[a-z]+") + "$") for name in told}
    assert {name for name, pattern in patterns.items() if not any(map(pattern.search, there))} == set()
    assert len(told) > 20
