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
from cogs.services.sent_messages import ChannelSender
from engine.host.store import turn_deadlines
from engine.host.store.outbox import DueMoments
from engine.kernel.menu import sample_move
from tests.discord.call_counts import count_calls
from tests.discord.camp_game import (
    HOUR_S,
    find_mover,
    list_called_users,
    list_reminders,
    list_sent_bodies,
    offer_only_camp,
    pass_hours,
    play_first_bid,
    play_words,
)
from tests.discord.fake_server import FakeServer, get_fixed_seed, list_components, list_controls, read_text
from tests.discord.held_interactions import deliver_held, hold_interaction


# -------------------------------------------------------------- turn calls
async def test_the_call_names_game_and_channel_and_calls_whoever_is_to_move(camp: FakeServer) -> None:
    await play_first_bid(camp, camp.cy)
    who = await find_mover(camp)
    assert f"<@{who.id}>, it is your move: Toy, <#{camp.games.id}>" in read_text(camp.newest_post)
    assert list_called_users(list_sent_bodies(camp)[-1]) == [who.id]


async def test_the_post_shows_the_pace_and_how_long_there_is(camp: FakeServer) -> None:
    await play_first_bid(camp, camp.cy)
    who = await find_mover(camp)
    assert "Pace: 12 hours a move." in read_text(camp.newest_post)
    ends = int(camp.env.now().timestamp()) + 12 * HOUR_S
    assert f"**{who.name.capitalize()}** has until <t:{ends}:f>" in read_text(camp.newest_post)


async def test_pace_in_the_lobby_by_select(camp: FakeServer) -> None:
    await camp.run_command(camp.dee, "play", camp.expedition, game="toy")
    lobby = camp.expedition.last_message
    assert lobby is not None
    assert "Pace: **no limit**" in read_text(lobby)
    panel = (await camp.click_button(camp.dee, lobby, "Options")).response
    assert panel is not None
    chooser = next(
        part for part in list_components(panel) if part["type"] == 3 and part["custom_id"].startswith("ow:s:pace")
    )
    shown = await camp.dee.select(panel, ["48"], custom_id=chooser["custom_id"])
    assert "Pace: **2 days a move**" in read_text(camp.expedition.last_message)
    assert shown.response is not None
    (chosen,) = [
        option["value"]
        for part in list_components(shown.response)
        if str(part.get("custom_id", "")).startswith("ow:s:pace")
        for option in part["options"]
        if option.get("default")
    ]
    assert chosen == "48"


async def test_a_pace_is_set_by_those_who_play(camp: FakeServer) -> None:
    assert "not in this game" in read_text((await camp.run_command(camp.dee, "pace", time=24)).response)
    asked = (await camp.run_command(camp.cy, "pace", time=24)).response
    assert asked is not None
    assert f"<@{camp.ana.id}>, <@{camp.ben.id}>: **Cy** asks for another pace: 1 day a move" in read_text(asked)
    assert "Pace: 12 hours a move." in read_text(camp.games.history()[-2])
    agreed = await camp.click_button(camp.ben, asked, "Agree")
    assert "Agreed: 1 day a move, from the next question on." in read_text(agreed.response)
    assert not list_controls(agreed.response)  # type: ignore[arg-type]
    assert "**Ben**, **Cy** set the pace from the next question on" in "".join(
        read_text(m) for m in camp.games.history()
    )
    await pass_hours(camp, 6.1)
    assert len(list_reminders(camp)) == 1, "the present question keeps its time"
    await play_first_bid(camp, camp.cy)
    await pass_hours(camp, 11.9)
    assert len(list_reminders(camp)) == 1
    await pass_hours(camp, 0.2)
    assert len(list_reminders(camp)) == 2


async def test_a_pace_that_nobody_answered_says_so(camp: FakeServer) -> None:
    asked = (await camp.run_command(camp.cy, "pace", time=24)).response
    assert asked is not None
    await pass_hours(camp, 4)
    newer = (await camp.run_command(camp.cy, "pace", time=24)).response
    assert newer is not None
    (before,) = [m for m in camp.games.history() if m.id == asked.id]
    assert "newer message" in read_text(before)
    assert not list_controls(before)
    await pass_hours(camp, 48.1)
    (shown,) = [m for m in camp.games.history() if m.id == newer.id]
    assert "was taken back, or has run out" in read_text(shown)
    assert not list_controls(shown)


