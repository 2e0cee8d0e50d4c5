"""How long a move may take, and when somebody may be reminded of it: arithmetic over people's days. Pure.

Days off (a vacation, free weekends) stop the clock: a move's time counts on the other days only. Quiet hours do not stop
it; they only hold back the reminder until they are over. All moments are unix seconds; what is local is so in the
person's own time zone, on whichever side of a daylight-saving change it falls.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Optional
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from engine.kernel.text import Refusal, Text, count, say

HOUR, MINUTE = 3600, 60
PACES = (0, 12, 24, 48, 72, 168)
"""Hours a table may give a move; 0 is no limit."""
LAST = 3
"""Reminders about one move; the step after them tells the table and is the last."""
BUDGET, WINDOW = 21, 90
"""Days of vacation that somebody may take, at most, in any days as many as the window has."""
AHEAD = 366
"""Days until the last day of a vacation, at most."""
SILENCE = 14 * 24 * HOUR
"""Seconds without an answer, vacations left out, after which there can be a vote where a table has no pace."""
AWAY = 30
"""Days off in one stretch after which there can be a vote, whatever is set."""
QUIET = 14 * 60
"""Minutes of a day that may be quiet, at most. Free days are at most two a week, since weekends are all that can be free."""


class Person(msgspec.Struct, frozen=True):
    """What somebody has told us about their days. `quiet` is from and to in minutes after local midnight (to may be before
    from: over midnight), `weekends` whether Saturdays and Sundays are off, `away` the first and last day of a vacation, `past`
    those of earlier ones, as far as they were taken."""

    user: int
    zone: str = "UTC"
    quiet: Optional[tuple[int, int]] = None
    weekends: bool = False
    away: Optional[tuple[date, date]] = None
    past: tuple[tuple[date, date], ...] = ()

    @property
    def vacations(self) -> tuple[tuple[date, date], ...]:
        """Every vacation that is known of, this one last."""
        return self.past if self.away is None else (*self.past, self.away)

    def local(self, frame: int) -> datetime:
        """A moment on this person's clock."""
        return datetime.fromtimestamp(frame, _zone(self.zone))

    def off(self, day: date) -> bool:
        """Whether nothing counts on a day."""
        return (self.weekends and day.weekday() >= 5) or any(first <= day <= last for first, last in self.vacations)

    def asleep(self, frame: int) -> bool:
        """Whether the person should not be called: quiet hours or a day off."""
        local = self.local(frame)
        return self.off(local.date()) or self._quiet(local)

    def back(self, frame: int) -> int | None:
        """The first moment after the vacation that goes on at this one, None when there is none."""
        if self.away is None or not self.away[0] <= self.local(frame).date() <= self.away[1]:
            return None
        return self._midnight(self.away[1])

    def going(self, frame: int) -> Optional[tuple[date, date]]:
        """The vacation that goes on or is to come, None when there is none or it is over."""
        return self.away if self.away is not None and self.local(frame).date() <= self.away[1] else None

    def left(self, frame: int) -> int:
        """The days of vacation that may still be taken on the last day of the one that is set, or today."""
        day = max(self.local(frame).date(), self.away[1] if self.away else date.min)
        return max(0, BUDGET - _taken(self.vacations, day))

    def gone_long(self, since: int) -> int | None:
        """The first moment from `since` on at which the person has had AWAY days off in one stretch, None if there is none."""
        if not self.vacations:
            return None
        day, run = self.local(since).date(), 0
        while run < AWAY and self.off(day - timedelta(days=run + 1)):
            run += 1
        end = max(last for _, last in self.vacations) + timedelta(days=AWAY)
        while day <= end:
            run = run + 1 if self.off(day) else 0
            if run >= AWAY:
                return max(since, self._midnight(day))
            day += timedelta(days=1)
        return None

    def awake(self, frame: int) -> int:
        """The first minute, from a moment on, at which the person may be called."""
        while True:
            local = self.local(frame)
            if self.off(local.date()):
                frame = self._midnight(local.date())
            elif self._quiet(local):
                frame += MINUTE - frame % MINUTE
            else:
                return frame

    def counted(self, since: int, seconds: int) -> int:
        """The moment at which `seconds` of a move's time are over, days off left out."""
        frame = since
        while True:
            day = self.local(frame).date()
            night = self._midnight(day)
            if not self.off(day):
                if seconds <= night - frame:
                    return frame + seconds
                seconds -= night - frame
            frame = night

    def _quiet(self, local: datetime) -> bool:
        if self.quiet is None:
            return False
        begin, end = self.quiet
        minute = local.hour * 60 + local.minute
        return begin <= minute < end if begin < end else minute >= begin or minute < end

    def _midnight(self, day: date) -> int:
        """The end of a local day."""
        nxt = day + timedelta(days=1)
        return int(datetime(nxt.year, nxt.month, nxt.day, tzinfo=_zone(self.zone)).timestamp())


