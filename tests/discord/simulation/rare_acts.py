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


async def act_rarely(stage: SimulationState, guest: SimulatedUser, channel: Any) -> None:
    """Do the next rare thing."""
    table = await stage.find_table(channel)
    if table is None or table.status != "running" or table.find_seat(guest.id) is None:
        return
    name = stage.choose_next(tuple(RARE_ACTS), "rare")
    stage.action_counts[name] += 1
    await RARE_ACTS[name](stage, guest, channel, table)


async def _let_computer_play(stage: SimulationState, guest: SimulatedUser, channel: Any, table: Table) -> None:
    """Let a computer play for the person; at a table that counts, ask everybody."""
    told = await stage.run_command(guest, channel, "computer", level="cadet")
    if await stage.press_button(guest, told, "Ask everybody") is None:
        stage.computer_seats.add((table.id, guest.id))


async def _go_away(stage: SimulationState, guest: SimulatedUser, channel: Any, _: Table) -> None:
    """Go on vacation, with a computer for the games that do not count."""
    first = stage.home.env.now().date()
    days = {"from": first.isoformat(), "to": (first + timedelta(days=VACATION_DAYS)).isoformat()}
    await stage.run_command(guest, channel, "vacation", computer="cadet", **days)
    guest.vacation = range(stage.day, stage.day + VACATION_DAYS)


async def _rewind(stage: SimulationState, guest: SimulatedUser, channel: Any, _: Table) -> None:
    """Take the table back to its first moves, as a moderator."""
    shown = await stage.run_command(stage.make_moderator(guest), channel, "undo", move=stage.roll_below(4))
    await stage.press_button(guest, shown, "Take back", "Ask the others")


async def _close(stage: SimulationState, guest: SimulatedUser, channel: Any, _: Table) -> None:
    """Close the table, as a moderator who plays."""
    shown = await stage.run_command(stage.make_moderator(guest), channel, "close")
    await stage.press_button(guest, shown, "Close the table", "Ask the others")


async def _reinstate(stage: SimulationState, guest: SimulatedUser, channel: Any, table: Table) -> None:
    """Give a seat back, or one's own."""
    gone = [person for person in table.seats if person.has_left and person.user_id > 0]
    who = stage.find_guest(gone[0].user_id) if gone else guest
    if not who.has_left:
        await stage.run_command(stage.make_moderator(guest), channel, "reinstate", who=who.actor)


async def _forge(stage: SimulationState, guest: SimulatedUser, channel: Any, table: Table) -> None:
    """Press, as a stranger and as the person, what the newest post does not offer them."""
    message = stage.open_snapshot(channel, "Your move")
    if message is None:
        return
    strangers = [
        one for one in stage.guests if not (table.find_seat(one.id) is not None or one.has_left or one.is_moderator)
    ]
    held: list[HeldInteraction] = []
    for who in [guest, *strangers[:1]]:
        for part in list_controls(message)[:3]:
            head, act, number, revision, rest = [*part["custom_id"].split(":", 4)[1:], ""][:5]
            forged = (
                f"ow:{head}:{stage.choose_one((act, 'retract', 'take', 'rewind', 'closed'))}:{number}:{revision}:{rest}"
            )
            held.append(hold_interaction(stage.home.env, who.actor, message, forged))
    await _deliver(stage, guest, held)
    stage.deleted_posts.add(message.id)  # Discord would not deliver these presses; some answers replace the message


async def _press_together(stage: SimulationState, guest: SimulatedUser, channel: Any, table: Table) -> None:
    """Press at the same moment as the others, and one's own move twice; Discord delivers one press twice."""
    panel, message = await stage.run_command(guest, channel, "hand"), stage.open_snapshot(channel, "Your move")
    held: list[HeldInteraction] = []
    for person in table.reachable_players if message is not None else ():
        who = stage.find_guest(person.user_id)
        if not who.has_left:
            held += _hold_press(stage, who, message, lambda part: part.get("label") == "Your move")
    for _ in range(2):
        held += _hold_press(stage, guest, panel, lambda part: ":play:" in part["custom_id"])
    held += held[-1:]
    before = await _count_moves(stage, table, guest)
    await _deliver(stage, guest, held)
    made = await _count_moves(stage, table, guest) - before
    stage.action_counts["moved"] += made
    if made > 1:
        stage.record_violation(f"table {table.id}: a double press moved {made} times")


def _hold_press(
    stage: SimulationState, guest: SimulatedUser, message: Message | None, fits: Callable[[dict[str, Any]], bool]
) -> list[HeldInteraction]:
    """Press the first button of a message that fits, without delivery. Return nothing if there is none."""
    parts = [part for part in list_controls(message) if fits(part)] if message is not None else []
    if message is None or not parts:
        return []
    return [hold_interaction(stage.home.env, guest.actor, message, parts[0]["custom_id"])]


async def _press_late(stage: SimulationState, guest: SimulatedUser, channel: Any, _: Table) -> None:
    """Press a move that Discord delivers after it has given up waiting for an answer."""
    panel = await stage.run_command(guest, channel, "hand")
    held = _hold_press(stage, guest, panel, lambda part: ":play:" in part["custom_id"])
    await stage.home.env.advance_time(LATE_S)
    await deliver_held(stage.home.env, *held)
    await stage.home.revive()


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


async def _deliver(stage: SimulationState, guest: SimulatedUser, held: list[HeldInteraction]) -> None:
    """Deliver presses together. Each must be answered."""
    stage.home.begin_action()
    await deliver_held(stage.home.env, *held)
    stage.trace.append(f"{stage.now} {guest.actor.name} presses {len(held)} at once")
    for one in held:
        await stage.home.await_answer(one.result, f"{one.payload['data']}")


async def _count_moves(stage: SimulationState, table: Table, guest: SimulatedUser) -> int:
    rows = await stage.home.bot.store.fetch_all(
        "SELECT count(*) AS n FROM entries WHERE table_id = ? AND user_id = ? AND kind = 'move'", table.id, guest.id
    )
    return int(rows[0]["n"])
