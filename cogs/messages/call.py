"""The message that calls a user to a table: a mention in its channel, or a direct message with its board."""

from __future__ import annotations

from collections.abc import Callable

from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import (
    BLUE_STYLE,
    Button,
    build_button,
    build_button_rows,
    build_link_button,
    build_message,
    build_message_url,
)
from cogs.pictures.picture_service import Picture
from engine.host.model.table import format_place
from engine.host.service.deadlines.calls import CallBundle
from engine.kernel.text import SeatMention, Text, Translate, count, say

MAX_LISTED_TABLES = 10
"""The other tables that a direct message lists."""
WAITING_ACT = "waiting"
"""The act of the button of a direct message that lists the user's tables. Its custom id has the message's mark."""
TitleFinder = Callable[[str], str]
"""Returns the title of a game."""


def build_call_message(
    bundle: CallBundle, title: str, post_id: int | None, mark: str, translate: Translate, note: Text | None = None
) -> ui.LayoutView:
    """Build the call of a user in a channel. It names the oldest table only.

    `post_id` is the message of that table's newest board post. A button has the `mark` of the outbox item in its custom id.
    """
    table = bundle.table
    lines = [_format_call(bundle, title)]
    if bundle.others:
        lines.append(describe_other_tables(len(bundle.others)))
    fmt = _create_formatter(bundle, translate)
    url = build_message_url(table.guild_id, table.channel_id, bundle.message_id or post_id)
    link = f"[{fmt(say('Go there'))}]({url})"
    small_print = f"-# {fmt(note)}" if note else ""
    button = build_button(fmt(say("Look")), custom_ids.build_button_id("board", table.id, 0, mark))
    if bundle.reason == "turn":
        custom_id = custom_ids.build_button_id("move", table.id, table.asked_revision, mark)
        button = build_button(fmt(say("Your move")), custom_id, BLUE_STYLE)
    return build_message(*map(fmt, lines), link, small_print, *build_button_rows([button]))


def build_direct_message(
    bundle: CallBundle,
    find_title: TitleFinder,
    post_id: int | None,
    mark: str,
    picture: Picture | None,
    translate: Translate,
) -> ui.LayoutView:
    """Build the direct message that calls a user: the oldest table with its public board, and a list of the others.

    `post_id` and `mark` are as in `build_call_message`.
    """
    table = bundle.table
    fmt = _create_formatter(bundle, translate)
    table_url = build_message_url(table.guild_id, table.channel_id, bundle.message_id or post_id)
    buttons: list[Button] = [build_link_button(fmt(say("Go there")), table_url)]
    buttons.append(build_button(fmt(say("My tables")), custom_ids.build_button_id(WAITING_ACT, 0, 0, mark)))
    if bundle.is_followed:
        stop_id = custom_ids.build_button_id("unfollow", 0, 0, str(table.id))
        buttons.append(build_button(fmt(say("Stop following")), stop_id))
    hint = "" if bundle.is_followed else f"-# {fmt(say('{/settings} changes where you are called.'))}"
    return build_message(
        fmt(_format_call(bundle, find_title(table.game))),
        picture,
        "\n".join(_format_other_tables(bundle, find_title, fmt)),
        hint,
        *build_button_rows(buttons),
    )


def _format_other_tables(bundle: CallBundle, find_title: TitleFinder, fmt: TextFormatter) -> list[str]:
    """Format the list of the other tables that wait for a user, with its heading; no lines if there are none."""
    if not bundle.others:
        return []
    lines = [fmt(say("These wait, too:"))]
    for other in bundle.others[:MAX_LISTED_TABLES]:
        url = build_message_url(other.guild_id, other.channel_id, other.message_id)
        place = fmt(format_place(other.guild_id, other.channel_id))
        lines.append(f"- [{find_title(other.game)}]({url}), {place}")
    hidden_count = len(bundle.others) - MAX_LISTED_TABLES
    if hidden_count > 0:
        lines.append(fmt(describe_other_tables(hidden_count)))
    return lines


def describe_other_tables(table_count: int) -> Text:
    """Describe how many other tables wait for a user."""
    return count("And {n} more: {/mytables}", "And {n} more: {/mytables}", table_count)


def describe_closed_messages(bundle: CallBundle) -> Text:
    """Describe to a user who takes no direct messages where they are called from now on."""
    if bundle.is_followed:
        return say(
            "I may not write to you, so you follow this table no more. Allow direct messages from this server, then use {/follow}."
        )
    return say(
        "I may not write to you, so from now on you are called in the channel. Allow direct messages from this server, "
        "then choose them again in {/settings}."
    )


def _create_formatter(bundle: CallBundle, translate: Translate) -> TextFormatter:
    seat = bundle.table.find_seat(bundle.user_id)
    return TextFormatter(bundle.table, translate=translate, mentioned=[] if seat is None else [seat])


def _format_call(bundle: CallBundle, title: str) -> Text:
    """Format why a user is called. It mentions the user by their seat if they have one."""
    table, reason = bundle.table, bundle.reason
    seat = table.find_seat(bundle.user_id)
    user = f"<@{bundle.user_id}>" if seat is None else SeatMention(seat)
    channel = format_place(table.guild_id, table.channel_id)
    if bundle.is_followed and reason == "end":
        return say(
            "{user}, a game that you follow has ended: {game}, {channel}.", user=user, game=title, channel=channel
        )
    if bundle.is_followed:
        return say(
            "{user}, a game that you follow has gone on: {game}, {channel}.", user=user, game=title, channel=channel
        )
    if reason == "turn":
        return say("{seat}, it is your move: {game}, {channel}.", seat=user, game=title, channel=channel)
    if reason == "offer":
        return say("{user}, a seat is held out to you: {game}, {channel}.", user=user, game=title, channel=channel)
    if reason == "invitation":
        return say("{user}, you are invited to a game: {game}, {channel}.", user=user, game=title, channel=channel)
    if reason == "question":
        return say("{user}, you were asked something: {game}, {channel}.", user=user, game=title, channel=channel)
    if reason == "confirmation":
        return say(
            "{user}, what your game of {game} is worth has changed: press Start if you still want to play it, {channel}.",
            user=user,
            game=title,
            channel=channel,
        )
    if reason == "end":
        return say("{seat}: your game of {game} has ended.", seat=user, game=title)
    return say("{user}, there is news at your table: {game}, {channel}.", user=user, game=title, channel=channel)
