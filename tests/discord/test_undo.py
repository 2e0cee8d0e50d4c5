"""Undo on Discord: announced in advance, asked in one message that expires, and no old button that changes its meaning."""

from __future__ import annotations

import pytest

from cogs.services.sent_messages import ChannelSender
from engine.host.model.table import UNDO_REQUEST_S
from engine.kernel.menu import sample_move
from engine.ops import doctor
from tests.discord.camp_game import play_first_bid
from tests.discord.fake_server import BUTTON_TYPE, FakeServer, Message, list_components, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction
from tests.discord.player import RandomPlayer


@pytest.fixture
async def started_race(race: FakeServer) -> FakeServer:
    """Start a race in which Ben is Amundsen and to move, and Ana is Scott."""
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    return race


async def count_moves(server: FakeServer) -> int:
    return len((await server.bot.tables.history.build_record((await server.load_table()).id)).moves)


async def ask_undo(server: FakeServer) -> Message:
    """Let Ben take a card and ask the others for an undo. Return the question."""
    await server.run_command(server.ben, "amundsen take", cards="1")
    told = (await server.click_button(server.ben, server.newest_post, "Take back")).response
    assert told is not None
    await server.click_button(server.ben, told, "Ask the others")
    return server.newest_post


def find_custom_id(message: Message, label: str) -> str:
    return next(p["custom_id"] for p in list_components(message) if p["type"] == BUTTON_TYPE and p["label"] == label)


async def test_what_would_be_taken_back_is_told_first_and_nothing_happens_yet(started_race: FakeServer) -> None:
    await started_race.run_command(started_race.ben, "amundsen take", cards="1")
    before, posts = await started_race.load_table(), len(started_race.games.history())
    told = (await started_race.run_command(started_race.ben, "undo")).response
    assert told is not None
    assert told.ephemeral
    assert "This would take back: “**Ben** takes" in read_text(told)
    assert "take 1" not in read_text(told), "as people speak of it"
    assert "~~**Ben** takes" in read_text(told)
    await started_race.click_button(started_race.ben, told, "Leave it")
    assert await started_race.load_table() == before
    assert len(started_race.games.history()) == posts


async def test_a_move_that_showed_nothing_is_taken_back_at_once(race: FakeServer) -> None:
    """A face-down choice shows nothing. The next turn does not depend on chance."""
    await race.run_command(race.ana, "amundsen choose", explorer="scott")
    player = RandomPlayer(race, "free")
    while True:
        who = await player.find_asked_user()
        assert who is not None
        await player.play_by_buttons(who)
        if (await race.load_table()).status != "running":
            pytest.fail("no free move in the whole game")
        told = (await race.run_command(who, "undo")).response
        assert told is not None
        if "all are asked first" not in read_text(told):
            break
    before = await count_moves(race)
    done = await race.click_button(who, told, "Take back")
    assert "Taken back. It is your move again." in read_text(done.response)
    assert await count_moves(race) < before
    assert await player.find_asked_user() == who


async def test_the_others_agree_in_one_message(started_race: FakeServer) -> None:
    question = await ask_undo(started_race)
    before = await count_moves(started_race)
    assert f"<@{started_race.ana.id}>" in read_text(question)
    assert "~~" in read_text(question)
    await started_race.click_button(started_race.ben, question, "Agree")
    assert await count_moves(started_race) == before, "one's own yes is not enough"
    await started_race.click_button(started_race.ana, question, "Agree")
    assert await count_moves(started_race) == before - 1
    assert "Everybody agrees, and **Ben** takes back: “**Ben** takes" in read_text(started_race.newest_post)
    assert f"<@{started_race.ben.id}>, it is your move" in read_text(started_race.newest_post)
    assert [report.verdict for report in doctor.check_tables(started_race.config.store.path)] == ["same"]
    log = read_text((await started_race.run_command(started_race.cy, "log")).response)
    assert "Everybody agrees, and **Ben** takes back" in log
    assert "~~**Ben** takes" in log, "what was rolled back stays in the log, struck out"


async def test_who_asked_in_the_middle_of_a_turn_is_called_when_the_others_agree(server: FakeServer) -> None:
    """The last post was for the same turn, but it may be hours old, and its call is answered."""
    await server.start_game("northwest", 2)
    player = RandomPlayer(server, "middle")
    for _ in range(2):
        user = await player.find_asked_user()
        assert user is not None
        _, _, menu = await server.bot.tables.moves.load_menu(1, user.id)
        await server.run_command(user, "move", words=" ".join(sample_move(menu, lambda _: 0)))
    first = await player.find_asked_user()
    assert first is not None
    await server.run_command(first, "move", words="refresh ship")
    board = server.newest_post
    told = (await server.click_button(first, board, "Take back")).response
    assert told is not None
    await server.click_button(first, told, "Ask the others")
    await server.click_button(server.ben if first == server.ana else server.ana, server.newest_post, "Agree")
    assert f"<@{first.id}>, it is your move" in read_text(server.newest_post)
    assert server.newest_post.id > board.id


