"""Turn calls, paces and reminders on Discord, in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.client import Overwinter
from cogs.services import scheduler
from engine.host.store.notices import Agenda
from engine.kernel.menu import sample
from tests.discord.camp import HOUR, bid, called, pass_hours, play, put_on_the_shelf, reminders, sent, walker
from tests.discord.hold import deliver, hold
from tests.discord.hut import Hut, controls, fixed_seed, parts, text


# -------------------------------------------------------------- turn calls
async def test_the_call_names_game_and_channel_and_calls_whoever_is_to_move(camp: Hut) -> None:
    await bid(camp, camp.cy)
    who = await walker(camp)
    assert f"<@{who.id}>, it is your move: Camp, <#{camp.games.id}>" in text(camp.post)
    assert called(sent(camp)[-1]) == [who.id]


async def test_the_post_shows_the_pace_and_how_long_there_is(camp: Hut) -> None:
    await bid(camp, camp.cy)
    who = await walker(camp)
    assert "Pace: 12 hours a move." in text(camp.post)
    ends = int(camp.env.now().timestamp()) + 12 * HOUR
    assert f"**{who.name.capitalize()}** has until <t:{ends}:f>" in text(camp.post)


async def test_pace_in_the_lobby_by_select(camp: Hut) -> None:
    await camp.slash(camp.dee, "play", camp.expedition, game="toy")
    lobby = camp.expedition.last_message
    assert lobby is not None
    assert "Pace: **no limit**" in text(lobby)
    panel = (await camp.click(camp.dee, lobby, "Options")).response
    assert panel is not None
    chooser = next(part for part in parts(panel) if part["type"] == 3 and part["custom_id"].startswith("ow:s:pace"))
    shown = await camp.dee.select(panel, ["48"], custom_id=chooser["custom_id"])
    assert "Pace: **2 days a move**" in text(camp.expedition.last_message)
    assert shown.response is not None
    (chosen,) = [
        option["value"]
        for part in parts(shown.response)
        if str(part.get("custom_id", "")).startswith("ow:s:pace")
        for option in part["options"]
        if option.get("default")
    ]
    assert chosen == "48"


async def test_a_pace_is_set_by_those_who_play(camp: Hut) -> None:
    assert "not in this game" in text((await camp.slash(camp.dee, "pace", time=24)).response)
    asked = (await camp.slash(camp.cy, "pace", time=24)).response
    assert asked is not None
    assert f"<@{camp.ana.id}>, <@{camp.ben.id}>: **Cy** asks for another pace: 1 day a move" in text(asked)
    assert "Pace: 12 hours a move." in text(camp.games.history()[-2])
    agreed = await camp.click(camp.ben, asked, "Agree")
    assert "Agreed: 1 day a move, from the next question on." in text(agreed.response)
    assert not controls(agreed.response)  # type: ignore[arg-type]
    assert "**Ben**, **Cy** set the pace from the next question on" in "".join(text(m) for m in camp.games.history())
    await pass_hours(camp, 6.1)
    assert len(reminders(camp)) == 1, "the present question keeps its time"
    await bid(camp, camp.cy)
    await pass_hours(camp, 11.9)
    assert len(reminders(camp)) == 1
    await pass_hours(camp, 0.2)
    assert len(reminders(camp)) == 2


async def test_a_pace_that_nobody_answered_says_so(camp: Hut) -> None:
    asked = (await camp.slash(camp.cy, "pace", time=24)).response
    assert asked is not None
    newer = (await camp.slash(camp.cy, "pace", time=24)).response
    assert newer is not None
    (before,) = [m for m in camp.games.history() if m.id == asked.id]
    assert "newer message" in text(before)
    assert not controls(before)
    await pass_hours(camp, 48.1)
    (shown,) = [m for m in camp.games.history() if m.id == newer.id]
    assert "was taken back, or has run out" in text(shown)
    assert not controls(shown)


# -------------------------------------------------------------- reminders
async def test_reminders_escalate_and_end_with_the_table(camp: Hut) -> None:
    posts = len(camp.games.history())
    await pass_hours(camp, 24 * 4)
    bodies, messages = reminders(camp), camp.games.history()[posts:]
    assert [called(body) for body in bodies] == [[camp.cy.id]] * 3 + [[camp.ana.id, camp.ben.id]]
    since = int(messages[0].created_at.timestamp()) - 6 * HOUR
    for message, body in zip(messages, bodies, strict=True):
        assert "Camp" in text(message)
        assert f"<#{camp.games.id}>" in text(message)
        assert f"https://discord.com/channels/{camp.guild.id}/{camp.games.id}/" in text(message)
        assert body["enforce_nonce"]
    hours = [round((message.created_at.timestamp() - since) / HOUR, 1) for message in messages]
    assert hours == [6, 12, 18, 24]
    words = [text(message) for message in messages]
    assert "No hurry yet" in words[0]
    assert "your time ended" in words[1]
    assert "last reminder" in words[2]
    assert f"<@{camp.cy.id}>" not in words[3], "the late one is named there, not called"
    assert "I stop reminding" in words[3]


async def test_a_reminder_is_never_late_by_a_minute(camp: Hut) -> None:
    begun = camp.env.now().timestamp()
    await pass_hours(camp, 6.1)
    (message,) = [m for m in camp.games.history() if "has been waiting" in text(m)]
    assert 0 <= message.created_at.timestamp() - begun - 6 * HOUR < 60


async def test_the_reminders_button_opens_the_panel(camp: Hut) -> None:
    await pass_hours(camp, 6.1)
    panel = (await camp.click(camp.cy, camp.post, "Your move")).response
    assert panel is not None
    assert panel.ephemeral
    assert controls(panel)


async def test_muting_from_the_message(camp: Hut) -> None:
    await pass_hours(camp, 6.1)
    press = hold(camp.env, camp.cy, camp.post, custom_id_of(camp, "Mute for this turn"))
    await deliver(camp.env, press, hold(camp.env, camp.cy, camp.post, custom_id_of(camp, "Mute for this turn")))
    assert "hear no more about this turn" in text(press.result.response)
    await pass_hours(camp, 17)
    assert len(reminders(camp)) == 1
    await pass_hours(camp, 1.1)
    assert "I stop reminding" in text(camp.post), "the table is told all the same"


def custom_id_of(home: Hut, label: str) -> str:
    return next(str(part["custom_id"]) for part in controls(home.post) if part.get("label") == label)


async def test_a_reminder_is_muted_by_whom_it_is_for_and_in_its_turn(camp: Hut) -> None:
    await pass_hours(camp, 6.1)
    reminder = camp.post
    old = hold(camp.env, camp.cy, reminder, custom_id_of(camp, "Mute for this turn"))
    for who, words in ((camp.ana, "earlier turn"), (camp.dee, "not in this game")):
        result = await camp.click(who, reminder, "Mute for this turn")
        assert words in text(result.response)
    await bid(camp, camp.cy)
    await deliver(camp.env, old)
    assert "earlier turn" in text(old.result.response)


async def test_quiet_hours_hold_reminders_back(camp: Hut) -> None:
    """Due at 06:00 UTC, 07:00 in Madrid."""
    result = await camp.slash(camp.cy, "quiet", zone="Europe/Madrid", **{"from": "22:00", "to": "9:30"})
    assert "Quiet hours: 22:00 to 09:30" in text(result.response)
    assert "01:" in text(result.response), "it is past one at night in Madrid"
    await pass_hours(camp, 8.4)
    assert reminders(camp) == []
    await pass_hours(camp, 0.2)
    assert [called(body) for body in reminders(camp)] == [[camp.cy.id]]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"zone": "Madrid, Spain"}, "not a time zone"),
        ({"from": "22:00"}, "both ends"),
        ({"from": "22:00", "to": "soon"}, "not a time of day"),
    ],
)
async def test_what_quiet_cannot_read(camp: Hut, options: dict[str, Any], words: str) -> None:
    assert words in text((await camp.slash(camp.cy, "quiet", **options)).response)


async def test_quiet_shows_and_keeps_what_was_not_given(camp: Hut) -> None:
    await camp.slash(camp.cy, "quiet", **{"from": "22", "to": "8"})
    shown = text((await camp.slash(camp.cy, "quiet", weekends="off")).response)
    assert "Quiet hours: 22:00 to 08:00" in shown
    assert "Weekends are off" in shown
    shown = text((await camp.slash(camp.cy, "quiet", **{"from": "8", "to": "8"})).response)
    assert "Quiet hours: none" in shown
    assert "Weekends are off" in shown
    offers = await camp.cy.autocomplete(camp.games, "quiet", "zone", "new yo")
    assert "America/New_York" in [offer["value"] for offer in offers]


# -------------------------------------------------------------- restarts and kills
async def test_a_restart_in_between_repeats_nothing(camp: Hut) -> None:
    await pass_hours(camp, 6.1)
    await camp.restart()
    await pass_hours(camp, 5.8)
    assert len(reminders(camp)) == 1
    await pass_hours(camp, 0.2)
    assert len(reminders(camp)) == 2


async def test_what_fell_due_while_the_bot_was_away_comes_at_the_start(camp: Hut) -> None:
    await camp.bot.close()
    camp.env.backend.advance_clock(8 * HOUR)
    camp.bot = Overwinter(camp.config, clock=camp.env.now, seeds=fixed_seed)
    camp._bots.append(camp.bot)
    await camp.env.restart_bot(camp.bot)
    assert len(reminders(camp)) == 1
    await pass_hours(camp, 2.9)
    assert len(reminders(camp)) == 1, "a quarter of the pace lies between two reminders"


async def test_killed_after_the_send_and_before_the_note_of_it(camp: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new process finds the message in the channel, where simcord, unlike Discord, does not know nonces."""

    async def killed(*_: object, **__: object) -> None:
        raise OSError("the plug is pulled")

    monkeypatch.setattr(type(camp.bot.tables.reminders), "settle", killed)
    await pass_hours(camp, 6.1)
    assert len(reminders(camp)) == 1
    monkeypatch.undo()
    put_on_the_shelf(monkeypatch)
    camp.env.backend.advance_clock(2 * HOUR)
    await camp.restart()
    await camp.env.settle()
    await pass_hours(camp, 0.5)
    assert len(reminders(camp)) == 1
    rows = await camp.bot.store.all("SELECT state, message_id FROM reminders")
    assert [(row["state"], row["message_id"]) for row in rows] == [("sent", last_reminder(camp).id)]


