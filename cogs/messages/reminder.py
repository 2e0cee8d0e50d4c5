"""Notices: reminders, early words, and what a table is told about somebody who does not move.

Each carries its number in a button, so that the bot can find it in the channel when it does not know whether it was sent.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import discord
from discord import ui

from cogs.interactions import custom_ids
from cogs.messages.layout import BLUE, button, message, message_url, rows
from cogs.words.text_formatter import TextFormatter
from engine.host.model.pace import LAST, pace_name
from engine.host.model.table import Table, Waiting, place
from engine.host.store.notices import Notice
from engine.kernel.text import Seat, Text, Translate, Who, count, say


def mark(notice: Notice) -> str:
    """The part of a button's id that belongs to one notice only."""
    return f"n{custom_ids.base36(notice.id)}"


def is_it(sent: discord.Message, notice: Notice) -> bool:
    """Whether a message of the channel is this notice."""
    return any(
        pressed.table == notice.table and pressed.rest == mark(notice) for pressed in custom_ids.ids_in(sent.components)
    )


def notice_message(
    notice: Notice,
    table: Table,
    title: str,
    clocks: tuple[Waiting, ...],
    post: int | None,
    now: int,
    translate: Translate,
    mention: Collection[Seat],
) -> ui.LayoutView:
    """A notice as a message. It mentions the seats in `mention` and names the others; whom Discord notifies is decided when it
    is sent."""
    fmt = TextFormatter(table, translate=translate, mention=mention)
    where: dict[str, Any] = {"game": title, "channel": place(table.guild, table.channel)}
    clock = next((one for one in clocks if one.seat == notice.seat), None)
    since = f"<t:{clock.since if clock else notice.made_at}:f>"
    board = f"[{fmt(say('To the board'))}]({message_url(table.guild, table.channel, post)})"
    mine = button(fmt(say("Your move")), custom_ids.button("move", table.id, notice.asked), BLUE)
    if notice.kind == "early":
        movers = [Who(one.seat) for one in clocks]
        text = count(
            "{seat}: {movers} is on the move in {game}, {channel}. You are probably next.",
            "{seat}: {movers} are on the move in {game}, {channel}. You are probably next.",
            len(movers),
            seat=Who(notice.seat),
            movers=movers,
            **where,
        )
        look = button(fmt(say("Look")), custom_ids.button("board", table.id, 0, mark(notice)))
        return message(fmt(text), board, *rows([look]))
    if notice.kind == "call":
        text = say("{seat}, it is your move: {game}, {channel}.", seat=Who(notice.seat), **where)
        marked = button(fmt(say("Your move")), custom_ids.button("move", table.id, notice.asked, mark(notice)), BLUE)
        return message(fmt(text), board, *rows([marked]))
    if notice.kind == "remind":
        text = say(
            "{seat}, your move has been waiting since {since}: {game}, {channel}.",
            seat=Who(notice.seat),
            since=since,
            **where,
        )
        quiet = button(fmt(say("Mute for this turn")), custom_ids.button("mute", table.id, notice.asked, mark(notice)))
        return message(fmt(text), fmt(_urge(notice, table, clock, now)), board, *rows([mine, quiet]))
    others = [Who(seat) for seat in told_by(notice, table)]
    if notice.kind == "last":
        text = say(
            "{others}: {seat} has not moved since {since} in {game}, {channel}, and I stop reminding. You may wait, or vote "
            "to play a safe move, to drop the seat, or to hand it to a friend.",
            others=others,
            seat=Who(notice.seat),
            since=since,
            **where,
        )
    else:
        text = say(
            "{others}: {seat} is no longer on this server, so nobody reminds them of {game}, {channel}. You may vote to play "
            "a safe move, to drop the seat, or to hand it to a friend.",
            others=others,
            seat=Who(notice.seat),
            **where,
        )
    vote = button(fmt(say("Vote")), custom_ids.button("vote", table.id, notice.asked, mark(notice)))
    return message(fmt(text), board, *rows([vote, mine]))


def told_by(notice: Notice, table: Table) -> list[Seat]:
    """The seats a notice is for: the player who owes a move, or everybody else who plays, which may be nobody."""
    return _others(notice, table) if notice.kind in ("last", "gone") else [notice.seat]


def _others(notice: Notice, table: Table) -> list[Seat]:
    return [person.seat for person in table.playing if person.seat != notice.seat]


def _urge(notice: Notice, table: Table, clock: Waiting | None, now: int) -> Text:
    """How much time is left, more urgently at each step."""
    ends = clock.ends if clock else None
    when = f"<t:{ends}:R>"
    if ends is None or not table.pace or not _others(notice, table):
        return say("Whenever it suits you.")
    pace = pace_name(table.pace)
    if ends > now:
        return say("No hurry yet: this table plays at {pace}, so your time ends {when}.", pace=pace, when=when)
    if notice.step < LAST - 1:
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
