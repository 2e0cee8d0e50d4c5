"""Actions during a game of weeks: hours and vacations, orders, votes, seats handed on, undo by agreement, notes."""

from __future__ import annotations

from datetime import timedelta

import simcord

from engine.host.model.pace import PACES_H
from engine.host.model.table import Table
from tests.discord.fake_server import BUTTON_TYPE, list_controls
from tests.programs.soak.world import SoakWorld

TIME_ZONES = ("UTC", "Europe/Madrid", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")


def choose_player(world: SoakWorld, table: Table) -> simcord.MemberActor:
    """Choose one of the players."""
    return world.find_actor(world.choose_one(table.active_players or table.reachable_players).user_id)


async def request_undo(
    world: SoakWorld, channel: simcord.ChannelHandle, table: Table, user: simcord.MemberActor
) -> None:
    """Ask to take a move back, and let the others answer."""
    person = user if world.roll_below(3) == 0 else choose_player(world, table)
    told = (await world.run_command(person, channel, "undo")).response
    done = await world.press_label(person, told, "Take back", "Ask the others")
    request = await world.bot.tables.undo.load_request(table.id)
    if done is None or request is None:
        return
    world.attempt_counts["an undo asked for"] += 1
    posts = [post for post in channel.history() if any(part.get("label") == "Agree" for part in list_controls(post))]
    if not posts:
        return
    for one in table.active_players:
        question = next((post for post in channel.history() if post.id == posts[-1].id), None)
        if one.seat not in request.agreed_seats and world.roll_below(8):
            await world.press_label(
                world.find_actor(one.user_id), question, world.choose_one(["Agree"] * 4 + ["No, it stands"])
            )


async def edit_orders(
    world: SoakWorld, channel: simcord.ChannelHandle, table: Table, _who: simcord.MemberActor
) -> None:
    """Leave an order, or remove it."""
    person = choose_player(world, table)
    panel = (await world.run_command(person, channel, "orders")).response
    for _ in range(5):
        offered = [part for part in list_controls(panel) if part.get("label") != "Back"] if panel is not None else []
        if panel is None or not offered:
            return
        panel = (await world.press_control(person, panel, world.choose_one(offered))).response
        if (await world.bot.tables.orders.load_sheet(table.id, person.id)).orders:
            world.attempt_counts["orders left"] += 1
            return


async def call_vote(world: SoakWorld, channel: simcord.ChannelHandle, table: Table, user: simcord.MemberActor) -> None:
    """Call a vote about a late player, here or at an urgent table. The others vote, and the heir may take the seat."""
    late = await world.bot.store.fetch_all(
        "SELECT table_id, seat FROM turn_deadlines WHERE reminders_sent > 2 ORDER BY table_id, seat"
    )
    if late and world.roll_below(4):
        row = world.choose_one(late)
        table = await world.bot.tables.load_table(row["table_id"])
        if table.find_user_to_call(row["seat"]) is None:
            return
        user = world.find_actor(table.find_seat_user(row["seat"]))
        channel = next(one for one in world.channels if one.id == table.channel_id)
    others = [person for person in table.active_players if person.user_id != user.id]
    if not others:
        return
    strangers = [one for one in world.people if table.find_seat(one.id) is None]
    options = {"heir": world.choose_one(strangers)} if strangers and world.roll_below(2) else {}
    caller = world.find_actor(world.choose_one(others).user_id)
    asked = (await world.run_command(caller, channel, "vote", about=user, **options)).response
    if asked is None or asked.ephemeral:
        return
    world.attempt_counts["votes called"] += 1
    choice = world.choose_one(
        ["Play a safe move", "Let a computer play", "Drop the seat", "Hand the seat", "Hand the seat", "Wait"]
    )
    for person in others:
        if world.roll_below(6):
            await world.press_label(world.find_actor(person.user_id), asked, choice, "Play a safe move")
    if "heir" in options:
        await answer_offer(world, channel, options["heir"])


async def offer_seat(world: SoakWorld, channel: simcord.ChannelHandle, table: Table, _who: simcord.MemberActor) -> None:
    """Offer a seat to a friend."""
    strangers = [one for one in world.people if table.find_seat(one.id) is None]
    if strangers:
        heir = world.choose_one(strangers)
        await world.run_command(choose_player(world, table), channel, "replace", who=heir)
        await answer_offer(world, channel, heir)


async def answer_offer(world: SoakWorld, channel: simcord.ChannelHandle, heir: simcord.MemberActor) -> None:
    """Let the heir answer the newest offer, or leave it."""
    offers = [
        post for post in channel.history() if any(part.get("label") == "Take the seat" for part in list_controls(post))
    ]
    if offers and world.roll_below(5):
        answer = world.choose_one(["Take the seat", "Take the seat", "No, thanks"])
        if await world.press_label(heir, offers[-1], answer) is not None:
            world.attempt_counts[f"an offer answered: {answer}"] += 1


async def change_schedule(
    world: SoakWorld, channel: simcord.ChannelHandle, table: Table, _who: simcord.MemberActor
) -> None:
    """Change a person's vacation, quiet hours, pace, early reminder or note."""
    person, today = choose_player(world, table), world.read_time().date()
    match world.roll_below(6):
        case 0:
            world.attempt_counts["vacation set"] += 1
            first = today + timedelta(days=world.roll_below(3))
            last = first + timedelta(days=world.roll_below(3))
            await world.run_command(person, channel, "vacation", **{"from": first.isoformat(), "to": last.isoformat()})
        case 1:
            shown = (await world.run_command(person, channel, "vacation")).response
            if await world.press_label(person, shown, "I am back") is not None:
                world.attempt_counts["back early"] += 1
        case 2:
            world.attempt_counts["quiet hours set"] += 1
            hour, weekends = world.roll_below(24), world.choose_one(["on", "on", "off"])
            hours = {"from": f"{hour}:00", "to": f"{(hour + world.roll_below(9)) % 24}:00"}
            await world.run_command(
                person, channel, "quiet", zone=world.choose_one(TIME_ZONES), weekends=weekends, **hours
            )
        case 3:
            world.attempt_counts["pace changed"] += 1
            await world.run_command(person, channel, "pace", time=world.choose_one(PACES_H))
        case 4:
            world.attempt_counts["early word wished"] += 1
            await world.run_command(person, channel, "early")
        case _:
            form = await world.run_command(person, channel, "note")
            if form.modal is not None:
                world.attempt_counts["note written"] += 1
                field = form.modal["components"][0]["component"]["custom_id"]
                world.record_answer(
                    await person.submit_modal(form, {field: world.choose_one(["", "Mind the red row."])}), "modal"
                )


async def press_public_control(
    world: SoakWorld, channel: simcord.ChannelHandle, table: Table, _who: simcord.MemberActor
) -> None:
    """Press something on a public message, perhaps as the wrong person: reminders, votes, old boards."""
    posts = [post for post in channel.history() if list_controls(post)]
    if posts:
        post = world.choose_one(posts)
        part = world.choose_one(list_controls(post))
        if part["type"] == BUTTON_TYPE:
            await world.press_control(
                world.choose_one([choose_player(world, table), world.choose_one(world.people)]), post, part
            )