def last_reminder(home: Hut) -> discord.Message:
    return [message for message in home.games.history() if "has been waiting" in text(message)][-1]


async def test_killed_before_the_send(camp: Hut, monkeypatch: pytest.MonkeyPatch) -> None:
    async def killed(*_: object, **__: object) -> int:
        raise OSError("the plug is pulled")

    monkeypatch.setattr(scheduler.Scheduler, "_post", killed)
    await pass_hours(camp, 6.1)
    assert reminders(camp) == []
    monkeypatch.undo()
    put_on_the_shelf(monkeypatch)
    await camp.restart()
    await camp.env.settle()
    assert len(reminders(camp)) == 1
    await pass_hours(camp, 1)
    assert len(reminders(camp)) == 1


async def test_discord_fails_for_an_hour(camp: Hut) -> None:
    camp.env.inject_error("POST", f"/channels/{camp.games.id}/messages", status=500, times=None)
    await pass_hours(camp, 7)
    tried = len(reminders(camp))
    assert 3 <= tried <= 10, "ever more seldom"
    camp.env.backend.faults.clear()
    await pass_hours(camp, 0.5)
    assert len([m for m in camp.games.history() if "has been waiting" in text(m)]) == 1


@contextmanager
def clock_set(home: Hut, hours: float) -> Iterator[None]:
    """The machine's clock is set forward, and no timer hears of it."""
    now = home.env.now
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(home.env, "now", lambda: now() + timedelta(hours=hours))
        yield


