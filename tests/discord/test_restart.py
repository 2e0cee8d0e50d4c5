"""Restarts, double presses and late presses: an acknowledged move stands once, and every press is answered."""

from __future__ import annotations

import asyncio
import threading

import pytest

from cogs.interactions import custom_ids
from cogs.interactions.discord_internals import count_stored_views
from cogs.messages.layout import build_button, build_button_rows, build_message
from engine.host.model.shard_range import ShardRange
from engine.host.store.database import StoreError
from tests.discord.camp_game import list_called_users, list_sent_bodies
from tests.discord.fake_server import FakeServer, list_controls, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.player import RandomPlayer


async def count_moves(server: FakeServer) -> int:
    return len((await server.bot.tables.history.build_record((await server.load_table()).id)).moves)


async def test_a_restart_in_the_middle_of_a_decision(race: FakeServer) -> None:
    opened = await race.click_button(race.ana, race.newest_post, "Your move")
    panel = opened.response
    assert panel is not None
    await race.restart()
    chosen = await race.click_button(race.ana, panel, custom_id=list_controls(panel)[0]["custom_id"])
    assert "Done" in read_text(chosen.response)
    assert await count_moves(race) == 1
    again = await race.click_button(race.ana, race.newest_post, "Your move")
    assert list_controls(again.response), "the next decision waits for her"  # type: ignore[arg-type]


async def test_what_was_not_posted_before_the_restart_is_posted_after_it_once(race: FakeServer) -> None:
    race.env.inject_error("POST", f"/channels/{race.games.id}/messages", status=403, code=50013, times=None)
    before = len(race.games.history())
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    scott = next(part for part in list_controls(panel) if "scott" in part["custom_id"])
    await race.click_button(race.ana, panel, custom_id=scott["custom_id"])
    assert await count_moves(race) == 1
    assert len(race.games.history()) == before
    race.env.backend.faults.clear()
    await race.restart()
    await race.env.settle()
    assert len(race.games.history()) == before + 1
    await race.restart()
    assert len(race.games.history()) == before + 1


async def test_a_start_reads_no_table_of_which_nothing_is_owed(race: FakeServer) -> None:
    await race.restart()
    await race.env.settle()
    assert not race.bot.tables.context.cached_tables, "ten thousand of them would take seconds"


