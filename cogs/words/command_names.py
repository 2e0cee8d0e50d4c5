"""Slash commands in every language: the translator that discord.py asks when it syncs our commands.

Names stand in the catalogues under these contexts: "command /" for commands, "command /northwest" for those of a group, "option
/play" for the parameters of a command or of all commands of a group, "choice" for the choices of a parameter. A group has
its game's slug as its name in every language. Descriptions have no context, like sentences.
"""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Command, Parameter, TranslationContextLocation, TranslationContextTypes, locale_str

from cogs.words.languages import Language, Languages

CHOICE = "choice"


def command_context(group: str = "") -> str:
    """The context of the names of a group's commands; of those without a group by default."""
    return f"command /{group}"


def option_context(root: str) -> str:
    """The context of the parameters of a command, or of all commands of a group."""
    return f"option /{root}"


def root_of(command: Command[Any, ..., Any]) -> str:
    """The first word of a command."""
    return (command.root_parent or command).name


class CommandNames(app_commands.Translator):
    """Translates names, descriptions and choices."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The string for a locale; None when it is the same as in the code."""
        told = spoken(self._languages.of(locale.value), string.message, context)
        return None if told == string.message else told


def spoken(language: Language, message: str, context: TranslationContextTypes) -> str:
    """A command's string in a language."""
    where, data = context.location, context.data
    if where is TranslationContextLocation.command_name and isinstance(data, Command):
        group = data.root_parent
        return language.name(command_context(group.name if group else ""), message)
    if where is TranslationContextLocation.parameter_name and isinstance(data, Parameter):
        return language.name(option_context(root_of(data.command)), message)
    if where is TranslationContextLocation.choice_name:
        return language.name(CHOICE, message)
    if where is TranslationContextLocation.group_name:
        return message
    return language(message, "", 0)
