"""`python -m tests.programs.soak.takeovers 300`: one process takes over from another again and again, while people play.

People make `--rate` moves and presses a second, without waiting for each other. Each round begins new tables, every other one in
PostgreSQL. Every interaction must be answered within Discord's three seconds, every acknowledged move must be stored once, every
table must replay, no board may be posted twice, and every process must end with code 0. The exit code is 1 if a check fails.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from engine.environment import STORE_URL
from engine.host.store.database import Store, StoreError
from engine.host.store.drivers.opening import open_store
from engine.kernel.dice import Dice
from engine.ops.config import Config
from tests.postgres import PostgresServer, start_server
from tests.process.fake_discord import FakeDiscord, FakePerson
from tests.process.payloads import find_custom_id
from tests.process.program import BotProcess
from tests.programs.soak.kills import ACK_TIMEOUT_S
from tests.programs.soak.pairs import WAIT_MAX_S, PairPlay, count_traces

TAKEOVERS_PER_ROUND = 30
TABLES_PER_ROUND = 60
"""Enough that few games end within a round."""
PAUSE_MAX_MS = 2000
"""The longest pause between two take-overs."""


class TakeoverResult(NamedTuple):
    """The problems of a round, and the seconds until the first response to each interaction."""

    violations: Counter[str]
    delays_s: list[float]
    move_count: int


class SteadyPlay(PairPlay):
    """People who press at a steady rate: each acts at a table at which nobody else is waiting for an answer."""

    def __init__(self, discord: FakeDiscord, store: Store, seed: str) -> None:
        super().__init__(discord, store, seed)
        self._actions: dict[int, asyncio.Task[None]] = {}

    async def press_steadily(self, rate: float) -> None:
        """Begin `rate` actions a second, until cancelled."""
        while True:
            await asyncio.sleep(1 / rate)
            idle_tables = [number for number in self.channel_ids if number not in self._actions]
            if idle_tables:
                number = idle_tables[self._dice.roll_below(len(idle_tables), next(self._n), "table")]
                self._actions[number] = asyncio.create_task(self._act(number))

    async def finish_actions(self) -> None:
        """Wait for the answers to all actions."""
        await asyncio.gather(*self._actions.values(), return_exceptions=True)

    async def _act(self, number: int) -> None:
        """Act at a table, and let others act there afterwards."""
        try:
            move = await self.find_move(number)
            if move is not None:
                await self._send_move(number, *move)
        except StoreError:
            self.late_count += 1
        except TimeoutError:
            self.violations["interactions whose promised answer has not come"] += 1
        finally:
            del self._actions[number]

    async def _send_move(self, number: int, person: FakePerson, words: str) -> None:
        """Make a move, or every fourth time press "Your move" on the board instead."""
        board = await self._find_board(number)
        self._discord.current_channel = self.channel_ids[number]
        if board is not None and not self._dice.roll_below(4, next(self._n), "press"):
            asked = await self._discord.press(person, int(board["id"]), find_custom_id(board, "Your move"))
            await self._discord.await_response(asked)
            return
        asked = await self._discord.run_command(person, "move", words=words)
        self.note_answer(asked.id, number, words, await self._discord.await_response(asked))

    async def _find_board(self, number: int) -> dict[str, Any] | None:
        post = (await self._tables.snapshots.take_snapshot(number, None)).post
        return None if post is None else self._discord.messages.get(post.message_id)


async def run_takeovers(
    folder: Path, database: str, takeovers: int, rate: float, seed: str, table_count: int = TABLES_PER_ROUND
) -> TakeoverResult:
    """Play at new tables while `takeovers` processes follow each other. `database`: an address, "": a file in the folder."""
    address: Path | str = database or folder / Config().store.path
    dice = Dice(seed)
    violations: Counter[str] = Counter()
    async with FakeDiscord() as discord, await open_store(address) as store:
        here = discord.build_environment(folder) | {STORE_URL: database}
        play = SteadyPlay(discord, store, seed)
        await play.start_tables(table_count)
        running = [await BotProcess.start(folder, "--take-over", env=here)]  # from nobody, so it starts as always
        await discord.await_condition(lambda: bool(discord.commands))
        await play.wait_until_settled()  # people play at boards that they see
        people = asyncio.create_task(play.press_steadily(rate))
        try:
            for n in range(takeovers):
                await asyncio.sleep(dice.roll_below(PAUSE_MAX_MS, n, "pause") / 1000)
                running.append(await BotProcess.start(folder, "--take-over", env=here))
                violations["processes that ended with another code"] += await running[0].await_exit(WAIT_MAX_S) != 0
                former = running.pop(0)
                await former.await_end()
                violations["tracebacks in a log"] += len(count_traces(former.stderr_text)[0])
            await running[0].await_log("serves people on Discord")
            people.cancel()
            await play.finish_actions()
            await play.wait_until_settled()
        finally:
            people.cancel()
            for process in running:
                violations["processes that ended before they were asked to"] += process.exit_code is not None
                process.kill()
                await process.await_end()
                violations["tracebacks in a log"] += len(count_traces(process.stderr_text)[0])
        await play.verify_store(address)
        delays = discord.list_delays()
    violations["interactions without an answer in time"] += sum(delay > ACK_TIMEOUT_S for delay in delays)
    return TakeoverResult(+(violations + play.violations), delays, len(play.acknowledged))


async def run_rounds(arguments: argparse.Namespace, server: PostgresServer) -> Counter[str]:
    """Run all rounds, and return the problems."""
    violations: Counter[str] = Counter()
    for begin in range(0, arguments.takeovers, TAKEOVERS_PER_ROUND):
        number = begin // TAKEOVERS_PER_ROUND
        part = min(TAKEOVERS_PER_ROUND, arguments.takeovers - begin)
        database = await server.create_database() if number % 2 else ""
        with tempfile.TemporaryDirectory() as name:
            result = await run_takeovers(Path(name), database, part, arguments.rate, f"{arguments.seed}-{number}")
        violations += result.violations
        print(
            f"{begin + part} take-overs: {len(result.delays_s)} interactions, {result.move_count} moves acknowledged, "
            f"slowest answer {max(result.delays_s):.2f} s, {dict(result.violations)}",
            flush=True,
        )
    return violations


def main() -> int:
    """Run the take-overs, and return 0 if every interaction was answered in time."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.soak.takeovers")
    parser.add_argument("takeovers", type=int, nargs="?", default=300)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seed", default="takeovers")
    asked = parser.parse_args()
    with start_server() as server:
        wrong = asyncio.run(run_rounds(asked, server))
    print("\n".join(f"{times} {what}" for what, times in wrong.items()) or "All in order.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
