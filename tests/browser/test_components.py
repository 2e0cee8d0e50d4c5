"""How the page shows everything a bot can send on Discord, and what it sends back. A stub server sends made-up JSON."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from tests.browser.browser_player import WINDOW_HEIGHT_BY_WIDTH, BrowserPlayer, start_browser
from tests.process.program import PROCESS_TIMEOUT_S, BotProcess

URL_PATTERN = r"http://127\.0\.0\.1:\d+/#\S+"
BOT_USER = {"id": "9", "name": "Overwinter", "bot": True}
PICTURE_FILE = {
    "name": "board.png",
    "path": "board.png",
    "about": "",
    "picture": True,
    "bytes": 9,
    "width": 1650,
    "height": 1050,
}
MEDIA_ITEM = {"url": "attachment://board.png", "shown": PICTURE_FILE}
SELECT_CHOICES = [
    {"label": label, "value": label.lower(), "description": f"the {label} one"} for label in ("Red", "Blue", "White")
]
CARD_COMPONENT = {
    "type": 17,
    "accent_color": 0x2B7D59,
    "components": [
        {
            "type": 9,
            "components": [{"type": 10, "content": "## The ice\n**Bold**, *lean*, `code`, ||hidden||, <@1>, <#5>\n- one\n- two"}],
            "accessory": {"type": 11, "media": MEDIA_ITEM, "description": "a small board"},
        },
        {"type": 14, "divider": True, "spacing": 2},
        {"type": 12, "items": [{"media": MEDIA_ITEM, "description": f"board {n}"} for n in range(3)]},
        {
            "type": 9,
            "components": [{"type": 10, "content": "> quoted\n-# small, 5 \\* 3, <t:1700000000:R>, [rules](https://rules.example/)"}],
            "accessory": {"type": 2, "style": 2, "label": "Beside", "custom_id": "beside"},
        },
        {"type": 1, "components": [{"type": 3, "custom_id": "one", "placeholder": "Which one?", "options": SELECT_CHOICES}]},
        {
            "type": 1,
            "components": [
                {
                    "type": 3,
                    "custom_id": "some",
                    "placeholder": "Which?",
                    "min_values": 2,
                    "max_values": 2,
                    "options": SELECT_CHOICES,
                }
            ],
        },
        {"type": 1, "components": [{"type": 5, "custom_id": "who", "placeholder": "Who?"}]},
        {"type": 1, "components": [{"type": 8, "custom_id": "where", "placeholder": "Where?"}]},
        {
            "type": 1,
            "components": [
                {"type": 2, "style": 1, "label": "Modal", "custom_id": "modal"},
                {"type": 2, "style": 4, "label": "Not now", "custom_id": "never", "disabled": True},
                {"type": 2, "style": 5, "label": "Post", "url": "https://discord.com/channels/7/5/100"},
            ],
        },
    ],
}  # fmt: skip
MODAL_PAYLOAD = {
    "id": "55",
    "title": "All there is",
    "custom_id": "all",
    "components": [
        {"type": 10, "content": "Fill *this* in."},
        {
            "type": 18,
            "label": "Words",
            "description": "a few",
            "component": {"type": 4, "style": 1, "custom_id": "words"},
        },
        {
            "type": 18,
            "label": "One",
            "component": {"type": 21, "custom_id": "radio", "required": True, "options": SELECT_CHOICES},
        },
        {
            "type": 18,
            "label": "Any",
            "component": {"type": 22, "custom_id": "boxes", "required": False, "options": SELECT_CHOICES},
        },
        {"type": 18, "label": "Friends", "component": {"type": 5, "custom_id": "people", "max_values": 2}},
        {"type": 18, "label": "Sure", "component": {"type": 23, "custom_id": "sure"}},
    ],
}


def build_message(number: str, **fields: Any) -> dict[str, Any]:
    plain = {
        "kind": 0,
        "private": False,
        "thinking": False,
        "calls": False,
        "asked": None,
        "content": "",
        "thread": None,
    }
    empty: dict[str, Any] = {"edited": False, "embeds": [], "components": [], "files": []}
    return {"id": number, "author": BOT_USER, "at": "2026-11-22T05:00:00+00:00"} | plain | empty | fields


def build_state(version: str, *messages: dict[str, Any]) -> dict[str, Any]:
    place = {"name": "games", "kind": "channel", "parent": None, "waiting": True}
    return {
        "version": version,
        "born": "x",
        "guild": "7",
        "server": "The hut",
        "friends": [{"id": "1", "name": "Ana", "waiting": True}, {"id": "2", "name": "Ben", "waiting": False}],
        "who": "1",
        "places": [{"id": "5"} | place, {"id": "6"} | place | {"name": "expedition", "waiting": False}],
        "channel": "5",
        "messages": list(messages),
        "more": False,
        "people": {"1": "Ana", "2": "Ben", "9": "Overwinter"},
    }


class StubServer:
    """A server that gives the page prepared answers, and records its requests."""

    def __init__(self) -> None:
        self.state_payload = build_state(
            "1",
            build_message("100", content="Long ago " * 400),
            build_message("101", components=[CARD_COMPONENT], private=True),
        )
        self.page_requests: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.modal: dict[str, Any] | None = None
        self.next_state_payload: dict[str, Any] | None = None  # what the next act leads to
        self.picture_bytes = (Path(__file__).parents[2] / "docs" / "pictures" / "board.png").read_bytes()

    async def route_requests(self, page: Page) -> None:
        async def look(route: Route) -> None:
            same = json.loads(route.request.post_data or "")["seen"] == self.state_payload["version"]
            await route.fulfill(json={"version": self.state_payload["version"]} if same else self.state_payload)

        async def act(route: Route) -> None:
            self.page_requests.put_nowait(json.loads(route.request.post_data or ""))
            if self.next_state_payload is not None:
                self.state_payload = self.next_state_payload
            await route.fulfill(json={"answered": True, "modal": self.modal, "choices": None})

        await page.route("**/api/look", look)
        await page.route("**/api/act", act)
        await page.route("**/api/commands", lambda route: route.fulfill(json=[]))
        await page.route(
            "**/api/file/*", lambda route: route.fulfill(body=self.picture_bytes, content_type="image/png")
        )

    async def next_request(self, *keys: str) -> list[Any]:
        """Wait for the page's next request, and return these parts of it."""
        async with asyncio.timeout(PROCESS_TIMEOUT_S):
            done = await self.page_requests.get()
        return [done.get(key) for key in keys]


