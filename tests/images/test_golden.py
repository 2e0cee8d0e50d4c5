"""The pictures are the golden ones, pixel by pixel."""

from __future__ import annotations

import pytest

from tests.images.golden import BOARDS, HOME, POSTERS, differs, names, poster_differs


@pytest.mark.parametrize("picture", names())
def test_picture_is_the_golden_one(picture: str):
    assert differs(picture) == ""


@pytest.mark.parametrize("name", POSTERS)
def test_poster_is_the_golden_one(name: str):
    assert poster_differs(name) == ""


def test_no_golden_picture_is_left_over():
    assert {file.stem for file in HOME.glob("*.png")} == set(names())


def test_a_changed_picture_is_found_and_shown(tmp_path, monkeypatch):
    from tests.images import golden

    monkeypatch.setattr(golden, "OUT", tmp_path / "images")
    monkeypatch.setitem(golden.BOARDS["amundsen"], "pole", BOARDS["amundsen"]["frozen"])
    assert "amundsen-pole.png differs" in differs("amundsen-pole")
    shown = sorted(file.name for file in (tmp_path / "images").iterdir())
    assert shown == ["amundsen-pole-actual.png", "amundsen-pole-difference.png", "amundsen-pole-expected.png"]
