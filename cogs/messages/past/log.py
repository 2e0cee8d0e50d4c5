"""The log as a message: numbered moves, those taken back struck out, each with a link to the board post that showed it."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from cogs.interactions import custom_ids
from cogs.interactions.limits import fit
from cogs.messages.layout import button, message, message_url, rows
from cogs.words.text_formatter import TextFormatter
from engine.host.model.table import Line, Table
from engine.host.service.past.history import LogLine, LogPage
from engine.kernel.text import say

PAGE = 12
"""Log lines on one page: with their links they fit one message."""
LINE = 180
"""Characters of one line, markup and all."""
STRUCK = 10
"""Lines that are shown of what would be taken back."""


def log_message(table: Table, page: LogPage, fmt: TextFormatter) -> ui.LayoutView:
    """A page, with buttons to the others."""
    if not page.total:
        return message(fmt(say("Nothing has happened yet.")))
    last = page.first + len(page.lines)
    where = say("Lines {first}–{last} of {total}", first=page.first + 1, last=last, total=page.total)
    ends = [
        (say("First"), min(PAGE, page.total), page.first > PAGE),
        (say("Older"), page.first, page.first > 0),
        (say("Newer"), last + PAGE, last < page.total),
        (say("Newest"), page.total, last + PAGE < page.total),
    ]
    turning = [
        button(fmt(label), custom_ids.button("log", table.id, 0, str(end))) for label, end, wanted in ends if wanted
    ]
    return message("\n".join(_line(line, table, fmt) for line in page.lines), f"-# {fmt(where)}", *rows(turning))


def struck(lines: Sequence[Line], table: Table, fmt: TextFormatter) -> str:
    """Lines that are, or would be, taken back."""
    return "\n".join(f"- ~~{fit(words, LINE)}~~" for words in as_then(lines[-STRUCK:], table, fmt))


def as_then(lines: Sequence[Line], table: Table, fmt: TextFormatter) -> list[str]:
    """Lines with the names of those who sat there at the time."""
    return [TextFormatter(table.as_of(line.seq), translate=fmt.translate)(line.text) for line in lines]


def _line(line: LogLine, table: Table, fmt: TextFormatter) -> str:
    then = TextFormatter(table.as_of(line.line.seq), translate=fmt.translate)
    text = fit(then(line.line.text), LINE)
    parts = [
        f"`{line.move}`" if line.move else "",
        f"<t:{line.line.at}:R>",
        f"~~{text}~~" if line.undone else text,
        f"[↗]({message_url(table.guild, line.shown.channel, line.shown.message)})" if line.shown else "",
    ]
    return " ".join(part for part in parts if part)
