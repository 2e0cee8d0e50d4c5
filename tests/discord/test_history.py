"""A finished game can always be found: by channel, person and game, also when another table has its channel."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from engine.host.model.table import Post
from tests.discord.camp import sent, walker
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, controls, parts, text
from tests.discord.player import Player

SECTION, THUMBNAIL = 9, 11


async def over(home: Hut) -> Hut:
    """Ana gives up; Ben has won."""
    await home.begin("amundsen", 2)
    await home.slash(home.ana, "amundsen choose", explorer="scott")
    asked = (await home.slash(home.ana, "resign")).response
    assert asked is not None
    await home.click(home.ana, asked, "Give up")
    return home


async def hidden(home: Hut) -> None:
    """Dee cannot see #games."""
    rule = Overwrite(
        target_id=home.dee.id,
        type=OverwriteType.MEMBER,
        allow=0,
        deny=discord.Permissions(view_channel=True).value,
    )
    home.env.backend.set_overwrite(home.games.id, rule)
    await home.env.settle()


async def test_a_rematch_hides_nothing(home: Hut) -> None:
    await over(home)
    await home.click(home.ana, home.post, "Rematch")
    await home.click(home.ben, home.post, "Join")
    await home.slash(home.ben, "start")
    for command in ("log", "record", "board", "replay", "audit"):
        shown = (await home.slash(home.cy, command, table=1)).response
        assert shown is not None
        assert "no table" not in text(shown)
        assert shown.ephemeral
    assert "gives up" in text((await home.slash(home.cy, "log", table=1)).response)
    assert "gives up" not in text((await home.slash(home.cy, "log")).response)
    offers = await home.cy.autocomplete(home.games, "log", "table", "")
    assert [offer["value"] for offer in offers] == [2, 1]
    assert offers[1]["name"].startswith("#1 · ")
    assert "Ana, Ben" in offers[1]["name"]


async def test_the_list_shows_the_still_the_result_and_a_link(home: Hut) -> None:
    final = (await over(home)).post
    shown = (await home.slash(home.cy, "history", home.expedition)).response
    assert shown is not None
    assert shown.ephemeral
    assert "1 finished game" in text(shown)
    assert "**Ben** has won!" in text(shown)
    assert f"/{home.games.id}/{final.id})" in text(shown)
    (still,) = [part for part in parts(shown) if part["type"] == SECTION]
    assert still["accessory"]["type"] == THUMBNAIL
    assert shown.attachments[0].filename == "game-1.png"


async def test_one_of_them_in_full_and_back(home: Hut) -> None:
    final = (await over(home)).post
    shown = (await home.slash(home.cy, "history", home.expedition)).response
    assert shown is not None
    opened = (await home.choose(home.cy, shown, "1")).response
    assert opened is not None
    assert "is the last one in the game" in text(opened)
    assert f"/{home.games.id}/{final.id})" in text(opened)
    assert opened.attachments
    for label in ("Log", "Record", "Replay"):
        looked = (await home.click(home.cy, opened, label)).response
        assert looked is not None
        assert "another channel" not in text(looked)
    assert "1 finished game" in text((await home.click(home.cy, opened, "Back")).response)


async def test_by_channel_person_and_game(home: Hut) -> None:
    await over(home)
    none = "No such finished game is found"
    assert none in text((await home.slash(home.ana, "history", home.expedition, where="channel")).response)
    assert "1 finished game" in text((await home.slash(home.ana, "history", where="channel")).response)
    assert "1 finished game" in text((await home.slash(home.ana, "history", person=home.ben)).response)
    assert none in text((await home.slash(home.ana, "history", person=home.cy)).response)
    assert "1 finished game" in text((await home.slash(home.ana, "history", game="amundsen")).response)
    assert none in text((await home.slash(home.ana, "history", game="paso")).response)
    assert "no game called" in text((await home.slash(home.ana, "history", game="chess")).response)


async def test_who_cannot_see_the_channel_sees_nothing_of_it(home: Hut) -> None:
    await over(home)
    await hidden(home)
    assert "No finished game" in text((await home.slash(home.dee, "history", home.expedition)).response)
    assert "that you could see" in text((await home.slash(home.dee, "log", home.expedition, table=1)).response)
    assert "that you could see" in text((await home.slash(home.dee, "log", home.expedition, table=99)).response)
    assert await home.dee.autocomplete(home.expedition, "log", "table", "") == []
    shown = (await home.slash(home.ana, "history", home.expedition)).response
    assert "1 finished game" in text(shown)


async def test_who_played_finds_it_also_without_seeing_the_channel(home: Hut) -> None:
    await over(home)
    rule = Overwrite(
        target_id=home.ben.id,
        type=OverwriteType.MEMBER,
        allow=0,
        deny=discord.Permissions(view_channel=True).value,
    )
    home.env.backend.set_overwrite(home.games.id, rule)
    await home.env.settle()
    assert "1 finished game" in text((await home.slash(home.ben, "history", home.expedition)).response)
    assert "gives up" in text((await home.slash(home.ben, "log", home.expedition, table=1)).response)