async def test_my_tables_leads_to_the_question(started_race: FakeServer) -> None:
    question = await ask_undo(started_race)
    assert question is not None
    waits = "you are asked** whether a move may be taken back"
    assert waits in read_text((await started_race.run_command(started_race.ana, "mytables")).response)
    assert waits not in read_text((await started_race.run_command(started_race.ben, "mytables")).response), (
        "it is his own wish"
    )
    await started_race.click_button(started_race.ana, question, "No, it stands")
    assert waits not in read_text((await started_race.run_command(started_race.ana, "mytables")).response)


async def test_a_no_leaves_the_move_and_another_may_ask(started_race: FakeServer) -> None:
    question = await ask_undo(started_race)
    assert "is asking to take a move back" in read_text(
        (await started_race.run_command(started_race.ana, "undo")).response
    )
    result = await started_race.click_button(started_race.ana, question, "No, it stands")
    assert "would rather not" in read_text(result.response)
    assert "This would take back" in read_text((await started_race.run_command(started_race.ana, "undo")).response)


async def test_a_yes_to_an_earlier_request_is_no_yes_to_a_later_one(started_race: FakeServer) -> None:
    question = await ask_undo(started_race)
    late = hold_interaction(started_race.env, started_race.ben, question, find_custom_id(question, "Agree"))
    await started_race.click_button(started_race.ana, question, "No, it stands")
    told = (await started_race.run_command(started_race.ana, "undo")).response
    assert told is not None
    await started_race.click_button(started_race.ana, told, "Ask the others")
    before = await count_moves(started_race)
    await deliver_held(started_race.env, late)
    assert "settled" in read_text(late.result.response)
    assert await count_moves(started_race) == before


async def test_an_undo_request_expires(started_race: FakeServer) -> None:
    question = await ask_undo(started_race)
    before = await count_moves(started_race)
    await started_race.restart()
    await started_race.env.advance_time(UNDO_REQUEST_S)
    assert started_race.newest_post.id == question.id
    assert "Nobody settled this within 48 hours" in read_text(started_race.newest_post)
    assert not [part for part in list_components(started_race.newest_post) if part["type"] == BUTTON_TYPE], (
        "the buttons are gone"
    )
    assert await count_moves(started_race) == before
    assert "This would take back" in read_text((await started_race.run_command(started_race.ben, "undo")).response)


async def test_a_question_that_was_settled_says_nothing_later(started_race: FakeServer) -> None:
    question = await ask_undo(started_race)
    await started_race.click_button(started_race.ana, question, "No, it stands")
    await started_race.env.advance_time(UNDO_REQUEST_S + 60)
    assert "would rather not" in read_text(started_race.newest_post)


async def test_a_question_that_the_game_has_gone_past_loses_its_buttons(started_race: FakeServer) -> None:
    question = await ask_undo(started_race)
    player = RandomPlayer(started_race, "on")
    await player.find_asked_user()
    await player.play_by_command(started_race.ana)
    await started_race.env.advance_time(UNDO_REQUEST_S + 60)
    stale = next(message for message in started_race.games.history() if message.id == question.id)
    assert "gone on since this was asked" in read_text(stale)
    assert not [part for part in list_components(stale) if part["type"] == BUTTON_TYPE]


async def test_who_has_left_the_server_need_not_be_asked(camp: FakeServer) -> None:
    """Ana and Ben have bid, and Cy is asked: his bid ends the round, so an undo needs everybody."""
    await play_first_bid(camp, camp.cy)
    camp.env.backend.remove_member(camp.guild.id, camp.ana.id)
    told = (await camp.run_command(camp.cy, "undo")).response
    assert told is not None
    await camp.click_button(camp.cy, told, "Ask the others")
    question = camp.newest_post
    assert f"<@{camp.ben.id}>" in read_text(question)
    assert f"<@{camp.ana.id}>" not in read_text(question)
    await camp.click_button(camp.ben, question, "Agree")
    assert "Everybody agrees" in "".join(read_text(message) for message in camp.games.history())


async def test_where_all_others_have_left_nobody_is_asked(started_race: FakeServer) -> None:
    await started_race.run_command(started_race.ben, "amundsen take", cards="1")
    before = await count_moves(started_race)
    started_race.env.backend.remove_member(started_race.guild.id, started_race.ana.id)
    told = (await started_race.run_command(started_race.ben, "undo")).response
    assert told is not None
    await started_race.click_button(started_race.ben, told, "Ask the others")
    assert await count_moves(started_race) == before - 1
    assert "it is your move" in read_text(started_race.newest_post)


