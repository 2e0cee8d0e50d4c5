"""How often the bot calls people: a fortnight of four friends with three tables, in virtual time.

    python -m tests.programs.fortnight --game paso --quiet --calls message

Each friend looks at their tables three or four times a day, at hours of their own, and makes every move that is owed
there. The program prints one JSON line with the calls, the messages and the edits for a person and day. One seed is one
run.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import simcord

from cogs.services import computer_turns, scheduler
from engine.kernel.text import UserError
from engine.ops import backup
from tests.discord.camp_game import HOUR_S
from tests.discord.fake_server import FakeServer, open_server
from tests.discord.fast_copies import use_fast_copies
from tests.discord.shared_game_commands import use_shared_game_commands
from tests.discord.simulation.one_thread import SimulationEnv, run_simulation
from tests.migrated_file import write_migrated_file

DAYS, TABLES = 14, 3
MAX_MOVES_PER_VISIT = 60
NIGHT_HOURS = (*range(8), 23)
"""The hours in which nobody visits; with `--quiet` they are everybody's quiet hours."""
CHECK_INTERVAL_S = 6 * HOUR_S


class Fortnight:
    """Two weeks of four friends."""

    def __init__(self, server: FakeServer, arguments: argparse.Namespace) -> None:
        self._server = server
        self._arguments = arguments
        self._dice = random.Random(arguments.seed)  # noqa: S311 - a program’s dice
        self._channels = [server.guild.create_text_channel(f"table-{number}") for number in range(TABLES)]
        self._visits = {
            user.id: sorted(self._dice.sample(range(8, 23), self._dice.choice((3, 4)))) for user in server.people
        }
        self._read_requests = 0
        self.counts: Counter[str] = Counter()

    async def play(self) -> None:
        """Play all days."""
        server = self._server
        for user in server.people:
            with suppress(UserError):  # an earlier version of the bot has no such setting
                await server.bot.tables.settings.save_setting("person", user.id, "calls", self._arguments.calls)
            if self._arguments.quiet:
                hours = {"from": "23:00", "to": "8:00"}
                await server.run_command(user, "quiet", zone="UTC", **hours)
        for channel in self._channels:
            await self._start_game(channel)
        for _ in range(DAYS * 24):
            await server.env.advance_time(HOUR_S)
            self._count_requests()
            hour = server.env.now().hour
            for user in server.people:
                if hour in self._visits[user.id]:
                    await self._visit(user)
                    self._count_requests()

    async def _start_game(self, channel: Any) -> None:
        server = self._server
        host, *others = server.people
        await server.run_command(host, "play", channel, game=self._arguments.game)
        for user in others:
            await server.run_command(user, "join", channel)
        await server.run_command(host, "pace", channel, time=24)
        await server.run_command(host, "start", channel)
        self.counts["games"] += 1

    async def _visit(self, user: simcord.MemberActor) -> None:
        """Make every move that a friend owes."""
        tables = self._server.bot.tables
        for channel in self._channels:
            table = await tables.find_channel_table(channel.id, live_only=False)
            if table.status != "running":
                await self._start_game(channel)
                continue
            for _ in range(MAX_MOVES_PER_VISIT):
                try:
                    _, seat, menu = await tables.moves.load_menu(table.id, user.id)
                except UserError:
                    break
                words = self._server.bot.catalogue.load_game(table.game).safe_move(seat, menu)
                await self._server.run_command(user, "move", channel, words=" ".join(words))
                self.counts["moves"] += 1

    def _count_requests(self) -> None:
        """Count what the bot has sent since the last look."""
        requests = self._server.env.http_requests
        for request in requests[self._read_requests :]:
            if isinstance(request.json, Mapping):
                self._count_request(request.method, request.path, request.json)
        self._read_requests = len(requests)

    def _count_request(self, method: str, path: str, body: Mapping[str, Any]) -> None:
        is_message = path.startswith("/channels/") and "/messages" in path
        if method == "PATCH" and is_message:
            self.counts["edits"] += 1
        direct = [str(channel) for channel in self._server.env.backend.dm_channels.values()]
        if method == "POST" and path.endswith("/messages"):
            is_direct = path.split("/")[2] in direct
            self.counts["direct messages" if is_direct else "posts"] += 1
            self._count_calls(1 if is_direct else 0)
        mentioned = (body.get("data") or body).get("allowed_mentions") or {}
        if method == "POST":
            self._count_calls(len(mentioned.get("users", [])))

    def _count_calls(self, calls: int) -> None:
        now: datetime = self._server.env.now()
        self.counts["calls"] += calls
        if now.hour in NIGHT_HOURS:
            self.counts["calls at night"] += calls


def play_fortnight(arguments: argparse.Namespace) -> Counter[str]:
    """Play, and return what was counted."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        write_migrated_file(Path(folder) / "bot.db")  # uses a thread the first time
        for timer in (scheduler, computer_turns, backup):
            patch.setattr(timer, "CHECK_INTERVAL_S", CHECK_INTERVAL_S)

        async def play() -> Counter[str]:
            async with open_server(Path(folder), env_type=SimulationEnv) as server:
                fortnight = Fortnight(server, arguments)
                await fortnight.play()
                return fortnight.counts

        with use_fast_copies(), use_shared_game_commands():
            return run_simulation(arguments.seed, play)


def main() -> None:
    """Print the counts, and the calls, posts and edits of a person and day."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="paso")
    parser.add_argument("--seed", default="fortnight 1")
    parser.add_argument("--calls", choices=("channel", "message"), default="channel")
    parser.add_argument("--quiet", action="store_true", help="everybody has quiet hours from 23 to 8")
    arguments = parser.parse_args()
    counts = play_fortnight(arguments)
    shares = {name: round(counts[name] / (4 * DAYS), 2) for name in ("calls", "posts", "direct messages", "edits")}
    print(json.dumps({"game": arguments.game, **counts, "a person and day": shares}))


if __name__ == "__main__":
    main()
