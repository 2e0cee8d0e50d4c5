"""`make load`: how fast people are answered, and see their move on the board, at rising rates.

    python -m tests.programs.load --tables 200 --rates 5,10,20,40,60,100,200 --seconds 20

The real bot runs in a process of its own, on a fake Discord. At `--tables` tables for two, of all games, people type
moves (`/move`) at random times (Poisson arrivals) and press "Your move" before every second move. The program prints
one JSON line a rate: seconds from the interaction to its acknowledgement and from a move to the next post of its board
(with the picture), at 50, 95 and 99 per cent, and the latter also for a quiet server: each twentieth table is there,
the others are on a server with a league night; how many were refused for now, never answered, or left to choose
without a picture; how many moves were stored; CPU seconds of the bot, of its main thread (the event loop) alone, of its process
for drawing, and of this program, which shares the machine with them. The last line is the time after the last rate
until a quiet press is answered within a quarter of a second again, and the highest memory of the bot and of its process
for drawing. With `--processes 0`, threads of the bot draw. The exit code is 1 when a request was not answered in three
seconds, or when a table does not replay to its stored state. With `--store postgres`, the tables are in a PostgreSQL
server of this program's own; no line counts its CPU.
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
from engine.host.store.database import QueryFunction
from engine.host.store.drivers.opening import open_snapshot
from engine.kernel import position as kernel
from engine.kernel import registry
from engine.kernel.menu import Words, find_forced_move, sample_move
from engine.kernel.position import GameRun
from engine.ops import doctor
from engine.ops.config import CONFIG_FILE, Config, StoreConfig
from tests.discord.stores import add_store_option, create_database
from tests.process import payloads
from tests.process.fake_discord import ANA, BEN, ApiCall, FakeDiscord, FakePerson, SentInteraction
from tests.process.payloads import find_custom_id
from tests.process.program import BotProcess, list_children

FIRST_CHANNEL_ID = 10_000
"""The first channel of the tables."""
QUIET_PART = 20
"""One table of this many is on the quiet server."""
ACK_TIMEOUT_S = 3.0
"""Seconds that Discord waits for an acknowledgement."""
CALM_ANSWER_S = 0.25
"""Seconds within which a press is answered when nothing else is going on."""
SETTLE_TIMEOUT_S = 60.0
"""Seconds to wait for unfinished work at the end of a rate."""
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class TimedDiscord(FakeDiscord):
    """A fake Discord that records arrival times and drops old messages."""

    def __init__(self) -> None:
        super().__init__(guilds=2)
        self.acknowledged_at: dict[str, float] = {}
        self.refused_count: set[str] = set()
        self.pictured_at: dict[int, list[float]] = {}
        self.posts_without_picture = 0

    def _apply_call(self, call: ApiCall) -> tuple[int, Any]:
        now, path = time.perf_counter(), call.path.split("/")
        if path[-1] == "callback":
            self.acknowledged_at[path[-2]] = now
            if "very busy" in str(call.json):
                self.refused_count.add(path[-2])
        elif path[1] == "webhooks" and "too much to draw" in str(call.json):
            self.posts_without_picture += 1
        elif call.files and path[1] == "channels":  # a new post, or a changed one
            self.pictured_at.setdefault(int(path[2]), []).append(now)
        answer = super()._apply_call(call)
        call.files.clear()
        return answer

    def trim_messages(self) -> None:
        """Drop old messages; each channel keeps its newest."""
        self.calls.clear()
        newest = {message["channel_id"]: number for number, message in sorted(self.messages.items())}
        self.messages = {number: self.messages[number] for number in newest.values()}
        self.pictured_at = {channel: times[-1:] for channel, times in self.pictured_at.items()}
        self.acknowledged_at.clear()
        self.refused_count.clear()
        self.posts_without_picture = 0


class LoadTable:
    """A game for two in a channel of its own. Its course is known in advance: the same seed gives the same moves."""

    def __init__(self, channel: int, slug: str, guild: int) -> None:
        self.channel, self.slug, self.guild = channel, slug, guild
        self.board_message = 0
        self.asked_at = 0.0
        self._run: GameRun[Any] | None = None

    async def open_game(self, discord: TimedDiscord) -> None:
        """Open the game as Ana, join as Ben, start as Ana."""
        discord.current_channel = self.channel_id
        lobby = await discord.await_response(await discord.run_command(ANA, "play", game=self.slug))
        await discord.await_answer(await discord.press(BEN, int(lobby["id"]), find_custom_id(lobby, "Join")))
        await discord.await_answer(await discord.press(ANA, int(lobby["id"]), find_custom_id(lobby, "Start")))
        await discord.await_condition(lambda: self.channel in discord.pictured_at)

    @property
    def channel_id(self) -> dict[str, Any]:
        """The channel of the table."""
        return payloads.games_channel_id(self.guild) | {"id": str(self.channel), "name": f"table-{self.channel}"}

    def find_situation(self, ask: QueryFunction) -> bool:
        """Look up the current situation. Return False when the game is over.

        The program reads facts that the players cannot know; this does no harm in a measurement.
        """
        rows = ask(
            "SELECT t.seed, p.data FROM tables t JOIN positions p ON p.table_id = t.id "
            "WHERE t.channel_id = ? AND t.status = 'running'",
            self.channel,
        )
        for seed, data in rows:
            game = registry.load_game(self.slug)
            self._run = GameRun(game, kernel.decode_position(game, data), seed)
        return bool(rows)

    def build_move(self, dice: random.Random) -> tuple[FakePerson, Words] | None:
        """Choose the next move and make it in this program's copy. Return None when the game is over."""
        run = self._run
        assert run is not None
        if not run.situation.questions:
            return None
        seat = min(run.situation.questions)
        words = sample_move(run.build_menu(seat), dice.randrange)
        run.push(seat, words)
        while run.situation.questions:  # the automatic steps, as the bot makes them
            seat_next = next(
                (one for one in sorted(run.situation.questions) if find_forced_move(run.build_menu(one)) is not None),
                None,
            )
            if seat_next is None:
                break
            run.push(seat_next, find_forced_move(run.build_menu(seat_next)) or ())
        return (ANA, BEN)[seat], words