@pytest.mark.parametrize("width", WINDOW_HEIGHT_BY_WIDTH)
async def test_everything_discord_has_is_shown_and_sent_back(width: int, tmp_path: Path) -> None:
    server = StubServer()
    async with await BotProcess.start(tmp_path, "--port", "0") as bot, start_browser() as chromium:
        window = await chromium.new_context(
            viewport={"width": width, "height": WINDOW_HEIGHT_BY_WIDTH[width]}, reduced_motion="reduce"
        )
        page = await window.new_page()
        await server.route_requests(page)
        url = await bot.await_output(URL_PATTERN)
        seat = BrowserPlayer(page, url)
        await page.goto(url)
        card = page.locator("#m101")
        await expect(card).to_contain_text("Only you see this")
        assert await card.locator(".picture img").count() == 4
        assert await card.locator(".box").evaluate("box => getComputedStyle(box).borderLeftColor") == "rgb(43, 125, 89)"
        await expect(card.locator(".text").last).to_contain_text("5 * 3")
        assert await card.locator("a").get_attribute("rel") == "noopener noreferrer"
        assert await card.locator(".mention").all_inner_texts() == ["@Ana", "#games"]
        await seat.check_layout()
        await seat.save_screenshot("components")

        await card.get_by_role("button", name="Beside").click()
        assert await server.next_request("kind", "message", "custom_id") == ["press", "101", "beside"]
        await card.get_by_role("button", name="Which one?").click()
        await page.locator("#sheet .choice", has_text="Blue").click()
        assert await server.next_request("kind", "custom_id", "values") == ["choose", "one", ["blue"]]
        await card.get_by_role("button", name="Which?", exact=True).click()
        ready = page.locator("#sheet").get_by_role("button", name="OK")
        await expect(ready).to_be_disabled()
        for choice in ("Red", "White"):
            await page.locator("#sheet label", has_text=choice).click()
        await expect(page.locator("#sheet label", has_text="Blue").locator("input")).to_be_disabled()
        await seat.save_screenshot("several")
        await ready.click()
        assert await server.next_request("custom_id", "values") == ["some", ["red", "white"]]
        await card.get_by_role("button", name="Who?").click()
        await page.locator("#sheet .choice", has_text="Ben").click()
        assert await server.next_request("custom_id", "values") == ["who", ["2"]]
        await card.get_by_role("button", name="Where?").click()
        await page.locator("#sheet .choice", has_text="expedition").click()
        assert await server.next_request("custom_id", "values") == ["where", ["6"]]
        await expect(card.get_by_role("button", name="Not now")).to_be_disabled()
        await card.get_by_text("Post ›").click()
        await expect(page.locator("#m100.found")).to_be_in_viewport()

        await fill_modal(server, seat)
        assert seat.page_errors == []
        bot.send_signal(signal.SIGTERM)
        assert await bot.await_end() == 0


