"""Some weeks at many tables: people who are steady, quiet, absent, gone or spiteful, faults, and starts of the bot in between.

One seed decides everything: who comes when and sits where, who does what and when, what goes wrong, and when the bot is stopped or
killed and started again. What happened is a trace, and two runs of the same seed leave the same.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from tests.discord.camp import HOUR
from tests.discord.hut import Hut
from tests.discord.season.luck import Incidents, Luck
from tests.discord.season.manners import visit
from tests.discord.season.stage import MANNERS, Guest, Stage
from tests.discord.season.watch import Watch

STEP = 6
"""Hours between two looks at the tables."""
LUCKY = 4
"""In one of so many steps something goes wrong."""
BUSY = 3
"""In so many of four steps a table is looked at."""
ZONES = ("UTC", "Europe/Madrid", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
QUIET = (("22", "12"), ("21:30", "7:15"), ("0", "13:59"), ("9", "17"))
"""Hours in which the quiet are not called."""


class Season:
    """Some weeks at `tables` tables; `restarts` starts in between, every second one after a kill."""

    def __init__(self, home: Hut, seed: str, people: int, tables: int, slugs: Sequence[str], restarts: int) -> None:
        self.stage = Stage(home, seed, tables)
        self.watch = Watch(self.stage)
        self.luck = Luck(self.stage, self.watch)
        self._slugs, self._restarts = slugs, restarts
        self._coming = [MANNERS[k % len(MANNERS)] for k in range(people)]
        self._begun, self._seeds = 0, 0
        home.seeds = self._seed

    def _seed(self) -> str:
        """Every game is dealt anew."""
        self._seeds += 1
        return f"{self.stage.seed} {self._seeds}"

    # ---------------------------------------------------------------- weeks
    async def pass_by(self, days: int) -> None:
        """So many days."""
        log, seen = logging.getLogger("overwinter"), Incidents(self.stage)
        log.addHandler(seen)
        try:
            await self._pass(days)
        finally:
            log.removeHandler(seen)

    async def _pass(self, days: int) -> None:
        stage, home = self.stage, self.stage.home
        for _ in range(len(self._coming) * 3 // 4):
            await self._arrive(days)
        steps = days * 24 // STEP
        again = [(k + 1) * steps // (self._restarts + 1) for k in range(self._restarts)]
        for step in range(steps):
            if self._coming and not stage.below(4):
                await self._arrive(days)
            for guest in stage.guests:
                if guest.manner == "gone" and not guest.left and stage.below(4 * days) < 3 and step > 4:
                    stage.leave(guest)
            for k, channel in enumerate(stage.channels):
                if stage.below(4) < BUSY:
                    await self._look_at(k, channel)
            killed = step in again and again.index(step) % 2 == 0
            if killed and stage.below(2):
                self.watch.kill_at_send = self.luck.pull_the_plug
            elif not stage.below(LUCKY):
                await self.luck.strike(step)
            waits = step in again
            for _ in range(STEP):
                await home.env.advance_time(HOUR)
                if waits and (self.watch.dead or self.watch.kill_at_send is None):
                    await self.luck.start_again(killed=killed)
                    waits = False
            if waits:  # nothing was sent at which it could have been killed
                await self.luck.start_again(killed=killed)
            self.luck.pass_over(step)
            await home.env.advance_time(60)
            await self.watch.look({*self.luck.barred})
            self.watch.tidy()

    async def _arrive(self, days: int) -> None:
        stage = self.stage
        guest = stage.arrive(self._coming.pop(0))
        if guest.manner == "quiet":
            first, last = stage.one(QUIET)
            hours = {"from": first, "to": last}
            await stage.say(
                guest, stage.channels[0], "quiet", zone=stage.one(ZONES), weekends=stage.one(("off", "on")), **hours
            )
        elif guest.manner == "absent":
            begin = stage.day + 2 + stage.below(max(1, days // 4))
            guest.away = range(begin, begin + 10 + stage.below(days))

    async def _look_at(self, k: int, channel: Any) -> None:
        """Everybody at a table does what they do; where no game goes on the next one begins."""
        stage = self.stage
        table = await stage.table(channel)
        if table is None or table.status != "running":
            await self._begin(k, channel)
            return
        for person in table.played:
            guest = stage.by_id(person.user)
            if person.left or not guest.here(stage.day) or (await stage.table(channel)) is None:
                continue
            if guest.manner == "spiteful" or not guest.asleep(stage.now):
                await visit(stage, guest, channel)

    async def _begin(self, k: int, channel: Any) -> None:
        stage = self.stage
        present = [guest for guest in stage.guests if guest.here(stage.day) and not guest.asleep(stage.now)]
        hosts = [guest for guest in present if guest.manner == "steady"]
        slug = self._slugs[k % len(self._slugs)]
        seats = stage.one(list(stage.home.bot.catalogue.game(slug).seats))
        host: Guest = stage.one(hosts)
        others = [guest for guest in present if guest is not host]
        if len(others) < seats - 1:
            return
        await stage.say(host, channel, "play", game=slug)
        if seats < max(stage.home.bot.catalogue.game(slug).seats) and stage.every(3, "computer"):
            await stage.say(host, channel, "computer", level="cadet")
            stage.did["computer"] += 1
        for _ in range(seats - 1):
            await stage.say(others.pop(stage.below(len(others))), channel, "join")
        await stage.say(host, channel, "pace", time=0 if k == 0 else stage.one((12, 24)))
        await stage.say(host, channel, "start")
        stage.did["begun"] += 1
