"""Docstrings, comments and documents use plain words. CONTRIBUTING lists the rules; this module finds the banned words."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BANNED_WORDS = re.compile(
    r"\b(whoever|so many|anew|by itself|by themselves|that of|those of|of which|of whom|lest"
    r"|huts?|easels?|shelf|shelves|errands?|wish(?:es)?)\b",
    re.IGNORECASE,
)
"""Turns of phrase that have to be read twice, and metaphors that once named parts of the program."""
CODE_FOLDERS = ("cogs", "docs", "engine", "render", "tests")
DOCUMENTS = sorted(path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")))
CODE_SPANS = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def list_docstrings(source: str) -> Iterator[str]:
    """Yield the docstrings of a module and of everything in it, and the texts below attributes."""
    for node in ast.walk(ast.parse(source)):
        for statement in getattr(node, "body", []) if not isinstance(node, ast.Lambda | ast.IfExp) else []:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                text = statement.value.value
                if isinstance(text, str):
                    yield text


def list_comments(source: str) -> Iterator[str]:
    """Yield the comments of a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def find_banned_words(text: str) -> list[str]:
    """Return the banned words of a text, without the code that it quotes."""
    return BANNED_WORDS.findall(CODE_SPANS.sub("", text))


@pytest.mark.parametrize("folder", CODE_FOLDERS)
def test_docstrings_and_comments_use_plain_words(folder: str) -> None:
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        source = path.read_text("utf-8")
        if not BANNED_WORDS.search(source):
            continue
        for text in (*list_docstrings(source), *list_comments(source)):
            if words := find_banned_words(text):
                found.setdefault(str(path.relative_to(ROOT)), []).extend(words)
    found.pop("tests/test_language.py", None)
    assert found == {}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_documents_use_plain_words(document: Path) -> None:
    assert find_banned_words(document.read_text("utf-8")) == []


def test_a_banned_word_is_found() -> None:
    assert find_banned_words("Whoever reads this, reads it anew: `of which` is quoted.") == ["Whoever", "anew"]
