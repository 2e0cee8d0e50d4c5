"""Discord's limits, and checks of what we send: discord.py checks only some of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

MAX_ROW_BUTTONS = 5
MAX_SELECT_OPTIONS = 25
MAX_SUGGESTIONS = 25
MAX_COMPONENTS = 40
MAX_MESSAGE_CHARS = 4000
MAX_CUSTOM_ID_CHARS = 100
MAX_BUTTON_CHARS = 80
MAX_SELECT_CHARS = 100
MAX_PLACEHOLDER_CHARS = 150
MAX_ALT_TEXT_CHARS = 1024
MAX_THREAD_NAME_CHARS = 100
MAX_COMMAND_NAME_CHARS = 32
MAX_DESCRIPTION_CHARS = 100
MAX_COMMAND_CHARS = 8000
MAX_COMMAND_OPTIONS = 25
MAX_GALLERY_ITEMS = 10
THREAD_ARCHIVE_MINUTES: Final = 10080
"""Minutes of silence after which Discord archives a thread: the longest that it allows."""

COMMAND_NAME_PATTERN = re.compile(r"[-_'\w]{1,32}")
"""Names of commands and parameters; letters must be lower case."""

BUTTON_TYPE, STRING_SELECT_TYPE, TEXT_DISPLAY_TYPE, MEDIA_GALLERY_TYPE, ACTION_ROW_TYPE = 2, 3, 10, 12, 1


def shorten(text: str, max_chars: int) -> str:
    """The text, shortened with an ellipsis to at most `max_chars` characters; never between a backslash and what it escapes."""
    return text if len(text) <= max_chars else text[: max_chars - 1].rstrip("\\ \n") + "…"


def find_problems(components: list[Any]) -> list[str]:
    """What Discord would refuse in a message's components (the payload of a view); empty if nothing."""
    found: list[str] = []
    parts = list(_walk_components(components))
    if len(parts) > MAX_COMPONENTS:
        found.append(f"{len(parts)} components, {MAX_COMPONENTS} at most")
    text = sum(len(part["content"]) for part in parts if part["type"] == TEXT_DISPLAY_TYPE)
    if text > MAX_MESSAGE_CHARS:
        found.append(f"{text} characters of text, {MAX_MESSAGE_CHARS} at most")
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    found += [f"custom id twice: {one}" for one in sorted({one for one in ids if ids.count(one) > 1})]
    for part in parts:
        found += [
            f"type {part['type']}: {name} has {size}, {most} at most"
            for name, size, most in _list_sizes(part)
            if size > most
        ]
        if part["type"] in (ACTION_ROW_TYPE, MEDIA_GALLERY_TYPE, STRING_SELECT_TYPE, TEXT_DISPLAY_TYPE):
            held = part.get("components", part.get("items", part.get("options", part.get("content"))))
            if not held:
                found.append(f"type {part['type']} is empty")
    return found


def find_command_problems(command: Mapping[str, Any], depth: int = 0) -> list[str]:
    """What Discord would refuse in a slash command's payload, in English and in every translation."""
    name = str(command["name"])
    found: list[str] = []
    for what, size, most in (
        *((f"name {one}", len(one), MAX_COMMAND_NAME_CHARS) for one in _list_translations(command, "name")),
        *(
            (f"description of {name}", len(one), MAX_DESCRIPTION_CHARS)
            for one in _list_translations(command, "description")
        ),
        (f"children of {name}", len(command.get("options", ())), MAX_COMMAND_OPTIONS),
        (f"choices of {name}", len(command.get("choices", ())), MAX_SUGGESTIONS),
    ):
        if size > most:
            found.append(f"{what}: {size}, {most} at most")
    found += [
        f"not a name: {one!r}"
        for one in _list_translations(command, "name")
        if not COMMAND_NAME_PATTERN.fullmatch(one) or one != one.lower()
    ]
    found += find_duplicate_names(command.get("options", ()))
    for child in command.get("options", ()):
        found += find_command_problems(child, depth + 1)
    if depth == 0 and (total := _count_command_chars(command)) > MAX_COMMAND_CHARS:
        found.append(f"{name} holds {total} characters, {MAX_COMMAND_CHARS} at most")
    return found


def find_duplicate_names(commands: Sequence[Mapping[str, Any]]) -> list[str]:
    """Names that two commands, or two parameters of one command, share in some language."""
    locales = {locale for command in commands for locale in command.get("name_localizations") or ()}
    found: list[str] = []
    for locale in ("", *sorted(locales)):
        names = [(command.get("name_localizations") or {}).get(locale, command["name"]) for command in commands]
        found += [f"twice in {locale or 'English'}: {one}" for one in sorted(set(names)) if names.count(one) > 1]
    return found


def _list_sizes(part: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    yield "custom_id", len(part.get("custom_id", "")), MAX_CUSTOM_ID_CHARS
    kind = part["type"]
    if kind == BUTTON_TYPE:
        yield "label", len(part.get("label") or ""), MAX_BUTTON_CHARS
    elif kind == STRING_SELECT_TYPE:
        yield "options", len(part["options"]), MAX_SELECT_OPTIONS
        yield "placeholder", len(part.get("placeholder") or ""), MAX_PLACEHOLDER_CHARS
        for option in part["options"]:
            for key in ("label", "value", "description"):
                yield key, len(option.get(key) or ""), MAX_SELECT_CHARS
    elif kind == ACTION_ROW_TYPE:
        yield "buttons", len(part["components"]), MAX_ROW_BUTTONS
    elif kind == MEDIA_GALLERY_TYPE:
        yield "pictures", len(part["items"]), MAX_GALLERY_ITEMS
        for item in part["items"]:
            yield "alt text", len(item.get("description") or ""), MAX_ALT_TEXT_CHARS


def _walk_components(components: list[Any]) -> Iterator[Mapping[str, Any]]:
    for part in components:
        yield part
        yield from _walk_components(part.get("components", []))
        if "accessory" in part:
            yield part["accessory"]


def _count_command_chars(command: Mapping[str, Any]) -> int:
    """Characters of a command; for a translated string Discord counts the longest version."""
    own = sum(max(map(len, _list_translations(command, what)), default=0) for what in ("name", "description"))
    choices = sum(
        max(map(len, _list_translations(choice, "name"))) + len(str(choice["value"]))
        for choice in command.get("choices", ())
    )
    return own + choices + sum(_count_command_chars(child) for child in command.get("options", ()))


def _list_translations(command: Mapping[str, Any], field: str) -> list[str]:
    """A string of a command and its translations."""
    own = [str(command[field])] if field in command else []
    return [*own, *(command.get(f"{field}_localizations") or {}).values()]
