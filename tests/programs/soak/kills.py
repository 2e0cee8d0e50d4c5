"""`python -m tests.programs.soak.kills 300`: kill the real process again and again, and press in its first second.

Every other table is kept in PostgreSQL. After each kill the bot starts on the same store, on a machine with two busy
loops. Within a second of READY somebody presses "Your move" or asks for the board or the hand. Each must be answered
within Discord's three seconds, with a picture in the end. The exit code is 1 if an answer is late, or if a table no
longer replays to its stored state.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from engine.environment import STORE_URL
from engine.kernel import registry
from engine.kernel.dice import Dice
from engine.ops import doctor
from engine.ops.config import Config
from tests.postgres import PostgresServer, start_server
from tests.process.fake_discord import ANA, BEN, FakeDiscord, FakePerson, SentInteraction
from tests.process.payloads import find_custom_id
from tests.process.program import BotProcess

ACK_TIMEOUT_S = 3.0
"""Seconds that Discord waits."""
PRESS_WAYS = ("Your move", "/board", "/hand")
BUSY_LOOP = "while True: pass"
KILLS_PER_TABLE = 10
"""Kills of one table before the next game begins."""


class AnsweredPress(NamedTuple):
    """A press after a kill: its game and kind, the seconds from READY to the press, and the seconds from the press to
    its answer.
    """

    game: str
    way: str
    after_ready_s: float
    answer_s: float

    @property
    def is_in_time(self) -> bool:
        """Whether the answer came within Discord's limit."""
        return self.answer_s < ACK_TIMEOUT_S


@asynccontextmanager
async def start_busy_loops(loops: int = 2) -> AsyncIterator[None]:
    """Run busy loops, which keep processors occupied."""
    running = [await asyncio.create_subprocess_exec(sys.executable, "-c", BUSY_LOOP) for _ in range(loops)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            await process.wait()


async def kill_and_press(folder: Path, game: str, kills: int, dice: Dice, database: str = "") -> list[AnsweredPress]:
    """Begin a table of a game, and kill and press `kills` times. Return every press.

    `database`: the address of a database, "": a file in the folder. Raises TimeoutError for a press that is never
    answered.
    """
    found: list[AnsweredPress] = []
    async with FakeDiscord() as discord:
        here = discord.build_environment(folder) | {STORE_URL: database}
        async with await BotProcess.start(folder, env=here) as bot:
            await discord.await_connected()
            lobby = await discord.await_response(await discord.run_command(ANA, "play", game=game))
            await discord.await_answer(await discord.press(BEN, int(lobby["id"]), find_custom_id(lobby, "Join")))
            await discord.await_answer(await discord.press(ANA, int(lobby["id"]), find_custom_id(lobby, "Start")))
            await discord.await_condition(lambda: len(discord.list_posts()) > 1)
            bot.kill()
            await bot.await_end()
        for k in range(kills):
            await discord.await_disconnected()
            async with await BotProcess.start(folder, env=here) as bot:
                await discord.await_connected()
                after = dice.roll_below(1000, k, "moment") / 1000
                await asyncio.sleep(after)
                way = PRESS_WAYS[k % len(PRESS_WAYS)]
                asked_at = time.monotonic()
                asked = await _press_way(discord, way)
                await discord.await_answer(asked)
                found.append(AnsweredPress(game, way, after, time.monotonic() - asked_at))
                shown = await discord.await_response(asked)
                assert shown["attachments"], f"{way} without a picture"
                bot.kill()
                await bot.await_end()
    return found


async def _press_way(discord: FakeDiscord, way: str) -> SentInteraction:
    board = discord.list_posts()[-1]
    called = re.search(r"<@(\d+)>", str(board["components"]))
    assert called, board
    who: FakePerson = next(one for one in (ANA, BEN) if one.id == int(called[1]))
    if way.startswith("/"):
        return await discord.run_command(who, way[1:])
    return await discord.press(who, int(board["id"]), find_custom_id(board, way))


async def run_kills(kills: int, seed: str, server: PostgresServer) -> list[str]:
    """Make all kills, in rounds of each game in turn. Return a line for every problem."""
    wrong: list[str] = []
    done: list[AnsweredPress] = []
    games, table = registry.list_slugs(), 0
    async with start_busy_loops():
        while len(done) < kills:
            game = games[table // 2 % len(games)]
            where = await server.create_database() if table % 2 else ""
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                part = min(KILLS_PER_TABLE, kills - len(done))
                try:
                    found = await kill_and_press(folder, game, part, Dice(f"{seed}-{table}"), where)
                except (TimeoutError, AssertionError) as silent:
                    wrong.append(f"{game}: {silent}")
                    found = []
                    kills -= part  # so that the loop ends
                done += found
                wrong += [f"{one} came too late" for one in found if not one.is_in_time]
                reports = doctor.check_tables(where or folder / Config().store.path)
                wrong += [f"{game}: {report.verdict}, {report.reason}" for report in reports if not report.is_ok]
            table += 1
            slowest = max(done, key=lambda one: one.answer_s, default=None)
            print(f"{len(done)} kills, slowest {slowest}, {len(wrong)} things wrong", flush=True)
    return wrong


def main() -> int:
    """Run the kills, and return 0 if every press was answered in time."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.soak.kills")
    parser.add_argument("kills", type=int, nargs="?", default=300)
    parser.add_argument("--seed", default="kills")
    asked = parser.parse_args()
    with start_server() as server:
        wrong = asyncio.run(run_kills(asked.kills, asked.seed, server))
    print("\n".join(wrong) or "All in order.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