async def test_a_game_in_a_thread_is_found_from_its_channel(home: Hut) -> None:
    await home.slash(home.ana, "play", game="amundsen", thread="yes")
    (thread,) = home.games.threads
    lobby = thread.last_message
    assert lobby is not None
    await home.click(home.ben, lobby, "Join")
    await home.slash(home.ana, "start", thread)
    await home.slash(home.ana, "amundsen choose", thread, explorer="scott")
    asked = (await home.slash(home.ana, "resign", thread)).response
    assert asked is not None
    await home.click(home.ana, asked, "Give up")
    home.env.backend.delete_channel(thread.id)  # as good as archived: the bot no longer has it
    await home.env.settle()
    assert "1 finished game" in text((await home.slash(home.dee, "history", where="channel")).response)
    await hidden(home)
    assert "No finished game" in text((await home.slash(home.dee, "history", home.expedition)).response)


async def test_pages_of_five(home: Hut) -> None:
    tables = home.bot.tables
    for n in range(7):
        table = await tables.lobby.open(home.guild.id, home.games.id, home.ana.id, "Ana", "amundsen", {})
        await tables.lobby.join(table.id, home.ben.id, "Ben")
        table = await tables.lobby.start(table.id, home.ana.id)
        table = await tables.moves.resign(table.id, home.ana.id)
        await tables.snapshots.posted(table.id, Post(table.rev, table.channel, 1000 + n, ()))
    shown = (await home.slash(home.ana, "history")).response
    assert shown is not None
    assert "Games 1–5 of 7" in text(shown)
    older = (await home.click(home.ana, shown, "Older")).response
    assert older is not None
    assert "Games 6–7 of 7" in text(older)
    assert "Games 1–5 of 7" in text((await home.click(home.ana, older, "Newer")).response)


async def test_the_board_of_another_channel_is_posted_there_only(home: Hut) -> None:
    await over(home)
    told = text((await home.slash(home.ana, "board", home.expedition, table=1, who="everybody")).response)
    assert f"<#{home.games.id}>" in told
    told = text((await home.slash(home.ana, "replay", home.expedition, table=1, who="everybody")).response)
    assert f"<#{home.games.id}>" in told


# ------------------------------------------------- a moderator takes back
async def test_only_a_moderator_takes_a_table_back_to_any_move(camp: Hut) -> None:
    assert "Only a moderator" in text((await camp.slash(camp.ana, "undo", move=0)).response)


@pytest.fixture
async def moderated(camp: Hut) -> Hut:
    """Dee is a moderator of everything."""
    rule = Overwrite(
        target_id=camp.dee.id,
        type=OverwriteType.MEMBER,
        allow=discord.Permissions(manage_channels=True).value,
        deny=0,
    )
    camp.env.backend.set_overwrite(camp.games.id, rule)
    await camp.env.settle()
    return camp


async def test_a_moderator_does_and_everybody_is_told(moderated: Hut) -> None:
    home, player = moderated, Player(moderated, "on")
    for _ in range(6):
        who = await player.waiting()
        assert who is not None
        await player.by_buttons(who)
    made = len((await home.bot.tables.history.record(1)).moves)
    asked = (await home.slash(home.dee, "undo", move=2)).response
    assert asked is not None
    assert "~~" in text(asked)
    assert len((await home.bot.tables.history.record(1)).moves) == made, "it asks first"
    pressed = next(part["custom_id"] for part in controls(asked) if part["label"] == "Take back")
    late = hold(home.env, home.dee, asked, pressed)
    await home.click(home.dee, asked, "Take back")
    assert len((await home.bot.tables.history.record(1)).moves) == 2
    assert "A moderator takes the table back to the board after move 2" in text(home.post)
    log = text((await home.slash(home.ana, "log")).response)
    assert "A moderator takes the table back" in log
    assert "~~" in log
    rows = await home.bot.store.all("SELECT user_id FROM entries WHERE kind = 'undo'")
    assert [row["user_id"] for row in rows] == [home.dee.id]
    await deliver(home.env, late)
    assert "gone on since you asked" in text(late.result.response)
    await player.by_buttons(await walker(home))
    assert sent(home)


async def test_a_move_that_there_is_not_is_told_so(moderated: Hut) -> None:
    assert "from 0 to 1" in text((await moderated.slash(moderated.dee, "undo", move=50)).response)


async def test_a_finished_game_is_taken_back_until_it_is_over_for_good(moderated: Hut) -> None:
    home, player = moderated, Player(moderated, "to the end")
    while (who := await player.waiting()) is not None:
        await player.by_buttons(who)
    asked = (await home.slash(home.dee, "undo", move=3)).response
    assert asked is not None
    await home.click(home.dee, asked, "Take back")
    assert (await home.table()).status == "running"
    while (who := await player.waiting()) is not None:
        await player.by_buttons(who)
    final = home.post
    for who in home.people[:3]:
        await home.click(who, final, "It is over")
    assert "goes on, or has just ended" in text((await home.slash(home.dee, "undo", move=3)).response)


async def test_nothing_is_taken_back_beyond_somebody_who_gave_up(moderated: Hut) -> None:
    home = moderated
    asked = (await home.slash(home.cy, "resign")).response
    assert asked is not None
    await home.click(home.cy, asked, "Give up")
    assert "somebody gave up" in text((await home.slash(home.dee, "undo", move=0)).response)
