"""`python -m tests.programs.soak.pairs`: two groups of shards, two processes each, one PostgreSQL, and kills.

Of each group one process serves and one stands by. While games are played on all servers any of them is killed again and again, and
another one started in its place. Afterwards every acknowledged move must be in the store, once and with its words, every table must
replay, every board and every reminder must have been posted once, and the group of a killed process must have been taken over
within thirty seconds: from the kill, or from when the other one stood by. Exit code 1 when anything was not in order.

A machine that has much else to do may be slow. How long shards take to sign in is a figure, and so is how often the store has
answered too late; boards are waited for as long as there are fewer and fewer to post.

`--hurry`: the seconds between two words of a lease run four times as fast, and a group has fifteen seconds.
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
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from engine.host.model.catalogue import Catalogue
from engine.host.model.share import Share
from engine.host.service.tables import Tables
from engine.host.store.database import Overtaken, Store, StoreError, Transaction
from engine.host.store.drivers.opening import open_store
from engine.host.store.shards import news
from engine.kernel.dice import Dice
from engine.kernel.menu import sample
from engine.kernel.registry import slugs
from engine.kernel.text import Refusal
from engine.ops import doctor
from tests.postgres import serving
from tests.process import payloads
from tests.process.fake_discord import ANA, BEN, FakeDiscord
from tests.process.hurry import HURRY
from tests.process.program import Program

AGAIN = 75
"""The exit code that asks for another start."""
LISTS = ("0-1/4", "2-3/4")
"""The two groups."""
WITHIN = 30.0
"""Seconds within which another process has taken over from a killed one."""
HURRIED = 15.0
"""The same in a hurry."""
NEVER = 600.0
"""Seconds after which what has not come is not waited for any longer."""
ANSWER = 20.0
"""Seconds after which a press counts as one whose process was killed."""
PLAYERS = 3
"""People who play at a time on the servers of each group."""
PAUSE = 0.05
"""Seconds between two moves of theirs."""
QUIET = 180.0
"""Seconds after the last kill in which nothing is posted any more, although something is to be."""
TOO_LATE = re.compile(r"^[\w.]*(StoreError|Lost): .*cannot be reached", re.MULTILINE)
"""How a trace ends where the store, which is there all the time, has not answered within its two seconds."""
RECORD = re.compile(r"^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} )", re.MULTILINE)
"""Where a record of a log begins."""


class Group:
    """The processes of one list: who serves, and who stands by. Without an `address` it plays in the folder's SQLite file."""

    def __init__(self, discord: FakeDiscord, list_: str, address: str, folder: Path, also: str) -> None:
        self.share = Share.parse(list_)
        self._discord, self._address, self._folder, self._also = discord, address, folder, also
        self._numbers = count(1)
        self.running: list[Program] = []
        self.took: list[float] = []
        """Seconds until another process had taken over."""
        self.back: list[float] = []
        """Seconds until all shards were signed in again."""
        self._watching: dict[Program, float] = {}
        """Since when a process stands by."""
        self.gave_up = 0
        """Processes that have lost their lease, and were started again as systemd would."""
        self.wrong: Counter[str] = Counter()
        self.said: list[str] = []

    async def start(self) -> None:
        """One more process, which stands by if there is another."""
        home = self._folder / f"{self.share.first}-{next(self._numbers)}" if self._address else self._folder
        home.mkdir(exist_ok=True)
        (home / "config.toml").write_text(
            f'[discord]\nshards = "{self.share}"\n[store]\nurl = "{self._address}"\n[players]\nworkers = 1\n'
        )
        self.running.append(await Program.start(home, env=self._discord.environment(home, self._also)))

    @property
    def online(self) -> bool:
        """Whether all its shards are signed in."""
        return all(self._discord.online(shard) for shard in self.share.shards)

    def _serves(self, process: Program) -> bool:
        return f"this process serves the shards {self.share}" in process.err

    async def kill(self, *, standing_by: bool) -> None:
        """Kill the process that serves, and wait until its servers are served again, or one that is `standing_by`; another one is
        started in its place. Raises TimeoutError where nobody ever takes over."""
        await until(lambda: bool(self.running), "another process is started")
        serving_it = [one for one in self.running if self._serves(one)]
        wanted = [one for one in self.running if (one in serving_it) != standing_by] or self.running
        victim = wanted[0]
        self.running.remove(victim)
        victim.kill()
        at = time.monotonic()
        await victim.end()
        self.said.append(victim.err)
        await self.start()
        if victim in serving_it:
            await until(
                lambda: not any(self._discord.online(shard) for shard in self.share.shards), "a killed process is gone"
            )
            self._discord.forget_nonces()
            await until(lambda: any(map(self._serves, self.running)), "another process takes over")
            taker = next(filter(self._serves, self.running))
            self.took.append(time.monotonic() - max(at, self._watching.get(taker, at)))
            await until(lambda: self.online, "its shards are signed in")
            self.back.append(time.monotonic() - at)

    async def keep(self) -> None:
        """Start those again that have ended by themselves, as systemd does, and note who stands by."""
        while True:
            for process in self.running:
                if "standing by" in process.err:
                    self._watching.setdefault(process, time.monotonic())
            for process in [one for one in self.running if one.ended is not None]:
                self.running.remove(process)
                code = await process.end()
                self.said.append(process.err)
                self.gave_up += code == AGAIN
                sys.stderr.writelines(f"{line}\n" for line in process.err.splitlines() if "overwinter.shards" in line)
                if code != AGAIN:
                    self.wrong[f"processes that ended by themselves with code {code}"] += 1
                await self.start()
            await asyncio.sleep(0.2)

    async def end(self) -> None:
        """Kill what is left."""
        for process in self.running:
            if process.ended is None:
                process.kill()
            await process.end()
            self.said.append(process.err)


