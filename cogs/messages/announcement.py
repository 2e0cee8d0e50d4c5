"""Messages about a table that nobody has asked for, other than reminders: a game has ended, a lobby is full, moves are
lost, and the like. A button of each has its mark.
"""

from __future__ import annotations

from collections.abc import Collection

from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import (
    BLUE_STYLE,
    GREEN_STYLE,
    build_button,
    build_button_rows,
    build_link_button,
    build_message,
    build_message_url,
)
from cogs.messages.marks import build_mark
from engine.host.model.table import LOBBY_GRACE_S, LOBBY_IDLE_S, Table, mention_people
from engine.host.store.outbox import OutboxItem
from engine.kernel.text import SeatMention, Text, Translate, say

DAY_S = 24 * 3600


def build_full_message(
    item: OutboxItem, table: Table, title: str, post: int | None, translate: Translate
) -> ui.LayoutView:
    """Build the message for the opener of a table whose seats are all taken."""
    seat = table.find_seat(table.opened_by) or 0
    fmt = TextFormatter(table, translate=translate, mentioned=[seat])
    told = say(
        "{seat}: all {n} seats at your table of {game} are taken. Nothing is missing: press Start.",
        seat=SeatMention(seat),
        n=len(table.seats),
        game=title,
    )
    start = build_button(
        fmt(say("Start")),
        custom_ids.build_button_id("start", table.id, table.revision, build_mark(item)),
        BLUE_STYLE,
    )
    return build_message(fmt(told), build_link(say("To the lobby"), table, post, fmt), *build_button_rows([start]))


def build_idle_message(
    item: OutboxItem, table: Table, title: str, post: int | None, translate: Translate
) -> ui.LayoutView:
    """Build the question to the players in a lobby whether it is still wanted."""
    fmt = TextFormatter(table, translate=translate, mentioned=True)
    told = say(
        "{seats}: nobody has touched this table of {game} for {days} days. Without a word it closes {time}.",
        seats=mention_people(table.reachable_players),
        game=title,
        days=LOBBY_IDLE_S // DAY_S,
        time=f"<t:{item.created_at + LOBBY_IDLE_S + LOBBY_GRACE_S}:R>",
    )
    stay = build_button(
        fmt(say("Keep it open")),
        custom_ids.build_button_id("stay", table.id, table.revision, build_mark(item)),
        BLUE_STYLE,
    )
    return build_message(fmt(told), build_link(say("To the lobby"), table, post, fmt), *build_button_rows([stay]))


def build_opened_message(
    item: OutboxItem, table: Table, title: str, post: int | None, translate: Translate
) -> ui.LayoutView:
    """Build the message for a user who wants to hear of new tables of a game."""
    fmt = TextFormatter(table, translate=translate)
    told = say(
        "<@{user}>: a table of {game} has opened in {channel}. {/tables} there ends these messages.",
        user=item.subject_id,
        game=title,
        channel=f"<#{table.channel_id}>",
    )
    go = build_link_button(fmt(say("Go there")), build_message_url(table.guild_id, table.channel_id, post))
    return build_message(fmt(told), *build_button_rows([go]))


def build_lost_message(
    item: OutboxItem, table: Table, title: str, calls: Collection[int], translate: Translate
) -> ui.LayoutView:
    """Build the message to the players, with the two things that they can decide. It mentions the users of `calls`."""
    mentioned = [person.seat for person in table.seats if person.user_id in calls]
    fmt = TextFormatter(table, translate=translate, mentioned=mentioned)
    told = say(
        "{seats}: the bot’s store was damaged, and the last moves of {game} are missing from it, although this channel shows them. "
        "No clock runs, and nothing more is lost. Decide together: go on from the board that is left, or close the game. All of "
        "you must agree; the game then counts in no rating.",
        seats=mention_people(table.remaining_players),
        game=title,
    )
    resume_id = custom_ids.build_button_id("resume", table.id, table.revision, build_mark(item))
    buttons = [
        build_button(fmt(say("Go on from here")), resume_id, GREEN_STYLE),
        build_button(fmt(say("Look")), custom_ids.build_button_id("board", table.id, 0)),
        build_button(fmt(say("Close")), custom_ids.build_button_id("close", table.id, table.revision)),
    ]
    return build_message(fmt(told), *build_button_rows(buttons))


def build_owner_text(table: Table, copy_name: str) -> Text:
    """Build the message to the person who runs the bot."""
    return say(
        "The bot’s store is older than what it has posted: table {table}, and maybe others, have lost moves. Their players are "
        "asked how to go on. The store as it is now is kept as {copy} in the backup folder. Check the disk; docs/operations.md "
        "says more.",
        table=table.id,
        copy=copy_name,
    )


def build_link(label: Text, table: Table, post: int | None, fmt: TextFormatter) -> str:
    """Build a link to a message of a table, or to its channel."""
    return f"[{fmt(label)}]({build_message_url(table.guild_id, table.channel_id, post)})"
