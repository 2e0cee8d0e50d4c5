"""One process of the soak: plays until its time is over, or until it is killed, and says every second how far it is.

    python -m tests.soak.play FOLDER --tables 200 --seconds 60 --seed x --epoch 0

Every line is a JSON object: {"moved": [table, entry, digest]} for a move that was acknowledged, {"state": …} for the counts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import simcord

from engine.host.table import Table
from tests.discord.hold import hold
from tests.discord.hut import controls
from tests.soak.world import PATIENCE, TIDY, World, memory

Action = Callable[["Soak", simcord.ChannelHandle, Table, simcord.MemberActor], Awaitable[None]]
SOUGHT = ["compass", "A3", "island", "N7.1", "zeppelin"]


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
        channel = world.one(world.channels)
        table = await world.table(channel)
        if table is None or table.status != "running":
            await self.open(channel, table)
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
                await action(self, channel, table, who)
                after = await world.newest(table.id)
                if after is not None and after != before:
                    world.tried["moves"] += 1
                    _say(moved=[table.id, *after])
                return

    async def open(self, channel: simcord.ChannelHandle, table: Table | None) -> None:
        """A table is opened, people sit down, the game begins."""
        world = self.world
        people = list(world.people)
        if table is None:
            game = world.one(world.bot.shelf.games())
            await world.slash(world.one(people), channel, "play", game=game.slug)
            table = await world.table(channel)
            if table is None:
                return  # the disk is full, or Discord has not taken it
            world.tried["tables opened"] += 1
        game = world.bot.shelf.game(table.game)
        size = world.one(game.seats)
        while len(table.seats) < size:
            who = world.one([one for one in people if table.seat_of(one.id) is None])
            await world.slash(who, channel, "join")
            joined = await world.table(channel)
            if joined is None or len(joined.seats) == len(table.seats):
                return
            table = joined
        await world.slash(world.actor(table.seats[0].user), channel, "start")

    # -------------------------------------------------------- at a table
    async def panel(self, channel: simcord.ChannelHandle, table: Table, who: simcord.MemberActor) -> None:
        await self.world.by_panel(channel, who, table)

    async def words(self, channel: simcord.ChannelHandle, table: Table, who: simcord.MemberActor) -> None:
        await self.world.by_words(channel, who, table)

    async def twice(self, channel: simcord.ChannelHandle, table: Table, who: simcord.MemberActor) -> None:
        await self.world.twice(channel, who, table)

    async def late(self, channel: simcord.ChannelHandle, _table: Table, who: simcord.MemberActor) -> None:
        """A button of an earlier turn: on a panel that was left open, perhaps since before a restart, or on an old post."""
        world = self.world
        if world.old and world.below(2):
            left = world.one(world.old)
            world.old.remove(left)  # pressed once, it shows something else
            owner, panel, part = left
            if panel.id in world.env.backend.messages.get(_place(panel), {}):
                await world.press(owner, panel, part)
            return
        posts = [post for post in channel.history() if controls(post)]
        if posts:
            await world.press(who, posts[0], world.one(controls(posts[0])))

    async def together(self, _channel: simcord.ChannelHandle, _table: Table, _who: simcord.MemberActor) -> None:
        """Many people at many tables press at the same moment."""
        world, held = self.world, []
        for channel in {world.one(world.channels).id: world.one(world.channels) for _ in range(6)}.values():
            table = await world.table(channel)
            if table is None or table.status != "running":
                continue
            who = await world.waiting(table)
            panel = None if who is None else (await world.slash(who, channel, "hand")).response
            parts = [part for part in world.choices(panel) if part["type"] == 2]
            if who is not None and panel is not None and parts:
                held.append(hold(world.env, who, panel, world.one(parts)["custom_id"]))
        if held:
            await world.together(held)

    async def look(self, channel: simcord.ChannelHandle, _table: Table, _who: simcord.MemberActor) -> None:
        world = self.world
        command, options = world.one(
            [
                ("board", {}),
                ("board", {"view": "mine"}),
                ("log", {}),
                ("hand", {}),
                ("why", {}),
                ("record", {}),
                ("rules", {"rule": world.one(SOUGHT)}),
            ]
        )
        await world.slash(world.one(world.people), channel, command, **options)

    async def undo(self, channel: simcord.ChannelHandle, table: Table, _who: simcord.MemberActor) -> None:
        world = self.world
        person = world.actor(world.one(table.seats).user)
        await world.slash(person, channel, "undo")
        request = (await world.bot.tables.sight(table.id, None)).undo
        question = channel.last_message
        if request is None or question is None:
            return
        for seated in table.seats:
            asked = next((now for now in channel.history() if now.id == question.id), question)
            label = world.one(["Agree", "Agree", "No, it stands"])
            parts = [part for part in world.choices(asked) if part.get("label") == label]
            if parts and seated.seat not in request.agreed:
                await world.press(world.actor(seated.user), asked, parts[0])

    async def resign(self, channel: simcord.ChannelHandle, _table: Table, who: simcord.MemberActor) -> None:
        asked = (await self.world.slash(who, channel, "resign")).response
        parts = [part for part in self.world.choices(asked) if part.get("label") == "Give up"]
        if asked is not None and parts:
            await self.world.press(who, asked, parts[0])

    # ------------------------------------------------------------- accidents
    async def accident(self) -> None:
        world = self.world
        what = world.one(["send fails", "no rights", "answer fails", "disk full", "Discord away", "time", "restart"])
        world.tried[what] += 1
        channel = world.one(world.channels)
        match what:
            case "send fails":
                world.env.inject_error("POST", f"/channels/{channel.id}/messages", status=503, times=2)
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
            case "time":
                await world.pass_time(60 * (1 + world.below(300)))
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

    # ------------------------------------------------------------------- run
    async def run(self, seconds: float) -> None:
        """Play until the time is over, then let everything come to rest and look whether all is in order."""
        world, steps, said, end = self.world, 0, 0.0, time.monotonic() + seconds
        while time.monotonic() < end:
            begun = time.monotonic()
            await self.step()
            # Simulated time goes ahead of ours: simcord's timers must never be overtaken by the real ones behind them.
            await world.env.advance_time(1 + 4 * (time.monotonic() - begun))
            steps += 1
            if steps % TIDY == 0:
                world.tidy()
                self.memory.append(memory())
            if time.monotonic() > said + 1:
                said = time.monotonic()
                self.report()
        await self.recover(now=True)
        await world.pass_time(3600)
        for table_id in await world.bot.tables.unposted():
            world.bot.posts.poke(table_id)  # those that waited for rights to be given back
        await world.bot.posts.drain(PATIENCE)  # simcord waits only for what the bot does of its own
        unposted = await world.bot.tables.unposted()
        self.count_wrong("tables not shown in the end", len(unposted))
        if unposted:
            sys.stderr.write(f"not shown: {unposted} {world.last}\n")
            for task in asyncio.all_tasks():
                if task.get_name().startswith(("post-", "rest-")):
                    sys.stderr.write(f"{task.get_name()}: {_awaits(task.get_coro())}\n")
        self.count_wrong("posts still waiting", world.bot.posts.waiting)
        self.count_wrong("commands still under way", world.bot.traffic.running)
        # Reminders, once there are any: none left that is due. That none came twice is for __main__.verify.
        self.report(done=True)

    def count_wrong(self, what: str, n: int) -> None:
        if n:
            self.world.wrong[what] += n

    def report(self, *, done: bool = False) -> None:
        """How far it is."""
        figures = {one.name: [one.n, one.ack_median, one.ack_worst] for one in self.world.bot.traffic.figures()}
        _say(
            state={
                "tried": dict(self.world.tried),
                "wrong": dict(self.world.wrong),
                "memory": self.memory,
                "figures": figures,
                "done": done,
            }
        )


ACTIONS: dict[str, tuple[int, Action]] = {
    "a move by buttons": (34, Soak.panel),
    "a move by typing": (36, Soak.words),
    "double press": (6, Soak.twice),
    "stale press": (8, Soak.late),
    "many at once": (3, Soak.together),
    "looking": (8, Soak.look),
    "taking back": (4, Soak.undo),
    "giving up": (1, Soak.resign),
}
"""What is done at a running table, with its weight in a hundred."""


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


def _place(message: Any) -> int:
    return int(getattr(message, "channel_id", 0) or message.channel.id)


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
    world = World(asked.folder, asked.tables, asked.seed, asked.epoch)
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
    for name, kind in (("tables", int), ("seconds", float), ("seed", str), ("epoch", int)):
        parser.add_argument(f"--{name}", type=kind, required=True)
    asyncio.run(_main(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
