"""Draw the pictures of README.md: `python -m tests.programs.images.documents`.

The boards and the hand are golden scenes. The local table is the page of the real bot in Chromium, as `make browser` runs it.
"""

from __future__ import annotations

import asyncio
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import expect

from engine.kernel import registry
from tests.browser.browser_player import PROJECT_FOLDER, BrowserPlayer, start_browser
from tests.images import golden
from tests.process.program import PROCESS_TIMEOUT_S, BotProcess

PICTURE_FOLDER = PROJECT_FOLDER / "docs" / "pictures"
GOLDEN_PICTURES = {
    "board": "amundsen-turns",
    "hand": "amundsen-hand",
    "expanse": "expanse-turns",
    "northwest": "northwest-turns",
    "paso": "paso-turns",
}
"""The golden picture of each picture of the documents."""
URL_PATTERN = r"http://127\.0\.0\.1:\d+/#\S+"
GAME, TURNS, CALLED_FRIEND, WINDOW_WIDTH_PX = "amundsen", 14, "Ben", 1280
"""The game at the local table, the least turns before its picture, whom the board calls, and the width of the window."""


async def photograph_local_table() -> bytes:
    """Play some turns at the local table, and return the PNG of its window with the newest board."""
    async with start_browser() as chromium:
        with tempfile.TemporaryDirectory() as folder:
            async with await BotProcess.start(Path(folder), "--port", "0") as bot:
                seat = await BrowserPlayer.open_page(chromium, await bot.await_output(URL_PATTERN), WINDOW_WIDTH_PX)
                await seat.press_button(registry.load_game(GAME).title)
                await seat.play_as("Ben")
                await seat.press_button("Join")
                await seat.play_as("Ana")
                await seat.press_button("Start")
                await seat.wait_for_mover()
                await seat.play_turns(TURNS)
                if await seat.wait_for_mover() != CALLED_FRIEND:
                    await seat.play_turn()
                await seat.play_as("Ana")
                post = seat.page.locator(".message").last
                await expect(post).to_contain_text(
                    f"@{CALLED_FRIEND}, it is your move", timeout=PROCESS_TIMEOUT_S * 1000
                )
                await post.scroll_into_view_if_needed()
                await seat.await_pictures()
                return await seat.page.screenshot()


def main() -> None:
    """Draw all pictures of the documents."""
    for name, picture in GOLDEN_PICTURES.items():
        golden.draw(picture).save(PICTURE_FOLDER / f"{name}.png", optimize=True)
    window = Image.open(BytesIO(asyncio.run(photograph_local_table()))).convert("RGB")
    window.quantize(256, dither=Image.Dither.NONE).save(PICTURE_FOLDER / "local-table.png", optimize=True)


if __name__ == "__main__":
    main()
