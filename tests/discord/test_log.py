"""The log on Discord: the whole game page by page, with links to the pictures."""

from __future__ import annotations

import re

import pytest

from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.player import RandomPlayer
from tests.golden_records import cut_record, read_record


@pytest.fixture
async def long_race(server: FakeServer) -> FakeServer:
    """Start a race with more than two pages of log. Its last moves are played here."""
    await server.resume_record(cut_record(read_record("amundsen", "scott-at-the-pole"), 20), 2)
    player = RandomPlayer(server, "log")
    for _ in range(12):
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_command(who)
    return server


async def test_every_line_comes_once_from_the_newest_page_to_the_first(long_race: FakeServer) -> None:
    page = (await long_race.run_command(long_race.cy, "log")).response
    assert page is not None
    assert page.ephemeral
    pages = [read_text(page)]
    while "Older" in [part.get("label") for part in list_controls(page)]:
        page = (await long_race.click_button(long_race.cy, page, "Older")).response
        assert page is not None
        pages.append(read_text(page))
    assert len(pages) > 2
    counts = [int(found) for found in re.findall(r"of (\d+)", "\n".join(pages))]
    numbers = [int(n) for shown in reversed(pages) for n in re.findall(r"^`(\d+)`", shown, re.MULTILINE)]
    assert max(numbers) == len((await long_race.bot.tables.history.build_record(1)).moves)
    assert numbers == sorted(numbers)
    assert len(set(counts)) == 1
    newest = (await long_race.click_button(long_race.cy, page, "Newest")).response
    assert read_text(newest) == pages[0]


async def test_an_older_page_stays_the_same_while_the_game_goes_on(long_race: FakeServer) -> None:
    page = (await long_race.run_command(long_race.cy, "log")).response
    assert page is not None
    older = (await long_race.click_button(long_race.cy, page, "Older")).response
    assert older is not None
    before = read_text(older).splitlines()[0]
    await long_race.click_button(long_race.cy, page, "Newer")
    player = RandomPlayer(long_race, "more")
    for _ in range(3):
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_buttons(who)
    again = (await long_race.click_button(long_race.cy, page, "Older")).response
    assert read_text(again).splitlines()[0] == before


async def test_lines_link_to_the_posts_that_showed_them(long_race: FakeServer) -> None:
    page = (await long_race.run_command(long_race.cy, "log")).response
    links = re.findall(r"https://discord\.com/channels/(\d+)/(\d+)/(\d+)", read_text(page))
    assert len(links) >= 10
    posts = {message.id: message for message in long_race.games.history()}
    for guild, channel, message in links:
        assert (int(guild), int(channel)) == (long_race.guild.id, long_race.games.id)
        assert posts[int(message)].attachments, "the picture is there"


async def test_the_log_keeps_what_is_secret(long_race: FakeServer) -> None:
    mine, others = [
        read_text((await long_race.run_command(who, "log")).response) for who in (long_race.ana, long_race.cy)
    ]
    first = (
        await long_race.click_button(
            long_race.ana, (await long_race.run_command(long_race.ana, "log")).response, "First"
        )
    ).response  # type: ignore[arg-type]
    strange = (
        await long_race.click_button(long_race.cy, (await long_race.run_command(long_race.cy, "log")).response, "First")
    ).response  # type: ignore[arg-type]
    assert "You begin with" in read_text(first) + mine
    assert "You begin with" not in read_text(strange) + others
