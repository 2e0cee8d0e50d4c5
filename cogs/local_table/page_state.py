"""What one friend sees of simcord's world, as the JSON of the page: places, messages, commands."""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

import discord
import simcord
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Message
from simcord.components import walk_components
from simcord.interactions import command_leaves

from cogs.local_table.world import DM_CHANNEL_TYPE, LocalWorld

DEFAULT_MESSAGE_COUNT = 40
"""Messages that are shown at first; the page asks for more."""
LOADING_FLAG = discord.MessageFlags.loading.flag
ATTACHMENT_URL: Final = f"{CDN_BASE}/attachments/"
SIZE_OFFSETS: Final = {
    b"\x89PNG\r\n\x1a\n": (16, 24, "big"),
    b"GIF89a": (6, 10, "little"),
    b"GIF87a": (6, 10, "little"),
}
"""Where a picture's width and height stand, by its first bytes: from, to, byte order; each takes half."""


def list_channels(world: LocalWorld, user: simcord.MemberActor, waiting: Collection[int]) -> list[dict[str, Any]]:
    """The channels, threads and direct messages that a friend sees; `waiting` are the ids of those where they are to move."""
    seen = []
    backend = world.env.backend
    for channel in backend.channels.values():
        if not channel_accessible(backend, channel.id, user.id):
            continue
        private = channel.guild_id is None
        if private and not backend.messages.get(channel.id):
            continue  # nobody has written yet
        seen.append(
            {
                "id": str(channel.id),
                "name": backend.bot_user.name if private else channel.name,
                "kind": "direct" if private else "thread" if channel.is_thread else "channel",
                "parent": str(channel.parent_id) if channel.is_thread else None,
                "waiting": channel.id in waiting,
            }
        )
    return seen


def list_messages(
    world: LocalWorld, user: simcord.MemberActor, channel_id: int, span: int
) -> tuple[list[dict[str, Any]], bool]:
    """The newest `span` messages of a channel that a friend sees, oldest first, and whether there are earlier ones."""
    backend = world.env.backend
    if not channel_accessible(backend, channel_id, user.id, history=True):
        return [], False
    kept = backend.messages.get(channel_id, {})
    visible = [kept[number] for number in sorted(kept) if kept[number].visible_to(user.id)]
    return [_build_message(world, user, message) for message in visible[-span:]], len(visible) > span


def list_people(world: LocalWorld) -> dict[str, str]:
    """What everybody on the server is called, by id."""
    return {str(user.id): user.global_name or user.name for user in world.env.backend.users.values()}


def list_commands(world: LocalWorld, user: simcord.MemberActor, channel_id: int, locale: str) -> list[dict[str, Any]]:
    """The slash commands that a friend can use in a channel. `shown` is what a command is called in their language.

    Options have Discord's numbers for their types.
    """
    backend = world.env.backend
    if backend.channels[channel_id].type == DM_CHANNEL_TYPE:
        return []
    return [
        {
            "name": " ".join(path),
            "shown": " ".join(_describe_command(command, path, locale)),
            "about": _find_translation(leaf, "description", locale),
            "options": [
                {
                    "name": option["name"],
                    "shown": _find_translation(option, "name", locale),
                    "about": _find_translation(option, "description", locale),
                    "type": option["type"],
                    "required": option.get("required", False),
                    "suggests": option.get("autocomplete", False),
                    "choices": [
                        {"name": _find_translation(choice, "name", locale), "value": choice["value"]}
                        for choice in option.get("choices") or []
                    ],
                }
                for option in leaf.get("options") or []
            ],
        }
        for command in backend.visible_commands(user_id=user.id, channel_id=channel_id)
        for path, leaf in command_leaves(command)
    ]


def _describe_command(command: Mapping[str, Any], path: list[str], locale: str) -> Iterator[str]:
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
    begun = message.system_metadata.channel_id if message.system_metadata else None
    thread = backend.channels.get(begun or message.id)
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
        "thread": str(thread.id) if thread is not None and thread.is_thread else None,
    }


def _has_layout(message: Message) -> bool:
    return bool(message.flags & discord.MessageFlags.components_v2.flag)


def _find_command_user(world: LocalWorld, metadata: Mapping[str, Any] | None) -> dict[str, str] | None:
    """Whose command a message answers."""
    if metadata is None or not metadata.get("name"):
        return None
    user = world.env.backend.users[int(metadata["user"]["id"])]
    return {"by": user.global_name or user.name, "command": str(metadata["name"])}


def _resolve_components(components: list[dict[str, Any]], files: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The components with the files that their media mean."""
    shown = copy.deepcopy(components)
    known = {key: file for file in files for key in (f"attachment://{file['name']}", ATTACHMENT_URL + file["path"])}
    for part in walk_components(shown):
        media = [part.get("media"), part.get("file"), *(item.get("media") for item in part.get("items") or ())]
        for one in media:
            if one:
                one["shown"] = known.get(one.get("url"))
    return shown


def _describe_file(world: LocalWorld, attachment: Mapping[str, Any]) -> dict[str, Any]:
    data = world.env.backend.cdn.get(attachment["url"]) or b""
    width, height = _read_size(data)
    return {
        "name": attachment["filename"],
        "path": attachment["url"].removeprefix(ATTACHMENT_URL),
        "about": attachment.get("description") or "",
        "picture": str(attachment.get("content_type", "")).startswith("image/"),
        "bytes": len(data),
        "width": width,
        "height": height,
    }


def _read_size(data: bytes) -> tuple[int, int]:
    for start, (begin, end, order) in SIZE_OFFSETS.items():
        if data.startswith(start):
            middle = (begin + end) // 2
            sides = (data[begin:middle], data[middle:end])
            width, height = (int.from_bytes(side, "big" if order == "big" else "little") for side in sides)
            return width, height
    return 0, 0
