"""`make soak`: many tables of every game, with restarts, kills, late and double presses, failing sends, full disks; then a check.

    python -m tests.programs.soak --tables 200 --seconds 600 --store postgres

Three short runs of the bot end by SIGKILL at a random moment, and a fourth plays to the end; weeks pass on the way.
After each run every table must replay, every acknowledged move must be in the file, and every message that the bot sent
outside interactions must have been sent once. The exit code is 1 if any check fails.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean
from typing import Any

from engine.environment import STORE_URL
from engine.host.store.drivers.opening import open_snapshot
from engine.kernel.dice import Dice
from engine.kernel.registry import list_slugs
from engine.ops import doctor
from engine.ops.config import StoreConfig
from tests.discord.stores import add_store_option, create_database
from tests.programs.soak import journal
from tests.programs.soak.world import DATABASE_FILE, HOUR_S, JOURNAL_FILE

KILL_COUNT = 3
DOWNTIME_S = 14 * HOUR_S
"""Simulated seconds between the last report of a run and the start of the next: more than can pass without a report."""
KILLED_LIFE_SHARE = 0.12
"""The share of the time for a run that ends by a kill, about."""
WARMUP_SHARE = 0.5
"""The share of a run after which memory must stay level: the painters' caches are full by then."""
MAX_GROWTH_FACTOR, MAX_GROWTH_MB = 1.10, 30
"""How much more memory the end may take than the beginning of the level part: a factor, and megabytes for caches that fill late."""


class ProcessRun:
    """One process: its reports, and the moves that it acknowledged."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.state: dict[str, Any] = {}
        self.acknowledged_moves: list[tuple[int, int, str]] = []
        self.exit_code = 0
        self.error_output = ""

    async def run_process(
        self,
        folder: Path,
        store: StoreConfig,
        arguments: argparse.Namespace,
        seconds: float,
        elapsed: float,
        *,
        kill: bool,
    ) -> None:
        """Run the bot's process from `elapsed` simulated seconds on; with `kill`, SIGKILL ends it."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.programs.soak.play", str(folder),
            "--tables", str(arguments.tables), "--seconds", str(seconds * 10 if kill else seconds),
            "--seed", arguments.seed, "--epoch", str(self.epoch), "--elapsed", str(elapsed),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, limit=2**24,
            env=os.environ | {STORE_URL: store.url.reveal()},
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        reading = [
            asyncio.create_task(self._read_reports(process.stdout)),
            asyncio.create_task(self._store_errors(process.stderr)),
        ]
        if kill:
            try:
                async with asyncio.timeout(seconds):
                    await process.wait()
            except TimeoutError:
                process.kill()
        self.exit_code = await process.wait()
        await asyncio.gather(*reading)

    async def _read_reports(self, stream: asyncio.StreamReader) -> None:
        async for line in stream:
            try:
                said = json.loads(line)
            except ValueError:
                continue  # half a line: the process was killed while it wrote
            if "moved" in said:
                table, entry, digest = said["moved"]
                self.acknowledged_moves.append((table, entry, digest))
            else:
                self.state = said["state"]

    async def _store_errors(self, stream: asyncio.StreamReader) -> None:
        async for line in stream:
            self.error_output = (self.error_output + line.decode(errors="replace"))[-20_000:]


def verify_database(folder: Path, store: StoreConfig, lives: list[ProcessRun]) -> Counter[str]:
    """Find what is wrong with the database, by name.

    The result is empty when every table replays, every acknowledged move is there, the file is sound, and the messages
    in the channels agree with the store.
    """
    wrong: Counter[str] = Counter()
    for report in doctor.check_tables(store.address):
        if not report.is_ok:
            wrong[f"table {report.table_id} {report.verdict}: {report.reason}"] += 1
    with open_snapshot(store.address) as ask:
        if not store.url and [row[0] for row in ask("PRAGMA integrity_check")] != ["ok"]:
            wrong["the file is not sound"] += 1
        kept = {tuple(row) for row in ask("SELECT table_id, seq, digest FROM entries")}
        for life in lives:
            wrong["acknowledged moves that are lost"] += len(set(life.acknowledged_moves) - kept)
        twice = "SELECT interaction_id FROM entries WHERE interaction_id IS NOT NULL GROUP BY interaction_id HAVING count(*) > 1"
        wrong["interactions applied twice"] += len(list(ask(twice)))
        unsent = {row[0] for row in ask("SELECT id FROM outbox WHERE state = 'due'")}
    wrong += find_duplicate_posts(journal.read_sent_messages(folder / JOURNAL_FILE), unsent)
    return +wrong


def find_duplicate_posts(sent: list[journal.SentMessage], unsent: set[int]) -> Counter[str]:
    """Find messages and board posts that were sent twice, and messages of the outbox that were sent and are due again."""
    wrong: Counter[str] = Counter()
    seen: dict[str, list[int]] = defaultdict(list)
    for message in sent:
        for mark in message.marks:
            seen[mark].append(message.id)
    for mark, messages in seen.items():
        if len(messages) > 1:
            wrong["messages sent twice" if mark.startswith("notice") else "boards posted twice"] += 1
            sys.stderr.write(f"{mark}: {messages}\n")
    wrong["messages that arrived and are to be sent again"] = sum(f"notice {number}" in seen for number in unsent)
    return wrong


