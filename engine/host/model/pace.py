"""Time limits of moves and times of reminders: arithmetic over players' days, without input or output.

Days off (a vacation, free weekends) stop the clock. Quiet hours only postpone reminders. Times are unix seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Optional
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from engine.kernel.text import Text, UserError, count, say

DAY_S, HOUR_S, MINUTE_S = 24 * 3600, 3600, 60
WEEKEND_BEGIN = 5
"""The weekday from which on free weekends are off: Saturday."""
PACES_H = (0, 12, 24, 48, 72, 168)
"""Hours a table may give a move; 0 is no limit."""
MAX_REMINDERS = 3
"""Reminders of one move to its player. The step after them tells the table and is the last."""
MAX_VACATION_DAYS, VACATION_WINDOW_DAYS = 21, 90
"""Days of vacation that fit into any window of VACATION_WINDOW_DAYS days."""
MAX_VACATION_AHEAD_DAYS = 366
"""Days from today to the last day of a vacation."""
SILENCE_LIMIT_S = 14 * 24 * HOUR_S
"""Seconds without an answer, vacations left out, after which a table without a pace can vote."""
MAX_ABSENCE_DAYS = 30
"""Consecutive days off after which a vote is possible, no matter how they were set."""
MAX_QUIET_MINUTES = 14 * 60
"""Quiet minutes of a day. Free days need no limit, since only weekends can be free."""


class UserSchedule(msgspec.Struct, frozen=True):
    """A user's time zone, quiet hours, free weekends and vacations; all times are local.

    `quiet_minutes` are the first minute after midnight and the minute after the last one; the range may pass
    midnight. `vacation` holds the first and last day of the current or next vacation. `past_vacations` holds earlier
    ones, cut to the days taken. `vacation_starts` holds, for vacations that were named on their first day, the moment
    of that day from which they count.
    """

    user_id: int
    time_zone: str = "UTC"
    quiet_minutes: Optional[tuple[int, int]] = None
    has_weekends_off: bool = False
    vacation: Optional[tuple[date, date]] = None
    past_vacations: tuple[tuple[date, date], ...] = ()
    vacation_starts: tuple[int, ...] = ()

    @property
    def all_vacations(self) -> tuple[tuple[date, date], ...]:
        """All known vacations, the current or next one last."""
        if self.vacation is None:
            return self.past_vacations
        return (*self.past_vacations, self.vacation)

    def to_local_time(self, moment: int) -> datetime:
        """Convert unix seconds to the user's local time."""
        return datetime.fromtimestamp(moment, _load_zone(self.time_zone))

    def is_day_off(self, day: date) -> bool:
        """Return whether the clock stops on a day."""
        if self.has_weekends_off and day.weekday() >= WEEKEND_BEGIN:
            return True
        return any(first <= day <= last for first, last in self.all_vacations)

    def is_asleep(self, moment: int) -> bool:
        """Return whether the user should not be called now: in quiet hours or on a day off."""
        local = self.to_local_time(moment)
        return self.is_day_off(local.date()) or self._is_quiet(local)

    def find_vacation_end(self, moment: int) -> int | None:
        """Return when the vacation that is under way at this time ends, None if none is."""
        vacation = self.find_vacation(moment)
        if vacation is None or self.to_local_time(moment).date() < vacation[0]:
            return None
        return self._end_of_day(vacation[1])

    def find_vacation(self, moment: int) -> Optional[tuple[date, date]]:
        """Return the vacation that is under way or to come, None if there is none or it is over."""
        if self.vacation is None or self.vacation[1] < self.to_local_time(moment).date():
            return None
        return self.vacation

    def count_vacation_days_left(self, moment: int) -> int:
        """Count the vacation days that are left in the window that ends with the vacation set, or with today."""
        day = self.to_local_time(moment).date()
        if self.vacation is not None:
            day = max(day, self.vacation[1])
        return max(0, MAX_VACATION_DAYS - _count_days_taken(self.all_vacations, day))

    def find_long_absence(self, since_at: int) -> int | None:
        """Return the first time from `since_at` on that ends MAX_ABSENCE_DAYS consecutive days off, None if there is none."""
        if not self.all_vacations:
            return None
        day, days_off = self.to_local_time(since_at).date(), 0
        while days_off < MAX_ABSENCE_DAYS and self.is_day_off(day - timedelta(days=days_off + 1)):
            days_off += 1
        end = max(last for _, last in self.all_vacations) + timedelta(days=MAX_ABSENCE_DAYS)
        while day <= end:
            if self.is_day_off(day):
                days_off += 1
            else:
                days_off = 0
            if days_off >= MAX_ABSENCE_DAYS:
                return max(since_at, self._end_of_day(day))
            day += timedelta(days=1)
        return None

    def find_awake_at(self, moment: int) -> int:
        """Return the first minute, from a time on, at which the user may be called."""
        while True:
            local = self.to_local_time(moment)
            if self.is_day_off(local.date()):
                moment = self._end_of_day(local.date())
            elif self._is_quiet(local):
                moment += MINUTE_S - moment % MINUTE_S
            else:
                return moment

    def add_working_time(self, since_at: int, seconds: int) -> int:
        """Return when `seconds` of a move's time are over, days off left out."""
        if not self.has_weekends_off and not self.all_vacations:
            return since_at + seconds
        start = since_at
        while True:
            midnight = self._end_of_day(self.to_local_time(start).date())
            working_s = self._find_rest_start(start, midnight) - start
            if working_s > 0 and seconds <= working_s:
                return start + seconds
            seconds -= max(working_s, 0)
            start = midnight

    def count_working_time(self, since_at: int, until_at: int) -> int:
        """Return the seconds of a move's time between two moments, days off left out."""
        counted_s, start = 0, since_at
        while start < until_at:
            midnight = self._end_of_day(self.to_local_time(start).date())
            counted_s += max(min(self._find_rest_start(start, midnight), until_at) - start, 0)
            start = midnight
        return counted_s

    def add_vacation_start(self, moment: int, *, keeps_today: bool) -> UserSchedule:
        """Let a vacation that is named now count from the next whole hour on, and not for the hours before.

        `keeps_today`: an earlier vacation counts today already.
        """
        today = self.to_local_time(moment).date()
        if self.vacation is None or self.vacation[0] != today or keeps_today:
            return self
        next_hour_at = moment + -moment % HOUR_S
        earlier_starts = []
        for start in self.vacation_starts:
            if self._is_recent_start(start, today):
                earlier_starts.append(start)
        return msgspec.structs.replace(self, vacation_starts=(*earlier_starts, next_hour_at))

    def _is_recent_start(self, start: int, today: date) -> bool:
        return today - timedelta(days=VACATION_WINDOW_DAYS) <= self._find_started_day(start) < today

    def _find_started_day(self, start: int) -> date:
        """Return the local day that a start of a vacation ends or divides; midnight ends the day before."""
        return self.to_local_time(start - 1).date()

    def _find_rest_start(self, moment: int, midnight: int) -> int:
        """Return when the clock stops on the local day of a moment: at `midnight`, its end, or earlier on a day off."""
        day = self.to_local_time(moment).date()
        if not self.is_day_off(day):
            return midnight
        if self.has_weekends_off and day.weekday() >= WEEKEND_BEGIN:
            return moment
        starts = [start for start in self.vacation_starts if self._find_started_day(start) == day]
        return min(max(starts, default=moment), midnight)

    def _is_quiet(self, local_time: datetime) -> bool:
        if self.quiet_minutes is None:
            return False
        begin, end = self.quiet_minutes
        minute = local_time.hour * 60 + local_time.minute
        if begin < end:
            return begin <= minute < end
        return minute >= begin or minute < end

    def _end_of_day(self, day: date) -> int:
        """Return the end of a local day."""
        tomorrow = day + timedelta(days=1)
        midnight = datetime(tomorrow.year, tomorrow.month, tomorrow.day, tzinfo=_load_zone(self.time_zone))
        return int(midnight.timestamp())


