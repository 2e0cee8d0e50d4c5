"""The mutator: which code it changes, which it skips, and how it tells a caught mutant from a survivor."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from engine.kernel.registry import list_slugs
from tests.programs.mutants.__main__ import MUTATED_MODULES, load_explanations, sample_mutants
from tests.programs.mutants.mutate import list_mutants
from tests.programs.mutants.run import SourceCopy

SAMPLE_CODE = '''"""Dear reader: 1 + 1."""
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
    found = list_mutants("fare", SAMPLE_CODE)
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
        assert one.before == SAMPLE_CODE != one.after
    assert found[2].diff == "@@ -10 +10 @@\n-    while cost < n:\n+    while (cost <= n):"
    assert found[2].key == "-while cost < n:\n+while (cost <= n):"


def test_a_change_behind_letters_of_several_bytes_is_in_its_place() -> None:
    (mutant,) = (one for one in list_mutants("m", 'x = "Cléo" if 1 > y else "–"\n') if one.kind == "comparison")
    assert mutant.after == 'x = "Cléo" if (1 >= y) else "–"\n'


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    one, same, other = (sample_mutants("amundsen", 20, seed) for seed in ("a", "a", "b"))
    assert one == same != other
    assert len(one) == 20
    assert {mutant.module for mutant in one} <= set(MUTATED_MODULES)


@pytest.mark.slow
def test_arguments_belong_to_mutants_that_there_are() -> None:
    for slug in list_slugs():
        known = {f"{one.module}\n{one.key}" for one in sample_mutants(slug, 10_000, "1")}
        assert load_explanations(slug).keys() <= known


@pytest.mark.soak
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
    made = SourceCopy(tmp_path / "copy", root)
    made.measure_baseline_s("toll")
    source = (root / "engine/games/toll/rules.py").read_text("utf-8")
    outcomes = [
        made.run_mutant("toll", one) for one in list_mutants("rules", source) if one.kind in ("operator", "comparison")
    ]
    assert [one.is_caught for one in outcomes] == [False, True], "n >= 0 goes unnoticed, n - 1 does not"
    assert outcomes[1].failed_test.endswith("::test_two")
    assert (made.folder / "engine/games/toll/rules.py").read_text("utf-8") == source


@pytest.mark.soak
def test_what_all_tests_begin_with_is_in_a_copy(tmp_path: Path) -> None:
    made = SourceCopy(tmp_path / "copy")
    (made.folder / "tests" / "rules" / "none").mkdir()
    (made.folder / "tests" / "rules" / "none" / "test_none.py").write_text(
        "def test_none() -> None:\n    pass\n", "utf-8"
    )
    assert made.measure_baseline_s("none") > 0
