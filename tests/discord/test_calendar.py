"""The bot's clock over nights, weekends, vacations and the two days that are not 24 hours long, in simulated time."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import discord
import pytest

from engine.host.store import tables, turn_deadlines
from engine.host.store.database import Transaction
from tests.discord.camp_game import HOUR_S, list_called_users, list_reminders, pass_hours
from tests.discord.fake_server import FakeServer, read_text

MADRID_ZONE = ZoneInfo("Europe/Madrid")
WAITING_TEXT = "has been waiting"


async def ask_cy_at(server: FakeServer, frame: str, pace: int = 12) -> None:
    """Ask Cy at a moment in Madrid, before which nothing was due."""
    table, store = await server.load_table(), server.bot.store
    await store.write(lambda tx: tx.execute("UPDATE turn_deadlines SET due_at = NULL"))
    then = datetime.fromisoformat(frame).replace(tzinfo=MADRID_ZONE)
    server.env.backend.advance_clock((then - server.env.now()).total_seconds())

    async def asked(tx: Transaction) -> None:
        await tables.update_table(tx, table.id, pace_h=pace)
        await turn_deadlines.start_turn(tx, table.id, 2, table.asked_revision, int(then.timestamp()))

    await server.bot.tables.context.write(asked, table.id)
    await server.run_command(server.ana, "quiet", zone="UTC")  # no quiet hours; the scheduler checks again


def list_reminder_times(server: FakeServer) -> list[str]:
    """List the times of reminders in Madrid."""
    return [message.created_at.astimezone(MADRID_ZONE).strftime("%a %d %H:%M") for message in is_reminding(server)]


def is_reminding(server: FakeServer) -> list[discord.Message]:
    return [
        one for one in server.games.history() if WAITING_TEXT in read_text(one) or "I stop reminding" in read_text(one)
    ]


async def set_nights(server: FakeServer, start: str, end: str, **options: str) -> None:
    await server.run_command(server.cy, "quiet", zone="Europe/Madrid", **{"from": start, "to": end}, **options)


# -------------------------------------------------------------- quiet hours
async def test_quiet_hours_across_midnight(camp: FakeServer) -> None:
    """Half the time is over at 23:00, all of it at 05:00. Both reminders wait for the morning, a quarter of the pace apart."""
    await set_nights(camp, "22:00", "8:00")
    await ask_cy_at(camp, "2026-01-14 17:00")
    await pass_hours(camp, 14.9)
    assert list_reminder_times(camp) == []
    await pass_hours(camp, 33)
    assert list_reminder_times(camp) == ["Thu 15 08:00", "Thu 15 11:00", "Thu 15 14:00", "Thu 15 17:00"]
    assert list_called_users(list_reminders(camp)[-1]) == [camp.ana.id, camp.ben.id], (
        "the table is told when its own people are awake"
    )


async def test_no_more_than_one_reminder_after_a_long_night(camp: FakeServer) -> None:
    """From 13:00 on, two reminders fall due before the night ends.

    The morning brings one; the other follows a quarter of the pace later.
    """
    await set_nights(camp, "19:00", "9:00")
    await ask_cy_at(camp, "2026-01-14 13:00")
    await pass_hours(camp, 20.2)
    assert list_reminder_times(camp) == ["Thu 15 09:00"]
    await pass_hours(camp, 3)
    assert list_reminder_times(camp) == ["Thu 15 09:00", "Thu 15 12:00"]


@pytest.mark.parametrize(
    ("asked", "morning", "hours"),
    [("2026-03-28 17:00", "Sun 29 08:00", 14), ("2026-10-24 17:00", "Sun 25 08:00", 16)],
    ids=["an hour short", "an hour long"],
)
async def test_the_night_on_which_the_clocks_change(camp: FakeServer, asked: str, morning: str, hours: int) -> None:
    """The first reminder falls into the night and comes at eight o'clock, however long the night was."""
    await set_nights(camp, "22:00", "8:00")
    await ask_cy_at(camp, asked)
    begun = camp.env.now()
    await pass_hours(camp, hours - 0.1)
    assert list_reminder_times(camp) == []
    await pass_hours(camp, 0.2)
    assert list_reminder_times(camp) == [morning]
    (message,) = is_reminding(camp)
    assert 0 <= (message.created_at - begun).total_seconds() - hours * HOUR_S < 60


async def test_a_quiet_end_that_the_night_leaves_out(camp: FakeServer) -> None:
    """On the night without a 02:30, quiet hours until 02:30 end at 03:00, which is the same moment."""
    await set_nights(camp, "22:00", "2:30")
    await ask_cy_at(camp, "2026-03-28 18:00")
    await pass_hours(camp, 9)
    assert list_reminder_times(camp) == ["Sun 29 03:00"]


