"""`make load`: how fast people are answered, and see their move on the board, at rising rates.

    python -m tests.programs.load --tables 200 --rates 5,10,20,40,60,100,200 --seconds 20

The real bot in a process of its own, on a Discord that is played here: so many tables of all games for two, at which moves are
typed (`/move`) after a random time each (Poisson arrivals), a press on "Your move" before every second one. One JSON line a rate:
seconds from the interaction to its acknowledgement and from a move to the next post of its board (with the picture), at 50, 95
and 99 per cent; how many were refused for now, never answered, or left to choose without a picture; how many moves were kept; CPU
seconds of the bot, of its main thread (the event loop) alone, of the process that draws for it, and of this program, which shares
the machine with them. The last line is the time after the last rate until a quiet press is answered within a quarter of a second
again, and the memory of the bot and of what draws for it, each at its highest. `--processes 0`: threads of the bot draw. Exit code
1 when something was not answered in three seconds, or when a table does not lead where it led. `--store postgres`: the tables are
in a PostgreSQL of this program's own, whose CPU is in no line.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.environment import STORE_URL
from engine.host.store.database import Ask
from engine.host.store.drivers.opening import open_snapshot
from engine.kernel import position as kernel
from engine.kernel import registry
from engine.kernel.menu import Words, forced, sample
from engine.kernel.position import Run
from engine.ops import doctor
from engine.ops.config import FILE, Config, Store
from tests.discord.stores import asked_for, stored
from tests.process import payloads
from tests.process.fake_discord import ANA, BEN, Asked, Call, FakeDiscord, Person
from tests.process.payloads import pressed
from tests.process.program import Program, children

PLACES = 10_000
"""The first channel of the tables."""
IN_TIME = 3.0
"""Seconds that Discord waits for an acknowledgement."""
CALM = 0.25
"""Seconds within which a press is answered when nothing else is going on."""
SETTLES = 60.0
"""Seconds that are waited for what is under way when a rate is over."""
TICKS = os.sysconf("SC_CLK_TCK")


class Stand(FakeDiscord):
    """A Discord that notes when things arrive, and forgets them."""

    def __init__(self) -> None:
        super().__init__()
        self.acknowledged: dict[str, float] = {}
        self.refused: set[str] = set()
        self.pictured: dict[int, list[float]] = {}
        self.bare = 0

    def _act(self, call: Call) -> tuple[int, Any]:
        now, path = time.perf_counter(), call.path.split("/")
        if path[-1] == "callback":
            self.acknowledged[path[-2]] = now
            if "very busy" in str(call.json):
                self.refused.add(path[-2])
        elif path[1] == "webhooks" and "too much to draw" in str(call.json):
            self.bare += 1
        elif call.files and path[1] == "channels":  # a new post, or one that is changed
            self.pictured.setdefault(int(path[2]), []).append(now)
        answer = super()._act(call)
        call.files.clear()
        return answer

    def forget(self) -> None:
        """Let go of what has been told; each channel keeps its newest message."""
        self.calls.clear()
        newest = {message["channel_id"]: number for number, message in sorted(self.messages.items())}
        self.messages = {number: self.messages[number] for number in newest.values()}
        self.pictured = {channel: times[-1:] for channel, times in self.pictured.items()}
        self.acknowledged.clear()
        self.refused.clear()
        self.bare = 0


class Table:
    """A game for two in a channel of its own. What happens at it is foreseen: the same seed, the same moves."""

    def __init__(self, channel: int, slug: str) -> None:
        self.channel, self.slug = channel, slug
        self.board = 0
        self.asked_at = 0.0
        self._run: Run[Any] | None = None

    async def open(self, discord: Stand) -> None:
        """Ana opens it, Ben joins, Ana starts."""
        discord.place = self.place
        lobby = await discord.response(await discord.slash(ANA, "play", game=self.slug))
        await discord.answer(await discord.press(BEN, int(lobby["id"]), pressed(lobby, "Join")))
        await discord.answer(await discord.press(ANA, int(lobby["id"]), pressed(lobby, "Start")))
        await discord.until(lambda: self.channel in discord.pictured)

    @property
    def place(self) -> dict[str, Any]:
        """Its channel."""
        return payloads.channel() | {"id": str(self.channel), "name": f"table-{self.channel}"}

    def foresee(self, ask: Ask) -> bool:
        """Look up where the game stands; False when it is over. What people could not know is no secret to a program that
        measures."""
        rows = ask(
            "SELECT t.seed, p.data FROM tables t JOIN positions p ON p.table_id = t.id "
            "WHERE t.channel_id = ? AND t.status = 'running'",
            self.channel,
        )
        for seed, data in rows:
            game = registry.load(self.slug)
            self._run = Run(game, kernel.decode(game, data), seed)
        return bool(rows)

    def move(self, dice: random.Random) -> tuple[Person, Words] | None:
        """Somebody's next move, which is made here at once; None when the game is over."""
        run = self._run
        assert run is not None
        if not run.now.ask:
            return None
        seat = min(run.now.ask)
        words = sample(run.menu(seat), dice.randrange)
        run.push(seat, words)
        while run.now.ask:  # what follows by itself, as the bot has it follow
            seat_next = next((one for one in sorted(run.now.ask) if forced(run.menu(one)) is not None), None)
            if seat_next is None:
                break
            run.push(seat_next, forced(run.menu(seat_next)) or ())
        return (ANA, BEN)[seat], words


