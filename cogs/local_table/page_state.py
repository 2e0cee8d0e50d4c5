"""Describe what one friend sees of simcord's world, as the JSON of the page: channels, messages, commands."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, Literal

import discord
import simcord
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Message
from simcord.components import walk_components
from simcord.interactions import command_leaves

from cogs.local_table.world import DM_CHANNEL_TYPE, LocalWorld

DEFAULT_MESSAGE_COUNT = 40
"""The messages that the page shows at first; it asks for more."""
MENU_TYPE = discord.AppCommandType.message.value
LOADING_FLAG = discord.MessageFlags.loading.flag
ATTACHMENT_URL: Final = f"{CDN_BASE}/attachments/"
SIZE_OFFSETS: Final[dict[bytes, tuple[int, int, Literal["big", "little"]]]] = {
    b"\x89PNG\r\n\x1a\n": (16, 24, "big"),
    b"GIF89a": (6, 10, "little"),
    b"GIF87a": (6, 10, "little"),
}
"""The place of a picture's width and height, by its first bytes: start, end and byte order. Each takes half of the bytes."""


def list_channels(world: LocalWorld, user: simcord.MemberActor, waiting: Collection[int]) -> list[dict[str, Any]]:
    """List the channels, threads and direct messages that a friend sees.

    `waiting` has the ids of the channels in which the friend is to move.
    """
    visible = []
    backend = world.env.backend
    for channel in backend.channels.values():
        if not channel_accessible(backend, channel.id, user.id):
            continue
        name, kind = channel.name, "thread" if channel.is_thread else "channel"
        if channel.guild_id is None:
            if not backend.messages.get(channel.id):
                continue  # nobody has written yet
            name, kind = backend.bot_user.name, "direct"
        visible.append(
            {
                "id": str(channel.id),
                "name": name,
                "kind": kind,
                "parent": str(channel.parent_id) if channel.is_thread else None,
                "waiting": channel.id in waiting,
            }
        )
    return visible


def list_messages(
    world: LocalWorld, user: simcord.MemberActor, channel_id: int, max_count: int, locale: str = "en-US"
) -> tuple[list[dict[str, Any]], bool]:
    """List the newest `max_count` messages of a channel that a friend sees, oldest first, boards with their menu.

    Return as well whether there are earlier ones.
    """
    backend = world.env.backend
    if not channel_accessible(backend, channel_id, user.id, history=True):
        return [], False
    stored = backend.messages.get(channel_id, {})
    visible: list[Message] = []
    for message_id in sorted(stored):
        if stored[message_id].visible_to(user.id):
            visible.append(stored[message_id])
    newest = [_build_message(world, user, message) for message in visible[-max_count:]]
    menu = _list_message_menu(world, user, channel_id, locale)
    for described in newest:
        if described["author"]["bot"] and not described["private"] and described["pictures"]:
            described["menu"] = menu
    return newest, len(visible) > max_count


def list_people(world: LocalWorld) -> dict[str, str]:
    """Return the names of all users on the server, by id."""
    return {str(user.id): user.global_name or user.name for user in world.env.backend.users.values()}


def list_commands(world: LocalWorld, user: simcord.MemberActor, channel_id: int, locale: str) -> list[dict[str, Any]]:
    """List the slash commands that a friend can use in a channel. `shown` is a command's name in their language.

    Options have Discord's numbers for their types.
    """
    backend = world.env.backend
    if backend.channels[channel_id].type == DM_CHANNEL_TYPE:
        return []
    commands = []
    for command in backend.visible_commands(user_id=user.id, channel_id=channel_id):
        for path, leaf in command_leaves(command):
            description = {
                "name": " ".join(path),
                "shown": " ".join(_describe_command(command, path, locale)),
                "about": _find_translation(leaf, "description", locale),
                "options": [_describe_option(option, locale) for option in leaf.get("options") or []],
            }
            commands.append(description)
    return commands


def _list_message_menu(
    world: LocalWorld, user: simcord.MemberActor, channel_id: int, locale: str
) -> list[dict[str, str]]:
    """List the entries in the menu of a message that a friend can use in a channel."""
    backend = world.env.backend
    if backend.channels[channel_id].type == DM_CHANNEL_TYPE:
        return []
    entries: list[dict[str, str]] = []
    for command in backend.visible_commands(user_id=user.id, channel_id=channel_id, type=MENU_TYPE):
        entries.append({"name": str(command["name"]), "shown": _find_translation(command, "name", locale)})
    return entries


