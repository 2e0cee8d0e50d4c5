"""The page without a mouse: the skip links, and the focus, which moves to a new panel and to a new question."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.browser_player import WINDOW_HEIGHT_BY_WIDTH, BrowserPlayer, start_browser
from tests.process.program import BotProcess

URL_PATTERN = r"http://127\.0\.0\.1:\d+/#\S+"
MAX_TABS = 12
"""The Tab presses from the top of the page, or from the beginning of a message, to what one wants there."""


async def press_tabs(page: Page, label: str) -> int:
    """Press Tab until a control with this label has the focus, and return how often."""
    focused: list[str] = []
    for presses in range(1, MAX_TABS + 1):
        await page.keyboard.press("Tab")
        focused.append(str(await page.evaluate("document.activeElement.textContent.trim()")))
        if focused[-1].startswith(label):
            return presses
    raise AssertionError(f"no “{label}” among {focused}")


async def describe_focus(page: Page) -> str:
    """Return the element with the focus: the newest message, or its beginning."""
    return str(
        await page.evaluate(
            "document.activeElement === [...document.querySelectorAll('.message')].at(-1) ? 'newest message'"
            " : document.activeElement.outerHTML.slice(0, 200)"
        )
    )


@pytest.mark.parametrize("width", WINDOW_HEIGHT_BY_WIDTH)
async def test_a_move_is_made_by_keyboard(width: int, tmp_path: Path) -> None:
    async with start_browser() as chromium, await BotProcess.start(tmp_path, "--port", "0") as bot:
        url = await bot.await_output(URL_PATTERN)
        seat = await BrowserPlayer.open_page(chromium, url, width)
        page = seat.page
        await seat.press_button("Expedition: Northwest Passage")
        await seat.play_as("Ben")
        await seat.press_button("Join")
        await seat.play_as("Ana")
        await seat.press_button("Start")
        await seat.play_as(await seat.wait_for_mover())

        await expect(page.locator(".message").last).to_contain_text("Your move")
        await page.reload()
        await page.locator(".message").last.wait_for()
        assert await press_tabs(page, "Skip to the newest message") == 1, "it is the first on the page"
        await page.keyboard.press("Enter")
        assert await describe_focus(page) == "newest message"
        assert await press_tabs(page, "Your move") <= 4
        panels = page.locator(".message.private")
        before = await panels.count()
        await page.keyboard.press("Enter")
        await expect(panels).to_have_count(before + 1)
        panel = panels.last
        await expect(panel).to_be_focused()
        await seat.await_pictures()
        for part in (".who", ".press >> nth=0"):
            await expect(panel.locator(part)).to_be_in_viewport()
        assert await panel.evaluate("node => node.querySelector('.gallery').nextElementSibling?.matches('.row')"), (
            "the picture is directly above its controls"
        )

        told = await panel.inner_text()
        await page.keyboard.press("Tab")  # the picture
        await page.keyboard.press("Tab")
        await page.keyboard.press("Tab")
        assert await page.evaluate(
            "document.activeElement.matches('.message.private .press, .message.private .select')"
        )
        await press_tabs(page, "Legend")
        await page.keyboard.press("Enter")
        await expect(panel).not_to_have_text(told)
        await expect(panel).to_contain_text("Legend")
        await expect(panel).to_be_focused()
        await expect(panel.locator(".who")).to_be_in_viewport()
        await press_tabs(page, "Back")
        await page.keyboard.press("Enter")
        await expect(panel).to_be_focused()

        await page.reload()
        await page.locator(".message").last.wait_for()
        await press_tabs(page, "Skip to the line for writing")
        await page.keyboard.press("Enter")
        await expect(page.locator("#text")).to_be_focused()
        assert seat.page_errors == []
