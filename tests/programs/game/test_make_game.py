"""Two games in a copy of the checkout: one made by `make game`, and one written by hand with only its folder and its
painter. Both need no line elsewhere, and pass all tests.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.kernel import registry
from tests.programs.game.__main__ import (
    PROJECT_FOLDER,
    TEMPLATE_FOLDER,
    NewGameError,
    check_slug,
    choose_letter,
    rename_template,
)

MINIMAL = TEMPLATE_FOLDER.parent / "minimal"
"""Hex, without components, inventory, rules page, translation, records, counts, scenes and tests of its own."""
OMITTED = (".git", ".venv", ".ruff_cache", ".hypothesis", ".import_linter_cache", "config.toml", "data", "out")
"""Names that a copy of the checkout leaves out. It keeps compiled modules, so that they need not be compiled again."""
IGNORED = (
    "tests/process",
    "tests/programs",
    "tests/kernel",
    *(f"tests/{folder}/{slug}" for folder in ("rules", "games") for slug in registry.list_slugs()),
)
"""Tests that are not about games, or about one other game. The tests of programs would make a game in the game's copy."""
MAIN_TESTS: tuple[str, ...] = (
    "tests/conformance",
    "tests/golden",
    "tests/perft",
    "tests/rules",
    "tests/test_rules_numbers.py",
    "tests/i18n/test_catalogues.py",
    "tests/host/test_undo_in_games.py",
    *(f"tests/images/test_{name}.py" for name in ("golden", "nothing_lost", "ludo")),
    *(f"tests/discord/test_{name}.py" for name in ("whole_games", "longest_menus")),
)
"""Tests of all games for `make test`: rules, records, words, pictures and play. `make soak` runs all other files, too."""
MAIN_CHOICE = "not by_slash_commands and not what_the_code_says"
"""Tests of these files that repeat what others show: `make game` has written the catalogues a moment before."""


class Example(NamedTuple):
    """A game to add to a copy, and tests that must have run with it."""

    slug: str
    seen: tuple[str, ...]


MADE = Example(
    "ludo",
    (
        "tests/golden/test_golden.py::test_record_replays[ludo/grid-full]",
        "tests/images/test_golden.py::test_picture_is_the_golden_one[ludo-midgame]",
        "tests/perft/test_perft.py::test_number_of_sequences[ludo/start]",
        "tests/rules/ludo/test_ludo.py::test_l2_2_a_full_column_takes_no_more",
        "tests/i18n/test_catalogues.py::test_everything_is_translated[es-ludo]",
    ),
)
BY_HAND = Example("hex", ("tests/images/test_nothing_lost.py::test_nothing_is_lost_on_the_golden_boards[hex-",))
EXAMPLES = (MADE, BY_HAND)
EXPECTED_TESTS = (
    "tests/conformance/test_games.py::test_game_passes_the_check[{slug}-2p-conform-2-0-check_nothing_hidden]",
    "tests/conformance/test_games.py::test_a_declared_kind_is_observed[{slug}]",
    "tests/conformance/test_games.py::test_pictures_hide_what_the_view_hides[{slug}-2]",
    "tests/discord/test_whole_games.py::test_a_whole_game_by_buttons[{slug}]",
    "tests/discord/test_longest_menus.py::test_the_longest_lists_fit[{slug}]",
    "tests/host/test_undo_in_games.py::test_each_move_is_taken_back_to_exactly_where_it_was[sqlite-{slug}]",
    "tests/test_rules_numbers.py::test_every_rule_has_a_test[{slug}]",
)
"""Tests that must have run with either game."""
OTHER_TESTS = (
    "tests/discord/test_whole_games.py::test_a_whole_game_by_slash_commands[{slug}]",
    "tests/i18n/test_catalogues.py::test_the_catalogues_are_what_the_code_says[es]",
)
"""Tests that must also have run if all tests of games run."""


def run_program(root: Path, *command: str) -> str:
    """Run a command in a folder, and return what it prints. Fails if the command fails."""
    env = {**os.environ, "PYTHONPATH": "", "OVERWINTER_STORES": ""}
    done = subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)
    told = done.stdout.partition("= FAILURES =")[2] or done.stdout
    assert done.returncode == 0, f"{' '.join(command)}\n{told[:4000]}\n{done.stderr[-4000:]}"
    return done.stdout


def run_python(root: Path, *arguments: str) -> str:
    """Run this Python in a folder, and return what it prints. Fails if the program fails."""
    return run_program(root, sys.executable, *arguments)


def read_files(root: Path) -> dict[str, bytes]:
    """Read all files of a checkout, by path."""
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for file in root.rglob("*")
        if file.is_file() and not {"__pycache__", ".mypy_cache", ".ruff_cache"} & {*file.parts}
    }