async def test_what_discord_told_at_the_very_end_is_no_failure(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A session that begins while the bot stops asks for its threads after the store has closed."""
    closed, live_threads = asyncio.Event(), race.bot.tables.list_live_threads

    async def after_the_end(share: ShardRange) -> list[int]:
        await closed.wait()
        return await live_threads(share)

    monkeypatch.setattr(race.bot.tables, "list_live_threads", after_the_end)
    race.bot.dispatch("shard_ready", 0)
    await asyncio.sleep(0)
    (under_way,) = [task for task in asyncio.all_tasks() if "on_shard_ready" in task.get_name()]
    await race.bot.close()
    with caplog.at_level("INFO"):
        closed.set()
        await under_way
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    assert "the end came before on_shard_ready was done" in caplog.messages
    assert [type(error) for error in race.env.errors] == [StoreError]
    race.excused_errors = 1


async def test_two_presses_at_once_move_once(race: FakeServer) -> None:
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    custom_id = list_controls(panel)[0]["custom_id"]
    first, second = (
        hold_interaction(race.env, race.ana, panel, custom_id),
        hold_interaction(race.env, race.ana, panel, custom_id),
    )
    await deliver_held(race.env, first, second)
    assert first.result.acknowledged
    assert second.result.acknowledged
    assert await count_moves(race) == 1


async def test_one_press_delivered_twice_moves_once(race: FakeServer) -> None:
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    press = hold_interaction(race.env, race.ana, panel, list_controls(panel)[0]["custom_id"])
    await deliver_held(race.env, press)
    await deliver_held(race.env, press)
    assert await count_moves(race) == 1


async def test_an_old_panel_gives_todays_choices(race: FakeServer) -> None:
    player = RandomPlayer(race, "old")
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    old = hold_interaction(race.env, race.ana, panel, list_controls(panel)[0]["custom_id"])
    await player.play_by_buttons(race.ana)
    while (who := await player.find_asked_user()) is not None and who.id != race.ana.id:
        await player.play_by_buttons(who)
    before = await count_moves(race)
    await deliver_held(race.env, old)
    assert "earlier turn" in read_text(old.result.response)
    assert list_controls(old.result.response), "today's choices come with it"  # type: ignore[arg-type]
    assert await count_moves(race) == before


async def test_an_old_board_post_still_opens_the_panel(race: FakeServer) -> None:
    player = RandomPlayer(race, "post")
    old = hold_interaction(race.env, race.ana, race.newest_post, list_controls(race.newest_post)[0]["custom_id"])
    await player.play_by_buttons(race.ana)
    while (who := await player.find_asked_user()) is not None and who.id != race.ana.id:
        await player.play_by_buttons(who)
    await deliver_held(race.env, old)
    assert old.result.response is not None
    assert old.result.response.ephemeral
    assert "earlier turn" in read_text(old.result.response)
    assert list_controls(old.result.response)


async def test_somebody_elses_turn_and_somebody_elses_game(race: FakeServer) -> None:
    result = await race.click_button(race.ben, race.newest_post, "Your move")
    assert "not your turn" in read_text(result.response)
    assert result.response is not None
    assert result.response.ephemeral
    result = await race.click_button(race.cy, race.newest_post, "Your move")
    assert "not in this game" in read_text(result.response)


async def test_a_button_that_means_nothing_any_more_is_answered(race: FakeServer) -> None:
    press = hold_interaction(race.env, race.ana, race.newest_post, "old:thing")
    await deliver_held(race.env, press)
    assert "earlier version" in read_text(press.result.response)
    await race.find_channel().send(
        view=build_message(*build_button_rows([build_button("Fly", custom_ids.build_button_id("fly", 1, 1))]))
    )
    assert "earlier version" in read_text((await race.click_button(race.ana, race.newest_post, "Fly")).response)
    await race.find_channel().send(
        view=build_message(
            *build_button_rows([build_button("Gone", custom_ids.build_button_id("play", 99, 1, "take 1"))])
        )
    )
    assert "That table is gone" in read_text((await race.click_button(race.ana, race.newest_post, "Gone")).response)


async def test_a_deleted_post_is_replaced(race: FakeServer) -> None:
    player = RandomPlayer(race, "deleted")
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    race.env.backend.delete_message(race.games.id, race.newest_post.id)
    await race.env.settle()
    assert panel is not None
    await race.click_button(race.ana, panel, custom_id=list_controls(panel)[0]["custom_id"])
    assert f"<@{(await player.find_asked_user()).id}>" in read_text(race.newest_post)  # type: ignore[union-attr]
    assert list_called_users(list_sent_bodies(race)[-1]) == [], "an edit would have called nobody"


async def test_the_bot_keeps_no_views_in_memory(race: FakeServer) -> None:
    player = RandomPlayer(race, "views")
    for _ in range(4):
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_buttons(who)
    assert count_stored_views(race.bot) == 0
    assert not [task for task in asyncio.all_tasks() if "BaseView" in str(task.get_coro())]


async def test_a_picture_that_cannot_be_drawn_holds_up_nobody(
    race: FakeServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> object:
        raise RuntimeError("no ink")

    monkeypatch.setattr("cogs.pictures.picture_service.render_picture", broken)
    panel = (await race.click_button(race.ana, race.newest_post, "Your move")).response
    assert panel is not None
    await race.click_button(race.ana, panel, custom_id=list_controls(panel)[0]["custom_id"])
    assert await count_moves(race) == 1
    assert not race.newest_post.attachments
    assert "it is your move" in read_text(race.newest_post)
    assert "could not be drawn" in caplog.text
    caplog.clear()


def test_custom_ids_read_back() -> None:
    made = custom_ids.build_button_id("play", 123456, 789, "take 3 ra+gb+yc")
    assert custom_ids.parse_custom_id(made) == custom_ids.CustomId("play", 123456, 789, "take 3 ra+gb+yc")
    with pytest.raises(ValueError, match="characters"):
        custom_ids.build_button_id("play", 1, 1, "x" * 100)


async def test_nothing_is_drawn_until_somebody_asks(server: FakeServer) -> None:
    """The threads that draw start with the first press, and a stop need not wait for them."""
    assert server.bot.picture_service.waiting_count == 0
    painters = [thread for thread in threading.enumerate() if thread.name.startswith("painter")]
    for thread in painters:
        thread.join(5)  # the threads of earlier bots end
    assert not any(thread.is_alive() for thread in painters)
