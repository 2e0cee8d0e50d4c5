"""Where a season is played: its dice, its people and channels, what was done and said, and whatever must not have happened."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import simcord

from engine.host.model.pace import Person
from engine.host.model.table import Table
from engine.kernel.dice import Dice
from tests.discord.camp import HOUR
from tests.discord.hut import Hut, Message, controls, parts

T = TypeVar("T")
Manner = Literal["steady", "quiet", "absent", "gone", "spiteful"]
MANNERS: tuple[Manner, ...] = ("steady", "quiet", "steady", "spiteful", "absent", "steady", "quiet", "gone")
WORDS = 60
"""Characters of an answer that go into the trace."""
DAY = 24 * HOUR


class Guest:
    """Somebody who plays, in a manner of their own. `days`: what they have said of their days, and since when."""

    def __init__(self, actor: simcord.MemberActor, manner: Manner) -> None:
        self.actor, self.manner, self.id = actor, manner, actor.id
        self.days: list[tuple[int, Person]] = [(0, Person(actor.id))]
        self.away: range = range(0)
        self.left = False

    def here(self, day: int) -> bool:
        """Whether they look at their tables on a day of the season."""
        return not self.left and day not in self.away

    def asleep(self, at: int) -> bool:
        """Whether they could not be called at a moment, whatever they said in the same second."""
        known = max(k for k, (since, _) in enumerate(self.days) if since < at or k == 0)
        return all(person.asleep(at) for since, person in self.days[known:] if since <= at)


class Stage:
    """The people and channels of a season, and its book."""

    def __init__(self, home: Hut, seed: str, tables: int) -> None:
        self.home, self.seed = home, seed
        self.trace: list[str] = []
        self.broken: list[str] = []
        self.did: Counter[str] = Counter()
        self._times: Counter[str] = Counter()
        self.agreed: dict[int, set[int]] = {}
        """By table, who has agreed to what was asked of all there."""
        self.gave_up: set[tuple[int, int]] = set()
        """Who has given up a seat, and at which table."""
        self.handed: dict[tuple[int, int], int] = {}
        """To whom somebody wished to hand a seat, by table and person."""
        self.guests: list[Guest] = []
        self.channels = [home.guild.create_text_channel(f"table-{k}") for k in range(tables)]
        self._dice, self._n, self._begun = Dice(seed), 0, self.now

    # ---------------------------------------------------------------- dice
    def below(self, n: int) -> int:
        """The next throw."""
        self._n += 1
        return self._dice.below(n, self._n, "season")

    def one(self, things: Sequence[T]) -> T:
        """One of these."""
        return things[self.below(len(things))]

    def every(self, n: int, what: str) -> bool:
        """Whether it is the n-th time again: what is rare comes in a short season too."""
        self._times[what] += 1
        return self._times[what] % n == 0

    def next_of(self, things: Sequence[T], what: str) -> T:
        """These, one after the other."""
        self._times[what] += 1
        return things[self._times[what] % len(things)]

    # ---------------------------------------------------------------- book
    @property
    def now(self) -> int:
        """The time of this Discord, in unix seconds."""
        return int(self.home.env.now().timestamp())

    @property
    def day(self) -> int:
        """The day of the season, from 0."""
        return (self.now - self._begun) // DAY

    @property
    def digest(self) -> str:
        """The trace in short."""
        return hashlib.sha256("\n".join(self.trace).encode()).hexdigest()

    def wrong(self, what: str) -> None:
        """Something happened that must not."""
        self.broken.append(f"seed {self.seed!r}, day {self.day}: {what}")

    # ---------------------------------------------------------------- people and tables
    def arrive(self, manner: Manner) -> Guest:
        """Somebody comes to the server."""
        k = len(self.guests)
        user = self.home.env.create_user(f"guest{k}", global_name=f"Guest {k}")
        guest = Guest(self.home.guild.add_member(user), manner)
        self.guests.append(guest)
        self.trace.append(f"{self.now} {guest.actor.name} arrives: {manner}")
        return guest

    def leave(self, guest: Guest) -> None:
        """Somebody leaves the server, without a word."""
        guest.left = True
        self.home.guild.remove_member(guest.actor)
        self.trace.append(f"{self.now} {guest.actor.name} leaves")
        self.did["left"] += 1

    def by_id(self, user: int) -> Guest:
        """Somebody by their Discord id."""
        return next(guest for guest in self.guests if guest.id == user)

    async def table(self, channel: Any) -> Table | None:
        """The table of a channel, None where no game goes on."""
        row = await self.home.bot.store.first(
            "SELECT id FROM tables WHERE channel_id = ? AND status IN ('lobby', 'running')", channel.id
        )
        return None if row is None else await self.home.bot.tables.table(row["id"])

    # ---------------------------------------------------------------- hands
    async def say(self, guest: Guest, channel: Any, command: str, **options: Any) -> Message | None:
        """Somebody types a command; what it answers."""
        told = self._answer(guest, f"/{command}", await self.home.slash(guest.actor, command, channel, **options))
        if command in ("quiet", "vacation"):
            guest.days.append((self.now, await self.home.bot.tables.people.person(guest.id)))
        return told

    async def press(self, guest: Guest, message: Message | None, *labels: str) -> Message | None:
        """Somebody presses the first button with one of these labels; what it answers."""
        for part in controls(message) if message is not None else []:
            if part.get("label") in labels:
                result = await self.home.click(guest.actor, message, custom_id=part["custom_id"])  # type: ignore[arg-type]
                return self._answer(guest, str(part["label"]), result)
        return None

    def open_snapshot(self, channel: Any, label: str) -> Message | None:
        """The newest message of a channel with such a button."""
        for message in reversed(channel.history()[-12:]):
            if any(part.get("label") == label for part in controls(message)):
                return message  # type: ignore[no-any-return]
        return None

    def _answer(self, guest: Guest, what: str, result: simcord.InteractionResult) -> Message | None:
        said = result.response
        words = "" if said is None else _plain(said)
        self.trace.append(f"{self.now} {guest.actor.name} {what}: {words}")
        return said


def _plain(message: Message) -> str:
    """The beginning of what a message says, without ids, which are as simcord counts them."""
    text = message.content or "".join(str(part.get("content", "")) for part in parts(message))
    return "".join(letter for letter in text.replace("\n", " ") if not letter.isdigit())[:WORDS]
