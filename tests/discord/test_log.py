"""The log on Discord: the whole game page by page, with links to the pictures."""

from __future__ import annotations

import re

import pytest

from tests.discord.hut import Hut, controls, text
from tests.discord.player import Player
from tests.recorded import cut, recorded


@pytest.fixture
async def told(home: Hut) -> Hut:
    """A race with more than two pages of log, its last moves played here."""
    await home.resume(cut(recorded("amundsen", "scott-at-the-pole"), 20), 2)
    player = Player(home, "log")
    for _ in range(12):
        who = await player.waiting()
        assert who is not None
        await player.by_command(who)
    return home


async def test_every_line_comes_once_from_the_newest_page_to_the_first(told: Hut) -> None:
    page = (await told.slash(told.cy, "log")).response
    assert page is not None
    assert page.ephemeral
    pages = [text(page)]
    while "Older" in [part.get("label") for part in controls(page)]:
        page = (await told.click(told.cy, page, "Older")).response
        assert page is not None
        pages.append(text(page))
    assert len(pages) > 2
    counts = [int(found) for found in re.findall(r"of (\d+)", "\n".join(pages))]
    numbers = [int(n) for shown in reversed(pages) for n in re.findall(r"^`(\d+)`", shown, re.MULTILINE)]
    assert max(numbers) == len((await told.bot.tables.history.record(1)).moves)
    assert numbers == sorted(numbers)
    assert len(set(counts)) == 1
    newest = (await told.click(told.cy, page, "Newest")).response
    assert text(newest) == pages[0]


async def test_an_older_page_stays_the_same_while_the_game_goes_on(told: Hut) -> None:
    page = (await told.slash(told.cy, "log")).response
    assert page is not None
    older = (await told.click(told.cy, page, "Older")).response
    assert older is not None
    before = text(older).splitlines()[0]
    await told.click(told.cy, page, "Newer")
    player = Player(told, "more")
    for _ in range(3):
        who = await player.waiting()
        assert who is not None
        await player.by_buttons(who)
    again = (await told.click(told.cy, page, "Older")).response
    assert text(again).splitlines()[0] == before


async def test_lines_link_to_the_posts_that_showed_them(told: Hut) -> None:
    page = (await told.slash(told.cy, "log")).response
    links = re.findall(r"https://discord\.com/channels/(\d+)/(\d+)/(\d+)", text(page))
    assert len(links) >= 10
    posts = {message.id: message for message in told.games.history()}
    for guild, channel, message in links:
        assert (int(guild), int(channel)) == (told.guild.id, told.games.id)
        assert posts[int(message)].attachments, "the picture is there"


async def test_the_log_keeps_what_is_secret(told: Hut) -> None:
    mine, others = [text((await told.slash(who, "log")).response) for who in (told.ana, told.cy)]
    first = (await told.click(told.ana, (await told.slash(told.ana, "log")).response, "First")).response  # type: ignore[arg-type]
    strange = (await told.click(told.cy, (await told.slash(told.cy, "log")).response, "First")).response  # type: ignore[arg-type]
    assert "You begin with" in text(first) + mine
    assert "You begin with" not in text(strange) + others
