"""State of a simulated season: its dice, people and channels, a record of actions and messages, and the incidents."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import discord
import msgspec
import simcord
from simcord.components import walk_components
from simcord.results import to_discord_message

from engine.host.model.pace import UserSchedule
from engine.host.model.table import Table
from engine.host.store.drivers import schema
from engine.kernel.dice import Dice
from tests.discord.camp_game import HOUR_S
from tests.discord.fake_server import Message, list_components, list_controls
from tests.discord.player import RandomPlayer
from tests.discord.simulation.simulated_server import SimulatedServer

T = TypeVar("T")
Behaviour = Literal["steady", "quiet", "absent", "gone", "spiteful"]
BEHAVIOURS: tuple[Behaviour, ...] = ("steady", "quiet", "steady", "spiteful", "absent", "steady", "quiet", "gone")
MAX_TRACE_CHARS = 60
"""Characters of an answer that go into the trace."""
MAX_MESSAGES_SEARCHED = 12
MAX_COMMANDS = 1000
MAX_VOTE_DAYS = 2
"""Days after which a steady player has voted about a late one."""
DAY_S = 24 * HOUR_S
FORUM_KIND, THREAD_KINDS = 3, (1, 3)
"""Of four channels, one is a thread and one a post in a forum."""


class SimulatedUser:
    """A simulated player with a behaviour. `schedules`: each day schedule that they set, and since when."""

    def __init__(self, actor: simcord.MemberActor, behaviour: Behaviour) -> None:
        self.actor, self.manner, self.id = actor, behaviour, actor.id
        self.schedules: list[tuple[int, UserSchedule]] = [(0, UserSchedule(actor.id))]
        self.vacation: range = range(0)
        self.has_left = self.is_moderator = False

    def is_active(self, day: int) -> bool:
        """Whether they visit their tables on a day of the season."""
        return not self.has_left and day not in self.vacation

    def has_been_there(self, day: int) -> bool:
        """Whether they have looked at their tables on each of the last days."""
        is_back = all(self.is_active(day - ago) for ago in range(MAX_VOTE_DAYS + 1))
        return self.manner == "steady" and is_back

    def is_visiting(self, moment: int) -> bool:
        """Whether they look at their tables at this hour: four hours of each day, by habit, while they are awake."""
        hour = moment // HOUR_S % 24
        return (hour - 5 * self.id) % 24 % 6 == 0 and not self.is_asleep(moment)

    def is_asleep(self, moment: int) -> bool:
        """Whether the bot may not mention this person at a moment, by any schedule in force during that second."""
        known = max(k for k, (since, _) in enumerate(self.schedules) if since < moment or k == 0)
        return all(person.is_asleep(moment) for since, person in self.schedules[known:] if since <= moment)


class SimulationState:
    """The people and channels of a season, and its records."""

    def __init__(self, server: SimulatedServer, seed: str, tables: int) -> None:
        self.home, self.seed = server, seed
        self.trace: list[str] = []
        self.broken_rules: list[str] = []
        self.action_counts: Counter[str] = Counter()
        self.command_counts: Counter[str] = Counter()
        self.tourist = SimulatedUser(server.dee, "steady")
        """An administrator who never has a seat."""
        administrators = server.guild.create_role("Owners", permissions=discord.Permissions(administrator=True))
        server.env.backend.add_member_role(server.guild.id, server.dee.id, administrators.id)
        self._counts_by_subject: Counter[str] = Counter()
        self.agreed_tables: dict[int, set[int]] = {}
        """By table, who has agreed to the current question to all."""
        self.resigned_seats: set[tuple[int, int]] = set()
        """Table and player of each resigned seat."""
        self.handed_seats: dict[tuple[int, int], int] = {}
        """The new player of a seat that was offered, by table and old player."""
        self.computer_seats: set[tuple[int, int]] = set()
        """Table and player of each seat that a computer plays for its player."""
        self.deleted_channels: set[int] = set()
        self.deleted_posts: set[int] = set()
        self.last_fault_at = 0
        """When something was wrong last."""
        self.player = RandomPlayer(server, seed)
        self.members: list[SimulatedUser] = []
        self._forum = server.guild.create_forum_channel("tables")
        self.all_channels: list[Any] = []
        self.channels = [self._create_channel(k) for k in range(tables)]
        self._dice, self._n, self._begun = Dice(seed), 0, self.now
        self.first_command = self._dice.roll_below(MAX_COMMANDS, 0, "commands")
        """The command that a tour begins with."""
        self._hash = hashlib.sha256()
        self._moderators = self._create_moderator_role()

    # ---------------------------------------------------------------- dice
    def roll_below(self, n: int) -> int:
        """Roll the season's next number below `n`."""
        self._n += 1
        return self._dice.roll_below(n, self._n, "season")

    def choose_one(self, things: Sequence[T]) -> T:
        """Choose one of these at random."""
        return things[self.roll_below(len(things))]

    def is_nth_time(self, n: int, subject: str) -> bool:
        """Whether this is the n-th time of a subject, so that rare things also happen in a short season."""
        self._counts_by_subject[subject] += 1
        return self._counts_by_subject[subject] % n == 0

    def count_up(self, subject: str) -> int:
        """Count a subject, and return how often it has been counted."""
        self._counts_by_subject[subject] += 1
        return self._counts_by_subject[subject]

    def choose_next(self, things: Sequence[T], subject: str) -> T:
        """Choose these in turn, counted by subject."""
        self._counts_by_subject[subject] += 1
        return things[self._counts_by_subject[subject] % len(things)]

    # ---------------------------------------------------------------- records
    @property
    def now(self) -> int:
        """The time of this Discord, in unix seconds."""
        return int(self.home.env.now().timestamp())

    @property
    def day(self) -> int:
        """The day of the season, from 0."""
        return (self.now - self._begun) // DAY_S

    def record_requests(self) -> None:
        """Add everything that the bot has sent to the digest, and forget it."""
        requests = self.home.env.http_requests
        for request in requests:
            sent = (request.method, request.path, request.params, request.json)
            self._hash.update(msgspec.json.encode(sent, enc_hook=repr))
        requests.clear()

    async def record_store(self) -> None:
        """Add everything that the bot has stored to the digest."""
        for table in schema.list_table_names():
            for row in await self.home.bot.store.fetch_all(f"SELECT * FROM {table}"):  # noqa: S608 - our own names
                self._hash.update(repr((table, *row)).encode())

    @property
    def digest(self) -> str:
        """A digest of the actions, and of everything sent and stored."""
        together = self._hash.copy()
        together.update("\n".join(self.trace).encode())
        return together.hexdigest()

    def record_violation(self, violation: str) -> None:
        """Record that an invariant was broken."""
        self.broken_rules.append(f"seed {self.seed!r}, day {self.day}: {violation}")

    # ---------------------------------------------------------------- people and tables
    def add_user(self, behaviour: Behaviour) -> SimulatedUser:
        """Add a person to the server."""
        k = len(self.members)
        user = self.home.env.create_user(f"guest{k}", global_name=f"Guest {k}")
        member = SimulatedUser(self.home.guild.add_member(user), behaviour)
        self.members.append(member)
        self.trace.append(f"{self.now} {member.actor.name} arrives: {behaviour}")
        return member

    def remove_user(self, member: SimulatedUser) -> None:
        """Remove a person from the server, without notice."""
        member.has_left = True
        self.home.guild.remove_member(member.actor)
        self.trace.append(f"{self.now} {member.actor.name} leaves")
        self.action_counts["left"] += 1

    def make_moderator(self, member: SimulatedUser) -> SimulatedUser:
        """Let a person moderate the server from now on, and return them."""
        self.home.env.backend.add_member_role(self.home.guild.id, member.id, self._moderators.id)
        member.is_moderator = True
        return member

    def find_member(self, user: int) -> SimulatedUser:
        """Find a person by their Discord id."""
        return next(member for member in (*self.members, self.tourist) if member.id == user)

    async def find_table(self, channel: Any) -> Table | None:
        """Find the table of a channel. Return None if no game is open there."""
        row = await self.home.bot.store.fetch_first(
            "SELECT id FROM tables WHERE channel_id = ? AND status IN ('lobby', 'running')", channel.id
        )
        return None if row is None else await self.home.bot.tables.load_table(row["id"])

    def _create_channel(self, kind: int) -> Any:
        """Create a channel, a thread or a post in a forum for a table."""
        backend, name = self.home.env.backend, f"table-{len(self.all_channels)}"
        if kind % 4 in THREAD_KINDS:
            parent = self._forum if kind % 4 == FORUM_KIND else self.home.guild.create_text_channel(name)
            thread = backend.create_thread(parent.id, name, self.home.ana.id, broadcast=False)
            backend.announce_thread_create(thread)
            channel = simcord.ChannelHandle(self.home.env, self.home.guild, thread)
        else:
            channel = self.home.guild.create_text_channel(name)
        self.all_channels.append(channel)
        return channel

    def replace_channel(self, channel: Any) -> Any:
        """Delete a channel, and create another one of its kind in its place."""
        self.home.env.backend.delete_channel(channel.id)
        place = self.channels.index(channel)
        self.channels[place] = self._create_channel(place)
        return self.channels[place]

    def find_ruling_channel_id(self, channel: Any) -> int:
        """Find the channel that decides what the bot may do in a channel: the parent of a thread."""
        return int(self.home.env.backend.get_channel(channel.id).parent_id or channel.id)

    def _create_moderator_role(self) -> Any:
        return self.home.guild.create_role("Hosts", permissions=discord.Permissions(manage_channels=True))

    def replace_moderator_role(self) -> None:
        """Delete the role of the moderators. The next moderators get another one."""
        self.home.env.backend.delete_role(self.home.guild.id, self._moderators.id)
        for member in self.members:
            member.is_moderator = False
        self._moderators = self._create_moderator_role()

    # ---------------------------------------------------------------- actions
    async def run_command(self, member: SimulatedUser, channel: Any, command: str, **options: Any) -> Message | None:
        """Type a command as a person. Return the answer."""
        self.command_counts[command] += 1
        told = self._record_answer(
            member, f"/{command}", await self.home.run_command(member.actor, command, channel, **options)
        )
        if command in ("quiet", "vacation"):
            member.schedules.append((self.now, await self.home.bot.tables.schedules.load_schedule(member.id)))
        return told

    async def press_button(self, member: SimulatedUser, message: Message | None, *labels: str) -> Message | None:
        """Press the first button with one of these labels as a person. Return the answer."""
        if message is None:
            return None
        for part in list_controls(message):
            if part.get("label") in labels:
                result = await self.home.click_button(member.actor, message, custom_id=part["custom_id"])
                return self._record_answer(member, str(part["label"]), result)
        return None

    def list_labels(self, channel: Any) -> set[str]:
        """List the labels of all buttons on the newest messages of a channel."""
        messages = self.home.env.backend.messages.get(channel.id, {})
        newest = [messages[number] for number in sorted(messages, reverse=True)[:MAX_MESSAGES_SEARCHED]]
        parts = [part for one in newest if one.visible_to(None) for part in walk_components(one.components)]
        return {str(part["label"]) for part in parts if part.get("label")}

    def open_snapshot(self, channel: Any, label: str) -> Message | None:
        """Find the newest message of a channel that has a button with this label."""
        messages = self.home.env.backend.messages.get(channel.id, {})
        for number in sorted(messages, reverse=True)[:MAX_MESSAGES_SEARCHED]:
            message = messages[number]
            if message.visible_to(None) and any(
                part.get("label") == label for part in walk_components(message.components)
            ):
                return to_discord_message(self.home.env, message)
        return None

    def _record_answer(self, member: SimulatedUser, action: str, result: simcord.InteractionResult) -> Message | None:
        said = result.response
        words = "" if said is None else _normalize_text(said)
        self.trace.append(f"{self.now} {member.actor.name} {action}: {words}")
        return said


def _normalize_text(message: Message) -> str:
    """Return the beginning of a message without digits, because ids depend on simcord's counter."""
    text = message.content or "".join(str(part.get("content", "")) for part in list_components(message))
    return "".join(letter for letter in text.replace("\n", " ") if not letter.isdigit())[:MAX_TRACE_CHARS]