class LoadRun:
    """The tables, and the measurements."""

    def __init__(self, discord: TimedDiscord, process: int, database: Path | str, seed: str) -> None:
        self._discord, self._process, self._where = discord, process, database
        self._dice = random.Random(seed)  # noqa: S311 - a program's dice
        self.tables: list[LoadTable] = []
        self.late_count = 0

    async def open_tables(self, table_count: int) -> None:
        """Open `table_count` tables, of each game in turn, and every QUIET_PART-th one on the quiet server."""
        slugs = registry.list_slugs()
        league, quiet = self._discord.guilds
        for k in range(table_count):
            guild = quiet if k % QUIET_PART == QUIET_PART - 1 else league
            table = LoadTable(FIRST_CHANNEL_ID + k, slugs[k % len(slugs)], guild)
            await table.open_game(self._discord)
            self.tables.append(table)
            self._discord.trim_messages()
        await asyncio.to_thread(self._find_situations)

    async def run_rate(self, moves_per_s: float, duration_s: float) -> dict[str, Any]:
        """Send `moves_per_s` moves a second for `duration_s` seconds."""
        discord, dice = self._discord, self._dice
        kept, cpu, own = await asyncio.to_thread(self._count_stored), self._measure_cpu_s(), _measure_own_cpu_s()
        sent: dict[str, float] = {}
        pictures: list[tuple[LoadTable, float]] = []
        begun = time.perf_counter()
        due, presses, moves = begun, 0, 0
        while (now := time.perf_counter()) < begun + duration_s:
            if due > now:
                await asyncio.sleep(due - now)
            due += dice.expovariate(moves_per_s)
            table = dice.choice(self.tables)
            made = table.build_move(dice)
            if made is None:
                self.tables.remove(table)
                continue
            who, words = made
            discord.current_channel = table.channel_id
            if moves % 2:
                asked = await self._press_look(table, who)
                if asked is not None:
                    sent[asked.token] = time.perf_counter()
                    presses += 1
            asked = await discord.run_command(who, "move", words=" ".join(words))
            at = time.perf_counter()
            sent[asked.token] = at
            pictures.append((table, at))
            moves += 1
        lasted = time.perf_counter() - begun
        await self._is_settled(sent, pictures)
        answered = [
            discord.acknowledged_at[token] - at for token, at in sent.items() if token in discord.acknowledged_at
        ]
        seen: dict[int, list[float]] = {guild: [] for guild in discord.guilds}
        for table, at in pictures:
            shown = next((one for one in discord.pictured_at[table.channel] if one > at), None)
            if shown is not None:
                seen[table.guild].append(shown - at)
        silent = len(sent) - len(answered)
        made_here = await asyncio.to_thread(self._count_stored) - kept
        self.late_count += silent + sum(one > ACK_TIMEOUT_S for one in answered)
        found = {
            "rate": moves_per_s,
            "moves a second": round(moves / lasted, 1),
            "presses": presses,
            "acknowledged": _compute_percentiles(answered),
            "slowest": round(max(answered, default=0), 3),
            "pictured": _compute_percentiles([delay for delays in seen.values() for delay in delays]),
            "pictured on the quiet server": _compute_percentiles(seen[discord.guilds[1]]),
            "silent": silent,
            "refused": len(discord.refused_count),
            "without picture": discord.posts_without_picture,
            "kept": f"{made_here} of {moves}",
            "bot CPU": [round(now - before, 1) for now, before in zip(self._measure_cpu_s(), cpu, strict=True)],
            "own CPU": round(_measure_own_cpu_s() - own, 1),
        }
        if made_here < moves:  # the games have differed from this program's copy
            await asyncio.to_thread(self._find_situations)
        discord.trim_messages()
        return found

    async def wait_until_calm(self) -> float:
        """Measure the seconds until a quiet press is answered as fast as before the load."""
        begun = time.perf_counter()
        while True:
            table = self._dice.choice(self.tables)
            self._discord.current_channel = table.channel_id
            at = time.perf_counter()
            asked = await self._discord.run_command(ANA, "log")
            await self._discord.await_answer(asked)
            if time.perf_counter() - at < CALM_ANSWER_S:
                return at - begun

    async def _press_look(self, table: LoadTable, user: FakePerson) -> SentInteraction | None:
        posts = self._discord.list_posts(table.channel)
        try:
            return await self._discord.press(user, int(posts[-1]["id"]), find_custom_id(posts[-1], "Your move"))
        except (IndexError, StopIteration):
            return None

    async def _is_settled(self, sent: Iterable[str], pictures: Sequence[tuple[LoadTable, float]]) -> None:
        """Whether everything is answered and shown, or can no longer arrive."""
        discord, until = self._discord, time.perf_counter() + SETTLE_TIMEOUT_S
        while time.perf_counter() < until:
            if all(token in discord.acknowledged_at for token in sent) and all(
                discord.pictured_at[table.channel][-1] > at for table, at in pictures
            ):
                return
            await asyncio.sleep(0.05)
            if discord.refused_count:
                until = min(until, time.perf_counter() + 10)

    def _find_situations(self) -> None:
        with open_snapshot(self._where) as ask:
            self.tables = [table for table in self.tables if table.find_situation(ask)]

    def _count_stored(self) -> int:
        with open_snapshot(self._where) as ask:
            ((made,),) = ask("SELECT count(*) FROM entries WHERE kind = 'move' AND interaction_id IS NOT NULL")
            return int(made)

    def _measure_cpu_s(self) -> tuple[float, float, float]:
        """Measure CPU seconds of the bot, of its main thread, and of its child processes."""
        tasks = Path(f"/proc/{self._process}")
        beside = sum(_read_cpu_s(Path(f"/proc/{one}/stat")) for one in list_children(self._process))
        return _read_cpu_s(tasks / "stat"), _read_cpu_s(tasks / "task" / str(self._process) / "stat"), beside

    @property
    def peak_memory_mb(self) -> list[int]:
        """Return the highest memory of the bot and of each child process, in megabytes."""
        return [_read_peak_memory(one) for one in (self._process, *list_children(self._process))]