def measure_growth(memory: list[float]) -> tuple[float, float, bool]:
    """Measure the megabytes at the beginning and at the end of the level part, and whether the growth is allowed."""
    rest = memory[int(len(memory) * WARMUP_SHARE) :]
    if len(rest) < 6:
        return (rest[0], rest[-1], True) if rest else (0.0, 0.0, True)
    third = len(rest) // 3
    first, last = fmean(rest[:third]), fmean(rest[-third:])
    return first, last, last <= first * MAX_GROWTH_FACTOR + MAX_GROWTH_MB


async def run_soak(
    arguments: argparse.Namespace, folder: Path, store: StoreConfig
) -> tuple[list[ProcessRun], Counter[str]]:
    """Run all processes, one after the other, on one database."""
    lives: list[ProcessRun] = []
    wrong: Counter[str] = Counter()
    dice, left, elapsed = Dice(arguments.seed), float(arguments.seconds), 0.0
    for epoch in range(KILL_COUNT + 1):
        kill = epoch < KILL_COUNT
        seconds = (
            arguments.seconds * KILLED_LIFE_SHARE * (0.6 + dice.roll_below(80, epoch, "kill") / 100) if kill else left
        )
        life = ProcessRun(epoch)
        lives.append(life)
        begun = time.monotonic()
        await life.run_process(folder, store, arguments, seconds, elapsed, kill=kill)
        elapsed = life.state.get("elapsed", elapsed) + DOWNTIME_S
        left -= time.monotonic() - begun
        if life.state.get("wrong") or life.exit_code not in ((-9,) if kill else (0,)):
            sys.stderr.write(life.error_output)
        if life.exit_code not in ((-9,) if kill else (0,)):
            wrong[f"life {epoch} ended with code {life.exit_code}"] += 1
        if not kill and not life.state.get("done"):
            wrong["the last life did not come to its end"] += 1
        wrong += Counter(life.state.get("wrong", {}))
        wrong += await asyncio.to_thread(verify_database, folder, store, lives)
        print(f"life {epoch}: {'killed' if kill else 'ended'} after {time.monotonic() - begun:.0f} s, "
              f"{len(life.acknowledged_moves)} moves, {sum(wrong.values())} things wrong so far", flush=True)  # fmt: skip
    return lives, wrong


def format_table(lives: list[ProcessRun], wrong: Counter[str], folder: Path, store: StoreConfig) -> str:
    """Format a table of the actions tried and their results."""
    tried = sum((Counter(life.state.get("tried", {})) for life in lives), Counter[str]())
    with open_snapshot(store.address) as ask:
        states = [tuple(row) for row in ask("SELECT game, status, count(*) FROM tables GROUP BY 1, 2 ORDER BY 1, 2")]
        entries = [tuple(row) for row in ask("SELECT kind, count(*) FROM entries GROUP BY 1 ORDER BY 1")]
        outbox = [tuple(row) for row in ask("SELECT kind, state, count(*) FROM outbox GROUP BY 1, 2 ORDER BY 1, 2")]
        votes = [tuple(row) for row in ask("SELECT state, count(*) FROM votes GROUP BY 1 ORDER BY 1")]
    posts = sum(len(message.marks) > 0 for message in journal.read_sent_messages(folder / JOURNAL_FILE))
    first, last, _ = measure_growth(lives[-1].state.get("memory", []))
    begun = next(iter(lives[-1].state.get("memory", [])), 0.0)
    figures = lives[-1].state.get("figures", {})
    slow, name = max(((worst, name) for name, (_, _, worst) in figures.items()), default=(0.0, "nothing"))
    rows = [
        *sorted(tried.items()),
        ("kills", KILL_COUNT),
        ("days that passed", f"{lives[-1].state.get('elapsed', 0) / HOUR_S / 24:.1f}"),
        *((f"tables: {game}, {status}", n) for game, status, n in states),
        *((f"entries: {kind}", n) for kind, n in entries),
        *((f"outbox: {kind}, {state}", n) for kind, state, n in outbox),
        *((f"votes: {state}", n) for state, n in votes),
        ("boards and notices in the channels", posts),
        ("memory at first, MB", f"{begun:.0f}"),
        ("memory after warming up, MB", f"{first:.0f}"),
        ("memory at the end, MB", f"{last:.0f}"),
        (f"slowest acknowledgement, ms: {name}", f"{slow * 1000:.0f}"),
        *((f"WRONG: {what}", n) for what, n in sorted(wrong.items())),
    ]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {value:>8}" for name, value in rows)


def main() -> int:
    """Run the soak, and return 0 if all was in order."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.soak")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", default="soak")
    add_store_option(parser)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, create_database(asked.store, Path(name) / DATABASE_FILE) as store:
        folder = Path(name)
        games = ", ".join(list_slugs())
        print(
            f"{asked.tables} tables of {games} for {asked.seconds:.0f} s, seed {asked.seed}, {asked.store}", flush=True
        )
        lives, wrong = asyncio.run(run_soak(asked, folder, store))
        first, last, flat = measure_growth(lives[-1].state.get("memory", []))
        if not flat:
            wrong[f"memory grows from {first:.0f} to {last:.0f} MB"] += 1
        print(format_table(lives, wrong, folder, store))
    print("All in order." if not wrong else "Not in order.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
