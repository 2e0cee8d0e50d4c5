"""A turn of each game by two friends in a browser, at the width of a desk and of a phone."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from playwright.async_api import expect

from engine.kernel import registry
from tests.browser.browser_player import WINDOW_HEIGHT_BY_WIDTH, BrowserPlayer, start_browser
from tests.process.program import BotProcess

URL_PATTERN = r"http://127\.0\.0\.1:\d+/#\S+"


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
        await seat.play_turn()
        assert seat.page_errors == []
        bot.send_signal(signal.SIGTERM)
        assert await bot.await_end() == 0
    assert "Traceback" not in bot.stderr_text, bot.stderr_text
