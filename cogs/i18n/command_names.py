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

from cogs.i18n.languages import Language, LanguageRegistry

CHOICE_CONTEXT = "choice"


def build_command_context(group: str = "") -> str:
    """The context of the names of a group's commands; of those without a group by default."""
    return f"command /{group}"


def build_option_context(root: str) -> str:
    """The context of the parameters of a command, or of all commands of a group."""
    return f"option /{root}"


def find_root_name(command: Command[Any, ..., Any]) -> str:
    """The first word of a command."""
    return (command.root_parent or command).name


class CommandNames(app_commands.Translator):
    """Translates names, descriptions and choices."""

    def __init__(self, languages: LanguageRegistry) -> None:
        self._languages = languages

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The string for a locale; None when it is the same as in the code."""
        told = translate_command_text(self._languages.find_language(locale.value), string.message, context)
        return None if told == string.message else told


def translate_command_text(language: Language, message: str, context: TranslationContextTypes) -> str:
    """A command's string in a language."""
    where, data = context.location, context.data
    if where is TranslationContextLocation.command_name and isinstance(data, Command):
        group = data.root_parent
        return language.translate_name(build_command_context(group.name if group else ""), message)
    if where is TranslationContextLocation.parameter_name and isinstance(data, Parameter):
        return language.translate_name(build_option_context(find_root_name(data.command)), message)
    if where is TranslationContextLocation.choice_name:
        return language.translate_name(CHOICE_CONTEXT, message)
    if where is TranslationContextLocation.group_name:
        return message
    return language(message, "", 0)
