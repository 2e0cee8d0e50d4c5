"""The mutator: what it changes, what it leaves alone, and whether it knows a caught mutant from a survivor."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.kernel.registry import slugs
from tests.programs.mutants.__main__ import MODULES, argued, sample
from tests.programs.mutants.mutate import mutants
from tests.programs.mutants.run import Copy

CODE = '''"""Dear reader: 1 + 1."""
from engine.kernel.text import say

def fare(n: int | None, rich: bool) -> int:
    """Two for one."""
    if n is None:
        raise ValueError(1 + 2)
    say("You pay {n}.", n=n + 1)
    cost = 0
    while cost < n:
        cost += 2
    return cost if not rich else max(cost, 3)
'''


def test_each_change_is_one_and_compiles() -> None:
    found = mutants("fare", CODE)
    changes = [(one.line, one.kind) for one in found]
    assert changes == [
        (6, "comparison"),
        (9, "number"),
        (10, "comparison"),
        (11, "statement"),
        (11, "number"),
        (12, "choice"),
        (12, "sign"),
        (12, "call"),
        (12, "number"),
    ], "no words, no types, nothing that is raised"
    for one in found:
        ast.parse(one.after)
        assert one.before == CODE != one.after
    assert found[2].diff == "@@ -10 +10 @@\n-    while cost < n:\n+    while (cost <= n):"
    assert found[2].key == "-while cost < n:\n+while (cost <= n):"


def test_a_change_behind_letters_of_several_bytes_is_in_its_place() -> None:
    (mutant,) = (one for one in mutants("m", 'x = "Cléo" if 1 > y else "–"\n') if one.kind == "comparison")
    assert mutant.after == 'x = "Cléo" if (1 >= y) else "–"\n'


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    one, same, other = (sample("amundsen", 20, seed) for seed in ("a", "a", "b"))
    assert one == same != other
    assert len(one) == 20
    assert {mutant.module for mutant in one} <= set(MODULES)


def test_arguments_belong_to_mutants_that_there_are() -> None:
    for slug in slugs():
        known = {f"{one.module}\n{one.key}" for one in sample(slug, 10_000, "1")}
        assert argued(slug).keys() <= known


@pytest.mark.slow
def test_a_caught_one_is_told_from_a_survivor(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for name, text in (
        ("engine/games/toll/rules.py", "def fare(n):\n    return n + 1 if n > 0 else 0\n"),
        (
            "tests/rules/toll/test_toll.py",
            "import runpy\n\ndef test_two():\n    assert runpy.run_path('engine/games/toll/rules.py')['fare'](2) == 3\n",
        ),
        ("pyproject.toml", ""),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    made = Copy(tmp_path / "copy", root)
    made.unchanged("toll")
    source = (root / "engine/games/toll/rules.py").read_text("utf-8")
    outcomes = [made.run("toll", one) for one in mutants("rules", source) if one.kind in ("operator", "comparison")]
    assert [one.caught for one in outcomes] == [False, True], "n >= 0 goes unnoticed, n - 1 does not"
    assert outcomes[1].by.endswith("::test_two")
    assert (made.folder / "engine/games/toll/rules.py").read_text("utf-8") == source


@pytest.mark.slow
def test_what_all_tests_begin_with_is_in_a_copy(tmp_path: Path) -> None:
    made = Copy(tmp_path / "copy")
    (made.folder / "tests" / "rules" / "none").mkdir()
    (made.folder / "tests" / "rules" / "none" / "test_none.py").write_text(
        "def test_none() -> None:\n    pass\n", "utf-8"
    )
    assert made.unchanged("none") > 0
