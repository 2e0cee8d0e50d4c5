"""What people do while a game takes weeks: hours and vacations, orders, votes, seats handed on, undo by agreement, notes."""

from __future__ import annotations

from datetime import timedelta

import simcord

from engine.host.model.pace import PACES
from engine.host.model.table import Table
from tests.discord.hut import BUTTON, controls
from tests.programs.soak.world import World

ZONES = ("UTC", "Europe/Madrid", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")


def seated(world: World, table: Table) -> simcord.MemberActor:
    """Somebody who plays."""
    return world.actor(world.one(table.playing or table.played).user)


async def undo(world: World, channel: simcord.ChannelHandle, table: Table, who: simcord.MemberActor) -> None:
    """Somebody would like to take a move back, and the others say what they think of it."""
    person = who if world.below(3) == 0 else seated(world, table)
    told = (await world.slash(person, channel, "undo")).response
    done = await world.follow(person, told, "Take back", "Ask the others")
    request = await world.bot.tables.undo.request(table.id)
    if done is None or request is None:
        return
    world.tried["an undo asked for"] += 1
    posts = [post for post in channel.history() if any(part.get("label") == "Agree" for part in controls(post))]
    if not posts:
        return
    for one in table.playing:
        question = next((post for post in channel.history() if post.id == posts[-1].id), None)
        if one.seat not in request.agreed and world.below(8):
            await world.follow(world.actor(one.user), question, world.one(["Agree"] * 4 + ["No, it stands"]))


async def orders(world: World, channel: simcord.ChannelHandle, table: Table, _who: simcord.MemberActor) -> None:
    """Somebody leaves word, or takes it back."""
    person = seated(world, table)
    panel = (await world.slash(person, channel, "orders")).response
    for _ in range(5):
        offered = [part for part in controls(panel) if part.get("label") != "Back"] if panel is not None else []
        if panel is None or not offered:
            return
        panel = (await world.press(person, panel, world.one(offered))).response
        if await world.bot.tables.orders.of(table.id, person.id):
            world.tried["orders left"] += 1
            return


async def vote(world: World, channel: simcord.ChannelHandle, table: Table, who: simcord.MemberActor) -> None:
    """Somebody calls a vote about who is late, here or at a table where it is high time; the others vote, and the heir may
    take the seat."""
    late = await world.bot.store.all(
        "SELECT table_id, seat FROM turn_deadlines WHERE reminders_sent > 2 ORDER BY table_id, seat"
    )
    if late and world.below(4):
        row = world.one(late)
        table = await world.bot.tables.table(row["table_id"])
        if table.user_at(row["seat"]) is None:
            return
        who = world.actor(table.user_of(row["seat"]))
        channel = next(one for one in world.channels if one.id == table.channel)
    others = [person for person in table.playing if person.user != who.id]
    if not others:
        return
    strangers = [one for one in world.people if table.seat_of(one.id) is None]
    options = {"heir": world.one(strangers)} if strangers and world.below(2) else {}
    caller = world.actor(world.one(others).user)
    asked = (await world.slash(caller, channel, "vote", about=who, **options)).response
    if asked is None or asked.ephemeral:
        return
    world.tried["votes called"] += 1
    choice = world.one(
        ["Play a safe move", "Let a computer play", "Drop the seat", "Hand the seat", "Hand the seat", "Wait"]
    )
    for person in others:
        if world.below(6):
            await world.follow(world.actor(person.user), asked, choice, "Play a safe move")
    if "heir" in options:
        await answer_offer(world, channel, options["heir"])


async def replace(world: World, channel: simcord.ChannelHandle, table: Table, _who: simcord.MemberActor) -> None:
    """Somebody holds their seat out to a friend."""
    strangers = [one for one in world.people if table.seat_of(one.id) is None]
    if strangers:
        heir = world.one(strangers)
        await world.slash(seated(world, table), channel, "replace", who=heir)
        await answer_offer(world, channel, heir)


async def answer_offer(world: World, channel: simcord.ChannelHandle, heir: simcord.MemberActor) -> None:
    """The heir answers the newest offer, or lets it lie."""
    offers = [
        post for post in channel.history() if any(part.get("label") == "Take the seat" for part in controls(post))
    ]
    if offers and world.below(5):
        answer = world.one(["Take the seat", "Take the seat", "No, thanks"])
        if await world.follow(heir, offers[-1], answer) is not None:
            world.tried[f"an offer answered: {answer}"] += 1


async def days(world: World, channel: simcord.ChannelHandle, table: Table, _who: simcord.MemberActor) -> None:
    """Somebody goes away or comes back, wants quiet hours, another pace, a word before their turn, or a note."""
    person, today = seated(world, table), world.now().date()
    match world.below(6):
        case 0:
            world.tried["vacation set"] += 1
            first = today + timedelta(days=world.below(3))
            last = first + timedelta(days=world.below(3))
            await world.slash(person, channel, "vacation", **{"from": first.isoformat(), "to": last.isoformat()})
        case 1:
            shown = (await world.slash(person, channel, "vacation")).response
            if await world.follow(person, shown, "I am back") is not None:
                world.tried["back early"] += 1
        case 2:
            world.tried["quiet hours set"] += 1
            hour, weekends = world.below(24), world.one(["on", "on", "off"])
            hours = {"from": f"{hour}:00", "to": f"{(hour + world.below(9)) % 24}:00"}
            await world.slash(person, channel, "quiet", zone=world.one(ZONES), weekends=weekends, **hours)
        case 3:
            world.tried["pace changed"] += 1
            await world.slash(person, channel, "pace", time=world.one(PACES))
        case 4:
            world.tried["early word wished"] += 1
            await world.slash(person, channel, "early")
        case _:
            form = await world.slash(person, channel, "note")
            if form.modal is not None:
                world.tried["note written"] += 1
                field = form.modal["components"][0]["component"]["custom_id"]
                world.answered(await person.submit_modal(form, {field: world.one(["", "Mind the red row."])}), "modal")


async def noticed(world: World, channel: simcord.ChannelHandle, table: Table, _who: simcord.MemberActor) -> None:
    """Something on a public message is pressed, perhaps by somebody it is not meant for: reminders, votes, old boards."""
    posts = [post for post in channel.history() if controls(post)]
    if posts:
        post = world.one(posts)
        part = world.one(controls(post))
        if part["type"] == BUTTON:
            await world.press(world.one([seated(world, table), world.one(world.people)]), post, part)
