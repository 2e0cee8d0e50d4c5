"""The tables of a server as a list: open lobbies first, each with a link button."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions import custom_ids
from cogs.interactions.limits import MAX_SELECT_OPTIONS
from cogs.messages.layout import (
    build_button,
    build_button_rows,
    build_link_button,
    build_message,
    build_message_url,
    build_section,
    build_select,
)
from engine.host.model.table import NO_USER
from engine.host.store.history.past_tables import PastTable
from engine.kernel.registry import AnyGame
from engine.kernel.text import count, say

TABLES_PER_PAGE = 8
"""The tables on one page: each is a section with a button."""


def build_tables_message(
    tables: Sequence[PastTable], page: int, games: Mapping[str, AnyGame], watched: Collection[str], fmt: TextFormatter
) -> ui.LayoutView:
    """Build a page of the tables that somebody may see.

    `watched` are the games of whose new tables they want to hear.
    """
    last = max(len(tables) - 1, 0) // TABLES_PER_PAGE
    page = min(max(page, 0), last)
    lobbies = sum(table.status == "lobby" for table in tables)
    head = say(
        "{open} and {running}",
        open=count("{n} open table", "{n} open tables", lobbies),
        running=count("{n} running game", "{n} running games", len(tables) - lobbies),
    )
    turning = [
        build_button(fmt(label), custom_ids.build_button_id("tables", 0, 0, str(to)), discord.ButtonStyle.secondary)
        for label, to in ((say("Back"), page - 1), (say("More"), page + 1))
        if 0 <= to <= last
    ]
    chooser = build_select(
        custom_ids.build_select_id("watch", 0, 0, str(page)),
        fmt(say("Tell me when a table of this game opens")),
        [
            (slug, fmt(say("Tell me of {game}", game=game.title)))
            for slug, game in list(games.items())[:MAX_SELECT_OPTIONS]
        ],
        min_values=0,
        max_values=min(len(games), MAX_SELECT_OPTIONS),
        chosen=watched,
    )
    return build_message(
        f"### {fmt(head)}",
        "" if tables else fmt(say("No table is open here. {/play} opens one.")),
        *(_build_entry(one, games, fmt) for one in tables[page * TABLES_PER_PAGE : (page + 1) * TABLES_PER_PAGE]),
        *build_button_rows(turning),
        fmt(say("Chosen below: the games of which you hear, in a message to you alone, when a table opens.")),
        chooser,
    )


def _build_entry(table: PastTable, games: Mapping[str, AnyGame], fmt: TextFormatter) -> ui.Section[Any]:
    game = games.get(table.game)
    people = [person for person in table.seats if person.user_id != NO_USER or person.is_computer]
    names = ", ".join(format_name(person, fmt.translate) for person in people)
    since = f"<t:{table.last_changed_at}:R>"
    if table.status == "lobby" and game is not None:
        seats = table.seats if len(people) < len(table.seats) else range(max(game.seat_counts))
        told = fmt(say("{n} of {seats} seats taken, opened {since}", n=len(people), seats=len(seats), since=since))
    elif table.status == "lobby":
        told = fmt(say("not begun; opened {since}", since=since))
    else:
        told = fmt(say("running since {since}", since=since))
    if game:
        title = game.title
    else:
        title = table.game
    go = build_link_button(fmt(say("Go there")), build_message_url(table.guild_id, table.channel_id, table.message_id))
    return build_section(f"**{title}** · #{table.id} · {told}\n{names} · <#{table.channel_id}>", go)
