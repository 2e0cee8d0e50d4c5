"""Reminders, and what a table is told about a player who does not move.

A button of each message has the mark of its outbox item, by which the bot finds the message again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.call import describe_other_tables
from cogs.messages.layout import (
    BLUE_STYLE,
    Button,
    build_button,
    build_button_rows,
    build_message,
    build_message_url,
)
from cogs.messages.marks import build_mark
from engine.host.model.pace import DAY_S, MAX_REMINDERS, SILENCE_LIMIT_S
from engine.host.model.table import SeatWait, Table, format_place
from engine.host.store.outbox import OutboxItem
from engine.kernel.text import Seat, SeatMention, Text, count, mention_seats, say


def build_reminder_message(
    reminder: OutboxItem,
    table: Table,
    title: str,
    waits: tuple[SeatWait, ...],
    post_id: int | None,
    now: int,
    fmt: TextFormatter,
    more_count: int = 0,
) -> ui.LayoutView:
    """Build a reminder. The formatter decides whom it mentions, the sender whom Discord notifies.

    `waits` are the waits of all seats that are to move, `post_id` is the message of the newest board post, and `more_count` the
    number of other tables that wait for the player.
    """
    wait = next((wait for wait in waits if wait.seat == reminder.subject_id), None)
    text = fmt(_format_reminder(reminder, table, title, wait, [wait.seat for wait in waits]))
    link = f"[{fmt(say('To the board'))}]({build_message_url(table.guild_id, table.channel_id, post_id)})"
    buttons = build_button_rows(_build_buttons(reminder, table, fmt))
    if reminder.kind != "remind":
        return build_message(text, link, *buttons)
    urgency = fmt(_format_urgency(reminder, table, wait, now))
    more = ""
    if more_count:
        more = fmt(describe_other_tables(more_count))
    return build_message(text, urgency, more, link, *buttons)


def _format_reminder(
    reminder: OutboxItem, table: Table, title: str, wait: SeatWait | None, movers: Sequence[Seat]
) -> Text:
    """Format the reminder's sentence. `movers` are the seats that are to move, `wait` is the one that the reminder is about."""
    since = f"<t:{wait.asked_at if wait else reminder.created_at}:f>"
    has_limit = wait is None or wait.ends_at is not None
    seat = SeatMention(reminder.subject_id)
    where: dict[str, Any] = {"game": title, "channel": format_place(table.guild_id, table.channel_id)}
    if reminder.kind == "early":
        return count(
            "{seat}: {movers} is on the move in {game}, {channel}. You are probably next.",
            "{seat}: {movers} are on the move in {game}, {channel}. You are probably next.",
            len(movers),
            seat=seat,
            movers=mention_seats(movers),
            **where,
        )
    if reminder.kind == "remind":
        return say(
            "{seat}, your move has been waiting since {since}: {game}, {channel}.", seat=seat, since=since, **where
        )
    others = mention_seats(list_recipients(reminder, table))
    if reminder.kind == "last" and not has_limit:
        return say(
            "{others}: {seat} has not moved since {since} in {game}, {channel}. This table has no pace; after {n} days of "
            "silence you may wait on, or vote to play a safe move, to drop the seat, or to hand it to a friend.",
            others=others,
            seat=seat,
            since=since,
            n=SILENCE_LIMIT_S // DAY_S,
            **where,
        )
    if reminder.kind == "last":
        return say(
            "{others}: {seat} has not moved since {since} in {game}, {channel}, and I stop reminding. You may wait, or vote "
            "to play a safe move, to drop the seat, or to hand it to a friend.",
            others=others,
            seat=seat,
            since=since,
            **where,
        )
    return say(
        "{others}: {seat} is no longer on this server, so nobody reminds them of {game}, {channel}. You may vote to play "
        "a safe move, to drop the seat, or to hand it to a friend.",
        others=others,
        seat=seat,
        **where,
    )


def _build_buttons(reminder: OutboxItem, table: Table, fmt: TextFormatter) -> list[Button]:
    """Build the reminder's buttons. One of them has its mark."""
    mark, revision = build_mark(reminder), reminder.asked_revision
    if reminder.kind == "early":
        return [build_button(fmt(say("Look")), custom_ids.build_button_id("board", table.id, 0, mark))]
    move = build_button(fmt(say("Your move")), custom_ids.build_button_id("move", table.id, revision), BLUE_STYLE)
    if reminder.kind == "remind":
        mute_id = custom_ids.build_button_id("mute", table.id, revision, mark)
        return [move, build_button(fmt(say("Mute for this turn")), mute_id)]
    vote = build_button(fmt(say("Vote")), custom_ids.build_button_id("vote", table.id, revision, mark))
    return [vote, move]


def list_recipients(reminder: OutboxItem, table: Table) -> list[Seat]:
    """List the seats that a reminder is for: the player who owes a move, or all other active players, maybe none."""
    if reminder.kind in ("last", "gone"):
        return _list_others(reminder, table)
    return [reminder.subject_id]


def _list_others(reminder: OutboxItem, table: Table) -> list[Seat]:
    return [person.seat for person in table.active_players if person.seat != reminder.subject_id]


def _format_urgency(reminder: OutboxItem, table: Table, wait: SeatWait | None, now: int) -> Text:
    """Format how much time is left, more urgently at each step."""
    if wait is None or wait.ends_at is None or not table.pace_h or not _list_others(reminder, table):
        return say("Whenever it suits you.")
    when = f"<t:{wait.ends_at}:R>"
    if wait.ends_at > now:
        return say("No hurry yet: your time ends {when}.", when=when)
    if reminder.step < MAX_REMINDERS - 1:
        return say(
            "Your time ended {when}. If you cannot move now: {/vacation} tells the others, {/orders} "
            "leaves word for what you would do, {/replace} hands your seat to a friend.",
            when=when,
        )
    return say(
        "This is the last reminder: your time ended {when}. Next the others are told; they may vote to go on without waiting. "
        "One move is all it takes.",
        when=when,
    )
