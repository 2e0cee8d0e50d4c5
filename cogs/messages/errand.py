"""Messages that the bot sends about a table by itself, besides reminders: that a game has ended, that a lobby is full,
or forgotten, or has opened.

Each carries the moment at which it fell due in a button, so that the bot can find it in the channel when it does not know
whether it was sent.
"""

from __future__ import annotations

import discord
from discord import ui

from cogs.interactions import custom_ids
from cogs.messages.layout import BLUE, button, link_button, message, message_url, rows
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import GRACE, IDLE, Table
from engine.host.store.errands import Errand
from engine.kernel.text import Text, Translate, Who, say

DAY = 24 * 3600


def mark(errand: Errand) -> str:
    """The part of a button's id that belongs to one errand only."""
    return f"e{custom_ids.base36(errand.made_at)}.{custom_ids.base36(errand.mark)}"


def is_it(sent: discord.Message, errand: Errand) -> bool:
    """Whether a message of the channel is what this errand was to send."""
    return any(
        pressed.table == errand.table and pressed.rest == mark(errand) for pressed in custom_ids.ids_in(sent.components)
    )


def ended_message(errand: Errand, table: Table, title: str, post: int | None, translate: Translate) -> ui.LayoutView:
    """Somebody who was asleep when their game ended hears of it."""
    fmt = TextFormatter(table, translate=translate, mention=[errand.mark])
    told = say("{seat}: your game of {game} has ended.", seat=Who(errand.mark), game=title)
    look = button(fmt(say("Look")), custom_ids.button("board", table.id, 0, mark(errand)))
    return message(fmt(told), link(say("To the board"), table, post, fmt), *rows([look]))


def full_message(errand: Errand, table: Table, title: str, post: int | None, translate: Translate) -> ui.LayoutView:
    """Who opened a table hears that all its seats are taken."""
    seat = table.seat_of(table.opened_by) or 0
    fmt = TextFormatter(table, translate=translate, mention=[seat])
    told = say(
        "{seat}: all {n} seats at your table of {game} are taken. Nothing is missing: press Start.",
        seat=Who(seat),
        n=len(table.seats),
        game=title,
    )
    start = button(fmt(say("Start")), custom_ids.button("start", table.id, table.rev, mark(errand)), BLUE)
    return message(fmt(told), link(say("To the lobby"), table, post, fmt), *rows([start]))


def idle_message(errand: Errand, table: Table, title: str, post: int | None, translate: Translate) -> ui.LayoutView:
    """Those who sit in a lobby are asked whether it is still wanted."""
    fmt = TextFormatter(table, translate=translate, mention=True)
    told = say(
        "{seats}: nobody has touched this table of {game} for {days} days. Without a word it closes {time}.",
        seats=[Who(person.seat) for person in table.played],
        game=title,
        days=IDLE // DAY,
        time=f"<t:{errand.made_at + IDLE + GRACE}:R>",
    )
    stay = button(fmt(say("Keep it open")), custom_ids.button("stay", table.id, table.rev, mark(errand)), BLUE)
    return message(fmt(told), link(say("To the lobby"), table, post, fmt), *rows([stay]))


def opened_message(errand: Errand, table: Table, title: str, post: int | None, translate: Translate) -> ui.LayoutView:
    """Somebody who wanted to hear of a game hears that a table has opened."""
    fmt = TextFormatter(table, translate=translate)
    told = say(
        "<@{user}>: a table of {game} has opened in {channel}. /tables there ends these messages.",
        user=errand.mark,
        game=title,
        channel=f"<#{table.channel}>",
    )
    go = link_button(fmt(say("Go there")), message_url(table.guild, table.channel, post))
    return message(fmt(told), *rows([go]))


def link(label: Text, table: Table, post: int | None, fmt: TextFormatter) -> str:
    """A link to a message of a table, or to its channel."""
    return f"[{fmt(label)}]({message_url(table.guild, table.channel, post)})"
