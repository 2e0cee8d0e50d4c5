"""The shapes Discord sends: users, a guild, messages, interactions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

APPLICATION_ID, GUILD_ID, GAMES_CHANNEL_ID, FORUM_ID = 100, 200, 300, 310
REQUIRE_TAG_FLAG = 1 << 4
LOADING_FLAG = 128
SUBCOMMAND_TYPES = (1, 2)
ALL_PERMISSIONS = str((1 << 50) - 1)


class FakePerson(NamedTuple):
    """Somebody in the guild."""

    id: int
    name: str


ANA, BEN = FakePerson(1001, "Ana"), FakePerson(1002, "Ben")


def build_user(number: int, name: str, *, bot: bool = False) -> dict[str, Any]:
    """Build a user."""
    return {
        "id": str(number),
        "username": name.lower(),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
    }


BOT_USER = build_user(APPLICATION_ID, "Overwinter", bot=True)


def build_application() -> dict[str, Any]:
    """Build the bot's application."""
    return {
        "id": str(APPLICATION_ID),
        "name": "Overwinter",
        "description": "",
        "icon": None,
        "summary": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "flags": 0,
        "owner": build_user(1000, "Owner"),
        "team": None,
        "rpc_origins": [],
    }


def build_ready(shard: Sequence[int] = (0, 1), guilds: Sequence[int] = (GUILD_ID,)) -> dict[str, Any]:
    """Build READY of a shard, with guilds that are still to come."""
    return {
        "v": 10,
        "user": BOT_USER,
        "session_id": f"here {shard[0]}",
        "resume_gateway_url": "ws://127.0.0.1:9",
        "guilds": [{"id": str(number), "unavailable": True} for number in guilds],
        "application": {"id": str(APPLICATION_ID), "flags": 0},
        "shard": list(shard),
    }


def build_guild(number: int = GUILD_ID) -> dict[str, Any]:
    """Build GUILD_CREATE of the main guild, with #games and the forum, or of another guild with #games only."""
    everyone = {
        "id": str(number),
        "name": "@everyone",
        "permissions": ALL_PERMISSIONS,
        "position": 0,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
    }
    return {
        "id": str(number),
        "name": "The hut",
        "owner_id": "1000",
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "description": None,
        "banner": None,
        "vanity_url_code": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [everyone],
        "channels": [games_channel_id(), build_forum()] if number == GUILD_ID else [games_channel_id(number)],
        "threads": [],
        "members": [build_member(FakePerson(APPLICATION_ID, "Overwinter"))],
        "member_count": 3,
        "large": False,
        "unavailable": False,
        "joined_at": format_now(),
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-US",
        "nsfw_level": 0,
        "nsfw": False,
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "application_id": None,
    }


def neighbour_guild_id(index: int) -> int:
    """Return the id of the guild with this index; 0 is the main guild. Guild n is on shard n if there are enough shards."""
    return GUILD_ID + (index << 22)


def games_channel_id(guild: int = GUILD_ID) -> dict[str, Any]:
    """Return #games of a guild."""
    return {
        "id": str(GAMES_CHANNEL_ID + (guild - GUILD_ID)),
        "type": 0,
        "name": "games",
        "guild_id": str(guild),
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
        "topic": None,
        "last_message_id": None,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }


def build_forum() -> dict[str, Any]:
    """Build the forum "tables", where a post must have a tag."""
    tags = [(311, "Help", True), (312, "Amundsen", False), (313, "Other", False)]
    return games_channel_id() | {
        "id": str(FORUM_ID),
        "type": 15,
        "name": "tables",
        "flags": REQUIRE_TAG_FLAG,
        "available_tags": [
            {"id": str(number), "name": name, "moderated": moderated, "emoji_id": None, "emoji_name": None}
            for number, name, moderated in tags
        ],
        "default_reaction_emoji": None,
        "default_sort_order": None,
        "default_forum_layout": 0,
    }


def build_direct_channel(number: int, person: int) -> dict[str, Any]:
    """Build the channel of direct messages to a person."""
    return {
        "id": str(number),
        "type": 1,
        "last_message_id": None,
        "flags": 0,
        "recipients": [build_user(person, f"Person {person}")],
    }


def build_thread(
    number: int, *, is_archived: bool = False, is_locked: bool = False, parent: int = GAMES_CHANNEL_ID
) -> dict[str, Any]:
    """Build a thread of #games, or of another channel."""
    return {
        "id": str(number),
        "type": 11,
        "name": "the race",
        "guild_id": str(GUILD_ID),
        "parent_id": str(parent),
        "owner_id": str(APPLICATION_ID),
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "message_count": 1,
        "member_count": 1,
        "flags": 0,
        "thread_metadata": {
            "archived": is_archived,
            "locked": is_locked,
            "auto_archive_duration": 10080,
            "archive_timestamp": format_now(),
        },
    }


def build_member(person: FakePerson) -> dict[str, Any]:
    """Build a person as a member of the guild."""
    return {
        "user": build_user(person.id, person.name, bot=person.id == APPLICATION_ID),
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": format_now(),
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "permissions": ALL_PERMISSIONS,
    }


