"""The pictures are the golden ones, pixel by pixel."""

from __future__ import annotations

import pytest

from tests.images.golden import HOME, differs
from tests.images.scenes import BOARDS, HANDS


@pytest.mark.parametrize("name", [*BOARDS, *HANDS])
def test_picture_is_the_golden_one(name: str):
    assert differs(name) == ""


def test_no_golden_picture_is_left_over():
    assert {file.stem for file in HOME.glob("*.png")} == {f"amundsen-{name}" for name in BOARDS | HANDS}


def test_a_changed_picture_is_found_and_shown(tmp_path, monkeypatch):
    from tests.images import golden

    monkeypatch.setattr(golden, "OUT", tmp_path / "images")
    monkeypatch.setitem(golden.BOARDS, "pole", BOARDS["frozen"])
    assert "amundsen-pole.png differs" in differs("pole")
    shown = sorted(file.name for file in (tmp_path / "images").iterdir())
    assert shown == ["amundsen-pole-actual.png", "amundsen-pole-difference.png", "amundsen-pole-expected.png"]
