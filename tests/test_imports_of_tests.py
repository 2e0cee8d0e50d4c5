"""No module imports from a test module: helpers shared by tests have their own modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.source_statements import list_statements

TESTS_FOLDER = Path(__file__).parent


def list_imports(file: Path) -> Iterator[str]:
    """List the modules that a file imports, and the names that it imports from them: either may be a test module."""
    for node in list_statements(ast.parse(file.read_text("utf-8")).body):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)


@cache
def is_test_module(module: str) -> bool:
    """Return whether a dotted name is, or is inside, a test module or a conftest."""
    names = module.split(".")
    files = [TESTS_FOLDER.parent.joinpath(*names[:n]).with_suffix(".py") for n in range(1, len(names) + 1)]
    return any(file.is_file() and (file.name.startswith("test_") or file.name == "conftest.py") for file in files)


def test_no_test_module_is_imported() -> None:
    found = {
        str(file.relative_to(TESTS_FOLDER)): module
        for file in sorted(TESTS_FOLDER.rglob("*.py"))
        for module in list_imports(file)
        if is_test_module(module)
    }
    assert not found


def test_such_an_import_would_be_found(tmp_path: Path) -> None:
    here = Path(__file__).stem
    for line in (f"from tests.{here} import imported", f"from tests import {here}", f"import tests.{here}"):
        file = tmp_path / "helper.py"
        file.write_text(line)
        assert any(map(is_test_module, list_imports(file))), line
    assert is_test_module("tests.host.conftest.ANA")
    assert not is_test_module("tests.discord.player.RandomPlayer")
