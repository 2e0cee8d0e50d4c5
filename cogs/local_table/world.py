"""The Discord of the local table: one server with its channels and friends, made by simcord in this process.

The database survives restarts, so ids of users and channels must stay the same, while ids of messages must never
repeat. The world is therefore created at simcord's fixed start of time, then its clock is set to now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import simcord

SERVER_NAME = "The hut"
CHANNEL_NAMES = ("games", "expedition")
DM_CHANNEL_TYPE = 1
"""Discord's type of a direct-message channel."""


@dataclass(frozen=True)
class LocalWorld:
    """The server and its users. The first user is the person at the keyboard, the first channel the one shown at first."""

    env: simcord.Env
    guild: simcord.GuildHandle
    channels: Sequence[simcord.ChannelHandle]
    users: Sequence[simcord.MemberActor]

    def find_user(self, number: str) -> simcord.MemberActor:
        """Return the friend with this id. Raises KeyError."""
        return {str(user.id): user for user in self.users}[number]

    def find_channel(self, number: str) -> simcord.ChannelHandle:
        """Return a channel, thread or direct-message channel by its id. Raises KeyError or ValueError."""
        channel = self.env.backend.channels[int(number)]
        guild = None if channel.guild_id is None else self.guild
        return simcord.ChannelHandle(self.env, guild, channel)

    def restore_thread(self, number: int, parent: int, name: str) -> None:
        """Create the thread of a table again, with the id that the table knows."""
        backend = self.env.backend
        if number not in backend.channels and parent in backend.channels:
            thread = backend.create_thread(parent, name, backend.bot_user.id, message_id=number, broadcast=False)
            backend.announce_thread_create(thread)

    def measure_lag_s(self) -> float:
        """Return the seconds by which simulated time is behind real time, at least 0."""
        return max(0.0, (datetime.now(UTC) - self.env.now()).total_seconds())


def create_world(env: simcord.Env, names: Sequence[str]) -> LocalWorld:
    """Create the server and its users with the same ids at every start.

    Friends are created last, so that a longer list of names leaves the other ids unchanged.
    """
    env.backend.bot_user.name = "Overwinter"
    host = env.create_user(names[0].lower(), global_name=names[0])
    guild = env.create_guild(SERVER_NAME, owner=host)
    channels = [guild.create_text_channel(name) for name in CHANNEL_NAMES]
    users = [env.create_user(name.lower(), global_name=name) for name in names[1:]]
    friends = [simcord.MemberActor(env, guild, host), *(guild.add_member(user) for user in users)]
    return LocalWorld(env, guild, channels, friends)
