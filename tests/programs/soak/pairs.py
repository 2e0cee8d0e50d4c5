"""`python -m tests.programs.soak.pairs`: two groups of shards, two processes each, one PostgreSQL, and kills.

In each group one process serves and one stands by. While people play on all servers, the program kills one of the
processes again and again, and starts another in its place. Afterwards every acknowledged move must be in the store,
once and with its words, every table must replay, every board and every reminder must have been posted once, and another
process must have taken over the group of a killed one within thirty seconds: from the kill, or from the start of its
standby. The exit code is 1 if a check fails.

A busy machine may be slow. The program therefore prints the sign-in time of shards, and how often the store has
answered too late. It waits for boards as long as their number falls.

`--hurry`: lease renewals run four times as fast, and a group has fifteen seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from engine.host.model.game_catalogue import GameCatalogue
from engine.host.model.shard_range import ALL_SHARDS, ShardRange
from engine.host.service.table_services import TableServices
from engine.host.store import outbox
from engine.host.store.database import Store, StoreError, TableChangedError, Transaction
from engine.host.store.drivers.opening import open_store
from engine.host.store.shards import change_feed
from engine.kernel.dice import Dice
from engine.kernel.menu import sample_move
from engine.kernel.registry import list_slugs
from engine.kernel.text import UserError
from engine.ops import doctor
from tests.postgres import start_server
from tests.process import payloads
from tests.process.fake_discord import ANA, BEN, FakeDiscord, FakePerson
from tests.process.fast_timers import SPEED_UP_CODE
from tests.process.program import BotProcess

RESTART_EXIT_CODE = 75
"""The exit code that asks for another start."""
SHARD_LISTS = ("0-1/4", "2-3/4")
"""The shards of the two groups."""
TAKEOVER_MAX_S = 30.0
"""Seconds within which another process has to take over from a killed one."""
HURRIED_TAKEOVER_MAX_S = 15.0
"""The same with `--hurry`."""
WAIT_MAX_S = 600.0
"""The longest wait for anything, in seconds."""
ANSWER_TIMEOUT_S = 20.0
"""Seconds after which a press counts as one whose process was killed."""
PLAYERS_PER_GROUP = 3
"""People who play at the same time on the servers of each group."""
MOVE_INTERVAL_S = 0.05
"""Seconds between two of their moves."""
QUIET_AFTER_KILL_S = 180.0
"""Seconds after the last kill without a post, although posts are pending."""
LOST_STORE_PATTERN = re.compile(r"^[\w.]*(StoreError|Lost): .*cannot be reached", re.MULTILINE)
"""The end of a traceback if the store, which runs all the time, has not answered within its two seconds."""
LOG_RECORD_PATTERN = re.compile(r"^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} )", re.MULTILINE)
"""The beginning of a log record."""


class ProcessGroup:
    """The processes of one shard list: one serves, one stands by. Without an `address` it plays in the folder's SQLite file."""

    def __init__(self, discord: FakeDiscord, list_: str, address: str, folder: Path, environment: str) -> None:
        self.shard_range = ShardRange.parse(list_)
        self._discord, self._address, self._folder, self._also = discord, address, folder, environment
        self._numbers = count(1)
        self.running: list[BotProcess] = []
        self.takeover_times_s: list[float] = []
        """Seconds until another process had taken over."""
        self.rejoin_times_s: list[float] = []
        """Seconds until all shards were signed in again."""
        self._watched_processes: dict[BotProcess, float] = {}
        """Standby processes, each with its start."""
        self.lost_count = 0
        """Processes that lost their lease and were started again, as systemd would."""
        self.violations: Counter[str] = Counter()
        self.log_lines: list[str] = []

    async def start_process(self) -> None:
        """Start one more process, which stands by if there is another."""
        home = self._folder / f"{self.shard_range.first_shard}-{next(self._numbers)}" if self._address else self._folder
        home.mkdir(exist_ok=True)
        (home / "config.toml").write_text(
            f'[discord]\nshards = "{self.shard_range}"\n[store]\nurl = "{self._address}"\n[players]\nworkers = 1\n'
        )
        self.running.append(await BotProcess.start(home, env=self._discord.build_environment(home, self._also)))

    @property
    def is_online(self) -> bool:
        """Whether all shards of the group are signed in."""
        return all(self._discord.is_online(shard) for shard in self.shard_range.shard_ids)

    def _is_serving(self, process: BotProcess) -> bool:
        return f"this process serves the shards {self.shard_range}" in process.stderr_text

    async def kill_serving(self, *, standing_by: bool) -> None:
        """Kill the process that serves, and start another one in its place.

        Wait until its servers are served again, or for one that is `standing_by`. Raises TimeoutError if nobody takes
        over.
        """
        await wait_until(lambda: bool(self.running), "another process is started")
        serving_it = [one for one in self.running if self._is_serving(one)]
        wanted = [one for one in self.running if (one in serving_it) != standing_by] or self.running
        victim = wanted[0]
        self.running.remove(victim)
        victim.kill()
        at = time.monotonic()
        await victim.await_end()
        self.log_lines.append(victim.stderr_text)
        await self.start_process()
        if victim in serving_it:
            await wait_until(
                lambda: not any(self._discord.is_online(shard) for shard in self.shard_range.shard_ids),
                "a killed process is gone",
            )
            self._discord.forget_nonces()
            await wait_until(lambda: any(map(self._is_serving, self.running)), "another process takes over")
            taker = next(filter(self._is_serving, self.running))
            self.takeover_times_s.append(time.monotonic() - max(at, self._watched_processes.get(taker, at)))
            await wait_until(lambda: self.is_online, "its shards are signed in")
            self.rejoin_times_s.append(time.monotonic() - at)

    async def restart_ended(self) -> None:
        """Start ended processes again, as systemd does, and note which stand by."""
        while True:
            for process in self.running:
                if "standing by" in process.stderr_text:
                    self._watched_processes.setdefault(process, time.monotonic())
            for process in [one for one in self.running if one.exit_code is not None]:
                self.running.remove(process)
                code = await process.await_end()
                self.log_lines.append(process.stderr_text)
                self.lost_count += code == RESTART_EXIT_CODE
                sys.stderr.writelines(
                    f"{line}\n" for line in process.stderr_text.splitlines() if "overwinter.shards" in line
                )
                if code != RESTART_EXIT_CODE:
                    self.violations[f"processes that ended by themselves with code {code}"] += 1
                await self.start_process()
            await asyncio.sleep(0.2)

    async def kill_all(self) -> None:
        """Kill the remaining processes."""
        for process in self.running:
            if process.exit_code is None:
                process.kill()
            await process.await_end()
            self.log_lines.append(process.stderr_text)


