"""When somebody can be reached: their vacation, time zone, quiet hours and weekends."""

from __future__ import annotations

from engine.host.model.pace import Person, days_named
from engine.kernel.text import Text, say


def vacation_text(person: Person) -> Text:
    """When somebody is away."""
    if person.away is None:
        return say("You are here: no vacation is set. /vacation from: 2026-12-24 to: 2027-01-02 sets one.")
    return say(
        "You are away {days} ({zone}). You are not reminded, your time does not count, and your tables see it.",
        days=days_named(person.away),
        zone=person.zone,
    )


def hours_texts(person: Person, now: int) -> list[Text]:
    """Where somebody lives, and when they are not reminded."""
    local = person.local(now).strftime("%H:%M")
    lines = [say("Your time zone is {zone}; it is {time} there.", zone=person.zone, time=local)]
    if person.quiet is None:
        lines.append(say("Quiet hours: none."))
    else:
        first, last = (f"{minute // 60:02}:{minute % 60:02}" for minute in person.quiet)
        lines.append(say("Quiet hours: {first} to {last}. Reminders wait until they are over.", first=first, last=last))
    lines.append(
        say("Weekends are off: no reminders, and they do not count for the pace.")
        if person.weekends
        else say("Weekends are like other days.")
    )
    return lines
