"""Answers to interactions that fail: a sentence with what to do next. The traceback goes only to the log. If the store is
broken, the answer is in the language of the person's Discord and calls people by their seats."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from typing import Any, Protocol, TypeVar, cast

import discord
from discord import app_commands

from cogs.i18n.locale_resolver import LocaleResolver
from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids, vacuum
from cogs.interactions.metrics import Incident, Metrics
from engine.host.model.clock import Clock
from engine.host.model.table import Table
from engine.host.service.shard_group import LeaseExpiredError
from engine.host.service.table_services import TableServices
from engine.host.store.database import StoreError
from engine.kernel.text import Text, UserError, say

log = logging.getLogger("overwinter")
T = TypeVar("T")
ANSWERED_CODES = (10062, 40060)
"""Discord's codes for an unknown and for an acknowledged interaction: nobody waits for an answer."""
REPORT_ACT = "report"
"""The act of the button below the answer about an incident."""
LOOKUP_TIMEOUT_S = 0.5
"""Seconds that each query may take while an answer about an error is made."""


class ActNames(Protocol):
    """The acts of buttons."""

    @property
    def names(self) -> frozenset[str]:
        """The acts that have a handler."""


class ErrorBot(Protocol):
    """The part of the bot that this module uses."""

    tables: TableServices
    locales: LocaleResolver
    metrics: Metrics
    clock: Clock

    @property
    def press_handlers(self) -> ActNames:
        """The handlers of buttons."""


def _find_bot(interaction: discord.Interaction) -> ErrorBot:
    return cast("ErrorBot", interaction.client)


async def answer_privately(interaction: discord.Interaction, text: Text, table: Table | None = None) -> None:
    """Answer the person with a text that only they see."""
    language = await _find_bot(interaction).locales.find_person_language(interaction)
    await send_private(interaction, TextFormatter(table, translate=language)(text))


async def send_private(
    interaction: discord.Interaction, content: str, view: discord.ui.View = discord.utils.MISSING
) -> None:
    """Send an ephemeral message: as the response, or as a follow-up if there is a response."""
    if interaction.response.is_done():
        await interaction.followup.send(content, ephemeral=True, view=view)
    else:
        await interaction.response.send_message(content, ephemeral=True, view=view)


async def run_guarded(interaction: discord.Interaction, work: Awaitable[None]) -> None:
    """Run an interaction's handler. Answer every exception with an ephemeral sentence."""
    with _find_bot(interaction).metrics.watch(interaction, lambda: find_kind(interaction)):
        try:
            async with vacuum.acknowledge_in_time(interaction):
                await work
        except Exception as error:  # noqa: BLE001 - every interaction must be answered
            await answer_error(interaction, error)


async def answer_error(interaction: discord.Interaction, error: BaseException) -> None:
    """Answer an interaction that failed, and log an unexpected exception."""
    error = getattr(error, "original", error)
    if isinstance(error, discord.HTTPException) and error.code in ANSWERED_CODES:
        # Discord delivered it twice, or has stopped waiting.
        log.warning("Discord takes no answer for %s (%s)", _describe_place(interaction), error.code)
        return
    if isinstance(error, LeaseExpiredError):
        log.warning("no answer for %s from here: %s", _describe_place(interaction), error)
        return
    text = explain_error(error)
    if isinstance(error, discord.InteractionResponded) and vacuum.ACKNOWLEDGED in interaction.extras:
        text = vacuum.SAVED
    incident = ""
    if text is None:
        incident = secrets.token_hex(3)
        text = _record_incident(interaction, error, incident)
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])  # suggestions cannot hold a sentence
        else:
            fmt = await _create_formatter(interaction)
            can_report = incident and not isinstance(error, StoreError)  # a report needs the store
            view = _build_report_button(fmt, incident) if can_report else discord.utils.MISSING
            await send_private(interaction, fmt(text), view)
    except discord.HTTPException as failed:
        if failed.code not in ANSWERED_CODES:
            log.warning("could not answer an interaction: %s", failed.text)
    except Exception as failed:  # noqa: BLE001 - discord.py would log the button with its label
        log.error("could not answer %s: %s", _describe_place(interaction), type(failed).__name__)  # noqa: TRY400