class PairPlay:
    """The tables, their players, and the results."""

    def __init__(self, discord: FakeDiscord, store: Store, seed: str) -> None:
        self._discord, self._store, self._dice, self._n = discord, store, Dice(seed), count()
        self._tables = TableServices(store, GameCatalogue(), lambda: datetime.now(UTC))
        self.channel_ids: dict[int, dict[str, Any]] = {}
        self.acknowledged: dict[int, tuple[int, str]] = {}
        self.violations: Counter[str] = Counter()
        self.attempt_count = 0
        self.late_count = 0
        """How often the store has not answered this program in time."""

    async def start_tables(self, table_count: int) -> None:
        """Begin `table_count` tables in as many channels, on all servers in turn and of every game in turn."""
        guilds, games = self._discord.guilds, list_slugs()
        for k in range(table_count):
            guild = guilds[k % len(guilds)]
            place = payloads.games_channel_id(guild) | {"id": str(10_000 + k), "name": f"table-{k}"}
            table = await self._tables.lobby.open(
                guild, int(place["id"]), ANA.id, ANA.name, games[k // len(guilds) % len(games)], {}
            )
            await self._tables.lobby.join(table.id, BEN.id, BEN.name)
            await self._tables.proposals.set_pace(table.id, ANA.id, 12)
            await self._tables.lobby.start(table.id, ANA.id)
            self.channel_ids[table.id] = place

    async def keep_playing(self, group: ProcessGroup, stop: asyncio.Event) -> None:
        """Play random moves at random tables of a group's servers while its process runs."""
        mine = [
            number
            for number, place in self.channel_ids.items()
            if group.shard_range.includes_guild(int(place["guild_id"]))
        ]
        while not stop.is_set():
            await asyncio.sleep(MOVE_INTERVAL_S)
            if group.is_online:
                await self._play_move(mine[self._dice.roll_below(len(mine), next(self._n), "table")], group)

    async def find_move(self, number: int) -> tuple[FakePerson, str] | None:
        """Return a random move at a table and who makes it, None if there is none at the moment."""
        self._tables.context.drop_cached(number)
        try:
            table = await self._tables.load_table(number)
            if table.status != "running":
                return None
            seats = (await self._tables.snapshots.take_snapshot(number, None)).waiting_seats
            if not seats:
                return None  # the game has ended meanwhile
            user = table.find_seat_user(seats[0])
            _, _, menu = await self._tables.moves.load_menu(number, user)
        except UserError:
            return None
        except StoreError:
            self.late_count += 1
            return None
        words = " ".join(sample_move(menu, lambda k: self._dice.roll_below(k, next(self._n), "pick")))
        return (ANA if user == ANA.id else BEN), words

    async def _play_move(self, number: int, group: ProcessGroup) -> None:
        move = await self.find_move(number)
        if move is None:
            return
        person, words = move
        self.attempt_count += 1
        self._discord.current_channel = self.channel_ids[number]
        try:
            asked = await self._discord.run_command(person, "move", words=words)
        except (AssertionError, ConnectionError):
            return  # the process was killed at this moment
        answer = asyncio.ensure_future(self._discord.await_response(asked))
        gone = asyncio.ensure_future(self._discord.await_condition(lambda: not group.is_online))
        await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED, timeout=ANSWER_TIMEOUT_S)
        for task in (answer, gone):
            task.cancel()
        (shown, _) = await asyncio.gather(answer, gone, return_exceptions=True)
        if isinstance(shown, dict):
            self.note_answer(asked.id, number, words, shown)

    def note_answer(self, interaction_id: int, number: int, words: str, shown: Mapping[str, Any]) -> None:
        """Note a move as acknowledged if its answer says that it is made."""
        if "Done" in json.dumps(shown["components"]):
            self.acknowledged[interaction_id] = (number, words)

    async def age_turns(self) -> None:
        """Make every open turn some hours older, so that all need a reminder."""

        async def work(tx: Transaction) -> None:
            await tx.execute(
                "UPDATE turn_deadlines SET asked_at = asked_at - 25200, clock_started_at = clock_started_at - 25200, "
                "due_at = due_at - 25200"
            )
            await change_feed.announce_change(tx)

        try:
            await self._store.write(work)
        except (StoreError, TableChangedError):
            self.late_count += 1  # without a reminder this time

    async def wait_until_settled(self) -> None:
        """Wait until every board is posted and nothing is pending, or until nothing changes."""
        least, until_then = sys.maxsize, time.monotonic() + QUIET_AFTER_KILL_S
        while time.monotonic() < until_then:
            with suppress(StoreError):
                left = await self._count_pending()
                if left == 0:
                    return
                if left < least:
                    least, until_then = left, time.monotonic() + QUIET_AFTER_KILL_S
            await asyncio.sleep(0.5)
        self.violations["boards or reminders that are not posted"] += least

    async def _count_pending(self) -> int:
        """Count the boards and the messages that could be posted now.

        A reminder whose user was called within the hour waits with the oldest one of that user and server.
        """
        rows = await self._store.fetch_all(
            "SELECT 1 FROM tables t LEFT JOIN board_posts p ON p.table_id = t.id "
            "WHERE p.revision IS NULL OR p.revision < t.revision"
        )
        pending = len(rows)
        for item in await outbox.list_due(self._store, ALL_SHARDS, int(time.time())):
            if item.state == "open" or item.kind == "call":
                continue
            if item.kind != "remind" or await self._tables.calls.is_first(item):
                pending += 1
        return pending

    async def verify_store(self, address: Path | str) -> None:
        """Compare the store and the channels with the acknowledged moves."""
        rows = await self._store.fetch_all(
            "SELECT table_id, words, interaction_id FROM entries WHERE interaction_id IS NOT NULL"
        )
        kept = {row["interaction_id"]: (row["table_id"], row["words"]) for row in rows}
        for number, move in self.acknowledged.items():
            self.violations["acknowledged moves that are lost"] += number not in kept
            self.violations["acknowledged moves that are others"] += kept.get(number, move) != move
        for report in await asyncio.to_thread(doctor.check_tables, address):
            self.violations[f"tables that do not replay ({report.verdict})"] += not report.is_ok
        nonces: dict[tuple[str, str], int] = defaultdict(int)
        for message in self._discord.messages.values():
            if message["nonce"] and not message["flags"] & 64:
                nonces[message["channel_id"], message["nonce"]] += 1
        for (_, nonce), times in nonces.items():
            self.violations["reminders posted twice" if nonce.startswith("n") else "boards posted twice"] += times > 1
        sent = {nonce for _, nonce in nonces if nonce.startswith("n")}
        for row in await self._store.fetch_all("SELECT id, created_at FROM outbox WHERE state = 'due'"):
            self.violations["messages that arrived and are to be sent again"] += (
                f"n{row['id']}:{row['created_at']}" in sent
            )
        self.reminders = len(sent)


