"""Write a small complete game to begin from: `python -m tests.programs.game SLUG`, or `make game SLUG=…`.

The files in `template` are Four in a Row: its rules, a painter, translations, tests, records, counts and pictures. The
new game plays, draws and passes its tests from the start; its author changes it step by step.
"""

from __future__ import annotations

import re
import string
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.kernel import registry
from engine.rulebook import load_rules

PROJECT_FOLDER = Path(__file__).parents[3]
TEMPLATE_FOLDER = Path(__file__).parent / "template"
TEMPLATE_SLUG, TEMPLATE_LETTER = "fourrow", "F"
"""The slug and the letter of rule numbers in the template."""
SLUG_PATTERN = re.compile(r"[a-z][a-z0-9]{1,31}")


class NewGameError(Exception):
    """Raised for a game that cannot be made. Its text is a sentence for the user."""


def check_slug(slug: str, root: Path = PROJECT_FOLDER) -> str:
    """Return the slug.

    Raises NewGameError for a slug that is no name, or is taken.
    """
    if not SLUG_PATTERN.fullmatch(slug):
        raise NewGameError(f"“{slug}” is no name for a game: 2 to 32 small letters and digits, a letter first.")
    taken = [
        place for place in (f"engine/games/{slug}", f"render/{slug}", f"tests/rules/{slug}") if (root / place).exists()
    ]
    if taken:
        raise NewGameError(f"There is a {taken[0]} already.")
    return slug


def choose_letter(slug: str, taken_letters: Iterable[str]) -> str:
    """Choose the letter of the new game's rules: a free one of its name, else the next of the alphabet.

    Raises NewGameError when no letter is free.
    """
    used = set(taken_letters)
    free: list[str] = [
        one for one in (*slug.upper(), *string.ascii_uppercase) if one in string.ascii_uppercase and one not in used
    ]
    if not free:
        raise NewGameError("All letters have rules already.")
    return free[0]


def rename_template(text: str, slug: str, initial: str) -> str:
    """Rewrite a file of the template, or its path, for the new game.

    >>> rename_template("engine/games/fourrow: class Fourrow, (F2.1), test_f2_1_a_disc, f2", "ludo", "L")
    'engine/games/ludo: class Ludo, (L2.1), test_l2_1_a_disc, f2'
    """
    text = text.replace(TEMPLATE_SLUG, slug).replace(TEMPLATE_SLUG.capitalize(), slug.capitalize())
    text = re.sub(rf"\b{TEMPLATE_LETTER}(?=\d)", initial, text)
    return re.sub(rf"\btest_{TEMPLATE_LETTER.lower()}(?=\d)", f"test_{initial.lower()}", text)


def write_files(slug: str, initial: str, root: Path) -> Iterator[Path]:
    """Write the files, and yield their names."""
    for file in sorted(
        file for file in TEMPLATE_FOLDER.rglob("*") if file.is_file() and "__pycache__" not in file.parts
    ):
        made = root / rename_template(file.relative_to(TEMPLATE_FOLDER).as_posix(), slug, initial)
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(rename_template(file.read_text("utf-8"), slug, initial), "utf-8")
        yield made


def run_module(module: str, *words: str) -> str:
    """Run a program of this checkout, and return what it prints. Raises CalledProcessError when it fails."""
    return subprocess.run(
        [sys.executable, "-m", module, *words], cwd=PROJECT_FOLDER, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def main() -> None:
    """Make a game, or print why not."""
    try:
        slug = check_slug(sys.argv[1] if len(sys.argv) == 2 else "")
        initial = choose_letter(slug, (rule.number[0] for other in registry.list_slugs() for rule in load_rules(other)))
    except NewGameError as no:
        sys.exit(str(no))
    files = [str(file.relative_to(PROJECT_FOLDER)) for file in write_files(slug, initial, PROJECT_FOLDER)]
    # The name decides the order of imports, the width of lines and the order of the catalogue; the pictures are
    # drawn again.
    code = [file for file in files if file.endswith(".py")]
    run_module("ruff", "check", "--fix", "--quiet", *code)
    run_module("ruff", "format", "--quiet", *code)
    run_module("tests.programs.i18n.update")
    drawn = run_module("tests.programs.images.update", slug).split()
    made = [PROJECT_FOLDER / "tests" / "images" / "digests" / f"{slug}.txt", *map(Path, drawn)]
    print("\n".join([*files, *(str(file.relative_to(PROJECT_FOLDER)) for file in made)]))
    print(f"Its rules are {initial}1.1, {initial}1.2, … in engine/games/{slug}/RULES.md. Play it: make run")


if __name__ == "__main__":
    main()
