"""What a friend does at the page, done in simcord's world: press, choose, fill in, run a command, write.

simcord lets one act happen at a time and gives the bot five seconds to come to rest after it. An act is answered here as soon as
the bot has answered it, as on Discord; that the bot is still drawing then, or that the machine is slow, is nobody's worry.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

import discord
import msgspec
import simcord
from simcord.components import walk_components

from cogs.local_table.world import DM, World

log = logging.getLogger("overwinter")
PATIENCE = 60.0
"""Seconds in which the bot answers, on a busy machine too. Only an answer that never comes takes so long."""
GLANCE = 0.01
"""Seconds between two looks whether it has answered."""
MODALS = 100
"""Open modals that are kept; older ones have been closed in the page."""
USER, ROLE, MENTIONABLE, CHANNEL = (
    discord.ComponentType.user_select.value,
    discord.ComponentType.role_select.value,
    discord.ComponentType.mentionable_select.value,
    discord.ComponentType.channel_select.value,
)
Option = discord.AppCommandOptionType
Operation = Callable[[], Awaitable[Any]]


class Impossible(Exception):
    """What the page asked for is no longer there, or is not what it seemed."""


class Answer(msgspec.Struct):
    """What came of an act: whether the bot answered, the modal it opened, the suggestions it made."""

    answered: bool = True
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None


class Acts:
    """The friends' acts, one after the other."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._turn = asyncio.Lock()
        self._under_way: set[asyncio.Task[Any]] = set()
        self._modals: OrderedDict[str, simcord.InteractionResult] = OrderedDict()
        self._heard: asyncio.Future[Any] | None = None
        self._locale = ""
        world.env.backend.subscribers.insert(0, self._listen)

    async def close(self) -> None:
        """Give up what is under way."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def alone(self, operation: Operation) -> None:
        """Do something with simcord while no friend acts. That the bot is not yet at rest after it is no error."""
        async with self._turn:
            try:
                await operation()
            except TimeoutError:
                log.debug("the bot has more to do than simcord waits for")

    # ------------------------------------------------------------- what friends do
    async def press(self, who: simcord.MemberActor, channel: str, message: str, custom_id: str, locale: str) -> Answer:
        """Press a button. Raises Impossible."""
        actor, shown = self._message(who, channel, message)
        return await self._answered(lambda: actor.click(shown, custom_id=custom_id), locale)

    async def choose(
        self, who: simcord.MemberActor, channel: str, message: str, custom_id: str, values: Sequence[str], locale: str
    ) -> Answer:
        """Choose in a select of a message. Raises Impossible."""
        actor, shown = self._message(who, channel, message)
        chosen = self._picked(_part(shown.components, custom_id), values)
        return await self._answered(lambda: actor.select(shown, chosen, custom_id=custom_id), locale)

    async def submit(self, who: simcord.MemberActor, modal: str, values: Mapping[str, Any], locale: str) -> Answer:
        """Send a modal off that the bot has shown this friend. Raises Impossible."""
        shown = self._modals.get(modal)
        if shown is None or shown.modal is None:
            raise Impossible("that modal has been closed")
        parts = shown.modal["components"]
        filled = {
            key: self._picked(_part(parts, key), value) if isinstance(value, list) else value
            for key, value in values.items()
        }
        answer = await self._answered(lambda: who.submit_modal(shown, filled), locale)
        self._modals.pop(modal, None)
        return answer

    async def run(
        self,
        who: simcord.MemberActor,
        channel: str,
        command: Mapping[str, Any],
        options: Mapping[str, Any],
        locale: str,
    ) -> Answer:
        """Run a slash command, as `sight.commands` lists it. Raises Impossible."""
        where, filled = self._place(channel), self._filled(command, options)
        return await self._answered(lambda: who.slash(where, command["name"], **filled), locale)

    async def suggest(
        self,
        who: simcord.MemberActor,
        channel: str,
        command: Mapping[str, Any],
        option: str,
        typed: str,
        options: Mapping[str, Any],
        locale: str,
    ) -> Answer:
        """The bot's suggestions for what is typed into one option. Raises Impossible."""
        where, filled = self._place(channel), self._filled(command, options, partly=True)
        filled.pop(option, None)
        return await self._answered(lambda: who.autocomplete(where, command["name"], option, typed, **filled), locale)

    async def write(self, who: simcord.MemberActor, channel: str, words: str) -> Answer:
        """Write a message to everybody in a channel. Raises Impossible."""
        where = self._place(channel)
        say = (lambda: who.send_dm(words)) if where.guild is None else (lambda: who.send(where, words))
        return await self._answered(say, "en-US")

    # ------------------------------------------------------------------------ parts
    async def _answered(self, operation: Operation, locale: str) -> Answer:
        heard: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._in_turn(operation, heard, locale))
        self._under_way.add(task)
        task.add_done_callback(self._over)
        await asyncio.wait({task, heard}, return_when=asyncio.FIRST_COMPLETED)
        if not heard.done():
            await task
            return Answer()
        record = heard.result()
        try:
            async with asyncio.timeout(PATIENCE):
                while not record.responded and not (task.done() and task.result()):  # noqa: ASYNC110 - simcord tells nobody
                    await asyncio.sleep(GLANCE)
        except TimeoutError:
            log.warning("the bot has not answered %s within %.0f s", record.command_name or "a press", PATIENCE)
        if record.modal is not None:
            self._modals[str(record.id)] = simcord.InteractionResult(self._world.env, record)
            if len(self._modals) > MODALS:
                self._modals.popitem(last=False)
        modal = record.modal and {**record.modal, "id": str(record.id)}
        return Answer(record.responded, modal, record.autocomplete_choices)

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Impossible):
            log.error("an act at the local table failed", exc_info=error)

    async def _in_turn(self, operation: Operation, heard: asyncio.Future[Any], locale: str) -> bool:
        """Whether the bot came to rest after it. Raises Impossible."""
        async with self._turn:
            self._heard, self._locale = heard, locale
            try:
                await operation()
            except TimeoutError:
                return False
            except (simcord.SetupError, simcord.BackendError) as refused:
                raise Impossible(str(refused)) from refused
            finally:
                self._heard = None
        return True

    def _listen(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note the interaction that an act sends to the bot; give it the friend's language, and as long as the bot needs."""
        if event != "INTERACTION_CREATE":
            return
        record = self._world.env.backend.interactions[int(payload["id"])]
        record.initial_response_deadline = None  # Discord's three seconds are not for a simulation on a slow machine
        if self._heard is not None and not self._heard.done():
            cast(dict[str, Any], payload)["locale"] = self._locale
            self._heard.set_result(record)

    def _place(self, channel: str) -> simcord.ChannelHandle:
        try:
            return self._world.channel(channel)
        except (KeyError, ValueError) as gone:
            raise Impossible("that channel is gone") from gone

    def _message(self, who: simcord.MemberActor, channel: str, message: str) -> tuple[Any, simcord.ResponseMessage]:
        env = self._world.env
        try:
            kept = env.backend.get_message(int(channel), int(message))
            private = env.backend.channels[kept.channel_id].type == DM
        except (simcord.BackendError, KeyError, ValueError) as gone:
            raise Impossible("that message is gone") from gone
        return (who.user if private else who), simcord.ResponseMessage(env, kept)

    def _picked(self, part: Mapping[str, Any], values: Sequence[Any]) -> list[Any]:
        entity = {USER: self._user, ROLE: self._role, CHANNEL: self._place, MENTIONABLE: self._anybody}
        return [entity[part["type"]](value) for value in values] if part["type"] in entity else list(values)

    def _user(self, number: str) -> simcord.MemberActor | simcord.UserHandle:
        """A friend, or the bot."""
        env = self._world.env
        try:
            if int(number) == env.backend.bot_user.id:
                return simcord.UserHandle(env, env.backend.bot_user)
            return self._world.friend(str(number))
        except (KeyError, ValueError) as gone:
            raise Impossible("there is nobody like that") from gone

    def _role(self, number: str) -> simcord.RoleHandle:
        for role in self._world.hut.roles.values():
            if str(role.id) == str(number):
                return role
        raise Impossible("there is no such role")

    def _anybody(self, number: str) -> simcord.MemberActor | simcord.UserHandle | simcord.RoleHandle:
        try:
            return self._user(number)
        except Impossible:
            return self._role(number)

    def _filled(
        self, command: Mapping[str, Any], options: Mapping[str, Any], *, partly: bool = False
    ) -> dict[str, Any]:
        """The values of a command's options in the types that they have. `partly`: what does not fit yet is left out."""
        kinds = {option["name"]: option["type"] for option in command["options"]}
        filled: dict[str, Any] = {}
        for name, value in options.items():
            try:
                filled[name] = self._value(kinds[name], value)
            except (KeyError, TypeError, ValueError, Impossible) as unfit:
                if not partly:
                    raise Impossible(f"{name} cannot be {value}") from unfit
        return filled

    def _value(self, kind: int, value: Any) -> Any:  # noqa: ANN401 - what it is, the command says
        match Option(kind):
            case Option.integer:
                return int(value)
            case Option.number:
                return float(value)
            case Option.boolean:
                return value is True
            case Option.user:
                return self._user(value)
            case Option.channel:
                return self._place(value)
            case Option.role:
                return self._role(value)
            case Option.mentionable:
                return self._anybody(value)
            case Option.attachment:
                return str(value["name"]), _decoded(value["data"])
            case _:
                return str(value)


def _decoded(data: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error as broken:
        raise Impossible("that file is broken") from broken


def _part(components: Sequence[Any], custom_id: str) -> Mapping[str, Any]:
    for part in walk_components(components):
        if part.get("custom_id") == custom_id:
            return part
    raise Impossible("that control is gone")
