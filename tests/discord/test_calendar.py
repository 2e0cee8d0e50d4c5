"""The bot's own clock over nights, weekends, vacations and the two days that are not 24 hours long, in simulated time."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import discord
import pytest

from engine.host.store import tables, turns
from engine.host.store.database import Transaction
from tests.discord.camp import HOUR, called, pass_hours, reminders
from tests.discord.hut import Hut, text

MADRID = ZoneInfo("Europe/Madrid")
WAITING = "has been waiting"


async def asked_at(home: Hut, frame: str, pace: int = 12) -> None:
    """Cy is asked at a moment in Madrid; nothing has been due before."""
    table, store = await home.table(), home.bot.store
    await store.write(lambda tx: tx.run("UPDATE turn_deadlines SET due_at = NULL"))
    then = datetime.fromisoformat(frame).replace(tzinfo=MADRID)
    home.env.backend.advance_clock((then - home.env.now()).total_seconds())

    async def asked(tx: Transaction) -> None:
        await tables.set_table(tx, table.id, pace_h=pace)
        await turns.start_turn(tx, table.id, 2, table.asked, int(then.timestamp()))

    await home.bot.tables.context.write(asked, table.id)
    await home.slash(home.ana, "quiet", zone="UTC")  # as it was; the scheduler looks again


def told(home: Hut) -> list[str]:
    """When reminders came, by the clocks of Madrid."""
    return [message.created_at.astimezone(MADRID).strftime("%a %d %H:%M") for message in reminding(home)]


def reminding(home: Hut) -> list[discord.Message]:
    return [one for one in home.games.history() if WAITING in text(one) or "I stop reminding" in text(one)]


async def nights(home: Hut, first: str, last: str, **more: str) -> None:
    await home.slash(home.cy, "quiet", zone="Europe/Madrid", **{"from": first, "to": last}, **more)


# -------------------------------------------------------------- quiet hours
async def test_quiet_hours_across_midnight(camp: Hut) -> None:
    """Half the time is over at 23:00, all of it at 05:00: both words wait for the morning, a quarter of the pace apart."""
    await nights(camp, "22:00", "8:00")
    await asked_at(camp, "2026-01-14 17:00")
    await pass_hours(camp, 14.9)
    assert told(camp) == []
    await pass_hours(camp, 33)
    assert told(camp) == ["Thu 15 08:00", "Thu 15 11:00", "Thu 15 14:00", "Thu 15 17:00"]
    assert called(reminders(camp)[-1]) == [camp.ana.id, camp.ben.id], "the table is told when its own people are awake"


async def test_no_more_than_one_reminder_after_a_long_night(camp: Hut) -> None:
    """From 13:00 on two fall due before the night is over; the morning brings one, and a quarter of the pace lies between."""
    await nights(camp, "19:00", "9:00")
    await asked_at(camp, "2026-01-14 13:00")
    await pass_hours(camp, 20.2)
    assert told(camp) == ["Thu 15 09:00"]
    await pass_hours(camp, 3)
    assert told(camp) == ["Thu 15 09:00", "Thu 15 12:00"]


@pytest.mark.parametrize(
    ("asked", "morning", "hours"),
    [("2026-03-28 17:00", "Sun 29 08:00", 14), ("2026-10-24 17:00", "Sun 25 08:00", 16)],
    ids=["an hour short", "an hour long"],
)
async def test_the_night_on_which_the_clocks_change(camp: Hut, asked: str, morning: str, hours: int) -> None:
    """The first reminder falls into the night; eight o'clock is eight o'clock, however long that night was."""
    await nights(camp, "22:00", "8:00")
    await asked_at(camp, asked)
    begun = camp.env.now()
    await pass_hours(camp, hours - 0.1)
    assert told(camp) == []
    await pass_hours(camp, 0.2)
    assert told(camp) == [morning]
    (message,) = reminding(camp)
    assert 0 <= (message.created_at - begun).total_seconds() - hours * HOUR < 60


async def test_a_quiet_end_that_the_night_leaves_out(camp: Hut) -> None:
    """Quiet until 02:30 on the night without a 02:30 is quiet until 03:00, which is the moment it would have been."""
    await nights(camp, "22:00", "2:30")
    await asked_at(camp, "2026-03-28 18:00")
    await pass_hours(camp, 9)
    assert told(camp) == ["Sun 29 03:00"]


async def test_a_restart_during_the_night_changes_nothing(camp: Hut) -> None:
    await nights(camp, "22:00", "8:00")
    await asked_at(camp, "2026-03-28 17:00")
    await pass_hours(camp, 7)
    await camp.restart()
    await pass_hours(camp, 6.9)
    assert told(camp) == []
    await camp.restart()
    await pass_hours(camp, 0.2)
    await camp.restart()
    await pass_hours(camp, 1)
    assert told(camp) == ["Sun 29 08:00"]


# -------------------------------------------------------------- days off
async def test_a_weekend_off_does_not_count(camp: Hut) -> None:
    """Asked on Friday at 20:00 with twelve hours: four are over when the weekend begins, two more on Monday at 02:00."""
    await camp.slash(camp.cy, "quiet", zone="Europe/Madrid", weekends="off")
    await asked_at(camp, "2026-01-16 20:00")
    await pass_hours(camp, 53.9)
    assert told(camp) == []
    await pass_hours(camp, 18.3)
    assert told(camp) == ["Mon 19 02:00", "Mon 19 08:00", "Mon 19 14:00", "Mon 19 20:00"]


async def test_a_weekend_and_a_quiet_morning_after_it(camp: Hut) -> None:
    await nights(camp, "22:00", "8:00", weekends="off")
    await asked_at(camp, "2026-01-16 20:00")
    await pass_hours(camp, 60.1)
    assert told(camp) == ["Mon 19 08:00"], "due at two, called at eight"


async def test_a_vacation_with_a_restart_in_it_rests_the_clock(camp: Hut) -> None:
    """Three hours are over when the vacation begins; the other three count from the first day back."""
    await camp.slash(camp.cy, "quiet", zone="Europe/Madrid")
    await asked_at(camp, "2026-01-14 21:00")
    await camp.slash(camp.cy, "vacation", **{"from": "2026-01-15", "to": "2026-01-17"})
    await pass_hours(camp, 30)
    await camp.restart()
    await pass_hours(camp, 47.9)
    assert told(camp) == []
    await pass_hours(camp, 0.2)
    assert told(camp) == ["Sun 18 03:00"]


async def test_nobody_can_be_voted_about_while_they_are_away(camp: Hut) -> None:
    await camp.slash(camp.cy, "quiet", zone="Europe/Madrid")
    await asked_at(camp, "2026-01-14 13:00")
    await camp.slash(camp.cy, "vacation", **{"from": "2026-01-15", "to": "2026-01-16"})
    await pass_hours(camp, 24)
    assert "has time yet" in text((await camp.slash(camp.ana, "vote")).response)
    await pass_hours(camp, 36.1)
    assert "What shall be done?" in text((await camp.slash(camp.ana, "vote")).response)


# -------------------------------------------------------------- escalation
async def test_every_step_of_the_escalation_survives_a_restart(camp: Hut) -> None:
    await asked_at(camp, "2026-01-14 12:00")
    for passed in range(9):
        await camp.restart()
        await pass_hours(camp, 3 if passed else 3.1)
    assert told(camp) == ["Wed 14 18:00", "Thu 15 00:00", "Thu 15 06:00", "Thu 15 12:00"]
    assert [called(body) for body in reminders(camp)] == [[camp.cy.id]] * 3 + [[camp.ana.id, camp.ben.id]]
    await camp.restart()
    await pass_hours(camp, 48)
    assert len(told(camp)) == 4, "then the bot is silent about this turn"


@pytest.mark.parametrize("pace", [24, 72])
async def test_every_pace_reminds_at_half_whole_and_one_and_a_half_and_tells_the_table_at_twice(
    camp: Hut, pace: int
) -> None:
    await asked_at(camp, "2026-01-14 12:00", pace)
    begun = camp.env.now()
    await pass_hours(camp, 2 * pace + 0.1)
    late = [(m.created_at - begun).total_seconds() - pace * HOUR * n / 2 for n, m in enumerate(reminding(camp), 1)]
    assert len(late) == 4
    assert all(0 <= seconds < 60 for seconds in late)
