"""No piece, mark or trail covers words: labels of the chart, numbers of spaces, influence, scores.

The test compares every word with the finished picture.
"""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from engine.games.paso.view import View as Paso
from engine.kernel.text import Translate
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import WrittenText
from tests.images import golden
from tests.images.moments import (
    LANGUAGES,
    RECORD_NAMES,
    compose_board,
    find_scene,
    list_languages,
    list_records,
    replay_scenes,
)
from tests.images.overdrawn_words import watch_words

SIGNS_BENEATH = {
    "amundsen": {"?", "A", "S"},
    "northwest": set("1234"),
    "paso": set("1234"),
}
"""Signs that may be covered because shape and colour carry their meaning: a "?" behind a pawn, the letter on a frozen
coat, and the number of a seat that has passed or whose badge another one touches."""
BOARD_NAMES = [f"{slug}-{name}" for slug, boards in golden.BOARD_SCENES.items() for name in boards]


def is_harmless(slug: str, scene: Scene, word: WrittenText) -> bool:
    """Return whether a word may be covered.

    The letters of the Paso's hexagons lie under ships and routes, and marks repeat the letters of choices.
    """
    if word.kind == "decoration" and word.string in SIGNS_BENEATH.get(slug, ()):
        return True
    return isinstance(scene.view, Paso) and word.kind == "place" and word.string in scene.view.columns


def find_overdrawn(slug: str, scene: Scene, translate: Translate) -> list[str]:
    with watch_words() as watch:
        sheet = compose_board(slug, scene, translate)
    return [
        f"“{word.string}” at {word.ink}: {share:.0%} hidden"
        for word, share in watch.find_overdrawn(sheet)
        if not is_harmless(slug, scene, word)
    ]


@pytest.mark.parametrize(("picture", "language"), list_languages(BOARD_NAMES, sample_step=3))
def test_nothing_lies_on_words(picture: str, language: Translate):
    assert find_overdrawn(picture.partition("-")[0], find_scene(picture), language) == []


@pytest.mark.slow
@pytest.mark.parametrize("record", list_records())
def test_nothing_lies_on_words_in_recorded_games(record: str):
    """The games alternate between the languages; `make soak` draws the golden boards in all of them."""
    for k, scene in enumerate(replay_scenes(record), RECORD_NAMES.index(record)):
        language = LANGUAGES.find_language(LANGUAGES.codes[k % len(LANGUAGES.codes)])
        assert find_overdrawn(record.partition("-")[0], scene, language) == []


def test_hidden_words_are_noticed():
    with watch_words() as watch:
        sheet = Sheet(Image.new("RGB", (200, 60)))
        sheet.text(10, 30, "88°", 100, size=40)
        assert watch.find_overdrawn(sheet) == []
        ImageDraw.Draw(sheet.image).ellipse((20, 10, 50, 50), fill="#FF0000")
    assert [word.string for word, _ in watch.find_overdrawn(sheet)] == ["88°"]
