"""The picture of a player's games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.i18n.languages import LanguageRegistry
from engine.kernel.text import translate_to_english
from render import statistics
from render.kit.encode import encode_png
from render.kit.theme import GOLD, NAVY_3, parse_colour
from render.statistics import BAR_LEFT_PX, GRAPH_HEIGHT_PX, HEADER_HEIGHT_PX, ROW_HEIGHT_PX, StatisticsRow
from tests.images.sheet_checks import try_examples

rows = st.builds(StatisticsRow, st.text(max_size=32), st.integers(1, 5000), st.integers(0, 5000), st.booleans())


@try_examples(20)
@given(
    st.text(max_size=40),
    st.lists(st.integers(-500, 4000), min_size=1, max_size=300),
    st.lists(rows, max_size=8),
    st.lists(rows, max_size=8),
)
def test_anybodys_games_paint(
    name: str, ratings: list[int], sides: list[StatisticsRow], friends: list[StatisticsRow]
) -> None:
    sheet = statistics.compose_statistics(name, ratings, sides, friends, translate_to_english)
    assert sheet.image.width == 1100
    assert all(one.ink[2] <= 1100 and one.ink[3] <= sheet.image.height for one in sheet.written_texts)


@pytest.mark.parametrize("code", LanguageRegistry().codes)
def test_its_words_can_be_read(code: str) -> None:
    """Nine pixels of cap height when 1,100 are shown as 550."""
    people = [
        StatisticsRow("Maximiliane-Alexandrina Hohenste", 12, 7, is_person=True),
        StatisticsRow("Ben", 3, 1, is_person=True),
    ]
    sides = [StatisticsRow("Amundsen", 9, 4), StatisticsRow("Scott", 4, 4)]
    sheet = statistics.compose_statistics(
        "Ana", [1000, 1040, 990, 1120], sides, people, LanguageRegistry().find_language(code)
    )
    assert all(one.size >= 26 for one in sheet.written_texts)
    assert len(encode_png(sheet.image, statistics.build_palette(sheet.image))) < 60_000


def test_a_bar_is_as_long_as_its_games_and_golden_as_far_as_they_were_won() -> None:
    image = statistics.draw_statistics(
        "Ana", [1000, 1040], [StatisticsRow("Amundsen", 10, 5), StatisticsRow("Scott", 5, 5)], [], translate_to_english
    )
    lines = [HEADER_HEIGHT_PX + GRAPH_HEIGHT_PX + 68 + k * ROW_HEIGHT_PX + ROW_HEIGHT_PX // 2 - 3 for k in range(2)]
    gold, rest = (
        [sum(image.getpixel((x, y)) == parse_colour(fill) for x in range(BAR_LEFT_PX, 860)) for y in lines]
        for fill in (GOLD, NAVY_3)
    )
    assert abs(gold[0] - gold[1]) <= 1
    assert abs(gold[0] - rest[0]) <= 1
    assert rest[1] == 0