async def test_a_restart_during_the_night_changes_nothing(camp: FakeServer) -> None:
    await set_nights(camp, "22:00", "8:00")
    await ask_cy_at(camp, "2026-03-28 17:00")
    await pass_hours(camp, 7)
    await camp.restart()
    await pass_hours(camp, 6.9)
    assert list_reminder_times(camp) == []
    await camp.restart()
    await pass_hours(camp, 0.2)
    await camp.restart()
    await pass_hours(camp, 1)
    assert list_reminder_times(camp) == ["Sun 29 08:00"]


# -------------------------------------------------------------- days off
async def test_a_weekend_off_does_not_count(camp: FakeServer) -> None:
    """Cy is asked on Friday at 20:00 with twelve hours: four hours pass before the weekend, two more by Monday at 02:00."""
    await camp.run_command(camp.cy, "quiet", zone="Europe/Madrid", weekends="off")
    await ask_cy_at(camp, "2026-01-16 20:00")
    await pass_hours(camp, 53.9)
    assert list_reminder_times(camp) == []
    await pass_hours(camp, 18.3)
    assert list_reminder_times(camp) == ["Mon 19 02:00", "Mon 19 08:00", "Mon 19 14:00", "Mon 19 20:00"]


async def test_a_weekend_and_a_quiet_morning_after_it(camp: FakeServer) -> None:
    await set_nights(camp, "22:00", "8:00", weekends="off")
    await ask_cy_at(camp, "2026-01-16 20:00")
    await pass_hours(camp, 60.1)
    assert list_reminder_times(camp) == ["Mon 19 08:00"], "due at two, called at eight"


async def test_a_vacation_with_a_restart_in_it_rests_the_clock(camp: FakeServer) -> None:
    """Three hours pass before the vacation; the other three count from the first day back."""
    await camp.run_command(camp.cy, "quiet", zone="Europe/Madrid")
    await ask_cy_at(camp, "2026-01-14 21:00")
    await camp.run_command(camp.cy, "vacation", **{"from": "2026-01-15", "to": "2026-01-17"})
    await pass_hours(camp, 30)
    await camp.restart()
    await pass_hours(camp, 47.9)
    assert list_reminder_times(camp) == []
    await pass_hours(camp, 0.2)
    assert list_reminder_times(camp) == ["Sun 18 03:00"]


async def test_nobody_can_be_voted_about_while_they_are_away(camp: FakeServer) -> None:
    await camp.run_command(camp.cy, "quiet", zone="Europe/Madrid")
    await ask_cy_at(camp, "2026-01-14 13:00")
    await camp.run_command(camp.cy, "vacation", **{"from": "2026-01-15", "to": "2026-01-16"})
    await pass_hours(camp, 24)
    assert "has time yet" in read_text((await camp.run_command(camp.ana, "vote")).response)
    await pass_hours(camp, 36.1)
    assert "What shall be done?" in read_text((await camp.run_command(camp.ana, "vote")).response)


# -------------------------------------------------------------- escalation
async def test_every_step_of_the_escalation_survives_a_restart(camp: FakeServer) -> None:
    await ask_cy_at(camp, "2026-01-14 12:00")
    for passed in range(9):
        await camp.restart()
        await pass_hours(camp, 3 if passed else 3.1)
    assert list_reminder_times(camp) == ["Wed 14 18:00", "Thu 15 00:00", "Thu 15 06:00", "Thu 15 12:00"]
    assert [list_called_users(body) for body in list_reminders(camp)] == [[camp.cy.id]] * 3 + [
        [camp.ana.id, camp.ben.id]
    ]
    await camp.restart()
    await pass_hours(camp, 48)
    assert len(list_reminder_times(camp)) == 4, "then the bot is silent about this turn"


@pytest.mark.parametrize("pace", [24, 72])
async def test_every_pace_reminds_at_half_whole_and_one_and_a_half_and_tells_the_table_at_twice(
    camp: FakeServer, pace: int
) -> None:
    await ask_cy_at(camp, "2026-01-14 12:00", pace)
    begun = camp.env.now()
    await pass_hours(camp, 2 * pace + 0.1)
    late = [(m.created_at - begun).total_seconds() - pace * HOUR_S * n / 2 for n, m in enumerate(is_reminding(camp), 1)]
    assert len(late) == 4
    assert all(0 <= seconds < 60 for seconds in late)
