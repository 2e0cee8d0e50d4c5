"""The pictures have the pixels of the golden pictures."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from PIL import Image

from tests.images import golden
from tests.images.last_commit import NoLastCommitError, draw_from_last_commit

STUB = """
from PIL import Image

def draw(picture):
    return Image.new("RGB", (4, 3), {"amundsen-pole": "#112233"}[picture])
"""
"""The program that replaces tests/images/golden.py in the repositories of these tests."""


@pytest.fixture
def drawn_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Draw another picture in place of "amundsen-pole" where there is no git, and return the folder for the files."""
    monkeypatch.setattr(golden, "OUTPUT_DIR", tmp_path / "images")
    monkeypatch.setitem(golden.BOARD_SCENES["amundsen"], "pole", golden.BOARD_SCENES["amundsen"]["frozen"])
    monkeypatch.setenv("PATH", str(tmp_path))
    return golden.OUTPUT_DIR


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Commit a program that draws "amundsen-pole", and change it afterwards."""
    root = tmp_path / "repository"
    (root / "tests" / "images").mkdir(parents=True)
    (root / "tests" / "images" / "golden.py").write_text(STUB, "utf-8")
    author = [part for value in ("user.name=Ana", "user.email=ana@example.org") for part in ("-c", value)]
    for name in os.environ:
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    for command in (["init", "--quiet"], ["add", "."], [*author, "commit", "--quiet", "--no-verify", "-m", "Draw"]):
        subprocess.run(["git", *command], cwd=root, check=True)
    (root / "tests" / "images" / "golden.py").write_text("def draw(picture): raise SystemExit(picture)", "utf-8")
    return root


@pytest.mark.parametrize("picture", golden.pictures())
def test_picture_is_the_golden_one(picture: str):
    assert golden.compare(picture) == ""


@pytest.mark.parametrize("slug", golden.NAMED)
def test_digests_are_those_of_the_pictures_in_order(slug: str):
    assert list(golden.stored_digests(slug)) == sorted(golden.pictures(slug))


def test_every_picture_has_a_small_copy_for_review():
    assert {file.stem for file in golden.REVIEW.iterdir()} == set(golden.pictures())
    for file in golden.REVIEW.iterdir():
        with Image.open(file) as image:
            assert (image.mode, image.width <= golden.REVIEW_WIDTH_PX) == ("P", True)


@pytest.mark.parametrize(
    "change", [lambda image: image.putpixel((3, 2), (1, 0, 0)), lambda image: image.thumbnail((4, 2))]
)
def test_a_digest_changes_with_a_pixel_and_with_the_size(change):
    image = Image.new("RGB", (4, 3))
    before = golden.digest(image)
    assert golden.digest(image.convert("P")) == before
    change(image)
    assert golden.digest(image) != before


def test_update_leaves_a_picture_that_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(golden, "DIGESTS", tmp_path / "digests")
    monkeypatch.setattr(golden, "REVIEW", tmp_path / "review")
    monkeypatch.setattr(golden, "pictures", lambda *_: ["amundsen-b", "amundsen-a"])
    monkeypatch.setattr(golden, "draw", lambda picture: Image.new("RGB", (4, 3), f"#1122{ord(picture[-1]):02x}"))
    assert list(golden.update_pictures("amundsen")) == ["amundsen-a", "amundsen-b"]
    monkeypatch.setattr(golden, "pictures", lambda *_: ["amundsen-c", "amundsen-b"])
    assert list(golden.update_pictures("amundsen")) == ["amundsen-c"]
    assert list(golden.stored_digests("amundsen")) == ["amundsen-b", "amundsen-c"]
    assert sorted(file.stem for file in golden.REVIEW.iterdir()) == ["amundsen-b", "amundsen-c"]


def test_a_picture_that_differs_is_shown_also_without_git(drawn_without_git: Path):
    told = golden.compare("amundsen-pole")
    assert told.startswith(
        "amundsen-pole differs; look at out/images/amundsen-pole-*.png. The expected picture is missing"
    )
    assert [file.name for file in drawn_without_git.iterdir()] == ["amundsen-pole-actual.png"]


def test_a_picture_that_differs_is_shown_beside_the_one_of_the_last_commit(
    drawn_without_git: Path, monkeypatch: pytest.MonkeyPatch
):
    frozen = golden.draw("amundsen-pole").convert("RGB")
    frozen.putpixel((7, 8), (0, 0, 0))
    monkeypatch.setattr(golden, "draw_from_last_commit", lambda _: frozen)
    told = golden.compare("amundsen-pole")
    assert told.startswith("amundsen-pole differs within (7, 8, 8, 9), and the last commit does not draw")
    shown = [f"amundsen-pole-{kind}.png" for kind in ("actual", "difference", "expected")]
    assert sorted(file.name for file in drawn_without_git.iterdir()) == shown
    monkeypatch.setattr(golden, "draw_from_last_commit", lambda _: frozen.resize((4, 3)))
    assert "the last commit draws (4, 3), now it is (1650, 1050)" in golden.compare("amundsen-pole")


def test_a_picture_without_a_digest_says_what_to_run(drawn_without_git: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(golden, "stored_digests", lambda _: {})
    assert golden.UPDATE in golden.compare("amundsen-pole")
    assert [file.name for file in drawn_without_git.iterdir()] == ["amundsen-pole-actual.png"]


@pytest.mark.skipif(shutil.which("git") is None, reason="this machine has no git")
def test_the_last_commit_draws_in_a_worktree_that_goes_again(repository: Path):
    assert draw_from_last_commit("amundsen-pole", repository).getpixel((0, 0)) == (0x11, 0x22, 0x33)
    with pytest.raises(NoLastCommitError, match="The last commit cannot draw amundsen-new: KeyError"):
        draw_from_last_commit("amundsen-new", repository)
    assert [one.name for one in (repository / ".git").glob("worktrees/*")] == []


@pytest.mark.skipif(shutil.which("git") is None, reason="this machine has no git")
def test_a_folder_without_a_repository_has_no_last_commit(tmp_path: Path):
    with pytest.raises(NoLastCommitError, match="git has no last commit here"):
        draw_from_last_commit("amundsen-pole", tmp_path)
