"""No piece, mark or trail lies on words: labels of the chart, numbers of spaces, influence, scores. Found by looking at every word
again when the picture is done."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from cogs.words.languages import Languages
from engine.games.paso.view import View as Paso
from engine.kernel.text import Translate
from render.kit.scene import Scene
from render.kit.sheet import Sheet
from render.kit.text import Written
from tests.images import golden
from tests.images.covered import watched
from tests.images.moments import RECORDS, board, named, recorded

LANGUAGES = Languages()
SPOKEN = [pytest.param(LANGUAGES.of(code), id=code) for code in LANGUAGES.codes]
BENEATH = {
    "amundsen": {"?", "A", "S"},
    "northwest": set("1234"),
    "paso": set("1234"),
}
"""Signs that may lie beneath: a "?" behind a pawn, the letter on a coat that is frozen, the number of a seat that has passed or
whose badge another one touches: shape and colour tell it."""
BOARDS = [f"{slug}-{name}" for slug, boards in golden.BOARDS.items() for name in boards]


def harmless(slug: str, scene: Scene, word: Written) -> bool:
    """The letters of the Paso's hexagons lie beneath ships and routes; where one can be chosen, its mark stands above it."""
    if word.kind == "decoration" and word.string in BENEATH.get(slug, ()):
        return True
    return isinstance(scene.view, Paso) and word.kind == "place" and word.string in scene.view.columns


def covered(slug: str, scene: Scene, translate: Translate) -> list[str]:
    with watched() as watch:
        sheet = board(slug, scene, translate)
    return [
        f"“{word.string}” at {word.ink}: {share:.0%} hidden"
        for word, share in watch.covered(sheet)
        if not harmless(slug, scene, word)
    ]


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("picture", BOARDS)
def test_nothing_lies_on_words(picture: str, language: Translate):
    assert covered(picture.partition("-")[0], named(picture), language) == []


@pytest.mark.parametrize("record", RECORDS)
def test_nothing_lies_on_words_at_the_end_of_a_game(record: str):
    *_, last = recorded(record)
    assert covered(record.partition("-")[0], last, LANGUAGES.of("en")) == []


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORDS)
def test_nothing_lies_on_words_in_recorded_games(record: str):
    for scene in recorded(record):
        assert covered(record.partition("-")[0], scene, LANGUAGES.of("es")) == []


def test_what_is_hidden_is_noticed():
    with watched() as watch:
        sheet = Sheet(Image.new("RGB", (200, 60)))
        sheet.text(10, 30, "88°", 100, size=40)
        assert watch.covered(sheet) == []
        ImageDraw.Draw(sheet.image).ellipse((20, 10, 50, 50), fill="#FF0000")
    assert [word.string for word, _ in watch.covered(sheet)] == ["88°"]