def _build_report_button(fmt: TextFormatter, incident: str) -> discord.ui.View:
    """Build the button that reports an incident to the person who runs the bot."""
    view = discord.ui.View(timeout=None)
    view.add_item(
        discord.ui.Button(label=fmt(say("Report it")), custom_id=custom_ids.build_button_id(REPORT_ACT, 0, 0, incident))
    )
    view.stop()  # discord.py would keep an ephemeral view that has not ended
    return view


def _record_incident(interaction: discord.Interaction, error: BaseException, incident: str) -> Text:
    """Log an unexpected exception as an incident. Return the answer for the person."""
    bot, place = _find_bot(interaction), _describe_place(interaction)
    facts = {"incident": incident, "where": place}
    log.error("incident %s in %s", incident, place, exc_info=error, extra={"facts": facts})
    bot.metrics.record_incident(Incident(incident, bot.clock(), place, type(error).__name__))
    if isinstance(error, StoreError):
        return say(
            "The bot cannot get at its tables just now, so nothing has changed. Try again in a minute; if it stays so, tell "
            "the person who runs the bot: incident {incident}.",
            incident=incident,
        )
    return say(
        "Something went wrong on our side; nothing you did is lost. Try again, or tell the person who runs the bot: "
        "incident {incident}.",
        incident=incident,
    )


async def _create_formatter(interaction: discord.Interaction) -> TextFormatter:
    """Create a formatter for this person, with their language and the table's names if the store can still be read."""
    locales = _find_bot(interaction).locales
    language = await _look_up(locales.find_person_language(interaction))
    if language is None:
        language = locales.languages.find_language(interaction.locale.value, interaction.locale.value)
    table = await _look_up(_find_table(interaction))
    return TextFormatter(table, translate=language)


async def _look_up(query: Awaitable[T]) -> T | None:
    """Return the result of a query, or None if it fails or takes too long."""
    try:
        async with asyncio.timeout(LOOKUP_TIMEOUT_S):
            return await query
    except (StoreError, TimeoutError):  # the incident of this answer, or the heartbeat, has said so already
        return None
    except Exception as failed:  # noqa: BLE001 - the answer goes out without the result
        log.warning("the answer goes out without what could not be looked up: %s", type(failed).__name__)
        return None


def explain_error(error: BaseException) -> Text | None:
    """Return the answer to an expected exception, or None for an unexpected one."""
    if isinstance(error, UserError):
        return error.text
    if isinstance(error, app_commands.NoPrivateMessage):
        return say("Games are played in a server's channels. Ask there.")
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return say("That command has changed. Reload Discord (Ctrl+R) to get the new one, then try again.")
    if isinstance(error, app_commands.CheckFailure):
        return say("You may not do that here.")
    if isinstance(error, discord.Forbidden):
        return say(
            "I am not allowed to post here. Ask a moderator to let me see the channel, send messages and attach files."
        )
    return None


async def _find_table(interaction: discord.Interaction) -> Table | None:
    """Find the table of a command or press, for the names in its answer."""
    tables = _find_bot(interaction).tables
    try:
        pressed = custom_ids.parse_custom_id(read_custom_id(interaction))
    except ValueError:
        pressed = None
    with suppress(UserError):
        if pressed is not None:
            return await tables.load_table(pressed.table_id)
        return await tables.find_channel_table(interaction.channel_id or 0, live_only=False)
    return None


def read_custom_id(interaction: discord.Interaction) -> str:
    """Return the custom id of the component or modal that was used, or ""."""
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id", ""))


def find_kind(interaction: discord.Interaction) -> str:
    """Return the kind of button for the metrics, without table and words. All forged ids are one kind."""
    try:
        act = custom_ids.parse_custom_id(read_custom_id(interaction)).act
    except ValueError:
        act = ""
    if act in _find_bot(interaction).press_handlers.names:
        return f"button {act}"
    return "unknown button"


def _describe_place(interaction: discord.Interaction) -> str:
    """Describe the command or button for the log, without its words, which may name cards in a hand."""
    if interaction.command is not None:
        return f"/{interaction.command.qualified_name}"
    return ":".join(read_custom_id(interaction).split(":")[:4]) or str(interaction.type)
