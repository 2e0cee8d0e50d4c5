"""The statements of a module, for checks of its functions and imports: expressions are most of a syntax tree, and are left out."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

INNER_BLOCKS = ("body", "orelse", "handlers", "cases", "finalbody")


def list_statements(block: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """List the statements of a block and all statements inside them."""
    for statement in block:
        yield statement
        for name in INNER_BLOCKS:
            yield from list_statements(getattr(statement, name, ()))