def compute_reminder_at(
    schedule: UserSchedule,
    pace_h: int,
    clock_started_at: int,
    reminders_sent: int,
    last_reminder_at: int | None = None,
    *,
    is_muted: bool = False,
    expired_at: int | None = None,
    lost_s: int = 0,
) -> int | None:
    """Return when the next reminder of a move is due, None if no more is to come.

    The first reminder comes when half of the time is over, the second when all of it is, the third half of the time
    later. The table is told at twice the time, and that is the last message. Two messages are at least a quarter of
    the time apart. Once the time is over (`expired_at`), days off count like other days. `lost_s` are seconds of the
    time in which the bot could not be used.

    Without a limit only the table is told, once a vote is possible.
    """
    if reminders_sent > MAX_REMINDERS:
        return None
    if not pace_h:
        return compute_silence_end(schedule, clock_started_at, lost_s=lost_s)
    if is_muted:
        reminders_sent = MAX_REMINDERS
    half = pace_h * HOUR_S // 2
    if expired_at is None:
        due_at = schedule.add_working_time(clock_started_at, half * (reminders_sent + 1) + lost_s)
    else:
        due_at = expired_at + half * (reminders_sent - 1)
    if last_reminder_at is not None:
        due_at = max(due_at, last_reminder_at + pace_h * HOUR_S // 4)
    if reminders_sent == MAX_REMINDERS:
        return due_at
    return schedule.find_awake_at(due_at)


def compute_expiry(
    schedule: UserSchedule, pace_h: int, clock_started_at: int, periods: int = 1, lost_s: int = 0
) -> int | None:
    """Return when the time for a move has been over `periods` times, None if there is no limit."""
    if not pace_h:
        return None
    return schedule.add_working_time(clock_started_at, periods * pace_h * HOUR_S + lost_s)


def compute_silence_end(schedule: UserSchedule, clock_started_at: int, periods: int = 1, lost_s: int = 0) -> int:
    """Return when a player has been silent long enough (`periods` times) for a vote at a table without a pace."""
    return drop_free_weekends(schedule).add_working_time(clock_started_at, periods * SILENCE_LIMIT_S + lost_s)


def drop_free_weekends(schedule: UserSchedule) -> UserSchedule:
    """Return the schedule by which silence counts at a table without a pace: free weekends count like other days."""
    return msgspec.structs.replace(schedule, has_weekends_off=False)


def format_pace(hours: int) -> Text:
    """Describe a pace."""
    if not hours:
        return say("no limit")
    if hours % 24:
        return count("{n} hour a move", "{n} hours a move", hours)
    return count("{n} day a move", "{n} days a move", hours // 24)


@lru_cache(maxsize=256)
def _load_zone(name: str) -> ZoneInfo:
    """Return a time zone, UTC if this machine's database does not have it any more."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return ZoneInfo("UTC")


ZONES_WITHOUT_PLACE = frozenset(("Factory", "localtime", "posixrules"))
"""Names in a machine's list of time zones that belong to no place."""


@lru_cache(maxsize=1)
def list_zones() -> tuple[str, ...]:
    """Return the names of all time zones that belong to a place."""
    return tuple(sorted(available_timezones() - ZONES_WITHOUT_PLACE))


# ------------------------------------------------------------- text from users
def parse_zone(text: str) -> str:
    """Return the name of a time zone, in any capitalisation. Raises UserError."""
    wanted = text.strip().replace(" ", "_").casefold()
    for name in list_zones():
        if name.casefold() == wanted:
            return name
    raise UserError(
        say("“{zone}” is not a time zone I know. Type a city near you, such as Europe/Madrid.", zone=text.strip()[:40])
    )


def parse_minute(text: str) -> int:
    """Return the minutes after midnight of a time such as "22:30" or "7". Raises UserError."""
    hours, _, minutes = text.strip().replace(".", ":").partition(":")
    if hours.isdecimal() and (minutes or "0").isdecimal() and int(hours) < 24 and int(minutes or 0) < 60:
        return int(hours) * 60 + int(minutes or 0)
    raise UserError(say("“{time}” is not a time of day. Write it as 22:30.", time=text.strip()[:20]))


def parse_day(text: str) -> date:
    """Return a day such as "2026-12-24". Raises UserError."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise UserError(say("“{day}” is not a day. Write it as 2026-12-24.", day=text.strip()[:20])) from None


def build_quiet_hours(start_minute: int, end_minute: int) -> tuple[int, int] | None:
    """Return quiet hours, None if start and end are the same. Raises UserError if they are too long."""
    if (end_minute - start_minute) % (24 * 60) > MAX_QUIET_MINUTES:
        raise UserError(
            say(
                "Quiet hours are at most {n} of 24, so that your friends hear from you. Choose fewer.",
                n=MAX_QUIET_MINUTES // 60,
            )
        )
    if start_minute == end_minute:
        return None
    return start_minute, end_minute


def build_vacation(
    first_day: date, last_day: date, today: date, past_vacations: Sequence[tuple[date, date]] = ()
) -> tuple[date, date]:
    """Return a vacation, both days included, cut to begin today at the earliest.

    Raises UserError if it is over, upside down, too far ahead, or longer than `past_vacations` leave.
    """
    if last_day < first_day:
        raise UserError(say("That vacation ends before it begins. Change the two days round."))
    if last_day < today:
        raise UserError(say("That vacation is over already. Give days from today on."))
    first_day = max(first_day, today)
    if (last_day - today).days > MAX_VACATION_AHEAD_DAYS:
        raise UserError(say("That is more than a year ahead. Say it again when it comes nearer."))
    vacations = (*past_vacations, (first_day, last_day))
    for n in range((last_day - first_day).days + 1):
        if _count_days_taken(vacations, first_day + timedelta(days=n)) > MAX_VACATION_DAYS:
            raise UserError(
                say(
                    "In any {window} days {budget} can be vacation, and you have {left} of them left. For a longer absence "
                    "{/replace} hands your seat to a friend, who plays on for you.",
                    window=VACATION_WINDOW_DAYS,
                    budget=MAX_VACATION_DAYS,
                    left=max(0, MAX_VACATION_DAYS - _count_days_taken(past_vacations, first_day)),
                )
            )
    return first_day, last_day


def cut_vacation(days: tuple[date, date], today: date) -> tuple[date, date] | None:
    """Return the days taken of a vacation that is given up or changed today, None if there were none."""
    last = min(days[1], today - timedelta(days=1))
    if last < days[0]:
        return None
    return days[0], last


def _count_days_taken(vacations: Sequence[tuple[date, date]], day: date) -> int:
    """Count the days of vacation in the window that ends with a day."""
    window_start = day - timedelta(days=VACATION_WINDOW_DAYS - 1)
    taken: set[date] = set()
    for first, last in vacations:
        first_in_window = max(first, window_start)
        days = (min(last, day) - first_in_window).days + 1
        taken.update(first_in_window + timedelta(days=n) for n in range(days))
    return len(taken)


def format_days(days: tuple[date, date]) -> Text:
    """Describe the days of a vacation."""
    first, last = days[0].isoformat(), days[1].isoformat()
    if first == last:
        return say("on {day}", day=first)
    return say("from {first} to {last}", first=first, last=last)