async def wait_until(condition: Callable[[], bool], description: str) -> None:
    """Wait until a condition is true, also on a slow machine. Raises TimeoutError if it stays false."""
    deadline = time.monotonic() + WAIT_MAX_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"never: {description}")
        await asyncio.sleep(0.05)


def count_traces(log_lines: str) -> tuple[list[str], int]:
    """Find the log records with a traceback, up to the loss of the process's shards.

    Return them, and the number of further ones that a late answer of the store explains.
    """
    found = [
        record
        for record in LOG_RECORD_PATTERN.split(log_lines.partition("own any more: it stops")[0])
        if "Traceback" in record
    ]
    wrong = [record for record in found if not LOST_STORE_PATTERN.search(record)]
    return wrong, len(found) - len(wrong)


async def run_pairs(arguments: argparse.Namespace, address: str, folder: Path) -> tuple[Counter[str], dict[str, Any]]:
    """Play, kill and check. Return the problems and the figures."""
    dice, within = Dice(arguments.seed), HURRIED_TAKEOVER_MAX_S if arguments.hurry else TAKEOVER_MAX_S
    shards = ShardRange.parse(SHARD_LISTS[0]).shard_count
    async with FakeDiscord(shards, arguments.guilds) as discord, await open_store(address) as store:
        play = PairPlay(discord, store, arguments.seed)
        await play.start_tables(arguments.tables)
        groups = [
            ProcessGroup(discord, one, address, folder, SPEED_UP_CODE if arguments.hurry else "") for one in SHARD_LISTS
        ]
        keeping: list[asyncio.Task[None]] = []
        people: list[asyncio.Task[None]] = []
        try:
            for group in groups:
                await group.start_process()
            await wait_until(lambda: all(group.is_online for group in groups), "both groups are signed in")
            for group in groups:
                await group.start_process()
            await play.wait_until_settled()  # people play at boards that they see
            stop = asyncio.Event()
            keeping += [asyncio.create_task(group.restart_ended()) for group in groups]
            people += [
                asyncio.create_task(play.keep_playing(group, stop))
                for group in groups
                for _ in range(PLAYERS_PER_GROUP)
            ]
            for n in range(arguments.kills):
                await asyncio.sleep(dice.roll_below(1500, n, "moment") / 1000)
                if n % 5 != 4:  # otherwise also while another one is still taking over
                    await wait_until(lambda: all(group.is_online for group in groups), "both groups are signed in")
                if n % 5 == 2:
                    await play.age_turns()
                await groups[dice.roll_below(2, n, "group")].kill_serving(
                    standing_by=dice.roll_below(3, n, "process") == 2
                )
                slowest = max((one for group in groups for one in group.takeover_times_s), default=0.0)
                print(
                    f"kill {n + 1}: {play.attempt_count} moves tried, {len(play.acknowledged)} acknowledged, "
                    f"slowest taken over after {slowest:.1f} s, {sum(group.lost_count for group in groups)} leases given up",
                    flush=True,
                )
            stop.set()
            await asyncio.gather(*people)
            await play.wait_until_settled()
        except TimeoutError as never:
            play.violations[str(never)] += 1
        finally:
            for task in (*keeping, *people):
                task.cancel()
            await asyncio.gather(*keeping, *people, return_exceptions=True)
            for group in groups:
                await group.kill_all()
        await play.verify_store(address)
    took = [seconds for group in groups for seconds in group.takeover_times_s]
    play.violations["hand-overs that took too long"] += sum(seconds > within for seconds in took)
    for group in groups:
        play.violations += group.violations
    late = play.late_count
    for said in [said for group in groups for said in group.log_lines]:
        found, too_late = count_traces(said)
        late += too_late
        play.violations["tracebacks in a log"] += len(found)
        sys.stderr.writelines(record[:5000] for record in found)
    figures = {
        "kills": arguments.kills,
        "hand-overs": len(took),
        "slowest taken over": round(max(took, default=0), 1),
        "slowest signed in again": round(max((one for group in groups for one in group.rejoin_times_s), default=0), 1),
        "answers of the store that came too late": late,
        "shards signed in twice": discord.repeated_nonces,  # by a process that has lost its lease and has not ended yet
        "leases given up": sum(group.lost_count for group in groups),
        "moves acknowledged": len(play.acknowledged),
        "reminders": play.reminders,
    }
    return +play.violations, figures


def main() -> int:
    """Run the program, and return 0 if all was in order."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.soak.pairs")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--guilds", type=int, default=200)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seed", default="pairs")
    parser.add_argument("--hurry", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, start_server() as server:
        address = asyncio.run(server.create_database())
        wrong, figures = asyncio.run(run_pairs(asked, address, Path(name)))
        asyncio.run(server.drop_databases())
    print(json.dumps(figures))
    print("\n".join(f"{times} {what}" for what, times in wrong.items()) or "All in order.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