def copy_checkout(root: Path) -> None:
    """Copy what belongs to the project."""

    def omit(folder: str, names: list[str]) -> set[str]:
        if Path(folder) == PROJECT_FOLDER:
            return {*OMITTED} & {*names}
        return {name for name in names if ".pyc." in name}  # these are still being written

    shutil.copytree(PROJECT_FOLDER, root, ignore=omit)


def add_game(root: Path, example: Example) -> list[str]:
    """Add a game to a copy, and return its files."""
    before = read_files(root)
    if example is MADE:
        told = run_python(root, "-m", "tests.programs.game", example.slug)
    else:
        shutil.copytree(MINIMAL, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    after = read_files(root)
    assert {name: raw for name, raw in after.items() if name in before} == before, "no line anywhere else"
    new = [name for name in after if name not in before]
    assert example is not MADE or set(new) <= {*told.splitlines()}
    assert all(example.slug in name for name in new)
    return new


@pytest.mark.slow
@pytest.mark.parametrize("has_all_tests", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["main", "all"])
def test_new_games_pass_the_tests_of_all_games(has_all_tests: bool, tmp_path: Path) -> None:
    root = tmp_path / "copy"
    copy_checkout(root)
    code = [name for example in EXAMPLES for name in add_game(root, example) if name.endswith(".py")]
    run_python(root, "-m", "ruff", "check", *code)
    run_python(root, "-m", "ruff", "format", "--check", *code)
    run_python(root, "-m", "mypy", *(name for name in code if not Path(name).name.startswith("test_")))
    run_python(root, "-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())")
    ignored = [f"--ignore={folder}" for folder in IGNORED]
    slugs = " or ".join(example.slug for example in EXAMPLES)
    tests, chosen = MAIN_TESTS, f"({slugs}) and {MAIN_CHOICE} and not postgres"
    if has_all_tests:
        tests, chosen = ("tests",), f"({slugs} or what_the_code_says) and not postgres"
    passed = run_python(root, "-m", "pytest", "-rp", *tests, *ignored, "-k", chosen)
    for example in EXAMPLES:
        for name in (*EXPECTED_TESTS, *(OTHER_TESTS if has_all_tests else ()), *example.seen):
            assert f"PASSED {name.format(slug=example.slug)}" in passed, name
    assert "SKIPPED" not in passed


@pytest.mark.soak
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.slug)
def test_make_quick_passes_with_a_new_game(example: Example, tmp_path: Path) -> None:
    make, root = shutil.which("make"), tmp_path / "copy"
    assert make is not None
    copy_checkout(root)
    add_game(root, example)
    run_program(root, make, "quick", f"VENV={sys.prefix}", "-o", f"{sys.prefix}/.test")


def test_what_cannot_be_made_is_said(tmp_path: Path) -> None:
    for wrong in ("", "x", "Ludo", "lu-do", "4row", "a" * 33):
        with pytest.raises(NewGameError, match="no name for a game"):
            check_slug(wrong, tmp_path)
    (tmp_path / "render" / "ludo").mkdir(parents=True)
    with pytest.raises(NewGameError, match="There is a render/ludo already"):
        check_slug("ludo", tmp_path)
    assert check_slug("ludo2", tmp_path) == "ludo2"


def test_rules_get_a_letter_of_their_own() -> None:
    assert choose_letter("ludo", "ANPE") == "L"
    assert choose_letter("paella", "ANPE") == "L"
    assert choose_letter("pan", "ANPE") == "B"
    assert choose_letter("a4", "A") == "B"
    with pytest.raises(NewGameError):
        choose_letter("ludo", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_nothing_of_the_templates_name_is_left() -> None:
    for file in TEMPLATE_FOLDER.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            made = rename_template(f"{file}\n{file.read_text('utf-8')}".replace(str(TEMPLATE_FOLDER), ""), "ludo", "L")
            assert "fourrow" not in made.casefold()
            assert "F2." not in made
            assert "test_f" not in made


def test_the_guide_walks_through_every_file_of_the_example() -> None:
    guide = (PROJECT_FOLDER / "CONTRIBUTING.md").read_text("utf-8")
    section = guide.partition("## Add a game in one folder")[2].partition("\n## ")[0]
    files = {file.relative_to(TEMPLATE_FOLDER) for file in TEMPLATE_FOLDER.rglob("*") if file.is_file()}
    folder = {file.name for file in files if file.parts[0] == "engine" and file.suffix != ".pyc"}
    table = {line.split("`")[1] for line in section.splitlines() if line.startswith("| `")}
    assert {name for name in table if "/" not in name} == folder
    for file in files:
        if file.parts[0] == "render" and file.suffix == ".py":
            assert f"`{file.name}`" in section
    named = set(re.findall(r"`((?:engine|render|tests)/[\w/<>.]*\w/?)`", section))
    assert len(named) > 8
    for name in named:
        place = rename_template(name.replace("<slug>", "fourrow"), "fourrow", "F")
        assert (TEMPLATE_FOLDER / place).exists() or (PROJECT_FOLDER / place).exists(), name
