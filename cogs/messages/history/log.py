"""The log as a message: numbered moves with links to their board posts, and moves taken back struck out."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from cogs.i18n.text_formatter import TextFormatter
from cogs.interactions import custom_ids
from cogs.interactions.limits import shorten
from cogs.messages.layout import Button, build_button, build_button_rows, build_message, build_message_url
from engine.host.model.table import AnnouncedLine, Table
from engine.host.service.history.game_history import LogLine, LogPage
from engine.kernel.text import say

LINES_PER_PAGE = 12
"""The log lines on one page: with their links they fit one message."""
MAX_LINE_CHARS = 180
"""The length of one line with its markup."""
MAX_STRUCK_LINES = 10
"""The lines shown of moves that are, or would be, taken back."""


def build_log_message(table: Table, page: LogPage, fmt: TextFormatter) -> ui.LayoutView:
    """Build a page of the log, with buttons to the others."""
    if not page.line_count:
        return build_message(fmt(say("Nothing has happened yet.")))
    last = page.lines_before + len(page.lines)
    where = say("Lines {first}–{last} of {total}", first=page.lines_before + 1, last=last, total=page.line_count)
    ends = [
        (say("First"), min(LINES_PER_PAGE, page.line_count), page.lines_before > LINES_PER_PAGE),
        (say("Older"), page.lines_before, page.lines_before > 0),
        (say("Newer"), last + LINES_PER_PAGE, last < page.line_count),
        (say("Newest"), page.line_count, last + LINES_PER_PAGE < page.line_count),
    ]
    turning: list[Button] = []
    for label, end, wanted in ends:
        if wanted:
            turning.append(build_button(fmt(label), custom_ids.build_button_id("log", table.id, 0, str(end))))
    return build_message(
        "\n".join(_format_line(line, table, fmt) for line in page.lines),
        f"-# {fmt(where)}",
        *build_button_rows(turning),
    )


def format_struck_lines(lines: Sequence[AnnouncedLine], table: Table, fmt: TextFormatter) -> str:
    """Format lines that are, or would be, taken back."""
    past_lines = format_past_lines(lines[-MAX_STRUCK_LINES:], table, fmt)
    return "\n".join(f"- ~~{shorten(words, MAX_LINE_CHARS)}~~" for words in past_lines)


def format_past_lines(lines: Sequence[AnnouncedLine], table: Table, fmt: TextFormatter) -> list[str]:
    """Format lines with the names of the players who had the seats at the time."""
    return [TextFormatter(table.with_holders_at(line.seq), translate=fmt.translate)(line.text) for line in lines]


def _format_line(line: LogLine, table: Table, fmt: TextFormatter) -> str:
    then = TextFormatter(table.with_holders_at(line.line.seq), translate=fmt.translate)
    text = shorten(then(line.line.text), MAX_LINE_CHARS)
    if line.was_undone:
        text = f"~~{text}~~"
    parts = [f"<t:{line.line.written_at}:R>", text]
    if line.move_number:
        parts.insert(0, f"`{line.move_number}`")
    if line.post:
        parts.append(f"[↗]({build_message_url(table.guild_id, line.post.channel_id, line.post.message_id)})")
    return " ".join(part for part in parts if part)
