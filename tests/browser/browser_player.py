"""A player in a browser: acts as any of the friends, as people do, by the labels on the page."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.process.program import PROCESS_TIMEOUT_S

PROJECT_FOLDER = Path(__file__).parents[2]
SCREENSHOT_FOLDER = PROJECT_FOLDER / "out" / "browser"
WINDOW_HEIGHT_BY_WIDTH = {1280: 860, 390: 844}
"""A window on a table and a phone: width and height in CSS pixels."""
BROWSER_COMMANDS = ("chromium", "chromium-browser", "google-chrome")
VIEW_TRIES, VIEW_PAUSE_MS = 20, 100
"""How often, and with which pause, a test looks whether a control has come into view."""
MAX_TURN_PRESSES = 60
"""The most presses of a turn that always takes the first offer."""


def find_chromium() -> str:
    """Find the browser: the one that CHROMIUM names, else an installed one.

    Raises RuntimeError with what to do.
    """
    named = os.environ.get("CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else BROWSER_COMMANDS)), None)
    if found is None:
        missing = f"CHROMIUM names {named}, which cannot be run" if named else "there is no chromium"
        raise RuntimeError(f"{missing}: install it (apt-get install chromium), or set CHROMIUM to its path")
    return found


@asynccontextmanager
async def start_browser() -> AsyncIterator[Browser]:
    """Start a Chromium without a window. Its sandbox needs a user that is not root."""
    async with async_playwright() as driver:
        alone = [] if os.name != "posix" or os.geteuid() else ["--no-sandbox"]
        running = await driver.chromium.launch(executable_path=find_chromium(), args=alone)
        try:
            yield running
        finally:
            await running.close()


class PanelMeasure(NamedTuple):
    """A panel on the page: the heights of the panel and its picture in pixels, its text, and the labels of its rows of buttons.

    The row of a select has no labels. `line_counts` are the lines that the page breaks each row into.
    """

    height_px: float
    text: str
    picture_px: float
    rows: list[list[str]]
    line_counts: list[int]


class BrowserPlayer:
    """One tab of a browser, at the address that the bot printed. `page_errors` keeps its errors."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.page_errors: list[str] = []
        page.set_default_timeout(PROCESS_TIMEOUT_S * 1000)
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        page.on(
            "console", lambda line: self.page_errors.append(line.text) if line.type in {"error", "warning"} else None
        )
        page.on("request", lambda request: self._is_own_request(request.url))

    @classmethod
    async def open_page(
        cls, running: Browser, url: str, width: int, scheme: Literal["light", "dark"] = "light"
    ) -> BrowserPlayer:
        """Open the address in a new window."""
        window = await running.new_context(
            viewport={"width": width, "height": WINDOW_HEIGHT_BY_WIDTH[width]},
            color_scheme=scheme,
            has_touch=width < 760,
            locale="en-US",
            reduced_motion="reduce",
        )
        seat = cls(await window.new_page(), url)
        await seat.page.goto(url)
        await seat.page.locator(".message").first.wait_for()
        return seat

    def _is_own_request(self, url: str) -> None:
        if urlsplit(url).scheme != "blob" and urlsplit(url).netloc != urlsplit(self.url).netloc:
            self.page_errors.append(f"asked elsewhere: {url}")

    # ----------------------------------------------------------------- actions
    async def play_as(self, name: str) -> None:
        """Go to a friend's tab."""
        tab = self.page.get_by_role("tab", name=re.compile(rf"^{name}\b"))
        await tab.click()
        await expect(tab).to_have_attribute("aria-selected", "true")

    async def press_button(self, label: str) -> None:
        """Press the newest button with this label, and wait until the bot has answered."""
        await self._press_control(
            self.page.locator("#messages button").filter(has_text=re.compile(rf"^{re.escape(label)}")).last
        )

    async def type_command(self, words: str) -> None:
        """Type into the line at the bottom and press Enter."""
        line = self.page.locator("#text")
        await line.fill(words)
        await line.press("Enter")

    async def press_quick_button(self, label: str) -> None:
        """Press a button of the row for beginners; a command without options runs at once."""
        before = await self.find_newest_message()
        await self.page.locator("#quick button", has_text=label).click()
        await expect(self.page.locator(".message").last).not_to_have_id(before)

    async def open_panel(self) -> None:
        """Press "Your move" and wait for the panel. The page shows the newest messages only, so their number may stay."""
        panels = self.page.locator(".message.private")
        before = await panels.last.get_attribute("id") if await panels.count() else None
        await self.press_button("Your move")
        await expect(panels.last).not_to_have_id(before or "none yet", timeout=PROCESS_TIMEOUT_S * 1000)

    async def play_one_move(self) -> None:
        """Make one move for the friend who is to move."""
        await self.play_as(await self.wait_for_mover())
        await self.open_panel()
        before = await self.page.locator(".message.private").last.text_content()
        await self._press_next(Counter())
        await expect(self.page.locator(".message.private").last).not_to_have_text(str(before))

    async def play_turn(self) -> int:
        """Open the panel of the friend who is to move, and take the first offer until another friend is.

        Return the number of presses. The control used least comes first: a ship whose sailing is free would go to and fro.
        """
        name = await self.wait_for_mover()
        await self.play_as(name)
        await self.open_panel()
        public = self.page.locator(".message:not(.private)")
        posts = await public.count()
        uses: Counter[str] = Counter()
        for presses in range(1, MAX_TURN_PRESSES):
            await self._press_next(uses)
            if await public.count() > posts or await self.is_game_over() or await self.wait_for_mover() != name:
                return presses
        raise AssertionError(f"{name} has made {MAX_TURN_PRESSES} presses and is still to move")

    async def play_turns(self, max_turns: int) -> bool:
        """Take the first offers for some turns, and return whether the game is over before that."""
        for _ in range(max_turns):
            await self.play_turn()
            if await self.is_game_over():
                return True
        return False

    async def _press_next(self, uses: Counter[str]) -> None:
        """Take the offer that has been taken least, and count it in `uses`: of equal ones a coloured button, a list, an ending."""
        panel = self.page.locator(".message.private").last
        select = panel.locator(".select:enabled").first
        coloured = panel.locator(".press.primary:enabled, .press.green:enabled")
        endings = panel.locator(".row:not(:last-child) .press:not(.primary, .green):enabled")
        lists = [select] if await select.count() else []
        offers = [*await coloured.all(), *lists, *await endings.all()]
        control = await _take_least_used(offers or [panel.locator(".press:enabled").first], uses)
        if control is not select:
            await self._press_control(control)
            return
        message = await self._find_message(select)
        await self._check_control_in_view(select)
        await select.click()
        sheet = self.page.locator("#sheet")
        done = sheet.get_by_role("button", name="OK", exact=True)
        if await done.count():
            for choice in await sheet.locator("label.choice").all():
                if await done.is_enabled():
                    break
                await choice.click()
            await done.click()
        else:
            await (await _take_least_used(await sheet.locator("button.choice").all(), uses)).click()
        await self._await_answer(message)

    async def _press_control(self, control: Locator) -> None:
        await self._check_control_in_view(control)
        message = await self._find_message(control)
        await control.click()
        await self._await_answer(message)

    async def _find_message(self, control: Locator) -> str:
        return str(await control.evaluate("node => node.closest('.message').id"))

    async def _await_answer(self, message: str) -> None:
        await expect(self.page.locator(f"#{message}.busy")).to_have_count(0, timeout=PROCESS_TIMEOUT_S * 1000)

    # ----------------------------------------------------------------- look-ups
    async def is_game_over(self) -> bool:
        """Wait until somebody is to move or the game is over, and return whether it is over."""
        over = self.page.locator("#messages button", has_text="Rematch")
        dot = self.page.get_by_role("tab").locator(".dot")
        await expect(over.or_(dot).first).to_be_visible(timeout=PROCESS_TIMEOUT_S * 1000)
        return bool(await over.count())

    async def wait_for_mover(self) -> str:
        """Wait for a friend with a dot, and return the first one's name."""
        tab = self.page.get_by_role("tab").filter(has=self.page.locator(".dot")).first
        return (await tab.locator(".name").inner_text()).strip()

    async def find_newest_message(self) -> str:
        """Return the id of the newest message's element."""
        return str(await self.page.locator(".message").last.get_attribute("id"))

    async def await_pictures(self) -> None:
        """Wait until every picture has been loaded and can be painted."""
        await self.page.evaluate(
            "async () => { while ([...document.querySelectorAll('.picture img')].some((image) => !image.complete"
            " || !image.naturalWidth)) await new Promise(requestAnimationFrame);"
            " await Promise.all([...document.querySelectorAll('.picture img')].map((image) => image.decode())); }"
        )

    async def check_layout(self) -> None:
        """Check that nothing is wider than the window, and that the panel that asks or the newest message is in sight."""
        wide = await self.page.evaluate(
            "[...document.querySelectorAll('main *')].filter((node) => node.checkVisibility() && !node.closest('#quick, pre')"
            " && node.getBoundingClientRect().right > innerWidth + 0.5).map((node) => node.outerHTML.slice(0, 200))"
        )
        assert wide == []
        assert await self.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        await self.page.wait_for_function(
            "() => { const area = document.getElementById('scroll').getBoundingClientRect();"
            " const panels = [...document.querySelectorAll('.message.private:not(.past)')]"
            ".filter(one => one.querySelector('.picture'));"
            " return [panels.at(-1), [...document.querySelectorAll('.message')].at(-1)].some(one => one"
            " && one.getBoundingClientRect().top < area.bottom && one.getBoundingClientRect().bottom > area.top); }"
        )

    async def _check_control_in_view(self, control: Locator) -> None:
        """Check that a control of a panel and the panel's picture can be seen at once, without scrolling."""
        await self.await_pictures()
        hidden: list[list[float]] = []
        for _ in range(VIEW_TRIES):  # the page moves to a new panel once its picture has come
            hidden = await self._list_hidden_parts(control)
            if not hidden:
                return
            await self.page.wait_for_timeout(VIEW_PAUSE_MS)
        raise AssertionError(f"{await _read_label(control)}: {hidden}")

    async def _list_hidden_parts(self, control: Locator) -> list[list[float]]:
        """List the top and bottom of a control and of its panel's picture, if they are out of view, and the bottom of the view."""
        hidden: list[list[float]] = await control.evaluate(
            "node => { const area = document.getElementById('scroll').getBoundingClientRect();"
            " const parts = [...(node.closest('.message.private')?.querySelectorAll('.picture img') ?? [])];"
            " return !parts.length ? [] : [node, ...parts].map(part => part.getBoundingClientRect()).filter(seen =>"
            " seen.top < area.top - 1 || seen.bottom > area.bottom + 1).map(seen => [seen.top, seen.bottom, area.bottom]); }"
        )
        return hidden

    async def measure_panel(self) -> PanelMeasure:
        """Measure the newest panel."""
        await self.await_pictures()
        found = await self.page.locator(".message.private").last.evaluate(
            "node => ({ height: node.getBoundingClientRect().height,"
            " text: [...node.querySelectorAll('.box > .text')].map(part => part.innerText).join('\\n'),"
            " picture: node.querySelector('.picture img')?.getBoundingClientRect().height ?? 0,"
            " rows: [...node.querySelectorAll('.box > .row')].map(row => [...row.querySelectorAll('.press')].map("
            "press => press.innerText)),"
            " lines: [...node.querySelectorAll('.box > .row')].map(row => new Set([...row.children].map("
            "control => control.offsetTop)).size) })"
        )
        return PanelMeasure(found["height"], found["text"], found["picture"], found["rows"], found["lines"])

    async def save_screenshot(self, name: str) -> None:
        """Save a picture of the window."""
        await self.await_pictures()
        SCREENSHOT_FOLDER.mkdir(parents=True, exist_ok=True)
        size = self.page.viewport_size
        assert size is not None
        await self.page.screenshot(path=SCREENSHOT_FOLDER / f"{name}-{size['width']}.png")


async def _read_label(control: Locator) -> str:
    """Return the text on a control."""
    return str(await control.text_content())


async def _take_least_used(controls: list[Locator], uses: Counter[str]) -> Locator:
    """Choose the first control of those used least, and count the use."""
    labels = [await _read_label(one) for one in controls]
    chosen = min(range(len(controls)), key=lambda index: uses[labels[index]])
    uses[labels[chosen]] += 1
    return controls[chosen]
