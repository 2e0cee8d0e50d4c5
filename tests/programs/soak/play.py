"""One process of the soak: plays until its time is over or it is killed, and reports every second.

    python -m tests.programs.soak.play FOLDER --tables 200 --seconds 60 --seed x --epoch 0 --elapsed 0

The tables are in the folder, or in the database that OVERWINTER_STORE_URL names. Every line is a JSON object: {"moved":
[table, entry, digest]} for an acknowledged move, {"state": …} for the counts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from engine.host.model.table import Table
from tests.discord.stores import use_simulated_time
from tests.programs.soak.opening import open_table
from tests.programs.soak.turn import TABLE_ACTIONS
from tests.programs.soak.world import HOUR_S, ROUND_S, SETTLE_TIMEOUT_S, TRIM_INTERVAL, SoakWorld, measure_memory_mb

SILENCE_MAX = timedelta(minutes=5)
"""The longest that a table may wait for computers: an answer that could not be stored is tried again after 30 seconds."""


class SoakRun:
    """Chooses the actions and accidents of the soak, and counts them."""

    def __init__(self, world: SoakWorld) -> None:
        self.world = world
        self.memory: list[float] = []
        self.full_steps_left = 0
        self.outage_steps_left = 0
        self._silences: dict[int, tuple[int, datetime]] = {}
        """The revision and the time at which a running table was first seen to wait for nobody but computers."""

    # ------------------------------------------------------------- a step
    async def run_step(self) -> None:
        """Make one action at one table, or one accident."""
        world = self.world
        if world.roll_below(100) < 5:
            await self.cause_accident()
        await self.end_accidents()
        channel = world.choose_channel()
        table = await world.find_table(channel)
        if table is None or table.status != "running":
            await open_table(world, channel, table)
            return
        who = await world.list_waiting(table)
        if who is None:
            self._note_silence(table)
            return
        self._silences.pop(table.id, None)
        roll, weighed = world.roll_below(100), 0
        for name, (weight, action) in TABLE_ACTIONS.items():
            weighed += weight
            if roll < weighed:
                before = await world.find_newest_entry(table.id)
                world.attempt_counts[name] += 1
                await action(world, channel, table, who)
                after = await world.find_newest_entry(table.id)
                if after is not None and after != before:
                    world.attempt_counts["moves"] += 1
                    _print_report(moved=[table.id, *after])
                return

    def _note_silence(self, table: Table) -> None:
        """Note that a running table waits for nobody but computers. They answer within SILENCE_MAX, except on a full disk."""
        now = self.world.read_time()
        revision, since = self._silences.get(table.id, (-1, now))
        if self.full_steps_left or revision != table.revision:
            self._silences[table.id] = table.revision, now
        elif now - since > SILENCE_MAX:
            self.world.violation_counts["a running table that waits for nobody"] += 1

    # ------------------------------------------------------------- accidents
    async def cause_accident(self) -> None:
        world = self.world
        what = world.choose_one(
            [
                "send fails",
                "sent but unheard",
                "no rights",
                "answer fails",
                "disk full",
                "Discord away",
                "half a day passes",
                "restart",
                "rights come back",
            ]
        )
        world.attempt_counts[what] += 1
        channel = world.choose_one(world.channels)
        match what:
            case "send fails":
                world.env.inject_error("POST", f"/channels/{channel.id}/messages", status=503, times=2)
            case "sent but unheard":
                world.journal.loses_answer += 1
            case "no rights":
                world.env.inject_error("*", f"/channels/{channel.id}/messages*", status=403, code=50013, times=2)
            case "answer fails":
                world.fail_answer()
            case "disk full":
                self.full_steps_left = 10
                await world.fill_disk()
            case "Discord away":
                self.outage_steps_left = 15
                world.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
            case "half a day passes":
                await world.pass_time(HOUR_S * (1 + world.roll_below(12)))
            case "rights come back":
                world.bot.board_posts.retry_all()
            case _:
                await world.restart_bot()
                self.full_steps_left = 0

    async def end_accidents(self, *, is_forced: bool = False) -> None:
        """End accidents, at random or all of them (`is_forced`)."""
        world = self.world
        self.full_steps_left, self.outage_steps_left = (
            max(0, self.full_steps_left - 1),
            max(0, self.outage_steps_left - 1),
        )
        if is_forced or self.full_steps_left == 0:
            await world.make_room()
        if is_forced or self.outage_steps_left == 0:
            world.env.backend.faults[:] = [fault for fault in world.env.backend.faults if fault["times"] is not None]
        if is_forced:
            world.env.backend.faults.clear()
            world.journal.loses_answer = 0

    # ------------------------------------------------------------------- run
    async def run(self, duration_s: float) -> None:
        """Play until the time is over, then let everything come to rest and check it."""
        world, steps, said, end = self.world, 0, 0.0, time.monotonic() + duration_s
        while time.monotonic() < end:
            await self.run_step()
            await world.env.advance_time(1 + world.roll_below(2 * ROUND_S // len(world.channels)))
            steps += 1
            if steps % TRIM_INTERVAL == 0:
                world.trim_history()
                self.memory.append(measure_memory_mb())
            if time.monotonic() > said + 1:
                said = time.monotonic()
                self.print_report()
        await self.end_accidents(is_forced=True)
        await world.pass_time(HOUR_S)
        for table_id in await world.bot.tables.snapshots.list_unposted():
            world.bot.board_posts.request_post(table_id)  # boards that waited for the bot's rights
        await world.bot.board_posts.drain(SETTLE_TIMEOUT_S)  # simcord waits only for the bot's own tasks
        unposted = await world.bot.tables.snapshots.list_unposted()
        self.record_violation("tables not shown in the end", len(unposted))
        if unposted:
            sys.stderr.write(f"not shown: {unposted} {world.last_entries}\n")
            for task in asyncio.all_tasks():
                if task.get_name().startswith(("post-", "rest-")):
                    sys.stderr.write(f"{task.get_name()}: {_list_awaits(task.get_coro())}\n")
        self.record_violation("posts still waiting", world.bot.board_posts.waiting_count)
        self.record_violation("commands still under way", world.bot.metrics.running_count)
        overdue = "SELECT count(*) FROM {} WHERE due_at < ? {}"
        late = int(world.read_time().timestamp()) - 60
        for name, which in (("turn_deadlines", ""), ("outbox", "AND state <> 'open'")):
            rows = await world.bot.store.fetch_all(overdue.format(name, which), late)
            self.record_violation(f"{name} that are overdue in the end", rows[0][0])
        self.print_report(share_done=True)

    def record_violation(self, violation: str, n: int) -> None:
        if n:
            self.world.violation_counts[violation] += n

    def print_report(self, *, share_done: bool = False) -> None:
        """Print a report of the progress."""
        self.world.attempt_counts["answers to sends lost"] = self.world.journal.lost_ids
        figures = {
            one.name: [one.count, one.ack_median_s, one.ack_worst_s] for one in self.world.bot.metrics.list_figures()
        }
        _print_report(
            state={
                "tried": dict(self.world.attempt_counts),
                "wrong": dict(self.world.violation_counts),
                "memory": self.memory,
                "elapsed": self.world.env.backend.clock.elapsed,
                "figures": figures,
                "done": share_done,
            }
        )


class IncidentCounter(logging.Handler):
    """A log handler that counts incidents of the bot. Injected failures make incidents of their own kind, which do not count."""

    def __init__(self, world: SoakWorld) -> None:
        super().__init__(logging.INFO)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Count an incident that was not injected."""
        error = record.exc_info[1] if record.exc_info else None
        text = record.getMessage()
        self._world.last_entries.append(f"{text} {error or ''}")
        if record.levelno < logging.ERROR:
            return
        injected = "injected by test" in str(error) or text.startswith("not written: The disk") or "disk" in text
        if not injected:
            self._world.violation_counts[f"{record.name}: {text.split('(')[0][:60]} ({type(error).__name__})"] += 1
            if error is not None:
                logging.lastResort.emit(record) if logging.lastResort else None


def _list_awaits(coroutine: Any) -> list[str]:
    """List the frames of a task, from its own function to its innermost await."""
    at = []
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None)
        at.append(f"{getattr(coroutine, '__qualname__', coroutine)}:{frame.f_lineno if frame else ''}")
        coroutine = getattr(coroutine, "cr_await", None)
    return at


def _print_report(**report: Any) -> None:
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


async def _run_process(arguments: argparse.Namespace) -> None:
    use_simulated_time()
    world = SoakWorld(arguments.folder, arguments.tables, arguments.seed, arguments.epoch, arguments.elapsed)
    logging.getLogger("overwinter").addHandler(IncidentCounter(world))
    logging.getLogger("overwinter").setLevel(logging.INFO)
    logging.getLogger("overwinter").propagate = False
    try:
        await world.env.start()
        await SoakRun(world).run(arguments.seconds)
    finally:
        await world.close()


def main() -> None:
    """Run the process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    for name, kind in (("tables", int), ("seconds", float), ("seed", str), ("epoch", int), ("elapsed", float)):
        parser.add_argument(f"--{name}", type=kind, required=True)
    asyncio.run(_run_process(parser.parse_args()))


if __name__ == "__main__":
    main()