class Play:
    """The tables, who plays at them, and what came of it."""

    def __init__(self, discord: FakeDiscord, store: Store, seed: str) -> None:
        self._discord, self._store, self._dice, self._n = discord, store, Dice(seed), count()
        self._tables = Tables(store, Catalogue(), lambda: datetime.now(UTC))
        self.places: dict[int, dict[str, Any]] = {}
        self.acknowledged: dict[int, tuple[int, str]] = {}
        self.wrong: Counter[str] = Counter()
        self.tried = 0
        self.late = 0
        """How often the store has not answered this program in time."""
        self.overtaken = 0
        """Reminders that came and are noted as needless: the bot was killed before it could note more, and the game went on."""

    async def lay_out(self, many: int) -> None:
        """Begin so many tables in as many channels, on all servers in turn and of every game in turn."""
        guilds, games = self._discord.guilds, slugs()
        for k in range(many):
            guild = guilds[k % len(guilds)]
            place = payloads.channel(guild) | {"id": str(10_000 + k), "name": f"table-{k}"}
            table = await self._tables.lobby.open(
                guild, int(place["id"]), ANA.id, ANA.name, games[k // len(guilds) % len(games)], {}
            )
            await self._tables.lobby.join(table.id, BEN.id, BEN.name)
            await self._tables.motions.set_pace(table.id, ANA.id, 12)
            await self._tables.lobby.start(table.id, ANA.id)
            self.places[table.id] = place

    async def go_on(self, group: Group, stop: asyncio.Event) -> None:
        """Somebody plays on the servers of a group, a random move at a random table, while its process is there."""
        mine = [number for number, place in self.places.items() if group.share.has(int(place["guild_id"]))]
        while not stop.is_set():
            await asyncio.sleep(PAUSE)
            if group.online:
                await self._move(mine[self._dice.below(len(mine), next(self._n), "table")], group)

    async def _move(self, number: int, group: Group) -> None:
        self._tables.context.forget(number)
        try:
            table = await self._tables.table(number)
            if table.status != "running":
                return
            seats = (await self._tables.snapshots.take(number, None)).waiting
            if not seats:
                return  # it has ended meanwhile
            user = table.user_of(seats[0])
            _, _, menu = await self._tables.moves.menu(number, user)
        except Refusal:
            return
        except StoreError:
            self.late += 1
            return
        words = " ".join(sample(menu, lambda k: self._dice.below(k, next(self._n), "pick")))
        self.tried += 1
        self._discord.place = self.places[number]
        try:
            asked = await self._discord.slash(ANA if user == ANA.id else BEN, "move", words=words)
        except (AssertionError, ConnectionError):
            return  # it was killed in this moment
        answer = asyncio.ensure_future(self._discord.response(asked))
        gone = asyncio.ensure_future(self._discord.until(lambda: not group.online))
        await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED, timeout=ANSWER)
        for task in (answer, gone):
            task.cancel()
        (shown, _) = await asyncio.gather(answer, gone, return_exceptions=True)
        if isinstance(shown, dict) and "Done" in json.dumps(shown["components"]):  # the person was told that it is made
            self.acknowledged[asked.id] = (number, words)

    async def hours_pass(self) -> None:
        """Every open turn began some hours earlier: all are to be reminded."""

        async def work(tx: Transaction) -> None:
            await tx.run(
                "UPDATE turn_deadlines SET asked_at = asked_at - 25200, clock_started_at = clock_started_at - 25200, "
                "due_at = due_at - 25200"
            )
            await news.tell(tx)

        try:
            await self._store.write(work)
        except (StoreError, Overtaken):
            self.late += 1  # then nobody is reminded this time

    async def settled(self) -> None:
        """Wait until every board is posted and nothing is to be sent, or nothing more happens."""
        sql = (
            "SELECT (SELECT count(*) FROM tables t LEFT JOIN board_posts p ON p.table_id = t.id "
            "WHERE p.revision IS NULL OR p.revision < t.revision) + "
            "(SELECT count(*) FROM reminders WHERE state IN ('due', 'trying') AND kind <> 'call' AND due_at < ?) AS n"
        )
        least, until_then = sys.maxsize, time.monotonic() + QUIET
        while time.monotonic() < until_then:
            with suppress(StoreError):
                row = await self._store.first(sql, int(time.time()))
                left = 0 if row is None else int(row["n"])
                if left == 0:
                    return
                if left < least:
                    least, until_then = left, time.monotonic() + QUIET
            await asyncio.sleep(0.5)
        self.wrong["boards or reminders that are not posted"] += least

    async def verify(self, address: str) -> None:
        """Hold the store and the channels against what was acknowledged."""
        rows = await self._store.all(
            "SELECT table_id, words, interaction_id FROM entries WHERE interaction_id IS NOT NULL"
        )
        kept = {row["interaction_id"]: (row["table_id"], row["words"]) for row in rows}
        for number, move in self.acknowledged.items():
            self.wrong["acknowledged moves that are lost"] += number not in kept
            self.wrong["acknowledged moves that are others"] += kept.get(number, move) != move
        for report in await asyncio.to_thread(doctor.examine, address):
            self.wrong[f"tables that do not replay ({report.verdict})"] += not report.in_order
        nonces: dict[tuple[str, str], int] = defaultdict(int)
        for message in self._discord.messages.values():
            if message["nonce"] and not message["flags"] & 64:
                nonces[message["channel_id"], message["nonce"]] += 1
        for (_, nonce), times in nonces.items():
            self.wrong["reminders posted twice" if nonce.startswith("n") else "boards posted twice"] += times > 1
        notices = await self._store.all("SELECT id, state FROM reminders")
        for row in notices:
            there = any(key == f"n{row['id']}" for _, key in nonces)
            if there and row["state"] == "void":
                self.overtaken += 1
            else:
                self.wrong["reminders that are not what the store says"] += there != (row["state"] == "sent")
        self.reminders = sum(row["state"] == "sent" for row in notices)


