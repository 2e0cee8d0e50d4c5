"""How a table comes about: a new game, a rematch, or a record of a game that is over; people sit down, and it begins."""

from __future__ import annotations

import simcord

from engine.host.model.table import NOBODY, Table
from tests.discord.hut import BUTTON, controls
from tests.programs.soak.world import World

PACES = (0, 12, 12, 12, 24, 48)


async def open_table(world: World, channel: simcord.ChannelHandle, table: Table | None) -> None:
    """A table is opened, people sit down, the game begins. The full disk and the lost answer may end this at any step."""
    if table is None:
        await _opened(world, channel)
        table = await world.table(channel)
        if table is None:
            return
        world.tried["tables opened"] += 1
    size = world.one(world.bot.catalogue.game(table.game).seats)
    seated = [person for person in table.seats if person.user != NOBODY]
    if seated and size > 2 and world.below(3) == 0:
        world.tried["a computer sits down"] += 1
        await world.slash(world.actor(seated[0].user), channel, "computer", level="cadet")
        table = await world.table(channel) or table
    while len(seated) + sum(person.own for person in table.seats) < size:
        people = [one for one in world.people if table.seat_of(one.id) is None]
        who = world.one(people)
        if table.house["joining"] == "invited":
            await world.slash(world.actor(seated[0].user), channel, "invite", friend=who)
        await world.slash(who, channel, "join")
        joined = await world.table(channel)
        if joined is None or joined.rev == table.rev:
            break
        table = joined
        seated = [person for person in table.seats if person.user != NOBODY]
    if seated:
        await world.slash(world.actor(world.one(seated).user), channel, "start")


async def _opened(world: World, channel: simcord.ChannelHandle) -> None:
    last = await world.last_table(channel)
    over = last if last is not None and last.status == "finished" else None
    roll = world.below(10)
    if over is not None and roll < 5:
        world.tried["rematch"] += 1
        posts = [post for post in channel.history() if any(part.get("label") == "Rematch" for part in controls(post))]
        people = [person.user for person in over.seats if person.user != NOBODY]
        if posts and people:
            who = world.actor(world.one(people))
            part = next(part for part in controls(posts[-1]) if part.get("label") == "Rematch")
            await world.press(who, posts[-1], part)
        return
    if over is not None and roll < 7:
        world.tried["a record opened"] += 1
        who = world.one(world.people)
        kept = (await world.slash(who, channel, "record")).response
        if kept is not None and kept.attachments:
            await world.slash(who, channel, "record", file=("game.txt", await kept.attachments[0].read()))
        return
    who, game = world.one(world.people), world.one(world.bot.catalogue.games())
    await world.slash(who, channel, "play", game=game.slug)
    await world.slash(who, channel, "pace", time=world.one(PACES))
    lobby = channel.last_message
    if lobby is not None and world.below(4) == 0:
        options = await world.follow(who, lobby, "Options")
        selects = [] if options is None else [part for part in controls(options) if part["type"] != BUTTON]
        if options is not None and selects:
            world.tried["options chosen"] += 1
            await world.press(who, options, world.one(selects))