class Load:
    """The tables, and what is measured."""

    def __init__(self, discord: Stand, process: int, where: Path | str, seed: str) -> None:
        self._discord, self._process, self._where = discord, process, where
        self._dice = random.Random(seed)  # noqa: S311 - a program's dice
        self.tables: list[Table] = []
        self.late = 0

    async def lay_out(self, many: int) -> None:
        """Open so many tables, of each game in turn."""
        slugs = registry.slugs()
        for k in range(many):
            table = Table(PLACES + k, slugs[k % len(slugs)])
            await table.open(self._discord)
            self.tables.append(table)
            self._discord.forget()
        await asyncio.to_thread(self._foresee)

    async def run(self, rate: float, seconds: float) -> dict[str, Any]:
        """So many moves a second for so long."""
        discord, dice = self._discord, self._dice
        kept, cpu, own = await asyncio.to_thread(self._kept), self._cpu(), _own_cpu()
        sent: dict[str, float] = {}
        pictures: list[tuple[Table, float]] = []
        begun = time.perf_counter()
        due, presses, moves = begun, 0, 0
        while (now := time.perf_counter()) < begun + seconds:
            if due > now:
                await asyncio.sleep(due - now)
            due += dice.expovariate(rate)
            table = dice.choice(self.tables)
            made = table.move(dice)
            if made is None:
                self.tables.remove(table)
                continue
            who, words = made
            discord.place = table.place
            if moves % 2:
                asked = await self._look(table, who)
                if asked is not None:
                    sent[asked.token] = time.perf_counter()
                    presses += 1
            asked = await discord.slash(who, "move", words=" ".join(words))
            at = time.perf_counter()
            sent[asked.token] = at
            pictures.append((table, at))
            moves += 1
        lasted = time.perf_counter() - begun
        await self._settled(sent, pictures)
        answered = [discord.acknowledged[token] - at for token, at in sent.items() if token in discord.acknowledged]
        seen = [
            shown - at
            for table, at in pictures
            if (shown := next((one for one in discord.pictured[table.channel] if one > at), None)) is not None
        ]
        silent = len(sent) - len(answered)
        made_here = await asyncio.to_thread(self._kept) - kept
        self.late += silent + sum(one > IN_TIME for one in answered)
        found = {
            "rate": rate,
            "moves a second": round(moves / lasted, 1),
            "presses": presses,
            "acknowledged": _percentiles(answered),
            "slowest": round(max(answered, default=0), 3),
            "pictured": _percentiles(seen),
            "silent": silent,
            "refused": len(discord.refused),
            "without picture": discord.bare,
            "kept": f"{made_here} of {moves}",
            "bot CPU": [round(now - before, 1) for now, before in zip(self._cpu(), cpu, strict=True)],
            "own CPU": round(_own_cpu() - own, 1),
        }
        if made_here < moves:  # the games have gone other ways than was foreseen
            await asyncio.to_thread(self._foresee)
        discord.forget()
        return found

    async def calm(self) -> float:
        """Seconds until a quiet press is answered as if nothing had been."""
        begun = time.perf_counter()
        while True:
            table = self._dice.choice(self.tables)
            self._discord.place = table.place
            at = time.perf_counter()
            asked = await self._discord.slash(ANA, "log")
            await self._discord.answer(asked)
            if time.perf_counter() - at < CALM:
                return at - begun

    async def _look(self, table: Table, who: Person) -> Asked | None:
        posts = self._discord.posts(table.channel)
        try:
            return await self._discord.press(who, int(posts[-1]["id"]), pressed(posts[-1], "Your move"))
        except (IndexError, StopIteration):
            return None

    async def _settled(self, sent: Iterable[str], pictures: Sequence[tuple[Table, float]]) -> None:
        """Everything is answered and shown, or does not come any more."""
        discord, until = self._discord, time.perf_counter() + SETTLES
        while time.perf_counter() < until:
            if all(token in discord.acknowledged for token in sent) and all(
                discord.pictured[table.channel][-1] > at for table, at in pictures
            ):
                return
            await asyncio.sleep(0.05)
            if discord.refused:
                until = min(until, time.perf_counter() + 10)

    def _foresee(self) -> None:
        with open_snapshot(self._where) as ask:
            self.tables = [table for table in self.tables if table.foresee(ask)]

    def _kept(self) -> int:
        with open_snapshot(self._where) as ask:
            ((made,),) = ask("SELECT count(*) FROM entries WHERE kind = 'move' AND interaction_id IS NOT NULL")
            return int(made)

    def _cpu(self) -> tuple[float, float, float]:
        """CPU seconds of the bot, of its main thread, and of what works for it."""
        tasks = Path(f"/proc/{self._process}")
        beside = sum(_seconds(Path(f"/proc/{one}/stat")) for one in children(self._process))
        return _seconds(tasks / "stat"), _seconds(tasks / "task" / str(self._process) / "stat"), beside

    @property
    def memory(self) -> list[int]:
        """Megabytes that the bot, and each process that works for it, has held at most."""
        return [_highest(one) for one in (self._process, *children(self._process))]


