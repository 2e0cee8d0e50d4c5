"""Texts about when somebody can be reached: vacation, time zone, quiet hours and weekends."""

from __future__ import annotations

from engine.host.model.pace import MAX_VACATION_DAYS, VACATION_WINDOW_DAYS, UserSchedule, format_days
from engine.kernel.text import Text, count, say


def format_vacation(person: UserSchedule, today: int) -> Text:
    """Format when somebody is away, and how much vacation is left."""
    days, left = person.find_vacation(today), person.count_vacation_days_left(today)
    if days is None:
        return count(
            "You are here: no vacation is set. {/vacation} {/vacation@from} 2026-12-24 {/vacation@to} 2027-01-02 "
            "sets one; {n} day of {budget} is left "
            "in these {window} days.",
            "You are here: no vacation is set. {/vacation} {/vacation@from} 2026-12-24 {/vacation@to} 2027-01-02 "
            "sets one; {n} days of {budget} are left "
            "in these {window} days.",
            left,
            budget=MAX_VACATION_DAYS,
            window=VACATION_WINDOW_DAYS,
        )
    return count(
        "You are away {days} ({zone}). You are not called, your time stands still, and your tables see it; time that is "
        "over already stays over. {n} day of {budget} is left after that in the {window} days.",
        "You are away {days} ({zone}). You are not called, your time stands still, and your tables see it; time that is "
        "over already stays over. {n} days of {budget} are left after that in the {window} days.",
        left,
        days=format_days(days),
        zone=person.time_zone,
        budget=MAX_VACATION_DAYS,
        window=VACATION_WINDOW_DAYS,
    )


def format_hours(person: UserSchedule, now: int) -> list[Text]:
    """Format a user's time zone, and when they are not reminded."""
    local = person.to_local_time(now).strftime("%H:%M")
    lines = [say("Your time zone is {zone}; it is {time} there.", zone=person.time_zone, time=local)]
    if person.quiet_minutes is None:
        lines.append(say("Quiet hours: none."))
    else:
        first, last = (f"{minute // 60:02}:{minute % 60:02}" for minute in person.quiet_minutes)
        lines.append(
            say("Quiet hours: {first} to {last}. Calls and reminders wait until they are over.", first=first, last=last)
        )
    lines.append(
        say("Weekends are off: no calls or reminders, and they do not count for the pace.")
        if person.has_weekends_off
        else say("Weekends are like other days.")
    )
    return lines
