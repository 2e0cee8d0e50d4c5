"""Messages that the bot sends about a table by itself, besides reminders: that a game has ended, for who was asleep then.

Each carries the moment at which it fell due in a button, so that the bot can find it in the channel when it does not know
whether it was sent.
"""

from __future__ import annotations

import discord
from discord import ui

from cogs.interactions import custom_ids
from cogs.messages.layout import button, message, message_url, rows
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Table
from engine.host.store.errands import Errand
from engine.kernel.text import Text, Translate, Who, say


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


def link(label: Text, table: Table, post: int | None, fmt: TextFormatter) -> str:
    """A link to a message of a table, or to its channel."""
    return f"[{fmt(label)}]({message_url(table.guild, table.channel, post)})"