def build_interaction(
    number: int,
    token: str,
    kind: int,
    person: FakePerson,
    data: Mapping[str, Any],
    source: Any,
    channel_id: Mapping[str, Any],
) -> dict[str, Any]:
    """Build INTERACTION_CREATE in a channel of a guild."""
    payload = {
        "id": str(number),
        "application_id": str(APPLICATION_ID),
        "type": kind,
        "token": token,
        "version": 1,
        "data": data,
        "guild_id": channel_id["guild_id"],
        "guild": {"id": channel_id["guild_id"], "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "channel_id": channel_id["id"],
        "channel": {**channel_id, "permissions": ALL_PERMISSIONS},
        "member": build_member(person),
        "locale": "en-US",
        "app_permissions": ALL_PERMISSIONS,
        "entitlements": [],
        "authorizing_integration_owners": {"0": channel_id["guild_id"]},
        "context": 0,
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    return payload | ({} if source is None else {"message": source})


def build_command_data(
    declared_commands: Sequence[Mapping[str, Any]], path: str, options: Mapping[str, Any], focused: str = ""
) -> dict[str, Any]:
    """Build the data of a slash command, with options of the types that the bot declared.

    Raises:
        KeyError: The bot declared no such command or option.
    """
    root, *below = path.split()
    top = next((one for one in declared_commands if one["name"] == root), None)
    if top is None:
        raise KeyError(f"the bot has no command /{root}")
    node, branch = top, []
    for name in below:
        node = next(one for one in node["options"] if one["name"] == name and one["type"] in SUBCOMMAND_TYPES)
        branch.append(node)
    types = {one["name"]: one["type"] for one in node.get("options", [])}
    filled: list[dict[str, Any]] = [
        {"name": name, "type": types[name], "value": value} | ({"focused": True} if name == focused else {})
        for name, value in options.items()
    ]
    for nesting in reversed(branch):
        filled = [{"name": nesting["name"], "type": nesting["type"], "options": filled}]
    return {"id": top["id"], "name": root, "type": 1, "options": filled}


def build_modal_data(modal: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    """Build the data of a filled-in modal."""

    def fill(part: Mapping[str, Any]) -> dict[str, Any]:
        inner = {key: part[key] for key in ("type", "id") if key in part}
        if "custom_id" in part:
            inner |= {"custom_id": part["custom_id"], "value": values.get(part["custom_id"], "")}
        if "component" in part:
            inner["component"] = fill(part["component"])
        if "components" in part:
            inner["components"] = [fill(one) for one in part["components"]]
        return inner

    return {"custom_id": modal["custom_id"], "components": [fill(part) for part in modal["components"]]}


def build_message(number: int, channel_id: int, data: Mapping[str, Any]) -> dict[str, Any]:
    """Build an empty message of the bot."""
    return {
        "id": str(number),
        "channel_id": str(channel_id),
        "type": 0,
        "author": BOT_USER,
        "content": "",
        "timestamp": format_now(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": int(data.get("flags") or 0),
        "nonce": data.get("nonce"),
    }


def edit_message(
    target: dict[str, Any], data: Mapping[str, Any], files: Mapping[str, bytes], new_id: Callable[[], int]
) -> None:
    """Edit a message in place: replace the keys of `data`, and resolve uploaded files in its components."""
    target["flags"] = (target["flags"] & ~LOADING_FLAG) | int(data.get("flags") or 0)
    target["edited_timestamp"] = format_now()
    target["content"] = data.get("content", target["content"]) or ""
    if files or "attachments" in data:
        kept = {one["id"] for one in data.get("attachments", []) if "id" in one}
        target["attachments"] = [one for one in target["attachments"] if one["id"] in kept]
        target["attachments"] += [_build_attachment(new_id(), name, len(blob)) for name, blob in files.items()]
    if "components" in data:
        target["components"] = data["components"]
        urls = {f"attachment://{one['filename']}": one for one in target["attachments"]}
        for number, part in enumerate(iterate_components(target["components"]), 1):
            part["id"] = number
            for item in part.get("items", []):
                where = urls.get(item["media"]["url"])
                if where is not None:
                    item["media"] = {key: where[key] for key in ("url", "proxy_url", "content_type")}


def iterate_components(components: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component, nested ones too."""
    for part in components:
        yield part
        yield from iterate_components(part.get("components", []))
        for key in ("accessory", "component"):
            if key in part:
                yield from iterate_components([part[key]])


def build_callback(number: int, kind: int, message: Mapping[str, Any] | None) -> dict[str, Any]:
    """Build the answer to a callback with `with_response=true`."""
    head: dict[str, Any] = {"id": str(number), "type": 2}
    if message is None:
        return {"interaction": head}
    head |= {"response_message_id": message["id"], "response_message_ephemeral": bool(message["flags"] & 64)}
    head["response_message_loading"] = kind == 5
    return {"interaction": head, "resource": {"type": kind, "message": message}}


def format_now() -> str:
    """Return the current time as Discord writes it."""
    return datetime.now(UTC).isoformat()


def _build_attachment(number: int, name: str, size: int) -> dict[str, Any]:
    url = f"https://cdn.invalid/attachments/{GAMES_CHANNEL_ID}/{number}/{name}"
    return {
        "id": str(number),
        "filename": name,
        "size": size,
        "url": url,
        "proxy_url": url,
        "content_type": "image/png",
    }


def find_custom_id(message: Mapping[str, Any], label: str) -> str:
    """Return the custom id of the button with this label."""
    return str(
        next(part["custom_id"] for part in iterate_components(message["components"]) if part.get("label") == label)
    )