async def test_a_clock_that_jumps_while_the_timer_sleeps(short_naps: int, camp: Hut) -> None:
    await camp.env.advance_time(HOUR)
    with clock_set(camp, 5.1):
        assert reminders(camp) == []
        await camp.env.advance_time(short_naps + 1)
        assert len(reminders(camp)) == 1


async def test_a_clock_that_goes_back(short_naps: int, camp: Hut) -> None:
    with clock_set(camp, 300 * 24):
        await camp.env.advance_time(short_naps + 1)
        assert len(reminders(camp)) == 1
    await pass_hours(camp, 11.9)
    assert len(reminders(camp)) == 1
    await pass_hours(camp, 0.2)
    assert len(reminders(camp)) == 2, "twelve hours after the question was put, not next year"


# -------------------------------------------------------------- bad luck
async def test_a_channel_that_is_gone_ends_everything(camp: Hut) -> None:
    table = await camp.table()
    camp.env.inject_error("POST", f"/channels/{camp.games.id}/messages", status=404, code=10003, times=None)
    await pass_hours(camp, 6.1)
    assert (await camp.bot.tables.table(table.id)).status == "closed"
    tried = len(reminders(camp))
    await pass_hours(camp, 48)
    assert len(reminders(camp)) == tried == 1
    assert await camp.bot.tables.reminders.next_due() is None


