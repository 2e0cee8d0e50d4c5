"""Random faults, each with a name: the end of the process, failing requests, revoked rights, a full disk, deleted things.

A season draws the faults that it may meet from its seed, so that each run is another mixture.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from engine.kernel.dice import Dice
from tests.discord.camp_game import HOUR_S
from tests.discord.full_disk import allow_writes, block_writes
from tests.discord.simulation.gateway import SimulatedGateway
from tests.discord.simulation.process_boundary import CALLBACK_ROUTE, DeathPlan, Moment, Neighbour, RequestFault
from tests.discord.simulation.simulated_server import SimulatedServer
from tests.discord.simulation.simulation_state import SimulationState

OUTAGE_S = HOUR_S
"""Seconds that Discord, or space on the disk, is missing."""
MAX_AWAITS = {"store": 60, "discord": 12, "worker": 3}
"""The next awaits of each neighbour among which a process ends."""
DEATH_MOMENTS: tuple[Moment, ...] = ("before", "after")
MAX_DELAY_S = 1.4
"""Seconds that a request takes at most while Discord is slow. Two requests may come before an acknowledgement."""
CLOCK_STEP_S = 20 * 60
FAILING_STATEMENTS = 3
POST_ROUTE, ANY_MESSAGE_ROUTE = "/channels/*/messages", "/channels/*/messages*"


class FaultInjector:
    """Injects faults. `barred_channels`: channels in which the bot may not post, each with the step at which this ends."""

    def __init__(self, server: SimulatedServer, state: SimulationState, names: tuple[str, ...]) -> None:
        self.server, self.state, self.names = server, state, names
        self.boundary, self.gateway = server.boundary, SimulatedGateway(server.env.backend)
        self.barred_channels: dict[int, int] = {}
        self.step = 0
        self._ends: list[tuple[int, Callable[[], object]]] = []

    async def inject_fault(self, step: int) -> None:
        """Inject the next fault of this season at a random channel."""
        self.step = step
        state = self.state
        if not self.names:
            return
        name, channel = state.choose_next(self.names, "fault"), state.choose_one(state.channels)
        state.action_counts[name] += 1
        state.trace.append(f"{state.now} fault: {name}")
        state.last_fault_at = state.now
        await FAULTS[name](self, channel)

    def fail_request(self, method: str, path: str, status: int, *, is_done: bool = False, times: int = 1) -> None:
        """Let the next requests that fit fail, or only their answers (`is_done`)."""
        self.boundary.request_faults += [RequestFault(method, path, status, is_done)] * times

    def end_later(self, end: Callable[[], object]) -> None:
        """Call a function at the end of this step or of a later one."""
        self._ends.append((self.step + self.state.roll_below(3), end))

    def end_faults(self, step: int) -> None:
        """End the faults that have lasted long enough."""
        due = [end for until, end in self._ends if until <= step]
        self._ends = [(until, end) for until, end in self._ends if until > step]
        for end in due:
            end()
        if due or self._ends or self.barred_channels:
            self.state.last_fault_at = self.state.now
        for channel in [channel for channel, until in self.barred_channels.items() if until <= step]:
            del self.barred_channels[channel]
            self.state.home.env.backend.delete_overwrite(channel, self.bot_id)

    def list_barred_channels(self) -> set[int]:
        """List the channels in which the bot may not post, with their threads."""
        state = self.state
        live = [channel for channel in state.channels if channel.id in state.home.env.backend.channels]
        return {channel.id for channel in live if state.find_ruling_channel_id(channel) in self.barred_channels}

    @property
    def bot_id(self) -> int:
        """The bot's user."""
        return self.state.home.env.backend.bot_user.id


Fault = Callable[[FaultInjector, Any], Awaitable[None]]


def _plan_deaths(neighbour: Neighbour, *moments: Moment) -> Fault:
    async def plan_death(faults: FaultInjector, _: Any) -> None:
        state = faults.state
        moment = state.choose_one(moments or DEATH_MOMENTS)
        faults.boundary.plan_death(DeathPlan(neighbour, state.roll_below(MAX_AWAITS[neighbour]), moment))

    return plan_death


def _fail_requests(method: str, path: str, status: int, *, is_done: bool = False, times: int = 1) -> Fault:
    async def fail(faults: FaultInjector, _: Any) -> None:
        faults.fail_request(method, path, status, is_done=is_done, times=times)

    return fail


async def _fail_posts(faults: FaultInjector, channel: Any) -> None:
    faults.fail_request("POST", f"/channels/{channel.id}/messages", 503, times=2)


async def _kill_now(faults: FaultInjector, _: Any) -> None:
    """End the process between two awaits."""
    faults.boundary.end_now()
    await faults.server.revive()


async def _stop(faults: FaultInjector, _: Any) -> None:
    await faults.server.stop()
    await faults.server.revive()


async def _stay_away(faults: FaultInjector, _: Any) -> None:
    """Stop the bot for some hours."""
    await faults.server.stop()
    await faults.state.home.env.advance_time((1 + faults.state.roll_below(8)) * OUTAGE_S)
    await faults.server.revive()


async def _cut_off_discord(faults: FaultInjector, _: Any) -> None:
    env = faults.state.home.env
    env.inject_error("*", ANY_MESSAGE_ROUTE, status=503, times=None)
    await faults.server.pass_time(OUTAGE_S)
    env.backend.faults[:] = [fault for fault in env.backend.faults if fault["times"] is not None]