def reminder(
    person: Person,
    pace: int,
    runs_from: int,
    step: int,
    last_at: int | None = None,
    *,
    muted: bool = False,
    over_at: int | None = None,
) -> int | None:
    """When the next reminder about a move is due, None when no more is to come.

    `pace` in hours. Reminders come when half of the time is over, when all of it is, and half of it later; a table is
    told at twice the time, which ends it. However late it is, two of them stand a quarter of the time apart. Once the time is
    over (`over_at`) days off count like others.
    """
    if not pace or step > LAST:
        return None
    step = LAST if muted else step
    half = pace * HOUR // 2
    frame = person.counted(runs_from, half * (step + 1)) if over_at is None else over_at + half * (step - 1)
    if last_at is not None:
        frame = max(frame, last_at + pace * HOUR // 4)
    return frame if step == LAST else person.awake(frame)


def ends(person: Person, pace: int, runs_from: int, times: int = 1) -> int | None:
    """When the time for a move is over (`times` over), None where there is no limit."""
    return person.counted(runs_from, times * pace * HOUR) if pace else None


def silent(person: Person, runs_from: int, times: int = 1) -> int:
    """When somebody has been silent for so long (`times` over) that there can be a vote where a table has no pace."""
    return msgspec.structs.replace(person, weekends=False).counted(runs_from, times * SILENCE)


def pace_name(hours: int) -> Text:
    """A pace in words."""
    if not hours:
        return say("no limit")
    if hours % 24:
        return count("{n} hour a move", "{n} hours a move", hours)
    return count("{n} day a move", "{n} days a move", hours // 24)


@lru_cache(maxsize=256)
def _zone(name: str) -> ZoneInfo:
    """A time zone; one that this machine's database has lost counts as UTC."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


NOWHERE = frozenset(("Factory", "localtime", "posixrules"))
"""What stands among the zones of a machine besides them."""


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The names of all time zones that belong to a place: "localtime" is wherever this machine is, "Factory" nowhere."""
    return tuple(sorted(available_timezones() - NOWHERE))


# ------------------------------------------------------------- what people type
def zone_named(text: str) -> str:
    """A time zone by its name, however it is capitalised. Raises Refusal."""
    wanted = text.strip().replace(" ", "_").casefold()
    for name in zones():
        if name.casefold() == wanted:
            return name
    raise Refusal(
        say("“{zone}” is not a time zone I know. Type a city near you, such as Europe/Madrid.", zone=text.strip()[:40])
    )


def minute_of_day(text: str) -> int:
    """Minutes after midnight of a time such as "22:30" or "7". Raises Refusal."""
    hours, _, minutes = text.strip().replace(".", ":").partition(":")
    if hours.isdecimal() and (minutes or "0").isdecimal() and int(hours) < 24 and int(minutes or 0) < 60:
        return int(hours) * 60 + int(minutes or 0)
    raise Refusal(say("“{time}” is not a time of day. Write it as 22:30.", time=text.strip()[:20]))


def day_named(text: str) -> date:
    """A day such as "2026-12-24". Raises Refusal."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refusal(say("“{day}” is not a day. Write it as 2026-12-24.", day=text.strip()[:20])) from None


def quiet_hours(first: int, last: int) -> tuple[int, int] | None:
    """Quiet hours from and to a minute of the day, None where both are the same. Raises Refusal: too many."""
    if (last - first) % (24 * 60) > QUIET:
        raise Refusal(
            say("Quiet hours are at most {n} of 24, so that your friends hear from you. Choose fewer.", n=QUIET // 60)
        )
    return None if first == last else (first, last)


def vacation(first: date, last: date, today: date, past: Sequence[tuple[date, date]] = ()) -> tuple[date, date]:
    """A vacation, both days included, from today on at the earliest. Raises Refusal: over, upside down, too far off, or more
    than is left beside the `past` ones."""
    if last < first:
        raise Refusal(say("That vacation ends before it begins. Change the two days round."))
    if last < today:
        raise Refusal(say("That vacation is over already. Give days from today on."))
    first = max(first, today)
    if (last - today).days > AHEAD:
        raise Refusal(say("That is more than a year ahead. Say it again when it comes nearer."))
    for n in range((last - first).days + 1):
        if _taken((*past, (first, last)), first + timedelta(days=n)) > BUDGET:
            raise Refusal(
                say(
                    "In any {window} days {budget} can be vacation, and you have {left} of them left. For a longer absence "
                    "/replace hands your seat to a friend, who plays on for you.",
                    window=WINDOW,
                    budget=BUDGET,
                    left=max(0, BUDGET - _taken(past, first)),
                )
            )
    return first, last


def taken_until(days: tuple[date, date], today: date) -> tuple[date, date] | None:
    """What was taken of a vacation that is given up, or changed, today; None: nothing."""
    last = min(days[1], today - timedelta(days=1))
    return None if last < days[0] else (days[0], last)


def _taken(vacations: Sequence[tuple[date, date]], day: date) -> int:
    """Days of vacation in the window that ends with a day."""
    begin = day - timedelta(days=WINDOW - 1)
    return len(
        {
            max(first, begin) + timedelta(days=n)
            for first, last in vacations
            for n in range((min(last, day) - max(first, begin)).days + 1)
        }
    )


def days_named(days: tuple[date, date]) -> Text:
    """The days of a vacation in words."""
    first, last = (day.isoformat() for day in days)
    return say("on {day}", day=first) if first == last else say("from {first} to {last}", first=first, last=last)
