"""After the last move: every player is mentioned once, an undo is possible, and "It is over" opens the seals."""

from __future__ import annotations

from engine.host.model.table import END_UNDO_S
from tests.discord.camp_game import finish_game, list_called_users, list_sent_bodies, pass_hours
from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.player import RandomPlayer

UNDO_HOURS = END_UNDO_S / 3600


async def finish_camp(camp: FakeServer) -> FakeServer:
    """Play the toy game to its end, at the table itself."""
    await finish_game(camp)
    return camp


async def finish_by_buttons(camp: FakeServer) -> None:
    """Play the toy game to its end by buttons."""
    player = RandomPlayer(camp, "to the end")
    while (who := await player.find_asked_user()) is not None:
        await player.play_by_buttons(who)


def list_labels(camp: FakeServer) -> list[str]:
    return [part["label"] for part in list_controls(camp.newest_post)]


async def undo_last_move(camp: FakeServer) -> None:
    """Ask to take back the last move, as the player who made it; everybody agrees."""
    record = await camp.bot.tables.history.build_record(1)
    table = await camp.load_table()
    who = camp.find_actor(table.find_seat_user(record.moves[-1].seat))
    asked = (await camp.click_button(who, camp.newest_post, "Take back")).response
    assert asked is not None
    await camp.click_button(who, asked, next(part["label"] for part in list_controls(asked)))
    if "would like to take back" in read_text(camp.newest_post):
        question = camp.newest_post
        for other in camp.people[:3]:
            if other.id != who.id:
                await camp.click_button(other, question, "Agree")


async def test_everybody_who_played_is_called_once(camp: FakeServer) -> None:
    await finish_by_buttons(camp)
    final = list_sent_bodies(camp)[-1]
    assert sorted(list_called_users(final)) == sorted(who.id for who in camp.people[:3])
    for who in camp.people[:3]:
        assert f"<@{who.id}>" in read_text(camp.newest_post)
    posts = len(list_sent_bodies(camp))
    await camp.restart()
    await pass_hours(camp, UNDO_HOURS + 1)
    assert len(list_sent_bodies(camp)) == posts, "nothing calls them again, the opening of the seals included"


async def test_a_deleted_final_post_is_replaced_and_calls_nobody_again(camp: FakeServer) -> None:
    await camp.bot.tables.settings.save_setting("person", camp.ben.id, "calls", "message")
    await finish_by_buttons(camp)
    await pass_hours(camp, 1)  # Ben has been called within the hour
    told_count = len(list(camp.ben.user.dm_channel.history()))
    camp.env.backend.delete_message(camp.games.id, camp.newest_post.id)
    await pass_hours(camp, UNDO_HOURS + 1)
    assert "Replay" in list_labels(camp)
    assert list_called_users(list_sent_bodies(camp)[-1]) == []
    assert len(list(camp.ben.user.dm_channel.history())) == told_count


async def test_who_is_asleep_then_is_called_when_the_quiet_hours_end(camp: FakeServer) -> None:
    await camp.bot.tables.schedules.set_hours(camp.ben.id, quiet_minutes=(0, 8 * 60))  # it is midnight
    await finish_camp(camp)
    assert camp.ben.id not in list_called_users(list_sent_bodies(camp)[-1])
    posts = len(list_sent_bodies(camp))
    await pass_hours(camp, 7)
    assert len(list_sent_bodies(camp)) == posts
    await camp.restart()
    await pass_hours(camp, 2)
    (late,) = list_sent_bodies(camp)[posts:]
    assert list_called_users(late) == [camp.ben.id]
    assert "your game of Toy has ended" in read_text(camp.newest_post)


