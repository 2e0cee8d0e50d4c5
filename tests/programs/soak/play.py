"""One process of the soak: plays until its time is over, or until it is killed, and says every second how far it is.

    python -m tests.programs.soak.play FOLDER --tables 200 --seconds 60 --seed x --epoch 0 --elapsed 0

The tables are in the folder, or in the database that OVERWINTER_STORE_URL names.
Every line is a JSON object: {"moved": [table, entry, digest]} for a move that was acknowledged, {"state": …} for the counts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import time
from pathlib import Path
from typing import Any

from tests.discord.stores import in_simulated_time
from tests.programs.soak.opening import open_table
from tests.programs.soak.turn import ACTIONS
from tests.programs.soak.world import HOUR, PATIENCE, ROUND, TIDY, World, memory


class Soak:
    """What is done, how often, and what was seen on the way."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.memory: list[float] = []
        self.full_for = 0
        self.away_for = 0

    # ------------------------------------------------------------- a step
    async def step(self) -> None:
        """One action at one table, or one accident."""
        world = self.world
        if world.below(100) < 5:
            await self.accident()
        await self.recover()
        channel = world.somewhere()
        table = await world.table(channel)
        if table is None or table.status != "running":
            await open_table(world, channel, table)
            return
        who = await world.waiting(table)
        if who is None:
            world.wrong["a running table that waits for nobody"] += 1
            return
        roll, weighed = world.below(100), 0
        for name, (weight, action) in ACTIONS.items():
            weighed += weight
            if roll < weighed:
                before = await world.newest(table.id)
                world.tried[name] += 1
                await action(world, channel, table, who)
                after = await world.newest(table.id)
                if after is not None and after != before:
                    world.tried["moves"] += 1
                    _say(moved=[table.id, *after])
                return

    # ------------------------------------------------------------- accidents
    async def accident(self) -> None:
        world = self.world
        what = world.one(
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
        world.tried[what] += 1
        channel = world.one(world.channels)
        match what:
            case "send fails":
                world.env.inject_error("POST", f"/channels/{channel.id}/messages", status=503, times=2)
            case "sent but unheard":
                world.journal.lose += 1
            case "no rights":
                world.env.inject_error("*", f"/channels/{channel.id}/messages*", status=403, code=50013, times=2)
            case "answer fails":
                world.fail_answer()
            case "disk full":
                self.full_for = 10
                await world.fill_disk()
            case "Discord away":
                self.away_for = 15
                world.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
            case "half a day passes":
                await world.pass_time(HOUR * (1 + world.below(12)))
            case "rights come back":
                world.bot.posts.hurry()
            case _:
                await world.restart()
                self.full_for = 0

    async def recover(self, *, now: bool = False) -> None:
        """Accidents pass."""
        world = self.world
        self.full_for, self.away_for = max(0, self.full_for - 1), max(0, self.away_for - 1)
        if now or self.full_for == 0:
            await world.make_room()
        if now or self.away_for == 0:
            world.env.backend.faults[:] = [fault for fault in world.env.backend.faults if fault["times"] is not None]
        if now:
            world.env.backend.faults.clear()
            world.journal.lose = 0

    # ------------------------------------------------------------------- run
    async def run(self, seconds: float) -> None:
        """Play until the time is over, then let everything come to rest and look whether all is in order."""
        world, steps, said, end = self.world, 0, 0.0, time.monotonic() + seconds
        while time.monotonic() < end:
            await self.step()
            await world.env.advance_time(1 + world.below(2 * ROUND // len(world.channels)))
            steps += 1
            if steps % TIDY == 0:
                world.tidy()
                self.memory.append(memory())
            if time.monotonic() > said + 1:
                said = time.monotonic()
                self.report()
        await self.recover(now=True)
        await world.pass_time(HOUR)
        for table_id in await world.bot.tables.snapshots.unposted():
            world.bot.posts.poke(table_id)  # those that waited for rights to be given back
        await world.bot.posts.drain(PATIENCE)  # simcord waits only for what the bot does of its own
        unposted = await world.bot.tables.snapshots.unposted()
        self.count_wrong("tables not shown in the end", len(unposted))
        if unposted:
            sys.stderr.write(f"not shown: {unposted} {world.last}\n")
            for task in asyncio.all_tasks():
                if task.get_name().startswith(("post-", "rest-")):
                    sys.stderr.write(f"{task.get_name()}: {_awaits(task.get_coro())}\n")
        self.count_wrong("posts still waiting", world.bot.posts.waiting)
        self.count_wrong("commands still under way", world.bot.metrics.running)
        overdue = "SELECT count(*) FROM {} WHERE due_at < ? {}"
        late = int(world.now().timestamp()) - 60
        for name, which in (("turn_deadlines", ""), ("reminders", "AND state IN ('due', 'trying')")):
            rows = await world.bot.store.all(overdue.format(name, which), late)
            self.count_wrong(f"{name} that are overdue in the end", rows[0][0])
        self.report(done=True)

    def count_wrong(self, what: str, n: int) -> None:
        if n:
            self.world.wrong[what] += n

    def report(self, *, done: bool = False) -> None:
        """How far it is."""
        self.world.tried["answers to sends lost"] = self.world.journal.lost
        figures = {one.name: [one.n, one.ack_median, one.ack_worst] for one in self.world.bot.metrics.figures()}
        _say(
            state={
                "tried": dict(self.world.tried),
                "wrong": dict(self.world.wrong),
                "memory": self.memory,
                "elapsed": self.world.env.backend.clock.elapsed,
                "figures": figures,
                "done": done,
            }
        )


class Incidents(logging.Handler):
    """What went wrong in the bot itself. Injected failures make incidents of their own kind, which are not counted."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.INFO)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Count it, unless it was injected."""
        error = record.exc_info[1] if record.exc_info else None
        text = record.getMessage()
        self._world.last.append(f"{text} {error or ''}")
        if record.levelno < logging.ERROR:
            return
        injected = "injected by test" in str(error) or text.startswith("not written: The disk") or "disk" in text
        if not injected:
            self._world.wrong[f"{record.name}: {text.split('(')[0][:60]} ({type(error).__name__})"] += 1
            if error is not None:
                logging.lastResort.emit(record) if logging.lastResort else None


def _awaits(coroutine: Any) -> list[str]:
    """Where a task stands, from its own function down to what it waits for."""
    at = []
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None)
        at.append(f"{getattr(coroutine, '__qualname__', coroutine)}:{frame.f_lineno if frame else ''}")
        coroutine = getattr(coroutine, "cr_await", None)
    return at


def _say(**what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


async def _main(asked: argparse.Namespace) -> None:
    in_simulated_time()
    world = World(asked.folder, asked.tables, asked.seed, asked.epoch, asked.elapsed)
    logging.getLogger("overwinter").addHandler(Incidents(world))
    logging.getLogger("overwinter").setLevel(logging.INFO)
    logging.getLogger("overwinter").propagate = False
    try:
        await world.env.start()
        await Soak(world).run(asked.seconds)
    finally:
        await world.close()


def main() -> None:
    """Run the process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    for name, kind in (("tables", int), ("seconds", float), ("seed", str), ("epoch", int), ("elapsed", float)):
        parser.add_argument(f"--{name}", type=kind, required=True)
    asyncio.run(_main(parser.parse_args()))


if __name__ == "__main__":
    main()