def _describe_option(option: Mapping[str, Any], locale: str) -> dict[str, Any]:
    choices: list[dict[str, Any]] = []
    for choice in option.get("choices") or []:
        choices.append({"name": _find_translation(choice, "name", locale), "value": choice["value"]})
    return {
        "name": option["name"],
        "shown": _find_translation(option, "name", locale),
        "about": _find_translation(option, "description", locale),
        "type": option["type"],
        "required": option.get("required", False),
        "suggests": option.get("autocomplete", False),
        "choices": choices,
    }


def _describe_command(command: Mapping[str, Any], path: list[str], locale: str) -> Iterator[str]:
    """Yield the parts of a command's name in the friend's language."""
    node = command
    yield _find_translation(node, "name", locale)
    for name in path[1:]:
        node = next(part for part in node["options"] if part["name"] == name)
        yield _find_translation(node, "name", locale)


def _find_translation(node: Mapping[str, Any], key: str, locale: str) -> str:
    return str((node.get(f"{key}_localizations") or {}).get(locale) or node.get(key) or "")


def _build_message(world: LocalWorld, user: simcord.MemberActor, message: Message) -> dict[str, Any]:
    backend = world.env.backend
    author = backend.users[message.author_id]
    files = [_describe_file(world, attachment) for attachment in message.attachments]
    started_thread = message.system_metadata.channel_id if message.system_metadata else None
    thread = backend.channels.get(started_thread or message.id)
    return {
        "id": str(message.id),
        "author": {"id": str(author.id), "name": author.global_name or author.name, "bot": author.bot},
        "at": message.timestamp,
        "edited": message.edited_timestamp is not None,
        "kind": message.type,
        "private": message.is_ephemeral,
        "thinking": bool(message.flags & LOADING_FLAG),
        "calls": user.id in message.mention_user_ids,
        "asked": _find_command_user(world, message.interaction_metadata),
        "content": message.content,
        "embeds": copy.deepcopy(message.embeds),
        "components": _resolve_components(message.components, files),
        "files": [] if _has_layout(message) else files,
        "pictures": len(files),
        "thread": str(thread.id) if thread is not None and thread.is_thread else None,
    }


def _has_layout(message: Message) -> bool:
    return bool(message.flags & discord.MessageFlags.components_v2.flag)


def _find_command_user(world: LocalWorld, metadata: Mapping[str, Any] | None) -> dict[str, str] | None:
    """Return the user whose command a message answers, and the command."""
    if metadata is None or not metadata.get("name"):
        return None
    user = world.env.backend.users[int(metadata["user"]["id"])]
    return {"by": user.global_name or user.name, "command": str(metadata["name"])}


def _resolve_components(components: list[dict[str, Any]], files: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Copy the components, each media item with the file that its address refers to."""
    resolved = copy.deepcopy(components)
    file_by_url = {}
    for file in files:
        file_by_url[f"attachment://{file['name']}"] = file
        file_by_url[ATTACHMENT_URL + file["path"]] = file
    for part in walk_components(resolved):
        media = [part.get("media"), part.get("file")]
        media += [item.get("media") for item in part.get("items") or ()]
        for item in media:
            if item:
                item["shown"] = file_by_url.get(item.get("url"))
    return resolved


def _describe_file(world: LocalWorld, attachment: Mapping[str, Any]) -> dict[str, Any]:
    data = world.env.backend.cdn.get(attachment["url"]) or b""
    width, height = read_size(data)
    return {
        "name": attachment["filename"],
        "path": attachment["url"].removeprefix(ATTACHMENT_URL),
        "about": attachment.get("description") or "",
        "picture": str(attachment.get("content_type", "")).startswith("image/"),
        "bytes": len(data),
        "width": width,
        "height": height,
    }


def read_size(data: bytes) -> tuple[int, int]:
    """Read width and height from the header of a picture, (0, 0) if it is none."""
    for start, (begin, end, order) in SIZE_OFFSETS.items():
        if data.startswith(start):
            middle = (begin + end) // 2
            return int.from_bytes(data[begin:middle], order), int.from_bytes(data[middle:end], order)
    return 0, 0
