"""Random faults: sends that fail or whose answer is lost, revoked rights, a full disk, and kills."""

from __future__ import annotations

import logging
from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.discord.camp_game import HOUR_S
from tests.discord.full_disk import allow_writes, block_writes
from tests.discord.simulation.checks import SimulationChecker
from tests.discord.simulation.simulation_state import SimulationState

PLUG_PULLED = "the plug is pulled"
FAULTS = ("send fails", "sent but unheard", "no rights", "disk full", "Discord away", "bot away", "channel deleted")
INJECTED_ERRORS = ("injected by test", PLUG_PULLED, "disk", "Missing Permissions")
"""Texts that mark an injected error."""
OUTAGE_S = HOUR_S
"""Seconds that Discord, or space on the disk, is missing."""


class IncidentRecorder(logging.Handler):
    """A log handler that records incidents of the bot, except injected ones. There must be none."""

    def __init__(self, stage: SimulationState) -> None:
        super().__init__(logging.ERROR)
        self._stage = stage

    def emit(self, record: logging.LogRecord) -> None:
        """Record an incident."""
        error, text = record.exc_info[1] if record.exc_info else None, record.getMessage()
        if not any(one in f"{text} {error} {error and error.__cause__}" for one in INJECTED_ERRORS):
            self._stage.record_violation(f"{record.name}: {text} ({type(error).__name__}: {error})")


class FaultInjector:
    """Injects faults. `barred_channels`: channels in which the bot may not post, each with the step at which this ends."""

    def __init__(self, stage: SimulationState, watch: SimulationChecker) -> None:
        self._stage, self._watch = stage, watch
        self.barred_channels: dict[int, int] = {}

    async def inject_fault(self, step: int) -> None:
        """Inject a random fault."""
        stage = self._stage
        what, channel, env = stage.choose_next(FAULTS, "fault"), stage.choose_one(stage.channels), stage.home.env
        stage.action_counts[what] += 1
        stage.trace.append(f"{stage.now} {what}")
        match what:
            case "send fails":
                env.inject_error("POST", f"/channels/{channel.id}/messages", status=503, times=2)
            case "sent but unheard":
                self._watch.lose += 1
            case "no rights":
                self._bar_channel(channel)
                self.barred_channels[channel.id] = step + 1 + stage.roll_below(4)
            case "bot away":
                await stage.home.bot.close()
                await env.advance_time((1 + stage.roll_below(8)) * OUTAGE_S)
                await self.restart_bot(is_killed=False)
            case "channel deleted":
                await self._delete_channel(channel)
            case "disk full":
                await block_writes(stage.home.bot.store)
                await env.advance_time(OUTAGE_S)
                await allow_writes(stage.home.bot.store)
            case _:
                env.inject_error("*", "/channels/*/messages*", status=503, times=None)
                await env.advance_time(OUTAGE_S)
                env.backend.faults[:] = [fault for fault in env.backend.faults if fault["times"] is not None]

    async def _delete_channel(self, channel: Any) -> None:
        """Delete a channel and create another one, where a player lets the game go on."""
        stage = self._stage
        table = await stage.find_table(channel)
        stage.deleted_channels.add(channel.id)
        new_channel = stage.replace_channel(channel)
        self.barred_channels.pop(channel.id, None)
        await stage.home.env.settle()
        if table is None or table.status != "running":
            return
        for person in table.reachable_players:
            guest = stage.find_guest(person.user_id)
            if guest.is_active(stage.day) and not guest.has_left:
                await stage.run_command(guest, new_channel, "continue", table=table.id)
                return

    def restore_rights(self, step: int) -> None:
        """Restore the rights that have been missing long enough."""
        for channel in [channel for channel, until in self.barred_channels.items() if until <= step]:
            del self.barred_channels[channel]
            self._stage.home.env.backend.delete_overwrite(channel, self._bot)

    def cut_off_bot(self) -> None:
        """Stop all writes and sends of the bot from now on. Its process has ended without notice."""

        async def dead(*_: object, **__: object) -> Any:
            raise OSError(PLUG_PULLED)

        store: Any = self._stage.home.bot.store
        store.write = dead
        self._watch.dead = True

    async def restart_bot(self, *, is_killed: bool) -> None:
        """Start a new process on the same file, after a stop or a kill."""
        home = self._stage.home
        if is_killed:
            self.cut_off_bot()
            await home.kill()
        self._watch.dead = False
        self._watch.kill_at_send = None
        await home.restart()
        await home.env.settle()
        self._stage.action_counts["killed" if is_killed else "stopped"] += 1

    @property
    def _bot(self) -> int:
        user = self._stage.home.bot.user
        assert user is not None
        return user.id

    def _bar_channel(self, channel: Any) -> None:
        deny = discord.Permissions(send_messages=True).value
        rule = Overwrite(target_id=self._bot, type=OverwriteType.MEMBER, allow=0, deny=deny)
        self._stage.home.env.backend.set_overwrite(channel.id, rule)