async def _slow_discord(faults: FaultInjector, _: Any) -> None:
    faults.boundary.max_delay_s = MAX_DELAY_S

    def end() -> None:
        faults.boundary.max_delay_s = 0.0

    faults.end_later(end)


async def _fill_disk(faults: FaultInjector, _: Any) -> None:
    server, bot = faults.server, faults.server.bot
    await block_writes(bot.store)
    await server.pass_time(OUTAGE_S)
    if server.bot is bot:
        await allow_writes(bot.store)


async def _block_statements(faults: FaultInjector, _: Any) -> None:
    faults.boundary.failing_statements = FAILING_STATEMENTS


async def _revoke_rights(faults: FaultInjector, channel: Any) -> None:
    channel_id = faults.state.find_ruling_channel_id(channel)
    deny = discord.Permissions(send_messages=True, send_messages_in_threads=True).value
    rule = Overwrite(target_id=faults.bot_id, type=OverwriteType.MEMBER, allow=0, deny=deny)
    faults.state.home.env.backend.set_overwrite(channel_id, rule)
    faults.barred_channels[channel_id] = faults.step + 1 + faults.state.roll_below(4)


async def _delete_channel(faults: FaultInjector, channel: Any) -> None:
    """Delete a channel and create another one, where a player lets the game go on."""
    state = faults.state
    table = await state.find_table(channel)
    state.deleted_channels.add(channel.id)
    new_channel = state.replace_channel(channel)
    faults.barred_channels.pop(channel.id, None)
    await state.home.env.settle()
    if table is None or table.status != "running":
        return
    for person in table.reachable_players:
        member = state.find_member(person.user_id)
        if member.is_active(state.day) and not member.has_left:
            await state.run_command(member, new_channel, "continue", table=table.id)
            return


async def _delete_post(faults: FaultInjector, channel: Any) -> None:
    """Delete the newest post of a table, as a moderator may."""
    backend = faults.state.home.env.backend
    posts = [number for number, one in backend.messages.get(channel.id, {}).items() if one.visible_to(None)]
    if posts:
        faults.state.deleted_posts.add(max(posts))
        backend.delete_message(channel.id, max(posts))
        await faults.state.home.env.settle()


async def _delete_role(faults: FaultInjector, _: Any) -> None:
    faults.state.replace_moderator_role()
    await faults.state.home.env.settle()


async def _disorder_events(faults: FaultInjector, _: Any) -> None:
    """Hold all events but interactions for a while, and deliver them in another order."""
    faults.gateway.hold()
    faults.end_later(lambda: faults.gateway.release(faults.state.roll_below))


async def _resume_session(faults: FaultInjector, channel: Any) -> None:
    """Cut the gateway off for a while. Discord then delivers what has happened in between."""
    faults.gateway.hold()
    await _delete_post(faults, channel)
    await faults.server.pass_time(60)
    faults.gateway.release()
    faults.server.bot.dispatch("shard_resumed", 0)
    await faults.state.home.env.settle()


async def _begin_session(faults: FaultInjector, channel: Any) -> None:
    """Cut the gateway off for so long that a new session begins. The bot never hears what has happened in between."""
    shard = faults.server.bot.shards.get(0)
    if shard is None:
        return
    await shard.disconnect()
    await _delete_post(faults, channel)
    await faults.server.pass_time(OUTAGE_S)
    if faults.server.bot.shards.get(0) is not None and shard.is_closed():
        await shard.reconnect()
    await faults.state.home.env.settle()


async def _step_clock(faults: FaultInjector, _: Any) -> None:
    """Let the machine's clock be wrong for a while."""
    env = faults.server.simulation_env
    env.clock_error_s = CLOCK_STEP_S if faults.state.roll_below(2) else -CLOCK_STEP_S

    def end() -> None:
        env.clock_error_s = 0

    faults.end_later(end)


FAULTS: dict[str, Fault] = {
    "killed at the store": _plan_deaths("store"),
    "killed at Discord": _plan_deaths("discord"),
    "killed at a worker": _plan_deaths("worker"),
    "power cut": _plan_deaths("store", "torn"),
    "killed": _kill_now,
    "stopped": _stop,
    "bot away": _stay_away,
    "send fails": _fail_posts,
    "sent but unheard": _fail_requests("POST", POST_ROUTE, 503, is_done=True),
    "edit fails": _fail_requests("PATCH", ANY_MESSAGE_ROUTE, 500, times=2),
    "edited but unheard": _fail_requests("PATCH", ANY_MESSAGE_ROUTE, 500, is_done=True),
    "answer fails": _fail_requests("POST", CALLBACK_ROUTE, 500),
    "answered but unheard": _fail_requests("POST", CALLBACK_ROUTE, 503, is_done=True),
    "rate limited": _fail_requests("*", ANY_MESSAGE_ROUTE, 429, times=2),
    "Discord away": _cut_off_discord,
    "slow Discord": _slow_discord,
    "disk full": _fill_disk,
    "statements time out": _block_statements,
    "no rights": _revoke_rights,
    "channel deleted": _delete_channel,
    "post deleted": _delete_post,
    "role deleted": _delete_role,
    "events out of order": _disorder_events,
    "session resumed": _resume_session,
    "new session": _begin_session,
    "clock step": _step_clock,
    "writes lost": _plan_deaths("store", "lost"),
}


def draw_faults(seed: str) -> tuple[str, ...]:
    """Draw the faults of a season: each one at every second chance."""
    dice = Dice(f"faults {seed}")
    return tuple(name for k, name in enumerate(FAULTS) if dice.roll_below(2, k, "fault"))