def _highest(process: int) -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024


def _seconds(stat: Path) -> float:
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _percentiles(found: Sequence[float]) -> list[float]:
    """At 50, 95 and 99 per cent, in seconds."""
    ranked = sorted(found)
    return (
        [round(ranked[min(len(ranked) - 1, int(len(ranked) * part))], 3) for part in (0.5, 0.95, 0.99)]
        if ranked
        else []
    )


async def load(asked: argparse.Namespace, folder: Path, store: Store) -> int:
    """All rates; the exit code."""
    here = {STORE_URL: store.url.reveal()}
    (folder / FILE).write_text(f"[pictures]\nprocesses = {asked.processes}\n", "utf-8")
    async with Stand() as discord, await Program.start(folder, env=discord.environment(folder) | here) as bot:
        await discord.connected()
        it = Load(discord, bot.number, store.where, asked.seed)
        await it.lay_out(asked.tables)
        for rate in asked.rates:
            print(json.dumps({"store": asked.store} | await it.run(rate, asked.seconds)), flush=True)
        print(json.dumps({"calm after": round(await it.calm(), 2), "memory": it.memory}), flush=True)
        late = it.late
        bot.kill()
        await bot.end()
    astray = [report for report in await asyncio.to_thread(doctor.examine, store.where) if not report.in_order]
    for report in astray:
        print(f"table {report.table}: {report.verdict}, {report.why}", file=sys.stderr)
    return 1 if late or astray else 0


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.load", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument(
        "--rates", type=lambda text: [float(one) for one in text.split(",")], default=[5, 10, 20, 40, 60, 100, 200]
    )
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", default="load")
    parser.add_argument("--processes", type=int, default=1, choices=(0, 1))
    asked_for(parser)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, stored(asked.store, Path(name) / Config().store.path) as store:
        return asyncio.run(load(asked, Path(name), store))


if __name__ == "__main__":
    sys.exit(main())
