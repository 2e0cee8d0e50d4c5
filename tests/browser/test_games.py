"""A turn of each game by two friends in a browser, at the width of a desk and of a phone."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from playwright.async_api import expect

from cogs.messages.layout import build_button
from cogs.messages.screen_size import SCREEN_SIZES, compute_height, count_button_rows, count_lines
from engine.kernel import registry
from tests.browser.browser_player import WINDOW_HEIGHT_BY_WIDTH, BrowserPlayer, PanelMeasure, start_browser
from tests.process.program import BotProcess

URL_PATTERN = r"http://127\.0\.0\.1:\d+/#\S+"
MAX_DEVIATION = 0.05
"""How far the page may be from the table of sizes."""
PHONE_TURNS, MAX_GAME_TURNS = 7, 300
"""The turns that each game is played on a phone, and the most turns of a whole game."""
SHORT_GAME = "amundsen"
"""The game that `make browser` plays to its end; `make soak` plays all."""


def check_height(panel: PanelMeasure, width: int) -> None:
    """Check the height of a panel against the table of sizes, and that it fits the window."""
    (size,) = [size for size in SCREEN_SIZES if size.window_width_px == width]
    buttons = [[build_button(label, "x") for label in row] for row in panel.rows]
    control_rows = sum(panel.line_counts[:-1])
    estimated_rows = sum(count_button_rows(row, size) if row else 1 for row in buttons[:-1])
    assert control_rows <= estimated_rows, "the table may take more space for granted than letters need, never less"
    assert panel.line_counts[-1] == 1, panel
    lines = count_lines(panel.text, size)
    expected_px = compute_height(lines, round(panel.picture_px), control_rows, has_small_row=True)
    assert abs(panel.height_px - expected_px) <= MAX_DEVIATION * expected_px, (panel, lines, control_rows, expected_px)
    assert panel.height_px <= size.max_height_px * (1 + MAX_DEVIATION), panel


@pytest.mark.parametrize("width", WINDOW_HEIGHT_BY_WIDTH)
@pytest.mark.parametrize("slug", registry.list_slugs())
async def test_two_friends_play_a_turn(slug: str, width: int, tmp_path: Path) -> None:
    title = registry.load_game(slug).title
    async with await BotProcess.start(tmp_path, "--port", "0") as bot, start_browser() as chromium:
        seat = await BrowserPlayer.open_page(
            chromium, await bot.await_output(URL_PATTERN), width, "dark" if width < 760 else "light"
        )
        await seat.press_button(title)
        await seat.play_as("Ben")
        await seat.press_button("Join")
        await seat.play_as("Ana")
        await expect(seat.page.locator("#messages")).to_contain_text("Ben")
        await seat.save_screenshot(f"{slug}-lobby")
        await seat.press_button("Start")
        await seat.play_turn()
        await seat.check_layout()
        await seat.save_screenshot(f"{slug}-after-a-turn")
        await seat.play_as(await seat.wait_for_mover())
        await seat.open_panel()
        await seat.check_layout()
        await seat.save_screenshot(f"{slug}-panel")
        check_height(await seat.measure_panel(), width)
        await seat.open_panel()
        await expect(seat.page.locator(".message.private.past")).not_to_have_count(0)
        await seat.play_turn()
        assert seat.page_errors == []
        bot.send_signal(signal.SIGTERM)
        assert await bot.await_end() == 0
    assert "Traceback" not in bot.stderr_text, bot.stderr_text


async def play_on_phone(slug: str, folder: Path, max_turns: int) -> bool:
    """Play a game of two friends on a phone, each press in view together with the picture. Return whether it is over."""
    async with await BotProcess.start(folder, "--port", "0") as bot, start_browser() as chromium:
        seat = await BrowserPlayer.open_page(chromium, await bot.await_output(URL_PATTERN), 390)
        await seat.press_button(registry.load_game(slug).title)
        await seat.play_as("Ben")
        await seat.press_button("Join")
        await seat.play_as("Ana")
        await seat.press_button("Start")
        is_over = await seat.play_turns(max_turns)
        assert seat.page_errors == []
        return is_over


@pytest.mark.parametrize("slug", [slug for slug in registry.list_slugs() if slug != SHORT_GAME])
async def test_turns_are_played_on_a_phone(slug: str, tmp_path: Path) -> None:
    await play_on_phone(slug, tmp_path, PHONE_TURNS)


@pytest.mark.parametrize(
    "slug",
    [pytest.param(slug, marks=[pytest.mark.soak] if slug != SHORT_GAME else []) for slug in registry.list_slugs()],
)
async def test_a_whole_game_is_played_on_a_phone(slug: str, tmp_path: Path) -> None:
    assert await play_on_phone(slug, tmp_path, MAX_GAME_TURNS)
