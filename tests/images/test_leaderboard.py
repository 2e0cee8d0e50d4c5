"""The picture of the leaderboard."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.text import say, translate_to_english
from render import leaderboard
from render.kit.encode import encode_png
from render.leaderboard import HEADER_HEIGHT_PX, ROW_HEIGHT_PX, LeaderboardRow
from tests.images.moments import watch_sheets
from tests.images.sheet_checks import try_examples

people = st.builds(
    LeaderboardRow, st.text(max_size=32), st.integers(-500, 4000), st.integers(1, 5000), st.integers(0, 5000)
)


@try_examples(30)
@given(st.text(max_size=60), st.lists(people, max_size=10))
def test_any_leaderboard_paints(title: str, lines: list[LeaderboardRow]) -> None:
    image = leaderboard.draw_leaderboard(say("{title}", title=title), lines, translate_to_english)
    assert (image.width, image.height > HEADER_HEIGHT_PX + ROW_HEIGHT_PX * len(lines)) == (1100, True)


def test_the_best_bar_is_the_longest() -> None:
    image = leaderboard.draw_leaderboard(
        say("Leaderboard"), [LeaderboardRow("Ana", 1400, 9, 5), LeaderboardRow("Ben", 1100, 9, 4)], translate_to_english
    )
    bars = [
        sum(
            image.getpixel((x, HEADER_HEIGHT_PX + k * ROW_HEIGHT_PX + ROW_HEIGHT_PX // 2 - 3))
            != image.getpixel((680, HEADER_HEIGHT_PX + ROW_HEIGHT_PX + ROW_HEIGHT_PX // 2 - 3))
            for x in range(520, 690)
        )
        for k in range(2)
    ]
    assert bars[0] == 170 > bars[1] > 0


def test_bars_begin_at_zero() -> None:
    """Half the rating is half the bar."""
    image = leaderboard.draw_leaderboard(
        say("Leaderboard"), [LeaderboardRow("Ana", 1400, 9, 5), LeaderboardRow("Ben", 700, 9, 4)], translate_to_english
    )
    lengths = []
    for k in range(2):
        middle = HEADER_HEIGHT_PX + k * ROW_HEIGHT_PX + ROW_HEIGHT_PX // 2 - 3
        filled = image.getpixel((521, middle))
        lengths.append(sum(image.getpixel((x, middle)) == filled for x in range(520, 690)))
    assert lengths[0] == 170
    assert abs(lengths[1] - 85) <= 1


def test_it_is_small_enough_to_send() -> None:
    image = leaderboard.draw_leaderboard(
        say("Leaderboard"), [LeaderboardRow("Ana", 1400, 9, 5)] * 10, translate_to_english
    )
    assert len(encode_png(image, leaderboard.load_palette())) < 100_000


def test_no_row_is_without_a_name() -> None:
    """A name in letters that no font has is a mark and the place."""
    names = ("陳大文", "🐧🐧", "देवी")
    with watch_sheets() as sheets:
        leaderboard.draw_leaderboard(
            say("Leaderboard"), [LeaderboardRow(name, 1200, 3, 1) for name in names], translate_to_english
        )
    shown = [one.shown for sheet in sheets for one in sheet.drawn_texts]
    assert {"陳大文", "🐧🐧", "◊3"} <= {*shown}
    assert "" not in shown
