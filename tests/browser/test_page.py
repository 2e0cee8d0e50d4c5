"""The page itself in a browser: links, typing, pictures, reloads, restarts, two windows at once, the reader's language."""

from __future__ import annotations

import re
import signal
import socket
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.browser_player import WINDOW_HEIGHT_BY_WIDTH, BrowserPlayer, start_browser
from tests.process.program import BotProcess

URL_PATTERN = r"http://127\.0\.0\.1:\d+/#\S+"
GAME_TITLE = "1911 Amundsen vs Scott"
SLOW_PRESS_MS = 1000
"""Longer than the page waits between two looks at the server."""


def write_fixed_port(folder: Path) -> None:
    """Write settings with a fixed port, as the usual one is."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        (folder / "config.toml").write_text(f"[local]\nport = {taken.getsockname()[1]}\n")


async def start_game(chromium: Browser, url: str, width: int) -> BrowserPlayer:
    """Begin a game and play Ana."""
    seat = await BrowserPlayer.open_page(chromium, url, width)
    await seat.press_button(GAME_TITLE)
    await seat.play_as("Ben")
    await seat.press_button("Join")
    await seat.play_as("Ana")
    await seat.press_button("Start")
    await seat.page.get_by_role("tab").locator(".dot").first.wait_for()
    return seat


async def stop_bot(bot: BotProcess) -> None:
    bot.send_signal(signal.SIGTERM)
    assert await bot.await_end() == 0
    assert "Traceback" not in bot.stderr_text, bot.stderr_text


@pytest.mark.parametrize("width", WINDOW_HEIGHT_BY_WIDTH)
async def test_a_log_link_a_reload_and_a_restart(width: int, tmp_path: Path) -> None:
    write_fixed_port(tmp_path)
    async with start_browser() as chromium:
        async with await BotProcess.start(tmp_path) as bot:
            url = await bot.await_output(URL_PATTERN)
            seat = await start_game(chromium, url, width)
            page = seat.page
            await seat.play_turn()
            await expect(page.locator(".message").last).to_contain_text("@Ben, it is your move")
            await seat.check_layout()
            await seat.save_screenshot("board")

            await seat.play_as("Ana")
            await seat.press_quick_button("Log")
            await seat.check_layout()
            await seat.save_screenshot("log")
            await page.locator(".message").last.locator(".text button.link").first.click()
            await expect(page.locator(".message.found")).to_be_in_viewport()
            assert "Your move" in await page.locator(".message.found").inner_text()

            await page.locator(".message.found .picture").click()
            await expect(page.locator("#large")).to_be_visible()
            await seat.save_screenshot("large")
            image = page.locator("#large-image")
            sizes = []
            for _ in range(2):
                sizes.append(await image.evaluate("image => image.getBoundingClientRect().width"))
                await page.locator("#large-picture").click(position={"x": 40, "y": 40})
            assert max(sizes) >= 1.5 * min(sizes)
            await page.keyboard.press("Escape")
            await expect(page.locator("#large")).to_be_hidden()

            await page.reload()
            await expect(page.get_by_role("tab", name="Ana")).to_have_attribute("aria-selected", "true")
            await expect(page.locator(".message").last).to_be_in_viewport()
            assert seat.page_errors == []
            await stop_bot(bot)

        await expect(page.locator("#asleep")).to_be_visible()
        seat.page_errors.clear()  # the browser reported the missing bot
        async with await BotProcess.start(tmp_path) as bot:
            assert await bot.await_output(URL_PATTERN) == url
            await expect(page.locator("#asleep")).to_be_hidden()
            await page.get_by_role("button", name="Your move").wait_for()
            await page.get_by_role("tab").locator(".dot").first.wait_for()
            assert await seat.play_turn() > 0
            await seat.save_screenshot("after-a-restart")
            await stop_bot(bot)


@pytest.mark.parametrize("width", WINDOW_HEIGHT_BY_WIDTH)
async def test_commands_are_typed_with_suggestions(width: int, tmp_path: Path) -> None:
    async with await BotProcess.start(tmp_path, "--port", "0") as bot, start_browser() as chromium:
        seat = await start_game(chromium, await bot.await_output(URL_PATTERN), width)
        page = seat.page
        await page.locator("#text").fill("/rul")
        await expect(page.locator("#suggestions [aria-selected=true]")).to_contain_text("/rules")
        await seat.save_screenshot("commands")
        await page.locator("#text").press("Enter")
        rule = page.get_by_role("combobox", name="rule")
        await rule.fill("pole")
        await page.locator(".suggested [role=option]", has_text="Pole").first.wait_for()
        await seat.check_layout()
        await seat.save_screenshot("suggestions")
        before = await seat.find_newest_message()
        await rule.press("ArrowDown")
        await rule.press("Enter")
        await rule.press("Enter")
        await expect(page.locator(".message").last).not_to_have_id(before)
        await expect(page.locator(".message").last).to_contain_text("Pole")

        await seat.type_command("/note")
        await expect(page.get_by_role("dialog")).to_be_visible()
        await page.get_by_role("dialog").get_by_role("textbox").fill("Dogs first")
        await seat.save_screenshot("modal")
        await page.get_by_role("dialog").get_by_role("button", name="OK").click()
        await expect(page.get_by_role("dialog")).to_be_hidden()
        await expect(page.locator(".message").last).to_contain_text("Noted")

        await seat.type_command("/settings")
        await expect(page.locator(".message").last.locator(".select").first).to_be_visible()
        await seat.check_layout()
        await seat.save_screenshot("settings")
        await seat.type_command("/dance")
        await expect(page.get_by_role("alert")).to_contain_text("no such command")
        assert seat.page_errors == []
        await stop_bot(bot)


async def test_the_way_to_the_newest_message_covers_no_panel(tmp_path: Path) -> None:
    async with await BotProcess.start(tmp_path, "--port", "0") as bot, start_browser() as chromium:
        seat = await BrowserPlayer.open_page(chromium, await bot.await_output(URL_PATTERN), 390)
        page, newest = seat.page, seat.page.locator("#newest")
        private = page.locator(".message.private")
        before = await private.count()  # the page begins with the list of games
        for count in (1, 2):
            await seat.type_command("/rules game:amundsen")
            await expect(private).to_have_count(before + count)
        await page.set_viewport_size({"width": 390, "height": 320})
        await page.locator("#scroll").evaluate("node => (node.scrollTop = 0)")
        await expect(newest).to_be_visible()
        await page.locator(".message").last.evaluate("node => node.scrollIntoView({ block: 'start' })")
        await expect(newest).to_be_hidden()
        assert await page.evaluate(
            "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight > 60)"
            "(document.getElementById('scroll'))"
        ), "the message goes on below"
        await stop_bot(bot)


async def test_two_windows_places_and_the_browsers_arrows(tmp_path: Path) -> None:
    async with await BotProcess.start(tmp_path, "--port", "0") as bot, start_browser() as chromium:
        url = await bot.await_output(URL_PATTERN)
        ana, ben = await BrowserPlayer.open_page(chromium, url, 390), await BrowserPlayer.open_page(chromium, url, 1280)
        await ben.play_as("Ben")
        await ana.type_command("Who plays?")
        await expect(ben.page.locator(".message").last).to_contain_text("Who plays?")

        await ana.type_command("/play game:paso thread:yes")
        await ana.page.locator(".message button.mention", has_text="Paso").click()
        await expect(ana.page.locator("#place")).to_contain_text("Paso")
        await ana.page.get_by_role("button", name="Back to #games").click()
        await ana.page.get_by_role("button", name="Open the thread").click()
        await expect(ana.page.locator("#place")).to_contain_text("Paso")
        await ana.page.get_by_role("button", name="Channels and threads").click()
        await ana.page.locator("#places [data-place]", has_text="expedition").click()
        await expect(ana.page.locator("#place")).to_have_text("#expedition")
        await ana.page.get_by_role("button", name="Channels and threads").click()
        await ana.save_screenshot("places")
        await ana.page.locator("#places .threads button").first.click()
        await expect(ana.page.locator("#place")).to_contain_text("Paso")
        await expect(ana.page.locator("#places")).not_to_be_in_viewport()
        await ana.page.get_by_role("button", name="Join").last.wait_for()
        await ana.page.get_by_role("button", name="Back to #games").click()
        await expect(ana.page.locator("#place")).to_have_text("#games")
        await ana.page.go_back()
        await expect(ana.page.locator("#place")).to_contain_text("Paso")
        await ana.page.go_forward()
        await expect(ana.page.locator("#place")).to_have_text("#games")

        await ben.page.get_by_role("tab", name="Ben").press("ArrowLeft")
        await expect(ben.page.get_by_role("tab", name="Ana")).to_have_attribute("aria-selected", "true")
        assert ana.page_errors == ben.page_errors == []
        await stop_bot(bot)


async def test_a_slow_finger_presses_what_is_drawn_anew_under_it(tmp_path: Path) -> None:
    """A click needs its button from the press to the release. A post that arrived between them took it away."""
    async with start_browser() as chromium, await BotProcess.start(tmp_path, "--port", "0") as bot:
        url = await bot.await_output(URL_PATTERN)
        seat, other = [await BrowserPlayer.open_page(chromium, url, 390) for _ in range(2)]
        tab = seat.page.get_by_role("tab", name="Ben")
        box = await tab.bounding_box()
        assert box is not None
        await seat.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await seat.page.mouse.down()
        await other.type_command("hello")
        await expect(other.page.locator("#messages")).to_contain_text("hello")
        await seat.page.wait_for_timeout(SLOW_PRESS_MS)
        await seat.page.mouse.up()
        await expect(tab).to_have_attribute("aria-selected", "true")
        await expect(seat.page.locator("#messages")).to_contain_text("hello")
        await stop_bot(bot)


async def test_a_record_is_saved_and_opened_again(tmp_path: Path) -> None:
    async with await BotProcess.start(tmp_path, "--port", "0") as bot, start_browser() as chromium:
        seat = await start_game(chromium, await bot.await_output(URL_PATTERN), 1280)
        page = seat.page
        await seat.type_command("/resign")
        await page.locator(".message.private").last.get_by_role("button", name="Give up").click()
        await expect(page.locator("#messages")).to_contain_text("Rematch")
        await seat.type_command("/record")
        saved = page.locator(".message").last.locator("a.file")
        async with page.expect_download() as download:
            await saved.click()
        record = await (await download.value).path()
        assert "\nresign 0\n" in record.read_text("utf-8")
        await page.locator("#places [data-place]", has_text="expedition").click()
        await page.locator("#quick button", has_text="More").click()
        await page.locator("#text").fill("/record ")
        await page.locator("#command input[type=file]").set_input_files(
            {"name": "own.record", "mimeType": "text/plain", "buffer": record.read_bytes()}
        )
        await page.locator("#command").get_by_role("button", name="Run").click()
        await expect(page.locator(".message").last).to_contain_text(GAME_TITLE)
        await seat.save_screenshot("record")
        assert seat.page_errors == []
        await stop_bot(bot)


async def test_the_page_speaks_the_readers_language_and_asks_for_its_secret(tmp_path: Path) -> None:
    async with await BotProcess.start(tmp_path, "--port", "0") as bot, start_browser() as chromium:
        url = await bot.await_output(URL_PATTERN)
        window = await chromium.new_context(locale="es-ES", viewport={"width": 390, "height": 844})
        page = await window.new_page()
        await page.goto(url.partition("#")[0])
        await expect(page.get_by_role("alert")).to_contain_text("Esta dirección no está completa")
        await page.goto("about:blank")
        await page.goto(url)
        await expect(page.get_by_role("button", name="Enviar")).to_be_visible()
        await run_translated_command(page, "/ju", "/jugar")
        await stop_bot(bot)


async def run_translated_command(page: Page, typed: str, command: str) -> None:
    """Type a text that finds a command by its name in the reader's language, and let the bot answer in it."""
    await page.locator("#text").fill(typed)
    await expect(page.locator("#suggestions [aria-selected=true] b")).to_have_text(command)
    await page.locator("#text").press("Escape")
    before = await page.locator(".message").last.get_attribute("id")
    await page.locator("#text").fill(command)
    await page.locator("#text").press("Enter")
    await expect(page.locator(".message").last).not_to_have_id(str(before))
    await expect(page.locator(".message").last).to_contain_text(re.compile("juego|mesa"))
