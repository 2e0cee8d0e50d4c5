"""The only function that writes the name of a command into a text, and the contexts of these names in the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping

NameTranslator = Callable[[str, str], str]
"""Returns the name of a command or parameter in a language, from its context and its English name."""
PARAMETER_MARK = "@"


def build_command_context(group: str = "") -> str:
    """Return the context for the names of a group's commands, or of the commands without a group."""
    return f"command /{group}"


def build_option_context(root: str) -> str:
    """Return the context for the parameters of a command, or of all commands of a group."""
    return f"option /{root}"


def write_command(field: str, translate_name: NameTranslator, command_ids: Mapping[str, int] | None = None) -> str:
    """Write a field such as "/play", "/admin health" or "/vacation@from", which is a parameter, with its translated name.

    With the `command_ids` of Discord a command becomes a mention, which people can press.

    >>> write_command("/admin health", lambda _context, name: name, {"admin": 7})
    '</admin health:7>'
    >>> write_command("/vacation@from", lambda _context, name: name)
    'from:'
    """
    name, _, parameter = field.removeprefix("/").partition(PARAMETER_MARK)
    root, _, subcommand = name.partition(" ")
    if parameter:
        return f"{translate_name(build_option_context(root), parameter)}:"
    if subcommand:
        shown = f"{root} {translate_name(build_command_context(root), subcommand)}"
    else:
        shown = translate_name(build_command_context(), root)
    if command_ids and root in command_ids:
        return f"</{shown}:{command_ids[root]}>"
    return f"/{shown}"
