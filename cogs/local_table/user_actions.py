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

from cogs.local_table.world import DM_CHANNEL_TYPE, LocalWorld

log = logging.getLogger("overwinter")
ANSWER_TIMEOUT_S = 60.0
"""Seconds in which the bot answers, on a busy machine too. Only an answer that never comes takes so long."""
POLL_INTERVAL_S = 0.01
"""Seconds between two looks whether it has answered."""
MAX_OPEN_MODALS = 100
"""Open modals that are kept; older ones have been closed in the page."""
USER_SELECT_TYPE, ROLE_SELECT_TYPE, MENTIONABLE_SELECT_TYPE, CHANNEL_SELECT_TYPE = (
    discord.ComponentType.user_select.value,
    discord.ComponentType.role_select.value,
    discord.ComponentType.mentionable_select.value,
    discord.ComponentType.channel_select.value,
)
Option = discord.AppCommandOptionType
Operation = Callable[[], Awaitable[Any]]


class ActionUnavailableError(Exception):
    """What the page asked for is no longer there, or is not what it seemed."""


class ActionResult(msgspec.Struct):
    """What came of an act: whether the bot answered, the modal it opened, the suggestions it made."""

    answered: bool = True
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None


class UserActions:
    """The friends' acts, one after the other."""

    def __init__(self, world: LocalWorld) -> None:
        self._world = world
        self._turn_lock = asyncio.Lock()
        self._running_tasks: set[asyncio.Task[Any]] = set()
        self._modals: OrderedDict[str, simcord.InteractionResult] = OrderedDict()
        self._interactions: asyncio.Future[Any] | None = None
        self._locale = ""
        world.env.backend.subscribers.insert(0, self._on_payload)

    async def close(self) -> None:
        """Give up what is under way."""
        for task in self._running_tasks:
            task.cancel()
        await asyncio.gather(*self._running_tasks, return_exceptions=True)

    async def run_exclusively(self, operation: Operation) -> None:
        """Do something with simcord while no friend acts. That the bot is not yet at rest after it is no error."""
        async with self._turn_lock:
            try:
                await operation()
            except TimeoutError:
                log.debug("the bot has more to do than simcord waits for")

    # ------------------------------------------------------------- what friends do
    async def press(
        self, user: simcord.MemberActor, channel: str, message: str, custom_id: str, locale: str
    ) -> ActionResult:
        """Press a button. Raises Impossible."""
        actor, shown = self._find_message(user, channel, message)
        return await self._await_answer(lambda: actor.click(shown, custom_id=custom_id), locale)

    async def choose(
        self, user: simcord.MemberActor, channel: str, message: str, custom_id: str, values: Sequence[str], locale: str
    ) -> ActionResult:
        """Choose in a select of a message. Raises Impossible."""
        actor, shown = self._find_message(user, channel, message)
        chosen = self._resolve_values(_find_component(shown.components, custom_id), values)
        return await self._await_answer(lambda: actor.select(shown, chosen, custom_id=custom_id), locale)

    async def submit_modal(
        self, user: simcord.MemberActor, modal: str, values: Mapping[str, Any], locale: str
    ) -> ActionResult:
        """Send a modal off that the bot has shown this friend. Raises Impossible."""
        shown = self._modals.get(modal)
        if shown is None or shown.modal is None:
            raise ActionUnavailableError("that modal has been closed")
        parts = shown.modal["components"]
        filled = {
            key: self._resolve_values(_find_component(parts, key), value) if isinstance(value, list) else value
            for key, value in values.items()
        }
        answer = await self._await_answer(lambda: user.submit_modal(shown, filled), locale)
        self._modals.pop(modal, None)
        return answer

    async def run_command(
        self,
        user: simcord.MemberActor,
        channel: str,
        command: Mapping[str, Any],
        options: Mapping[str, Any],
        locale: str,
    ) -> ActionResult:
        """Run a slash command, as `sight.list_commands` lists it. Raises Impossible."""
        where, filled = self._find_channel(channel), self._convert_options(command, options)
        return await self._await_answer(lambda: user.slash(where, command["name"], **filled), locale)

    async def suggest(
        self,
        user: simcord.MemberActor,
        channel: str,
        command: Mapping[str, Any],
        option: str,
        typed: str,
        options: Mapping[str, Any],
        locale: str,
    ) -> ActionResult:
        """The bot's suggestions for what is typed into one option. Raises Impossible."""
        where, filled = self._find_channel(channel), self._convert_options(command, options, allow_partial=True)
        filled.pop(option, None)
        return await self._await_answer(
            lambda: user.autocomplete(where, command["name"], option, typed, **filled), locale
        )

    async def write_message(self, user: simcord.MemberActor, channel: str, words: str) -> ActionResult:
        """Write a message to everybody in a channel. Raises Impossible."""
        where = self._find_channel(channel)
        say = (lambda: user.send_dm(words)) if where.guild is None else (lambda: user.send(where, words))
        return await self._await_answer(say, "en-US")

    # ------------------------------------------------------------------------ parts
    async def _await_answer(self, operation: Operation, locale: str) -> ActionResult:
        heard: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._run_in_turn(operation, heard, locale))
        self._running_tasks.add(task)
        task.add_done_callback(self._on_task_done)
        await asyncio.wait({task, heard}, return_when=asyncio.FIRST_COMPLETED)
        if not heard.done():
            await task
            return ActionResult()
        record = heard.result()
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                while not record.responded and not (task.done() and task.result()):  # noqa: ASYNC110 - simcord tells nobody
                    await asyncio.sleep(POLL_INTERVAL_S)
        except TimeoutError:
            log.warning("the bot has not answered %s within %.0f s", record.command_name or "a press", ANSWER_TIMEOUT_S)
        if record.modal is not None:
            self._modals[str(record.id)] = simcord.InteractionResult(self._world.env, record)
            if len(self._modals) > MAX_OPEN_MODALS:
                self._modals.popitem(last=False)
        modal = record.modal and {**record.modal, "id": str(record.id)}
        return ActionResult(record.responded, modal, record.autocomplete_choices)

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._running_tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, ActionUnavailableError):
            log.error("an act at the local table failed", exc_info=error)

    async def _run_in_turn(self, operation: Operation, interactions: asyncio.Future[Any], locale: str) -> bool:
        """Whether the bot came to rest after it. Raises Impossible."""
        async with self._turn_lock:
            self._interactions, self._locale = interactions, locale
            try:
                await operation()
            except TimeoutError:
                return False
            except (simcord.SetupError, simcord.BackendError) as refused:
                raise ActionUnavailableError(str(refused)) from refused
            finally:
                self._interactions = None
        return True

    def _on_payload(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note the interaction that an act sends to the bot; give it the friend's language, and as long as the bot needs."""
        if event != "INTERACTION_CREATE":
            return
        record = self._world.env.backend.interactions[int(payload["id"])]
        record.initial_response_deadline = None  # Discord's three seconds are not for a simulation on a slow machine
        if self._interactions is not None and not self._interactions.done():
            cast(dict[str, Any], payload)["locale"] = self._locale
            self._interactions.set_result(record)

    def _find_channel(self, channel: str) -> simcord.ChannelHandle:
        try:
            return self._world.find_channel(channel)
        except (KeyError, ValueError) as gone:
            raise ActionUnavailableError("that channel is gone") from gone

    def _find_message(
        self, user: simcord.MemberActor, channel: str, message: str
    ) -> tuple[Any, simcord.ResponseMessage]:
        env = self._world.env
        try:
            kept = env.backend.get_message(int(channel), int(message))
            private = env.backend.channels[kept.channel_id].type == DM_CHANNEL_TYPE
        except (simcord.BackendError, KeyError, ValueError) as gone:
            raise ActionUnavailableError("that message is gone") from gone
        return (user.user if private else user), simcord.ResponseMessage(env, kept)

    def _resolve_values(self, part: Mapping[str, Any], values: Sequence[Any]) -> list[Any]:
        entity = {
            USER_SELECT_TYPE: self._find_user,
            ROLE_SELECT_TYPE: self._find_role,
            CHANNEL_SELECT_TYPE: self._find_channel,
            MENTIONABLE_SELECT_TYPE: self._find_mentionable,
        }
        return [entity[part["type"]](value) for value in values] if part["type"] in entity else list(values)

    def _find_user(self, number: str) -> simcord.MemberActor | simcord.UserHandle:
        """A friend, or the bot."""
        env = self._world.env
        try:
            if int(number) == env.backend.bot_user.id:
                return simcord.UserHandle(env, env.backend.bot_user)
            return self._world.find_user(str(number))
        except (KeyError, ValueError) as gone:
            raise ActionUnavailableError("there is nobody like that") from gone

    def _find_role(self, number: str) -> simcord.RoleHandle:
        for role in self._world.guild.roles.values():
            if str(role.id) == str(number):
                return role
        raise ActionUnavailableError("there is no such role")

    def _find_mentionable(self, number: str) -> simcord.MemberActor | simcord.UserHandle | simcord.RoleHandle:
        try:
            return self._find_user(number)
        except ActionUnavailableError:
            return self._find_role(number)

    def _convert_options(
        self, command: Mapping[str, Any], options: Mapping[str, Any], *, allow_partial: bool = False
    ) -> dict[str, Any]:
        """The values of a command's options in the types that they have. `allow_partial`: what does not fit yet is left out."""
        kinds = {option["name"]: option["type"] for option in command["options"]}
        filled: dict[str, Any] = {}
        for name, value in options.items():
            try:
                filled[name] = self._convert_value(kinds[name], value)
            except (KeyError, TypeError, ValueError, ActionUnavailableError) as unfit:
                if not allow_partial:
                    raise ActionUnavailableError(f"{name} cannot be {value}") from unfit
        return filled

    def _convert_value(self, kind: int, value: Any) -> Any:  # noqa: ANN401 - what it is, the command says
        match Option(kind):
            case Option.integer:
                return int(value)
            case Option.number:
                return float(value)
            case Option.boolean:
                return value is True
            case Option.user:
                return self._find_user(value)
            case Option.channel:
                return self._find_channel(value)
            case Option.role:
                return self._find_role(value)
            case Option.mentionable:
                return self._find_mentionable(value)
            case Option.attachment:
                return str(value["name"]), _decode_data(value["data"])
            case _:
                return str(value)


def _decode_data(data: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error as broken:
        raise ActionUnavailableError("that file is broken") from broken


def _find_component(components: Sequence[Any], custom_id: str) -> Mapping[str, Any]:
    for part in walk_components(components):
        if part.get("custom_id") == custom_id:
            return part
    raise ActionUnavailableError("that control is gone")
