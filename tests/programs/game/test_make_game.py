"""`make game SLUG=…` in a copy of the checkout: the game that comes out is complete, and needs no line anywhere else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs.game.__main__ import ROOT, TEMPLATE, Fault, checked, letter, renamed

SLUG = "ludo"
PARTS = ("bot.py", "cogs", "config.example.toml", "docs", "engine", "pyproject.toml", "render", "tests")
ASIDE = ("tests/programs", "tests/process")
"""Tests that are not about games; the first would make a game in the game's copy."""
SEEN = (
    f"tests/conformance/test_games.py::test_game_keeps[{SLUG}-2p-conform-2-0-everybody_sees_everything]",
    f"tests/conformance/test_games.py::test_what_a_game_says_of_itself_is_met[{SLUG}]",
    f"tests/conformance/test_games.py::test_pictures_hide_what_the_view_hides[{SLUG}-2]",
    f"tests/discord/test_whole_games.py::test_a_whole_game_by_buttons[{SLUG}]",
    f"tests/discord/test_whole_games.py::test_a_whole_game_by_slash_commands[{SLUG}]",
    f"tests/discord/test_longest_menus.py::test_the_longest_lists_fit[{SLUG}]",
    f"tests/golden/test_golden.py::test_record_replays[{SLUG}/grid-full]",
    f"tests/host/test_undo_in_games.py::test_each_move_is_taken_back_to_exactly_where_it_was[sqlite-{SLUG}]",
    f"tests/images/test_golden.py::test_picture_is_the_golden_one[{SLUG}-midgame]",
    f"tests/perft/test_perft.py::test_number_of_sequences[{SLUG}/start]",
    f"tests/rules/{SLUG}/test_{SLUG}.py::test_l2_2_a_full_column_takes_no_more",
    f"tests/test_rules_numbers.py::test_every_rule_has_a_test[{SLUG}]",
    f"tests/words/test_catalogues.py::test_everything_is_translated[es-{SLUG}]",
    "tests/words/test_catalogues.py::test_the_catalogues_are_what_the_code_says[es]",
)


def run(root: Path, *command: str) -> str:
    """What a program says that must succeed there."""
    env = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run([sys.executable, *command], cwd=root, env=env, capture_output=True, text=True, check=False)
    told = done.stdout.partition("= FAILURES =")[2] or done.stdout
    assert done.returncode == 0, f"{' '.join(command)}\n{told[:4000]}\n{done.stderr[-4000:]}"
    return done.stdout


def everything(root: Path) -> dict[str, bytes]:
    """All files of a checkout."""
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for part in PARTS
        for file in ([root / part] if (root / part).is_file() else (root / part).rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.mark.slow
def test_a_game_that_is_made_is_complete_and_passes_everything(tmp_path: Path) -> None:
    root = tmp_path / "copy"
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, root / part)
        else:
            root.mkdir(exist_ok=True)
            shutil.copy(ROOT / part, root / part)
    before = everything(root)
    told = run(root, "-m", "tests.programs.game", SLUG)
    after = everything(root)
    assert {name: raw for name, raw in after.items() if name in before} == before, "no line anywhere else"
    new = [name for name in after if name not in before]
    assert {name for name in new if not name.endswith(".png")} == {
        name for name in told.splitlines() if "/" in name[:9]
    }
    assert all(SLUG in name for name in new)
    code = [name for name in new if name.endswith(".py")]
    run(root, "-m", "ruff", "check", *code)
    run(root, "-m", "ruff", "format", "--check", *code)
    run(root, "-m", "mypy", f"engine/games/{SLUG}", f"render/{SLUG}")
    run(root, "-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())")
    ignored = [f"--ignore={folder}" for folder in ASIDE]
    passed = run(root, "-m", "pytest", "-rp", "tests", *ignored, "-k", f"{SLUG} or what_the_code_says")
    for name in SEEN:
        assert f"PASSED {name}" in passed, name
    assert "SKIPPED" not in passed


def test_what_cannot_be_made_is_said(tmp_path: Path) -> None:
    for wrong in ("", "x", "Ludo", "lu-do", "4row", "a" * 33):
        with pytest.raises(Fault, match="no name for a game"):
            checked(wrong, tmp_path)
    (tmp_path / "render" / "ludo").mkdir(parents=True)
    with pytest.raises(Fault, match="There is a render/ludo already"):
        checked("ludo", tmp_path)
    assert checked("ludo2", tmp_path) == "ludo2"


def test_rules_get_a_letter_of_their_own() -> None:
    assert letter("ludo", "ANPE") == "L"
    assert letter("paella", "ANPE") == "L"
    assert letter("pan", "ANPE") == "B"
    assert letter("a4", "A") == "B"
    with pytest.raises(Fault):
        letter("ludo", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def test_nothing_of_the_templates_name_is_left() -> None:
    for file in TEMPLATE.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            made = renamed(f"{file}\n{file.read_text('utf-8')}".replace(str(TEMPLATE), ""), "ludo", "L")
            assert "fourrow" not in made.casefold()
            assert "F2." not in made
            assert "test_f" not in made


def test_the_guide_walks_through_every_file_of_the_example() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = guide.partition("## Add a game in one folder")[2].partition("\n## ")[0]
    files = {file.relative_to(TEMPLATE) for file in TEMPLATE.rglob("*") if file.is_file()}
    folder = {file.name for file in files if file.parts[0] == "engine" and file.suffix != ".pyc"}
    table = {line.split("`")[1] for line in section.splitlines() if line.startswith("| `")}
    assert table == folder
    for file in files:
        if file.parts[0] == "render" and file.suffix == ".py":
            assert f"`{file.name}`" in section
    named = set(re.findall(r"`((?:engine|render|tests)/[\w/<>.]*\w/?)`", section))
    assert len(named) > 8
    for name in named:
        place = renamed(name.replace("<slug>", "fourrow"), "fourrow", "F")
        assert (TEMPLATE / place).exists() or (ROOT / place).exists(), name
