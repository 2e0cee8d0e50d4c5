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

from engine.kernel.text import Text, UserError, count, say

HOUR_S, MINUTE_S = 3600, 60
PACES_H = (0, 12, 24, 48, 72, 168)
"""Hours a table may give a move; 0 is no limit."""
MAX_REMINDERS = 3
"""Reminders about one move; the step after them tells the table and is the last."""
MAX_VACATION_DAYS, VACATION_WINDOW_DAYS = 21, 90
"""Days of vacation that somebody may take, at most, in any days as many as the window has."""
MAX_VACATION_AHEAD_DAYS = 366
"""Days until the last day of a vacation, at most."""
SILENCE_LIMIT_S = 14 * 24 * HOUR_S
"""Seconds without an answer, vacations left out, after which there can be a vote where a table has no pace."""
MAX_ABSENCE_DAYS = 30
"""Days off in one stretch after which there can be a vote, whatever is set."""
MAX_QUIET_MINUTES = 14 * 60
"""Minutes of a day that may be quiet, at most. Free days are at most two a week, since weekends are all that can be free."""


class UserSchedule(msgspec.Struct, frozen=True):
    """What somebody has told us about their days. `quiet_minutes` is from and to in minutes after local midnight (to may be before
    from: over midnight), `has_weekends_off` whether Saturdays and Sundays are off, `vacation` the first and last day of
    a vacation, `past_vacations`
    those of earlier ones, as far as they were taken."""

    user_id: int
    time_zone: str = "UTC"
    quiet_minutes: Optional[tuple[int, int]] = None
    has_weekends_off: bool = False
    vacation: Optional[tuple[date, date]] = None
    past_vacations: tuple[tuple[date, date], ...] = ()

    @property
    def all_vacations(self) -> tuple[tuple[date, date], ...]:
        """Every vacation that is known of, this one last."""
        return self.past_vacations if self.vacation is None else (*self.past_vacations, self.vacation)

    def to_local_time(self, moment: int) -> datetime:
        """A moment on this person's clock."""
        return datetime.fromtimestamp(moment, _load_zone(self.time_zone))

    def is_day_off(self, day: date) -> bool:
        """Whether nothing counts on a day."""
        return (self.has_weekends_off and day.weekday() >= 5) or any(
            first <= day <= last for first, last in self.all_vacations
        )

    def is_asleep(self, moment: int) -> bool:
        """Whether the person should not be called: quiet hours or a day off."""
        local = self.to_local_time(moment)
        return self.is_day_off(local.date()) or self._is_quiet(local)

    def find_vacation_end(self, moment: int) -> int | None:
        """The first moment after the vacation that goes on at this one, None when there is none."""
        if self.vacation is None or not self.vacation[0] <= self.to_local_time(moment).date() <= self.vacation[1]:
            return None
        return self._end_of_day(self.vacation[1])

    def find_vacation(self, moment: int) -> Optional[tuple[date, date]]:
        """The vacation that goes on or is to come, None when there is none or it is over."""
        return (
            self.vacation
            if self.vacation is not None and self.to_local_time(moment).date() <= self.vacation[1]
            else None
        )

    def count_vacation_days_left(self, moment: int) -> int:
        """The days of vacation that may still be taken on the last day of the one that is set, or today."""
        day = max(self.to_local_time(moment).date(), self.vacation[1] if self.vacation else date.min)
        return max(0, MAX_VACATION_DAYS - _count_days_taken(self.all_vacations, day))

    def find_long_absence(self, since_at: int) -> int | None:
        """The first moment from `since_at` on at which the person has had AWAY days off in one stretch, None if there is none."""
        if not self.all_vacations:
            return None
        day, run = self.to_local_time(since_at).date(), 0
        while run < MAX_ABSENCE_DAYS and self.is_day_off(day - timedelta(days=run + 1)):
            run += 1
        end = max(last for _, last in self.all_vacations) + timedelta(days=MAX_ABSENCE_DAYS)
        while day <= end:
            run = run + 1 if self.is_day_off(day) else 0
            if run >= MAX_ABSENCE_DAYS:
                return max(since_at, self._end_of_day(day))
            day += timedelta(days=1)
        return None

    def find_awake_at(self, moment: int) -> int:
        """The first minute, from a moment on, at which the person may be called."""
        while True:
            local = self.to_local_time(moment)
            if self.is_day_off(local.date()):
                moment = self._end_of_day(local.date())
            elif self._is_quiet(local):
                moment += MINUTE_S - moment % MINUTE_S
            else:
                return moment

    def add_working_time(self, since_at: int, seconds: int) -> int:
        """The moment at which `seconds` of a move's time are over, days off left out."""
        frame = since_at
        while True:
            day = self.to_local_time(frame).date()
            night = self._end_of_day(day)
            if not self.is_day_off(day):
                if seconds <= night - frame:
                    return frame + seconds
                seconds -= night - frame
            frame = night

    def _is_quiet(self, local_time: datetime) -> bool:
        if self.quiet_minutes is None:
            return False
        begin, end = self.quiet_minutes
        minute = local_time.hour * 60 + local_time.minute
        return begin <= minute < end if begin < end else minute >= begin or minute < end

    def _end_of_day(self, day: date) -> int:
        """The end of a local day."""
        nxt = day + timedelta(days=1)
        return int(datetime(nxt.year, nxt.month, nxt.day, tzinfo=_load_zone(self.time_zone)).timestamp())


