"""The picture check of the conformance suite, on a painter of the toy game and on spoiled ones, which it must catch."""

from __future__ import annotations

from itertools import count
from typing import Any
from zlib import crc32

import msgspec
import pytest
from PIL import Image

from engine.kernel.text import Text, Translate, say
from render.kit.poster import Page
from render.kit.scene import Scene
from tests.conformance import pictures
from tests.conformance.journey import Case, journey
from tests.kernel.leaky_toy import ShowsTop
from tests.kernel.toy import Toy


class Painter:
    """One colour for each view."""

    size = pictures.SIZE

    def paint(self, scene: Scene, translate: Translate) -> Image.Image:
        return Image.new("RGB", self.size, crc32(msgspec.json.encode(scene.view)) & 0xFFFFFF)

    def hand(self, scene: Scene, translate: Translate) -> Image.Image | None:
        held = self.hand_alt(scene, translate)
        return Image.new("RGB", (9, 9), crc32(held.encode()) & 0xFFFFFF) if held else None

    def news(self, scene: Scene) -> tuple[Text, ...]:
        return tuple(say("Before: {top}", top=one.view.top) for one in scene.before)

    def alt(self, scene: Scene, translate: Translate) -> str:
        return f"Round {scene.view.round}, {scene.view.deck} cards in the deck, {scene.view.top} on top."

    def hand_alt(self, scene: Scene, translate: Translate) -> str:
        return "" if scene.view.viewer is None else " ".join(scene.view.hands[scene.view.viewer])


class Small(Painter):
    size = (550, 350)


class Moody(Painter):
    """Paints something else every time."""

    def __init__(self) -> None:
        self.mood = count()

    def paint(self, scene: Scene, translate: Translate) -> Image.Image:
        return Image.new("RGB", self.size, next(self.mood))


class Mumbles(Moody):
    paint = Painter.paint

    def alt(self, scene: Scene, translate: Translate) -> str:
        return str(next(self.mood))


class Wordy(Painter):
    def alt(self, scene: Scene, translate: Translate) -> str:
        return "snow " * 201


class Terse(Painter):
    """Shows in the picture only what the view gives away."""

    def alt(self, scene: Scene, translate: Translate) -> str:
        return "A camp."


CASE = Case(3, {}, "pictures")


def test_honest_painter_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "painter", lambda _: Painter())
    pictures.pictures_hide(journey(Toy(), CASE))


@pytest.mark.parametrize(
    ("game", "painter", "says"),
    [
        (Toy, Small, r"a picture of \(550, 350\)"),
        (Toy, Moody, "paint is another one each time"),
        (Toy, Mumbles, "alt is another one each time"),
        (Toy, Wordy, "the board in words has 1005 characters"),
        (ShowsTop, Terse, "paint tells of hidden things"),
        (ShowsTop, Painter, "alt tells of hidden things"),
    ],
)
def test_spoiled_painter_is_caught(
    monkeypatch: pytest.MonkeyPatch, game: type[Toy], painter: type[Painter], says: str
) -> None:
    monkeypatch.setattr(pictures, "painter", lambda _: painter())
    with pytest.raises(AssertionError, match=says):
        pictures.pictures_hide(journey(game(), CASE))


class Poster:
    """A poster that remembers the round."""

    __name__ = pictures.PLAIN

    def page(self, view: Any) -> Page:
        return Page(view.round, {}, ())


class Peeks(Poster):
    def page(self, view: Any) -> Page:
        return Page(view.round, {"top": view.top}, ())


def test_a_poster_that_remembers_hidden_things_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "poster", lambda _: Poster())
    pictures.posters_hide(journey(ShowsTop(), CASE))
    monkeypatch.setattr(pictures, "poster", lambda _: Peeks())
    pictures.posters_hide(journey(Toy(), CASE))
    with pytest.raises(AssertionError, match=r"page after move .* tells of hidden things"):
        pictures.posters_hide(journey(ShowsTop(), CASE))
