"""The store has lost moves that Discord still shows: the bot notices, says so, and lets the players decide."""

from __future__ import annotations

from pathlib import Path

import pytest
import simcord

from cogs.services.sent_messages import build_nonce
from engine.host.store.outbox import OutboxItem
from engine.ops.backup import restore_backup
from tests.discord.camp_game import pass_hours, play_words
from tests.discord.fake_server import FakeServer, Message, list_controls, read_text
from tests.discord.forged_interactions import ForgedClient


@pytest.fixture
async def aged(camp: FakeServer, tmp_path: Path) -> FakeServer:
    """Kill the bot's process after a move, and put an older copy of its store in the place of the store."""
    older = tmp_path / "older.db"
    await camp.bot.store.write_backup(older)
    _, _, menu = await camp.bot.tables.moves.load_menu(1, camp.cy.id)
    await play_words(camp, camp.cy, f"bid {menu.next_menu('bid').options[0].word}")  # type: ignore[union-attr]
    await camp.env.settle()
    await camp.kill()
    restore_backup(older, Path(camp.config.store.path), camp.env.now)
    return camp


def find_news(server: FakeServer) -> Message:
    return next(m for m in server.games.history() if "are missing from it" in read_text(m))


async def agree(server: FakeServer, *users: simcord.MemberActor) -> None:
    for user in users:
        question = next(
            m for m in server.games.history() if "go on from the board" in read_text(m) and "asks" in read_text(m)
        )
        await server.click_button(user, question, "Agree")


async def test_the_players_are_told_after_the_start_once(aged: FakeServer) -> None:
    for _ in range(2):
        await aged.restart()
        await aged.env.settle()
        (news,) = [message for message in aged.games.history() if "are missing from it" in read_text(message)]
        assert all(f"<@{who.id}>" in read_text(news) for who in (aged.ana, aged.ben, aged.cy))


async def test_the_owner_is_told_and_a_copy_is_kept(camp: FakeServer) -> None:
    eve = camp.guild.add_member(camp.env.create_user("eve", global_name="Eve"))
    camp.bot.owner_id = eve.id
    for shown_revision in (90, 91):
        await camp.bot.tables.lost_moves.check_revision(1, shown_revision)
        await pass_hours(camp, 0.1)
    await camp.bot.close()  # ends what is under way
    (copy,) = camp.bot.backups.folder.glob("*-damaged-*.db")
    (told,) = eve.user.dm_channel.history()
    assert copy.name in read_text(told)


async def test_a_press_on_a_later_board_shows_the_loss(aged: FakeServer) -> None:
    await aged.bot.close()
    board = aged.newest_post
    await aged.restart()
    await aged.env.settle()
    answered = await aged.click_button(aged.cy, board, "Your move")
    assert "has lost the last moves" in read_text(answered.response)
    await pass_hours(aged, 24 * 10)
    table = await aged.load_table()
    assert (table.status, table.lost_revision is not None) == ("running", True), (
        "no clock runs and nobody is voted about"
    )


async def test_all_agree_to_go_on(aged: FakeServer) -> None:
    await aged.restart()
    await aged.env.settle()
    before = await aged.load_table()
    await aged.click_button(aged.ana, find_news(aged), "Go on from here")
    await agree(aged, aged.ben)
    assert (await aged.load_table()).lost_revision is not None, "one has not answered"
    await agree(aged, aged.cy)
    table = await aged.load_table()
    assert (table.lost_revision, table.table_options["rated"]) == (None, "no")
    assert table.revision > (before.lost_revision or 0), "no button of the lost time can ever be current"
    await aged.env.settle()
    opened = await aged.click_button(aged.cy, aged.newest_post, "Your move")
    assert list_controls(opened.response)  # type: ignore[arg-type]
    _, _, menu = await aged.bot.tables.moves.load_menu(1, aged.cy.id)
    await play_words(aged, aged.cy, f"bid {menu.next_menu('bid').options[0].word}")  # type: ignore[union-attr]
    assert (await aged.load_table()).revision > table.revision


async def test_all_agree_to_close(aged: FakeServer) -> None:
    await aged.restart()
    await aged.env.settle()
    asked = await aged.click_button(aged.ana, find_news(aged), "Close")
    await aged.click_button(aged.ana, asked.response, "Ask the others")
    for who in (aged.ben, aged.cy):
        question = next(m for m in aged.games.history() if "asks to close this table" in read_text(m))
        await aged.click_button(who, question, "Agree")
    assert (await aged.bot.tables.load_table(1)).status == "closed"


async def test_a_forged_revision_stops_nothing(camp: FakeServer) -> None:
    client = ForgedClient(camp, "1")
    await client.press(camp.cy, camp.games, "ow:b:log:1:zzzz:")
    assert (await camp.load_table()).lost_revision is None


def test_a_message_that_has_the_number_of_a_lost_one_is_another_one() -> None:
    lost, new = (OutboxItem(7, 1, "missing", 0, 0, 0, created_at, None, "due", 0) for created_at in (10**9, 10**9 + 20))
    assert build_nonce(lost) != build_nonce(new), "Discord would show the earlier message in its place"
