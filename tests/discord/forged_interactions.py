"""Forged interactions that match no message of the bot: made-up or broken ids, sent from any place, with parts missing. Seeded."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import simcord
from simcord.backend import serializers
from simcord.results import InteractionResult

from cogs.messages.layout import build_message
from tests.discord.fake_server import FakeServer, Message, list_controls, read_text

COMMAND_TYPE, COMPONENT_TYPE, MODAL_TYPE = 2, 3, 5
CONTROL_TYPES = (2, 3, 5, 6, 7, 8)
"""Button and selects."""
FORGED_NUMBERS = ("0", "1", "zz", "1y2p0ij32e8e7", "1y2p0ij32e8e8", "z" * 13, "9" * 60, "-1", "", "١", "0x1", "1 ")
"""In base 36: a small number, the largest that a store can hold, the next, a much larger one, and a word that is no number."""
FORGED_RESTS = (
    "",
    "0",
    "-1",
    "9" * 80,
    "zz",
    "#",
    "#abcdef.",
    "#abcdef.0.0",
    "#abcdef.zz.+",
    "amundsen",
    "take " + "x" * 70,
    "a:b",
    "amundsen:0:c=0",
    "amundsen:9999999999999999999:w=a",
    "amundsen:x:c=y",
    "chess",
    "1.stall",
    "1y2p0ij32e8e8.wait",
    "zzzzzzzzzzzz.drop",
    "line\nbreak",
    "\u202e\u200b",
    "[a](https://example.org)",
    "'; DROP TABLE tables; --",
)
FORGED_VALUES: tuple[Any, ...] = (
    None,
    [],
    [""],
    ["0"],
    ["-1"],
    ["99"],
    ["9" * 4500],
    ["x" * 100],
    ["amundsen", "amundsen"],
    ["yes"],
    [7, None],
    ["@everyone"] * 25,
)
FORGED_WORDS = ("", "x" * 6000, "take 1", "0\n0", "\u202e", "**", "9" * 4500)


@dataclass
class ForgedInteraction:
    """A forged interaction and its result."""

    sent: dict[str, Any]
    result: InteractionResult

    @property
    def answer(self) -> str:
        """Everything that the person reads."""
        shown: Sequence[Message | None] = [self.result.response, *self.result.followups]
        return "\n".join(filter(None, map(read_text, shown))) or str(self.result.modal or "")


class ForgedClient:
    """A person with a client of their own. `home` has the table under attack, `other_guild` is a server that they run."""

    def __init__(self, server: FakeServer, seed: str) -> None:
        self.home, self.dice = server, random.Random(seed)  # noqa: S311 - a test's dice
        # Commands that really end the game are left out, or little else would be reached.
        self.acts = sorted(server.bot.press_handlers.names - {"erase", "resigned", "closed"})
        self._held_messages: dict[int, Message] = {server.games.id: server.newest_post}
        owner = server.env.create_user("eve", global_name="Eve")
        self.other_guild = server.env.create_guild("Elsewhere", owner=owner)
        self.other_channel = self.other_guild.create_text_channel("lair")
        self.eve = self.other_guild.add_member(owner)

    async def send(
        self,
        user: simcord.MemberActor,
        channel: simcord.ChannelHandle,
        kind: int,
        data: dict[str, Any],
        *,
        with_message: bool = False,
        omitted_parts: Sequence[str] = (),
    ) -> ForgedInteraction:
        """Send one interaction unchecked, even if Discord would refuse it; `with_message`: with the message that it refers to."""
        backend = self.home.env.backend
        record, payload = simcord.interactions.base_payload(
            backend, type=kind, channel_id=channel.id, guild_id=user.guild.id, user_id=user.id, data=data
        )
        # Discord knows the message even if the bot is not told of it.
        held = await self.find_message(channel)
        record.source_message_id = held.id
        if with_message:
            stored = backend.get_message(channel.id, held.id)
            payload["message"] = dict(serializers.message_payload(backend, stored))
        for name in omitted_parts:
            payload.pop(name, None)
        backend.emit("INTERACTION_CREATE", payload)
        await self.home.env.settle()
        return ForgedInteraction(data, InteractionResult(self.home.env, record))

    async def find_message(self, channel: simcord.ChannelHandle) -> Message:
        """Find a message of the bot in a channel, to forge a button on. Send one if there is none."""
        if channel.id not in self._held_messages:
            await self.home.bot.get_partial_messageable(channel.id).send(view=build_message("Hello."))
            found = channel.last_message
            assert found is not None
            self._held_messages[channel.id] = found
        return self._held_messages[channel.id]

    async def press(
        self, user: simcord.MemberActor, channel: simcord.ChannelHandle, custom_id: str, values: Any = None
    ) -> ForgedInteraction:
        """Press a button (or a select, with values) that the message does not have."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        if values is not None:
            data["values"] = values
        return await self.send(user, channel, COMPONENT_TYPE, data)

    async def send_random(self) -> ForgedInteraction:
        """Send one random forgery."""
        dice, home = self.dice, self.home
        who, channel = dice.choice(
            [(home.ana, home.games), (home.ben, home.games), (home.dee, home.games), (home.ana, home.expedition)]
            + [(self.eve, self.other_channel)] * 2
        )
        shape = dice.randrange(10)
        if shape == 0:
            return await self.send(
                who,
                channel,
                MODAL_TYPE,
                {"custom_id": self.forge_custom_id("m"), "components": self.forge_modal_values()},
            )
        if shape == 1:
            return await self.send(who, channel, COMMAND_TYPE, self.forge_command())
        data: dict[str, Any] = {
            "custom_id": self.forge_custom_id(dice.choice("bbs")),
            "component_type": dice.choice(CONTROL_TYPES),
        }
        values = dice.choice(FORGED_VALUES)
        if values is not None:
            data["values"] = values
        return await self.send(
            who,
            channel,
            COMPONENT_TYPE,
            data,
            with_message=dice.random() < 0.5,
            omitted_parts=self.choose_omitted_parts(),
        )

    def forge_custom_id(self, kind: str) -> str:
        """Forge a custom id with something wrong in it. Now and then only its origin is wrong."""
        dice = self.dice
        own = [part["custom_id"] for part in list_controls(self.home.newest_post)]
        if dice.random() < 0.2:
            return str(dice.choice(own or ["ow"]))
        whole = (
            f"ow:{kind}:{dice.choice(self.acts)}:{dice.choice([*'11111111000', *FORGED_NUMBERS])}:"
            f"{dice.choice([*'01234567', *FORGED_NUMBERS])}:{dice.choice(FORGED_RESTS)}"
        )
        broken = dice.randrange(16)
        if broken == 0:
            at = dice.randrange(len(whole))
            whole = whole[:at] + dice.choice(["", "\x00", ":", "é", "::"]) + whole[at + 1 :]
        elif broken == 1:
            whole = dice.choice(["", "x", "ow", "ow:b", "ow:z:move:1:1:", "OW:B:MOVE:1:1:", whole.replace(":", "")])
        return whole[:100]

    def forge_modal_values(self) -> Any:
        """Forge the content of a modal that the bot never sent."""
        part = {"type": 4, "custom_id": "x", "value": self.dice.choice(FORGED_WORDS)}
        return self.dice.choice(
            [
                [],
                [{"type": 1, "components": []}],
                [{"type": 18, "component": part}],
                [{"type": 1, "components": [part, part]}],
            ]
        )

    def forge_command(self) -> dict[str, Any]:
        """Forge a command that does not exist, or not in this form."""
        names = [command.name for command in self.home.bot.tree.get_commands()]
        name = self.dice.choice([*names, "nothing"])
        option = {
            "name": self.dice.choice(["words", "game", "rule", "x"]),
            "type": 3,
            "value": self.dice.choice(FORGED_WORDS),
        }
        options = self.dice.choice([[], [option], [{"name": "nowhere", "type": 1, "options": [option]}]])
        return {"id": "1", "name": name, "type": 1, "options": options}

    def choose_omitted_parts(self) -> list[str]:
        """Choose the parts of an interaction to leave out."""
        return self.dice.choice([[], [], ["message"], ["locale", "guild_locale"], ["entitlements", "context"]])


async def send_forgeries(server: FakeServer, count: int, seed: str = "1") -> list[ForgedInteraction]:
    """Send `count` forgeries, one after the other."""
    forger = ForgedClient(server, seed)
    return [await forger.send_random() for _ in range(count)]