# -------------------------------------------------------------- reminders
async def test_reminders_escalate_and_end_with_the_table(camp: FakeServer) -> None:
    posts = len(camp.games.history())
    await pass_hours(camp, 24 * 4)
    bodies, messages = list_reminders(camp), camp.games.history()[posts:]
    assert [list_called_users(body) for body in bodies] == [[camp.cy.id]] * 3 + [[camp.ana.id, camp.ben.id]]
    since = int(messages[0].created_at.timestamp()) - 6 * HOUR_S
    for message, body in zip(messages, bodies, strict=True):
        assert "Toy" in read_text(message)
        assert f"<#{camp.games.id}>" in read_text(message)
        assert f"https://discord.com/channels/{camp.guild.id}/{camp.games.id}/" in read_text(message)
        assert body["enforce_nonce"]
    hours = [round((message.created_at.timestamp() - since) / HOUR_S, 1) for message in messages]
    assert hours == [6, 12, 18, 24]
    words = [read_text(message) for message in messages]
    assert "No hurry yet" in words[0]
    assert "Your time ended" in words[1]
    assert "last reminder" in words[2]
    assert f"<@{camp.cy.id}>" not in words[3], "the late one is named there, not called"
    assert "I stop reminding" in words[3]


async def test_a_reminder_is_never_late_by_a_minute(camp: FakeServer) -> None:
    begun = camp.env.now().timestamp()
    await pass_hours(camp, 6.1)
    (message,) = [m for m in camp.games.history() if "has been waiting" in read_text(m)]
    assert 0 <= message.created_at.timestamp() - begun - 6 * HOUR_S < 60


async def test_the_reminders_button_opens_the_panel(camp: FakeServer) -> None:
    await pass_hours(camp, 6.1)
    panel = (await camp.click_button(camp.cy, camp.newest_post, "Your move")).response
    assert panel is not None
    assert panel.ephemeral
    assert list_controls(panel)


async def test_muting_from_the_message(camp: FakeServer) -> None:
    await pass_hours(camp, 6.1)
    press = hold_interaction(camp.env, camp.cy, camp.newest_post, find_custom_id(camp, "Mute for this turn"))
    await deliver_held(
        camp.env,
        press,
        hold_interaction(camp.env, camp.cy, camp.newest_post, find_custom_id(camp, "Mute for this turn")),
    )
    assert "hear no more about this turn" in read_text(press.result.response)
    await pass_hours(camp, 17)
    assert len(list_reminders(camp)) == 1
    await pass_hours(camp, 1.1)
    assert "I stop reminding" in read_text(camp.newest_post), "the table is told all the same"


def find_custom_id(server: FakeServer, label: str) -> str:
    return next(str(part["custom_id"]) for part in list_controls(server.newest_post) if part.get("label") == label)


async def test_a_reminder_is_muted_by_whom_it_is_for_and_in_its_turn(camp: FakeServer) -> None:
    await pass_hours(camp, 6.1)
    reminder = camp.newest_post
    old = hold_interaction(camp.env, camp.cy, reminder, find_custom_id(camp, "Mute for this turn"))
    for who, words in ((camp.ana, "earlier turn"), (camp.dee, "not in this game")):
        result = await camp.click_button(who, reminder, "Mute for this turn")
        assert words in read_text(result.response)
    await play_first_bid(camp, camp.cy)
    await deliver_held(camp.env, old)
    assert "earlier turn" in read_text(old.result.response)


async def test_quiet_hours_hold_reminders_back(camp: FakeServer) -> None:
    """The reminder is due at 06:00 UTC, 07:00 in Madrid."""
    result = await camp.run_command(camp.cy, "quiet", zone="Europe/Madrid", **{"from": "22:00", "to": "9:30"})
    assert "Quiet hours: 22:00 to 09:30" in read_text(result.response)
    assert "01:" in read_text(result.response), "it is past one at night in Madrid"
    await pass_hours(camp, 8.4)
    assert list_reminders(camp) == []
    await pass_hours(camp, 0.2)
    assert [list_called_users(body) for body in list_reminders(camp)] == [[camp.cy.id]]


