"""The Discord of the local table: one server with its channels and friends, made by simcord in this process.

The database stays between starts, so ids must stay too, while ids of new messages must never come twice: the world is made at
simcord's fixed beginning of time, then its clock is set to now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import simcord

SERVER_NAME = "The hut"
CHANNEL_NAMES = ("games", "expedition")
DM_CHANNEL_TYPE = 1
"""Discord's type of a channel of direct messages."""


@dataclass(frozen=True)
class LocalWorld:
    """The server and its people. The first friend is the person at the keyboard, the first channel where a friend begins."""

    env: simcord.Env
    guild: simcord.GuildHandle
    channels: Sequence[simcord.ChannelHandle]
    users: Sequence[simcord.MemberActor]

    def find_user(self, number: str) -> simcord.MemberActor:
        """The friend with this id. Raises KeyError."""
        return {str(one.id): one for one in self.users}[number]

    def find_channel(self, number: str) -> simcord.ChannelHandle:
        """A channel, thread or direct messages, by id. Raises KeyError, ValueError."""
        kept = self.env.backend.channels[int(number)]
        return simcord.ChannelHandle(self.env, None if kept.guild_id is None else self.guild, kept)

    def measure_lag_s(self) -> float:
        """Seconds by which simulated time is behind ours, at least 0."""
        return max(0.0, (datetime.now(UTC) - self.env.now()).total_seconds())


def create_world(env: simcord.Env, names: Sequence[str]) -> LocalWorld:
    """Make the server and its people with the same ids at every start: nothing takes an id earlier, and friends come last so that
    more can be added."""
    env.backend.bot_user.name = "Overwinter"
    host = env.create_user(names[0].lower(), global_name=names[0])
    hut = env.create_guild(SERVER_NAME, owner=host)
    channels = [hut.create_text_channel(name) for name in CHANNEL_NAMES]
    users = [env.create_user(name.lower(), global_name=name) for name in names[1:]]
    friends = [simcord.MemberActor(env, hut, host), *(hut.add_member(user) for user in users)]
    return LocalWorld(env, hut, channels, friends)
