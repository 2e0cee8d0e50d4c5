"""The picture check of the conformance suite passes a painter of the toy game and catches the faults of changed ones."""

from __future__ import annotations

from itertools import count
from typing import Any
from zlib import crc32

import msgspec
import pytest
from PIL import Image

from engine.kernel.text import Text, Translate, say
from render.kit.alt_text import TextSection
from render.kit.poster import PosterPage
from render.kit.scene import PictureShape, Scene
from tests.conformance import pictures
from tests.conformance.random_game import GameCase, play_random_game
from tests.kernel.leaky_toy import ToyShowingTopCard
from tests.kernel.toy_game import ToyGame


class ViewHashPainter:
    """Paints one colour for each view."""

    size = pictures.PICTURE_SIZE_PX

    def draw_board(self, scene: Scene, translate: Translate) -> Image.Image:
        return Image.new("RGB", self.size, crc32(msgspec.json.encode(scene.view)) & 0xFFFFFF)

    def draw_hand(self, scene: Scene, translate: Translate) -> Image.Image | None:
        held = self.describe_hand(scene, translate)
        return Image.new("RGB", (9, 9), crc32(held.encode()) & 0xFFFFFF) if held else None

    def list_turn_summaries(self, scene: Scene) -> tuple[Text, ...]:
        return tuple(say("Before: {top}", top=one.view.top) for one in scene.earlier_views)

    def describe_board(self, scene: Scene, translate: Translate) -> str:
        return f"Round {scene.view.round}, {scene.view.deck} cards in the deck, {scene.view.top} on top."

    def describe_hand(self, scene: Scene, translate: Translate) -> str:
        return "" if scene.view.viewer is None else " ".join(scene.view.hands[scene.view.viewer])

    def explain_picture(self, kind: PictureShape, scene: Scene, translate: Translate) -> tuple[Text, ...]:
        return (say("A plain colour: the board"),)

    def describe_position(self, scene: Scene, translate: Translate) -> tuple[TextSection, ...]:
        return (TextSection("", (self.describe_board(scene, translate), self.describe_hand(scene, translate))),)


class SmallPicturePainter(ViewHashPainter):
    size = (550, 350)


class NonDeterministicPainter(ViewHashPainter):
    """Paints a different picture every time."""

    def __init__(self) -> None:
        self.picture_count = count()

    def draw_board(self, scene: Scene, translate: Translate) -> Image.Image:
        return Image.new("RGB", self.size, next(self.picture_count))


class NonDeterministicTextPainter(NonDeterministicPainter):
    draw_board = ViewHashPainter.draw_board

    def describe_board(self, scene: Scene, translate: Translate) -> str:
        return str(next(self.picture_count))


class LongTextPainter(ViewHashPainter):
    def describe_board(self, scene: Scene, translate: Translate) -> str:
        return "snow " * 201


class ShortTextPainter(ViewHashPainter):
    """Shows in the picture information that only the view has."""

    def describe_board(self, scene: Scene, translate: Translate) -> str:
        return "A camp."


PICTURE_CASE = GameCase(3, {}, "pictures")


def test_honest_painter_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "load_painter", lambda _: ViewHashPainter())
    pictures.check_pictures_hide(play_random_game(ToyGame(), PICTURE_CASE))


@pytest.mark.parametrize(
    ("game", "painter", "says"),
    [
        (ToyGame, SmallPicturePainter, r"a picture of \(550, 350\)"),
        (ToyGame, NonDeterministicPainter, "paint is another one each time"),
        (ToyGame, NonDeterministicTextPainter, "alt is another one each time"),
        (ToyGame, LongTextPainter, "the board in words has 1005 characters"),
        (ToyShowingTopCard, ShortTextPainter, "paint tells of hidden things"),
        (ToyShowingTopCard, ViewHashPainter, "alt tells of hidden things"),
    ],
)
def test_spoiled_painter_is_caught(
    monkeypatch: pytest.MonkeyPatch, game: type[ToyGame], painter: type[ViewHashPainter], says: str
) -> None:
    monkeypatch.setattr(pictures, "load_painter", lambda _: painter())
    with pytest.raises(AssertionError, match=says):
        pictures.check_pictures_hide(play_random_game(game(), PICTURE_CASE))


class RoundPoster:
    """A poster that remembers the round."""

    __name__ = pictures.PLAIN_POSTER_MODULE

    def create_page(self, view: Any) -> PosterPage:
        return PosterPage(view.round, {}, ())


class LeakyPoster(RoundPoster):
    def create_page(self, view: Any) -> PosterPage:
        return PosterPage(view.round, {"top": view.top}, ())


def test_a_poster_that_remembers_hidden_things_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "load_poster", lambda _: RoundPoster())
    pictures.check_posters_hide(play_random_game(ToyShowingTopCard(), PICTURE_CASE))
    monkeypatch.setattr(pictures, "load_poster", lambda _: LeakyPoster())
    pictures.check_posters_hide(play_random_game(ToyGame(), PICTURE_CASE))
    with pytest.raises(AssertionError, match=r"page after move .* tells of hidden things"):
        pictures.check_posters_hide(play_random_game(ToyShowingTopCard(), PICTURE_CASE))
