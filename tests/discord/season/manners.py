"""What people do at their tables: they move, answer what is asked, vote about whoever is late; and the tricks of the spiteful."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from engine.kernel.menu import Menu, sample
from tests.bounds import bounds, far
from tests.discord.hut import controls
from tests.discord.season.stage import Guest, Stage

TRICKS = ("pace", "vacation", "longer", "close", "back and forth", "withdraw")
IDLE = tuple(trick for trick in TRICKS if trick != "back and forth")
WILLING = 4
"""One of so many says yes to what is asked of all."""
WEARY = 40
"""At one of so many looks at a table somebody gives up, or hands on the seat."""
TRIES = 6
"""Moves that are thrown for where one of them leads on: random play wanders."""


async def visit(stage: Stage, guest: Guest, channel: Any) -> None:
    """Somebody looks at a table."""
    if guest.manner == "spiteful":
        await spite(stage, guest, channel)
        return
    await settle(stage, guest, channel)
    if stage.every(WEARY, "look"):
        await depart(stage, guest, channel)
    elif stage.below(4):
        await move(stage, guest, channel)


async def move(stage: Stage, guest: Guest, channel: Any) -> None:
    """Move, if asked."""
    table = await stage.table(channel)
    if table is None or table.status != "running":
        return
    seat = table.seat_of(guest.id)
    if seat is None or seat not in (await stage.home.bot.tables.snapshots.take(table.id, None)).waiting:
        return
    _, _, menu = await stage.home.bot.tables.moves.menu(table.id, guest.id)
    await stage.say(guest, channel, "move", words=" ".join(_onward(stage, table.game, menu)))
    stage.did["moved"] += 1


def _onward(stage: Stage, slug: str, root: Menu) -> tuple[str, ...]:
    """A move: mostly one that brings the game nearer to its end."""
    words = sample(root, stage.below)
    eager = [option.word for option in root.open() if option.word in bounds(slug).eager]
    if not eager or not stage.below(5):
        return words
    below = root.then(eager[0])
    tries = [sample(below, stage.below) for _ in range(TRIES)] if below else [()]
    return (eager[0], *max(tries, key=lambda tail: far(slug, " ".join(tail[:1]))))


async def settle(stage: Stage, guest: Guest, channel: Any) -> None:
    """Answer what is asked of all, and vote about whoever is late."""
    table = await stage.table(channel)
    if (
        table is not None
        and table.seat_of(guest.id) is not None
        and stage.open_snapshot(channel, "Agree") is not None
        and stage.every(WILLING, "asked")
    ):
        # Booked beforehand: whoever watches sees what comes of the press as soon as it has.
        stage.agreed.setdefault(table.id, set()).add(guest.id)
        if await stage.press(guest, stage.open_snapshot(channel, "Agree"), "Agree") is not None:
            stage.did["agreed"] += 1
    for label in ("No, leave it as it is", "No, it stands", "Drop the seat"):
        await stage.press(guest, stage.open_snapshot(channel, label), label)
    table = await stage.table(channel)
    if table is None or table.status != "running" or table.seat_of(guest.id) is None:
        return
    for seat in await stage.home.bot.tables.votes.late_seats(table.id, guest.id):
        late = stage.by_id(table.user_of(seat))
        # Nobody can be named who is not on the server any more; the notice of it has a button.
        told = stage.open_snapshot(channel, "Vote") if late.left else None
        if told is not None:
            shown = await stage.press(guest, told, "Vote")
        else:
            shown = await stage.say(guest, channel, "vote", **({} if late.left else {"about": late.actor}))
        if shown is not None and any(part.get("label") == "Drop the seat" for part in controls(shown)):
            await stage.press(guest, shown, "Drop the seat")
            stage.did["voted"] += 1
        break


async def depart(stage: Stage, guest: Guest, channel: Any) -> None:
    """Somebody has enough of a game: the seat goes to a friend, or is given up."""
    table = await stage.table(channel)
    if table is None or table.status != "running" or table.seat_of(guest.id) is None:
        return
    friends = [one for one in stage.guests if one.here(stage.day) and table.seat_of(one.id) is None]
    if friends and stage.every(2, "departure"):
        heir = stage.one(friends)
        stage.handed[table.id, guest.id] = heir.id
        offered = await stage.say(guest, channel, "replace", who=heir.actor)
        if heir.manner == "spiteful" or not heir.asleep(stage.now):
            await stage.press(heir, offered, "Take the seat")
        stage.did["handed on"] += 1
        return
    stage.gave_up.add((table.id, guest.id))
    await stage.press(guest, await stage.say(guest, channel, "resign"), "Give up")
    stage.did["gave up"] += 1


async def spite(stage: Stage, guest: Guest, channel: Any) -> None:
    """Whatever keeps the others waiting."""
    table, today = await stage.table(channel), stage.home.env.now().date()
    # At each table one trick for good, so that it is tried to its end; of the others those that move nothing.
    own = TRICKS[(stage.guests.index(guest) + (table.id if table else 0)) % len(TRICKS)]
    trick = own if stage.below(3) else stage.next_of(IDLE, "trick")
    stage.did[trick] += 1
    match trick:
        case "pace":
            await stage.say(guest, channel, "pace", time=stage.one((12, 24, 168)))
        case "vacation" | "longer":
            last = today + timedelta(days=5 if trick == "vacation" else 365)
            days = {"from": today.isoformat(), "to": last.isoformat()}
            await stage.say(guest, channel, "vacation", **days)
        case "close":
            await stage.press(guest, await stage.say(guest, channel, "close"), "Ask the others")
        case "back and forth":
            await move(stage, guest, channel)
            await stage.press(guest, await stage.say(guest, channel, "undo"), "Take back", "Ask the others")
        case _:
            await stage.press(guest, stage.open_snapshot(channel, "No, thanks"), "No, thanks")