async def test_a_confirmation_from_before_another_move_takes_nothing_back(started_race: FakeServer) -> None:
    await started_race.run_command(started_race.ben, "amundsen take", cards="1")
    told = (await started_race.run_command(started_race.ben, "undo")).response
    assert told is not None
    confirm = hold_interaction(started_race.env, started_race.ben, told, find_custom_id(told, "Ask the others"))
    player = RandomPlayer(started_race, "late")
    await player.play_by_buttons(started_race.ana)
    before = await count_moves(started_race)
    await deliver_held(started_race.env, confirm)
    assert "gone on since you asked" in read_text(confirm.result.response)
    assert await count_moves(started_race) == before
    assert await started_race.bot.tables.undo.load_request(1) is None


async def test_every_button_from_before_an_undo_is_answered_and_moves_nothing(started_race: FakeServer) -> None:
    board = started_race.newest_post
    panel = (await started_race.click_button(started_race.ben, board, "Your move")).response
    assert panel is not None
    pressed = [
        hold_interaction(started_race.env, started_race.ben, panel, part["custom_id"])
        for part in list_components(panel)
        if part["type"] == BUTTON_TYPE
    ]
    question = await ask_undo(started_race)
    again = hold_interaction(started_race.env, started_race.ana, question, find_custom_id(question, "Agree"))
    await started_race.click_button(started_race.ana, question, "Agree")
    before = await started_race.load_table()
    await deliver_held(started_race.env, *pressed, again)
    assert await started_race.load_table() == before
    for press in (*pressed, again):
        assert press.result.acknowledged


# ------------------------------------------------------- the question, once
def list_questions(server: FakeServer) -> list[Message]:
    """List the undo questions in the channel."""
    return [message for message in server.games.history() if "would like to take back" in read_text(message)]


async def test_pressed_four_times_the_others_are_asked_once(started_race: FakeServer) -> None:
    await started_race.run_command(started_race.ben, "amundsen take", cards="1")
    told = [
        (await started_race.click_button(started_race.ben, started_race.newest_post, "Take back")).response
        for _ in range(4)
    ]
    for message in told:
        assert message is not None
        answer = await started_race.click_button(started_race.ben, message, "Ask the others")
        assert "The others are asked" in read_text(answer.response)
    assert len(list_questions(started_race)) == 1
    await started_race.env.advance_time(3600)
    assert len(list_questions(started_race)) == 1


async def kill_bot(*_: object, **__: object) -> None:
    raise OSError("the plug is pulled")


async def test_killed_before_the_question_is_sent(started_race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ChannelSender, "send_once", kill_bot)
        await ask_undo(started_race)
        assert not list_questions(started_race)
    await started_race.restart()
    await started_race.env.settle()
    (question,) = list_questions(started_race)
    assert f"<@{started_race.ana.id}>" in read_text(question)
    before = await count_moves(started_race)
    await started_race.click_button(started_race.ana, question, "Agree")
    assert await count_moves(started_race) == before - 1


async def test_killed_after_the_question_was_sent(started_race: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new process finds the question in the channel, because simcord, unlike Discord, does not know nonces."""
    with monkeypatch.context() as patch:
        patch.setattr(type(started_race.bot.tables.undo), "record_post", kill_bot)
        await ask_undo(started_race)
        assert len(list_questions(started_race)) == 1
    await started_race.restart()
    await started_race.env.settle()
    (question,) = list_questions(started_race)
    rows = await started_race.bot.store.fetch_all("SELECT message_id FROM undo_requests")
    assert [row["message_id"] for row in rows] == [question.id]


async def test_discord_fails_and_the_question_follows(started_race: FakeServer) -> None:
    await started_race.run_command(started_race.ben, "amundsen take", cards="1")
    told = (await started_race.run_command(started_race.ben, "undo")).response
    assert told is not None
    started_race.env.inject_error("POST", f"/channels/{started_race.games.id}/messages", status=500, times=None)
    await started_race.click_button(started_race.ben, told, "Ask the others")
    assert not list_questions(started_race)
    started_race.env.backend.faults.clear()
    await started_race.env.advance_time(1800)
    assert len(list_questions(started_race)) == 1


async def test_a_question_that_the_game_has_overtaken_is_not_asked(
    started_race: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(ChannelSender, "send_once", kill_bot)
        await ask_undo(started_race)
    await RandomPlayer(started_race, "on").play_by_buttons(started_race.ana)
    await started_race.restart()
    await started_race.env.settle()
    await started_race.env.advance_time(3600)
    assert not list_questions(started_race)
    assert not await started_race.bot.store.fetch_all("SELECT 1 FROM outbox")


async def test_a_refused_undo_request_may_be_made_again_two_days_later(started_race: FakeServer) -> None:
    await started_race.click_button(started_race.ana, await ask_undo(started_race), "No, it stands")
    await started_race.env.advance_time(48 * 3600)
    told = (await started_race.run_command(started_race.ben, "undo")).response
    assert told is not None
    await started_race.click_button(started_race.ben, told, "Ask the others")
    assert len(list_questions(started_race)) == 1
    assert "would like to take back" in read_text(started_race.newest_post)
