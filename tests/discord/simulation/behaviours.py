"""Simulate how people act at their tables: they move, answer questions and vote about late players.

Spiteful people also try tricks that keep the others waiting.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from engine.host.model.table import Table
from tests.discord.fake_server import list_controls
from tests.discord.simulation.command_tour import type_any_command
from tests.discord.simulation.rare_acts import act_rarely
from tests.discord.simulation.simulation_state import SimulatedUser, SimulationState

SPITEFUL_ACTS = ("pace", "vacation", "longer", "close", "back and forth", "withdraw")
IDLE_ACTS = tuple(trick for trick in SPITEFUL_ACTS if trick != "back and forth")
YES_ODDS = 4
"""One of this number of people says yes to a question to all."""
LEAVE_ODDS = 40
"""At one of this number of visits to a table, somebody gives up or hands on the seat."""
TOUR_ODDS = 8
"""At one of this number of visits, somebody types any command."""
RARE_ODDS = 12
"""At one of this number of visits, something rare happens."""
MAX_DECISIONS_IN_ROW = 4
"""The decisions that somebody makes at one visit, at most."""
MAX_PRESSES = 12
"""The presses for one decision, at most."""
MOVE_CONTROL = re.compile("ow:[a-z]:(step|pick|group|many|more|play):")
"""Matches the custom id of a control that makes a move or a part of it."""


async def visit_table(stage: SimulationState, guest: SimulatedUser, channel: Any) -> None:
    """Visit a table and act there."""
    if guest.manner == "spiteful":
        await play_spitefully(stage, guest, channel)
        return
    await answer_questions(stage, guest, channel)
    if stage.is_nth_time(LEAVE_ODDS, "look"):
        await leave_game(stage, guest, channel)
    elif stage.is_nth_time(TOUR_ODDS, "command"):
        await type_any_command(stage, guest, channel)
    elif stage.is_nth_time(RARE_ODDS, "rarity"):
        await act_rarely(stage, guest, channel)
    else:
        await play_if_asked(stage, guest, channel)


async def play_if_asked(stage: SimulationState, guest: SimulatedUser, channel: Any) -> None:
    """Make the decisions that the person is asked for, by presses, or take the seat back from a computer."""
    for _ in range(MAX_DECISIONS_IN_ROW):
        table = await stage.find_table(channel)
        seat = None if table is None or table.status != "running" else table.find_seat(guest.id)
        if table is None or seat is None:
            return
        if (table.id, guest.id) in stage.computer_seats:
            stage.computer_seats.discard((table.id, guest.id))
            await stage.press_button(guest, await stage.run_command(guest, channel, "hand"), "Take my seat again")
        loaded = await stage.home.bot.tables.context.load_playable(table.id)
        if loaded.situation is None or seat not in loaded.situation.questions:
            return
        if not await _press_move(stage, guest, channel, table):
            return
        stage.action_counts["moved"] += 1


async def _press_move(stage: SimulationState, guest: SimulatedUser, channel: Any, table: Table) -> bool:
    """Make a decision in the panel, press by press. Return whether the table has changed."""
    player = stage.player
    player.slug = table.game
    panel = await stage.run_command(guest, channel, "hand")
    for _ in range(MAX_PRESSES):
        if panel is None or not any(MOVE_CONTROL.match(one["custom_id"]) for one in list_controls(panel)):
            return False
        result = await player.press_control(guest.actor, panel)
        stage.action_counts["pressed"] += 1
        if (await stage.home.bot.tables.load_table(table.id)).revision != table.revision:
            return True
        panel = result.response
    return False


async def answer_questions(stage: SimulationState, guest: SimulatedUser, channel: Any) -> None:
    """Answer questions to all, and vote about late players."""
    table, labels = await stage.find_table(channel), stage.list_labels(channel)
    if (
        table is not None
        and table.find_seat(guest.id) is not None
        and "Agree" in labels
        and stage.is_nth_time(YES_ODDS, "asked")
    ):
        # Recorded first: the checker may see the result of the press before this call returns.
        stage.agreed_tables.setdefault(table.id, set()).add(guest.id)
        if await stage.press_button(guest, stage.open_snapshot(channel, "Agree"), "Agree") is not None:
            stage.action_counts["agreed"] += 1
    for label in ("No, leave it as it is", "No, it stands", "Drop the seat"):
        if label not in labels:
            continue
        await stage.press_button(guest, stage.open_snapshot(channel, label), label)
    table = await stage.find_table(channel)
    if table is None or table.status != "running" or table.find_seat(guest.id) is None:
        return
    for seat in await stage.home.bot.tables.votes.list_late_seats(table.id, guest.id):
        late = stage.find_guest(table.find_seat_user(seat))
        # A person who has left the server cannot be named; the notice of it has a button.
        notice = stage.open_snapshot(channel, "Vote") if late.has_left else None
        if notice is not None:
            ballot = await stage.press_button(guest, notice, "Vote")
        else:
            ballot = await stage.run_command(guest, channel, "vote", **({} if late.has_left else {"about": late.actor}))
        if ballot is not None and any(part.get("label") == "Drop the seat" for part in list_controls(ballot)):
            await stage.press_button(guest, ballot, "Drop the seat")
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
    # Mostly the person's own trick for this table, so that it is tried to its end, else one that makes no move.
    own_trick = SPITEFUL_ACTS[(stage.guests.index(guest) + (table.id if table else 0)) % len(SPITEFUL_ACTS)]
    trick = own_trick if stage.roll_below(3) else stage.choose_next(IDLE_ACTS, "trick")
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
        case _:  # "withdraw"
            await stage.press_button(guest, stage.open_snapshot(channel, "No, thanks"), "No, thanks")
