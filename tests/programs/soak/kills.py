"""`python -m tests.programs.soak.kills 300`: the real process is killed again and again, and pressed in its first second.

Every other table is kept in PostgreSQL. After each kill the bot is started on the same store, on a machine with two busy loops;
within a second of READY somebody presses "Your move" or asks for the board or the hand. Each must be answered within Discord's
three seconds, with a picture in the end. Exit code 1 when one was not, or when a table no longer leads where it led.
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
from tests.postgres import Server, serving
from tests.process.fake_discord import ANA, BEN, Asked, FakeDiscord, Person
from tests.process.payloads import pressed
from tests.process.program import Program

PATIENCE = 3.0
"""Seconds that Discord waits."""
WAYS = ("Your move", "/board", "/hand")
LOOP = "while True: pass"
ROUNDS = 10
"""Kills of one table; then another game is begun."""


class Answered(NamedTuple):
    """A press after a kill: which game and way, and the seconds from READY to it and from it to its answer."""

    game: str
    way: str
    after: float
    seconds: float

    @property
    def in_time(self) -> bool:
        """Whether Discord still waited."""
        return self.seconds < PATIENCE


@asynccontextmanager
async def busy(loops: int = 2) -> AsyncIterator[None]:
    """Processes that do nothing, as fast as they can."""
    running = [await asyncio.create_subprocess_exec(sys.executable, "-c", LOOP) for _ in range(loops)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            await process.wait()


async def killed(folder: Path, game: str, kills: int, dice: Dice, where: str = "") -> list[Answered]:
    """Begin a table of a game, and kill and press that often; what came of each press. `where`: the address of a database, "": a
    file in the folder. Raises TimeoutError for one that is never answered."""
    found: list[Answered] = []
    async with FakeDiscord() as discord:
        here = discord.environment(folder) | {STORE_URL: where}
        async with await Program.start(folder, env=here) as bot:
            await discord.connected()
            lobby = await discord.response(await discord.slash(ANA, "play", game=game))
            await discord.answer(await discord.press(BEN, int(lobby["id"]), pressed(lobby, "Join")))
            await discord.answer(await discord.press(ANA, int(lobby["id"]), pressed(lobby, "Start")))
            await discord.until(lambda: len(discord.posts()) > 1)
            bot.kill()
            await bot.end()
        for k in range(kills):
            await discord.disconnected()
            async with await Program.start(folder, env=here) as bot:
                await discord.connected()
                after = dice.below(1000, k, "moment") / 1000
                await asyncio.sleep(after)
                way = WAYS[k % len(WAYS)]
                asked_at = time.monotonic()
                asked = await _press(discord, way)
                await discord.answer(asked)
                found.append(Answered(game, way, after, time.monotonic() - asked_at))
                shown = await discord.response(asked)
                assert shown["attachments"], f"{way} without a picture"
                bot.kill()
                await bot.end()
    return found


async def _press(discord: FakeDiscord, way: str) -> Asked:
    board = discord.posts()[-1]
    called = re.search(r"<@(\d+)>", str(board["components"]))
    assert called, board
    who: Person = next(one for one in (ANA, BEN) if one.id == int(called[1]))
    if way.startswith("/"):
        return await discord.slash(who, way[1:])
    return await discord.press(who, int(board["id"]), pressed(board, way))


async def soak(kills: int, seed: str, server: Server) -> list[str]:
    """All kills, ROUNDS of each game in turn; a line for everything that was not in order."""
    wrong: list[str] = []
    done: list[Answered] = []
    games, table = registry.slugs(), 0
    async with busy():
        while len(done) < kills:
            game = games[table // 2 % len(games)]
            where = await server.new() if table % 2 else ""
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                part = min(ROUNDS, kills - len(done))
                try:
                    found = await killed(folder, game, part, Dice(f"{seed}-{table}"), where)
                except (TimeoutError, AssertionError) as silent:
                    wrong.append(f"{game}: {silent}")
                    found = []
                    kills -= part  # so that it comes to an end
                done += found
                wrong += [f"{one} came too late" for one in found if not one.in_time]
                reports = doctor.examine(where or folder / Config().store.path)
                wrong += [f"{game}: {report.verdict}, {report.why}" for report in reports if not report.in_order]
            table += 1
            slowest = max(done, key=lambda one: one.seconds, default=None)
            print(f"{len(done)} kills, slowest {slowest}, {len(wrong)} things wrong", flush=True)
    return wrong


def main() -> int:
    """Run it; 0 when every press was answered in time."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.soak.kills")
    parser.add_argument("kills", type=int, nargs="?", default=300)
    parser.add_argument("--seed", default="kills")
    asked = parser.parse_args()
    with serving() as server:
        wrong = asyncio.run(soak(asked.kills, asked.seed, server))
    print("\n".join(wrong) or "All in order.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
