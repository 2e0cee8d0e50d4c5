"""Carry out a friend's actions on the page in simcord's world: press, choose, fill in, run a command, write.

simcord allows one action at a time and gives the bot a second to become idle after it. Here an action is answered as soon as
the bot has answered it, as on Discord, even if the bot still draws, a computer thinks or the machine is slow.
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
from simcord.backend.models.interaction import ResponseKind
from simcord.components import walk_components

from cogs.local_table.world import DM_CHANNEL_TYPE, LocalWorld

log = logging.getLogger("overwinter")
ANSWER_TIMEOUT_S = 60.0
"""The bot answers earlier even on a busy machine, unless it does not answer at all."""
POLL_INTERVAL_S = 0.01
"""The pause between two checks for the answer."""
MAX_OPEN_MODALS = 100
"""The modals kept; older ones have been closed in the page."""
USER_SELECT_TYPE, ROLE_SELECT_TYPE, MENTIONABLE_SELECT_TYPE, CHANNEL_SELECT_TYPE = (
    discord.ComponentType.user_select.value,
    discord.ComponentType.role_select.value,
    discord.ComponentType.mentionable_select.value,
    discord.ComponentType.channel_select.value,
)
Option = discord.AppCommandOptionType
Operation = Callable[[], Awaitable[Any]]


class ActionUnavailableError(Exception):
    """Raised if the target of an action is gone, or does not allow it."""


class ActionResult(msgspec.Struct):
    """The result of an action: whether the bot answered, the modal it opened, the suggestions it made."""

    answered: bool = True
    modal: dict[str, Any] | None = None
    choices: list[dict[str, Any]] | None = None


class UserActions:
    """The friends' actions, carried out one after the other. `is_computing` tells whether the bot waits for computer players."""

    def __init__(self, world: LocalWorld, is_computing: Callable[[], bool] = lambda: False) -> None:
        self._world = world
        self._is_computing = is_computing
        self._turn_lock = asyncio.Lock()
        self._running_tasks: set[asyncio.Task[Any]] = set()
        self._modals: OrderedDict[str, simcord.InteractionResult] = OrderedDict()
        self._interaction: asyncio.Future[Any] | None = None
        self._locale = ""
        world.env.backend.subscribers.insert(0, self._on_payload)

    async def close(self) -> None:
        """Cancel the actions under way."""
        for task in self._running_tasks:
            task.cancel()
        await asyncio.gather(*self._running_tasks, return_exceptions=True)

    async def run_exclusively(self, operation: Operation) -> None:
        """Run an operation on simcord while no friend acts. It is no error if the bot is not idle after it."""
        async with self._turn_lock:
            try:
                await operation()
            except TimeoutError:
                log.debug("the bot has more to do than simcord waits for")

    # ------------------------------------------------------------- what friends do
    async def press(
        self, user: simcord.MemberActor, channel: str, message: str, custom_id: str, locale: str
    ) -> ActionResult:
        """Press a button. Raises ActionUnavailableError."""
        actor, target = self._find_message(user, channel, message)
        return await self._await_answer(lambda: actor.click(target, custom_id=custom_id), locale)

    async def use_menu(
        self, user: simcord.MemberActor, channel: str, message: str, name: str, locale: str
    ) -> ActionResult:
        """Use an entry in the menu of a message. Raises ActionUnavailableError."""
        place = self._find_channel(channel)
        _, target = self._find_message(user, channel, message)
        return await self._await_answer(lambda: user.context_menu(place, name, target), locale)

    async def choose(
        self, user: simcord.MemberActor, channel: str, message: str, custom_id: str, values: Sequence[str], locale: str
    ) -> ActionResult:
        """Choose in a select of a message. Raises ActionUnavailableError."""
        actor, target = self._find_message(user, channel, message)
        chosen = self._resolve_values(_find_component(target.components, custom_id), values)
        return await self._await_answer(lambda: actor.select(target, chosen, custom_id=custom_id), locale)

    async def submit_modal(
        self, user: simcord.MemberActor, modal: str, values: Mapping[str, Any], locale: str
    ) -> ActionResult:
        """Submit a modal that the bot has shown this friend. Raises ActionUnavailableError."""
        opened = self._modals.get(modal)
        if opened is None or opened.modal is None:
            raise ActionUnavailableError("that modal has been closed")
        components = opened.modal["components"]
        resolved: dict[str, Any] = {}
        for key, value in values.items():
            resolved[key] = value
            if isinstance(value, list):
                resolved[key] = self._resolve_values(_find_component(components, key), value)
        result = await self._await_answer(lambda: user.submit_modal(opened, resolved), locale)
        self._modals.pop(modal, None)
        return result

    async def run_command(
        self,
        user: simcord.MemberActor,
        channel: str,
        command: Mapping[str, Any],
        options: Mapping[str, Any],
        locale: str,
    ) -> ActionResult:
        """Run a slash command, as `page_state.list_commands` lists it. Raises ActionUnavailableError."""
        place = self._find_channel(channel)
        converted = self._convert_options(command, options)
        return await self._await_answer(lambda: user.slash(place, command["name"], **converted), locale)

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
        """Return the bot's suggestions for the text typed into one option. Raises ActionUnavailableError."""
        place = self._find_channel(channel)
        converted = self._convert_options(command, options, allow_partial=True)
        converted.pop(option, None)
        return await self._await_answer(
            lambda: user.autocomplete(place, command["name"], option, typed, **converted), locale
        )

    async def write_message(self, user: simcord.MemberActor, channel: str, words: str) -> ActionResult:
        """Write a message in a channel, visible to everybody. Raises ActionUnavailableError."""
        place = self._find_channel(channel)
        if place.guild is None:
            return await self._await_answer(lambda: user.send_dm(words), "en-US")
        return await self._await_answer(lambda: user.send(place, words), "en-US")

    # ------------------------------------------------------------------------ parts
    async def _await_answer(self, operation: Operation, locale: str) -> ActionResult:
        """Run an operation, and return when the bot has answered it.

        An acknowledgement that promises to edit the pressed message is no answer: until the edit its old controls are there,
        and a second press would be taken for one on the new ones.
        """
        interaction: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._run_in_turn(operation, interaction, locale))
        self._running_tasks.add(task)
        task.add_done_callback(self._on_task_done)
        await asyncio.wait({task, interaction}, return_when=asyncio.FIRST_COMPLETED)
        if not interaction.done():
            await task
            return ActionResult()
        record = interaction.result()
        components = self._find_pressed_components(record)
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                while not record.responded and not (task.done() and task.result()):  # noqa: ASYNC110 - simcord has no event
                    await asyncio.sleep(POLL_INTERVAL_S)
                while record.response_kind is ResponseKind.DEFERRED_UPDATE:
                    if task.done() and task.result() and not self._is_computing():
                        break
                    if record.followup_ids or self._find_pressed_components(record) is not components:
                        break
                    await asyncio.sleep(POLL_INTERVAL_S)
        except TimeoutError:
            log.warning("the bot has not answered %s within %.0f s", record.command_name or "a press", ANSWER_TIMEOUT_S)
        modal = None
        if record.modal is not None:
            self._keep_modal(record)
            modal = {**record.modal, "id": str(record.id)}
        return ActionResult(record.responded, modal, record.autocomplete_choices)

    def _find_pressed_components(self, record: Any) -> object:  # noqa: ANN401 - simcord does not export the type
        """Return the components of the message that was pressed, a new object after each edit; None if it is gone."""
        stored = self._world.env.backend.messages.get(record.channel_id, {}).get(record.source_message_id)
        if stored is None:
            return None
        return stored.components

    def _keep_modal(self, record: Any) -> None:  # noqa: ANN401 - simcord does not export the type
        self._modals[str(record.id)] = simcord.InteractionResult(self._world.env, record)
        if len(self._modals) > MAX_OPEN_MODALS:
            self._modals.popitem(last=False)

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._running_tasks.discard(task)
        if task.cancelled():
            error = None
        else:
            error = task.exception()
        if error is not None and not isinstance(error, ActionUnavailableError):
            log.error("an act at the local table failed", exc_info=error)

    async def _run_in_turn(self, operation: Operation, interaction: asyncio.Future[Any], locale: str) -> bool:
        """Run an operation, and return whether the bot became idle after it. Raises ActionUnavailableError."""
        async with self._turn_lock:
            self._interaction, self._locale = interaction, locale
            try:
                await operation()
            except TimeoutError:
                return False
            except (simcord.SetupError, simcord.BackendError) as error:
                raise ActionUnavailableError(str(error)) from error
            finally:
                self._interaction = None
        return True

    def _on_payload(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note the interaction that an action sends to the bot, and set its language and time limit."""
        if event != "INTERACTION_CREATE":
            return
        record = self._world.env.backend.interactions[int(payload["id"])]
        record.initial_response_deadline = (
            None  # a simulation on a slow machine may need more than Discord's three seconds
        )
        if self._interaction is not None and not self._interaction.done():
            cast(dict[str, Any], payload)["locale"] = self._locale
            self._interaction.set_result(record)

    def _find_channel(self, channel: str) -> simcord.ChannelHandle:
        try:
            return self._world.find_channel(channel)
        except (KeyError, ValueError) as error:
            raise ActionUnavailableError("that channel is gone") from error

    def _find_message(
        self, user: simcord.MemberActor, channel: str, message: str
    ) -> tuple[Any, simcord.ResponseMessage]:
        env = self._world.env
        try:
            stored = env.backend.get_message(int(channel), int(message))
            is_private = env.backend.channels[stored.channel_id].type == DM_CHANNEL_TYPE
        except (simcord.BackendError, KeyError, ValueError) as error:
            raise ActionUnavailableError("that message is gone") from error
        return (user.user if is_private else user), simcord.ResponseMessage(env, stored)

    def _resolve_values(self, part: Mapping[str, Any], values: Sequence[Any]) -> list[Any]:
        """Return the objects that the values of a select stand for."""
        finders = {
            USER_SELECT_TYPE: self._find_user,
            ROLE_SELECT_TYPE: self._find_role,
            CHANNEL_SELECT_TYPE: self._find_channel,
            MENTIONABLE_SELECT_TYPE: self._find_mentionable,
        }
        find = finders.get(part["type"])
        if find is None:
            return list(values)
        return [find(value) for value in values]

    def _find_user(self, number: str) -> simcord.MemberActor | simcord.UserHandle:
        """Return a friend or the bot by its id."""
        env = self._world.env
        try:
            if int(number) == env.backend.bot_user.id:
                return simcord.UserHandle(env, env.backend.bot_user)
            return self._world.find_user(str(number))
        except (KeyError, ValueError) as error:
            raise ActionUnavailableError("there is nobody like that") from error

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
        """Convert the values of a command's options to the options' types.

        `allow_partial`: leave out values that do not fit yet.
        """
        types = {option["name"]: option["type"] for option in command["options"]}
        converted: dict[str, Any] = {}
        for name, value in options.items():
            try:
                converted[name] = self._convert_value(types[name], value)
            except (KeyError, TypeError, ValueError, ActionUnavailableError) as error:
                if not allow_partial:
                    raise ActionUnavailableError(f"{name} cannot be {value}") from error
        return converted

    def _convert_value(self, kind: int, value: Any) -> Any:  # noqa: ANN401 - the command decides the type
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
    except binascii.Error as error:
        raise ActionUnavailableError("that file is broken") from error


def _find_component(components: Sequence[Any], custom_id: str) -> Mapping[str, Any]:
    for part in walk_components(components):
        if part.get("custom_id") == custom_id:
            return part
    raise ActionUnavailableError("that control is gone")
