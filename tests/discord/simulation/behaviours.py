"""Simulate how people act at their tables: they move, answer questions and vote about late players. Spiteful people
also try tricks.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from engine.kernel.menu import Menu, sample_move
from tests.discord.fake_server import list_controls
from tests.discord.simulation.simulation_state import SimulatedUser, SimulationState
from tests.game_bounds import find_largest_number, load_bounds

SPITEFUL_ACTS = ("pace", "vacation", "longer", "close", "back and forth", "withdraw")
IDLE_ACTS = tuple(trick for trick in SPITEFUL_ACTS if trick != "back and forth")
YES_ODDS = 4
"""One in this number says yes to a question to all."""
LEAVE_ODDS = 40
"""At one of this number of visits to a table, somebody gives up or hands on the seat."""
MAX_MOVE_DRAWS = 6
"""The number of random moves to choose from if one of them brings the end nearer: random play wanders."""


async def visit_table(stage: SimulationState, guest: SimulatedUser, channel: Any) -> None:
    """Visit a table and act there."""
    if guest.manner == "spiteful":
        await play_spitefully(stage, guest, channel)
        return
    await answer_questions(stage, guest, channel)
    if stage.is_nth_time(LEAVE_ODDS, "look"):
        await leave_game(stage, guest, channel)
    elif stage.roll_below(4):
        await play_if_asked(stage, guest, channel)


async def play_if_asked(stage: SimulationState, guest: SimulatedUser, channel: Any) -> None:
    """Move, if asked."""
    table = await stage.find_table(channel)
    if table is None or table.status != "running":
        return
    seat = table.find_seat(guest.id)
    if seat is None or seat not in (await stage.home.bot.tables.snapshots.take_snapshot(table.id, None)).waiting_seats:
        return
    _, _, menu = await stage.home.bot.tables.moves.load_menu(table.id, guest.id)
    await stage.run_command(guest, channel, "move", words=" ".join(_choose_move(stage, table.game, menu)))
    stage.action_counts["moved"] += 1


def _choose_move(stage: SimulationState, slug: str, root: Menu) -> tuple[str, ...]:
    """Choose a move, mostly one that brings the game nearer to its end."""
    words = sample_move(root, stage.roll_below)
    eager = [option.word for option in root.list_open_options() if option.word in load_bounds(slug).eager]
    if not eager or not stage.roll_below(5):
        return words
    below = root.next_menu(eager[0])
    tries = [sample_move(below, stage.roll_below) for _ in range(MAX_MOVE_DRAWS)] if below else [()]
    return (eager[0], *max(tries, key=lambda tail: find_largest_number(slug, " ".join(tail[:1]))))


async def answer_questions(stage: SimulationState, guest: SimulatedUser, channel: Any) -> None:
    """Answer questions to all, and vote about late players."""
    table = await stage.find_table(channel)
    if (
        table is not None
        and table.find_seat(guest.id) is not None
        and stage.open_snapshot(channel, "Agree") is not None
        and stage.is_nth_time(YES_ODDS, "asked")
    ):
        # Recorded first: the checker may see the result of the press before this call returns.
        stage.agreed_tables.setdefault(table.id, set()).add(guest.id)
        if await stage.press_button(guest, stage.open_snapshot(channel, "Agree"), "Agree") is not None:
            stage.action_counts["agreed"] += 1
    for label in ("No, leave it as it is", "No, it stands", "Drop the seat"):
        await stage.press_button(guest, stage.open_snapshot(channel, label), label)
    table = await stage.find_table(channel)
    if table is None or table.status != "running" or table.find_seat(guest.id) is None:
        return
    for seat in await stage.home.bot.tables.votes.list_late_seats(table.id, guest.id):
        late = stage.find_guest(table.find_seat_user(seat))
        # A person who has left the server cannot be named; the notice of it has a button.
        told = stage.open_snapshot(channel, "Vote") if late.has_left else None
        if told is not None:
            shown = await stage.press_button(guest, told, "Vote")
        else:
            shown = await stage.run_command(guest, channel, "vote", **({} if late.has_left else {"about": late.actor}))
        if shown is not None and any(part.get("label") == "Drop the seat" for part in list_controls(shown)):
            await stage.press_button(guest, shown, "Drop the seat")
            stage.action_counts["voted"] += 1
        break


async def leave_game(stage: SimulationState, guest: SimulatedUser, channel: Any) -> None:
    """Leave a game: hand the seat to a friend, or give it up."""
    table = await stage.find_table(channel)
    if table is None or table.status != "running" or table.find_seat(guest.id) is None:
        return
    friends = [one for one in stage.guests if one.is_active(stage.day) and table.find_seat(one.id) is None]
    if friends and stage.is_nth_time(2, "departure"):
        heir = stage.choose_one(friends)
        stage.handed_seats[table.id, guest.id] = heir.id
        offered = await stage.run_command(guest, channel, "replace", who=heir.actor)
        if heir.manner == "spiteful" or not heir.is_asleep(stage.now):
            await stage.press_button(heir, offered, "Take the seat")
        stage.action_counts["handed on"] += 1
        return
    stage.resigned_seats.add((table.id, guest.id))
    await stage.press_button(guest, await stage.run_command(guest, channel, "resign"), "Give up")
    stage.action_counts["gave up"] += 1


async def play_spitefully(stage: SimulationState, guest: SimulatedUser, channel: Any) -> None:
    """Do something that keeps the others waiting."""
    table, today = await stage.find_table(channel), stage.home.env.now().date()
    # At each table one trick of the person's own, so that it is tried to its end, else one that moves nothing.
    own = SPITEFUL_ACTS[(stage.guests.index(guest) + (table.id if table else 0)) % len(SPITEFUL_ACTS)]
    trick = own if stage.roll_below(3) else stage.choose_next(IDLE_ACTS, "trick")
    stage.action_counts[trick] += 1
    match trick:
        case "pace":
            await stage.run_command(guest, channel, "pace", time=stage.choose_one((12, 24, 168)))
        case "vacation" | "longer":
            last = today + timedelta(days=5 if trick == "vacation" else 365)
            days = {"from": today.isoformat(), "to": last.isoformat()}
            await stage.run_command(guest, channel, "vacation", **days)
        case "close":
            await stage.press_button(guest, await stage.run_command(guest, channel, "close"), "Ask the others")
        case "back and forth":
            await play_if_asked(stage, guest, channel)
            await stage.press_button(
                guest, await stage.run_command(guest, channel, "undo"), "Take back", "Ask the others"
            )
        case _:
            await stage.press_button(guest, stage.open_snapshot(channel, "No, thanks"), "No, thanks")
