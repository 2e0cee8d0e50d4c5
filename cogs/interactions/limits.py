"""Discord's limits, and checks of messages and commands against them: discord.py checks only some."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
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

MESSAGE_MENU_TYPE = 3
"""The type of a command in the menu of messages."""
COMMAND_NAME_PATTERN = re.compile(r"[-_'\w]{1,32}")
"""The pattern of names of commands and parameters. Their letters must also be lower case."""

BUTTON_TYPE, STRING_SELECT_TYPE, TEXT_DISPLAY_TYPE, MEDIA_GALLERY_TYPE, ACTION_ROW_TYPE = 2, 3, 10, 12, 1
CONTENT_KEYS: Final = MappingProxyType(
    {
        ACTION_ROW_TYPE: "components",
        MEDIA_GALLERY_TYPE: "items",
        STRING_SELECT_TYPE: "options",
        TEXT_DISPLAY_TYPE: "content",
    }
)
"""Types of components that Discord refuses when they are empty, with the key of their content."""


def shorten(text: str, max_chars: int) -> str:
    """Shorten a text to at most `max_chars` characters, with an ellipsis. A backslash is not cut off from the character that it
    escapes."""
    if len(text) <= max_chars:
        return text
    return text[: max_chars - 1].rstrip("\\ \n") + "…"


def find_problems(components: list[Any]) -> list[str]:
    """Describe what Discord would refuse in a message's components (the payload of a view). Return [] if there is nothing."""
    problems: list[str] = []
    parts = list(_walk_components(components))
    if len(parts) > MAX_COMPONENTS:
        problems.append(f"{len(parts)} components, {MAX_COMPONENTS} at most")
    char_count = sum(len(part["content"]) for part in parts if part["type"] == TEXT_DISPLAY_TYPE)
    if char_count > MAX_MESSAGE_CHARS:
        problems.append(f"{char_count} characters of text, {MAX_MESSAGE_CHARS} at most")
    ids = Counter(part["custom_id"] for part in parts if "custom_id" in part)
    for custom_id in _list_repeated(ids):
        problems.append(f"custom id twice: {custom_id}")
    for part in parts:
        for name, size, limit in _generate_sizes(part):
            if size > limit:
                problems.append(f"type {part['type']}: {name} has {size}, {limit} at most")
        content_key = CONTENT_KEYS.get(part["type"])
        if content_key is not None and not part.get(content_key):
            problems.append(f"type {part['type']} is empty")
    return problems


def find_command_problems(command: Mapping[str, Any], depth: int = 0) -> list[str]:
    """Describe what Discord would refuse in a command's payload, in English and in every translation.

    Only the name of an entry in the menu of messages may have spaces and capitals.
    """
    name, children = str(command["name"]), command.get("options", ())
    problems: list[str] = []
    for what, size, limit in _generate_command_sizes(command):
        if size > limit:
            problems.append(f"{what}: {size}, {limit} at most")
    names = _list_translations(command, "name")
    if depth or command.get("type") != MESSAGE_MENU_TYPE:
        for translation in names:
            if not _is_command_name(translation):
                problems.append(f"not a name: {translation!r}")
    problems += find_duplicate_names(children)
    for child in children:
        problems += find_command_problems(child, depth + 1)
    if depth == 0:
        total = _count_command_chars(command)
        if total > MAX_COMMAND_CHARS:
            problems.append(f"{name} holds {total} characters, {MAX_COMMAND_CHARS} at most")
    return problems


def _is_command_name(name: str) -> bool:
    return COMMAND_NAME_PATTERN.fullmatch(name) is not None and name == name.lower()


def _generate_command_sizes(command: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    """Yield what is limited in a command or parameter, with its size and the limit."""
    name = str(command["name"])
    for translation in _list_translations(command, "name"):
        yield f"name {translation}", len(translation), MAX_COMMAND_NAME_CHARS
    for translation in _list_translations(command, "description"):
        yield f"description of {name}", len(translation), MAX_DESCRIPTION_CHARS
    yield f"children of {name}", len(command.get("options", ())), MAX_COMMAND_OPTIONS
    yield f"choices of {name}", len(command.get("choices", ())), MAX_SUGGESTIONS


def find_duplicate_names(commands: Sequence[Mapping[str, Any]]) -> list[str]:
    """Describe the names that two commands, or two parameters of a command, share in a language."""
    locales: set[str] = set()
    for command in commands:
        locales.update(command.get("name_localizations") or ())
    problems: list[str] = []
    for locale in ("", *sorted(locales)):
        names = Counter((command.get("name_localizations") or {}).get(locale, command["name"]) for command in commands)
        for name in _list_repeated(names):
            problems.append(f"twice in {locale or 'English'}: {name}")
    return problems


def _list_repeated(counts: Counter[str]) -> list[str]:
    """List what was counted more than once, in alphabetical order."""
    return sorted(name for name, n in counts.items() if n > 1)


def _generate_sizes(part: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    """Yield what is limited in a component, with its size and the limit."""
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
    """Count the characters of a command as Discord does: of a translated string, the longest version counts."""
    total = _measure_longest(command, "name") + _measure_longest(command, "description")
    for choice in command.get("choices", ()):
        total += _measure_longest(choice, "name") + len(str(choice["value"]))
    for child in command.get("options", ()):
        total += _count_command_chars(child)
    return total


def _measure_longest(command: Mapping[str, Any], field: str) -> int:
    """Measure the longest translation of a string of a command, in characters."""
    return max(map(len, _list_translations(command, field)), default=0)


def _list_translations(command: Mapping[str, Any], field: str) -> list[str]:
    """List a string of a command and its translations."""
    translations = list((command.get(f"{field}_localizations") or {}).values())
    if field not in command:
        return translations
    return [str(command[field]), *translations]
