"""The kernel stays small enough to be read in one sitting."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

KERNEL_DIRECTORY = Path(__file__).parents[2] / "engine" / "kernel"
MAX_CODE_LINES = 712
"""Lines of code, without blank lines, comments and docstrings."""
NON_CODE_TOKENS = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def count_code_lines(source: str) -> int:
    """How many lines of a module hold code."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    held = {n for token in tokens if token.type not in NON_CODE_TOKENS for n in range(token.start[0], token.end[0] + 1)}
    told = {
        n
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for n in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return len(held - told)


def test_the_kernel_is_small() -> None:
    sizes = {file.name: count_code_lines(file.read_text("utf-8")) for file in KERNEL_DIRECTORY.glob("*.py")}
    assert sizes["dice.py"] > 10
    assert sum(sizes.values()) <= MAX_CODE_LINES, sizes


def test_only_code_is_counted() -> None:
    assert (
        count_code_lines(
            '"""Said\nhere."""\n\n# and here\nx = 1  # one\ny = """two\nlines"""\n\n\ndef f():\n    """No."""\n'
        )
        == 4
    )
