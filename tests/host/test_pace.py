"""Move times and notification times: days off, quiet hours, and the two days that do not have 24 hours."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.host.model import pace
from engine.host.model.pace import (
    HOUR_S,
    MAX_REMINDERS,
    SILENCE_LIMIT_S,
    UserSchedule,
    compute_expiry,
    compute_reminder_at,
)
from engine.kernel.text import UserError

MADRID_ZONE = ZoneInfo("Europe/Madrid")


def parse_moment(text: str, zone: ZoneInfo = MADRID_ZONE, fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=zone, fold=fold).timestamp())


def format_madrid_time(frame: int | None) -> str:
    assert frame is not None
    return datetime.fromtimestamp(frame, MADRID_ZONE).strftime("%a %d %H:%M %Z")


ana_schedule = UserSchedule(1, "Europe/Madrid")
sleeper_schedule = UserSchedule(1, "Europe/Madrid", quiet_minutes=(22 * 60, 8 * 60))


# -------------------------------------------------------------- quiet hours
@pytest.mark.parametrize(
    ("now", "called"),
    [
        ("2026-01-14 21:59", "Wed 14 21:59 CET"),
        ("2026-01-14 22:00", "Thu 15 08:00 CET"),
        ("2026-01-15 00:00", "Thu 15 08:00 CET"),
        ("2026-01-15 07:59:59", "Thu 15 08:00 CET"),
        ("2026-01-15 08:00", "Thu 15 08:00 CET"),
    ],
)
def test_quiet_hours_across_midnight(now: str, called: str) -> None:
    assert format_madrid_time(sleeper_schedule.find_awake_at(parse_moment(now))) == called


def test_quiet_hours_within_a_day() -> None:
    siesta = UserSchedule(1, "Europe/Madrid", quiet_minutes=(14 * 60, 16 * 60 + 30))
    assert format_madrid_time(siesta.find_awake_at(parse_moment("2026-01-14 15:00"))) == "Wed 14 16:30 CET"
    assert format_madrid_time(siesta.find_awake_at(parse_moment("2026-01-14 13:59"))) == "Wed 14 13:59 CET"


def test_the_night_that_is_an_hour_short() -> None:
    """On 29 March 2026 Madrid goes from 02:00 to 03:00."""
    assert (
        sleeper_schedule.find_awake_at(parse_moment("2026-03-28 22:00")) - parse_moment("2026-03-28 22:00")
        == 9 * HOUR_S
    )
    early = UserSchedule(1, "Europe/Madrid", quiet_minutes=(22 * 60, 2 * 60 + 30))
    assert format_madrid_time(early.find_awake_at(parse_moment("2026-03-29 01:00"))) == "Sun 29 03:00 CEST", (
        "there is no 02:30 that night"
    )


def test_the_night_that_is_an_hour_long() -> None:
    """On 25 October 2026 Madrid goes from 03:00 back to 02:00."""
    assert (
        sleeper_schedule.find_awake_at(parse_moment("2026-10-24 22:00")) - parse_moment("2026-10-24 22:00")
        == 11 * HOUR_S
    )
    early = UserSchedule(1, "Europe/Madrid", quiet_minutes=(22 * 60, 2 * 60 + 30))
    assert format_madrid_time(early.find_awake_at(parse_moment("2026-10-25 02:10", fold=0))) == "Sun 25 02:30 CEST"
    assert format_madrid_time(early.find_awake_at(parse_moment("2026-10-25 02:10", fold=1))) == "Sun 25 02:30 CET", (
        "the second 02:10 is quiet too"
    )


def test_a_midnight_that_does_not_exist() -> None:
    """Cairo springs forward at midnight: 24 April 2026 begins at 01:00."""
    cairo = ZoneInfo("Africa/Cairo")
    ben = UserSchedule(2, "Africa/Cairo", vacation=(date(2026, 4, 22), date(2026, 4, 23)))
    back = ben.find_awake_at(parse_moment("2026-04-23 12:00", cairo))
    assert datetime.fromtimestamp(back, cairo).isoformat() == "2026-04-24T01:00:00+03:00"


def test_one_minute_a_day_is_enough_to_be_called() -> None:
    hardly = UserSchedule(1, "Europe/Madrid", quiet_minutes=(12 * 60 + 1, 12 * 60))
    assert format_madrid_time(hardly.find_awake_at(parse_moment("2026-01-14 12:01"))) == "Thu 15 12:00 CET"


# -------------------------------------------------------------- days off
def test_a_vacation_stops_the_clock() -> None:
    away = UserSchedule(1, "Europe/Madrid", vacation=(date(2026, 1, 15), date(2026, 1, 20)))
    since = parse_moment("2026-01-14 18:00")
    assert format_madrid_time(compute_expiry(away, 12, since)) == "Wed 21 06:00 CET", "six hours before it, six after"
    assert away.find_vacation_end(parse_moment("2026-01-14 23:59")) is None
    assert format_madrid_time(away.find_vacation_end(parse_moment("2026-01-15 00:00"))) == "Wed 21 00:00 CET"
    assert away.find_vacation_end(parse_moment("2026-01-21 00:00")) is None


def test_a_vacation_that_has_begun_stops_the_clock_at_once() -> None:
    away = UserSchedule(1, "Europe/Madrid", vacation=(date(2026, 1, 10), date(2026, 1, 15)))
    assert format_madrid_time(compute_expiry(away, 24, parse_moment("2026-01-14 18:00"))) == "Sat 17 00:00 CET"


@pytest.mark.parametrize(
    ("named_at", "expiry"),
    [("10:20", "Wed 21 13:00 CET"), ("11:00", "Wed 21 13:00 CET"), ("23:20", "Fri 16 00:00 CET")],
)
def test_a_vacation_counts_from_its_next_whole_hour_on(named_at: str, expiry: str) -> None:
    """The clock has run since midnight; the hours before the vacation was named are not given back."""
    away = UserSchedule(1, "Europe/Madrid", vacation=(date(2026, 1, 15), date(2026, 1, 20)))
    away = away.add_vacation_start(parse_moment(f"2026-01-15 {named_at}"), keeps_today=False)
    since, over_at = (
        parse_moment("2026-01-15 00:00"),
        away.add_working_time(parse_moment("2026-01-15 00:00"), 24 * HOUR_S),
    )
    assert format_madrid_time(over_at) == expiry
    assert away.count_working_time(since, over_at) == 24 * HOUR_S


def test_a_vacation_that_is_changed_while_it_lasts_keeps_its_hours() -> None:
    away = UserSchedule(1, "Europe/Madrid", vacation=(date(2026, 1, 15), date(2026, 1, 20)))
    changed = away.add_vacation_start(parse_moment("2026-01-15 10:20"), keeps_today=True)
    assert format_madrid_time(compute_expiry(changed, 24, parse_moment("2026-01-15 00:00"))) == "Thu 22 00:00 CET"


def test_free_weekends_stop_the_clock() -> None:
    worker = UserSchedule(1, "Europe/Madrid", has_weekends_off=True)
    assert format_madrid_time(compute_expiry(worker, 12, parse_moment("2026-01-16 18:00"))) == "Mon 19 06:00 CET"
    assert format_madrid_time(compute_expiry(worker, 168, parse_moment("2026-01-14 00:00"))) == "Fri 23 00:00 CET"


def test_the_days_are_the_persons_own() -> None:
    """When it is Saturday in Auckland, it is still Friday in Honolulu."""
    frame = parse_moment("2026-01-17 09:00", ZoneInfo("Pacific/Auckland"))
    assert UserSchedule(1, "Pacific/Auckland", has_weekends_off=True).is_asleep(frame)
    assert not UserSchedule(1, "Pacific/Honolulu", has_weekends_off=True).is_asleep(frame)


def test_quiet_hours_do_not_stop_the_clock() -> None:
    assert compute_expiry(sleeper_schedule, 12, parse_moment("2026-01-14 21:00")) == parse_moment("2026-01-15 09:00")


@pytest.mark.parametrize("day", ["2026-03-29", "2026-10-25"])
def test_an_hour_is_an_hour_on_a_day_that_is_not_24_long(day: str) -> None:
    since = parse_moment(f"{day} 00:30")
    assert compute_expiry(ana_schedule, 12, since) == since + 12 * HOUR_S
    assert compute_expiry(ana_schedule, 48, since) == since + 48 * HOUR_S


def test_a_quiet_morning_after_a_vacation() -> None:
    both = msgspec.structs.replace(
        sleeper_schedule, vacation=(date(2026, 1, 15), date(2026, 1, 16)), has_weekends_off=True
    )
    assert format_madrid_time(both.find_awake_at(parse_moment("2026-01-15 12:00"))) == "Mon 19 08:00 CET", (
        "15 and 16 away, 17 and 18 weekend, then quiet"
    )


schedules = st.builds(
    UserSchedule,
    st.just(1),
    st.sampled_from(
        ["UTC", "Europe/Madrid", "Africa/Cairo", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"]
    ),
    st.one_of(st.none(), st.tuples(st.integers(0, 1439), st.integers(0, 1439)).filter(lambda ends: ends[0] != ends[1])),
    st.booleans(),
    st.one_of(st.none(), st.just((date(2026, 3, 20), date(2026, 4, 3)))),
)
moments = st.integers(parse_moment("2026-01-01"), parse_moment("2026-12-31"))


@given(schedules, moments)
def test_whoever_is_awake_may_be_called_and_nobody_sleeps_longer_than_they_said(
    person: UserSchedule, frame: int
) -> None:
    then = person.find_awake_at(frame)
    assert then >= frame
    assert not person.is_asleep(then)
    assert then == frame or person.is_asleep(then - 60), "the first minute, not just any"


@given(schedules, moments, st.integers(0, 14 * 24 * HOUR_S), st.integers(1, 24 * HOUR_S))
def test_time_counts_once(person: UserSchedule, since: int, first: int, more: int) -> None:
    half = person.add_working_time(since, first)
    assert half >= since + first
    whole = person.add_working_time(since, first + more)
    assert whole == person.add_working_time(half, more)
    assert whole > half
    assert person.count_working_time(since, half) == first
    assert person.count_working_time(half, whole) == more


# -------------------------------------------------------------- reminders
def test_reminders_come_at_half_whole_and_one_and_a_half_and_then_the_table_is_told() -> None:
    since = parse_moment("2026-01-12 12:00")
    frames = [compute_reminder_at(ana_schedule, 24, since, step) for step in range(MAX_REMINDERS + 2)]
    assert [None if m is None else (m - since) // HOUR_S for m in frames] == [12, 24, 36, 48, None]


def test_without_a_limit_only_the_table_is_told() -> None:
    since = parse_moment("2026-01-12 12:00")
    assert compute_reminder_at(ana_schedule, 0, since, 0) == since + SILENCE_LIMIT_S
    assert compute_reminder_at(ana_schedule, 0, since, MAX_REMINDERS + 1) is None
    assert compute_expiry(ana_schedule, 0, parse_moment("2026-01-12 12:00")) is None


def test_a_muted_turn_still_tells_the_table() -> None:
    since = parse_moment("2026-01-12 12:00")
    assert compute_reminder_at(ana_schedule, 24, since, 1, is_muted=True) == since + 48 * HOUR_S


def test_reminders_stand_apart_however_late_it_is() -> None:
    since = parse_moment("2026-01-12 12:00")
    woke = since + 100 * HOUR_S
    assert compute_reminder_at(ana_schedule, 24, since, 1, woke) == woke + 6 * HOUR_S


def test_a_reminder_waits_for_the_morning() -> None:
    assert (
        format_madrid_time(compute_reminder_at(sleeper_schedule, 12, parse_moment("2026-01-14 18:00"), 0))
        == "Thu 15 08:00 CET"
    )


def test_a_zone_that_the_machine_does_not_know_counts_as_utc() -> None:
    assert UserSchedule(1, "Moon/Crater").to_local_time(0) == datetime(1970, 1, 1, tzinfo=UTC)


# -------------------------------------------------------------- user input
def test_zones_times_and_days_are_read_as_people_write_them() -> None:
    assert pace.parse_zone("europe/madrid") == "Europe/Madrid"
    assert pace.parse_zone("America/New York") == "America/New_York"
    assert [pace.parse_minute(text) for text in ("22:30", "7", "07.15", "0:00")] == [1350, 420, 435, 0]
    assert pace.parse_day(" 2026-12-24 ") == date(2026, 12, 24)


@pytest.mark.parametrize(
    ("read", "text", "sentence"),
    [
        (pace.parse_zone, "Madrid, Spain", "not a time zone"),
        (pace.parse_zone, "localtime", "not a time zone"),
        (pace.parse_zone, "Factory", "not a time zone"),
        (pace.parse_minute, "24:00", "not a time of day"),
        (pace.parse_minute, "12:60", "not a time of day"),
        (pace.parse_minute, "²", "not a time of day"),
        (pace.parse_minute, "", "not a time of day"),
        (pace.parse_day, "24.12.", "not a day"),
    ],
)
def test_what_cannot_be_read_says_how_to_write_it(read: object, text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        read(text)  # type: ignore[operator]


def test_a_vacation_has_an_order_and_an_end() -> None:
    today = date(2026, 1, 14)
    assert pace.build_vacation(today, today, today) == (today, today)
    for first, last, sentence in (
        (date(2026, 1, 20), date(2026, 1, 19), "before it begins"),
        (date(2026, 1, 1), date(2026, 1, 13), "over already"),
        (date(2026, 1, 20), date(2026, 2, 10), "you have 21 of them left"),
        (date(2030, 1, 20), date(2030, 1, 21), "more than a year"),
    ):
        with pytest.raises(UserError, match=sentence):
            pace.build_vacation(first, last, today)