def compute_reminder_at(
    schedule: UserSchedule,
    pace_h: int,
    clock_started_at: int,
    reminders_sent: int,
    last_reminder_at: int | None = None,
    *,
    is_muted: bool = False,
    expired_at: int | None = None,
) -> int | None:
    """When the next reminder about a move is due, None when no more is to come.

    `pace_h` in hours. Reminders come when half of the time is over, when all of it is, and half of it later; a table is
    told at twice the time, which ends it. However late it is, two of them stand a quarter of the time apart. Once the time is
    over (`expired_at`) days off count like others.
    """
    if not pace_h or reminders_sent > MAX_REMINDERS:
        return None
    reminders_sent = MAX_REMINDERS if is_muted else reminders_sent
    half = pace_h * HOUR_S // 2
    frame = (
        schedule.add_working_time(clock_started_at, half * (reminders_sent + 1))
        if expired_at is None
        else expired_at + half * (reminders_sent - 1)
    )
    if last_reminder_at is not None:
        frame = max(frame, last_reminder_at + pace_h * HOUR_S // 4)
    return frame if reminders_sent == MAX_REMINDERS else schedule.find_awake_at(frame)


def compute_expiry(schedule: UserSchedule, pace_h: int, clock_started_at: int, periods: int = 1) -> int | None:
    """When the time for a move is over (`periods` over), None where there is no limit."""
    return schedule.add_working_time(clock_started_at, periods * pace_h * HOUR_S) if pace_h else None


def compute_silence_end(schedule: UserSchedule, clock_started_at: int, periods: int = 1) -> int:
    """When somebody has been silent for so long (`periods` over) that there can be a vote where a table has no pace."""
    return msgspec.structs.replace(schedule, has_weekends_off=False).add_working_time(
        clock_started_at, periods * SILENCE_LIMIT_S
    )


def format_pace(hours: int) -> Text:
    """A pace in words."""
    if not hours:
        return say("no limit")
    if hours % 24:
        return count("{n} hour a move", "{n} hours a move", hours)
    return count("{n} day a move", "{n} days a move", hours // 24)


@lru_cache(maxsize=256)
def _load_zone(name: str) -> ZoneInfo:
    """A time zone; one that this machine's database has lost counts as UTC."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


ZONES_WITHOUT_PLACE = frozenset(("Factory", "localtime", "posixrules"))
"""What stands among the zones of a machine besides them."""


@lru_cache(maxsize=1)
def list_zones() -> tuple[str, ...]:
    """The names of all time zones that belong to a place: "localtime" is wherever this machine is, "Factory" nowhere."""
    return tuple(sorted(available_timezones() - ZONES_WITHOUT_PLACE))


# ------------------------------------------------------------- what people type
def parse_zone(text: str) -> str:
    """A time zone by its name, however it is capitalised. Raises Refusal."""
    wanted = text.strip().replace(" ", "_").casefold()
    for name in list_zones():
        if name.casefold() == wanted:
            return name
    raise UserError(
        say("“{zone}” is not a time zone I know. Type a city near you, such as Europe/Madrid.", zone=text.strip()[:40])
    )


def parse_minute(text: str) -> int:
    """Minutes after midnight of a time such as "22:30" or "7". Raises Refusal."""
    hours, _, minutes = text.strip().replace(".", ":").partition(":")
    if hours.isdecimal() and (minutes or "0").isdecimal() and int(hours) < 24 and int(minutes or 0) < 60:
        return int(hours) * 60 + int(minutes or 0)
    raise UserError(say("“{time}” is not a time of day. Write it as 22:30.", time=text.strip()[:20]))


def parse_day(text: str) -> date:
    """A day such as "2026-12-24". Raises Refusal."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise UserError(say("“{day}” is not a day. Write it as 2026-12-24.", day=text.strip()[:20])) from None


def build_quiet_hours(start_minute: int, end_minute: int) -> tuple[int, int] | None:
    """Quiet hours from and to a minute of the day, None where both are the same. Raises Refusal: too many."""
    if (end_minute - start_minute) % (24 * 60) > MAX_QUIET_MINUTES:
        raise UserError(
            say(
                "Quiet hours are at most {n} of 24, so that your friends hear from you. Choose fewer.",
                n=MAX_QUIET_MINUTES // 60,
            )
        )
    return None if start_minute == end_minute else (start_minute, end_minute)


def build_vacation(
    first_day: date, last_day: date, today: date, past_vacations: Sequence[tuple[date, date]] = ()
) -> tuple[date, date]:
    """A vacation, both days included, from today on at the earliest. Raises Refusal: over, upside down, too far off, or more
    than is left beside the `past_vacations` ones."""
    if last_day < first_day:
        raise UserError(say("That vacation ends before it begins. Change the two days round."))
    if last_day < today:
        raise UserError(say("That vacation is over already. Give days from today on."))
    first_day = max(first_day, today)
    if (last_day - today).days > MAX_VACATION_AHEAD_DAYS:
        raise UserError(say("That is more than a year ahead. Say it again when it comes nearer."))
    for n in range((last_day - first_day).days + 1):
        if (
            _count_days_taken((*past_vacations, (first_day, last_day)), first_day + timedelta(days=n))
            > MAX_VACATION_DAYS
        ):
            raise UserError(
                say(
                    "In any {window} days {budget} can be vacation, and you have {left} of them left. For a longer absence "
                    "/replace hands your seat to a friend, who plays on for you.",
                    window=VACATION_WINDOW_DAYS,
                    budget=MAX_VACATION_DAYS,
                    left=max(0, MAX_VACATION_DAYS - _count_days_taken(past_vacations, first_day)),
                )
            )
    return first_day, last_day


def cut_vacation(days: tuple[date, date], today: date) -> tuple[date, date] | None:
    """What was taken of a vacation that is given up, or changed, today; None: nothing."""
    last = min(days[1], today - timedelta(days=1))
    return None if last < days[0] else (days[0], last)


def _count_days_taken(vacations: Sequence[tuple[date, date]], day: date) -> int:
    """Days of vacation in the window that ends with a day."""
    begin = day - timedelta(days=VACATION_WINDOW_DAYS - 1)
    return len(
        {
            max(first, begin) + timedelta(days=n)
            for first, last in vacations
            for n in range((min(last, day) - max(first, begin)).days + 1)
        }
    )


def format_days(days: tuple[date, date]) -> Text:
    """The days of a vacation in words."""
    first, last = (day.isoformat() for day in days)
    return say("on {day}", day=first) if first == last else say("from {first} to {last}", first=first, last=last)
