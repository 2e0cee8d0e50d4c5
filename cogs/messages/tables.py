"""The tables of a server as a list: open lobbies first, each with a button that leads there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.limits import SELECT_OPTIONS
from cogs.messages.layout import button, link_button, message, message_url, rows, section, select
from cogs.words.text_formatter import TextFormatter, name_of
from engine.host.model.table import NOBODY
from engine.host.store.past.games import PastTable
from engine.kernel.registry import AnyGame
from engine.kernel.text import count, say

PAGE = 8
"""Tables on one page: each is a section with a button."""


def tables_message(
    tables: Sequence[PastTable], page: int, games: Mapping[str, AnyGame], watched: Collection[str], fmt: TextFormatter
) -> ui.LayoutView:
    """A page of the tables somebody may see, and the games of which they want to hear when a table opens."""
    last = max(len(tables) - 1, 0) // PAGE
    page = min(max(page, 0), last)
    lobbies = sum(table.status == "lobby" for table in tables)
    head = say(
        "{open} and {running}",
        open=count("{n} open table", "{n} open tables", lobbies),
        running=count("{n} running game", "{n} running games", len(tables) - lobbies),
    )
    turning = [
        button(fmt(label), custom_ids.button("tables", 0, 0, str(to)), discord.ButtonStyle.secondary)
        for label, to in ((say("Back"), page - 1), (say("More"), page + 1))
        if 0 <= to <= last
    ]
    chooser = select(
        custom_ids.select("watch", 0, 0, str(page)),
        fmt(say("Tell me when a table of this game opens")),
        [(slug, fmt(say("Tell me of {game}", game=game.title))) for slug, game in list(games.items())[:SELECT_OPTIONS]],
        lo=0,
        hi=min(len(games), SELECT_OPTIONS),
        chosen=watched,
    )
    return message(
        f"### {fmt(head)}",
        "" if tables else fmt(say("No table is open here. /play opens one.")),
        *(_entry(one, games, fmt) for one in tables[page * PAGE : (page + 1) * PAGE]),
        *rows(turning),
        fmt(say("Chosen below: the games of which you hear, in a message to you alone, when a table opens.")),
        chooser,
    )


def _entry(table: PastTable, games: Mapping[str, AnyGame], fmt: TextFormatter) -> ui.Section[Any]:
    game = games.get(table.game)
    people = [person for person in table.seats if person.user != NOBODY or person.own]
    names = ", ".join(name_of(person, fmt.translate) for person in people)
    since = f"<t:{table.at}:R>"
    if table.status == "lobby" and game is not None:
        seats = table.seats if len(people) < len(table.seats) else range(max(game.seats))
        told = fmt(say("{n} of {seats} seats taken, opened {since}", n=len(people), seats=len(seats), since=since))
    elif table.status == "lobby":
        told = fmt(say("not begun; opened {since}", since=since))
    else:
        told = fmt(say("running since {since}", since=since))
    title = game.title if game else table.game
    go = link_button(fmt(say("Go there")), message_url(table.guild, table.channel, table.message))
    return section(f"**{title}** · #{table.id} · {told}\n{names} · <#{table.channel}>", go)
