"""A position in words and the legend of a picture, as private messages: for people who cannot see the picture, and newcomers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from discord import ui

from cogs.i18n.languages import Language
from cogs.i18n.text_formatter import TextFormatter, format_name
from cogs.interactions import custom_ids
from cogs.messages.layout import Button, build_button, build_button_rows, build_message
from cogs.pictures.picture_service import Picture, build_scene
from engine.host.model.table import Table, TableSnapshot
from engine.kernel.text import say
from render.kit.scene import Scene, load_painter

MAX_PAGE_CHARS = 3000
"""The characters of one page, unless a single sentence is longer."""
MAX_LEGEND_CHARS = 3800
"""The characters of a legend and of the hand below it."""


def build_words_message(snapshot: TableSnapshot, language: Language, page: int) -> ui.LayoutView:
    """Build a page of the position in words, as the viewer of the snapshot may know it, with buttons to the others.

    `page` is counted from 0; a number beyond the pages is the nearest one.
    """
    fmt = TextFormatter(translate=language)
    pages = split_pages(describe_position(snapshot, language))
    page = max(0, min(page, len(pages) - 1))
    where = say("Page {page} of {pages}", page=page + 1, pages=len(pages))
    buttons: list[Button] = []
    for label, target in ((say("Page before"), page - 1), (say("Next page"), page + 1)):
        if 0 <= target < len(pages):
            target_id = custom_ids.build_button_id("words", snapshot.table.id, 0, str(target))
            buttons.append(build_button(fmt(label), target_id))
    buttons += build_reading_buttons(snapshot.table, language, omitted="words")
    return build_message(
        pages[page],
        f"-# {fmt(where)}" if len(pages) > 1 else "",
        *build_button_rows(buttons),
    )


def describe_position(snapshot: TableSnapshot, language: Language, *, only_hand: bool = False) -> list[str]:
    """Describe everything that the viewer may know, or only the hand, a sentence a line; the line of a heading is bold."""
    lines: list[str] = []
    scene = _build_escaped_scene(snapshot, language)
    for section in load_painter(snapshot.table.game).describe_position(scene, language):
        if only_hand and not section.is_hand:
            continue
        if section.heading:
            lines.append(f"**{section.heading}**")
        lines += section.sentences
    return lines


def split_pages(lines: Sequence[str]) -> list[str]:
    """Join lines to pages that fit a message. No line is split, and no heading is the last line of a page."""
    pages: list[list[str]] = [[]]
    for line in lines:
        page = pages[-1]
        if page and len("\n".join([*page, line])) > MAX_PAGE_CHARS:
            pages.append([])
            if page[-1].startswith("**"):
                pages[-1].append(page.pop())
        pages[-1].append(line)
    return ["\n".join(page) for page in pages]


def build_legend_message(
    snapshot: TableSnapshot,
    legend: Sequence[str],
    picture: Picture | None,
    language: Language,
    buttons: Sequence[Button],
) -> ui.LayoutView:
    """Build the message with a picture, the marks on it, and the viewer's hand with its full text."""
    fmt = TextFormatter(translate=language)
    lines = [f"- {entry}" for entry in legend] or [fmt(say("There are no marks on this picture."))]
    marks, hand = "\n".join(lines), "\n".join(describe_position(snapshot, language, only_hand=True))
    if len(marks) + len(hand) > MAX_LEGEND_CHARS:
        hand = f"-# {fmt(say('“In words” has your cards with their texts.'))}"
    return build_message(f"**{fmt(say('Legend'))}**", picture, marks, hand, *build_button_rows(buttons))


def build_reading_buttons(table: Table, language: Language, *, omitted: str = "") -> list[Button]:
    """Build the buttons below a private board: in words, legend, log, rules; without the `omitted` act."""
    fmt = TextFormatter(translate=language)
    labels = {"words": say("In words"), "legend": say("Legend"), "log": say("Log"), "rules": say("Rules")}
    return [
        build_button(fmt(label), custom_ids.build_button_id(act, table.id, 0))
        for act, label in labels.items()
        if act != omitted
    ]


def _build_escaped_scene(snapshot: TableSnapshot, language: Language) -> Scene:
    """Build the scene of a snapshot with names that are safe in a message."""
    names = tuple(format_name(seat, language) for seat in snapshot.table.seats)
    return msgspec.structs.replace(build_scene(snapshot, language), names=names)
