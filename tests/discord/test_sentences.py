"""Sentences that depend on the number of people, and on the status of a table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from cogs.i18n.languages import LanguageRegistry
from cogs.i18n.text_formatter import TextFormatter
from cogs.messages.reminder import build_reminder_message
from cogs.messages.vote import build_vote_message
from engine.host.model.table import SeatWait
from engine.host.model.votes import Vote
from engine.host.store.outbox import OutboxItem
from tests.discord.camp_game import offer_only_camp, play_first_bid, play_words
from tests.discord.checked_server import open_checked_server
from tests.discord.fake_server import FakeServer, read_text


@pytest.fixture
async def bidding_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeServer]:
    """Show the toy game after Ana has bid, before Ben and Cy."""
    offer_only_camp(monkeypatch)
    async with open_checked_server(tmp_path) as home:
        await home.run_command(home.ana, "play", game="toy")
        for who in (home.ben, home.cy):
            await home.click_button(who, home.newest_post, "Join")
        await home.click_button(home.ana, home.newest_post, "Start")
        await play_first_bid(home, home.ana)
        yield home


async def test_several_are_to_move(bidding_view: FakeServer, locales: dict[int, str]) -> None:
    assert "**Ben**, **Cy** are to move." in read_text(
        (await bidding_view.run_command(bidding_view.ana, "hand")).response
    )
    assert "It is not your turn: **Ben**, **Cy** are to move." in read_text(
        (await play_words(bidding_view, bidding_view.ana, "bid 1")).response
    )
    locales[bidding_view.ana.id] = "es-ES"
    assert "Les toca mover a **Ben**, **Cy**." in read_text(
        (await bidding_view.run_command(bidding_view.ana, "hand")).response
    )
    assert "les toca mover a **Ben**, **Cy**." in read_text(
        (await play_words(bidding_view, bidding_view.ana, "bid 1")).response
    )
    await play_first_bid(bidding_view, bidding_view.ben)
    assert "Le toca mover a **Cy**." in read_text((await bidding_view.run_command(bidding_view.ana, "hand")).response)
    locales.clear()
    assert "**Cy** is to move." in read_text((await bidding_view.run_command(bidding_view.ana, "hand")).response)


async def test_an_early_word_names_one_or_several(bidding_view: FakeServer) -> None:
    table = await bidding_view.load_table()
    notice = OutboxItem(1, table.id, "early", 0, table.asked_revision, 0, 0, 0, "due", 0)
    for code, seats, words in (
        ("en-US", (1, 2), "**Ben**, **Cy** are on the move in Toy"),
        ("en-US", (1,), "**Ben** is on the move in Toy"),
        ("es-ES", (1, 2), "les toca mover a **Ben**, **Cy** en Toy"),
        ("es-ES", (1,), "le toca mover a **Ben** en Toy"),
    ):
        clocks = tuple(SeatWait(seat, 0, 0) for seat in seats)
        fmt = TextFormatter(table, translate=LanguageRegistry().find_language(code))
        view = build_reminder_message(notice, table, "Toy", clocks, None, 0, fmt)
        assert words in str(view.to_components())


@pytest.mark.parametrize(("rated", "words"), [("yes", "they have left, and are last"), ("no", "until they are back")])
async def test_a_vote_says_what_a_computer_means_for_the_player(
    bidding_view: FakeServer, rated: str, words: str
) -> None:
    table = await bidding_view.load_table()
    table = msgspec.structs.replace(table, table_options={**table.table_options, "rated": rated})
    vote = Vote(1, table.id, 2, table.asked_revision, "open", (0, 1), {0: "computer"})
    translate = LanguageRegistry().find_language("en-US")
    open_view = str(build_vote_message(table, vote, translate).to_components())
    assert open_view.count(words) == 2, "on the button and in Ana's ballot"
    settled = build_vote_message(table, msgspec.structs.replace(vote, state="computer"), translate)
    assert ("is rated last" in str(settled.to_components())) == (rated == "yes")


async def test_the_record_of_a_closed_table_promises_nothing(bidding_view: FakeServer) -> None:
    assert "follow when it is over" in read_text((await bidding_view.run_command(bidding_view.ana, "record")).response)
    await bidding_view.bot.tables.lobby.close(
        (await bidding_view.load_table()).id, bidding_view.dee.id, is_moderator=True
    )
    told = read_text((await bidding_view.run_command(bidding_view.ana, "record")).response)
    assert "when it is over" not in told
    assert "It was closed before its end" in told


async def test_who_may_not_close_a_lobby_is_told_how_to_leave_it(server: FakeServer) -> None:
    await server.run_command(server.ana, "play", game="amundsen")
    await server.click_button(server.ben, server.newest_post, "Join")
    assert "/leave gives up your own seat" in read_text((await server.run_command(server.ben, "close")).response)
    await server.click_button(server.ana, server.newest_post, "Start")
    assert "All who play are asked" in read_text((await server.run_command(server.ben, "close")).response)


async def test_moderators_alone_close_lobbies_where_the_server_says_so(server: FakeServer) -> None:
    await server.run_command(server.ben, "play", game="amundsen")
    await server.bot.tables.settings.save_setting("server", server.guild.id, "closing", "moderators")
    told = read_text((await server.run_command(server.ben, "close")).response)
    assert "moderators close the tables. /leave gives up your own seat" in told