UNREADABLE_HOURS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"zone": "Madrid, Spain"}, "not a time zone"),
    ({"from": "22:00"}, "both ends"),
    ({"from": "22:00", "to": "soon"}, "not a time of day"),
)


async def test_what_quiet_cannot_read(camp: FakeServer) -> None:
    for options, words in UNREADABLE_HOURS:
        assert words in read_text((await camp.run_command(camp.cy, "quiet", **options)).response)


async def test_quiet_shows_and_keeps_what_was_not_given(camp: FakeServer) -> None:
    await camp.run_command(camp.cy, "quiet", **{"from": "22", "to": "8"})
    shown = read_text((await camp.run_command(camp.cy, "quiet", weekends="off")).response)
    assert "Quiet hours: 22:00 to 08:00" in shown
    assert "Weekends are off" in shown
    shown = read_text((await camp.run_command(camp.cy, "quiet", **{"from": "8", "to": "8"})).response)
    assert "Quiet hours: none" in shown
    assert "Weekends are off" in shown
    offers = await camp.cy.autocomplete(camp.games, "quiet", "zone", "new yo")
    assert "America/New_York" in [offer["value"] for offer in offers]


# -------------------------------------------------------------- restarts and kills
async def test_a_restart_in_between_repeats_nothing(camp: FakeServer) -> None:
    await pass_hours(camp, 6.1)
    await camp.restart()
    await pass_hours(camp, 5.8)
    assert len(list_reminders(camp)) == 1
    await pass_hours(camp, 0.2)
    assert len(list_reminders(camp)) == 2


async def test_what_fell_due_while_the_bot_was_away_comes_at_the_start(camp: FakeServer) -> None:
    await camp.bot.close()
    camp.env.backend.advance_clock(8 * HOUR_S)
    camp.bot = Overwinter(camp.config, clock=camp.env.now, seed_factory=get_fixed_seed)
    camp.earlier_bots.append(camp.bot)
    await camp.env.restart_bot(camp.bot)
    assert len(list_reminders(camp)) == 1
    await pass_hours(camp, 2.9)
    assert len(list_reminders(camp)) == 1, "a quarter of the pace lies between two reminders"


async def test_killed_after_the_send_and_before_the_note_of_it(
    camp: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new process finds the message in the channel, because simcord, unlike Discord, does not know nonces."""

    async def killed(*_: object, **__: object) -> None:
        raise OSError("the plug is pulled")

    monkeypatch.setattr(type(camp.bot.tables.outbox), "settle", killed)
    await pass_hours(camp, 6.1)
    assert len(list_reminders(camp)) == 1
    monkeypatch.undo()
    offer_only_camp(monkeypatch)
    camp.env.backend.advance_clock(2 * HOUR_S)
    await camp.restart()
    await camp.env.settle()
    await pass_hours(camp, 0.5)
    assert len(list_reminders(camp)) == 1
    assert not await camp.bot.store.fetch_all("SELECT 1 FROM outbox")


async def test_killed_before_the_send(camp: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def killed(*_: object, **__: object) -> int:
        raise OSError("the plug is pulled")

    monkeypatch.setattr(ChannelSender, "send_once", killed)
    await pass_hours(camp, 6.1)
    assert list_reminders(camp) == []
    monkeypatch.undo()
    offer_only_camp(monkeypatch)
    await camp.restart()
    await camp.env.settle()
    assert len(list_reminders(camp)) == 1
    await pass_hours(camp, 1)
    assert len(list_reminders(camp)) == 1


async def test_discord_fails_for_an_hour(camp: FakeServer) -> None:
    camp.env.inject_error("POST", f"/channels/{camp.games.id}/messages", status=500, times=None)
    await pass_hours(camp, 7)
    tried = len(list_reminders(camp))
    assert 3 <= tried <= 10, "ever more seldom"
    camp.env.backend.faults.clear()
    await pass_hours(camp, 0.5)
    assert len([m for m in camp.games.history() if "has been waiting" in read_text(m)]) == 1


@contextmanager
def advance_clock(server: FakeServer, hours: float) -> Iterator[None]:
    """Set the machine's clock forward without waking any timer."""
    now = server.env.now
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server.env, "now", lambda: now() + timedelta(hours=hours))
        yield


