"""A turn of each game by two friends in a browser, at the width of a desk and of a phone."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from playwright.async_api import expect

from engine.kernel import registry
from tests.browser.seat import WIDTHS, Seat, browser
from tests.process.program import Program

ADDRESS = r"http://127\.0\.0\.1:\d+/#\S+"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("slug", registry.slugs())
async def test_two_friends_play_a_turn(slug: str, width: int, tmp_path: Path) -> None:
    title = registry.load(slug).title
    async with await Program.start(tmp_path, "--port", "0") as bot, browser() as chromium:
        seat = await Seat.take(chromium, await bot.says(ADDRESS), width, "dark" if width < 760 else "light")
        await seat.press(title)
        await seat.play_as("Ben")
        await seat.press("Join")
        await seat.play_as("Ana")
        await expect(seat.page.locator("#messages")).to_contain_text("Ben")
        await seat.shot(f"{slug}-lobby")
        await seat.press("Start")
        await seat.turn()
        await seat.fits()
        await seat.shot(f"{slug}-after-a-turn")
        await seat.play_as(await seat.to_move())
        await seat.open_panel()
        await seat.fits()
        await seat.shot(f"{slug}-panel")
        await seat.turn()
        assert seat.wrong == []
        bot.signal(signal.SIGTERM)
        assert await bot.end() == 0
    assert "Traceback" not in bot.err, bot.err
