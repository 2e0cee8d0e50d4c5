"""Small changes to the source of a module. Some test should notice each of them.

A mutant changes one comparison, one sum, one condition, one number or one statement. Sentences for players, types and
docstrings are not rules, so they stay as they are.
"""

from __future__ import annotations

import ast
import copy
import difflib
from collections.abc import Iterator
from dataclasses import dataclass

_OPERATOR_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_CALL_SWAPS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_TEXT_FUNCTIONS = ("say", "count", "tell")
"""Calls whose arguments are texts for players."""
_UNTESTED_NAMES = ("cache", "lru_cache", "Literal", "TypeVar", "cast")


@dataclass(frozen=True)
class Mutant:
    """One change: the whole source after it, and its place. `line` counts from 1."""

    module: str
    line: int
    kind: str
    before: str
    after: str

    @property
    def diff(self) -> str:
        """The change as a unified diff without context."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), n=0, lineterm="")
        return "\n".join(list(lines)[2:])

    @property
    def key(self) -> str:
        """The removed and added lines, without their places: the key stays the same while the code around them moves.

        If the same lines stand elsewhere in the module too, the line above them comes first, with a space before it.
        """
        lines = [line[0] + line[1:].strip() for line in self.diff.splitlines() if line[0] in "+-"]
        gone, source = (
            [line[1:] for line in lines if line[0] == "-"],
            [line.strip() for line in self.before.splitlines()],
        )
        if sum(source[at : at + len(gone)] == gone for at in range(len(source))) > 1:
            first = int(self.diff.partition("@@ -")[2].partition(" ")[0].partition(",")[0]) - 1
            lines.insert(0, f" {source[first - 1]}")
        return "\n".join(lines)


def list_mutants(module: str, source: str) -> list[Mutant]:
    """Every mutant of a module, from top to bottom."""
    lines = source.encode().split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    found = []
    for node, kind, new in _list_changes(ast.parse(source)):
        begin = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        whole = source.encode()
        after = (whole[:begin] + new.encode() + whole[end:]).decode()
        found.append(Mutant(module, node.lineno, kind, source, after))  # type: ignore[attr-defined]
    return found


def _list_changes(node: ast.AST) -> Iterator[tuple[ast.AST, str, str]]:
    """Yield the node to replace, the kind of change, and the new text."""
    if isinstance(node, ast.expr):
        for kind, new in _list_expressions(node):
            text = ast.unparse(new)
            yield node, kind, text if isinstance(new, ast.Constant | ast.Name | ast.Call) else f"({text})"
    elif isinstance(node, ast.stmt) and _can_remove(node):
        yield node, "statement", "pass"
    for name, child in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "pattern"):
            continue
        for below in child if isinstance(child, list) else [child]:
            if isinstance(below, ast.AST) and not _is_left_alone(below):
                yield from _list_changes(below)


def _is_left_alone(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr | ast.Assert | ast.Raise | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__slots__":
        return True
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in (*_TEXT_FUNCTIONS, *_UNTESTED_NAMES) and not (
            name == "count" and isinstance(node.func, ast.Attribute)
        )
    return False


def _can_remove(node: ast.stmt) -> bool:
    """Whether the code can still run without a statement."""
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call | ast.YieldFrom) and not _is_left_alone(node.value)
    return isinstance(node, ast.AugAssign | ast.Delete | ast.Break | ast.Continue)


def _list_expressions(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:  # noqa: C901 - a case for each kind of expression
    match node:
        case ast.Compare():
            for i, op in enumerate(node.ops):
                new = copy.deepcopy(node)
                new.ops[i] = _OPERATOR_SWAPS[type(op)]()  # type: ignore[call-overload]
                yield "comparison", new
        case ast.BoolOp() | ast.BinOp() if type(node.op) in _OPERATOR_SWAPS:
            both = copy.deepcopy(node)
            both.op = _OPERATOR_SWAPS[type(node.op)]()  # type: ignore[assignment]
            yield "operator", both
            if isinstance(node, ast.BoolOp):
                yield from (("part", part) for part in node.values)
        case ast.UnaryOp():
            yield "sign", node.operand
        case ast.IfExp():
            yield "choice", ast.IfExp(node.test, node.orelse, node.body)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            for i, generator in enumerate(node.generators):
                for j in range(len(generator.ifs)):
                    freer = copy.deepcopy(node)
                    del freer.generators[i].ifs[j]
                    yield "filter", freer
        case ast.Constant(value=bool()):
            yield "truth", ast.Constant(not node.value)
        case ast.Constant(value=int(number)):
            yield "number", ast.Constant(number + 1)
        case ast.Call(func=ast.Name(id=name)) if name in _CALL_SWAPS:
            other = copy.deepcopy(node)
            other.func = ast.Name(_CALL_SWAPS[name])
            yield "call", other