async def test_a_clock_that_jumps_while_the_timer_sleeps(short_checks: int, camp: FakeServer) -> None:
    await camp.env.advance_time(HOUR_S)
    with advance_clock(camp, 5.1):
        assert list_reminders(camp) == []
        await camp.env.advance_time(short_checks + 1)
        assert len(list_reminders(camp)) == 1


async def test_a_clock_that_goes_back(short_checks: int, camp: FakeServer) -> None:
    with advance_clock(camp, 300 * 24):
        await camp.env.advance_time(short_checks + 1)
        assert len(list_reminders(camp)) == 1
    await pass_hours(camp, 11.9)
    assert len(list_reminders(camp)) == 1
    await pass_hours(camp, 0.2)
    assert len(list_reminders(camp)) == 2, "twelve hours after the question was put, not next year"


async def test_a_question_put_while_the_clock_was_ahead_calls_nobody_twice(camp: FakeServer) -> None:
    with advance_clock(camp, 0.3):
        await play_first_bid(camp, camp.cy)
    called = count_calls(camp, camp.ana)
    await camp.bot.board_posts.repost_board((await camp.load_table()).id)
    assert count_calls(camp, camp.ana) == called


# -------------------------------------------------------------- faults
async def test_in_a_channel_that_is_gone_nobody_is_reminded(camp: FakeServer) -> None:
    table = await camp.load_table()
    camp.env.inject_error("POST", f"/channels/{camp.games.id}/messages", status=404, code=10003, times=None)
    await pass_hours(camp, 6.1)
    assert (await camp.bot.tables.load_table(table.id)).channel_lost_at is not None
    tried = len(list_reminders(camp))
    await pass_hours(camp, 48)
    assert len(list_reminders(camp)) == tried == 1


async def test_a_deleted_channel_reminds_nobody(camp: FakeServer) -> None:
    camp.env.backend.delete_channel(camp.games.id)
    await camp.env.settle()
    await pass_hours(camp, 48)
    assert list_reminders(camp) == []


