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


async def visit_table(state: SimulationState, member: SimulatedUser, channel: Any) -> None:
    """Visit a table and act there."""
    if member.manner == "spiteful":
        await play_spitefully(state, member, channel)
        return
    await answer_questions(state, member, channel)
    if state.is_nth_time(LEAVE_ODDS, "look"):
        await leave_game(state, member, channel)
    elif state.is_nth_time(TOUR_ODDS, "command"):
        await type_any_command(state, member, channel)
    elif state.is_nth_time(RARE_ODDS, "rarity"):
        await act_rarely(state, member, channel)
    else:
        await play_if_asked(state, member, channel)


async def play_if_asked(state: SimulationState, member: SimulatedUser, channel: Any) -> None:
    """Make the decisions that the person is asked for, by presses, or take the seat back from a computer."""
    for _ in range(MAX_DECISIONS_IN_ROW):
        table = await state.find_table(channel)
        seat = None if table is None or table.status != "running" else table.find_seat(member.id)
        if table is None or seat is None:
            return
        if (table.id, member.id) in state.computer_seats:
            state.computer_seats.discard((table.id, member.id))
            await state.press_button(member, await state.run_command(member, channel, "hand"), "Take my seat again")
        loaded = await state.home.bot.tables.context.load_playable(table.id)
        if loaded.situation is None or seat not in loaded.situation.questions:
            return
        if not await _press_move(state, member, channel, table):
            return
        state.action_counts["moved"] += 1


async def _press_move(state: SimulationState, member: SimulatedUser, channel: Any, table: Table) -> bool:
    """Make a decision in the panel, press by press. Return whether the table has changed."""
    player = state.player
    player.slug = table.game
    panel = await state.run_command(member, channel, "hand")
    for _ in range(MAX_PRESSES):
        if panel is None or not any(MOVE_CONTROL.match(one["custom_id"]) for one in list_controls(panel)):
            return False
        result = await player.press_control(member.actor, panel)
        state.action_counts["pressed"] += 1
        if (await state.home.bot.tables.load_table(table.id)).revision != table.revision:
            return True
        panel = result.response
    return False


async def answer_questions(state: SimulationState, member: SimulatedUser, channel: Any) -> None:
    """Answer questions to all, and vote about late players."""
    table, labels = await state.find_table(channel), state.list_labels(channel)
    if (
        table is not None
        and table.find_seat(member.id) is not None
        and "Agree" in labels
        and state.is_nth_time(YES_ODDS, "asked")
    ):
        # Recorded first: the checker may see the result of the press before this call returns.
        state.agreed_tables.setdefault(table.id, set()).add(member.id)
        if await state.press_button(member, state.open_snapshot(channel, "Agree"), "Agree") is not None:
            state.action_counts["agreed"] += 1
    await state.press_button(member, state.open_snapshot(channel, "Go on from here"), "Go on from here")
    for label in ("No, leave it as it is", "No, it stands", "Drop the seat"):
        if label not in labels:
            continue
        await state.press_button(member, state.open_snapshot(channel, label), label)
    table = await state.find_table(channel)
    if table is None or table.status != "running" or table.find_seat(member.id) is None:
        return
    for seat in await state.home.bot.tables.votes.list_late_seats(table.id, member.id):
        late = state.find_member(table.find_seat_user(seat))
        # A person who has left the server cannot be named; the notice of it has a button.
        notice = state.open_snapshot(channel, "Vote") if late.has_left else None
        if notice is not None:
            ballot = await state.press_button(member, notice, "Vote")
        else:
            ballot = await state.run_command(
                member, channel, "vote", **({} if late.has_left else {"about": late.actor})
            )
        if ballot is not None and any(part.get("label") == "Drop the seat" for part in list_controls(ballot)):
            await state.press_button(member, ballot, "Drop the seat")
            state.action_counts["voted"] += 1
        break


async def leave_game(state: SimulationState, member: SimulatedUser, channel: Any) -> None:
    """Leave a game: hand the seat to a friend, or give it up."""
    table = await state.find_table(channel)
    if table is None or table.status != "running" or table.find_seat(member.id) is None:
        return
    friends = [one for one in state.members if one.is_active(state.day) and table.find_seat(one.id) is None]
    if friends and state.is_nth_time(2, "departure"):
        heir = state.choose_one(friends)
        state.handed_seats[table.id, member.id] = heir.id
        offered = await state.run_command(member, channel, "replace", who=heir.actor)
        if heir.manner == "spiteful" or not heir.is_asleep(state.now):
            await state.press_button(heir, offered, "Take the seat")
        state.action_counts["handed on"] += 1
        return
    state.resigned_seats.add((table.id, member.id))
    await state.press_button(member, await state.run_command(member, channel, "resign"), "Give up")
    state.action_counts["gave up"] += 1


async def play_spitefully(state: SimulationState, member: SimulatedUser, channel: Any) -> None:
    """Do something that keeps the others waiting."""
    table, today = await state.find_table(channel), state.home.env.now().date()
    # Mostly the person's own trick for this table, so that it is tried to its end, else one that makes no move.
    own_trick = SPITEFUL_ACTS[(state.members.index(member) + (table.id if table else 0)) % len(SPITEFUL_ACTS)]
    trick = own_trick if state.roll_below(3) else state.choose_next(IDLE_ACTS, "trick")
    state.action_counts[trick] += 1
    match trick:
        case "pace":
            await state.run_command(member, channel, "pace", time=state.choose_one((12, 24, 168)))
        case "vacation" | "longer":
            last = today + timedelta(days=5 if trick == "vacation" else 365)
            days = {"from": today.isoformat(), "to": last.isoformat()}
            await state.run_command(member, channel, "vacation", **days)
        case "close":
            await state.press_button(member, await state.run_command(member, channel, "close"), "Ask the others")
        case "back and forth":
            await play_if_asked(state, member, channel)
            await state.press_button(
                member, await state.run_command(member, channel, "undo"), "Take back", "Ask the others"
            )
        case _:  # "withdraw"
            await state.press_button(member, state.open_snapshot(channel, "No, thanks"), "No, thanks")
