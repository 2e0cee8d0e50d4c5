"""Taking back on Discord: told beforehand, asked in one message that runs out, and no old button that means something else."""

from __future__ import annotations

import pytest

from cogs.services.scheduler import Scheduler
from engine.host.model.table import PATIENCE
from engine.ops import doctor
from tests.discord.camp import bid
from tests.discord.hold import deliver, hold
from tests.discord.hut import BUTTON, Hut, Message, parts, text
from tests.discord.player import Player


@pytest.fixture
async def started(race: Hut) -> Hut:
    """Ben is Amundsen and to move, Ana is Scott."""
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    return race


async def moves(home: Hut) -> int:
    return len((await home.bot.tables.history.record((await home.table()).id)).moves)


async def asked(home: Hut) -> Message:
    """Ben has taken a card, wishes it back and has had the others asked: the question."""
    await home.slash(home.ben, "amundsen take", cards="1")
    told = (await home.click(home.ben, home.post, "Take back")).response
    assert told is not None
    await home.click(home.ben, told, "Ask the others")
    return home.post


def custom_id(message: Message, label: str) -> str:
    return next(p["custom_id"] for p in parts(message) if p["type"] == BUTTON and p["label"] == label)


async def test_what_would_be_taken_back_is_told_first_and_nothing_happens_yet(started: Hut) -> None:
    await started.slash(started.ben, "amundsen take", cards="1")
    before, posts = await started.table(), len(started.games.history())
    told = (await started.slash(started.ben, "undo")).response
    assert told is not None
    assert told.ephemeral
    assert "This would take back: “**Ben** takes" in text(told)
    assert "take 1" not in text(told), "as people speak of it"
    assert "~~**Ben** takes" in text(told)
    await started.click(started.ben, told, "Leave it")
    assert await started.table() == before
    assert len(started.games.history()) == posts


async def test_a_move_that_showed_nothing_is_taken_back_at_once(race: Hut) -> None:
    """A face-down choice shows nothing; whose turn it is then, is not chance."""
    await race.slash(race.ana, "amundsen choose", explorer="scott")
    player = Player(race, "free")
    while True:
        who = await player.waiting()
        assert who is not None
        await player.by_buttons(who)
        if (await race.table()).status != "running":
            pytest.fail("no free move in the whole game")
        told = (await race.slash(who, "undo")).response
        assert told is not None
        if "all are asked first" not in text(told):
            break
    before = await moves(race)
    done = await race.click(who, told, "Take back")
    assert "Taken back. It is your move again." in text(done.response)
    assert await moves(race) < before
    assert await player.waiting() == who


async def test_the_others_agree_in_one_message(started: Hut) -> None:
    question = await asked(started)
    before = await moves(started)
    assert f"<@{started.ana.id}>" in text(question)
    assert "~~" in text(question)
    await started.click(started.ben, question, "Agree")
    assert await moves(started) == before, "one's own yes is not enough"
    await started.click(started.ana, question, "Agree")
    assert await moves(started) == before - 1
    assert "Everybody agrees, and **Ben** takes back: “**Ben** takes" in text(started.post)
    assert f"<@{started.ben.id}>, it is your move" in text(started.post)
    assert [report.verdict for report in doctor.examine(started.config.store.path)] == ["same"]
    log = text((await started.slash(started.cy, "log")).response)
    assert "Everybody agrees, and **Ben** takes back" in log
    assert "~~**Ben** takes" in log, "what was rolled back stays in the log, struck out"


async def test_my_tables_leads_to_the_question(started: Hut) -> None:
    question = await asked(started)
    assert question is not None
    waits = "you are asked** whether a move may be taken back"
    assert waits in text((await started.slash(started.ana, "mytables")).response)
    assert waits not in text((await started.slash(started.ben, "mytables")).response), "it is his own wish"
    await started.click(started.ana, question, "No, it stands")
    assert waits not in text((await started.slash(started.ana, "mytables")).response)


async def test_a_no_leaves_the_move_and_another_may_ask(started: Hut) -> None:
    question = await asked(started)
    assert "is asking to take a move back" in text((await started.slash(started.ana, "undo")).response)
    result = await started.click(started.ana, question, "No, it stands")
    assert "would rather not" in text(result.response)
    assert "This would take back" in text((await started.slash(started.ana, "undo")).response)


async def test_a_yes_to_an_earlier_wish_is_no_yes_to_a_later_one(started: Hut) -> None:
    question = await asked(started)
    late = hold(started.env, started.ben, question, custom_id(question, "Agree"))
    await started.click(started.ana, question, "No, it stands")
    told = (await started.slash(started.ana, "undo")).response
    assert told is not None
    await started.click(started.ana, told, "Ask the others")
    before = await moves(started)
    await deliver(started.env, late)
    assert "settled" in text(late.result.response)
    assert await moves(started) == before


async def test_a_wish_runs_out(started: Hut) -> None:
    question = await asked(started)
    before = await moves(started)
    await started.restart()
    await started.env.advance_time(PATIENCE)
    assert started.post.id == question.id
    assert "Nobody settled this within 48 hours" in text(started.post)
    assert not [part for part in parts(started.post) if part["type"] == BUTTON], "the buttons are gone"
    assert await moves(started) == before
    assert "This would take back" in text((await started.slash(started.ben, "undo")).response)


async def test_a_question_that_was_settled_says_nothing_later(started: Hut) -> None:
    question = await asked(started)
    await started.click(started.ana, question, "No, it stands")
    await started.env.advance_time(PATIENCE + 60)
    assert "would rather not" in text(started.post)