async def test_a_channel_in_which_the_bot_may_not_post(camp: FakeServer) -> None:
    assert camp.bot.user is not None
    deny = discord.Permissions(send_messages=True).value
    rule = Overwrite(target_id=camp.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    camp.env.backend.set_overwrite(camp.games.id, rule)
    before = len(camp.games.history())
    await pass_hours(camp, 6.9)
    assert len(list_reminders(camp)) == 2, "one attempt in half an hour"
    await pass_hours(camp, 30)
    assert len(camp.games.history()) == before
    camp.env.backend.delete_overwrite(camp.games.id, camp.bot.user.id)
    await pass_hours(camp, 0.6)
    assert len(camp.games.history()) == before + 1, "what was due is told, and nothing twice"
    await pass_hours(camp, 6 * 3.1)
    words = [read_text(message) for message in camp.games.history()[before:]]
    assert ["last reminder" in one for one in words] == [False, False, True, False]
    assert "I stop reminding" in words[3], "30 hours without access have used nothing up"
    assert not await camp.bot.store.fetch_all("SELECT 1 FROM outbox"), "all are settled"


async def test_a_player_who_left_the_server(camp: FakeServer) -> None:
    camp.guild.remove_member(camp.cy)
    await camp.env.settle()
    await pass_hours(camp, 24 * 5)
    (body,) = list_reminders(camp)
    assert list_called_users(body) == [camp.ana.id, camp.ben.id]
    assert "no longer on this server" in read_text(camp.newest_post)
    assert (await camp.load_table()).status == "running", "no machine expels anybody"
    voted = await camp.click_button(camp.ana, camp.newest_post, "Vote")
    assert "What shall be done?" in read_text(voted.response)


async def test_a_table_that_cannot_be_read_holds_up_no_other(camp: FakeServer) -> None:
    """The table has a vote and was played with a newer version of the bot."""
    await pass_hours(camp, 5.9)
    table = await camp.bot.tables.lobby.open(camp.guild.id, 1000, camp.dee.id, "Dee", "toy", {})
    await camp.bot.tables.lobby.join(table.id, camp.ben.id, "Ben")
    await camp.bot.tables.lobby.start(table.id, camp.dee.id)
    vote = await camp.bot.tables.votes.open(table.id, camp.dee.id, 1, has_left_guild=True)
    await camp.bot.store.write(lambda at: at.execute("UPDATE tables SET rules_version = 99 WHERE id = ?", table.id))
    await camp.bot.store.write(lambda at: at.execute("INSERT INTO ballots VALUES (?, 0, 'drop')", vote.id))
    await camp.restart()
    await pass_hours(camp, 0.2)
    assert [list_called_users(body) for body in list_reminders(camp)] == [[camp.cy.id]]
    await camp.bot.store.write(lambda at: at.execute("UPDATE tables SET rules_version = 1 WHERE id = ?", table.id))


# -------------------------------------------------------------- early reminders, my tables
async def test_an_early_word_to_whoever_is_probably_next(camp: FakeServer) -> None:
    assert "You will get a word" in read_text((await camp.run_command(camp.ana, "early")).response)
    assert "No more early words" in read_text((await camp.run_command(camp.ana, "early")).response)
    await camp.run_command(camp.ben, "early")
    await play_first_bid(camp, camp.cy)
    assert await find_mover(camp) == camp.ana, "and Ben moved after Ana when the cards were bid"
    await camp.env.advance_time(70)
    (body,) = list_reminders(camp)
    assert list_called_users(body) == [camp.ben.id]
    assert f"<@{camp.ben.id}>: **Ana** is on the move in Toy" in read_text(camp.newest_post)


async def test_my_tables(camp: FakeServer) -> None:
    await camp.run_command(camp.cy, "play", camp.expedition, game="toy")
    shown = (await camp.run_command(camp.cy, "mytables")).response
    assert shown is not None
    assert shown.ephemeral
    lines = read_text(shown).splitlines()
    assert lines[0] == "### 1 of your tables waits for you."
    post = await camp.bot.tables.snapshots.load_post(1)
    assert post is not None
    first, second = [part for part in list_components(shown) if part["type"] == 9]
    assert (
        first["accessory"]["url"] == f"https://discord.com/channels/{camp.guild.id}/{camp.games.id}/{post.message_id}"
    )
    assert f"**Toy** · <#{camp.games.id}>\n**your move**, asked <t:" in first["components"][0]["content"]
    assert "not begun" in second["components"][0]["content"]
    assert "Cy to move" in read_text((await camp.run_command(camp.ana, "mytables")).response)
    assert "at no table" in read_text((await camp.run_command(camp.dee, "mytables")).response)


async def test_my_tables_turns_pages(camp: FakeServer) -> None:
    for number in range(13):
        table = await camp.bot.tables.lobby.open(camp.guild.id, 1000 + number, 5000 + number, "Eve", "toy", {})
        await camp.bot.tables.lobby.join(table.id, camp.dee.id, "Dee")
    shown = (await camp.run_command(camp.dee, "mytables")).response
    assert shown is not None
    assert read_text(shown).count("**Toy**") == 8
    more = await camp.click_button(camp.dee, shown, "More")
    assert read_text(more.response).count("**Toy**") == 5
    assert more.response is not None
    assert read_text((await camp.click_button(camp.dee, more.response, "Back")).response).count("**Toy**") == 8


async def test_my_tables_shows_those_of_other_servers_with_their_names(camp: FakeServer) -> None:
    lodge = camp.env.create_guild("The lodge")
    hall = lodge.create_text_channel("hall")
    await camp.env.settle()
    table = await camp.bot.tables.lobby.open(lodge.id, hall.id, camp.dee.id, "Dee", "toy", {})
    shown = (await camp.run_command(camp.dee, "mytables")).response
    assert shown is not None
    assert "**Toy** · The lodge" in read_text(shown)
    (row,) = [part for part in list_components(shown) if part["type"] == 9]
    assert row["accessory"]["url"].startswith(f"https://discord.com/channels/{lodge.id}/{hall.id}")
    assert table.is_live


async def test_the_bot_is_idle_when_nothing_is_due(camp: FakeServer) -> None:
    await pass_hours(camp, 24.1)
    requests = len(camp.env.http_requests)
    await pass_hours(camp, 24 * 2)
    assert len(camp.env.http_requests) == requests


async def test_a_move_typed_late_still_counts(camp: FakeServer) -> None:
    await pass_hours(camp, 30)
    await play_first_bid(camp, camp.cy)
    await play_words(camp, await find_mover(camp), "rest")
    assert "Round 2 begins" in "".join(read_text(m) for m in camp.games.history())


async def test_nothing_is_looked_at_any_more_once_the_bot_is_closed(camp: FakeServer) -> None:
    await camp.bot.close()
    camp.bot.scheduler.request_check()
    assert not camp.bot.scheduler.running_tasks, "a closed store cannot be asked"
    assert not camp.bot.scheduler.has_timer


# ------------------------------------------------------------ wake-ups
async def test_a_move_wakes_the_clock_only_by_what_falls_due_before_it_looks_anyway(
    camp: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, find_due_moments = 0, camp.bot.tables.outbox.find_due_moments

    async def counted() -> DueMoments:
        nonlocal looks
        looks += 1
        return await find_due_moments()

    monkeypatch.setattr(camp.bot.tables.outbox, "find_due_moments", counted)
    await play_first_bid(camp, camp.cy)
    await play_next_move(camp)
    assert looks == 0, "it sleeps until six hours after the start, and nothing falls due before"
    await pass_hours(camp, 24 * 4)  # all reminders have been sent: it sleeps for days
    looks = 0
    await play_next_move(camp)
    assert looks > 0
    told = len(list_reminders(camp))
    await pass_hours(camp, 6.1)
    assert len(list_reminders(camp)) > told


async def play_next_move(server: FakeServer) -> None:
    """Make a move for the player who is asked."""
    table, who = await server.load_table(), await find_mover(server)
    _, _, menu = await server.bot.tables.moves.load_menu(table.id, who.id)
    await play_words(server, who, " ".join(sample_move(menu, lambda _: 0)))
    assert (await server.load_table()).revision > table.revision


# -------------------------------------------------------------- tables without a pace, and outages
async def test_a_table_without_a_pace_says_so_and_tells_of_the_vote_after_two_weeks(race: FakeServer) -> None:
    started = next(text for text in map(read_text, race.games.history()) if "The game has begun" in text)
    assert "No pace is set" in started
    assert "After 14 days of silence the others may vote" in started
    (wait,) = await race.bot.tables.snapshots.load_seat_waits((await race.load_table()).id)
    await pass_hours(race, 14 * 24 - 1)
    assert not [text for text in map(read_text, race.games.history()) if "has no pace" in text]
    await pass_hours(race, 1.1)
    (told,) = [text for text in map(read_text, race.games.history()) if "has no pace" in text]
    mover, other = (race.ana, race.ben) if wait.seat == 0 else (race.ben, race.ana)
    assert told.startswith(f"<@{other.id}>")
    assert f"<@{mover.id}>" not in told.partition("has not moved")[0]
    await pass_hours(race, 14 * 24)
    assert len([text for text in map(read_text, race.games.history()) if "has no pace" in text]) == 1


async def test_while_the_channel_is_closed_to_the_bot_no_time_counts(camp: FakeServer) -> None:
    assert camp.bot.user is not None
    deny = discord.Permissions(send_messages=True).value
    rule = Overwrite(target_id=camp.bot.user.id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    camp.env.backend.set_overwrite(camp.games.id, rule)
    await pass_hours(camp, 24)
    camp.env.backend.delete_overwrite(camp.games.id, camp.bot.user.id)
    await pass_hours(camp, 0.6)
    refused = await camp.run_command(camp.ana, "vote", about=camp.cy)
    assert "so that there is time for a move" in read_text(refused.response)
    (turn, *_) = await turn_deadlines.load_deadlines(camp.bot.store, (await camp.load_table()).id)
    assert turn.expires_at() > camp.env.now().timestamp(), "the day does not count"