async def test_until_then_the_seed_stays_closed_and_then_the_same_post_tells_it(camp: FakeServer) -> None:
    await finish_camp(camp)
    final = camp.newest_post
    assert list_labels(camp) == ["Rematch", "Replay", "Look", "In words", "Log", "Record", "Take back", "It is over"]
    assert "Until <t:" in read_text(final)
    assert "Terra Nova" not in read_text(final)
    news = [line for line in read_text(final).splitlines() if "ends" in line or "wins" in line]
    record = (await camp.click_button(camp.dee, final, "Record")).response
    assert record is not None
    assert "Terra Nova" not in (await record.attachments[0].read()).decode()
    assert "over for good" in read_text(record)
    assert "Terra Nova" not in read_text((await camp.run_command(camp.dee, "audit")).response)
    await pass_hours(camp, UNDO_HOURS + 1)
    assert camp.newest_post.id == final.id
    assert "from the seed `Terra Nova`" in read_text(camp.newest_post)
    assert all(line in read_text(camp.newest_post) for line in news)
    assert list_labels(camp) == ["Rematch", "Replay", "Look", "In words", "Log", "Record", "Analysis"]
    record = (await camp.click_button(camp.dee, camp.newest_post, "Record")).response
    assert record is not None
    assert "seed Terra Nova" in (await record.attachments[0].read()).decode()
    assert "over for good" in read_text((await camp.run_command(camp.ana, "undo")).response)


async def test_it_is_over_opens_the_seals_when_all_have_pressed_it(camp: FakeServer) -> None:
    final = (await finish_camp(camp)).newest_post
    assert "not in this game" in read_text((await camp.click_button(camp.dee, final, "It is over")).response)
    told = read_text((await camp.click_button(camp.ana, final, "It is over")).response)
    assert "Still to press it: **Ben**, **Cy**" in told
    await camp.click_button(camp.ben, final, "It is over")
    assert "Terra Nova" not in read_text(camp.newest_post)
    assert "over for good" in read_text((await camp.click_button(camp.cy, final, "It is over")).response)
    assert camp.newest_post.id == final.id
    assert "from the seed `Terra Nova`" in read_text(camp.newest_post)


async def test_the_end_is_taken_back_and_comes_once_more(camp: FakeServer) -> None:
    final = (await finish_camp(camp)).newest_post
    assert [file.filename for file in final.attachments] == ["board.png", "poster.png"]
    await undo_last_move(camp)
    assert (await camp.load_table()).status == "running"
    old = await camp.find_channel().fetch_message(final.id)
    assert "This end was taken back" in read_text(old)
    assert "won" not in read_text(old)
    assert (old.attachments, list_controls(old)) == ([], [])
    assert "it is your move" in read_text(camp.newest_post) or "a choice to make" in read_text(camp.newest_post)
    await finish_camp(camp)
    assert camp.newest_post.id != final.id
    assert (
        "has won" in read_text(camp.newest_post)
        or "have won" in read_text(camp.newest_post)
        or "nobody has won" in read_text(camp.newest_post)
    )


async def test_a_strangers_table_does_not_end_the_time_of_the_last_move(camp: FakeServer) -> None:
    final = (await finish_camp(camp)).newest_post
    await camp.run_command(camp.dee, "play", game="toy")
    lobby = camp.newest_post
    record = await camp.bot.tables.history.build_record(1)
    table = await camp.bot.tables.load_table(1)
    who = camp.find_actor(table.find_seat_user(record.moves[-1].seat))
    asked = (await camp.click_button(who, final, "Take back")).response
    assert asked is not None
    await camp.click_button(who, asked, next(part["label"] for part in list_controls(asked)))
    if "would like to take back" in read_text(camp.newest_post):
        question = camp.newest_post
        for other in [other for other in camp.people[:3] if other.id != who.id]:
            await camp.click_button(other, question, "Agree")
    table = await camp.bot.tables.load_table(1)
    assert table.status == "running"
    assert table.parent_channel_id == camp.games.id
    assert f"the game goes on in <#{table.channel_id}>" in "".join(read_text(post) for post in camp.games.history())
    await camp.env.settle()
    post = await camp.bot.tables.snapshots.load_post(1)
    assert post is not None
    assert post.channel_id == table.channel_id, "its board is in the thread"
    assert (await camp.bot.tables.find_channel_table(camp.games.id)).id == 2, read_text(lobby)


async def test_what_spectators_see_stays_open(camp: FakeServer) -> None:
    await finish_camp(camp)
    for command in ("board", "log", "replay"):
        assert (await camp.run_command(camp.dee, command)).response is not None
