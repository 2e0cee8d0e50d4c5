"""Finished games as a list, each with its still, result and links, and one of them in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional

import discord
import msgspec
from discord import ui

from cogs.interactions import custom_ids
from cogs.messages.layout import Button, button, message, message_url, rows, section, select
from cogs.messages.result import ending, sheet
from cogs.pictures.picture_service import Picture
from cogs.words.text_formatter import TextFormatter, name_of
from engine.host.model.table import Table, TableSnapshot, place
from engine.host.store.past.games import PastTable
from engine.kernel.text import Text, Translate, count, say

PAGE = 5
"""Games on one page: each has a picture."""


class Wanted(msgspec.Struct, frozen=True):
    """Which finished games somebody looks at: of a channel (0: of the server), a person (0: of all), a game ("": of all)."""

    channel: int = 0
    user: int = 0
    game: str = ""
    page: int = 0

    def pack(self) -> str:
        """As the part of a button's id; `unpack` reads it."""
        numbers = (custom_ids.base36(n) for n in (self.channel, self.user, self.page))
        return ".".join((*numbers, self.game))

    def turned(self, page: int) -> Wanted:
        """The same on another page."""
        return msgspec.structs.replace(self, page=page)


def unpack(text: str) -> Wanted:
    """Read what `pack` has written. Raises ValueError for anything else."""
    channel, user, page, game = text.split(".", 3)
    at = custom_ids.number(page, 36)
    return Wanted(custom_ids.number(channel, 36), custom_ids.number(user, 36), game, at)


class Still(msgspec.Struct, frozen=True):
    """A game of the list with the picture of its end, None where it cannot be drawn."""

    table: PastTable
    picture: Optional[Picture]


def history_message(
    stills: Sequence[Still], wanted: Wanted, total: int, titles: Mapping[str, str], fmt: TextFormatter
) -> ui.LayoutView:
    """A page of the list, newest first, with a select that opens one of them."""
    head = count("{n} finished game", "{n} finished games", total)
    first, last = wanted.page * PAGE, wanted.page * PAGE + len(stills)
    where = say("Games {first}–{last} of {total}", first=first + 1, last=last, total=total)
    turning = []
    if first:
        turning.append(_page(fmt, say("Newer"), wanted.turned(wanted.page - 1)))
    if last < total:
        turning.append(_page(fmt, say("Older"), wanted.turned(wanted.page + 1)))
    offered = [
        (
            str(one.table.id),
            f"#{one.table.id} · {titles.get(one.table.game, one.table.game)} · {_names(one.table, fmt)}",
        )
        for one in stills
    ]
    return message(
        f"### {fmt(head)}",
        *(_entry(one, titles, fmt) for one in stills),
        f"-# {fmt(where)}" if total > PAGE else "",
        select(custom_ids.select("past", 0, 0, wanted.pack()), fmt(say("Show one of them")), offered),
        *rows(turning),
    )


def game_message(
    snapshot: TableSnapshot,
    pictures: Sequence[Picture],
    title: str,
    back: Wanted,
    fmt: TextFormatter,
    lines: Sequence[Text],
) -> ui.LayoutView:
    """A finished game: how it ended, its score sheet, its poster and last board, links, and ways to look at all of it."""
    table, bold = snapshot.table, TextFormatter(snapshot.table, translate=fmt.translate)
    texts = [f"### {title} · #{table.id}"]
    if table.result is not None:
        texts += [f"{bold(ending(table.result))} {bold(table.result.reason)}", sheet(table.result, bold)]
    url = message_url(table.guild, table.channel, snapshot.post.message if snapshot.post else None)
    told = "\n".join(f"-# {fmt(line)}" for line in lines)
    return message(
        *texts,
        f"[{fmt(say('To its last post'))}]({url}) · {fmt(place(table.guild, table.channel))}",
        told,
        *pictures,
        *rows([*_looks(table, fmt.translate), _page(fmt, say("Back"), back)]),
    )


def _looks(table: Table, translate: Translate) -> list[Button]:
    fmt = TextFormatter(translate=translate)
    return [
        button(fmt(say("Replay")), custom_ids.button("replay", table.id, 0)),
        button(fmt(say("Log")), custom_ids.button("log", table.id, 0)),
        button(fmt(say("Record")), custom_ids.button("record", table.id, 0)),
    ]


def _entry(still: Still, titles: Mapping[str, str], fmt: TextFormatter) -> str | ui.Section[Any]:
    table = still.table
    result = table.result
    bold = TextFormatter(_seated(table), translate=fmt.translate)
    url = message_url(table.guild, table.channel, table.message)
    text = "\n".join(
        (
            f"**[{titles.get(table.game, table.game)}]({url})** · #{table.id} · <t:{table.at}:D>",
            bold(ending(result)) if result else "",
            f"{_names(table, fmt)} · {fmt(place(table.guild, table.channel))}",
        )
    )
    if still.picture is None:
        return text
    media = f"attachment://{still.picture.name}"
    return section(text, ui.Thumbnail(media, description=still.picture.alt))


def _names(table: PastTable, fmt: TextFormatter) -> str:
    return ", ".join(name_of(person, fmt.translate) for person in table.seats)


def _seated(table: PastTable) -> Table:
    """As much of a table as names need."""
    return Table(table.id, table.guild, table.channel, table.game, 0, {}, table.status, 0, 0, 0, 0, table.seats)


def _page(fmt: TextFormatter, label: Text, wanted: Wanted) -> Button:
    return button(fmt(label), custom_ids.button("history", 0, 0, wanted.pack()), discord.ButtonStyle.secondary)