def _read_peak_memory(process: int) -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1024


def _read_cpu_s(stat: Path) -> float:
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS_PER_S


def _measure_own_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _compute_percentiles(found: Sequence[float]) -> list[float]:
    """Return the values at 50, 95 and 99 per cent, in seconds."""
    ranked = sorted(found)
    return (
        [round(ranked[min(len(ranked) - 1, int(len(ranked) * part))], 3) for part in (0.5, 0.95, 0.99)]
        if ranked
        else []
    )


async def run_load(arguments: argparse.Namespace, folder: Path, store: StoreConfig) -> int:
    """Run all rates, and return the exit code."""
    here = {STORE_URL: store.url.reveal()}
    (folder / CONFIG_FILE).write_text(f"[pictures]\nprocesses = {arguments.processes}\n", "utf-8")
    async with (
        TimedDiscord() as discord,
        await BotProcess.start(folder, env=discord.build_environment(folder) | here) as bot,
    ):
        await discord.await_connected()
        it = LoadRun(discord, bot.process_id, store.address, arguments.seed)
        await it.open_tables(arguments.tables)
        for rate in arguments.rates:
            print(json.dumps({"store": arguments.store} | await it.run_rate(rate, arguments.seconds)), flush=True)
        print(json.dumps({"calm after": round(await it.wait_until_calm(), 2), "memory": it.peak_memory_mb}), flush=True)
        late = it.late_count
        bot.kill()
        await bot.await_end()
    astray = [report for report in await asyncio.to_thread(doctor.check_tables, store.address) if not report.is_ok]
    for report in astray:
        print(f"table {report.table_id}: {report.verdict}, {report.reason}", file=sys.stderr)
    return 1 if late or astray else 0


def main() -> int:
    """Run the program, and return the exit code."""
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
    add_store_option(parser)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, create_database(asked.store, Path(name) / Config().store.path) as store:
        return asyncio.run(run_load(asked, Path(name), store))


if __name__ == "__main__":
    sys.exit(main())
