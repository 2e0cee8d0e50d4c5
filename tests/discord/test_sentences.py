"""Sentences that depend on how many people are meant, and on how far a table has come."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.messages.reminder import notice_message
from cogs.words.languages import Languages
from engine.host.model.table import Waiting
from engine.host.store.notices import Notice
from tests.discord.camp import bid, play, put_on_the_shelf
from tests.discord.checked import checked
from tests.discord.hut import Hut, text


@pytest.fixture
async def bids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hut]:
    """Ana has bid at Camp, Ben and Cy have not."""
    put_on_the_shelf(monkeypatch)
    async with checked(tmp_path) as home:
        await home.slash(home.ana, "play", game="toy")
        for who in (home.ben, home.cy):
            await home.click(who, home.post, "Join")
        await home.click(home.ana, home.post, "Start")
        await bid(home, home.ana)
        yield home


async def test_several_are_to_move(bids: Hut, locales: dict[int, str]) -> None:
    assert "**Ben**, **Cy** are to move." in text((await bids.slash(bids.ana, "hand")).response)
    assert "It is not your turn: **Ben**, **Cy** are to move." in text((await play(bids, bids.ana, "bid 1")).response)
    locales[bids.ana.id] = "es-ES"
    assert "Les toca mover a **Ben**, **Cy**." in text((await bids.slash(bids.ana, "hand")).response)
    assert "les toca mover a **Ben**, **Cy**." in text((await play(bids, bids.ana, "bid 1")).response)
    await bid(bids, bids.ben)
    assert "Le toca mover a **Cy**." in text((await bids.slash(bids.ana, "hand")).response)
    locales.clear()
    assert "**Cy** is to move." in text((await bids.slash(bids.ana, "hand")).response)


async def test_an_early_word_names_one_or_several(bids: Hut) -> None:
    table = await bids.table()
    notice = Notice(1, table.id, 0, table.asked, "early", 0, 0, tried=False, tries=0)
    for code, seats, words in (
        ("en-US", (1, 2), "**Ben**, **Cy** are on the move in Camp"),
        ("en-US", (1,), "**Ben** is on the move in Camp"),
        ("es-ES", (1, 2), "les toca mover a **Ben**, **Cy** en Camp"),
        ("es-ES", (1,), "le toca mover a **Ben** en Camp"),
    ):
        clocks = tuple(Waiting(seat, 0, None, None) for seat in seats)
        view = notice_message(notice, table, "Camp", clocks, None, 0, Languages().of(code), ())
        assert words in str(view.to_components())


async def test_the_record_of_a_closed_table_promises_nothing(bids: Hut) -> None:
    assert "follow when it is over" in text((await bids.slash(bids.ana, "record")).response)
    await bids.bot.tables.lobby.close((await bids.table()).id, bids.ana.id, moderator=True)
    told = text((await bids.slash(bids.ana, "record")).response)
    assert "when it is over" not in told
    assert "It was closed before its end" in told


async def test_who_may_not_close_a_lobby_is_told_how_to_leave_it(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen")
    await home.click(home.ben, home.post, "Join")
    assert "/leave gives up your own seat" in text((await home.slash(home.ben, "close")).response)
    await home.click(home.ana, home.post, "Start")
    assert "All who play are asked" in text((await home.slash(home.ben, "close")).response)


async def test_moderators_alone_close_lobbies_where_the_server_says_so(home: Hut) -> None:
    await home.slash(home.ben, "play", game="amundsen")
    await home.bot.tables.settings.choose("server", home.guild.id, "closing", "moderators")
    told = text((await home.slash(home.ben, "close")).response)
    assert "moderators close the tables. /leave gives up your own seat" in told