async def test_a_question_that_the_game_has_gone_past_loses_its_buttons(started: Hut) -> None:
    question = await asked(started)
    player = Player(started, "on")
    await player.waiting()
    await player.by_command(started.ana)
    await started.env.advance_time(PATIENCE + 60)
    stale = next(message for message in started.games.history() if message.id == question.id)
    assert "gone on since this was asked" in text(stale)
    assert not [part for part in parts(stale) if part["type"] == BUTTON]


async def test_who_has_left_the_server_need_not_be_asked(camp: Hut) -> None:
    """Ana and Ben have bid, Cy is asked: his bid ends the round, and takes all to take back."""
    await bid(camp, camp.cy)
    camp.env.backend.remove_member(camp.guild.id, camp.ana.id)
    told = (await camp.slash(camp.cy, "undo")).response
    assert told is not None
    await camp.click(camp.cy, told, "Ask the others")
    question = camp.post
    assert f"<@{camp.ben.id}>" in text(question)
    assert f"<@{camp.ana.id}>" not in text(question)
    await camp.click(camp.ben, question, "Agree")
    assert "Everybody agrees" in "".join(text(message) for message in camp.games.history())


async def test_where_all_others_have_left_nobody_is_asked(started: Hut) -> None:
    await started.slash(started.ben, "amundsen take", cards="1")
    before = await moves(started)
    started.env.backend.remove_member(started.guild.id, started.ana.id)
    told = (await started.slash(started.ben, "undo")).response
    assert told is not None
    await started.click(started.ben, told, "Ask the others")
    assert await moves(started) == before - 1
    assert "it is your move" in text(started.post)


async def test_a_confirmation_from_before_another_move_takes_nothing_back(started: Hut) -> None:
    await started.slash(started.ben, "amundsen take", cards="1")
    told = (await started.slash(started.ben, "undo")).response
    assert told is not None
    confirm = hold(started.env, started.ben, told, custom_id(told, "Ask the others"))
    player = Player(started, "late")
    await player.by_buttons(started.ana)
    before = await moves(started)
    await deliver(started.env, confirm)
    assert "gone on since you asked" in text(confirm.result.response)
    assert await moves(started) == before
    assert await started.bot.tables.undo.request(1) is None


async def test_every_button_from_before_an_undo_is_answered_and_moves_nothing(started: Hut) -> None:
    board = started.post
    panel = (await started.click(started.ben, board, "Your move")).response
    assert panel is not None
    pressed = [
        hold(started.env, started.ben, panel, part["custom_id"]) for part in parts(panel) if part["type"] == BUTTON
    ]
    question = await asked(started)
    again = hold(started.env, started.ana, question, custom_id(question, "Agree"))
    await started.click(started.ana, question, "Agree")
    before = await started.table()
    await deliver(started.env, *pressed, again)
    assert await started.table() == before
    for press in (*pressed, again):
        assert press.result.acknowledged


# ------------------------------------------------------- the question, once
def questions(home: Hut) -> list[Message]:
    """The questions that stand in the channel."""
    return [message for message in home.games.history() if "would like to take back" in text(message)]


async def test_pressed_four_times_the_others_are_asked_once(started: Hut) -> None:
    await started.slash(started.ben, "amundsen take", cards="1")
    told = [(await started.click(started.ben, started.post, "Take back")).response for _ in range(4)]
    for message in told:
        assert message is not None
        answer = await started.click(started.ben, message, "Ask the others")
        assert "The others are asked" in text(answer.response)
    assert len(questions(started)) == 1
    await started.env.advance_time(3600)
    assert len(questions(started)) == 1


async def killed(*_: object, **__: object) -> None:
    raise OSError("the plug is pulled")


async def test_killed_before_the_question_is_sent(started: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Scheduler, "_put", killed)
        await asked(started)
        assert not questions(started)
    await started.restart()
    await started.env.settle()
    (question,) = questions(started)
    assert f"<@{started.ana.id}>" in text(question)
    before = await moves(started)
    await started.click(started.ana, question, "Agree")
    assert await moves(started) == before - 1


async def test_killed_after_the_question_was_sent(started: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new process finds it in the channel, where simcord, unlike Discord, does not know nonces."""
    with monkeypatch.context() as patch:
        patch.setattr(type(started.bot.tables.undo), "settle", killed)
        await asked(started)
        assert len(questions(started)) == 1
    await started.restart()
    await started.env.settle()
    (question,) = questions(started)
    rows = await started.bot.store.all("SELECT state, message_id FROM undo_requests")
    assert [(row["state"], row["message_id"]) for row in rows] == [("sent", question.id)]


async def test_discord_fails_and_the_question_follows(started: Hut) -> None:
    await started.slash(started.ben, "amundsen take", cards="1")
    told = (await started.slash(started.ben, "undo")).response
    assert told is not None
    started.env.inject_error("POST", f"/channels/{started.games.id}/messages", status=500, times=None)
    await started.click(started.ben, told, "Ask the others")
    assert not questions(started)
    started.env.backend.faults.clear()
    await started.env.advance_time(1800)
    assert len(questions(started)) == 1


async def test_a_question_that_the_game_has_overtaken_is_not_asked(
    started: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Scheduler, "_put", killed)
        await asked(started)
    await Player(started, "on").by_buttons(started.ana)
    await started.restart()
    await started.env.settle()
    await started.env.advance_time(3600)
    assert not questions(started)
    assert not await started.bot.store.all("SELECT 1 FROM undo_requests")


async def test_a_refused_wish_may_be_made_again(started: Hut) -> None:
    await started.click(started.ana, await asked(started), "No, it stands")
    await started.env.advance_time(1)
    told = (await started.slash(started.ben, "undo")).response
    assert told is not None
    await started.click(started.ben, told, "Ask the others")
    assert len(questions(started)) == 1
    assert "would like to take back" in text(started.post)