async def test_a_deleted_channel_reminds_nobody(camp: Hut) -> None:
    camp.env.backend.delete_channel(camp.games.id)
    await camp.env.settle()
    await pass_hours(camp, 48)
    assert reminders(camp) == []


async def test_a_channel_in_which_the_bot_may_not_post(camp: Hut) -> None:
    assert camp.bot.user is not None
    deny = discord.Permissions(send_messages=True).value
    rule = Overwrite(target_id=camp.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    camp.env.backend.set_overwrite(camp.games.id, rule)
    before = len(camp.games.history())
    await pass_hours(camp, 6.9)
    assert len(reminders(camp)) == 2, "one attempt in half an hour"
    await pass_hours(camp, 30)
    assert len(camp.games.history()) == before
    camp.env.backend.delete_overwrite(camp.games.id, camp.bot.user.id)
    await pass_hours(camp, 0.6)
    assert len(camp.games.history()) == before + 1, "what was due is told, and nothing twice"
    await pass_hours(camp, 4 * 3.1)
    words = [text(message) for message in camp.games.history()[before:]]
    assert ["last reminder" in one for one in words] == [False, False, True, False]
    assert "I stop reminding" in words[3], "30 hours without access have used nothing up"
    states = [row["state"] for row in await camp.bot.store.all("SELECT state FROM reminders ORDER BY id")]
    assert states == ["sent"] * 4


async def test_a_player_who_left_the_server(camp: Hut) -> None:
    camp.guild.remove_member(camp.cy)
    await camp.env.settle()
    await pass_hours(camp, 24 * 5)
    (body,) = reminders(camp)
    assert called(body) == [camp.ana.id, camp.ben.id]
    assert "no longer on this server" in text(camp.post)
    assert (await camp.table()).status == "running", "no machine expels anybody"
    voted = await camp.click(camp.ana, camp.post, "Vote")
    assert "What shall be done?" in text(voted.response)


async def test_a_table_that_cannot_be_read_holds_up_no_other(camp: Hut) -> None:
    """A vote at a table that was played with a newer version of the bot."""
    table = await camp.bot.tables.lobby.open(camp.guild.id, 1000, camp.dee.id, "Dee", "toy", {})
    await camp.bot.tables.lobby.join(table.id, camp.ben.id, "Ben")
    await camp.bot.tables.lobby.start(table.id, camp.dee.id)
    vote = await camp.bot.tables.votes.open(table.id, camp.dee.id, 1, gone=True)
    await camp.bot.store.write(lambda at: at.run("UPDATE tables SET rules_version = 99 WHERE id = ?", table.id))
    await camp.bot.store.write(lambda at: at.run("INSERT INTO ballots VALUES (?, 0, 'drop')", vote.id))
    await camp.restart()
    await pass_hours(camp, 6.1)
    assert [called(body) for body in reminders(camp)] == [[camp.cy.id]]
    await camp.bot.store.write(lambda at: at.run("UPDATE tables SET rules_version = 1 WHERE id = ?", table.id))


# -------------------------------------------------------------- early words, my tables
async def test_an_early_word_to_whoever_is_probably_next(camp: Hut) -> None:
    assert "You will get a word" in text((await camp.slash(camp.ana, "early")).response)
    assert "No more early words" in text((await camp.slash(camp.ana, "early")).response)
    await camp.slash(camp.ben, "early")
    await bid(camp, camp.cy)
    assert await walker(camp) == camp.ana, "and Ben moved after Ana when the cards were bid"
    await camp.env.advance_time(70)
    (body,) = reminders(camp)
    assert called(body) == [camp.ben.id]
    assert f"<@{camp.ben.id}>: **Ana** is on the move in Camp" in text(camp.post)


async def test_my_tables(camp: Hut) -> None:
    await camp.slash(camp.cy, "play", camp.expedition, game="toy")
    shown = (await camp.slash(camp.cy, "mytables")).response
    assert shown is not None
    assert shown.ephemeral
    lines = text(shown).splitlines()
    assert lines[0] == "### 1 of your tables waits for you."
    post = await camp.bot.tables.snapshots.post(1)
    assert post is not None
    first, second = [part for part in parts(shown) if part["type"] == 9]
    assert first["accessory"]["url"] == f"https://discord.com/channels/{camp.guild.id}/{camp.games.id}/{post.message}"
    assert f"**Camp** · <#{camp.games.id}>\n**your move**, asked <t:" in first["components"][0]["content"]
    assert "not begun" in second["components"][0]["content"]
    assert "Cy to move" in text((await camp.slash(camp.ana, "mytables")).response)
    assert "at no table" in text((await camp.slash(camp.dee, "mytables")).response)


async def test_my_tables_turns_pages(camp: Hut) -> None:
    for number in range(13):
        table = await camp.bot.tables.lobby.open(camp.guild.id, 1000 + number, 5000 + number, "Eve", "toy", {})
        await camp.bot.tables.lobby.join(table.id, camp.dee.id, "Dee")
    shown = (await camp.slash(camp.dee, "mytables")).response
    assert shown is not None
    assert text(shown).count("**Camp**") == 8
    more = await camp.click(camp.dee, shown, "More")
    assert text(more.response).count("**Camp**") == 5
    assert more.response is not None
    assert text((await camp.click(camp.dee, more.response, "Back")).response).count("**Camp**") == 8


async def test_my_tables_shows_those_of_other_servers_with_their_names(camp: Hut) -> None:
    lodge = camp.env.create_guild("The lodge")
    hall = lodge.create_text_channel("hall")
    await camp.env.settle()
    table = await camp.bot.tables.lobby.open(lodge.id, hall.id, camp.dee.id, "Dee", "toy", {})
    shown = (await camp.slash(camp.dee, "mytables")).response
    assert shown is not None
    assert "**Camp** · The lodge" in text(shown)
    (row,) = [part for part in parts(shown) if part["type"] == 9]
    assert row["accessory"]["url"].startswith(f"https://discord.com/channels/{lodge.id}/{hall.id}")
    assert table.live


async def test_the_bot_is_idle_when_nothing_is_due(camp: Hut) -> None:
    await pass_hours(camp, 24.1)
    requests = len(camp.env.http_requests)
    await pass_hours(camp, 24 * 2)
    assert len(camp.env.http_requests) == requests


async def test_a_move_typed_late_still_counts(camp: Hut) -> None:
    await pass_hours(camp, 30)
    await bid(camp, camp.cy)
    await play(camp, await walker(camp), "rest")
    assert "Round 2 begins" in "".join(text(m) for m in camp.games.history())


async def test_nothing_is_looked_at_any_more_once_the_bot_is_closed(camp: Hut) -> None:
    await camp.bot.close()
    camp.bot.scheduler.poke()
    assert camp.bot.scheduler._checking is None, "a closed store cannot be asked"
    assert camp.bot.scheduler._timer is not None
    assert camp.bot.scheduler._timer.cancelled()


# ------------------------------------------------------------ what wakes it
async def test_a_move_wakes_the_clock_only_by_what_falls_due_before_it_looks_anyway(
    camp: Hut, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, agenda = 0, camp.bot.tables.reminders.agenda

    async def counted() -> Agenda:
        nonlocal looks
        looks += 1
        return await agenda()

    monkeypatch.setattr(camp.bot.tables.reminders, "agenda", counted)
    await bid(camp, camp.cy)
    await moves_on(camp)
    assert looks == 0, "it sleeps until six hours after the start, and nothing falls due before"
    await pass_hours(camp, 24 * 4)  # all reminders have been sent: it sleeps for days
    looks = 0
    await moves_on(camp)
    assert looks > 0
    told = len(reminders(camp))
    await pass_hours(camp, 6.1)
    assert len(reminders(camp)) > told


async def moves_on(home: Hut) -> None:
    """Whoever is asked makes a move."""
    table, who = await home.table(), await walker(home)
    _, _, menu = await home.bot.tables.moves.menu(table.id, who.id)
    await play(home, who, " ".join(sample(menu, lambda _: 0)))
    assert (await home.table()).rev > table.rev
