"""The Discord of the local table: one server with its channels and friends, made by simcord in this process.

The database stays between starts, so ids must stay too, while ids of new messages must never come twice: the world is made at
simcord's fixed beginning of time, then its clock is set to now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import simcord

HUT = "The hut"
CHANNELS = ("games", "expedition")
DM = 1
"""Discord's type of a channel of direct messages."""


@dataclass(frozen=True)
class World:
    """The server and its people. The first friend is the person at the keyboard, the first channel where a friend begins."""

    env: simcord.Env
    hut: simcord.GuildHandle
    channels: Sequence[simcord.ChannelHandle]
    friends: Sequence[simcord.MemberActor]

    def friend(self, number: str) -> simcord.MemberActor:
        """The friend with this id. Raises KeyError."""
        return {str(one.id): one for one in self.friends}[number]

    def channel(self, number: str) -> simcord.ChannelHandle:
        """A channel, thread or direct messages, by id. Raises KeyError, ValueError."""
        kept = self.env.backend.channels[int(number)]
        return simcord.ChannelHandle(self.env, None if kept.guild_id is None else self.hut, kept)

    def lag(self) -> float:
        """Seconds by which simulated time is behind ours, at least 0."""
        return max(0.0, (datetime.now(UTC) - self.env.now()).total_seconds())


def make(env: simcord.Env, names: Sequence[str]) -> World:
    """Make the server and its people with the same ids at every start: nothing takes an id earlier, and friends come last so that
    more can be added."""
    env.backend.bot_user.name = "Overwinter"
    host = env.create_user(names[0].lower(), global_name=names[0])
    hut = env.create_guild(HUT, owner=host)
    channels = [hut.create_text_channel(name) for name in CHANNELS]
    users = [env.create_user(name.lower(), global_name=name) for name in names[1:]]
    friends = [simcord.MemberActor(env, hut, host), *(hut.add_member(user) for user in users)]
    return World(env, hut, channels, friends)
