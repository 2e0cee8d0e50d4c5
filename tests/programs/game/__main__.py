"""Writes a small complete game to begin from: `python -m tests.programs.game SLUG`, or `make game SLUG=…`.

It is Four in a Row, from the files in `template`: its rules, a painter, translations, tests, records, counts and pictures.
Played, painted and tested as it is, it is changed step by step into the game that is wanted.
"""

from __future__ import annotations

import re
import string
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.kernel import registry
from engine.rulebook import rules

ROOT = Path(__file__).parents[3]
TEMPLATE = Path(__file__).parent / "template"
NAME, LETTER = "fourrow", "F"
"""The slug and the letter of rule numbers that stand in the template."""
SLUG = re.compile(r"[a-z][a-z0-9]{1,31}")


class Fault(Exception):
    """A game that cannot be made, in a sentence."""


def checked(slug: str, root: Path = ROOT) -> str:
    """The slug. Raises Fault for one that is no name, or is taken."""
    if not SLUG.fullmatch(slug):
        raise Fault(f"“{slug}” is no name for a game: 2 to 32 small letters and digits, a letter first.")
    taken = [
        place for place in (f"engine/games/{slug}", f"render/{slug}", f"tests/rules/{slug}") if (root / place).exists()
    ]
    if taken:
        raise Fault(f"There is a {taken[0]} already.")
    return slug


def letter(slug: str, taken: Iterable[str]) -> str:
    """The letter of the new game's rules: of its name where one is free, else the next of the alphabet. Raises Fault."""
    used = set(taken)
    free: list[str] = [
        one for one in (*slug.upper(), *string.ascii_uppercase) if one in string.ascii_uppercase and one not in used
    ]
    if not free:
        raise Fault("All letters have rules already.")
    return free[0]


def renamed(text: str, slug: str, initial: str) -> str:
    """A file of the template, or its path, for the new game.

    >>> renamed("engine/games/fourrow: class Fourrow, (F2.1), test_f2_1_a_disc, f2", "ludo", "L")
    'engine/games/ludo: class Ludo, (L2.1), test_l2_1_a_disc, f2'
    """
    text = text.replace(NAME, slug).replace(NAME.capitalize(), slug.capitalize())
    text = re.sub(rf"\b{LETTER}(?=\d)", initial, text)
    return re.sub(rf"\btest_{LETTER.lower()}(?=\d)", f"test_{initial.lower()}", text)


def written(slug: str, initial: str, root: Path) -> Iterator[Path]:
    """Write the files, and say which."""
    for file in sorted(file for file in TEMPLATE.rglob("*") if file.is_file() and "__pycache__" not in file.parts):
        made = root / renamed(file.relative_to(TEMPLATE).as_posix(), slug, initial)
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(renamed(file.read_text("utf-8"), slug, initial), "utf-8")
        yield made


def run(module: str, *words: str) -> str:
    """Run a program of this checkout, and return what it prints. Raises CalledProcessError when it fails."""
    return subprocess.run(
        [sys.executable, "-m", module, *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def main() -> None:
    """Make a game, or say why not."""
    try:
        slug = checked(sys.argv[1] if len(sys.argv) == 2 else "")
        initial = letter(slug, (rule.number[0] for other in registry.slugs() for rule in rules(other)))
    except Fault as no:
        sys.exit(str(no))
    files = [str(file.relative_to(ROOT)) for file in written(slug, initial, ROOT)]
    # The name decides the order of imports, the width of lines and the order of the catalogue; the pictures are drawn.
    code = [file for file in files if file.endswith(".py")]
    run("ruff", "check", "--fix", "--quiet", *code)
    run("ruff", "format", "--quiet", *code)
    run("tests.programs.words.update")
    drawn = run("tests.programs.images.update", slug).split()
    made = [ROOT / "tests" / "images" / "digests" / f"{slug}.txt", *map(Path, drawn)]
    print("\n".join([*files, *(str(file.relative_to(ROOT)) for file in made)]))
    print(f"Its rules are {initial}1.1, {initial}1.2, … in engine/games/{slug}/RULES.md. Play it: make run")


if __name__ == "__main__":
    main()
