"""Finished games as a list, each with its still, result and links, and one of them in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Optional

import discord
import msgspec
from discord import ui

from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions import custom_ids
from cogs.messages.layout import (
    Button,
    build_button,
    build_button_rows,
    build_message,
    build_message_url,
    build_section,
    build_select,
)
from cogs.messages.result import describe_ending, format_computer_moves, format_score_sheet
from cogs.pictures.picture_service import Picture
from engine.host.model.table import Table, TableSnapshot, format_place
from engine.host.store.history.past_tables import PastTable
from engine.kernel.text import Seat, Text, Translate, count, say
from render.kit.poster.poster_text import describe_computer_moves

GAMES_PER_PAGE = 5
"""The games on one page: each has a picture."""


class HistoryQuery(msgspec.Struct, frozen=True):
    """A selection of finished games: of a channel (0: the server), a user (0: all) and a game ("": all)."""

    channel_id: int = 0
    user_id: int = 0
    game: str = ""
    page: int = 0

    def pack(self) -> str:
        """Encode the query as a part of a custom id. `unpack_query` decodes it."""
        numbers = (custom_ids.format_base36(n) for n in (self.channel_id, self.user_id, self.page))
        return ".".join((*numbers, self.game))

    def turn_page(self, page: int) -> HistoryQuery:
        """Return the same query for another page."""
        return msgspec.structs.replace(self, page=page)


def unpack_query(text: str) -> HistoryQuery:
    """Decode a query from `pack`. Raises ValueError for any other text."""
    channel, user, page, game = text.split(".", 3)
    at = custom_ids.parse_number(page, 36)
    return HistoryQuery(custom_ids.parse_number(channel, 36), custom_ids.parse_number(user, 36), game, at)


class FinalStill(msgspec.Struct, frozen=True):
    """A game of the list with the picture of its end, None if it cannot be drawn, and the computers' moves by seat."""

    table: PastTable
    computer_moves: dict[Seat, int]
    picture: Optional[Picture]


def build_history_message(
    stills: Sequence[FinalStill], query: HistoryQuery, total: int, titles: Mapping[str, str], fmt: TextFormatter
) -> ui.LayoutView:
    """Build a page of the list, newest first, with a select that opens one game."""
    head = count("{n} game that is over", "{n} games that are over", total)
    first = query.page * GAMES_PER_PAGE
    last = first + len(stills)
    position = say("Games {first}–{last} of {total}", first=first + 1, last=last, total=total)
    page_buttons = []
    if first:
        page_buttons.append(_build_page_button(fmt, say("Newer"), query.turn_page(query.page - 1)))
    if last < total:
        page_buttons.append(_build_page_button(fmt, say("Older"), query.turn_page(query.page + 1)))
    options = []
    for still in stills:
        table = still.table
        names = _format_names(table, fmt, is_label=True)
        label = f"#{table.id} · {titles.get(table.game, table.game)} · {names}"
        options.append((str(table.id), label))
    return build_message(
        f"### {fmt(head)}",
        *(_build_entry(still, titles, fmt) for still in stills),
        f"-# {fmt(position)}" if total > GAMES_PER_PAGE else "",
        build_select(custom_ids.build_select_id("past", 0, 0, query.pack()), fmt(say("Show one of them")), options),
        *build_button_rows(page_buttons),
    )


def build_game_message(
    snapshot: TableSnapshot,
    pictures: Sequence[str | Picture],
    title: str,
    back: HistoryQuery,
    fmt: TextFormatter,
    lines: Sequence[Text],
) -> ui.LayoutView:
    """Build a finished game: its end, score sheet, poster, last board and links, and buttons to look at all of it."""
    table, bold = snapshot.table, TextFormatter(snapshot.table, translate=fmt.translate)
    texts = [f"### {title} · #{table.id}"]
    if table.result is None:
        texts.append(fmt(say("Closed before its end, without a result.")))
    else:
        texts += [
            f"{bold(describe_ending(table.result))} {bold(table.result.reason)}",
            format_score_sheet(table.result, bold),
        ]
    texts.append(format_computer_moves(table, bold))
    url = build_message_url(table.guild_id, table.channel_id, snapshot.post.message_id if snapshot.post else None)
    told = fmt.format_lines(lines, "-# ")
    return build_message(
        *texts,
        f"[{fmt(say('To its last post'))}]({url}) · {fmt(format_place(table.guild_id, table.channel_id))}",
        told,
        *pictures,
        *build_button_rows([*_build_view_buttons(table, fmt.translate), _build_page_button(fmt, say("Back"), back)]),
    )


def _build_view_buttons(table: Table, translate: Translate) -> list[Button]:
    fmt = TextFormatter(translate=translate)
    return [
        build_button(fmt(say("Replay")), custom_ids.build_button_id("replay", table.id, 0)),
        build_button(fmt(say("Log")), custom_ids.build_button_id("log", table.id, 0)),
        build_button(fmt(say("Record")), custom_ids.build_button_id("record", table.id, 0)),
    ]


def _build_entry(final_still: FinalStill, titles: Mapping[str, str], fmt: TextFormatter) -> str | ui.Section[Any]:
    table = final_still.table
    result = table.result
    bold = TextFormatter(_build_name_table(table), translate=fmt.translate)
    url = build_message_url(table.guild_id, table.channel_id, table.message_id)
    text = "\n".join(
        (
            f"**[{titles.get(table.game, table.game)}]({url})** · #{table.id} · <t:{table.last_changed_at}:D>",
            bold(describe_ending(result) if result else say("Closed before its end, without a result.")),
            f"{_format_names(table, fmt)} · {fmt(format_place(table.guild_id, table.channel_id))}",
        )
    )
    if final_still.computer_moves:
        text += f"\n-# {bold(describe_computer_moves(final_still.computer_moves))}"
    if final_still.picture is None:
        return text
    media = f"attachment://{final_still.picture.name}"
    return build_section(text, ui.Thumbnail(media, description=final_still.picture.alt))


def _format_names(table: PastTable, fmt: TextFormatter, *, is_label: bool = False) -> str:
    return ", ".join(format_name(person, fmt.translate, is_label=is_label) for person in table.seats)


def _build_name_table(table: PastTable) -> Table:
    """Build a table with only the fields that names need."""
    return Table(table.id, table.guild_id, table.channel_id, table.game, 0, {}, table.status, 0, 0, 0, 0, table.seats)


def _build_page_button(fmt: TextFormatter, label: Text, query: HistoryQuery) -> Button:
    return build_button(
        fmt(label), custom_ids.build_button_id("history", 0, 0, query.pack()), discord.ButtonStyle.secondary
    )
