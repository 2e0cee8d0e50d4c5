"""Notices: reminders, early words, and what a table is told about somebody who does not move.

Each carries its number in a button, so that the bot can find it in the channel when it does not know whether it was sent.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord
from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.messages.layout import BLUE_STYLE, build_button, build_button_rows, build_message, build_message_url
from engine.host.model.pace import MAX_REMINDERS, format_pace
from engine.host.model.table import SeatWait, Table, format_place
from engine.host.store.reminders import Reminder
from engine.kernel.text import Seat, SeatMention, Text, Translate, count, say


def build_mark(reminder: Reminder) -> str:
    """The part of a button's id that belongs to one notice only."""
    return f"n{custom_ids.format_base36(reminder.id)}"


def is_reminder(sent: discord.Message, reminder: Reminder) -> bool:
    """Whether a message of the channel is this notice."""
    return any(
        pressed.table_id == reminder.table_id and pressed.rest == build_mark(reminder)
        for pressed in custom_ids.list_custom_ids(sent.components)
    )


def build_reminder_message(
    reminder: Reminder,
    table: Table,
    title: str,
    clocks: tuple[SeatWait, ...],
    post: int | None,
    now: int,
    translate: Translate,
    mention: Collection[Seat],
) -> ui.LayoutView:
    """A notice as a message. It mentions the seats in `mention` and names the others; whom Discord notifies is decided when it
    is sent."""
    fmt = TextFormatter(table, translate=translate, mentioned=mention)
    where: dict[str, Any] = {"game": title, "channel": format_place(table.guild_id, table.channel_id)}
    clock = next((one for one in clocks if one.seat == reminder.seat), None)
    since = f"<t:{clock.asked_at if clock else reminder.created_at}:f>"
    board = f"[{fmt(say('To the board'))}]({build_message_url(table.guild_id, table.channel_id, post)})"
    mine = build_button(
        fmt(say("Your move")), custom_ids.build_button_id("move", table.id, reminder.asked_revision), BLUE_STYLE
    )
    if reminder.kind == "early":
        movers = [SeatMention(one.seat) for one in clocks]
        text = count(
            "{seat}: {movers} is on the move in {game}, {channel}. You are probably next.",
            "{seat}: {movers} are on the move in {game}, {channel}. You are probably next.",
            len(movers),
            seat=SeatMention(reminder.seat),
            movers=movers,
            **where,
        )
        look = build_button(fmt(say("Look")), custom_ids.build_button_id("board", table.id, 0, build_mark(reminder)))
        return build_message(fmt(text), board, *build_button_rows([look]))
    if reminder.kind == "call":
        text = say("{seat}, it is your move: {game}, {channel}.", seat=SeatMention(reminder.seat), **where)
        marked = build_button(
            fmt(say("Your move")),
            custom_ids.build_button_id("move", table.id, reminder.asked_revision, build_mark(reminder)),
            BLUE_STYLE,
        )
        return build_message(fmt(text), board, *build_button_rows([marked]))
    if reminder.kind == "remind":
        text = say(
            "{seat}, your move has been waiting since {since}: {game}, {channel}.",
            seat=SeatMention(reminder.seat),
            since=since,
            **where,
        )
        quiet = build_button(
            fmt(say("Mute for this turn")),
            custom_ids.build_button_id("mute", table.id, reminder.asked_revision, build_mark(reminder)),
        )
        return build_message(
            fmt(text), fmt(_format_urgency(reminder, table, clock, now)), board, *build_button_rows([mine, quiet])
        )
    others = [SeatMention(seat) for seat in list_recipients(reminder, table)]
    if reminder.kind == "last":
        text = say(
            "{others}: {seat} has not moved since {since} in {game}, {channel}, and I stop reminding. You may wait, or vote "
            "to play a safe move, to drop the seat, or to hand it to a friend.",
            others=others,
            seat=SeatMention(reminder.seat),
            since=since,
            **where,
        )
    else:
        text = say(
            "{others}: {seat} is no longer on this server, so nobody reminds them of {game}, {channel}. You may vote to play "
            "a safe move, to drop the seat, or to hand it to a friend.",
            others=others,
            seat=SeatMention(reminder.seat),
            **where,
        )
    vote = build_button(
        fmt(say("Vote")), custom_ids.build_button_id("vote", table.id, reminder.asked_revision, build_mark(reminder))
    )
    return build_message(fmt(text), board, *build_button_rows([vote, mine]))


def list_recipients(reminder: Reminder, table: Table) -> list[Seat]:
    """The seats a notice is for: the player who owes a move, or everybody else who plays, which may be nobody."""
    return _list_others(reminder, table) if reminder.kind in ("last", "gone") else [reminder.seat]


def _list_others(reminder: Reminder, table: Table) -> list[Seat]:
    return [person.seat for person in table.active_players if person.seat != reminder.seat]


def _format_urgency(reminder: Reminder, table: Table, clock: SeatWait | None, now: int) -> Text:
    """How much time is left, more urgently at each step."""
    ends = clock.ends_at if clock else None
    when = f"<t:{ends}:R>"
    if ends is None or not table.pace_h or not _list_others(reminder, table):
        return say("Whenever it suits you.")
    pace = format_pace(table.pace_h)
    if ends > now:
        return say("No hurry yet: this table plays at {pace}, so your time ends {when}.", pace=pace, when=when)
    if reminder.step < MAX_REMINDERS - 1:
        return say(
            "This table plays at {pace}; your time ended {when}. If you cannot move now: /vacation tells the others, /orders "
            "leaves word for what you would do, /replace hands your seat to a friend.",
            pace=pace,
            when=when,
        )
    return say(
        "This is the last reminder: your time ended {when}. Next the others are told; they may vote to go on without waiting. "
        "One move is all it takes.",
        when=when,
    )