async def fill_modal(server: StubServer, seat: BrowserPlayer) -> None:
    """Fill in a modal that has every kind of field."""
    server.modal = MODAL_PAYLOAD
    await seat.page.get_by_role("button", name="Modal").click()
    sheet = seat.page.get_by_role("dialog", name="All there is")
    await expect(sheet).to_be_visible()
    server.modal = None
    await sheet.get_by_label("Words").fill("ice")
    await sheet.get_by_role("group", name="One").get_by_text("White").first.click()
    for choice in ("Red", "Blue"):
        await sheet.get_by_role("group", name="Any").get_by_text(choice).first.click()
    await sheet.get_by_role("group", name="Friends").get_by_text("Ben").click()
    await sheet.get_by_text("Sure").click()
    await seat.save_screenshot("all-in-a-modal")
    assert await server.next_request("kind") == ["press"], "what opened it"
    await sheet.get_by_role("button", name="OK").click()
    await expect(sheet).to_be_hidden()
    filled = {"words": "ice", "radio": "white", "boxes": ["red", "blue"], "people": ["2"], "sure": True}
    assert await server.next_request("kind", "modal", "values") == ["submit", "55", filled]


async def test_an_edit_is_shown_in_its_place_and_keeps_the_focus(tmp_path: Path) -> None:
    server = StubServer()
    button = {"type": 1, "components": [{"type": 2, "style": 2, "label": "Again", "custom_id": "again"}]}
    texts = [{"type": 10, "content": "<img src=x onerror=alert(1)> **before**"}, button]
    server.state_payload = build_state(
        "1", build_message("101", components=texts), build_message("102", content="below")
    )
    async with await BotProcess.start(tmp_path, "--port", "0") as bot, start_browser() as chromium:
        page = await chromium.new_page()
        await server.route_requests(page)
        seat = BrowserPlayer(page, await bot.await_output(URL_PATTERN))
        await page.goto(seat.url)
        again = page.get_by_role("button", name="Again")
        await again.focus()
        await expect(page.locator("#m101")).to_contain_text("<img src=x onerror=alert(1)> before")
        texts[0] = {"type": 10, "content": "after"}
        server.state_payload = build_state(
            "2", build_message("101", components=texts, edited=True), build_message("102", content="below")
        )
        await expect(page.locator("#m101")).to_contain_text("after")
        await expect(again).to_be_focused()
        assert await page.locator(".message").evaluate_all("all => all.map((one) => one.id)") == ["m101", "m102"]
        assert seat.page_errors == []
        bot.send_signal(signal.SIGTERM)
        assert await bot.await_end() == 0


async def test_a_panel_stays_in_view_while_posts_arrive(tmp_path: Path) -> None:
    server = StubServer()

    def build_panel(number: str, label: str, *, private: bool, asks: bool = True) -> dict[str, Any]:
        picture = {"type": 12, "items": [{"media": MEDIA_ITEM}]}
        button = {"type": 1, "components": [{"type": 2, "style": 1, "label": label, "custom_id": label}]}
        return build_message(number, components=[*([picture] if asks else []), button], private=private)

    async def show_state(*messages: dict[str, Any]) -> None:
        server.state_payload = build_state(str(int(server.state_payload["version"]) + 1), *messages)
        await expect(page.locator(f"#m{messages[-1]['id']}")).to_be_attached()
        await seat.await_pictures()

    async def press_button(label: str, *messages: dict[str, Any]) -> None:
        server.next_state_payload = build_state(str(int(server.state_payload["version"]) + 1), *messages)
        await page.get_by_role("button", name=label).click()
        await expect(page.locator(".busy")).to_have_count(0)
        await seat.await_pictures()

    boards = [build_panel(f"10{n}", f"Board {n}", private=False) for n in (0, 4, 5, 6, 7)]
    asked = build_panel("102", "Sail", private=True)
    asked_again = build_panel("102", "Land", private=True)
    answered = build_panel("102", "Rules", private=True, asks=False)
    server.state_payload = build_state("1", boards[0])
    async with await BotProcess.start(tmp_path, "--port", "0") as bot, start_browser() as chromium:
        page = await chromium.new_page(viewport={"width": 390, "height": WINDOW_HEIGHT_BY_WIDTH[390]})
        await server.route_requests(page)
        seat = BrowserPlayer(page, await bot.await_output(URL_PATTERN))
        await page.goto(seat.url)
        await press_button("Board 0", boards[0], asked)
        await show_state(boards[0], asked, *boards[1:3])
        await expect(page.get_by_role("button", name="Sail")).to_be_in_viewport(ratio=1)
        await press_button("Sail", boards[0], asked_again, *boards[1:4])
        await expect(page.get_by_role("button", name="Land")).to_be_in_viewport(ratio=1)
        await press_button("Land", boards[0], answered, *boards[1:])
        await expect(page.get_by_role("button", name="Board 7")).to_be_in_viewport(ratio=1)
        assert seat.page_errors == []
        bot.send_signal(signal.SIGTERM)
        assert await bot.await_end() == 0
