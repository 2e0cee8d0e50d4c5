"""When somebody can be reached: their vacation, time zone, quiet hours and weekends."""

from __future__ import annotations

from engine.host.model.pace import BUDGET, WINDOW, Person, days_named
from engine.kernel.text import Text, count, say


def vacation_text(person: Person, now: int) -> Text:
    """When somebody is away, and how much vacation is left."""
    days, left = person.going(now), person.left(now)
    if days is None:
        return count(
            "You are here: no vacation is set. /vacation from: 2026-12-24 to: 2027-01-02 sets one; {n} day of {budget} is left "
            "in these {window} days.",
            "You are here: no vacation is set. /vacation from: 2026-12-24 to: 2027-01-02 sets one; {n} days of {budget} are left "
            "in these {window} days.",
            left,
            budget=BUDGET,
            window=WINDOW,
        )
    return count(
        "You are away {days} ({zone}). You are not called, your time does not count, and your tables see it. {n} day of {budget} "
        "is left after that in the {window} days.",
        "You are away {days} ({zone}). You are not called, your time does not count, and your tables see it. {n} days of {budget} "
        "are left after that in the {window} days.",
        left,
        days=days_named(days),
        zone=person.zone,
        budget=BUDGET,
        window=WINDOW,
    )


def hours_texts(person: Person, now: int) -> list[Text]:
    """Where somebody lives, and when they are not reminded."""
    local = person.local(now).strftime("%H:%M")
    lines = [say("Your time zone is {zone}; it is {time} there.", zone=person.zone, time=local)]
    if person.quiet is None:
        lines.append(say("Quiet hours: none."))
    else:
        first, last = (f"{minute // 60:02}:{minute % 60:02}" for minute in person.quiet)
        lines.append(
            say("Quiet hours: {first} to {last}. Calls and reminders wait until they are over.", first=first, last=last)
        )
    lines.append(
        say("Weekends are off: no calls or reminders, and they do not count for the pace.")
        if person.weekends
        else say("Weekends are like other days.")
    )
    return lines
