"""The picture of the course of a game."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.text import translate_to_english
from render import analysis
from render.analysis import ChoicesAndLuck, GameCourse, format_percent
from render.kit.encode import encode_png
from render.kit.poster import POSTER_HEIGHT_PX, POSTER_WIDTH_PX
from render.kit.theme import SEAT_STYLES, parse_colour
from tests.images.sheet_checks import try_examples

names = st.text(max_size=32)
shares = st.floats(0, 1)


def analyse_course(seats: int = 2, moves: int = 40, turning_points: tuple[int, ...] = (3, 20)) -> GameCourse:
    chances = tuple(tuple((k if seat else moves - k) / moves for seat in range(seats)) for k in range(moves + 1))
    fates = tuple(ChoicesAndLuck(-12 * seat, 30 - 20 * seat) for seat in range(seats))
    return GameCourse("1911", ("Ana", "Ben", "Cy", "Dee")[:seats], chances, 0, turning_points, fates)


@try_examples(15)
@given(
    st.lists(names, min_size=2, max_size=4), st.integers(1, 300), st.lists(st.integers(0, 299), max_size=3), st.data()
)
def test_any_game_paints(people: list[str], moves: int, turning: list[int], data: st.DataObject) -> None:
    seats = len(people)
    chances = tuple(tuple(data.draw(shares) for _ in people) for _ in range(min(3, moves))) * (moves // 3 + 1)
    fates = tuple(ChoicesAndLuck(-99999, 99999) for _ in range(seats))
    told = GameCourse("x" * 60, tuple(people), chances, 0, tuple(sorted({k % len(chances) for k in turning})), fates)
    sheet = analysis.compose_analysis(told, translate_to_english)
    assert sheet.image.size == (POSTER_WIDTH_PX, POSTER_HEIGHT_PX)
    for one in sheet.written_texts:
        assert one.span[0] - 2 <= one.ink[0]
        assert one.ink[2] <= one.span[1] + 2
    assert len(analysis.describe_analysis(told, translate_to_english)) <= 1000


def test_the_winners_line_ends_at_the_top() -> None:
    image = analysis.compose_analysis(analyse_course(), translate_to_english).image
    column = [image.getpixel((POSTER_WIDTH_PX - 160, y)) for y in range(110, 800)]
    heights = [column.index(parse_colour(SEAT_STYLES[seat].colour)) for seat in (1, 0)]
    assert heights[0] < heights[1] - 300


def test_the_line_goes_through_the_chance_that_the_text_tells() -> None:
    """A chance of 100 % before one move alone is drawn as high as a game that is won throughout."""

    def find_top(chances: list[float]) -> int:
        course = GameCourse("1911", ("Ana", "Ben"), tuple((1 - one, one) for one in chances), 0, (), ())
        image = analysis.compose_analysis(course, translate_to_english).image
        colour = parse_colour(SEAT_STYLES[1].colour)
        rows = [y for y in range(110, 900) if any(image.getpixel((x, y)) == colour for x in range(600, 1100, 2))]
        return rows[0]

    spike = [0.5] * 9 + [1.0] + [0.5] * 9
    assert abs(find_top(spike) - find_top([1.0] * 19)) < 12


def test_every_turning_point_has_the_number_of_its_move() -> None:
    words = [
        one.string
        for one in analysis.compose_analysis(
            analyse_course(turning_points=(5, 17, 30)), translate_to_english
        ).written_texts
    ]
    assert {"6", "18", "31"} <= set(words)
    assert {"−12 %", "+30 %", "+10 %"} <= set(words)


def test_a_number_stands_where_the_line_turns() -> None:
    """The line turns after move 6, whose index is 5, above the 6 of the axis."""
    chances = tuple((1 - one, one) for one in [0.5] * 6 + [0.9] * 7)
    sheet = analysis.compose_analysis(GameCourse("1911", ("Ana", "Ben"), chances, 0, (5,), ()), translate_to_english)
    number, clock = sorted((one.ink for one in sheet.written_texts if one.string == "6"), key=lambda ink: ink[1])
    assert abs((number[0] + number[2]) - (clock[0] + clock[2])) < 16


def test_it_says_the_same_in_words() -> None:
    told = analysis.describe_analysis(analyse_course(), translate_to_english)
    assert "everybody’s chance over 40 moves" in told
    assert "At the beginning: Ana 100 %, Ben 0 %." in told
    assert "Half-way: Ana 50 %, Ben 50 %." in told
    assert "Turning point, move 4: Ana 92 %, Ben 8 %; then Ana 90 %, Ben 10 %." in told
    assert "Ben: choices −12 %, luck +10 %." in told
    wider = analysis.describe_analysis(
        msgspec.structs.replace(analyse_course(), turn_spans=((1, 6), (18, 23))), translate_to_english
    )
    assert "Turning point, move 21: Ana 55 %, Ben 45 %; then Ana 42 %, Ben 57 %." in wider


@pytest.mark.parametrize(("value", "shown"), [(0, "0 %"), (7, "+7 %"), (-7, "−7 %"), (120, "+120 %")])
def test_hundredths_have_a_sign(value: int, shown: str) -> None:
    assert format_percent(value) == shown


def test_it_is_small_enough_to_send() -> None:
    image = analysis.compose_analysis(analyse_course(4, 200), translate_to_english).image
    assert len(encode_png(image, analysis.build_palette(image))) < 200_000
