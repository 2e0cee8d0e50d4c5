"""The translator that discord.py asks for slash commands in every language when it syncs them. Names have a context in the
catalogues ("command /", "command /northwest", "option /play", "choice"); descriptions have none, like sentences."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Command, Parameter, TranslationContextLocation, TranslationContextTypes, locale_str

from cogs.i18n.command_mentions import build_command_context, build_option_context
from cogs.i18n.languages import Language, LanguageRegistry

CHOICE_CONTEXT = "choice"


def find_root_name(command: Command[Any, ..., Any]) -> str:
    """Return the first word of a command."""
    return (command.root_parent or command).name


class CommandNames(app_commands.Translator):
    """Translates names, descriptions and choices of commands."""

    def __init__(self, languages: LanguageRegistry) -> None:
        self._languages = languages

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Translate a string for a locale. Return None if the translation is the same as the string."""
        language = self._languages.find_language(locale.value)
        translation = translate_command_text(language, string.message, context)
        if translation == string.message:
            return None
        return translation


def translate_command_text(language: Language, message: str, context: TranslationContextTypes) -> str:
    """Translate a string of a command. The name of a group is its game's slug in every language."""
    location, data = context.location, context.data
    if location is TranslationContextLocation.command_name and isinstance(data, Command):
        group = data.root_parent
        if group:
            name_context = build_command_context(group.name)
        else:
            name_context = build_command_context()
        return language.translate_name(name_context, message)
    if location is TranslationContextLocation.parameter_name and isinstance(data, Parameter):
        return language.translate_name(build_option_context(find_root_name(data.command)), message)
    if location is TranslationContextLocation.choice_name:
        return language.translate_name(CHOICE_CONTEXT, message)
    if location is TranslationContextLocation.group_name:
        return message
    return language(message, "", 0)
