"""Words for people who cannot see a picture, and legends: the setting, "In words" and "Legend" below boards and in panels."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.messages.learn.description import MAX_PAGE_CHARS, split_pages
from tests.discord.fake_server import FakeServer, Message, list_controls, list_pictures
from tests.discord.panels import find_answer, open_placing_panel
from tests.discord.reading_player import check_words, list_texts


@pytest.fixture
async def started_race(race: FakeServer) -> FakeServer:
    """Start Ana and Ben's race: Ana is Scott, and Ben moves first."""
    await race.run_command(race.ana, "move", words="choose scott")
    await race.env.settle()
    return race


async def read_words(server: FakeServer, user: Any) -> str:
    """Press "In words" below the board."""
    return "\n".join(list_texts(find_answer(await server.click_button(user, server.newest_post, "In words"))))


def list_labels(message: Message) -> list[str]:
    return [part["label"] for part in list_controls(message) if part.get("label")]


async def test_in_words_tells_a_hand_to_its_owner_only(started_race: FakeServer) -> None:
    server = started_race
    result = await server.click_button(server.ana, server.newest_post, "In words")
    assert result.response is not None
    assert result.response.ephemeral
    own, other = await read_words(server, server.ana), await read_words(server, server.cy)
    for told in (own, other):
        assert "**The routes**" in told
        assert "Row, from the right:" in told
    assert "**Your hand**" in own
    assert ", not seen by everybody" in own
    secret = next(line for line in own.split("\n") if line.endswith(", not seen by everybody.")).partition(" (")[0]
    assert "**Your hand**" not in other
    assert f"{secret} (" not in other
    assert "1 face down" in other


async def test_a_board_has_five_small_buttons_and_the_rest_is_below_what_they_show(started_race: FakeServer) -> None:
    server = started_race
    assert list_labels(server.newest_post) == ["Your move", "Look", "Take back", "In words", "Legend"]
    for label in ("Look", "In words", "Legend"):
        shown = find_answer(await server.click_button(server.cy, server.newest_post, label))
        assert {"Log", "Rules"} <= {*list_labels(shown)}
    legend = find_answer(await server.click_button(server.ana, server.newest_post, "Legend"))
    told = "\n".join(list_texts(legend))
    assert "(A6)" in told
    assert "**Your hand**" in told, "the cards in hand with their full text"
    assert len(await list_pictures(legend)) == 1


async def test_the_legend_of_a_panel_is_that_of_its_picture_and_leads_back(server: FakeServer) -> None:
    who, panel = await open_placing_panel(server)
    legend = find_answer(await server.click_button(who, panel, "Legend"))
    told = "\n".join(list_texts(legend))
    assert "(N5)" in told
    assert "pays:" not in told, "the table of majorities is not in the part"
    assert len(await list_pictures(legend)) == 1
    again = find_answer(await server.click_button(who, legend, "Back"))
    assert list_labels(again) == list_labels(panel)


async def test_words_come_before_each_private_picture_if_somebody_wants_them(started_race: FakeServer) -> None:
    server = started_race
    settings = server.bot.tables.settings
    for who in (server.ana, server.ben):
        await settings.save_setting("person", who.id, "words", "yes")
    for answer in (
        await server.run_command(server.ana, "board"),
        await server.run_command(server.ana, "hand"),
        await server.click_button(server.ben, server.newest_post, "Your move"),
        await server.run_command(server.ana, "learn", game="amundsen"),
    ):
        shown = find_answer(answer)
        assert await list_pictures(shown)
        check_words(shown)
    await settings.save_setting("person", server.ana.id, "words", "no")
    shown = find_answer(await server.run_command(server.ana, "hand"))
    with pytest.raises(AssertionError, match="not above its picture"):
        check_words(shown)


def test_pages_split_no_sentence_and_end_with_no_heading() -> None:
    lines = [f"**Part {n // 10}**" if n % 10 == 0 else f"Sentence {n} " + "of snow " * 12 for n in range(150)]
    pages = split_pages(lines)
    assert "\n".join(pages).split("\n") == lines
    assert len(pages) > 3
    for page in pages:
        assert len(page) <= MAX_PAGE_CHARS
        assert not page.split("\n")[-1].startswith("**")
    assert split_pages(["x" * 3500]) == ["x" * 3500], "nothing is cut"
