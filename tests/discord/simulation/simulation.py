"""Some weeks at many tables: steady, quiet, absent, lost and spiteful people, and faults.

One seed decides everything: who comes and sits where, who acts and when, and the faults, with the ends of the bot's process.
The trace lists the actions; two runs of the same seed leave the same trace.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from tests.discord.camp_game import HOUR_S
from tests.discord.simulation.behaviours import visit_table
from tests.discord.simulation.checks import SimulationChecker
from tests.discord.simulation.faults import FaultInjector
from tests.discord.simulation.log_checks import LOGGERS, IncidentRecorder
from tests.discord.simulation.simulated_server import SimulatedServer
from tests.discord.simulation.simulation_state import BEHAVIOURS, SimulatedUser, SimulationState

STEP_H = 6
"""Hours between two checks, and two chances of a fault."""
SPITE_ODDS = 4
"""At one of this number of chances, a spiteful person acts, also at night."""
FAULT_ODDS = 2
"""In one of this number of steps something goes wrong."""
VISIT_ODDS = 1
"""In one of this number of hours somebody visits a table."""
TIME_ZONES = ("UTC", "Europe/Madrid", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
QUIET_HOURS = (("22", "12"), ("21:30", "7:15"), ("0", "13:59"), ("9", "17"))
"""Quiet hours, in which the bot mentions none of the quiet people."""


class Simulation:
    """Some weeks at `tables` tables, with these faults."""

    def __init__(
        self,
        server: SimulatedServer,
        seed: str,
        people: int,
        tables: int,
        slugs: Sequence[str],
        faults: tuple[str, ...],
    ) -> None:
        self.state = SimulationState(server, seed, tables)
        self.checker = SimulationChecker(self.state)
        self.fault_injector = FaultInjector(server, self.state, faults)
        self._slugs = slugs
        self._arrival_days = [BEHAVIOURS[k % len(BEHAVIOURS)] for k in range(people)]
        self._begun, self._seeds = 0, 0
        server.seeds = self._create_seed

    def _create_seed(self) -> str:
        """Return a new seed for every game."""
        self._seeds += 1
        return f"seed {self._seeds} of the games in {self.state.seed}"

    # ---------------------------------------------------------------- weeks
    async def run_days(self, days: int) -> None:
        """Simulate `days` days."""
        seen = IncidentRecorder(self.state)
        for name in LOGGERS:
            logging.getLogger(name).addHandler(seen)
        try:
            await self._run_days(days)
            self.state.record_requests()
            await self.state.record_store()
        finally:
            for name in LOGGERS:
                logging.getLogger(name).removeHandler(seen)

    async def _run_days(self, days: int) -> None:
        state, home = self.state, self.state.home
        for _ in range(len(self._arrival_days) * 3 // 4):
            await self._add_members(days)
        for step in range(days * 24 // STEP_H):
            await self._change_people(step, days)
            if not state.roll_below(FAULT_ODDS):
                await self.fault_injector.inject_fault(step)
            for _ in range(STEP_H):
                await self._visit_channels()
                await home.pass_time(HOUR_S)
            self.fault_injector.end_faults(step)
            await home.pass_time(60)
            await self.checker.check_all(self.fault_injector.list_barred_channels())
            await self.checker.trim_history()

    async def _change_people(self, step: int, days: int) -> None:
        """Let somebody arrive, and others leave the server."""
        state = self.state
        if self._arrival_days and not state.roll_below(4):
            await self._add_members(days)
        for member in state.members:
            if member.manner == "gone" and not member.has_left and state.roll_below(4 * days) < 3 and step > 4:
                state.remove_user(member)

    async def _visit_channels(self) -> None:
        """Let people visit some of the tables in an hour."""
        for k, channel in enumerate(self.state.channels):
            if not self.state.roll_below(VISIT_ODDS):
                await self._visit_channel(k, channel)

    async def _add_members(self, days: int) -> None:
        state = self.state
        member = state.add_user(self._arrival_days.pop(0))
        if member.manner == "quiet":
            first, last = state.choose_one(QUIET_HOURS)
            hours = {"from": first, "to": last}
            await state.run_command(
                member,
                state.channels[0],
                "quiet",
                zone=state.choose_one(TIME_ZONES),
                weekends=state.choose_one(("off", "on")),
                **hours,
            )
        elif member.manner == "absent":
            begin = state.day + 2 + state.roll_below(max(1, days // 4))
            member.vacation = range(begin, begin + 10 + state.roll_below(days))

    async def _visit_channel(self, k: int, channel: Any) -> None:
        """Let everybody at a table act, or begin the next game if none is open."""
        state = self.state
        table = await state.find_table(channel)
        if table is None or table.status != "running":
            await self._start_game(k, channel)
            return
        for person in table.reachable_players:
            member = state.find_member(person.user_id)
            if member.has_left or not member.is_active(state.day):
                continue
            table_now = await state.find_table(channel)
            if table_now is None or table_now.id != table.id or table_now.find_seat(member.id) is None:
                continue
            if member.is_visiting(state.now) or (member.manner == "spiteful" and not state.roll_below(SPITE_ODDS)):
                await visit_table(state, member, channel)

    async def _start_game(self, k: int, channel: Any) -> None:
        state = self.state
        present = [
            member for member in state.members if member.is_active(state.day) and not member.is_asleep(state.now)
        ]
        hosts = [member for member in present if member.manner == "steady"]
        slug = self._slugs[k % len(self._slugs)]
        seats = state.choose_one(list(state.home.bot.catalogue.load_game(slug).seat_counts))
        host: SimulatedUser = state.choose_one(hosts)
        others = [member for member in present if member is not host]
        if len(others) < seats - 1:
            return
        if await self._start_rematch(channel):
            return
        await state.run_command(host, channel, "play", game=slug)
        if state.is_nth_time(3, "unrated"):
            await state.run_command(host, channel, "options", name="rated", value="no")
        if seats < max(state.home.bot.catalogue.load_game(slug).seat_counts) and state.is_nth_time(3, "computer"):
            await state.run_command(host, channel, "computer", level="cadet")
            state.action_counts["computer"] += 1
        for _ in range(seats - 1):
            await state.run_command(others.pop(state.roll_below(len(others))), channel, "join")
        await state.run_command(host, channel, "pace", time=0 if k == 0 else state.choose_one((12, 24)))
        await state.run_command(host, channel, "start")
        state.action_counts["begun"] += 1

    async def _start_rematch(self, channel: Any) -> bool:
        """Start a rematch of the channel's last game if all its players are there, at every second chance."""
        state = self.state
        post = state.open_snapshot(channel, "Rematch")
        row = await state.home.bot.store.fetch_first(
            "SELECT max(id) AS id FROM tables WHERE channel_id = ? AND status = 'finished'", channel.id
        )
        if post is None or row is None or row["id"] is None or not state.is_nth_time(2, "rematch"):
            return False
        table = await state.home.bot.tables.load_table(row["id"])
        users = [person.user_id for person in table.seats if person.user_id > 0]
        members = [state.find_member(user) for user in users]
        if len({*users}) < len(table.seats) or not all(member.is_active(state.day) for member in members):
            return False
        await state.press_button(members[0], post, "Rematch")
        for member in members[1:]:
            await state.run_command(member, channel, "join")
        await state.run_command(members[0], channel, "start")
        state.action_counts["rematch"] += 1
        return True
