"""What people do now and then: computers play for them, moderators act at tables, buttons are forged or pressed together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

from engine.host.model.table import Table
from tests.discord.fake_server import Message, list_controls
from tests.discord.held_interactions import HeldInteraction, deliver_held, hold_interaction
from tests.discord.simulation.simulation_state import SimulatedUser, SimulationState

VACATION_DAYS = 2
LATE_S = 4
"""Seconds after a press at which Discord takes no answer any more."""
Act = Callable[[SimulationState, SimulatedUser, Any, Table], Awaitable[None]]


async def act_rarely(state: SimulationState, member: SimulatedUser, channel: Any) -> None:
    """Do the next rare thing."""
    table = await state.find_table(channel)
    if table is None or table.status != "running" or table.find_seat(member.id) is None:
        return
    name = state.choose_next(tuple(RARE_ACTS), "rare")
    state.action_counts[name] += 1
    await RARE_ACTS[name](state, member, channel, table)


async def _let_computer_play(state: SimulationState, member: SimulatedUser, channel: Any, table: Table) -> None:
    """Let a computer play for the person; at a table that counts, ask everybody."""
    told = await state.run_command(member, channel, "computer", level="cadet")
    if await state.press_button(member, told, "Ask everybody") is None:
        state.computer_seats.add((table.id, member.id))


async def _go_away(state: SimulationState, member: SimulatedUser, channel: Any, _: Table) -> None:
    """Go on vacation, with a computer for the games that do not count."""
    first = state.home.env.now().date()
    days = {"from": first.isoformat(), "to": (first + timedelta(days=VACATION_DAYS)).isoformat()}
    await state.run_command(member, channel, "vacation", computer="cadet", **days)
    member.vacation = range(state.day, state.day + VACATION_DAYS)


async def _rewind(state: SimulationState, member: SimulatedUser, channel: Any, _: Table) -> None:
    """Take the table back to its first moves, as a moderator."""
    shown = await state.run_command(state.make_moderator(member), channel, "undo", move=state.roll_below(4))
    await state.press_button(member, shown, "Take back", "Ask the others")


async def _close(state: SimulationState, member: SimulatedUser, channel: Any, _: Table) -> None:
    """Close the table, as a moderator who plays."""
    shown = await state.run_command(state.make_moderator(member), channel, "close")
    await state.press_button(member, shown, "Close the table", "Ask the others")


async def _reinstate(state: SimulationState, member: SimulatedUser, channel: Any, table: Table) -> None:
    """Give a seat back, or one's own."""
    gone = [person for person in table.seats if person.has_left and person.user_id > 0]
    who = state.find_member(gone[0].user_id) if gone else member
    if not who.has_left:
        await state.run_command(state.make_moderator(member), channel, "reinstate", who=who.actor)


async def _forge(state: SimulationState, member: SimulatedUser, channel: Any, table: Table) -> None:
    """Press, as a stranger and as the person, what the newest post does not offer them."""
    message = state.open_snapshot(channel, "Your move")
    if message is None:
        return
    strangers = [
        one for one in state.members if not (table.find_seat(one.id) is not None or one.has_left or one.is_moderator)
    ]
    held: list[HeldInteraction] = []
    for who in [member, *strangers[:1]]:
        for part in list_controls(message)[:3]:
            head, act, number, revision, rest = [*part["custom_id"].split(":", 4)[1:], ""][:5]
            forged = (
                f"ow:{head}:{state.choose_one((act, 'retract', 'take', 'rewind', 'closed'))}:{number}:{revision}:{rest}"
            )
            held.append(hold_interaction(state.home.env, who.actor, message, forged))
    await _deliver(state, member, held)
    state.deleted_posts.add(message.id)  # Discord would not deliver these presses; some answers replace the message


async def _press_together(state: SimulationState, member: SimulatedUser, channel: Any, table: Table) -> None:
    """Press at the same moment as the others, and one's own move twice; Discord delivers one press twice."""
    panel, message = await state.run_command(member, channel, "hand"), state.open_snapshot(channel, "Your move")
    held: list[HeldInteraction] = []
    for person in table.reachable_players if message is not None else ():
        who = state.find_member(person.user_id)
        if not who.has_left:
            held += _hold_press(state, who, message, lambda part: part.get("label") == "Your move")
    for _ in range(2):
        held += _hold_press(state, member, panel, lambda part: ":play:" in part["custom_id"])
    held += held[-1:]
    before = await _count_moves(state, table, member)
    await _deliver(state, member, held)
    made = await _count_moves(state, table, member) - before
    state.action_counts["moved"] += made
    if made > 1:
        state.record_violation(f"table {table.id}: a double press moved {made} times")


def _hold_press(
    state: SimulationState, member: SimulatedUser, message: Message | None, fits: Callable[[dict[str, Any]], bool]
) -> list[HeldInteraction]:
    """Press the first button of a message that fits, without delivery. Return nothing if there is none."""
    parts = [part for part in list_controls(message) if fits(part)] if message is not None else []
    if message is None or not parts:
        return []
    return [hold_interaction(state.home.env, member.actor, message, parts[0]["custom_id"])]


async def _press_late(state: SimulationState, member: SimulatedUser, channel: Any, _: Table) -> None:
    """Press a move that Discord delivers after it has given up waiting for an answer."""
    panel = await state.run_command(member, channel, "hand")
    held = _hold_press(state, member, panel, lambda part: ":play:" in part["custom_id"])
    await state.home.env.advance_time(LATE_S)
    await deliver_held(state.home.env, *held)
    await state.home.revive()


RARE_ACTS: dict[str, Act] = {
    "stand-in": _let_computer_play,
    "together": _press_together,
    "late press": _press_late,
    "rewind": _rewind,
    "vacation stand-in": _go_away,
    "forged": _forge,
    "close by moderator": _close,
    "reinstate": _reinstate,
}


async def _deliver(state: SimulationState, member: SimulatedUser, held: list[HeldInteraction]) -> None:
    """Deliver presses together. Each must be answered."""
    state.home.begin_action()
    await deliver_held(state.home.env, *held)
    state.trace.append(f"{state.now} {member.actor.name} presses {len(held)} at once")
    for one in held:
        await state.home.await_answer(one.result, f"{one.payload['data']}")


async def _count_moves(state: SimulationState, table: Table, member: SimulatedUser) -> int:
    rows = await state.home.bot.store.fetch_all(
        "SELECT count(*) AS n FROM entries WHERE table_id = ? AND user_id = ? AND kind = 'move'", table.id, member.id
    )
    return int(rows[0]["n"])
