"""Run a game's tests against one mutant after the other, in a copy of the code. The checkout stays untouched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.programs.mutants.mutate import Mutant

PROJECT_FOLDER = Path(__file__).parents[3]
_EXCLUDED_FOLDERS = ("__pycache__", "images", "host", "discord", "process", "bench", "soak", "*.png")
_TIMEOUT_FACTOR = 4
"""A mutant that takes this many times the normal time counts as caught: it runs for ever."""


@dataclass(frozen=True)
class MutantOutcome:
    """The result of a mutant. `failed_test` names the test that failed, "" for a survivor."""

    mutant: Mutant
    is_caught: bool
    failed_test: str
    duration_s: float


class SourceCopy:
    """A copy of the engine and its tests in a folder of its own."""

    def __init__(self, folder: Path, root: Path = PROJECT_FOLDER) -> None:
        self.folder = folder
        ignore = shutil.ignore_patterns(*_EXCLUDED_FOLDERS)
        shutil.copytree(root / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(root / "tests", folder / "tests", ignore=ignore)
        shutil.copy2(root / "pyproject.toml", folder)
        self._limit = 600.0

    def list_tests(self, slug: str) -> list[str]:
        """List the folders with a game's rules tests and its oracle, the quicker first."""
        return [at for at in (f"tests/rules/{slug}", f"tests/games/{slug}") if (self.folder / at).is_dir()]

    def measure_baseline_s(self, slug: str) -> float:
        """Measure how many seconds the tests take without a change. Raises RuntimeError when they fail."""
        started = time.monotonic()
        for at in self.list_tests(slug):
            done = self._run_pytest(at, keep=True)
            if done.returncode:
                raise RuntimeError(f"{at} fails without any mutant:\n{done.stdout[-2000:]}")
        taken = time.monotonic() - started
        self._limit = 10 + _TIMEOUT_FACTOR * taken
        return taken

    def run_mutant(self, slug: str, mutant: Mutant) -> MutantOutcome:
        """Put a mutant in, run the tests up to the first that fails, and put the module back."""
        file = self.folder / "engine" / "games" / slug / f"{mutant.module}.py"
        kept = file.stat()
        started, by = time.monotonic(), ""
        file.write_text(mutant.after, "utf-8")
        os.utime(file, (kept.st_mtime + 10, kept.st_mtime + 10))  # else Python would take the compiled original
        try:
            for at in self.list_tests(slug):
                by = self._find_failure(at)
                if by:
                    break
        finally:
            file.write_text(mutant.before, "utf-8")
            os.utime(file, (kept.st_atime, kept.st_mtime))
        return MutantOutcome(mutant, bool(by), by, time.monotonic() - started)

    def _find_failure(self, folders: str) -> str:
        try:
            done = self._run_pytest(folders)
        except subprocess.TimeoutExpired:
            return "time"
        if not done.returncode:
            return ""
        failed = [line.split()[1] for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return failed[0] if failed else "import"

    def _run_pytest(self, folders: str, *, keep: bool = False) -> subprocess.CompletedProcess[str]:
        written = {} if keep else {"PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", folders],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": "", **written},
            capture_output=True,
            text=True,
            timeout=self._limit,
            check=False,
        )
