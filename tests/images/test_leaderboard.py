"""The leaderboard's picture."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.kernel.text import english, say
from render import leaderboard
from render.kit.encode import png
from render.leaderboard import HEAD, ROW, Line

people = st.builds(Line, st.text(max_size=32), st.integers(-500, 4000), st.integers(1, 5000), st.integers(0, 5000))


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=60), st.lists(people, max_size=10))
def test_any_leaderboard_paints(title: str, lines: list[Line]) -> None:
    image = leaderboard.paint(say("{title}", title=title), lines, english)
    assert (image.width, image.height > HEAD + ROW * len(lines)) == (1100, True)


def test_the_best_bar_is_the_longest() -> None:
    image = leaderboard.paint(say("Leaderboard"), [Line("Ana", 1400, 9, 5), Line("Ben", 1100, 9, 4)], english)
    bars = [
        sum(
            image.getpixel((x, HEAD + k * ROW + ROW // 2 - 3)) != image.getpixel((680, HEAD + ROW + ROW // 2 - 3))
            for x in range(520, 690)
        )
        for k in range(2)
    ]
    assert bars[0] == 170 > bars[1] > 0


def test_bars_begin_at_zero() -> None:
    """Half the rating is half the bar."""
    image = leaderboard.paint(say("Leaderboard"), [Line("Ana", 1400, 9, 5), Line("Ben", 700, 9, 4)], english)
    lengths = []
    for k in range(2):
        middle = HEAD + k * ROW + ROW // 2 - 3
        filled = image.getpixel((521, middle))
        lengths.append(sum(image.getpixel((x, middle)) == filled for x in range(520, 690)))
    assert lengths[0] == 170
    assert abs(lengths[1] - 85) <= 1


def test_it_is_small_enough_to_send() -> None:
    image = leaderboard.paint(say("Leaderboard"), [Line("Ana", 1400, 9, 5)] * 10, english)
    assert len(png(image, leaderboard.palette())) < 100_000
