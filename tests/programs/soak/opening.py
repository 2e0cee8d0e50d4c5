"""The opening of a table: a new game, a rematch, or a record of a finished game; people sit down, and it begins."""

from __future__ import annotations

import simcord

from engine.host.model.table import NO_USER, Table
from tests.discord.fake_server import BUTTON_TYPE, list_controls
from tests.programs.soak.world import SoakWorld

PACES_H = (0, 12, 12, 12, 24, 48)


async def open_table(world: SoakWorld, channel: simcord.ChannelHandle, table: Table | None) -> None:
    """Open a table, let people sit down, and begin the game. The full disk and the lost answer may end this at any step."""
    if table is None:
        await _open_lobby(world, channel)
        table = await world.find_table(channel)
        if table is None:
            return
        world.attempt_counts["tables opened"] += 1
    size = world.choose_one(world.bot.catalogue.load_game(table.game).seat_counts)
    seated = [person for person in table.seats if person.user_id != NO_USER]
    if seated and size > 2 and world.roll_below(3) == 0:
        world.attempt_counts["a computer sits down"] += 1
        await world.run_command(world.find_actor(seated[0].user_id), channel, "computer", level="cadet")
        table = await world.find_table(channel) or table
    while len(seated) + sum(person.is_computer for person in table.seats) < size:
        people = [one for one in world.people if table.find_seat(one.id) is None]
        who = world.choose_one(people)
        if table.table_options["joining"] == "invited":
            await world.run_command(world.find_actor(seated[0].user_id), channel, "invite", friend=who)
        await world.run_command(who, channel, "join")
        joined = await world.find_table(channel)
        if joined is None or joined.revision == table.revision:
            break
        table = joined
        seated = [person for person in table.seats if person.user_id != NO_USER]
    if seated:
        await world.run_command(world.find_actor(world.choose_one(seated).user_id), channel, "start")


async def _open_lobby(world: SoakWorld, channel: simcord.ChannelHandle) -> None:
    last = await world.find_last_table(channel)
    over = last if last is not None and last.status == "finished" else None
    roll = world.roll_below(10)
    if over is not None and roll < 5:
        world.attempt_counts["rematch"] += 1
        posts = [
            post for post in channel.history() if any(part.get("label") == "Rematch" for part in list_controls(post))
        ]
        people = [person.user_id for person in over.seats if person.user_id != NO_USER]
        if posts and people:
            who = world.find_actor(world.choose_one(people))
            part = next(part for part in list_controls(posts[-1]) if part.get("label") == "Rematch")
            await world.press_control(who, posts[-1], part)
        return
    if over is not None and roll < 7:
        world.attempt_counts["a record opened"] += 1
        who = world.choose_one(world.people)
        kept = (await world.run_command(who, channel, "record")).response
        if kept is not None and kept.attachments:
            await world.run_command(who, channel, "record", file=("game.txt", await kept.attachments[0].read()))
        return
    who, game = world.choose_one(world.people), world.choose_one(world.bot.catalogue.list_games())
    await world.run_command(who, channel, "play", game=game.slug)
    await world.run_command(who, channel, "pace", time=world.choose_one(PACES_H))
    lobby = channel.last_message
    if lobby is not None and world.roll_below(4) == 0:
        options = await world.press_label(who, lobby, "Options")
        selects = [] if options is None else [part for part in list_controls(options) if part["type"] != BUTTON_TYPE]
        if options is not None and selects:
            world.attempt_counts["options chosen"] += 1
            await world.press_control(who, options, world.choose_one(selects))
