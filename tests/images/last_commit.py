"""Draw a golden picture with the code of the last commit, so that a failing test can show the expected picture."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[2]
DRAW = "import sys; from tests.images.golden import draw; draw(sys.argv[1]).save(sys.argv[2], 'PNG')"
TIMEOUT_S = 120


class NoLastCommitError(Exception):
    """Raised with a sentence if the last commit cannot draw a picture."""


def draw_from_last_commit(picture: str, root: Path = ROOT) -> Image.Image:
    """Draw a golden picture in a temporary worktree of the last commit. Raises NoLastCommitError."""
    with tempfile.TemporaryDirectory(prefix="overwinter-pictures-") as folder, _checkout(root, Path(folder)) as tree:
        file = Path(folder) / "expected.png"
        _run([sys.executable, "-c", DRAW, picture, str(file)], tree, f"The last commit cannot draw {picture}")
        with Image.open(file) as image:
            return image.copy()


@contextmanager
def _checkout(root: Path, folder: Path) -> Iterator[Path]:
    """Check out the last commit below a folder, and remove that worktree afterwards."""
    without = "The expected picture is missing, as git has no last commit here"
    git, tree = ["git", "-c", f"core.hooksPath={os.devnull}"], folder / "tree"
    prefix = _run([*git, "rev-parse", "--show-prefix"], root, without).strip()
    _run([*git, "worktree", "add", "--quiet", "--detach", str(tree), "HEAD"], root, without)
    try:
        yield tree / prefix
    finally:
        _run([*git, "worktree", "remove", "--force", str(tree)], root, "The temporary worktree remains")


def _run(command: list[str], where: Path, failure: str) -> str:
    """Run a program without git's variables, which name the repository of a running hook. Raises NoLastCommitError."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PYTHONPATH"))}
    try:
        done = subprocess.run(
            command, cwd=where, env=environment, capture_output=True, text=True, check=True, timeout=TIMEOUT_S
        )
    except subprocess.CalledProcessError as failed:
        reason = (failed.stderr.strip().splitlines() or [f"exit code {failed.returncode}"])[-1]
        raise NoLastCommitError(f"{failure}: {reason}") from failed
    except (OSError, subprocess.TimeoutExpired) as failed:
        raise NoLastCommitError(f"{failure}: {failed}") from failed
    return done.stdout
