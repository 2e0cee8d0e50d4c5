"""Every board says which game it is and which table, as large as everything else that must be read."""

from __future__ import annotations

from importlib import import_module

import msgspec
import pytest

from cogs.words.languages import Languages
from engine.kernel import registry
from engine.kernel.text import Translate
from render.kit.sheet import Sheet
from render.kit.text import SMALLEST, Formatter
from tests.images import golden
from tests.images.chance import collisions
from tests.images.moments import RECORDS, board, named, recorded

LANGUAGES = Languages()
SPOKEN = [pytest.param(LANGUAGES.of(code), id=code) for code in LANGUAGES.codes]
WRITTEN = {
    "amundsen": ("1911", "Amundsen", "vs Scott"),
    "northwest": ("Expedition: Northwest Passage",),
    "paso": ("La Aventura del Paso del Noroeste",),
    "expanse": ("THE EXPANSE",),
}
"""How each game writes its title: on the ice, in the log's hand, in print, on the instruments."""
BOARDS = [
    pytest.param(f"{slug}-{name}", id=f"{slug}-{name}")
    for slug in registry.slugs()
    if slug in WRITTEN
    for name in golden.BOARDS[slug]
]
NUMBER = 12345
R = 13
"""The radius of a marker with its rim."""


def missing(slug: str, sheet: Sheet, number: int) -> list[str]:
    """What of the title and the number is not on a board, or too small."""
    large = {one.string for one in sheet.written if one.size >= SMALLEST}
    return [words for words in (*WRITTEN[slug], *([f"#{number}"] if number else [])) if words not in large]


def test_the_titles_are_those_of_the_games():
    for slug, words in WRITTEN.items():
        assert " ".join(words).casefold() in registry.load(slug).title.casefold()


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("picture", BOARDS)
def test_every_board_has_its_title_and_its_tables_number(picture: str, language: Translate):
    slug, scene = picture.partition("-")[0], named(picture)
    for number in (0, 7, NUMBER):
        sheet = board(slug, msgspec.structs.replace(scene, table=number), language)
        assert missing(slug, sheet, number) == []
        assert collisions(sheet) == []
        assert any(one.string.startswith("#") for one in sheet.written) == bool(number)


@pytest.mark.parametrize("record", [record for record in RECORDS if record.startswith("expanse")])
def test_the_title_keeps_clear_of_the_markers(record: str):
    """On The Expanse's CP Track the title goes where no high stack of markers is."""
    chart = import_module("render.expanse.bonus_chart")
    for scene in recorded(record):
        sheet = board("expanse", msgspec.structs.replace(scene, table=NUMBER), LANGUAGES.of("en"))
        assert missing("expanse", sheet, NUMBER) == []
        scale = chart.chart_layout(scene.view, Formatter(scene.names, LANGUAGES.of("en"))).scale
        markers = [(x, chart.height(level)) for x, level, _ in chart.stacked(scene.view, scale)]
        for one in sheet.written:
            if one.string in (*WRITTEN["expanse"], f"#{NUMBER}"):
                left, top, right, bottom = one.ink
                assert not [(x, y) for x, y in markers if left - R < x < right + R and top - R < y < bottom + R], one