async def until(condition: Callable[[], bool], what: str) -> None:
    """Wait until something is so, also on a slow machine. Raises TimeoutError where it never is."""
    deadline = time.monotonic() + NEVER
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"never: {what}")
        await asyncio.sleep(0.05)


def traces(said: str) -> tuple[list[str], int]:
    """The records of a log that hold a trace, until the process had lost its shards; and how many more do because the store has
    answered too late."""
    found = [record for record in RECORD.split(said.partition("own any more: it stops")[0]) if "Traceback" in record]
    wrong = [record for record in found if not TOO_LATE.search(record)]
    return wrong, len(found) - len(wrong)


async def pairs(asked: argparse.Namespace, address: str, folder: Path) -> tuple[Counter[str], dict[str, Any]]:
    """Play, kill and check; what was not in order, and figures."""
    dice, within = Dice(asked.seed), HURRIED if asked.hurry else WITHIN
    shards = Share.parse(LISTS[0]).count
    async with FakeDiscord(shards, asked.guilds) as discord, await open_store(address) as store:
        play = Play(discord, store, asked.seed)
        await play.lay_out(asked.tables)
        groups = [Group(discord, one, address, folder, HURRY if asked.hurry else "") for one in LISTS]
        keeping: list[asyncio.Task[None]] = []
        people: list[asyncio.Task[None]] = []
        try:
            for group in groups:
                await group.start()
            await until(lambda: all(group.online for group in groups), "both groups are signed in")
            for group in groups:
                await group.start()
            stop = asyncio.Event()
            keeping += [asyncio.create_task(group.keep()) for group in groups]
            people += [asyncio.create_task(play.go_on(group, stop)) for group in groups for _ in range(PLAYERS)]
            for n in range(asked.kills):
                await asyncio.sleep(dice.below(1500, n, "moment") / 1000)
                if n % 5 != 4:  # else also while another one is still taking over
                    await until(lambda: all(group.online for group in groups), "both groups are signed in")
                if n % 5 == 2:
                    await play.hours_pass()
                await groups[dice.below(2, n, "group")].kill(standing_by=dice.below(3, n, "process") == 2)
                slowest = max((one for group in groups for one in group.took), default=0.0)
                print(
                    f"kill {n + 1}: {play.tried} moves tried, {len(play.acknowledged)} acknowledged, "
                    f"slowest taken over after {slowest:.1f} s, {sum(group.gave_up for group in groups)} leases given up",
                    flush=True,
                )
            stop.set()
            await asyncio.gather(*people)
            await play.settled()
        except TimeoutError as never:
            play.wrong[str(never)] += 1
        finally:
            for task in (*keeping, *people):
                task.cancel()
            await asyncio.gather(*keeping, *people, return_exceptions=True)
            for group in groups:
                await group.end()
        await play.verify(address)
    took = [seconds for group in groups for seconds in group.took]
    play.wrong["hand-overs that took too long"] += sum(seconds > within for seconds in took)
    for group in groups:
        play.wrong += group.wrong
    late = play.late
    for said in [said for group in groups for said in group.said]:
        found, too_late = traces(said)
        late += too_late
        play.wrong["tracebacks in a log"] += len(found)
        sys.stderr.writelines(record[:5000] for record in found)
    figures = {
        "kills": asked.kills,
        "hand-overs": len(took),
        "slowest taken over": round(max(took, default=0), 1),
        "slowest signed in again": round(max((one for group in groups for one in group.back), default=0), 1),
        "answers of the store that came too late": late,
        "shards signed in twice": discord.doubled,  # by one that may do nothing more and has not gone yet
        "leases given up": sum(group.gave_up for group in groups),
        "moves acknowledged": len(play.acknowledged),
        "reminders": play.reminders,
        "reminders overtaken before they were noted": play.overtaken,
    }
    return +play.wrong, figures


def main() -> int:
    """Run it; 0 when all was in order."""
    parser = argparse.ArgumentParser(prog="python -m tests.programs.soak.pairs")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--guilds", type=int, default=200)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seed", default="pairs")
    parser.add_argument("--hurry", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, serving() as server:
        address = asyncio.run(server.new())
        wrong, figures = asyncio.run(pairs(asked, address, Path(name)))
        asyncio.run(server.drop())
    print(json.dumps(figures))
    print("\n".join(f"{times} {what}" for what, times in wrong.items()) or "All in order.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
