"""Weeks at many tables in virtual time: people who are steady, quiet, absent or spiteful, and what must hold for all of them.

One seed decides everything: who sits where, who does what and when, and when the bot is started again. What happened is a trace,
and two runs of the same seed leave the same.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Literal, TypeVar

import simcord

from engine.host.model.table import Table
from engine.host.store import turns
from engine.kernel.dice import Dice
from engine.kernel.menu import sample
from tests.discord.camp import HOUR, called
from tests.discord.hut import Hut, Message, controls, parts

T = TypeVar("T")
Manner = Literal["steady", "quiet", "absent", "spiteful"]
MANNERS: tuple[Manner, ...] = ("steady", "quiet", "steady", "spiteful", "absent")
STEP = 6
"""Hours between two looks at the tables."""
SLACK = 36 * HOUR
"""Seconds that the steady may take to vote, once they can: nights and free weekends of theirs are over by then."""
TRICKS = ("pace", "vacation", "longer", "close", "back and forth", "withdraw")
WORDS = 60
"""Characters of an answer that go into the trace."""


class Guest:
    """Somebody who plays, in a manner of their own."""

    def __init__(self, actor: simcord.MemberActor, manner: Manner) -> None:
        self.actor, self.manner, self.id = actor, manner, actor.id


class Season:
    """Some weeks. `broken` holds whatever must not have happened, in words."""

    def __init__(self, home: Hut, seed: str, people: int, tables: int, slugs: Sequence[str], restarts: int) -> None:
        self.home, self.seed, self.slugs, self.restarts = home, seed, slugs, restarts
        self.trace: list[str] = []
        self.broken: list[str] = []
        self.did: Counter[str] = Counter()
        self._dice, self._n, self._seen = Dice(seed), 0, 0
        self._sent: set[str] = set()
        self.guests = [self._guest(k) for k in range(people)]
        self.channels = [home.guild.create_text_channel(f"table-{k}") for k in range(tables)]
        self._named = {guest.id: guest.actor.name for guest in self.guests}

    def _guest(self, k: int) -> Guest:
        user = self.home.env.create_user(f"guest{k}", global_name=f"Guest {k}")
        return Guest(self.home.guild.add_member(user), MANNERS[k % len(MANNERS)])

    # ---------------------------------------------------------------- dice
    def below(self, n: int) -> int:
        """The next throw."""
        self._n += 1
        return self._dice.below(n, self._n, "season")

    def one(self, things: Sequence[T]) -> T:
        """One of these."""
        return things[self.below(len(things))]

    @property
    def digest(self) -> str:
        """The trace in short."""
        return hashlib.sha256("\n".join(self.trace).encode()).hexdigest()

    def _now(self) -> int:
        return int(self.home.env.now().timestamp())

    # ---------------------------------------------------------------- weeks
    async def pass_by(self, days: int) -> None:
        """So many days."""
        for guest in self.guests:
            if guest.manner == "quiet":
                await self._say(guest, self.channels[0], "quiet", weekends="off", **{"from": "22", "to": "12"})
        steps = days * 24 // STEP
        again = {(k + 1) * steps // (self.restarts + 1) for k in range(self.restarts)}
        for step in range(steps):
            for k, channel in enumerate(self.channels):
                await self._look_at(k, channel, step)
            await self.home.env.advance_time(STEP * HOUR)
            await self._check_calls()
            if step in again:
                await self.home.restart()
                await self.home.env.settle()
                await self._check_calls()
            await self._check_tables()

    async def _look_at(self, k: int, channel: Any, step: int) -> None:
        """Everybody at a table does what they do; where no game goes on the next one begins."""
        table = await self._table(channel)
        if table is None:
            await self._begin(k, channel)
            return
        for person in table.seats:
            guest = self._by_id(person.user)
            if person.left or (await self._table(channel)) is None:
                continue
            who = await self.home.bot.tables.people.person(guest.id)
            if guest.manner != "spiteful" and who.asleep(self._now()):
                continue
            if guest.manner == "spiteful":
                await self._spite(guest, channel)
            elif guest.manner != "absent" or step < 10:
                await self._settle(guest, channel)
                if self.below(4):
                    await self._move(guest, channel)

    async def _table(self, channel: Any) -> Table | None:
        tables = self.home.bot.tables
        for table_id in await tables.live_tables():
            table = await tables.table(table_id)
            if table.channel == channel.id:
                return table
        return None

    async def _begin(self, k: int, channel: Any) -> None:
        slug = self.slugs[k % len(self.slugs)]
        seats = self.one(list(self.home.bot.catalogue.game(slug).seats))
        steady = self.one([guest for guest in self.guests if guest.manner == "steady"])
        others = [guest for guest in self.guests if guest is not steady]
        await self._say(steady, channel, "play", game=slug)
        for _ in range(seats - 1):
            await self._say(others.pop(self.below(len(others))), channel, "join")
        await self._say(steady, channel, "pace", time=0 if k == 0 else self.one((12, 24)))
        await self._say(steady, channel, "start")
        self.did["begun"] += 1

    # ---------------------------------------------------------------- what people do
    async def _move(self, guest: Guest, channel: Any) -> None:
        table = await self._table(channel)
        if table is None or table.status != "running":
            return
        seat = table.seat_of(guest.id)
        if seat is None or seat not in (await self.home.bot.tables.snapshots.take(table.id, None)).waiting:
            return
        _, _, menu = await self.home.bot.tables.moves.menu(table.id, guest.id)
        await self._say(guest, channel, "move", words=" ".join(sample(menu, self.below)))
        self.did["moved"] += 1

    async def _settle(self, guest: Guest, channel: Any) -> None:
        """Answer what is asked of all, and vote about whoever is late."""
        for label in ("No, leave it as it is", "No, it stands", "Drop the seat"):
            message = self._asking(channel, label)
            if message is not None:
                await self._press(guest, message, label)
        table = await self._table(channel)
        if table is None or table.status != "running" or table.seat_of(guest.id) is None:
            return
        for seat in await self.home.bot.tables.votes.late_seats(table.id, guest.id):
            late = self._by_id(table.user_of(seat))
            shown = await self._say(guest, channel, "vote", about=late.actor)
            if shown is not None and any(part.get("label") == "Drop the seat" for part in controls(shown)):
                await self._press(guest, shown, "Drop the seat")
                self.did["voted"] += 1
            break

    async def _spite(self, guest: Guest, channel: Any) -> None:
        """Whatever keeps the others waiting."""
        trick, today = self.one(TRICKS), self.home.env.now().date()
        self.did[trick] += 1
        if trick == "pace":
            await self._say(guest, channel, "pace", time=self.one((12, 24, 168)))
        elif trick in ("vacation", "longer"):
            last = today + timedelta(days=5 if trick == "vacation" else 300)
            days = {"from": today.isoformat(), "to": last.isoformat()}
            await self._say(guest, channel, "vacation", **days)
        elif trick == "close":
            asked = await self._say(guest, channel, "close")
            if asked is not None:
                await self._press(guest, asked, "Ask the others")
        elif trick == "back and forth":
            await self._move(guest, channel)
            told = await self._say(guest, channel, "undo")
            if told is not None:
                await self._press(guest, told, "Take back", "Ask the others")
        else:
            offer = self._asking(channel, "No, thanks")
            if offer is not None:
                await self._press(guest, offer, "No, thanks")

    # ---------------------------------------------------------------- hands
    async def _say(self, guest: Guest, channel: Any, command: str, **options: Any) -> Message | None:
        return self._answer(guest, f"/{command}", await self.home.slash(guest.actor, command, channel, **options))

    async def _press(self, guest: Guest, message: Message, *labels: str) -> None:
        for part in controls(message):
            if part.get("label") in labels:
                custom_id = part["custom_id"]
                result = await self.home.click(guest.actor, message, custom_id=custom_id)
                self._answer(guest, str(part["label"]), result)
                return

    def _answer(self, guest: Guest, what: str, result: simcord.InteractionResult) -> Message | None:
        said = result.response
        words = "" if said is None else self._plain(said)
        self.trace.append(f"{self._now()} {guest.actor.name} {what}: {words}")
        return said

    def _plain(self, message: Message) -> str:
        """The beginning of what a message says, without ids, which are as simcord counts them."""
        text = message.content or "".join(str(part.get("content", "")) for part in parts(message))
        return "".join(letter for letter in text.replace("\n", " ") if not letter.isdigit())[:WORDS]

    def _asking(self, channel: Any, label: str) -> Message | None:
        """The newest message with such a button."""
        for message in reversed(channel.history()[-12:]):
            if any(part.get("label") == label for part in controls(message)):
                return message  # type: ignore[no-any-return]
        return None

    def _by_id(self, user: int) -> Guest:
        return next(guest for guest in self.guests if guest.id == user)

    # ---------------------------------------------------------------- what must hold
    async def _check_calls(self) -> None:
        """Nobody is called while they are asleep, and nothing of the bot's own is sent twice."""
        log, lines = self.home.env.http_requests, []
        for request in log[self._seen :]:
            body: Any = request.json if isinstance(request.json, dict) else {}
            if request.method != "POST" or not request.path.endswith("/messages") or "allowed_mentions" not in body:
                continue
            nonce = str(body.get("nonce", ""))
            if nonce in self._sent:
                self.broken.append(f"sent twice: {nonce}")
            self._sent.add(nonce)
            for user in called(body):
                person = await self.home.bot.tables.people.person(user)
                # Within the step the hours are the same; who was called at its end may have fallen asleep since.
                if person.asleep(self._now()) and person.asleep(self._now() - STEP * HOUR):
                    at = [person.asleep(self._now() - minutes * 60) for minutes in range(0, STEP * 60, 10)]
                    if all(at):
                        self.broken.append(f"{self._named[user]} was called while asleep: {nonce}")
                lines.append(f"{request.path.split('/')[2]} {self._named[user]}")
        self._seen = len(log)
        order = {str(channel.id): k for k, channel in enumerate(self.channels)}
        self.trace += sorted(f"{self._now()} call {order.get(line.split()[0], -1)} {line.split()[1]}" for line in lines)
        self.did["called"] += len(lines)

    async def _check_tables(self) -> None:
        """No table stands still for longer than its rules allow; no seat is lost without a vote."""
        store, now = self.home.bot.store, self._now()
        for table_id in await self.home.bot.tables.live_tables():
            table = await self.home.bot.tables.table(table_id)
            if table.status != "running":
                continue
            owing = await turns.of_table(store, table_id)
            steady = [p for p in table.seats if self._by_id(p.user).manner == "steady" and not p.left]
            for turn in owing:
                waits = turn.votable(2) + SLACK < now
                if waits and any(person.seat != turn.seat for person in steady):
                    self.broken.append(f"table {table_id} stands still: seat {turn.seat} since {turn.since}")

        await self._check_seats()
        ended = await store.all("SELECT id FROM tables WHERE status = 'finished'")
        found = {past.id for past in await self.home.bot.tables.archive.finished(self.home.guild.id)}
        self.broken += [f"table {row['id']} has ended and cannot be found" for row in ended if row["id"] not in found]
        self.did["ended"] = len(ended)

    async def _check_seats(self) -> None:
        """Nobody in a season resigns: whatever seat was given up, a vote has dropped it."""
        lost = await self.home.bot.store.all(
            "SELECT e.table_id, e.seat, EXISTS (SELECT 1 FROM votes v WHERE v.table_id = e.table_id AND v.seat = e.seat "
            "AND v.state = 'drop') AS voted FROM entries e WHERE e.kind = 'resign'"
        )
        self.broken += [f"table {row[0]}: seat {row[1]} was lost without a vote" for row in lost if not row["voted"]]
        self.did["dropped"] = len(lost)
