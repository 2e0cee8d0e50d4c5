"""The message that calls a player in the morning to what came while they were asleep."""

from __future__ import annotations

from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import BLUE_STYLE, build_button, build_button_rows, build_message, build_message_url
from engine.host.model.table import format_place
from engine.host.service.deadlines.calls import CallBundle, CallReason
from engine.kernel.text import SeatMention, Text, Translate, count, say


def build_call_message(
    bundle: CallBundle, user_id: int, title: str, post: int | None, mark: str, translate: Translate
) -> ui.LayoutView:
    """Build the call of a user. It names the oldest table only; a button has the mark."""
    table = bundle.table
    seat = table.find_seat(user_id)
    fmt = TextFormatter(table, translate=translate, mentioned=[] if seat is None else [seat])
    user = f"<@{user_id}>" if seat is None else SeatMention(seat)
    lines = [_format_call(bundle.reason, user, title, format_place(table.guild_id, table.channel_id))]
    if bundle.more_count:
        lines.append(count("And {n} more: {/mytables}", "And {n} more: {/mytables}", bundle.more_count))
    link = f"[{fmt(say('Go there'))}]({build_message_url(table.guild_id, table.channel_id, bundle.message_id or post)})"
    button = build_button(fmt(say("Look")), custom_ids.build_button_id("board", table.id, 0, mark))
    if bundle.reason == "turn":
        custom_id = custom_ids.build_button_id("move", table.id, table.asked_revision, mark)
        button = build_button(fmt(say("Your move")), custom_id, BLUE_STYLE)
    return build_message(*(fmt(line) for line in lines), link, *build_button_rows([button]))


def _format_call(reason: CallReason | None, user: str | SeatMention, title: str, channel: Text) -> Text:
    if reason == "turn":
        return say("{seat}, it is your move: {game}, {channel}.", seat=user, game=title, channel=channel)
    if reason == "offer":
        return say("{user}, a seat is held out to you: {game}, {channel}.", user=user, game=title, channel=channel)
    if reason == "invitation":
        return say("{user}, you are invited to a game: {game}, {channel}.", user=user, game=title, channel=channel)
    if reason == "question":
        return say("{user}, you were asked something: {game}, {channel}.", user=user, game=title, channel=channel)
    if reason == "end":
        return say("{seat}: your game of {game} has ended.", seat=user, game=title)
    return say("{user}, there is news at your table: {game}, {channel}.", user=user, game=title, channel=channel)
