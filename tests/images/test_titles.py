"""Every board shows its game and table, as large as all other text that must be readable."""

from __future__ import annotations

from importlib import import_module

import msgspec
import pytest

from engine.kernel import registry
from engine.kernel.text import Translate
from render.kit.sheet import Sheet
from render.kit.text import MIN_DATA_SIZE_PX, Formatter
from tests.images import golden
from tests.images.moments import (
    LANGUAGES,
    compose_board,
    find_scene,
    list_languages,
    list_records,
    replay_scenes,
)
from tests.images.sheet_checks import find_collisions

TITLE_WORDS = {
    "amundsen": ("1911", "Amundsen", "vs Scott"),
    "northwest": ("Expedition: Northwest Passage",),
    "paso": ("La Aventura del Paso del Noroeste",),
    "expanse": ("THE EXPANSE",),
}
"""The style of each game's title: on the ice, in the log's hand, in print, on the instruments."""
BOARD_NAMES = [
    f"{slug}-{name}" for slug in registry.list_slugs() if slug in TITLE_WORDS for name in golden.BOARD_SCENES[slug]
]
TABLE_NUMBER = 12345
MARKER_RADIUS_PX = 13
"""The radius of a marker with its rim."""


def describe_missing(slug: str, sheet: Sheet, number: int) -> list[str]:
    """List the parts of title and number that are missing or too small."""
    large = {one.string for one in sheet.written_texts if one.size >= MIN_DATA_SIZE_PX}
    return [words for words in (*TITLE_WORDS[slug], *([f"#{number}"] if number else [])) if words not in large]


def test_the_titles_are_those_of_the_games():
    for slug, words in TITLE_WORDS.items():
        assert " ".join(words).casefold() in registry.load_game(slug).title.casefold()


@pytest.mark.parametrize(("picture", "language"), list_languages(BOARD_NAMES, sample_step=5))
def test_every_board_has_its_title_and_its_tables_number(picture: str, language: Translate):
    slug, scene = picture.partition("-")[0], find_scene(picture)
    for number in (0, 7, TABLE_NUMBER):
        sheet = compose_board(slug, msgspec.structs.replace(scene, table_number=number), language)
        assert describe_missing(slug, sheet, number) == []
        assert find_collisions(sheet) == []
        assert any(one.string.startswith("#") for one in sheet.written_texts) == bool(number)


@pytest.mark.parametrize("record", list_records("expanse"))
def test_the_title_keeps_clear_of_the_markers(record: str):
    """On The Expanse's CP Track the title keeps clear of high stacks of markers."""
    chart = import_module("render.expanse.bonus_chart")
    for scene in replay_scenes(record):
        sheet = compose_board(
            "expanse", msgspec.structs.replace(scene, table_number=TABLE_NUMBER), LANGUAGES.find_language("en")
        )
        assert describe_missing("expanse", sheet, TABLE_NUMBER) == []
        scale = chart.create_chart_layout(scene.view, Formatter(scene.names, LANGUAGES.find_language("en"))).scale
        markers = [(x, chart.find_level_y(level)) for x, level, _ in chart.find_marker_places(scene.view, scale)]
        for one in sheet.written_texts:
            if one.string in (*TITLE_WORDS["expanse"], f"#{TABLE_NUMBER}"):
                left, top, right, bottom = one.ink
                assert not [
                    (x, y)
                    for x, y in markers
                    if left - MARKER_RADIUS_PX < x < right + MARKER_RADIUS_PX
                    and top - MARKER_RADIUS_PX < y < bottom + MARKER_RADIUS_PX
                ], one
