"""Discord's limits, and checks of what we send: discord.py checks only some of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

BUTTONS_IN_ROW = 5
SELECT_OPTIONS = 25
AUTOCOMPLETE_CHOICES = 25
COMPONENTS = 40
TEXT_IN_MESSAGE = 4000
CUSTOM_ID = 100
BUTTON_LABEL = 80
SELECT_TEXT = 100
PLACEHOLDER = 150
ALT_TEXT = 1024
THREAD_NAME = 100
COMMAND_NAME = 32
DESCRIPTION = 100
COMMAND_TEXT = 8000
OPTIONS = 25
GALLERY = 10

NAME = re.compile(r"[-_'\w]{1,32}")
"""Names of commands and parameters; letters must be lower case."""

BUTTON, STRING_SELECT, TEXT_DISPLAY, MEDIA_GALLERY, ACTION_ROW = 2, 3, 10, 12, 1


def fit(text: str, most: int) -> str:
    """The text, shortened with an ellipsis to at most `most` characters; never between a backslash and what it escapes."""
    return text if len(text) <= most else text[: most - 1].rstrip("\\ \n") + "…"


def problems(components: list[Any]) -> list[str]:
    """What Discord would refuse in a message's components (the payload of a view); empty if nothing."""
    found: list[str] = []
    parts = list(_walk(components))
    if len(parts) > COMPONENTS:
        found.append(f"{len(parts)} components, {COMPONENTS} at most")
    text = sum(len(part["content"]) for part in parts if part["type"] == TEXT_DISPLAY)
    if text > TEXT_IN_MESSAGE:
        found.append(f"{text} characters of text, {TEXT_IN_MESSAGE} at most")
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    found += [f"custom id twice: {one}" for one in sorted({one for one in ids if ids.count(one) > 1})]
    for part in parts:
        found += [
            f"type {part['type']}: {name} has {size}, {most} at most"
            for name, size, most in _sizes(part)
            if size > most
        ]
        if part["type"] in (ACTION_ROW, MEDIA_GALLERY, STRING_SELECT, TEXT_DISPLAY):
            held = part.get("components", part.get("items", part.get("options", part.get("content"))))
            if not held:
                found.append(f"type {part['type']} is empty")
    return found


def command_problems(command: Mapping[str, Any], depth: int = 0) -> list[str]:
    """What Discord would refuse in a slash command's payload, in English and in every translation."""
    name = str(command["name"])
    found: list[str] = []
    for what, size, most in (
        *((f"name {one}", len(one), COMMAND_NAME) for one in _told(command, "name")),
        *((f"description of {name}", len(one), DESCRIPTION) for one in _told(command, "description")),
        (f"children of {name}", len(command.get("options", ())), OPTIONS),
        (f"choices of {name}", len(command.get("choices", ())), AUTOCOMPLETE_CHOICES),
    ):
        if size > most:
            found.append(f"{what}: {size}, {most} at most")
    found += [f"not a name: {one!r}" for one in _told(command, "name") if not NAME.fullmatch(one) or one != one.lower()]
    found += twins(command.get("options", ()))
    for child in command.get("options", ()):
        found += command_problems(child, depth + 1)
    if depth == 0 and (total := _text_of(command)) > COMMAND_TEXT:
        found.append(f"{name} holds {total} characters, {COMMAND_TEXT} at most")
    return found


def twins(commands: Sequence[Mapping[str, Any]]) -> list[str]:
    """Names that two commands, or two parameters of one command, share in some language."""
    locales = {locale for command in commands for locale in command.get("name_localizations") or ()}
    found: list[str] = []
    for locale in ("", *sorted(locales)):
        names = [(command.get("name_localizations") or {}).get(locale, command["name"]) for command in commands]
        found += [f"twice in {locale or 'English'}: {one}" for one in sorted(set(names)) if names.count(one) > 1]
    return found


def _sizes(part: Mapping[str, Any]) -> Iterator[tuple[str, int, int]]:
    yield "custom_id", len(part.get("custom_id", "")), CUSTOM_ID
    kind = part["type"]
    if kind == BUTTON:
        yield "label", len(part.get("label") or ""), BUTTON_LABEL
    elif kind == STRING_SELECT:
        yield "options", len(part["options"]), SELECT_OPTIONS
        yield "placeholder", len(part.get("placeholder") or ""), PLACEHOLDER
        for option in part["options"]:
            for key in ("label", "value", "description"):
                yield key, len(option.get(key) or ""), SELECT_TEXT
    elif kind == ACTION_ROW:
        yield "buttons", len(part["components"]), BUTTONS_IN_ROW
    elif kind == MEDIA_GALLERY:
        yield "pictures", len(part["items"]), GALLERY
        for item in part["items"]:
            yield "alt text", len(item.get("description") or ""), ALT_TEXT


def _walk(components: list[Any]) -> Iterator[Mapping[str, Any]]:
    for part in components:
        yield part
        yield from _walk(part.get("components", []))
        if "accessory" in part:
            yield part["accessory"]


def _text_of(command: Mapping[str, Any]) -> int:
    """Characters of a command; for a translated string Discord counts the longest version."""
    own = sum(max(map(len, _told(command, what)), default=0) for what in ("name", "description"))
    choices = sum(
        max(map(len, _told(choice, "name"))) + len(str(choice["value"])) for choice in command.get("choices", ())
    )
    return own + choices + sum(_text_of(child) for child in command.get("options", ()))


def _told(command: Mapping[str, Any], what: str) -> list[str]:
    """A string of a command and its translations."""
    own = [str(command[what])] if what in command else []
    return [*own, *(command.get(f"{what}_localizations") or {}).values()]
