"""A simulated Discord whose bot can end at any await. People notice, and the next process starts on what is left on the disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import simcord

from cogs.client import Overwinter
from cogs.interactions import limits
from engine.ops.config import Config
from tests.discord.fake_server import CachedStartBot, FakeServer, find_message
from tests.discord.simcord_internals import clear_errors, is_started
from tests.discord.simulation.one_thread import SimulationEnv
from tests.discord.simulation.process_boundary import ProcessBoundary

ANSWER_WITHIN_S = 3
"""Seconds in which an interaction must be answered."""
RESTART_AFTER_S = 20
"""Seconds between the end of a process and the start of the next."""
MAX_STARTS = 5
"""The starts of a process. All but the last may end half-way."""


class SimulatedServer(FakeServer):
    """The bot, the people, and the boundary between them. `problems` are those that nobody else records."""

    def __init__(self, env: simcord.Env, bot: Overwinter, config: Config) -> None:
        super().__init__(env, bot, config)
        assert isinstance(env, SimulationEnv)
        self.simulation_env = env
        self.boundary = ProcessBoundary(Path(config.store.path))
        self.problems: list[str] = []
        self.start_count = 0
        self.on_answer: Callable[[simcord.InteractionResult], None] = lambda _: None
        self._known_deaths = self._known_unheard = 0

    # ---------------------------------------------------------------- processes
    async def stop(self) -> None:
        """Let the process finish its work and end."""
        await self.boundary.stop_process(self.bot.close(), self.env.advance_time)
        if self.boundary.is_dead:
            await self.remove_process()

    async def revive(self) -> None:
        """Start the next process, if the last one has ended."""
        for tries in range(MAX_STARTS + 1):
            if self.boundary.is_dead:
                await self.remove_process()
            elif not self.bot.is_closed():
                break
            await self._start_process(may_end=tries < MAX_STARTS - 1)

    async def remove_process(self) -> None:
        """Remove all that an ended process left."""
        bot = self.bot
        await self.boundary.remove_process()
        if bot.file_lock is not None:
            bot.file_lock.release()
        await bot.picture_service.close()
        bot.film_service.close()
        await discord.Client.close(bot)
        clear_errors(self.env)

    async def _start_process(self, *, may_end: bool) -> None:
        boundary = self.boundary
        if not may_end:
            boundary.cancel_death()
        delay_s, boundary.max_delay_s = boundary.max_delay_s, 0.0
        if is_started(self.env):
            await self.env.advance_time(RESTART_AFTER_S)
        self.bot = CachedStartBot(
            self.config, clock=self.env.now, seed_factory=self.seeds, move_service=self.move_service
        )
        self.earlier_bots = [self.bot]
        self.start_count += 1
        await boundary.start_process(self._attach())
        boundary.max_delay_s = delay_s
        if not boundary.is_dead:
            await self.env.settle()

    async def _attach(self) -> None:
        """Connect the new process; simcord is not started where the last one ended in the middle of its start."""
        if is_started(self.env):
            await self.env.restart_bot(self.bot)
        else:
            self.env.bot = self.bot
            await self.env.start()

    async def pass_time(self, seconds: float) -> None:
        """Let time pass. A process that has ended is followed by another one."""
        await self.env.advance_time(seconds)
        await self.revive()

    # ---------------------------------------------------------------- answers
    def record_result(self, result: simcord.InteractionResult) -> simcord.InteractionResult:
        """Check that Discord takes all messages of an answer."""
        for message in [result.response, *result.followups]:
            if message is not None and (problems := limits.find_problems(find_message(message))):
                self.problems.append(f"beyond a limit: {problems}")
        return result

    async def run_command(
        self, user: simcord.MemberActor, name: str, channel: Any = None, /, **options: Any
    ) -> simcord.InteractionResult:
        """Type a command, and wait for the answer."""
        self.begin_action()
        result = await super().run_command(user, name, channel, **options)
        await self.await_answer(result, f"/{name}")
        return result

    async def click_button(
        self, user: simcord.MemberActor, message: Any, label: str = "", *, custom_id: str = ""
    ) -> simcord.InteractionResult:
        """Press a button, and wait for the answer."""
        self.begin_action()
        result = await super().click_button(user, message, label, custom_id=custom_id)
        await self.await_answer(result, custom_id or label)
        return result

    async def choose_values(
        self, user: simcord.MemberActor, message: Any, *values: str, custom_id: str = ""
    ) -> simcord.InteractionResult:
        """Choose in a select, and wait for the answer."""
        self.begin_action()
        result = await super().choose_values(user, message, *values, custom_id=custom_id)
        await self.await_answer(result, custom_id)
        return result

    def begin_action(self) -> None:
        """Note the faults before an action. Only those after it excuse a missing answer."""
        self._known_deaths, self._known_unheard = self.boundary.death_count, self.boundary.unheard_count

    async def await_answer(self, result: simcord.InteractionResult, action: str) -> None:
        """Wait for an answer, and start the next process if this one has ended.

        An answer may be missing only where the process has ended or Discord has refused the answer.
        """
        if self.boundary.max_delay_s:
            await self.env.advance_time(ANSWER_WITHIN_S)
        deaths, unheard = self.boundary.death_count, self.boundary.unheard_count
        is_excused = (deaths, unheard) != (self._known_deaths, self._known_unheard)
        if not result.acknowledged and not is_excused:
            self.problems.append(f"not answered: {action}")
        elif result.acknowledged and not self.boundary.is_dead:
            self.on_answer(result)
        if self.boundary.is_dead:
            await self.revive()
