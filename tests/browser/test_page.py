"""The page itself in a browser: links, typing, pictures, reloads, restarts, two windows at once, the reader's language."""

from __future__ import annotations

import re
import signal
import socket
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.seat import WIDTHS, Seat, browser
from tests.process.program import Program

ADDRESS = r"http://127\.0\.0\.1:\d+/#\S+"
GAME = "1911 Amundsen vs Scott"


def kept_port(folder: Path) -> None:
    """Settings with a port that stays, as the usual one does."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        (folder / "config.toml").write_text(f"[local]\nport = {taken.getsockname()[1]}\n")


async def begun(chromium: Browser, url: str, width: int) -> Seat:
    """A game has begun; the seat plays Ana."""
    seat = await Seat.take(chromium, url, width)
    await seat.press(GAME)
    await seat.play_as("Ben")
    await seat.press("Join")
    await seat.play_as("Ana")
    await seat.press("Start")
    await seat.page.get_by_role("tab").locator(".dot").first.wait_for()
    return seat


async def end(bot: Program) -> None:
    bot.signal(signal.SIGTERM)
    assert await bot.end() == 0
    assert "Traceback" not in bot.err, bot.err


@pytest.mark.parametrize("width", WIDTHS)
async def test_a_log_link_a_reload_and_a_restart(width: int, tmp_path: Path) -> None:
    kept_port(tmp_path)
    async with browser() as chromium:
        async with await Program.start(tmp_path) as bot:
            url = await bot.says(ADDRESS)
            seat = await begun(chromium, url, width)
            page = seat.page
            await seat.turn()
            await expect(page.locator(".message").last).to_contain_text("@Ben, it is your move")
            await seat.fits()
            await seat.shot("board")

            await seat.play_as("Ana")
            await seat.quick("Log")
            await seat.fits()
            await seat.shot("log")
            await page.locator(".message").last.locator(".text button.link").first.click()
            await expect(page.locator(".message.found")).to_be_in_viewport()
            assert "Your move" in await page.locator(".message.found").inner_text()

            await page.locator(".message.found .picture").click()
            await expect(page.locator("#large")).to_be_visible()
            await seat.shot("large")
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
            assert seat.wrong == []
            await end(bot)

        await expect(page.locator("#asleep")).to_be_visible()
        seat.wrong.clear()  # the browser told of a bot that is not there
        async with await Program.start(tmp_path) as bot:
            assert await bot.says(ADDRESS) == url
            await expect(page.locator("#asleep")).to_be_hidden()
            await page.get_by_role("button", name="Your move").wait_for()
            await page.get_by_role("tab").locator(".dot").first.wait_for()
            assert await seat.turn() > 0
            await seat.shot("after-a-restart")
            await end(bot)


@pytest.mark.parametrize("width", WIDTHS)
async def test_commands_are_typed_with_suggestions(width: int, tmp_path: Path) -> None:
    async with await Program.start(tmp_path, "--port", "0") as bot, browser() as chromium:
        seat = await begun(chromium, await bot.says(ADDRESS), width)
        page = seat.page
        await page.locator("#text").fill("/rul")
        await expect(page.locator("#suggestions [aria-selected=true]")).to_contain_text("/rules")
        await seat.shot("commands")
        await page.locator("#text").press("Enter")
        rule = page.get_by_role("combobox", name="rule")
        await rule.fill("pole")
        await page.locator(".suggested [role=option]", has_text="Pole").first.wait_for()
        await seat.fits()
        await seat.shot("suggestions")
        before = await seat.newest()
        await rule.press("ArrowDown")
        await rule.press("Enter")
        await rule.press("Enter")
        await expect(page.locator(".message").last).not_to_have_id(before)
        await expect(page.locator(".message").last).to_contain_text("Pole")

        await seat.type("/note")
        await expect(page.get_by_role("dialog")).to_be_visible()
        await page.get_by_role("dialog").get_by_role("textbox").fill("Dogs first")
        await seat.shot("modal")
        await page.get_by_role("dialog").get_by_role("button", name="OK").click()
        await expect(page.get_by_role("dialog")).to_be_hidden()
        await expect(page.locator(".message").last).to_contain_text("Noted")

        await seat.type("/settings")
        await expect(page.locator(".message").last.locator(".select").first).to_be_visible()
        await seat.fits()
        await seat.shot("settings")
        await seat.type("/dance")
        await expect(page.get_by_role("alert")).to_contain_text("no such command")
        assert seat.wrong == []
        await end(bot)


async def test_two_windows_places_and_the_browsers_arrows(tmp_path: Path) -> None:
    async with await Program.start(tmp_path, "--port", "0") as bot, browser() as chromium:
        url = await bot.says(ADDRESS)
        ana, ben = await Seat.take(chromium, url, 390), await Seat.take(chromium, url, 1280)
        await ben.play_as("Ben")
        await ana.type("Who plays?")
        await expect(ben.page.locator(".message").last).to_contain_text("Who plays?")

        await ana.type("/play game:paso thread:yes")
        await ana.page.locator(".message button.mention", has_text="Paso").click()
        await expect(ana.page.locator("#place")).to_contain_text("Paso")
        await ana.page.get_by_role("button", name="Back to #games").click()
        await ana.page.get_by_role("button", name="Open the thread").click()
        await expect(ana.page.locator("#place")).to_contain_text("Paso")
        await ana.page.get_by_role("button", name="Channels and threads").click()
        await ana.page.locator("#places [data-place]", has_text="expedition").click()
        await expect(ana.page.locator("#place")).to_have_text("#expedition")
        await ana.page.get_by_role("button", name="Channels and threads").click()
        await ana.shot("places")
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
        assert ana.wrong == ben.wrong == []
        await end(bot)


async def test_a_record_is_saved_and_opened_again(tmp_path: Path) -> None:
    async with await Program.start(tmp_path, "--port", "0") as bot, browser() as chromium:
        seat = await begun(chromium, await bot.says(ADDRESS), 1280)
        page = seat.page
        await seat.type("/resign")
        await page.locator(".message.private").last.get_by_role("button", name="Give up").click()
        await expect(page.locator("#messages")).to_contain_text("Rematch")
        await seat.type("/record")
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
        await expect(page.locator(".message").last).to_contain_text(GAME)
        await seat.shot("record")
        assert seat.wrong == []
        await end(bot)


async def test_the_page_speaks_the_readers_language_and_asks_for_its_secret(tmp_path: Path) -> None:
    async with await Program.start(tmp_path, "--port", "0") as bot, browser() as chromium:
        url = await bot.says(ADDRESS)
        window = await chromium.new_context(locale="es-ES", viewport={"width": 390, "height": 844})
        page = await window.new_page()
        await page.goto(url.partition("#")[0])
        await expect(page.get_by_role("alert")).to_contain_text("Esta dirección no está completa")
        await page.goto("about:blank")
        await page.goto(url)
        await expect(page.get_by_role("button", name="Enviar")).to_be_visible()
        await spoken(page, "/ju", "/jugar")
        await end(bot)


async def spoken(page: Page, typed: str, command: str) -> None:
    """What is typed finds a command by its name in the reader's language, and the bot answers in it."""
    await page.locator("#text").fill(typed)
    await expect(page.locator("#suggestions [aria-selected=true] b")).to_have_text(command)
    await page.locator("#text").press("Escape")
    before = await page.locator(".message").last.get_attribute("id")
    await page.locator("#text").fill(command)
    await page.locator("#text").press("Enter")
    await expect(page.locator(".message").last).not_to_have_id(str(before))
    await expect(page.locator(".message").last).to_contain_text(re.compile("juego|mesa"))
